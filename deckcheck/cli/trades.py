"""`deckcheck trades`: the best exchange with friends, proven."""

from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from deckcheck import acts
from deckcheck.acts.limits import EVEN, KEEP, TRADE_SECONDS
from deckcheck.cli import options as opt
from deckcheck.cli.common import (
    EXIT_FINE,
    EXIT_NO,
    EXIT_UNPROVEN,
    database_of,
    database_of_game,
    parse_numbers,
    parse_rarities,
    print_json,
    say,
)
from deckcheck.cli.given import changing, given
from deckcheck.cli.lazy import new_group
from deckcheck.show.language import gettext as _
from deckcheck.show.screen import print_text

if TYPE_CHECKING:
    from deckcheck.acts.database import Database
    from deckcheck.acts.proposals import StoredTrade

app = new_group(__name__)


@app.callback()
def trades() -> None:
    """Trade with friends, and with people who have a collection in the same database."""


@app.command("find")
@given(database=database_of_game)
def find(
    database: "Database",
    with_: Annotated[
        list[str] | None, opt.option("FILE", "A friend's collection and wants: any sheet or list.", "--with")
    ] = None,
    keep: Annotated[int, opt.option("N", "Everybody keeps N copies that are not for trade.", min=0)] = KEEP,
    people: Annotated[int, opt.option("N", "The most people in one proposal.", min=2, max=4)] = 4,
    even: Annotated[
        list[str] | None,
        opt.option(
            "[FILE=]PERCENT",
            f"How much less one may get than one gives (default {EVEN}), for all or a friend.",
        ),
    ] = None,
    worth: Annotated[
        dict[str, int] | None,
        opt.option("R=N,...", "The worth of each rarity, like C=1,U=2,R=5.", parser=parse_rarities),
    ] = None,
    prices: Annotated[Path | None, opt.option("FILE", "A sheet with names and prices of cards.")] = None,
    complete: Annotated[
        list[str] | None, opt.option("SET", "Everybody wants a playset of this set, too.")
    ] = None,
    no_decks: Annotated[bool, opt.flag("--no-decks", "Do not want what saved decks lack.")] = False,
    propose: Annotated[
        bool, opt.flag("--propose", "Propose it to them: it is carried out once all have accepted.")
    ] = False,
    until: Annotated[
        date | None,
        opt.option("DAY", "The day until which what is promised is reserved.", parser=opt.parse_day),
    ] = None,
    time_limit: opt.TimeLimit = TRADE_SECONDS,
    out: Annotated[Path | None, opt.option("FILE", "Write the proposals: .csv or .xlsx.", "--out -o")] = None,
    force: opt.Force = False,
    json: opt.Json = False,
) -> None:
    """Find the best exchange between your collection and friends' files, and prove it.

    Copies for trade are given, and those above --keep that no deck reserves, where they are wanted.
    What friends own and want is read from their files, and nothing of it is stored. Two exchange
    piles of the same worth; three or four pass cards on in a circle, each for one of its worth.
    Without --with it is between you and all others who have a collection in this database, and can
    be proposed.

    Exit code 0: the best exchange was found; 1: there is none; 3: it is not proven the best.

    Example: deckcheck trades find --with bo.xlsx --with cy.csv
    """
    if with_ and (propose or until):
        raise opt.wrong(_("a trade with files cannot be proposed: leave --with out"))
    if out is not None:
        acts.files.check_suffix(out, acts.trades.SUFFIXES)
    for_all, accepts = _percents(even)
    asked = acts.trades.TradeArguments(
        keep=keep,
        people=people,
        even=for_all,
        accepts=accepts,
        worth=worth,
        prices=prices,
        sets=complete or (),
        decks=not no_decks,
        time_limit=time_limit,
        game=database.game,
    )
    kept: tuple[StoredTrade, ...] = ()
    if propose:
        proposed = acts.proposals.propose(database, until, **asked)
        found, kept = proposed.found, proposed.trades
    else:
        found = (
            acts.trades.find_trades(database, with_, **asked)
            if with_
            else acts.proposals.find_between(database, **asked)
        )
    for one in kept:
        say(_("trade {number} is proposed until {day}"), number=one.id, day=one.until)
    for note in found.notes:
        say(note)
    if out is not None:
        found.write(out, force=force)
        say(_("{out}: written"), out=out)
    if json:
        print_json(found.document())
    else:
        print_text(found.text().rstrip("\n"))
    if not found.exchange.is_optimal:
        raise typer.Exit(EXIT_UNPROVEN)
    raise typer.Exit(EXIT_FINE if found.exchange.proposals else EXIT_NO)


