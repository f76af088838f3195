"""Setups of this game as tests play, apply and replay them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from deckcheck.errors import IllegalMoveError
from deckcheck.games.swtcg.setup.cards import SetupCard, SetupDeck
from deckcheck.games.swtcg.setup.moves import Event, Move, describe, is_legal, make_move, why_not
from deckcheck.games.swtcg.setup.policies import SwtcgPolicy
from deckcheck.games.swtcg.setup.rules import SetupRules
from deckcheck.games.swtcg.setup.state import DRAWING, MULLIGAN, OVER, PLAYERS, SwtcgSetupState, start_setup
from deckcheck.simulators.moves import DrawHand
from tests.deckcheck.simulators.replaying import IllegalEventError, move_of


@dataclass(frozen=True, slots=True)
class PlayedSetup:
    """A setup as it was played: the events in order, and the state in which it ended."""

    events: tuple[Event, ...]
    final: SwtcgSetupState


def play_setup(state: SwtcgSetupState, policies: Mapping[str, SwtcgPolicy]) -> PlayedSetup:
    """The setup from this state on to its end, each player deciding by its policy."""
    events: list[Event] = []
    while state.phase != OVER:
        state, event = make_move(state, next_move(state, policies))
        events.append(event)
    return PlayedSetup(tuple(events), state)


def next_move(state: SwtcgSetupState, policies: Mapping[str, SwtcgPolicy]) -> Move:
    """The next move of the player to move, by its policy."""
    if state.phase == DRAWING:
        return DrawHand()
    policy = policies[PLAYERS[state.player]]
    if state.phase == MULLIGAN:
        return policy.choose_mulligan(state)
    return policy.choose_move(state)


def apply_move(state: SwtcgSetupState, move: Move) -> tuple[SwtcgSetupState, Event]:
    """The state after a move, and the event of the log; raises `IllegalMoveError`."""
    if not is_legal(state, move):
        raise IllegalMoveError(PLAYERS[state.player], describe(move), why_not(state, move))
    return make_move(state, move)


def replay(
    rules: SetupRules, libraries: Mapping[str, Sequence[SetupCard]], events: Iterable[Mapping[str, Any]]
) -> SwtcgSetupState:
    """The state to which a log leads; raises `IllegalEventError` at the first impossible event.

    `libraries` are the shuffled decks of `dark` and `light` (or of the only player). Every event
    must be a legal move and say just what that move does; further keys are ignored.
    """
    dark, light = (tuple(libraries[name]) if name in libraries else None for name in PLAYERS)
    state = start_setup(rules, dark, light)
    for number, event in enumerate(events, start=1):
        if state.phase == OVER:
            raise IllegalEventError(number, event, "the setup was over before it")
        player = PLAYERS[state.player]
        if event.get("player") != player:
            raise IllegalEventError(number, event, f"it is the turn of {player}")
        try:
            state, expected = apply_move(state, move_of(state, event))
        except (IllegalMoveError, LookupError, TypeError) as error:
            why = error.why if isinstance(error, IllegalMoveError) else str(error).strip("'\"")
            raise IllegalEventError(number, event, why) from error
        for key, value in expected.items():
            if event.get(key, "nothing") != value:
                raise IllegalEventError(number, event, f"{key!r} should be {value!r}")
    return state


def libraries_of(
    decks: Mapping[str, SetupDeck], names: Mapping[str, Sequence[str]]
) -> dict[str, tuple[SetupCard, ...]]:
    """The libraries that lists of names mean; raises `IllegalEventError` for an unknown name."""
    found: dict[str, tuple[SetupCard, ...]] = {}
    for player, library in names.items():
        by_name = {card.name: card for card in decks[player].cards}
        for name in library:
            if name not in by_name:
                raise IllegalEventError(0, name, f"the deck of {player} has no such card")
        found[player] = tuple(by_name[name] for name in library)
    return found
