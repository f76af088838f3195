"""The ledger: batches, undo, history; nothing is lost and nothing is taken back twice."""

import sqlite3
import threading
import time
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from db import connection, database
from db.cards.lookup import Catalogue
from db.collection.decks import DeckChange, DeckFacts, SavedLine
from db.collection.history import LedgerBatch, find_import, get_batch, history, newest_batch
from db.collection.holdings import HoldingChange, HoldingFacts, HoldingKey, WantFacts, WantKey
from db.collection.layouts import known_layouts, remember_layout
from db.collection.ledger import apply_batch, apply_decks, apply_wants, plan_batch
from db.collection.ledger_stores import HOLDINGS, dump_key
from db.collection.read import holdings, read_collection, read_holdings
from db.collection.undo import undo
from db.database import check_integrity, ensure_ready
from db.engines import people
from db.errors import (
    BatchNotFoundError,
    ChangedMeanwhileError,
    DatabaseBusyError,
    DeckNameTakenError,
    NotEnoughCopiesError,
    UnfitHoldingError,
)
from tests.conftest import ENGINE
from tests.db.older_schemas import make_older

ONE, TWO = HoldingKey(1, 1, "NM", "en", "", "binder"), HoldingKey(1)


def change(path: Path, *changes: HoldingChange, **origin: str) -> int:
    batch = apply_batch(path, changes, command=origin.pop("command", "test"), **origin)  # type: ignore[arg-type]
    assert batch is not None
    return batch.number


def keep(path: Path, change: DeckChange, *, seen: int) -> LedgerBatch | None:
    with people.changing(path, seen, newest_batch) as open_:
        return apply_decks(open_, [change], command="test")


def want(path: Path, wants: dict[WantKey, WantFacts | None]) -> LedgerBatch | None:
    with people.writing(path) as open_:
        return apply_wants(open_, wants, command="test")


def stored(path: Path) -> dict[HoldingKey, HoldingFacts]:
    return {holding.key: holding.facts for holding in holdings(path, "swtcg")}


def test_a_holding_is_told_with_its_card_and_printing(own_database: Path) -> None:
    with Catalogue(own_database, "swtcg") as catalogue:
        (card,) = catalogue.find_cards("Boba Fett (A)")
        printing = card.printings[0]
    key = HoldingKey(card.id or 0, printing.id, "LP", "de", "foil", "box 1")
    extra = {"Tags": 'a, "b"\n=1+1', "": "😀"}
    change(
        own_database,
        HoldingChange(
            key,
            add=3,
            for_trade=1,
            notes="x\ny",
            acquired_on="2002-04-23",
            price="2.50",
            currency="EUR",
            extra=extra,
        ),
    )
    (holding,) = holdings(own_database, "swtcg")
    assert (holding.card, holding.printing) == ("Boba Fett (A)", "Boba Fett (A)")
    assert (holding.set_code, holding.number, holding.rarity) == ("AOTC", "6", "R")
    assert holding.key == key
    assert holding.facts == HoldingFacts(3, 1, "x\ny", "2002-04-23", "2.50", "EUR", extra)


def test_known_and_unknown_printings_are_two_holdings(own_database: Path) -> None:
    change(own_database, HoldingChange(ONE, add=1), HoldingChange(TWO, add=2))
    change(own_database, HoldingChange(TWO, add=2), HoldingChange(ONE, add=1))
    assert {key: facts.quantity for key, facts in stored(own_database).items()} == {ONE: 2, TWO: 4}


def test_changes_of_one_holding_in_a_batch_follow_one_another(own_database: Path) -> None:
    number = change(
        own_database, HoldingChange(ONE, add=2), HoldingChange(ONE, quantity=5), HoldingChange(ONE, add=-1)
    )
    batch, entries = get_batch(own_database, number)
    assert [(entry.before, entry.after) for entry in entries] == [(None, {"quantity": 4})]
    assert (batch.added, batch.changed, batch.removed, batch.copies) == (1, 0, 0, 4)


def test_a_batch_that_changes_nothing_is_none(own_database: Path) -> None:
    change(own_database, HoldingChange(ONE, add=2, notes="a"))
    same = [
        HoldingChange(ONE, quantity=2, notes="a"),
        HoldingChange(TWO, quantity=0),
        HoldingChange(ONE, add=1),
        HoldingChange(ONE, add=-1),
    ]
    assert apply_batch(own_database, same, command="again") is None
    assert len(history(own_database)) == 1


