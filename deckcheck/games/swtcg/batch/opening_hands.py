"""Opening hands of a deck of this game: what is counted in them, and its cards in classes."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from deckcheck.chance.random_words import generator
from deckcheck.games.swtcg.cards import ARENAS
from deckcheck.games.swtcg.setup.cards import HAND_SIZE, SetupCard, SetupDeck
from deckcheck.games.swtcg.setup.rules import BATTLE, EQUIPMENT, LOCATION, MISSION, OTHER, UNIT
from deckcheck.simulators.dealt_hands import Bools, DealtHands, Numbers, deal_hands

HANDS_AT_ONCE = 1 << 15
"""The hands of one chunk; the hands of a seed depend on it."""

_HANDS = 3
FIGURES = (*ARENAS, UNIT, BATTLE, MISSION, LOCATION, EQUIPMENT, OTHER)
"""What is counted in every opening hand; a unit of several arenas counts in each of them."""


class HandCondition(Protocol):
    """A condition on a hand: which cards its counts are about, and when it holds."""

    @property
    def text(self) -> str:
        """The condition as written."""

    @property
    def answers(self) -> tuple[tuple[bool, ...], ...]:
        """For each count, which cards of the deck it counts, by number."""

    def holds(self, counts: Numbers) -> Bools:
        """For each hand whether the condition holds, from its counts (a row a count)."""


@dataclass(frozen=True, slots=True)
class HandClasses:
    """The classes of a deck: copies of each, and `marks`, a row for each thing that is counted.

    The classes that a mulligan discards come first, `discarded` is how many they are.
    """

    copies: tuple[int, ...]
    marks: tuple[tuple[int, ...], ...]
    discarded: int


def figure_marks(deck: SetupDeck) -> list[tuple[bool, ...]]:
    """For each of `FIGURES`, which cards of the deck it counts, by number."""

    def marked(card: SetupCard) -> set[str]:
        return {card.kind, *card.arenas} if card.kind == UNIT else {card.kind}

    marks = [marked(card) for card in deck.cards]
    return [tuple(figure in found for found in marks) for figure in FIGURES]


def hand_classes(
    deck: SetupDeck, marks: Sequence[Sequence[bool]], *, mulligan: bool = True
) -> HandClasses:
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
