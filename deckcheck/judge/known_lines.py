"""Files with known lines only: each distinct line is read and looked up once.

A canonical line of a deck file stands for the same copies of the same card in every file. So it is
read, proven and looked up once for all files, and a file is no more than its lines, counted. What
makes a line known is strict:

- A `.dek` file must be a frame that the strict reader takes, with lines in its main zone that the
  strict reader takes as cards in LackeyCCG's own form.
- A list of LackeyCCG or a typed list must have nothing but lines that begin with a digit, each of
  which is a list of just that format by itself. Readers look at such a text line by line: they
  claim the whole where they claim each line. A heading or a comment sends the file the strict way.
- What a line names must be one card, with nothing to note.

Any other line, and any file that is not plain UTF-8, sends the whole file the strict way; tests
prove that both ways end in the same report.
"""

import os
import stat
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from operator import mul

from deckcheck.deck import Deck, DeckEntry
from deckcheck.judge.fast_lane import most_copies
from deckcheck.judge.resolve import Key, Resolver, distinguished
from deckcheck.judge.validate import Judge
from deckcheck.report import Report
from importers.decks import lackey_dek, lackey_txt, plain_text
from importers.decks.deck_list import MAIN_ZONE, DeckLine
from importers.decks.readers import READERS
from importers.text import without_zero_width

_LARGEST_FILE = 60_000
"""Larger files are read the strict way, which has limits for all that they may hold."""

_MOST_LINES = 200_000
"""Known lines that are kept of a format; files with others then go the strict way."""

_MOST_FRAMES = 1_000

_OPEN = f'\t<superzone name="{MAIN_ZONE}">\n'.encode()
_CLOSE = b"\t</superzone>\n"
_TYPED = ("", ".txt")
"""The suffixes of lists that no other reader claims for its suffix."""


_Frame = tuple[bytes, bytes]
"""All that a `.dek` file has before its main zone, and all behind it."""

_Sum = tuple[str, int, int]
"""The part of a line in the sums: its card, the weight of its copies, and their number."""


class _Table(dict[bytes, _Sum]):
    """The known lines of one format; a new one is learned when it is asked for.

    Raises `KeyError` for a line that cannot be known. What only some decks need stands apart, since
    a processor waits for each object that it has to touch.
    """

    def __init__(self, read_as: str, learn: "Callable[[bytes, _Table], _Sum | None]") -> None:
        super().__init__()
        self.read_as = read_as
        self.not_cleared: set[bytes] = set()
        """Lines of cards to which a rule may object: their decks are judged card by card."""
        self.entries: dict[bytes, tuple[Key, DeckEntry]] = {}
        """The key of each line's card, and the entry that the strict way makes of the line."""
        self.weights: dict[int, int] = {}
        """Equal weights as one object."""
        self._learn = learn
        self._unknown: set[bytes] = set()

    def __missing__(self, row: bytes) -> _Sum:
        if row not in self._unknown and len(self) + len(self._unknown) < _MOST_LINES:
            known = self._learn(row, self)
            if known is not None:
                self[row] = known
                return known
            self._unknown.add(row)
        raise KeyError(row)


