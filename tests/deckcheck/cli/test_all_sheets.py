"""`collection import --all-sheets`: a workbook with a sheet a set or a box comes in whole."""

import io
import json
import re
import zipfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from typer.testing import Result

from db.collection.read import holdings, read_collection
from deckcheck.cli.collection import import_ as collection_import
from importers.collections.header import find_header
from importers.collections.sheet_kinds import sheet_kind
from importers.sheets.ods_writing import write_ods
from tests.conftest import Run

Sheets = Mapping[str, Sequence[Sequence[Any]]]
HEAD = ("Qty", "Name", "Set", "Location")
SHEETS: Sheets = {
    "Reds": [("My reds",), HEAD, (4, "Boba Fett (A)", "AOTC", "box 1")],
    "Blues": [HEAD, (2, "Yoda (A)", "AOTC", "box 2"), (1, "Captain Typho (A)", "AOTC", "box 2")],
    "To do": [("Sort the box in the cellar",), ("Buy sleeves",)],
}


def xlsx(sheets: Sheets) -> bytes:
    from openpyxl import Workbook

    book = Workbook()
    book.remove(book.worksheets[0])
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(row)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def ods(sheets: Sheets) -> bytes:
    made = [
        write_ods(name, [str(cell) for cell in rows[0]], rows[1:], [9] * len(rows[0]))
        for name, rows in sheets.items()
    ]
    tables = [re.findall(r"<table:table .*</table:table>", part(one), re.DOTALL)[0] for one in made]
    first = part(made[0]).replace(tables[0], "".join(tables))
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(made[0])) as old, zipfile.ZipFile(out, "w") as new:
        for entry in old.namelist():
            new.writestr(entry, first if entry == "content.xml" else old.read(entry))
    return out.getvalue()


def part(data: bytes) -> str:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return archive.read("content.xml").decode()


