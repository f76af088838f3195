"""Acts that tune decks: the best legal deck for a goal, written and saved."""

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from functools import partial
from math import ceil
from pathlib import Path
from time import monotonic
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypedDict, TypeVar, Unpack, cast

from db.arguments import Count, Positive
from db.language import gettext as _
from deckcheck import acts
from deckcheck.acts.database import Database, FilePath
from deckcheck.acts.deck_sources import DeckSource
from deckcheck.acts.limits import FIGURE, HANDS, HANDS_AT_ONCE, MOST_CHANGES, MOST_SEEN, TUNE_SECONDS
from deckcheck.acts.odds import OddsArguments, cards_seen, drawn_cards, stand_ins_of
from deckcheck.acts.repair import RepairArguments, open_repair
from deckcheck.chance.chunks import Cluster, workers
from deckcheck.collection.search import fields_on
from deckcheck.deck import Deck, copies_by_name
from deckcheck.errors import NoSimulatorError, TuneError
from deckcheck.games import get_game, get_simulator
from deckcheck.judge.opening import OpenedDeck
from deckcheck.odds.parser import parse_condition
from deckcheck.query import parse_query

if TYPE_CHECKING:
    from db.cards.card import Card
    from deckcheck.acts.repairing import OpenRepair
    from deckcheck.query import Field
    from deckcheck.repair.problem import Conditions
    from deckcheck.repair.result import Plan
    from deckcheck.rules.compiled import Total
    from deckcheck.rules.slot import Slot
    from deckcheck.simulators.simulator import PlayDeck
    from deckcheck.tune.best_found import BestFound
    from deckcheck.tune.goal import GoalPart
    from deckcheck.tune.tune import Tuned, Tuning


_HEAVIEST, _RICHEST = 1000, 1_000_000
"""The greatest weight of a goal, and the largest budget."""

_ANY = 1 << 20
"""So many copies can be bought."""


class GoalArguments(TypedDict, total=False):
    """The goals beside the first one.

    `also` are further goals, and `weights` how much each counts beside the others, that of the first
    one first. `then` are goals that count where all before is equal, one after another; the odds of
    those in `no_less` do not become less than they are.
    """

    also: Iterable[str]
    weights: Iterable[float]
    then: Iterable[str]
    no_less: Iterable[str]


class TuneArguments(RepairArguments, OddsArguments, GoalArguments, total=False):
    """The options of a tune: those of a repair and of odds, and `changes`, how many there may be.

    `at_least` has queries with the number of their cards that the deck must keep, and `size` is how
    many cards there are to draw from. `wish` asks, with `owned`, which other cards would gain most.
    A figure is told by so many `games` from a `seed`, played by `jobs`.

    With a `budget` cards that are not free are bought, each at the lowest price of a sheet, `prices`.
    """

    changes: int | None
    at_least: Iterable[tuple[str, int]]
    size: Positive | None
    wish: bool
    budget: Decimal | None
    prices: FilePath | None
    seed: Count
    games: Positive | None
    jobs: Positive | Cluster | None


@dataclass(frozen=True, slots=True)
class TunedDeck:
    """The best legal deck for a goal; `work` writes and saves it as a repaired one."""

    goal: str
    work: "OpenRepair"
    tuned: "Tuned | BestFound"
    shop: "Shop | None" = None

    def document(self) -> dict[str, Any]:
        """The result as in `deckcheck.tune/1`."""
        from deckcheck.tune.result import as_document

        budget: dict[str, Any] | None = None
        if self.shop is not None:
            budget = {"amount": str(self.shop.budget), "spent": str(self.shop.spent(self.tuned.plan))}
            budget |= {"notes": list(self.shop.notes)} if self.shop.notes else {}
        return {**as_document(self.tuned, self.goal), "budget": budget}

    def text(self, names: Mapping[str, str] = MappingProxyType({})) -> str:
        """The result for people; `names` has what cards are called instead of their English names."""
        from deckcheck.repair.text import called
        from deckcheck.tune.text import tune_text

        plan = self.tuned.plan
        text = tune_text(replace(self.tuned, plan=plan and called(plan, names)), self.goal)
        if self.shop is None:
            return text
        text += "".join(f"{note}\n" for note in self.shop.notes)
        if plan is None:
            return text
        spent = _(
            "Cards for {spent} of {budget} are bought.", spent=self.shop.spent(plan), budget=self.shop.budget
        )
        return f"{text}{spent}\n"

    def plot(self, path: Path) -> None:
        """Draws the odds by the number of changes, as SVG or PNG."""
        curve = {point.changes: point.value for point in self.tuned.frontier}
        acts.drawing.draw_frontier(path, curve, self.goal, self.tuned.before.name or self.tuned.before.path)

    def workbook(self, path: Path, *, force: bool = False) -> None:
        """Writes changes, odds by changes and wishes as a workbook; raises `ExistingFileError`."""
        from deckcheck.show.workbook import write_workbook
        from deckcheck.tune.result import tune_sheets

        write_workbook(path, list(tune_sheets(self.document())), force=force)


