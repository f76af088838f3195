"""Goldfish: opening hands, setup and turns of one deck, played alone, many times."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from deckcheck.chance.chunks import Jobs, run_chunks
from deckcheck.chance.estimates import Proportion, widest
from deckcheck.simulators.hand_conditions import HandCondition
from deckcheck.simulators.playing import Dealt, make_policies, play
from deckcheck.simulators.simulator import GoldfishChunks, PlayDeck, Policy, Simulator, is_opened, seat_of
from deckcheck.simulators.tally import FigureTally


@dataclass(slots=True)
class GoldfishTally:
    """The counts over so many hands; `setup` is None where none was played."""

    opening: FigureTally = field(default_factory=FigureTally)
    setup: FigureTally | None = field(default_factory=FigureTally)
    turns: list[FigureTally] = field(default_factory=list)
    conditions: list[int] = field(default_factory=list)

    @property
    def hands(self) -> int:
        """The number of hands."""
        return self.opening.games

    def add(self, other: "GoldfishTally") -> None:
        """Adds the counts over other hands."""
        self.opening.add(other.opening)
        if self.setup is not None and other.setup is not None:
            self.setup.add(other.setup)
        for mine, others in zip(self.turns, other.turns, strict=True):
            mine.add(others)
        self.conditions = [a + b for a, b in zip(self.conditions, other.conditions, strict=True)]


@dataclass(frozen=True, slots=True)
class GoldfishTrial:
    """Hands to be played in chunks; calling it with the number of a chunk plays that chunk.

    `stream` numbers decks that are compared, so that their hands are independent. `fast`
    plays many hands at once; without it they are played move by move, which gives the same hands.
    """

    simulator: Simulator
    deck: PlayDeck
    seat: int
    policy: str
    seed: int
    hands: int | None
    turns: int = 0
    with_setup: bool = True
    conditions: tuple[HandCondition, ...] = ()
    stream: int = 0
    fast: GoldfishChunks | None = None

    @property
    def at_once(self) -> int:
        """The hands of a chunk."""
        return self.simulator.many.at_once if self.fast is None else self.fast.at_once

    @property
    def chunks(self) -> int | None:
        """The number of chunks; None where the hands have no end."""
        return None if self.hands is None else -(-self.hands // self.at_once)

    @property
    def player(self) -> str:
        """The name of the seat."""
        return self.simulator.players[self.seat]

    @property
    def decks(self) -> tuple[PlayDeck | None, PlayDeck | None]:
        """The deck at its seat, and None for the other seat."""
        return (self.deck, None) if self.seat == 0 else (None, self.deck)

    def __call__(self, chunk: int) -> GoldfishTally:
        """The tally over one chunk."""
        hands = self.at_once
        if self.hands is not None:
            hands = min(hands, self.hands - chunk * self.at_once)
        return self._one_by_one(chunk, hands) if self.fast is None else self.fast(chunk, hands)

    def kinds(self) -> tuple[str, ...]:
        """The kinds of cards that the deck has, in the order of the game."""
        have = {card.kind for card in self.deck.cards}
        return tuple(kind for kind in self.simulator.shown.kinds if kind in have)

    def policies(self, dealt: Dealt) -> dict[str, Policy]:
        """The policy for the deck in a game, by the name of its seat."""
        names = (self.policy, None) if self.seat == 0 else (None, self.policy)
        return make_policies(self.simulator, self.decks, names, dealt.random_state)

    def _one_by_one(self, chunk: int, hands: int) -> GoldfishTally:
        tally = GoldfishTally(
            setup=FigureTally() if self.with_setup else None, turns=[FigureTally() for _ in range(self.turns)]
        )
        kinds = self.kinds()
        opened = [
            self._one_hand(dealt, kinds, tally)
            for dealt in self.simulator.many.deals(
                self.simulator, self.decks, self.seed, chunk, hands, self.stream
            )
        ]
        tally.conditions = [_hands_holding(one, opened) for one in self.conditions]
        return tally

    def _one_hand(self, dealt: Dealt, kinds: Sequence[str], tally: GoldfishTally) -> Sequence[Any]:
        """Plays one hand, counts it, and gives the opening hand."""
        simulator, player = self.simulator, self.player
        policies = self.policies(dealt)
        played = play(simulator, dealt, policies, partial(is_opened, simulator))
        opening = played.final
        seat = seat_of(simulator, opening, player)
        tally.opening.count(simulator.hands.figures(seat, kinds), seat.hand)
        if tally.setup is not None:
            played = play(
                simulator, replace(dealt, start=opening, random_state=played.random_state), policies
            )
            cards = simulator.shown.cards(seat_of(simulator, played.final, player))
            tally.setup.count(simulator.figures(played.final, player), cards)
        if self.turns:
            turns = simulator.turns(played.final, player, self.turns, played.random_state)
            for counted, turn in zip(tally.turns, turns, strict=True):
                counted.count(turn.figures)
        hand: Sequence[Any] = seat.hand
        return hand


def goldfish_trial(trial: GoldfishTrial) -> GoldfishTrial:
    """The trial ready to be sent to processes; on the fast path where its game has one for it."""
    # A catalogue's cards cannot be sent.
    sent = replace(trial, deck=replace(trial.deck, entries=()))
    return replace(sent, fast=trial.simulator.many.goldfish(sent))


def simulate_goldfish(
    trial: GoldfishTrial, until: float | None = None, jobs: Jobs = None
) -> Iterator[GoldfishTally]:
    """Yields the tally after every chunk, always the same object, until all hands are played.

    With `until`, until the 95 % intervals of the probabilities of the opening, of the conditions
    and of those of the setup that the game waits for are no wider than that to either side.
    """
    so_far: GoldfishTally | None = None
    for tally in run_chunks(trial, trial.chunks, jobs):
        if so_far is None:
            so_far = tally
        else:
            so_far.add(tally)
        yield so_far
        if until is not None and widest(_awaited(trial, so_far)) <= until:
            break


def _awaited(trial: GoldfishTrial, tally: GoldfishTally) -> Iterator[Proportion]:
    yield from tally.opening.awaited()
    if tally.setup is not None:
        yield from tally.setup.awaited(trial.simulator.shown.awaited)
    for hits in tally.conditions:
        yield Proportion(hits, tally.hands)


def _hands_holding(condition: HandCondition, hands: Sequence[Sequence[Any]]) -> int:
    """In how many of the hands the condition holds."""
    import numpy as np

    answers = np.array(condition.answers, dtype=np.int16).reshape(len(condition.answers), -1)
    counts = np.zeros((len(condition.answers), len(hands)), dtype=np.int16)
    for place, hand in enumerate(hands):
        counts[:, place] = answers[:, [card.number for card in hand]].sum(axis=1)
    return int(np.count_nonzero(condition.holds(counts)))
