"""The paper of an event: deck sheets as PDF."""

from collections.abc import Sequence
from pathlib import Path

from deckcheck.events.desk import EventDesk
from deckcheck.events.paper.canvas import PageSize
from deckcheck.events.paper.deck_sheets import SheetKind, SheetOptions
from deckcheck.events.paper.paper_cards import SheetOrder
from deckcheck.events.paper.print_event import PrintedPaper, print_sheets
from deckcheck.events.players import get_player


class EventPaper:
    """What is printed of an event; `fonts` are TrueType files for what the own font lacks."""

    def __init__(self, desk: EventDesk) -> None:
        self._desk = desk

    def sheets(
        self,
        kind: SheetKind = "registration",
        order: SheetOrder = "type",
        *,
        players: Sequence[str] = (),
        rounds: int = 0,
        page_size: PageSize = "A4",
        fonts: Sequence[Path] = (),
    ) -> PrintedPaper:
        """The registered lists: to be signed, to be checked by judges, or for players.

        `rounds` is how many rows for results a player's sheet has.
        """
        event = self._desk.stored
        only = [get_player(event.players, name) for name in players] or None
        options = SheetOptions(kind, order, page_size, rounds)
        return print_sheets(self._desk.database, event, options, only=only, fonts=fonts)
