"""Figures from many trials, each with its standard error."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import asin, inf, sqrt

from db.language import gettext as _

NORMAL_95 = 1.96
"""A figure is within this many standard errors of the truth in 95 of 100 cases."""

MATTERS = 3.0
"""A difference of fewer standard errors than this may well be chance."""

SMALL, LARGE = 0.2, 0.8
"""Effects below the one and from the other on are called small and large."""

_SIZES = {
    "chance": _("may be chance"),
    "small": _("differs, but little"),
    "medium": _("differs"),
    "large": _("differs much"),
}


@dataclass(frozen=True, slots=True)
class Proportion:
    """The proportion of trials in which something happened.

    >>> Proportion(1, 4)
    Proportion(hits=1, trials=4)
    >>> Proportion(1, 4).estimate
    0.25
    """

    hits: int
    trials: int

    @property
    def estimate(self) -> float:
        """The estimated probability."""
        return self.hits / self.trials if self.trials else 0.0

    @property
    def standard_error(self) -> float:
        """The standard error of the estimate.

        Where all trials agree, the usual formula would claim certainty; then one trial more is
        taken to have gone either way.
        """
        if not self.trials:
            return 1.0
        proportion = (self.hits + 1) / (self.trials + 2) if self.hits in {0, self.trials} else self.estimate
        return sqrt(proportion * (1 - proportion) / self.trials)

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's interval, which holds the truth in 95 of 100 cases and stays within 0 to 1.

        E. B. Wilson, Journal of the American Statistical Association 22 (1927).

        >>> [round(end, 3) for end in Proportion(0, 2).interval]
        [0.0, 0.658]
        """
        if not self.trials:
            return 0.0, 1.0
        square = NORMAL_95**2
        middle, whole = self.hits + square / 2, self.trials + square
        half = NORMAL_95 * sqrt(self.hits * (self.trials - self.hits) / self.trials + square / 4)
        low = 0.0 if not self.hits else (middle - half) / whole
        return low, 1.0 if self.hits == self.trials else (middle + half) / whole

    @property
    def value(self) -> float:
        """The estimate, under the name that `Mean` has for its value too."""
        return self.estimate

    def as_json(self) -> dict[str, float]:
        """The figure as documents have it."""
        return {"estimate": rounded(self.estimate), "standard_error": rounded(self.standard_error)}


@dataclass(frozen=True, slots=True)
class Mean:
    """The mean of a number over many trials, from the sums of the number and of its square."""

    total: int
    squares: int
    trials: int

    @property
    def mean(self) -> float:
        """The mean."""
        return self.total / self.trials if self.trials else 0.0

    @property
    def standard_error(self) -> float:
        """The standard error of the mean."""
        if self.trials <= 1:
            return 0.0
        spread = self.squares - self.total * self.total / self.trials
        return sqrt(max(0.0, spread) / (self.trials - 1) / self.trials)

    @property
    def value(self) -> float:
        """The mean, under the name that `Proportion` has for its value too."""
        return self.mean

    def joined(self, other: "Mean") -> "Mean":
        """The mean over the trials of both.

        >>> Mean(3, 9, 1).joined(Mean(1, 1, 1)).mean
        2.0
        """
        return Mean(self.total + other.total, self.squares + other.squares, self.trials + other.trials)

    def as_json(self) -> dict[str, float]:
        """The figure as documents have it."""
        return {"mean": rounded(self.mean), "standard_error": rounded(self.standard_error)}


Figure = Proportion | Mean


def mean_of_counts(counts: Iterable[int]) -> Mean:
    """The mean of a number, given how often each of 0, 1, 2, ... came up.

    >>> mean_of_counts([1, 0, 1]).mean
    1.0
    """
    total = squares = trials = 0
    for number, times in enumerate(counts):
        total += number * times
        squares += number * number * times
        trials += times
    return Mean(total, squares, trials)


@dataclass(frozen=True, slots=True)
class FigureDifference:
    """The difference between two figures, the second minus the first."""

    first: Figure
    second: Figure

    @property
    def difference(self) -> float:
        """The second figure minus the first."""
        return self.second.value - self.first.value

    @property
    def standard_error(self) -> float:
        """The standard error of the difference, the two samples being independent."""
        return sqrt(self.first.standard_error**2 + self.second.standard_error**2)

    @property
    def matters(self) -> bool:
        """Whether the difference is more than three of its standard errors: hardly chance."""
        return abs(self.difference) > MATTERS * self.standard_error

    @property
    def effect(self) -> float:
        """The size of the difference relative to the spread of single games: Cohen's h or d.

        J. Cohen, Statistical Power Analysis for the Behavioral Sciences (1988): h compares shares,
        d means; from 0.2 he calls it small, from 0.8 large.
        """
        if isinstance(self.first, Proportion) and isinstance(self.second, Proportion):
            one, two = (asin(sqrt(proportion.estimate)) for proportion in (self.first, self.second))
            return abs(2 * one - 2 * two)
        errors = ((one.standard_error**2, one.trials) for one in (self.first, self.second))
        spread = sqrt(sum(error * trials for error, trials in errors) / 2)
        if not self.difference:
            return 0.0
        return abs(self.difference) / spread if spread else inf

    @property
    def size(self) -> str:
        """The difference in a word: chance, small, medium or large.

        >>> FigureDifference(Proportion(500, 1000), Proportion(900, 1000)).size
        'large'
        """
        if not self.matters:
            return "chance"
        if self.effect < SMALL:
            return "small"
        return "large" if self.effect >= LARGE else "medium"

    @property
    def words(self) -> str:
        """The size of the difference in words, to stand after a name.

        >>> FigureDifference(Proportion(5000, 10000), Proportion(5300, 10000)).words
        'differs, but little'
        """
        return _SIZES[self.size]

    def as_json(self) -> dict[str, float | bool | str]:
        """The difference as documents have it."""
        return {
            "first": rounded(self.first.value),
            "second": rounded(self.second.value),
            "difference": rounded(self.difference),
            "standard_error": rounded(self.standard_error),
            "matters": self.matters,
            "size": self.size,
        }


def widest(figures: Iterable[Proportion]) -> float:
    """Half the width of the widest 95 % interval among the proportions; 1 where there are none."""
    return max((NORMAL_95 * proportion.standard_error for proportion in figures), default=1.0)


def rounded(number: float) -> float:
    """The number rounded to nine significant digits, for documents."""
    return float(f"{number:.9g}")
