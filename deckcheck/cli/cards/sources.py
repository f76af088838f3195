"""`deckcheck cards sync`, `import` and what belongs to them: where cards come from."""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from deckcheck.cli.common import (
    EXIT_FAILED,
    EXIT_NO,
    DbOption,
    JsonOption,
    cache_folder,
    database_path,
    print_json,
    say,
)

if TYPE_CHECKING:
    from deckcheck.sources.sync import Outcome, SyncOptions

source_app = typer.Typer(help="Add and forget card sources.", no_args_is_help=True)

ApplyOption = Annotated[bool, typer.Option("--apply", help="Apply the changes. Without it: preview only.")]
KeepGoingOption = Annotated[
    bool, typer.Option("--keep-going", help="Take the readable rows of a set that has others.")
]
OnlyOption = Annotated[
    list[str] | None,
    typer.Option("--only", metavar="CODE", help="Only this set; may be given several times."),
]
OfflineOption = Annotated[bool, typer.Option("--offline", help="Use what was fetched before; no network.")]
HostOption = Annotated[
    list[str] | None, typer.Option("--allow-host", metavar="HOST", help="Files may also lie on this host.")
]
MaxTimeOption = Annotated[
    float,
    typer.Option(
        "--max-time",
        metavar="SECONDS",
        min=1,
        help="The longest time that a file may take; all together, six times as long.",
    ),
]
MapOption = Annotated[
    list[str] | None,
    typer.Option("--map", metavar="COLUMN=FIELD", help="A column of a table and what it means."),
]
SetOption = Annotated[
    str | None, typer.Option("--set", metavar="CODE", help="The set of a table that names none.")
]
SourceGameOption = Annotated[
    str | None, typer.Option("--game", metavar="GAME", help="The game of a table, by its code.")
]
KindOption = Annotated[
    str | None,
    typer.Option("--as", metavar="KIND", help="Read it as lackey, deckdb, destiny, swlcg, stargate, table."),
]


def register(app: typer.Typer) -> None:
    """Adds the commands of card sources to those of cards."""
    app.add_typer(source_app, name="source")
    for name, command in (
        ("sources", sources),
        ("sync", sync),
        ("import", import_),
        ("compare", compare),
        ("history", history),
        ("undo", undo),
    ):
        app.command(name)(command)


def sources(json: JsonOption = False, db: DbOption = None) -> None:
    """List the card sources, with their addresses and when they were last checked.

    Example: deckcheck cards sources
    """
    from dataclasses import fields

    from deckcheck.sources.sync import list_sources

    views = list_sources(_sync_options(db))
    if json:
        rows = [
            {field.name: getattr(view.state, field.name) for field in fields(view.state)}
            | {
                "options": dict(view.state.options),
                "title": view.title,
                "added": view.added,
                "checked_at": view.checked_at,
            }
            for view in views
        ]
        print_json({"schema": "deckcheck.sources/1", "sources": rows})
        return
    from deckcheck.show.tables import print_table

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
def add(
    name: Annotated[str, typer.Argument(metavar="NAME", help="What to call it.")],
    address: Annotated[str, typer.Argument(metavar="URL|PATH", help="Where it is.")],
    kind: KindOption = None,
    game: SourceGameOption = None,
    columns: MapOption = None,
    set_code: SetOption = None,
    db: DbOption = None,
) -> None:
    """Make a card source known under a name; a known one gets another address.

    Example: deckcheck cards source add homebrew ~/my-cards.xlsx --map 'Kosten=cost'
    """
    from deckcheck.sources.sync import NewSource, add_source

    new = NewSource(name, address, kind, game, _columns(columns), set_code)
    state = add_source(_sync_options(db), new)
    say(f"{state.name}: {state.kind} at {state.address}; deckcheck cards sync {name} brings it in")


@source_app.command("remove")
def remove(
    name: Annotated[str, typer.Argument(metavar="NAME", help="A source that was added.")], db: DbOption = None
) -> None:
    """Forget a card source; the cards that it brought stay.

    Example: deckcheck cards source remove homebrew
    """
    from deckcheck.sources.sync import remove_source

    remove_source(_sync_options(db), name)
    say(f"{name} is forgotten; its cards stay")


