"""`deckcheck goldfish`: opening hands, setup and first turns of a deck, played alone."""

import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from deckcheck.cli.common import (
    EXIT_INTERRUPTED,
    DbOption,
    DeckGameOption,
    JsonOption,
    print_json,
    say,
)
from deckcheck.cli.open_decks import open_decks
from deckcheck.cli.play.simulating import (
    RULES,
    ForceOption,
    FromOption,
    JobsOption,
    PlotOption,
    RulesOption,
    SeedOption,
    SheetOption,
    Stopped,
    UntilOption,
    chosen_seed,
    gathered,
    has_simulator,
    plain_output,
    read_setup_decks,
)

if TYPE_CHECKING:
    from deckcheck.chance.estimates import Difference
    from deckcheck.games.swtcg.setup.cards import SetupDeck
    from deckcheck.games.swtcg.setup.goldfish import GoldfishTally, GoldfishTrial
    from deckcheck.odds.condition import Condition

_HANDS = 10_000
_TURNS = 6
_MOST_DECKS = 2
_SIDES = ("dark", "light")


@dataclass(frozen=True, slots=True)
class Bowl:
    """One deck that was played, with its figures."""

    path: str
    deck: "SetupDeck"
    side: str
    policy: str
    trial: "GoldfishTrial"
    tally: "GoldfishTally"

    def figures(self) -> dict[str, Any]:
        """All figures, nested."""
        from deckcheck.games.swtcg.setup.goldfish import goldfish_figures

        return goldfish_figures(self.trial, self.tally)


def goldfish(
    decks: Annotated[
        list[str],
        typer.Argument(
            metavar="DECK [DECK]", help="A deck file or saved deck; a second one is compared."
        ),
    ],
    hands: Annotated[
        int | None,
        typer.Option(
            "--hands",
            metavar="N",
            min=1,
            help=f"Hands to play (default {_HANDS}; 2000 in the sister games).",
        ),
    ] = None,
    turns: Annotated[
        int, typer.Option("--turns", metavar="T", min=0, max=200, help="Turns after setup.")
    ] = _TURNS,
    on_side: Annotated[
        str | None,
        typer.Option("--on-side", metavar="SIDE", help="dark or light (default: the deck's)."),
    ] = None,
    rules: RulesOption = None,
    policy: Annotated[
        str, typer.Option("--policy", metavar="NAME", help="random, greedy or planner.")
    ] = "planner",
    condition: Annotated[
        list[str] | None,
        typer.Option("--condition", metavar="CONDITION", help="As in odds; may be repeated."),
    ] = None,
    no_setup: Annotated[
        bool, typer.Option("--no-setup", help="Go from the opening hand straight to the turns.")
    ] = False,
    until: UntilOption = None,
    seed: SeedOption = None,
    show: Annotated[
        bool, typer.Option("--show", help="Deal single hands to look at, one after another.")
    ] = False,
    plot: PlotOption = None,
    xlsx: SheetOption = None,
    force: ForceOption = False,
    jobs: JobsOption = None,
    from_: FromOption = None,
    game: DeckGameOption = None,
    json: JsonOption = False,
    db: DbOption = None,
) -> None:
    """Play opening hands, setup and the first turns of a deck alone, and give statistics.

    With two decks, they are compared: each difference with its error, and how large it is.

    Example: deckcheck goldfish my.dek --condition 'type:space >= 2' --seed 7
    """
    opened, code = open_decks(decks, from_, game, db)
    start = chosen_seed(seed)
    if has_simulator(code):
        from deckcheck.cli.play.table import Order
        from deckcheck.cli.play.table_goldfish import FishOrder, table_goldfish

        _refuse_sides(on_side, no_setup=no_setup)
        order = Order(opened, code, rules, start, db)
        wish = FishOrder(policy, hands, turns, condition or [], until, jobs, plot, xlsx, force)
        table_goldfish(order, wish, show=show, as_json=json)
        return
    _check(decks, on_side, policy)
    read, conditions = read_setup_decks(opened, rules or RULES, db, condition or [])
    sides = [on_side or _side_of(deck) for deck in read]
    if show:
        from deckcheck.cli.play.dealing import deal_by_hand

        deal_by_hand(read[0], sides[0], policy, start)
        return
    total = hands if hands or until else _HANDS
    plan = Plan(policy, start, total, turns, not no_setup, until, jobs)
    stopped = Stopped()
    bowls: list[Bowl] = []
    for found, deck, side in zip(opened, read, sides, strict=True):
        if not stopped.early:
            bowls += plan.play(found.label, deck, side, conditions, len(bowls), stopped)
    if bowls:
        _print(bowls, as_json=json)
        if xlsx is not None:
            _write_workbook(xlsx, bowls, force=force)
        if plot is not None:
            _plot(plot, bowls)
    if stopped.early:
        raise typer.Exit(EXIT_INTERRUPTED)


