"""Imports of cards: what changes, what is kept, and that all of it can be taken back."""

import sqlite3
from collections.abc import Callable, Iterable
from contextlib import closing
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from db.cards import bundled, bundled_games
from db.cards.bundled_games import BundledGame
from db.cards.lookup import Catalogue
from db.cards.names import parse_name
from db.database import check_integrity, ensure_ready
from db.errors import CardBatchError
from db.imports import card_import, load
from db.imports.changes import CardPlan
from db.imports.plan import ImportOptions
from db.imports.source_rows import (
    EVERYTHING,
    Place,
    Reading,
    RowProblem,
    SourceCard,
    SourceFormat,
    SourceMark,
    SourceSet,
)
from tests.amounts import amount
from tests.opened import all_cards

DAY = date(2026, 12, 1)
TABLES = ("games", "sets", "cards", "printings", "card_texts", "legality", "aliases", "play_formats")


@pytest.fixture
def path(small_database: Path) -> Path:
    """A database of one's own with a small catalogue, as if that were the bundled one."""
    return small_database


def bee(
    name: str, number: str = "1", *, code: str = "ZZZ", key: str | None = "", **values: Any
) -> SourceCard:
    """A made-up Character; its image key follows from set and number unless given."""
    parts = parse_name(name)
    facts: dict[str, Any] = {
        "side": "light",
        "type": "Character",
        "subtype": "Bee",
        "cost": "3",
        "speed": "40",
        "power": "3",
        "health": "3",
        "rarity": "C",
        "text": f"{name} hums.",
    } | values
    image = f"{code}{number}" if key == "" else key
    return SourceCard(
        Place("ZZZ.txt", int(number) + 1 if number.isdecimal() else 99),
        code,
        name,
        parts.card,
        parts.base,
        parts.version,
        parts.distinction,
        parts.reprint,
        number=number,
        image_key=image,
        **facts,
    )


def reading(*cards: SourceCard, **values: Any) -> Reading:
    return Reading(**({"game": "swtcg", "cards": cards} | values))


def take(
    path: Path, *cards: SourceCard, on: date = DAY, source: str = "lackey", **values: Any
) -> tuple[CardPlan, int | None]:
    terms = ImportOptions(source, on, keep_going=values.pop("keep_going", False))
    found = card_import.apply(path, reading(*cards, **values), terms, origin="here", state=None)
    check_integrity(path)
    return found


def dump(path: Path) -> dict[str, list[Any]]:
    """All rows of the tables of cards, in an order that is that of their values."""
    with closing(sqlite3.connect(path)) as connection:
        return {table: _rows(connection, table) for table in TABLES}


def _rows(connection: sqlite3.Connection, table: str) -> list[Any]:
    columns = len(connection.execute(f"PRAGMA table_info({table})").fetchall())
    order = ", ".join(map(str, range(1, columns + 1)))
    return connection.execute(f"SELECT * FROM {table} ORDER BY {order}").fetchall()


def ask(path: Path, query: str, *values: Any) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(query, values).fetchall()


