"""Figures counted over games: how often each value of each came up."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from deckcheck.chance.estimates import Figure, Mean, Share
from deckcheck.simulators.simulator import Figures, PlayCard


@dataclass(slots=True)
class Tally:
    """Counts over so many games: of each figure its values, of each card the games that held it."""

    games: int = 0
    shares: dict[str, int] = field(default_factory=dict)
    values: dict[str, Counter[int]] = field(default_factory=dict)
    cards: Counter[int] = field(default_factory=Counter)

    def count(self, figures: Figures, cards: Iterable[PlayCard] = ()) -> None:
        """Counts one game."""
        self.games += 1
        for name, value in figures.items():
            if isinstance(value, bool):
                self.shares[name] = self.shares.get(name, 0) + value
            else:
                self.values.setdefault(name, Counter())[value] += 1
        self.cards.update({card.number for card in cards})

    def add(self, other: "Tally") -> None:
        """Adds the counts over other games."""
        self.games += other.games
        for name, hits in other.shares.items():
            self.shares[name] = self.shares.get(name, 0) + hits
        for name, values in other.values.items():
            self.values.setdefault(name, Counter()).update(values)
        self.cards.update(other.cards)

    def figures(self) -> dict[str, Figure]:
        """All figures: shares first, then means."""
        shares: dict[str, Figure] = {
            name: Share(hits, self.games) for name, hits in self.shares.items()
        }
        return shares | {name: mean_of(values) for name, values in self.values.items()}

    def distribution(self, name: str) -> dict[int, Share]:
        """How often each value of a number came up, in their order."""
        return {value: Share(n, self.games) for value, n in sorted(self.values[name].items())}

    def in_hand(self, names: Mapping[int, str]) -> dict[str, Share]:
        """How often each card, by its number, was in the hand at least once."""
        return {name: Share(self.cards[number], self.games) for number, name in names.items()}

    def waited_for(self) -> Iterable[Share]:
        """The probabilities that `--until` waits for."""
        return (Share(hits, self.games) for hits in self.shares.values())


def mean_of(values: Mapping[int, int]) -> Mean:
    """The mean of a number from how often each value came up.

    >>> mean_of({-1: 1, 2: 2}).mean
    1.0
    """
    total = sum(value * times for value, times in values.items())
    squares = sum(value * value * times for value, times in values.items())
    return Mean(total, squares, sum(values.values()))
