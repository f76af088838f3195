"""The requirements that follow from a format: its sets, and its lists, by day or as the card lists mark them.

They are the same in every game, but for what being restricted means.
"""

from collections.abc import Iterator
from datetime import date

from db.cards.card import Card, LegalityMark
from db.language import gettext as _, joined, partly
from deckcheck.games.formats.releases import on_sale
from deckcheck.rules.edition import Format, ListedCard, Status
from deckcheck.rules.requirement import CardLimit, Open, PerCard, Requirement, by_card, literal
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


SENTENCES = {
    "set-legality": _("only cards with a printing in a set of the format"),
    "banned": _("no copy of a banned card, in any zone"),
    "restricted": _("at most 1 copy of a restricted card, in all zones together"),
}


def list_rules(play_format: Format, day: date, marks_as_of: date) -> tuple[Requirement, ...]:
    """The requirements of sets and lists that a format has on a day; `marks_as_of` dates the marks.

    Of a format that may be in several states on that day, the caller gives one at a time.
    """
    if not play_format.states:
        return own_lists(play_format, day)
    state = play_format.state_on(day)
    if state is None:
        return (no_state(play_format, day),)
    name = play_format.name
    rules: list[Requirement] = []
    if state.not_judged:
        rules.append(not_judged(name, state.not_judged))
    if state.sets is not None:
        rules.append(set_legality(name, state.sets))
        if play_format.on_sale:
            rules.append(on_sale(name, state.sets, day))
    if play_format.lists is not None:
        certain = day >= marks_as_of if state.marks is None else state.marks
        rules.append(marked("banned", name, play_format.lists, day, certain=certain))
        rules.append(marked("restricted", name, play_format.lists, day, certain=certain))
        if not certain and state.restricted is None:
            rules.append(unknown_lists(play_format, day))
    return (*rules, *own_lists(play_format, day))


def has_key(card: Card, keys: frozenset[str]) -> bool:
    """Whether a list of keys of cards names any printing of a card."""
    return any(printing.image_key in keys for printing in card.printings)


def not_judged(format_name: str, names: tuple[str, ...]) -> Open:
    """Rules of a format that are stated and not judged leave the verdict open."""
    return Open(
        "format",
        _("the format {format_name}, as its source states it", format_name=format_name),
        literal(
            _(
                "{format_name} has rules that are not judged: {names}",
                format_name=format_name,
                names=", ".join(names),
            )
        ),
        _("read the rules of the format"),
        {"rules": list(names)},
    )


def set_legality(format_name: str, sets: frozenset[str]) -> PerCard:
    """A card is legal in a format when any printing of it is in an allowed set."""

    def limit_of(card: Card) -> CardLimit | None:
        if any(printing.set_code in sets for printing in card.printings):
            return None
        return CardLimit(0, 0, {"printed": "/".join(card.set_codes)})

    name = format_name
    return PerCard(
        "set-legality",
        _("sets of the format {format_name}", format_name=format_name),
        by_card(limit_of),
        Status.NOT_IN_SETS,
        message=partly(
            "{name} is printed in {printed} only, which {format_name} does not allow", format_name=name
        ),
        crowd=partly("{name}: {format_name} allows none of the sets of {cards}", format_name=name),
        advice=_("replace it"),
        together=_("not allowed in {name}", name=name),
        aside=_("{printed} only"),
        sentence=SENTENCES["set-legality"],
    )


def marks_in_force(card: Card, lists: str | None, day: date) -> Iterator[LegalityMark]:
    """Yields the marks of a card that hold for lists on a day; one that names no format does too.

    An undated mark counts as in force until the day on which it was seen gone.
    """
    on = day.isoformat()
    for mark in (*card.marks, *card.past_marks):
        begun = (mark.since or "") <= on
        if begun and (mark.until is None or on < mark.until) and mark.format in (lists, None):
            yield mark


def marked(status: str, format_name: str, lists: str, day: date, *, certain: bool) -> PerCard:
    """The banned or the restricted cards of a format, by the marks that their printings carry.

    A mark without a format counts for every format that has lists. When a mark is undated and the
    day is before it was first seen, it cannot be decided; `certain` says so of bundled marks.
    """
    allowed = 0 if status == "banned" else 1
    most, each = (_("at most 1"), _("at most 1 of each")) if allowed else (_("no copy"),) * 2

    def limit_of(card: Card) -> CardLimit | None:
        if not (card.marks or card.past_marks):
            return None
        in_force = marks_in_force(card, lists, day)
        mark = next((mark for mark in in_force if mark.status == status), None)
        if mark is None:
            return None
        seen = mark.seen is not None and mark.seen <= day.isoformat()
        proven = mark.since is not None or (seen if mark.seen else certain)
        where = (
            "" if mark.printing == card.name else _("the mark stands at {printing}", printing=mark.printing)
        )
        values = {"where": joined((" (", where, ")")) if where else "", "aside": where}
        return CardLimit(allowed, allowed if proven else None, values)

    name = format_name
    when = _("whether it already was on {day} is not known", day=day)
    return PerCard(
        status,
        _(
            "{status} list of {format_name}, as marked in the card lists",
            status=status,
            format_name=format_name,
        ),
        by_card(limit_of),
        status,
        message=partly(
            "{name} is {status} in {format_name}{where}: {have_copies}, {most} allowed",
            status=status,
            format_name=name,
            most=most,
        ),
        crowd=partly(
            "{name}: all that it may be ({cards}) is {status} in {format_name}, "
            "{each} allowed, and there is room for {room}",
            status=status,
            format_name=name,
            each=each,
        ),
        together=partly(
            "{status} in {format_name}, {most} allowed", status=status, format_name=name, most=most
        ),
        aside="{aside}",
        when=when,
        sentence=SENTENCES[status],
    )
