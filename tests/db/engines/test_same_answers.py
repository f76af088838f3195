"""The same requests to a file and to a server have the same documents; copies lose nothing."""

import json
import re
import shutil
import sqlite3
import sys
import threading
import traceback
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from typer.testing import CliRunner

import deckcheck
from db import engines
from db.beginnings import names_beginning
from db.collection.decks import DeckChange, DeckFacts
from db.collection.history import newest_batch
from db.collection.holdings import HoldingChange, HoldingFacts, HoldingKey, WantFacts, WantKey
from db.collection.ledger import Origin, apply as apply_batch_in, apply_batch, apply_decks, plan_batch
from db.collection.read import read_collection
from db.collection.undo import undo
from db.copies import copy_database
from db.database import HEAD, ensure_ready
from db.engines.common import CHECK, FOREIGN_KEY, UNIQUE, Connection, cause_of
from db.engines.people import NEWEST, changing, later, reading, tried_again, writing
from db.engines.place import ServerPath, server_of, shown_place
from db.engines.register import Register
from db.errors import (
    CopyError,
    DatabaseError,
    DiskFullError,
    FutureDatabaseError,
    NoDriverError,
    UnfitHoldingError,
    UnstorableTextError,
)
from db.events.leagues import league_history
from db.events.store import EventOrigin, create_event, read_event, working
from db.events.values import EventFacts, PlayerFacts
from db.server import check_server, ensure_server_ready
from db.tables import PEOPLE
from deckcheck.cli.main import app

if TYPE_CHECKING:
    from tests.postgres import PostgresServer

pytestmark = pytest.mark.of_a_file  # each of these has its own server beside the file

DECK = "4 Kouhun\n2 Boba Fett (A)\n1 Nobody At All\n"
KOUHUN = HoldingKey(1)
TIMES = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\+00:00)?)?|\b[0-9a-f]{16}\b")
"""Times, and the ids that events have on all computers."""
LIFE = (
    "collection add Kouhun --quantity 3 --location binder --notes 50%:1?",
    "collection add 'Boba Fett (A)' --set AOTC --condition NM",
    "collection want Kouhun --quantity 5",
    "collection import sheet.csv --apply --json",
    "collection import sheet.csv --json",
    "collection list --json",
    'collection list location:"box 1" --json',
    "collection edit Kouhun --location binder --set-notes mine --json",
    "deck save deck.txt --name Mine --reserve",
    "deck save deck.txt --name 'mine' --force",
    "deck missing Mine --json",
    "deck list --json",
    "deck delete Mine",
    "deck save deck.txt --name Mine",
    "deck list --json",
    "collection history --json",
    "collection undo 1 --json",
    "collection undo 99 --json",
    "collection undo 4 --json",
    "collection history --json",
    "collection show 4 --json",
    "collection stats --json",
    "collection completion --json",
    "collection wants --json",
    "event new Open --on 2026-11-01",
    "event new open --on 2026-11-01",
    "event register Open Ada deck.txt --seat light",
    "event register Open 'Bo Č'",
    "event register Open Cy",
    "event pair Open --seed 7 --json",
    "event result Open 1 2-0",
    "event drop Open Cy",
    "event undo Open",
    "event show Open --json",
    "event history Open --json",
    "event standings Open --json",
    "event verify Open --json",
    "event list --json",
    "people add Ada Di",
    "people add ada",
    "people add --event Open --same",
    "people rename Di Ed",
    "people undo",
    "people undo 99",
    "people rename Di Ed",
    "people merge Ed Ada --yes",
    "people add Gus Hal",
    "--person Gus collection add Kouhun --quantity 2 --location binder --for-trade 1",
    "--person Gus collection import sheet.csv --apply --json",
    "--person Gus collection import sheet.csv --json",
    "--person Gus collection want 'Boba Fett (A)' --weight 4",
    "--person Gus deck save deck.txt --name Mine --reserve",
    "--person Gus undo --json",
    "--person Gus deck save deck.txt --name Mine",
    "--person Gus collection undo 1",
    "--person Gus collection history --json",
    "--person Hal collection add Kouhun --quantity 4 --location binder",
    "--person Hal collection want 'Boba Fett (A)' --quantity 2",
    "--person Hal deck save deck.txt --name Mine --reserve",
    "--person Hal collection list --json",
    "--person Nobody collection list",
    "people merge Hal Gus",
    "people merge Hal Gus --yes",
    "--person Gus collection list --json",
    "--person Gus collection wants --json",
    "--person Gus deck list --json",
    "--person Gus collection history --json",
    "people add Ivy",
    "--person Ivy collection add 'Zam Wesell (A)' --set AOTC --quantity 2 --for-trade 2",
    "--person Ivy collection want 'Yoda (A)'",
    "--person Gus collection add 'Yoda (A)' --set AOTC --quantity 2 --for-trade 1",
    "--person Gus collection want 'Zam Wesell (A)'",
    "--person Gus trades find --propose --until 2099-12-24 --json",
    "--person Gus collection list --json",
    "trades accept 1",
    "--person Ivy trades change 1 1=1 --json",
    "--person Gus trades accept 1 --version 1",
    "--person Gus trades accept 1 --version 2 --json",
    "--person Ivy collection list --json",
    "--person Gus trades undo 1 --json",
    "--person Gus trades undo 1 --json",
    "--person Ivy collection history --json",
    "--person Ivy trades find --propose --until 2099-12-24 --json",
    "--person Gus trades list --json",
    "--person Cy collection add Kouhun",
    "people remove Cy --yes",
    "people history --json",
    "people list --json",
    "undo",
    "collection list --json",
)