def sync(
    names: Annotated[
        list[str] | None, typer.Argument(metavar="NAME", help="Sources; without, all that were added.")
    ] = None,
    apply: ApplyOption = False,
    keep_going: KeepGoingOption = False,
    only: OnlyOption = None,
    offline: OfflineOption = False,
    allow_host: HostOption = None,
    max_time: MaxTimeOption = 600,
    images: Annotated[
        bool, typer.Option("--images", help="Fetch the pictures of a LackeyCCG source too.")
    ] = False,
    images_limit: Annotated[
        int, typer.Option("--images-limit", metavar="MB", min=1, help="So much of them at once.")
    ] = 200,
    json: JsonOption = False,
    db: DbOption = None,
) -> None:
    """Ask card sources for what is new, and show or take over what it changes.

    Exit code 1 when rows or files could not be imported.

    Example: deckcheck cards sync lackey --apply
    """
    from dataclasses import replace

    from db.imports.sources import read_states
    from deckcheck.cli.progress import progress
    from deckcheck.sources.sync import fetch_pictures
    from deckcheck.sources.sync import sync as sync_one

    sync_options = _sync_options(
        db,
        apply=apply,
        keep_going=keep_going,
        only=only,
        offline=offline,
        hosts=allow_host,
        max_time=max_time,
    )
    wanted = names or list(read_states(sync_options.database))
    if not wanted:
        say(
            "no card source was added yet; name one, as in deckcheck cards sync lackey; "
            "deckcheck cards sources lists them"
        )
        raise typer.Exit(EXIT_FAILED)
    with progress() as show:
        sync_options = replace(sync_options, progress=show)
        outcomes = [sync_one(sync_options, name) for name in wanted]
        for name in wanted if images else ():
            found = list(fetch_pictures(sync_options, name, images_limit * 1_000_000))
            size = sum(size for _, size in found)
            folder = sync_options.cache / "images"
            say(f"{name}: {len(found)} pictures, {size / 1e6:.1f} MB, in {folder}")
    _tell(outcomes, json=json)


def import_(
    path: Annotated[str, typer.Argument(metavar="PATH|URL", help="A folder, zip or file of card data.")],
    apply: ApplyOption = False,
    game: SourceGameOption = None,
    kind: KindOption = None,
    name: Annotated[str | None, typer.Option("--name", metavar="NAME", help="Name of the source.")] = None,
    columns: MapOption = None,
    set_code: SetOption = None,
    only: OnlyOption = None,
    keep_going: KeepGoingOption = False,
    max_time: MaxTimeOption = 600,
    json: JsonOption = False,
    db: DbOption = None,
) -> None:
    """Import card data from files: a LackeyCCG plugin, JSON, OCTGN sets, tables of your own.

    Without --apply only what would change is shown. Exit code 1 when rows could not be imported.

    Example: deckcheck cards import plugins/starwars --apply
    """
    from dataclasses import replace

    from deckcheck.cli.progress import progress
    from deckcheck.sources.files import is_url
    from deckcheck.sources.sync import import_path, import_url
    from importers.sources.source import ReadOptions

    sync_options = _sync_options(db, apply=apply, keep_going=keep_going, only=only, max_time=max_time)
    options = ReadOptions(game, set_code, _columns(columns))
    if is_url(path):
        with progress() as show:
            sync_options = replace(sync_options, progress=show)
            outcome = import_url(sync_options, path, kind=kind, name=name, options=options)
    else:
        outcome = import_path(sync_options, Path(path), kind=kind, name=name, options=options)
    _tell([outcome], json=json)


def compare(
    one: Annotated[str, typer.Argument(metavar="SOURCE", help="A source, or bundled.")],
    other: Annotated[str, typer.Argument(metavar="SOURCE", help="Another one.")],
    full: Annotated[bool, typer.Option("--full", help="Name every card that only one of them has.")] = False,
    offline: OfflineOption = False,
    json: JsonOption = False,
    db: DbOption = None,
) -> None:
    """Show what two card sources disagree about, card by card and field by field.

    Example: deckcheck cards compare lackey deckdb
    """
    from dataclasses import asdict

    from deckcheck.sources.compare import compare as compare_readings
    from deckcheck.sources.compare import comparison_lines
    from deckcheck.sources.sync import read_both

    found = compare_readings(*read_both(_sync_options(db, offline=offline), one, other))
    if json:
        document = {"schema": "deckcheck.compare/1", "one": one, "other": other, **asdict(found)}
        print_json(document | {"shared_sets": sorted(found.shared_sets)})
        return
    for line in comparison_lines(found, one, other, full=full):
        typer.echo(line)
    say(
        f"{found.common:,} cards in both, {len(found.only_one):,} only in {one}, "
        f"{len(found.only_other):,} only in {other}; {len(found.disagreements):,} differences"
    )


