"""The paper of an event as PDF: deck sheets, result slips, pairings and standings."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from db.arguments import checked
from db.language import gettext as _
from deckcheck.events.elimination import final_standings
from deckcheck.events.paper.canvas import PAGE_SIZES, PageSize
from deckcheck.events.paper.deck_sheets import SHEET_KINDS, SheetKind, SheetOptions
from deckcheck.events.paper.paper_cards import SHEET_ORDERS, SheetOrder
from deckcheck.events.paper.print_event import (
    NO_LINKS,
    PairingsOrder,
    PrintedPaper,
    print_pairings,
    print_sheets,
    print_slips,
    print_standings,
)
from deckcheck.events.players import get_player
from deckcheck.events.public import seen_by_players
from deckcheck.events.round_editor import RoundEditor, get_round
from deckcheck.events.stored import as_tournament
from deckcheck.events.values import Round

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
        made = print_slips(
            event, stood, one, site and f"{site.rstrip('/')}/me", page_size=page_size, fonts=fonts
        )
        return _with_warning(made, one)

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
        made = print_pairings(event, stood, one, order, page_size=page_size, fonts=fonts)
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
        return print_standings(event, stood, table, page_size=page_size, fonts=fonts)


def _with_warning(made: PrintedPaper, one: Round) -> PrintedPaper:
    """The paper with a note where players may not see it yet."""
    if one.published:
        return made
    note = _("round {number} is not published: keep this paper until it is", number=one.number)
    return replace(made, notes=(*made.notes, note))
