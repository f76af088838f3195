"""deckdb, swdestinydb and LCG JSON: read, checked, nothing lost."""

from typing import Any

import pytest

from importers.sources.json_rows import read_json_rows
from importers.sources.source_errors import MalformedSourceError
from tests.importers.sources.as_read import destiny_as_read, swlcg_as_read
from tests.importers.sources.made_up import as_json, destiny_card, lcg_card, read_tree


def deckdb_card(name: str, **values: Any) -> dict[str, Any]:
    return {
        "name": name,
        "set": "ZZZ",
        "setName": "Zoo",
        "imageFrag": "ZZZ/ZZZ001_Bee.jpg",
        "side": "L",
        "type": "Character",
        "subtype": "Beekeeper",
        "cost": "3",
        "speed": "40",
        "power": "X",
        "health": "*",
        "rarity": "C",
        "number": "1",
        "text": "Hums.",
        "classification": "REB, VB",
        "banned": [],
        "restricted": [],
        "imageUrl": "https://h/i.jpg",
    } | values


def test_deckdb() -> None:
    rows = [deckdb_card("Bee (A)", banned=["Standard"]), deckdb_card("Wasp", side="D", cost="", number="2")]
    reading = read_tree({"cards.json": as_json(rows)})
    bee, wasp = reading.cards
    assert (bee.name, bee.set_code, bee.number, bee.image_key) == ("Bee (A)", "ZZZ", "1", "ZZZ001_Bee")
    assert (bee.cost, bee.power, bee.health, bee.tags) == ("3", "X", "*", "REB VB")
    assert {(m.status, m.format) for m in bee.marks} == {("banned", "Standard"), ("banned", "Vintage")}
    assert (wasp.side, wasp.cost) == ("dark", None)
    assert [(one.code, one.name) for one in reading.sets] == [("ZZZ", "Zoo")]
    assert "rulings" not in reading.stated


def test_deckdb_rows_that_cannot_be_read_are_told_by_line() -> None:
    rows: list[Any] = [
        deckdb_card("Bee"),
        deckdb_card("", number=7, banned="yes"),
        "odd",
        deckdb_card("Fly", side="Z"),
    ]
    reading = read_tree({"cards.json": as_json(rows)})
    assert [card.name for card in reading.cards] == ["Bee"]
    columns = [(p.place.column, p.place.line > 1) for p in reading.problems]
    assert columns == [("banned", True), ("name", True), ("number", True), (None, True), ("side", True)]


DESTINY = [
    destiny_card(
        "51001",
        "Bee",
        subtitle="Queen",
        type_code="character",
        affiliation_code="hero",
        faction_code="blue",
        rarity_code="L",
        cost=None,
        points="12/15",
        health=11,
        is_unique=True,
        has_die=True,
        sides=["1RD", "+2MD", "2RD1", "Sp", "-", "X*"],
        deck_limit=1,
        subtypes=["leader", "bee"],
        flavor="Bzz.",
        parallel_die="51003",
    ),
    destiny_card("51002", "Sting", cost=0),
    destiny_card("51003", "Hive", type_code="battlefield", cost=None, subtitle="Tree"),
    destiny_card("51004", "Plot", type_code="plot", cost=None, points="-2"),
    destiny_card("51005A", "Two Faces", type_code="support", cost=None, flip_card="51005B", position=5),
    destiny_card("52001", "Sting", reprint_of="51002", cost=0),
    destiny_card("52002", "Hive", text="Another.", cost=5, type_code="upgrade"),
]