@pytest.fixture(params=[xlsx, ods], ids=["xlsx", "ods"])
def book(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    write: Callable[[Sheets], bytes] = request.param
    path = tmp_path / f"mine.{write.__name__}"
    path.write_bytes(write(SHEETS))
    return path


def saved(tmp_path: Path, sheets: Sheets) -> Path:
    path = tmp_path / "book.xlsx"
    path.write_bytes(xlsx(sheets))
    return path


def held(database: Path) -> dict[tuple[str, str], int]:
    return {(h.printing or h.card, h.key.location): h.quantity for h in holdings(database, "swtcg")}


WHOLE = {("Boba Fett (A)", "box 1"): 4, ("Yoda (A)", "box 2"): 2, ("Captain Typho (A)", "box 2"): 1}


def all_sheets(keep: Run, path: Path, *options: str, stdin: str | None = None) -> Result:
    return keep("collection", "import", path, "--all-sheets", *options, stdin=stdin)


def test_all_sheets_are_one_preview_one_batch_and_one_undo(keep: Run, own_database: Path, book: Path) -> None:
    preview = all_sheets(keep, book)
    assert preview.exit_code == 0
    assert "holdings: 3 new" in preview.stderr
    assert held(own_database) == {}
    applied = all_sheets(keep, book, "--apply")
    assert applied.exit_code == 0
    assert held(own_database) == WHOLE
    assert "batch 1; undo with" in applied.stderr
    keep("collection", "undo", "1")
    assert held(own_database) == {}


def test_a_sheet_without_cards_is_named_and_passed_over(keep: Run, book: Path) -> None:
    found = all_sheets(keep, book, "--json")
    assert f"{book}, sheet 'To do' skipped: no list of cards" in found.stderr
    sheets = json.loads(found.stdout)["sheets"]
    assert [(one["sheet"], one.get("rows")) for one in sheets] == [("Reds", 1), ("Blues", 2), ("To do", None)]


def test_an_overview_of_numbers_of_cards_is_no_list_of_cards(keep: Run, tmp_path: Path) -> None:
    """Its sets were rows with a card called 5; what is sold was owned."""
    overview = [("Set", "Cards", "Complete"), ("AOTC", 5, "3 %"), ("Total", 5, "")]
    mine = [HEAD, (4, "Boba Fett (A)", "AOTC", "")]
    path = saved(tmp_path, {"Sold": mine, "Mine": mine, "Overview": overview})
    found = all_sheets(keep, path)
    assert f"{path}, sheet 'Sold' skipped: the heading 'Sold' is of copies that are not there" in found.stderr
    assert f"{path}, sheet 'Mine': 1 row read" in keep("collection", "import", path).stderr
    assert f"{path}, sheet 'Overview' skipped: no list of cards" in found.stderr
    assert found.exit_code == 0


def test_a_workbook_comes_in_once_whether_whole_or_by_the_sheet(
    keep: Run, own_database: Path, book: Path
) -> None:
    """Else whoever tries --sheet after --all-sheets, or the other way, has all copies twice."""
    all_sheets(keep, book, "--apply")
    for options in (["--all-sheets"], ["--sheet", "Blues"], []):
        again = keep("collection", "import", book, "--apply", *options)
        assert "imported before, as batch 1" in again.stderr
    assert held(own_database) == WHOLE
    keep("collection", "undo", "1")
    keep("collection", "import", book, "--sheet", "Blues", "--apply")
    assert "imported before" in all_sheets(keep, book, "--apply").stderr
    all_sheets(keep, book, "--apply", "--again")
    assert held(own_database)["Yoda (A)", "box 2"] == 4


def test_set_mode_takes_the_rows_of_all_sheets_as_the_collection(
    keep: Run, own_database: Path, book: Path
) -> None:
    keep("collection", "add", "Jango Fett (A)")
    keep("collection", "add", "Yoda (A)", "--set", "AOTC", "--quantity", "9", "--location", "box 2")
    refused = all_sheets(keep, book, "--mode", "set", "--apply", "--no-input")
    assert "Jango Fett" in str(refused.exception)
    assert "Boba Fett" not in str(refused.exception)
    done = all_sheets(keep, book, "--mode", "set", "--apply", "--yes")
    assert done.exit_code == 0
    assert held(own_database) == WHOLE


def test_unsure_rows_and_left_out_ones_name_their_sheet(keep: Run, tmp_path: Path) -> None:
    path = saved(
        tmp_path,
        {
            "One": [HEAD, (4, "Boba Fett (A)", "AOTC", "")],
            "Two": [HEAD, (1, "Nobody at all", "AOTC", ""), ("", "Total", "", "")],
        },
    )
    shown = all_sheets(keep, path)
    assert "2 of 'Two'  1 | Nobody at all" in shown.stderr
    found = json.loads(all_sheets(keep, path, "--apply", "--no-input", "--json").stdout)
    assert [(row["sheet"], row["row"]) for row in found["unmatched"]] == [("Two", 2)]
    assert [(row["sheet"], row["row"]) for row in found["skipped"]] == [("Two", 3)]
    from openpyxl import load_workbook

    sheet = load_workbook(found["unmatched_file"])["Unsure rows"]
    assert "2 of 'Two'" in [cell.value for cell in sheet[2]]


def test_questions_name_the_sheet_and_quantities_are_asked(
    keep: Run, own_database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(collection_import, "can_ask", lambda: True)
    path = saved(
        tmp_path, {"One": [HEAD, ("?", "Boba Fett (A)", "AOTC", "")], "Two": [HEAD, (4, "Yoda", "AOTC", "")]}
    )
    found = all_sheets(keep, path, "--apply", stdin="3\n2\n")
    assert "row 2 of 'One': ? | Boba Fett (A)" in found.stderr
    assert "row 2 of 'Two': 4 | Yoda" in found.stderr
    assert held(own_database) == {("Boba Fett (A)", ""): 3, ("Yoda (B)", ""): 4}


def test_a_heading_or_the_name_of_a_sheet_says_the_set_of_its_own_rows_only(
    keep: Run, tmp_path: Path
) -> None:
    """Without it the last heading of a sheet would give its set to the sheet behind it."""
    path = saved(
        tmp_path,
        {
            "Mine": [("Qty", "Name"), ("Attack of the Clones",), (1, "Yoda (A)")],
            "A New Hope": [("Qty", "Name"), (1, "Luke Skywalker (A)")],
        },
    )
    found = json.loads(all_sheets(keep, path, "--json", "--full").stdout)
    assert found["unmatched"] == found["ambiguous"] == []
    reasons = {row["sheet"]: row["reason"] for row in found["strong"]}
    assert "the heading in row 2" in reasons["Mine"]
    assert "the name of the sheet 'A New Hope'" in reasons["A New Hope"]


def test_hidden_sheets_and_the_other_sheets_of_our_own_workbook_are_passed_over(
    keep: Run, own_database: Path, tmp_path: Path
) -> None:
    """The sheet Missing of an export has names and numbers too: nobody owns those cards."""
    keep("collection", "add", "Yoda (A)", "--set", "AOTC")
    path = tmp_path / "own.xlsx"
    keep("collection", "export", path)
    found = json.loads(all_sheets(keep, path, "--json").stdout)
    assert (found["mode"], found["rows"], found["changes"]["unchanged"]) == ("set", 1, 1)
    assert "layout of deckcheck" in next(
        one["passed_over"] for one in found["sheets"] if one["sheet"] == "Missing"
    )
    from openpyxl import load_workbook

    book = load_workbook(saved(tmp_path, SHEETS))
    book["Blues"].sheet_state = "hidden"
    book.save(tmp_path / "hidden.xlsx")
    told = all_sheets(keep, tmp_path / "hidden.xlsx").stderr
    assert "sheet 'Blues' skipped: it is hidden" in told
    assert len(held(own_database)) == 1


def test_sheets_with_different_columns_state_only_what_they_have_a_column_for(
    keep: Run, own_database: Path, tmp_path: Path
) -> None:
    """Of a sheet without places a row means the copies that no other sheet names."""
    for place, copies in (("box 1", 3), ("folder", 2)):
        keep(
            "collection",
            "add",
            "Yoda (A)",
            "--set",
            "AOTC",
            "--quantity",
            copies,
            "--location",
            place,
            "--notes",
            f"from {place}",
        )
    path = saved(
        tmp_path,
        {
            "Box 1": [("Qty", "Name", "Set", "Location"), (3, "Yoda (A)", "AOTC", "box 1")],
            "Rest": [("Qty", "Name", "Set"), (8, "Yoda (A)", "AOTC")],
        },
    )
    assert all_sheets(keep, path, "--mode", "set", "--apply", "--yes").exit_code == 0
    assert held(own_database) == {("Yoda (A)", "box 1"): 3, ("Yoda (A)", "folder"): 8}
    assert {h.facts.notes for h in holdings(own_database, "swtcg")} == {"from box 1", "from folder"}


def test_what_two_sheets_may_both_mean_stays_open(keep: Run, own_database: Path, tmp_path: Path) -> None:
    keep(
        "collection",
        "add",
        "Yoda (A)",
        "--set",
        "AOTC",
        "--quantity",
        "5",
        "--condition",
        "NM",
        "--location",
        "box 1",
    )
    path = saved(
        tmp_path,
        {
            "One": [("Qty", "Name", "Set", "Condition"), (2, "Yoda (A)", "AOTC", "NM")],
            "Two": [("Qty", "Name", "Set", "Location"), (4, "Yoda (A)", "AOTC", "box 1")],
        },
    )
    found = json.loads(all_sheets(keep, path, "--mode", "set", "--apply", "--no-input", "--json").stdout)
    assert len(found["ambiguous"]) == 2
    assert held(own_database) == {("Yoda (A)", "box 1"): 5}


def test_a_mapping_is_for_all_sheets_and_must_fit_one(keep: Run, tmp_path: Path) -> None:
    path = saved(
        tmp_path,
        {
            "One": [("So many", "Name", "Set"), (3, "Yoda (A)", "AOTC")],
            "Two": [("Qty", "Name", "Set"), (4, "Boba Fett (A)", "AOTC")],
        },
    )
    mapped = all_sheets(keep, path, "--map", "So many=quantity", "--apply")
    assert mapped.exit_code == 0
    assert keep("collection", "list").stdout.splitlines()[1].split()[0] == "4"
    wrong = all_sheets(keep, path, "--map", "Nowhere to be found=quantity")
    assert "no column is called 'Nowhere to be found'" in str(wrong.exception)


def test_without_any_list_of_cards_each_sheet_says_why(keep: Run, tmp_path: Path) -> None:
    path = saved(tmp_path, {"To do": SHEETS["To do"], "Empty": []})
    found = str(all_sheets(keep, path).exception)
    assert "'To do': no list of cards" in found
    assert "'Empty': no list of cards: the sheet is empty" in found


def test_one_sheet_or_all_of_them(keep: Run, book: Path) -> None:
    assert "exclude each other" in all_sheets(keep, book, "--sheet", "Reds").stderr


LISTS: Sheets = {
    "Box 1": [HEAD, (4, "Boba Fett (A)", "AOTC", "box 1"), (2, "Yoda (A)", "AOTC", "box 1")],
    "Wants": [("Qty", "Name", "Set"), (3, "Jango Fett (A)", None), (2, "Yoda (A)", "AOTC")],
    "Zum Tausch": [("Anzahl", "Karte", "Set"), (2, "Boba Fett (A)", "AOTC")],
    "Rebels deck": [("Count", "Name"), (4, "Captain Typho (A)")],
}


def wanted(database: Path) -> dict[str, int]:
    return {want.card: want.quantity for want in read_collection(database, "swtcg").wants}


def for_trade(database: Path) -> dict[str, int]:
    return {h.card: h.facts.for_trade for h in holdings(database, "swtcg") if h.facts.for_trade}


def test_sheets_of_wants_trades_and_decks_are_no_owned_copies(
    keep: Run, own_database: Path, tmp_path: Path
) -> None:
    """All of them were booked as owned: 3 of Jango Fett and 4 of Captain Typho."""
    path = saved(tmp_path, LISTS)
    preview = all_sheets(keep, path)
    assert "sheet 'Wants': 2 rows read by its column names" in " ".join(preview.stderr.split())
    assert "it holds wants: so many copies are wanted in all" in preview.stderr
    assert "it holds so many of the copies that are owned are for trade" in preview.stderr
    assert "sheet 'Rebels deck' skipped: it is a deck" in preview.stderr
    assert "0 -> 3 Jango Fett (A) wanted in all" in " ".join(preview.stdout.split())
    assert ": 2 wanted in all, 2 owned" in preview.stderr
    found = json.loads(all_sheets(keep, path, "--apply", "--json").stdout)
    assert [one.get("becomes") for one in found["sheets"]] == ["owned", "wants", "for trade", None]
    assert found["changes"]["added"] == 2
    assert [(one["before"], one["after"]) for one in found["wants"]] == [(0, 3), (0, 2)]
    assert {h.card: h.quantity for h in holdings(own_database, "swtcg")} == {
        "Boba Fett (A)": 4,
        "Yoda (A)": 2,
    }
    assert for_trade(own_database) == {"Boba Fett (A)": 2}
    assert wanted(own_database) == {"Jango Fett (A)": 3, "Yoda (A)": 2}
    again = all_sheets(keep, path, "--apply", "--again", "--mode", "set", "--yes")
    assert "nothing to change" in again.stderr
    keep("collection", "undo", "1")
    assert wanted(own_database) == {}, "one batch, taken back whole"
    assert held(own_database) == {}


def test_copies_for_trade_that_are_not_owned_or_not_certain_are_not_marked(
    keep: Run, own_database: Path, tmp_path: Path
) -> None:
    """They come back in the worksheet, as copies for trade and not as owned ones."""
    sheets: Sheets = {
        "Cards": [
            HEAD,
            (2, "Yoda (A)", "AOTC", "a"),
            (2, "Yoda (A)", "AOTC", "b"),
            (1, "Boba Fett (A)", "AOTC", "a"),
        ],
        "Trades": [("Qty", "Name"), (3, "Yoda (A)"), (2, "Boba Fett (A)"), (1, "Jango Fett (A)")],
    }
    path = saved(tmp_path, sheets)
    done = all_sheets(keep, path, "--apply", "--no-input")
    assert done.exit_code == 1
    assert "3 for trade of 2 holdings; name condition or place too" in done.stderr
    assert "2 for trade, but 1 owned" in done.stderr
    assert "1 for trade, but 0 owned" in done.stderr
    assert for_trade(own_database) == {}
    worksheet = path.with_name("book.xlsx.unmatched.xlsx")
    keep("collection", "add", "Boba Fett (A)", "--set", "AOTC", "--location", "a")
    again = keep("collection", "import", worksheet, "--apply", "--no-input")
    assert again.exit_code == 1
    assert sum(h.quantity for h in holdings(own_database, "swtcg")) == 6, "nothing was booked as owned"
    assert for_trade(own_database) == {"Boba Fett (A)": 2}


def test_all_copies_for_trade_mark_all_holdings(keep: Run, own_database: Path, tmp_path: Path) -> None:
    keep("collection", "add", "Yoda (A)", "--set", "AOTC", "--location", "a")
    keep("collection", "add", "Yoda (A)", "--set", "AOTC", "--location", "b")
    path = saved(tmp_path, {"Trades": [("Qty", "Name"), (2, "Yoda (A)")]})
    assert keep("collection", "import", path, "--mode", "set", "--apply").exit_code == 0
    assert [h.facts.for_trade for h in holdings(own_database, "swtcg")] == [1, 1]
    assert len(holdings(own_database, "swtcg")) == 2, "a sheet of trades lacks no holding"


def test_what_a_sheet_holds_can_be_said(keep: Run, own_database: Path, tmp_path: Path) -> None:
    path = saved(tmp_path, LISTS)
    said = ["--sheet-as", "Wants=owned", "--sheet-as", "Rebels deck=owned"]
    assert all_sheets(keep, path, *said, "--apply").exit_code == 0
    assert sum(h.quantity for h in holdings(own_database, "swtcg")) == 4 + 2 + 3 + 2 + 4
    assert wanted(own_database) == {}
    assert "no sheet can be 'gone'" in str(all_sheets(keep, path, "--sheet-as", "Wants=gone").exception)
    assert "no sheet is called 'X'" in str(all_sheets(keep, path, "--sheet-as", "X=owned").exception)
    assert "expected NAME=KIND" in " ".join(all_sheets(keep, path, "--sheet-as", "X").stderr.split())


def test_one_sheet_of_wants_alone_is_wants_too_and_a_better_sheet_is_taken_first(
    keep: Run, own_database: Path, tmp_path: Path
) -> None:
    path = saved(tmp_path, {name: LISTS[name] for name in ("Wants", "Box 1")})
    assert "sheet 'Box 1' of 2 was read" in keep("collection", "import", path).stderr
    done = keep("collection", "import", path, "--sheet", "Wants", "--apply")
    assert "wants: 2 set" in done.stderr
    assert "--sheet-as Wants=owned takes its rows as owned copies" in done.stderr
    assert (held(own_database), wanted(own_database)["Jango Fett (A)"]) == ({}, 3)


@pytest.mark.parametrize(
    ("name", "headers", "kind"),
    [
        ("Sháním", ("Ks", "Karta"), "wants"),
        ("Hiánylista", ("db", "Név"), "wants"),
        ("Suche 2024", ("Anzahl", "Name"), "wants"),
        ("Lista życzeń", ("Ilość", "Nazwa"), "wants"),
        ("Sheet1", ("Name", "Set", "Wanted"), "wants"),
        ("Na výměnu", ("Ks", "Karta"), "for trade"),
        ("Cserére", ("db", "Név"), "for trade"),
        ("Trades", ("Qty", "Name", "For trade"), "owned"),
        ("Trade Federation", ("Qty", "Name"), "owned"),
        ("Trade binder", ("Qty", "Name"), "owned"),
        ("A New Hope", ("Qty", "Name"), "owned"),
        ("Balíček Rebelové", ("Ks", "Karta"), "deck"),
        ("Deck 1", ("Qty", "Name", "Condition"), "owned"),
        ("Liste", ("Anzahl", "Karte", "Zone"), "deck"),
    ],
)
def test_a_sheet_is_known_by_its_name_and_columns(name: str, headers: tuple[str, ...], kind: str) -> None:
    header = find_header([headers])
    assert header is not None
    assert sheet_kind(name, header) == kind