Number = Annotated[int, opt.argument("TRADE", "The number of a trade.", min=1)]
Version = Annotated[
    int | None, opt.option("N", "The version that was seen; another one is refused.", "--version", min=1)
]


def _tell(trades: "Sequence[StoredTrade]", values: Mapping[str, Any], *, json: bool) -> None:
    document = acts.proposals.trades_document(values["database"], trades)
    print_json(document) if json else print_text(acts.proposals.trades_text(document))


change_as = changing(app, _tell, database=database_of)


@change_as("list", database=database_of_game)
def list_(database: "Database") -> "Sequence[StoredTrade]":
    """List your trades with others who have a collection in this database, the newest first.

    Example: deckcheck --person Ada trades list
    """
    return acts.proposals.trades(database)


@change_as("accept")
def accept(database: "Database", number: Number, version: Version = None) -> "Sequence[StoredTrade]":
    """Accept a trade; it is carried out at once in all collections when everybody has.

    Example: deckcheck --person Ada trades accept 3
    """
    return [acts.proposals.accept(database, number, version)]


@change_as("change")
def change(
    database: "Database",
    number: Number,
    lines: Annotated[
        list[str] | None, opt.argument("LINE=N", "How many copies of a line, 0 for none.")
    ] = None,
    give: Annotated[list[str] | None, opt.option("COPIES", "Give these, too, like '2 nexu foil'.")] = None,
    get: Annotated[
        list[str] | None, opt.option("COPIES", "Get these, too, of what the other can spare.")
    ] = None,
    with_: Annotated[
        str, opt.option("NAME", "Who gets or gives these, where more than two trade.", "--with")
    ] = "",
    version: Version = None,
) -> "Sequence[StoredTrade]":
    """Change how many copies go in a trade, and which; all others have to accept it anew.

    It says so where somebody gets less than they accept.

    Example: deckcheck --person Ada trades change 3 1=2 4=0 --get "Yoda (A)"
    """
    if not (lines or give or get):
        raise opt.wrong(_("say what to change: LINE=N, --give or --get"))
    expected = _("lines with numbers of copies, like 1=2")
    pairs = parse_numbers(lines, "LINE=N", expected)
    if wrong := [line for line in pairs if not line.isdecimal()]:
        raise opt.wrong(_("{text!r}, expected {expected}"), "LINE=N", text=wrong[0], expected=expected)
    asked = {int(line): quantity for line, quantity in pairs.items()}
    more = acts.proposals.Additions(give or (), get or (), with_)
    return [acts.proposals.change(database, number, asked, version, more)]


@change_as("refuse")
def refuse(database: "Database", number: Number) -> "Sequence[StoredTrade]":
    """Refuse a trade, for all who are in it; what was promised is free again.

    Example: deckcheck --person Ada trades refuse 3
    """
    return [acts.proposals.refuse(database, number)]


@change_as("undo")
def undo(database: "Database", number: Number) -> "Sequence[StoredTrade]":
    """Undo a trade in all collections, or in none where what was exchanged has changed since.

    Example: deckcheck --person Ada trades undo 3
    """
    return [acts.proposals.undo(database, number)]


def _percents(texts: list[str] | None) -> tuple[int, dict[str, int]]:
    """How much less all accept, and single files; raises `BadParameter`."""
    found = {name: percent for name, _, percent in (text.rpartition("=") for text in texts or ())}
    wrong = next((percent for percent in found.values() if not percent.isdecimal()), None)
    if wrong is not None:
        raise opt.wrong(_("{text!r}, expected a whole number of percent"), "--even", text=wrong)
    return int(found.pop("", EVEN)), {name: int(percent) for name, percent in found.items()}
