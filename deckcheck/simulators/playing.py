"""Plays a setup by policies, and writes it down as events."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from db.language import gettext as _, joined
from deckcheck.chance.random_words import RandomWords
from deckcheck.errors import IllegalMoveError, UnknownPolicyError
from deckcheck.simulators.random_state import RandomState
from deckcheck.simulators.simulator import (
    CHANCE,
    OVER,
    POLICIES,
    Event,
    Move,
    Piles,
    PlayDeck,
    Policy,
    Simulator,
    State,
    Unseen,
)


@dataclass(frozen=True, slots=True)
class Dealt:
    """Shuffled decks at their seats before the first event, with the random state by then."""

    piles: tuple[Piles | None, ...]
    start: State
    random_state: RandomState


@dataclass(frozen=True, slots=True)
class Played:
    """A setup as it was played: the events, the final state, the random state after it."""

    events: tuple[Event, ...]
    final: State
    random_state: RandomState


class AnyMovePolicy:
    """Any legal move, all with the same chance."""

    def __init__(self, simulator: Simulator, words: RandomWords) -> None:
        self._simulator = simulator
        self._words = words

    def choose(self, state: State) -> Move:
        """One of the legal moves."""
        moves = self._simulator.legal_moves(state)
        return moves[self._words.next_below(len(moves))]


def deal(simulator: Simulator, decks: Sequence[PlayDeck | None], random_state: RandomState) -> Dealt:
    """Shuffles all piles of the decks, seat by seat; returns the game before its first event."""
    seats: list[Piles | None] = []
    for deck in decks:
        if deck is None:
            seats.append(None)
            continue
        shuffled = {}
        for name, pile in deck.piles.items():
            shuffled[name], random_state = random_state.shuffled(pile)
        seats.append(shuffled)
    return Dealt(tuple(seats), simulator.start(decks, seats), random_state)


def dark_seat(
    decks: Sequence[PlayDeck], ranks: Mapping[str | None, int], alike: Callable[[str | None], str]
) -> tuple[int, str | None]:
    """Which of two decks plays Dark (0 or 1): that whose side ranks higher, and a note on a doubt.

    Decks of one side are `alike`, in words; then the first is Dark. One deck alone plays its side,
    which is Light only where that ranks as nothing.

    >>> decks = [PlayDeck("a", "", (), {}, side=side) for side in ("light", "dark")]
    >>> dark_seat(decks, {"dark": 1, "light": 0}, str)
    (1, None)
    """
    first, *others = (deck.side for deck in decks)
    if not others:
        return int(not ranks[first]), None
    if first != others[0]:
        return int(ranks[first] <= ranks[others[0]]), None
    return 0, _("both decks {alike}: the first one plays the Dark side", alike=alike(first))


def make_policies(
    simulator: Simulator,
    decks: Sequence[PlayDeck | None],
    names: Sequence[str | None],
    random_state: RandomState,
) -> dict[str, Policy]:
    """The policy of each player that has one, by the player's name."""
    result: dict[str, Policy] = {}
    for place, (player, deck, name) in enumerate(zip(simulator.players, decks, names, strict=True)):
        if deck is None or name is None:
            continue
        words = random_state.words_of(place)
        result[player] = simulator.policy(name, deck, words) or AnyMovePolicy(simulator, words)
    return result


def check_policy(name: str, more: Sequence[str] = ()) -> None:
    """Raises `UnknownPolicyError` unless there is a policy of that name."""
    if name not in (*POLICIES, *more):
        raise UnknownPolicyError(name, (*POLICIES, *more))


def play(
    simulator: Simulator,
    dealt: Dealt,
    policies: Mapping[str, Policy],
    until: Callable[[State], bool] = lambda _unused: False,
) -> Played:
    """Plays the setup to its end, or until a state is reached, by the policies of the players."""
    state, random_state = dealt.start, dealt.random_state
    events: list[Event] = []
    while (mover := simulator.mover(state)) != OVER and not until(state):
        if mover == CHANCE:
            move, random_state = simulator.chance(state, random_state)
        else:
            move = policies[mover].choose(state)
        state, event = simulator.make(state, move)
        events.append(event)
    return Played(tuple(events), state, random_state)


def make_legal(simulator: Simulator, state: State, move: Move) -> tuple[State, Event]:
    """The state after a move, and its event; raises `IllegalMoveError` for one not allowed."""
    why = simulator.why_not(state, move)
    if why is not None:
        raise IllegalMoveError(simulator.mover(state), simulator.texts.describe(state, move), why)
    return simulator.make(state, move)


def without(cards: Sequence[Any], gone: Iterable[Any]) -> tuple[Any, ...]:
    """The cards without these copies, the others in their order."""
    rest = list(cards)
    for card in gone:
        rest.remove(card)
    return tuple(rest)


def names_of(cards: Iterable[Any]) -> list[str]:
    """The names of cards."""
    return [card.name for card in cards]


def counted(cards: Sequence[str]) -> str:
    """The number of cards and their names; of cards that are not seen only the number.

    >>> counted(["Teal'c", "Apophis"]), counted(Unseen(["8 cards"]))
    ("2: Teal'c, Apophis", '8 cards')
    """
    listed = joined(cards, ", ")
    return listed if isinstance(cards, Unseen) else joined((str(len(cards)), listed or _("nothing")), ": ")


def documents(simulator: Simulator, final: State, seated: Sequence[bool]) -> Iterator[tuple[str, Any]]:
    """Yields the name of each seated player with its result."""
    for player, sits in zip(simulator.players, seated, strict=True):
        if sits:
            yield player, simulator.result(final, player)
