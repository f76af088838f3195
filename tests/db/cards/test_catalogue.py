"""The bundled catalogue survives whole, from the files through the database."""

from collections import Counter
from pathlib import Path

import pytest

from db.cards import bundled
from db.cards.bundled_games import BUNDLED, BundledGame
from db.cards.card import Card
from db.cards.lookup import Catalogue
from db.cards.names import normal_form, parse_name

SWTCG = BUNDLED[0]


def test_digest_is_of_these_files() -> None:
    """Otherwise users keep an old catalogue after an update; run python -m db.cards.bundled."""
    for game in BUNDLED:
        assert bundled.computed_digest(game) == game.digest()


def test_all_sets_and_printings_are_there(catalogue: Catalogue, cards: tuple[Card, ...]) -> None:
    sets = catalogue.sets()
    assert len(sets) == 73
    assert sum(s.cards for s in sets) == 11_039 == sum(len(c.printings) for c in cards)
    assert len(cards) == 9_967
    assert [s.code for s in sets][:3] == ["AOTC", "SR", "ANH"]
    assert {s.code: s.cards for s in sets}["AOTC"] == 180 + len(
        [c for c in cards for p in c.printings if p.set_code == "AOTC" and p.reprint]
    )


def test_every_fact_of_every_line_comes_back(catalogue: Catalogue) -> None:
    """Each line of the files against what the database says of that very printing."""
    by_place = {
        (p.set_code, p.name, p.number or ""): (card.as_printed(p), p)
        for card in catalogue.cards()
        for p in card.printings
    }
    seen = 0
    for row in bundled.read_sets(SWTCG):
        for _, line in bundled.read_table(SWTCG.folder / f"{row['code']}.tsv"):
            card, printing = by_place[row["code"], line["name"], line["number"]]
            for fact in ("side", "type", "subtype", "cost", "speed", "power", "health"):
                value = getattr(card, fact)
                assert ("" if value is None else str(value)) == line[fact], (line, fact)
            assert (printing.rarity or "") == line["rarity"]
            assert " ".join(printing.tags) == line["tags"]
            seen += 1
    assert seen == 11_039


@pytest.mark.shared_data
def test_nothing_differs_from_the_source_but_what_was_mended(shared: Path) -> None:
    fixed = {
        (r["set"], r["number"], r["name"], r["column"]): (r["found"], r["mended"])
        for _, r in bundled.read_table(SWTCG.folder / "mended.tsv")
    }
    sides = {"L": "light", "D": "dark", "N": "neutral", "Y": "yuuzhan-vong"}
    used = set()
    for row in bundled.read_sets(SWTCG):
        code = row["code"]
        theirs = [r for _, r in bundled.read_table(shared / "catalogue" / "swtcg" / f"{code}.tsv")]
        ours = [r for _, r in bundled.read_table(SWTCG.folder / f"{code}.tsv")]
        assert len(theirs) == len(ours)
        for their, our in zip(theirs, ours, strict=True):
            expected = dict(their) | {"side": sides[their["side"]]}
            for column in ("name", "type", "subtype", "cost"):
                place = (code, their["number"], their["name"], column)
                if place in fixed:
                    found, now = fixed[place]
                    assert their[column] == found
                    expected[column] = now
                    used.add(place)
            for column in bundled.COLUMNS:
                if column == "tags":
                    tags = [t.strip() for t in their["classification"].split(",")]
                    assert our["tags"].split() == [t for t in tags if t]
                else:
                    assert our[column] == expected[column], (code, their["name"], column)
    assert used == set(fixed)


@pytest.mark.shared_data
def test_every_mark_of_the_source_is_kept(shared: Path) -> None:
    marks = Counter((r["set"], normal_form(r["name"])) for r in bundled.read_legality(SWTCG))
    for row in bundled.read_sets(SWTCG):
        for _, r in bundled.read_table(shared / "catalogue" / "swtcg" / f"{row['code']}.tsv"):
            tagged = {"VB", "VR", "WB", "WR"} & set(r["classification"].replace(",", " ").split())
            assert bool(r["legality"] or tagged) == bool(marks[row["code"], normal_form(r["name"])])


