"""`deckcheck collection import`: previewed, asked about, applied whole, undone."""

import io
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import Result

from db.collection.read import holdings, read_collection
from deckcheck.cli.collection import import_ as collection_import
from deckcheck.errors import DoublingRefusedError
from tests.conftest import Run
from tests.opened import all_cards

SHEET = "Qty,Name,Set,Number,Condition,Shelf life\n"
BOBA, YODA = "Boba Fett (A)", "Yoda (A)"


@pytest.fixture
def sheet(tmp_path: Path) -> Path:
    path = tmp_path / "mine.csv"
    path.write_text(f"{SHEET}4,{BOBA},AOTC,6,NM,long\n2,{YODA},AOTC,58,,\n")
    return path


def held(database: Path) -> dict[str, int]:
    """Copies by printing."""
    copies: dict[str, int] = {}
    for holding in holdings(database, "swtcg"):
        name = f"{holding.printing or holding.card} {holding.set_code}"
        copies[name] = copies.get(name, 0) + holding.quantity
    return copies


def document(result: Result) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(result.stdout)
    assert found["schema"] == "deckcheck.import/1"
    return found


def test_a_preview_changes_nothing_and_says_what_would_be(keep: Run, own_database: Path, sheet: Path) -> None:
    result = keep("collection", "import", sheet)
    assert result.exit_code == 0
    assert "0 -> 4" in result.stdout
    assert "this was a preview; --apply does it" in result.stderr
    assert held(own_database) == {}
    assert sorted(p.name for p in sheet.parent.iterdir() if p.is_file()) == ["mine.csv"]


def test_the_document_is_as_promised(keep: Run, sheet: Path) -> None:
    sheet.write_text(sheet.read_text() + "1,Anakin Skywalker,AOTC,,,\n1,Bobba Fett (A),AOTC,,,\n")
    found = document(keep("collection", "import", sheet, "--apply", "--json"))
    assert {k: found[k] for k in ("file", "read_as", "mode", "applied", "batch", "rows")} == {
        "file": str(sheet),
        "read_as": "columns",
        "mode": "add",
        "applied": True,
        "batch": 1,
        "rows": 4,
    }
    assert found["matched"] == {"exact": 2, "strong": 0}
    assert [(row["row"], row["candidates"]) for row in found["unmatched"]] == [
        (5, ["Boba Fett (A) [AOTC 6]"])
    ]
    assert found["ambiguous"][0]["row"] == 4
    assert "Anakin Skywalker (A) [AOTC 1]" in found["ambiguous"][0]["candidates"]
    assert found["ambiguous"][0]["text"] == "1 | Anakin Skywalker | AOTC"
    changes = {"added": 2, "changed": 0, "unchanged": 0, "removed": 0, "moved": 0}
    assert found["changes"] == changes
    assert found["already_imported"] is False


def test_the_same_file_twice_changes_nothing_and_says_so(keep: Run, own_database: Path, sheet: Path) -> None:
    assert keep("collection", "import", sheet, "--apply").exit_code == 0
    before = held(own_database)
    again = keep("collection", "import", sheet, "--apply", "--json")
    assert (again.exit_code, document(again)["already_imported"]) == (0, True)
    assert document(again)["batch"] == 1
    assert "imported before, as batch 1" in again.stderr
    assert held(own_database) == before
    # Not so once it was undone, or when it is asked for.
    assert keep("collection", "undo", 1).exit_code == 0
    assert held(own_database) == {}
    assert document(keep("collection", "import", sheet, "--apply", "--json"))["applied"]
    assert keep("collection", "import", sheet, "--apply", "--again").exit_code == 0
    assert held(own_database) == {name: 2 * count for name, count in before.items()}


def test_what_was_added_by_mistake_is_set_from_the_same_file(
    keep: Run, own_database: Path, sheet: Path
) -> None:
    """It took `--again`, too, though the mode says what is meant."""
    for _unused in range(2):
        keep("collection", "import", sheet, "--apply", "--again")
    done = keep("collection", "import", sheet, "--apply", "--mode", "set", "--yes", "--json")
    assert (document(done)["applied"], document(done)["already_imported"]) == (True, False)
    assert held(own_database) == {f"{BOBA} AOTC": 4, f"{YODA} AOTC": 2}
    again = keep("collection", "import", sheet, "--apply", "--mode", "set", "--yes", "--json")
    assert document(again)["already_imported"] is True


def test_conflicts_are_not_applied_and_make_the_exit_code_one(
    keep: Run, own_database: Path, sheet: Path
) -> None:
    sheet.write_text(f"{SHEET}1,{BOBA},AOTC,6,,\n1,Yoda,AOTC,,,\nmany,{YODA},AOTC,58,,\n")
    assert keep("collection", "import", sheet).exit_code == 1
    assert keep("collection", "import", sheet, "--apply", "--no-input").exit_code == 1
    assert held(own_database) == {f"{BOBA} AOTC": 1}


def edited(keep: Run, tmp_path: Path, change: Callable[[Any], None]) -> Path:
    """Two holdings, exported as a workbook and edited."""
    from openpyxl import load_workbook

    given = ("--condition", "NM", "--location", "box", "--notes", "signed")
    for name in (BOBA, YODA):
        keep("collection", "add", name, "--set", "AOTC", "--quantity", "3", *given)
    path = tmp_path / "mine.xlsx"
    keep("collection", "export", path)
    workbook = load_workbook(path)
    change({cell.value: cell for cell in workbook["Holdings"][2] if cell.value is not None})
    workbook.save(path)
    return path


