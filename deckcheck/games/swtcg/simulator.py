"""The simulator of setup and first turns of this game, for `deckcheck.simulators`.

`batch` plays the same games many at once; `tests` compare both move by move.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from deckcheck.chance.random_words import RandomWords
from deckcheck.deck import Deck
from deckcheck.games.swtcg.cards import ARENAS, DARK, LIGHT, SIDE_NAMES, YUUZHAN_VONG
from deckcheck.games.swtcg.setup import figures, policies
from deckcheck.games.swtcg.setup import moves as setup_moves
from deckcheck.games.swtcg.setup import text as setup_text
from deckcheck.games.swtcg.setup.cards import SetupCard, SetupDeck, make_setup_deck, shared_rules
from deckcheck.games.swtcg.setup.moves import Move, Put, SwtcgDrawHand, SwtcgMulligan, added_cost
from deckcheck.games.swtcg.setup.mulligan import mulligan_discards, mulligan_types
from deckcheck.games.swtcg.setup.policies import RandomPolicy, discard_all, make_policy
from deckcheck.games.swtcg.setup.rules import HAND_SIZE
from deckcheck.games.swtcg.setup.state import DRAWING, MULLIGAN, PLAYERS, SwtcgSetupState, start_setup
from deckcheck.games.swtcg.setup.state import OVER as SETUP_OVER
from deckcheck.games.swtcg.setup.turns import after_setup, play_turn
from deckcheck.simulators.playing import Dealt, dark_seat
from deckcheck.simulators.random_state import RandomState
from deckcheck.simulators.simulator import (
    OVER,
    Figures,
    GoldfishChunks,
    Pick,
    Piles,
    PlayDeck,
    Policy,
    SetupChunks,
    Simulator,
    Turn,
)

if TYPE_CHECKING:
    from deckcheck.simulators.goldfish import GoldfishTrial

LIBRARY = "library"
GAMES_AT_ONCE = 2048
"""As in `setup_statistics`, which needs numpy and is imported only when games are dealt."""


@dataclass(frozen=True, slots=True)
class SeededRandomState(RandomState):
    """The random numbers of a game as the batch engine draws them: by seat, and a die a turn.

    `stream`, `chunk` and `row` say which game of the seed it is, `starts` are the first words of
    players who decide at random.
    """

    stream: int = 0
    chunk: int = 0
    row: int = 0
    starts: tuple[int, ...] = ()

    def words_of(self, seat: int) -> RandomWords:
        """The words of the player of a seat."""
        return RandomWords(self.starts[seat])

    def roll(self) -> "tuple[int, SeededRandomState]":
        """The die of the next turn, and the random state after it."""
        from deckcheck.games.swtcg.batch.goldfish import rolls_of_turn

        rolls = rolls_of_turn(self.start, self.stream, self.chunk, self.row + 1, self.taken)
        return int(rolls[-1]), replace(self, taken=self.taken + 1)


class SwtcgBatch:
    """The engine on arrays; decks with more different cards than it can number are left out."""

    def setups(
        self, decks: Sequence[PlayDeck | None], policies: Sequence[str | None], seed: int
    ) -> SetupChunks | None:
        """Plays setups of these decks; None where it cannot."""
        from deckcheck.games.swtcg.batch.deck import can_be_batched, make_batch_deck
        from deckcheck.games.swtcg.batch.statistics import BatchSetups

        made = [None if deck is None else _setup_deck(deck) for deck in decks]
        if not all(deck is None or can_be_batched(deck) for deck in made):
            return None
        batched = tuple(None if deck is None else make_batch_deck(deck) for deck in made)
        return BatchSetups(batched, tuple(policies), seed)

    def goldfish(self, trial: "GoldfishTrial") -> GoldfishChunks | None:
        """Plays the hands of a trial; None where it cannot."""
        from deckcheck.games.swtcg.batch.deck import can_be_batched, make_batch_deck
        from deckcheck.games.swtcg.batch.goldfish import BatchGoldfish

        deck = _setup_deck(trial.deck)
        if not can_be_batched(deck):
            return None
        return BatchGoldfish(
            make_batch_deck(deck),
            trial.policy,
            trial.seed,
            trial.turns,
            trial.with_setup,
            trial.conditions,
            trial.stream,
        )


class SwtcgSimulator(Simulator):
    """Setup by the rulebooks of 2002 to 2005, and turns alone."""

    players = PLAYERS
    hand_pile = LIBRARY
    hand_size = HAND_SIZE
    kinds = figures.COUNTED_KINDS
    labels: Mapping[str, str] = figures.LABELS
    secret = frozenset({"cards", "drawn", "drew"})
    mulligan = "Battle, Mission, (since 2004) Location and (2005) Equipment cards"
    whole_hand = False
    games_at_once = GAMES_AT_ONCE
    batch = SwtcgBatch()
    awaited: frozenset[str] | None = frozenset(figures.AWAITED)
    compared: frozenset[str] | None = figures.COMPARED
    drawn = "total"
    drawn_turns = tuple(f"arenas.{arena}" for arena in ARENAS)
    drawn_opening: tuple[str, ...] = ARENAS
    counted_in = "play"
    distributions: Mapping[str, str] | None = {"total": "total"}
    legal_moves = staticmethod(setup_moves.legal_moves)
    make = staticmethod(setup_moves.make_move)
    discards = staticmethod(mulligan_discards)

    def make_deck(self, deck: Deck, edition: str) -> PlayDeck:
        """A resolved deck ready to be played, with notes on unknown cards and the like."""
        return play_deck(make_setup_deck(deck, edition))

    def first_seat(self, decks: Sequence[PlayDeck]) -> tuple[int, str | None]:
        """The number of the deck that plays Dark, and a note on a doubt; for one deck, its seat."""
        ranks = {DARK: 3, YUUZHAN_VONG: 2, None: 1, LIGHT: 0}
        return dark_seat(decks, ranks, lambda side: f"are {SIDE_NAMES.get(side or '', 'Neutral')}")

    def start(self, decks: Sequence[PlayDeck | None], piles: Sequence[Piles | None]) -> SwtcgSetupState:
        """The state before any card is drawn; a seat of None stays empty."""
        rules = shared_rules([_setup_deck(deck) for deck in decks if deck is not None])
        dark, light = (None if seat is None else seat[LIBRARY] for seat in piles)
        return start_setup(rules, dark, light)

    def deals(
        self, decks: Sequence[PlayDeck | None], seed: int, chunk: int, games: int, stream: int | None = None
    ) -> Iterator[Dealt]:
        """Yields the first games of a chunk of a seed: those that the batch engine plays."""
        from deckcheck.games.swtcg.batch.statistics import shuffled_libraries

        seats = [
            None
            if deck is None
            else shuffled_libraries(deck.open, seed, place if stream is None else stream, chunk, games)
            for place, deck in enumerate(decks)
        ]
        for row in range(games):
            piles: list[Piles | None] = [
                None
                if deck is None or seat is None
                else {LIBRARY: tuple(deck.cards[number] for number in seat[0][row])}
                for deck, seat in zip(decks, seats, strict=True)
            ]
            starts = tuple(0 if seat is None else seat[1][row] for seat in seats)
            random_state = SeededRandomState(seed, 0, stream or 0, chunk, row, starts)
            yield Dealt(tuple(piles), self.start(decks, piles), random_state)

    def mover(self, state: SwtcgSetupState) -> str:
        """The player to move: `dark`, `light`, or `OVER`."""
        return OVER if state.phase == SETUP_OVER else PLAYERS[state.player]

    def chance(self, state: SwtcgSetupState, random_state: RandomState) -> tuple[Move, RandomState]:
        """Nothing is left to chance once the libraries are shuffled."""
        raise LookupError(state.phase)

    def why_not(self, state: SwtcgSetupState, move: Move) -> str | None:
        """The reason why a move is not allowed; None where it is."""
        return None if setup_moves.is_legal(state, move) else setup_moves.why_not(state, move)

    def policy(self, name: str, deck: PlayDeck, words: RandomWords) -> Policy:
        """The policy of that name."""
        return PolicyOfPhase(make_policy(name, _setup_deck(deck), words))

    def random_policy(self, words: RandomWords) -> Policy:
        """The policy of random legal moves; each card is discarded or not by a random bit."""
        return PolicyOfPhase(RandomPolicy(words))

    def opened(self, state: SwtcgSetupState) -> bool:
        """Whether the mulligans are over."""
        return state.phase not in {DRAWING, MULLIGAN}

    def opening(self, state: SwtcgSetupState, player: str, kinds: Sequence[str]) -> Figures:
        """The figures of the opening hand by arenas and kinds, including kinds the deck lacks."""
        found = self.sitting(state, player)
        return figures.opening_figures(found.hand, len(found.discards))

    def mulligans(self, state: SwtcgSetupState) -> tuple[Move, Move] | None:
        """The moves to keep the hand, and to discard all that may be discarded."""
        return (SwtcgMulligan(), discard_all(state)) if state.phase == MULLIGAN else None

    def draw_one(self, state: SwtcgSetupState, player: str) -> tuple[SwtcgSetupState, SetupCard] | None:
        """The state with the next card of the library in the player's hand."""
        found = self.sitting(state, player)
        card = found.next_card
        if card is None:
            return None
        after = replace(found, hand=(*found.hand, card), drawn=found.drawn + 1)
        first, second = state.players
        seats = (after, second) if player == PLAYERS[0] else (first, after)
        return replace(state, players=seats), card

    def pick(self, state: SwtcgSetupState) -> Pick | None:
        """The cards that a mulligan may discard; None for moves that are listed one by one."""
        if state.phase != MULLIGAN:
            return None
        choice = tuple(c for c in state.mover.hand if c.kind in state.rules.discardable)
        return Pick("mulligan: which of these to discard?", choice, SwtcgMulligan, none="keep all")

    def describe(self, state: SwtcgSetupState, move: Move) -> str:
        """A move in a few words; of a put with what it adds to the total."""
        words = setup_moves.describe(move)
        if isinstance(move, Put):
            added = added_cost(state.mover, move)
            return f"{words}: +{added}, total {state.mover.total + added}"
        return words

    def event_line(self, event: Mapping[str, Any]) -> str:
        """An event in one line, without the player."""
        return setup_text.event_line(dict(event))

    def board_lines(self, state: SwtcgSetupState, player: str, *, hand: bool = True) -> list[str]:
        """The board of a player: total, arenas, build zone, and the hand by arenas."""
        return setup_text.board_lines(self.sitting(state, player), player, hand=hand)

    def hand_lines(self, state: SwtcgSetupState, player: str) -> list[str]:
        """The hand of a player, grouped by arenas."""
        return setup_text.hand_lines(self.sitting(state, player).hand)

    def counted_cards(self, state: SwtcgSetupState, player: str) -> Sequence[SetupCard]:
        """The cards that a player has put into battle."""
        return [card for stack in self.sitting(state, player).battle for card in stack.cards]

    def countable_cards(self, deck: PlayDeck) -> Sequence[SetupCard]:
        """The units of the deck whose cost is known."""
        return [card for card in deck.cards if card.can_be_put]

    def result(self, state: SwtcgSetupState, player: str) -> dict[str, Any]:
        """The final position of a player: total, partially built card, hand, units by arena."""
        return figures.player_result(self.sitting(state, player))

    def figures(self, state: SwtcgSetupState, player: str) -> Figures:
        """The figures of a finished setup of a player."""
        return figures.setup_figures(self.sitting(state, player))

    def turns(
        self, state: SwtcgSetupState, player: str, number: int, random_state: RandomState
    ) -> list[Turn]:
        """The first turns after a setup, played alone as `turns` says."""
        turn = after_setup(state.rules, self.sitting(state, player))
        found = []
        for _ in range(number):
            roll, random_state = _roll(random_state)
            turn, events = play_turn(turn, roll)
            found.append(
                Turn(
                    tuple(events),
                    figures.turn_figures(turn),
                    turn.player.hand,
                    tuple(setup_text.board_lines(turn.player, f"end of turn {turn.turn}")),
                )
            )
        return found

    def mulligan_words(self, edition: str) -> str:
        """The cards that are discarded, in words."""
        return f"its {mulligan_types(edition)} cards drawn anew"


