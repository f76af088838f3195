"""`deckcheck trades`: the best exchange with friends, proven."""

from pathlib import Path
from typing import Annotated

import typer

from deckcheck.acts.limits import EVEN, KEEP, TRADE_SECONDS
from deckcheck.cli import options as opt
from deckcheck.cli.common import (
    EXIT_FINE,
    EXIT_NO,
    EXIT_UNPROVEN,
    open_database,
    parse_pairs,
    print_json,
    say,
)
from deckcheck.cli.lazy import new_group
from deckcheck.show.language import gettext as _
from deckcheck.show.screen import print_text

app = new_group(__name__)


@app.callback()
def trades() -> None:
    """Trade with friends."""


@app.command("find")
def find(
    with_: Annotated[
        list[str] | None, opt.option("--with", "FILE", "A friend's collection and wants: any sheet or list.")
    ] = None,
    keep: Annotated[
        int, opt.option("--keep", "N", "Everybody keeps N copies that are not for trade.", min=0)
    ] = KEEP,
    people: Annotated[int, opt.option("--people", "N", "The most people in one proposal.", min=2, max=4)] = 4,
    even: Annotated[
        list[str] | None,
        opt.option(
            "--even",
            "[FILE=]PERCENT",
            f"How much less one may get than one gives (default {EVEN}), for all or a friend.",
        ),
    ] = None,
    worth: Annotated[
        str | None, opt.option("--worth", "R=N,...", "The worth of each rarity, like C=1,U=2,R=5.")
    ] = None,
    prices: Annotated[
        Path | None, opt.option("--prices", "FILE", "A sheet with names and prices of cards.")
    ] = None,
    complete: Annotated[
        list[str] | None, opt.option("--complete", "SET", "Everybody wants a playset of this set, too.")
    ] = None,
    no_decks: Annotated[bool, opt.flag("--no-decks", "Do not want what saved decks lack.")] = False,
    time_limit: opt.TimeLimit = TRADE_SECONDS,
    out: Annotated[Path | None, opt.option("--out", "FILE", "Write the proposals: .csv or .xlsx.")] = None,
    force: opt.Force = False,
    game: opt.Game = "",
    json: opt.Json = False,
    db: opt.Db = None,
) -> None:
    """Find the best exchange between your collection and friends' files, and prove it.

    Copies for trade are given, and those above --keep that no deck reserves, where they are wanted.
    What friends own and want is read from their files, and nothing of it is stored. Two exchange
    piles of the same worth; three or four pass cards on in a circle, each for one of its worth.

    Exit code 0: the best exchange was found; 1: there is none; 3: it is not proven the best.

    Example: deckcheck trades find --with bo.xlsx --with cy.csv
    """
    from deckcheck.acts.files import check_suffix
    from deckcheck.acts.trades import SUFFIXES, find_trades

    if not with_:
        raise typer.BadParameter(_("name a friend's sheet with --with FILE"), param_hint="--with")
    if out is not None:
        check_suffix(out, SUFFIXES)
    for_all, accepts = _percents(even)
    with open_database(db, game) as database:
        found = find_trades(
            database,
            with_,
            keep=keep,
            people=people,
            even=for_all,
            accepts=accepts,
            worth=_weights(worth),
            prices=prices,
            sets=complete or (),
            decks=not no_decks,
            time_limit=time_limit,
            game=game,
        )
    for note in found.notes:
        say(note)
    if out is not None:
        found.write(out, force=force)
        say(_("{out}: written", out=out))
    if json:
        print_json(found.document())
    else:
        print_text(found.text().rstrip("\n"))
    if not found.exchange.is_optimal:
        raise typer.Exit(EXIT_UNPROVEN)
    raise typer.Exit(EXIT_FINE if found.exchange.proposals else EXIT_NO)


def _percents(texts: list[str] | None) -> tuple[int, dict[str, int]]:
    """How much less all accept, and single files; raises `BadParameter`."""
    found = {name: percent for name, _, percent in (text.rpartition("=") for text in texts or ())}
    wrong = next((percent for percent in found.values() if not percent.isdecimal()), None)
    if wrong is not None:
        expected = _("{text!r}, expected a whole number of percent", text=wrong)
        raise typer.BadParameter(expected, param_hint="--even")
    return int(found.pop("", EVEN)), {name: int(percent) for name, percent in found.items()}


def _weights(text: str | None) -> dict[str, int] | None:
    """The worth of rarities; raises `BadParameter`."""
    if text is None:
        return None
    expected = _("whole numbers by rarity, like C=1,U=2,R=5")
    pairs = parse_pairs(text.split(","), "--worth", expected)
    if wrong := [worth for worth in pairs.values() if not worth.isdecimal()]:
        message = _("{text!r}, expected {expected}", text=wrong[0], expected=expected)
        raise typer.BadParameter(message, param_hint="--worth")
    return {rarity.strip().upper(): int(worth) for rarity, worth in pairs.items()}
