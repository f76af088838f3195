"""`deckcheck people`: who is of the club, and the link that opens each their own page."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any

import typer

from deckcheck import acts
from deckcheck.cli import options as opt
from deckcheck.cli.common import confirm, open_database, print_json, say
from deckcheck.cli.given import changing, given
from deckcheck.cli.lazy import new_group
from deckcheck.show.language import gettext as _, joined, ngettext
from deckcheck.show.tables import print_table

if TYPE_CHECKING:
    from deckcheck.acts.people import Joined, People

app = new_group(__name__)

YesOption = Annotated[bool, opt.flag("--yes -y", "Do it without being asked.")]
NameArgument = Annotated[str, opt.argument("NAME", "The name of a person of the club.")]


Told = tuple[str, dict[str, Any]]
"""The words for a change, and the facts of it in the document."""


def people_of(db: opt.Db = None) -> "People":
    """The people of the club whose database it is."""
    with open_database(db) as database:
        return acts.people.People(database.path)


def _tell(told: Told, _values: Mapping[str, Any], *, json: bool) -> None:
    text, facts = told
    if json:
        print_json({"schema": "deckcheck.people-change/1", **facts})
    else:
        say(text)


change = changing(app, _tell, people=people_of)
"""Registers a function that changes the people of the club as a command."""


def _joined(done: "Joined") -> Told:
    """Who was added, and who is left to the organiser's choice."""
    text = _("added: {names}", names=", ".join(done.added)) if done.added else _("nobody was added")
    if done.left:
        left = _(
            "left out, since somebody of the club has that name: {names}; --same says that they are the "
            "same, --as NAME who they are",
            names=", ".join(done.left),
        )
        text = joined((text, left), "\n")
    return text, {"added": [*done.added], "left": [*done.left]}


@change("add")
def add(
    people: "People",
    names: Annotated[
        list[str] | None, opt.argument("NAME", "The names; with --event those of its players.")
    ] = None,
    event: Annotated[str, opt.option("EVENT", "Make persons of its players, by default of all.")] = "",
    same: Annotated[
        bool, opt.flag("--same", "Who is called as somebody of the club is the same person.")
    ] = False,
    as_: Annotated[
        str, opt.option("PERSON", "The one player named is this person of the club.", "--as")
    ] = "",
) -> Told:
    """Add people to the club, or say which players of an event they are.

    Nobody is taken for somebody by name alone: --same and --as are yours to say.

    Example: deckcheck people add --event 'Spring Open'
    """
    players = names or []
    if not players and not event:
        raise opt.wrong(_("expected a name, or --event"))
    if (same or as_) and not event:
        raise opt.wrong(_("--same and --as say who the players of an --event are"))
    if as_ and (same or len(players) != 1):
        raise opt.wrong(_("--as takes the name of one player"))
    return _joined(people.join(event, players, same=same, person=as_) if event else people.add(players))


@app.command("list")
@given(people=people_of)
def list_(people: "People", json: opt.Json = False) -> None:
    """List the people of the club with their events, and how many links open their page."""
    if json:
        print_json(people.document())
    elif found := people.document()["people"]:
        rows = [(one["name"], str(one["links"]), ", ".join(one["events"])) for one in found]
        print_table((_("name"), _("links"), _("events")), rows)
    else:
        say(_("no people yet; add one with `deckcheck people add NAME`"))


@app.command("link")
@given(people=people_of)
def link(
    people: "People",
    names: Annotated[list[str] | None, opt.argument("NAME", "The names of people of the club.")] = None,
    helper: Annotated[str, opt.option("EVENT", "A link for a helper at the desk of an event.")] = "",
    everybody: Annotated[bool, opt.flag("--all", "Everybody of the club.")] = False,
    more: Annotated[bool, opt.flag("--more", "Let the links that there are work, too.")] = False,
    end: Annotated[bool, opt.flag("--end", "End links instead of making them.")] = False,
    address: Annotated[str, opt.option("URL", "The address at which players reach the page.")] = "",
    json: opt.Json = False,
) -> None:
    """Make a link to a person's own page, in place of those before; it works on several devices.

    It is shown only now. Links of helpers open results, drops and the clock of one event.

    Example: deckcheck people link Ada --address https://club.example
    """
    wanted = [one.name for one in people.list()] if everybody else names or []
    if bool(wanted) == bool(helper):
        raise opt.wrong(_("expected names, --all, or --helper"))
    if end:
        ended = people.end_helper_links(helper) if helper else sum(map(people.end_links, wanted))
        told = ngettext("{number} link ended", "{number} links ended", ended)
        _tell((told, {"ended": ended}), {}, json=json)
        return
    made = [people.helper_link(helper)] if helper else [people.link(one, more=more) for one in wanted]
    if json:
        shown = [{"name": one.of, "link": one.address(address)} for one in made]
        print_json({"schema": "deckcheck.people-links/1", "links": shown})
        return
    for one in made:
        typer.echo(f"{one.of}\t{one.address(address)}")


@change("rename")
def rename(
    people: "People",
    name: NameArgument,
    new_name: Annotated[str, opt.argument("NEW_NAME", "The name from now on.")],
) -> Told:
    """Give a person another name; the events that there are keep the old one.

    Example: deckcheck people rename Ada 'Ada Lovelace'
    """
    now = people.rename(name, new_name)
    return _("{player} is now {name}", player=name, name=now), {"name": now}


@change("merge")
def merge(
    people: "People",
    name: NameArgument,
    into: Annotated[str, opt.argument("INTO", "The person who it is.")],
    yes: YesOption = False,
) -> Told:
    """Make one person of two: the events of the first are those of the second, its links end.

    This cannot be undone.

    Example: deckcheck people merge 'A. Lovelace' Ada
    """
    one, other = people.get(name).name, people.get(into).name
    _confirm(_("{name} and {into} become one. This cannot be undone; do it?", name=one, into=other), yes=yes)
    people.merge(name, into)
    return _("{name} is {into}", name=name, into=into), {"name": into}


@change("remove")
def remove(people: "People", name: NameArgument, yes: YesOption = False) -> Told:
    """Remove a person with links and collection: in events lists and notes go, results stay as a player's.

    This cannot be undone.

    Example: deckcheck people remove Ada
    """
    whole = people.get(name).name
    _confirm(_("Remove {name} with links, lists and collection? This cannot be undone.", name=whole), yes=yes)
    people.remove(name)
    return _("{text} is removed", text=name), {"name": name}


@app.command("history")
@given(people=people_of)
def history(people: "People", json: opt.Json = False) -> None:
    """List what was done with the people who are there, the newest first.

    Example: deckcheck people history
    """
    found = people.history_documents()
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
        say(_("nothing was changed yet"))


@change("undo")
def undo(
    people: "People",
    number: Annotated[
        int | None, opt.argument("CHANGE", "The change (default: the newest that can be undone).")
    ] = None,
) -> Told:
    """Undo an adding, a joining or a renaming; links that ended, mergings and removals stay.

    Example: deckcheck people undo
    """
    told = people.undo(number)
    return _("undone: {change}", change=told), {"undone": told}


def _confirm(question: str, *, yes: bool) -> None:
    confirm(str(question), _("deckcheck: nobody can be asked here; --yes does it"), yes=yes)
