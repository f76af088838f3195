"""The bundled cards of the sister games survive whole, from the files through the database."""

import csv
from collections import Counter
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from db.cards import bundled
from db.cards.bundled import EVERY_CARD, EXCEPTIONS
from db.cards.bundled_games import BUNDLED
from db.cards.card import Card
from db.cards.lookup import Catalogue
from db.cards.names import normal_form

SISTERS = {game.code: game for game in BUNDLED if game.code != "swtcg"}
SIZES = {"destiny": (18, 2034, 1988), "stargate": (16, 1920, 1920), "swlcg": (41, 1776, 1384)}
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
        p.image_key: (card.as_printed(p), p) for card in cards_of(database, game) for p in card.printings
    }
    for row in bundled.read_sets(SISTERS[game]):
        for _, line in bundled.read_table(SISTERS[game].folder / f"{row['code']}.tsv"):
            card, printing = by_key[line["key"]]
            assert card.base_name == line["name"] or normal_form(card.base_name) == normal_form(line["name"])
            subtitle = line.get("subtitle")
            assert printing.name == (f"{line['name']}, {subtitle}" if subtitle else line["name"])
            assert (printing.set_code, printing.number, printing.rarity) == (
                row["code"],
                line["number"],
                line.get("rarity"),
            )
            for fact in ("side", "type", "subtype", "cost"):
                value = getattr(card, fact)
                assert ("" if value is None else str(value)) == line[fact]
            own = {k: v for k, v in card.facts.items() if k not in EXCEPTIONS}
            assert own == stated(line)


def stated(line: dict[str, str]) -> dict[str, Any]:
    """The facts of a line, by the marks in the header."""
    facts: dict[str, Any] = {}
    for column in ("faction", "points", "glyph", "affiliation"):
        if line.get(column):
            facts[column] = line[column]
    for column in (
        "limit",
        "culture",
        "science",
        "combat",
        "ingenuity",
        "experience",
        "revive",
        "objective_set",
        "sequence",
        "force_icons",
        "edge",
    ):
        if line.get(f"{column}#"):
            facts[column] = int(line[f"{column}#"])
    if line.get("resources#"):
        facts["resources"] = "X" if line["resources#"] == "X" else int(line["resources#"])
    for column in ("unique", "locked", "limited"):
        if f"{column}?" in line:
            facts[column] = line[f"{column}?"] == "1"
    for column in ("icons", "edge_icons"):
        if line.get(f"{column}{{}}"):
            pairs = (word.split("=") for word in line[f"{column}{{}}"].split(" "))
            facts[column] = {name: int(number) for name, number in pairs}
    if line.get("command_cards[|]"):
        facts["command_cards"] = line["command_cards[|]"].split("|")
    if line.get("sides[]"):
        facts["sides"] = line["sides[]"].split()
    return facts


@pytest.mark.shared_data
def test_destiny_differs_from_the_source_in_nothing(shared: Path) -> None:
    for row in bundled.read_sets(SISTERS["destiny"]):
        theirs = read_shared(shared / "catalogue" / "destiny" / f"{row['code']}.tsv")
        ours = [line for _, line in bundled.read_table(SISTERS["destiny"].folder / f"{row['code']}.tsv")]
        for their, our in zip(theirs, ours, strict=True):
            same = {
                "code": "key",
                "name": "name",
                "subtitle": "subtitle",
                "position": "number",
                "affiliation": "side",
                "faction": "faction",
                "rarity": "rarity",
                "cost": "cost",
                "points": "points",
                "health": "health",
                "unique": "unique?",
                "sides": "sides[]",
                "limit": "limit#",
                "reprint_of": "reprint_of",
            }
            for one, other in same.items():
                assert their[one] == our[other], (row["code"], their["name"], one)
            assert their["type"] == our["type"].lower()
            assert their["subtypes"] == our["subtype"].replace(" - ", ",")


@pytest.mark.shared_data
def test_stargate_differs_from_the_source_only_in_what_was_mended(shared: Path) -> None:
    changed: Counter[tuple[str, ...]] = Counter()
    table = bundled.read_table(SISTERS["stargate"].folder / "mended.tsv")
    fixed = {(line["set"], line["number"]): line["mended"] for _, line in table}
    for row in bundled.read_sets(SISTERS["stargate"]):
        theirs = read_shared(shared / "catalogue" / "stargate" / f"{row['code']}.tsv")
        ours = [line for _, line in bundled.read_table(SISTERS["stargate"].folder / f"{row['code']}.tsv")]
        for their, our in zip(theirs, ours, strict=True):
            assert fixed.get((row["code"], their["number"]), their["name"]) == our["name"]
            for column in ("subtitle", "number", "type", "cost", "glyph", "rarity"):
                assert their[column] == our[column]
            for column in ("culture", "science", "combat", "ingenuity", "experience", "revive"):
                assert their[column] == our[f"{column}#"]
            assert their["affiliation"].split() == [p for p in our["subtype"].split(" - ") if p]
            if their["allegiance"].lower() != our["side"]:
                changed[their["allegiance"], our["side"], their["type"], row["code"]] += 1
    assert dict(changed) == {("Mission", "hero", "Mission", "BASE"): 48}


