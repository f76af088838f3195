"""Logs of setups replayed: every event has to follow from those before it."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from deckcheck.games.destiny.setup import state as destiny
from deckcheck.games.stargate.setup import setup as stargate
from deckcheck.games.swlcg.setup import setup as lcg
from deckcheck.games.swtcg.setup import moves as swtcg
from deckcheck.games.swtcg.setup.state import SwtcgSetupState
from deckcheck.simulators.moves import DrawHand, Redraw, Reshuffle
from deckcheck.simulators.simulator import OVER, PlayDeck, Simulator, State


class IllegalEventError(Exception):
    """An event of a log does not follow from those before it."""

    def __init__(self, number: int, event: object, why: str) -> None:
        self.number = number
        super().__init__(f"event {number} of the log is not possible: {why}. It says {event!r}")


def replay(simulator: Simulator, start: State, events: Iterable[Mapping[str, Any]]) -> State:
    """The state to which a log leads; raises `IllegalEventError` at the first impossible event.

    Every event must be a legal move, also those of chance, and say just what that move does;
    further keys are ignored.
    """
    state = start
    for number, event in enumerate(events, start=1):
        if simulator.mover(state) == OVER:
            raise IllegalEventError(number, event, "the setup was over before it")
        try:
            move = move_of(state, event)
            why = simulator.why_not(state, move)
        except (LookupError, TypeError, ValueError) as error:
            raise IllegalEventError(number, event, str(error).strip("'\"")) from error
        if why is not None:
            raise IllegalEventError(number, event, why)
        state, expected = simulator.make(state, move)
        for key, value in expected.items():
            if event.get(key, "nothing") != value:
                raise IllegalEventError(number, event, f"{key!r} should be {value!r}")
    return state


def piles_of(deck: PlayDeck, names: Mapping[str, Sequence[str]]) -> dict[str, tuple[Any, ...]]:
    """The shuffled piles that lists of names mean; raises `IllegalEventError` for other cards."""
    result: dict[str, tuple[Any, ...]] = {}
    for pile, cards in deck.piles.items():
        by_name = {card.name: card for card in cards}
        listed = names.get(pile, ())
        if sorted(listed) != sorted(card.name for card in cards):
            raise IllegalEventError(0, pile, f"it holds other cards than the {pile} of the deck")
        result[pile] = tuple(by_name[name] for name in listed)
    return result


def taken_from(cards: Sequence[Any], names: Sequence[str]) -> tuple[Any, ...]:
    """The cards of these names, each copy once; raises `LookupError` where there are not so many."""
    rest = list(cards)
    result = []
    for name in names:
        card = next((card for card in rest if card.name == name), None)
        if card is None:
            message = f"the card {name} is not there"
            raise LookupError(message)
        rest.remove(card)
        result.append(card)
    return tuple(result)


def move_of(state: Any, event: Mapping[str, Any]) -> Any:
    """The move that an event states; raises `LookupError` where it states none."""
    return _MOVES[type(state)](state, event)


def _destiny(state: destiny.DestinySetupState, event: Mapping[str, Any]) -> destiny.Move:
    match event.get("action"):
        case "draw-hand":
            return DrawHand()
        case "mulligan":
            return destiny.DestinyMulligan(taken_from(state.due.hand, event["returned"]))
        case "reshuffle":
            return Reshuffle(taken_from(state.due.library, event["library"]))
        case "resources":
            return destiny.TakeResources()
        case "roll":
            return destiny.Roll(tuple(event["faces"]))
        case "lot":
            return destiny.Lot(destiny.PLAYERS.index(event["player"]))
        case "battlefield":
            return destiny.ChooseBattlefield(destiny.PLAYERS.index(event["of"]))
        case "shields":
            return destiny.ShareShields(tuple(event["shields"]))
        case other:
            message = f"no action is called {other!r}"
            raise LookupError(message)


def _lcg(state: lcg.LcgSetupState, event: Mapping[str, Any]) -> lcg.Move:
    mover = state.mover
    match event.get("action"):
        case "draw-objectives":
            return lcg.DrawObjectives()
        case "objectives":
            return lcg.KeepObjectives(taken_from(mover.choice, event["kept"]))
        case "draw-hand":
            return DrawHand()
        case "mulligan":
            return Redraw(_yes_or_no(event["redraw"]))
        case "reshuffle":
            return Reshuffle(taken_from((*mover.hand, *mover.library), event["library"]))
        case "reveal":
            return lcg.Reveal()
        case other:
            message = f"no action is called {other!r}"
            raise LookupError(message)


def _yes_or_no(value: object) -> bool:
    match value:
        case True | False:
            return bool(value)
        case _:
            message = f"a hand is redrawn or not, not {value!r}"
            raise LookupError(message)


def _stargate(state: stargate.StargateSetupState, event: Mapping[str, Any]) -> stargate.Move:
    match event.get("action"):
        case stargate.BEGIN:
            return stargate.Begin(stargate.PLAYERS.index(event["player"]))
        case stargate.STOP:
            moves = [move for move in stargate.legal_moves(state) if isinstance(move, stargate.Stop)]
            if event["character"] is None:
                return moves[0]
            team = [move.character for move in moves]
            return stargate.Stop(taken_from(team, [event["character"]])[0])
        case stargate.DRAW:
            return DrawHand()
        case stargate.REDRAW:
            return Redraw(bool(event["redraw"]))
        case stargate.RESHUFFLE:
            held = (*state.mover.hand, *state.mover.library)
            return Reshuffle(taken_from(held, event["library"]))
        case other:
            message = f"no action is called {other!r}"
            raise LookupError(message)


def _swtcg(state: SwtcgSetupState, event: Mapping[str, Any]) -> swtcg.Move:
    match event.get("action"):
        case "draw-hand":
            return DrawHand()
        case "mulligan":
            return swtcg.SwtcgMulligan(taken_from(state.mover.hand, event["discarded"]))
        case "put":
            (card,) = taken_from(state.mover.hand, [event["card"]])
            return swtcg.Put(card, event["arena"], event["stack"])
        case "partial":
            return swtcg.Partial(*taken_from(state.mover.hand, [event["card"]]))
        case "done":
            return swtcg.Done()
        case other:
            message = f"no action is called {other!r}"
            raise LookupError(message)


_MOVES: Mapping[type, Any] = {
    destiny.DestinySetupState: _destiny,
    lcg.LcgSetupState: _lcg,
    stargate.StargateSetupState: _stargate,
    SwtcgSetupState: _swtcg,
}
