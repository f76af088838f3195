"""`deckcheck cards sync`, `import` and what belongs to them: where cards come from."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from deckcheck import acts
from deckcheck.cli import options as opt
from deckcheck.cli.common import EXIT_FAILED, EXIT_NO, open_database, parse_pairs, print_json, say
from deckcheck.cli.given import given
from deckcheck.cli.lazy import new_group
from deckcheck.show.language import gettext as _, joined, one_of
from deckcheck.show.tables import print_table
from deckcheck.show.wording import amount

if TYPE_CHECKING:
    from deckcheck.acts.sources import FetchOptions, Outcome, SessionSources

app = new_group(__name__)
source_app = typer.Typer(help="Add and remove card sources.", no_args_is_help=True)
app.add_typer(source_app, name="source")

ApplyOption = Annotated[bool, opt.flag("--apply", "Apply the changes. Without it: preview only.")]
KeepGoingOption = Annotated[
    bool, opt.flag("--keep-going", "Take the readable rows of a set that has others.")
]
OnlyOption = Annotated[
    list[str] | None, opt.option("CODE", "Only this set; may be given several times.", "--only")
]
OfflineOption = Annotated[bool, opt.flag("--offline", "Use what was fetched before; no network.")]
HostOption = Annotated[
    list[str] | None, opt.option("HOST", "Files may also lie on this host.", "--allow-host")
]
MaxTimeOption = Annotated[
    float,
    opt.option(
        "SECONDS",
        "The longest time that a file may take; all together, six times as long.",
        "--max-time",
        min=1,
    ),
]
MapOption = Annotated[
    list[str] | None, opt.option("COLUMN=FIELD", "A column of a table and what it means.", "--map")
]
SetOption = Annotated[str | None, opt.option("CODE", "The set of a table that names none.", "--set")]
SourceGameOption = Annotated[str | None, opt.option("GAME", "The game of a table, by its code.", "--game")]
KindOption = Annotated[
    str | None, opt.option("KIND", "Read it as lackey, deckdb, destiny, swlcg, stargate, table.", "--as")
]


def open_sources(db: opt.Db = None) -> "SessionSources":
    """The card sources of the database."""
    return acts.sources.SessionSources(open_database(db).path)


@app.command("sources")
@given(known=open_sources)
def sources(known: "SessionSources", json: opt.Json = False) -> None:
    """List the card sources, with their addresses and when they were last checked.

    Example: deckcheck cards sources
    """
    views = known.list()
    if json:
        print_json(acts.sources.sources_document(views))
        return
    table = [
        (
            v.state.name,
            v.state.kind,
            v.state.game,
            v.state.sets,
            v.state.cards,
            (v.checked_at or "")[:10],
            (v.state.changed_at or "")[:10],
            v.state.address,
        )
        for v in views
    ]
    headers = ("name", "kind", "game", "sets", "cards", "checked", "changed", "address")
    print_table(headers, table, optional=("address", "changed", "checked", "kind"))


@source_app.command("add")
@given(known=open_sources)
def add(
    known: "SessionSources",
    name: Annotated[str, opt.argument("NAME", "What to call it.")],
    address: Annotated[str, opt.argument("URL|PATH", "Where it is.")],
    kind: KindOption = None,
    game: SourceGameOption = None,
    columns: MapOption = None,
    set_code: SetOption = None,
) -> None:
    """Add a card source under a name, or change its address.

    Example: deckcheck cards source add homebrew ~/my-cards.xlsx --map 'Kosten=cost'
    """
    state = known.add(
        name,
        address,
        kind=kind,
        game=game,
        columns=parse_pairs(columns, "--map", "COLUMN=FIELD"),
        set_code=set_code,
    )
    say(
        _("{name}: {kind} at {address}; deckcheck cards sync {name2} imports its cards"),
        name=state.name,
        kind=state.kind,
        address=state.address,
        name2=name,
    )


@source_app.command("remove")
@given(known=open_sources)
def remove(
    known: "SessionSources", name: Annotated[str, opt.argument("NAME", "A source that was added.")]
) -> None:
    """Remove a card source; its cards stay.

    Example: deckcheck cards source remove homebrew
    """
    known.remove(name)
    say(_("{name} is removed; its cards stay"), name=name)


@app.command("sync")
@given(known=open_sources)
def sync(
    known: "SessionSources",
    names: Annotated[list[str] | None, opt.argument("NAME", "Sources; without, all that were added.")] = None,
    apply: ApplyOption = False,
    keep_going: KeepGoingOption = False,
    only: OnlyOption = None,
    offline: OfflineOption = False,
    allow_host: HostOption = None,
    max_time: MaxTimeOption = 600,
    images: Annotated[bool, opt.flag("--images", "Fetch the pictures of a LackeyCCG source too.")] = False,
    images_limit: Annotated[int, opt.option("MB", "So much of them at once.", min=1)] = 200,
    json: opt.Json = False,
) -> None:
    """Ask card sources for what is new, and show or apply what it changes.

    Exit code 1 when rows or files could not be imported.

    Example: deckcheck cards sync lackey --apply
    """
    from deckcheck.cli.progress import progress

    wanted = names or [view.state.name for view in known.list() if view.added]
    if not wanted:
        say(
            _(
                "no card source was added yet; name one, as in `deckcheck cards sync lackey`; "
                "`deckcheck cards sources` lists them"
            )
        )
        raise typer.Exit(EXIT_FAILED)
    with progress() as show:
        fetching: FetchOptions = {
            "offline": offline,
            "hosts": allow_host or (),
            "max_time": max_time,
            "progress": show,
        }
        imports = [known.sync(name, sets=only or (), keep_going=keep_going, **fetching) for name in wanted]
        outcomes = [one.run(apply) for one in imports]
        for name in wanted if images else ():
            sizes = [size for _, size in known.pictures(name, limit=images_limit * 1_000_000, **fetching)]
            say(
                _("{name}: {count} pictures, {sizes:.1f} MB, in {pictures_folder}"),
                name=name,
                count=len(sizes),
                sizes=sum(sizes) / 1e6,
                pictures_folder=known.pictures_folder,
            )
    _tell(outcomes, json=json)


@app.command("import")
@given(known=open_sources)
def import_(
    known: "SessionSources",
    path: Annotated[str, opt.argument("PATH|URL", "A folder, zip or file of card data.")],
    apply: ApplyOption = False,
    game: SourceGameOption = None,
    kind: KindOption = None,
    name: Annotated[str | None, opt.option("NAME", "Name of the source.")] = None,
    columns: MapOption = None,
    set_code: SetOption = None,
    only: OnlyOption = None,
    keep_going: KeepGoingOption = False,
    max_time: MaxTimeOption = 600,
    json: opt.Json = False,
) -> None:
    """Import card data from files: a LackeyCCG plugin, JSON, OCTGN sets, tables of your own.

    Without --apply only what would change is shown. Exit code 1 when rows could not be imported.

    Example: deckcheck cards import plugins/starwars --apply
    """
    from deckcheck.cli.progress import progress

    with progress() as show:
        cards_import = known.import_cards(
            path,
            game=game,
            kind=kind,
            name=name,
            columns=parse_pairs(columns, "--map", "COLUMN=FIELD"),
            set_code=set_code,
            sets=only or (),
            keep_going=keep_going,
            max_time=max_time,
            progress=show,
        )
        outcome = cards_import.run(apply)
    _tell([outcome], json=json)


@app.command("compare")
@given(known=open_sources)
def compare(
    known: "SessionSources",
    one: Annotated[str, opt.argument("SOURCE", "A source, or bundled.")],
    other: Annotated[str, opt.argument("SOURCE", "Another one.")],
    full: Annotated[bool, opt.flag("--full", "Name every card that only one of them has.")] = False,
    offline: OfflineOption = False,
    json: opt.Json = False,
) -> None:
    """Show what two card sources disagree about, card by card and field by field.

    Example: deckcheck cards compare lackey deckdb
    """
    comparison = known.compare(one, other, offline=offline)
    if json:
        print_json(comparison.document(one, other))
        return
    for line in comparison.lines(one, other, full=full):
        typer.echo(line)
    say(
        _(
            "{common:,} cards in both, {count:,} only in {one}, {count2:,} only in {other}; "
            "{count3:,} differences"
        ),
        common=comparison.common,
        count=len(comparison.only_one),
        one=one,
        count2=len(comparison.only_other),
        other=other,
        count3=len(comparison.disagreements),
    )


@app.command("history")
@given(known=open_sources)
def history(known: "SessionSources", json: opt.Json = False) -> None:
    """List the imports of cards, the newest first.

    Example: deckcheck cards history
    """
    batches = known.history()
    if json:
        print_json(acts.sources.history_document(batches))
        return
    counted = ("new", "changed", "completed", "removed")
    table = [
        (
            b.id,
            b.made_at[:16].replace("T", " "),
            b.source,
            *(b.summary.get(what) for what in counted),
            (b.undone_at or "")[:10],
            b.origin,
        )
        for b in batches
    ]
    headers = ("import", "when", "source", *counted, "undone", "from")
    print_table(headers, table, optional=("from", "removed", "completed", "changed"))


@app.command("undo")
@given(known=open_sources)
def undo(
    known: "SessionSources",
    batch: Annotated[int, opt.argument("IMPORT", "Its number, as history has it.")],
    json: opt.Json = False,
) -> None:
    """Undo an import of cards, all of it.

    Printings that your collection or decks hold stay and are marked. Exit code 1 when some do.

    Example: deckcheck cards undo 3
    """
    undone = known.undo(batch)
    if json:
        print_json(acts.sources.undone_document(undone))
    else:
        for name in undone.kept:
            typer.echo(_("kept, since it is in use: {name}", name=name))
        what = _("import {batch} of {source} is undone", batch=batch, source=undone.batch.source)
        back = _("{rows} went back", rows=amount(undone.reversed, "row"))
        stay = _("{count} kept and marked", count=len(undone.kept)) if undone.kept else ""
        say(joined((what, joined((back, stay), ", ")), ": "))
    raise typer.Exit(EXIT_NO if undone.kept else 0)


def no_texts(game: str, db: Path | None) -> str:
    """The hint on how to get card texts, which do not come with the program."""
    names = [view.state.name for view in open_sources(db).list() if view.state.game == game]
    text = _("no card of {game} has a text here: texts come from card sources", game=game)
    if not names:
        return _(
            "{text}. Name yours: deckcheck cards import PATH --game {game} --apply", text=text, game=game
        )
    sync = one_of(f"deckcheck cards sync {name} --apply" for name in names)
    return _("{text}. Import them with {sync}", text=text, sync=sync)


def _tell(outcomes: "list[Outcome]", *, json: bool) -> None:
    """Prints what was found and ends with the code that it deserves."""
    if json:
        print_json(acts.sources.import_document(outcomes))
    for outcome in outcomes:
        if not json:
            if rows := acts.sources.set_rows(outcome):
                print_table(acts.sources.SET_HEADERS, rows)
            for line in acts.sources.change_lines(outcome):
                typer.echo(line)
            for line in acts.sources.problem_lines(outcome):
                typer.echo(line)
        for note in outcome.plan.notes if outcome.plan else ():
            say(note)
        say(acts.sources.summary_line(outcome))
    raise typer.Exit(EXIT_NO if any(outcome.has_problems for outcome in outcomes) else 0)