def tune(
    database: Database,
    source: DeckSource | OpenedDeck,
    goal: str,
    format: str | None = None,
    **arguments: Unpack[TuneArguments],
) -> TunedDeck:
    """The best legal deck for a goal within so many changes; nothing is written.

    The goal is a condition as `odds` has it, whose probability is to be as high as can be, or a figure
    of setups and hands, like "figure:all_arenas", of which the best that is found by playing is given.
    Raises `ConditionError` for a goal that is none, `UnknownFigureError` for no figure, `TuneError` for
    options that contradict each other.
    """
    steps = tune_steps(database, source, goal, format, **arguments)
    while True:
        try:
            next(steps)
        except StopIteration as end:
            found: TunedDeck = end.value
            return found


def tune_steps(
    database: Database,
    source: DeckSource | OpenedDeck,
    goal: str,
    format: str | None = None,
    **arguments: Unpack[TuneArguments],
) -> Generator[int, None, TunedDeck]:
    """Yields how many games are played for a figure; returns what `tune` does."""
    from deckcheck.tune.goal import Goal
    from deckcheck.tune.tune import TuneOptions, Tuning

    changes = arguments.get("changes")
    if changes is not None and not 0 <= changes <= MOST_CHANGES:
        raise TuneError(_("{changes} changes: expected 0 to {most}"), changes=changes, most=MOST_CHANGES)
    arguments.setdefault("time_limit", TUNE_SECONDS)
    work = open_repair(database, source, format, **cast("RepairArguments", arguments))
    catalogue, judge = work.catalogue, work.repairer.judge
    fields = fields_on(catalogue, arguments.get("on"))
    edition = judge.edition.code
    seen = cards_seen(catalogue, edition, arguments)
    if seen[0] + seen[1] > MOST_SEEN:
        raise TuneError(
            _("{cards:,} cards are seen: expected {most} at most"), cards=seen[0] + seen[1], most=MOST_SEEN
        )
    drawn = partial(drawn_cards, catalogue=catalogue, edition=edition)
    at_least = asked_for(arguments.get("at_least", ()), fields)
    shop, repair = _shop(arguments, work), work.options
    if shop is not None:
        at_least = (*at_least, *shop.totals)
        ids = [card.id or 0 for card in catalogue.cards() if card.name in shop.prices]
        repair = replace(repair, conditions=shop.conditions(repair.conditions, ids))
    options = TuneOptions(repair, changes, at_least, arguments.get("size"), arguments.get("wish", False))

    def tuning(several: Sequence[WantedGoal]) -> Tuning:
        wanted = Goal.of_parts(goal_parts(several, fields), seen, drawn)
        return Tuning(judge, catalogue.cards(), work.deck, wanted, options)

    several = several_goals(goal, arguments)
    words = words_of(several)
    if not any(text.startswith(FIGURE) for text, _weight, _order in several):
        return TunedDeck(words, work, _told(tuning(several).found(), shop), shop)
    if len(several) > 1:
        raise TuneError(_("a figure is a goal of its own, without others"))
    found = yield from _by_playing(work, goal, lambda text: tuning(several_goals(text, {})), arguments)
    return TunedDeck(words, work, _told(found, shop), shop)


