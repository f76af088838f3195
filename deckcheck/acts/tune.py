"""Acts that tune decks: the best legal deck for a goal, written and saved."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Unpack, cast

from db.arguments import Count, Positive
from db.language import gettext as _
from deckcheck.acts.database import Database
from deckcheck.acts.deck_sources import DeckSource
from deckcheck.acts.limits import FIGURE, HANDS, HANDS_AT_ONCE, MOST_CHANGES, TUNE_SECONDS
from deckcheck.acts.odds import OddsArguments, cards_seen, drawn_cards, stand_ins_of
from deckcheck.acts.repair import RepairArguments, open_repair
from deckcheck.chance.chunks import Cluster
from deckcheck.deck import Deck
from deckcheck.errors import TuneError
from deckcheck.games import get_simulator
from deckcheck.judge.opening import OpenedDeck

if TYPE_CHECKING:
    from db.cards.card import Card
    from db.collection.history import LedgerBatch
    from deckcheck.acts.repairing import OpenRepair
    from deckcheck.query import Field
    from deckcheck.repair.result import Plan
    from deckcheck.rules.compiled import Total
    from deckcheck.rules.slot import Slot
    from deckcheck.simulators.simulator import PlayDeck
    from deckcheck.tune.best_found import BestFound
    from deckcheck.tune.tune import Tuned, Tuning


class TuneArguments(RepairArguments, OddsArguments, total=False):
    """The options of a tune: those of a repair and of odds, and `changes`, how many there may be.

    `at_least` has queries with the number of their cards that the deck must keep, and `size` is how
    many cards there are to draw from. `wish` asks, with `owned`, which other cards would gain most.
    A figure is told by so many `games` from a `seed`, played by `jobs`.
    """

    changes: int | None
    at_least: Iterable[tuple[str, int]]
    size: Positive | None
    wish: bool
    seed: Count
    games: Positive | None
    jobs: Positive | Cluster | None


@dataclass(frozen=True, slots=True)
class TunedDeck:
    """The best legal deck for a goal; it is written and saved as a repaired one."""

    goal: str
    work: "OpenRepair"
    tuned: "Tuned | BestFound"

    def document(self) -> dict[str, Any]:
        """The result as in `deckcheck.tune/1`."""
        from deckcheck.tune.result import as_document

        return as_document(self.tuned, self.goal)

    def text(self, names: Mapping[str, str] = MappingProxyType({})) -> str:
        """The result for people; `names` has what cards are called instead of their English names."""
        from deckcheck.repair.text import called
        from deckcheck.tune.text import tune_text

        plan = self.tuned.plan
        return tune_text(replace(self.tuned, plan=plan and called(plan, names)), self.goal)

    def plot(self, path: Path) -> None:
        """Draws the odds by the number of changes, as SVG or PNG."""
        from deckcheck.acts.drawing import draw_frontier

        curve = {point.changes: point.value for point in self.tuned.frontier}
        draw_frontier(path, curve, self.goal, self.tuned.before.name or self.tuned.before.path)

    def ready_file(self, target: Path, *, force: bool = False) -> Callable[[], tuple[str, ...]]:
        """Returns what writes the deck; raises `RepairError` if a file cannot hold it."""
        return self.work.ready_file(_made(self.tuned), target, force=force)

    def ready_save(self, name: str, *, force: bool = False) -> "Callable[[], LedgerBatch | None]":
        """Returns what saves the deck; raises `RepairError` if it would be another one."""
        return self.work.ready_save(_made(self.tuned), name, force=force)


def _made(tuned: "Tuned | BestFound") -> "Plan":
    if tuned.plan is None:
        raise TuneError(_("there is no deck to be kept"))
    return tuned.plan


def tune(
    database: Database,
    source: DeckSource | OpenedDeck,
    goal: str,
    format: str | None = None,  # noqa: A002 - the word of the command line
    **arguments: Unpack[TuneArguments],
) -> TunedDeck:
    """The best legal deck for a goal within so many changes; nothing is written.

    The goal is a condition as `odds` has it, whose probability is to be as high as can be, or a figure
    of setups and hands, like "figure:all_arenas", of which the best that is found by playing is given.
    Raises `ConditionError` for a goal that is none, `UnknownFigureError` for no figure, `TuneError` for
    options that contradict each other.
    """
    from deckcheck.collection.search import fields_on
    from deckcheck.odds.parser import parse_condition
    from deckcheck.tune.goal import Goal
    from deckcheck.tune.tune import TuneOptions, Tuning

    changes = arguments.get("changes")
    if changes is not None and not 0 <= changes <= MOST_CHANGES:
        raise TuneError(_("{changes} changes: expected 0 to {most}", changes=changes, most=MOST_CHANGES))
    arguments.setdefault("time_limit", TUNE_SECONDS)
    work = open_repair(database, source, format, **cast("RepairArguments", arguments))
    catalogue, judge = work.catalogue, work.repairer.judge
    fields = fields_on(catalogue, arguments.get("on"))
    edition = judge.edition.code
    seen = cards_seen(catalogue, edition, arguments)
    drawn = partial(drawn_cards, catalogue=catalogue, edition=edition)
    at_least = asked_for(arguments.get("at_least", ()), fields)
    options = TuneOptions(
        work.options, changes, at_least, arguments.get("size"), arguments.get("wish", False)
    )

    def tuning(condition: str) -> Tuning:
        wanted = Goal(parse_condition(condition, fields), *seen, drawn)
        return Tuning(judge, catalogue.cards(), work.deck, wanted, options)

    if goal.strip().startswith(FIGURE):
        return TunedDeck(goal, work, _by_playing(work, goal, tuning, arguments))
    return TunedDeck(goal, work, tuning(goal).found())


def _by_playing(
    work: "OpenRepair", goal: str, tuning: "Callable[[str], Tuning]", arguments: TuneArguments
) -> "BestFound":
    """The best deck that is found for a figure."""
    from deckcheck.acts.seated import ready_decks
    from deckcheck.tune.best_found import BestFound, tune_by_playing
    from deckcheck.tune.races import Races, figure_trial, turn_of

    catalogue, judge = work.catalogue, work.repairer.judge
    edition, simulator, seed = judge.edition.code, get_simulator(catalogue.game), arguments.get("seed", 0)

    def ready(deck: Deck) -> "PlayDeck":  # a catalogue's cards cannot be sent to processes
        return replace(ready_decks(catalogue, [deck], edition)[0], entries=())

    trial, is_fast = figure_trial(simulator, ready(work.deck), seed, *turn_of(goal))
    games = arguments.get("games") or (HANDS_AT_ONCE if is_fast else HANDS)
    nothing = BestFound(judge.validate(work.deck), trial.words, seed)
    stand_ins = [tuning(text) for text in stand_ins_of(work.deck, catalogue, edition)]
    return tune_by_playing(
        stand_ins, ready, Races(trial, games, arguments.get("jobs"), is_fast=is_fast), games, nothing
    )


def asked_for(bounds: Iterable[tuple[str, int]], fields: "Sequence[Field]") -> "tuple[Total, ...]":
    """Queries with the number of their cards that a deck must have, as totals."""
    from deckcheck.query import parse_query
    from deckcheck.rules.compiled import Total

    return tuple(
        Total("asked", partial(_counted, parse_query(query, fields).matches), low=number, weighs=(0, 1))
        for query, number in bounds
    )


def _counted(matches: "Callable[[Card], bool]", slot: "Slot") -> int:
    return int(matches(slot.card))