def destiny_files() -> dict[str, bytes]:
    return {
        "sets.json": as_json(
            [
                {"code": "RR", "name": "Rare", "position": 2, "date_release": "2026-02-01"},
                {"code": "QQ", "name": "Quick", "position": 1, "date_release": "2026-01-01", "size": 5},
            ]
        ),
        "set/QQ.json": as_json([c for c in DESTINY if c["set_code"] == "QQ"]),
        "set/RR.json": as_json([c for c in DESTINY if c["set_code"] == "RR"]),
        "formats.json": as_json(
            [
                {
                    "code": "STD",
                    "name": "Standard",
                    "data": {
                        "sets": ["RR", "QQ", "NO"],
                        "banned": ["51002", "59999"],
                        "restricted": ["51001"],
                        "balance": {"51001": "11/14"},
                        "restrictedPairs": {"51001": ["51002"]},
                    },
                }
            ]
        ),
        "types.json": b"[]",
        "translations/de/set/QQ.json": as_json([{"code": "51001", "faction_code": "x"}]),
    }


def test_destiny() -> None:
    reading = read_tree(destiny_files())
    assert not reading.problems
    assert [card.image_key for card in reading.cards] == [c["code"] for c in DESTINY]
    queen = reading.cards[0]
    assert (queen.card, queen.base, queen.type, queen.side) == ("Bee, Queen", "Bee", "Character", "hero")
    assert (queen.health, queen.cost, queen.subtype) == ("11", None, "leader - bee")
    assert queen.facts == {
        "faction": "blue",
        "points": "12/15",
        "unique": True,
        "limit": 1,
        "sides": ["1RD", "+2MD", "2RD1", "Sp", "-", "X*"],
    }
    assert queen.details == {
        "has_die": True,
        "has_errata": False,
        "ttscardid": "1",
        "illustrator": "Nobody",
        "flavor": "Bzz.",
        "parallel_die": "51003",
    }
    assert [(one.code, one.name) for one in reading.sets] == [("QQ", "Quick"), ("RR", "Rare")]
    assert reading.sets[0].facts["date_release"] == "2026-01-01"


def test_destiny_costs_of_x_and_none() -> None:
    by_code = {card.image_key: card for card in read_tree(destiny_files()).cards}
    assert by_code["51002"].cost == "0"
    assert by_code["51005A"].cost == "X"
    assert by_code["51004"].cost is None


def test_destiny_reprints_are_one_card_and_namesakes_two() -> None:
    by_code = {card.image_key: card for card in read_tree(destiny_files()).cards}
    assert by_code["52001"].identity == by_code["51002"].identity == "51002"
    assert by_code["52001"].reprint == "51002"
    assert by_code["52002"].identity != by_code["51003"].identity


def test_destiny_a_reprint_of_a_reprint_leads_to_the_first() -> None:
    rows = [
        destiny_card("51001", "Sting"),
        destiny_card("51002", "Sting", reprint_of="51001"),
        destiny_card("51003", "Sting", reprint_of="51002"),
        destiny_card("51004", "Loop", reprint_of="51004"),
    ]
    cards = read_tree({"QQ.json": as_json(rows)}).cards
    assert [card.identity for card in cards] == ["51001", "51001", "51001", "51004"]


def test_destiny_codes_of_six_digits_and_points_of_three_values() -> None:
    rows = [
        destiny_card("701001", "Emperor", type_code="character", points="17/21/25"),
        destiny_card("702003", "Saber", reprint_of="701001"),
        destiny_card("701044B", "Rescue"),
    ]
    reading = read_tree({"QQ.json": as_json(rows)})
    assert reading.problems == ()
    assert [card.image_key for card in reading.cards] == ["701001", "702003", "701044B"]
    assert [card.identity for card in reading.cards] == ["701001", "701001", "701044B"]
    assert reading.cards[0].facts["points"] == "17/21/25"


@pytest.mark.parametrize("pairs", [["51001"], {"51001": "51002"}, {"51001": [51002]}, "all"])
def test_destiny_restricted_pairs_that_cannot_be(pairs: Any) -> None:
    data = {"sets": ["QQ"], "restrictedPairs": pairs}
    files = {
        "QQ.json": as_json([destiny_card("51001", "Bee")]),
        "formats.json": as_json([{"code": "STD", "name": "Standard", "data": data}]),
    }
    reading = read_tree(files)
    assert reading.formats == ()
    assert "restrictedPairs" in str(reading.problems[0].place)


