"""`deckcheck setup`: one setup shown move by move, or statistics over many."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

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
from deckcheck.show.language import gettext as _
from deckcheck.show.screen import text_width

if TYPE_CHECKING:
    from deckcheck.acts.seated import PreparedDecks, SetupFigures

SIDES = ("dark", "light")


@given(figures=figure_options)
def setup(
    decks: Annotated[
        list[str] | None, opt.argument("DECK [DECK]", "Deck files or saved decks: one to play alone, or two.")
    ] = None,
    dark: Annotated[str | None, opt.option("DECK", "The deck that plays Dark.")] = None,
    light: Annotated[str | None, opt.option("DECK", "The deck that plays Light.")] = None,
    rules: opt.Rules = None,
    policy: Annotated[
        str,
        opt.option("NAME[,NAME]", "random, greedy or planner; two names are for the first and second deck."),
    ] = "planner",
    play: Annotated[bool, opt.flag("--play", "Play the first deck yourself, at the terminal.")] = False,
    games: Annotated[int | None, opt.option("N", "Play N, give statistics.", min=1)] = None,
    *,
    figures: FigureOptions,
    from_: opt.ReadAs = None,
    game: opt.DeckGame = None,
    names: opt.Names = None,
    json: opt.Json = False,
    db: opt.Db = None,
) -> None:
    """Play the setup of one deck or two and show it; with --games, statistics over many.

    Each deck is set up by the rules of its game. Where one plays Dark and one Light, that follows
    from the cards; --dark and --light decide otherwise.

    Example: deckcheck setup empire.dek rebels.dek --seed 7
    """
    paths, fixed = seats(decks or [], dark, light)
    many = games is not None or figures.until is not None
    if not many and (figures.plot or figures.xlsx):
        raise acts.errors.WrongPlayersError(_("--plot and --xlsx draw statistics; add --games N"))
    names = figures.language(names, json=json)
    with open_database(db) as database:
        named = [deck_in(database, one, names) for one in named_decks(database, paths, from_, game)]
        table = acts.play.seat(database, named, rules, fixed)
    if fixed and table.simulator.players != SIDES:
        raise acts.errors.WrongPlayersError(_("--dark and --light are for games with these sides"))
    policies = table.policies(policy, (acts.by_hand.HUMAN,))
    if play:
        policies[0] = acts.by_hand.HUMAN
    say_notes(table)
    if not many:
        _show_one(table, figures.seed, policies, as_json=json)
        return
    if acts.by_hand.HUMAN in policies:
        raise acts.errors.WrongPlayersError(_("nobody plays thousands of games by hand; leave out --games"))
    stopped = Stopped()
    steps = table.steps(games, figures.seed, policy, until=figures.until, jobs=figures.jobs)
    statistics = gathered(steps, lambda done: done.games, games, stopped=stopped, fast=table.is_fast)
    if statistics is not None:
        figures.write(statistics)
        print_json(statistics.document()) if json else _print_figures(statistics)
    if stopped.early:
        raise typer.Exit(EXIT_INTERRUPTED)


def seats(decks: list[str], dark: str | None, light: str | None) -> tuple[list[str], dict[int, int]]:
    """The files in the order given, and which of them is Dark (0) or Light (1) where stated.

    --dark and --light may name one of the decks, or one more.

    >>> seats(["a.dek", "b.dek"], "b.dek", None)
    (['a.dek', 'b.dek'], {0: 1, 1: 0})
    """
    paths = list(decks)
    fixed: dict[int, int] = {}
    for place, option in enumerate((dark, light)):
        if option is None:
            continue
        free = [n for n, path in enumerate(paths) if path == option and n not in fixed.values()]
        if not free:
            paths.append(option)
        fixed[place] = free[0] if free else len(paths) - 1
    if not 1 <= len(paths) <= MOST_DECKS:
        raise acts.errors.WrongPlayersError(
            _("{count} decks to play with; name one or two deck files", count=len(paths))
        )
    if len(paths) == MOST_DECKS and len(fixed) == 1:
        place, number = next(iter(fixed.items()))
        fixed[1 - place] = 1 - number
    return paths, fixed


def _show_one(table: "PreparedDecks", seed: int, policies: Sequence[str], *, as_json: bool) -> None:
    """One setup, played to the end, as text or as the document of the contract."""
    if acts.by_hand.HUMAN in policies:
        from deckcheck.cli.play.playing import play_by_hand

        result = play_by_hand(table, seed, policies)
    else:
        result = table.play(seed, ",".join(policies))
    if as_json:
        print_json(result.document())
        return
    typer.echo(result.text(text_width()), nl=False)
    typer.echo(_("\nrules {rules}, seed {seed}", rules=table.rules, seed=seed))


def _print_figures(figures: "SetupFigures") -> None:
    typer.echo(figures.text(text_width(), plain=plain_output()), nl=False)
    typer.echo(
        _("rules {rules}, seed {seed}; errors are standard errors", rules=figures.rules, seed=figures.seed)
    )
