"""The stores of the ledger: how holdings, wants and saved decks are read, written and spelt out.

Every store keeps its things by a key, and all that is stored of one as one JSON text, in which what
is unstated is left out: two such texts are equal when nothing has changed.
"""

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

from db.cards.names import normal_form
from db.collection.decks import DeckFacts, SavedLine
from db.collection.holdings import NO_EXTRA, HoldingFacts, HoldingKey, WantFacts, WantKey
from db.engines.common import Connection, whose
from db.engines.people import later
from db.engines.references import local_things, stored_things
from db.language import gettext as _

_AT_ONCE = 500
"""So many values in one query; SQLite takes no more than 999 everywhere."""

StoredChange = tuple[str, str | None, str | None]
"""A key with what was stored before and what is to be stored after, each as text."""


@dataclass(frozen=True, slots=True)
class CopyStore:
    """Things of which there are copies of a card: their table, and the columns of key and facts.

    `dump` makes the text of the facts of a row, `row` the row of a text.
    """

    kind: str
    table: str
    key: tuple[str, ...]
    facts: tuple[str, ...]
    dump: Callable[[Sequence[Any]], str]
    row: Callable[[str], Sequence[Any]]

    def read(self, connection: Connection, keys: Collection[str]) -> dict[str, str]:
        """The stored facts of these things."""
        wanted, width = set(keys), len(self.key)
        columns = ", ".join((*self.key, *self.facts))
        sql = f"SELECT {columns} FROM {self.table} WHERE +person = ? AND card_id IN"
        return {
            key: self.dump(row[width:])
            for row in _in_parts(connection, sql, set(map(_card_of, keys)), whose(connection))
            if (key := dump_key(row[:width])) in wanted
        }

    def write(self, connection: Connection, changes: Sequence[StoredChange]) -> None:
        """Stores the facts as they are after each change."""
        self.store(
            connection,
            [json.loads(key) for key, before, _ in changes if before is not None],
            [(*json.loads(key), *self.row(after)) for key, _, after in changes if after is not None],
            lambda on, sql, rows: on.executemany(sql, rows),
        )

    def store(
        self,
        connection: Connection,
        gone: Iterable[Sequence[Any]],
        rows: Iterable[Sequence[Any]],
        run: Callable[[Connection, str, Iterable[Sequence[Any]]], object] = later,
    ) -> None:
        """Deletes the things with these keys, then stores these rows.

        It is `write` for callers that have the values and not their texts, and have checked them. A sign
        before the person keeps SQLite from going through all that somebody has for each of them.
        """
        which = " AND ".join(f"{name} {'IS' if name == 'printing_id' else '='} ?" for name in self.key)
        person = whose(connection)
        mine = ((*key, person) for key in gone)
        run(connection, f"DELETE FROM {self.table} WHERE {which} AND +person = ?", mine)
        columns = (*self.key, *self.facts, "person")
        marks = ", ".join("?" * len(columns))
        run(
            connection,
            f"INSERT INTO {self.table} ({', '.join(columns)}) VALUES ({marks})",
            ((*row, person) for row in rows),
        )

    def names(self, connection: Connection, changes: Sequence[StoredChange]) -> dict[str, str]:
        """The names of these things, like `Boba Fett (A), AOTC 6, NM, binder 1`."""
        loaded = {key: json.loads(key) for key, _, _ in changes}
        called = _card_names(connection, [(key[0], key[1]) for key in loaded.values()])
        return {
            text: ", ".join(part for part in (called.get((key[0], key[1]), ""), *key[2:]) if part)
            for text, key in loaded.items()
        }