@pytest.mark.parametrize("value", ["signed", "box", "NM"])
def test_a_formula_without_a_value_empties_no_fact(
    keep: Run, own_database: Path, tmp_path: Path, value: str
) -> None:
    """A program that stores no values must not make a note, a place or a condition vanish."""

    def spoil(cells: Any) -> None:
        cells[value].value = "=B1"

    found = document(keep("collection", "import", edited(keep, tmp_path, spoil), "--json"))
    (row,) = found["unmatched"]
    assert "a formula without a stored value in the column" in row["reason"]
    assert (found["changes"]["changed"], found["changes"]["removed"]) == (0, 0)
    assert held(own_database) == {f"{BOBA} AOTC": 3, f"{YODA} AOTC": 3}


def test_a_condition_that_is_not_understood_empties_none(keep: Run, tmp_path: Path) -> None:
    def spoil(cells: Any) -> None:
        cells["NM"].value = "Shiny"

    found = document(keep("collection", "import", edited(keep, tmp_path, spoil), "--json"))
    (row,) = found["unmatched"]
    assert "the condition is 'Shiny', which is not understood" in row["reason"]
    assert found["changes"]["removed"] == found["changes"]["added"] == 0


def test_a_row_whose_place_was_edited_is_a_move(keep: Run, own_database: Path, tmp_path: Path) -> None:
    """Else somebody who sorts his binder is asked whether his cards are to be removed."""

    def move(cells: Any) -> None:
        cells["box"].value = "shelf"

    path = edited(keep, tmp_path, move)
    preview = keep("collection", "import", path)
    assert "moved from NM, box" in preview.stdout
    assert "0 new, 0 changed, 1 unchanged, 0 removed, 1 moved" in preview.stderr
    found = document(keep("collection", "import", path, "--apply", "--no-input", "--json"))
    assert found["changes"] == {"added": 0, "changed": 0, "unchanged": 1, "removed": 0, "moved": 1}
    assert found["moved"] == [
        {"name": "Boba Fett (A) [AOTC 6]", "quantity": 3, "from": "NM, box", "to": "NM, shelf"}
    ]
    moved = json.loads(keep("collection", "show", BOBA, "--json").stdout)["holdings"]
    assert [(h["location"], h["quantity"], h["notes"]) for h in moved] == [("shelf", 3, "signed")]
    assert held(own_database) == {f"{BOBA} AOTC": 3, f"{YODA} AOTC": 3}


def test_fewer_copies_at_another_place_are_still_asked_about(keep: Run, tmp_path: Path) -> None:
    """Two on the shelf are not the three that were in the box: one is to be removed."""

    def move(cells: Any) -> None:
        cells["box"].value = "shelf"
        cells[3].value = 2

    path = edited(keep, tmp_path, move)
    refused = str(keep("collection", "import", path, "--apply", "--no-input").exception)
    assert "the sheet lacks 1 holding, which --mode set would remove (1 of them is in it" in refused
    assert "--mode add" not in refused, "adding the sheet doubles the collection"
    assert "--yes removes them, --keep keeps them" in refused


def test_what_moves_takes_along_what_the_sheet_has_no_column_for(
    keep: Run, own_database: Path, tmp_path: Path
) -> None:
    facts = ("--notes", "signed", "--price", "2.50", "--currency", "EUR", "--for-trade", "1")
    keep("collection", "add", BOBA, "--set", "AOTC", "--quantity", "3", "--location", "box")
    assert keep("collection", "set", BOBA, "--set", "AOTC", "--location", "box", *facts).exit_code == 0
    path = tmp_path / "places.csv"
    path.write_text(f"Qty,Name,Set,Location\n3,{BOBA},AOTC,shelf\n")
    result = keep("collection", "import", path, "--mode", "set", "--apply", "--no-input")
    assert result.exit_code == 0, result.exception
    (moved,) = json.loads(keep("collection", "show", BOBA, "--json").stdout)["holdings"]
    told = [moved[name] for name in ("location", "quantity", "notes", "price", "for_trade")]
    assert told == ["shelf", 3, "signed", "2.50", 1]


def test_a_language_that_is_not_known_is_said(keep: Run, tmp_path: Path) -> None:
    path = tmp_path / "mine.csv"
    path.write_text(f"Qty,Name,Set,Language\n1,{BOBA},AOTC,klingon\n1,{YODA},AOTC,eo\n")
    told = keep("collection", "import", path).stderr
    assert "the language 'klingon' is not known, kept as it is; the first is row 2" in told
    assert "'eo'" not in told, "another code of a language may be stored"


def test_a_text_file_has_no_sheets(keep: Run, sheet: Path) -> None:
    error = str(keep("collection", "import", sheet, "--sheet", "X").exception)
    assert "no sheet is called 'X'. It has no sheets with names" in error


def test_set_makes_holdings_equal_to_the_sheet(keep: Run, own_database: Path, sheet: Path) -> None:
    keep("collection", "add", "Yoda (B)", "--set", "AOTC")
    keep("collection", "add", BOBA, "--set", "AOTC", "--condition", "NM")
    refused = keep("collection", "import", sheet, "--mode", "set", "--apply", "--no-input")
    assert refused.exit_code == 2 or isinstance(refused.exception, Exception)
    assert "the sheet lacks 1 holding, which" in str(refused.exception)
    assert held(own_database) == {"Yoda (B) AOTC": 1, f"{BOBA} AOTC": 1}
    result = keep("collection", "import", sheet, "--mode", "set", "--apply", "--yes", "--json")
    assert document(result)["changes"] == {"added": 1, "changed": 1, "unchanged": 0, "removed": 1, "moved": 0}
    assert held(own_database) == {f"{BOBA} AOTC": 4, f"{YODA} AOTC": 2}


