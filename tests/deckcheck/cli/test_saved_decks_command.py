"""Saved decks, what they lack, and reserving copies, as an owner uses them."""

import csv
import io
import json
import shutil
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import Result

from db.collection.decks import DeckChange
from db.collection.history import history
from db.collection.holdings import HoldingChange, HoldingKey
from db.collection.ledger import apply_batch
from deckcheck.decks.saved import change_decks
from tests.conftest import ROOT

Run = Callable[..., Result]

FETT, FETT_C, REX = "Boba Fett (A)", "Boba Fett (C)", "Captain Rex (A)"


def told(result: Result, code: int = 0) -> Any:
    assert result.exit_code == code, (result.stderr, result.exception)
    return json.loads(result.stdout)


@pytest.fixture
def deck(tmp_path: Path) -> Callable[..., Path]:
    def write(name: str, *lines: str) -> Path:
        path = tmp_path / f"{name}.txt"
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        return path

    return write


Deck = Callable[..., Path]


def decks(keep: Run) -> list[tuple[str, int, int]]:
    listed = told(keep("deck", "list", "--json"))["decks"]
    return [(d["name"], d["cards"], d["reserved"]) for d in listed]


def missing(keep: Run, *arguments: object) -> dict[str, tuple[int, ...]]:
    found = told(keep("deck", "missing", *arguments, "--json"))
    names = ("needed", "owned", "reserved", "free", "missing")
    return {c["printing"] or c["name"]: tuple(c[n] for n in names) for c in found["cards"]}


def test_a_deck_is_saved_listed_shown_renamed_and_deleted(keep: Run, deck: Deck) -> None:
    path = deck("Mine", f"4 {FETT}", "Sideboard:", "1 No Such Card", "2 Boba Fett")
    saved = keep("deck", "save", path)
    assert saved.exit_code == 0
    assert "3 copies of unknown or ambiguous cards" in saved.stderr
    assert decks(keep) == [("Mine", 7, 0)]
    shown, file = (told(keep("deck", "show", which, "--json")) for which in ("MINE", path))
    assert shown["saved"]
    assert not file["saved"]
    assert [c | {"line": None} for c in file["cards"]] == shown["cards"]
    keep("deck", "rename", "Mine", "Yours")
    assert decks(keep) == [("Yours", 7, 0)]
    keep("deck", "delete", "Yours")
    assert decks(keep) == []
    keep("collection", "undo", 3)
    assert decks(keep) == [("Yours", 7, 0)]


@pytest.mark.parametrize(("name", "game"), [("guardians", "swlcg"), ("sg-1-from-memory", "stargate")])
def test_a_typed_list_is_of_the_game_of_its_names_whatever_is_done_with_it(
    keep: Run, tmp_path: Path, name: str, game: str
) -> None:
    """Saved as a deck of the first game it had no known card, and was illegal there."""
    folder = tmp_path / "decks"
    folder.mkdir()
    path = Path(shutil.copy(ROOT / "examples" / "sisters" / f"{name}.txt", folder))
    assert keep("deck", "save", path).exit_code == 0
    (saved,) = told(keep("deck", "list", "--json"))["decks"]
    assert saved["game"] == game
    assert saved["unknown"] <= 1  # the small catalogue lacks a card of each
    asked = [keep("deck", "can-build", folder, "--json", *more) for more in ((), ("--game", game))]
    assert [len(json.loads(one.stdout)["decks"]) for one in asked] == [0, 1]
    path.with_name("new.txt").write_text("2 Nobody Knows\n")  # its names decide nothing
    asked = [keep("deck", "can-build", folder, "--json", *more) for more in ((), ("--game", game))]
    assert [len(json.loads(one.stdout)["decks"]) for one in asked] == [1, 2]
    converted = keep("deck", "convert", path, tmp_path / "a.o8d")
    assert "names no game" not in converted.stderr


def test_a_saved_deck_is_replaced_only_when_told(keep: Run, deck: Deck) -> None:
    keep("deck", "save", deck("Mine", f"4 {FETT}"))
    again = keep("deck", "save", deck("other", f"1 {FETT}"), "--name", "mine")
    assert "--force" in str(again.exception)
    assert decks(keep) == [("Mine", 4, 0)]
    keep("deck", "save", deck("other", f"1 {FETT}"), "--name", "Mine", "--force")
    assert decks(keep) == [("Mine", 1, 0)]
    keep("collection", "undo", 2)
    assert decks(keep) == [("Mine", 4, 0)]
    keep("deck", "save", deck("other", f"1 {FETT}"))  # a renaming replaces none, and has no --force
    assert str(keep("deck", "rename", "other", "Mine").exception).endswith("changed. Use another name.")


def test_a_second_file_is_not_taken_for_the_name_of_the_first(keep: Run, deck: Deck) -> None:
    """The first was saved under the name of the second, and the second not at all."""
    refused = keep("deck", "save", deck("one", "4 Kouhun"), deck("two", "4 Nexu"))
    assert (refused.exit_code, "is a file: save one deck at a time" in refused.stderr) == (2, True)
    assert decks(keep) == []


