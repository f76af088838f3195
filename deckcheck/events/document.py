"""An event whole as `deckcheck.event/1`: players, lists, rounds, standings, files and history."""

import base64
from collections.abc import Iterable, Mapping, Sequence
from json import loads
from pathlib import Path
from typing import Any

from db.events.history import EventBatch, event_history
from db.events.ledger_stores import stated
from db.events.store import ListedEvent, read_event, read_files
from db.events.values import EventFacts, StoredEvent, TableFacts
from db.language import all_of, gettext as _, joined, pgettext
from deckcheck.events.lists import decks_of
from deckcheck.events.result_text import result_text
from deckcheck.events.stored import as_tournament
from deckcheck.events.tournament import standings_document
from deckcheck.events.values import Result
from deckcheck.games import get_game
from deckcheck.show.picked import picked
from deckcheck.show.wording import amount

SCHEMA = "deckcheck.event/1"


def facts_document(facts: EventFacts) -> dict[str, Any]:
    """The facts of an event, as they stand in each document of it."""
    return {**picked(facts, "name game format rules=edition? day deadline? locked? open_lists")}


def summary_document(event: StoredEvent) -> dict[str, Any]:
    """An event with its players in short, as `deckcheck.event-summary/1`."""
    facts = event.facts
    return {
        "schema": "deckcheck.event-summary/1",
        **facts_document(facts),
        "settings": dict(facts.settings),
        "seats": [seat.code for seat in get_game(facts.game).seats],
        "players": [
            {
                **_facts_of(event, number),
                "decks": [picked(deck, "seat? path hash?") for deck in decks_of(event, number)],
            }
            for number in event.players
        ],
        "rounds": len(event.rounds),
    }


def event_document(database: Path, name: str) -> dict[str, Any]:
    """The document of an event, with all that another computer needs to continue it."""
    event = read_event(database, name)
    history = event_history(database, name)
    of_decks = {deck.sha256 for deck in event.decks.values()}
    files = read_files(database, sorted(registered_files(history) | of_decks))
    facts = event.facts
    return {
        "schema": SCHEMA,
        "uid": facts.uid,
        **facts_document(facts),
        "seats": [seat.code for seat in get_game(facts.game).seats],
        "settings": dict(facts.settings),
        "players": [
            {
                **_facts_of(event, number),
                "decks": [
                    {
                        **picked(deck, "seat? path name? read_as? sha256 hash? catalogue time late error?"),
                        "cards": [stated(card) for card in deck.cards],
                    }
                    for deck in decks_of(event, number)
                ],
            }
            for number in event.players
        ],
        "rounds": [_round(event, number) for number in event.rounds],
        "notes": [
            {"player": event.players[note.player].name, **stated(note), "number": number}
            for number, note in event.notes.items()
        ],
        "standings": standings_document(as_tournament(event))["standings"],
        "files": {digest: base64.b64encode(data).decode() for digest, data in files.items()},
        "history": [batch_document(batch) for batch in history],
    }


def registered_files(history: Sequence[EventBatch]) -> set[str]:
    """The hashes of the files of all lists that ever were registered: none is lost on the way."""
    texts = (t for b in history for kind, _, *both in b.changes if kind == "deck" for t in both)
    return {str(loads(text)["sha256"]) for text in texts if text is not None}


def _facts_of(event: StoredEvent, number: int) -> dict[str, Any]:
    """A player of an event, without the lists."""
    return {"number": number, **picked(event.players[number], "name club? entered dropped")}


def _round(event: StoredEvent, number: int) -> dict[str, Any]:
    one = event.rounds[number]
    tables = [_table(event, place, table) for (of, place), table in event.tables.items() if of == number]
    return {"round": number, **picked(one, "stage published?"), "facts": dict(one.facts), "tables": tables}


def _table(event: StoredEvent, number: int, table: TableFacts) -> dict[str, Any]:
    names = [event.players[n].name for n in (table.one, table.two) if n is not None]
    first: Mapping[str, str | None] = dict(zip(("one", "two"), names, strict=False))
    result = None if table.result is None else Result.from_json(table.result)
    return {
        "table": number,
        "players": names,
        "first": first.get(table.first),
        "result": result_text(result) or None,
        "games": list(result.games) if result else None,
        "extension": table.extension,
        "reason": table.reason or None,
    }


def batch_document(batch: EventBatch) -> dict[str, Any]:
    """A batch of the history, with what was stored of each thing before and after."""
    return {
        **picked(batch, "batch=number time who command reason? undoes undone_by"),
        "changes": [
            {
                "kind": kind,
                "key": loads(key),
                "before": None if before is None else loads(before),
                "after": None if after is None else loads(after),
            }
            for kind, key, before, after in batch.changes
        ],
    }


COLUMNS = (
    pgettext("tournament", "event"),
    _("day"),
    _("game"),
    _("format"),
    _("players"),
    _("lists"),
    _("rounds"),
)


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
    rules = facts.edition and _("rules {edition}", edition=facts.edition)
    seats = all_of([seat.name for seat in game.seats])
    decks = _("one deck each") if len(game.seats) == 1 else _("{seats} decks", seats=seats)
    players = amount(len(stored.players), "player")
    return f"{facts.name}, {facts.day}: {joined((game.name, facts.format, rules, decks, players), ', ')}"
