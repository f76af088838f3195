"""The tables of events: players, registered decks, rounds, tables, notes, and their own ledger.

A thing of an event is known by the event and its number there. The bytes of registered files are
kept by their hash and never deleted: a list that a judge has seen is not lost by any undo.
"""

from typing import Any

from sqlalchemy import CheckConstraint, ForeignKeyConstraint, UniqueConstraint
from sqlmodel import Field, SQLModel

from db.models import json_column

KINDS = ("event", "player", "deck", "round", "table", "note")


def _of_event() -> Any:
    return Field(foreign_key="events.id", primary_key=True)


def _of_same_event(table: str, column: str, other: str) -> ForeignKeyConstraint:
    """A column with the number that a thing of another table has in the same event."""
    there = [f"{other}.event_id", f"{other}.number"]
    return ForeignKeyConstraint(["event_id", column], there, name=f"fk_{table}_{column}_{other}")


class EventRow(SQLModel, table=True):
    """An event; `uid` is its own on all computers, `locked` the time when registration closed."""

    __tablename__ = "events"
    __table_args__ = (UniqueConstraint("name_key"), UniqueConstraint("uid"), {"sqlite_autoincrement": True})
    id: int | None = Field(default=None, primary_key=True)
    uid: str
    name: str
    name_key: str
    game: str = Field(foreign_key="games.code")
    format: str
    edition: str = ""
    day: str
    deadline: str = ""
    locked: str = ""
    open_lists: bool = False
    settings: dict[str, Any] = json_column(required=True)


class EventPlayerRow(SQLModel, table=True):
    """A player; plays from round `entered` on, and `dropped` is the last round that they played."""

    __tablename__ = "event_players"
    __table_args__ = (UniqueConstraint("event_id", "name_key"),)
    event_id: int = _of_event()
    number: int = Field(primary_key=True)
    name: str
    name_key: str
    club: str = ""
    entered: int = 1
    dropped: int | None = None


class EventFileRow(SQLModel, table=True):
    """The bytes of a registered file, by their hash."""

    __tablename__ = "event_files"
    sha256: str = Field(primary_key=True)
    data: bytes


class EventDeckRow(SQLModel, table=True):
    """A registered list as it was: its file, the cards that it meant, the state of the catalogue.

    `seat` is empty where none was stated; `error` says why the file is no deck.
    """

    __tablename__ = "event_decks"
    __table_args__ = (_of_same_event("event_decks", "player", "event_players"),)
    event_id: int = _of_event()
    number: int = Field(primary_key=True)
    player: int
    seat: str = ""
    path: str
    name: str = ""
    read_as: str = ""
    sha256: str = Field(foreign_key="event_files.sha256")
    hash: str = ""
    cards: list[Any] = json_column(required=True)
    catalogue: str = ""
    time: str
    late: bool = False
    error: str = ""


class EventRoundRow(SQLModel, table=True):
    """A round; players see it once it is `published`, a time. `facts` says how it was paired."""

    __tablename__ = "event_rounds"
    event_id: int = _of_event()
    number: int = Field(primary_key=True)
    stage: str
    published: str = ""
    facts: dict[str, Any] = json_column(required=True)


class EventTableRow(SQLModel, table=True):
    """Two players at a table of a round; `two` is NULL for a bye, `result` until there is one.

    `extension` is in minutes, `reason` why the pairing was made by hand.
    """

    __tablename__ = "event_tables"
    __table_args__ = (
        CheckConstraint("two IS NULL OR one <> two", name="two_players"),
        _of_same_event("event_tables", "round", "event_rounds"),
        _of_same_event("event_tables", "one", "event_players"),
        _of_same_event("event_tables", "two", "event_players"),
    )
    event_id: int = _of_event()
    round: int = Field(primary_key=True)
    number: int = Field(primary_key=True)
    one: int
    two: int | None = None
    first: str = ""
    result: dict[str, Any] | None = json_column()
    extension: int = 0
    reason: str = ""


class EventNoteRow(SQLModel, table=True):
    """A note of a judge on a player; `kind` is `note` or the word of a penalty."""

    __tablename__ = "event_notes"
    __table_args__ = (_of_same_event("event_notes", "player", "event_players"),)
    event_id: int = _of_event()
    number: int = Field(primary_key=True)
    player: int
    kind: str
    text: str
    round: int = 0
    time: str = ""


class EventBatchRow(SQLModel, table=True):
    """A command that changed an event, by its number there; `who` ran it, and `reason` is why."""

    __tablename__ = "event_batches"
    event_id: int = _of_event()
    number: int = Field(primary_key=True)
    time: str
    command: str
    reason: str = ""
    who: str = ""
    undoes: int | None = None


class EventChangeRow(SQLModel, table=True):
    """A change of one thing of an event by a batch: all that was stored before and after."""

    __tablename__ = "event_changes"
    __table_args__ = (
        CheckConstraint(f"kind IN ({', '.join(map(repr, KINDS))})", name="kind"),
        CheckConstraint("before IS NOT NULL OR after IS NOT NULL", name="something"),
        _of_same_event("event_changes", "batch", "event_batches"),
    )
    event_id: int = Field(primary_key=True)
    batch: int = Field(primary_key=True)
    position: int = Field(primary_key=True)
    kind: str
    key: str
    before: str | None = None
    after: str | None = None


class LeagueChangeRow(SQLModel, table=True):
    """A league as a command left it, as one JSON text; NULL where it was removed.

    The newest row of a name is how the league stands, so that undoing is one row more.
    """

    __tablename__ = "league_changes"
    name_key: str = Field(primary_key=True)
    number: int = Field(primary_key=True)
    name: str
    time: str
    command: str
    who: str = ""
    undoes: int | None = None
    document: str | None = None
