"""A deck by its known lines: what is kept of each, and the deck where a rule looks at cards."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from deckcheck.deck import Deck, DeckEntry
from deckcheck.judge.resolve import Key, distinguished
from importers.decks.deck_list import DeckLine

_MOST_LINES = 200_000
"""Known lines that are kept of a format; files with others then go the strict way."""

Sum = tuple[tuple[Hashable, ...], int, int]
"""The part of a line in the sums: as what its copies count, their weight, and their number."""


class LineTable(dict[bytes, Sum]):
    """The known lines of one format, or one section of it; one is learned when it is asked for.

    Raises `KeyError` for a line that cannot be known. What only some decks need stands apart, since
    a processor waits for each object that it has to touch.
    """

    def __init__(
        self,
        read_as: str,
        read_row: Callable[[str], DeckLine | None],
        learn: "Callable[[bytes, LineTable], Sum | None]",
    ) -> None:
        super().__init__()
        self.read_as = read_as
        self.read_row = read_row
        self.special: set[bytes] = set()
        """Lines of cards at which a rule looks: their decks are judged card by card."""
        self.fills_main = False
        """Whether its lines stand in the main zone."""
        self.entries: dict[bytes, tuple[Key, DeckEntry]] = {}
        """The key of each line's card, and the entry that the strict way makes of the line."""
        self.weights: dict[int, int] = {}
        """Equal weights as one object."""
        self._learn = learn
        self._unknown: set[bytes] = set()

    def __missing__(self, row: bytes) -> Sum:
        if row not in self._unknown and len(self) + len(self._unknown) < _MOST_LINES:
            known = self._learn(row, self)
            if known is not None:
                self[row] = known
                return known
            self._unknown.add(row)
        raise KeyError(row)


class FilePart(NamedTuple):
    """The lines of a file that one table knows: all, and how often each; `first` is a number."""

    table: LineTable
    rows: Sequence[bytes]
    counts: Mapping[bytes, int]
    first: int = 1


@dataclass(frozen=True, slots=True)
class KnownDeck:
    """A deck by its known lines, for rules that look at its cards."""

    path: str
    name: str
    game: str
    read_as: str
    parts: Sequence[FilePart]

    def deck(self) -> Deck:
        """The deck as the strict way makes it."""
        entries = distinguished(entry for part in self.parts for entry in _entries(part, part.counts))
        return Deck(entries, self.game, self.name, self.path, self.read_as)

    def entries_at(self, places: Sequence[int]) -> list[DeckEntry] | None:
        """The entries of some of its different lines; None where a name in it stands for several cards."""
        lines = [(part, row) for part in self.parts for row in part.counts]
        named = {(e.name, e.card.name) for part, row in lines if (e := part.table.entries[row][1]).card}
        if len(named) > len({name for name, _ in named}):
            return None
        wanted = [lines[place] for place in places]
        return [e for one in self.parts for e in _entries(one, [row for part, row in wanted if part is one])]


def _entries(part: FilePart, rows: Iterable[bytes]) -> Iterator[DeckEntry]:
    """One entry for all lines that say the same, with the number of the first."""
    table, every, counts, above = part
    together: dict[Key, tuple[int, bytes, DeckEntry]] = {}
    for row in rows:
        key, entry = table.entries[row]
        before, first, _ = together.get(key) or (0, row, entry)
        together[key] = (before + entry.quantity * counts[row], first, entry)
    for quantity, first, e in together.values():
        yield DeckEntry(
            quantity,
            e.name,
            e.zone,
            every.index(first) + above,
            e.card,
            e.printing,
            e.set_code,
            listed_zone=e.listed_zone,
        )
