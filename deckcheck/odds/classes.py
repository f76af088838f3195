"""The cards of a deck in classes: those that a condition does not tell apart count as one.

A card may fit several queries, like a unit of two arenas; so the classes are the different answers
to all queries at once, not the queries themselves.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from db.cards.card import Card
from deckcheck.deck import DeckEntry
from deckcheck.odds.condition import Condition
from deckcheck.query import Query

Discards = Callable[[Card], bool]
"""A function that says which cards of a first hand are put away and replaced."""


@dataclass(frozen=True, slots=True)
class CardClass:
    """So many cards with the same answers to all queries; `discarded` in a first hand or not."""

    copies: int
    answers: tuple[bool, ...]
    discarded: bool = False


@dataclass(frozen=True, slots=True)
class DeckClasses:
    """A main deck in classes, for the queries of one condition.

    `undecided` are the entries that are not known well enough to answer the queries; where the
    cards that they may be disagree, or there is none, the answer counts as no. `unread` is the
    number of lines that could not be read, which may stand for any number of cards more.
    """

    condition: Condition
    classes: tuple[CardClass, ...]
    undecided: tuple[DeckEntry, ...] = ()
    unread: int = 0

    @property
    def cards(self) -> int:
        """The number of cards in the deck."""
        return sum(c.copies for c in self.classes)

    @property
    def discardable(self) -> int:
        """The number of cards that are put away if they are in the first hand."""
        return sum(c.copies for c in self.classes if c.discarded)

    @property
    def exact(self) -> bool:
        """Whether every card is known, so that the odds are those of this deck and no other."""
        return not self.undecided and not self.unread

    def copies(self, query: Query) -> int:
        """The number of cards that fit one of the condition's queries."""
        place = self.condition.queries.index(query)
        return sum(c.copies for c in self.classes if c.answers[place])


def keep_all(_: Card) -> bool:
    """Returns False: no card of a first hand is put away."""
    return False


def classes_of(
    drawn: Iterable[tuple[DeckEntry, int]],
    condition: Condition,
    discards: Discards = keep_all,
    unread: int = 0,
) -> DeckClasses:
    """The classes of the cards of any pile, given as entries and their copies."""
    queries = condition.queries
    counts: Counter[tuple[tuple[bool, ...], bool]] = Counter()
    undecided = []
    for entry, copies in drawn:
        if not copies:
            continue
        answers, certain = common_answers(entry, queries, discards)
        if not certain:
            undecided.append(entry)
        counts[answers] += copies
    classes = tuple(CardClass(copies, *key) for key, copies in sorted(counts.items(), reverse=True))
    return DeckClasses(condition, classes, tuple(undecided), unread)


def common_answers(
    entry: DeckEntry, queries: Iterable[Query], discards: Discards
) -> tuple[tuple[tuple[bool, ...], bool], bool]:
    """The queries that hold for all cards that an entry may be, and whether all are settled."""
    cards = entry.candidates if entry.card is None else (entry.card,)
    answers = [[test(card) for card in cards] for test in (*(q.matches for q in queries), discards)]
    sure = [bool(each) and all(each) for each in answers]
    certain = bool(cards) and not any(any(each) and not all(each) for each in answers)
    return (tuple(sure[:-1]), sure[-1]), certain
