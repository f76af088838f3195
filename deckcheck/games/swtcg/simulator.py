"""The simulator of setup and first turns of this game, for `deckcheck.simulators`.

`batch` plays the same games many at once; `tests` compare both move by move.
"""

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from db.language import gettext as _
from deckcheck.chance.random_words import RandomWords
from deckcheck.deck import Deck
from deckcheck.games.swtcg.cards import ARENAS, DARK, LIGHT, SIDE_NAMES, YUUZHAN_VONG
from deckcheck.games.swtcg.setup import figures, moves as setup_moves, policies, text as setup_text
from deckcheck.games.swtcg.setup.cards import SetupCard, SetupDeck, make_setup_deck, shared_rules
from deckcheck.games.swtcg.setup.moves import Move, Put, SwtcgMulligan, added_cost
from deckcheck.games.swtcg.setup.policies import RandomPolicy, discard_all, make_policy
from deckcheck.games.swtcg.setup.rules import HAND_SIZE, mulligan_discards, mulligan_types
from deckcheck.games.swtcg.setup.state import (
    DRAWING,
    MULLIGAN,
    OVER as SETUP_OVER,
    PLAYERS,
    SwtcgPlayer,
    SwtcgSetupState,
    start_setup,
)
from deckcheck.games.swtcg.setup.turns import after_setup, play_turn
from deckcheck.simulators import simulator as sim
from deckcheck.simulators.moves import DrawHand
from deckcheck.simulators.playing import Dealt, dark_seat
from deckcheck.simulators.random_state import RandomState

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