def test_destiny_pairs_of_cards_that_are_not_there_are_told() -> None:
    data = {"sets": ["QQ"], "restrictedPairs": {"51001": ["59999"]}}
    files = {
        "QQ.json": as_json([destiny_card("51001", "Bee")]),
        "formats.json": as_json([{"code": "STD", "name": "Standard", "data": data}]),
    }
    assert read_tree(files).notes == ("formats.json: Standard names cards that are not there: 59999",)


def test_destiny_formats_are_kept_as_written_and_what_is_unknown_is_told() -> None:
    reading = read_tree(destiny_files())
    (standard,) = reading.formats
    assert standard.data["balance"] == {"51001": "11/14"}
    assert standard.data["restrictedPairs"] == {"51001": ["51002"]}
    assert reading.notes == ("formats.json: Standard names sets that are not there: NO",)


def test_destiny_what_was_read_gives_back_what_was_there() -> None:
    for card, row in zip(read_tree(destiny_files()).cards, DESTINY, strict=True):
        assert {k: v for k, v in destiny_as_read(card).items() if v is not None} == row


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("code", "1001"),
        ("name", ""),
        ("type_code", "land"),
        ("affiliation_code", None),
        ("faction_code", "pink"),
        ("rarity_code", "Z"),
        ("position", "1"),
        ("cost", "free"),
        ("health", 1.5),
        ("points", "12-15"),
        ("sides", ["1RD"]),
        ("sides", ["?", "-", "-", "-", "-", "-"]),
        ("sides", "1RD"),
        ("is_unique", "yes"),
        ("deck_limit", True),
        ("subtypes", [1]),
        ("reprint_of", "x"),
        ("set_code", 5),
    ],
)
def test_destiny_values_that_cannot_be(column: str, value: Any) -> None:
    row = destiny_card("51001", "Bee") | {column: value}
    reading = read_tree({"QQ.json": as_json([destiny_card("51009", "Ant"), row])})
    assert len(reading.cards) == 1
    assert {problem.place.column for problem in reading.problems} == {column}
    assert all(problem.place.line > 2 for problem in reading.problems)


def test_a_site_gives_one_array_with_more_keys() -> None:
    row = destiny_card("51001", "Bee") | {
        "set_name": "Quick",
        "type_name": "Event",
        "url": "https://h/c",
        "label": "Bee",
        "subtypes": [{"code": "bee", "name": "Bee"}],
    }
    reading = read_tree({"cards.json": as_json([row])})
    (card,) = reading.cards
    assert not {"type_name", "url", "label"} & card.details.keys()
    assert card.subtype == "bee"
    assert reading.sets[0].name == "Quick"


def test_lcg() -> None:
    rows = [
        lcg_card(1, "Hive", (1, 1), type="Objective", cost=None),
        lcg_card(65, "Swarm", (1, 2)),
        lcg_card(65, "Swarm", (2, 3)),
        lcg_card(90, "Swarm", (2, 4), side="Dark", damageCapacity="X"),
        lcg_card(0, "Jedi", None, type="Affiliation", cost=None, damageCapacity=None),
    ]
    reading = read_tree({"bee-set.json": as_json(rows)})
    assert not reading.problems
    assert [card.number for card in reading.cards] == ["1-1", "1-2", "2-3", "2-4", "0"]
    assert reading.cards[1].identity == reading.cards[2].identity != reading.cards[3].identity
    assert (reading.cards[3].side, reading.cards[3].health) == ("dark", "X")
    assert reading.cards[0].facts["affiliation"] == "Jedi"
    assert reading.cards[1].subtype == "Bee"
    assert [(s.code, s.name) for s in reading.sets] == [("bee-set", "Bee Set")]
    for card, row in zip(reading.cards, rows, strict=True):
        assert swlcg_as_read(card) == row