def history(json: JsonOption = False, db: DbOption = None) -> None:
    """List the imports of cards, the newest first.

    Example: deckcheck cards history
    """
    from dataclasses import asdict

    from db.imports.card_import import batches

    found = batches(_sync_options(db).database)
    if json:
        rows = [asdict(batch) for batch in found]
        print_json({"schema": "deckcheck.card-history/1", "batches": rows})
        return
    from deckcheck.show.tables import print_table

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
        for b in found
    ]
    headers = ("import", "when", "source", *counted, "undone", "from")
    print_table(headers, table, optional=("from", "removed", "completed", "changed"))


def undo(
    batch: Annotated[int, typer.Argument(metavar="IMPORT", help="Its number, as history has it.")],
    json: JsonOption = False,
    db: DbOption = None,
) -> None:
    """Take back an import of cards, all of it.

    Printings that your collection or decks hold stay and are marked. Exit code 1 when some do.

    Example: deckcheck cards undo 3
    """
    from datetime import date

    from db.database import ensure_ready
    from db.imports.card_import import undo as undo_batch
    from deckcheck.show.wording import amount

    today, path = date.today().isoformat(), _sync_options(db).database  # noqa: DTZ011 - the user's own day
    found = undo_batch(path, batch, today)
    ensure_ready(path)  # what of the bundled catalogue comes back with it, comes back now
    if json:
        print_json(
            {
                "schema": "deckcheck.card-undo/1",
                "batch": batch,
                "source": found.batch.source,
                "reversed": found.reversed,
                "kept": list(found.kept),
                "errors": [],
            }
        )
    else:
        for name in found.kept:
            typer.echo(f"kept, since it is in use: {name}")
        stay = f", {len(found.kept)} kept and marked" if found.kept else ""
        what = f"import {batch} of {found.batch.source} is undone"
        say(f"{what}: {amount(found.reversed, 'row')} went back{stay}")
    raise typer.Exit(EXIT_NO if found.kept else 0)


def no_texts(game: str, db: Path | None) -> str:
    """The hint on how to get card texts, which do not come with the program."""
    from deckcheck.sources.sync import list_sources

    names = [view.state.name for view in list_sources(_sync_options(db)) if view.state.game == game]
    found = f"no card of {game} has a text here: texts come from card sources"
    if not names:
        return f"{found}. Name yours: deckcheck cards import PATH --game {game} --apply"
    sync = " or ".join(f"deckcheck cards sync {name} --apply" for name in names)
    return f"{found}. Bring them in with {sync}"


def _sync_options(
    db: Path | None,
    *,
    apply: bool = False,
    keep_going: bool = False,
    only: list[str] | None = None,
    offline: bool = False,
    hosts: list[str] | None = None,
    max_time: float = 600,
) -> "SyncOptions":
    """How to go about it, with a database that is ready."""
    from datetime import date

    from db.database import ensure_ready
    from deckcheck.sources.sync import SyncOptions

    path = database_path(db)
    ensure_ready(path, say)
    return SyncOptions(
        path,
        cache_folder(),
        date.today(),  # noqa: DTZ011 - the user's own day is meant
        apply,
        keep_going,
        frozenset(only) if only else None,
        offline,
        frozenset(hosts or ()),
        max_time=max_time,
    )


def _columns(pairs: Iterable[str] | None) -> dict[str, str]:
    """The columns of `--map COLUMN=FIELD`."""
    columns: dict[str, str] = {}
    for pair in pairs or ():
        column, equals, field = pair.rpartition("=")
        if not equals or not column.strip() or not field.strip():
            raise typer.BadParameter(f"{pair!r}, expected COLUMN=FIELD", param_hint="--map")
        columns[column.strip()] = field.strip()
    return columns


def _tell(outcomes: "list[Outcome]", *, json: bool) -> None:
    """Prints what was found and ends with the code that it deserves."""
    from deckcheck.sources.report import (
        SET_HEADERS,
        change_lines,
        import_document,
        problem_lines,
        set_rows,
        summary_line,
    )

    if json:
        print_json(import_document(outcomes))
    for outcome in outcomes:
        if not json:
            from deckcheck.show.tables import print_table

            if rows := set_rows(outcome):
                print_table(SET_HEADERS, rows)
            for line in change_lines(outcome):
                typer.echo(line)
            for line in problem_lines(outcome):
                typer.echo(line)
        for note in outcome.plan.notes if outcome.plan else ():
            say(note)
        say(summary_line(outcome))
    raise typer.Exit(EXIT_NO if any(outcome.has_problems for outcome in outcomes) else 0)
