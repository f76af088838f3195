"""The exact odds of rolls of dice, to which simulated ones are compared."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from deckcheck.games.destiny.setup.dice import Die, face_value, total_of


def roll_mean(dice: Iterable[Die]) -> Fraction:
    """The mean total of a roll.

    >>> roll_mean([("1MD", "1MD", "+2MD", "Sp", "-", "-")])
    Fraction(2, 3)
    """
    return sum((Fraction(total_of(die), len(die)) for die in dice), Fraction(0))


def roll_odds(dice: Iterable[Die]) -> dict[int, Fraction]:
    """The probability of each total of a roll."""
    odds = {0: Fraction(1)}
    for die in dice:
        more: dict[int, Fraction] = {}
        for total, chance in odds.items():
            for face in die:
                new = total + face_value(face)
                more[new] = more.get(new, Fraction(0)) + chance / len(die)
        odds = more
    return dict(sorted(odds.items()))


def win_odds(own: Sequence[Die], other: Sequence[Die]) -> Fraction | None:
    """How likely one wins the roll against another, ties rolled again; None where all are ties.

    >>> win_odds([("1MD",)], [("2MD", "-")])
    Fraction(1, 2)
    """
    mine, theirs = roll_odds(own), roll_odds(other)
    won = _beats(mine, theirs)
    decided = won + _beats(theirs, mine)
    return won / decided if decided else None


def _beats(one: Mapping[int, Fraction], other: Mapping[int, Fraction]) -> Fraction:
    return sum(
        (p * q for mine, p in one.items() for theirs, q in other.items() if mine > theirs), Fraction(0)
    )
