"""Requirements of formats that depend on days: a format's own lists, and the parts not known."""

from datetime import date

from db.cards.card import Card
from db.language import gettext as _
from db.language import joined, partly
from deckcheck.rules.edition import Format, ListedCard, Status
from deckcheck.rules.requirement import CardLimit, Open, PerCard, Requirement, literal
from deckcheck.show.wording import ANOTHER_DAY

_MOST = {"banned": (0, 0), "restricted": (1, 1), Status.LISTED: (0, 1)}
"""How many copies the status of a card on a list allows: by the strict and by the lax reading."""


def no_state(play_format: Format, day: date) -> Open:
    """Why nothing can be judged on a day by the only state of a format."""
    (state,) = play_format.states_on(day)
    name = play_format.name
    text = _("which sets and lists {name} had on {day} is not known", name=name, day=day)
    text = joined((text, f"({state.note})" if state.note else ""), " ")
    if not state.played:
        text = _("{name} was not played on {day}", name=name, day=day)
    source = state.source if state.played else ""
    return Open("set-legality", source, literal(text), ANOTHER_DAY, status=Status.NOT_IN_SETS)


def unknown_lists(play_format: Format, day: date) -> Open:
    """Which cards a format banned and restricted on a day for which no list is known is open."""
    text = _("which cards {name} banned and restricted on {day} is not known", name=play_format.name, day=day)
    return Open("banned", "", literal(text), ANOTHER_DAY, status=Status.BANNED)


def own_lists(play_format: Format, day: date) -> tuple[Requirement, ...]:
    """The requirement of the cards on a format's own list that may be on it on a day.

    They are listed by their names. What holds by every reading of an uncertain entry is proven,
    what holds only by some stays open.
    """
    by_name: dict[str, list[ListedCard]] = {}
    for listed in play_format.listed:
        if listed.is_on(day) is not False:
            by_name.setdefault(listed.card, []).append(listed)
    if not by_name:
        return ()
    name = play_format.name
    limits = {card: _limit(name, listed, day) for card, listed in by_name.items()}

    def limit_of(card: Card) -> CardLimit | None:
        return limits.get(card.name)

    return (
        PerCard(
            "banned",
            _("lists of {name}", name=name),
            limit_of,
            "banned",
            message=_("{name} {what}: {have_copies}, {allowed} allowed"),
            open_message=_("{name} {may_be}: {have_copies}, {allowed} allowed"),
            crowd=partly(
                "{name}: all that it may be ({cards}) is banned or restricted in "
                "{format_name}: {have_copies}, and there is room for {room}",
                format_name=name,
            ),
            sentence=_("the cards of the format's own list as often as it allows"),
        ),
    )


def _limit(name: str, listed: list[ListedCard], day: date) -> CardLimit:
    """The most copies by the strictest reading and by the laxest, with the words for them."""
    sure = [_MOST[one.status][1] for one in listed if one.is_on(day)]
    strict, lax = min(_MOST[one.status][0] for one in listed), min(sure, default=None)
    first = listed[0]
    values = {"what": _what(first, name, day, proven=True), "may_be": _what(first, name, day, proven=False)}
    cite = first.source or _("{status} list of {name}", status=first.status, name=name)
    return CardLimit(strict, lax, values, {0: "banned", 1: "restricted"}, cite)


def _what(listed: ListedCard, name: str, day: date, *, proven: bool) -> str:
    """The statements of the list about a card, with those that are unknown."""
    on_it = listed.is_on(day)
    if listed.status == Status.LISTED:
        status = _("is banned or restricted in {name}", name=name)
        unknown = _("which of the two is not known")
    else:
        status = _("is {status} in {name}", status=listed.status, name=name)
        unknown = ""
    if on_it is None:
        unknown = _("whether it already was on {day} is not known", day=day)
        if listed.until is not None and listed.since.has_come(day):
            unknown = _("whether it still was on {day} is not known", day=day)
    since = _("(from {begin} on)", begin=_begin(listed)) if listed.since.earliest != date.min else ""
    return joined((joined((status, since), " "), "" if proven else unknown), "; ")


def _begin(listed: ListedCard) -> str:
    return str(listed.since).removeprefix("on ").removeprefix("in ")
