"""Files with known lines only: each distinct line is read and looked up once.

A canonical line of a deck file stands for the same copies of the same card in every file. So it is
read, proven and looked up once for all files, and a file is no more than its lines, counted. What
makes a line known is strict:

- A `.dek` file must be a frame that the strict reader takes, with lines in its main zone that the
  strict reader takes as cards in LackeyCCG's own form.
- A list of LackeyCCG or a typed list must have nothing but lines that begin with a digit, each of
  which is a list of just that format by itself. Readers look at such a text line by line: they
  are as sure of the whole as of its lines. A heading or a comment sends the file the strict way.
- An OCTGN deck must be in the form that OCTGN writes (`octgn_lines`): a frame of sections that the
  strict reader takes, with card lines that it takes in a section of that name.
- What a line names must be one card, with nothing to note.

Any other line, and any file that is not plain UTF-8, sends the whole file the strict way; tests
prove that both ways end in the same report.
"""

import os
import stat
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import repeat

from db.paths import base_name, suffix_of
from deckcheck.judge.known_deck import FilePart, KnownDeck, LineTable
from deckcheck.judge.resolve import Resolver
from deckcheck.judge.validate import Judge
from deckcheck.report import Report
from deckcheck.rules.many import NOTHING
from importers.decks import lackey_dek, lackey_txt, octgn_lines, octgn_o8d, plain_text
from importers.decks.deck_list import MAIN_ZONE, DeckLine, DeckList
from importers.decks.reading import surest
from importers.text import without_zero_width

_LARGEST_FILE = 60_000
"""Larger files are read the strict way, which has limits for all that they may hold."""

_READ_ONLY = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
"""A pipe is opened without waiting for anybody who writes into it."""

_MOST_FRAMES = 1_000
_LONGEST_HEAD = 200
"""So many bytes hold the first two lines of an OCTGN deck in OCTGN's form."""
_DEK = 2
"""The parts of the frame of a `.dek` file; that of an OCTGN deck has more."""

_OPEN = f'\t<superzone name="{MAIN_ZONE}">\n'.encode()
_CLOSE = b"\t</superzone>\n"
_CARD_END = b"</card>\n"
_TYPED = ("", ".txt")
"""The suffixes of lists that no other reader takes for its suffix."""


_Frame = tuple[bytes, ...]
"""All that a file has but its card lines: of a `.dek` file what is before its main zone, and behind
it; of an OCTGN deck see `octgn_lines`."""


