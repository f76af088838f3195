"""The common answers of simulators: random moves, no fast path, hands are counted."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from db.cards.card import Card
from deckcheck.chance.random_words import RandomWords
from deckcheck.simulators.playing import AnyMovePolicy, Dealt, deal
from deckcheck.simulators.random_state import GAMES_AT_ONCE, random_states
from deckcheck.simulators.simulator import (
    GREEDY,
    OVER,
    PLANNER,
    FastPath,
    Figures,
    Pick,
    PlayDeck,
    Policy,
    SetupChunks,
    SetupPath,
    Simulator,
    State,
)

SETUPS = 11
"""The stream of chance of setups."""

HANDS = SETUPS + 1
"""The stream of the first deck that is played alone; those compared with it take the next ones."""


SetupsOf = Callable[[Sequence[PlayDeck | None], Sequence[str | None], int], SetupChunks | None]
"""Makes the chunks of setups of decks, their policies and a seed; None where it cannot."""


class SetupsOnArrays(SetupPath):
    """The setups of greedy and planner on arrays; all else is played move by move.

    `load` gives what plays them; it is called late, since that loads numpy.
    """

    def __init__(self, load: Callable[[], SetupsOf]) -> None:
        self._load = load

    def setups(
        self, decks: Sequence[PlayDeck | None], policies: Sequence[str | None], seed: int
    ) -> SetupChunks | None:
        """Plays setups of these decks; None where they have to be played one by one."""
        return self._load()(decks, policies, seed) if suits_arrays(decks, policies) else None


class MoveByMove(Simulator):
    """The common answers of a game that is played move by move; games override them."""

    games_at_once: int = GAMES_AT_ONCE
    batch: FastPath | None = None
    many_setups: SetupPath | None = None
    awaited: frozenset[str] | None = None
    compared: frozenset[str] | None = None
    drawn_opening: tuple[str, ...] = ()
    counted_in: str = "hand"
    distributions: Mapping[str, str] | None = None

    def sitting(self, state: State, player: str) -> Any:
        """The player of that name in a state; raises `LookupError` where nobody sits."""
        found = state.players[self.players.index(player)]
        if found is None:
            raise LookupError(player)
        return found

    def first_seat(self, decks: Sequence[PlayDeck]) -> tuple[int, str | None]:  # noqa: ARG002 - see contract
        """The first seat, for the first deck: both seats play alike, or setup decides."""
        return 0, None

    def hand_of(self, state: State, player: str) -> tuple[Any, ...]:
        """The cards in a player's hand."""
        hand: tuple[Any, ...] = self.sitting(state, player).hand
        return hand

    def draw_one(self, state: State, player: str) -> tuple[State, Any] | None:
        """The state with the next card of the library in the player's hand."""
        found = self.sitting(state, player)
        if not found.library:
            return None
        card, *rest = found.library
        after = replace(found, hand=(*found.hand, card), library=tuple(rest))
        return replace(state, players=tuple(after if one is found else one for one in state.players)), card

    def pick(self, state: State) -> Pick | None:  # noqa: ARG002 - see contract
        """Returns None: no move is a choice of several cards."""
        return None

    def random_policy(self, words: RandomWords) -> Policy:
        """Any legal move, all with the same chance."""
        return AnyMovePolicy(self, words)

    def deals(
        self, decks: Sequence[PlayDeck | None], seed: int, chunk: int, games: int, stream: int | None = None
    ) -> Iterator[Dealt]:
        """Yields the first games of a chunk of a seed, each with its own random state."""
        for random_state in random_states(seed, SETUPS if stream is None else HANDS + stream, chunk, games):
            yield deal(self, decks, random_state)

    def opened(self, state: State) -> bool:
        """Whether the setup is over: the hand at its end is the opening hand."""
        return self.mover(state) == OVER

    def opening(self, state: State, player: str, kinds: Sequence[str]) -> Figures:
        """The cards of the hand by their kinds."""
        found = Counter(card.kind for card in self.hand_of(state, player))
        return {kind: found[kind] for kind in kinds}

    def counted_cards(self, state: State, player: str) -> Sequence[Any]:
        """The cards in the hand."""
        return self.hand_of(state, player)

    def countable_cards(self, deck: PlayDeck) -> Sequence[Any]:
        """All cards of the deck."""
        return deck.cards

    def discards(self, edition: str) -> Callable[[Card], bool] | None:  # noqa: ARG002 - see contract
        """Returns None: a mulligan shuffles cards back."""
        return None

    def mulligan_words(self, edition: str) -> str:  # noqa: ARG002 - see contract
        """The cards that are shuffled back, in words."""
        return f"{self.mulligan} shuffled back once where that is best"


_MOST_CARDS = 1_000
"""Larger piles would take much memory, many at once."""


def suits_arrays(decks: Sequence[PlayDeck | None], policies: Sequence[str | None]) -> bool:
    """Whether setups can be played many at once: by greedy or planner, with piles of usual size."""
    for deck, policy in zip(decks, policies, strict=True):
        if deck is not None and policy not in {GREEDY, PLANNER}:
            return False
        if deck is not None and any(len(pile) > _MOST_CARDS for pile in deck.piles.values()):
            return False
    return any(deck is not None for deck in decks)


def game_of_seed(
    simulator: Simulator,
    decks: Sequence[PlayDeck | None],
    seed: int,
    game: int = 0,
    stream: int | None = None,
) -> Dealt:
    """One game of a seed, counted from 0, shuffled and not begun."""
    chunk, row = divmod(game, simulator.games_at_once)
    *_, dealt = simulator.deals(decks, seed, chunk, row + 1, stream)
    return dealt