def test_an_unknown_deck_is_told_with_what_is_spelt_alike(keep: Run, deck: Deck) -> None:
    keep("deck", "save", deck("Republic", f"4 {FETT}"))
    assert "Did you mean Republic?" in str(keep("deck", "show", "Republik").exception)
    assert "no file or saved deck named nothing.dek" in str(keep("deck", "missing", "nothing.dek").exception)
    assert "no saved deck" in str(keep("deck", "delete", "nothing").exception)
    assert keep("deck", "rename", "Republic", " ").exit_code == 2


def test_reserved_copies_are_not_free_for_others(keep: Run, deck: Deck) -> None:
    keep("collection", "add", FETT, "--quantity", 5)
    keep("deck", "save", deck("one", f"4 {FETT}"), "--reserve")
    keep("deck", "save", deck("two", f"2 {FETT}", f"2 {FETT}"), "--reserve")
    assert decks(keep) == [("one", 4, 4), ("two", 4, 1)]
    assert missing(keep, "one") == {FETT: (4, 5, 1, 4, 0)}
    assert missing(keep, "two") == {FETT: (4, 5, 4, 1, 3)}
    shown = told(keep("collection", "show", FETT, "--json"))
    assert (shown["owned"], shown["reserved"], shown["free"]) == (5, 5, 0)
    assert shown["decks"] == [
        {"name": "one", "needed": 4, "reserved": 4},
        {"name": "two", "needed": 4, "reserved": 1},
    ]
    keep("deck", "release", "one")
    keep("deck", "reserve", "two")
    assert decks(keep) == [("one", 4, 0), ("two", 4, 4)]


def test_several_decks_are_built_at_once(keep: Run, deck: Deck) -> None:
    keep("collection", "add", FETT, "--quantity", 5)
    one, two = deck("one", f"4 {FETT}"), deck("two", f"3 {FETT}", f"1 {FETT_C}")
    assert missing(keep, one) == {FETT: (4, 5, 0, 5, 0)}
    assert missing(keep, one, two) == {FETT: (7, 5, 0, 5, 2), FETT_C: (1, 0, 0, 0, 1)}


def test_other_printings_count_unless_asked(keep: Run, deck: Deck) -> None:
    keep("collection", "add", REX, "--set", "AGD", "--number", 19, "--quantity", 2)
    keep("collection", "add", REX, "--quantity", 2)
    path = deck("d", f"3 {REX} [AGD]", f"1 {REX} (Promo) [PROMO]", f"1 {REX}")
    assert missing(keep, path) == {REX: (5, 4, 0, 4, 1)}
    assert missing(keep, path, "--same-printing") == {
        "AGD 19": (3, 2, 0, 2, 1),
        "PROMO P": (1, 0, 0, 0, 1),
        REX: (1, 4, 0, 2, 0),
    }


def test_unknown_and_ambiguous_cards_are_missing_and_told(keep: Run, deck: Deck) -> None:
    path = deck("d", "2 Boba Fett", "1 Boba Fet (A)", "1 No Such Card At All")
    found = told(keep("deck", "missing", path, "--json"))
    assert found["schema"] == "deckcheck.missing/1"
    assert found["totals"] == {"needed": 4, "missing": 4, "unknown": 4, "dice_needed": 0, "dice_missing": 0}
    assert [u["name"] for u in found["unknown"]] == ["Boba Fett", "Boba Fet (A)", "No Such Card At All"]
    assert FETT in found["unknown"][0]["candidates"]
    assert found["unknown"][1]["suggestions"] == [FETT]


def test_missing_as_table_csv_and_text(keep: Run, deck: Deck) -> None:
    keep("collection", "add", FETT_C, "--quantity", 4)
    path = deck("d", f"4 {FETT}", f"4 {FETT_C}", "1 What Is This")
    table = keep("deck", "missing", path)
    assert FETT in table.stdout
    assert FETT_C not in table.stdout
    assert "missing: 5 of 9 cards" in table.stderr
    assert FETT_C in keep("deck", "missing", path, "--all").stdout
    rows = list(csv.DictReader(io.StringIO(keep("deck", "missing", path, "--csv").stdout)))
    assert [(r["card"], r["missing"]) for r in rows] == [(FETT, "4"), ("What Is This", "1")]
    post = keep("deck", "missing", path, "--text").stdout
    assert post == f"Looking for:\n4 x {FETT} (AOTC)\n1 x What Is This\n"
    assert keep("deck", "missing", path, "--csv", "--json").exit_code == 2


def test_missing_as_a_workbook(keep: Run, deck: Deck, tmp_path: Path) -> None:
    import openpyxl

    out = tmp_path / "missing.xlsx"
    path = deck("d", f"4 {FETT}", "2 =1+1")
    assert keep("deck", "missing", path, "--xlsx", out).exit_code == 0
    header, *rows = openpyxl.load_workbook(out)["Missing"].iter_rows(values_only=True)
    place = header.index("missing")
    assert [(row[0], row[place]) for row in rows] == [(FETT, 4), ("=1+1", 2)]
    assert openpyxl.load_workbook(out)["Missing"]["A3"].data_type == "s"
    assert "--force" in str(keep("deck", "missing", path, "--xlsx", out).exception)
    assert "'=1+1" in keep("deck", "missing", path, "--csv").stdout


