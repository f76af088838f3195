"""`deckcheck deck stats`: what a deck is made of."""

from pathlib import Path
from typing import Annotated

import typer

from deckcheck.cli import options as opt
from deckcheck.cli.common import open_database, print_json, say
from deckcheck.cli.open_decks import named_decks
from deckcheck.cli.play.simulating import RulesOption, plain_output
from deckcheck.show.language import gettext as _
from deckcheck.show.screen import text_width


def stats(
    deck: opt.Deck,
    rules: RulesOption = None,
    plot: Annotated[
        Path | None, opt.option("--plot", "FILE", "Draw the deck at a glance (.svg or .png).")
    ] = None,
    from_: opt.ReadAs = None,
    game: opt.DeckGame = None,
    json: opt.Json = False,
    db: opt.Db = None,
) -> None:
    """Show what a deck is made of: costs, types, sides, and what else its game counts.

    Of the Star Wars TCG these are arenas, stats, traits, uniques, and what the deck needs; --rules
    says which names stand for one person there.

    Example: deckcheck deck stats my.dek --plot my.svg
    """
    from deckcheck.acts import play

    with open_database(db) as database:
        (resolved,) = named_decks(database, [deck], from_, game)
        profile = play.stats(database, resolved, rules=rules)
        if plot is not None:
            play.plot_deck(database, resolved, plot, rules=rules)
            say(_("{plot}: written", plot=plot))
    if json:
        head = {"schema": "deckcheck.deck-stats/1", "path": resolved.path}
        print_json({**head, **profile.document, "figures": profile.figures()})
    else:
        typer.echo(profile.text(text_width(), plain_output()), nl=False)
