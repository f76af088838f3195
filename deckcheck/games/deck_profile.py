"""The composition of a deck, in one shape for all games."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from db.cards.card import Card
from db.sums import summed


@dataclass(frozen=True, slots=True)
class Spread:
    """The whole numbers among some stats, and how many were X or * or missing instead."""

    cards: int
    mean: float | None
    least: int | None
    most: int | None
    open: int = 0


@dataclass(frozen=True, slots=True)
class DeckPicture:
    """The data of a plot of a deck: copies by type and cost, copies by type, stats by group."""

    subtitle: str
    costs: Mapping[str, Mapping[str, int]]
    types: Mapping[str, int]
    stats: Mapping[str, Mapping[str, Spread]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class DeckProfile:
    """A deck in figures: the document without its schema, exact means by name, text and picture.

    `text` takes the width of the terminal, and whether bars are drawn in ASCII.
    """

    name: str
    document: Mapping[str, Any]
    means: Mapping[str, float]
    text: Callable[[int, bool], str]
    picture: DeckPicture

    def figures(self) -> dict[str, dict[str, float]]:
        """The figures as all statistics documents have them; counted from all cards, so exact."""
        return {
            name: {"mean": float(f"{mean:.9g}"), "standard_error": 0.0} for name, mean in self.means.items()
        }


ZonedCard = tuple[str, Card | None, int]
"""A line of a deck: its zone, its card if it is known, and its copies."""


@dataclass(frozen=True, slots=True)
class DeckSums:
    """The sums in the workbook of a deck: numbers with their names, and tables of copies."""

    numbers: Sequence[tuple[str, str | int]]
    tables: Sequence[tuple[str, Sequence[tuple[str, int]]]]


def by_label(pairs: Iterable[tuple[str, int]]) -> list[tuple[str, int]]:
    """Copies by label, the most first.

    >>> by_label([("Gear", 1), ("Event", 2), ("Gear", 3)])
    [('Gear', 4), ('Event', 2)]
    """
    return summed(pairs).most_common()


def cost_curve(cards: Iterable[tuple[Card, int]]) -> list[tuple[str, int]]:
    """Copies by cost, from 1 to the highest without a gap; costs without a number last, as X."""
    copies = summed((card.cost if isinstance(card.cost, int) else "X", number) for card, number in cards)
    highest = max((cost for cost in copies if isinstance(cost, int)), default=0)
    curve = [(str(cost), copies[cost]) for cost in range(1, highest + 1)]
    return [*curve, ("X", copies["X"])] if copies["X"] else curve
