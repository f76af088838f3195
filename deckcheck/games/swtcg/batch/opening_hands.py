"""Opening hands of a deck of this game: its cards in classes, and the kinds that are counted."""

from collections.abc import Sequence
from dataclasses import dataclass

from deckcheck.chance.random_words import generator
from deckcheck.games.swtcg.setup.cards import SetupDeck
from deckcheck.games.swtcg.setup.figures import COUNTED_KINDS, counted_as
from deckcheck.games.swtcg.setup.rules import HAND_SIZE
from deckcheck.simulators.dealt_hands import DealtHands, deal_hands

HANDS_AT_ONCE = 1 << 15
"""The hands of one chunk; the hands of a seed depend on it."""

_HANDS = 3


@dataclass(frozen=True, slots=True)
class HandClasses:
    """The classes of a deck: copies of each, and `marks`, a row for each thing that is counted.

    The classes that a mulligan discards come first, `discarded` is how many they are.
    """

    copies: tuple[int, ...]
    marks: tuple[tuple[int, ...], ...]
    discarded: int


def figure_marks(deck: SetupDeck) -> list[tuple[bool, ...]]:
    """The cards of the deck that each of `COUNTED_KINDS` counts: a bool for each card number."""
    marks = [counted_as(card) for card in deck.cards]
    return [tuple(kind in found for found in marks) for kind in COUNTED_KINDS]


def hand_classes(deck: SetupDeck, marks: Sequence[Sequence[bool]], *, mulligan: bool = True) -> HandClasses:
    """The deck in classes of cards that no mark tells apart; without mulligan none is discarded."""
    found: dict[tuple[bool, tuple[bool, ...]], int] = {}
    for card, copies in zip(deck.cards, deck.counts, strict=True):
        stays = not (mulligan and card.kind in deck.rules.discardable)
        key = stays, tuple(bool(row[card.number]) for row in marks)
        found[key] = found.get(key, 0) + copies
    keys = sorted(found)
    columns = [key[1] for key in keys]
    return HandClasses(
        tuple(found[key] for key in keys),
        tuple(tuple(int(column[row]) for column in columns) for row in range(len(marks))),
        sum(not stays for stays, _ in keys),
    )


def deal_chunk(classes: HandClasses, seed: int, chunk: int, hands: int) -> DealtHands:
    """The hands of one chunk of a seed."""
    rng = generator(seed, _HANDS, chunk)
    return deal_hands(classes.copies, classes.discarded, rng, hands, HAND_SIZE)