@pytest.fixture
def file(few_sets_bundled: None, few_sets_database: Path, tmp_path: Path) -> Path:
    (folder := tmp_path / "file").mkdir()
    return Path(shutil.copy(few_sets_database, folder / "cards.sqlite"))


@pytest.fixture
def server(file: Path, server_database: str) -> ServerPath:
    (folder := file.parents[1] / "server").mkdir()
    return ServerPath.of(Path(shutil.copy(file, folder / "cards.sqlite")), server_database)


Live = Callable[[Path], Iterator[str]]


@pytest.fixture
def live(monkeypatch: pytest.MonkeyPatch) -> Live:
    """Runs the commands of a life against a database; yields what each says, without times.

    Between two commands is a second: which is the newer of two changes within one nobody can say,
    where one is of an event and the other of the collection.
    """
    import shlex

    rows = "".join(f"{n % 3 + 1},Kouhun,box {n % 9}\n2,Boba Fett (A),box {n % 7}\n" for n in range(60))

    def run(path: Path) -> Iterator[str]:
        (path.parent / "deck.txt").write_text(DECK, encoding="utf-8")
        sheet = f"Count,Name,Location\n{rows}1,Unknown Bird,\n"
        (path.parent / "sheet.csv").write_text(sheet, encoding="utf-8")
        for second, line in enumerate(LIFE):
            time = datetime(2026, 11, 26, tzinfo=UTC) + timedelta(seconds=second)
            for clock in ("db.collection.ledger.now", "db.events.store.now"):
                monkeypatch.setattr(clock, time.isoformat)
            monkeypatch.chdir(path.parent)
            monkeypatch.setenv("DECKCHECK_DB", server_of(path) or str(path))
            monkeypatch.setenv("DECKCHECK_CATALOGUE", str(path))
            done = CliRunner().invoke(app, shlex.split(line))
            said = f"{line}\n{done.exit_code} {done.exception!r}\n{done.stdout}{done.stderr}"
            yield TIMES.sub("TIME", said).replace(str(path.parent), "")

    return run


def everything(path: Path) -> dict[str, list[tuple[Any, ...]]]:
    """All rows of what people made, booleans as numbers, by table."""
    found = {}
    with reading(path) as connection:
        for table in PEOPLE:
            names = ", ".join(f'"{column.name}"' for column in table.columns)
            order = ", ".join(f'"{column.name}"' for column in table.primary_key)
            rows = connection.execute(f"SELECT {names} FROM {table.name} ORDER BY {order}")
            found[table.name] = [
                tuple(int(one) if isinstance(one, bool) else one for one in row) for row in rows
            ]
    return found


def test_a_whole_life_is_told_alike_and_stored_alike(file: Path, server: Path, live: Live) -> None:
    for mine, theirs in zip(live(file), live(server), strict=True):
        assert mine == theirs
    with closing(sqlite3.connect(file)) as connection:
        assert not connection.execute("PRAGMA foreign_key_check").fetchall()
    check_server(server)
    assert without_times(file) == without_times(server)


