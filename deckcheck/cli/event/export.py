"""`deckcheck event export`: an event as JSON, a workbook, web pages, or a text for a forum."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from deckcheck.cli.common import print_json, say
from deckcheck.cli.event.common import ForceOption, command, write_file

if TYPE_CHECKING:
    from db.events.values import StoredEvent
    from deckcheck.acts.events import SessionEvent

_KINDS = "FILE.json, FILE.xlsx, FILE.txt, or a FOLDER for web pages"


@command("export")
def export(
    event: "SessionEvent",
    target: Annotated[
        Path | None, typer.Argument(metavar="TARGET", help=f"{_KINDS} (default: JSON on standard output).")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print the JSON document.")] = False,
    force: ForceOption = False,
) -> None:
    """Write an event: whole as JSON, to go on elsewhere; as a workbook; as web pages; as a text.

    Web pages and text show what players may see: published rounds, and lists once they are open.

    Example: deckcheck event export 'Spring Open' spring.json
    """
    if target is None or json:
        print_json(event.document())
        return
    suffix = target.suffix.lower()
    if suffix == ".json":
        from json import dumps

        text = dumps(event.document(), ensure_ascii=False, indent=1) + "\n"
        write_file(target, text.encode("utf-8", "replace"), force=force)
    elif suffix == ".xlsx":
        from deckcheck.events.workbook import event_workbook
        from deckcheck.show.workbook import write_workbook

        write_workbook(target, event_workbook(event.stored), force=force)
        say(f"{target}: written")
    elif suffix == ".txt":
        from deckcheck.events.public import forum_text

        write_file(target, forum_text(event.stored).encode(), force=force)
    elif suffix:
        raise typer.BadParameter(f"{target}: expected {_KINDS}", param_hint="TARGET")
    else:
        _write_pages(target, event.stored, force=force)


def _write_pages(folder: Path, stored: "StoredEvent", *, force: bool) -> None:
    from deckcheck.events.public import web_pages
    from importers.decks.writing import save_deck
    from importers.errors import ExistingFileError, UnwritableFileError

    pages = web_pages(stored)
    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        raise UnwritableFileError(str(folder), error.strerror or str(error)) from None
    there = [page for page in pages if (folder / page).exists()]
    if there and not force:
        raise ExistingFileError(str(folder / there[0]))
    for page, text in pages.items():
        save_deck(folder / page, text.encode("utf-8", "replace"), force=True)
    say(f"{folder}: {len(pages)} pages written; begin with {folder / 'index.html'}")
