"""Trades between persons who have collections here: who gives what to whom, and who has agreed so far.

A trade is changed by whole new versions: what somebody agreed to is a version, and no other.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import astuple, dataclass, replace
from pathlib import Path
from typing import Literal

from db.clock import now, today
from db.engines.common import Connection
from db.engines.people import newest_number, reading, tried_again
from db.engines.references import local_things, stored_things
from db.errors import TradeNotFoundError

TradeState = Literal["open", "done", "refused", "undone"]


@dataclass(frozen=True, slots=True)
class TradeCopies:
    """Copies that go from one person to another; 0 is the owner of the database."""

    giver: int
    taker: int
    card_id: int
    printing_id: int | None
    condition: str
    language: str
    finish: str
    quantity: int
    name: str
    worth: int = 0
    """That of one copy, 0 where it is not known."""


@dataclass(frozen=True, slots=True)
class StoredTrade:
    """A trade: its copies by their places, the version to which each person agreed, and their batches.

    `accepts` is how many percent less each may get than they give; `weights` are the worths of rarities
    by which copies count, as JSON, and empty where they count by prices.
    """

    id: int
    game: str
    state: TradeState
    version: int
    made: str
    until: str
    copies: Mapping[int, TradeCopies]
    agreed: Mapping[int, int]
    batches: Mapping[int, int]
    weights: str
    accepts: Mapping[int, int]

    @property
    def is_over(self) -> bool:
        """Whether nobody can agree to it any more: the day until which it stands has passed."""
        return self.state == "open" and self.until < today().isoformat()

    def has_agreed(self, person: int) -> bool:
        """Whether a person has agreed to it as it is now."""
        return self.agreed.get(person) == self.version

    def worths(self, person: int) -> tuple[int, int] | None:
        """The worth of what a person gives and gets; None where it is not known of all of it."""
        mine = [one for one in self.copies.values() if person in {one.giver, one.taker}]
        given, got = (
            sum(one.quantity * one.worth for one in mine if getattr(one, side) == person)
            for side in ("giver", "taker")
        )
        return (given, got) if all(one.worth for one in mine) else None

    def is_even(self, person: int) -> bool | None:
        """Whether a person gets as much as they accept; None where it is not known."""
        worths = self.worths(person)
        return None if worths is None else 100 * worths[1] >= worths[0] * (100 - self.accepts[person])


_COPIES = "giver, taker, card_id, printing_id, condition, language, finish, quantity, name, worth"


@tried_again
def trading_persons(path: Path, game: str) -> tuple[int, ...]:
    """The persons who own or want cards of a game, the owner first."""
    with reading(path) as connection:
        rows = connection.execute(
            "SELECT x.person FROM (SELECT person, card_id FROM holdings UNION"
            " SELECT person, card_id FROM wants) x JOIN cards c ON c.id = x.card_id WHERE c.game = ?"
            " GROUP BY x.person ORDER BY x.person",
            (game,),
        )
        return tuple(person for (person,) in rows)


@tried_again
def list_trades(path: Path, person: int) -> tuple[StoredTrade, ...]:
    """The trades that a person is in, the newest first."""
    with reading(path) as connection:
        rows = connection.execute(
            "SELECT trade_id FROM trade_people WHERE person = ? ORDER BY trade_id DESC", (person,)
        ).fetchall()
        return tuple(read_trade(connection, number, person) for (number,) in rows)


def read_trade(connection: Connection, number: int, person: int) -> StoredTrade:
    """A trade that a person is in; raises `TradeNotFoundError` for others."""
    ask = connection.execute
    people = ask(
        "SELECT person, agreed, batch, accepts FROM trade_people WHERE trade_id = ?", (number,)
    ).fetchall()
    if person not in {one[0] for one in people}:
        raise TradeNotFoundError(number)
    ident, game, state, version, made, until, weights = ask(
        "SELECT id, game, state, version, made, until, weights FROM trades WHERE id = ?", (number,)
    ).fetchone()
    rows = ask(
        f"SELECT position, {_COPIES} FROM trade_copies WHERE trade_id = ? ORDER BY position", (number,)
    ).fetchall()
    copies = local_things(connection, [TradeCopies(*one[1:]) for one in rows])
    return StoredTrade(
        *(ident, game, state, version, made, until),
        dict(zip((one[0] for one in rows), copies, strict=True)),
        {who: agreed for who, agreed, *_ in people},
        {who: batch for who, _agreed, batch, _accepts in people if batch is not None},
        weights,
        {who: accepts for who, *_, accepts in people},
    )


def add_trade(
    connection: Connection,
    game: str,
    copies: Iterable[TradeCopies],
    until: str,
    by: int,
    weights: str,
    accepts: Callable[[int], int],
) -> int:
    """Stores a trade to which a person has agreed who proposes it, and returns its number."""
    number = newest_number(connection, "trades") + 1
    listed = list(copies)
    connection.execute(
        "INSERT INTO trades (id, game, state, version, made, until, weights)"
        " VALUES (?, ?, 'open', 1, ?, ?, ?)",
        (number, game, now(), until, weights),
    )
    put_copies(connection, number, dict(enumerate(listed, start=1)))
    people = sorted({who for one in listed for who in (one.giver, one.taker)})
    connection.executemany(
        "INSERT INTO trade_people (trade_id, person, agreed, accepts) VALUES (?, ?, ?, ?)",
        [(number, person, int(person == by), accepts(person)) for person in people],
    )
    return number


def put_copies(connection: Connection, number: int, copies: Mapping[int, TradeCopies]) -> None:
    """Stores what is exchanged in a trade, in place of what was there."""
    connection.execute("DELETE FROM trade_copies WHERE trade_id = ?", (number,))
    stored = stored_things(connection, copies.values())
    marks = ", ".join("?" * 12)
    connection.executemany(
        f"INSERT INTO trade_copies (trade_id, position, {_COPIES}) VALUES ({marks})",
        [(number, place, *astuple(one)) for place, one in zip(copies, stored, strict=True)],
    )


def change_trade(
    connection: Connection, trade: StoredTrade, copies: Mapping[int, TradeCopies]
) -> StoredTrade:
    """The next version of a trade, with these copies by their places."""
    put_copies(connection, trade.id, copies)
    connection.execute("UPDATE trades SET version = version + 1 WHERE id = ?", (trade.id,))
    return replace(trade, copies=copies, version=trade.version + 1)


def agree(connection: Connection, trade: StoredTrade, person: int) -> StoredTrade:
    """The trade, to which a person has agreed as it is now."""
    connection.execute(
        "UPDATE trade_people SET agreed = ? WHERE trade_id = ? AND person = ?",
        (trade.version, trade.id, person),
    )
    return replace(trade, agreed={**trade.agreed, person: trade.version})


def set_state(
    connection: Connection, trade: StoredTrade, state: TradeState, batches: Mapping[int, int] | None = None
) -> StoredTrade:
    """The trade in another state, with the batches that made or unmade it."""
    connection.execute("UPDATE trades SET state = ? WHERE id = ?", (state, trade.id))
    connection.executemany(
        "UPDATE trade_people SET batch = ? WHERE trade_id = ? AND person = ?",
        [(batch, trade.id, person) for person, batch in (batches or {}).items()],
    )
    return replace(trade, state=state, batches=batches or trade.batches)


def refuse_trades_of(connection: Connection, person: int, other: int | None = None) -> None:
    """Refuses the open trades of a person, or those with another, in the caller's transaction."""
    connection.execute(
        "UPDATE trades SET state = 'refused' WHERE state = 'open' AND id IN"
        " (SELECT trade_id FROM trade_people WHERE person = ?)"
        " AND id IN (SELECT trade_id FROM trade_people WHERE person = ?)",
        (person, person if other is None else other),
    )


def hand_trades(connection: Connection, person: int, into: int) -> None:
    """Makes the trades of a person another's, but for those between the two."""
    for table, column in (("trade_copies", "giver"), ("trade_copies", "taker"), ("trade_people", "person")):
        connection.execute(
            f"UPDATE {table} SET {column} = ? WHERE {column} = ? AND trade_id NOT IN"
            " (SELECT trade_id FROM trade_people WHERE person = ?)",
            (into, person, into),
        )