class KnownLines:
    """Judges files of one game by their lines, as long as all of these are known."""

    def __init__(self, resolver: Resolver, judge: Judge) -> None:
        self._resolver = resolver
        self._judge = judge
        self._plain = judge.plain_decks
        self._cards: dict[str, str] = {}
        self._shared: set[str] = set()
        self._dek = self._table(lackey_dek.NAME, lackey_dek.read_card_row)
        self._listed, self._typed = (
            self._table(name, partial(_read_listed_row, read_as=name))
            for name in (lackey_txt.NAME, plain_text.NAME)
        )
        for table in (self._listed, self._typed):
            table[b""] = NOTHING
        self._sections: dict[str, LineTable] = {}
        guid = octgn_o8d.GUIDS.get(resolver.game.code)
        self._guid = None if guid is None else guid.encode()
        self._last_frame = b"<", _OPEN, 0
        """The frame of the `.dek` file before, in which most others stand too: here one that none has."""
        self._frames: dict[_Frame, tuple[LineTable, ...]] = {}
        self._other_frames: set[_Frame] = set()

    def reports(self, decks: Sequence[KnownDeck]) -> Iterator[Report]:
        """Yields the report on each deck."""
        found = repeat(None) if self._plain is None else self._plain.reports(decks)
        for deck, report in zip(decks, found, strict=False):
            yield self._judge.validate(deck.deck()) if report is None else report

    def read(self, path: str, data: bytes) -> KnownDeck | None:
        """The deck of a file of this game with known lines only; None where it has to go the strict way."""
        split: Callable[[bytes], Sequence[FilePart] | None]
        if data[:1].isdigit():
            if suffix_of(path) not in _TYPED or self._resolver.game.lists.team is not None:
                return None  # who is in a team that no heading names depends on all lines
            split = self._split_list
        elif data[:1] not in {b"<", b"\xef"}:
            return None
        else:
            split = self._split_octgn if path[-4:].lower() == ".o8d" else self._split_dek
        parts = split(data)
        if parts is None:
            return None
        try:
            items = b"".join([b"".join(map(table.__getitem__, rows)) for table, rows, _ in parts])
        except KeyError:
            return None
        if not items:
            return None
        base = base_name(path)
        stem = base.rpartition(".")[0]
        head = (path, stem if stem.strip(".") else base, parts[0].table.read_as)
        return KnownDeck(head, self._resolver.game.code, items, self._shared, split, data)

    def _split_dek(self, data: bytes) -> Sequence[FilePart] | None:
        """The lines in the main zone of a `.dek` file."""
        start, end, above = self._last_frame
        # A card right before the end: what is there is not a zone that only another frame has.
        if not (data.startswith(start) and data.endswith(_CARD_END + end)):
            head, _, rest = data.partition(_OPEN)
            _, _, tail = rest.partition(_CLOSE)
            if self._tables(head, tail) is None:
                return None
            start, end, above = self._last_frame = head + _OPEN, _CLOSE + tail, head.count(b"\n") + 2
        # What is between may hold nothing but card lines, so it cannot be several zones.
        rows = data[len(start) : len(data) - len(end)].split(b"\n")
        return None if rows.pop() else (FilePart(self._dek, rows, above),)

    def _split_octgn(self, data: bytes) -> Sequence[FilePart] | None:
        """The lines in the sections of an OCTGN deck."""
        if self._guid is None or self._guid not in data[:_LONGEST_HEAD]:
            return None
        frame, sections = octgn_lines.split(data)
        tables = self._tables(*frame)
        if tables is None:
            return None
        return [FilePart(table, rows, first) for table, (first, rows) in zip(tables, sections, strict=True)]

    def _split_list(self, data: bytes) -> Sequence[FilePart]:
        """The lines of a list without headings."""
        rows = data.split(b"\n")
        return (FilePart(self._listed if b"\t" in rows[0] else self._typed, rows),)

    def _table(self, read_as: str, read_row: Callable[[str], DeckLine | None]) -> LineTable:
        return LineTable(read_as, read_row, self._learned, partial(self._resolver.entry, read_as=read_as))

    def _learned(self, row: bytes, table: LineTable) -> bytes | None:
        """The item of a line by the strict way; None where it cannot be known."""
        try:
            line = table.read_row(row.decode())
        except UnicodeDecodeError:
            return None
        found = None if line is None else self._resolver.certain_card(line, table.read_as)
        if line is None or found is None:
            return None
        table.lines[row] = line
        name, card, zone = found
        if self._cards.setdefault(name, card.name) != card.name:
            self._shared.add(name)
        return NOTHING if self._plain is None else self._plain.item(card, zone, line.quantity)

    def _tables(self, *frame: bytes) -> tuple[LineTable, ...] | None:
        """The table of each zone for a frame of this game; None where it is no known frame."""
        found = self._frames.get(frame)
        if found is not None:
            return found
        if frame in self._other_frames or len(self._frames) + len(self._other_frames) > _MOST_FRAMES:
            return None
        zones = self._zones_of(frame)
        if zones is None:
            self._other_frames.add(frame)
            return None
        found = self._frames[frame] = tuple(map(self._section, zones))
        return found

    def _zones_of(self, frame: _Frame) -> tuple[str, ...] | None:
        """The zones of a frame as the strict reader sees it; None where it takes none of it."""
        try:
            if len(frame) == _DEK:
                found = lackey_dek.read_canonical((_OPEN + _CLOSE).join(frame).decode())
            else:
                found = octgn_lines.read_frame(frame)
        except UnicodeDecodeError:
            return None
        game = self._resolver.game
        if found is None or found.lines or found.game != game.code:
            return None
        known = {self._resolver.zone(label) for label in found.zones} <= set(game.zones)
        return found.zones if known else None

    def _section(self, zone: str) -> LineTable:
        """The table of a section of OCTGN decks; a line may mean another zone in another one."""
        if zone not in self._sections:
            self._sections[zone] = self._table(
                octgn_o8d.NAME, partial(octgn_lines.read_card_row, section=zone)
            )
        return self._sections[zone]


def read_small_file(path: str) -> bytes | None:
    """The bytes of a small regular file, with lines that end in LF; None for all else."""
    try:
        handle = os.open(path, _READ_ONLY)
        try:
            state = os.fstat(handle)
            size = state.st_size
            if not stat.S_ISREG(state.st_mode) or size > _LARGEST_FILE:
                return None
            data = os.read(handle, size + 1)
        finally:
            os.close(handle)
    except (OSError, ValueError):
        return None
    if len(data) != size:
        return None  # it is being written
    if b"\r" in data and data.count(b"\r") == data.count(b"\r\n"):
        return data.replace(b"\r", b"")
    return data


def _read_listed_row(text: str, read_as: str) -> DeckLine | None:
    """The card of a line that is a list of that format, and of no other, by itself."""
    if not (text[:1].isascii() and text[:1].isdigit()) or without_zero_width(text) != text:
        return None
    claimants = surest(text, ".txt")
    if [reader.name for reader in claimants] != [read_as]:
        return None
    found = claimants[0].read(text, "")
    lines = found.lines if isinstance(found, DeckList) else ()
    return lines[0] if len(lines) == 1 else None  # entries side by side are several
