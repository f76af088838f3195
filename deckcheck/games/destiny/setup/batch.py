"""Many setups at once, on arrays: the games that greedy and planner play move by move."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from deckcheck.games.destiny.setup.cards import HAND_SIZE, LIBRARY, OpenCards
from deckcheck.games.destiny.setup.dice import always_tied, face_value
from deckcheck.games.destiny.setup.policies import FIRST_TWO_ROUNDS, is_cheap, is_playable, of_battlefields
from deckcheck.games.destiny.setup.state import SHIELDS_TAKEN, START_RESOURCES
from deckcheck.simulators.many_games import (
    Columns,
    Flags,
    Ints,
    ManyRandomStates,
    Rows,
    SeatedPile,
    seats_of,
    tally_of,
)
from deckcheck.simulators.random_state import GAMES_AT_ONCE
from deckcheck.simulators.simulator import GREEDY, SETUPS, PlayDeck
from deckcheck.simulators.tally import FigureTally


@dataclass(frozen=True, slots=True)
class _DestinySeat:
    """A deck at its seat, with what counts of each of its cards.

    `ranks` order cards as the planner looks at them, `titles` number their titles.
    """

    pile: SeatedPile
    laid: OpenCards
    policy: str
    costs: Ints
    payable: Flags
    cheap: Flags
    playable: Flags
    unique: Flags
    titles: Ints
    ranks: Ints
    with_die: Flags
    dice: tuple[Ints, ...]
    """The values of the faces of each die."""

    @classmethod
    def of(cls, deck: PlayDeck, policy: str) -> "_DestinySeat":
        cards, laid = deck.cards, deck.open
        titles = {title: n for n, title in enumerate(dict.fromkeys(one.title for one in cards))}
        costs = [card.cost or 0 for card in cards]
        order = sorted(range(len(cards)), key=lambda n: (costs[n], cards[n].number))
        ranks = np.zeros(len(cards), dtype=np.int64)
        ranks[order] = np.arange(len(cards))
        return cls(
            SeatedPile.of(deck.piles[LIBRARY]),
            laid,
            policy,
            np.array(costs, dtype=np.int64),
            _flags(one.cost is not None and one.cost <= START_RESOURCES for one in cards),
            _flags(map(is_cheap, cards)),
            _flags(is_playable(card, laid.team) for card in cards),
            _flags(card.unique for card in cards),
            np.array([titles[card.title] for card in cards], dtype=np.int64),
            ranks,
            _flags(bool(card.die) for card in cards),
            tuple(np.array(list(map(face_value, die)), dtype=np.int64) for die in laid.dice),
        )

    def kept(self, hands: Columns) -> Flags:
        """Which cards of each hand the policy keeps."""
        if self.policy == GREEDY:
            return self.cheap[hands]
        games = np.arange(hands.shape[1])
        left = np.full(len(games), FIRST_TWO_ROUNDS)
        kept = np.zeros(hands.shape, dtype=np.bool_)
        before: list[tuple[Ints, Flags]] = []
        for places in np.argsort(self.ranks[hands], axis=0, kind="stable"):
            cards = hands[places, games]
            titles, costs = self.titles[cards], self.costs[cards]
            keep = self.playable[cards] & (costs <= left)
            for others, were_kept in before:
                keep &= ~(self.unique[cards] & were_kept & (others == titles))
            left -= costs * keep
            kept[places, games] = keep
            before.append((titles, keep))
        return kept

    def mulligan(self, library: Columns, states: ManyRandomStates) -> tuple[Columns, Ints]:
        """The hands after the mulligan, and how many cards went back."""
        hands = library[:HAND_SIZE].copy()
        kept = self.kept(hands)
        returned = len(hands) - np.count_nonzero(kept, axis=0)
        order = np.argsort(kept, axis=0, kind="stable")  # what goes back first, as it lies in hand
        for number in range(1, len(hands) + 1):
            rows: Rows = np.flatnonzero(returned == number)
            if rows.size:
                places = order[:number, rows]
                back = hands[places, rows]
                piles = np.concatenate((library[len(hands) :, rows], back))
                hands[places, rows] = states.shuffled(piles, rows, number)[:number]
        return hands, returned

    def roll(self, states: ManyRandomStates, rows: Rows) -> Ints:
        """The totals of the dice of the team in some games."""
        total = np.zeros(len(rows), dtype=np.int64)
        for values in self.dice:
            total += values[states.below(len(values), rows)]
        return total

    def figures(self, hands: Columns, returned: Ints, rolled: Ints) -> dict[str, Flags | Ints]:
        """The figures of the setups that one deck has alone, too."""
        return {
            "returned": returned,
            "kept_all": returned == 0,
            "first_card": self.payable[hands].any(axis=0),
            "hand_cost": self.costs[hands].sum(axis=0),
            "hand_dice": self.with_die[hands].sum(axis=0),
            "roll": rolled,
        }


@dataclass(frozen=True, slots=True)
class DestinySetups:
    """Plays chunks of setups of the decks at both seats; None where nobody sits."""

    seats: tuple[_DestinySeat | None, ...]
    seed: int
    at_once: int = GAMES_AT_ONCE

    @classmethod
    def of(
        cls, decks: Sequence[PlayDeck | None], policies: Sequence[str | None], seed: int
    ) -> "DestinySetups":
        """The setups of these decks by these policies."""
        seats = seats_of(decks, policies, _DestinySeat.of)
        return cls(seats, seed)

    def __call__(self, chunk: int, games: int) -> tuple[FigureTally | None, ...]:
        """The tallies of the seats over the first games of a chunk."""
        states = ManyRandomStates.of_chunk(self.seed, SETUPS, chunk, games)
        seated = [seat for seat in self.seats if seat is not None]
        libraries = [seat.pile.dealt(states) for seat in seated]
        both = [seat.mulligan(library, states) for seat, library in zip(seated, libraries, strict=True)]
        rolled = [seat.roll(states, states.every) for seat in seated]
        figures = [
            seat.figures(hands, returned, roll)
            for seat, (hands, returned), roll in zip(seated, both, rolled, strict=True)
        ]
        if len(seated) > 1:
            won, ties = _winners(seated, rolled, states)
            for own, more in zip(figures, _fought(seated, won, ties), strict=True):
                own.update(more)
        tallies = iter(
            tally_of(own, hands, len(seat.costs))
            for seat, own, (hands, _) in zip(seated, figures, both, strict=True)
        )
        return tuple(None if seat is None else next(tallies) for seat in self.seats)


def _winners(
    seats: Sequence[_DestinySeat], rolled: Sequence[Ints], states: ManyRandomStates
) -> tuple[Ints, Ints]:
    """The seat that wins the roll in each game, and how many rolls were tied."""
    one, two = rolled
    won = (one < two).astype(np.int64)
    ties = np.zeros(len(won), dtype=np.int64)
    tied = np.flatnonzero(one == two)
    ties[tied] += 1
    if always_tied(*(seat.laid.dice for seat in seats)):
        won[tied] = states.below(len(seats), tied)
        return won, ties
    while tied.size:
        first, second = (seat.roll(states, tied) for seat in seats)
        won[tied] = first < second
        tied = tied[first == second]
        ties[tied] += 1
    return won, ties


def _fought(seats: Sequence[_DestinySeat], won: Ints, ties: Ints) -> list[dict[str, Flags | Ints]]:
    """The figures of two players after the roll for the battlefield."""
    fields = [n for n, seat in enumerate(seats) if seat.laid.battlefield is not None]
    used = np.full(len(won), -1)
    if fields:
        chosen = [of_battlefields(seat.policy, n, fields) for n, seat in enumerate(seats)]
        used = np.array(chosen)[won]
    return [
        {
            "wins_roll": won == n,
            "rerolls": ties,
            "own_battlefield": used == n,
            "shields": SHIELDS_TAKEN * ((used == 1 - n) & bool(seat.laid.team)),
        }
        for n, seat in enumerate(seats)
    ]


def _flags(values: Iterable[bool]) -> Flags:
    return np.array(list(values), dtype=np.bool_)