def test_plan_says_what_apply_does_and_does_nothing(own_database: Path) -> None:
    change(own_database, HoldingChange(ONE, add=2))
    wanted = [HoldingChange(ONE, quantity=0), HoldingChange(TWO, add=1)]
    planned = plan_batch(own_database, wanted)
    assert stored(own_database) == {ONE: HoldingFacts(2)}
    change(own_database, *wanted)
    assert [(p.key, p.before, p.after) for p in planned] == [
        (ONE, HoldingFacts(2), None),
        (TWO, None, HoldingFacts(1)),
    ]
    assert stored(own_database) == {TWO: HoldingFacts(1)}


@pytest.mark.parametrize(
    ("bad", "error", "says"),
    [
        (HoldingChange(ONE, add=-3), NotEnoughCopiesError, "3 to be taken away, but 2 there"),
        (HoldingChange(TWO, add=-1), NotEnoughCopiesError, "none there"),
        (HoldingChange(ONE, for_trade=3), UnfitHoldingError, "3 copies for trade"),
        (HoldingChange(ONE, add_for_trade=3), UnfitHoldingError, "only 2"),
        (HoldingChange(ONE, add=10**9), UnfitHoldingError, "at most"),
        (HoldingChange(HoldingKey(1, condition="so so"), add=1), UnfitHoldingError, "NM"),
        (HoldingChange(HoldingKey(1, location="a\nb"), add=1), UnfitHoldingError, "one line"),
        (HoldingChange(HoldingKey(1, finish="\ud800"), add=1), UnfitHoldingError, "finish"),
        (HoldingChange(ONE, price="2,50"), UnfitHoldingError, "2.50"),
        (HoldingChange(ONE, price="NaN"), UnfitHoldingError, "price"),
        (HoldingChange(ONE, acquired_on="23.4.2002"), UnfitHoldingError, "2002-04-23"),
        (HoldingChange(ONE, currency="E U R"), UnfitHoldingError, "EUR"),
        (HoldingChange(ONE, notes="\0"), UnfitHoldingError, "zero byte"),
        (HoldingChange(HoldingKey(999999), add=1), UnfitHoldingError, "no card has the key"),
        (HoldingChange(HoldingKey(1, 9999), add=1), UnfitHoldingError, "no printing with the key"),
    ],
)
def test_what_cannot_be_is_refused_with_the_whole_batch(
    own_database: Path, bad: HoldingChange, error: type[Exception], says: str
) -> None:
    change(own_database, HoldingChange(ONE, add=2))
    with pytest.raises(error, match=says):
        apply_batch(own_database, [HoldingChange(HoldingKey(3), add=4), bad], command="bad")
    assert stored(own_database) == {ONE: HoldingFacts(2)}
    assert len(history(own_database)) == 1


def test_copies_for_trade_shrink_with_the_copies(own_database: Path) -> None:
    change(own_database, HoldingChange(ONE, add=4, for_trade=3))
    change(own_database, HoldingChange(ONE, add=-2))
    assert stored(own_database)[ONE].for_trade == 2


def test_the_empty_text_clears_and_none_keeps(own_database: Path) -> None:
    change(own_database, HoldingChange(ONE, add=1, notes="n", price="1", acquired_on="2002-01-01"))
    change(own_database, HoldingChange(ONE, price=""))
    assert stored(own_database)[ONE] == HoldingFacts(1, notes="n", acquired_on="2002-01-01")
    change(own_database, HoldingChange(ONE, notes=""))
    assert stored(own_database)[ONE].notes == ""


@pytest.mark.parametrize(
    "bad",
    [
        "INSERT INTO holdings (card_id, condition, language, finish, location, quantity, for_trade, notes) VALUES (1, '', '', '', '', -1, 0, '')",
        "INSERT INTO holdings (card_id, condition, language, finish, location, quantity, for_trade, notes) VALUES (1, '', '', '', '', 1, 2, '')",
        "INSERT INTO holdings (card_id, condition, language, finish, location, quantity, for_trade, notes) VALUES (999999, '', '', '', '', 1, 0, '')",
        "INSERT INTO holdings (card_id, condition, language, finish, location, quantity, for_trade, notes) SELECT 1, '', '', '', '', 1, 0, '' FROM cards LIMIT 2",
        "INSERT INTO wants (card_id, quantity, notes) VALUES (1, 0, '')",
        "INSERT INTO changes (batch_id, position, kind, key) VALUES (1, 1, 'holding', '[]')",
    ],
)
def test_the_schema_itself_refuses_nonsense(own_database: Path, bad: str) -> None:
    with closing(sqlite3.connect(own_database)) as connection:
        connection.execute("PRAGMA foreign_keys=ON")
        with pytest.raises(sqlite3.IntegrityError):
            connection.execute(bad)


