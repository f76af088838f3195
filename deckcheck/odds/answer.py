"""The answer to a question about odds: the condition, each count in it, and notes."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from db.language import filled, gettext as _, ngettext
from deckcheck.chance.estimates import Proportion
from deckcheck.odds.best import BestMulligan
from deckcheck.odds.classes import CardClass, DeckClasses
from deckcheck.odds.condition import Condition, CountComparison
from deckcheck.odds.errors import TooManyStepsError
from deckcheck.odds.exact import condition_probability
from deckcheck.query import Query
from deckcheck.show.language import number
from deckcheck.show.picked import picked
from deckcheck.show.wording import amount

ANY, WHOLE = "any", "whole"
"""The kinds of mulligan: any cards of a hand are shuffled back, or all of it."""

_NEARLY_ONE = 0.99995
_RARE = 0.0001
"""Beyond these, two decimals of a percentage say nothing more."""


@dataclass(frozen=True, slots=True)
class Question:
    """The cards seen of a deck: an opening hand, with or without mulligan, and draws after it.

    `mulligan` puts away what its classes call discarded; `best` is for games that shuffle cards
    back: `any` of them, or the `whole` hand, as is best for the condition.
    """

    classes: DeckClasses
    hand: int = 7
    draws: int = 0
    mulligan: bool = False
    best: str | None = None

    @property
    def cards_seen(self) -> int:
        """The cards of the hand and the draws."""
        return self.hand + self.draws

    def probability(self) -> Fraction:
        """The exact probability that the condition holds."""
        if self.best is not None:
            return self.best_mulligan().probability()
        return condition_probability(self.classes, self.hand, self.draws, mulligan=self.mulligan)

    def best_mulligan(self) -> BestMulligan:
        """The question as one about the best mulligan."""
        return BestMulligan(self.classes, self.hand, self.draws, self.best == WHOLE)


@dataclass(frozen=True, slots=True)
class CountOdds:
    """The odds of seeing cards of a query: `at_least` has those of 1, 2, ... copies."""

    query: Query
    cards: int
    mean: Fraction
    at_least: tuple[Fraction, ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a question; `probability` is None where it would take too long to count."""

    question: Question
    probability: Fraction | None
    counts: tuple[CountOdds, ...]
    too_long: str = ""

    @property
    def notes(self) -> tuple[str, ...]:
        """The notes that one needs before relying on the answer."""
        notes = [*_notes(self.question.classes)]
        if self.question.best is not None:
            notes.append(_("the table is of hands that are kept, without the mulligan"))
        return tuple(notes)


def answer(question: Question) -> Answer:
    """The exact answer to a question; raises `TooFewCardsError`."""
    counts = tuple(count_odds(question, query) for query in question.classes.condition.queries)
    try:
        return Answer(question, question.probability(), counts)
    except TooManyStepsError as error:
        return Answer(question, None, counts, str(error))


def count_odds(question: Question, query: Query) -> CountOdds:
    """The odds of seeing cards that fit a query; with a choice of mulligan, for a kept hand."""
    question = replace(question, best=None)
    cards = question.classes.copies(query)
    most = min(cards, question.cards_seen)
    at_least = tuple(
        about(question, CountComparison(query, ">=", copies)).probability() for copies in range(1, most + 1)
    )
    return CountOdds(query, cards, sum(at_least, Fraction(0)), at_least)


def about(question: Question, comparison: CountComparison) -> Question:
    """The same question about only one comparison of its condition, or of one of its queries."""
    condition = Condition(comparison)
    old = question.classes.condition.queries
    places = [old.index(query) for query in condition.queries]
    classes = tuple(
        CardClass(c.copies, tuple(c.answers[place] for place in places), c.discarded)
        for c in question.classes.classes
    )
    return replace(question, classes=replace(question.classes, condition=condition, classes=classes))


def seen_curve(question: Question, draws: Iterable[int]) -> dict[int, float]:
    """The probability by the number of cards seen, after each of these numbers of draws."""
    return {
        question.hand + number: float(replace(question, draws=number).probability())
        for number in draws
        if question.hand + number <= question.classes.cards
    }


def _notes(classes: DeckClasses) -> Iterator[str]:
    unknown = sum(entry.quantity for entry in classes.undecided)
    if unknown:
        names = ", ".join(dict.fromkeys(entry.name for entry in classes.undecided))
        yield ngettext(
            "as if: {number} card is unknown or ambiguous ({names}) and counted only where all that they "
            "may be agree; the odds of the real deck may differ",
            "as if: {number} cards are unknown or ambiguous ({names}) and counted only where all that they "
            "may be agree; the odds of the real deck may differ",
            unknown,
            names=names,
        )
    if classes.unread:
        lines = amount(classes.unread, "line")
        yield _("as if: {lines} of the deck could not be read; their cards are missing here", lines=lines)
    none = (
        _("no card of the deck fits {text}") if classes.exact else _("no known card of the deck fits {text}")
    )
    for query in classes.condition.queries:
        if not classes.copies(query):
            yield filled(none, {"text": query.text or _("the query")})


def as_json(answer: Answer, simulated: Proportion | None, seed: int | None) -> dict[str, Any]:
    """The answer as the JSON document of the contract, without its schema."""
    question = answer.question
    return {
        "condition": question.classes.condition.written,
        "cards_seen": question.cards_seen,
        "probability": _rounded(answer.probability),
        "fraction": None if answer.probability is None else _as_text(answer.probability),
        "simulated": simulated and {**simulated.as_json(), "hands": simulated.trials, "seed": seed},
        **picked(question, "cards=classes.cards hand draws"),
        "counts": [
            {
                "query": count.query.text,
                "cards": count.cards,
                "mean": _rounded(count.mean),
                "at_least": [_rounded(p) for p in count.at_least],
            }
            for count in answer.counts
        ],
        "exact": answer.probability is not None and question.classes.exact,
        "notes": [*answer.notes, *([answer.too_long] if answer.too_long else [])],
    }


def percent(probability: Fraction | float) -> str:
    """A probability for people, never rounded to certain or impossible.

    >>> percent(Fraction(1, 3)), percent(1 - 1e-9), percent(0.00004), percent(0)
    ('33.33 %', '>99.99 %', '1 in 25,000', '0 %')
    """
    if probability in (0, 1):
        return f"{int(probability) * 100} %"
    if probability > _NEARLY_ONE:
        return f">{number(99.99, '.2f')} %"
    if probability < _RARE:
        return _one_in(probability)
    return number(float(probability), ".2%").replace("%", " %")


def _one_in(probability: Fraction | float) -> str:
    return _("1 in {probability:,}", probability=round(1 / probability))


def _rounded(number: Fraction | None) -> float | None:
    """The number to twelve digits that count, so that small probabilities stay as exact."""
    return None if number is None else float(f"{float(number):.12g}")


def _as_text(number: Fraction) -> str:
    return f"{number.numerator}/{number.denominator}"
