"""Holdings, wants and saved decks follow their cards through renames, merges and splits."""

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from db.cards.lookup import Catalogue
from db.collection import ledger, undo
from db.collection.history import read_stored
from db.collection.ledger_stores import DECKS, HOLDINGS, LedgerStore, StoredChange
from db.database import check_integrity, ensure_ready
from db.imports import card_import
from deckcheck.games import get_game
from deckcheck.judge.resolve import Resolver
from tests.db.imports.test_card_import import Edit, ask, bee, find, new_release, path, take

__all__ = ["new_release", "path"]


def own(path: Path, name: str, *, printed: str | None = None, place: str = "") -> None:
    """Three copies of a card, of one printing if that is named; wanted too, and in a saved deck."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA foreign_keys = ON")
        card = connection.execute("SELECT id FROM cards WHERE name = ?", (name,)).fetchone()[0]
        printing = connection.execute(
            "SELECT id FROM printings WHERE name = ? AND card_id = ?", (printed, card)
        ).fetchone()
        ident = printing[0] if printing else None
        connection.execute(
            "INSERT INTO holdings (card_id, printing_id, condition, language, finish, location,"
            " quantity, for_trade, notes) VALUES (?, ?, '', '', '', ?, 3, 0, '')",
            (card, ident, place),
        )
        connection.execute(
            "INSERT OR IGNORE INTO wants (card_id, printing_id, quantity, notes) VALUES (?, ?, 4, '')",
            (card, ident),
        )
        connection.execute(
            "INSERT OR IGNORE INTO decks (id, game, name, name_key) VALUES (1, 'swtcg', 'D', 'd')"
        )
        connection.execute(
            "INSERT INTO deck_lines (deck_id, position, quantity, name, zone, card_id, printing_id,"
            " reserved) SELECT 1, 1 + count(*), 2, ?, 'Deck', ?, ?, 1 FROM deck_lines",
            (printed or name, card, ident),
        )
        connection.commit()


def held(path: Path) -> list[tuple[Any, ...]]:
    """What is owned, wanted and in decks, each with the name of its card; checked to be whole."""
    check_integrity(path)
    found: list[tuple[Any, ...]] = []
    for table, count in (("holdings", "quantity"), ("wants", "quantity"), ("deck_lines", "quantity")):
        found += ask(
            path,
            f"SELECT '{table}', c.name, p.name, {count} FROM {table} t"
            " JOIN cards c ON c.id = t.card_id LEFT JOIN printings p ON p.id = t.printing_id"
            " ORDER BY t.rowid",
        )
        strays = ask(
            path,
            f"SELECT count(*) FROM {table} t JOIN printings p ON p.id = t.printing_id"
            " WHERE p.card_id <> t.card_id",
        )
        assert strays == [(0,)], "the card of a holding is the card of its printing"
    return found


def three(card: str, printed: str | None) -> list[tuple[Any, ...]]:
    return [(table, card, printed, n) for table, n in (("holdings", 3), ("wants", 4), ("deck_lines", 2))]


PRINTED = pytest.mark.parametrize("printed", ["Bee One", None], ids=["printing", "card alone"])


@PRINTED
def test_a_renamed_card_keeps_what_is_the_users(path: Path, printed: str | None) -> None:
    take(path, bee("Bee One"))
    own(path, "Bee One", printed=printed)
    take(path, bee("Bee Nine"))
    assert held(path) == three("Bee Nine", printed and "Bee Nine")
    card_import.undo(path, 2, "2026-12-02")
    assert held(path) == three("Bee One", printed)


@PRINTED
def test_a_card_that_is_merged_into_another_brings_it_along(path: Path, printed: str | None) -> None:
    take(path, bee("Bee One"), bee("Bee Two", "2"))
    own(path, "Bee One", printed=printed)
    take(path, bee("Bee Two (Promo)", "1"), bee("Bee Two", "2"))
    assert held(path) == three("Bee Two", printed and "Bee Two (Promo)")
    assert ask(path, "SELECT count(*) FROM cards WHERE name = 'Bee One'") == [(0,)]
    assert find(path, "Bee One").name == "Bee Two"
    card_import.undo(path, 2, "2026-12-02")
    assert held(path) == three("Bee One", printed)
    assert find(path, "Bee One").name == "Bee One"


def test_a_printing_that_is_split_off_takes_its_copies_and_no_others(path: Path) -> None:
    take(path, bee("Bee One"), bee("Bee One (Promo)", "2"))
    own(path, "Bee One", printed="Bee One (Promo)")
    own(path, "Bee One", place="binder")
    take(path, bee("Bee One"), bee("Bee Two", "2"))
    whole, part = three("Bee Two", "Bee Two"), three("Bee One", None)
    assert sorted(map(repr, held(path))) == sorted(map(repr, whole + part))
    card_import.undo(path, 2, "2026-12-02")
    assert ("holdings", "Bee One", "Bee One (Promo)", 3) in held(path)
    assert ("holdings", "Bee One", None, 3) in held(path)


def test_a_card_that_falls_apart_leaves_its_name_to_the_first_of_its_parts(path: Path) -> None:
    take(path, bee("Bee One"), bee("Bee One (Promo)", "2"))
    own(path, "Bee One")
    take(path, bee("Bee Two"), bee("Bee Three", "2"))
    assert held(path) == three("Bee Two", None)
    assert find(path, "Bee One").name == "Bee Two"
    card_import.undo(path, 2, "2026-12-02")
    assert held(path) == three("Bee One", None)


def test_copies_of_both_cards_stay_apart_and_none_is_lost(path: Path) -> None:
    """Three of one and three of the other in the same place cannot be told from one another."""
    take(path, bee("Bee One"), bee("Bee Two", "2"))
    own(path, "Bee One")
    own(path, "Bee Two")
    take(path, bee("Bee Two (Promo)", "1"), bee("Bee Two", "2"))
    assert [n for table, *_, n in held(path) if table == "holdings"] == [3, 3]
    card_import.undo(path, 2, "2026-12-02")
    assert {(name, n) for table, name, _, n in held(path) if table == "holdings"} == {
        ("Bee One", 3),
        ("Bee Two", 3),
    }


def test_undo_keeps_a_card_that_is_held_without_a_printing(path: Path) -> None:
    take(path, bee("Bee One"), bee("Drone", "2"))
    own(path, "Bee One")
    undone = card_import.undo(path, 1, "2026-12-02")
    assert undone.kept == ("Bee One",)
    assert held(path) == three("Bee One", None)
    assert find(path, "Bee One").printings[0].removed_on == "2026-12-02"


def test_a_source_that_drops_a_card_leaves_it_to_whoever_has_it_in_a_deck(path: Path) -> None:
    take(path, bee("Bee One"), bee("Drone", "2"))
    own(path, "Bee One")
    take(path, bee("Drone", "2"))
    assert held(path) == three("Bee One", None)
    assert find(path, "Bee One").printings[0].removed_on == "2026-12-01"
    with Catalogue(path, "swtcg") as catalogue:
        resolver = Resolver(catalogue, get_game("swtcg"))
        notes = {name: resolver.resolve_name(name).note for name in ("Bee One", "Drone")}
    assert notes == {"Bee One": "Bee One is no longer in the card lists, as of 2026-12-01", "Drone": None}, (
        "validate tells this"
    )


@PRINTED
@pytest.mark.parametrize("back", [False, True])
def test_the_ledger_can_be_undone_after_its_cards_came_to_others(
    path: Path, printed: str | None, *, back: bool
) -> None:
    """Whether the import is undone before it or not, and whether a printing was named or not."""
    take(path, bee("Bee One"), bee("Bee Two", "2"))
    ((card, there),) = ask(path, "SELECT card_id, id FROM printings WHERE name = 'Bee One'")
    printing = there if printed else None
    key = json.dumps([card, printing, "NM", "", "", "Käfig"], ensure_ascii=False, separators=(",", ":"))
    line = {
        "quantity": 2,
        "name": "Bee One",
        "zone": "Deck",
        "card_id": card,
        **({"printing_id": printing} if printing else {}),
    }
    deck = json.dumps({"name": "D", "game": "swtcg", "lines": [line]}, separators=(",", ":"))
    with closing(sqlite3.connect(path)) as connection:
        origin = ledger.Origin("test", mode="add")
        made: list[tuple[LedgerStore, list[StoredChange]]] = [
            (HOLDINGS, [(key, None, '{"quantity":3}')]),
            (DECKS, [("[7]", None, deck)]),
        ]
        for store, differences in made:
            store.write(connection, differences)
        number = ledger.enter(connection, origin, made)
        connection.commit()
    take(path, bee("Bee Two (Promo)", "1"), bee("Bee Two", "2"))
    moved = find(path, "Bee Two").id
    ((after,),) = ask(path, "SELECT after FROM changes WHERE kind = 'deck'")
    assert (read_stored(after) or {})["lines"][0]["card_id"] == moved != card
    if back:
        card_import.undo(path, 2, "2026-12-02")
        ((after,),) = ask(path, "SELECT after FROM changes WHERE kind = 'deck'")
        assert (read_stored(after) or {})["lines"][0]["card_id"] == card
    done = undo.undo(path, number)
    assert (done.reversed, done.kept, done.errors) == (2, (), ())
    assert held(path) == []


def test_a_release_that_moves_a_bundled_printing_brings_copies_along(
    path: Path, new_release: Callable[[str, Edit], None]
) -> None:
    own(path, "TIE Hunter", printed="TIE Hunter (Starter)")

    def edit(rows: list[dict[str, str]]) -> list[dict[str, str]]:
        for row in rows:
            if row["name"] == "TIE Hunter (Starter)":
                row["name"] = "TIE Chaser (Starter)"
        return rows

    new_release("START", edit)
    assert {row[1] for row in held(path)} == {"TIE Chaser"}


def test_a_release_that_renames_a_card_brings_along_what_names_no_printing(
    path: Path, new_release: Callable[[str, Edit], None]
) -> None:
    own(path, "Bail Organa (A)")

    def edit(rows: list[dict[str, str]]) -> list[dict[str, str]]:
        for row in rows:
            if row["name"] == "Bail Organa (A)":
                row["name"] = "Bail Prestor Organa (A)"
        return rows

    new_release("AOTC", edit)
    assert {row[1] for row in held(path)} <= {"Bail Prestor Organa (A)", "Bail Organa (A)"}
    ensure_ready(path)
    check_integrity(path)


def test_a_new_exception_reaches_a_card_whose_printings_were_all_synced(
    path: Path, new_release: Callable[[str, Edit], None]
) -> None:
    take(path, bee("Bail Organa (A)", "4", code="AOTC", key="AOTC004"), whole=False)
    take(path, bee("Bail Organa (A) (Promo)", "99", code="ZZZ"), whole=False)
    row = {"card": "Bail Organa (A)", "fact": "also_fits", "values": "dark", "why": "made up"}

    def edit(rows: list[dict[str, str]]) -> list[dict[str, str]]:
        ours = any(one["card"] == "Darth Vua (A)" for one in rows)  # every game has such a file
        return [*rows, row] if ours else rows

    new_release("exceptions", edit)
    card = find(path, "Bail Organa (A)")
    assert card.facts == {"also_fits": ["dark"], "text_read": ["whole"]}
    assert all(
        dict(card.as_printed(p).facts) == {"also_fits": ["dark"], "text_read": ["whole"]}
        for p in card.printings
    )


def test_an_exception_that_a_release_takes_back_goes_from_synced_cards_too(
    path: Path, new_release: Callable[[str, Edit], None]
) -> None:
    assert find(path, "Darth Vua (A)").facts == {"also_fits": ["yuuzhan-vong"], "text_read": ["whole"]}
    code, number = (
        find(path, "Darth Vua (A)").printings[0].set_code,
        find(path, "Darth Vua (A)").printings[0].number,
    )
    take(path, bee("Darth Vua (A)", number, code=code, key="vua"), whole=False)
    assert find(path, "Darth Vua (A)").facts == {"also_fits": ["yuuzhan-vong"], "text_read": ["whole"]}
    new_release("exceptions", lambda rows: [row for row in rows if row["card"] != "Darth Vua (A)"])
    assert find(path, "Darth Vua (A)").facts == {"text_read": ["whole"]}


@pytest.mark.parametrize("turned", [0, 3])
@pytest.mark.parametrize("code", ["AOTC", "CAD"])
def test_no_release_points_to_another_card(
    path: Path, new_release: Callable[[str, Edit], None], code: str, turned: int
) -> None:
    """It has wholly other cards in the places of some; or it orders and numbers a set anew, too, and lacks some."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(
            "INSERT INTO holdings (card_id, printing_id, condition, language, finish, location, quantity,"
            " for_trade, notes) SELECT card_id, p.id, '', '', '', '', 1, 0, '' FROM printings p"
            " JOIN sets s ON s.id = p.set_id WHERE s.code = ?",
            (code,),
        )
        connection.commit()
    before = sorted(row[1:] for row in held(path))

    def edit(rows: list[dict[str, str]]) -> list[dict[str, str]]:
        for place, row in enumerate(rows):
            if place % 5 == 0:  # another card where one was
                row.update(name=f"Wholly Other {place}", type="Mission", subtype="", cost="9")
        kept = [row for place, row in enumerate(rows) if place % 7 or not turned]
        numbers = [row["number"] for row in kept]
        moved = kept[turned:] + kept[:turned]
        for row, number in zip(moved, numbers, strict=True):
            row["number"] = number
        return moved

    new_release(code, edit)
    check_integrity(path)
    assert sorted(row[1:] for row in held(path)) == before
