"""What a game gives so that its setup and first turns can be played: decks, moves, figures.

States and moves are values of the game's own, frozen; a move gives a new state and leaves the old
one as it was, so that moves can be taken back. Nothing happens by chance inside of a game: where
cards are shuffled or dice are rolled, the player to move is `CHANCE`, and its move says how they
fell. So a log of events holds all that happened, and can be replayed.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from deckcheck.chance.random_words import RandomWords
from deckcheck.deck import DeckEntry
from deckcheck.simulators.luck import Luck

CHANCE, OVER = "chance", ""
"""Who moves where no player does: chance, and nobody any more."""

RANDOM, GREEDY, PLANNER = POLICIES = ("random", "greedy", "planner")

State = Any
Move = Any
Event = dict[str, Any]
"""A step as the event log has it; cards by their names in the deck list."""

Piles = Mapping[str, tuple[Any, ...]]
"""Cards (`PlayCard`) by the name of their pile (`library`, ...), top card first."""

Figures = Mapping[str, bool | int]
"""What is counted in one game by name: how often it holds, or the mean of a number."""


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
        """What figures count it as, such as its type in lower case."""


@dataclass(frozen=True, slots=True)
class PlayDeck:
    """A deck ready to be played: its piles before they are shuffled.

    `cards` are the different cards of the pile from which hands are drawn, in the order of the deck
    list; all ties that a policy meets are broken by it. `entries` are what they stand for; those
    who play many games leave them out. `open` is what the game lays out and never shuffles.
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
    """A move that is a choice of cards, which a human would rather make card by card."""

    question: str
    cards: tuple[Any, ...]
    move: Callable[[tuple[Any, ...]], Move]
    most: int | None = None


class Policy(Protocol):
    """Decides for a player."""

    def choose(self, state: State) -> Move:
        """The move of the player to move."""


class Unseen(list[str]):
    """What stands for a list of cards that a player does not see: how many, like `8 cards`."""


class Simulator(Protocol):
    """The setup and the turns of one game.

    `players` are the names of the seats. `hand_pile` is the pile from which hands are drawn,
    `hand_size` the cards of an opening hand. `labels` has words for figures; `secret` are the keys
    of events that an opponent does not see. `mulligan` says in words what a mulligan may shuffle
    back; `whole_hand` whether that is all of a hand or nothing, or else any cards of it. `drawn` is
    the number that a plot of setups shows, `drawn_turns` those that one of turns shows.
    """

    players: tuple[str, str]
    hand_pile: str
    hand_size: int
    kinds: tuple[str, ...]
    labels: Mapping[str, str]
    secret: frozenset[str]
    mulligan: str
    whole_hand: bool
    drawn: str
    drawn_turns: tuple[str, ...]

    def make_deck(self, deck: Any, edition: str) -> PlayDeck:
        """A resolved deck ready to be played, with notes on what is not as it should be."""

    def first_seat(self, decks: Sequence[PlayDeck]) -> tuple[int, str | None]:
        """Which deck takes the first seat, and a note where that is open.

        Of one deck: the seat (0 or 1) that it takes.
        """

    def start(self, decks: Sequence[PlayDeck | None], piles: Sequence[Piles | None]) -> State:
        """The state before the first event; a seat of None stays empty."""

    def mover(self, state: State) -> str:
        """Who moves: the name of a player, `CHANCE`, or `OVER`."""

    def chance(self, state: State, luck: Luck) -> tuple[Move, Luck]:
        """What chance does where it is its turn, and the luck that is left."""

    def legal_moves(self, state: State) -> Sequence[Move]:
        """All moves of the player to move, each once, in a fixed order."""

    def why_not(self, state: State, move: Move) -> str | None:
        """Why a move, also one of chance, is not allowed, in one sentence; None where it is."""

    def make(self, state: State, move: Move) -> tuple[State, Event]:
        """The state after a legal move, and its event, with `player` and `action`."""

    def move_of(self, state: State, event: Mapping[str, Any]) -> Move:
        """The move that an event of a log tells of; raises `LookupError` where it tells of none."""

    def policy(self, name: str, deck: PlayDeck, words: RandomWords) -> Policy:
        """The policy of that name; `random` draws from the words."""

    def pick(self, state: State) -> Pick | None:
        """The choice of cards that the player to move has; None where moves are told one by one."""

    def describe(self, state: State, move: Move) -> str:
        """A move in a few words."""

    def event_line(self, event: Mapping[str, Any]) -> str:
        """An event in one line, without the player."""

    def board_lines(self, state: State, player: str, *, hand: bool = True) -> list[str]:
        """What lies before a player, in lines."""

    def hand_of(self, state: State, player: str) -> tuple[Any, ...]:
        """The cards in a player's hand."""

    def result(self, state: State, player: str) -> dict[str, Any]:
        """How a player ends the setup, as the document has it."""

    def figures(self, state: State, player: str) -> Figures:
        """What is counted in a finished setup of a player."""

    def turns(self, state: State, player: str, number: int, luck: Luck) -> list["Turn"]:
        """The first turns after a setup, played alone by the game's own plain way of playing."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn that was played alone: its events, the hand that is left, and what is counted."""

    events: tuple[Event, ...]
    figures: Figures
    hand: tuple[Any, ...]
    lines: tuple[str, ...] = ()
