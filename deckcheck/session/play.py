"""Setups and goldfishing as a session plays them; what plays is the simulator of the game."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from db.cards.lookup import Catalogue
from deckcheck.collection.search import query_fields
from deckcheck.deck import Deck
from deckcheck.errors import NoCardsError, WrongPlayersError
from deckcheck.games import get_game, get_simulator
from deckcheck.odds.parser import parse_condition
from deckcheck.simulators.documents import goldfish_document, setup_document
from deckcheck.simulators.goldfish import GoldfishTrial, goldfish_trial, simulate_goldfish
from deckcheck.simulators.hand_conditions import hand_condition
from deckcheck.simulators.move_by_move import game_of_seed
from deckcheck.simulators.playing import check_policy, documents, make_policies, play
from deckcheck.simulators.setup_statistics import setup_trial, simulate_setups
from deckcheck.simulators.simulator import Event, PlayDeck

Pair = tuple[PlayDeck | None, PlayDeck | None]


@dataclass(frozen=True, slots=True)
class SetupResult:
    """A setup as it was played: its events, and how each player ended, by seat.

    `decks` are the names of the decks by seat, `notes` what was open about decks and seats.
    """

    seed: int
    rules: str
    decks: Mapping[str, str]
    events: tuple[Event, ...]
    results: Mapping[str, Any]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SetupFigures:
    """What was counted over many setups: the figures of each player, by seat."""

    seed: int
    rules: str
    games: int
    players: Mapping[str, Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class GoldfishFigures:
    """What was counted over many hands of a deck: opening, setup, each turn, conditions."""

    seed: int
    rules: str
    hands: int
    figures: Mapping[str, Any]


class SeatedDecks:
    """Decks of one game, ready to be played by its simulator, at their seats."""

    def __init__(
        self, catalogue: Catalogue, decks: Sequence[Deck], rules: str | None = None
    ) -> None:
        game = get_game(catalogue.game)
        self.rules = rules or game.usual_edition
        self.simulator = get_simulator(game.code)
        ready = [
            self.simulator.make_deck(game.whole(deck, catalogue.find_cards), self.rules)
            for deck in decks
        ]
        for deck, one in zip(decks, ready, strict=True):
            if not one.piles[self.simulator.hand_pile]:
                raise NoCardsError(deck.path or deck.name)
        first, note = self.simulator.first_seat(ready)
        notes = [note for deck in ready for note in deck.notes]
        self.notes = (*notes, *([note] if note else []))
        self.order = (first, 1 - first)
        self.ready = ready
        self.decks: Pair = self._seated(ready)

    def _seated(self, items: Sequence[Any]) -> tuple[Any, Any]:
        """What belongs to the decks, by seat; `order` is the seat of one deck, or who is first."""
        one, *more = items
        if not more:
            return (one, None) if self.order[0] == 0 else (None, one)
        return (items[self.order[0]], items[self.order[1]])

    def policies(self, text: str) -> tuple[str | None, str | None]:
        """The policies by seat; two names with a comma are those of the first and second deck."""
        names = [name.strip() for name in text.split(",")]
        for name in names:
            check_policy(name)
        if len(names) > len(self.ready):
            raise WrongPlayersError(f"{len(names)} policies for {len(self.ready)} decks")
        found: tuple[str | None, str | None]
        found = self._seated((names * len(self.ready))[: len(self.ready)])
        return found

    def play(self, seed: int, policy: str) -> SetupResult:
        """One setup."""
        simulator = self.simulator
        dealt = game_of_seed(simulator, self.decks, seed)
        policies = make_policies(simulator, self.decks, self.policies(policy), dealt.random_state)
        played = play(simulator, dealt, policies)
        ended = dict(documents(simulator, played.final, [one is not None for one in self.decks]))
        names = {
            player: deck.name
            for player, deck in zip(simulator.players, self.decks, strict=True)
            if deck is not None
        }
        return SetupResult(seed, self.rules, names, played.events, ended, self.notes)

    def count(self, games: int, seed: int, policy: str, jobs: int | None) -> SetupFigures:
        """Figures over many setups."""
        trial = setup_trial(self.simulator, self.decks, self.policies(policy), seed, games)
        *_, tallies = simulate_setups(trial, None, jobs)
        players = {
            player: setup_document(self.simulator, tally, deck)
            for player, deck, tally in zip(self.simulator.players, self.decks, tallies, strict=True)
            if deck is not None and tally is not None
        }
        return SetupFigures(seed, self.rules, games, players)


def goldfish(
    catalogue: Catalogue,
    deck: Deck,
    *,
    hands: int,
    turns: int,
    seed: int,
    policy: str,
    rules: str | None,
    with_setup: bool,
    conditions: Sequence[str],
    jobs: int | None,
) -> GoldfishFigures:
    """Figures over many hands of a deck that is played alone."""
    check_policy(policy)
    table = SeatedDecks(catalogue, [deck], rules)
    fields = query_fields(catalogue) if conditions else ()
    asked = [parse_condition(text, fields) for text in conditions]
    (ready,) = table.ready
    trial = goldfish_trial(
        GoldfishTrial(
            table.simulator, ready, table.order[0], policy, seed, hands, turns, with_setup,
            tuple(hand_condition(one, ready.entries) for one in asked),
        )
    )  # fmt: skip
    *_, tally = simulate_goldfish(trial, None, jobs)
    return GoldfishFigures(seed, table.rules, tally.hands, goldfish_document(trial, tally))
