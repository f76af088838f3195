"""`deckcheck league`: a season of events with points, kinds of decks and ratings."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Annotated, Any

import typer

from deckcheck import acts
from deckcheck.cli import options as opt
from deckcheck.cli.common import confirm, database_of, database_of_game, open_database, print_json, say
from deckcheck.cli.given import changing, given
from deckcheck.cli.lazy import new_group
from deckcheck.show.language import gettext as _
from deckcheck.show.tables import print_table

if TYPE_CHECKING:
    from deckcheck.acts.database import Database
    from deckcheck.acts.leagues import League

app = new_group(__name__)

LeagueArgument = Annotated[str, opt.argument("LEAGUE", "The name of a league.")]
EventsArgument = Annotated[list[str], opt.argument("EVENT...", "Events of the database.")]


@contextmanager
def written(
    what: str,
    name: LeagueArgument,
    out: Annotated[
        Path | None,
        opt.option("FILE", "Write it: .csv, .xlsx, or matchups as a heat map, .svg or .png.", "--out -o"),
    ] = None,
    force: opt.Force = False,
    db: opt.Db = None,
) -> Iterator["League"]:
    """A league, of which something is written into a file where one is named."""
    with open_database(db) as database:
        found = acts.leagues.league(database, name)
        if out is not None:
            found.write(out, what=what, force=force)
            say(_("{file}: written"), file=out)
        yield found


def _tell(number: int, values: Mapping[str, Any], *, json: bool) -> None:
    """Prints what was changed, and how it is undone."""
    name = values["name"]
    if json:
        print_json({"schema": "deckcheck.league-change/1", "league": name, "change": number})
    else:
        say(_("change {number}; undo with: deckcheck league undo {name}"), number=number, name=quote(name))


change = changing(app, _tell, database=database_of)
"""Registers a function that changes a league, and returns the number of the change, as a command."""


@app.command("list")
@given(database=database_of)
def list_(database: "Database", json: opt.Json = False) -> None:
    """List the leagues.

    Example: deckcheck league list
    """
    names = acts.leagues.leagues(database)
    if json:
        print_json({"schema": "deckcheck.leagues/1", "leagues": list(names)})
    for name in () if json else names:
        typer.echo(name)
    if not names:
        say(_("no leagues yet; make one with `deckcheck league new NAME`"))


@change("new", database=database_of_game)
def new(
    database: "Database",
    name: Annotated[str, opt.argument("NAME", "A name for the league.")],
    events: Annotated[list[str] | None, opt.argument("EVENT...", "Its first events, in their order.")] = None,
) -> int:
    """Make a league; its game is that of its first event.

    Example: deckcheck league new Season 'Spring Open' 'Autumn Open'
    """
    return acts.league_changes.new_league(database, name, events or ())


@change("add")
def add(database: "Database", name: LeagueArgument, events: EventsArgument) -> int:
    """Add events to a league.

    Example: deckcheck league add Season 'Autumn Open'
    """
    return acts.league_changes.add_events(database, name, events)


@change("remove")
def remove(
    database: "Database",
    name: LeagueArgument,
    events: Annotated[list[str] | None, opt.argument("EVENT...", "Only these events of it.")] = None,
) -> int:
    """Take events out of a league, or without any remove the league; the events themselves stay.

    Example: deckcheck league remove Season 'Spring Open'
    """
    return (
        acts.league_changes.remove_events(database, name, events)
        if events
        else acts.league_changes.remove_league(database, name)
    )


@app.command("rules")
@given(database=database_of)
def rules(
    database: "Database",
    name: LeagueArgument,
    file: Annotated[
        Path | None, opt.argument("FILE", "New rules as TOML (default: print those in force).")
    ] = None,
    json: opt.Json = False,
) -> None:
    """Print the rules of a league as TOML, or set them: points, best events, ties, kinds of decks.

    Example: deckcheck league rules Season rules.toml
    """
    if file is not None:
        _tell(
            acts.league_changes.set_rules(database, name, acts.league_changes.rules_of_file(file)),
            {"name": name},
            json=json,
        )
        return
    found = acts.leagues.league(database, name).rules
    if json:
        print_json({"schema": "deckcheck.league-rules/1", "league": name, "rules": found.as_json()})
    else:
        typer.echo(found.as_toml())


@app.command("table")
@given(league=partial(written, "standings"))
def table(
    league: "League",
    player: Annotated[str | None, opt.option("PLAYER", "The events of this player instead.")] = None,
    json: opt.Json = False,
) -> None:
    """Show the standings of a league, or how a player did in each of its events.

    Players who share a place in an event share the points of their places.

    Example: deckcheck league table Season --out season.xlsx
    """
    if player is not None:
        whole, rows = league.player(player)
        say(whole)
        _show([rows])
    elif json:
        print_json(league.document())
    else:
        _show([league.table()], league.notes())


@app.command("matchups")
@given(league=partial(written, "matchups"))
def matchups(league: "League", json: opt.Json = False) -> None:
    """Show how kinds of decks did against each other; the rules of the league say what a kind is.

    A share of games won has its interval, which holds the truth in 95 of 100 cases.

    Example: deckcheck league matchups Season --out kinds.svg
    """
    if json:
        print_json(league.matchups_document())
    else:
        _show(league.matchups_tables(), league.matchups_notes())


@app.command("ratings")
@given(league=partial(written, "ratings"))
def ratings(league: "League", json: opt.Json = False) -> None:
    """Rate the players by all decided matches of a league, each with how far off it may be.

    400 points are ten wins to one; 1500 is an average player.

    Example: deckcheck league ratings Season
    """
    if json:
        print_json(league.ratings_document())
    else:
        _show([league.ratings_table()], league.ratings_notes())


@app.command("import")
@given(database=database_of)
def import_(
    database: "Database",
    name: LeagueArgument,
    file: Annotated[Path, opt.argument("FILE", "A sheet with the columns Player, Opponent, Result.")],
    yes: Annotated[bool, opt.flag("--yes -y", "Import without being asked.")] = False,
    json: opt.Json = False,
) -> None:
    """Read a season that was kept in a sheet: show what is in it, ask, and add its events.

    Columns for Event, Date and Round are read too; a sheet of a workbook may be an event.

    Example: deckcheck league import Season season.xlsx
    """
    season = acts.league_changes.open_season(database, name, file)
    _show([season.table()], season.doubts(), aside=json)
    confirm(str(_("Import it?")), _("deckcheck: nobody can be asked here; --yes imports it"), yes=yes)
    _tell(season.store(), {"name": name}, json=json)


@app.command("history")
@given(database=database_of)
def history(database: "Database", name: LeagueArgument) -> None:
    """Show the changes of a league, the newest first.

    Example: deckcheck league history Season
    """
    _show([acts.league_changes.history(database, name)])


@app.command("undo")
@given(database=database_of)
def undo(database: "Database", name: LeagueArgument, json: opt.Json = False) -> None:
    """Undo the last change of a league; called again, the one before.

    Example: deckcheck league undo Season
    """
    command, number = acts.league_changes.undo(database, name)
    if json:
        print_json(
            {"schema": "deckcheck.league-change/1", "league": name, "change": number, "undone": command}
        )
    else:
        say(_("undone: {command}"), command=command)


def _show(tables: Sequence[tuple[Any, Any]], notes: Sequence[str] = (), *, aside: bool = False) -> None:
    """Prints tables below one another, and then notes; with `aside` nothing but notes."""
    for place, (heads, rows) in enumerate(() if aside else tables):
        if place:
            typer.echo("")
        if rows:
            print_table(heads, rows)
        else:
            say(_("nothing yet"))
    for note in notes:
        say(note)