@dataclass(frozen=True, slots=True)
class Shop:
    """The cards that may be bought, by their names, with their prices, and how much that may be in all.

    `paid` are the copies of each that cost nothing: those of the deck, or as many as are free. `notes`
    say what of the prices is left out.
    """

    budget: Decimal
    prices: Mapping[str, Decimal]
    paid: Mapping[str, int]
    notes: tuple[str, ...] = ()

    @property
    def totals(self) -> "tuple[Total, ...]":
        """The price of what is bought is at most the budget, in hundredths; a helper counts what is paid."""
        from deckcheck.rules.compiled import Helper, Total

        most, dearest = int(self.budget * 100), max(map(_hundredths, self.prices.values()), default=0)
        words = _("cards for at most {budget}", budget=self.budget)
        helpers = {name: Helper(f"paid: {name}", copies) for name, copies in self.paid.items()}
        less = tuple((helper, -_hundredths(self.prices[name])) for name, helper in helpers.items())
        rows = (
            Total("budget", partial(_is, name), low=0, helpers=((one, -1),), cards=frozenset({name}))
            for name, one in helpers.items()
        )
        budget = Total("budget", self._price, high=most, helpers=less, words=words, weighs=(0, dearest))
        return budget, *rows

    def _price(self, slot: "Slot") -> int:
        return _hundredths(self.prices.get(slot.card.name, Decimal(0)))

    def conditions(self, others: "Conditions", ids: Iterable[int]) -> "Conditions":
        """The conditions of a repair in which these cards are there to be taken, beside free ones."""
        return replace(others, owned_only=True, free={**(others.free or {}), **dict.fromkeys(ids, _ANY)})

    def bought(self, plan: "Plan | None") -> dict[str, int]:
        """The copies of each card that are bought for a deck."""
        copies = copies_by_name(() if plan is None else plan.deck.entries) - Counter(self.paid)
        return {name: bought for name, bought in copies.items() if name in self.prices}

    def spent(self, plan: "Plan | None") -> Decimal:
        """The price of the cards that are bought."""
        return sum((n * self.prices[name] for name, n in self.bought(plan).items()), Decimal(0))


def _is(name: str, slot: "Slot") -> int:
    return int(slot.card.name == name)


def _hundredths(price: Decimal) -> int:
    return ceil(price * 100)


def _shop(arguments: TuneArguments, work: "OpenRepair") -> Shop | None:
    """The cards that have a price, and what of them is paid; raises `TuneError`."""
    from deckcheck.collection.prices import sheet_prices

    budget, file = arguments.get("budget"), arguments.get("prices")
    if budget is None and file is None:
        return None
    if budget is None or file is None:
        raise TuneError(_("a budget needs prices, and prices a budget: give --budget and --prices"))
    if not (budget.is_finite() and 0 <= budget <= _RICHEST):
        raise TuneError(_("a budget of {budget}: expected 0 to {most}"), budget=budget, most=_RICHEST)
    if arguments.get("owned"):
        raise TuneError(_("a budget buys cards that you do not own: leave --owned out"))
    (lowest, notes), free = sheet_prices(work.catalogue, Path(file)), work.options.conditions.free or {}
    prices = {card.name: lowest[card.id] for card in work.catalogue.cards() if card.id in lowest}
    have = copies_by_name(work.deck.entries)
    paid = {
        card.name: most
        for card in work.catalogue.cards()
        if card.name in prices and (most := max(have[card.name], free.get(card.id or 0, 0)))
    }
    return Shop(budget, prices, paid, notes)


T = TypeVar("T", "Tuned", "BestFound")


def _told(found: T, shop: Shop | None) -> T:
    """The result, in which cards that are bought are not free."""
    if shop is None or found.plan is None:
        return found
    bought = shop.bought(found.plan)
    put_in = tuple(
        replace(one, free=max(0, one.quantity - bought[one.name])) if one.name in bought else one
        for one in found.plan.put_in
    )
    return replace(found, plan=replace(found.plan, put_in=put_in))


WantedGoal = tuple[str, Fraction, int | None]
"""A goal, its weight and its order, None for one whose odds must not become less."""


