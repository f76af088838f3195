"""The rules of setup: who goes first, the stopped character, hands and their only redraw.

Stargate TCG rulebook 2007, "Start of the game".
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from db.certain import certain
from db.language import gettext as _
from deckcheck.games.stargate.setup.cards import LIBRARY, MISSION_PILE, StargatePlayCard, team_cost
from deckcheck.simulators.moves import DrawHand, Redraw, Reshuffle
from deckcheck.simulators.playing import names_of
from deckcheck.simulators.simulator import CHANCE, OVER, Event, Piles, PlayDeck

PLAYERS = ("one", "two")
HAND_SIZE = 8

BEGIN, STOP, DRAW, REDRAW, RESHUFFLE, DONE = ("begin", "stop", "draw-hand", "mulligan", "reshuffle", "done")
"""The phases, each named after its only action."""


@dataclass(frozen=True, slots=True)
class Begin:
    """The seat that goes first; chance decides between equal victory totals."""

    seat: int


@dataclass(frozen=True, slots=True)
class Stop:
    """Stop a character of the first player's team."""

    character: StargatePlayCard


Move = Begin | Stop | DrawHand | Redraw | Reshuffle


@dataclass(frozen=True, slots=True)
class StargatePlayer:
    """The cards of a player; `library` and `missions` are top card first."""

    team: tuple[StargatePlayCard, ...]
    library: tuple[StargatePlayCard, ...]
    missions: tuple[StargatePlayCard, ...]
    hand: tuple[StargatePlayCard, ...] = ()
    stopped: StargatePlayCard | None = None
    redrew: bool = False


@dataclass(frozen=True, slots=True)
class StargateSetupState:
    """A setup at one moment: the phase, the seat to which it belongs, and both players.

    `order` are the seats from the first player on; None where nobody sits.
    """

    players: tuple[StargatePlayer | None, ...]
    phase: str = BEGIN
    seat: int = 0
    order: tuple[int, ...] = field(default=())

    @property
    def mover(self) -> StargatePlayer:
        """The player of the seat whose phase it is."""
        return certain(self.players[self.seat])

    def victory_total(self, seat: int) -> int | None:
        """The victory total of a player: the cost of the other team; None without an opponent."""
        other = self.players[1 - seat]
        return None if other is None else team_cost(other.team)


def start_setup(decks: Sequence[PlayDeck | None], piles: Sequence[Piles | None]) -> StargateSetupState:
    """The state before the first event; a player alone begins with the hand."""
    players = tuple(
        None if deck is None or pile is None else StargatePlayer(deck.open, pile[LIBRARY], pile[MISSION_PILE])
        for deck, pile in zip(decks, piles, strict=True)
    )
    taken = [seat for seat, player in enumerate(players) if player is not None]
    if len(taken) == len(PLAYERS):
        return StargateSetupState(players)
    return StargateSetupState(players, DRAW, taken[0], tuple(taken))


def mover_of(state: StargateSetupState) -> str:
    """The player to move, or chance, which decides who begins, and shuffles."""
    if state.phase == DONE:
        return OVER
    return CHANCE if state.phase in {BEGIN, RESHUFFLE} else PLAYERS[state.seat]


def possible_firsts(state: StargateSetupState) -> tuple[int, ...]:
    """The seats that may go first: that of the higher victory total, or both of equal ones."""
    totals = [state.victory_total(seat) or 0 for seat in range(len(PLAYERS))]
    return tuple(seat for seat, total in enumerate(totals) if total == max(totals))


def legal_moves(state: StargateSetupState) -> list[Move]:
    """All moves of the player to move."""
    if state.phase == STOP:
        return [Stop(card) for card in dict.fromkeys(_first(state).team)] or [Stop(_NOBODY)]
    if state.phase == DRAW:
        return [DrawHand()]
    return [Redraw(redraw=False), Redraw(redraw=True)] if state.phase == REDRAW else []


def why_not(state: StargateSetupState, move: Move) -> str | None:
    """The reason why a move is not allowed; None where it is."""
    kinds = {BEGIN: Begin, STOP: Stop, DRAW: DrawHand, REDRAW: Redraw, RESHUFFLE: Reshuffle}
    if state.phase == DONE or not isinstance(move, kinds[state.phase]):
        return _("the setup is over") if state.phase == DONE else _("now a {phase} is due", phase=state.phase)
    if isinstance(move, Begin) and move.seat not in possible_firsts(state):
        return _("the higher victory total goes first")
    if isinstance(move, Stop) and move not in legal_moves(state):
        return _("the character is not in the first player's team")
    if isinstance(move, Reshuffle):
        wanted = sorted(names_of((*state.mover.hand, *state.mover.library)))
        if sorted(names_of(move.library)) != wanted:
            return _("other cards than those of hand and deck are shuffled")
    return None


def make(state: StargateSetupState, move: Move) -> tuple[StargateSetupState, Event]:
    """The state after a legal move, and its event."""
    event: Event = {"player": PLAYERS[state.seat], "action": state.phase}
    match move:
        case Begin(seat):
            totals = {name: state.victory_total(n) for n, name in enumerate(PLAYERS)}
            by_lot = len(possible_firsts(state)) > 1
            event |= {"player": PLAYERS[seat], "victory_totals": totals, "by_lot": by_lot}
            return replace(state, phase=STOP, seat=1 - seat, order=(seat, 1 - seat)), event
        case Stop(character):
            named = None if character is _NOBODY else character
            first = replace(_first(state), stopped=named)
            event["character"] = named.name if named else None
            after = _with(state, state.order[0], first)
            return replace(after, phase=DRAW, seat=state.order[0]), event
        case DrawHand():
            event["cards"] = names_of(state.mover.library[:HAND_SIZE])
            after = _with(state, state.seat, _drawn(state.mover))
            return _next(after, DRAW, REDRAW), event
        case Redraw(redraw):
            event["redraw"] = redraw
            if redraw:
                return replace(state, phase=RESHUFFLE), event
            return _next(state, REDRAW, DONE), event
        case Reshuffle(library):
            shuffled = _drawn(replace(state.mover, library=library, hand=(), redrew=True))
            event |= {"library": names_of(library), "drawn": names_of(shuffled.hand)}
            return _next(_with(state, state.seat, shuffled), REDRAW, DONE), event


_NOBODY: Any = StargatePlayCard(-1, "nobody", "")
"""Stands for the character of a first player who has no team."""


def _first(state: StargateSetupState) -> StargatePlayer:
    return certain(state.players[state.order[0]])


def _with(state: StargateSetupState, seat: int, player: StargatePlayer) -> StargateSetupState:
    players = tuple(player if n == seat else one for n, one in enumerate(state.players))
    return replace(state, players=players)


def _drawn(player: StargatePlayer) -> StargatePlayer:
    return replace(player, hand=player.library[:HAND_SIZE], library=player.library[HAND_SIZE:])


def _next(state: StargateSetupState, phase: str, after: str) -> StargateSetupState:
    """The same phase for the next player in order; after the last the one that follows."""
    place = state.order.index(state.seat) + 1
    if place < len(state.order):
        return replace(state, phase=phase, seat=state.order[place])
    return replace(state, phase=after, seat=state.order[0])