def test_there_and_back_again_every_row_and_number_is_the_same(file: Path, server: Path, live: Live) -> None:
    for _ in live(file):
        pass
    before = everything(file)
    assert all(before[name] for name in ("holdings", "changes", "deck_lines", "event_tables", "event_files"))
    counted = {one.name: one.rows for one in copy_database(file, server)}
    assert counted == {name: len(rows) for name, rows in before.items()}
    assert everything(server) == before
    back = ensure(file.with_name("back.sqlite"))
    copy_database(server, back)
    assert everything(back) == before
    with pytest.raises(CopyError, match="not empty"):
        copy_database(file, server)
    for path in (file, server, back):  # what was deleted keeps its number, and batches are still undone
        undo(path, 3)
        apply_batch(path, [HoldingChange(KOUHUN, add=1)], command="after")
    assert without_times(file) == without_times(server) == without_times(back)


def ensure(path: Path) -> Path:
    ensure_ready(path)
    return path


def without_times(path: Path) -> dict[str, list[str]]:
    """All rows, without times and the numbers of holdings, which SQLite gives out again."""
    return {
        name: sorted(TIMES.sub("", repr(row[1:] if name in {"holdings", "wants"} else row)) for row in rows)
        for name, rows in everything(path).items()
    }


def cards_of(path: Path) -> dict[str, int]:
    with closing(sqlite3.connect(path)) as connection:
        return dict(connection.execute("SELECT name, id FROM cards WHERE game = 'swtcg'").fetchall())


def other_numbers(path: Path) -> None:
    """Gives all cards and printings of a catalogue other numbers, as on another computer."""
    with closing(sqlite3.connect(path)) as connection:
        for table, column, more in (
            ("cards", "id", 100_000),
            ("printings", "id", 200_000),
            ("printings", "card_id", 100_000),
            ("aliases", "card_id", 100_000),
            ("legality", "card_id", 100_000),
            ("legality", "printing_id", 200_000),
            ("card_texts", "printing_id", 200_000),
        ):
            connection.execute(f"UPDATE {table} SET {column} = {column} + {more}")
        connection.commit()


def held(path: Path) -> list[tuple[str, str | None, int]]:
    stored = read_collection(path, "swtcg")
    names = {number: name for name, number in cards_of(path).items()}
    assert all(names[one.key.card_id] == one.card for one in stored.holdings)
    return [(one.card, one.set_code, one.quantity) for one in stored.holdings]


@pytest.fixture
def elsewhere(server: ServerPath) -> ServerPath:
    """The same server, from a computer whose catalogue numbers its cards otherwise."""
    path = Path(shutil.copy(server, server.with_name("other.sqlite")))
    other_numbers(path)
    return ServerPath.of(path, server.address or "")


def printing(path: Path, name: str) -> HoldingKey:
    with closing(sqlite3.connect(path)) as connection:
        sql = "SELECT c.id, p.id FROM printings p JOIN cards c ON c.id = p.card_id WHERE c.name = ?"
        return HoldingKey(*connection.execute(sql, (name,)).fetchone())


def test_two_computers_with_other_numbers_mean_the_same_cards(
    server: ServerPath, elsewhere: ServerPath, tmp_path: Path
) -> None:
    boba, yoda = "Boba Fett (A)", "Yoda (A)"
    apply_batch(server, [HoldingChange(printing(server, boba), add=2)], command="here")
    there = printing(elsewhere, boba)
    apply_batch(elsewhere, [HoldingChange(there, add=1)], command="there")
    apply_batch(
        elsewhere,
        [HoldingChange(printing(elsewhere, yoda)._replace(printing_id=None), add=5)],
        command="there",
        wants={WantKey(there.card_id): WantFacts(4)},
    )
    assert held(server) == held(elsewhere) == [(boba, "AOTC", 3), (yoda, None, 5)]
    assert [one.card for one in read_collection(server, "swtcg").wants] == [boba]
    # Into a file whose cards have other numbers: the ledger means the same cards there.
    file = Path(shutil.copy(elsewhere, tmp_path / "file.sqlite"))
    copy_database(server, file)
    assert held(file) == held(server)
    undo(file, 2)
    assert held(file) == [(boba, "AOTC", 2), (yoda, None, 5)]


