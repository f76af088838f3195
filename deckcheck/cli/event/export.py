"""`deckcheck event export`: an event as JSON, a workbook, web pages, or a text for a forum."""

from pathlib import Path
from typing import Annotated

from deckcheck import acts
from deckcheck.acts.files import save_folder
from deckcheck.cli import options as opt
from deckcheck.cli.common import print_json, say, write_file
from deckcheck.cli.event.common import command
from deckcheck.show.language import gettext as _

_KINDS = _("FILE.json, FILE.xlsx, FILE.txt, or a FOLDER for web pages")


@command("export")
def export(
    event: "acts.events.SessionEvent",
    target: Annotated[
        Path | None, opt.argument("TARGET", f"{_KINDS} (default: JSON on standard output).")
    ] = None,
    json: Annotated[bool, opt.flag("--json", "Print the JSON document.")] = False,
    force: opt.Force = False,
) -> None:
    """Write an event: whole as JSON, to go on elsewhere; as a workbook; as web pages; as a text.

    Web pages and text show what players may see: published rounds, and lists once they are open.

    Example: deckcheck event export 'Spring Open' spring.json
    """
    if target is None or json:
        print_json(event.document())
        return
    suffix = target.suffix.lower()
    if suffix in {".json", ".xlsx", ".txt"}:
        write_file(target, event.file(suffix), force=force)
    elif suffix:
        raise opt.wrong(_("{target}: expected {kinds}"), "TARGET", target=target, kinds=_KINDS)
    else:
        pages = event.web_pages()
        save_folder(target, pages, force=force)
        say(
            _("{target}: {count} pages written; begin with {target2}"),
            target=target,
            count=len(pages),
            target2=target / "index.html",
        )
