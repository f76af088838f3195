"""The contract of a game with the simulators: decks, moves, figures.

States and moves are values of the game's own, frozen; a move gives a new state and leaves the old
one as it was, so that moves can be taken back. Nothing happens by chance inside of a game: where
cards are shuffled or dice are rolled, the player to move is `CHANCE`, and its move states the
outcome. So a log of events holds all that happened, and can be replayed.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Protocol

from db.cards.card import Card
from deckcheck.chance.random_words import RandomWords
from deckcheck.deck import DeckEntry
from deckcheck.simulators.random_state import GAMES_AT_ONCE, RandomState, random_states

if TYPE_CHECKING:
    from deckcheck.simulators.goldfish import GoldfishTally, GoldfishTrial
    from deckcheck.simulators.playing import Dealt
    from deckcheck.simulators.tally import FigureTally

CHANCE, OVER = "chance", ""
"""Who moves where no player does: chance, and nobody any more."""

SETUPS = 11
"""The stream of chance of setups."""

HANDS = SETUPS + 1
"""The stream of the first deck that is played alone; those compared with it take the next ones."""

RANDOM, GREEDY, PLANNER = POLICIES = ("random", "greedy", "planner")

State = Any
Move = Any
Event = dict[str, Any]
"""A step as the event log has it; cards by their names in the deck list."""

Piles = Mapping[str, tuple[Any, ...]]
"""Cards (`PlayCard`) by the name of their pile (`library`, ...), top card first."""

Figures = Mapping[str, bool | int]
"""The counts of one game by name: how often it holds, or the mean of a number."""


class PlayCard(Protocol):
    """A card of a deck as its simulator sees it: plain values, no card of the catalogue.

    `number` is its place in `PlayDeck.cards`; copies of a card are the same object.
    """

    @property
    def number(self) -> int:
        """The place among the different cards of the deck."""

    @property
    def name(self) -> str:
        """The name in the deck list."""

    @property
    def kind(self) -> str:
        """The kind as which figures count it, such as its type in lower case."""


@dataclass(frozen=True, slots=True)
class PlayDeck:
    """A deck ready to be played: its piles before they are shuffled.

    `cards` are the different cards of the pile from which hands are drawn, in the order of the deck
    list; all ties that a policy meets are broken by it. `entries` are what they stand for; those
    who play many games leave them out. `open` is what else the game has of the deck: what it lays
    out and never shuffles, its rules.
    """

    name: str
    edition: str
    cards: tuple[Any, ...]
    piles: Piles
    open: Any = None
    side: str | None = None
    notes: tuple[str, ...] = ()
    entries: tuple[DeckEntry, ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class Pick:
    """A move that is a choice of cards, which a human would rather make card by card.

    `none` says in words what choosing no card means.
    """

    question: str
    cards: tuple[Any, ...]
    move: Callable[[tuple[Any, ...]], Move]
    most: int | None = None
    none: str = "choose none"


class Policy(Protocol):
    """Decides for a player."""

    def choose(self, state: State) -> Move:
        """The move of the player to move."""


class Unseen(list[str]):
    """The cards of a list that a player does not see: only their number, like `8 cards`."""


class SetupChunks(Protocol):
    """Plays chunks of many setups at once; `at_once` are the games of a full chunk."""

    @property
    def at_once(self) -> int:
        """The games of a full chunk."""

    def __call__(self, chunk: int, games: int) -> "tuple[FigureTally | None, ...]":
        """The tallies of the seats over the first games of a chunk."""


class GoldfishChunks(Protocol):
    """Plays chunks of many hands at once, with setup and turns."""

    @property
    def at_once(self) -> int:
        """The hands of a full chunk."""

    def __call__(self, chunk: int, hands: int) -> "GoldfishTally":
        """The tally over the first hands of a chunk."""


class SetupPath(Protocol):
    """The fast path of setups: it plays just those that the simulator plays one by one.

    What it cannot do it answers with None; then the games are played move by move.
    """

    def setups(
        self, decks: "Sequence[PlayDeck | None]", policies: Sequence[str | None], seed: int
    ) -> SetupChunks | None:
        """The chunks of setups of these decks."""


class FastPath(SetupPath, Protocol):
    """The fast path of a simulator that plays hands and turns many at once, too."""

    def goldfish(self, trial: "GoldfishTrial") -> GoldfishChunks | None:
        """The chunks of hands of a trial."""


class Simulator(Protocol):
    """The setup and the turns of one game, move by move.

    Some answers are the usual ones, which games override: random moves are all as likely, the hand at
    the end of setup is the opening hand, hands are counted, mulligans shuffle back, and no move is a
    choice of several cards.

    `players` are the names of the seats. `hand_pile` is the pile from which hands are drawn,
    `hand_size` the cards of an opening hand. `secret` are the keys of events that an opponent does
    not see. `mulligan` says in words what a mulligan may shuffle back or discard; `whole_hand`
    whether that is all of a hand or nothing, or else any cards of it. `games_at_once` are the games
    of a chunk, `batch` is the fast path; a game of which only setups have one gives `many_setups`.

    What figures are called and which are shown where is data. `labels` has words for figures, also
    for one place only, such as `opening: all_arenas`; the empty text leaves a figure out of texts
    and workbooks. A figure `arenas.space` stands in documents as `space` within `arenas`. `awaited`
    are the figures of a setup that `--until` waits for, `compared` those in which two decks are
    compared (both None: all). `drawn` is the number that a plot of setups shows, `drawn_turns`
    those that one of turns shows, `drawn_opening` those of one of opening hands (none: all).
    `counted_in` is where statistics look for cards: `hand` or `play`. `distributions` are the
    numbers of which documents say how often each value came up, with what they call a value; None:
    all, and `value`.
    """

    players: tuple[str, str]
    hand_pile: str
    hand_size: int
    kinds: tuple[str, ...]
    labels: Mapping[str, str]
    secret: frozenset[str]
    mulligan: str
    whole_hand: bool
    games_at_once: int = GAMES_AT_ONCE
    batch: FastPath | None = None
    many_setups: SetupPath | None = None
    awaited: frozenset[str] | None = None
    compared: frozenset[str] | None = None
    drawn: str
    drawn_turns: tuple[str, ...]
    drawn_opening: tuple[str, ...] = ()
    counted_in: str = "hand"
    distributions: Mapping[str, str] | None = None

    def sitting(self, state: State, player: str) -> Any:
        """The player of that name in a state; raises `LookupError` where nobody sits."""
        board = state.players[self.players.index(player)]
        if board is None:
            raise LookupError(player)
        return board

    def make_deck(self, deck: Any, edition: str) -> PlayDeck:
        """A resolved deck ready to be played, with notes on unknown cards and the like."""

    def first_seat(self, decks: Sequence[PlayDeck]) -> tuple[int, str | None]:  # noqa: ARG002 - games may ask
        """The number of the deck that takes the first seat, and a note where that is open.

        Of one deck: the seat (0 or 1) that it takes.
        """
        return 0, None

    def start(self, decks: Sequence[PlayDeck | None], piles: Sequence[Piles | None]) -> State:
        """The state before the first event; a seat of None stays empty."""

    def mover(self, state: State) -> str:
        """The player to move: the name of a player, `CHANCE`, or `OVER`."""

    def chance(self, state: State, random_state: RandomState) -> tuple[Move, RandomState]:
        """The move of chance where it is its turn, and the random state after it."""

    def legal_moves(self, state: State) -> Sequence[Move]:
        """All moves of the player to move, each once, in a fixed order."""

    def why_not(self, state: State, move: Move) -> str | None:
        """The reason in one sentence why a move, also one of chance, is not allowed, or None."""

    def make(self, state: State, move: Move) -> tuple[State, Event]:
        """The state after a legal move, and its event, with `player` and `action`."""

    def policy(self, name: str, deck: PlayDeck, words: RandomWords) -> Policy:
        """The policy of that name, but for `random`."""

    def random_policy(self, words: RandomWords) -> Policy:
        """The policy `random`, which draws from the words."""
        from deckcheck.simulators.playing import AnyMovePolicy

        return AnyMovePolicy(self, words)

    def deals(
        self, decks: Sequence[PlayDeck | None], seed: int, chunk: int, games: int, stream: int | None = None
    ) -> "Iterator[Dealt]":
        """Yields the first games of a chunk of a seed, shuffled and not begun.

        `stream` numbers decks that are played alone and compared, so that their hands are
        independent; None where decks play each other.
        """
        from deckcheck.simulators.playing import deal

        for random_state in random_states(seed, SETUPS if stream is None else HANDS + stream, chunk, games):
            yield deal(self, decks, random_state)

    def opened(self, state: State) -> bool:
        """Whether the opening hands are drawn and no mulligan is due any more."""
        return self.mover(state) == OVER

    def opening(self, state: State, player: str, kinds: Sequence[str]) -> Figures:
        """The counts of the opening hand of a player; `kinds` are those of its deck."""
        counts = Counter(card.kind for card in self.hand_of(state, player))
        return {kind: counts[kind] for kind in kinds}

    def mulligans(self, state: State) -> tuple[Move, Move] | None:
        """The moves to keep the hand and to change most of it, where a mulligan is due, or None."""

    def draw_one(self, state: State, player: str) -> tuple[State, Any] | None:
        """The state with the next card in the player's hand, and that card; None without any."""
        found = self.sitting(state, player)
        if not found.library:
            return None
        card, *rest = found.library
        after = replace(found, hand=(*found.hand, card), library=tuple(rest))
        return replace(state, players=tuple(after if one is found else one for one in state.players)), card

    def counted_cards(self, state: State, player: str) -> Sequence[Any]:
        """The cards of a player that statistics count: those in hand, or in play."""
        return self.hand_of(state, player)

    def countable_cards(self, deck: PlayDeck) -> Sequence[Any]:
        """The different cards of a deck that may be counted so."""
        return deck.cards

    def discards(self, edition: str) -> Callable[[Card], bool] | None:  # noqa: ARG002 - games may ask
        """A function for the cards that a mulligan discards; None where it shuffles cards back."""
        return None

    def mulligan_words(self, edition: str) -> str:  # noqa: ARG002 - games may ask
        """The mulligan of `odds` in words, as part of a sentence."""
        return f"{self.mulligan} shuffled back once where that is best"

    def pick(self, state: State) -> Pick | None:  # noqa: ARG002 - games may ask
        """The choice of cards of the player to move; None where moves are listed one by one."""
        return None

    def describe(self, state: State, move: Move) -> str:
        """A move in a few words."""

    def event_line(self, event: Mapping[str, Any]) -> str:
        """An event in one line, without the player."""

    def board_lines(self, state: State, player: str, *, hand: bool = True) -> list[str]:
        """The board of a player, in lines; the first begins with the player's name."""

    def hand_lines(self, state: State, player: str) -> list[str]:
        """The hand of a player in lines."""

    def hand_of(self, state: State, player: str) -> tuple[Any, ...]:
        """The cards in a player's hand."""
        hand: tuple[Any, ...] = self.sitting(state, player).hand
        return hand

    def result(self, state: State, player: str) -> dict[str, Any]:
        """The final position of a player after the setup, as the document has it."""

    def figures(self, state: State, player: str) -> Figures:
        """The figures of a finished setup of a player."""

    def turns(self, state: State, player: str, number: int, random_state: RandomState) -> list["Turn"]:
        """The first turns after a setup, played alone by the game's own plain way of playing."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn that was played alone: its events, the remaining hand, and its figures."""

    events: tuple[Event, ...]
    figures: Figures
    hand: tuple[Any, ...]
    lines: tuple[str, ...] = ()