class KnownLines:
    """Judges files of one game by their lines, as long as all of these are known."""

    def __init__(self, resolver: Resolver, judge: Judge) -> None:
        self._resolver = resolver
        self._judge = judge
        self._lane = judge.fast_lane
        names = (lackey_dek.NAME, lackey_txt.NAME, plain_text.NAME)
        self._dek, self._listed, self._typed = (_Table(name, self._learned) for name in names)
        self._frames: set[_Frame] = set()
        self._other_frames: set[_Frame] = set()

    def report_on_dek(self, path: str, data: bytes) -> Report | None:
        """The report on a `.dek` file of this game; None where it has to go the strict way."""
        head, _, rest = data.partition(_OPEN)
        between, _, tail = rest.partition(_CLOSE)
        frame = (head, tail)
        if frame not in self._frames and not self._learn_frame(frame):
            return None
        # What is between may hold nothing but card lines, so it cannot be several zones.
        rows = between.split(b"\n")
        if rows.pop():
            return None
        return self._report(path, rows, head + _OPEN, Counter(rows), self._dek)

    def report_on_list(self, path: str, data: bytes) -> Report | None:
        """The report on a list without headings; None where it has to go the strict way."""
        if os.path.splitext(path)[1].lower() not in _TYPED:  # noqa: PTH122 - thousands of files
            return None
        rows = data.split(b"\n")
        counts = Counter(rows)
        counts.pop(b"", None)
        table = self._listed if b"\t" in rows[0] else self._typed
        return self._report(path, rows, b"", counts, table)

    def _report(
        self, path: str, rows: list[bytes], head: bytes, counts: Counter[bytes], table: _Table
    ) -> Report | None:
        try:
            known = [table[row] for row in counts]
        except KeyError:
            return None
        if not known:
            return None
        name = os.path.basename(os.path.splitext(path)[0])  # noqa: PTH119, PTH122 - thousands
        plain = _KnownDeck(path, name, self._resolver.game.code, rows, head, counts, known, table)
        lane = self._lane
        if lane is None or (table.not_cleared and not table.not_cleared.isdisjoint(counts)):
            return self._judge.validate(plain.deck())
        cards, weights, quantities = zip(*known, strict=True)
        times = counts.values()
        packed = sum(map(mul, weights, times))
        most = most_copies(cards, map(mul, quantities, times))
        found = lane.finding(packed, most, plain)
        if found is None:
            return self._judge.validate(plain.deck())
        return lane.report(found, path, name, table.read_as)

    def _learned(self, row: bytes, table: _Table) -> _Sum | None:
        """The meaning of a line by the strict way; None where it cannot be known."""
        try:
            text = row.decode()
        except UnicodeDecodeError:
            return None
        is_dek = table is self._dek
        line = _read_dek_row(text) if is_dek else _read_listed_row(text, table.read_as)
        if line is None:
            return None
        found = self._resolver.certain_entry(line)
        if found is None:
            return None
        _, entry = table.entries[row] = found
        card = entry.card
        assert card is not None  # noqa: S101 - that is what certain means
        lane, main = self._lane, self._resolver.game.zones[0]
        if lane is None or not lane.is_plain(entry, main) or not lane.clears(card):
            table.not_cleared.add(row)
        weight = 0 if lane is None else lane.weight(card) * entry.quantity
        return card.name, table.weights.setdefault(weight, weight), entry.quantity

    def _learn_frame(self, frame: _Frame) -> bool:
        """Whether a `.dek` file of this game may have this before and behind its main zone."""
        if (
            frame in self._other_frames
            or len(self._frames) + len(self._other_frames) > _MOST_FRAMES
        ):
            return False
        fits = self._is_frame(*frame)
        (self._frames if fits else self._other_frames).add(frame)
        return fits

    def _is_frame(self, head: bytes, tail: bytes) -> bool:
        try:
            frame = lackey_dek.read_canonical((head + _OPEN + _CLOSE + tail).decode())
        except UnicodeDecodeError:
            return False
        game = self._resolver.game
        if frame is None or frame.lines or frame.game != game.code:
            return False
        return {self._resolver.zone(label) for label in frame.zones} <= set(game.zones)


@dataclass(frozen=True, slots=True)
class _KnownDeck:
    """A deck by its known lines, for rules that look at its cards."""

    path: str
    name: str
    game: str
    rows: list[bytes]
    head: bytes
    counts: Counter[bytes]
    known: list[_Sum]
    table: _Table

    def deck(self) -> Deck:
        """The deck as the strict way makes it."""
        entries = distinguished(self._entries(self.counts))
        return Deck(entries, self.game, self.name, self.path, self.table.read_as)

    def copies(self) -> dict[str, int]:
        """The copies of each card."""
        copies: dict[str, int] = {}
        for (card, _, quantity), times in zip(self.known, self.counts.values(), strict=True):
            copies[card] = copies.get(card, 0) + quantity * times
        return copies

    def entries_called(self, card: str) -> list[DeckEntry]:
        """The entries of a card."""
        pairs = zip(self.counts, self.known, strict=True)
        found = list(self._entries(row for row, known in pairs if known[0] == card))
        if all(entry.name == card for entry in found):
            return found
        # Another card may be called so in this list; then entries go by other names.
        return [e for e in self.deck().entries if e.card_name == card]

    def _entries(self, rows: Iterable[bytes]) -> Iterator[DeckEntry]:
        """One entry for all lines that say the same, with the number of the first."""
        together: dict[Key, tuple[int, bytes, DeckEntry]] = {}
        for row in rows:
            key, entry = self.table.entries[row]
            before, first, _ = together.get(key) or (0, row, entry)
            together[key] = (before + entry.quantity * self.counts[row], first, entry)
        above = self.head.count(b"\n") + 1
        for quantity, first, e in together.values():
            yield DeckEntry(
                quantity, e.name, e.zone, self.rows.index(first) + above, e.card, e.printing,
                e.set_code, listed_zone=e.listed_zone,
            )  # fmt: skip


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


def _read_dek_row(text: str) -> DeckLine | None:
    return lackey_dek.read_card_row(text)


def _read_listed_row(text: str, read_as: str) -> DeckLine | None:
    """The card of a line that is a list of that format, and of no other, by itself."""
    if not (text[:1].isascii() and text[:1].isdigit()) or without_zero_width(text) != text:
        return None
    claimants = [reader for reader in READERS if reader.claims(text, ".txt")]
    if [reader.name for reader in claimants] != [read_as]:
        return None
    lines = claimants[0].read(text, "").lines
    return lines[0] if lines else None
