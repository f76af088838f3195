"""`deckcheck event sheets`, `slips`, `print`: what an organiser prints, as PDF."""

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any

from deckcheck import acts
from deckcheck.cli import options as opt
from deckcheck.cli.common import say, write_file
from deckcheck.cli.event.common import command
from deckcheck.show.language import gettext as _

FileArgument = Annotated[Path, opt.argument("FILE", "The PDF to write.", callback=opt.ending_in(".pdf"))]


@command("sheets")
def sheets(
    event: "acts.events.SessionEvent",
    file: FileArgument,
    kind: Annotated[str, opt.option("KIND", "registration, judge or player.")] = "registration",
    order: Annotated[str, opt.option("ORDER", "Cards by name, cost or type.")] = "type",
    player: opt.OnlyPlayers = None,
    rounds: Annotated[int, opt.option("N", "Rows for results (player).", min=0, max=30)] = 0,
    links: Annotated[str, opt.option("URL", "QR codes of players' own pages at this address (player).")] = "",
    names: opt.Names = None,
    paper: opt.Paper = "A4",
    font: opt.Font = None,
    force: opt.Force = False,
) -> None:
    """Print the registered lists: sheets to sign, check lists for judges, sheets for players.

    Example: deckcheck event sheets 'Spring Open' judges.pdf --kind judge --order name
    """
    chosen: Any = one_of("--kind", kind, acts.paper.SHEET_KINDS)
    sorted_by: Any = one_of("--order", order, acts.paper.SHEET_ORDERS)
    if links and chosen != "player":
        raise opt.wrong(_("--links is for --kind player: no other paper is a player's alone"))
    printed = event.paper.sheets(
        chosen,
        sorted_by,
        links=acts.people.People(event.database).paper_links(event.name, links) if links else {},
        players=player or (),
        rounds=rounds,
        called=event.names_in(names),
        page_size=paper_size(paper),
        fonts=font or (),
    )
    _write(file, printed, force=force)


@command("slips")
def slips(
    event: "acts.events.SessionEvent",
    file: FileArgument,
    number: opt.Round = None,
    address: Annotated[str, opt.option("URL", "QR codes of the phones' page at this address.")] = "",
    paper: opt.Paper = "A4",
    font: opt.Font = None,
    force: opt.Force = False,
) -> None:
    """Print the result slips of a round, four on a page; piles that are cut stay in order.

    Example: deckcheck event slips 'Spring Open' slips.pdf
    """
    printed = event.paper.slips(number, site=address, page_size=paper_size(paper), fonts=font or ())
    _write(file, printed, force=force)


@command("print")
def print_(
    event: "acts.events.SessionEvent",
    what: Annotated[str, opt.argument("WHAT", "pairings (by name), tables, or standings.")],
    file: FileArgument,
    number: opt.Round = None,
    paper: opt.Paper = "A4",
    font: opt.Font = None,
    force: opt.Force = False,
) -> None:
    """Print for the wall: pairings by name (each pair twice) or by table, or the standings.

    Example: deckcheck event print 'Spring Open' pairings pairings.pdf
    """
    chosen, size = one_of("WHAT", what, ("pairings", "tables", "standings")), paper_size(paper)
    if chosen == "standings":
        printed = event.paper.standings(number, page_size=size, fonts=font or ())
    else:
        printed = event.paper.pairings(
            number, "name" if chosen == "pairings" else "table", page_size=size, fonts=font or ()
        )
    _write(file, printed, force=force)


def one_of(option: str, text: str, known: Iterable[str]) -> str:
    """The known word that was given, in any case; raises a usage error for another."""
    listed = list(known)
    for word in listed:
        if word.casefold() == text.casefold():
            return word
    raise opt.wrong(_("{text!r}, expected {listed}"), option, text=text, listed=", ".join(listed))


def paper_size(paper: str) -> Any:
    """The paper size of --paper."""
    return one_of("--paper", paper, acts.paper.PAGE_SIZES)


def _write(file: Path, printed: "acts.paper.PrintedPaper", *, force: bool) -> None:
    for note in printed.notes:
        say(note)
    write_file(file, printed.pdf, force=force)