@dataclass(frozen=True, slots=True)
class Plan:
    """How each of the decks is played."""

    policy: str
    seed: int
    hands: int | None
    turns: int
    with_setup: bool
    until: float | None
    jobs: int | None

    def play(
        self,
        path: str,
        deck: "SetupDeck",
        side: str,
        conditions: "Sequence[Condition]",
        stream: int,
        stopped: Stopped,
    ) -> list[Bowl]:
        """The deck with its figures; nothing when it was stopped before there were any."""
        from deckcheck.games.swtcg.batch.deck import make_batch_deck
        from deckcheck.games.swtcg.setup.goldfish import GoldfishTrial, simulate_goldfish
        from deckcheck.simulators.hand_conditions import hand_condition

        trial = GoldfishTrial(
            make_batch_deck(deck),
            self.policy,
            self.seed,
            self.hands,
            self.turns,
            self.with_setup,
            tuple(hand_condition(one, deck.entries) for one in conditions),
            stream,
        )
        steps = simulate_goldfish(trial, self.until, self.jobs)
        tally = gathered(steps, lambda t: t.hands, self.hands, stopped=stopped)
        return [] if tally is None else [Bowl(path, deck, side, self.policy, trial, tally)]


def _check(decks: list[str], on_side: str | None, policy: str) -> None:
    from deckcheck.errors import WrongPlayersError
    from deckcheck.simulators.playing import check_policy

    check_policy(policy)
    if len(decks) > _MOST_DECKS:
        raise WrongPlayersError(f"{len(decks)} decks; at most two can be compared")
    if on_side not in (None, *_SIDES):
        raise WrongPlayersError(f"no side is called {on_side!r}; expected dark or light")


def _refuse_sides(on_side: str | None, *, no_setup: bool) -> None:
    """Options that only the first game has."""
    from deckcheck.errors import WrongPlayersError

    if on_side is not None or no_setup:
        option = "--no-setup" if no_setup else "--on-side"
        raise WrongPlayersError(f"{option} is for the first game (swtcg) only")


def _side_of(deck: "SetupDeck") -> str:
    from deckcheck.games.swtcg.cards import DARK, LIGHT

    return LIGHT if deck.side == LIGHT else DARK


def _print(bowls: list[Bowl], *, as_json: bool) -> None:
    if as_json:
        documents = [_document(bowl) for bowl in bowls]
        if len(bowls) == 1:
            print_json(documents[0])
            return
        differences = {label: found.as_json() for label, found in _differences(bowls).items()}
        head = {"schema": "deckcheck.goldfish-comparison/1", "seed": bowls[0].trial.seed}
        print_json({**head, "decks": documents, "differences": differences})
        return
    from deckcheck.simulators.simulation_text import DIFFERENCES, comparison_text, goldfish_text

    width = min(shutil.get_terminal_size((100, 24)).columns, 100)
    for bowl in bowls:
        trial = bowl.trial
        typer.echo(
            f"{bowl.deck.name} ({bowl.side}, {bowl.policy}): {bowl.tally.hands:,} hands, "
            f"{trial.turns} turns, rules {bowl.deck.rules.code}, seed {trial.seed}\n"
        )
        if len(bowls) == 1:
            typer.echo(goldfish_text(bowl.figures(), width, plain=plain_output()), nl=False)
    if len(bowls) == _MOST_DECKS:
        names = bowls[0].deck.name, bowls[1].deck.name
        typer.echo(comparison_text(names, _differences(bowls)), nl=False)
        typer.echo(DIFFERENCES)
    else:
        typer.echo("errors are standard errors")


