"""Lists of events: rows of a table, and JSON."""

from collections.abc import Iterable
from typing import Any

from db.events.store import ListedEvent

COLUMNS = ("event", "day", "game", "format", "players", "lists", "rounds")


def listed_rows(events: Iterable[ListedEvent]) -> list[tuple[Any, ...]]:
    """A row of `COLUMNS` for each event."""
    return [
        (one.facts.name, one.facts.day, one.facts.game, one.facts.format, one.players, one.decks, one.rounds)
        for one in events
    ]


def events_document(events: Iterable[ListedEvent]) -> dict[str, Any]:
    """The events as in `deckcheck.events/1`."""
    listed = [dict(zip(COLUMNS, row, strict=True)) for row in listed_rows(events)]
    return {"schema": "deckcheck.events/1", "events": listed}
