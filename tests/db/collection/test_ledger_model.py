"""Ten thousand random lives of a collection against a plain model in memory.

The model knows nothing of the ledger's code: dictionaries of tuples, and lists of what was done.
"""

import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from db.collection.history import find_import, history, read_batch
from db.collection.holdings import HoldingChange, HoldingKey
from db.collection.ledger import Origin, apply, apply_batch
from db.collection.undo import undo, undo_batch
from db.engines.common import Connection
from db.engines.people import reading
from db.errors import BatchNotFoundError, LedgerError
from tests.amounts import amount

SEQUENCES = amount(400, 10_000)
THROUGH_FILES = 25

KEYS = (
    HoldingKey(1),
    HoldingKey(1, 1),
    HoldingKey(1, 1, "NM"),
    HoldingKey(1, 1, "NM", "de"),
    HoldingKey(2, 2, "", "", "foil"),
    HoldingKey(2, 2, "", "", "", "box"),
    HoldingKey(3),
)

State = tuple[int, int, str, int]
"""Quantity, for trade, notes, dice."""


class Model:
    """Holdings as a dictionary, and for each batch what it did."""

    def __init__(self) -> None:
        self.holdings: dict[HoldingKey, State] = {}
        self.batches: list[dict[HoldingKey, tuple[State | None, State | None]]] = []

    def apply(self, changes: list[HoldingChange]) -> bool:
        """Whether the changes are possible; they are made if so."""
        new = dict(self.holdings)
        for change in changes:
            quantity, trade, notes, dice = new.get(change.key, (0, 0, "", 0))
            start = quantity if change.quantity is None else change.quantity
            quantity = start + change.add
            dice = (dice if change.dice is None else change.dice) + change.add_dice
            if quantity < 0 or dice < 0:
                return False
            asked = change.for_trade is not None or change.add_for_trade > 0
            trade = (trade if change.for_trade is None else change.for_trade) + change.add_for_trade
            if not asked:
                trade = max(0, min(trade, quantity))
            notes = notes if change.notes is None else change.notes
            if quantity == 0 and dice == 0:
                new.pop(change.key, None)
            elif not 0 <= trade <= quantity:
                return False
            else:
                new[change.key] = (quantity, trade, notes, dice)
        self.commit(new)
        return True

    def commit(self, new: dict[HoldingKey, State]) -> None:
        done = {
            key: (self.holdings.get(key), new.get(key))
            for key in self.holdings.keys() | new.keys()
            if self.holdings.get(key) != new.get(key)
        }
        if done:
            self.batches.append(done)
        self.holdings = new

    def undo(self, number: int) -> tuple[int, int, int]:
        """How many rows were reversed, were as before already, and were kept."""
        new, outcome = dict(self.holdings), [0, 0, 0]
        for key, (before, after) in self.batches[number - 1].items():
            now = self.holdings.get(key)
            if now == after:
                outcome[0] += 1
                if before is None:
                    del new[key]
                else:
                    new[key] = before
            else:
                outcome[1 if now == before else 2] += 1
        self.commit(new)
        return outcome[0], outcome[1], outcome[2]


def random_changes(rng: random.Random) -> list[HoldingChange]:
    """What a user or a sheet may ask for; some of it is impossible."""
    what = rng.choice(("add", "import", "import", "set", "remove", "edit", "throw"))
    key = rng.choice(KEYS)
    if what == "add":
        return [HoldingChange(key, add=rng.randint(1, 4), add_for_trade=rng.choice((0, 0, 1)))]
    if what == "remove":
        return [HoldingChange(key, add=-rng.randint(1, 4))]
    if what == "throw":
        return [HoldingChange(key, add_dice=rng.choice((-2, -1, 1, 2)), add=rng.choice((0, 0, 1)))]
    if what == "edit":
        return [HoldingChange(key, for_trade=rng.randint(0, 2), notes=rng.choice(("", "a", "=b")))]
    rows = [rng.choice(KEYS) for _ in range(rng.randint(1, 6))]
    if what == "set":
        return [
            HoldingChange(
                row,
                quantity=rng.randint(0, 4),
                notes=rng.choice((None, "c")),
                dice=rng.choice((None, None, 0, 2)),
            )
            for row in dict.fromkeys(rows)
        ]
    return [HoldingChange(row, add=rng.randint(0, 3)) for row in rows]