@pytest.mark.shared_data
def test_the_lcg_differs_from_the_source_in_nothing(shared: Path) -> None:
    """Every column of every product, and five command cards for each of the 284 sets."""
    folder, game = shared / "catalogue" / "swlcg", SISTERS["swlcg"]
    products = {row["file"]: row["product"] for row in read_shared(folder / "products.tsv")}
    assert {row["code"]: row["name"] for row in bundled.read_sets(game)} == products
    command: dict[str, dict[str, str]] = {}
    for code in products:
        for their in read_shared(folder / f"{code}.tsv"):
            command.setdefault(their["set"], {})[their["sequence"]] = their["title"]
    assert len(command.keys() - {""}) == 284
    same = {
        "id": "key",
        "title": "name",
        "cost": "cost",
        "damage_capacity": "health",
        "set": "objective_set#",
        "affiliation": "affiliation",
        "sequence": "sequence#",
        "locked": "locked?",
        "limit_one": "limited?",
        "unique": "unique?",
        "force_icons": "force_icons#",
        "resources": "resources#",
        "edge_priority": "edge#",
        "type": "type",
    }
    for code in products:
        theirs = read_shared(folder / f"{code}.tsv")
        ours = [line for _, line in bundled.read_table(game.folder / f"{code}.tsv")]
        for their, our in zip(theirs, ours, strict=True):
            for one, other in same.items():
                assert their[one] == our[other], (code, their["title"], one)
            number = f"{their['set']}-{their['sequence']}" if their["set"] else their["number"]
            assert (number, their["side"].lower()) == (our["number"], our["side"])
            assert our["card"] == ("Affiliation" if our["type"] == "Affiliation" else their["number"])
            assert their["traits"] == our["subtype"].replace(" - ", ",")
            for one, other in (("combat", "icons{}"), ("edge_combat", "edge_icons{}")):
                some = [
                    f"{n}{name[0]}"
                    for name, _, n in (w.partition("=") for w in our[other].split())
                    if n != "0"
                ]
                assert their[one] == " ".join(some)
                assert bool(our[other]) is (our["type"] == "Unit")
            titles = command[their["set"]] if their["type"] == "Objective" and their["set"] else {}
            assert our["command_cards[|]"] == "|".join(titles[n] for n in "23456" if n in titles)


@pytest.mark.shared_data
def test_what_affiliation_cards_say_is_what_the_source_says(database: Path, shared: Path) -> None:
    """Every affiliation card is settled: twelve with deck rules, six without."""
    cards = {c.name: c for c in cards_of(database, "swlcg") if c.type == "Affiliation"}
    stated = {}
    for row in read_shared(shared / "catalogue" / "swlcg" / "deck_texts.tsv"):
        own, ally = row["own_affiliation"], row["ally_affiliation_or_neutral"]
        needs = [
            f"exactly={row['own_exactly']},affiliation={own}",
            f"exactly={row['ally_exactly']},affiliation={ally}|Neutral",
        ]
        stated[row["affiliation_card"]] = (
            [n.replace(" ", "_") for n in needs],
            [f"reserve={row['starting_reserve']}"],
        )
    assert len(stated) == 12
    plain: dict[str, tuple[list[str], list[str]]] = dict.fromkeys(
        cards.keys() - stated.keys(), ([], ["reserve=6"])
    )
    assert len(plain) == 6
    assert stated | plain == {
        name: (card.facts.get("needs", []), card.facts["brings"]) for name, card in cards.items()
    }


def test_lcg_cards_of_one_title_are_told_apart_by_the_set_of_the_later_ones(database: Path) -> None:
    """As the card source names them, so that an import of it renames none."""
    cards = {card.name: card for card in cards_of(database, "swlcg")}
    lukes = [name for name in cards if cards[name].base_name == "Luke Skywalker"]
    assert len(lukes) == 6
    assert lukes[:2] == ["Luke Skywalker", "Luke Skywalker (escape-from-hoth)"]
    fate = cards["Heat of Battle"]
    assert [p.number for p in fate.printings][:3] == ["3-6", "9-6", "18-4"]
    assert fate.as_printed(fate.printings[1]).facts["objective_set"] == 9
    assert cards["I Am a Jedi"].facts["resources"] == "X"


