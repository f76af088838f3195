"""Many setups at once, on arrays: the games that greedy and planner play move by move."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement

import numpy as np

from deckcheck.games.swlcg.setup.cards import LIBRARY, OBJECTIVE_DECK, UNIT, LcgPlayCard
from deckcheck.games.swlcg.setup.policies import is_poor, worth_of
from deckcheck.games.swlcg.setup.resources import can_pay
from deckcheck.games.swlcg.setup.setup import HAND_SIZE, OBJECTIVES_DRAWN, OBJECTIVES_IN_PLAY
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

MOST_OBJECTIVES = 20
"""With more different objectives there would be too many ways to keep three of them."""


@dataclass(frozen=True, slots=True)
class _LcgChoices:
    """All objectives that may be kept together, numbered, and what each choice comes to.

    `number` finds a choice by its objectives in order; `worth` ranks the choices for the policy,
    `paid` says which cards each pays for in the first turn.
    """

    number: Ints
    worth: Ints
    resources: Ints
    paid: Flags

    @classmethod
    def of(cls, deck: PlayDeck, policy: str, objectives: Sequence[LcgPlayCard]) -> "_LcgChoices":
        kept = min(OBJECTIVES_IN_PLAY, len(deck.piles[OBJECTIVE_DECK]))
        every = list(combinations_with_replacement(range(len(objectives)), kept))
        number = np.zeros((len(objectives),) * kept, dtype=np.int64)
        own = () if deck.open is None else (deck.open,)
        worth, resources, paid = [], [], []
        for n, places in enumerate(every):
            number[places] = n
            chosen = tuple(objectives[place] for place in places)
            worth.append(worth_of(policy, deck.piles[LIBRARY], own, chosen))
            resources.append(sum(card.resources for card in (*own, *chosen)))
            paid.append([can_pay(card, (*own, *chosen)) for card in deck.cards])
        ranks = {one: rank for rank, one in enumerate(sorted(set(worth)))}
        return cls(
            number,
            np.array([ranks[one] for one in worth], dtype=np.int64),
            np.array(resources, dtype=np.int64),
            np.array(paid, dtype=np.bool_).reshape(len(every), len(deck.cards)),
        )

    def made(self, drawn: Columns) -> Ints:
        """The number of the choice that the policy makes of the objectives of each game."""
        kept = min(OBJECTIVES_IN_PLAY, len(drawn))
        ways = list(combinations(range(len(drawn)), kept))
        found = np.array([self.number[tuple(np.sort(drawn[list(way)], axis=0))] for way in ways])
        found = found.reshape(len(ways), drawn.shape[1])
        best = np.argmax(self.worth[found], axis=0)  # of equal ones the first, as move by move
        chosen: Ints = found[best, np.arange(drawn.shape[1])]
        return chosen


@dataclass(frozen=True, slots=True)
class _LcgSeat:
    """A deck at its seat, with what counts of each of its cards and choices."""

    objectives: SeatedPile
    library: SeatedPile
    policy: str
    choices: _LcgChoices
    units: Flags
    average: Ints
    """For each choice the units of the whole command deck that it pays for."""

    @classmethod
    def of(cls, deck: PlayDeck, policy: str) -> "_LcgSeat":
        objectives = tuple(dict.fromkeys(deck.piles[OBJECTIVE_DECK]))
        choices = _LcgChoices.of(deck, policy, objectives)
        units = np.array([card.kind == UNIT for card in deck.cards], dtype=np.bool_)
        library = SeatedPile.of(deck.piles[LIBRARY])
        return cls(
            SeatedPile.of(deck.piles[OBJECTIVE_DECK]),
            library,
            policy,
            choices,
            units,
            np.count_nonzero((choices.paid & units)[:, library.cards], axis=1),
        )

    def units_paid(self, hands: Columns, chosen: Ints) -> Ints:
        """The units of each hand that can be paid in the first turn."""
        found: Ints = (self.choices.paid[chosen, hands] & self.units[hands]).sum(axis=0)
        return found

    def mulligan(self, library: Columns, chosen: Ints, states: ManyRandomStates) -> tuple[Columns, Flags]:
        """The hands after the mulligan, and which of them were drawn anew."""
        hands = library[:HAND_SIZE].copy()
        payable = self.units_paid(hands, chosen)
        redrew: Flags = is_poor(self.policy, payable, self.average[chosen], len(library))
        rows = np.flatnonzero(redrew)
        hands[:, rows] = states.shuffled(library[:, rows], rows, len(hands))[: len(hands)]
        return hands, redrew

    def tally(self, hands: Columns, chosen: Ints, redrew: Flags) -> FigureTally:
        """The figures of finished setups, as the simulator has those of one."""
        units = self.units_paid(hands, chosen)
        figures: dict[str, Flags | Ints] = {
            "mulligan": redrew,
            "no_payable_unit": units == 0,
            "resources": self.choices.resources[chosen],
            "payable_units": units,
            "payable_cards": self.choices.paid[chosen, hands].sum(axis=0),
            "hand_size": np.full(hands.shape[1], len(hands)),
        }
        return tally_of(figures, hands, len(self.units))


@dataclass(frozen=True, slots=True)
class LcgSetups:
    """Plays chunks of setups of the decks at both seats; None where nobody sits."""

    seats: tuple[_LcgSeat | None, ...]
    seed: int
    at_once: int = GAMES_AT_ONCE

    @classmethod
    def of(
        cls, decks: Sequence[PlayDeck | None], policies: Sequence[str | None], seed: int
    ) -> "LcgSetups | None":
        """The setups of these decks by these policies; None where they are too many or none."""
        for deck in decks:
            if deck is not None:
                objectives = set(deck.piles[OBJECTIVE_DECK])
                if not 0 < len(objectives) <= MOST_OBJECTIVES:
                    return None
        seats = seats_of(decks, policies, _LcgSeat.of)
        return cls(seats, seed)

    def __call__(self, chunk: int, games: int) -> tuple[FigureTally | None, ...]:
        """The tallies of the seats over the first games of a chunk."""
        states = ManyRandomStates.of_chunk(self.seed, SETUPS, chunk, games)
        seated = [seat for seat in self.seats if seat is not None]
        dealt = [
            (seat.objectives.dealt(states, OBJECTIVES_DRAWN), seat.library.dealt(states)) for seat in seated
        ]
        tallies = iter(list(self._played(seated, dealt, states)))
        return tuple(None if seat is None else next(tallies) for seat in self.seats)

    def _played(
        self, seated: Sequence[_LcgSeat], dealt: Sequence[tuple[Columns, Columns]], states: ManyRandomStates
    ) -> Iterator[FigureTally]:
        for seat, (objectives, library) in zip(seated, dealt, strict=True):
            chosen = seat.choices.made(objectives[:OBJECTIVES_DRAWN])
            hands, redrew = seat.mulligan(library, chosen, states)
            yield seat.tally(hands, chosen, redrew)
