"""Tables of decks edited in place: CSV files of any header, and those of the Dao.SWC site."""

import csv
import io
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from db.language import gettext as _
from db.patterns import pattern
from importers.decks import csv_deck, daoswc_csv
from importers.decks.deck_edit import DeckEdit, DeckEditor, TextEdit, with_facts
from importers.decks.deck_list import MAIN_ZONE, DeckLine, DeckList
from importers.decks.edited_rows import row_edits
from importers.decks.zones import known_zone
from importers.errors import UnwritableDeckError
from importers.formulas import escape_formula

_DIGITS = pattern(r"[0-9]+")
_COLUMNS = {"set": "set_code", "number": "number", "image": "image_key", "id": "card_id", "dice": "dice"}


@dataclass(frozen=True, slots=True)
class _TableRow:
    """A row of a table: its first line, counted from 0, how many it runs over, and its text."""

    first: int
    lines: int
    text: str


class _TableEditing:
    """One edit of a table."""

    def __init__(self, text: str, deck_list: DeckList, edit: DeckEdit) -> None:
        self._rows = text.split("\n")
        self._lines, self._edit = deck_list.lines, edit
        self._table = csv_deck.table_of(text)
        self._new: dict[int, list[str]] = {}

    def edits(self) -> Iterable[TextEdit]:
        """The edits of the text."""
        for index, line in enumerate(self._lines):
            changed = self._edit.changed(index, line)
            if changed == line:
                continue
            row = self._row(index)
            self._new |= {row.first + more: [] for more in range(1, row.lines)}
            self._new[row.first] = [] if changed is None else [self._recounted(row.text, changed)]
        for place, added in self._edit.added_by_place(self._lines).items():
            rows = [self._written(line) for line in added]
            last = self._last_row()
            if isinstance(place, int):
                row = self._row(place)
                last = row.first + row.lines - 1
            self._new[last] = [*self._new.get(last, [self._rows[last]]), *rows]
        return row_edits(self._rows, self._new)

    def _row(self, index: int) -> _TableRow:
        """The row of a line; a quoted cell may hold line breaks."""
        first = (self._lines[index].line or 1) - 1
        lines = csv_deck.lines_of_row(self._rows, first, self._table)
        return _TableRow(first, lines, "\n".join(self._rows[first : first + lines]))

    def _last_row(self) -> int:
        return max((n for n, row in enumerate(self._rows) if row.strip()), default=0)

    def _recounted(self, text: str, line: DeckLine) -> str:
        """The text of a row with other copies, and other dice where it states them."""
        wanted = {"count": line.quantity}
        if line.dice is not None and "dice" in self._table.places:
            wanted["dice"] = line.dice
        cells = list(_cells(text, self._table.separator))
        for column, number in wanted.items():
            place = self._table.places[column]
            if place < len(cells):
                cells[place] = _DIGITS.sub(str(number), cells[place], count=1)
        return self._table.separator.join(cells)

    def _written(self, line: DeckLine) -> str:
        """The row of a new line, with as many cells as the header."""
        places = self._table.places
        cells = [""] * self._table.width
        name, version = line.name, ""
        if "version" in places:
            name, version = daoswc_csv.split_version(line.name)
        zone = "" if line.zone == MAIN_ZONE and not self._states_zones() else line.zone
        texts = {"count": str(line.quantity), "name": name, "version": version, "zone": zone}
        facts = {column: getattr(line, fact) for column, fact in _COLUMNS.items()}
        for column, value in (texts | facts).items():
            if column in places and value is not None:
                cells[places[column]] = escape_formula(str(value))
        out = io.StringIO(newline="")
        csv.writer(out, delimiter=self._table.separator, lineterminator="").writerow(cells)
        return out.getvalue()

    def _states_zones(self) -> bool:
        """Whether the rows of the main deck name their zone, as far as there are any."""
        place = self._table.places.get("zone")
        if place is None:
            return False
        rows = (self._row(n).text for n, line in enumerate(self._lines) if line.zone == MAIN_ZONE)
        first = next((list(_cells(text, self._table.separator)) for text in rows), None)
        return first is None or (place < len(first) and bool(first[place].strip(' "')))


def _cells(text: str, separator: str) -> Iterator[str]:
    r"""Yields the cells of a row as they are written, quotes and blanks too.

    >>> list(_cells('4, Yoda ,"Jon ""Dutch"" Vander",', ","))
    ['4', ' Yoda ', '"Jon ""Dutch"" Vander"', '']
    """
    mark = re.escape(separator)
    found = re.compile(rf'("(?:[^"]|"")*"[^{mark}]*|[^{mark}]*)({mark}|\Z)', re.DOTALL)
    place = 0
    while True:
        match = found.match(text, place)
        if match is None:
            return
        yield match[1]
        if not match[2]:
            return
        place = match.end()


def _edits(text: str, deck_list: DeckList, edit: DeckEdit) -> Iterable[TextEdit]:
    return _TableEditing(text, deck_list, edit).edits()


def _fitted(text: str, _deck: DeckList, line: DeckLine) -> DeckLine:
    places = csv_deck.table_of(text).places
    held = [fact for column, fact in _COLUMNS.items() if column in places]
    zone = known_zone(line.zone)
    if zone != MAIN_ZONE and "zone" not in places:
        advice = _("Add a column 'zone' to the table.")
        raise UnwritableDeckError(csv_deck.NAME, _("the zone {zone!r}", zone=zone), advice)
    return with_facts(line, held, name=line.name.strip(), zone=zone)


EDITORS = (DeckEditor(csv_deck.NAME, _edits, _fitted), DeckEditor(daoswc_csv.NAME, _edits, _fitted))
