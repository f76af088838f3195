"""`deckcheck goldfish`: opening hands, setup and first turns of a deck, played alone."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
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
from deckcheck.cli.play.seats import SHOWN_FROM, SHOWN_FROM_FAST, PlayOptions
from deckcheck.cli.play.simulating import (
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
    plain_output,
    policies_of,
    text_width,
)

if TYPE_CHECKING:
    from deckcheck.chance.estimates import Figure, FigureDifference
    from deckcheck.show.plots import Measured
    from deckcheck.simulators.goldfish import GoldfishTally, GoldfishTrial

_HANDS, _HANDS_ONE_BY_ONE = 10_000, 2_000
_TURNS = 6
_MOST_DECKS = 2


@dataclass(frozen=True, slots=True)
class GoldfishOptions:
    """How decks are played alone, and where the figures go."""

    policy: str
    wanted: int | None
    turns: int
    on_side: str | None = None
    with_setup: bool = True
    conditions: Sequence[str] = ()
    until: float | None = None
    jobs: int | None = None
    plot: Path | None = None
    xlsx: Path | None = None
    force: bool = False

    def hands(self, *, fast: bool) -> int | None:
        """The hands to play; None for as many as `until` takes."""
        if self.wanted or self.until:
            return self.wanted
        return _HANDS if fast else _HANDS_ONE_BY_ONE


@dataclass(frozen=True, slots=True)
class PlayedDeck:
    """A deck that was played, with its figures."""

    path: str
    trial: "GoldfishTrial"
    tally: "GoldfishTally"

    @property
    def name(self) -> str:
        """The name of the deck."""
        return self.trial.deck.name


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
            help=f"Hands to play (default {_HANDS}, or {_HANDS_ONE_BY_ONE} where a game is played "
            "move by move).",
        ),
    ] = None,
    turns: Annotated[
        int, typer.Option("--turns", metavar="T", min=0, max=200, help="Turns after setup.")
    ] = _TURNS,
    on_side: Annotated[
        str | None,
        typer.Option(
            "--on-side",
            metavar="SIDE",
            help="The seat, such as dark or light (default: the deck's).",
        ),
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
    options = PlayOptions(opened, code, rules, chosen_seed(seed), db)
    goldfish_options = GoldfishOptions(
        policy, hands, turns, on_side, not no_setup, condition or [], until, jobs, plot, xlsx, force
    )
    _check(options, goldfish_options)
    trials = _trials(options, goldfish_options)
    if show:
        from deckcheck.cli.play.dealing import deal_by_hand

        deal_by_hand(trials[0])
        return
    stopped = Stopped()
    played: list[PlayedDeck] = []
    for path, trial in zip(options.paths, trials, strict=True):
        if not stopped.early:
            tally = _played(trial, goldfish_options, stopped)
            played += [] if tally is None else [PlayedDeck(path, trial, tally)]
    if played:
        _print(options, played, as_json=json)
        if xlsx is not None:
            _write_workbook(xlsx, played, force=force)
        if plot is not None:
            _plot(plot, played)
    if stopped.early:
        raise typer.Exit(EXIT_INTERRUPTED)


def _check(options: PlayOptions, goldfish_options: GoldfishOptions) -> None:
    from deckcheck.errors import WrongPlayersError

    policies_of(goldfish_options.policy, 1, human=False)
    if len(options.paths) > _MOST_DECKS:
        raise WrongPlayersError(f"{len(options.paths)} decks; at most two can be compared")
    sides = options.simulator.players
    if goldfish_options.on_side not in (None, *sides):
        raise WrongPlayersError(
            f"no side is called {goldfish_options.on_side!r}; expected {' or '.join(sides)}"
        )


def _trials(options: PlayOptions, goldfish_options: GoldfishOptions) -> "list[GoldfishTrial]":
    from deckcheck.simulators.goldfish import GoldfishTrial, goldfish_trial
    from deckcheck.simulators.hand_conditions import hand_condition

    decks, conditions = options.read(goldfish_options.conditions)
    simulator = options.simulator
    trials = []
    for stream, deck in enumerate(decks):
        seat = simulator.first_seat([deck])[0]
        if goldfish_options.on_side is not None:
            seat = simulator.players.index(goldfish_options.on_side)
        trial = goldfish_trial(
            GoldfishTrial(
                simulator, deck, seat, goldfish_options.policy, options.seed, None,
                goldfish_options.turns, goldfish_options.with_setup,
                tuple(hand_condition(one, deck.entries) for one in conditions), stream,
            )
        )  # fmt: skip
        trials.append(replace(trial, hands=goldfish_options.hands(fast=trial.fast is not None)))
    return trials


def _played(
    trial: "GoldfishTrial", goldfish_options: GoldfishOptions, stopped: Stopped
) -> "GoldfishTally | None":
    from deckcheck.simulators.goldfish import simulate_goldfish

    steps = simulate_goldfish(trial, goldfish_options.until, goldfish_options.jobs)
    shown_from = SHOWN_FROM if trial.fast is None else SHOWN_FROM_FAST
    return gathered(
        steps, lambda tally: tally.hands, trial.hands, stopped=stopped, shown_from=shown_from
    )


def _print(options: PlayOptions, played: list[PlayedDeck], *, as_json: bool) -> None:
    from deckcheck.simulators.simulation_text import DIFFERENCES, comparison_text
    from deckcheck.simulators.texts import goldfish_text

    if as_json:
        _print_documents(options, played)
        return
    for one in played:
        trial = one.trial
        typer.echo(
            f"{one.name} ({trial.player}, {trial.policy}): {one.tally.hands:,} hands, "
            f"{trial.turns} turns, rules {options.edition}, seed {trial.seed}\n"
        )
        if len(played) == 1:
            shown = goldfish_text(trial, one.tally, text_width(), plain=plain_output())
            typer.echo(shown, nl=False)
    if len(played) == _MOST_DECKS:
        names = played[0].name, played[1].name
        typer.echo(comparison_text(names, _differences(played)), nl=False)
        typer.echo(DIFFERENCES)
    else:
        typer.echo("errors are standard errors")


def _print_documents(options: PlayOptions, played: list[PlayedDeck]) -> None:
    documents = [_document(options, one) for one in played]
    if len(played) == 1:
        print_json(documents[0])
        return
    differences = {label: found.as_json() for label, found in _differences(played).items()}
    head = {"schema": "deckcheck.goldfish-comparison/1", "seed": options.seed}
    print_json({**head, "decks": documents, "differences": differences})


def _document(options: PlayOptions, played: PlayedDeck) -> dict[str, Any]:
    from deckcheck.simulators.documents import goldfish_document

    trial = played.trial
    head = options.head("deckcheck.goldfish/1", hands=played.tally.hands, turns=trial.turns)
    rules = head.pop("rules")
    return {
        **head,
        "deck": played.path,
        "rules": rules,
        "side": trial.player,
        "policy": trial.policy,
        **goldfish_document(trial, played.tally),
        "notes": list(trial.deck.notes),
    }


def _differences(played: list[PlayedDeck]) -> "dict[str, FigureDifference]":
    from deckcheck.chance.estimates import FigureDifference
    from deckcheck.simulators.labels import compared_figures

    first, second = (compared_figures(one.trial, one.tally) for one in played)
    return {
        label: FigureDifference(figure, second[label])
        for label, figure in first.items()
        if label in second
    }


def _write_workbook(path: Path, played: list[PlayedDeck], *, force: bool) -> None:
    from deckcheck.show.workbook import comparison_sheet, write_workbook
    from deckcheck.simulators.sheets import goldfish_sheets

    sheets = []
    if len(played) == _MOST_DECKS:
        sheets.append(comparison_sheet((played[0].name, played[1].name), _differences(played)))
    for one in played:
        sheets += goldfish_sheets(one.trial, one.tally)
    write_workbook(path, sheets, force=force)
    say(f"{path}: written")


def _plot(path: Path, played: list[PlayedDeck]) -> None:
    """Draws two decks side by side; or of one deck its turns, its setup, or its opening hands."""
    from deckcheck.show.plots import plot_comparison

    title = f"{' and '.join(one.name for one in played)}: {played[0].tally.hands:,} hands"
    if len(played) == _MOST_DECKS:
        pairs = {
            label: (_measured(found.first), _measured(found.second))
            for label, found in _differences(played).items()
        }
        plot_comparison(path, (played[0].name, played[1].name), pairs, title=title)
    else:
        _plot_one(path, played[0], title)
    say(f"{path}: written")


def _plot_one(path: Path, played: PlayedDeck, title: str) -> None:
    from deckcheck.show.plots import plot_means_by_turn, plot_totals
    from deckcheck.simulators.labels import COLUMN, PLOT, TURNS, drawn_means, label

    simulator, tally = played.trial.simulator, played.tally
    setup = tally.setup
    values = setup.distribution(simulator.drawn) if setup is not None else {}
    if tally.turns:
        states = [drawn_means(simulator.drawn_turns, one.figures()) for one in tally.turns]
        before = {} if setup is None else drawn_means(simulator.drawn_turns, setup.figures())
        from_setup = before.keys() == states[0].keys()
        rows = [*([before] if from_setup else []), *states]
        words = simulator.labels.get(f"{PLOT}: {TURNS}", "mean")
    elif values:
        proportions = {value: proportion.value for value, proportion in values.items()}
        xlabel = label(simulator, simulator.drawn, PLOT)
        plot_totals(path, {played.name: proportions}, title=title, xlabel=xlabel)
        return
    else:
        rows = [drawn_means(simulator.drawn_opening, tally.opening.figures())]
        words, from_setup = "cards in the opening hand", True
    shown = [
        {label(simulator, name, COLUMN): _measured(one) for name, one in row.items()}
        for row in rows
    ]
    plot_means_by_turn(path, shown, title=title, ylabel=words, from_setup=from_setup)


def _measured(figure: "Figure") -> "Measured":
    from deckcheck.show.plots import Measured

    return Measured(figure.value, figure.standard_error)