def test_undo_puts_everything_back_and_undoing_the_undo_too(own_database: Path) -> None:
    change(own_database, HoldingChange(ONE, add=2, notes="mine", for_trade=1))
    before = stored(own_database)
    number = change(own_database, HoldingChange(ONE, quantity=0), HoldingChange(TWO, add=7))
    after = stored(own_database)
    done = undo(own_database, number)
    assert (done.reversed, done.already, done.kept, done.errors) == (2, 0, (), ())
    assert stored(own_database) == before
    assert done.batch is not None
    again = undo(own_database, done.batch.number)
    assert again.reversed == 2
    assert stored(own_database) == after


def steps_of(open_: sqlite3.Connection, act: Callable[[], object]) -> int:
    """How many fives of its own steps SQLite takes for an act."""
    taken: list[None] = []
    open_.set_progress_handler(lambda: taken.append(None), 5)
    act()
    open_.set_progress_handler(None, 0)
    return len(taken)


@pytest.mark.skipif(ENGINE != "sqlite", reason="it counts SQLite's own steps")
def test_each_change_takes_as_long_however_much_there_is(own_database: Path) -> None:
    """An undo of 20,000 rows took 26 seconds: for each, all that its owner has was looked through."""
    with closing(sqlite3.connect(own_database)) as asked:
        ids = [ident for (ident,) in asked.execute("SELECT id FROM cards WHERE game = 'swtcg' LIMIT 320")]
    reads, writes = [], []
    for number in (40, 320):
        keys = [HoldingKey(ident) for ident in ids[:number]]
        change(own_database, *(HoldingChange(key, add=1) for key in keys))
        gone = [(dump_key(key), "", None) for key in keys]
        with people.writing(own_database) as open_:
            assert isinstance(open_, sqlite3.Connection)
            reads.append(steps_of(open_, partial(read_holdings, open_, "swtcg", ids[:1])))
            writes.append(steps_of(open_, partial(HOLDINGS.write, open_, gone)))
    assert len(ids) == 320
    assert reads[1] < 2 * reads[0]
    assert writes[1] < 2 * 8 * writes[0]


def test_undo_keeps_what_has_changed_since_and_tells_both_values(own_database: Path) -> None:
    number = change(own_database, HoldingChange(ONE, add=2), HoldingChange(TWO, add=1))
    change(own_database, HoldingChange(ONE, add=3))
    done = undo(own_database, number)
    assert done.reversed == 1
    (kept,) = done.kept
    assert (kept.entry.before, kept.entry.after, kept.found) == (None, {"quantity": 2}, {"quantity": 5})
    assert "NM" in kept.entry.name
    assert "binder" in kept.entry.name
    assert kept.reason == "changed since"
    assert stored(own_database) == {ONE: HoldingFacts(5)}
    assert done.batch is not None
    assert done.batch.kept == 1


def test_undoing_twice_changes_nothing_the_second_time(own_database: Path) -> None:
    number = change(own_database, HoldingChange(ONE, add=2))
    undo(own_database, number)
    done = undo(own_database, number)
    assert (done.batch, done.reversed, done.already) == (None, 0, 1)
    assert len(history(own_database)) == 2


@pytest.mark.of_a_file
def test_a_row_whose_card_is_gone_is_an_error_and_the_others_come_back(own_database: Path) -> None:
    change(own_database, HoldingChange(ONE, add=2), HoldingChange(HoldingKey(2), add=1))
    number = change(own_database, HoldingChange(ONE, quantity=0), HoldingChange(HoldingKey(2), quantity=0))
    with closing(sqlite3.connect(own_database)) as connection:  # as no sync of ours would do it
        connection.execute("DELETE FROM printings WHERE card_id = 2")
        connection.execute("DELETE FROM cards WHERE id = 2")
        connection.commit()
    done = undo(own_database, number)
    assert done.reversed == 1
    (error,) = done.errors
    assert error.reason == "its card is no longer in the catalogue"
    assert stored(own_database) == {ONE: HoldingFacts(2)}


