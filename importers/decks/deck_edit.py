"""A change of a deck file: other numbers of copies, new lines; and the contract of editors."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from importers.decks.deck_format import CARD_FACTS
from importers.decks.deck_list import DeckLine, DeckList

Counts = tuple[int, int | None]
"""Copies, and their dice where they are stated."""


@dataclass(frozen=True, slots=True)
class AddedLine:
    """A new line, behind the line of index `after`; with None it goes to the end of its zone."""

    line: DeckLine
    after: int | None = None


@dataclass(frozen=True, slots=True)
class DeckEdit:
    """A change of a deck list: copies and dice by the index of a line, and new lines.

    No copies take a line out.
    """

    counts: Mapping[int, Counts]
    added: Sequence[AddedLine] = ()

    def is_kept(self, index: int) -> bool:
        """Whether the line of an index stays in the list."""
        return index not in self.counts or self.counts[index][0] > 0

    def changed(self, index: int, line: DeckLine) -> DeckLine | None:
        """A line as the edit leaves it; None where it is taken out."""
        if index not in self.counts:
            return line
        copies, dice = self.counts[index]
        return line._replace(quantity=copies, dice=dice) if copies else None

    def applied(self, deck_list: DeckList) -> DeckList:
        """The deck list with the edit made; it has no line numbers, since it stands in no file."""
        added = self.added_by_place(deck_list.lines)
        lines: list[DeckLine] = []
        for index, line in enumerate(deck_list.lines):
            changed = self.changed(index, line)
            lines += [] if changed is None else [changed]
            lines += added.get(index, ())
        for place, more in added.items():
            lines += more if isinstance(place, str) else ()
        bare = (line._replace(line=None) for line in lines)
        return deck_list._replace(lines=tuple(bare))

    def added_by_place(self, lines: Sequence[DeckLine]) -> dict[int | str, list[DeckLine]]:
        """The new lines by the index of the kept line behind which they go, or by their zone.

        A line that goes is replaced by the nearest one before it that stays in its zone.
        """
        places: dict[int | str, list[DeckLine]] = {}
        for added in self.added:
            zone = added.line.zone
            last = len(lines) - 1 if added.after is None else added.after
            kept = (
                index for index in range(last, -1, -1) if lines[index].zone == zone and self.is_kept(index)
            )
            places.setdefault(next(kept, zone), []).append(added.line)
        return places


@dataclass(frozen=True, slots=True)
class TextEdit:
    """A part of a text, from `start` up to `end`, that becomes another text."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class DeckEditor:
    """The editing in place of files of a format.

    `edits` gives the changes of the text, as its reader got it; `fitted` a new line with no more
    than this file can state. `single` says of which lines each stands for one copy.
    """

    name: str
    edits: Callable[[str, DeckList, DeckEdit], Iterable[TextEdit]]
    fitted: Callable[[str, DeckList, DeckLine], DeckLine]
    single: Callable[[DeckLine], bool] = lambda _: False


def facts_in_use(deck_list: DeckList, holds: Iterable[str]) -> frozenset[str]:
    """The facts of cards that at least half of the lines of a list state.

    >>> lines = (DeckLine(4, "Yoda (A)", set_code="AOTC"), DeckLine(1, "Dooku (B)"))
    >>> sorted(facts_in_use(DeckList(lines, "text"), ("set_code", "number")))
    ['set_code']
    """
    lines = deck_list.lines
    return frozenset(
        fact
        for fact in holds
        if lines and 2 * sum(getattr(line, fact) is not None for line in lines) >= len(lines)
    )


def with_facts(line: DeckLine, holds: Iterable[str], **more: str) -> DeckLine:
    """The line without the facts of its card that a file does not hold."""
    lost: dict[str, Any] = dict.fromkeys(set(CARD_FACTS).difference(holds))
    return line._replace(**(lost | more))
