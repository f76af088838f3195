"""Many setups at once, on arrays: the games that greedy and planner play move by move."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from deckcheck.games.stargate.setup.cards import LIBRARY, MISSION_PILE, UNKNOWN, VILLAIN_KINDS
from deckcheck.games.stargate.setup.policies import is_payable, is_poor
from deckcheck.games.stargate.setup.setup import HAND_SIZE, possible_firsts, start_setup
from deckcheck.simulators.many_games import (
    Columns,
    Flags,
    Ints,
    ManyRandomStates,
    SeatedPile,
    seats_of,
    tally_of,
)
from deckcheck.simulators.random_state import GAMES_AT_ONCE
from deckcheck.simulators.simulator import SETUPS, PlayDeck
from deckcheck.simulators.tally import FigureTally


@dataclass(frozen=True, slots=True)
class _StargateSeat:
    """A deck at its seat, with what counts of each of its cards."""

    pile: SeatedPile
    cards: int
    policy: str
    heroes: Flags
    others: Flags
    villains: Flags
    payable: Flags

    @classmethod
    def of(cls, deck: PlayDeck, policy: str) -> "_StargateSeat":
        cards = deck.cards
        return cls(
            SeatedPile.of(deck.piles[LIBRARY], len(deck.piles[MISSION_PILE])),
            len(cards),
            policy,
            np.array([card.is_hero for card in cards], dtype=np.bool_),
            np.array([not card.is_hero and card.kind != UNKNOWN for card in cards], dtype=np.bool_),
            np.array([card.kind in VILLAIN_KINDS for card in cards], dtype=np.bool_),
            np.array([is_payable(card) for card in cards], dtype=np.bool_),
        )

    def is_poor(self, hands: Columns) -> Flags:
        """Which hands the policy draws anew."""
        counts = (held[hands].sum(axis=0) for held in (self.heroes, self.others, self.payable))
        found: Flags = is_poor(self.policy, *counts)
        return found

    def tally(self, hands: Columns, redrew: Flags, first: Flags | None) -> FigureTally:
        """The figures of finished setups, as the simulator has those of one."""
        figures: dict[str, Flags | Ints] = {} if first is None else {"first": first}
        figures |= {
            "mulligan": redrew,
            "hand_size": np.full(hands.shape[1], len(hands)),
            "hero_cards": self.heroes[hands].sum(axis=0),
            "villain_cards": self.villains[hands].sum(axis=0),
        }
        return tally_of(figures, hands, self.cards)


@dataclass(frozen=True, slots=True)
class StargateSetups:
    """Plays chunks of setups of the decks at both seats; None where nobody sits."""

    seats: tuple[_StargateSeat | None, ...]
    firsts: tuple[int, ...]
    """The seats that may go first: of equal victory totals both."""
    seed: int
    at_once: int = GAMES_AT_ONCE

    @classmethod
    def of(
        cls, decks: Sequence[PlayDeck | None], policies: Sequence[str | None], seed: int
    ) -> "StargateSetups":
        """The setups of these decks by these policies."""
        seats = seats_of(decks, policies, _StargateSeat.of)
        start = start_setup(decks, [None if deck is None else deck.piles for deck in decks])
        return cls(seats, start.order or possible_firsts(start), seed)

    def __call__(self, chunk: int, games: int) -> tuple[FigureTally | None, ...]:
        """The tallies of the seats over the first games of a chunk."""
        states = ManyRandomStates.of_chunk(self.seed, SETUPS, chunk, games)
        libraries = [None if seat is None else seat.pile.dealt(states) for seat in self.seats]
        first = np.full(games, self.firsts[0])
        if len(self.firsts) > 1:
            first = np.array(self.firsts)[states.below(len(self.firsts))]
        hands = [None if library is None else library[:HAND_SIZE].copy() for library in libraries]
        redrew = [np.zeros(games, dtype=np.bool_) for _ in self.seats]
        for goes_first in (True, False):  # whoever goes first shuffles before the other one
            for number, (seat, library) in enumerate(zip(self.seats, libraries, strict=True)):
                rows = np.flatnonzero((first == number) == goes_first)
                hand = hands[number]
                if seat is None or library is None or hand is None or not rows.size:
                    continue
                rows = rows[seat.is_poor(hand[:, rows])]
                redrew[number][rows] = True
                hand[:, rows] = states.shuffled(library[:, rows], rows, len(hand))[: len(hand)]
        alone = None in self.seats
        return tuple(
            None
            if seat is None or hand is None
            else seat.tally(hand, redrew[number], None if alone else first == number)
            for number, (seat, hand) in enumerate(zip(self.seats, hands, strict=True))
        )
