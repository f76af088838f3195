"""A typed list or a deck file as a sheet: each line is copies of a card.

They are owned, or what the heading above them says: wanted, or for trade.
"""

from collections.abc import Callable, Iterable, Mapping

from db.collection.holdings import ORDINARY
from importers.collections.holding_row import SheetHolding
from importers.collections.holding_sheet import HoldingSheet
from importers.collections.sheet_kinds import FOR_TRADE, OWNED, WANTS, doubtful_heading, heading_kind
from importers.collections.sheet_words import heading_finish, split_facts
from importers.decks.deck_list import DeckLine, DeckList
from importers.decks.reading import parse_deck
from importers.errors import DeckFileError

_AROUND = "=-–—*#_: "
"""Signs that people write around headings."""
LIST = "list"
"""The layout of a sheet that is a list."""


def find_list(
    data: bytes, source: str, by_names: Callable[[DeckList], DeckList] | None = None
) -> HoldingSheet | None:
    r"""The lines of a list as rows; None where the bytes hold none, or no line states a count.

    Lines that were not understood are rows with a problem, so that none is lost. `by_names` settles
    the lines that may mean several things, like `Nexu (4)`.

    >>> found = find_list(b"4x Yoda (A)\n", "mine.txt")
    >>> found and (found.read_as, [(row.quantity, row.name) for row in found.rows])
    ('list', [(4, 'Yoda (A)')])
    """
    try:
        deck_list = parse_deck(data, source=source)
    except DeckFileError:
        return None
    if by_names is not None and deck_list.choices:
        deck_list = by_names(deck_list)
    if len(deck_list.lines) <= len(deck_list.bare):
        return None
    rows, headings = [], []
    kinds_of = _kinds({line.zone for line in deck_list.lines})
    problems: dict[int, str] = {}
    kind, finish, doubt, zone = OWNED, "", "", None
    for place, line in enumerate(deck_list.lines, start=1):
        is_bare = line.line in deck_list.bare
        heading = line.name.strip(_AROUND) if is_bare else line.zone
        if is_bare or line.zone != zone:
            headings.append(((line.line or place) - (not is_bare), heading))
            kind = kinds_of.get(heading) or heading_kind(heading) or kind
            said = heading_finish(heading)
            finish = finish if said is None else said
            zone = line.zone
            is_heading = heading_kind(heading) is not None or said is not None
            doubt = (new := doubtful_heading(heading)) or ("" if is_heading or not is_bare else doubt)
            if is_bare and (is_heading or new):
                continue
        rows.append(_row(line, place, deck_list.bare, kind, finish))
        if doubt:
            problems[rows[-1].row] = doubt
    read = {row.row for row in rows}
    kinds = {row.holds for row in rows}
    unread = [one for one in (*deck_list.unread, *deck_list.loose) if one.line not in read]
    rows += [SheetHolding(one.line, None, None, text=one.text) for one in unread]
    stated = {
        name
        for name in ("set_code", "number", "image_key", "dice", "condition", "language", "finish")
        if any(getattr(row, name) is not None for row in rows)
    }
    return HoldingSheet(
        source=source,
        kind=deck_list.read_as,
        sheet="",
        read_as=LIST,
        rows=tuple(sorted(rows, key=lambda row: row.row)),
        columns=(),
        fields=frozenset({"quantity", "name"} | stated),
        problems={one.line: one.reason for one in unread} | problems,
        headings=tuple(headings),
        notes=deck_list.remarks,
        holds=kinds.pop() if len(kinds) == 1 else OWNED,
    )


def _kinds(zones: Iterable[str]) -> Mapping[str, str]:
    """The kinds of the parts that are headed H and W, for haves and wants; none in an alphabet.

    >>> _kinds({"Deck", "H", "W"}), _kinds({"V", "W"})
    ({'H': 'for trade', 'W': 'wants'}, {})
    """
    letters = {zone for zone in zones if len(zone) == 1}
    known = {"H": FOR_TRADE, "W": WANTS}
    return known if letters and letters <= known.keys() else {}


def _row(line: DeckLine, place: int, bare: frozenset[int], holds: str, finish: str) -> SheetHolding:
    """A line as a row of the kind that it `holds`; `place` is its number where the file has no lines."""
    name, facts = split_facts(line.name)
    if holds != WANTS and facts.get("finish") == ORDINARY:
        facts["finish"] = ""
    return SheetHolding(
        row=line.line or place,
        quantity=line.quantity,
        name=name,
        set_code=line.set_code,
        number=line.number,
        image_key=line.image_key,
        dice=line.dice,
        text=line.name if line.line in bare else f"{line.quantity} {line.name}",
        holds=holds,
        condition=facts.get("condition"),
        language=facts.get("language"),
        finish=facts.get("finish", finish or None),
    )