class DeckStore:
    """Saved decks with all their lines, by id."""

    kind = "deck"
    _FACTS = "name, game, format, author, notes, zones"
    _LINE = ", ".join(SavedLine._fields)

    def read(self, connection: Connection, keys: Collection[str]) -> dict[str, str]:
        """The stored facts of these decks."""
        result = {}
        for key in keys:
            ident = json.loads(key)
            row = connection.execute(
                f"SELECT {self._FACTS} FROM decks WHERE id = ? AND person = ?", (*ident, whose(connection))
            ).fetchone()
            if row is not None:
                result[key] = dump_deck(self._facts(connection, ident[0], row))
        return result

    def read_all(self, connection: Connection, game: str) -> Iterator[tuple[int, DeckFacts]]:
        """Yields id and facts of every saved deck of a game, by name."""
        rows = connection.execute(
            f"SELECT {self._FACTS}, id FROM decks WHERE person = ? AND game = ? ORDER BY name_key",
            (whose(connection), game),
        ).fetchall()
        for row in rows:
            yield row[-1], self._facts(connection, row[-1], row)

    def _facts(self, connection: Connection, ident: int, row: Sequence[Any]) -> DeckFacts:
        name, game, play_format, author, notes, zones = row[:6]
        lines = connection.execute(
            f"SELECT {self._LINE} FROM deck_lines WHERE deck_id = ? ORDER BY position", (ident,)
        )
        saved = tuple(SavedLine(*line) for line in lines)
        return DeckFacts(name, game, saved, play_format, author, notes, tuple(json.loads(zones or "[]")))

    def write(self, connection: Connection, changes: Sequence[StoredChange]) -> None:
        """Stores decks as they are after each change, each under its id."""
        person = whose(connection)
        connection.executemany(
            "DELETE FROM decks WHERE id = ? AND person = ?",
            [(*json.loads(key), person) for key, before, _ in changes if before is not None],
        )
        marks = ", ".join("?" * (len(SavedLine._fields) + 2))
        for key, _unused, after in changes:
            if after is None:
                continue
            deck, ident = load_deck(after), json.loads(key)[0]
            zones = json.dumps(deck.zones) if deck.zones else None
            connection.execute(
                f"INSERT INTO decks (id, person, name_key, {self._FACTS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    ident,
                    person,
                    deck_key(person, deck.name),
                    deck.name,
                    deck.game,
                    deck.format,
                    deck.author,
                    deck.notes,
                    zones,
                ),
            )
            connection.executemany(
                f"INSERT INTO deck_lines (deck_id, position, {self._LINE}) VALUES ({marks})",
                [(ident, place, *line) for place, line in enumerate(deck.lines, start=1)],
            )

    def names(self, _connection: Connection, changes: Sequence[StoredChange]) -> dict[str, str]:
        """The latest names of saved decks."""
        return {
            key: _("deck {name}", name=load_deck(text).name)
            for key, before, after in changes
            if (text := after or before)
        }


def deck_key(person: int, name: str) -> str:
    """The key of a deck's name among all decks of its game; two people may have decks of one name.

    >>> deck_key(0, "Rebels"), deck_key(7, "Rebels")
    ('rebels', '7/rebels')
    """
    return f"{person}/{normal_form(name)}" if person else normal_form(name)


def dump_key(key: HoldingKey | WantKey | Iterable[Any]) -> str:
    """A key as text, like `[1,5,"NM","en","","binder 1"]`.

    >>> dump_key(WantKey(12))
    '[12,null]'
    """
    if isinstance(key, HoldingKey):
        return (  # as `_dumps` writes it, in a fifth of the time
            f"[{key.card_id},{'null' if key.printing_id is None else key.printing_id},"
            f"{_text(key.condition)},{_text(key.language)},{_text(key.finish)},"
            f"{_text(key.location)}]"
        )
    if isinstance(key, WantKey):
        return _dumps((key.card_id, key.printing_id))
    return _dumps(list(key))


def dump_holding(facts: HoldingFacts) -> str:
    """The facts of a holding, as text to be stored.

    >>> dump_holding(HoldingFacts(3, notes="signed"))
    '{"quantity":3,"notes":"signed"}'
    """
    parts = [f'"quantity":{facts.quantity}']  # as `_dumps` writes it, in a third of the time
    if facts.for_trade:
        parts.append(f'"for_trade":{facts.for_trade}')
    texts = (
        ("notes", facts.notes),
        ("acquired_on", facts.acquired_on),
        ("price", facts.price),
        ("currency", facts.currency),
    )
    parts += [f'"{name}":{_text(text)}' for name, text in texts if text]
    if facts.extra:
        parts.append(f'"extra":{_dumps(dict(facts.extra))}')
    if facts.dice:
        parts.append(f'"dice":{facts.dice}')
    return f"{{{','.join(parts)}}}"


def load_holding(text: str) -> HoldingFacts:
    """The facts of a holding from their text."""
    return HoldingFacts(**json.loads(text))


def holding_facts(row: Sequence[Any]) -> HoldingFacts:
    """The facts of a holding from columns of the database, in their order there."""
    quantity, for_trade, notes, acquired_on, price, currency, extra, dice = row
    more = json.loads(extra) if extra else NO_EXTRA
    return HoldingFacts(quantity, for_trade, notes, acquired_on, price, currency, more, dice)


def dump_want(facts: WantFacts) -> str:
    """The facts of a want, as text to be stored."""
    return _dumps(_stated(facts))