def test_a_register_that_is_read_on_is_as_one_that_is_read_anew(
    server: ServerPath, elsewhere: ServerPath, monkeypatch: pytest.MonkeyPatch
) -> None:
    read, rows = Register.read.__func__, list[int]()  # type: ignore[attr-defined]

    def counted(cls: type[Register], *arguments: Any) -> Register:
        found: Register = read(cls, *arguments)
        rows.append(len(found.cards) + len(found.printings))
        return found

    apply_batch(server, [HoldingChange(HoldingKey(card), add=1) for card in range(1, 400)], command="all")
    for path in (server, elsewhere):
        read_collection(path, "swtcg")
    monkeypatch.setattr(Register, "read", classmethod(counted))
    for number, name in enumerate(("Boba Fett (A)", "Yoda (A)", "Kouhun")):
        for path in (server, elsewhere)[:: 1 if number % 2 else -1]:
            apply_batch(path, [HoldingChange(printing(path, name), add=1)], command="one")
            with reading(path) as connection:
                register = connection.register()  # type: ignore[attr-defined]
                assert register == read(Register, connection, path)
    assert rows
    assert max(rows) <= len(("the card", "its printing")), "no more is read than what is new"


def test_a_card_that_a_catalogue_does_not_know_is_kept_and_named(
    server: ServerPath, elsewhere: ServerPath, tmp_path: Path
) -> None:
    boba, yoda = "Boba Fett (A)", "Yoda (A)"
    for name in (boba, yoda):
        apply_batch(server, [HoldingChange(printing(server, name), add=2)], command="here")
    with closing(sqlite3.connect(elsewhere)) as connection:
        card = printing(elsewhere, yoda).card_id
        connection.execute("DELETE FROM printings WHERE card_id = ?", (card,))
        connection.execute("DELETE FROM cards WHERE id = ?", (card,))
        connection.commit()
    assert held(elsewhere) == [(boba, "AOTC", 2)]
    assert [name.partition(" (")[0] for name in read_collection(elsewhere, "swtcg").unknown] == ["Yoda"]
    undo(elsewhere, 1)
    undo(elsewhere, 2)
    assert held(server) == []
    undo(elsewhere, 4)
    assert [one[0] for one in held(server)] == [yoda], "a batch comes back that names a card unknown there"
    with pytest.raises(CopyError, match=r"older.*Yoda"):
        copy_database(server, Path(shutil.copy(elsewhere, tmp_path / "file.sqlite")))


def test_a_card_that_was_renamed_here_is_found_by_its_old_name(
    server: ServerPath, elsewhere: ServerPath
) -> None:
    key = printing(server, "Boba Fett (A)")
    apply_batch(
        server, [HoldingChange(key, add=2), HoldingChange(HoldingKey(key.card_id), add=1)], command="x"
    )
    with closing(sqlite3.connect(elsewhere)) as connection:
        card = printing(elsewhere, "Boba Fett (A)").card_id
        new = ("Boba Fett the Younger (A)", "boba fett the younger (a)", card)
        connection.execute("UPDATE cards SET name = ?, name_key = ? WHERE id = ?", new)
        connection.execute(
            "INSERT INTO aliases (game, alias, alias_key, card_id) SELECT 'swtcg', p.name, p.name_key, ?"
            " FROM printings p WHERE p.card_id = ?",
            (card, card),
        )
        connection.execute("UPDATE printings SET name = ?, name_key = ? WHERE card_id = ?", new)
        connection.commit()
    keys = {one.key.card_id for one in read_collection(elsewhere, "swtcg").holdings}
    assert keys == {card}


def test_a_zero_byte_and_half_a_character_are_refused_by_both_in_the_same_words(
    file: Path, server: Path
) -> None:
    said = []
    for path in (file, server):
        with pytest.raises(UnstorableTextError):
            league_history(path, "a\udc80")
        with pytest.raises(UnstorableTextError) as refused, writing(path) as connection:
            apply_decks(connection, [DeckChange(None, DeckFacts("a\0b", "swtcg", ()))], command="save")
        said.append(str(refused.value))
        assert not any(everything(path).values())
    assert said[0] == said[1]