def test_what_an_unsure_row_may_mean_is_not_emptied(keep: Run, own_database: Path, sheet: Path) -> None:
    """A misspelt name in the sheet must not cost the holding that it means."""
    keep("collection", "add", BOBA, "--set", "AOTC")
    keep("collection", "add", "Yoda (B)", "--set", "AOTC")
    sheet.write_text(f"{SHEET}1,Bobba Fett (A),AOTC,6,,\n")
    result = keep("collection", "import", sheet, "--mode", "set", "--apply", "--yes", "--json")
    assert document(result)["kept"] == ["Boba Fett (A) [AOTC 6]"]
    said = keep("collection", "import", sheet, "--mode", "set", "--again").stderr
    assert "kept, though the sheet lacks it: 1 holding, which an unsure row may mean\n" in said
    assert held(own_database) == {f"{BOBA} AOTC": 1}


def test_a_sheet_without_places_speaks_of_all_of_them(keep: Run, own_database: Path, sheet: Path) -> None:
    for place in ("box 1", "box 2"):
        keep("collection", "add", BOBA, "--set", "AOTC", "--location", place, "--quantity", 2)
    sheet.write_text(f"Qty,Name,Set\n4,{BOBA},AOTC\n")
    same = document(keep("collection", "import", sheet, "--mode", "set", "--json"))
    assert same["changes"] == {"added": 0, "changed": 0, "unchanged": 1, "removed": 0, "moved": 0}
    sheet.write_text(f"Qty,Name,Set\n5,{BOBA},AOTC\n")
    more = keep("collection", "import", sheet, "--mode", "set", "--apply", "--json")
    assert document(more)["changes"]["added"] == 1
    sheet.write_text(f"Qty,Name,Set\n3,{BOBA},AOTC\n")
    fewer = keep("collection", "import", sheet, "--mode", "set", "--json")
    assert fewer.exit_code == 1
    assert "2 fewer than the 3 holdings" in document(fewer)["ambiguous"][0]["reason"]
    assert held(own_database) == {f"{BOBA} AOTC": 5}


def test_a_mapping_is_remembered_for_sheets_with_that_header(keep: Run, tmp_path: Path) -> None:
    first, second = tmp_path / "a.csv", tmp_path / "b.csv"
    first.write_text(f"Bestnd,What,Where from\n2,{BOBA},AOTC\n")
    second.write_text(f"Bestnd,What,Where from\n1,{YODA},AOTC\n")
    told = ("--map", "What=name", "--map", "C=set", "--map", "Bestnd=quantity")
    assert keep("collection", "import", first, *told, "--apply").exit_code == 0
    found = document(keep("collection", "import", second, "--json", "--full"))
    assert found["matched"]["exact"] == 1
    assert {c["how"] for c in found["columns"]} == {"remembered"}


def test_what_is_said_now_counts_more_than_what_was_said_before(
    keep: Run, own_database: Path, tmp_path: Path
) -> None:
    """By its header or its letter; the column and the field that were remembered give way."""
    (path := tmp_path / "mine.csv").write_text("Foo,Bar,Name,Set\n3,5,Yoda (A),AOTC\n")
    for batch, (said, copies) in enumerate(
        ((("Foo=quantity",), 3), (("Bar=quantity",), 5), (("A=quantity",), 3), (("A=extra", "B=quantity"), 5))
    ):
        keep("collection", "import", path, "--apply", *(part for one in said for part in ("--map", one)))
        assert held(own_database) == {"Yoda (A) AOTC": copies}, said
        keep("collection", "undo", 2 * batch + 1)


@pytest.mark.parametrize(
    ("told", "message"),
    [
        ("Nmae=name", "no column is called 'Nmae'"),
        ("Name=nmae", "no field of this game is called 'nmae'"),
        ("Name=dice", "no field of this game is called 'dice'"),
        ("Name", "expected COLUMN=FIELD"),
    ],
)
def test_a_wrong_mapping_is_told(keep: Run, sheet: Path, told: str, message: str) -> None:
    result = keep("collection", "import", sheet, "--map", told)
    assert message in f"{result.exception}{' '.join(result.stderr.split())}"


def test_a_sheet_without_a_header_can_be_mapped_by_letters(
    keep: Run, own_database: Path, tmp_path: Path
) -> None:
    path = tmp_path / "list.csv"
    path.write_text(f"4,{BOBA},AOTC\n2,{YODA},AOTC\n")
    told = ("--map", "A=quantity", "--map", "B=name", "--map", "C=set")
    assert keep("collection", "import", path, *told, "--apply").exit_code == 0
    assert held(own_database) == {f"{BOBA} AOTC": 4, f"{YODA} AOTC": 2}


def test_unsure_rows_go_to_a_worksheet_that_is_filled_in_and_imported(
    keep: Run, own_database: Path, sheet: Path
) -> None:
    from openpyxl import load_workbook

    sheet.write_text(
        f"{SHEET}3,Yoda,AOTC,,GD,short\n1,Bobba Fett (A),AOTC,,,\nmany,{YODA},AOTC,58,,\n"
        "1,Nobody at all,AOTC,,,\n"
    )
    result = keep("collection", "import", sheet, "--apply", "--no-input", "--json")
    path = sheet.with_name("mine.csv.unmatched.xlsx")
    assert document(result)["unmatched_file"] == str(path)
    book = load_workbook(path)
    unsure = book["Unsure rows"]
    headers = [cell.value for cell in unsure[1]]
    assert [row[headers.index("Row")].value for row in unsure.iter_rows(min_row=2)] == [2, 3, 4, 5]
    assert len(unsure.data_validations.dataValidation) == 4
    assert book["Candidates"]["A2"].value == "Yoda (A) [AOTC 58]"
    unsure["A2"] = "Yoda (B) [AOTC 119]"
    unsure["A3"] = book["Candidates"]["A3"].value
    unsure.cell(4, headers.index("Quantity") + 1, 2)
    unsure["A5"] = "skip"
    book.save(path)
    filled = keep("collection", "import", path, "--apply", "--no-input", "--json")
    done = document(filled)
    assert (filled.exit_code, done["read_as"]) == (0, "unmatched")
    assert [row["found"] for row in done["chosen"]] == ["Yoda (B) [AOTC 119]", "Boba Fett (A) [AOTC 6]"]
    assert (done["matched"]["strong"], done["strong"]) == (0, [])
    assert held(own_database) == {f"{BOBA} AOTC": 1, f"{YODA} AOTC": 2, "Yoda (B) AOTC": 3}
    kept = {h.printing: (h.key.condition, dict(h.facts.extra)) for h in holdings(own_database, "swtcg")}
    assert kept["Yoda (B)"] == ("GD", {"Shelf life": "short"})