def several_goals(goal: str, arguments: GoalArguments) -> list[WantedGoal]:
    """All goals; raises `TuneError` for weights that are none."""
    first = [text.strip() for text in (goal, *arguments.get("also", ()))]
    weights = list(arguments.get("weights", ())) or [1] * len(first)
    if len(weights) != len(first):
        raise TuneError(
            _("{weights} weights for {goals} goals: give one for each"),
            weights=len(weights),
            goals=len(first),
        )
    if not all(0 < weight <= _HEAVIEST for weight in weights):
        raise TuneError(_("a weight is a number above 0, at most {most}"), most=_HEAVIEST)
    return [
        *((text, Fraction(str(weight)), 0) for text, weight in zip(first, weights, strict=True)),
        *(
            (text.strip(), Fraction(1), order)
            for order, text in enumerate(arguments.get("then", ()), start=1)
        ),
        *((text.strip(), Fraction(1), None) for text in arguments.get("no_less", ())),
    ]


def goal_parts(several: Sequence[WantedGoal], fields: "Sequence[Field]") -> "list[GoalPart]":
    """The goals as parts of one; raises `ConditionError`."""
    from deckcheck.tune.goal import GoalPart

    return [GoalPart(parse_condition(text, fields), weight, order) for text, weight, order in several]


def words_of(several: Sequence[WantedGoal]) -> str:
    """The goals that count, as they were asked for."""
    first = [(text, weight) for text, weight, order in several if order == 0]
    together = (
        " + ".join(f"{float(weight):g} ({text})" for text, weight in first) if first[1:] else first[0][0]
    )
    return "; ".join([together, *(text for text, _weight, order in several if order)])


def _by_playing(
    work: "OpenRepair", goal: str, tuning: "Callable[[str], Tuning]", arguments: TuneArguments
) -> "Generator[int, None, BestFound]":
    """The best deck that is found for a figure."""
    from deckcheck.tune.best_found import BestFound, tune_by_playing
    from deckcheck.tune.races import Races, figure_trial, turn_of

    catalogue, judge = work.catalogue, work.repairer.judge
    edition, simulator, seed = judge.edition.code, get_simulator(catalogue.game), arguments.get("seed", 0)

    def ready(deck: Deck) -> "PlayDeck":  # a catalogue's cards cannot be sent to processes
        return replace(acts.seated.ready_decks(catalogue, [deck], edition)[0], entries=())

    trial, hands = figure_trial(simulator, ready(work.deck), seed, *turn_of(goal))
    games = arguments.get("games") or (HANDS if hands.fast is None else HANDS_AT_ONCE)
    nothing = BestFound(judge.validate(work.deck), trial.words, seed)
    stand_ins = [tuning(text) for text in stand_ins_of(work.deck, catalogue, edition)]
    until = monotonic() + arguments.get("time_limit", TUNE_SECONDS)
    with workers(trial, arguments.get("jobs")) as run:
        races = Races(run, hands.at_once)
        return (yield from tune_by_playing(stand_ins, ready, races, games, nothing, until))


def goals_of(game: str) -> dict[str, str]:
    """The goals that a game suggests, by what they say: conditions, and the figure of a setup.

    A game that nothing plays has no figures.
    """
    from deckcheck.simulators.labels import label

    try:
        simulator = get_simulator(game)
    except NoSimulatorError:
        return dict(get_game(game).words.goals)
    name = simulator.shown.told or simulator.shown.drawn
    played = _("by playing: {figure}", figure=label(simulator, name))
    return {**get_game(game).words.goals, played: f"{FIGURE}{name}"}


def asked_for(bounds: Iterable[tuple[str, int]], fields: "Sequence[Field]") -> "tuple[Total, ...]":
    """Queries with the number of their cards that a deck must have, as totals."""
    from deckcheck.rules.compiled import Total

    return tuple(
        Total(
            "asked",
            partial(_counted, parse_query(query, fields).matches),
            low=number,
            weighs=(0, 1),
            words=_("at least {number} of {query}", number=number, query=query),
        )
        for query, number in bounds
    )


def _counted(matches: "Callable[[Card], bool]", slot: "Slot") -> int:
    return int(matches(slot.card))
