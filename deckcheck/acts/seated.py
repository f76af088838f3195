"""Decks at their seats, ready to be played by the simulator of their game, and what they played."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

from db.cards.lookup import Catalogue
from db.language import filled, gettext as _
from deckcheck import acts
from deckcheck.acts.database import FilePath
from deckcheck.chance.chunks import Jobs
from deckcheck.chance.estimates import Figure, FigureDifference
from deckcheck.deck import Deck
from deckcheck.errors import NoCardsError, WrongPlayersError
from deckcheck.first_game import FIRST_GAME
from deckcheck.games import get_game, get_simulator
from deckcheck.show.wording import count
from deckcheck.show.workbook import comparison_sheet, write_workbook
from deckcheck.simulators.documents import goldfish_document, setup_document
from deckcheck.simulators.goldfish import GoldfishTally, GoldfishTrial, simulate_goldfish
from deckcheck.simulators.labels import compared_figures, label
from deckcheck.simulators.move_by_move import game_of_seed
from deckcheck.simulators.playing import (
    Dealt,
    Played,
    check_policy,
    documents,
    make_policies,
    names_of as card_names,
    play,
)
from deckcheck.simulators.setup_statistics import games_of, setup_trial, simulate_setups
from deckcheck.simulators.sheets import goldfish_sheets, setup_sheets
from deckcheck.simulators.simulator import Event, PlayDeck, State
from deckcheck.simulators.tally import FigureTally
from deckcheck.simulators.texts import goldfish_text, setup_text, tally_text

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Seat:
    """A player at the table: the place (0 or 1) and its name, the deck, its file, the policy."""

    place: int
    player: str
    deck: PlayDeck
    path: str
    policy: str


def ready_decks(catalogue: Catalogue, decks: Sequence[Deck], rules: str) -> list[PlayDeck]:
    """The decks of a game ready to be played; raises `NoCardsError` for one without cards."""
    game, simulator = get_game(catalogue.game), get_simulator(catalogue.game)
    result = []
    for deck in decks:
        ready = simulator.make_deck(game.lists.whole(deck, catalogue.find_cards), rules)
        if not ready.piles[simulator.hands.pile]:
            raise NoCardsError(deck.path or deck.name)
        result.append(ready)
    return result


class PreparedDecks:
    """Decks of one game, ready to be played by its simulator, at their seats.

    `seats` says for places (0 and 1) which deck sits there; without it that follows from the decks.
    """

    def __init__(
        self,
        catalogue: Catalogue,
        decks: Sequence[Deck],
        rules: str | None = None,
        seats: Mapping[int, int] | None = None,
    ) -> None:
        game = get_game(catalogue.game)
        self.game = game.code
        self.rules = rules or game.formats.printed.edition
        self.simulator = get_simulator(game.code)
        self.paths = [deck.path or deck.name for deck in decks]
        self.ready = ready_decks(catalogue, decks, self.rules)
        self.seat_note, self._seats = None, dict(seats or {})
        if not self._seats:
            first, note = self.simulator.first_seat(self.ready)
            self.seat_note = note and self._with_advice(note, decks)
            self._seats = {first: 0} if len(decks) == 1 else {0: first, 1: 1 - first}

    @staticmethod
    def _with_advice(note: str, decks: Sequence[Deck]) -> str:
        """The note on seats that were open; a deck against itself cannot be exchanged for it."""
        if all(deck.entries == decks[0].entries for deck in decks):
            return note
        return _("{note}; exchange the decks for the other way round", note=note)

    @property
    def notes(self) -> tuple[str, ...]:
        """The notes on decks and seats where something was open."""
        notes = [note for deck in self.ready for note in deck.notes]
        return (*notes, *([self.seat_note] if self.seat_note else []))

    @property
    def is_fast(self) -> bool:
        """Whether many games are played at once."""
        return self.simulator.many.is_fast

    @property
    def decks(self) -> tuple[PlayDeck | None, PlayDeck | None]:
        """The decks by seat."""
        return self.by_seat(self.ready)

    def by_seat(self, items: Sequence[T]) -> tuple[T | None, T | None]:
        """The values that belong to the decks, by seat; None where nobody sits."""
        one, two = (self._seats.get(place) for place in range(2))
        return (None if one is None else items[one], None if two is None else items[two])

    def seated(self, policies: Sequence[str]) -> list[Seat]:
        """The players in the order of the seats; the policies are in the order of the decks."""
        return [
            Seat(place, player, self.ready[number], self.paths[number], policies[number])
            for place, player in enumerate(self.simulator.players)
            if (number := self._seats.get(place)) is not None
        ]

    def policies(self, text: str, also: Sequence[str] = ()) -> list[str]:
        """The policies in the order of the decks; two names with a comma are for two decks.

        `also` are names of players who are no policy.
        """
        names = [name.strip() for name in text.split(",")]
        for name in names:
            check_policy(name, also)
        if len(names) > len(self.ready):
            raise WrongPlayersError(
                _(
                    "{count} policies for {decks}",
                    count=len(names),
                    decks=count(len(self.ready), "deck", "decks"),
                )
            )
        return (names * len(self.ready))[: len(self.ready)]

    def play(self, seed: int, policy: str) -> "SetupResult":
        """The result of one setup."""
        policies = self.policies(policy)
        dealt = game_of_seed(self.simulator, self.decks, seed)
        moves = make_policies(self.simulator, self.decks, self.by_seat(policies), dealt.random_state)
        played = play(self.simulator, dealt, moves)
        return self.result(seed, policies, dealt, played)

    def result(self, seed: int, policies: Sequence[str], dealt: Dealt, played: Played) -> "SetupResult":
        """A setup that was played to its end."""
        seats = self.seated(policies)
        ended = documents(self.simulator, played.final, [one is not None for one in self.decks])
        piles = {
            one.player: {pile: card_names(cards) for pile, cards in (dealt.piles[one.place] or {}).items()}
            for one in seats
        }
        names = {one.player: one.deck.name for one in seats}
        return SetupResult(
            seed,
            self.rules,
            names,
            played.events,
            dict(ended),
            self.notes,
            self.game,
            tuple(seats),
            piles,
            played.final,
        )

    def steps(
        self, games: int | None, seed: int, policy: str, *, until: float | None = None, jobs: Jobs = None
    ) -> Iterator["SetupFigures"]:
        """Yields the figures over the setups so far after each chunk of them."""
        policies = self.policies(policy)
        trial = setup_trial(self.simulator, self.decks, self.by_seat(policies), seed, games)
        for tallies in simulate_setups(trial, until, jobs):
            counted = [
                (seat, tally) for seat in self.seated(policies) if (tally := tallies[seat.place]) is not None
            ]
            yield SetupFigures(self, seed, games_of(tallies), tuple(counted))


@dataclass(frozen=True, slots=True)
class SetupResult:
    """The result of a setup: its events, and the final position of each player, by seat.

    `decks` are the names of the decks by seat, `notes` what was open about decks and seats,
    `piles` the names of the cards as they were shuffled.
    """

    seed: int
    rules: str
    decks: Mapping[str, str]
    events: tuple[Event, ...]
    results: Mapping[str, Any]
    notes: tuple[str, ...]
    game: str
    seats: tuple[Seat, ...]
    piles: Mapping[str, Mapping[str, list[str]]]
    final: State

    def text(self, width: int) -> str:
        """The setup in words: who plays, every event, and the boards at the end."""
        simulator = get_simulator(self.game)
        decks: list[PlayDeck | None] = [None, None]
        policies: list[str | None] = [None, None]
        for one in self.seats:
            decks[one.place], policies[one.place] = one.deck, one.policy
        return setup_text(simulator, decks, policies, self.events, self.final, width)

    def document(self) -> dict[str, Any]:
        """The setup as in `deckcheck.setup/1`."""
        players = {
            one.player: {"deck": one.path, "policy": one.policy, **self.piles[one.player]}
            for one in self.seats
        }
        head = document_head("deckcheck.setup/1", self.game, self.rules, self.seed)
        return {**head, "players": players, "events": list(self.events), "result": dict(self.results)}


@dataclass(frozen=True)
class SetupFigures:
    """The counts over many setups: the figures of each player, by seat."""

    table: PreparedDecks
    seed: int
    games: int
    counted: tuple[tuple[Seat, FigureTally], ...]

    @property
    def rules(self) -> str:
        """The rules edition."""
        return self.table.rules

    @cached_property
    def players(self) -> Mapping[str, Mapping[str, Any]]:
        """The figures of each player, by seat."""
        simulator = self.table.simulator
        return {seat.player: setup_document(simulator, tally, seat.deck) for seat, tally in self.counted}

    @property
    def told(self) -> tuple[str, Figure]:
        """The figure that says most of the first deck, with its words."""
        simulator = self.table.simulator
        name = simulator.shown.told or simulator.shown.drawn
        return label(simulator, name), self.counted[0][1].figures()[name]

    def document(self) -> dict[str, Any]:
        """The figures as in `deckcheck.setup-statistics/1`."""
        players = {
            seat.player: {"deck": seat.path, "policy": seat.policy, **self.players[seat.player]}
            for seat, _ in self.counted
        }
        head = document_head("deckcheck.setup-statistics/1", self.table.game, self.rules, self.seed)
        return {**head, "games": self.games, "players": players}

    def text(self, width: int, *, plain: bool = False) -> str:
        """The figures in words and bars; `plain` for output that has no block characters."""
        parts = []
        for seat, tally in self.counted:
            parts.append(
                _(
                    "{player}: {name} ({policy}), {games:,} setups\n",
                    player=filled(seat.player, {}),
                    name=seat.deck.name,
                    policy=seat.policy,
                    games=tally.games,
                )
            )
            parts.append(tally_text(self.table.simulator, tally, seat.deck, width, plain=plain) + "\n")
        return "".join(map(str, parts))

    def plot(self, path: FilePath) -> None:
        """Draws the figure that the game is about, as SVG or PNG."""
        tallies = {f"{seat.player}: {seat.deck.name}": tally for seat, tally in self.counted}
        acts.drawing.draw_setups(Path(path), self.table.simulator, tallies, self.games)

    def workbook(self, path: FilePath, *, force: bool = False) -> None:
        """Writes the figures as a workbook with charts.

        Raises `ExistingFileError` where there is a file, unless `force`.
        """
        sheets = [
            sheet
            for seat, tally in self.counted
            for sheet in setup_sheets(
                self.table.simulator, f"{filled(seat.player, {})} {seat.deck.name}", tally, seat.deck
            )
        ]
        write_workbook(Path(path), sheets, force=force)


@dataclass(frozen=True, slots=True)
class GoldfishRun:
    """A deck that is ready to be played alone, so many hands or until they are accurate enough."""

    table: PreparedDecks
    trial: GoldfishTrial
    until: float | None = None
    jobs: Jobs = None

    def steps(self) -> Iterator["GoldfishFigures"]:
        """Yields the figures over the hands so far after each chunk of them."""
        for tally in simulate_goldfish(self.trial, self.until, self.jobs):
            yield GoldfishFigures(self.table, self.trial, tally)


@dataclass(frozen=True)
class GoldfishFigures:
    """The counts over many hands of a deck: opening, setup, each turn, conditions."""

    table: PreparedDecks
    trial: GoldfishTrial
    tally: GoldfishTally

    @property
    def rules(self) -> str:
        """The rules edition."""
        return self.table.rules

    @property
    def name(self) -> str:
        """The name of the deck."""
        return self.trial.deck.name

    @property
    def seed(self) -> int:
        """The seed of the shuffles."""
        return self.trial.seed

    @property
    def hands(self) -> int:
        """The number of hands."""
        return self.tally.hands

    @cached_property
    def figures(self) -> Mapping[str, Any]:
        """The figures: of the opening, the setup and each turn, and the conditions."""
        return goldfish_document(self.trial, self.tally)

    def document(self) -> dict[str, Any]:
        """The figures as in `deckcheck.goldfish/1`."""
        head = document_head(
            "deckcheck.goldfish/1",
            self.table.game,
            self.rules,
            self.seed,
            hands=self.hands,
            turns=self.trial.turns,
        )
        rules = head.pop("rules")
        return {
            **head,
            "deck": self.table.paths[0],
            "rules": rules,
            "side": self.trial.player,
            "policy": self.trial.policy,
            **self.figures,
            "notes": list(self.trial.deck.notes),
        }

    def text(self, width: int, *, plain: bool = False) -> str:
        """The figures in words and bars; `plain` for output that has no block characters."""
        return goldfish_text(self.trial, self.tally, width, plain=plain)

    def differences(self, other: "GoldfishFigures") -> dict[str, FigureDifference]:
        """The differences to the other deck, by figure, each with its error."""
        mine = compared_figures(self.trial, self.tally)
        theirs = compared_figures(other.trial, other.tally)
        return {
            label: FigureDifference(figure, theirs[label])
            for label, figure in mine.items()
            if label in theirs
        }

    def plot(self, path: FilePath, other: "GoldfishFigures | None" = None) -> None:
        """Draws the deck turn by turn, or beside another one, as SVG or PNG."""
        if other is None:
            acts.drawing.draw_goldfish(Path(path), self.trial, self.tally)
        else:
            names = (self.name, other.name)
            acts.drawing.draw_comparison(Path(path), names, self.differences(other), self.hands)

    def workbook(
        self, path: FilePath, other: "GoldfishFigures | None" = None, *, force: bool = False
    ) -> None:
        """Writes the figures as a workbook with charts, those of another deck beside them.

        Raises `ExistingFileError` where there is a file, unless `force`.
        """
        sheets = goldfish_sheets(self.trial, self.tally)
        if other is not None:
            names = (self.name, other.name)
            compared = comparison_sheet(names, self.differences(other))
            sheets = [compared, *sheets, *goldfish_sheets(other.trial, other.tally)]
        write_workbook(Path(path), sheets, force=force)


def comparison_document(one: GoldfishFigures, other: GoldfishFigures) -> dict[str, Any]:
    """Two decks and their differences, as in `deckcheck.goldfish-comparison/1`."""
    differences = {label: found.as_json() for label, found in one.differences(other).items()}
    head = {"schema": "deckcheck.goldfish-comparison/1", "seed": one.seed}
    return {**head, "decks": [one.document(), other.document()], "differences": differences}


def comparison_text(one: GoldfishFigures, other: GoldfishFigures) -> str:
    """The differences of two decks as a table, and what the words in it mean."""
    from deckcheck.simulators.simulation_text import DIFFERENCES, comparison_text

    return comparison_text((one.name, other.name), one.differences(other)) + DIFFERENCES


def document_head(schema: str, game: str, rules: str, seed: int, **facts: int) -> dict[str, Any]:
    """How documents begin; the game is named but for the one that is meant without a name."""
    named = {} if game == FIRST_GAME else {"game": game}
    return {"schema": schema, **named, **facts, "rules": rules, "seed": seed}
