"""Goldfish of a game that has a simulator: opening hands, setup and turns of one deck, alone."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from deckcheck.chance.chunks import run_chunks
from deckcheck.chance.estimates import Figure, Share, widest
from deckcheck.simulators.hand_conditions import HandCondition
from deckcheck.simulators.luck import GAMES_AT_ONCE, lucks
from deckcheck.simulators.playing import Played, deal, make_policies, play
from deckcheck.simulators.setup_statistics import SETUPS
from deckcheck.simulators.simulator import PlayDeck, Simulator
from deckcheck.simulators.tally import Tally

FISHES = SETUPS + 1
"""The stream of luck of the first deck; those compared with it take the next ones."""


@dataclass(slots=True)
class FishTally:
    """What was counted over so many hands: of the opening, the setup, each turn, conditions."""

    opening: Tally = field(default_factory=Tally)
    setup: Tally = field(default_factory=Tally)
    turns: list[Tally] = field(default_factory=list)
    conditions: list[int] = field(default_factory=list)

    @property
    def hands(self) -> int:
        """The number of hands."""
        return self.opening.games

    def add(self, other: "FishTally") -> None:
        """Adds what was counted over other hands."""
        self.opening.add(other.opening)
        self.setup.add(other.setup)
        for mine, others in zip(self.turns, other.turns, strict=True):
            mine.add(others)
        self.conditions = [a + b for a, b in zip(self.conditions, other.conditions, strict=True)]


@dataclass(frozen=True, slots=True)
class FishTrial:
    """Hands to be played in chunks; calling it with the number of a chunk plays that chunk."""

    simulator: Simulator
    deck: PlayDeck
    seat: int
    policy: str
    seed: int
    hands: int | None
    turns: int = 0
    conditions: tuple[HandCondition, ...] = ()
    stream: int = 0

    @property
    def chunks(self) -> int | None:
        """The number of chunks; None where the hands have no end."""
        return None if self.hands is None else -(-self.hands // GAMES_AT_ONCE)

    @property
    def player(self) -> str:
        """The name of the seat."""
        return self.simulator.players[self.seat]

    def __call__(self, chunk: int) -> FishTally:
        """The tally over one chunk."""
        hands = GAMES_AT_ONCE
        if self.hands is not None:
            hands = min(hands, self.hands - chunk * GAMES_AT_ONCE)
        tally = FishTally(turns=[Tally() for _ in range(self.turns)])
        opened: list[Sequence[Any]] = []
        for luck in lucks(self.seed, FISHES + self.stream, chunk, hands):
            played = play_alone(self, luck)
            hand = self.simulator.hand_of(played.final, self.player)
            kinds = Counter(card.kind for card in hand)
            tally.opening.count({kind: kinds[kind] for kind in self.kinds()}, hand)
            tally.setup.count(self.simulator.figures(played.final, self.player))
            opened.append(hand)
            if self.turns:
                turns = self.simulator.turns(played.final, self.player, self.turns, played.luck)
                for counted, turn in zip(tally.turns, turns, strict=True):
                    counted.count(turn.figures)
        tally.conditions = [self._holding(one, opened) for one in self.conditions]
        return tally

    def kinds(self) -> tuple[str, ...]:
        """The kinds of cards that the deck has, in the order of the game."""
        have = {card.kind for card in self.deck.cards}
        return tuple(kind for kind in self.simulator.kinds if kind in have)

    def _holding(self, condition: HandCondition, hands: Sequence[Sequence[Any]]) -> int:
        answers = np.array(condition.answers, dtype=np.int16).reshape(len(condition.answers), -1)
        counts = np.zeros((len(condition.answers), len(hands)), dtype=np.int16)
        for place, hand in enumerate(hands):
            counts[:, place] = answers[:, [card.number for card in hand]].sum(axis=1)
        return int(np.count_nonzero(condition.holds(counts)))


def play_alone(trial: FishTrial, luck: Any) -> Played:
    """One setup of the deck, with nobody in the other seat."""
    decks = (trial.deck, None) if trial.seat == 0 else (None, trial.deck)
    names = (trial.policy, None) if trial.seat == 0 else (None, trial.policy)
    policies = make_policies(trial.simulator, decks, names, luck)
    return play(trial.simulator, deal(trial.simulator, decks, luck), policies)


def simulate_fish(
    trial: FishTrial, until: float | None = None, jobs: int | None = None
) -> Iterator[FishTally]:
    """Yields the tally after every chunk, always the same object, until all hands are played.

    With `until`, until the 95 % intervals of the probabilities of the opening are no wider than
    that to either side.
    """
    so_far: FishTally | None = None
    for tally in run_chunks(trial, trial.chunks, jobs):
        if so_far is None:
            so_far = tally
        else:
            so_far.add(tally)
        yield so_far
        if until is not None:
            shares = [*so_far.setup.waited_for()]
            shares += [Share(hits, so_far.hands) for hits in so_far.conditions]
            if widest(shares) <= until:
                break


def fish_figures(trial: FishTrial, tally: FishTally) -> dict[str, Any]:
    """All figures, nested as in the document of `goldfish`."""
    return {
        "opening": tally.opening.figures(),
        "setup": tally.setup.figures(),
        "by_turn": [
            {"turn": number, **turn.figures()} for number, turn in enumerate(tally.turns, start=1)
        ],
        "conditions": [
            (condition.text, Share(hits, tally.hands))
            for condition, hits in zip(trial.conditions, tally.conditions, strict=True)
        ],
    }


def compared(figures: dict[str, Any]) -> dict[str, Figure]:
    """The figures in which two decks are compared, by what they are called."""
    found: dict[str, Figure] = {f"opening: {k}": one for k, one in figures["opening"].items()}
    found |= {f"opening: {text}": share for text, share in figures["conditions"]}
    found |= {f"setup: {name}": one for name, one in figures["setup"].items()}
    if figures["by_turn"]:
        last = dict(figures["by_turn"][-1])
        turn = last.pop("turn")
        found |= {f"turn {turn}: {name}": one for name, one in last.items()}
    return found
