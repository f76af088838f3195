"""`deckcheck deck stats`: what a deck is made of."""

import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from deckcheck.cli.common import (
    DbOption,
    DeckGameOption,
    JsonOption,
    first_game_only,
    open_catalogue,
    print_json,
    say,
)
from deckcheck.cli.open_decks import DECK_HELP, open_decks

if TYPE_CHECKING:
    from deckcheck.deck import Deck
    from deckcheck.decks.stats import DeckStats
    from deckcheck.games.game import Game


def stats(
    deck: Annotated[str, typer.Argument(metavar="DECK", help=DECK_HELP)],
    rules: Annotated[
        str,
        typer.Option(
            "--rules", metavar="EDITION", help="Rules edition, for the names of one person."
        ),
    ] = "printed-2005",
    plot: Annotated[
        Path | None,
        typer.Option("--plot", metavar="FILE", help="Draw the deck at a glance (.svg or .png)."),
    ] = None,
    from_: Annotated[
        str | None, typer.Option("--from", metavar="FORMAT", help="Read the file as this format.")
    ] = None,
    game: DeckGameOption = None,
    json: JsonOption = False,
    db: DbOption = None,
) -> None:
    """Show what a deck is made of: costs, arenas, stats, traits, uniques, and what it needs.

    Of a deck of another game than swtcg: what its rules count, types, sides and costs.

    Example: deckcheck deck stats my.dek --plot my.svg
    """
    from deckcheck.decks.stats import deck_stats
    from deckcheck.decks.stats_text import as_json, stats_text
    from deckcheck.games import FIRST_GAME, get_game
    from deckcheck.judge.resolve import Resolver

    (opened,), code = open_decks([deck], from_, game, db)
    known = get_game(code)
    with open_catalogue(db, known.code) as catalogue:
        resolved = Resolver(catalogue, known).resolve(opened.deck_list, opened.label, opened.name)
    for note in resolved.notes:
        say(f"{opened.label}: {note}")
    if known.code != FIRST_GAME:
        if plot is not None:
            first_game_only("pictures of decks", known.code)
        _tell_counts(resolved, known, json=json)
        return
    found = deck_stats(resolved, rules)
    if plot is not None:
        _plot(plot, found)
    if json:
        print_json({"schema": "deckcheck.deck-stats/1", "path": opened.label, **as_json(found)})
    else:
        width = min(shutil.get_terminal_size((100, 24)).columns, 100)
        typer.echo(stats_text(found, width, plain=_plain_output()), nl=False)


def _tell_counts(deck: "Deck", game: "Game", *, json: bool) -> None:
    from deckcheck.decks.counts import deck_counts
    from deckcheck.show.tables import print_table

    found = deck_counts(deck, game)
    if json:
        tables = {name: dict(getattr(found, name)) for name in _TABLES}
        print_json({"schema": "deckcheck.deck-stats/1", "path": deck.path, "name": found.name,
                    "game": found.game, "counts": dict(found.counts), "dice": found.dice,
                    **tables})  # fmt: skip
        return
    dice = "" if found.dice is None else f"; dice to bring: {found.dice}"
    typer.echo(f"{found.name}: {found.text}{dice}")
    for name in _TABLES:
        rows = list(getattr(found, name).items())
        if rows:
            typer.echo()
            print_table((name.removeprefix("by_"), "cards"), rows)


_TABLES = ("by_zone", "by_type", "by_side", "by_cost")


def _plain_output() -> bool:
    """Whether what reads our output cannot take blocks for bars."""
    try:
        "█▌".encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return True
    return False


def _plot(path: Path, found: "DeckStats") -> None:
    from deckcheck.decks.stats import STATS
    from deckcheck.show.plots import ArenaStat, plot_deck

    ranges: dict[str, dict[str, ArenaStat]] = {stat: {} for stat in STATS}
    for arena, spreads in found.stats.items():
        for stat, spread in spreads.items():
            if spread.mean is not None and spread.least is not None and spread.most is not None:
                ranges[stat][arena] = ArenaStat(spread.mean, spread.least, spread.most)
    plot_deck(
        path,
        title=found.name,
        subtitle=f"{found.cards} cards, {found.units} of them units",
        costs=found.costs,
        types=found.types,
        stats=ranges,
    )
    say(f"{path}: written")