def use(path: Path, name: str) -> None:
    """Something of the user that points to a printing, as a collection does."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE IF NOT EXISTS shelf (printing_id INTEGER REFERENCES printings(id))")
        connection.execute("INSERT INTO shelf SELECT id FROM printings WHERE name = ?", (name,))
        connection.commit()


def find(path: Path, name: str, game: str = "swtcg") -> Any:
    with Catalogue(path, game) as catalogue:
        found = catalogue.find_cards(name)
        return found[0] if found else catalogue.find_alias(name)


def test_a_new_set_comes_whole(path: Path) -> None:
    plan, batch = take(
        path,
        bee("Queen Bee (A)", tags="REB VB"),
        bee("Queen Bee (A) (Promo)", "P", key="ZZZP"),
        bee("Drone", "2"),
        sets=(SourceSet("ZZZ", "The Hive"),),
    )
    assert batch == 1
    (hive,) = plan.sets
    assert (hive.code, hive.cards, hive.new) == (
        "ZZZ",
        3,
        ["Queen Bee (A)", "Queen Bee (A) (Promo)", "Drone"],
    )
    with Catalogue(path, "swtcg") as catalogue:
        (queen,) = catalogue.find_cards("queen bee (a)")
        assert [p.name for p in queen.printings] == ["Queen Bee (A)", "Queen Bee (A) (Promo)"]
        assert catalogue.find_image("ZZZP") == (queen, queen.printings[1])
        assert catalogue.sets()[-1].name == "The Hive"
        assert catalogue.find_text("drone hums") == {"Drone"}
        assert catalogue.find_text("DRO", part=True) == {"Drone"}
        assert [one.text for one in catalogue.words(queen)] == [
            "Queen Bee (A) hums.",
            "Queen Bee (A) (Promo) hums.",
        ]


def test_the_same_again_writes_nothing(path: Path) -> None:
    cards = (bee("Queen Bee (A)", marks=(SourceMark("banned", "Standard"),)), bee("Drone", "2"))
    formats = (SourceFormat("STD", "Standard", {"sets": ["ZZZ"]}),)
    take(path, *cards, formats=formats)
    before = dump(path)
    plan, batch = take(path, *cards, formats=formats, on=date(2027, 1, 1))
    assert batch is None
    assert not plan.rows
    assert plan.sets[0].unchanged == 2
    assert dump(path) == before


def test_a_preview_writes_nothing(path: Path) -> None:
    before = path.read_bytes()
    plan = card_import.preview(path, reading(bee("Drone")), ImportOptions("lackey", DAY))
    assert plan.summary["new"] == 1
    assert path.read_bytes() == before


def test_changes_are_told_field_by_field_and_ids_stay(path: Path) -> None:
    take(path, bee("Queen Bee (A)"), bee("Drone", "2"))
    ids = ask(path, "SELECT id, name FROM printings WHERE name LIKE '%Bee%' OR name = 'Drone'")
    changed = bee(
        "Queen Bee (A)", cost="5", text="Hums loudly.", tags="REB", marks=(SourceMark("banned", "Standard"),)
    )
    plan, _ = take(path, changed, bee("Drone", "2"))
    (hive,) = plan.sets
    assert (hive.changed, hive.unchanged) == (1, 1)
    assert {(c.field, c.before, c.after) for c in hive.changes} == {
        ("cost", "3", "5"),
        ("tags", None, "REB"),
        ("legality", None, "banned in Standard"),
        ("text", "Queen Bee (A) hums.", "Hums loudly."),
    }
    assert find(path, "Queen Bee (A)").cost == 5
    assert ask(path, "SELECT id, name FROM printings WHERE name LIKE '%Bee%' OR name = 'Drone'") == ids


def test_a_card_gets_what_the_bundled_catalogue_lacks(path: Path) -> None:
    card = find(path, "Bail Organa (A)")
    row = bee(
        "Bail Organa (A)",
        "4",
        code="AOTC",
        key="AOTC004_Bail",
        side=card.side,
        subtype=card.subtype,
        cost="4",
        speed="40",
        power="3",
        health="2",
        rarity="R",
        tags="WOTC REP",
    )
    plan, _ = take(path, row, whole=False)
    assert (plan.sets[0].completed, plan.sets[0].changed, plan.sets[0].changes) == (1, 0, [])
    assert find(path, "Bail Organa (A)").printings[0].image_key == "AOTC004_Bail"


def test_what_a_source_does_not_state_stays(path: Path) -> None:
    take(path, bee("Drone", rulings="A ruling.", script="s", rarity="R"))
    plan, _ = take(
        path,
        bee("Drone", key=None, text=None, rarity=None, cost="4"),
        stated=frozenset({"cost"}),
        source="other",
    )
    assert [(c.field, c.before, c.after) for c in plan.sets[0].changes] == [("cost", "3", "4")]
    with Catalogue(path, "swtcg") as catalogue:
        (drone,) = catalogue.find_cards("Drone")
        assert catalogue.words(drone)[0].rulings == "A ruling."
    assert (drone.printings[0].rarity, drone.printings[0].image_key) == ("R", "ZZZ1")


@pytest.mark.parametrize("key", ["", None], ids=["by image key", "by number and stats"])
def test_a_renamed_card_is_the_same_card_and_keeps_its_old_name(path: Path, key: str | None) -> None:
    take(path, bee("Queen Bee (A)", key=key), bee("Queen Bee (A) (Promo)", "P", key=key and "ZZZP"))
    ids = ask(path, "SELECT id FROM cards WHERE base_name = 'Queen Bee'")
    plan, _ = take(
        path, bee("Empress Bee (A)", key=key), bee("Empress Bee (A) (Promo)", "P", key=key and "ZZZP")
    )
    first = plan.sets[0].renamed[0]
    assert (first.before, first.after) == ("Queen Bee (A)", "Empress Bee (A)")
    if key == "":
        assert not plan.sets[0].removed
    assert ask(path, "SELECT id FROM cards WHERE base_name = 'Empress Bee'") == ids
    assert find(path, "Queen Bee (A)").name == "Empress Bee (A)"
    assert ask(path, "SELECT why FROM aliases WHERE alias = 'Queen Bee (A)'") == [("renamed by lackey",)]


def test_a_card_that_is_renamed_back_has_its_name_again(path: Path) -> None:
    for name in ("Queen Bee (A)", "Empress Bee (A)", "Queen Bee (A)"):
        take(path, bee(name))
    assert find(path, "Queen Bee (A)").name == "Queen Bee (A)"
    assert find(path, "Empress Bee (A)").name == "Queen Bee (A)"
    assert len(ask(path, "SELECT 1 FROM aliases WHERE alias LIKE '%Bee%'")) == 1


def test_two_cards_may_swap_their_names(path: Path) -> None:
    take(path, bee("Bee One"), bee("Bee Two", "2", cost="9"))
    plan, _ = take(path, bee("Bee Two"), bee("Bee One", "2", cost="9"))
    assert not plan.sets[0].removed
    assert find(path, "Bee One").cost == 9
    assert find(path, "Bee Two").cost == 3


def test_a_name_may_be_taken_over_by_a_card_that_was_there(path: Path) -> None:
    take(path, bee("Bee One"), bee("Bee Two", "2"))
    plan, _ = take(path, bee("Bee Two", "1"), bee("Bee Two (Promo)", "2"))
    assert len(find(path, "Bee Two").printings) == 2
    assert find(path, "Bee One").name == "Bee Two"
    assert len(plan.sets[0].renamed) == 2


def test_another_card_under_the_same_number_is_no_rename(path: Path) -> None:
    take(path, bee("Sting", type="Battle", cost=None, speed=None, power=None, health=None, key=None))
    plan, _ = take(
        path, bee("Wholly Other", type="Battle", cost=None, speed=None, power=None, health=None, key=None)
    )
    assert not plan.sets[0].renamed
    assert [gone.name for gone in plan.sets[0].removed] == ["Sting"]
    assert plan.sets[0].new == ["Wholly Other"]


def test_an_image_key_that_means_another_card_now_is_no_rename(path: Path) -> None:
    take(path, bee("Queen Bee (A)"))
    plan, _ = take(path, bee("Drone", "9", key="ZZZ1", type="Space", cost="1"))
    assert plan.sets[0].new == ["Drone"]
    assert not plan.sets[0].renamed


def test_a_reprint_follows_its_card_from_set_to_set(path: Path) -> None:
    take(path, bee("Queen Bee (A)"), bee("Queen Bee (A) (Starter)", "1", code="YYY"))
    take(path, bee("Empress Bee (A)"), bee("Empress Bee (A) (Starter)", "1", code="YYY"))
    assert len(find(path, "Empress Bee (A)").printings) == 2
    assert find(path, "Queen Bee (A)").name == "Empress Bee (A)"


def test_a_bundled_slip_of_a_source_does_not_rename_our_card(path: Path) -> None:
    card = find(path, "Cad Bane (H)")
    printing = card.printings[0]
    row = bee(
        "Cade Bane (H)",
        printing.number,
        code="BOBF",
        key="BOBF056",
        side=card.side,
        cost=str(card.cost),
        speed=str(card.speed),
        power=str(card.power),
        health=str(card.health),
        subtype=card.subtype,
        rarity=printing.rarity,
        tags=" ".join(printing.tags) or None,
    )
    plan, _ = take(path, row, whole=False)
    assert (plan.sets[0].completed, plan.sets[0].renamed) == (1, [])
    assert find(path, "Cade Bane (H)").name == "Cad Bane (H)"


def test_printings_that_disagree_keep_their_own_facts(path: Path) -> None:
    take(
        path,
        bee("Queen Bee (A)"),
        bee("Queen Bee (A) (Promo)", "P", key="P", cost="5", subtype="Bee - Royal"),
    )
    queen = find(path, "Queen Bee (A)")
    assert queen.cost == 3
    assert dict(queen.printings[1].differs) == {"cost": 5, "subtype": "Bee - Royal"}
    take(
        path,
        bee("Queen Bee (A)", cost="5", subtype="Bee - Royal"),
        bee("Queen Bee (A) (Promo)", "P", key="P", cost="5", subtype="Bee - Royal"),
    )
    queen = find(path, "Queen Bee (A)")
    assert (queen.cost, dict(queen.printings[1].differs)) == (5, {})


def test_what_a_source_drops_goes_unless_it_is_in_use(path: Path) -> None:
    take(path, bee("Queen Bee (A)"), bee("Drone", "2"), bee("Worker", "3"))
    use(path, "Drone")
    plan, _ = take(path, bee("Queen Bee (A)"))
    assert [(gone.name, gone.kept) for gone in plan.sets[0].removed] == [("Drone", True), ("Worker", False)]
    assert find(path, "Worker") is None
    assert find(path, "Drone").printings[0].removed_on == "2026-12-01"
    assert take(path, bee("Queen Bee (A)"))[1] is None
    take(path, bee("Queen Bee (A)"), bee("Drone", "2"))
    assert find(path, "Drone").printings[0].removed_on is None


def test_a_bundled_card_is_marked_and_never_deleted(path: Path) -> None:
    printings = [p for c in all_cards(path) for p in c.printings if p.set_code == "MAM"]
    take(path, bee(printings[0].name, printings[0].number or "", code="MAM", key="m"))
    gone = ask(
        path,
        "SELECT count(*) FROM printings p JOIN sets s ON s.id = p.set_id WHERE s.code = 'MAM' AND removed_on IS NOT NULL",
    )
    assert gone == [(len(printings) - 1,)]


def test_a_table_of_some_cards_removes_none_of_others(path: Path) -> None:
    take(path, bee("Queen Bee (A)"), bee("Drone", "2"))
    plan, _ = take(path, bee("Worker", "3"), source="table", whole=False)
    assert not plan.sets[0].removed
    plan, _ = take(path, bee("Worker Two", "4"), source="table", whole=False)
    assert [gone.name for gone in plan.sets[0].removed] == ["Worker"]


def test_a_set_with_bad_rows_is_left_alone_and_the_others_come(path: Path) -> None:
    problems = (RowProblem(Place("ZZZ.txt", 3, "cost"), "found 'many', expected a number", "ZZZ"),)
    cards = (bee("Queen Bee (A)"), bee("Ant", code="YYY"))
    plan, batch = take(path, *cards, problems=problems)
    assert [(one.code, one.stopped, len(one.new)) for one in plan.sets] == [
        ("ZZZ", True, 0),
        ("YYY", False, 1),
    ]
    assert batch is not None
    assert find(path, "Queen Bee (A)") is None
    plan, _ = take(path, *cards, problems=problems, keep_going=True)
    assert find(path, "Queen Bee (A)") is not None
    take(path, bee("Drone", "2"), problems=problems, keep_going=True)
    assert find(path, "Queen Bee (A)") is not None, "a row that could not be read may be the missing card"


def test_a_name_and_number_twice_is_a_bad_row(path: Path) -> None:
    plan, batch = take(path, bee("Drone"), replace(bee("DRONE", key="other"), place=Place("ZZZ.txt", 9)))
    assert batch is None
    (problem,) = plan.problems
    assert (problem.place.line, "line 2" in problem.message) == (9, True)


def test_a_failure_leaves_nothing(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = dump(path)

    def fail(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(card_import, "_journalled", fail)
    with pytest.raises(KeyboardInterrupt):
        take(path, bee("Queen Bee (A)"))
    assert dump(path) == before
    assert card_import.batches(path) == ()


def test_undo_takes_everything_back(path: Path) -> None:
    before = dump(path)
    take(path, bee("Queen Bee (A)", marks=(SourceMark("banned", "Standard"),)), bee("Drone", "2"))
    between = dump(path)
    take(
        path,
        bee("Empress Bee (A)", cost="9", text="New."),
        formats=(SourceFormat("S", "Std", {"sets": ["ZZZ"]}),),
    )
    undone = card_import.undo(path, 2, "2026-12-02")
    assert (undone.batch.id, undone.kept) == (2, ())
    assert _without_digest(dump(path)) == _without_digest(between)
    with Catalogue(path, "swtcg") as catalogue:
        assert catalogue.find_text("drone hums") == {"Drone"}
    card_import.undo(path, 1, "2026-12-02")
    assert _without_digest(dump(path)) == _without_digest(before)
    assert [batch.undone_at is None for batch in card_import.batches(path)] == [False, False]
    ensure_ready(path)
    assert dump(path) == before


def _without_digest(tables: dict[str, list[Any]]) -> dict[str, list[Any]]:
    return {name: rows for name, rows in tables.items() if name != "games"}


@pytest.mark.parametrize(
    "later",
    [[bee("Queen Bee (A)"), bee("Queen Bee (A)", code="YYY")], [bee("Queen Bee (A)"), bee("Drone", "2")]],
    ids=["a card printed again", "another card of the set"],
)
def test_what_later_imports_added_to_is_undone_after_them(path: Path, later: list[SourceCard]) -> None:
    """A printing of a card, or a card of a set, that only the older import made."""
    before = dump(path)
    take(path, bee("Queen Bee (A)"))
    take(path, *later)
    whole = dump(path)
    with pytest.raises(CardBatchError, match="undo 2 first"):
        card_import.undo(path, 1, "2026-12-02")
    assert dump(path) == whole
    card_import.undo(path, 2, "2026-12-02")
    card_import.undo(path, 1, "2026-12-02")
    assert _without_digest(dump(path)) == _without_digest(before)


def test_undo_that_cannot_be_is_told(path: Path) -> None:
    take(path, bee("Queen Bee (A)"))
    take(path, bee("Queen Bee (A)", cost="4"))
    with pytest.raises(CardBatchError, match="undo 2 first"):
        card_import.undo(path, 1, "2026-12-02")
    card_import.undo(path, 2, "2026-12-02")
    with pytest.raises(CardBatchError, match="undone on"):
        card_import.undo(path, 2, "2026-12-02")
    with pytest.raises(CardBatchError, match="no such import"):
        card_import.undo(path, 77, "2026-12-02")
    card_import.undo(path, 1, "2026-12-02")


def test_undo_keeps_what_is_in_use(path: Path) -> None:
    take(path, bee("Queen Bee (A)"), bee("Drone", "2"))
    use(path, "Drone")
    undone = card_import.undo(path, 1, "2026-12-02")
    assert undone.kept == ("Drone",)
    check_integrity(path)
    assert find(path, "Queen Bee (A)") is None
    assert find(path, "Drone").printings[0].removed_on == "2026-12-02"
    plan, _ = take(path, bee("Queen Bee (A)"), bee("Drone", "2"))
    assert plan.sets[0].new == ["Queen Bee (A)"]


def test_ids_are_not_given_out_twice(path: Path) -> None:
    take(path, bee("Queen Bee (A)"))
    (first,) = ask(path, "SELECT id FROM printings WHERE name = 'Queen Bee (A)'")
    card_import.undo(path, 1, "2026-12-02")
    take(path, bee("Drone Bee"))
    assert ask(path, "SELECT id FROM printings WHERE name = 'Drone Bee'") > [first]


def banned(name: str, path: Path, day: str) -> bool | None:
    """Whether the card is banned in Vintage on a day; None when that is not known."""
    from deckcheck.games.formats.list_rules import marked

    rule = marked("banned", "Vintage", "Vintage", date.fromisoformat(day), certain=False)
    limit = rule.limit_of(find(path, name))
    if limit is None:
        return False
    return True if limit.lax == 0 else None


def test_marks_hold_from_the_day_on_which_they_came_to_the_day_on_which_they_went(path: Path) -> None:
    ban = (SourceMark("banned", "Vintage"),)
    take(path, bee("Drone"), bee("Queen Bee (A)", "2", marks=ban), on=date(2026, 1, 1))
    take(path, bee("Drone", marks=ban), bee("Queen Bee (A)", "2", marks=ban), on=date(2026, 6, 1))
    take(path, bee("Drone"), bee("Queen Bee (A)", "2", marks=ban), on=date(2026, 9, 1))
    assert [banned("Drone", path, day) for day in ("2026-03-01", "2026-07-01", "2026-10-01")] == [
        False,
        True,
        False,
    ]
    assert [banned("Queen Bee (A)", path, day) for day in ("2025-12-01", "2026-03-01")] == [None, True]
    drone = find(path, "Drone")
    assert drone.marks == ()
    assert [(m.since, m.until) for m in drone.past_marks] == [("2026-06-01", "2026-09-01")]


def test_formats_can_be_asked_by_day(path: Path) -> None:
    for day, sets in ((1, ["A"]), (2, ["A"]), (3, ["A", "B"])):
        take(
            path,
            bee("Drone"),
            formats=(SourceFormat("STD", "Standard", {"sets": sets}),),
            on=date(2026, 12, day),
        )
    with Catalogue(path, "swtcg") as catalogue:
        assert [(one.seen, one.data["sets"]) for one in catalogue.play_formats()] == [
            ("2026-12-03", ["A", "B"])
        ]
        assert catalogue.play_formats("2026-12-02")[0].data["sets"] == ["A"]
        assert catalogue.play_formats("2026-11-30") == ()


Edit = Callable[[list[dict[str, str]]], list[dict[str, str]]]


@pytest.fixture
def new_release(monkeypatch: pytest.MonkeyPatch, path: Path) -> Callable[[str, Edit], None]:
    """Loads a newer bundled catalogue: the lines of one file edited."""

    def release(code: str, edit: Edit) -> None:
        original = bundled.read_table

        def edited(file: Path) -> Iterable[tuple[int, dict[str, str]]]:
            rows = list(original(file))
            if file.name == f"{code}.tsv":
                return enumerate(edit([row for _, row in rows]), start=2)
            return rows

        monkeypatch.setattr(bundled, "read_table", edited)
        monkeypatch.setattr(BundledGame, "digest", lambda self: "newer" + self.code)
        ensure_ready(path)
        check_integrity(path)

    return release


def synced(path: Path, name: str, **values: Any) -> SourceCard:
    """The row that a source would have of a bundled printing, with other values."""
    with Catalogue(path, "swtcg") as catalogue:
        (card,) = catalogue.find_cards(name)
    printing = next(p for p in card.printings if p.name == name)
    facts = {
        f: None if getattr(card, f) is None else str(getattr(card, f))
        for f in ("side", "subtype", "cost", "speed", "power", "health")
    }
    row = bee(
        name,
        printing.number or "",
        code=printing.set_code,
        **(
            {
                "type": card.type,
                "rarity": printing.rarity,
                "tags": " ".join(printing.tags) or None,
                "key": f"{printing.set_code}-{name}",
            }
            | facts
            | values
        ),
    )
    return replace(
        row, marks=tuple(SourceMark(m.status, m.format, m.source) for m in card.marks if m.printing == name)
    )


def test_a_newer_bundled_catalogue_keeps_what_was_synced(
    path: Path, new_release: Callable[[str, Edit], None]
) -> None:
    take(path, synced(path, "Bail Organa (A)", cost="8"), whole=False)

    def edit(rows: list[dict[str, str]]) -> list[dict[str, str]]:
        for row in rows:
            if row["name"] in ("Bail Organa (A)", "Anakin Skywalker (A)"):
                row["cost"] = "6"
        return rows

    new_release("AOTC", edit)
    assert find(path, "Bail Organa (A)").cost == 8
    assert find(path, "Bail Organa (A)").printings[0].image_key
    assert find(path, "Anakin Skywalker (A)").cost == 6


def test_a_newer_bundled_catalogue_does_not_bring_an_old_name_back(
    path: Path, new_release: Callable[[str, Edit], None]
) -> None:
    row = synced(path, "Bail Organa (A)")
    take(
        path,
        replace(
            row, name="Bail Prestor Organa (A)", card="Bail Prestor Organa (A)", base="Bail Prestor Organa"
        ),
        whole=False,
    )
    before = ask(path, "SELECT count(*) FROM cards")
    new_release("AOTC", lambda rows: rows)
    assert find(path, "Bail Organa (A)").name == "Bail Prestor Organa (A)"
    assert ask(path, "SELECT count(*) FROM cards") == before
    assert len([p for p in find(path, "Bail Organa (A)").printings if p.set_code == "AOTC"]) == 1


def test_a_card_of_which_one_printing_was_synced_agrees_with_all(
    path: Path, new_release: Callable[[str, Edit], None]
) -> None:
    """TIE Hunter is in BOE and, as a starter print, in START: only START is synced here."""
    take(path, synced(path, "TIE Hunter (Starter)", cost="9"), whole=False)
    assert find(path, "TIE Hunter").cost != 9

    def edit(rows: list[dict[str, str]]) -> list[dict[str, str]]:
        for row in rows:
            if row["name"] == "TIE Hunter":
                row["cost"] = "7"
        return rows

    new_release("BOE", edit)
    card = find(path, "TIE Hunter")
    starter = next(p for p in card.printings if p.set_code == "START")
    assert card.cost == 7
    assert starter.differs["cost"] == 9


def test_bundled_marks_and_names_are_refreshed_where_nothing_was_synced(
    path: Path, new_release: Callable[[str, Edit], None]
) -> None:
    row = synced(path, "Lost in the Asteroids")
    take(path, replace(row, marks=()), whole=False)
    marks = len(ask(path, "SELECT 1 FROM legality WHERE until IS NULL"))
    new_release("legality", lambda rows: rows)
    assert find(path, "Lost in the Asteroids").marks == ()
    assert len(ask(path, "SELECT 1 FROM legality WHERE until IS NULL")) == marks
    assert find(path, "Commander Code").name == "Commander Cody (D)"


def test_undo_after_a_newer_release_gives_the_newer_facts(
    path: Path, new_release: Callable[[str, Edit], None]
) -> None:
    take(path, synced(path, "Bail Organa (A)", cost="8"), whole=False)

    def edit(rows: list[dict[str, str]]) -> list[dict[str, str]]:
        for row in rows:
            if row["name"] == "Bail Organa (A)":
                row["cost"] = "6"
        return rows

    new_release("AOTC", edit)
    card_import.undo(path, 1, "2026-12-02")
    ensure_ready(path)
    assert find(path, "Bail Organa (A)").cost == 6
    assert find(path, "Bail Organa (A)").printings[0].image_key is None


def test_the_exceptions_of_our_catalogue_survive_a_sync(path: Path) -> None:
    assert {
        row["fact"] for _, row in bundled.read_table(bundled_games.BUNDLED[0].folder / "exceptions.tsv")
    } <= bundled.EXCEPTIONS
    take(path, synced(path, "Darth Vua (A)", cost="1"), whole=False)
    assert find(path, "Darth Vua (A)").facts == {"also_fits": ["yuuzhan-vong"], "text_read": ["whole"]}


def destiny(
    code: str, name: str, *, root: str | None = None, cost: str = "1", in_set: str = ""
) -> SourceCard:
    return SourceCard(
        Place("x.json", 1),
        in_set or code[:2],
        name,
        name,
        name,
        identity=root or code,
        number=code[2:],
        image_key=code,
        side="hero",
        type="Event",
        cost=cost,
        reprint=root,
        facts={"faction": "blue"},
        details={"illustrator": "Nobody"},
    )


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 0, 2)])
def test_reprints_meet_their_card_in_any_order_and_namesakes_do_not(
    path: Path, order: tuple[int, ...]
) -> None:
    sets = [
        (destiny("51001", "Sting"),),
        (destiny("52001", "Sting", root="51001"),),
        (destiny("53001", "Sting", cost="4"),),
    ]
    for place in order:
        take(path, *sets[place], source="destiny", game="destiny", stated=EVERYTHING - {"marks"})
    with Catalogue(path, "destiny") as catalogue:
        cards = catalogue.find_cards("Sting")
        assert sorted((card.cost, len(card.printings)) for card in cards) == [(1, 2), (4, 1)]
        assert len({card.name for card in cards}) == 2
    for place in order:
        assert (
            take(path, *sets[place], source="destiny", game="destiny", stated=EVERYTHING - {"marks"})[1]
            is None
        )


def test_facts_of_other_games_change_by_key(path: Path) -> None:
    take(path, destiny("51001", "Sting"), source="destiny", game="destiny")
    changed = replace(
        destiny("51001", "Sting"),
        facts={"faction": "red", "points": "7"},
        details={"illustrator": "Somebody"},
    )
    plan, _ = take(path, changed, source="destiny", game="destiny")
    assert {(c.field, c.before, c.after) for c in plan.sets[0].changes} == {
        ("faction", "blue", "red"),
        ("points", None, "7"),
        ("illustrator", "Nobody", "Somebody"),
    }
    (card,) = [card for card in all_cards(path, "destiny") if card.name == "Sting"]
    assert dict(card.facts) == {"faction": "red", "points": "7"}


NAMES = ("Bee One", "Bee Two", "Bee Two (Promo)", "Bee Three (A)", "Bee Three (B)", "Bee Four")
ROWS = st.builds(
    lambda name, number, key, cost, ban: bee(
        name, str(number), key=key, cost=str(cost), marks=(SourceMark("banned", "Vintage"),) if ban else ()
    ),
    st.sampled_from(NAMES),
    st.integers(1, 4),
    st.sampled_from([None, "k1", "k2", "k3"]),
    st.integers(1, 2),
    st.booleans(),
)
STATES = st.lists(st.lists(ROWS, max_size=6), min_size=1, max_size=4)


@settings(max_examples=amount(12, 100), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(states=STATES)
def test_any_history_leads_to_what_was_read_last_and_back_again(
    states: list[list[SourceCard]], tmp_path_factory: pytest.TempPathFactory, empty: Path
) -> None:
    path = tmp_path_factory.mktemp("history") / "cards.sqlite"
    path.write_bytes(empty.read_bytes())
    before = dump(path)
    numbers = []
    for state in states:
        plan, batch = take(path, *state, keep_going=True)
        if batch is not None:
            numbers.append(batch)
        good = not plan.problems and bool(state)
        if good:
            _assert_stored(path, state)
        assert take(path, *state, keep_going=True)[1] is None, "reading the same twice changes nothing"
    for batch in reversed(numbers):
        card_import.undo(path, batch, "2026-12-02")
    assert _without_digest(dump(path)) == _without_digest(before)


def _assert_stored(path: Path, state: list[SourceCard]) -> None:
    """Every row that was read is there just as it was read, and nothing else of its set."""
    stored = ask(
        path, "SELECT p.name, p.number FROM printings p JOIN sets s ON s.id = p.set_id WHERE s.code = 'ZZZ'"
    )
    assert sorted(stored) == sorted((card.name, card.number) for card in state)
    with Catalogue(path, "swtcg") as catalogue:
        catalogue.load_all()
        for row in state:
            (card,) = catalogue.find_cards(row.name)
            printing = next(p for p in card.printings if (p.name, p.number) == (row.name, row.number))
            assert str(card.as_printed(printing).cost) == row.cost
            marks = {(m.status, m.format) for m in card.marks if m.printing == row.name}
            assert {(m.status, m.format) for m in row.marks} <= marks


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database without cards, so that many histories can be tried."""
    path = tmp_path_factory.mktemp("empty") / "cards.sqlite"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(load, "load_bundled", lambda *_: None)
        ensure_ready(path)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("INSERT INTO games (code, name) VALUES ('swtcg', 'x')")
        connection.commit()
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return path


def test_a_text_that_nobody_read_is_listened_to(path: Path) -> None:
    """What may change deck building is kept with the card, until a table of ours says more."""
    take(path, bee("Maya (A)", "1", text="Maya may be put into a Dark deck."), bee("Willi (A)", "2"))
    assert find(path, "Maya (A)").facts == {"unknown_text": ["may be put into a Dark deck"]}
    assert find(path, "Willi (A)").facts == {}
    take(path, bee("Maya (A)", "1", text="Maya hums."), bee("Willi (A)", "2"))
    assert find(path, "Maya (A)").facts == {}


def test_the_first_text_of_a_card_that_was_read_is_what_was_read(path: Path) -> None:
    where = find(path, "Darth Vua (A)").printings[0]

    def sync(text: str) -> dict[str, Any]:
        vua = bee("Darth Vua (A)", where.number or "", code=where.set_code, key="vua", text=text)
        take(path, vua, whole=False)
        return dict(find(path, "Darth Vua (A)").facts)

    read = {"also_fits": ["yuuzhan-vong"], "text_read": ["whole"]}
    assert sync("Darth Vua may be put into any deck.") == read
    assert sync("Darth Vua may be put into any deck!") == {"also_fits": ["yuuzhan-vong"]}
