"""The real data of the sister games, and of our own catalogue, comes in whole and comes out again."""

import json
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from db import card_import
from db.card_plan import Terms
from db.database import check_integrity
from db.source_rows import Reading, SourceCard
from db.stored_cards import stored_cards
from importers.lackey_checksum import lackey_checksum
from importers.sources import destiny, stargate, swlcg
from tests.db.test_card_import import path
from tests.importers.sources.made_up import HEADER, plugin, read_path, read_tree

pytestmark = pytest.mark.shared_data

__all__ = ["path"]


def taken(path: Path, reading: Reading, source: str) -> list[SourceCard]:
    """What is stored after a reading was taken over."""
    plan, batch = card_import.apply(
        path, reading, Terms(source, date(2026, 12, 1)), origin=None, state=None
    )
    assert batch is not None
    assert not plan.problems
    check_integrity(path)
    again, none = card_import.apply(
        path, reading, Terms(source, date(2026, 12, 2)), origin=None, state=None
    )
    assert none is None
    assert not again.rows
    return list(stored_cards(path, reading.game))


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


def test_destiny(shared: Path, path: Path) -> None:
    reading = read_path(shared / "data" / "destiny")
    rows = [
        row
        for file in sorted((shared / "data" / "destiny" / "set").glob("*.json"))
        for row in json.loads(file.read_text("utf-8"))
    ]
    cards = taken(path, reading, "destiny")
    assert Counter(card.set_code for card in cards) == Counter(row["set_code"] for row in rows)
    assert Counter(card.type.lower() for card in cards) == Counter(row["type_code"] for row in rows)
    assert_same(cards, rows, "code", destiny.as_read)
    formats = json.loads((shared / "data" / "destiny" / "formats.json").read_text("utf-8"))
    assert [(one.code, one.name, one.data) for one in reading.formats] == [
        (f["code"], f["name"], f["data"]) for f in formats
    ]
    reprints = {row["code"]: row["reprint_of"] for row in rows if "reprint_of" in row}
    names = {card.image_key: card.card for card in cards}
    assert all(names[code] == names[root] for code, root in reprints.items())
    assert len(set(names.values())) == len(rows) - len(reprints)


def test_lcg(shared: Path, path: Path) -> None:
    reading = read_path(shared / "data" / "swlcg")
    rows = [
        row
        for file in sorted((shared / "data" / "swlcg" / "json").glob("*.json"))
        for row in json.loads(file.read_text("utf-8"))
    ]
    cards = taken(path, reading, "swlcg")
    assert len(cards) == len(rows) == 666
    assert Counter(card.type for card in cards) == Counter(row["type"] for row in rows)
    assert_same(cards, rows, "octgnId", swlcg.as_read)


def test_stargate(shared: Path, path: Path) -> None:
    reading = read_path(shared / "data" / "stargate")
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
    cards = taken(path, reading, "stargate")
    assert len(cards) == len(rows) == 956
    assert Counter(card.type for card in cards) == Counter(row["Type"] for row in rows)

    def back(card: SourceCard) -> dict[str, Any]:
        found = stargate.as_read(card)
        for title, text in found.items():
            if isinstance(text, str) and "<" in text:  # ElementTree escapes less than we do
                found[title] = text
        return found

    unescaped = [
        {k: v.replace("&gt;", ">") if isinstance(v, str) else v for k, v in row.items()}
        for row in rows
    ]
    assert_same(
        cards,
        unescaped,
        "id",
        lambda card: {
            k: v.replace("&gt;", ">") if isinstance(v, str) else v for k, v in back(card).items()
        },
    )
    (armada,) = [card for card in cards if card.base == "Withstand Armada"]
    assert (armada.facts["combat"], armada.facts["ingenuity"]) == (5, 3)


def test_our_own_catalogue_as_a_plugin_changes_nothing_but_adds_pictures_and_text(
    shared: Path, path: Path
) -> None:
    sets = {}
    for file in sorted((shared / "catalogue" / "swtcg").glob("*.tsv")):
        if file.stem != "sets":
            sets[file.stem] = as_set_file(file)
    plan, _ = card_import.apply(
        path, read_tree(plugin(sets)), Terms("lackey", date(2026, 12, 1)), origin=None, state=None
    )
    assert not plan.problems
    assert plan.summary == {
        "sets": 73,
        "cards": 11_039,
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
