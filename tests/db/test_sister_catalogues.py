"""The bundled cards of the sister games survive whole, from the files through the database."""

import csv
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from db import bundled
from db.bundled import BUNDLED, EXCEPTIONS
from db.cards import Card
from db.lookup import Catalogue
from db.names import normal_form

SISTERS = {game.code: game for game in BUNDLED if game.code != "swtcg"}
SIZES = {"destiny": (13, 1602, 1563), "stargate": (3, 824, 824)}
every_sister = pytest.mark.parametrize("game", SISTERS)


def cards_of(database: Path, game: str) -> tuple[Card, ...]:
    with Catalogue(database, game) as catalogue:
        return catalogue.cards()


def read_shared(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


@every_sister
def test_all_sets_and_printings_are_there(database: Path, game: str) -> None:
    with Catalogue(database, game) as catalogue:
        cards, sets = catalogue.cards(), catalogue.sets()
    assert (len(sets), sum(len(c.printings) for c in cards), len(cards)) == SIZES[game]
    assert len({normal_form(card.name) for card in cards}) == len(cards)
    keys = [p.image_key for c in cards for p in c.printings]
    assert len(set(keys)) == len(keys)


@every_sister
def test_every_fact_of_every_line_comes_back(database: Path, game: str) -> None:
    by_key = {
        p.image_key: (card.as_printed(p), p)
        for card in cards_of(database, game)
        for p in card.printings
    }
    for row in bundled.read_sets(SISTERS[game]):
        for _, line in bundled.read_table(SISTERS[game].folder / f"{row['code']}.tsv"):
            card, printing = by_key[line["key"]]
            assert card.base_name == line["name"] or normal_form(card.base_name) == normal_form(
                line["name"]
            )
            assert printing.name == (
                f"{line['name']}, {line['subtitle']}" if line["subtitle"] else line["name"]
            )
            assert (printing.set_code, printing.number, printing.rarity) == (
                row["code"],
                line["number"],
                line["rarity"],
            )
            for fact in ("side", "type", "subtype", "cost"):
                value = getattr(card, fact)
                assert ("" if value is None else str(value)) == line[fact]
            own = {k: v for k, v in card.facts.items() if k not in EXCEPTIONS}
            assert own == stated(line)


def stated(line: dict[str, str]) -> dict[str, Any]:
    """The facts of a line, by the marks in the header."""
    facts: dict[str, Any] = {}
    for column in ("faction", "points", "glyph"):
        if line.get(column):
            facts[column] = line[column]
    for column in ("limit", "culture", "science", "combat", "ingenuity", "experience", "revive"):
        if line.get(f"{column}#"):
            facts[column] = int(line[f"{column}#"])
    if "unique?" in line:
        facts["unique"] = line["unique?"] == "1"
    if line.get("sides[]"):
        facts["sides"] = line["sides[]"].split()
    return facts


@pytest.mark.shared_data
def test_destiny_differs_from_the_source_in_nothing(shared: Path) -> None:
    for row in bundled.read_sets(SISTERS["destiny"]):
        theirs = read_shared(shared / "catalogue" / "destiny" / f"{row['code']}.tsv")
        ours = [
            line for _, line in bundled.read_table(SISTERS["destiny"].folder / f"{row['code']}.tsv")
        ]
        for their, our in zip(theirs, ours, strict=True):
            same = {"code": "key", "name": "name", "subtitle": "subtitle", "position": "number", "affiliation": "side",
                    "faction": "faction", "rarity": "rarity", "cost": "cost", "points": "points", "health": "health",
                    "unique": "unique?", "sides": "sides[]", "limit": "limit#", "reprint_of": "reprint_of"}  # fmt: skip
            for one, other in same.items():
                assert their[one] == our[other], (row["code"], their["name"], one)
            assert their["type"] == our["type"].lower()
            assert their["subtypes"] == our["subtype"].replace(" - ", ",")


@pytest.mark.shared_data
def test_stargate_differs_from_the_source_only_in_what_was_mended(shared: Path) -> None:
    changed: Counter[tuple[str, ...]] = Counter()
    table = bundled.read_table(SISTERS["stargate"].folder / "mended.tsv")
    mended = {(line["set"], line["number"]): line["mended"] for _, line in table}
    for row in bundled.read_sets(SISTERS["stargate"]):
        theirs = read_shared(shared / "catalogue" / "stargate" / f"{row['code']}.tsv")
        ours = [
            line
            for _, line in bundled.read_table(SISTERS["stargate"].folder / f"{row['code']}.tsv")
        ]
        for their, our in zip(theirs, ours, strict=True):
            assert mended.get((row["code"], their["number"]), their["name"]) == our["name"]
            for column in ("subtitle", "number", "type", "cost", "glyph", "rarity"):
                assert their[column] == our[column]
            for column in ("culture", "science", "combat", "ingenuity", "experience", "revive"):
                assert their[column] == our[f"{column}#"]
            assert their["affiliation"].split() == [p for p in our["subtype"].split(" - ") if p]
            if their["allegiance"].lower() != our["side"]:
                changed[their["allegiance"], our["side"], their["type"], row["code"]] += 1
    assert dict(changed) == {("Mission", "hero", "Mission", "BASE"): 48}


@pytest.mark.shared_data
def test_lists_and_points_of_formats_are_those_of_the_source(database: Path, shared: Path) -> None:
    from deckcheck.games import get_game

    keys = {p.image_key: c for c in cards_of(database, "destiny") for p in c.printings}
    rows = read_shared(shared / "catalogue" / "destiny" / "formats.tsv")
    for play_format in get_game("destiny").formats():
        mine = [r for r in rows if r["format"] == play_format.code]
        if not mine:
            continue
        (state,) = play_format.states
        assert state.sets == frozenset(r["code"] for r in mine if r["kind"] == "set")
        assert state.points == {r["code"]: r["value"] for r in mine if r["kind"] == "balance"}
        marked = {c.name for c in keys.values() for m in c.marks if m.format == play_format.name}
        assert marked == {keys[r["code"]].name for r in mine if r["kind"] == "restricted"}


def test_exceptions_name_cards_that_there_are_and_facts_that_we_know(database: Path) -> None:
    names = {card.name for card in cards_of(database, "destiny")}
    for _, row in bundled.read_table(SISTERS["destiny"].folder / "exceptions.tsv"):
        assert row["card"] in names
        assert row["fact"] in EXCEPTIONS
        assert row["values"]
        assert row["why"]


def test_reprints_are_printings_and_cards_of_one_title_are_told_apart(database: Path) -> None:
    cards = {card.name: card for card in cards_of(database, "destiny")}
    assert [p.set_code for p in cards["Flank"].printings] == ["AW", "TPG", "AoN"]
    assert [p.reprint for p in cards["Flank"].printings] == [None, "01156", "01156"]
    assert {name for name in cards if name.startswith("Millennium Falcon")} == {
        "Millennium Falcon (AW)", "Millennium Falcon (LEG)", "Millennium Falcon (AtG)",
    }  # fmt: skip
    assert cards["Overkill"].facts["unique"] is False
    assert cards["Overkill"].as_printed(cards["Overkill"].printings[1]).facts["unique"] is True
    assert len(cards["Armed to the Teeth"].printings) == 2