def stored(connection: Connection, person: int = 0) -> dict[HoldingKey, State]:
    rows = connection.execute(
        "SELECT card_id, printing_id, condition, language, finish, location,"
        " quantity, for_trade, notes, dice FROM holdings WHERE person = ?",
        (person,),
    )
    return {HoldingKey(*row[:6]): (row[6], row[7], row[8], row[9]) for row in rows}


class Connected(sqlite3.Connection):
    """A connection of a person of the club, or of the owner."""

    person = 0


def live(connection: Connected, rng: random.Random) -> None:
    """A random life of three: every step in the ledger and in the model, which must agree after each.

    Each has a model of their own, which knows nothing of the others.
    """
    models = {person: Model() for person in (0, 3, 30)}
    made: list[tuple[int, int]] = []  # whose each batch is, and which one of theirs
    for _ in range(rng.randint(2, 16)):
        person = rng.choice([*models])
        model, connection.person = models[person], person
        known = len(model.batches)
        if made and rng.random() < 0.35:
            number = rng.randint(1, len(made))
            whose, own = made[number - 1]
            if whose != person:
                with pytest.raises(BatchNotFoundError):
                    undo_batch(connection, number)
                continue
            done = undo_batch(connection, number)
            assert (done.reversed, done.already, len(done.kept)) == model.undo(own)
            assert not done.errors
            assert (done.batch is not None) == (done.reversed > 0)
            batch = done.batch
        else:
            changes = random_changes(rng)
            possible = model.apply(changes)
            try:
                batch = apply(connection, changes, Origin("test"))
            except LedgerError:
                assert not possible
                continue
            assert possible
            assert batch == (read_batch(connection, len(made) + 1) if batch else None)
        made += [(person, number) for number in range(known + 1, len(model.batches) + 1)]
        assert (batch.number if batch else None) == (len(made) if len(model.batches) > known else None)
        for whose, theirs in models.items():
            assert stored(connection, whose) == theirs.holdings
    entered = connection.execute(
        "SELECT b.person, c.key, c.after FROM changes c JOIN batches b ON b.id = c.batch_id"
        " ORDER BY c.batch_id, c.position"
    ).fetchall()
    last = {(person, key): after for person, key, after in entered}
    left = [key for key, after in last.items() if after is not None]
    held = sum(len(model.holdings) for model in models.values())
    assert len(left) == held, "the ledger accounts for every holding"


@pytest.fixture(scope="module")
def memory(database: Path) -> Iterator[Connected]:
    """The catalogue in memory, so that thousands of lives need no disk."""
    with (
        closing(sqlite3.connect(database)) as source,
        closing(sqlite3.connect(":memory:", isolation_level=None, factory=Connected)) as connection,
    ):
        source.backup(connection)
        connection.execute("PRAGMA foreign_keys=ON")
        yield connection


@pytest.mark.parametrize("part", range(10))
def test_random_lives_agree_with_the_model(memory: Connected, part: int) -> None:
    for seed in range(part, SEQUENCES, 10):
        memory.execute("BEGIN")
        try:
            live(memory, random.Random(seed))
        except AssertionError as error:
            error.add_note(f"seed {seed}")
            raise
        finally:
            memory.execute("ROLLBACK")


def test_random_lives_through_files_agree_too(own_database: Path) -> None:
    """The same with whole transactions, imports known by their hash, and the history."""
    rng, model = random.Random(2002), Model()
    imports: dict[str, int] = {}
    for step in range(THROUGH_FILES * 6):
        if model.batches and rng.random() < 0.35:
            number = rng.randint(1, len(model.batches))
            done = undo(own_database, number)
            assert (done.reversed, done.already, len(done.kept)) == model.undo(number)
        else:
            changes, sha256 = random_changes(rng), str(step)
            try:
                batch = apply_batch(own_database, changes, command="import", sha256=sha256)
            except LedgerError:
                assert not model.apply(changes)
            else:
                known = len(model.batches)
                assert model.apply(changes)
                assert (batch is None) == (len(model.batches) == known)
                if batch:
                    imports[sha256] = batch.number
        with reading(own_database) as connection:
            assert stored(connection) == model.holdings
    batches = {batch.number: batch for batch in history(own_database)}
    assert len(batches) == len(model.batches)
    held = model.holdings.values()
    assert sum(b.copies for b in batches.values()) == sum(copies for copies, *_ in held)
    assert sum(b.dice for b in batches.values()) == sum(dice for *_, dice in held)
    for sha256, number in imports.items():
        found = find_import(own_database, sha256)
        assert (found is None) == (batches[number].undone_by is not None)