def test_build_reserves_and_saves_decks_from_files(keep: Run, deck: Deck) -> None:
    keep("collection", "add", FETT, "--quantity", 5)
    keep("deck", "save", deck("one", f"4 {FETT}"))
    two = deck("two", f"2 {FETT}")
    result = keep("deck", "missing", "one", two, "--build")
    assert result.exit_code == 1
    assert decks(keep) == [("one", 4, 4), ("two", 2, 1)]
    keep("collection", "add", FETT)
    again = keep("deck", "missing", "one", "two", "--build")
    assert again.exit_code == 0
    assert decks(keep) == [("one", 4, 4), ("two", 2, 2)]
    keep("collection", "undo", 3)  # the first build: what it reserved has changed since for two
    assert decks(keep) == [("one", 4, 0), ("two", 2, 2)]


def test_building_a_file_again_knows_the_deck_that_it_saved(keep: Run, deck: Deck) -> None:
    path = deck("one", f"4 {FETT}")
    assert keep("deck", "missing", path, "--build").exit_code == 1
    keep("collection", "add", FETT, "--quantity", 4)
    assert keep("deck", "missing", path, "--build").exit_code == 0
    assert decks(keep) == [("one", 4, 4)]
    other = deck("one", f"3 {FETT}")
    assert "is saved already" in str(keep("deck", "missing", other, "--build").exception)


def test_a_deck_comes_from_standard_input_too(keep: Run, deck: Deck) -> None:
    other = deck("other", f"1 {FETT}")
    found = told(keep("deck", "diff", "-", other, "--json", stdin=f"2 {FETT}\n"))
    assert [(c["name"], c["change"]) for c in found["cards"]] == [(FETT, -1)]


def test_diff_tells_what_changed_zone_by_zone(keep: Run, deck: Deck) -> None:
    keep("deck", "save", deck("old", f"4 {FETT}", f"1 {REX} (Promo)", "Sideboard:", f"1 {FETT_C}"))
    new = deck("new", f"3 {FETT}", f"1 {REX}", f"1 {FETT_C}", "1 Who Knows")
    found = told(keep("deck", "diff", "old", new, "--json"))
    assert {(c["zone"], c["name"], c["a"], c["b"], c["change"]) for c in found["cards"]} == {
        ("Deck", FETT, 4, 3, -1),
        ("Deck", FETT_C, 0, 1, 1),
        ("Sideboard", FETT_C, 1, 0, -1),
        ("Deck", "Who Knows", 0, 1, 1),
    }
    assert "-1" in keep("deck", "diff", "old", new).stdout
    assert "the same cards" in keep("deck", "diff", "old", "OLD").stderr


def test_show_of_a_deck_tells_what_is_owned(keep: Run, deck: Deck) -> None:
    path = deck("d", f"2 {FETT}")
    assert "owned" not in keep("deck", "show", path).stdout
    keep("collection", "add", FETT, "--quantity", 3)
    keep("deck", "save", path, "--reserve")
    lines = keep("deck", "show", "d").stdout.splitlines()
    assert lines[0].split()[-3:] == ["owned", "reserved", "free"]
    assert lines[1].split()[-3:] == ["3", "2", "1"]
    assert "2 of them reserved" in lines[-1]


def test_reserving_while_another_program_writes_never_reserves_too_much(own_database: Path) -> None:
    """What is read is still so when it is written: another program that writes waits."""
    from db.collection.decks import DeckFacts, SavedLine

    apply_batch(own_database, [HoldingChange(HoldingKey(1), add=4)], command="four copies")
    taking = [HoldingChange(HoldingKey(1), add=-3)]
    other = threading.Thread(target=lambda: apply_batch(own_database, taking, command="away"))

    def work(stored: Any) -> list[DeckChange]:
        other.start()
        other.join(0.2)
        assert other.is_alive()
        owned = sum(holding.quantity for holding in stored.holdings)
        line = SavedLine(4, "a card", "Deck", card_id=1, reserved=owned)
        return [DeckChange(None, DeckFacts("d", "swtcg", (line,)))]

    change_decks(own_database, "swtcg", "test", work)
    other.join()
    assert [one.command for one in history(own_database)] == ["away", "test", "four copies"]


@pytest.mark.parametrize(
    "command", ["save", "list", "show", "rename", "delete", "reserve", "release", "missing", "diff"]
)
def test_every_command_has_help_with_an_example_and_json(keep: Run, command: str) -> None:
    result = keep("deck", command, "--help")
    assert result.exit_code == 0
    assert f"deckcheck deck {command}" in result.stdout.split("Example:")[1]
    assert "--json" in result.stdout