def load_want(text: str) -> WantFacts:
    """The facts of a want from their text."""
    return WantFacts(**json.loads(text))


def dump_deck(facts: DeckFacts) -> str:
    """The facts of a deck, as text to be stored."""
    lines = [_stated(line) | ({} if line.dice is None else {"dice": line.dice}) for line in facts.lines]
    return _dumps(_stated(facts._replace(lines=())) | {"lines": lines})


def load_deck(text: str) -> DeckFacts:
    """The facts of a deck from their text."""
    stated = json.loads(text)
    stated["lines"] = tuple(SavedLine(**line) for line in stated["lines"])
    return DeckFacts(**stated | {"zones": tuple(stated.get("zones", ()))})


def _stated(facts: DeckFacts | SavedLine | WantFacts) -> dict[str, Any]:
    always = ("quantity", "name")
    return {key: value for key, value in facts._asdict().items() if value or key in always}


_text = json.encoder.encode_basestring
_dumps = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def holding_row(facts: HoldingFacts) -> tuple[Any, ...]:
    """The facts of a holding as columns of the database, in their order there."""
    extra = _dumps(dict(facts.extra)) if facts.extra else None
    return (
        facts.quantity,
        facts.for_trade,
        facts.notes,
        facts.acquired_on,
        facts.price,
        facts.currency,
        extra,
        facts.dice,
    )


def local_deck(connection: Connection, facts: DeckFacts) -> DeckFacts:
    """The facts of a deck, with the numbers that its cards have here."""
    lines = local_things(connection, facts.lines)
    return facts if lines == facts.lines else facts._replace(lines=lines)


def stored_deck(connection: Connection, facts: DeckFacts) -> DeckFacts:
    """The facts of a deck, with the numbers that its cards have where they are stored."""
    return facts._replace(lines=tuple(stored_things(connection, facts.lines)))


def _card_of(key: str) -> int:
    """The card of the key of a holding or a want, of which it is the first number."""
    return int(key[1 : key.index(",")])


def _in_parts(
    connection: Connection, sql: str, values: Iterable[Any], *before: int
) -> Iterator[tuple[Any, ...]]:
    """Yields the rows of a query that ends in `IN`, asked for some hundred values at a time."""
    wanted = sorted(values)
    for start in range(0, len(wanted), _AT_ONCE):
        part = wanted[start : start + _AT_ONCE]
        yield from connection.execute(f"{sql} ({', '.join('?' * len(part))})", (*before, *part))


def known_printings(
    connection: Connection, keys: Iterable[tuple[int, int | None]]
) -> set[tuple[int, int | None]]:
    """The pairs of a card and perhaps a printing among `keys` that the catalogue has."""
    cards = {card for card, _ in keys}
    sql = "SELECT id FROM cards WHERE id IN"
    known: set[tuple[int, int | None]] = {(row[0], None) for row in _in_parts(connection, sql, cards)}
    sql = "SELECT card_id, id FROM printings WHERE card_id IN"
    return known | {(row[0], row[1]) for row in _in_parts(connection, sql, cards)}


def _card_names(
    connection: Connection, keys: Iterable[tuple[int, int | None]]
) -> dict[tuple[int, int | None], str]:
    """The name of each card or printing, with set and number where the printing is known."""
    wanted = set(keys)
    sql = "SELECT id, name FROM cards WHERE id IN"
    cards = dict(_in_parts(connection, sql, {card for card, _ in wanted}))
    sql = (
        "SELECT p.id, p.name, s.code, p.number FROM printings p JOIN sets s ON s.id = p.set_id WHERE p.id IN"
    )
    printings = {
        ident: f"{name}, {code} {number}".rstrip()
        for ident, name, code, number in _in_parts(
            connection, sql, {printing for _, printing in wanted if printing is not None}
        )
    }
    return {key: cards.get(key[0], "") if key[1] is None else printings.get(key[1], "") for key in wanted}


HOLDINGS = CopyStore(
    "holding",
    "holdings",
    HoldingKey._fields,
    tuple(field.name for field in fields(HoldingFacts)),
    lambda row: dump_holding(holding_facts(row)),
    lambda text: holding_row(load_holding(text)),
)
WANTS = CopyStore(
    "want",
    "wants",
    ("card_id", "printing_id"),
    WantFacts._fields,
    lambda row: dump_want(WantFacts(*row)),
    load_want,
)
DECKS = DeckStore()
LedgerStore = CopyStore | DeckStore
STORES: Mapping[str, LedgerStore] = {store.kind: store for store in (HOLDINGS, WANTS, DECKS)}
