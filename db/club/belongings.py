"""The collections of persons: carried over when two of them are one, deleted with who is removed."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import count

from db.cards.names import normal_form
from db.club.trades import refuse_trades_of
from db.collection.ledger import Origin, record
from db.collection.ledger_stores import (
    DECKS,
    HOLDINGS,
    WANTS,
    LedgerStore,
    StoredChange,
    dump_deck,
    dump_holding,
    dump_key,
    dump_want,
    load_deck,
    load_holding,
    load_want,
)
from db.engines.common import Connection, as_person
from db.engines.people import one_writer

_FORGET = (
    "DELETE FROM holdings WHERE person = ?",
    "DELETE FROM wants WHERE person = ?",
    "DELETE FROM decks WHERE person = ?",
    "DELETE FROM changes WHERE batch_id IN (SELECT id FROM batches WHERE person = ?)",
    "DELETE FROM batches WHERE person = ?",
    "DELETE FROM layouts WHERE fingerprint LIKE CAST(? AS TEXT) || '/%'",
)


def forget_belongings(connection: Connection, person: int) -> None:
    """Deletes the collection of a person with its ledger in the caller's transaction."""
    one_writer(connection, lambda _: "collection")
    refuse_trades_of(connection, person)
    for sql in _FORGET:
        connection.execute(sql, (person,))


def carry_over(connection: Connection, person: int, into: int, name: str) -> None:
    """Makes the collection of a person, who has that name, a part of another's, as one batch of theirs."""
    one_writer(connection, lambda _: "collection")
    moved = [
        (store, [*_moved(connection, store, columns, person, into)])
        for store, columns in (
            (HOLDINGS, ", ".join(HOLDINGS.key)),
            (WANTS, ", ".join(WANTS.key)),
            (DECKS, "id"),
        )
    ]
    forget_belongings(connection, person)
    with as_person(connection, into):
        record(connection, Origin(f"people merge {name}"), moved)


def _moved(
    connection: Connection, store: LedgerStore, columns: str, person: int, into: int
) -> Iterator[StoredChange]:
    """Yields what changes for a person who gets the things of another."""
    table = f"{store.kind}s"
    with as_person(connection, person):
        rows = connection.execute(
            f"SELECT {columns} FROM {table} WHERE person = ? ORDER BY 1",  # noqa: S608 - own words
            (person,),
        ).fetchall()
        theirs = store.read(connection, [dump_key(row) for row in rows])
    with as_person(connection, into):
        mine = store.read(connection, [*theirs])
    names = {
        normal_form(name)
        for (name,) in connection.execute("SELECT name FROM decks WHERE person = ?", (into,))
    }
    for key, text in theirs.items():
        before = mine.get(key)
        if store.kind == "deck":
            yield key, None, _with_free_name(text, names)
        else:
            yield key, before, text if before is None else _both(store.kind, before, text)


def _both(kind: str, mine: str, theirs: str) -> str:
    """The facts of copies that both have: all of what is owned, the more of what is wanted."""
    if kind == "want":
        want, other = load_want(mine), load_want(theirs)
        return dump_want(replace(want, quantity=max(want.quantity, other.quantity)))
    held, more = load_holding(mine), load_holding(theirs)
    sums = {name: getattr(held, name) + getattr(more, name) for name in ("quantity", "for_trade", "dice")}
    return dump_holding(replace(held, **sums))


def _with_free_name(text: str, names: set[str]) -> str:
    """The facts of a deck, with a number behind its name where there is one of that name."""
    facts = load_deck(text)
    called = (facts.name if number == 1 else f"{facts.name} ({number})" for number in count(1))
    name = next(one for one in called if normal_form(one) not in names)
    names.add(normal_form(name))
    return dump_deck(replace(facts, name=name))
