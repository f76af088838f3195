"""The papers of an event as PDF, with notes on what could not be printed properly."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from db.events.values import StoredEvent
from deckcheck.events.paper.canvas import PageSize
from deckcheck.events.paper.deck_sheets import SheetOptions, deck_sheets
from deckcheck.events.paper.lettering import Lettering
from deckcheck.events.paper.lists import pairings_by_name, pairings_by_table, printed_standings, slip_tables
from deckcheck.events.paper.slips import result_slips
from deckcheck.events.paper.stored_sheets import paper_event, paper_players
from deckcheck.events.standings import Standing
from deckcheck.events.values import Round, Tournament
from deckcheck.games import get_game

PairingsOrder = Literal["name", "table"]


@dataclass(frozen=True, slots=True)
class PrintedPaper:
    """A PDF, and notes for the organiser, such as characters that no font has."""

    pdf: bytes
    pages: int
    notes: tuple[str, ...]


NO_LINKS: Mapping[int, str] = {}


def print_sheets(
    database: Path,
    event: StoredEvent,
    options: SheetOptions,
    names: Mapping[str, str],
    *,
    only: Collection[int] | None = None,
    links: Mapping[int, str] = NO_LINKS,
    fonts: Sequence[Path] = (),
) -> PrintedPaper:
    """Deck sheets of all players, or of some, by name, with these names of cards by the English ones.

    `links` are the addresses of their own pages, by the numbers of players.
    """
    lettering = Lettering(fonts)
    found = paper_players(database, event, names, only)
    players = [replace(one, link=links.get(one.number, "")) for one in found]
    pdf = deck_sheets(paper_event(event.facts), players, options, lettering)
    return printed(pdf, lettering)


def print_slips(
    event: StoredEvent,
    stood: Tournament,
    one: Round,
    code: str = "",
    *,
    page_size: PageSize = "A4",
    fonts: Sequence[Path] = (),
) -> PrintedPaper:
    """The result slips of a round, each with a QR code where one is given."""
    lettering = Lettering(fonts)
    seats = [seat.name for seat in get_game(event.facts.game).seats]
    tables = slip_tables(stood, one, seats)
    pdf = result_slips(paper_event(event.facts), one.number, tables, page_size, lettering, code)
    return printed(pdf, lettering)


def print_pairings(
    event: StoredEvent,
    stood: Tournament,
    one: Round,
    order: PairingsOrder,
    *,
    page_size: PageSize = "A4",
    fonts: Sequence[Path] = (),
) -> PrintedPaper:
    """The pairings of a round by name or by table, for the wall."""
    lettering = Lettering(fonts)
    draw = pairings_by_name if order == "name" else pairings_by_table
    return printed(draw(paper_event(event.facts), stood, one, page_size, lettering), lettering)


def print_standings(
    event: StoredEvent,
    stood: Tournament,
    table: Sequence[Standing],
    *,
    page_size: PageSize = "A4",
    fonts: Sequence[Path] = (),
) -> PrintedPaper:
    """The standings, for the wall."""
    lettering = Lettering(fonts)
    pdf = printed_standings(paper_event(event.facts), stood, table, page_size, lettering)
    return printed(pdf, lettering)


def printed(pdf: bytes, lettering: Lettering) -> PrintedPaper:
    """A PDF with its pages counted, and notes on what its fonts lack."""
    return PrintedPaper(pdf, pdf.count(b"/Type /Page\n"), tuple(lettering.notes()))
