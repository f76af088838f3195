"""The requirements that follow from a format: its sets, and its lists as the card lists mark them.

They are the same in every game, but for what being restricted means.
"""

from collections.abc import Iterator
from datetime import date

from db.cards.card import Card, LegalityMark
from db.language import gettext as _
from db.language import joined, partly
from deckcheck.games.formats.dated_rules import no_state, own_lists, unknown_lists
from deckcheck.games.formats.releases import on_sale
from deckcheck.rules.edition import Format, Status
from deckcheck.rules.requirement import CardLimit, Open, PerCard, Requirement, by_card, literal

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
