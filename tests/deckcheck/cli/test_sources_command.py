"""`deckcheck cards sync`, `import` and the rest, as a user runs them, against a server of our own."""

import json
import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from db.cards.bundled import read_sets
from db.cards.bundled_games import BUNDLED
from db.cards.lookup import Catalogue
from deckcheck.errors import SourceNameTakenError
from importers.sources import fetching
from importers.sources.source_errors import NothingReadError, OfflineError
from tests import web as pages
from tests.amounts import in_turns
from tests.importers.sources.made_up import (
    as_json,
    destiny_card,
    lackey_row,
    lackey_set,
    lcg_card,
    octgn_card,
    octgn_set,
    plugin,
    update_list,
    zipped,
)
from tests.web import Page, Web

Run = Callable[..., Result]
ROOT = "/starwars"


@pytest.fixture
def web() -> Iterator[Web]:
    with pages.running() as running:
        yield running


@pytest.fixture
def path(small_database: Path) -> Path:
    return small_database


@pytest.fixture
def run(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs the command line in this process, with a database and a cache of its own."""
    from deckcheck.cli.main import app

    monkeypatch.setenv("DECKCHECK_DB", str(path))
    monkeypatch.setenv("DECKCHECK_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(fetching, "PAUSE", 0.0)

    def run_it(*arguments: object) -> Result:
        return CliRunner().invoke(app, ["cards", *map(str, arguments)])

    return run_it


def document(result: Result) -> Any:
    assert result.exit_code in (0, 1), result.output
    return json.loads(result.stdout)


def publish(web: Web, files: dict[str, bytes], *, images: tuple[str, ...] = (), **page: Any) -> str:
    """Serves a plugin with its update list; the address of the list."""
    for name, data in files.items():
        web.put(f"{ROOT}/{name}", Page(data, **page))
    listed = update_list(files, web.address + ROOT, images=images)
    return web.put(f"{ROOT}/updatelist.txt", Page(listed, **page))


def hive(**queen: str) -> dict[str, bytes]:
    rows = (lackey_row("Queen Bee (A)", "1", **queen), lackey_row("Drone", "2"))
    wasps = (lackey_row("Wasp", "1", Set="YYY", ImageFile="YYY1"),)
    return plugin({"ZZZ": lackey_set(*rows), "YYY": lackey_set(*wasps)}) | {
        "decks/Hive.dek": b"<deck/>",
        "sets/OLD.txt": lackey_set(lackey_row("Old bee")),
    }


def test_a_new_user_syncs_lackey_sees_what_changes_and_undoes_it(run: Run, web: Web) -> None:
    assert run("source", "add", "lackey", publish(web, hive())).exit_code == 0
    shown = run("sync", "lackey")
    assert shown.exit_code == 0
    assert "--apply" in shown.stderr
    assert "set: cannot be 'ZZZ'" in str(run("search", "set:ZZZ").exception)
    taken = document(run("sync", "lackey", "--apply", "--json"))
    assert taken["schema"] == "deckcheck.import/1"
    assert (taken["source"], taken["applied"], taken["batch"]) == ("lackey", True, 1)
    assert [(s["code"], s["cards"], s["new"], s["errors"]) for s in taken["sets"]] == [
        ("ZZZ", 2, 2, []),
        ("YYY", 1, 1, []),
    ]
    assert document(run("search", "text:hums", "--json"))["total"] == 3
    assert document(run("search", 'text~"queen bee"', "--json"))["total"] == 1

    publish(web, hive(Cost="5", Text="New words."))
    changed = run("sync", "lackey", "--apply")
    assert "ZZZ changed: Queen Bee (A): cost 3 -> 5" in changed.stdout
    assert "cards undo 2" in changed.stderr
    undone = run("undo", 2)
    assert undone.exit_code == 0
    assert document(run("search", "set:ZZZ cost:3", "--json"))["total"] == 2
    again = document(run("sync", "lackey", "--apply", "--json"))
    assert sum(s["changed"] for s in again["sets"]) == 1, "what was undone comes again when asked for"


def test_a_table_keeps_its_set_and_other_files_do_not_pass_for_it(run: Run, tmp_path: Path) -> None:
    """A later sync finds the same set again, and what an import of other files took away."""
    table, other = tmp_path / "nos.csv", tmp_path / "other.csv"
    table.write_text("Name,Side,Type\nGamma Trooper (A),L,Character\n", encoding="utf-8")
    other.write_text("Name,Side,Type\nDelta Trooper (A),L,Character\n", encoding="utf-8")
    mine = ("--as", "table", "--game", "swtcg", "--set", "ZZ1", "--name", "mine", "--apply")
    assert run("import", table, *mine).exit_code == 0
    again = document(run("sync", "mine", "--apply", "--json"))
    assert [(s["code"], s["new"]) for s in again["sets"]] in ([], [("ZZ1", 0)])
    assert run("import", other, *mine).exit_code == 0
    back = document(run("sync", "mine", "--apply", "--json"))
    assert [(s["code"], s["cards"]) for s in back["sets"]] == [("ZZ1", 1)]
    assert document(run("search", "gamma trooper set:ZZ1", "--json"))["total"] == 1


def test_files_without_any_card_are_not_nothing_new(run: Run, tmp_path: Path) -> None:
    table = tmp_path / "empty.csv"
    table.write_text("Name,Side,Type\n", encoding="utf-8")
    result = run("import", table, "--as", "table", "--apply")
    assert isinstance(result.exception, NothingReadError)
    assert str(table) in str(result.exception)


def test_only_the_text_that_is_needed_is_fetched(run: Run, web: Web) -> None:
    run("source", "add", "lackey", publish(web, hive(), images=("ZZZ/a.jpg",)))
    web.forget()
    run("sync", "lackey", "--apply")
    names = [asked.removeprefix(ROOT + "/") for asked in web.asked]
    assert names == ["updatelist.txt", "ListOfCardDataFiles.txt", "sets/ZZZ.txt", "sets/YYY.txt"]


def test_taking_over_a_preview_fetches_nothing_twice(run: Run, web: Web) -> None:
    run("source", "add", "lackey", publish(web, hive()))
    run("sync", "lackey")
    web.forget()
    assert document(run("sync", "lackey", "--apply", "--json"))["batch"] == 1
    assert web.asked == [f"{ROOT}/updatelist.txt"]


@pytest.mark.parametrize("page", [{}, {"etag": False, "last_modified": "Sat, 21 Nov 2026 10:00:00 GMT"}])
def test_a_second_sync_makes_one_conditional_request_and_no_write(
    run: Run, web: Web, path: Path, page: dict[str, Any]
) -> None:
    run("source", "add", "lackey", publish(web, hive(), **page))
    run("sync", "lackey", "--apply")
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    before = path.read_bytes(), path.stat().st_mtime_ns
    web.forget()
    second = run("sync", "lackey", "--apply")
    assert second.exit_code == 0
    assert "nothing is new" in second.stderr
    assert web.asked == [f"{ROOT}/updatelist.txt"]
    assert web.headers[0].get("If-None-Match") or web.headers[0].get("If-Modified-Since")
    assert (path.read_bytes(), path.stat().st_mtime_ns) == before
    wal = path.with_name(path.name + "-wal")
    assert not wal.exists() or not wal.stat().st_size


def test_a_server_without_etags_is_compared_by_what_it_sends(run: Run, web: Web) -> None:
    run("source", "add", "lackey", publish(web, hive(), etag=False))
    run("sync", "lackey", "--apply")
    web.forget()
    assert "nothing is new" in run("sync", "lackey", "--apply").stderr
    assert web.asked == [f"{ROOT}/updatelist.txt"]


def test_only_files_that_changed_are_fetched(run: Run, web: Web) -> None:
    run("source", "add", "lackey", publish(web, hive()))
    run("sync", "lackey", "--apply")
    publish(web, hive(Cost="9"))
    web.forget()
    run("sync", "lackey", "--apply")
    assert [asked.rpartition("/")[2] for asked in web.asked] == ["updatelist.txt", "ZZZ.txt"]


def test_a_list_of_13000_rows_in_cp1252_with_crlf(run: Run, web: Web) -> None:
    files = hive() | {"sets/Café.txt": b"x"}
    images = tuple(f"ZZZ/Bild_{number}_é.jpg" for number in range(13_000))
    run("source", "add", "lackey", publish(web, files, images=images))
    taken = document(run("sync", "lackey", "--apply", "--json"))
    assert sum(s["new"] for s in taken["sets"]) == 3


def test_a_file_with_another_checksum_stops_only_its_set(run: Run, web: Web) -> None:
    address = publish(web, hive())
    web.put(f"{ROOT}/sets/ZZZ.txt", Page(lackey_set(lackey_row("Evil bee"))))
    run("source", "add", "lackey", address)
    web.forget()
    taken = run("sync", "lackey", "--apply", "--json")
    assert taken.exit_code == 1
    sets = {s["code"]: s for s in json.loads(taken.stdout)["sets"]}
    assert "checksum" in sets["ZZZ"]["errors"][0]["message"]
    assert (sets["YYY"]["new"], sets["ZZZ"]["new"]) == (1, 0)
    assert web.asked.count(f"{ROOT}/sets/ZZZ.txt") == 2, "asked for past all caches once more"
    publish(web, hive())
    assert document(run("sync", "lackey", "--apply", "--json"))["batch"] == 2, "it is looked at again"


def test_offline(run: Run, web: Web) -> None:
    run("source", "add", "lackey", publish(web, hive()))
    nothing = run("sync", "lackey", "--offline")
    assert nothing.exit_code == 2 or isinstance(nothing.exception, Exception)
    assert "--offline" in str(nothing.exception)
    run("sync", "lackey")
    web.forget()
    assert document(run("sync", "lackey", "--offline", "--apply", "--json"))["batch"] == 1
    assert web.asked == []


@pytest.mark.parametrize(
    "row",
    [
        "plugins/starwars/../../evil.txt\t{0}/x\t1",
        "/etc/passwd\t{0}/x\t1",
        "C:/x.txt\t{0}/x\t1",
        "plugins/starwars/sets\\..\\x.txt\t{0}/x\t1",
    ],
)
def test_lists_that_reach_out_are_refused_by_name(run: Run, web: Web, row: str) -> None:
    listed = update_list(hive(), web.address + ROOT).replace(
        b"CardImageURLs", row.format(web.address).encode() + b"\r\nCardImageURLs"
    )
    run("source", "add", "lackey", web.put(f"{ROOT}/updatelist.txt", listed))
    result = run("sync", "lackey", "--apply")
    assert "refused" in str(result.exception)
    assert row.partition("\t")[0] in str(result.exception).replace("\\\\", "\\")


@pytest.mark.parametrize("url", ["http://localhost:1/ZZZ.txt", "file:///etc/passwd", "ftp://127.0.0.1/x"])
def test_files_elsewhere_are_refused_by_name(run: Run, web: Web, url: str) -> None:
    address = publish(web, hive())
    listed = update_list(hive(), web.address + ROOT).replace(
        f"{web.address}{ROOT}/sets/ZZZ.txt".encode(), url.encode()
    )
    web.put(f"{ROOT}/updatelist.txt", listed)
    run("source", "add", "lackey", address)
    assert url in str(run("sync", "lackey", "--apply").exception)


@pytest.mark.parametrize(
    ("body", "told"),
    [
        (b"<html><title>Cafe Wifi</title>", "Cafe Wifi"),
        (b"404 not found", "expected an update list"),
        (b"", "expected an update list"),
        (b"starwars\t11-21-26\nodd row\n", "updatelist.txt:2"),
        (b"starwars\t11-21-26\n", "ListOfCardDataFiles.txt"),
    ],
)
def test_what_is_no_list_is_told_and_nothing_changes(
    run: Run, web: Web, path: Path, body: bytes, told: str
) -> None:
    run("source", "add", "lackey", web.put(f"{ROOT}/updatelist.txt", Page(body)))
    before = path.read_bytes()
    assert told in str(run("sync", "lackey", "--apply").exception)
    assert path.read_bytes() == before


def test_pictures_only_when_asked_for_within_a_limit_and_no_picture_twice(
    run: Run, web: Web, tmp_path: Path
) -> None:
    images = ("ZZZ/a.jpg", "ZZZ/b.jpg", "ZZZ/c.jpg")
    for image in images:
        web.put(f"{ROOT}/{image}", Page(b"\xff\xd8" + b"x" * 600_000, kind="image/jpeg"))
    run("source", "add", "lackey", publish(web, hive(), images=images))
    first = run("sync", "lackey", "--apply", "--images", "--images-limit", 1)
    assert "pictures" in first.stderr
    folder = tmp_path / "cache" / "images" / "lackey" / "ZZZ"
    assert 1 <= len(list(folder.glob("*.jpg"))) < 3
    web.forget()
    run("sync", "lackey", "--apply", "--images")
    assert sorted(p.name for p in folder.glob("*.jpg")) == ["a.jpg", "b.jpg", "c.jpg"]
    assert f"{ROOT}/ZZZ/a.jpg" not in web.asked


def test_a_destiny_site(run: Run, web: Web, path: Path) -> None:
    cards = [destiny_card("51001", "Bee"), destiny_card("51002", "Sting")]
    sets = [{"code": "QQ", "name": "Quick", "position": 1, "known": 2, "total": 2, "url": "x"}]
    formats = [
        {
            "code": "STD",
            "name": "Standard",
            "data": {"sets": ["QQ"], "banned": ["51002"], "restricted": [], "balance": {}},
        }
    ]
    for name, rows in (("cards", cards), ("sets", sets), ("formats", formats)):
        web.put(f"/api/public/{name}/", Page(as_json(rows), kind="application/json"))
    run("source", "add", "destiny", web.address + "/")
    assert document(run("sync", "destiny", "--apply", "--json"))["sets"][0]["new"] == 2
    shown = run("show", "Sting", "--game", "destiny").stdout
    assert "Standard (destiny): banned" in shown
    assert "Sting does nothing." in shown
    assert (
        document(run("search", "--game", "destiny", 'type:event side:neutral text:"does nothing"', "--json"))[
            "total"
        ]
        == 2
    )
    before = path.read_bytes()
    web.forget()
    assert "nothing is new" in run("sync", "destiny", "--apply").stderr
    assert all("If-None-Match" in headers for headers in web.headers)
    assert path.read_bytes() == before
    web.put(
        "/api/public/formats/",
        Page(as_json([formats[0] | {"data": {"sets": ["QQ"], "banned": []}}]), kind="application/json"),
    )
    changed = document(run("sync", "destiny", "--apply", "--json"))
    assert [one["code"] for one in changed["formats"]] == ["STD"]
    assert "Standard (destiny): legal" in run("show", "Sting", "--game", "destiny").stdout


def write(folder: Path, files: dict[str, bytes]) -> Path:
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return folder


IMPORTS: dict[str, tuple[str, dict[str, bytes]]] = {
    "lackey": ("swtcg", hive()),
    "deckdb": (
        "swtcg",
        {
            "cards.json": as_json(
                [{"name": "Bee", "set": "ZZZ", "imageFrag": "b", "side": "L", "type": "Battle"}]
            )
        },
    ),
    "destiny": ("destiny", {"set/QQ.json": as_json([destiny_card("51001", "Bee")])}),
    "swlcg": ("swlcg", {"json/bee.json": as_json([lcg_card(1, "Bee")])}),
    "stargate": ("stargate", {"Sets/1/set.xml": octgn_set("Base Set", octgn_card("Bee", "b"))}),
    "table": ("swtcg", {"mine.csv": b"Name;Side;Type;Set\nBee;L;Battle;ZZZ\n"}),
}


@pytest.mark.parametrize(("packed", "name"), in_turns((False, True), IMPORTS))
def test_import_of_every_source(run: Run, tmp_path: Path, name: str, packed: bool) -> None:
    game, files = IMPORTS[name]
    where = write(tmp_path / "in", files)
    if packed:
        where = tmp_path / "in.zip"
        where.write_bytes(zipped({f"deep/{n}": data for n, data in files.items()}))
    shown = document(run("import", where, "--json"))
    assert (shown["source"], shown["applied"], shown["batch"]) == (name, False, None)
    taken = document(run("import", where, "--apply", "--json"))
    assert taken["batch"] == 1
    assert sum(s["new"] for s in taken["sets"]) > 0
    again = document(run("import", where, "--apply", "--json"))
    assert (again["batch"], again["unchanged"]) == (None, [name])
    assert document(run("search", "--game", game, "name:bee text:any or name:bee", "--json"))["total"] > 0
    assert run("lint", where).exit_code in (0, 1)
    assert document(run("undo", 1, "--json"))["kept"] == []
    history = document(run("history", "--json"))["batches"]
    assert [(b["id"], b["source"], b["undone_at"] is None) for b in history] == [(1, name, False)]


def test_bad_rows_are_listed_by_file_line_and_column(run: Run, tmp_path: Path) -> None:
    rows = (lackey_row("Bee"), lackey_row("Wasp", "2", Side="Q", Cost="lots"))
    where = write(
        tmp_path / "in",
        plugin({"ZZZ": lackey_set(*rows), "YYY": lackey_set(lackey_row("Ant", Set="YYY", ImageFile="a"))}),
    )
    result = run("import", where, "--apply", "--json")
    assert result.exit_code == 1
    sets = {s["code"]: s for s in json.loads(result.stdout)["sets"]}
    assert [(e["file"], e["line"], e["column"]) for e in sets["ZZZ"]["errors"]] == [
        ("sets/ZZZ.txt", 3, "side"),
        ("sets/ZZZ.txt", 3, "cost"),
    ]
    assert (sets["ZZZ"]["new"], sets["YYY"]["new"]) == (0, 1)
    shown = run("import", where)
    assert "sets/ZZZ.txt:3:side: found 'Q', expected one of" in shown.stdout
    assert "--keep-going" in shown.stdout
    rest = run("import", where, "--apply", "--keep-going", "--json")
    assert rest.exit_code == 1
    assert {s["code"]: s["new"] for s in json.loads(rest.stdout)["sets"]} == {"ZZZ": 1, "YYY": 0}


def test_only_some_sets(run: Run, tmp_path: Path) -> None:
    where = write(tmp_path / "in", hive())
    taken = document(run("import", where, "--apply", "--only", "YYY", "--json"))
    assert [s["code"] for s in taken["sets"]] == ["YYY"]


def test_a_source_with_a_name_of_its_own_stands_for_its_own_files(run: Run, tmp_path: Path) -> None:
    """`cards sync mine` once asked the public site for what was imported from a folder."""
    where = write(tmp_path / "in", hive())
    assert run("import", where, "--apply", "--name", "mine").exit_code == 0
    listed = document(run("sources", "--json"))["sources"]
    assert next(one["address"] for one in listed if one["name"] == "mine") == str(where)
    assert run("sync", "mine").exit_code == 0


def test_a_table_of_ones_own_is_kept_up_to_date(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "mine.csv"
    path.write_bytes(b"Karte;Seite;Type\nBee;L;Battle\n")
    added = run(
        "source",
        "add",
        "home",
        path,
        "--as",
        "table",
        "--map",
        "Karte=name",
        "--map",
        "Seite=side",
        "--set",
        "HOME",
    )
    assert added.exit_code == 0, added.output
    assert document(run("sync", "--apply", "--json"))["sets"][0]["code"] == "HOME"
    assert "nothing is new" in run("sync", "--apply").stderr
    path.write_bytes(b"Karte;Seite;Type\nBee;D;Battle\n")
    (change,) = document(run("sync", "home", "--apply", "--json"))["sets"][0]["changes"]
    assert (change["field"], change["from"], change["to"]) == ("side", "light", "dark")
    listed = document(run("sources", "--json"))["sources"]
    home = next(one for one in listed if one["name"] == "home")
    assert (home["kind"], home["cards"], home["address"]) == ("table", 1, str(path))
    assert home["changed_at"]
    assert run("source", "remove", "home").exit_code == 0
    assert "home" not in [one["name"] for one in document(run("sources", "--json"))["sources"]]


def test_sources_that_come_with_us_are_listed_and_unknown_ones_told(run: Run) -> None:
    listed = run("sources").stdout
    assert "https://lackey.swtcg.com/starwars/updatelist.txt" in listed
    assert "no card source is called 'nobody'" in str(run("sync", "nobody").exception)
    assert "no address" in str(run("sync", "table").exception)
    assert run("sync").exit_code == 2


def test_compare(run: Run, tmp_path: Path) -> None:
    one = write(tmp_path / "one", hive())
    other = write(tmp_path / "two", hive(Cost="9"))
    write(tmp_path / "two", {"sets/YYY.txt": lackey_set(lackey_row("Hornet", "7", Set="YYY", ImageFile="h"))})
    run("source", "add", "one", one)
    run("source", "add", "two", other)
    found = document(run("compare", "one", "two", "--json"))
    assert (found["common"], found["only_one"], found["only_other"]) == (
        2,
        [["YYY", "Wasp"]],
        [["YYY", "Hornet"]],
    )
    (difference,) = found["disagreements"]
    assert (difference["name"], difference["field"], difference["one"], difference["other"]) == (
        "Queen Bee (A)",
        "cost",
        "3",
        "9",
    )
    assert "cost '3' in one, '9' in two" in run("compare", "one", "two").stdout
    assert document(run("compare", "bundled", "one", "--json"))["common"] == 0


def test_sources_that_came_from_files_are_compared_without_a_network(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever imported a plugin from a folder may be anywhere when asking what it says."""
    monkeypatch.setattr(fetching.Fetcher, "fetch", _never)
    hives = plugin({"ZZZ": lackey_set(lackey_row("Beta Beekeeper (A)"))})
    folder = write(tmp_path / "plugin", hives)
    cards = as_json([destiny_card("51001", "Hum")])
    for files in (folder, write(tmp_path / "swd", {"QQ.json": cards})):
        assert run("import", files, "--apply").exit_code == 0
    found = document(run("compare", "lackey", "bundled", "--json"))
    assert found["only_one"] == [["ZZZ", "Beta Beekeeper (A)"]]
    assert document(run("compare", "destiny", "bundled", "--json"))["only_one"] == [["QQ", "Hum"]]


def test_files_of_a_source_are_found_again_from_any_folder(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same name below another folder must not be compared instead."""
    monkeypatch.setattr(fetching.Fetcher, "fetch", _never)
    for place, name in ((tmp_path, "Here (A)"), (tmp_path / "else", "Elsewhere (A)")):
        write(place / "plug", plugin({"ZZZ": lackey_set(lackey_row(name))}))
    monkeypatch.chdir(tmp_path)
    assert run("import", "plug", "--apply").exit_code == 0
    monkeypatch.chdir(tmp_path / "else")
    found = document(run("compare", "lackey", "bundled", "--json"))
    assert found["only_one"] == [["ZZZ", "Here (A)"]]


def test_a_source_that_was_forgotten_is_asked_at_its_own_address(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[object] = []

    def refuse(_self: object, url: str, *_: object, **__: object) -> None:
        asked.append(url)
        raise OfflineError(url)

    monkeypatch.setattr(fetching.Fetcher, "fetch", refuse)
    files = plugin({"ZZZ": lackey_set(lackey_row("Bee (A)"))})
    assert run("import", write(tmp_path / "plug", files), "--apply").exit_code == 0
    assert run("source", "remove", "lackey").exit_code == 0
    assert isinstance(run("compare", "lackey", "bundled").exception, OfflineError)
    assert len(asked) == 1


def test_a_table_is_compared_as_it_lies_at_the_address_of_its_source(run: Run, tmp_path: Path) -> None:
    """Another file under its name may have other columns than those that were mapped."""
    first, second = tmp_path / "first.csv", tmp_path / "second.csv"
    first.write_text("Foo,Side,Type\nBee (A),L,Character\n", encoding="utf-8")
    second.write_text("Bar,Side,Type\nWasp (A),L,Character\n", encoding="utf-8")
    for file, column in ((first, "Foo"), (second, "Bar")):
        given = ("--map", f"{column}=name", "--name", "home", "--set", "ZZZ", "--apply")
        assert run("import", file, *given).exit_code == 0
    found = document(run("compare", "home", "bundled", "--json"))
    assert found["only_one"] == [["ZZZ", "Bee (A)"]]


def test_files_that_moved_are_said_and_the_site_is_not_taken_for_them(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fetching.Fetcher, "fetch", _never)
    folder = write(tmp_path / "swd", {"QQ.json": as_json([destiny_card("51001", "Hum")])})
    assert run("import", folder, "--apply").exit_code == 0
    folder.rename(tmp_path / "moved")
    error = str(run("compare", "destiny", "bundled").exception)
    assert f"{folder}: no longer there" in error


def test_sources_of_two_games_are_not_compared(run: Run, tmp_path: Path) -> None:
    lcg = write(tmp_path / "lcg", {"p.json": as_json([lcg_card(1, "Bee"), lcg_card(2, "Wasp")])})
    other = write(tmp_path / "swd", {"QQ.json": as_json([destiny_card("51001", "Hum")])})
    for folder in (lcg, other):
        assert run("import", folder, "--apply").exit_code == 0
    assert document(run("compare", "swlcg", "swlcg", "--json"))["common"] == 2
    games = str(run("compare", "destiny", "swlcg").exception)
    assert "destiny of Star Wars: Destiny and swlcg of Star Wars: The Card Game" in games


def test_sets_that_only_one_source_has_are_one_line_each(run: Run, tmp_path: Path) -> None:
    files = plugin({"ZZZ": lackey_set(lackey_row("Bee (A)"), lackey_row("Wasp (A)", "2"))})
    run("import", write(tmp_path / "plug", files), "--apply")
    lines = run("compare", "lackey", "bundled").stdout.splitlines()
    assert "ZZZ: only in lackey, 2 cards" in lines
    assert "AOTC: only in bundled, 189 cards" in lines
    assert len(lines) == 1 + len(read_sets(BUNDLED[0]))


def test_cards_that_only_one_source_has_are_summed_up(run: Run, tmp_path: Path) -> None:
    """Who compares two sites wants to see the differences, not 900 lines of what one lacks."""
    rows = [lackey_row(f"Bee {letter} (A)", str(n), Set="AOTC") for n, letter in enumerate("VWXYZ", 1)]
    run("import", write(tmp_path / "plug", plugin({"AOTC": lackey_set(*rows)})), "--apply")
    result = run("compare", "lackey", "bundled")
    lines = [line for line in result.stdout.splitlines() if line.startswith("AOTC")]
    assert lines[0] == ("AOTC: 5 cards only in lackey: Bee V (A), Bee W (A), Bee X (A), ...")
    assert lines[1].startswith("AOTC: 189 cards only in bundled: ")
    assert len(lines) == 2
    assert "0 cards in both, 5 only in lackey, " in result.stderr
    full = run("compare", "lackey", "bundled", "--full").stdout.splitlines()
    assert "AOTC Bee Z (A): only in lackey" in full
    assert sum(line.startswith("AOTC") for line in full) == 194


def test_the_name_of_another_source_is_not_taken(run: Run, tmp_path: Path) -> None:
    """A table under the name of a known source would be all that is left of that source."""
    table = tmp_path / "mine.csv"
    table.write_text("Name,Side,Type\nFoo,L,Battle\n", encoding="utf-8")
    run("import", table, "--name", "home", "--apply")
    for name in ("bundled", "stargate", "destiny", "lackey"):
        error = run("import", table, "--name", name, "--apply").exception
        assert isinstance(error, SourceNameTakenError), name
    other = run("import", table, "--name", "home", "--game", "destiny", "--apply")
    assert isinstance(other.exception, SourceNameTakenError)
    assert isinstance(run("source", "add", "bundled", table).exception, SourceNameTakenError)


def test_undo_tells_what_stays_and_leaves_nothing_for_the_next_command(
    run: Run, path: Path, tmp_path: Path
) -> None:
    from deckcheck.cli.main import app

    table = tmp_path / "mine.csv"
    table.write_text("Name,Side,Type\nFoo,L,Battle\nBar,L,Battle\n", encoding="utf-8")
    run("import", table, "--set", "Q", "--apply")
    added = CliRunner().invoke(app, ["collection", "add", "Foo", "--db", str(path)])
    assert added.exit_code == 0, added.output
    undone = run("undo", 1)
    assert undone.exit_code == 1
    assert "kept, since it is in use: Foo" in undone.stdout
    assert "2 rows went back, 1 kept and marked" in undone.stderr, "the card Bar and its printing"
    assert "loading the bundled catalogue" not in undone.stderr + run("search", "yoda").stderr


def test_a_set_that_is_not_there_is_not_nothing_new(run: Run, tmp_path: Path) -> None:
    table = tmp_path / "mine.csv"
    table.write_text("Name,Side,Type\nFoo,L,Battle\n", encoding="utf-8")
    error = str(run("import", table, "--set", "Q", "--only", "NOPE").exception)
    assert "no set NOPE in it; there is Q" in error


@pytest.mark.parametrize(
    ("name", "rows", "place"),
    [
        ("formats.json", [{"code": "F", "name": "Free", "data": {"sets": [1]}}], "data"),
        ("formats.json", [{"code": "F", "name": "Free", "data": {"sets": [], "banned": [{}]}}], "banned"),
        (
            "cards.json",
            [
                {
                    "name": "Bee (A)",
                    "set": "ZZZ",
                    "setName": "Bees",
                    "type": "Character",
                    "imageFrag": "ZZZ/1.jpg",
                    "side": "L",
                    "cost": [3],
                    "speed": None,
                }
            ],
            "cost",
        ),
    ],
)
def test_values_of_another_kind_are_told_by_place(
    run: Run, tmp_path: Path, name: str, rows: list[dict[str, Any]], place: str
) -> None:
    folder = write(tmp_path / "in", {name: as_json(rows), "QQ.json": b"[]"})
    kind = ("--as", "deckdb") if name == "cards.json" else ("--as", "destiny")
    result = run("import", folder, *kind)
    assert result.exit_code == 1, result.exception
    assert re.search(rf"{name}:\d+:{place}: found", result.output)


def test_numbers_instead_of_texts_are_read(run: Run, tmp_path: Path) -> None:
    row = {
        "name": "Bee (A)",
        "set": "ZZZ",
        "setName": "Bees",
        "imageFrag": "ZZZ/1.jpg",
        "side": "L",
        "type": "Character",
        "cost": 3,
        "speed": "",
        "power": "1",
        "health": "1",
    }
    (tmp_path / "cards.json").write_bytes(as_json([row]))
    found = document(run("import", tmp_path / "cards.json", "--as", "deckdb", "--json"))
    assert (found["sets"][0]["new"], found["sets"][0]["errors"]) == (1, [])
    lcg = [lcg_card(1, "Bee", objectiveSetSequence=""), lcg_card(2, "Wasp")]
    (tmp_path / "lcg.json").write_bytes(as_json(lcg))
    assert document(run("import", tmp_path / "lcg.json", "--json"))["sets"][0]["new"] == 2


def test_a_type_that_the_game_does_not_have_is_found_in_tables_too(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "ty.csv"
    path.write_text("Name,Side,Type\nFoo,L,Charcter\n", encoding="utf-8")
    told = run("lint", path)
    assert told.exit_code == 1
    assert f"{path}:2: type: error type-unknown: found Charcter, expected one of" in told.stdout


def _never(*_: object, **__: object) -> None:
    raise AssertionError("the network was asked")


def test_lint_of_a_plugin_counts_its_lists_and_tells_each_slip_once(run: Run, tmp_path: Path) -> None:
    sets = {
        "AAA": lackey_set(
            lackey_row("Joe (A)", Set="AAA"),
            lackey_row("Zed (A)", "2", Set="AAA", Side="Q"),
            lackey_row("", "3", Set="AAA"),
        ),
        "BBB": lackey_set(lackey_row("Moe (A)", Set="BBB", ImageFile="BBB1")),
        "GONE": b"",
    }
    files = plugin(sets, b"<format><label>All</label><set>AAA</set><set>BSB</set></format>")
    del files["sets/GONE.txt"]
    folder = write(tmp_path / "plugin", files | {"sets/.~lock.AAA.txt#": b"me"})
    found = document(run("lint", folder, "--json"))["files"]
    assert [(Path(f["path"]).name, f["cards"], len(f["findings"])) for f in found] == [
        (".~lock.AAA.txt#", 0, 1),
        ("AAA.txt", 2, 2),
        ("BBB.txt", 1, 0),
        ("ListOfCardDataFiles.txt", 0, 1),
        ("formats.txt", 0, 1),
    ]
    assert all(Path(f["path"]).is_file() for f in found)
    told = run("lint", folder)
    assert "side: error side-unknown: found Q, expected one of" in told.stdout
    assert "name: error name-missing: found nothing, expected a name" in told.stdout
    assert "row-unreadable: names GONE.txt, which is not there\n" in told.stdout
    assert "source-note: names a set BSB, which is not there (in All)\n" in told.stdout
    assert "5 files, 3 cards: 3 errors, 1 warning, 1 note" in told.stderr


def test_lint_of_a_plugin_looks_at_lists_that_are_not_named_or_all_wrong(run: Run, tmp_path: Path) -> None:
    """The worst file must not get the mildest verdict."""
    files = plugin({"AAA": lackey_set(lackey_row("Bee (A)", Set="AAA"))})
    files["sets/BBB.txt"] = lackey_set(lackey_row("Moe (A)", Set="BBB", Side="QQ"))
    unnamed = run("lint", write(tmp_path / "unnamed", files))
    assert unnamed.exit_code == 1
    assert "BBB.txt:2: side: error side-unknown: found QQ" in unnamed.stdout
    files = plugin({"BBB": files["sets/BBB.txt"]})
    wrong = run("lint", write(tmp_path / "wrong", files))
    assert wrong.exit_code == 1
    assert wrong.stdout.count("side-unknown") == 1
    assert document(run("import", tmp_path / "wrong", "--json"))["sets"][0]["errors"]


def test_lint_of_a_folder_looks_at_its_lists_and_those_of_its_sets(run: Run, tmp_path: Path) -> None:
    bad = lackey_set(lackey_row("Moe (A)", Set="BBB", Side="QQ"))
    good = lackey_set(lackey_row("Bee (A)", Set="AAA"))
    folder = write(tmp_path / "mine", {"BBB.txt": bad, "sets/AAA.txt": good})
    found = document(run("lint", folder, "--json"))["files"]
    assert [(Path(f["path"]).name, len(f["findings"])) for f in found] == [("BBB.txt", 1), ("AAA.txt", 0)]
    alone = document(run("lint", write(tmp_path / "one", {"sets/BBB.txt": bad}), "--json"))["files"]
    assert [Path(one["path"]).name for one in alone] == ["BBB.txt"]


def test_lint_of_a_table_without_cards_is_a_file_too(run: Run, tmp_path: Path) -> None:
    (tmp_path / "e.csv").write_text("Name,Side,Type\n", encoding="utf-8")
    told = run("lint", tmp_path / "e.csv")
    assert (told.exit_code, told.stdout) == (0, "")
    assert "1 file, 0 cards: 0 errors" in told.stderr


def test_lint_of_nothing_counts_nothing(run: Run, tmp_path: Path) -> None:
    for nothing in (tmp_path / "absent", write(tmp_path / "empty", {})):
        told = run("lint", nothing)
        assert told.exit_code == 2
        assert told.stderr.count("\n") == 1
        assert str(nothing) in told.stderr


def test_a_sheet_that_is_no_card_list_is_told_in_one_line(run: Run, tmp_path: Path) -> None:
    """Whoever hands a collection to the wrong command is sent to the right one."""
    rows = "".join(f"1,Card {number},AOTC\n" for number in range(3_000))
    (tmp_path / "mine.csv").write_text(f"Quantity,Name,Set\n{rows}", encoding="utf-8")
    error = str(run("import", tmp_path / "mine.csv").exception)
    assert "no column for the side and the type of the cards, only Quantity, Name, Set" in error
    assert "deckcheck collection import" in error


def test_columns_that_are_mapped_make_a_table_and_must_be_there(run: Run, tmp_path: Path) -> None:
    (tmp_path / "home.csv").write_text("Foo,Seite,Typ\nBee (A),L,Character\n", encoding="utf-8")
    path = tmp_path / "home.csv"
    assert "--map COLUMN=FIELD" in str(run("import", path).exception)
    maps = ("--map", "Foo=name", "--map", "Seite=side")
    assert "no column for the type" in str(run("import", path, *maps).exception)
    wrong = str(run("import", path, *maps, "--map", "Type=type", "--map", "Typ=type").exception)
    assert "no column is called 'Type', only Foo, Seite, Typ" in wrong
    found = document(run("import", path, *maps, "--map", "Typ=type", "--json"))
    assert [(one["new_cards"], one["applied"]) for one in found["sets"]] == [(["Bee (A)"], False)]


def test_of_many_rows_that_cannot_be_read_the_first_are_shown(run: Run, tmp_path: Path) -> None:
    rows = "".join(f"Card {number},Q,Battle\n" for number in range(3_000))
    (tmp_path / "odd.csv").write_text(f"Name,Side,Type\n{rows}", encoding="utf-8")
    told = run("import", tmp_path / "odd.csv")
    assert told.stdout.count("\n") < 30
    assert "2980 more rows like these; --json has all" in told.stdout
    found = document(run("import", tmp_path / "odd.csv", "--json"))
    assert len(found["sets"][0]["errors"]) == 3_000


def test_formats_alone_know_the_sets_that_are_stored(run: Run, tmp_path: Path) -> None:
    formats = [{"code": "F", "name": "Free", "data": {"sets": ["AW", "XQ"], "banned": []}}]
    told = run("import", write(tmp_path / "in", {"formats.json": as_json(formats)}))
    other = plugin(
        {"ZZZ": lackey_set(lackey_row("Bee (A)"))},
        b"<format><label>Ours</label><set>AW</set><set>AOTC</set></format>",
    )
    lackey = run("import", write(tmp_path / "plug", other)).stderr
    assert "names a set AW, which is not there (in Ours)" in lackey, "AW is a set of Destiny"
    assert "AOTC" not in lackey
    assert "Free names sets that are not there: XQ\n" in told.stderr
    assert "destiny: 1 format. Nothing is written yet" in told.stderr


def test_compare_with_the_bundled_cards_of_the_same_game(run: Run, tmp_path: Path, path: Path) -> None:
    with Catalogue(path, "destiny") as catalogue:
        others = sum(s.cards for s in catalogue.sets()) - 1
    falcon = destiny_card("01049", "Millennium Falcon", set_code="AW", rarity_code="S")
    run("source", "add", "swd", write(tmp_path / "in", {"AW.json": as_json([falcon])}))
    found = document(run("compare", "bundled", "swd", "--json"))
    assert (found["common"], len(found["only_one"]), found["only_other"]) == (1, others, [])
    assert {d["field"] for d in found["disagreements"]} >= {"cost", "faction"}


def test_an_address_is_imported_as_a_path_is(run: Run, web: Web) -> None:
    listed = publish(web, hive())
    taken = document(run("import", listed, "--apply", "--json"))
    assert (taken["source"], taken["applied"], len(taken["sets"])) == ("lackey", True, 2)
    packed = web.put("/hive.zip", zipped(hive(Cost="9")))
    changed = document(run("import", packed, "--name", "lackey", "--apply", "--json"))
    assert [s["changed"] for s in changed["sets"] if s["code"] == "ZZZ"] == [1]
    (lackey,) = (s for s in document(run("sources", "--json"))["sources"] if s["name"] == "lackey")
    assert lackey["address"] == listed, "a source keeps the address that it has"


def test_the_example_of_a_table_comes_in_whole(run: Run) -> None:
    taken = document(run("import", "examples/sources/beekeepers.csv", "--set", "BEES", "--json"))
    (one,) = taken["sets"]
    assert (one["code"], one["new"], one["errors"], taken["notes"]) == ("BEES", 3, [], [])


def test_show_has_text_rulings_printings_and_legality_by_format(run: Run, tmp_path: Path) -> None:
    row = lackey_row(
        "Bail Organa (A)",
        "4",
        Set="AOTC",
        ImageFile="AOTC004",
        Usage="*RESTRICTED:Vintage | May hum. | May not sting.",
        Text="Hums.",
        Subtype="Alderaanian Diplomat",
        Cost="4",
        Power="3",
        Health="2",
        Rarity="R",
        Classification="WOTC, REP",
    )
    formats = b"<format><label>Hive</label><set>AOTC</set></format><format><label>Other</label><set>ESB</set></format>"
    run("import", write(tmp_path / "in", plugin({"AOTC": lackey_set(row)}, formats)), "--apply")
    shown = run("show", "Bail Organa (A)").stdout
    for line in (
        "  Hums.",
        "  May hum.",
        "  May not sting.",
        "  Vintage: restricted",
        "  WOTC: legal",
        "  Standard: not in its sets",
        "  Hive (lackey): legal",
        "  Other (lackey): not in its sets",
    ):
        assert any(found.startswith(line) for found in shown.splitlines()), (line, shown)
    card = document(run("show", "Bail Organa (A)", "--json"))["card"]
    assert card["words"][0]["text"] == "Hums."
    assert {(f["format"], f["source"], f["status"]) for f in card["formats"]} >= {
        ("Vintage", None, "restricted"),
        ("Hive", "lackey", "legal"),
    }


def test_marks_of_html_are_not_shown_with_the_words(run: Run, tmp_path: Path) -> None:
    """Sites mark up the words of cards; people read them plain, programs as they came."""
    text = "<b>Hums</b> if <i class=x>A</i> < B.<br>Then stings."
    row = lackey_row(
        "Bail Organa (A)",
        "4",
        Set="AOTC",
        ImageFile="AOTC004",
        Text=text,
        Subtype="Alderaanian Diplomat",
        Cost="4",
        Power="3",
        Health="2",
        Rarity="R",
        Classification="WOTC, REP",
    )
    taken = run("import", write(tmp_path / "in", plugin({"AOTC": lackey_set(row)})), "--apply")
    assert ": 1 set, 1 card" in taken.stdout + taken.stderr
    lines = run("show", "Bail Organa (A)").stdout.splitlines()
    assert "  Hums if A < B." in lines
    assert "  Then stings." in lines
    card = document(run("show", "Bail Organa (A)", "--json"))["card"]
    assert card["words"][0]["text"] == text


def test_lint_finds_what_is_amiss_in_any_source(run: Run, tmp_path: Path) -> None:
    rows = [
        destiny_card("51001", "Bee"),
        destiny_card("51001", "Wasp", position=2),
        destiny_card("51003", "Ant", cost="much"),
        destiny_card("51004", "Fly", reprint_of="51999"),
        destiny_card("51005", "Bee", reprint_of="51001", cost=7),
    ]
    result = run("lint", write(tmp_path / "in", {"QQ.json": as_json(rows)}))
    assert result.exit_code == 1
    for code in ("image-doubled", "row-unreadable", "reference-unknown", "reprint-differs"):
        assert code in result.stdout
    document(run("lint", tmp_path / "in", "--json"))


def test_two_games_of_ones_own_live_in_one_database(run: Run, tmp_path: Path) -> None:
    """Their names stand in no list of ours; that once ended in two tracebacks."""
    for game in ("pebbles", "marbles"):
        table = tmp_path / f"{game}.csv"
        table.write_text(f"Name,Set,Number,Type\nRound {game},One,1,Stone\n", encoding="utf-8")
        first = run("import", table, "--as", "table", "--game", game, "--apply")
        if game == "pebbles":
            assert first.exit_code == 0, first.exception
        else:  # the source `table` is that of the other game already
            assert "cards of pebbles" in str(first.exception)
            named = ("source", "add", "mine", table, "--as", "table", "--game", game)
            assert run(*named).exit_code == 0
            assert run("sync", "mine", "--apply").exit_code == 0
        found = json.loads(run("search", "round", "--game", game, "--json").stdout)
        assert [card["name"] for card in found["cards"]] == [f"Round {game}"]
    assert (
        run("source", "add", "ours", tmp_path / "pebbles.csv", "--as", "table", "--game", "pebbles").exit_code
        == 0
    )
    compared = run("compare", "ours", "mine")
    assert "pebbles" in str(compared.exception)
    assert "marbles" in str(compared.exception)