def test_a_worksheet_that_may_be_filled_in_is_never_written_over(keep: Run, sheet: Path) -> None:
    sheet.write_text(f"{SHEET}3,Yoda,AOTC,,,\n")
    keep("collection", "import", sheet, "--apply", "--no-input")
    keep("collection", "import", sheet, "--apply", "--no-input", "--again")
    names = sorted(p.name for p in sheet.parent.glob("*.xlsx"))
    assert names == ["mine.csv.unmatched-2.xlsx", "mine.csv.unmatched.xlsx"]


@pytest.mark.parametrize("options", [(), ("--no-input",), ("--no-input", "--json")])
def test_a_preview_writes_no_worksheet(keep: Run, sheet: Path, options: tuple[str, ...]) -> None:
    """The pages say that a preview changes nothing; it says what --apply would write."""
    sheet.write_text(f"{SHEET}3,Yoda,AOTC,,,\n")
    before = sorted(sheet.parent.iterdir())
    result = keep("collection", "import", sheet, *options)
    assert sorted(sheet.parent.iterdir()) == before
    if "--json" in options:
        assert document(result)["unmatched_file"] is None
    else:
        assert "else writes a worksheet of them" in result.stderr


@pytest.mark.parametrize(
    ("blank", "told"),
    [(1, "1 row has no quantity and counts as"), (2, "2 rows have no quantity and count as")],
)
def test_rows_without_a_quantity_are_told(keep: Run, sheet: Path, blank: int, told: str) -> None:
    sheet.write_text(f"{SHEET}1,{BOBA},AOTC,6,,\n" + f",{YODA},AOTC,58,,\n" * blank)
    assert told in keep("collection", "import", sheet).stderr


def test_a_worksheet_in_which_nothing_is_decided_makes_no_other(keep: Run, sheet: Path) -> None:
    sheet.write_text(f"{SHEET}3,Yoda,AOTC,,,\n")
    keep("collection", "import", sheet, "--apply", "--no-input")
    path = sheet.with_name("mine.csv.unmatched.xlsx")
    found = document(keep("collection", "import", path, "--apply", "--no-input", "--json"))
    assert found["unmatched_file"] == str(path)
    assert [one.name for one in sheet.parent.glob("*.xlsx")] == [path.name]


def test_a_set_import_of_the_worksheet_empties_nothing(keep: Run, own_database: Path, sheet: Path) -> None:
    from openpyxl import load_workbook

    keep("collection", "add", BOBA, "--set", "AOTC")
    sheet.write_text(f"{SHEET}1,{BOBA},AOTC,6,,\n3,Yoda,AOTC,,,\n")
    keep("collection", "import", sheet, "--mode", "set", "--apply", "--no-input")
    path = sheet.with_name("mine.csv.unmatched.xlsx")
    book = load_workbook(path)
    book["Unsure rows"]["A2"] = "Yoda (A) [AOTC 58]"
    book.save(path)
    found = document(keep("collection", "import", path, "--apply", "--no-input", "--json"))
    assert (found["mode"], found["changes"]["removed"]) == ("set", 0)
    assert held(own_database) == {f"{BOBA} AOTC": 1, f"{YODA} AOTC": 3}


@pytest.fixture
def on_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(collection_import, "can_ask", lambda: True)


UNSURE = (
    f"{SHEET}1,Yoda,AOTC,,,\n2,Boba Fett (A),Attak of the Clones,,,\n"
    "3,Boba Fett (A),Attak of the Clones,,,\n4,Captn Typho,AOTC,,,\n5,Nobody,AOTC,,,\n"
)


def ask(keep: Run, sheet: Path, *answers: str) -> Result:
    return keep("collection", "import", sheet, "--apply", stdin="".join(f"{a}\n" for a in answers))


@pytest.mark.usefixtures("on_terminal")
def test_one_question_at_a_time(keep: Run, own_database: Path, sheet: Path) -> None:
    """A candidate by its number; a misspelt set once for all its rows; a search; a skip."""
    sheet.write_text(UNSURE)
    result = ask(keep, sheet, "2", "1", "/captain typho", "1", "s")
    assert result.exit_code == 1
    assert held(own_database) == {f"{BOBA} AOTC": 5, "Yoda (B) AOTC": 1, "Captain Typho (A) AOTC": 4}
    assert result.stderr.count("No set is called 'Attak of the Clones'") == 1
    assert "(2 rows). Is it" in result.stderr
    left = keep("collection", "import", sheet.with_name("mine.csv.unmatched.xlsx"), "--json")
    assert [row["text"] for row in document(left)["unmatched"]] == ["5 | Nobody | AOTC"]


@pytest.mark.usefixtures("on_terminal")
@pytest.mark.parametrize("answer", ["q", "S"])
def test_quitting_keeps_what_is_decided(keep: Run, own_database: Path, sheet: Path, answer: str) -> None:
    sheet.write_text(UNSURE)
    result = ask(keep, sheet, "1", answer)
    assert result.exit_code == 1
    assert held(own_database) == {f"{YODA} AOTC": 1}


