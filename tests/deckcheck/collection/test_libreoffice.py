"""Sheets that LibreOffice made, changed or encrypted; skipped where it is not installed."""

import json
import shutil
import sqlite3
import subprocess
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from db.cards import bundled_games
from db.collection.read import holdings
from deckcheck.cli.main import app
from tests.conftest import Run
from tests.deckcheck.collections import read_holdings

SOFFICE = shutil.which("soffice") or shutil.which("libreoffice")
pytestmark = pytest.mark.skipif(SOFFICE is None, reason="LibreOffice is not installed here")

NOTES = (
    "signed, by hand",
    'the "good" one',
    "two\nlines",
    "=cmd|' /C calc'!A0",
    "+1",
    "-1",
    "@x",
    "'=quoted",
    "Padmé",
    "🃏 日本",
    "007",
    "1e5",
    "3,5",
    "TRUE",
    "1/2",
    "<b>&amp;</b>",
    "#REF!",
)


@dataclass(frozen=True)
class Sheets:
    """Files as they were written, and what LibreOffice made of them, by their new format."""

    database: Path
    written: Path
    saved: dict[str, Path]


def by_libreoffice(home: Path, to: str, *paths: Path) -> Path:
    """Opens files and saves them in another format, all in one start; returns their folder."""
    profile = f"-env:UserInstallation={(home / 'profile').as_uri()}"
    command = [str(SOFFICE), profile, "--headless", "--convert-to", to, "--outdir", str(home / to)]
    done = subprocess.run([*command, *map(str, paths)], capture_output=True, check=False, timeout=240)
    for path in paths:
        made = home / to / f"{path.stem}.{to}"
        assert made.exists(), done.stderr.decode(errors="replace")
    return home / to


@pytest.fixture(scope="module")
def sheets(
    few_sets_folder: Path, few_sets_database: Path, tmp_path_factory: pytest.TempPathFactory
) -> Sheets:
    """All sheets of these tests, converted in three starts: to ODS, from there to XLSX, to XLS."""
    home = tmp_path_factory.mktemp("libreoffice")
    (written := home / "written").mkdir()
    database = Path(shutil.copy(few_sets_database, home / "cards.sqlite"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bundled_games, "FOLDER", few_sets_folder)
        patch.setenv("DECKCHECK_DB", str(database))
        write_collection(written)
    write_formula(written / "formula.xlsx")
    mine, formula = written / "mine.xlsx", written / "formula.xlsx"
    ods = by_libreoffice(home, "ods", mine, formula, written / "unsure.csv.unmatched.xlsx")
    xlsx = by_libreoffice(home, "xlsx", ods / "mine.ods", written / "ours.ods", formula)
    xls = by_libreoffice(home, "xls", mine)
    return Sheets(database, written, {"ods": ods, "xlsx": xlsx, "xls": xls})


def write_collection(folder: Path) -> None:
    """Writes a collection with hostile texts, one holding of unknown printing, and unsure rows."""

    def run_it(*arguments: object) -> Result:
        return CliRunner().invoke(app, [str(a) for a in arguments])

    for number, note in enumerate(NOTES):
        run_it(
            "collection",
            "add",
            "Boba Fett (A)",
            "--set",
            "AOTC",
            "--notes",
            note,
            "--location",
            f"box {number} {' '.join(note.split())}",
            "--quantity",
            number % 5 + 1,
            "--condition",
            ("NM", "EX", "")[number % 3],
            "--acquired",
            "2002-04-23",
            "--price",
            "2.50",
            "--currency",
            "EUR",
        )
    run_it("collection", "add", "Destroyer Droid, P Series", "--set", "AOTC", "--finish", "foil")
    run_it("collection", "add", 'Jon "Dutch" Vander (A)', "--set", "ANH", "--language", "de")
    run_it("collection", "add", "Anakin Skywalker (C)")
    for name in ("mine.xlsx", "ours.ods"):
        assert run_it("collection", "export", folder / name).exit_code == 0
    unsure = folder / "unsure.csv"
    unsure.write_text("Qty,Name,Set\n1,Yoda,AOTC\n")
    run_it("collection", "import", unsure, "--apply", "--no-input")


def write_formula(path: Path) -> None:
    from openpyxl import Workbook

    book = Workbook()
    for row in (("Quantity", "Name"), ("=1+1", "Yoda (A)")):
        book.worksheets[0].append(row)
    book.save(path)


@pytest.fixture
def own_database(sheets: Sheets, few_sets_bundled: None, tmp_path: Path) -> Path:
    """The collection that was written; these tests need no more than a small catalogue."""
    path = tmp_path / "cards.sqlite"
    with closing(sqlite3.connect(sheets.database)) as old, closing(sqlite3.connect(path)) as new:
        old.backup(new)
    return path


def changes(keep: Run, path: Path) -> dict[str, int]:
    found = json.loads(keep("collection", "import", path, "--mode", "set", "--json").stdout)
    assert found["unmatched"] == found["ambiguous"] == []
    counts: dict[str, int] = found["changes"]
    return counts


def test_there_and_back_changes_nothing(keep: Run, own_database: Path, sheets: Sheets) -> None:
    """From XLSX to ODS to XLSX, as a collector with LibreOffice would save it."""
    held = len(holdings(own_database, "swtcg"))
    assert held == len(NOTES) + 3
    same = {"added": 0, "changed": 0, "unchanged": held, "removed": 0, "moved": 0}
    assert changes(keep, sheets.saved["ods"] / "mine.ods") == same
    assert changes(keep, sheets.saved["xlsx"] / "mine.xlsx") == same


def test_our_ods_files_survive_libreoffice_too(keep: Run, own_database: Path, sheets: Sheets) -> None:
    found = changes(keep, sheets.saved["xlsx"] / "ours.xlsx")
    assert found["unchanged"] == len(holdings(own_database, "swtcg"))
    assert sum(found.values()) == found["unchanged"]


def test_workbooks_of_excel_before_2007_areread_holdings(sheets: Sheets) -> None:
    found = read_holdings(sheets.saved["xls"] / "mine.xls")
    assert (found.kind, found.read_as) == ("xls", "deckcheck")
    assert {row.name for row in found.rows} >= {"Boba Fett (A)", "Anakin Skywalker (C)"}


def test_a_formula_has_the_value_that_libreoffice_stored(sheets: Sheets) -> None:
    assert read_holdings(sheets.written / "formula.xlsx").problems
    for suffix in ("ods", "xlsx"):
        found = read_holdings(sheets.saved[suffix] / f"formula.{suffix}")
        assert [row.quantity for row in found.rows] == [2], suffix


def test_the_sheet_of_unsure_rows_opens(sheets: Sheets) -> None:
    saved = sheets.saved["ods"] / "unsure.csv.unmatched.ods"
    assert read_holdings(saved).read_as == "unmatched"
