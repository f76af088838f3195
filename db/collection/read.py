"""Reading the collection: holdings, wants and saved decks, with the names of their cards."""

import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from db.clock import today
from db.collection.decks import SavedDeck
from db.collection.history import newest_batch
from db.collection.holdings import Holding, HoldingKey, Want, WantFacts, WantKey
from db.collection.ledger_stores import DECKS, holding_facts, local_deck
from db.engines.common import Connection, whose
from db.engines.people import reading, tried_again
from db.engines.references import local_things, stored_cards

_OF_A_GAME = "h.person = ? AND c.game = ?"
_HOLDINGS = f"""SELECT h.card_id, h.printing_id, h.condition, h.language, h.finish, h.location,
    h.quantity, h.for_trade, h.notes, h.acquired_on, h.price, h.currency, h.extra, h.dice,
    c.name, p.name, s.code, p.number, p.rarity
    FROM holdings h JOIN cards c ON c.id = h.card_id
    LEFT JOIN printings p ON p.id = h.printing_id LEFT JOIN sets s ON s.id = p.set_id
    WHERE {_OF_A_GAME}
    ORDER BY s.position IS NULL, s.position, p.position, c.name_key, h.location, h.condition,
        h.language, h.finish"""
_WANTS = """SELECT c.name, p.name, s.code, p.number, w.card_id, w.printing_id, w.quantity, w.notes,
    w.dice, w.weight, w.condition, w.language, w.finish
    FROM wants w JOIN cards c ON c.id = w.card_id
    LEFT JOIN printings p ON p.id = w.printing_id LEFT JOIN sets s ON s.id = p.set_id
    WHERE w.person = ? AND c.game = ? ORDER BY c.name_key, s.position IS NOT NULL, s.position, p.position"""


_AGREED = """SELECT c.giver, c.trade_id, c.card_id, sum(c.quantity) FROM trade_copies c
    JOIN trades t ON t.id = c.trade_id AND t.game = :game
    JOIN trade_people p ON p.trade_id = t.id AND p.person = :person AND p.agreed = t.version
    WHERE :person IN (c.giver, c.taker) AND t.state = 'open' AND t.until >= :today
    GROUP BY c.giver, c.trade_id, c.card_id"""
_MANY = 100


@dataclass(frozen=True, slots=True)
class Promise:
    """Copies of a card that somebody agreed to give or to take in an open trade."""

    trade: int
    card_id: int
    quantity: int
    printing_id: None = None


@dataclass(frozen=True, slots=True)
class StoredCollection:
    """All that is stored of a collection at one moment; `newest` is the newest batch then, of a time.

    `unknown` names cards that this catalogue does not know, being older than the one of whoever entered
    them: their copies stay stored, and are in nothing else here. `promised` are the copies that its owner
    agreed to give away in open trades, by trade and card, and `awaited` those that they agreed to take.
    """

    game: str
    holdings: tuple[Holding, ...]
    wants: tuple[Want, ...]
    decks: tuple[SavedDeck, ...]
    newest: int
    time: str = ""
    unknown: tuple[str, ...] = ()
    promised: tuple[Promise, ...] = ()
    awaited: tuple[Promise, ...] = ()


@tried_again
def read_collection(path: Path, game: str, cards: Collection[int] = ()) -> StoredCollection:
    """The collection as it is stored, read at one moment; of some cards, their holdings alone."""
    with reading(path) as connection:
        if cards:
            some = stored_cards(connection, cards)
            return StoredCollection(
                game, read_holdings(connection, game, some), (), (), newest_batch(connection)
            )
        held, wanted = read_holdings(connection, game), read_wants(connection, game)
        things: tuple[Holding | Want, ...] = (*held, *wanted)
        unknown = sorted({one.printing or one.card for one in things if one.key.card_id < 0})
        if unknown:
            held = tuple(one for one in held if one.key.card_id > 0)
            wanted = tuple(one for one in wanted if one.key.card_id > 0)
        decks = tuple(
            SavedDeck(number, local_deck(connection, facts))
            for number, facts in DECKS.read_all(connection, game)
        )
        newest, agreed = _newest(connection), _agreed(connection, game)
        return StoredCollection(game, held, wanted, decks, *newest, tuple(unknown), *agreed)