def _document(bowl: Bowl) -> dict[str, Any]:
    from deckcheck.simulators.simulation_text import as_document

    figures, trial = bowl.figures(), bowl.trial
    return {
        "schema": "deckcheck.goldfish/1",
        "hands": bowl.tally.hands,
        "turns": trial.turns,
        "seed": trial.seed,
        "deck": bowl.path,
        "rules": bowl.deck.rules.code,
        "side": bowl.side,
        "policy": bowl.policy,
        "opening": as_document(figures["opening"]),
        "setup": None if figures["setup"] is None else as_document(figures["setup"]),
        "by_turn": [as_document(turn) for turn in figures["by_turn"]],
        "conditions": [
            {"condition": text, **share.as_json()} for text, share in figures["conditions"]
        ],
        "notes": list(bowl.deck.notes),
    }


def _differences(bowls: list[Bowl]) -> "dict[str, Difference]":
    from deckcheck.chance.estimates import Difference
    from deckcheck.simulators.simulation_text import compared_figures

    first, second = (compared_figures(bowl.figures()) for bowl in bowls)
    return {label: Difference(figure, second[label]) for label, figure in first.items()}


def _write_workbook(path: Path, bowls: list[Bowl], *, force: bool) -> None:
    from deckcheck.show.workbook import comparison_sheet, goldfish_sheets, write_workbook

    sheets = []
    if len(bowls) == _MOST_DECKS:
        names = bowls[0].deck.name, bowls[1].deck.name
        sheets.append(comparison_sheet(names, _differences(bowls)))
    for bowl in bowls:
        sheets += goldfish_sheets(bowl.deck.name, bowl.figures())
    write_workbook(path, sheets, force=force)
    say(f"{path}: written")


def _plot(path: Path, bowls: list[Bowl]) -> None:
    from deckcheck.show.plots import Measured, plot_arenas_by_turn, plot_comparison, plot_totals

    title = f"{' and '.join(bowl.deck.name for bowl in bowls)}: {bowls[0].tally.hands:,} hands"
    if len(bowls) == _MOST_DECKS:
        pairs = {
            label: (
                Measured(found.first.value, found.first.standard_error),
                Measured(found.second.value, found.second.standard_error),
            )
            for label, found in _differences(bowls).items()
        }
        names = bowls[0].deck.name, bowls[1].deck.name
        plot_comparison(path, names, pairs, title=title)
        say(f"{path}: written")
        return
    figures = bowls[0].figures()
    setup, turns = figures["setup"], figures["by_turn"]
    if turns:
        states = [setup["arenas"]] * bool(setup) + [turn["arenas"] for turn in turns]
        plot_arenas_by_turn(
            path,
            [
                {name: Measured(one.mean, one.standard_error) for name, one in state.items()}
                for state in states
            ],
            title=title,
        )
    elif setup:
        shares = {int(total): share.value for total, share in setup["totals"].items()}
        plot_totals(path, {bowls[0].deck.name: shares}, title=title)
    else:
        counts = {
            name: Measured(figures["opening"][name].mean, figures["opening"][name].standard_error)
            for name in ("space", "ground", "character")
        }
        plot_arenas_by_turn(path, [counts], title=title, ylabel="cards in the opening hand")
    say(f"{path}: written")
