"""The paper of an event as PDF: deck sheets, result slips, pairings and standings."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from db.arguments import checked
from db.language import gettext as _
from deckcheck.events.elimination import final_standings
from deckcheck.events.paper.canvas import PAGE_SIZES, PageSize
from deckcheck.events.paper.deck_sheets import SHEET_KINDS, SheetKind, SheetOptions
from deckcheck.events.paper.lettering import Lettering
from deckcheck.events.paper.lists import pairings_by_name, pairings_by_table, printed_standings, slip_tables
from deckcheck.events.paper.paper_cards import SHEET_ORDERS, PaperEvent, SheetOrder
from deckcheck.events.paper.print_event import (
    NO_LINKS,
    PairingsOrder,
    PrintedPaper,
    print_paper,
    print_sheets,
)
from deckcheck.events.paper.slips import result_slips
from deckcheck.events.players import get_player
from deckcheck.events.public import seen_by_players
from deckcheck.events.round_editor import RoundEditor, get_round
from deckcheck.events.stored import as_tournament
from deckcheck.events.values import Round
from deckcheck.games import get_game

NO_NAMES: Mapping[str, str] = {}


@checked
class EventPaper:
    """The papers of an event; `fonts` are TrueType files for characters the own font lacks."""

    def __init__(self, event: RoundEditor) -> None:
        self._event = event

    def sheets(
        self,
        kind: SheetKind = "registration",
        order: SheetOrder = "type",
        *,
        players: Sequence[str] = (),
        rounds: int = 0,
        called: Mapping[str, str] = NO_NAMES,
        links: Mapping[int, str] = NO_LINKS,
        page_size: PageSize = "A4",
        fonts: Sequence[Path] = (),
    ) -> PrintedPaper:
        """The registered lists: to be signed, to be checked by judges, or for players.

        `rounds` is how many rows for results a player's sheet has, `called` is what cards are called
        there, by their English names. `links` are addresses of own pages, by the numbers of players; they
        stand on sheets for players alone, which nobody else is given.
        """
        event = self._event.stored
        only = [get_player(event.players, name) for name in players] or None
        options = SheetOptions(kind, order, page_size, rounds)
        links = links if kind == "player" else NO_LINKS
        database = self._event.database
        return print_sheets(database, event, options, called, only=only, links=links, fonts=fonts)

    def slips(
        self,
        number: int | None = None,
        *,
        site: str = "",
        page_size: PageSize = "A4",
        fonts: Sequence[Path] = (),
    ) -> PrintedPaper:
        """The result slips of a round, by default the last; with the QR code of the phones' page of a site.

        The code holds no link of anybody, since a slip is for two: who has opened their own is at their page.
        """
        event = self._event.stored
        stood = as_tournament(event)
        one = get_round(stood, number)
        code = site and f"{site.rstrip('/')}/me"
        tables = slip_tables(stood, one, [seat.name for seat in get_game(event.facts.game).seats])

        def draw(head: PaperEvent, lettering: Lettering) -> bytes:
            return result_slips(head, one.number, tables, page_size, lettering, code)

        return _with_warning(print_paper(event.facts, fonts, draw), one)

    def pairings(
        self,
        number: int | None = None,
        order: PairingsOrder = "name",
        *,
        page_size: PageSize = "A4",
        fonts: Sequence[Path] = (),
    ) -> PrintedPaper:
        """The pairings of a round, by default the last, by name or by table."""
        event = self._event.stored
        stood = as_tournament(event)
        one = get_round(stood, number)
        draw = pairings_by_name if order == "name" else pairings_by_table
        made = print_paper(
            event.facts, fonts, lambda head, letters: draw(head, stood, one, page_size, letters)
        )
        return _with_warning(made, one)

    def standings(
        self, after: int | None = None, *, page_size: PageSize = "A4", fonts: Sequence[Path] = ()
    ) -> PrintedPaper:
        """The standings of published rounds, or those after a round."""
        event = self._event.stored
        stood = seen_by_players(event)
        if after is not None:
            get_round(stood, after)
            stood = stood.before(after + 1)
        table = final_standings(stood)
        return print_paper(
            event.facts,
            fonts,
            lambda head, letters: printed_standings(head, stood, table, page_size, letters),
        )


def _with_warning(made: PrintedPaper, one: Round) -> PrintedPaper:
    """The paper with a note where players may not see it yet."""
    if one.published:
        return made
    note = _("round {number} is not published: keep this paper until it is", number=one.number)
    return replace(made, notes=(*made.notes, note))