def test_an_unknown_batch_is_told_with_the_newest(own_database: Path) -> None:
    with pytest.raises(BatchNotFoundError, match="there is none yet"):
        undo(own_database, 1)
    change(own_database, HoldingChange(ONE, add=2))
    with pytest.raises(BatchNotFoundError, match="the newest is 1"):
        get_batch(own_database, 7)


def test_history_says_what_undid_what(own_database: Path) -> None:
    first = change(own_database, HoldingChange(ONE, add=2), command="import a.csv", mode="add")
    done = undo(own_database, first)
    assert done.batch is not None
    newest, oldest = history(own_database)
    assert (newest.undoes, newest.undone_by, newest.copies) == (first, None, -2)
    assert (oldest.undoes, oldest.undone_by, oldest.copies) == (None, done.batch.number, 2)
    assert oldest.time.startswith("20")
    undo(own_database, done.batch.number)
    assert [batch.undone_by for batch in history(own_database)] == [None, 3, None]
    assert len(history(own_database, 1)) == 1


def test_an_import_is_known_by_its_hash_until_it_is_undone(own_database: Path) -> None:
    batch = apply_batch(
        own_database,
        [HoldingChange(ONE, add=1)],
        command="import a.csv",
        source=Path("a.csv"),
        sha256="ab",
        mode="add",
    )
    assert find_import(own_database, "cd") is None
    assert find_import(own_database, "ab") == batch
    assert batch is not None
    assert batch.source == "a.csv"
    done = undo(own_database, batch.number)
    assert find_import(own_database, "ab") is None
    assert done.batch is not None
    undo(own_database, done.batch.number)
    found = find_import(own_database, "ab")
    assert found is not None
    assert found.number == batch.number


def test_an_import_that_could_not_be_undone_wholly_still_counts(own_database: Path) -> None:
    number = change(own_database, HoldingChange(ONE, add=1), HoldingChange(TWO, add=1), sha256="ab")
    change(own_database, HoldingChange(ONE, add=1))
    undo(own_database, number)
    assert find_import(own_database, "ab") is not None


def test_layouts_are_remembered_and_replaced(own_database: Path) -> None:
    assert "abc" not in known_layouts(own_database)
    remember_layout(own_database, "abc", {"Name": "name"})
    remember_layout(own_database, "abc", {"Jméno": "name", "Ks": "quantity"})
    assert known_layouts(own_database)["abc"] == {"Jméno": "name", "Ks": "quantity"}


def test_wants_come_and_go_through_the_ledger(own_database: Path) -> None:
    card, printing = WantKey(1), WantKey(1, 1)
    want(own_database, {card: WantFacts(4), printing: WantFacts(1, "foil")})
    assert want(own_database, {card: WantFacts(4)}) is None
    want(own_database, {card: None})
    (left,) = read_collection(own_database, "swtcg").wants
    assert (left.key, left.facts) == (printing, WantFacts(1, "foil"))
    undo(own_database, 2)
    assert len(read_collection(own_database, "swtcg").wants) == 2


def deck(name: str, *lines: SavedLine) -> DeckFacts:
    return DeckFacts(name, "swtcg", lines, zones=("Deck",), notes="n")


def test_decks_come_go_and_change_through_the_ledger(own_database: Path) -> None:
    lines = (SavedLine(3, "Yoda", "Deck"), SavedLine(2, "X", "Sideboard", "AOTC", "1", "i", 1, 1, 1))
    keep(own_database, DeckChange(None, deck("Mine", *lines)), seen=0)
    (saved,) = read_collection(own_database, "swtcg").decks
    assert saved.facts == deck("Mine", *lines)
    keep(own_database, DeckChange(saved.id, deck("Yours", *lines)), seen=1)
    keep(own_database, DeckChange(saved.id, None), seen=2)
    assert read_collection(own_database, "swtcg").decks == ()
    keep(own_database, DeckChange(None, deck("Other")), seen=3)
    undo(own_database, 3)
    assert {(d.id, d.facts.name) for d in read_collection(own_database, "swtcg").decks} == {
        (saved.id, "Yours"),
        (saved.id + 1, "Other"),
    }