@pytest.mark.usefixtures("on_terminal")
def test_nonsense_is_asked_again_and_never_taken(keep: Run, own_database: Path, sheet: Path) -> None:
    sheet.write_text(f"{SHEET}1,Yoda,AOTC,,,\n")
    result = ask(keep, sheet, "77", "/zzzzzzz", "/", "b", "\N{SUPERSCRIPT TWO}", "1")
    assert result.exit_code == 0
    assert result.stderr.count("there is no 77, only 1 to 2; type") == 1
    assert result.stderr.count("nothing found; type") == 2
    assert result.stderr.count("'b' is not an answer; type") == 1
    assert held(own_database) == {f"{YODA} AOTC": 1}


@pytest.mark.usefixtures("on_terminal")
def test_a_stray_letter_searches_nothing(keep: Run, own_database: Path, sheet: Path) -> None:
    """Else its hits would stand where the candidates were, and a number takes another card."""
    sheet.write_text(f"{SHEET}1,Yoda,AOTC,,,\n")
    result = ask(keep, sheet, "x", "boba fett", "2")
    assert "'x' is not an answer; type\n  a number" in result.stderr
    assert held(own_database) == {"Yoda (B) AOTC": 1}


@pytest.mark.usefixtures("on_terminal")
def test_from_a_search_there_is_a_way_back(keep: Run, own_database: Path, sheet: Path) -> None:
    sheet.write_text(f"{SHEET}1,Yoda,AOTC,,,\n")
    result = ask(keep, sheet, "/boba fett", "x", "b", "2")
    assert result.stderr.count("/words, b or q?") == 2
    assert "back to the first candidates" in result.stderr
    assert held(own_database) == {"Yoda (B) AOTC": 1}


@pytest.mark.usefixtures("on_terminal")
def test_the_first_candidate_is_taken_for_all_that_are_left(
    keep: Run, own_database: Path, sheet: Path
) -> None:
    """Who has a hundred rows of which the first hit is right types one letter."""
    sheet.write_text(UNSURE)
    result = ask(keep, sheet, "2", "1", "F")
    assert "F           takes the first candidate of this row and of all" in result.stderr
    taken = held(own_database)
    assert (taken["Yoda (B) AOTC"], taken[f"{BOBA} AOTC"]) == (1, 5)
    assert taken["Captain Typho (A) AOTC"] == 4


@pytest.mark.usefixtures("on_terminal")
def test_a_step_back_asks_the_question_before_once_more(keep: Run, own_database: Path, sheet: Path) -> None:
    sheet.write_text(UNSURE)
    result = ask(keep, sheet, "1", "1", "b", "b", "2", "1", "s", "s")
    assert result.stderr.count("(1 of 5) row 2") == 2, result.stderr
    assert result.stderr.count("No set is called 'Attak of the Clones'") == 3
    assert held(own_database) == {"Yoda (B) AOTC": 1, f"{BOBA} AOTC": 5}


@pytest.mark.usefixtures("on_terminal")
def test_quantities_that_are_not_clear_are_asked(keep: Run, own_database: Path, sheet: Path) -> None:
    rows = [f"{count},{BOBA},AOTC,6,box {n},\n" for n, count in enumerate(("?", "ein paar", "4+1"))]
    sheet.write_text(f"{SHEET}1,{YODA},AOTC,58,,\n" + "".join(rows))
    result = ask(keep, sheet, "3", "lots", "2", "")
    assert "3 rows without a clear quantity" in result.stderr
    assert "the quantity is 'lots', expected a whole number" in result.stderr
    assert result.exit_code == 1, "the row that was skipped stays unsure"
    assert held(own_database) == {f"{YODA} AOTC": 1, f"{BOBA} AOTC": 5}
    left = document(keep("collection", "import", sheet.with_name("mine.csv.unmatched.xlsx"), "--json"))
    assert len(left["unmatched"]) == 1


def test_a_header_in_two_languages_under_a_title_is_found(keep: Run, tmp_path: Path) -> None:
    path = tmp_path / "mine.csv"
    path.write_text(
        "Meine Sammlung / My collection,,,,\n"
        "Anzahl / Qty,Karte / Card,Edition | Set,Zustand / Condition,Wert (EUR)\n"
        f'2,{BOBA},AOTC,neuwertig,"1,50"\n1,{YODA},AOTC,nahezu neu,\n'
    )
    assert keep("collection", "import", path, "--apply", "--no-input").exit_code == 0
    (row,) = json.loads(keep("collection", "show", BOBA, "--json").stdout)["holdings"]
    told = [row[name] for name in ("quantity", "condition", "price", "currency")]
    assert told == [2, "NM", "1.50", "EUR"]
    (row,) = json.loads(keep("collection", "show", YODA, "--json").stdout)["holdings"]
    assert row["condition"] == "NM"


@pytest.mark.usefixtures("on_terminal")
def test_a_set_that_is_not_offered_is_told(keep: Run, own_database: Path, sheet: Path) -> None:
    sheet.write_text(f"{SHEET}2,Boba Fett (A),Attak of the Clones,,,\n")
    result = ask(keep, sheet, "99", "x", "1")
    assert "there is no 99" in result.stderr
    assert "'x' is not an answer" in result.stderr
    assert held(own_database) == {f"{BOBA} AOTC": 2}


