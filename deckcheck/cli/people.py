"""`deckcheck people`: who is of the club, and the link that opens each their own page."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from deckcheck.cli import options as opt
from deckcheck.cli.common import confirm, open_database, print_json, say
from deckcheck.cli.lazy import new_group
from deckcheck.show.language import gettext as _, ngettext
from deckcheck.show.tables import print_table

if TYPE_CHECKING:
    from pathlib import Path

    from deckcheck.acts.people import Joined, People

app = new_group(__name__)

YesOption = Annotated[bool, opt.flag("--yes -y", "Do it without being asked.")]
NameArgument = Annotated[str, opt.argument("NAME", "The name of a person of the club.")]


def _people(db: "Path | None") -> "People":
    from deckcheck.acts.people import People

    with open_database(db) as database:
        return People(database.path)


def _tell(text: str, *, json: bool, **facts: Any) -> None:
    if json:
        print_json({"schema": "deckcheck.people-change/1", **facts})
    else:
        say(text)


def _joined_lines(done: "Joined") -> list[str]:
    """Who was added, and who is left to the organiser's choice."""
    lines = [_("added: {names}", names=", ".join(done.added)) if done.added else _("nobody was added")]
    if done.left:
        lines.append(
            _(
                "left out, since somebody of the club has that name: {names}; --same says that they are the "
                "same, --as NAME who they are",
                names=", ".join(done.left),
            )
        )
    return lines


@app.command("add")
def add(
    names: Annotated[
        list[str] | None, opt.argument("NAME", "The names; with --event those of its players.")
    ] = None,
    event: Annotated[
        str, opt.option("--event", "EVENT", "Make persons of its players, by default of all.")
    ] = "",
    same: Annotated[
        bool, opt.flag("--same", "Who is called as somebody of the club is the same person.")
    ] = False,
    as_: Annotated[
        str, opt.option("--as", "PERSON", "The one player named is this person of the club.")
    ] = "",
    json: opt.Json = False,
    db: opt.Db = None,
) -> None:
    """Add people to the club, or say which players of an event they are.

    Nobody is taken for somebody by name alone: --same and --as are yours to say.

    Example: deckcheck people add --event 'Spring Open'
    """
    people, given = _people(db), names or []
    if not given and not event:
        raise typer.BadParameter(_("expected a name, or --event"))
    if (same or as_) and not event:
        raise typer.BadParameter(_("--same and --as say who the players of an --event are"))
    if as_ and (same or len(given) != 1):
        raise typer.BadParameter(_("--as takes the name of one player"))
    done = people.join(event, given, same=same, person=as_) if event else people.add(given)
    if json:
        print_json({"schema": "deckcheck.people-change/1", "added": [*done.added], "left": [*done.left]})
    else:
        for line in _joined_lines(done):
            say(line)


@app.command("list")
def list_(json: opt.Json = False, db: opt.Db = None) -> None:
    """List the people of the club with their events, and how many links open their page."""
    people = _people(db)
    if json:
        print_json(people.document())
    elif found := people.document()["people"]:
        rows = [(one["name"], str(one["links"]), ", ".join(one["events"])) for one in found]
        print_table((_("name"), _("links"), _("events")), rows)
    else:
        say(_("there is nobody yet"))


