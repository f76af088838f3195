"""The collections of persons: carried over when two of them are one, deleted with who is removed."""

from collections.abc import Iterator
from itertools import count

from db.cards.names import normal_form
from db.club.trades import hand_trades, refuse_trades_of
from db.collection.holdings import HoldingChange, HoldingKey
from db.collection.ledger import Origin, changed, enter
from db.collection.ledger_stores import (
    DECKS,
    HOLDINGS,
    WANTS,
    CopyStore,
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
    """Makes the collection of a person, who has that name, a part of another's, with its history.

    What both have becomes one, as a batch of the other's. Trades go on as theirs, but for those between
    the two: an open one is refused.
    """
    one_writer(connection, lambda _: "collection")
    met: list[tuple[LedgerStore, list[StoredChange]]] = []
    for copies in (HOLDINGS, WANTS):
        theirs, mine = _met(connection, copies, person, into)
        with as_person(connection, person):
            copies.write(connection, [(key, theirs[key], None) for key in mine])
        both = [(key, text, _both(copies.kind, text, theirs[key])) for key, text in mine.items()]
        met.append((copies, [*both]))
    renamed = [*_renamed(connection, person, into)]
    with as_person(connection, person):
        DECKS.write(connection, renamed)
    refuse_trades_of(connection, person, into)
    for table in ("holdings", "wants", "decks", "batches"):
        connection.execute(f"UPDATE {table} SET person = ? WHERE person = ?", (into, person))
    hand_trades(connection, person, into)
    connection.execute(_FORGET[-1], (person,))
    with as_person(connection, into):
        for store, differences in met:
            store.write(connection, differences)
        if changes := [one for one in (*met, (DECKS, renamed)) if one[1]]:
            enter(connection, Origin(f"people merge {name}"), changes)


def _met(
    connection: Connection, store: CopyStore, person: int, into: int
) -> tuple[dict[str, str], dict[str, str]]:
    """The things of a person, and those of another that are the same but for their numbers."""
    rows = connection.execute(
        f"SELECT {', '.join(store.key)} FROM {store.kind}s WHERE person = ? ORDER BY 1", (person,)
    ).fetchall()
    keys = [dump_key(row) for row in rows]
    with as_person(connection, person):
        theirs = store.read(connection, keys)
    with as_person(connection, into):
        return theirs, store.read(connection, keys)


def _renamed(connection: Connection, person: int, into: int) -> Iterator[StoredChange]:
    """Yields the decks of a person that are called like one of another's, with names that nobody has."""
    names = {
        who: {
            dump_key([ident]): normal_form(name)
            for ident, name in connection.execute("SELECT id, name FROM decks WHERE person = ?", (who,))
        }
        for who in (person, into)
    }
    taken = {*names[person].values(), *names[into].values()}
    wanted = [key for key, name in names[person].items() if name in names[into].values()]
    with as_person(connection, person):
        for key, text in DECKS.read(connection, wanted).items():
            yield key, text, _with_free_name(text, taken)


def _both(kind: str, mine: str, theirs: str) -> str:
    """The facts of copies that both have: all of what is owned, the more of what is wanted."""
    if kind == "want":
        want, other = load_want(mine), load_want(theirs)
        return dump_want(want._replace(quantity=max(want.quantity, other.quantity)))
    held, more = load_holding(mine), load_holding(theirs)
    price = held.price and more.price
    sums = HoldingChange(
        *(HoldingKey(0), more.quantity),
        add_for_trade=more.for_trade,
        add_dice=more.dice,
        price=price,
        currency=more.currency if price else None,
    )
    return dump_holding(changed(held, sums) or held)


def _with_free_name(text: str, names: set[str]) -> str:
    """The facts of a deck, with a number behind its name where there is one of that name."""
    facts = load_deck(text)
    called = (facts.name if number == 1 else f"{facts.name} ({number})" for number in count(1))
    name = next(one for one in called if normal_form(one) not in names)
    names.add(normal_form(name))
    return dump_deck(facts._replace(name=name))
