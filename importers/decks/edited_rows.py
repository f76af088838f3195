"""Lists of lines edited in place: typed, of LackeyCCG, and exports of swdestinydb.com."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from db.patterns import pattern
from importers.decks import lackey_txt, plain_text, swdestinydb_txt
from importers.decks.deck_edit import DeckEdit, DeckEditor, TextEdit, facts_in_use, with_facts
from importers.decks.deck_list import MAIN_ZONE, DeckLine, DeckList, UnreadLine
from importers.decks.zones import known_zone

_LEADING = pattern(r"(\s*(?:SB:\s*)?)([0-9]+)", re.IGNORECASE)
_TRAILING = pattern(r"([xX\u00d7]\s*)([0-9]+)(\s*)$")
_MARKED = pattern(r"(\s*SB:\s*)?(.*)", re.IGNORECASE | re.DOTALL)

Read = DeckLine | UnreadLine | None


@dataclass(frozen=True, slots=True)
class _RowFormat:
    """A format of lines: how a card's line and a heading are read, and how they are written.

    `find_zone(row, below, current)` is the zone that a line begins.
    """

    read: Callable[[str, str, int], Read]
    find_zone: Callable[[str, str, str], str | None]
    heading: Callable[[str], Sequence[str]]
    card: Callable[[DeckLine], str]


def row_edits(rows: Sequence[str], new: Mapping[int, Sequence[str]]) -> Iterator[TextEdit]:
    """Yields the text edits that replace some lines by others, or by nothing."""
    end_of_kept = next((n for n in reversed(range(len(rows))) if new.get(n, True)), -1)
    start = 0
    for index, row in enumerate(rows):
        end = start + len(row)
        if index > end_of_kept:  # the last line that stays has no line end if the last had none
            yield TextEdit(start - 1 if index else start, end, "")
        elif index in new:
            yield TextEdit(start, end if new[index] else end + 1, "\n".join(new[index]))
        start = end + 1


class _RowEditing:
    """One edit of a list of lines."""

    def __init__(self, form: _RowFormat, text: str, deck_list: DeckList, edit: DeckEdit) -> None:
        self._form, self._lines, self._edit = form, deck_list.lines, edit
        self._rows = text.split("\n")
        self._new: dict[int, list[str]] = {}

    def edits(self) -> Iterable[TextEdit]:
        """The edits of the text."""
        for index in sorted(self._edit.counts):
            line = self._lines[index]
            changed = self._edit.changed(index, line)
            if changed is None:
                self._new[self._row(index)] = []
            elif changed != line:
                self._new[self._row(index)] = [self._counted(index, changed)]
        for place, added in self._edit.added_by_place(self._lines).items():
            if isinstance(place, int):
                self._put_behind(self._row(place), [self._written(x, place) for x in added])
            else:
                self._put_into(place, added)
        return row_edits(self._rows, self._new)

    def _row(self, index: int) -> int:
        return (self._lines[index].line or 1) - 1

    @cached_property
    def _zones(self) -> list[str]:
        """The zone in which each row stands; that of a heading is its own."""
        zones, zone = [], MAIN_ZONE
        for row, below in zip(self._rows, [*self._rows[1:], ""], strict=True):
            zone = self._form.find_zone(row, below, zone) or zone
            zones.append(zone)
        return zones

    def _put_behind(self, row: int, rows: Sequence[str]) -> None:
        there = self._new.get(row, [self._rows[row]])
        self._new[row] = [*there, *rows]

    def _put_into(self, zone: str, added: Sequence[DeckLine]) -> None:
        """Puts lines into a zone that no line stays in: behind its heading, else a new one."""
        rows = [self._written(line, None) for line in added]
        removed = [
            self._row(n)
            for n, line in enumerate(self._lines)
            if line.zone == zone and not self._edit.is_kept(n)
        ]
        if removed:
            self._put_behind(removed[0], rows)
        elif (heading := self._find_heading(zone)) is not None:
            self._put_behind(heading, rows)
        elif zone == MAIN_ZONE and self._zones[0] != MAIN_ZONE:
            self._new[0] = [*rows, *self._new.get(0, [self._rows[0]])]
        elif zone == MAIN_ZONE and set(self._zones) == {MAIN_ZONE}:
            self._put_behind(self._last_row(), rows)
        elif zone == MAIN_ZONE:
            self._put_behind(self._zones.count(MAIN_ZONE) - 1, rows)
        else:
            headed = [*self._form.heading(zone), *rows]
            self._put_behind(self._last_row(), headed if self._is_empty() else ["", *headed])

    def _is_empty(self) -> bool:
        return not any(row.strip() for row in self._rows)

    def _last_row(self) -> int:
        """The last row with anything in it; the first of an empty text."""
        filled = [index for index, row in enumerate(self._rows) if row.strip()]
        return filled[-1] if filled else 0

    def _find_heading(self, zone: str) -> int | None:
        """The last row of the heading of a zone, or None."""
        for index, row in enumerate(self._rows):
            below = self._rows[index + 1] if index + 1 < len(self._rows) else ""
            if self._form.find_zone(row, below, "") == zone:
                lines = len(self._form.heading(zone))
                more = lines > 1 and index + 1 < len(self._rows)
                return index + 1 if more else index
        return None

    def _counted(self, index: int, changed: DeckLine) -> str:
        """The row of a line with another count; written anew where the count has no place in it."""
        place = self._row(index)
        row, number = self._rows[place], changed.quantity
        if changed.dice is not None:
            number = changed.dice
        return self._first_fit(_recounted(row, number), changed, changed.zone, place)

    def _written(self, line: DeckLine, like: int | None) -> str:
        """The row of a new line, written as that of the line of index `like`, or usually."""
        if like is None:
            same = [n for n, one in enumerate(self._lines) if one.zone == line.zone]
            others = same or list(range(len(self._lines)))
            like = others[-1] if others else None
        ways: list[str] = []
        zone = line.zone
        if like is not None:
            place, other = self._row(like), self._lines[like]
            if other.zone == zone:
                zone = self._zones[place]
            ways = list(_in_the_style_of(self._rows[place], other, line))
        return self._first_fit(ways, line, zone, 0)

    def _first_fit(self, ways: Iterable[str], line: DeckLine, zone: str, place: int) -> str:
        """The first way to write a line that is read as that line."""
        for row in ways:
            read = self._form.read(row.strip(), zone, place + 1)
            if isinstance(read, DeckLine) and read._replace(line=line.line) == line:
                return row
        return self._form.card(line)


def _recounted(row: str, number: int) -> Iterator[str]:
    """The ways in which a row may state another count."""
    if found := _LEADING.match(row):
        yield f"{found[1]}{number}{row[found.end() :]}"
    if found := _TRAILING.search(row):
        yield f"{row[: found.start()]}{found[1]}{number}{found[3]}"
    if found := _MARKED.fullmatch(row):
        mark, rest = found[1] or "", found[2]
        yield f"{mark}{number} {rest}"
        yield f"{mark}{number}x {rest.lstrip()}"


def _in_the_style_of(row: str, like: DeckLine, line: DeckLine) -> Iterator[str]:
    """The ways to write a line as another one is written, count and blanks alike."""
    before, found, after = row.partition(like.name)
    if not found:
        return
    number = line.dice if line.dice is not None else line.quantity
    tail = plain_text.printing_tail(line)
    if (lead := _LEADING.match(before)) and lead.end() <= len(before):
        counted = f"{lead[1]}{number}{before[lead.end() :]}"
        yield f"{counted}{line.name}{tail}"
    elif trail := _TRAILING.search(after):
        blanks = after[: trail.start()]
        yield f"{before}{line.name}{tail}{blanks[-1:]}{trail[1]}{number}{trail[3]}"
    elif number == 1:
        yield f"{before}{line.name}{tail}"


def _editor(
    name: str,
    form: _RowFormat,
    fitted: Callable[[DeckList, DeckLine], DeckLine],
    single: Callable[[DeckLine], bool] = lambda _: False,
) -> DeckEditor:
    def edits(text: str, deck_list: DeckList, edit: DeckEdit) -> Iterable[TextEdit]:
        return _RowEditing(form, text, deck_list, edit).edits()

    return DeckEditor(name, edits, lambda _text, deck_list, line: fitted(deck_list, line), single)


def _typed_line(deck_list: DeckList, line: DeckLine) -> DeckLine:
    used = facts_in_use(deck_list, ("set_code", "number"))
    return with_facts(line, used, name=line.name.strip(), zone=known_zone(line.zone))


def _lackey_line(_: DeckList, line: DeckLine) -> DeckLine:
    return with_facts(line, (), name=line.name.strip(), zone=known_zone(line.zone))


def _lackey_row(row: str, zone: str, number: int) -> Read:
    read = lackey_txt.read(row, "-") if lackey_txt.confidence(row, "") else None
    return read.lines[0]._replace(zone=zone, line=number) if read and read.lines else None


def _destiny_line(_: DeckList, line: DeckLine) -> DeckLine:
    dice = ("dice",) if line.zone == swdestinydb_txt.TEAM else ()
    return with_facts(line, ("set_code", "number", *dice), name=line.name.strip())


def _destiny_heading(zone: str) -> Sequence[str]:
    heading = swdestinydb_txt.heading_for(zone)
    return heading, "\u00af" * max(3, len(heading))


def _destiny_card(line: DeckLine) -> str:
    number = line.quantity if line.dice is None else line.dice
    return swdestinydb_txt.card_row(line, line.zone, number)


EDITORS = (
    _editor(
        plain_text.NAME,
        _RowFormat(
            plain_text.read_card,
            lambda row, _below, current: plain_text.find_zone(row, current),
            lambda zone: (plain_text.heading_row(zone),),
            plain_text.card_row,
        ),
        _typed_line,
    ),
    _editor(
        lackey_txt.NAME,
        _RowFormat(
            _lackey_row,
            lambda row, _below, current: lackey_txt.find_label(row, current),
            lambda zone: (lackey_txt.heading_row(zone),),
            lambda line: f"{line.quantity}\t{line.name}",
        ),
        _lackey_line,
    ),
    _editor(
        swdestinydb_txt.NAME,
        _RowFormat(swdestinydb_txt.read_row, swdestinydb_txt.heading_zone, _destiny_heading, _destiny_card),
        _destiny_line,
        lambda line: line.zone == swdestinydb_txt.TEAM,
    ),
)