def test_both_store_order_and_refuse_texts_alike(file: Path, server: Path) -> None:
    texts = ["50% :1 ?", "a\\'\"b", "Zed", "alpha", "Čapek", "ß", "ÿ \U0001f3b2", "_"]
    document = '{"quantity":1,"b":2,"a":3,"a":4, "quantity":5}'
    refused = {
        "INSERT INTO wants (card_id, quantity, notes) VALUES (1, 0, ':1')": CHECK,
        "INSERT INTO wants (card_id, quantity, notes) VALUES (999999, 1, '%')": FOREIGN_KEY,
        "INSERT INTO decks (game, name, name_key) VALUES ('swtcg', '?', '50% :1 ?')": UNIQUE,
    }
    for path in (file, server):
        with writing(path) as connection:
            for number, text in enumerate(texts):
                one = DeckChange(None, DeckFacts(text, "swtcg", (), notes=text))
                apply_decks(connection, [one], command=f"save {number}")
            connection.execute("UPDATE decks SET name_key = notes")
            apply_batch_in(
                connection, [HoldingChange(HoldingKey(card), add=1) for card in range(1, 1100)], Origin("x")
            )
            connection.execute("UPDATE changes SET after = ? WHERE kind = 'holding'", (document,))
            causes = []
            for statement in refused:
                connection.execute("SAVEPOINT tried")
                with pytest.raises(sqlite3.IntegrityError) as error:
                    connection.execute(statement)
                causes.append(cause_of(error.value))
                connection.execute("ROLLBACK TO tried")
            assert causes == [*refused.values()]
        with reading(path) as connection:
            ordered = connection.execute("SELECT notes FROM decks ORDER BY notes").fetchall()
            assert [text for (text,) in ordered] == sorted(texts), "by the points of the letters"
            (kept,) = set(connection.execute("SELECT after FROM changes WHERE kind = 'holding'").fetchall())
            assert kept == (document,)
    assert without_times(file) == without_times(server)


def test_what_comes_to_nothing_in_between_leaves_a_connection_that_goes_on(server: ServerPath) -> None:
    one, no_card = HoldingChange(HoldingKey(1), add=1), HoldingChange(HoldingKey(999999), add=1)
    refused = "INSERT INTO decks (game, name, name_key) VALUES (?, ?, NULL)"
    for found in range(3):
        assert apply_batch(server, [one], command="add")
        with suppress(CopyError), writing(server) as connection:
            apply_batch_in(connection, [one], Origin("never sent"))
            raise CopyError("x", "y")
        assert plan_batch(server, [one])[0].before == HoldingFacts(found + 1)
        with pytest.raises(UnfitHoldingError):
            apply_batch(server, [no_card], command="add")
        with writing(server) as connection:
            connection.execute("SAVEPOINT part")
            later(connection, refused, [("swtcg", f"deck {found}")])
            later(connection, "DELETE FROM wants WHERE card_id = ?", [(found,)])
            with pytest.raises(sqlite3.IntegrityError):
                connection.execute("SELECT 1")
            connection.execute("ROLLBACK TO part")
            later(connection, "DELETE FROM wants WHERE card_id = ?", [(found,)])
        batch = apply_batch(server, [one], command="add")
        assert batch is not None
        undo(server, batch.number)
    assert [holding.quantity for holding in read_collection(server, "swtcg").holdings] == [3]


def test_what_was_asked_ahead_is_no_answer_after_a_change(server: ServerPath) -> None:
    one = HoldingChange(HoldingKey(1), add=1)
    apply_batch(server, [one], command="add")

    def ahead(asked: Connection) -> None:
        asked.execute(NEWEST, ("batches",))

    with changing(server, None, newest_batch, ahead=ahead) as connection:
        numbers = [
            batch.number for _ in range(3) if (batch := apply_batch_in(connection, [one], Origin("x")))
        ]
    assert numbers == [2, 3, 4]


def test_a_newer_server_is_refused_and_an_older_one_completed(server: ServerPath) -> None:
    with writing(server) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(FutureDatabaseError, match="newer deckcheck"):
        ensure_ready(server)
    with writing(server) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '0001'")
        connection.execute("ALTER TABLE holdings DROP COLUMN dice")
        connection.execute("DROP TABLE sent_changes")
        connection.execute("DROP INDEX uq_holdings_card")
    told: list[str] = []
    programs = [threading.Thread(target=ensure_server_ready, args=(server, HEAD, told.append)) for _ in "ab"]
    for program in programs:
        program.start()
    for program in programs:
        program.join()
    assert any("pg_dump" in line for line in told)
    apply_batch(server, [HoldingChange(printing(server, "Yoda (A)"), add=1, dice=2)], command="x")
    assert read_collection(server, "swtcg").holdings[0].dice == 2
    with reading(server) as connection:
        assert connection.execute("SELECT 1 FROM pg_indexes WHERE indexname = 'uq_holdings_card'").fetchone()


