"""How the ledger of events reads and writes each kind of thing.

A thing's key is its place in the event, like `[3]` for player 3 or `[2,5]` for table 5 of round 2;
all that is stored of it is one JSON text, in which what is unstated is left out.
"""

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields
from functools import cache, lru_cache
from typing import Any

from db.engines.common import Connection
from db.events.values import (
    EventDeck,
    EventFacts,
    Facts,
    FrozenCard,
    NoteFacts,
    PlayerFacts,
    RoundFacts,
    TableFacts,
)
from db.texts import name_key

StoredChange = tuple[str, str | None, str | None]
"""A key with what was stored before and what is to be stored after, each as text."""

_JSON = frozenset({"settings", "cards", "facts", "result"})
_BOOLEAN = frozenset({"open_lists", "late"})
_dumps = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode


@dataclass(frozen=True, slots=True)
class EventStore:
    """One kind of thing: its table, the columns of its key within the event, its facts.

    `named` says that the table also has the key by which names are compared.
    """

    kind: str
    table: str
    key: tuple[str, ...]
    facts: type[Facts]
    named: bool = False

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns of the facts, in their order."""
        return _names(self.facts)  # type: ignore[arg-type]

    @property
    def _event(self) -> str:
        return "event_id" if self.key else "id"

    def read_all(self, connection: Connection, event: int) -> dict[tuple[int, ...], tuple[Any, ...]]:
        """The stored columns of all things of an event, by key, in order."""
        columns = ", ".join(map(_quoted, (*self.key, *self.columns)))
        order = ", ".join((self._event, *self.key))
        rows = connection.execute(
            f"SELECT {columns} FROM {self.table} WHERE {self._event} = ? ORDER BY {order}", (event,)
        )
        width = len(self.key)
        return {row[:width]: row[width:] for row in rows}

    def load_all(self, connection: Connection, event: int) -> dict[tuple[int, ...], Any]:
        """The facts of all things of an event, by key."""
        return {key: self._from_columns(row) for key, row in self.read_all(connection, event).items()}

    def texts(self, connection: Connection, event: int, keys: Collection[str]) -> dict[str, str]:
        """The stored facts of these things now, as text, without those that are not there."""
        result = {}
        columns = ", ".join(map(_quoted, self.columns))
        where = " AND ".join(f"{column} = ?" for column in (self._event, *self.key))
        for key in keys:
            row = connection.execute(
                f"SELECT {columns} FROM {self.table} WHERE {where}", (event, *json.loads(key))
            ).fetchone()
            if row is not None:
                result[key] = dump(self._from_columns(row))
        return result

    def write(self, connection: Connection, event: int, changes: Sequence[StoredChange]) -> None:
        """Stores the facts as they are after each change; things keep their rows where they can."""
        where = " AND ".join(f"{column} = ?" for column in (self._event, *self.key))
        gone = [(event, *json.loads(key)) for key, _, after in changes if after is None]
        connection.executemany(f"DELETE FROM {self.table} WHERE {where}", gone)
        names = (self._event, *self.key, *self.columns, *(["name_key"] if self.named else []))
        place = len(self.key) + 1
        sql = (
            f"INSERT INTO {self.table} ({', '.join(map(_quoted, names))})"
            f" VALUES ({', '.join('?' * len(names))})"
            f" ON CONFLICT ({', '.join(names[:place])}) DO UPDATE SET "
            + ", ".join(f"{_quoted(name)} = excluded.{_quoted(name)}" for name in names[place:])
        )
        rows = []
        for key, _unused, after in changes:
            if after is not None:
                facts = self.load(after)
                named = [name_key(facts.name)] if self.named else []
                rows.append((event, *json.loads(key), *_to_columns(facts), *named))
        connection.executemany(sql, rows)

    def load(self, text: str) -> Any:
        """The facts of a thing from their text; raises `TypeError` for another thing's."""
        values = json.loads(text)
        if self.facts is EventDeck:
            values["cards"] = tuple(FrozenCard(**card) for card in values.get("cards", ()))
        return self.facts(**values)

    def _from_columns(self, row: Sequence[Any]) -> Any:
        values = dict(zip(self.columns, row, strict=True))
        for name in _JSON & values.keys():
            if values[name] is not None:
                values[name] = _cards(values[name]) if name == "cards" else json.loads(values[name])
        for name in _BOOLEAN & values.keys():
            values[name] = bool(values[name])
        return self.facts(**values)


EVENT = EventStore("event", "events", (), EventFacts, named=True)
PLAYER = EventStore("player", "event_players", ("number",), PlayerFacts, named=True)
DECK = EventStore("deck", "event_decks", ("number",), EventDeck)
ROUND = EventStore("round", "event_rounds", ("number",), RoundFacts)
TABLE = EventStore("table", "event_tables", ("round", "number"), TableFacts)
NOTE = EventStore("note", "event_notes", ("number",), NoteFacts)

STORES: Mapping[str, EventStore] = {store.kind: store for store in (EVENT, PLAYER, DECK, ROUND, TABLE, NOTE)}
"""The stores, each behind those to whose things its own point."""


@cache
def _names(facts: type[Facts]) -> tuple[str, ...]:
    return tuple(field.name for field in fields(facts))


@lru_cache(1024)
def _cards(text: str) -> tuple[FrozenCard, ...]:
    """The cards of a list; those of a large event are read again with every report of a result."""
    return tuple(FrozenCard(**card) for card in json.loads(text))


def dump(facts: Facts) -> str:
    """All that is stored of a thing, as text.

    >>> dump(PlayerFacts("Ada", club="Aachen"))
    '{"club":"Aachen","name":"Ada"}'
    """
    return _dumps(stated(facts))


def stated(facts: Any) -> dict[str, Any]:
    """The facts that differ from their defaults, by name.

    >>> stated(TableFacts(1, 2))
    {'one': 1, 'two': 2}
    """
    result = {}
    for field in fields(facts):
        value = getattr(facts, field.name)
        unstated = {} if field.default is MISSING else field.default
        if value != unstated:
            result[field.name] = [stated(card) for card in value] if field.name == "cards" else value
    return result


def dump_key(key: Sequence[int]) -> str:
    """A key as text.

    >>> dump_key((2, 5))
    '[2,5]'
    """
    return _dumps(list(key))


def _to_columns(facts: Facts) -> list[Any]:
    row = []
    for field in fields(facts):
        value = getattr(facts, field.name)
        if field.name == "cards":
            value = [stated(card) for card in value]
        if field.name in _JSON and value is not None:
            value = _dumps(value)
        row.append(value)
    return row


def _quoted(column: str) -> str:
    return f'"{column}"'