def test_an_lcg_resource_value_may_be_x() -> None:
    """One card of a whole product has it; it must not keep the product out."""
    rows = [lcg_card(1, "Hive", resourceValue="X"), lcg_card(2, "Swarm", resourceValue=2)]
    reading = read_tree({"bees.json": as_json(rows)})
    assert not reading.problems
    assert [card.facts["resources"] for card in reading.cards] == ["X", 2]
    assert [swlcg_as_read(card) for card in reading.cards] == rows
    (problem,) = read_tree({"a.json": as_json([lcg_card(1, "Hive", resourceValue="Y")])}).problems
    assert problem.place.column == "resourceValue"
    assert problem.message == "found 'Y', expected a whole number or X"


def test_files_of_a_checkout_that_are_no_lcg_products_are_left_out_and_told() -> None:
    """Settings, schemas and lists of other things are no cards, and stop nothing."""
    schema = b'{"type": "object", "properties": {"objectiveSetNumber": {"type": "number"}}}'
    files = {
        "json/bees.json": as_json([lcg_card(1, "Hive", (1, 1), type="Objective")]),
        "card-schema.json": schema,
        "package.json": b'{"name": "bees", "dependencies": {}}',
        ".eslintrc.json": b'["no cards"]',
    }
    reading = read_tree(files)
    assert (reading.game, [card.name for card in reading.cards]) == ("swlcg", ["Hive"])
    assert not reading.problems
    assert reading.notes == tuple(
        f"{name}: left out, it is no list of cards"
        for name in (".eslintrc.json", "card-schema.json", "package.json")
    )


def test_a_broken_lcg_product_is_still_an_error() -> None:
    with pytest.raises(MalformedSourceError, match="broken JSON"):
        read_tree({"bees.json": as_json([lcg_card(1, "Hive"), lcg_card(2, "Wasp")])[:-20]})


def test_lcg_affiliations_of_several_products_are_one_card() -> None:
    rows = [
        lcg_card(172, "Jedi", None, type="Affiliation"),
        lcg_card(9, "Jedi", None, type="Affiliation", product="Other"),
    ]
    cards = read_tree({"a.json": as_json(rows)}).cards
    assert len({card.identity for card in cards}) == 1


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("side", "Grey"),
        ("title", None),
        ("cost", "two"),
        ("type", "Bee"),
        ("number", None),
        ("isUnique", None),
        ("octgnId", ""),
    ],
)
def test_lcg_values_that_cannot_be(key: str, value: Any) -> None:
    reading = read_tree({"a.json": as_json([lcg_card(1, "Bee") | {key: value}])})
    assert not reading.cards
    assert [problem.place.column for problem in reading.problems] == [key]
    assert reading.problems[0].set_code == "bee-set"


@pytest.mark.parametrize(
    ("data", "line"),
    [
        (b'[\n{"a": 1},\n{"a": }]', 3),
        (b'[{"a": 1}\n{"b": 2}]', 2),
        (b"[\n[[", 2),
        (b'[{"a": 1', 1),
        (b'[{"a": 1, "a": 2}]', 1),
        (b"\n\n <html>", 3),
        (b"", 1),
        (b"[\n\xff]", 2),
        (b"[" * 100_000, 1),
    ],
)
def test_broken_json_is_told_by_line(data: bytes, line: int) -> None:
    with pytest.raises(MalformedSourceError, match=rf"x\.json:{line}:"):
        list(read_json_rows(data, "x.json"))


def test_lines_of_entries() -> None:
    data = b'\xef\xbb\xbf\n{"cards": [\n {"a": "\\n"},\n\n {"b":\n 2}, {"c": 3}\n]}'
    assert list(read_json_rows(data, "x.json")) == [(3, {"a": "\n"}), (5, {"b": 2}), (6, {"c": 3})]