@pytest.mark.usefixtures("on_terminal")
@pytest.mark.parametrize(
    ("answer", "code", "left", "came"), [("n", 1, 1, 0), ("", 1, 1, 0), ("k", 0, 1, 4), ("x\nR", 0, 0, 4)]
)
def test_removing_what_the_sheet_lacks_is_asked_about(
    keep: Run, own_database: Path, sheet: Path, answer: str, code: int, left: int, came: int
) -> None:
    keep("collection", "add", "Yoda (B)", "--set", "AOTC")
    stdin = f"{answer}\n" if answer else ""
    result = keep("collection", "import", sheet, "--mode", "set", "--apply", stdin=stdin)
    assert "k  keep them, and apply the rest" in result.stderr
    assert "--mode add" not in result.stderr + str(result.exception)
    assert result.exit_code == code
    assert held(own_database).get("Yoda (B) AOTC", 0) == left
    assert held(own_database).get(f"{BOBA} AOTC", 0) == came


def test_keep_leaves_what_the_sheet_lacks(keep: Run, own_database: Path, sheet: Path) -> None:
    keep("collection", "add", "Yoda (B)", "--set", "AOTC")
    result = keep("collection", "import", sheet, "--mode", "set", "--apply", "--no-input", "--keep", "--json")
    assert document(result)["kept"] == ["Yoda (B) [AOTC 119]"]
    assert document(result)["changes"]["removed"] == 0
    assert held(own_database)["Yoda (B) AOTC"] == 1


def test_what_we_do_not_know_comes_back_on_export(keep: Run, sheet: Path, tmp_path: Path) -> None:
    keep("collection", "import", sheet, "--apply")
    out = tmp_path / "out.csv"
    keep("collection", "export", out)
    header, first, *_ = out.read_text().splitlines()
    assert header.endswith(",Shelf life")
    assert first.endswith(",long")


def test_an_export_is_set_by_default_and_added_only_with_a_warning(
    keep: Run, own_database: Path, sheet: Path, tmp_path: Path
) -> None:
    keep("collection", "import", sheet, "--apply")
    out = tmp_path / "out.xlsx"
    keep("collection", "export", out)
    assert document(keep("collection", "import", out, "--json"))["mode"] == "set"
    added = keep("collection", "import", out, "--mode", "add", "--apply")
    assert "2 cards of the sheet with as many copies already, which adding doubles" in added.stderr
    assert held(own_database) == {f"{BOBA} AOTC": 8, f"{YODA} AOTC": 4}


def test_a_sheet_that_was_edited_is_not_added_once_more_unasked(
    keep: Run, own_database: Path, tmp_path: Path
) -> None:
    """Whoever writes a new card into their sheet and imports it again had everything twice."""
    path = tmp_path / "mine.csv"
    rows = ["Qty,Card,Set", "3,Nexu,AOTC", f"2,{BOBA},AOTC", f"4,{YODA},AOTC"]
    path.write_text("\n".join(rows))
    keep("collection", "add", "Kouhun")
    keep("collection", "import", path, "--apply")
    path.write_text("\n".join([*rows, "1,Acklay,AOTC"]))
    said = "the collection has 3 cards of the sheet with as many copies already, which adding doubles"
    assert said in keep("collection", "import", path).stderr
    refused = keep("collection", "import", path, "--apply", "--no-input")
    assert isinstance(refused.exception, DoublingRefusedError)
    assert str(refused.exception).startswith(f"{said}. Nothing was changed. --mode set makes")
    keep("collection", "import", path, "--apply", "--mode", "set", "--keep")
    assert sum(held(own_database).values()) == 11
    keep("collection", "import", path, "--apply", "--mode", "add", "--again")
    assert sum(held(own_database).values()) == 21


def test_an_export_whose_headers_were_changed_is_still_one(
    keep: Run, own_database: Path, sheet: Path, tmp_path: Path
) -> None:
    """It was added, with our keys as facts of the copies."""
    keep("collection", "import", sheet, "--apply")
    out = tmp_path / "out.csv"
    keep("collection", "export", out)
    out.write_text(out.read_text().replace("Quantity,", "How many,").replace("Location,", "Box,"))
    found = document(keep("collection", "import", out, "--json"))
    assert (found["read_as"], found["mode"]) == ("deckcheck", "set")
    assert found["changes"] == {"added": 0, "changed": 0, "unchanged": 2, "removed": 0, "moved": 0}
    out.write_text(re.sub("^[^,]*,", "", out.read_text(), flags=re.MULTILINE))  # no quantities
    found = document(keep("collection", "import", out, "--json"))
    assert [row["reason"] for row in found["unmatched"]] == ["no quantity; fill it in"] * 2
    assert found["changes"] == {"added": 0, "changed": 0, "unchanged": 0, "removed": 0, "moved": 0}


def test_edits_in_the_exported_workbook_are_what_changes(
    keep: Run, own_database: Path, sheet: Path, tmp_path: Path
) -> None:
    """A quantity, a condition, a row that is deleted, one that is added, one that is copied."""
    from openpyxl import load_workbook

    sheet.write_text(f"{sheet.read_text()}1,Yoda (B),AOTC,119,,\n1,Captain Typho (A),AOTC,7,,\n")
    keep("collection", "import", sheet, "--apply")
    path = tmp_path / "out.xlsx"
    keep("collection", "export", path)
    book = load_workbook(path)
    table: Any = book["Holdings"]
    headers = {cell.value: cell.column for cell in table[1]}
    rows = {row[headers["Name"] - 1].value: row[0].row for row in table.iter_rows(min_row=2)}
    table.cell(rows[BOBA], headers["Quantity"], 3)
    table.cell(rows[YODA], headers["Condition"], "EX")
    for column in range(1, table.max_column + 1):
        value = table.cell(rows[BOBA], column).value
        table.cell(table.max_row + (column == 1), column, value)
    copied = table.max_row
    table.cell(copied, headers["Name"], "Anakin Skywalker (A)")
    table.cell(copied, headers["Number"], 1)
    table.delete_rows(rows["Captain Typho (A)"])
    book.save(path)
    result = keep("collection", "import", path, "--apply", "--yes", "--json")
    assert result.exit_code == 0, result.stdout
    assert held(own_database) == {
        f"{BOBA} AOTC": 3,
        f"{YODA} AOTC": 2,
        "Yoda (B) AOTC": 1,
        "Anakin Skywalker (A) AOTC": 3,
    }
    conditions = {h.printing: h.key.condition for h in holdings(own_database, "swtcg")}
    assert conditions[YODA] == "EX"