@pytest.mark.shared_data
def test_what_stargate_cards_say_is_what_the_source_says(database: Path, shared: Path) -> None:
    """Each of its rows is one of ours; the one that fits two cards is open for both."""
    words = {"up to 6 copies": "copies=6", "fifth member": "fifth-member", "cannot be": "no-deck"}
    stated: dict[tuple[str, str, str], str] = {}
    for row in read_shared(shared / "catalogue" / "stargate" / "deck_texts.tsv"):
        set_code, name, subtitle, text = row.values()
        (word,) = [ours for theirs, ours in words.items() if theirs in text]
        stated[set_code, name, subtitle] = word
    found: dict[tuple[str, str, str], list[str]] = {}
    for card in cards_of(database, "stargate"):
        for word in (*card.facts.get("brings", ()), *card.facts.get("needs", ())):
            subtitle = card.printings[0].name.removeprefix(card.base_name).removeprefix(", ")
            key = (card.set_codes[0], card.base_name, subtitle)
            found.setdefault(key, []).append(word)
    assert found.pop(("DOM", "Flagisallus", "")) == ["one-without-deck"] * 2
    assert stated.pop(("DOM", "Flagisallus", "")) == "no-deck"
    assert {key: [word] for key, word in stated.items()} == found


def test_stargate_cards_of_one_name_are_different_cards(database: Path) -> None:
    """Two of them differ in type, side and affiliation: as one card, one of each would be lost."""
    cards = {card.name: card for card in cards_of(database, "stargate")}
    pairs = {
        name: (c.type, c.subtype)
        for name, c in cards.items()
        if c.base_name in ("Nicholas Rush", "Niam", "Flagisallus") and name.endswith(")")
    }
    assert pairs == {
        "Nicholas Rush, Driven Scientist (ALLI)": ("Support Character", "Destiny"),
        "Nicholas Rush, Driven Scientist (COTG)": ("Team Character", "Destiny"),
        "Niam, Bound by his Code (WORM 28)": ("Support Character", None),
        "Niam, Bound By His Code (WORM 117)": ("Adversary", "Replicator"),
        "Flagisallus (DOM 82)": ("Obstacle", None),
        "Flagisallus (DOM 108)": ("Support Character", None),
    }
    assert cards["Niam, Bound By His Code (WORM 117)"].distinction == "Bound By His Code (WORM 117)"


@pytest.mark.shared_data
def test_lists_and_points_of_formats_are_those_of_the_source(database: Path, shared: Path) -> None:
    from deckcheck.games import get_game

    keys = {p.image_key: c for c in cards_of(database, "destiny") for p in c.printings}
    rows = read_shared(shared / "catalogue" / "destiny" / "formats.tsv")
    for play_format in get_game("destiny").formats():
        mine = [r for r in rows if r["format"] == play_format.code]
        if not mine:
            continue
        state = play_format.state_on(date(2020, 7, 14))
        assert state is not None
        assert state.sets == frozenset(r["code"] for r in mine if r["kind"] == "set")
        assert state.points == {r["code"]: r["value"] for r in mine if r["kind"] == "balance"}
        marked = {c.name for c in keys.values() for m in c.marks if m.format == play_format.name}
        restricted = {keys[r["code"]].name for r in mine if r["kind"] == "restricted"}
        assert marked == restricted == {keys[key].name for key in state.restricted or ()}


@pytest.mark.shared_data
def test_every_text_of_the_table_of_deck_texts_is_carried_as_data(database: Path, shared: Path) -> None:
    keys = {p.image_key: c for c in cards_of(database, "destiny") for p in c.printings}
    rows = {r["code"]: r for r in read_shared(shared / "catalogue" / "destiny" / "deck_texts.tsv")}
    said = "what the card's own text does to deck building (in our words)"
    assert rows.pop("*")[said]
    for code, row in rows.items():
        card = keys[code]
        assert normal_form(card.base_name) == normal_form(row["name"])
        if row[said].startswith("copy limit"):
            assert card.facts["copies"] == [row[said].split()[-1]]
        elif row[said].startswith("elite"):
            assert (card.facts["limit"], card.facts["points"]) == (2, "3/5")
        else:
            carried = (EXCEPTIONS - {"known_text"}) & card.facts.keys()
            assert carried, (code, row["name"])


@every_sister
def test_exceptions_name_cards_that_there_are_and_facts_that_we_know(database: Path, game: str) -> None:
    names = {card.name for card in cards_of(database, game)}
    for _, row in bundled.read_table(SISTERS[game].folder / "exceptions.tsv"):
        assert row["card"] in names or row["card"] == EVERY_CARD
        assert row["fact"] in EXCEPTIONS
        assert row["values"]
        assert row["why"]


def test_reprints_are_printings_and_cards_of_one_title_are_told_apart(database: Path) -> None:
    cards = {card.name: card for card in cards_of(database, "destiny")}
    assert [p.set_code for p in cards["Flank"].printings] == ["AW", "TPG", "AoN"]
    assert [p.reprint for p in cards["Flank"].printings] == [None, "01156", "01156"]
    assert {name for name in cards if name.startswith("Millennium Falcon")} == {
        "Millennium Falcon (AW)",
        "Millennium Falcon (LEG)",
        "Millennium Falcon (AtG)",
        "Millennium Falcon (HS)",
        "Millennium Falcon (EC)",
    }
    assert cards["Overkill"].facts["unique"] is False
    assert cards["Overkill"].as_printed(cards["Overkill"].printings[1]).facts["unique"] is True
    assert len(cards["Armed to the Teeth"].printings) == 2
