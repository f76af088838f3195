"""The requirements that follow from a format of this game: sets, lists, balance of the Force."""

from collections.abc import Callable
from datetime import date

from db.cards.card import Card
from db.language import gettext as _, partly
from deckcheck.games.destiny.cards import NO_BALANCE
from deckcheck.games.destiny.deck_rules import plots, points_of
from deckcheck.games.formats import list_rules as shared
from deckcheck.rules.edition import Format, Status
from deckcheck.rules.requirement import Alone, CardLimit, PerCard, Requirement, by_card


def list_rules(play_format: Format, day: date, marks_as_of: date) -> tuple[Requirement, ...]:
    """The rules of sets, lists and points that a format has on a day."""
    own = [one for one in play_format.listed if one.status == Status.RESTRICTED]
    others = tuple(one for one in play_format.listed if one.status != Status.RESTRICTED)
    found = shared.list_rules(play_format._replace(listed=others), day, marks_as_of)
    name = play_format.name
    on_it = {one.card: certain is not None for one in own if (certain := one.is_on(day)) is not False}
    of_own = (restricted_titles(name, lambda card: on_it.get(card.name)),) if own else ()
    state = play_format.state_on(day)
    if state is None:
        return *found, *of_own
    stated = {Status.RESTRICTED} | ({Status.BANNED} if state.banned is not None else set())
    rules: list[Requirement] = [*(rule for rule in found if rule.code not in stated), *of_own]
    if state.banned is not None:
        rules.append(banned_keys(name, state.banned))
    if (lists := play_format.lists) is not None and (keys := state.restricted) is not None:
        rules.append(restricted_titles(name, lambda card: shared.has_key(card, keys) or None))
    elif lists is not None:
        rules.append(restricted_titles(name, lambda card: _is_marked(card, lists, day) or None))
    if state.points:
        rules += points_of(name, state.points)
    pairs = sorted(state.pairs or ())
    rules += [restricted_pair(name, pair, certain=state.pairs_certain) for pair in pairs]
    return (*rules, *plots(name, state.points or NO_BALANCE))


def _is_marked(card: Card, lists: str, day: date) -> bool:
    return any(mark.status == Status.RESTRICTED for mark in shared.marks_in_force(card, lists, day))


def banned_keys(format_name: str, keys: frozenset[str]) -> PerCard:
    """No copy of a card of the ban list that a source states, by the keys of its printings."""
    name, none = format_name, CardLimit(0, 0)
    return PerCard(
        Status.BANNED,
        _("banned list of {format_name}", format_name=format_name),
        by_card(lambda card: none if shared.has_key(card, keys) else None),
        Status.BANNED,
        message=partly("{name} is banned in {format_name}: {have_copies}, no copy allowed", format_name=name),
        crowd=partly(
            "{name}: all that it may be ({cards}) is banned in {format_name}, no copy allowed",
            format_name=name,
        ),
        together=_("banned in {name}, no copy allowed", name=name),
        sentence=shared.SENTENCES[Status.BANNED],
    )


def restricted_titles(format_name: str, is_listed: Callable[[Card], bool | None]) -> Alone:
    """Team and deck together have at most one title of the restricted list, in any number.

    `is_listed` says whether a card is on it for certain, None for a card that is not.
    """

    def listed(card: Card) -> tuple[str, bool] | None:
        certain = is_listed(card)
        return None if certain is None else ("", certain)

    return Alone(
        Status.RESTRICTED,
        _("restricted list of {format_name}", format_name=format_name),
        1,
        by_card(listed),
        _("{have} titles of the restricted list, at most {limit}: {names}"),
        _("whether all were on it that day is not known"),
        Status.RESTRICTED,
        sentence=_("at most {limit} title of the restricted list, in any number"),
    )


def restricted_pair(format_name: str, pair: tuple[str, str], *, certain: bool) -> Alone:
    """Team and deck together have one title of a restricted pair only, in any number."""
    name = format_name

    def listed(card: Card) -> tuple[str, bool] | None:
        place = next((n for n, key in enumerate(pair) if shared.has_key(card, frozenset({key}))), None)
        return None if place is None else (str(place), certain)

    return Alone(
        Status.RESTRICTED,
        _("restricted pairs of {format_name}", format_name=format_name),
        1,
        by_card(listed),
        partly(
            "{both} are a restricted pair of {format_name}: a deck may have one of them only",
            format_name=name,
        ),
        _("whether they already were is not known"),
        shown_as="pair",
        sentence=_("one title of a restricted pair"),
    )