@pytest.mark.parametrize(
    ("name", "facts"),
    [
        ("Anakin Skywalker (A)", {"side": "light", "type": "Character", "cost": 7, "speed": 60}),
        ("ARC Heavy Weapons Team", {"speed": "*", "power": "*", "health": "*", "version": None}),
        ("Darth Vua (A)", {"side": "dark", "facts": {"also_fits": ["yuuzhan-vong"], "text_read": ["whole"]}}),
        ('Jon "Dutch" Vander (A)', {"base_name": 'Jon "Dutch" Vander', "version": "A"}),
        ("Zett Jukassa (A)", {"speed": None, "power": None, "health": None, "cost": 4}),
        ("Escape Pod {AGD}", {"type": "Subordinate"}),
    ],
)
def test_what_catalogues_often_lose(catalogue: Catalogue, name: str, facts: dict[str, object]) -> None:
    (card,) = catalogue.find_cards(name)
    assert {fact: getattr(card, fact) for fact in facts} == facts


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Star Destroyer", "Star Destroyer RAS"),
        ("Space Slug", "Space Slug RAS"),
        ("Blockade", "Blockade PM"),
        ("Jagged Fel (A)", "Jagged Fel (A) (Ship)"),
        ("Stormtrooper", "Stormtrooper (Subordinate)"),
    ],
)
def test_cards_told_apart_by_a_word_are_two_cards(catalogue: Catalogue, one: str, other: str) -> None:
    assert catalogue.find_cards(one) != catalogue.find_cards(other)
    assert len(catalogue.find_cards(one)) == len(catalogue.find_cards(other)) == 1


def test_reprints_are_the_same_card(catalogue: Catalogue) -> None:
    assert catalogue.find_cards("TIE Hunter (Starter)") == catalogue.find_cards("TIE Hunter")
    assert {p.set_code for p in catalogue.find_cards("TIE Hunter")[0].printings} >= {"START"}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Commander Code", "Commander Cody (D)"),
        ("Derek Hobbie", 'Derek "Hobbie" Klivian (A)'),
        ("Dishonestly", "Dishonesty Among Thieves"),
        ("Velptex", "Vulptex"),
        ("Vader's Vengence", "Vader's Vengeance"),
        ("Ska'kel (A)", "Sha'kel (A)"),
        ("Cade Bane (H)", "Cad Bane (H)"),
    ],
)
def test_old_names_lead_to_the_card(catalogue: Catalogue, old: str, new: str) -> None:
    assert not catalogue.find_cards(old)
    found = catalogue.find_alias(old)
    assert found is not None
    assert found.name == new


@pytest.mark.parametrize("game", BUNDLED, ids=lambda game: game.code)
def test_no_other_name_stands_for_a_name_that_has_versions(game: BundledGame) -> None:
    """Else a bare name, which may be any version, is taken for one: a wrong verdict either way."""
    versions: dict[str, set[str]] = {}
    for card in bundled.read_cards(game).values():
        versions.setdefault(normal_form(card.parts.base), set()).add(card.name)
    for row in bundled.read_aliases(game):
        assert versions.get(normal_form(row["alias"]), {row["card"]}) == {row["card"]}, row


def test_looking_up_one_by_one_finds_what_loading_all_finds(database: Path, catalogue: Catalogue) -> None:
    with Catalogue(database, "swtcg") as single:
        assert tuple(single.each_card()) == catalogue.cards()
    with Catalogue(database, "swtcg") as single:
        for card in catalogue.cards()[::97]:
            (found,) = single.find_cards(card.name)
            assert (found.name, found.printings, found.marks) == (card.name, card.printings, card.marks)
            assert single.find_versions(card.base_name) == catalogue.find_versions(card.base_name)
        assert single.find_cards("no such card") == catalogue.find_cards("no such card") == ()
        assert single.find_alias("Velptex") == catalogue.find_alias("Velptex")
        assert single.names() == catalogue.names()


def test_versions_of_a_name_come_together(catalogue: Catalogue) -> None:
    versions = {card.version for card in catalogue.find_versions("anakin skywalker")}
    assert {"A", "B", "C", "D"} <= versions
    assert all(
        parse_name(c.name).base == "Anakin Skywalker" for c in catalogue.find_versions("Anakin Skywalker")
    )