def test_backups_of_a_server_are_left_to_those_who_run_it(
    server: ServerPath, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("DECKCHECK_DB", (server.address or "").replace("club@", "club:geheim@"))
    monkeypatch.setenv("DECKCHECK_CATALOGUE", str(server))
    for command, tool in (("backup", "pg_dump"), ("restore", "pg_restore")):
        told = str(CliRunner().invoke(app, ["database", command, str(tmp_path / "x.dump")]).exception)
        assert tool in told
        assert "postgresql://club@/" in told
        assert "geheim" not in told
    looked = [CliRunner().invoke(app, ["database", what, "--json"]).stdout for what in ("info", "check")]
    assert [json.loads(one)["server"]["revision"] for one in looked] == [HEAD, HEAD]
    assert "geheim" not in "".join(looked)
    with writing(server) as connection:  # as no program of ours would do it
        connection.execute("ALTER TABLE wants DROP CONSTRAINT ck_wants_quantity")
        connection.execute(
            "ALTER TABLE wants ADD CONSTRAINT ck_wants_quantity CHECK (quantity > 0) NOT VALID"
        )
        connection.execute("ALTER TABLE wants DISABLE TRIGGER ALL")
        connection.execute("INSERT INTO wants (card_id, quantity, notes) VALUES (7, 1, '')")
    assert "damaged" in str(CliRunner().invoke(app, ["database", "check"]).exception)


def test_a_shell_completes_the_names_of_decks_on_the_server(server: ServerPath) -> None:
    with writing(server) as connection:
        facts = DeckFacts("My 50%", "swtcg", ())
        apply_decks(connection, [DeckChange(None, facts)], command="save")
    assert names_beginning(server, "deck", "my 50%") == ["My 50%"]
    assert names_beginning(Path(str(server)), "deck", "my") == []
    assert "Kouhun" in names_beginning(server, "card", "kou")


def test_without_psycopg_it_is_said_what_to_install(
    server: ServerPath, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.delitem(sys.modules, "db.engines.postgres")
        patch.delattr(engines, "postgres")
        patch.setitem(sys.modules, "psycopg", None)
        with pytest.raises(NoDriverError, match=r"pip install 'deckcheck\[postgres\]'"), reading(server):
            pass


def test_a_full_disk_of_a_server_leaves_all_as_before(server: ServerPath) -> None:
    """The server says it by its code in the middle of a batch, as PostgreSQL does when it cannot grow."""
    key = printing(server, "Yoda (A)")
    apply_batch(server, [HoldingChange(key, add=1)], command="x")
    before = everything(server)
    with writing(server) as connection:
        connection.execute(
            "CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS"
            " $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END $$"
        )
        connection.execute(
            "CREATE TRIGGER full_disk BEFORE INSERT ON changes FOR EACH ROW EXECUTE FUNCTION full_disk()"
        )
    with pytest.raises(DiskFullError, match=r"postgresql://club@.*nothing was changed"):
        apply_batch(server, [HoldingChange(key, add=1)], command="y")
    assert everything(server) == before


@pytest.mark.parametrize("code", ["40001", "40P01", "57P01"])
def test_what_a_server_cannot_do_at_this_moment_is_done_again_and_once(
    server: ServerPath, monkeypatch: pytest.MonkeyPatch, code: str
) -> None:
    """Others changed the same, both waited for each other, or it restarts: nobody was promised anything."""
    monkeypatch.setattr("db.engines.postgres.PAUSE", 0)
    tries = []

    @tried_again
    def add(path: Path) -> None:
        tries.append(code)
        with writing(path) as connection:
            apply_batch_in(connection, [HoldingChange(KOUHUN, add=1)], Origin("add"))
            if len(tries) < 3:
                connection.execute(f"DO $$ BEGIN RAISE EXCEPTION 'x' USING ERRCODE = '{code}'; END $$")

    add(server)
    assert len(tries) == 3
    assert [holding.quantity for holding in read_collection(server, "swtcg").holdings] == [1]


def test_no_password_is_told(server: ServerPath, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither by messages nor by tracebacks, whatever is wrong with the address."""
    monkeypatch.setattr("db.engines.postgres.PAUSE", 0)
    for address in (
        "postgresql://club:geheim@/none?host=/nowhere",
        "postgresql://club@/none?host=/nowhere&password=geheim",
        "postgresql://club:geheim@[/broken",
        "postgresql://club:geheim@localhost:port/x",
        "postgresql://club:geheim@/x?host=/nowhere&nonsense=1",
    ):
        path = ServerPath.of(file, address)
        monkeypatch.setenv("DECKCHECK_DB", address)
        monkeypatch.setenv("DECKCHECK_CATALOGUE", str(file))
        try:
            ensure_server_ready(path, HEAD, lambda _: None)
        except DatabaseError as error:
            told = "".join(traceback.format_exception(error))
        done = CliRunner().invoke(app, ["collection", "list"])
        assert done.exit_code
        told += done.output + repr(done.exception) + repr(path)
        assert "postgres" in told
        assert "geheim" not in told


def test_a_password_is_found_where_postgresql_looks_for_it_and_kept_nowhere(
    postgres: "PostgresServer", server: ServerPath, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from db.engines.postgres import close_idle

    postgres.add_locked("ada", "geheim")
    plain = (server.address or "").replace("club@", "ada@")
    host, database = (server.address or "").rpartition("=")[2], plain.partition("?")[0].rpartition("/")[2]
    services, passwords = tmp_path / "services", tmp_path / "passwords"
    services.write_text(f"[club]\nhost={host}\ndbname={database}\nuser=ada\npassword=geheim\n", "utf-8")
    passwords.write_text("*:*:*:ada:geheim\n", "utf-8")
    passwords.chmod(0o600)
    monkeypatch.setenv("DECKCHECK_CATALOGUE", str(server))

    def told(address: str, **more: str) -> str:
        close_idle()  # a connection that is there asks for none
        with monkeypatch.context() as patch:
            for name, value in more.items():
                patch.setenv(name, value)
            done = CliRunner().invoke(app, ["database", "info", "--json", "--db", address])
        return done.output + "".join(traceback.format_exception(done.exception))

    kept = plain.replace("ada@", "ada:geheim@")
    found = [
        told(kept),
        told(plain, PGPASSWORD="geheim"),
        told(plain, PGPASSFILE=str(passwords)),
        told("postgresql:///?service=club", PGSERVICEFILE=str(services)),
    ]
    assert [json.loads(one.partition("\nNone")[0])["server"]["revision"] for one in found] == [HEAD] * 4
    refused = [told(plain), told(kept.replace("geheim", "verkehrt")), told(plain, PGPASSWORD="verkehrt")]
    assert all("password" in one for one in refused)
    assert not any(word in one for one in (*found, *refused) for word in ("geheim", "verkehrt"))
    with deckcheck.open(kept) as session:
        assert shown_place(session.path) == shown_place(ServerPath.of(server, plain))
        assert "geheim" not in repr(session)
    assert not any(b"geheim" in path.read_bytes() for path in server.parent.iterdir())


def test_events_are_written_side_by_side_and_each_by_one_at_a_time(server: ServerPath) -> None:
    for name in ("A", "B"):
        create_event(server, EventFacts(name, name, "swtcg", "dci", "2004-06-19"), EventOrigin("new"))

    def register(event: str, player: int) -> None:
        with working(server, event, EventOrigin("register")) as work:
            work.put("player", [player], PlayerFacts(f"Player {player}"))

    waits = threading.Thread(target=register, args=("A", 2))
    with working(server, "A", EventOrigin("register")) as work:
        work.put("player", [1], PlayerFacts("Player 1"))
        apply_batch(server, [HoldingChange(KOUHUN, add=1)], command="meanwhile")
        register("B", 1)
        waits.start()
        with reading(server) as connection:
            while not connection.execute("SELECT 1 FROM pg_locks WHERE NOT granted").fetchone():
                assert waits.is_alive()
    waits.join()
    assert [sorted(read_event(server, name).players) for name in ("A", "B")] == [[1, 2], [1]]
