"""Playing games that have a simulator, for their tests."""

import json
from collections.abc import Iterator, Sequence
from typing import Any

from deckcheck.simulators.playing import Dealt, Played, deal, make_policies, play
from deckcheck.simulators.random_state import random_states
from deckcheck.simulators.simulator import PlayDeck, Simulator

POLICIES = ("random", "greedy", "planner")


def played_games(
    simulator: Simulator,
    decks: Sequence[PlayDeck | None],
    policies: Sequence[str | None],
    games: int,
    seed: int = 1,
) -> Iterator[tuple[Dealt, Played]]:
    """Yields games of a seed, with what was dealt."""
    for random_state in random_states(seed, 11, 0, games):
        dealt = deal(simulator, decks, random_state)
        yield dealt, play(simulator, dealt, make_policies(simulator, decks, policies, random_state))


def as_log(value: Any) -> Any:
    """The value as a reader of JSON gets it."""
    return json.loads(json.dumps(value))


def tampered(events: Sequence[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    """Yields logs with one thing in one event changed, and logs with an event left out."""
    for place, event in enumerate(events):
        yield [*events[:place], *events[place + 1 :]] if place < len(events) - 1 else []
        for key, value in event.items():
            if isinstance(value, bool):
                wrong: Any = not value
            elif isinstance(value, int):
                wrong = value + 1
            elif isinstance(value, str):
                wrong = f"{value}?"
            elif isinstance(value, list) and value:
                wrong = value[1:]
            elif isinstance(value, dict) and value:
                wrong = dict.fromkeys(value)
            else:
                continue
            yield [*events[:place], {**event, key: wrong}, *events[place + 1 :]]
