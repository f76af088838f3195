"""A typed list or a deck file as a sheet: each line is copies of a card.

They are owned, or what the heading above them says: wanted, or for trade.
"""

from db.language import gettext as _
from importers.collections.holding_row import SheetHolding
from importers.collections.holding_sheet import HoldingSheet
from importers.collections.sheet_kinds import OWNED, heading_kind, misspelt_kind
from importers.collections.sheet_words import split_facts
from importers.decks.deck_list import DeckLine
from importers.decks.reading import parse_deck
from importers.errors import DeckFileError

LIST = "list"
"""The layout of a sheet that is a list."""


def find_list(data: bytes, source: str) -> HoldingSheet | None:
    r"""The lines of a list as rows; None where the bytes hold none, or no line states a count.

    Lines that were not understood are rows with a problem, so that none is lost.

    >>> found = find_list(b"4x Yoda (A)\n", "mine.txt")
    >>> found and (found.read_as, [(row.quantity, row.name) for row in found.rows])
    ('list', [(4, 'Yoda (A)')])
    """
    try:
        deck_list = parse_deck(data, source=source)
    except DeckFileError:
        return None
    if len(deck_list.lines) <= len(deck_list.bare):
        return None
    rows, kind = [], None
    for place, line in enumerate(deck_list.lines, start=1):
        heading = heading_kind(line.name) if line.line in deck_list.bare else None
        kind = heading or kind
        if heading is None:
            rows.append(_row(line, place, deck_list.bare, heading_kind(line.zone) or kind or OWNED))
    read = {row.row for row in rows}
    meant = {
        zone: means for zone in {line.zone for line in deck_list.lines} if (means := misspelt_kind(zone))
    }
    problems = {
        line.line or place: _(
            "the heading {zone!r} may mean {meant}; correct it", zone=line.zone, meant=meant[line.zone]
        )
        for place, line in enumerate(deck_list.lines, start=1)
        if line.zone in meant
    }
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
        fingerprint="",
        problems={one.line: one.reason for one in unread} | problems,
        choices={},
        headings=(),
        skipped=(),
        notes=deck_list.remarks,
        holds=kinds.pop() if len(kinds) == 1 else OWNED,
    )


def _row(line: DeckLine, place: int, bare: frozenset[int], holds: str) -> SheetHolding:
    """A line as a row of the kind that it `holds`; `place` is its number where the file has no lines."""
    name, facts = split_facts(line.name)
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
        finish=facts.get("finish"),
    )
