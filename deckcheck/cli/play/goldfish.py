"""`deckcheck goldfish`: opening hands, setup and first turns of a deck, played alone."""

from typing import Annotated

import typer

from deckcheck import acts
from deckcheck.acts.languages import deck_in
from deckcheck.acts.limits import MOST_DECKS
from deckcheck.cli import options as opt
from deckcheck.cli.common import EXIT_INTERRUPTED, open_database, print_json
from deckcheck.cli.given import given
from deckcheck.cli.open_decks import named_decks
from deckcheck.cli.play.simulating import (
    FigureOptions,
    Stopped,
    figure_options,
    gathered,
    plain_output,
    say_notes,
)
from deckcheck.show.language import filled, gettext as _
from deckcheck.show.screen import text_width
from deckcheck.show.wording import amount


@given(figures=figure_options)
def goldfish(
    decks: Annotated[
        list[str], opt.argument("DECK [DECK]", "A deck file or saved deck; a second one is compared.")
    ],
    hands: Annotated[
        int | None,
        opt.option(
            "N",
            "Hands to play (default 10000, or 2000 where a game is played move by move).",
            "--hands --games",
            min=1,
        ),
    ] = None,
    turns: Annotated[int, opt.option("T", "Turns after setup.", min=0, max=200)] = 6,
    on_side: Annotated[
        str | None, opt.option("SIDE", "The seat, such as dark or light (default: the deck's).")
    ] = None,
    rules: opt.Rules = None,
    policy: Annotated[str, opt.option("NAME", "random, greedy or planner.")] = "planner",
    condition: Annotated[list[str] | None, opt.option("CONDITION", "As in odds; may be repeated.")] = None,
    no_setup: Annotated[
        bool, opt.flag("--no-setup", "Go from the opening hand straight to the turns.")
    ] = False,
    *,
    figures: FigureOptions,
    show: Annotated[bool, opt.flag("--show", "Deal single hands to look at, one after another.")] = False,
    from_: opt.ReadAs = None,
    game: opt.DeckGame = None,
    names: opt.Names = None,
    json: opt.Json = False,
    db: opt.Db = None,
) -> None:
    """Play opening hands, setup and the first turns of a deck alone, and give statistics.

    With two decks, they are compared: each difference with its error, and how large it is.

    Example: deckcheck goldfish my.dek --condition 'type:space >= 2' --seed 7
    """
    if show and (json or figures.plot or figures.xlsx or len(decks) > 1):
        raise opt.wrong(_("--show deals hands of one deck to look at, without --json, --plot and --xlsx"))
    names = figures.language(names, json=json)
    if len(decks) > MOST_DECKS:
        raise acts.errors.WrongPlayersError(_("{count} decks; at most two can be compared", count=len(decks)))
    with open_database(db) as database:
        runs = [
            acts.play.open_goldfish(
                database,
                deck_in(database, deck, names),
                seed=figures.seed,
                hands=hands,
                turns=turns,
                conditions=condition or (),
                policy=policy,
                rules=rules,
                with_setup=not no_setup,
                side=on_side,
                stream=stream,
                until=figures.until,
                jobs=figures.jobs,
            )
            for stream, deck in enumerate(named_decks(database, decks, from_, game))
        ]
    for run in runs:
        say_notes(run.table)
    if show:
        from deckcheck.cli.play.dealing import deal_by_hand

        deal_by_hand(runs[0])
        return
    stopped = Stopped()
    played = [one for run in runs if not stopped.early and (one := _played(run, stopped))]
    if played:
        figures.write(*played)
        _print(played, as_json=json)
    if stopped.early:
        raise typer.Exit(EXIT_INTERRUPTED)


def _played(run: "acts.seated.GoldfishRun", stopped: Stopped) -> "acts.seated.GoldfishFigures | None":
    trial = run.trial
    return gathered(
        run.steps(), lambda done: done.hands, trial.hands, stopped=stopped, fast=trial.fast is not None
    )


def _print(played: "list[acts.seated.GoldfishFigures]", *, as_json: bool) -> None:
    both = len(played) == MOST_DECKS
    if as_json:
        print_json(acts.seated.comparison_document(*played) if both else played[0].document())
        return
    for one in played:
        trial = one.trial
        typer.echo(
            _(
                "{name} ({player}, {policy}): {hands}, {turns}, rules {rules}, seed {seed}\n",
                name=one.name,
                player=filled(trial.player, {}),
                policy=trial.policy,
                hands=amount(one.hands, "hand"),
                turns=amount(trial.turns, "turn"),
                rules=one.rules,
                seed=one.seed,
            )
        )
        if not both:
            typer.echo(one.text(text_width(), plain=plain_output()), nl=False)
    if both:
        typer.echo(acts.seated.comparison_text(*played))
    else:
        typer.echo(_("errors are standard errors"))