class SwtcgBatch(sim.ManyGames):
    """The engine on arrays; decks with more different cards than it can number are left out."""

    at_once = GAMES_AT_ONCE
    is_fast = True

    def deals(
        self,
        simulator: sim.Simulator,
        decks: Sequence[sim.PlayDeck | None],
        seed: int,
        chunk: int,
        games: int,
        stream: int | None = None,
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
            piles: list[sim.Piles | None] = [
                None
                if deck is None or seat is None
                else {LIBRARY: tuple(deck.cards[number] for number in seat[0][row])}
                for deck, seat in zip(decks, seats, strict=True)
            ]
            starts = tuple(0 if seat is None else seat[1][row] for seat in seats)
            random_state = SeededRandomState(seed, 0, stream or 0, chunk, row, starts)
            yield Dealt(tuple(piles), simulator.start(decks, piles), random_state)

    def sees(self, number: int, deck: sim.PlayDeck) -> Hashable:
        """The texts that change the setup of both players; no policy looks at anything else."""
        return _setup_deck(deck).rules.texts

    def setups(
        self, decks: Sequence[sim.PlayDeck | None], policies: Sequence[str | None], seed: int
    ) -> sim.SetupChunks | None:
        """Plays setups of these decks; None where it cannot."""
        from deckcheck.games.swtcg.batch.deck import can_be_batched, make_batch_deck
        from deckcheck.games.swtcg.batch.statistics import BatchSetups

        made = [None if deck is None else _setup_deck(deck) for deck in decks]
        if not all(deck is None or can_be_batched(deck) for deck in made):
            return None
        batched = tuple(None if deck is None else make_batch_deck(deck) for deck in made)
        return BatchSetups(batched, tuple(policies), seed)

    def goldfish(self, trial: "GoldfishTrial") -> sim.GoldfishChunks | None:
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


def _is_opened(state: SwtcgSetupState) -> bool:
    return state.phase not in {DRAWING, MULLIGAN}


def _opening_figures(seat: SwtcgPlayer, _kinds: Sequence[str]) -> sim.Figures:
    """The figures of the opening hand by arenas and kinds, including kinds the deck lacks."""
    return figures.opening_figures(seat.hand, len(seat.discards))


def _keep_or_discard(state: SwtcgSetupState) -> tuple[Move, Move] | None:
    """The moves to keep the hand, and to discard all that may be discarded."""
    return (SwtcgMulligan(), discard_all(state)) if state.phase == MULLIGAN else None


def _draw(seat: SwtcgPlayer) -> tuple[SwtcgPlayer, SetupCard] | None:
    """A seat with the next card of the library in hand, and that card."""
    card = seat.next_card
    return None if card is None else (replace(seat, hand=(*seat.hand, card), drawn=seat.drawn + 1), card)


def _in_battle(seat: SwtcgPlayer) -> Sequence[SetupCard]:
    """The cards that a player has put into battle."""
    return [card for stack in seat.battle for card in stack.cards]


def _units(deck: sim.PlayDeck) -> Sequence[SetupCard]:
    """The units of the deck whose cost is known."""
    return [card for card in deck.cards if card.can_be_put]


def _describe(state: SwtcgSetupState, move: Move) -> str:
    """A move in a few words; of a put with what it adds to the total."""
    words = setup_moves.describe(move)
    if isinstance(move, Put):
        added = added_cost(state.mover, move)
        return _(
            "{words}: +{added}, total {total}", words=words, added=added, total=state.mover.total + added
        )
    return words


class SwtcgSimulator(sim.Simulator):
    """Setup by the rulebooks of 2002 to 2005, and turns alone."""

    players = PLAYERS
    hands = sim.OpeningHands(
        LIBRARY,
        HAND_SIZE,
        _("Battle, Mission, (since 2004) Location and (2005) Equipment cards"),
        is_whole=False,
        discards=mulligan_discards,
        discarded=mulligan_types,
        opened=_is_opened,
        figures=_opening_figures,
        choices=_keep_or_discard,
        draw=_draw,
    )
    shown = sim.ShownFigures(
        figures.COUNTED_KINDS,
        figures.LABELS,
        "total",
        tuple(f"arenas.{arena}" for arena in ARENAS),
        ARENAS,
        frozenset(figures.AWAITED),
        figures.COMPARED,
        "play",
        _in_battle,
        _units,
        {"total": "total"},
        told="exactly_30",
    )
    texts = sim.GameTexts(
        _describe,
        setup_text.event_line,
        setup_text.board_lines,
        setup_text.hand_lines,
        frozenset({"cards", "drawn", "drew"}),
        setup_text.laid,
        setup_text.place,
    )
    many = SwtcgBatch()
    legal_moves = staticmethod(setup_moves.legal_moves)
    make = staticmethod(setup_moves.make_move)

    def make_deck(self, deck: Deck, edition: str) -> sim.PlayDeck:
        """A resolved deck ready to be played, with notes on unknown cards and the like."""
        return play_deck(make_setup_deck(deck, edition))

    def first_seat(self, decks: Sequence[sim.PlayDeck]) -> tuple[int, str | None]:
        """The number of the deck that plays Dark, and a note on a doubt; for one deck, its seat."""
        ranks = {DARK: 3, YUUZHAN_VONG: 2, None: 1, LIGHT: 0}
        return dark_seat(
            decks, ranks, lambda side: _("are {side_names}", side_names=SIDE_NAMES.get(side or "", "Neutral"))
        )

    def start(
        self, decks: Sequence[sim.PlayDeck | None], piles: Sequence[sim.Piles | None]
    ) -> SwtcgSetupState:
        """The state before any card is drawn; a seat of None stays empty."""
        rules = shared_rules([_setup_deck(deck) for deck in decks if deck is not None])
        dark, light = (None if seat is None else seat[LIBRARY] for seat in piles)
        return start_setup(rules, dark, light)

    def mover(self, state: SwtcgSetupState) -> str:
        """The player to move: `dark`, `light`, or `OVER`."""
        return sim.OVER if state.phase == SETUP_OVER else PLAYERS[state.player]

    def chance(self, state: SwtcgSetupState, random_state: RandomState) -> tuple[Move, RandomState]:
        """Nothing is left to chance once the libraries are shuffled."""
        raise LookupError(state.phase)

    def why_not(self, state: SwtcgSetupState, move: Move) -> str | None:
        """The reason why a move is not allowed; None where it is."""
        return None if setup_moves.is_legal(state, move) else setup_moves.why_not(state, move)

    def policy(self, name: str, deck: sim.PlayDeck, words: RandomWords) -> sim.Policy:
        """The policy of that name; of random moves each card is discarded or not by a random bit."""
        if name == sim.RANDOM:
            return PolicyOfPhase(RandomPolicy(words))
        return PolicyOfPhase(make_policy(name, _setup_deck(deck), words))

    def pick(self, state: SwtcgSetupState) -> sim.Pick | None:
        """The cards that a mulligan may discard; None for moves that are listed one by one."""
        if state.phase != MULLIGAN:
            return None
        choice = tuple(c for c in state.mover.hand if c.kind in state.rules.discardable)
        return sim.Pick(_("mulligan: which of these to discard?"), choice, SwtcgMulligan, none=_("keep all"))

    def result(self, state: SwtcgSetupState, player: str) -> dict[str, Any]:
        """The final position of a player: total, partially built card, hand, units by arena."""
        return figures.player_result(sim.seat_of(self, state, player))

    def figures(self, state: SwtcgSetupState, player: str) -> sim.Figures:
        """The figures of a finished setup of a player."""
        return figures.setup_figures(sim.seat_of(self, state, player))

    def turns(
        self, state: SwtcgSetupState, player: str, number: int, random_state: RandomState
    ) -> list[sim.Turn]:
        """The first turns after a setup, played alone as `turns` says."""
        turn = after_setup(state.rules, sim.seat_of(self, state, player))
        found = []
        for _unused in range(number):
            roll, random_state = _roll(random_state)
            turn, events = play_turn(turn, roll)
            found.append(
                sim.Turn(
                    tuple(events),
                    figures.turn_figures(turn),
                    turn.player.hand,
                    tuple(setup_text.board_lines(turn.player, _("end of turn {turn}", turn=turn.turn))),
                )
            )
        return found


class PolicyOfPhase:
    """A policy of this game, asked for whatever move is due."""

    def __init__(self, policy: policies.SwtcgPolicy) -> None:
        self._policy = policy

    def choose(self, state: SwtcgSetupState) -> Move:
        """The move of the player to move."""
        if state.phase == DRAWING:
            return DrawHand()
        if state.phase == MULLIGAN:
            return self._policy.choose_mulligan(state)
        return self._policy.choose_move(state)


def play_deck(deck: SetupDeck) -> sim.PlayDeck:
    """The deck as the frame of all games has it; its rules and tables stay in `open`."""
    return sim.PlayDeck(
        deck.name,
        deck.rules.code,
        deck.cards,
        {LIBRARY: deck.unshuffled()},
        replace(deck, entries=()),
        deck.side,
        deck.notes,
        deck.entries,
    )


def _setup_deck(deck: sim.PlayDeck) -> SetupDeck:
    if not isinstance(deck.open, SetupDeck):
        raise TypeError(deck.open)  # `play_deck` makes no other
    return deck.open


def _roll(random_state: RandomState) -> tuple[int, RandomState]:
    if isinstance(random_state, SeededRandomState):
        return random_state.roll()
    number, left = random_state.below(6)
    return number + 1, left


SIMULATOR = SwtcgSimulator()
