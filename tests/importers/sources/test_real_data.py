"""The real data of the sister games, and of our own catalogue, comes in whole and comes out again."""

import json
import shutil
import sqlite3
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from db import database
from db.cards.bundled_games import BUNDLED
from db.cards.card import Card
from db.cards.lookup import Catalogue
from db.database import check_integrity, ensure_ready
from db.imports import card_import
from db.imports.plan import ImportOptions
from db.imports.source_rows import Reading, SourceCard
from deckcheck.games import get_game
from deckcheck.judge.batch import JudgeOptions
from deckcheck.judge.many_files import judge_files
from deckcheck.judge.resolve import Resolver
from deckcheck.report import Report
from importers.sources.lackey_update import lackey_checksum
from tests.db.imports.test_card_import import dump, empty
from tests.deckcheck.sister_decks import Pool, destiny_deck, judged
from tests.importers.sources.as_read import destiny_as_read, stargate_as_read, swlcg_as_read
from tests.importers.sources.made_up import HEADER, plugin, read_path, read_tree
from tests.importers.sources.stored_cards import stored_cards
from tests.opened import all_cards, opened

pytestmark = [pytest.mark.shared_data, pytest.mark.whole_catalogue]

__all__ = ["empty"]


@pytest.fixture
def path(own_database: Path) -> Path:
    """A database with all of the bundled catalogue, which the real files are compared with."""
    return own_database


