"""`validate --table` has a row a deck, and a folder is shown folder by folder."""

import csv
import io
from pathlib import Path

import pytest

from tests.conftest import ROOT, Run

EXAMPLES = ROOT / "examples" / "decks"


@pytest.fixture
def league(tmp_path: Path) -> Path:
    """A folder with a folder for each of two teams; one name would be a formula."""
    for team, name, example in (
        ("reds", "=1+1.dek", "rebels.dek"),
        ("reds", "walkers.dek", "too-many-walkers.dek"),
        ("blues", "empire.txt", "empire.txt"),
    ):
        folder = tmp_path / "league" / team
        folder.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes((EXAMPLES / example).read_bytes())
    (tmp_path / "league" / "spare.dek").write_text("no deck")
    return tmp_path / "league"


def test_the_table_has_a_row_a_deck(run: Run, league: Path) -> None:
    result = run("validate", league, "--table", "csv")
    rows = {Path(row["path"]).name: row for row in csv.DictReader(io.StringIO(result.stdout))}
    assert result.exit_code == 2, "spare.dek cannot be read"
    assert {name: row["verdict"] for name, row in rows.items()} == {
        "empire.txt": "legal",
        "=1+1.dek": "legal",
        "walkers.dek": "illegal",
        "spare.dek": "unreadable",
    }
    walkers = rows["walkers.dek"]
    assert (walkers["errors"], walkers["open"]) == (str(len(walkers["problems"].split(" | "))), "0")
    assert walkers["codes"] == "unit-ratio"
    assert (rows["empire.txt"]["cards"], rows["empire.txt"]["errors"]) == ("60", "0")
    assert rows["=1+1.dek"]["name"] == "'=1+1"
    assert rows["spare.dek"]["problems"]
    deck = EXAMPLES / "half-remembered.txt"
    by_issue, by_deck = (
        list(csv.DictReader(io.StringIO(run("validate", deck, *how).stdout)))
        for how in (("--csv",), ("--table", "csv"))
    )
    assert len(by_issue) > len(by_deck) == 1, "--csv stays a row an issue"


def test_the_table_as_a_workbook_holds_the_same(run: Run, league: Path, tmp_path: Path) -> None:
    from openpyxl import load_workbook

    target = tmp_path / "decks.xlsx"
    run("validate", league, "--table", target)
    header, *rows = load_workbook(target)["Decks"].iter_rows(values_only=True)
    text = csv.reader(io.StringIO(run("validate", league, "--table", "csv").stdout))
    assert [str(cell) for cell in header] == next(text)
    assert [["" if c is None else str(c) for c in row] for row in rows] == [
        [cell.removeprefix("'") for cell in row] for row in text
    ]
    assert "--force" in str(run("validate", league, "--table", target).exception)
    piped = run("validate", EXAMPLES / "empire.txt", "--table", "xlsx")
    assert piped.stdout_bytes.startswith(b"PK")


@pytest.mark.parametrize("table", ["pdf", "decks.docx", ""])
def test_a_table_of_another_kind_is_refused(run: Run, table: str) -> None:
    result = run("validate", EXAMPLES / "empire.txt", "--table", table)
    assert result.exit_code == 2
    assert "expected csv, xlsx, or a file that ends in .csv or .xlsx" in result.stderr


def test_a_folder_is_shown_folder_by_folder(run: Run, league: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(league.parent)
    (league / "blues" / "more").mkdir()
    (league / "blues" / "zz.txt").write_bytes((EXAMPLES / "empire.txt").read_bytes())
    (league / "blues" / "more" / "a.txt").write_bytes((EXAMPLES / "empire.txt").read_bytes())
    lines = [line.rstrip() for line in run("validate", "league").stdout.splitlines()]
    folders = [line for line in lines if line.endswith("/")]
    assert sorted(folders) == ["league/", "league/blues/", "league/blues/more/", "league/reds/"]
    start = lines.index("league/blues/")
    assert lines[start + 1 : start + 4] == [
        "  legal      empire.txt",
        "  legal      zz.txt",
        "  2 decks: 2 legal",
    ]
    reds = lines.index("league/reds/")
    assert lines[reds + 3] == "  2 decks: 1 legal, 1 illegal"
    assert "6 decks: 4 legal, 1 illegal, 1 unreadable" in lines


def test_one_folder_needs_no_headings(run: Run, league: Path) -> None:
    lines = run("validate", league / "reds").stdout.splitlines()
    assert lines[0].startswith(f"legal      {league}/reds/")
