"""A setup in which a human decides: the positions with a question, and the moves of answers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from db.language import gettext as _
from deckcheck.errors import IllegalMoveError
from deckcheck.simulators.playing import Dealt, make_legal
from deckcheck.simulators.random_state import RandomState
from deckcheck.simulators.simulator import CHANCE, OVER, Event, Move, Pick, Policy, Simulator, State

HUMAN = "human"
"""The policy of a player for whom nobody decides."""

Choice = int | tuple[int, ...]
"""The number of a move as it is offered, from 1; of a pick the numbers of the cards."""


@dataclass(frozen=True, slots=True)
class MoveOffer:
    """The choices of the player to move: one of the moves, or cards of a pick.

    `question` and `none` are for picks, of which at most `most` cards are chosen; None for moves, which
    have the `places` that they put a card into.
    """

    player: str
    choices: tuple[str, ...]
    question: str | None = None
    most: int | None = None
    none: str = ""
    places: tuple[str, ...] = ()

    @property
    def is_pick(self) -> bool:
        """Whether cards are chosen, and not one of the moves."""
        return self.most is not None


@dataclass(frozen=True, slots=True)
class Position:
    """A position in a setup: the events so far, and the state to which they lead."""

    events: tuple[Event, ...]
    state: State
    random_state: RandomState


def first_position(simulator: Simulator, dealt: Dealt, policies: Mapping[str, Policy]) -> Position:
    """The first position in which a human decides, after the moves of policies and chance."""
    return next_position(simulator, Position((), dealt.start, dealt.random_state), policies)


def next_position(simulator: Simulator, position: Position, policies: Mapping[str, Policy]) -> Position:
    """The next position in which a human has a choice, or the end; a single move is made."""
    events, state, random_state = list(position.events), position.state, position.random_state
    while (mover := simulator.mover(state)) != OVER:
        if mover == CHANCE:
            move, random_state = simulator.chance(state, random_state)
        elif mover in policies:
            move = policies[mover].choose(state)
        elif len(moves := simulator.legal_moves(state)) == 1:
            move = moves[0]
        else:
            break
        state, event = simulator.make(state, move)
        events.append(event)
    return Position(tuple(events), state, random_state)


def after_choice(
    simulator: Simulator, position: Position, choice: Choice, policies: Mapping[str, Policy]
) -> Position:
    """The next such position after a choice; raises `IllegalMoveError` for one not allowed."""
    move = chosen_move(simulator, position.state, choice)
    state, event = make_legal(simulator, position.state, move)
    made = Position((*position.events, event), state, position.random_state)
    return next_position(simulator, made, policies)


def offer_of(simulator: Simulator, state: State) -> MoveOffer | None:
    """The choices of the player to move; None where the setup is over."""
    player = simulator.mover(state)
    if player == OVER:
        return None
    pick = simulator.pick(state)
    if pick is None:
        moves = simulator.legal_moves(state)
        words = tuple(simulator.texts.describe(state, move) for move in moves)
        return MoveOffer(player, words, places=tuple(map(simulator.texts.place, moves)))
    names = tuple(card.name for card in pick.cards)
    return MoveOffer(player, names, pick.question, _most(pick), pick.none)


def chosen_move(simulator: Simulator, state: State, choice: Choice) -> Move:
    """The move that a choice means; raises `IllegalMoveError` where it means none."""
    player = simulator.mover(state)
    if player == OVER:
        raise IllegalMoveError(_("a player"), _("choose {choice}", choice=choice), _("the setup is over"))
    pick = simulator.pick(state)
    if pick is None:
        moves = simulator.legal_moves(state)
        if not isinstance(choice, int) or not 1 <= choice <= len(moves):
            why = _("the moves are numbered from 1 to {count}", count=len(moves))
            raise IllegalMoveError(player, _("choose {choice}", choice=choice), why)
        return moves[choice - 1]
    return pick.move(_picked(player, pick, choice))


def _picked(player: str, pick: Pick, choice: Choice) -> tuple[object, ...]:
    numbers: Sequence[int] = (choice,) if isinstance(choice, int) else choice
    cards, most = len(pick.cards), _most(pick)
    allowed = all(1 <= number <= cards for number in numbers)
    if not allowed or not len(set(numbers)) == len(numbers) <= most:
        why = _("up to {most} different cards are chosen, numbered from 1 to {cards}", most=most, cards=cards)
        raise IllegalMoveError(player, _("choose {numbers}", numbers=list(numbers)), why)
    return tuple(pick.cards[number - 1] for number in numbers)


def _most(pick: Pick) -> int:
    return len(pick.cards) if pick.most is None else pick.most
