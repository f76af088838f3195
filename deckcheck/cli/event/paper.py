"""`deckcheck event sheets`: what an organiser prints, as PDF."""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from deckcheck.cli.common import DbOption, say
from deckcheck.cli.event.common import EventArgument, ForceOption, open_event, write_file

if TYPE_CHECKING:
    from deckcheck.events.paper.print_event import PrintedPaper

FileArgument = Annotated[Path, typer.Argument(metavar="FILE", help="The PDF to write.")]
PaperOption = Annotated[
    str, typer.Option("--paper", metavar="SIZE", help="The paper: A4 or Letter.")
]
FontOption = Annotated[
    list[Path] | None,
    typer.Option("--font", metavar="FILE", help="A TrueType font for what ours lacks; repeatable."),
]


def sheets(
    name: EventArgument,
    file: FileArgument,
    kind: Annotated[
        str, typer.Option("--kind", metavar="KIND", help="registration, judge or player.")
    ] = "registration",
    order: Annotated[
        str, typer.Option("--order", metavar="ORDER", help="Cards by name, cost or type.")
    ] = "type",
    player: Annotated[
        list[str] | None,
        typer.Option("--player", metavar="PLAYER", help="Only this player; repeatable."),
    ] = None,
    rounds: Annotated[
        int, typer.Option("--rounds", metavar="N", min=0, max=30, help="Rows for results (player).")
    ] = 0,
    paper: PaperOption = "A4",
    font: FontOption = None,
    force: ForceOption = False,
    db: DbOption = None,
) -> None:
    """Print the registered lists: sheets to sign, check lists for judges, sheets for players.

    Example: deckcheck event sheets 'Spring Open' judges.pdf --kind judge --order name
    """
    from deckcheck.events.paper.canvas import PAGE_SIZES
    from deckcheck.events.paper.deck_sheets import SHEET_KINDS
    from deckcheck.events.paper.paper_cards import SHEET_ORDERS

    chosen: Any = one_of("--kind", kind, SHEET_KINDS)
    sorted_by: Any = one_of("--order", order, SHEET_ORDERS)
    size: Any = one_of("--paper", paper, PAGE_SIZES)
    with open_event(db, name) as event:
        printed = event.paper.sheets(
            chosen, sorted_by, players=player or (), rounds=rounds, page_size=size,
            fonts=font or (),
        )  # fmt: skip
    _write(file, printed, force=force)


def one_of(option: str, found: str, known: Iterable[str]) -> str:
    """One of the known words, in any case; raises a usage error for another."""
    listed = list(known)
    for word in listed:
        if word.casefold() == found.casefold():
            return word
    raise typer.BadParameter(f"{found!r}, expected {', '.join(listed)}", param_hint=option)


def _write(file: Path, printed: "PrintedPaper", *, force: bool) -> None:
    for note in printed.notes:
        say(note)
    write_file(file, printed.pdf, force=force)
