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
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from itertools import chain
from operator import mul

from deckcheck.judge.known_deck import FilePart, KnownDeck, LineTable, Sum
from deckcheck.judge.resolve import Resolver
from deckcheck.judge.validate import Judge
from deckcheck.report import Report
from importers.decks import lackey_dek, lackey_txt, octgn_lines, octgn_o8d, plain_text
from importers.decks.deck_list import MAIN_ZONE, DeckLine, DeckList
from importers.decks.reading import surest
from importers.text import without_zero_width

_LARGEST_FILE = 60_000
"""Larger files are read the strict way, which has limits for all that they may hold."""

_MOST_FRAMES = 1_000
_LONGEST_HEAD = 200
"""So many bytes hold the first two lines of an OCTGN deck in OCTGN's form."""
_DEK = 2
"""The parts of the frame of a `.dek` file; that of an OCTGN deck has more."""

_OPEN = f'\t<superzone name="{MAIN_ZONE}">\n'.encode()
_CLOSE = b"\t</superzone>\n"
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
        self._dek = LineTable(lackey_dek.NAME, _read_dek_row, self._learned)
        self._listed, self._typed = (
            LineTable(name, _reader_of_rows(name), self._learned)
            for name in (lackey_txt.NAME, plain_text.NAME)
        )
        self._sections: dict[str, LineTable] = {}
        guid = octgn_o8d.GUIDS.get(resolver.game.code)
        self._guid = None if guid is None else guid.encode()
        self._frames: dict[_Frame, tuple[LineTable, ...]] = {}
        self._other_frames: set[_Frame] = set()

    def report_on_dek(self, path: str, data: bytes) -> Report | None:
        """The report on a `.dek` file of this game; None where it has to go the strict way."""
        head, _, rest = data.partition(_OPEN)
        between, _, tail = rest.partition(_CLOSE)
        if self._tables(head, tail) is None:
            return None
        # What is between may hold nothing but card lines, so it cannot be several zones.
        rows = between.split(b"\n")
        if rows.pop():
            return None
        first = head.count(b"\n") + 2
        return self._report(path, [FilePart(self._dek, rows, Counter(rows), first)])

    def report_on_octgn(self, path: str, data: bytes) -> Report | None:
        """The report on an OCTGN deck of this game; None where it has to go the strict way."""
        if self._guid is None or self._guid not in data[:_LONGEST_HEAD]:
            return None
        frame, sections = octgn_lines.split(data)
        tables = self._tables(*frame)
        if tables is None:
            return None
        return self._report(
            path,
            [
                FilePart(table, rows, Counter(rows), first)
                for table, (first, rows) in zip(tables, sections, strict=True)
            ],
        )

    def report_on_list(self, path: str, data: bytes) -> Report | None:
        """The report on a list without headings; None where it has to go the strict way."""
        if os.path.splitext(path)[1].lower() not in _TYPED:  # noqa: PTH122 - thousands of files
            return None
        rows = data.split(b"\n")
        counts = Counter(rows)
        counts.pop(b"", None)
        table = self._listed if b"\t" in rows[0] else self._typed
        return self._report(path, [FilePart(table, rows, counts)])

    def _report(self, path: str, parts: Sequence[FilePart]) -> Report | None:
        try:
            known = [table[row] for table, _, counts, _ in parts for row in counts]
        except KeyError:
            return None
        if not known:
            return None
        name = os.path.basename(os.path.splitext(path)[0])  # noqa: PTH119, PTH122 - thousands
        read_as = parts[0].table.read_as
        whole = KnownDeck(path, name, self._resolver.game.code, read_as, parts)
        plain = self._plain
        if plain is None or any(
            table.special and not table.special.isdisjoint(counts) for table, _, counts, _ in parts
        ):
            return self._judge.validate(whole.deck())
        keys, weights, quantities = zip(*known, strict=True)
        times = [*chain.from_iterable(part.counts.values() for part in parts)]
        answer = None
        if any(part.counts for part in parts if part.table.fills_main):
            copies = [*map(mul, quantities, times)]
            answer = plain.answer(sum(map(mul, weights, times)), keys, copies, whole.entries_at)
        if answer is None:
            return self._judge.validate(whole.deck())
        return plain.report(answer, path, name, read_as)

    def _learned(self, row: bytes, table: LineTable) -> Sum | None:
        """The meaning of a line by the strict way; None where it cannot be known."""
        try:
            line = table.read_row(row.decode())
        except UnicodeDecodeError:
            return None
        found = None if line is None else self._resolver.certain_entry(line, table.read_as)
        if found is None:
            return None
        _, entry = table.entries[row] = found
        card = entry.card
        assert card is not None  # noqa: S101 - that is what certain means
        plain = self._plain
        weight = 0 if plain is None else plain.weight(entry) * entry.quantity
        if plain is None or not weight:
            table.special.add(row)
            return (), weight, entry.quantity
        table.fills_main = table.fills_main or entry.zone == self._resolver.game.zones[0]
        return plain.keys(card), table.weights.setdefault(weight, weight), entry.quantity

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
            found = _read_dek_frame(*frame) if len(frame) == _DEK else octgn_lines.read_frame(frame)
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
            self._sections[zone] = LineTable(
                octgn_o8d.NAME, partial(octgn_lines.read_card_row, section=zone), self._learned
            )
        return self._sections[zone]


def read_small_file(path: str) -> bytes | None:
    """The bytes of a small regular file, with lines that end in LF; None for all else."""
    try:
        state = os.stat(path)  # noqa: PTH116 - thousands of files
        if not stat.S_ISREG(state.st_mode) or state.st_size > _LARGEST_FILE:
            return None
        handle = os.open(path, os.O_RDONLY)
        try:
            data = os.read(handle, _LARGEST_FILE + 1)
        finally:
            os.close(handle)
    except (OSError, ValueError):
        return None
    if len(data) != state.st_size:
        return None  # it is being written
    if b"\r" in data and data.count(b"\r") == data.count(b"\r\n"):
        return data.replace(b"\r", b"")
    return data


def _read_dek_frame(head: bytes, tail: bytes) -> DeckList | None:
    return lackey_dek.read_canonical((head + _OPEN + _CLOSE + tail).decode())


def _read_dek_row(text: str) -> DeckLine | None:
    return lackey_dek.read_card_row(text)


def _reader_of_rows(read_as: str) -> Callable[[str], DeckLine | None]:
    return partial(_read_listed_row, read_as=read_as)


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