def _agreed(connection: Connection, game: str) -> tuple[tuple[Promise, ...], tuple[Promise, ...]]:
    """The copies that somebody agreed to give in open trades, and those that they agreed to take."""
    person, day = whose(connection), today().isoformat()
    rows = connection.execute(_AGREED, {"game": game, "person": person, "today": day}).fetchall()
    given, taken = ([Promise(*row[1:]) for row in rows if (row[0] == person) is own] for own in (True, False))
    return local_things(connection, given), local_things(connection, taken)


def read_edited(path: Path, before: StoredCollection) -> StoredCollection | None:
    """The collection after edits of a few holdings, which all stay in their places.

    None where more has changed since, so that it has to be read anew.
    """
    with reading(path) as connection:
        time = connection.execute("SELECT time FROM batches WHERE id = ?", (before.newest,)).fetchone()
        rows = connection.execute(
            "SELECT DISTINCT c.kind, c.key FROM changes c JOIN batches b ON b.id = c.batch_id"
            " WHERE c.batch_id > ? AND b.person = ? LIMIT ?",
            (before.newest, whose(connection), _MANY),
        ).fetchall()
        if time != (before.time,) or len(rows) == _MANY or any(kind != "holding" for kind, _ in rows):
            return None
        cards = {int(json.loads(key)[0]) for _, key in rows}
        edited = {one.key: one for one in (read_holdings(connection, before.game, cards) if cards else ())}
        holdings = tuple(edited.pop(one.key, one) for one in before.holdings)
        there = connection.execute(
            "SELECT count(*) FROM holdings h JOIN cards c ON c.id = h.card_id"
            " WHERE h.person = ? AND c.game = ?",
            (whose(connection), before.game),
        ).fetchone()
        if edited or there != (len(holdings),):
            return None
        newest, time = _newest(connection)
        promised, awaited = _agreed(connection, before.game)
        return replace(
            before, holdings=holdings, newest=newest, time=time, promised=promised, awaited=awaited
        )


def _newest(connection: Connection) -> tuple[int, str]:
    number = newest_batch(connection)
    found = connection.execute("SELECT time FROM batches WHERE id = ?", (number,)).fetchone()
    return number, found[0] if found else ""


@tried_again
def read_decks(path: Path, game: str | None = None) -> tuple[SavedDeck, ...]:
    """All saved decks by name, of one game or game by game."""
    with reading(path) as connection:
        sql = "SELECT DISTINCT game FROM decks WHERE person = ? ORDER BY game"
        rows = connection.execute(sql, (whose(connection),))
        games = [code for (code,) in rows] if game is None else [game]
        return tuple(
            SavedDeck(number, local_deck(connection, facts))
            for code in games
            for number, facts in DECKS.read_all(connection, code)
        )


@tried_again
def holdings(path: Path, game: str) -> tuple[Holding, ...]:
    """All holdings of a game by set and number, those of unknown printing last."""
    with reading(path) as connection:
        return read_holdings(connection, game)


def read_holdings(connection: Connection, game: str, cards: Collection[int] = ()) -> tuple[Holding, ...]:
    """All holdings of a game, or of some of its cards as they are stored, over an open connection.

    A sign before the person keeps SQLite from going through all that somebody has for a few cards.
    """
    some = f"+h.person = ? AND c.game = ? AND h.card_id IN ({', '.join('?' * len(cards))})"
    asked = _HOLDINGS.replace(_OF_A_GAME, some) if cards else _HOLDINGS
    return _read_rows(connection, asked, (whose(connection), game, *cards))


@tried_again
def noted_holdings(path: Path, word: str) -> tuple[Holding, ...]:
    """The holdings of all games and all people in whose own columns a word stands."""
    with reading(path) as connection:
        noted = _HOLDINGS.replace(_OF_A_GAME, "h.extra LIKE ?")
        return _read_rows(connection, noted, (f"%{word}%",))


def _read_rows(connection: Connection, sql: str, values: Sequence[object]) -> tuple[Holding, ...]:
    make_facts = cache(holding_facts)  # most holdings have the same: a copy, and nothing noted
    return local_things(
        connection,
        (
            Holding(
                HoldingKey._make(row[:6]),
                make_facts(row[6:14]),
                row[14],
                row[15],
                row[16],
                row[17] or None,
                row[18],
            )
            for row in connection.execute(sql, values)
        ),
    )


def read_wants(connection: Connection, game: str) -> tuple[Want, ...]:
    """All wants of a game by name, over an open connection."""
    return local_things(
        connection,
        (
            Want(WantKey(row[4], row[5]), WantFacts(*row[6:]), row[0], row[1], row[2], row[3] or None)
            for row in connection.execute(_WANTS, (whose(connection), game))
        ),
    )
