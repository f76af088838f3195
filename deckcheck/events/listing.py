"""Events in a line each, as rows of a table, and JSON."""

from collections.abc import Iterable
from typing import Any

from db.events.store import ListedEvent
from db.events.values import StoredEvent
from deckcheck.games import get_game
from deckcheck.show.wording import amount

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


def head_line(stored: StoredEvent) -> str:
    """An event in a line: name, day, format, seats and players."""
    facts = stored.facts
    game = get_game(facts.game)
    rules = f", rules {facts.edition}" if facts.edition else ""
    seats = " and ".join(seat.name for seat in game.seats)
    decks = "one deck each" if len(game.seats) == 1 else f"{seats} decks"
    players = amount(len(stored.players), "player")
    return f"{facts.name}, {facts.day}: {game.name}, {facts.format}{rules}, {decks}, {players}"