@app.command("link")
def link(
    names: Annotated[list[str] | None, opt.argument("NAME", "The names of people of the club.")] = None,
    helper: Annotated[
        str, opt.option("--helper", "EVENT", "A link for a helper at the desk of an event.")
    ] = "",
    everybody: Annotated[bool, opt.flag("--all", "Everybody of the club.")] = False,
    more: Annotated[bool, opt.flag("--more", "Let the links that there are work, too.")] = False,
    end: Annotated[bool, opt.flag("--end", "End links instead of making them.")] = False,
    address: Annotated[
        str, opt.option("--address", "URL", "The address at which players reach the page.")
    ] = "",
    json: opt.Json = False,
    db: opt.Db = None,
) -> None:
    """Make a link to a person's own page, in place of those before; it works on several devices.

    It is shown only now. Links of helpers open results, drops and the clock of one event.

    Example: deckcheck people link Ada --address https://club.example
    """
    people = _people(db)
    wanted = [one.name for one in people.list()] if everybody else names or []
    if bool(wanted) == bool(helper):
        raise typer.BadParameter(_("expected names, --all, or --helper"))
    if end:
        ended = people.end_helper_links(helper) if helper else sum(map(people.end_links, wanted))
        _tell(ngettext("{number} link ended", "{number} links ended", ended), json=json, ended=ended)
        return
    made = [people.helper_link(helper)] if helper else [people.link(one, more=more) for one in wanted]
    if json:
        shown = [{"name": one.of, "link": one.address(address)} for one in made]
        print_json({"schema": "deckcheck.people-links/1", "links": shown})
        return
    for one in made:
        typer.echo(f"{one.of}\t{one.address(address)}")


@app.command("rename")
def rename(
    name: NameArgument,
    new_name: Annotated[str, opt.argument("NEW_NAME", "The name from now on.")],
    json: opt.Json = False,
    db: opt.Db = None,
) -> None:
    """Give a person another name; the events that there are keep the old one.

    Example: deckcheck people rename Ada 'Ada Lovelace'
    """
    now = _people(db).rename(name, new_name)
    _tell(_("{player} is now {name}", player=name, name=now), json=json, name=now)


@app.command("merge")
def merge(
    name: NameArgument,
    into: Annotated[str, opt.argument("INTO", "The person who it is.")],
    yes: YesOption = False,
    json: opt.Json = False,
    db: opt.Db = None,
) -> None:
    """Make one person of two: the events of the first are those of the second, its links end.

    This cannot be undone.

    Example: deckcheck people merge 'A. Lovelace' Ada
    """
    people = _people(db)
    one, other = people.get(name).name, people.get(into).name
    _confirm(_("{name} and {into} become one. This cannot be undone; do it?", name=one, into=other), yes=yes)
    people.merge(name, into)
    _tell(_("{name} is {into}", name=name, into=into), json=json, name=into)


@app.command("remove")
def remove(name: NameArgument, yes: YesOption = False, json: opt.Json = False, db: opt.Db = None) -> None:
    """Remove a person with links and collection: in events lists and notes go, results stay as a player's.

    This cannot be undone.

    Example: deckcheck people remove Ada
    """
    people = _people(db)
    whole = people.get(name).name
    _confirm(_("Remove {name} with links, lists and collection? This cannot be undone.", name=whole), yes=yes)
    people.remove(name)
    _tell(_("{text} is removed", text=name), json=json, name=name)


@app.command("history")
def history(json: opt.Json = False, db: opt.Db = None) -> None:
    """List what was done with the people who are there, the newest first.

    Example: deckcheck people history
    """
    found = _people(db).history_documents()
    if json:
        print_json({"schema": "deckcheck.people-history/1", "changes": found})
    elif found:
        rows = [
            (
                one["change"],
                one["time"][:16].replace("T", " "),
                one["words"],
                _("yes") if one["undone"] else "",
            )
            for one in found
        ]
        print_table(("#", _("time"), _("change"), _("undone")), rows)
    else:
        say(_("there is nobody yet"))


@app.command("undo")
def undo(
    number: Annotated[
        int | None, opt.argument("CHANGE", "The change (default: the newest that can be undone).")
    ] = None,
    json: opt.Json = False,
    db: opt.Db = None,
) -> None:
    """Undo an adding, a joining or a renaming; links that ended, mergings and removals stay.

    Example: deckcheck people undo
    """
    told = _people(db).undo(number)
    _tell(_("undone: {change}", change=told), json=json, undone=told)


def _confirm(question: str, *, yes: bool) -> None:
    confirm(str(question), _("deckcheck: nobody can be asked here; --yes does it"), yes=yes)