@pytest.fixture
def bundled_is_only(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Lets only one game ship with the program: the others would be loaded and not looked at."""

    def only(code: str) -> None:
        (game,) = (game for game in BUNDLED if game.code == code)
        monkeypatch.setattr(database, "BUNDLED", (game,))

    return only


def taken(path: Path, reading: Reading, source: str) -> list[SourceCard]:
    """What is stored after a reading was imported."""
    plan, batch = card_import.apply(
        path, reading, ImportOptions(source, date(2026, 12, 1)), origin=None, state=None
    )
    assert batch is not None
    assert not plan.problems
    check_integrity(path)
    again, none = card_import.apply(
        path, reading, ImportOptions(source, date(2026, 12, 2)), origin=None, state=None
    )
    assert none is None
    assert not again.rows
    codes = {card.set_code for card in reading.cards}
    return [card for card in stored_cards(path, reading.game) if card.set_code in codes]


Synced = Callable[[str], tuple[Path, list[SourceCard]]]


@pytest.fixture(scope="module")
def synced(shared: Path, database: Path, tmp_path_factory: pytest.TempPathFactory) -> Synced:
    """Takes over the source of a game, once for all tests; the database is to be read only."""

    @cache
    def once(game: str) -> tuple[Path, list[SourceCard]]:
        path = Path(shutil.copy(database, tmp_path_factory.mktemp(game)))
        return path, taken(path, read_path(shared / "data" / game), game)

    return once


def cards_by_name(path: Path, game: str) -> dict[str, Card]:
    """All stored cards; their ids are compared by the tests."""
    with Catalogue(path, game) as catalogue:
        return {card.name: card for card in catalogue.cards()}


def rows_of(path: Path) -> dict[str, list[Any]]:
    """All that is stored of cards, but for the fingerprints of catalogues."""
    return {name: rows for name, rows in dump(path).items() if name != "games"}


def by_key(rows: list[dict[str, Any]], key: str) -> dict[str, dict[str, Any]]:
    found = {row[key]: row for row in rows}
    assert len(found) == len(rows)
    return found


def assert_same(
    cards: list[SourceCard],
    rows: list[dict[str, Any]],
    key: str,
    back: Callable[[SourceCard], dict[str, Any]],
) -> None:
    """Every field of every row is in what was stored, and nothing else; blanks at ends aside."""
    theirs, ours = by_key(rows, key), by_key([back(card) for card in cards], key)
    assert theirs.keys() == ours.keys()
    for ident, row in theirs.items():
        for field in row.keys() | ours[ident].keys():
            left, right = row.get(field), ours[ident].get(field)
            if isinstance(left, str) and isinstance(right, str | None):
                left, right = left.strip() or None, (right or "").strip() or None
            assert left == right, (ident, field, left, right)


def test_destiny(shared: Path, synced: Synced) -> None:
    reading = read_path(shared / "data" / "destiny")
    rows = [
        row
        for file in sorted((shared / "data" / "destiny" / "set").glob("*.json"))
        for row in json.loads(file.read_text("utf-8"))
    ]
    path, cards = synced("destiny")
    assert Counter(card.set_code for card in cards) == Counter(row["set_code"] for row in rows)
    assert Counter(card.type.lower() for card in cards) == Counter(row["type_code"] for row in rows)
    assert_same(cards, rows, "code", destiny_as_read)
    formats = json.loads((shared / "data" / "destiny" / "formats.json").read_text("utf-8"))
    assert [(one.code, one.name, one.data) for one in reading.formats] == [
        (f["code"], f["name"], f["data"]) for f in formats
    ]
    printed = {p.image_key: card for card in all_cards(path, "destiny") for p in card.printings}
    assert all(printed[row["code"]].base_name == row["name"] for row in rows)
    reprints = {row["code"]: row["reprint_of"] for row in rows if "reprint_of" in row}
    names = {card.image_key: card.card for card in cards}
    assert all(names[code] == names[root] for code, root in reprints.items())
    assert len(set(names.values())) == len(rows) - len(reprints)


def test_lcg(shared: Path, synced: Synced) -> None:
    rows = [
        row
        for file in sorted((shared / "data" / "swlcg" / "json").glob("*.json"))
        for row in json.loads(file.read_text("utf-8"))
    ]
    _, cards = synced("swlcg")
    assert len(cards) == len(rows) == 666
    assert Counter(card.type for card in cards) == Counter(row["type"] for row in rows)
    assert_same(cards, rows, "octgnId", swlcg_as_read)


def test_stargate(shared: Path, synced: Synced) -> None:
    rows = []
    for file in sorted((shared / "data" / "stargate" / "Sets").glob("*/set.xml")):
        for card in ET.parse(file).getroot().iter("card"):  # noqa: S314 - the file is at hand
            row: dict[str, Any] = {"name": card.get("name"), "id": card.get("id")}
            for entry in card:
                inner = (entry.text or "") + "".join(
                    ET.tostring(child, encoding="unicode") for child in entry
                )
                value = entry.get("value")
                row[entry.get("name") or ""] = (
                    (inner if len(entry) else entry.text or "") if value is None else value
                )
            rows.append({key: value for key, value in row.items() if value})
    _, cards = synced("stargate")
    assert len(cards) == len(rows) == 956
    assert Counter(card.type for card in cards) == Counter(row["Type"] for row in rows)

    def back(card: SourceCard) -> dict[str, Any]:
        found = stargate_as_read(card)
        for title, text in found.items():
            if isinstance(text, str) and "<" in text:  # ElementTree escapes less than we do
                found[title] = text
        return found

    names = {card.image_key: card.base for card in cards}
    fixed = {row["id"]: row["name"] for row in rows if row["name"] != names[row["id"]]}
    unescaped = [
        {k: v.replace("&gt;", ">") if isinstance(v, str) else v for k, v in row.items()}
        | {"name": names[row["id"]]}
        for row in rows
    ]
    assert_same(
        cards,
        unescaped,
        "id",
        lambda card: {k: v.replace("&gt;", ">") if isinstance(v, str) else v for k, v in back(card).items()},
    )
    assert fixed == {"cde2eefc-8222-4052-9d2e-a88bee43ef5e": "Jacob Cater"}
    (armada,) = [card for card in cards if card.base == "Withstand Armada"]
    assert (armada.facts["combat"], armada.facts["ingenuity"]) == (5, 3)


@pytest.mark.parametrize(
    ("game", "new", "printings"), [("destiny", 0, 2034), ("stargate", 0, 1920), ("swlcg", 0, 1776)]
)
def test_the_source_of_a_bundled_game_only_completes_what_is_there(
    shared: Path, path: Path, game: str, new: int, printings: int
) -> None:
    """Same cards under the same ids with the same facts: decks, holdings and rules see no change."""
    before, stored = cards_by_name(path, game), rows_of(path)
    reading = read_path(shared / "data" / game)
    plan, batch = card_import.apply(
        path, reading, ImportOptions(game, date(2026, 12, 1)), origin=None, state=None
    )
    summary = plan.summary
    assert (summary["new"], summary["changed"], summary["renamed"], summary["removed"]) == (new, 0, 0, 0)
    unchanged = sum(one.unchanged for one in plan.sets)
    assert summary["completed"] + unchanged == len(reading.cards) - new
    after = cards_by_name(path, game)
    assert sum(len(card.printings) for card in after.values()) == printings
    kind = get_game(game)
    for name, card in before.items():
        now = after[name]
        assert (now.id, now.base_name, now.distinction) == (card.id, card.base_name, card.distinction)
        assert [p.id for p in now.printings] == [p.id for p in card.printings]
        assert kind.names.face(now) == kind.names.face(card)
        assert card.facts.items() <= now.facts.items()
        assert now.facts.keys() - card.facts.keys() <= {"firepower"}
        assert now.marks == card.marks
        assert kind.words.card_summary(now) == kind.words.card_summary(card)
        for old, printing in zip(card.printings, now.printings, strict=True):
            assert (printing.name, printing.reprint) == (old.name, old.reprint)
            assert kind.names.face(now.as_printed(printing)) == kind.names.face(card.as_printed(old))
    assert batch is not None
    card_import.undo(path, batch, "2026-12-02")
    assert rows_of(path) == stored
    ensure_ready(path)
    assert rows_of(path) == stored


@pytest.mark.parametrize("game", ["destiny", "stargate", "swlcg"])
def test_a_newer_catalogue_after_a_sync_changes_nothing(synced: Synced, tmp_path: Path, game: str) -> None:
    """A sync first, then a release of ours: no card twice, none renamed, whoever came first."""
    path = Path(shutil.copy(synced(game)[0], tmp_path))
    stored = rows_of(path)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE games SET digest = 'older' WHERE code = ?", (game,))
        connection.commit()
    ensure_ready(path)
    assert rows_of(path) == stored


def test_destiny_synced_before_it_was_bundled_is_met_by_the_catalogue(
    shared: Path, empty: Path, tmp_path: Path, bundled_is_only: Callable[[str], None]
) -> None:
    bundled_is_only("destiny")
    path = Path(shutil.copy(empty, tmp_path / "old.sqlite"))
    taken(path, read_path(shared / "data" / "destiny"), "destiny")
    ids = {card.id for card in cards_by_name(path, "destiny").values()}
    ensure_ready(path)
    check_integrity(path)
    after = cards_by_name(path, "destiny")
    assert ids <= {card.id for card in after.values()}
    assert sum(len(card.printings) for card in after.values()) == 2034
    assert len(after) == 1988
    assert "opens" in after["Finn, First Order Defector"].facts


def test_the_lcg_synced_before_it_was_bundled_is_met_by_the_catalogue(
    shared: Path, empty: Path, tmp_path: Path, bundled_is_only: Callable[[str], None]
) -> None:
    """What was there keeps its ids; the rest comes, and what affiliation cards say."""
    bundled_is_only("swlcg")
    path = Path(shutil.copy(empty, tmp_path / "old.sqlite"))
    taken(path, read_path(shared / "data" / "swlcg"), "swlcg")
    before = cards_by_name(path, "swlcg")
    ensure_ready(path)
    check_integrity(path)
    after = cards_by_name(path, "swlcg")
    assert sum(len(card.printings) for card in after.values()) == 1776
    assert len(after) == 1384
    assert {name: after[name].id for name in before} == {n: c.id for n, c in before.items()}
    assert after["Jedi"].facts["brings"] == ["reserve=6"]
    plan = card_import.preview(
        path, read_path(shared / "data" / "swlcg"), ImportOptions("swlcg", date(2026, 12, 2))
    )
    assert plan.rows == ()


def test_destiny_decks_are_judged_alike_before_and_after_a_sync(database: Path, synced: Synced) -> None:
    pool = Pool("destiny", all_cards(database, "destiny"))
    before = judged(destiny_deck(pool), "infinite")
    pool = Pool("destiny", all_cards(synced("destiny")[0], "destiny"))
    assert judged(destiny_deck(pool), "infinite").issues == before.issues
    assert judged(destiny_deck(pool), "infinite").counts == before.counts


def test_stargate_decks_are_judged_alike_before_and_after_a_sync(
    shared: Path, database: Path, synced: Synced
) -> None:
    decks = [str(deck) for deck in sorted((shared / "data" / "stargate" / "Decks").glob("*.o8d"))]
    before = list(judge_files(decks, JudgeOptions(database)))
    after = list(judge_files(decks, JudgeOptions(synced("stargate")[0])))
    assert len(after) == 7
    for old, now in zip(before, after, strict=True):
        assert isinstance(old, Report)
        assert isinstance(now, Report)
        unknown = {issue.code for issue in old.issues} & {"unknown-card", "ambiguous-card"}
        assert unknown or (old.verdict, old.counts) == (now.verdict, now.counts)
        assert not {issue.code for issue in now.issues} & {"unknown-card", "ambiguous-card"}


def test_lcg_objectives_have_their_command_cards(synced: Synced) -> None:
    path, cards = synced("swlcg")
    numbers = {c.facts["objective_set"] for c in cards if "objective_set" in c.facts}
    objectives = [c for c in cards if c.type == "Objective" and "objective_set" in c.facts]
    assert len(numbers) == len(objectives) == 101
    assert all(len(card.facts["command_cards"]) == 5 for card in objectives)
    titles = {c.base for c in cards}
    assert all(titles.issuperset(card.facts["command_cards"]) for card in objectives)
    resolver = Resolver(opened(Catalogue(path, "swlcg")), get_game("swlcg"))
    assert all(resolver.resolve_name(title).card is not None for title in titles)


def test_our_own_catalogue_as_a_plugin_changes_nothing_but_adds_pictures_and_text(
    shared: Path, path: Path
) -> None:
    sets = {}
    for file in sorted((shared / "catalogue" / "swtcg").glob("*.tsv")):
        if file.stem != "sets":
            sets[file.stem] = as_set_file(file)
    plan, _ = card_import.apply(
        path, read_tree(plugin(sets)), ImportOptions("lackey", date(2026, 12, 1)), origin=None, state=None
    )
    assert not plan.problems
    assert plan.summary == {
        "sets": 73,
        "cards": 11_039,
        "formats": 0,
        "new": 0,
        "changed": 0,
        "completed": 11_039,
        "renamed": 0,
        "removed": 0,
    }


def as_set_file(file: Path) -> bytes:
    """A compiled list as the plugin's file that it may have been made from, with text of our own."""
    head, *lines = file.read_text("utf-8").split("\n")
    rows = ["\t".join(HEADER)]
    for number, line in enumerate(filter(None, lines)):
        row = dict(zip(head.split("\t"), line.split("\t"), strict=True))
        usage = " ".join(f"*{marker}" for marker in row["legality"].split())
        values = row | {"imagefile": f"{file.stem}-{number}", "usage": usage, "text": "Made up."}
        rows.append("\t".join(values.get(column.lower(), "") for column in HEADER))
    return "\n".join(rows).encode()


def test_the_published_checksums(shared: Path) -> None:
    folder = shared / "data" / "swtcg" / "decks"
    for line in (folder / "CHECKSUMS.tsv").read_text("ascii").splitlines()[1:]:
        name, checksum = line.split("\t")
        assert lackey_checksum((folder / name).read_bytes()) == int(checksum)
