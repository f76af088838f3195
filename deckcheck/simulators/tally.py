"""Figures counted over games: how often each holds, or the values that each number took."""

from collections import Counter
from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, field

from deckcheck.chance.estimates import Figure, Mean, Proportion
from deckcheck.simulators.simulator import Figures, PlayCard


@dataclass(slots=True)
class FigureTally:
    """Counts over so many games: of each figure its values, of each card the games that held it.

    `names` are the figures in their order. A yes-or-no figure is counted in `hits`, a number in
    `values` (how often each came up) or, where only its mean is asked for, in `means`.
    """

    games: int = 0
    names: tuple[str, ...] = ()
    hits: dict[str, int] = field(default_factory=dict)
    values: dict[str, Counter[int]] = field(default_factory=dict)
    means: dict[str, Mean] = field(default_factory=dict)
    cards: Counter[int] = field(default_factory=Counter)

    def count(self, figures: Figures, cards: Iterable[PlayCard] = ()) -> None:
        """Counts one game."""
        self.games += 1
        self.names = self.names or tuple(figures)
        for name, value in figures.items():
            if isinstance(value, bool):
                self.hits[name] = self.hits.get(name, 0) + value
            else:
                self.values.setdefault(name, Counter())[value] += 1
        self.cards.update({card.number for card in cards})

    def add(self, other: "FigureTally") -> None:
        """Adds the counts over other games."""
        self.games += other.games
        self.names = self.names or other.names
        for name, hits in other.hits.items():
            self.hits[name] = self.hits.get(name, 0) + hits
        for name, values in other.values.items():
            self.values.setdefault(name, Counter()).update(values)
        for name, mean in other.means.items():
            self.means[name] = self.means.get(name, Mean(0, 0, 0)).joined(mean)
        self.cards.update(other.cards)

    def figures(self) -> dict[str, Figure]:
        """All figures by name, in their order."""
        result: dict[str, Figure] = {name: Proportion(n, self.games) for name, n in self.hits.items()}
        result |= {name: mean_of(values) for name, values in self.values.items()}
        result |= self.means
        known = [name for name in self.names if name in result]
        return {name: result[name] for name in (*known, *result)}

    def distribution(self, name: str) -> dict[int, Proportion]:
        """How often each value of a number came up, in their order; empty where nobody counted."""
        values = self.values.get(name, Counter())
        return {value: Proportion(n, self.games) for value, n in sorted(values.items())}

    def games_with(self, cards: Iterable[PlayCard]) -> dict[str, Proportion]:
        """The share of games that held at least one copy of each of the cards."""
        return {card.name: Proportion(self.cards[card.number], self.games) for card in cards}

    def awaited(self, names: Container[str] | None = None) -> Iterable[Proportion]:
        """The probabilities that `--until` waits for: those of these names, or all."""
        return (
            Proportion(hits, self.games) for name, hits in self.hits.items() if names is None or name in names
        )


def mean_of(values: Mapping[int, int]) -> Mean:
    """The mean of a number from how often each value came up.

    >>> mean_of({-1: 1, 2: 2}).mean
    1.0
    """
    total = sum(value * times for value, times in values.items())
    squares = sum(value * value * times for value, times in values.items())
    return Mean(total, squares, sum(values.values()))