def test_a_key_that_does_not_fit_its_row_is_never_believed(
    keep: Run, own_database: Path, sheet: Path, tmp_path: Path
) -> None:
    keep("collection", "import", sheet, "--apply")
    out = tmp_path / "out.csv"
    keep("collection", "export", out)
    out.write_text(out.read_text().replace("Boba Fett (A)", "Fobba Bett").replace(",58,", ",6,"))
    found = document(keep("collection", "import", out, "--json"))
    assert found["matched"] == {"exact": 0, "strong": 0}
    reasons = [row["reason"] for row in (*found["unmatched"], *found["ambiguous"])]
    assert all("its hidden key means" in reason for reason in reasons)
    assert held(own_database) == {f"{BOBA} AOTC": 4, f"{YODA} AOTC": 2}


def test_an_export_of_a_collection_of_unknown_printings_comes_back(
    keep: Run, own_database: Path, tmp_path: Path
) -> None:
    keep("collection", "add", "Anakin Skywalker (C)")
    assert [h.printing for h in holdings(own_database, "swtcg")] == [None]
    for suffix in ("xlsx", "ods", "csv", "json"):
        out = tmp_path / f"out.{suffix}"
        keep("collection", "export", out)
        found = document(keep("collection", "import", out, "--json"))
        assert found["changes"]["unchanged"] == 1, suffix


def test_export_replaces_nothing_unasked_and_writes_whole_or_not_at_all(
    keep: Run, sheet: Path, tmp_path: Path
) -> None:
    keep("collection", "import", sheet, "--apply")
    out = tmp_path / "out.csv"
    out.write_text("mine")
    assert "is there already" in str(keep("collection", "export", out).exception)
    assert out.read_text() == "mine"
    assert keep("collection", "export", out, "--force").exit_code == 0
    assert out.read_text().startswith("Quantity,")
    assert [p.name for p in tmp_path.iterdir() if "part" in p.name] == []


def test_export_says_beforehand_what_a_layout_loses(keep: Run, sheet: Path, tmp_path: Path) -> None:
    keep("collection", "import", sheet, "--apply")
    result = keep("collection", "export", tmp_path / "d.csv", "--columns", "deckbox")
    assert "without the column 'Shelf life' of 1 holding" in result.stderr
    assert (tmp_path / "d.csv").read_text().startswith("Count,Tradelist Count,Name,Edition,")
    wrong = keep("collection", "export", tmp_path / "d.xlsx", "--columns", "deckbox")
    assert wrong.exit_code == 2
    unknown = keep("collection", "export", tmp_path / "e.csv", "--columns", "excel")
    assert "no layout is called 'excel'" in str(unknown.exception)


