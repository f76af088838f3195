"""`deckcheck goldfish`: opening hands, setup and first turns of a deck, played alone."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from deckcheck.cli.common import (
    EXIT_INTERRUPTED,
    DbOption,
    DeckGameOption,
    FromOption,
    JsonOption,
    open_catalogue,
    print_json,
    say,
)
from deckcheck.cli.open_decks import open_decks
from deckcheck.cli.play.simulating import (
    ForceOption,
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
)
from deckcheck.cli.play.tables import SHOWN_FROM, SHOWN_FROM_FAST, look_up, say_notes
from deckcheck.show.screen import text_width

if TYPE_CHECKING:
    from deckcheck.judge.opening import OpenedDeck
    from deckcheck.session.play import GoldfishFigures, SeatedDecks
    from deckcheck.simulators.goldfish import GoldfishTally, GoldfishTrial

_HANDS, _HANDS_ONE_BY_ONE = 10_000, 2_000
_TURNS = 6
_MOST_DECKS = 2


@dataclass(frozen=True, slots=True)
class GoldfishOptions:
    """The options of a goldfish: how decks are played alone, and where the figures go."""

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


def goldfish(
    decks: Annotated[
        list[str],
        typer.Argument(metavar="DECK [DECK]", help="A deck file or saved deck; a second one is compared."),
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
            "--on-side", metavar="SIDE", help="The seat, such as dark or light (default: the deck's)."
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
    options = GoldfishOptions(
        policy, hands, turns, on_side, not no_setup, condition or [], until, jobs, plot, xlsx, force
    )
    _check(code, options, len(opened))
    tables, trials = _ready(opened, code, rules, chosen_seed(seed), options, db)
    if show:
        from deckcheck.cli.play.dealing import deal_by_hand

        deal_by_hand(trials[0])
        return
    stopped = Stopped()
    played = _played_all(tables, trials, options, stopped)
    if played:
        _write(played, options)
        _print(played, as_json=json)
    if stopped.early:
        raise typer.Exit(EXIT_INTERRUPTED)


def _check(game: str, options: GoldfishOptions, decks: int) -> None:
    from deckcheck.errors import WrongPlayersError
    from deckcheck.games import get_simulator

    policies_of(options.policy, 1, human=False)
    if decks > _MOST_DECKS:
        raise WrongPlayersError(f"{decks} decks; at most two can be compared")
    sides = get_simulator(game).players
    if options.on_side not in (None, *sides):
        raise WrongPlayersError(f"no side is called {options.on_side!r}; expected {' or '.join(sides)}")


def _ready(
    opened: "Sequence[OpenedDeck]",
    game: str,
    rules: str | None,
    seed: int,
    options: GoldfishOptions,
    database: Path | None,
) -> "tuple[list[SeatedDecks], list[GoldfishTrial]]":
    """Each deck at a table of its own, ready to be played; notes are said."""
    from deckcheck.session.goldfish import GoldfishPlan, make_trial
    from deckcheck.session.play import SeatedDecks

    plan = GoldfishPlan(
        seed, None, options.turns, options.policy, options.with_setup, options.conditions, options.on_side
    )
    trials = []
    with open_catalogue(database, game) as catalogue:
        tables = [SeatedDecks(catalogue, [deck], rules) for deck in look_up(opened, catalogue)]
        for stream, table in enumerate(tables):
            trial = make_trial(catalogue, table, replace(plan, stream=stream))
            trials.append(replace(trial, hands=options.hands(fast=trial.fast is not None)))
    for table in tables:
        say_notes(table)
    return tables, trials


def _played_all(
    tables: "Sequence[SeatedDecks]",
    trials: "Sequence[GoldfishTrial]",
    options: GoldfishOptions,
    stopped: Stopped,
) -> "list[GoldfishFigures]":
    """The figures of each deck; of fewer decks where the user stops it."""
    from deckcheck.session.play import GoldfishFigures

    played = []
    for table, trial in zip(tables, trials, strict=True):
        tally = None if stopped.early else _played(trial, options, stopped)
        if tally is not None:
            played.append(GoldfishFigures(table.game, table.paths[0], table.rules, trial, tally))
    return played


def _played(trial: "GoldfishTrial", options: GoldfishOptions, stopped: Stopped) -> "GoldfishTally | None":
    from deckcheck.simulators.goldfish import simulate_goldfish

    steps = simulate_goldfish(trial, options.until, options.jobs)
    shown_from = SHOWN_FROM if trial.fast is None else SHOWN_FROM_FAST
    return gathered(steps, lambda tally: tally.hands, trial.hands, stopped=stopped, shown_from=shown_from)


def _print(played: "list[GoldfishFigures]", *, as_json: bool) -> None:
    from deckcheck.session.play import comparison_document
    from deckcheck.simulators.simulation_text import DIFFERENCES, comparison_text
    from deckcheck.simulators.texts import goldfish_text

    both = len(played) == _MOST_DECKS
    if as_json:
        print_json(comparison_document(*played) if both else played[0].document())
        return
    for one in played:
        trial = one.trial
        typer.echo(
            f"{one.name} ({trial.player}, {trial.policy}): {one.hands:,} hands, "
            f"{trial.turns} turns, rules {one.rules}, seed {one.seed}\n"
        )
        if not both:
            shown = goldfish_text(trial, one.tally, text_width(), plain=plain_output())
            typer.echo(shown, nl=False)
    if both:
        names = played[0].name, played[1].name
        typer.echo(comparison_text(names, played[0].differences(played[1])), nl=False)
        typer.echo(DIFFERENCES)
    else:
        typer.echo("errors are standard errors")


def _write(played: "list[GoldfishFigures]", options: GoldfishOptions) -> None:
    """Writes the workbook and the picture that are asked for."""
    first, *more = played
    other = more[0] if more else None
    if options.xlsx is not None:
        first.workbook(options.xlsx, other, force=options.force)
        say(f"{options.xlsx}: written")
    if options.plot is not None:
        first.plot(options.plot, other)
        say(f"{options.plot}: written")
