"""A source of a bundled game states the same cards: a sync of the same facts changes nothing."""

import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from db.cards.lookup import Catalogue
from db.database import check_integrity, ensure_ready
from db.imports import card_import
from db.imports.changes import CardPlan
from db.imports.plan import ImportOptions
from db.imports.source_rows import Reading, SourceSet
from deckcheck.sources.compare import bundled_reading
from tests.db.imports.test_card_import import DAY, dump, empty, find

pytestmark = pytest.mark.whole_catalogue

__all__ = ["empty"]


@pytest.fixture
def path(own_database: Path) -> Path:
    """A database with all of the bundled catalogue: it is that of which these tests speak."""
    return own_database


def take(path: Path, reading: Reading) -> CardPlan:
    plan, _ = card_import.apply(path, reading, ImportOptions(reading.game, DAY), origin=None, state=None)
    check_integrity(path)
    return plan


def only(reading: Reading, key: str, **values: Any) -> Reading:
    """One card of a reading, with other values."""
    (card,) = (card for card in reading.cards if card.image_key == key)
    return replace(reading, cards=(replace(card, **values),), whole=False)


def rows(path: Path) -> dict[str, list[Any]]:
    return {name: found for name, found in dump(path).items() if name != "games"}


@pytest.mark.parametrize("game", ["swtcg", "destiny", "stargate", "swlcg"])
def test_our_own_catalogue_as_a_source_changes_nothing(path: Path, game: str) -> None:
    plan = card_import.preview(path, bundled_reading(game), ImportOptions(game, DAY))
    assert plan.rows == ()
    assert not plan.problems


def test_a_reprint_that_comes_from_a_source_joins_its_bundled_card(path: Path) -> None:
    card = find(path, "Finn, First Order Defector", "destiny")
    key = card.printings[0].image_key
    again = only(
        bundled_reading("destiny"),
        key,
        set_code="NEW",
        image_key="77001",
        number="1",
        reprint=key,
        identity=key,
    )
    plan = take(path, again)
    assert plan.summary["new"] == 1
    now = find(path, "Finn, First Order Defector", "destiny")
    assert (now.id, [p.set_code for p in now.printings]) == (card.id, ["AW", "NEW"])
    for printing in now.printings:
        assert now.as_printed(printing).facts["opens"] == card.facts["opens"]


def test_a_new_card_under_a_bundled_name_is_told_apart_by_its_set(path: Path) -> None:
    key = find(path, "Finn, First Order Defector", "destiny").printings[0].image_key
    other = only(
        bundled_reading("destiny"), key, set_code="NEW", image_key="77001", number="1", identity="77001"
    )
    take(path, other)
    assert len(find(path, "Finn, First Order Defector", "destiny").printings) == 1
    assert find(path, "Finn, First Order Defector (NEW)", "destiny").base_name == "Finn"


def test_changed_points_are_told_and_undone(path: Path) -> None:
    before = rows(path)
    card = find(path, "Finn, First Order Defector", "destiny")
    key = card.printings[0].image_key
    reading = bundled_reading("destiny")
    facts = next(one.facts for one in reading.cards if one.image_key == key)
    plan = take(path, only(reading, key, facts={**facts, "points": "9/12"}))
    assert [(c.field, c.before, c.after) for c in plan.sets[0].changes] == [
        ("points", card.facts["points"], "9/12")
    ]
    now = find(path, "Finn, First Order Defector", "destiny")
    assert (now.id, now.facts["points"], now.facts["opens"]) == (card.id, "9/12", card.facts["opens"])
    card_import.undo(path, 1, "2026-12-02")
    assert rows(path) == before
    ensure_ready(path)
    assert rows(path) == before


def test_a_source_with_an_old_slip_meets_the_mended_card(path: Path) -> None:
    reading = bundled_reading("stargate")
    fixed = find(path, "Jacob Carter, Tok'ra Ambassador", "stargate")
    slip = "Jacob Cater, Tok'ra Ambassador"
    row = only(reading, fixed.printings[0].image_key, name=slip, card=slip, base="Jacob Cater")
    plan = take(path, row)
    assert (plan.rows, plan.summary["renamed"]) == ((), 0)
    assert find(path, slip, "stargate").name == fixed.name


def test_a_source_that_knows_no_identities_leaves_them(path: Path) -> None:
    """A table of one's own calls cards by their names; those told apart by a set stay so."""
    reading = bundled_reading("destiny")
    cards = tuple(
        replace(card, card=card.name, identity=None, rarity="S")
        for card in reading.cards
        if card.name == "Millennium Falcon"
    )
    assert len(cards) == 5
    before = find(path, "Millennium Falcon (LEG)", "destiny")
    plan = take(path, replace(reading, cards=cards, whole=False))
    assert (plan.summary["new"], plan.summary["renamed"]) == (0, 0)
    assert find(path, "Millennium Falcon (LEG)", "destiny").id == before.id
    assert card_import.preview(path, reading, ImportOptions("destiny", DAY)).summary["new"] == 0


def test_stargate_sets_that_were_synced_before_they_were_bundled_become_ours(
    empty: Path, tmp_path: Path
) -> None:
    """Then they had codes made of their names, and cards of one name were one card."""
    path = Path(shutil.copy(empty, tmp_path / "old.sqlite"))
    former = {
        "ATL": "ATLANTIS",
        "ALLI": "ALLIANCES",
        "COTG": "CHILDREN-OF-THE-GODS",
        "WORM": "WORMHOLE-X-TREME",
        "DOM": "DOMINIONS",
    }
    reading = bundled_reading("stargate")
    cards = tuple(
        replace(
            card,
            card=card.name,
            identity=None,
            set_code=former[card.set_code],
            distinction=card.name.partition(", ")[2] or None,
        )
        for card in reading.cards
        if card.set_code in former
    )
    sets = tuple(SourceSet(former[s.code], s.name) for s in reading.sets if s.code in former)
    take(path, replace(reading, cards=cards, sets=sets))
    joined = find(path, "Nicholas Rush, Driven Scientist", "stargate")
    assert [p.set_code for p in joined.printings] == ["ALLIANCES", "CHILDREN-OF-THE-GODS"]
    kept = {p.image_key: p.id for p in joined.printings}
    ensure_ready(path)
    check_integrity(path)
    with Catalogue(path, "stargate") as catalogue:
        stored = {card.name: card for card in catalogue.cards()}
        assert {s.code: s.cards for s in catalogue.sets()} == {
            s.code: sum(card.set_code == s.code for card in reading.cards) for s in reading.sets
        }
    assert len(stored) == 1920
    assert all(len(card.printings) == 1 for card in stored.values())
    one, other = (stored[f"Nicholas Rush, Driven Scientist ({s})"] for s in ("ALLI", "COTG"))
    assert (one.type, one.cost, other.type, other.cost) == ("Support Character", 5, "Team Character", 3)
    assert {p.image_key: p.id for c in (one, other) for p in c.printings} == kept
    niam = stored["Niam, Bound By His Code (WORM 117)"]
    assert (niam.subtype, niam.facts["needs"]) == ("Replicator", ["no-deck"])
    plan = card_import.preview(
        path, replace(reading, stated=frozenset({"number"})), ImportOptions("stargate", DAY)
    )
    assert (plan.summary["new"], plan.summary["renamed"]) == (0, 0)