class PolicyOfPhase:
    """A policy of this game, asked for whatever move is due."""

    def __init__(self, policy: policies.SwtcgPolicy) -> None:
        self._policy = policy

    def choose(self, state: SwtcgSetupState) -> Move:
        """The move of the player to move."""
        if state.phase == DRAWING:
            return SwtcgDrawHand()
        if state.phase == MULLIGAN:
            return self._policy.choose_mulligan(state)
        return self._policy.choose_move(state)


def play_deck(deck: SetupDeck) -> PlayDeck:
    """The deck as the frame of all games has it; its rules and tables stay in `open`."""
    return PlayDeck(
        deck.name,
        deck.rules.code,
        deck.cards,
        {LIBRARY: deck.unshuffled()},
        replace(deck, entries=()),
        deck.side,
        deck.notes,
        deck.entries,
    )


def _setup_deck(deck: PlayDeck) -> SetupDeck:
    found = deck.open
    assert isinstance(found, SetupDeck)  # noqa: S101 - made by `play_deck`
    return found


def _roll(random_state: RandomState) -> tuple[int, RandomState]:
    if isinstance(random_state, SeededRandomState):
        return random_state.roll()
    number, left = random_state.below(6)
    return number + 1, left


def simulator() -> SwtcgSimulator:
    """The simulator of setup and turns of this game."""
    return SwtcgSimulator()