def test_a_deleted_deck_whose_name_was_taken_stays_deleted(own_database: Path) -> None:
    keep(own_database, DeckChange(None, deck("Mine")), seen=0)
    (saved,) = read_collection(own_database, "swtcg").decks
    keep(own_database, DeckChange(saved.id, None), seen=1)
    keep(own_database, DeckChange(None, deck("MINE")), seen=2)
    done = undo(own_database, 2)
    (error,) = done.errors
    assert error.reason == "another one has taken its place since"
    assert error.entry.name == "deck Mine"


def test_a_deck_name_is_taken_once(own_database: Path) -> None:
    keep(own_database, DeckChange(None, deck("Luke's")), seen=0)
    with pytest.raises(DeckNameTakenError, match="--force"):
        keep(own_database, DeckChange(None, deck("LUKE’S")), seen=1)


def test_decks_are_not_changed_from_a_stale_view(own_database: Path) -> None:
    change(own_database, HoldingChange(ONE, add=1))
    with pytest.raises(ChangedMeanwhileError, match="another program"):
        keep(own_database, DeckChange(None, deck("Mine")), seen=0)


def test_holdings_survive_a_new_catalogue(small_database: Path) -> None:
    change(small_database, HoldingChange(ONE, add=2), HoldingChange(TWO, add=1))
    want(small_database, {WantKey(1, 1): WantFacts(4)})
    before = read_collection(small_database, "swtcg")
    with closing(sqlite3.connect(small_database)) as connection:
        connection.execute("UPDATE games SET digest = 'older'")
        connection.execute("UPDATE cards SET cost = '99'")
        connection.execute("DELETE FROM legality")
        connection.commit()
    said: list[str] = []
    ensure_ready(small_database, said.append)
    assert "catalogue" in said[0]
    assert read_collection(small_database, "swtcg") == before
    check_integrity(small_database)


def database_of(path: Path, revision: str, full: Path) -> None:
    """Makes the database as an older release did: its tables, filled from those of `full`."""
    make_older(path, revision)
    with closing(sqlite3.connect(path)) as old:
        old.execute("ATTACH ? AS full", (str(full),))
        for (table,) in old.execute(
            "SELECT name FROM main.sqlite_master WHERE type = 'table' AND name <> 'alembic_version'"
        ).fetchall():
            columns = ", ".join(row[1] for row in old.execute(f"PRAGMA main.table_info({table})"))
            copied = f"INSERT INTO main.{table} ({columns}) SELECT {columns} FROM full.{table}"
            old.execute(copied)
        old.commit()


@pytest.mark.parametrize("revision", ["0001", "0002"])
def test_a_database_of_an_older_release_gets_the_tables_and_loses_nothing(
    tmp_path: Path, small_database: Path, revision: str
) -> None:
    change(small_database, HoldingChange(ONE, add=3))
    path = tmp_path / "old.sqlite"
    database_of(path, revision, small_database)
    ensure_ready(path)
    assert (tmp_path / f"old.sqlite.before-{database.HEAD}-from-{revision}").exists()
    owned = 3 if revision == "0002" else 0
    assert sum(facts.quantity for facts in stored(path).values()) == owned
    with Catalogue(path, "swtcg") as catalogue, Catalogue(small_database, "swtcg") as new:
        for name in ("Boba Fett (A)", "Yoda (A)"):
            assert catalogue.find_cards(name) == new.find_cards(name)
    change(path, HoldingChange(ONE, add=2))
    assert stored(path)[ONE].quantity == owned + 2
    check_integrity(path)


@pytest.mark.of_a_file
def test_a_second_writer_waits_for_the_first(own_database: Path) -> None:
    with closing(sqlite3.connect(own_database, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        done: list[int] = []
        thread = threading.Thread(target=lambda: done.append(change(own_database, HoldingChange(ONE, add=1))))
        thread.start()
        time.sleep(0.2)
        assert not done
        other.execute("COMMIT")
        thread.join()
    assert done == [1]


@pytest.mark.of_a_file
def test_a_second_writer_is_told_when_the_first_takes_too_long(
    own_database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "BUSY_SECONDS", 0.1)
    with closing(sqlite3.connect(own_database, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(DatabaseBusyError, match="another program"):
            change(own_database, HoldingChange(ONE, add=1))
        with pytest.raises(DatabaseBusyError, match="another program"):
            undo(own_database, 1)
        assert holdings(own_database, "swtcg") == ()  # reading goes on
