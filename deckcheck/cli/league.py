"""`deckcheck league`: a season of events with points, kinds of decks and ratings."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Annotated, Any

import typer

from deckcheck.cli import options as opt
from deckcheck.cli.common import confirm, open_database, print_json, say
from deckcheck.cli.lazy import new_group
from deckcheck.show.language import gettext as _
from deckcheck.show.tables import print_table

if TYPE_CHECKING:
    from deckcheck.acts.leagues import League

app = new_group(__name__)

LeagueArgument = Annotated[str, opt.argument("LEAGUE", "The name of a league.")]
EventsArgument = Annotated[list[str], opt.argument("EVENT...", "Events of the database.")]
OutOption = Annotated[Path | None, opt.option("--out -o", "FILE", "Write it, as .csv or .xlsx.")]


@app.command("list")
def list_(json: opt.Json = False, db: opt.Db = None) -> None:
    """List the leagues.

    Example: deckcheck league list
    """
    from deckcheck.acts.leagues import leagues

    with open_database(db) as database:
        names = leagues(database)
    if json:
        print_json({"schema": "deckcheck.leagues/1", "leagues": list(names)})
    for name in () if json else names:
        typer.echo(name)
    if not names:
        say(_("no leagues yet; deckcheck league new NAME makes one"))


@app.command("new")
def new(
    name: Annotated[str, opt.argument("NAME", "A name for the league.")],
    events: Annotated[list[str] | None, opt.argument("EVENT...", "Its first events, in their order.")] = None,
    game: opt.Game = "",
    json: opt.Json = False,
    db: opt.Db = None,
) -> None:
    """Make a league; its game is that of its first event.

    Example: deckcheck league new Season 'Spring Open' 'Autumn Open'
    """
    from deckcheck.acts.league_changes import new_league

    with open_database(db, game) as database:
        _tell(name, new_league(database, name, events or ()), json=json)


@app.command("add")
def add(name: LeagueArgument, events: EventsArgument, json: opt.Json = False, db: opt.Db = None) -> None:
    """Add events to a league.

    Example: deckcheck league add Season 'Autumn Open'
    """
    from deckcheck.acts.league_changes import add_events

    with open_database(db) as database:
        _tell(name, add_events(database, name, events), json=json)


@app.command("remove")
def remove(
    name: LeagueArgument,
    events: Annotated[list[str] | None, opt.argument("EVENT...", "Only these events of it.")] = None,
    json: opt.Json = False,
    db: opt.Db = None,
) -> None:
    """Take events out of a league, or without any remove the league; the events themselves stay.

    Example: deckcheck league remove Season 'Spring Open'
    """
    from deckcheck.acts.league_changes import remove_events, remove_league

    with open_database(db) as database:
        done = remove_events(database, name, events) if events else remove_league(database, name)
        _tell(name, done, json=json)


@app.command("rules")
def rules(
    name: LeagueArgument,
    file: Annotated[
        Path | None, opt.argument("FILE", "New rules as TOML (default: print those in force).")
    ] = None,
    json: opt.Json = False,
    db: opt.Db = None,
) -> None:
    """Print the rules of a league as TOML, or set them: points, best events, ties, kinds of decks.

    Example: deckcheck league rules Season rules.toml
    """
    from deckcheck.acts.league_changes import rules_of_file, set_rules
    from deckcheck.acts.leagues import league

    with open_database(db) as database:
        if file is not None:
            _tell(name, set_rules(database, name, rules_of_file(file)), json=json)
            return
        found = league(database, name).rules
    if json:
        print_json({"schema": "deckcheck.league-rules/1", "league": name, "rules": found.as_json()})
    else:
        typer.echo(found.as_toml())


@app.command("table")
def table(
    name: LeagueArgument,
    player: Annotated[
        str | None, opt.option("--player", "PLAYER", "The events of this player instead.")
    ] = None,
    out: OutOption = None,
    force: opt.Force = False,
    json: opt.Json = False,
    db: opt.Db = None,
) -> None:
    """Show the standings of a league, or how a player did in each of its events.

    Players who share a place in an event share the points of their places.

    Example: deckcheck league table Season --out season.xlsx
    """
    with _written(name, "standings", out, force=force, db=db) as found:
        if player is not None:
            whole, rows = found.player(player)
            say(whole)
            _show([rows])
            return
        if json:
            print_json(found.document())
        else:
            _show([found.table()], found.notes())


@app.command("matchups")
def matchups(
    name: LeagueArgument,
    out: Annotated[
        Path | None, opt.option("--out -o", "FILE", "Write it: .csv, .xlsx, or a heat map as .svg or .png.")
    ] = None,
    force: opt.Force = False,
    json: opt.Json = False,
    db: opt.Db = None,
) -> None:
    """Show how kinds of decks did against each other; the rules of the league say what a kind is.

    A share of games won has its interval, which holds the truth in 95 of 100 cases.

    Example: deckcheck league matchups Season --out kinds.svg
    """
    with _written(name, "matchups", out, force=force, db=db) as found:
        if json:
            print_json(found.matchups_document())
        else:
            _show(found.matchups_tables(), found.matchups_notes())


@app.command("ratings")
def ratings(
    name: LeagueArgument,
    out: OutOption = None,
    force: opt.Force = False,
    json: opt.Json = False,
    db: opt.Db = None,
) -> None:
    """Rate the players by all decided matches of a league, each with how far off it may be.

    400 points are ten wins to one; 1500 is an average player.

    Example: deckcheck league ratings Season
    """
    with _written(name, "ratings", out, force=force, db=db) as found:
        if json:
            print_json(found.ratings_document())
        else:
            _show([found.ratings_table()], found.ratings_notes())


@app.command("import")
def import_(
    name: LeagueArgument,
    file: Annotated[Path, opt.argument("FILE", "A sheet with the columns Player, Opponent, Result.")],
    yes: Annotated[bool, opt.flag("--yes -y", "Import without being asked.")] = False,
    json: opt.Json = False,
    db: opt.Db = None,
) -> None:
    """Read a season that was kept in a sheet: show what is in it, ask, and add its events.

    Columns for Event, Date and Round are read too; a sheet of a workbook may be an event.

    Example: deckcheck league import Season season.xlsx
    """
    from deckcheck.acts.league_changes import open_season

    with open_database(db) as database:
        season = open_season(database, name, file)
        _show([season.table()], season.doubts(), aside=json)
        confirm(str(_("Import it?")), _("deckcheck: nobody can be asked here; --yes imports it"), yes=yes)
        _tell(name, season.store(), json=json)


@app.command("history")
def history(name: LeagueArgument, db: opt.Db = None) -> None:
    """Show the changes of a league, the newest first.

    Example: deckcheck league history Season
    """
    from deckcheck.acts import league_changes

    with open_database(db) as database:
        _show([league_changes.history(database, name)])


@app.command("undo")
def undo(name: LeagueArgument, json: opt.Json = False, db: opt.Db = None) -> None:
    """Undo the last change of a league; called again, the one before.

    Example: deckcheck league undo Season
    """
    from deckcheck.acts import league_changes

    with open_database(db) as database:
        command, number = league_changes.undo(database, name)
    if json:
        print_json(
            {"schema": "deckcheck.league-change/1", "league": name, "change": number, "undone": command}
        )
    else:
        say(_("undone: {command}", command=command))


@contextmanager
def _written(name: str, what: str, out: Path | None, *, force: bool, db: Path | None) -> Iterator["League"]:
    """A league, of which something is written into a file where one is named."""
    from deckcheck.acts.leagues import league

    with open_database(db) as database:
        found = league(database, name)
        if out is not None:
            found.write(out, what=what, force=force)
            say(_("{file}: written", file=out))
        yield found


def _tell(name: str, number: int, *, json: bool) -> None:
    """Prints what was changed, and how it is undone."""
    if json:
        print_json({"schema": "deckcheck.league-change/1", "league": name, "change": number})
    else:
        say(_("change {number}; undo with: deckcheck league undo {name}", number=number, name=quote(name)))


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
