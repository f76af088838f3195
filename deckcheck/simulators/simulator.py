"""The contract of a game with the simulators: decks, moves, figures.

States and moves are values of the game's own, frozen; a move gives a new state and leaves the old
one as it was, so that moves can be taken back. Nothing happens by chance inside of a game: where
cards are shuffled or dice are rolled, the player to move is `CHANCE`, and its move states the
outcome. So a log of events holds all that happened.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from db.cards.card import Card
from db.language import gettext as _
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
    none: str = _("choose none")


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


class ManyGames:
    """The games of a seed; a fast path plays many of them at once, and just those that are dealt here.

    `at_once` are the games of a chunk. What a fast path cannot do it answers with None; then the games
    are played move by move, as all are where `is_fast` does not hold.
    """

    at_once = GAMES_AT_ONCE
    is_fast = False

    def deals(
        self,
        simulator: "Simulator",
        decks: "Sequence[PlayDeck | None]",
        seed: int,
        chunk: int,
        games: int,
        stream: int | None = None,
    ) -> "Iterator[Dealt]":
        """Yields the first games of a chunk of a seed, shuffled and not begun.

        `stream` numbers decks that are played alone and compared, so that their hands are
        independent; None where decks play each other.
        """
        from deckcheck.simulators.playing import deal

        for random_state in random_states(seed, SETUPS if stream is None else HANDS + stream, chunk, games):
            yield deal(simulator, decks, random_state)

    def setups(
        self, decks: "Sequence[PlayDeck | None]", policies: Sequence[str | None], seed: int
    ) -> SetupChunks | None:
        """The chunks of setups of these decks."""
        return None

    def sees(self, number: int, deck: PlayDeck) -> Hashable:
        """The part of a deck opposite that the games of a seat depend on: all of it, by its number."""
        return number

    def goldfish(self, trial: "GoldfishTrial") -> GoldfishChunks | None:
        """The chunks of hands of a trial."""
        return None


def _next_in_library(seat: Any) -> tuple[Any, Any] | None:
    if not seat.library:
        return None
    card, *rest = seat.library
    return replace(seat, hand=(*seat.hand, card), library=tuple(rest)), card


def _by_kinds(seat: Any, kinds: Sequence[str]) -> Figures:
    counts = Counter(card.kind for card in seat.hand)
    return {kind: counts[kind] for kind in kinds}


def _no_mulligan(_state: State) -> None:
    return None


class OpeningHands(NamedTuple):
    """The hands of a game: `size` cards from a pile, with a mulligan.

    `mulligan` says in words what a mulligan may shuffle back or discard; `is_whole` whether that is all
    of a hand or nothing, or else any cards of it. By a rules edition `discards` is a function for the
    cards that one discards, and `discarded` the words for them; None where it shuffles cards back.
    `opened` is whether the hands are drawn and no mulligan is due any more, None: at the end of setup.
    `figures` are the counts of a hand by the kinds of a deck; `choices` the moves to keep the hand and to
    change most of it, where a mulligan is due. `draw` gives a seat with one card more, and that card;
    None without any.
    """

    pile: str
    size: int
    mulligan: str
    is_whole: bool
    discards: Callable[[str], Callable[[Card], bool]] | None = None
    discarded: Callable[[str], str] | None = None
    opened: Callable[[State], bool] | None = None
    figures: Callable[[Any, Sequence[str]], Figures] = _by_kinds
    choices: Callable[[State], tuple[Move, Move] | None] = _no_mulligan
    draw: Callable[[Any], tuple[Any, Any] | None] = _next_in_library

    def words(self, edition: str) -> str:
        """The mulligan of `odds` in words, as part of a sentence."""
        if self.discarded is not None:
            return _("its {discarded} cards drawn anew", discarded=self.discarded(edition))
        return _("{mulligan} shuffled back once where that is best", mulligan=self.mulligan)


def _in_hand(seat: Any) -> Sequence[Any]:
    hand: Sequence[Any] = seat.hand
    return hand


def _all_cards(deck: "PlayDeck") -> Sequence[Any]:
    return deck.cards


class ShownFigures(NamedTuple):
    """The names of figures, and which are shown where.

    `kinds` are the kinds by which cards are counted. `labels` has words for figures, also for one place
    only, such as `opening: all_arenas`; the empty text leaves a figure out of texts and workbooks. A
    figure `arenas.space` stands in documents as `space` within `arenas`. `drawn` is the number that a
    plot of setups shows, `drawn_turns` those that one of turns shows, `drawn_opening` those of one of
    opening hands (none: all). `awaited` are the figures of a setup that `--until` waits for, `compared`
    those in which two decks are compared (both None: all). Statistics look for cards in `place`: `hand`
    or `play`; `cards` are those of a seat there, `countable` those of a deck that may be there.
    `distributions` are the numbers of which documents say how often each value came up, with what they
    call a value; None: all, and `value`. `matched` is the figure in which decks are compared that play
    each other; the empty text: the first. `told` is that of a setup which is told of a deck beside its
    verdict; the empty text: that of `drawn`.
    """

    kinds: tuple[str, ...]
    labels: Mapping[str, str]
    drawn: str
    drawn_turns: tuple[str, ...]
    drawn_opening: tuple[str, ...] = ()
    awaited: frozenset[str] | None = None
    compared: frozenset[str] | None = None
    place: str = "hand"
    cards: Callable[[Any], Sequence[Any]] = _in_hand
    countable: Callable[["PlayDeck"], Sequence[Any]] = _all_cards
    distributions: Mapping[str, str] | None = None
    matched: str = ""
    told: str = ""


class BoardLines(Protocol):
    """The board of a player by its seat, name and the state, in lines; the first begins with the name."""

    def __call__(self, seat: Any, player: str, state: State, /, *, hand: bool = True) -> list[str]:
        """The lines, with those of the hand or without."""


LaidPlaces = Iterable[tuple[str, Iterable[Sequence[str]]]]
"""The places of a board, each with the names of its cards: behind one those that lie under it."""


class GameTexts(NamedTuple):
    """A game in words: a move, an event without its player, a board, a hand.

    `secret` are the keys of events that an opponent does not see. `laid` has the cards of a board beside
    the hand, those of a human or only what everybody sees; `place` is where a move puts a card, if it does.
    """

    describe: Callable[[State, Move], str]
    event_line: Callable[[Event], str]
    board_lines: BoardLines
    hand_lines: Callable[[Sequence[Any]], list[str]]
    secret: frozenset[str]
    laid: Callable[[Any, bool], LaidPlaces] = lambda _seat, _whole: ()
    place: Callable[[Move], str] = lambda _move: ""


class Simulator(Protocol):
    """The setup and the turns of one game, move by move; `players` are the names of the seats."""

    players: tuple[str, str]
    hands: OpeningHands
    shown: ShownFigures
    texts: GameTexts
    many: ManyGames = ManyGames()

    def make_deck(self, deck: Any, edition: str) -> PlayDeck:
        """A resolved deck ready to be played, with notes on unknown cards and the like."""

    def first_seat(self, decks: Sequence[PlayDeck]) -> tuple[int, str | None]:
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

    def pick(self, state: State) -> Pick | None:
        """The choice of cards of the player to move; None where moves are listed one by one."""
        return None

    def why_not(self, state: State, move: Move) -> str | None:
        """The reason in one sentence why a move, also one of chance, is not allowed, or None."""

    def make(self, state: State, move: Move) -> tuple[State, Event]:
        """The state after a legal move, and its event, with `player` and `action`."""

    def policy(self, name: str, deck: PlayDeck, words: RandomWords) -> Policy | None:
        """The policy of that name; None for the usual one of random moves, all as likely."""

    def result(self, state: State, player: str) -> dict[str, Any]:
        """The final position of a player after the setup, as the document has it."""

    def figures(self, state: State, player: str) -> Figures:
        """The figures of a finished setup of a player."""

    def turns(self, state: State, player: str, number: int, random_state: RandomState) -> list["Turn"]:
        """The first turns after a setup, played alone by the game's own plain way of playing."""


def seat_of(simulator: Simulator, state: State, player: str) -> Any:
    """The seat of the player of that name in a state; raises `LookupError` where nobody sits."""
    seat = state.players[simulator.players.index(player)]
    if seat is None:
        raise LookupError(player)
    return seat


def is_opened(simulator: Simulator, state: State) -> bool:
    """Whether the opening hands are drawn and no mulligan is due any more."""
    opened = simulator.hands.opened
    return simulator.mover(state) == OVER if opened is None else opened(state)


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn that was played alone: its events, the remaining hand, and its figures."""

    events: tuple[Event, ...]
    figures: Figures
    hand: tuple[Any, ...]
    lines: tuple[str, ...] = ()