def test_where_unsure_rows_cannot_be_written_down_nothing_is_applied(
    keep: Run, own_database: Path, sheet: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else the file would count as imported, and its unsure rows would be nowhere."""
    from importers.decks import writing
    from importers.errors import UnwritableFileError

    def refuse(path: Path, *_: object) -> None:
        raise UnwritableFileError(str(path), "Read-only file system")

    monkeypatch.setattr(writing, "save_deck", refuse)
    sheet.write_text(f"{SHEET}1,{BOBA},AOTC,6,,\n3,Yoda,AOTC,,,\n")
    result = keep("collection", "import", sheet, "--apply", "--no-input")
    assert "mine.csv.unmatched.xlsx: Read-only" in str(result.exception)
    assert held(own_database) == {}


def test_what_cannot_be_applied_leaves_no_worksheet(
    keep: Run, sheet: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from db.errors import DatabaseUnusableError
    from deckcheck.collection import sheet_import as importing

    def refuse(*_: object, **__: object) -> None:
        raise DatabaseUnusableError(Path("x"), "disk full")

    monkeypatch.setattr(importing, "apply_plan", refuse)
    sheet.write_text(f"{SHEET}3,Yoda,AOTC,,,\n")
    assert keep("collection", "import", sheet, "--apply", "--no-input").exit_code != 0
    assert [path.name for path in sheet.parent.glob("*.xlsx")] == []


def test_no_cell_becomes_a_formula(keep: Run, sheet: Path, tmp_path: Path) -> None:
    from openpyxl import load_workbook

    evil = ["=cmd|' /C calc'!A0", "+1+1", "-1-1", "@SUM(1)", "\t=1+1"]
    for note in evil:
        keep("collection", "add", BOBA, "--set", "AOTC", "--location", f"x {note.strip()}", "--notes", note)
    keep("collection", "export", tmp_path / "e.xlsx")
    book = load_workbook(tmp_path / "e.xlsx")
    cells = [cell for page in book for row in page.iter_rows() for cell in row]
    assert not [cell.coordinate for cell in cells if cell.data_type == "f"]
    assert {cell.value for cell in cells} >= {note for note in evil if note != "\t=1+1"}
    keep("collection", "export", tmp_path / "e.csv")
    import csv

    table = list(csv.reader(io.StringIO((tmp_path / "e.csv").read_text())))
    assert not [c for row in table for c in row if c.startswith(("=", "+", "-", "@", "\t"))]


def test_an_export_of_another_game_is_told_once_with_the_game_that_reads_it(
    keep: Run, own_database: Path, tmp_path: Path
) -> None:
    """Title and subtitle stand apart there, so that neither column alone names a card."""
    path = tmp_path / "destiny.csv"
    parts = [card.name.partition(", ") for card in all_cards(own_database, "destiny")[::4]]
    rows = [f'AW,1,"{title}","{subtitle}",1,1\n' for title, _, subtitle in parts]
    path.write_text("Set,#,Name,Subtitle,Cards,Dice\n" + "".join(rows), encoding="utf-8")
    told = " ".join(keep("collection", "import", path).stderr.split())
    assert told.count("cards of Star Wars: Destiny; choose the game destiny") == 1
    assert "--game" not in keep("collection", "import", path, "--game", "destiny").stderr


def test_one_copy_of_each_is_never_booked_where_a_column_may_count_them(
    keep: Run, own_database: Path, tmp_path: Path
) -> None:
    (path := tmp_path / "mine.csv").write_text("Card,Set,Got\nBoba Fett (A),AOTC,4\nYoda (A),AOTC,4\n")
    result = keep("collection", "import", path, "--apply", "--no-input")
    assert "--map Got: it may hold the number of copies, or every row is one copy" in str(result.exception)
    assert held(own_database) == {}
    keep("collection", "import", path, "--apply", "--no-input", "--map", "Got=extra")
    assert held(own_database) == {"Boba Fett (A) AOTC": 1, "Yoda (A) AOTC": 1}
    keep("collection", "undo", 1)
    keep("collection", "import", path, "--apply", "--no-input", "--map", "Got=quantity")
    assert held(own_database) == {"Boba Fett (A) AOTC": 4, "Yoda (A) AOTC": 4}


def test_rows_of_one_holding_cost_their_mean_in_one_currency(
    keep: Run, own_database: Path, tmp_path: Path
) -> None:
    rows = (
        "1,Boba Fett (A),AOTC,2 €",
        "3,Boba Fett (A),AOTC,4 €",
        "1,Yoda (A),AOTC,2 €",
        "1,Yoda (A),AOTC,$2",
    )
    (path := tmp_path / "mine.csv").write_text("\n".join(("Qty,Card,Set,Price", *rows)), encoding="utf-8")
    result = keep("collection", "import", path, "--apply")
    assert "rows 2, 3 are one holding; its price is the mean of theirs" in result.stderr
    assert "rows 4, 5 are one holding; the price of the last is kept" in result.stderr
    prices = {one.card: (one.facts.price, one.facts.currency) for one in holdings(own_database, "swtcg")}
    assert prices == {BOBA: ("3.5", "EUR"), YODA: ("2", "USD")}
    path.write_text("Qty,Card,Set,Price\n1,Boba Fett (A),AOTC,$9\n")
    assert "one in another currency: row 2" in keep("collection", "import", path).stderr


def test_a_price_that_becomes_that_of_copies_without_one_is_said(
    keep: Run, own_database: Path, tmp_path: Path
) -> None:
    """Three copies of no price and one for 9 would cost 36, and nobody would know."""
    said = "the price is that of all copies there now, of which some had none: "
    keep("collection", "add", "3 Boba Fett (A)", "--set", "AOTC")
    rows = ("2,Yoda (A),AOTC,", "1,Yoda (A),AOTC,2", "1,Boba Fett (A),AOTC,9", "1,Nexu,AOTC,9")
    (path := tmp_path / "mine.csv").write_text("\n".join(("Qty,Card,Set,Price", *rows)), encoding="utf-8")
    assert f"{said}row 3, row 4; in another place" in keep("collection", "import", path, "--apply").stderr
    prices = {one.card: (one.quantity, one.facts.price) for one in holdings(own_database, "swtcg")}
    assert prices == {BOBA: (4, "9"), YODA: (3, "2"), "Nexu": (1, "9")}
    keep("collection", "add", "Acklay")
    added = keep("collection", "add", "Acklay", "--price", "5", "--currency", "EUR")
    assert f"{said}5 EUR;" in added.stderr
    assert said not in keep("collection", "add", "Acklay", "--price", "6", "--currency", "EUR").stderr


def test_columns_that_no_want_keeps_are_said(keep: Run, tmp_path: Path) -> None:
    """They were called kept, and the weight, which counts, too."""
    (path := tmp_path / "wants.csv").write_text("Card,Set,Want,Weight,Price,Side\nNexu,AOTC,2,3,1.5,D\n")
    said = keep("collection", "import", path).stderr
    assert "columns: Card = name, Set = set, Want = quantity\n  columns left out: Price, Side\n" in said


def test_what_is_wanted_goes_to_a_file_of_its_own_and_comes_back(
    keep: Run, own_database: Path, tmp_path: Path
) -> None:
    """A collection that moves to another computer loses nothing unawares."""
    facts = (
        "--condition",
        "EX",
        "--language",
        "de",
        "--finish",
        "none",
        "--weight",
        3,
        "--notes",
        'a "b", c',
    )
    keep("collection", "want", BOBA, "--quantity", 4, *facts)
    keep("collection", "want", YODA, "--set", "AOTC")
    keep("collection", "add", YODA)
    result = keep("collection", "export", tmp_path / "mine.xlsx")
    assert "mine.xlsx: without 2 wants; --columns wants writes them" in result.stderr
    result = keep("collection", "export", tmp_path / "out.csv", "--columns", "Wants")
    assert "out.csv: 2 wants, 5 copies written" in result.stderr
    before = read_collection(own_database, "swtcg").wants
    for name in (BOBA, YODA):
        keep("collection", "want", name, "--quantity", 0)
    keep("collection", "want", YODA, "--set", "AOTC", "--quantity", 0)
    assert not read_collection(own_database, "swtcg").wants
    result = keep("collection", "import", tmp_path / "out.csv", "--apply")
    assert "wants: 2 set" in result.stderr
    assert "not known" not in result.stderr
    assert read_collection(own_database, "swtcg").wants == before
