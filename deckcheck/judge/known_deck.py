"""A deck by its known lines: what is kept of each, and the deck where a rule looks at cards."""

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import NamedTuple

from deckcheck.deck import Deck, DeckEntry
from deckcheck.judge.resolve import Key, distinguished
from deckcheck.rules.many import ITEM
from importers.decks.deck_list import DeckLine

_MOST_LINES = 200_000
"""Known lines that are kept of a format; files with others then go the strict way."""


class LineTable(dict[bytes, bytes]):
    """The items of the known lines of one format, or one section of it; a new line is learned.

    Raises `KeyError` for a line that cannot be known. What only some decks need stands apart.
    """

    def __init__(
        self,
        read_as: str,
        read_row: Callable[[str], DeckLine | None],
        learn: "Callable[[bytes, LineTable], bytes | None]",
        enter: Callable[[DeckLine], tuple[Key, DeckEntry]],
    ) -> None:
        super().__init__()
        self.read_as = read_as
        self.read_row = read_row
        self.lines: dict[bytes, DeckLine] = {}
        """The known lines as they are read; of few more than the item is asked for."""
        self._learn = learn
        self._enter = enter
        self._entries: dict[bytes, tuple[Key, DeckEntry]] = {}
        self._unknown: set[bytes] = set()

    def __missing__(self, row: bytes) -> bytes:
        if row not in self._unknown and len(self) + len(self._unknown) < _MOST_LINES:
            known = self._learn(row, self)
            if known is not None:
                self[row] = known
                return known
            self._unknown.add(row)
        raise KeyError(row)

    def entry(self, row: bytes) -> tuple[Key, DeckEntry]:
        """The key of the card of a known line, and the entry that the strict way makes of the line."""
        if row not in self._entries:
            self._entries[row] = self._enter(self.lines[row])
        return self._entries[row]


class FilePart(NamedTuple):
    """The lines of a file that one table knows, all of them; `first` is the number of the first."""

    table: LineTable
    rows: Sequence[bytes]
    first: int = 1


class KnownDeck(NamedTuple):
    """A deck by its known lines, with an item for each of them; `shared` are names of several cards.

    Its lines are split again from the `data` of its file where somebody must see them.
    """

    head: tuple[str, str, str]
    game: str
    items: bytes
    shared: Collection[str]
    split: Callable[[bytes], Sequence[FilePart] | None]
    data: bytes

    def deck(self) -> Deck:
        """The deck as the strict way makes it."""
        path, name, read_as = self.head
        every = range(len(self.items) // ITEM)
        return Deck(distinguished(self._entries(every)), self.game, name, path, read_as)

    def entries_at(self, places: Sequence[int]) -> Sequence[DeckEntry] | None:
        """The entries of its lines at some places; None where a name in them may stand for several cards."""
        found = [*self._entries(places)]
        return None if any(entry.name in self.shared for entry in found) else found

    def _entries(self, places: Sequence[int]) -> Iterator[DeckEntry]:
        """One entry for all lines of a part that say the same, with the number of the first."""
        above = 0
        for table, rows, first in self.split(self.data) or ():
            together: dict[Key, tuple[int, int, DeckEntry]] = {}
            behind = above + len(rows)
            for place in places:
                if above <= place < behind and (row := rows[place - above]):  # a list may have blank lines
                    key, entry = table.entry(row)
                    known = together.get(key)
                    if known is None:
                        together[key] = entry.quantity, place - above + first, entry
                    else:
                        together[key] = known[0] + entry.quantity, *known[1:]
            for quantity, line, e in together.values():
                yield DeckEntry(
                    quantity, e.name, e.zone, line, e.card, e.printing, e.set_code, listed_zone=e.listed_zone
                )
            above = behind
