"""Sheets that LibreOffice made, changed or encrypted; skipped where it is not installed."""

import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from db.collection.read import holdings
from importers.collections.holding_sheet import read_holdings
from tests.conftest import Run

SOFFICE = shutil.which("soffice") or shutil.which("libreoffice")
pytestmark = pytest.mark.skipif(SOFFICE is None, reason="LibreOffice is not installed here")

Convert = Callable[[Path, str], Path]


@pytest.fixture
def own_database(small_database: Path) -> Path:
    """These tests need no more than a small catalogue."""
    return small_database


@pytest.fixture(scope="module")
def convert(tmp_path_factory: pytest.TempPathFactory) -> Convert:
    """Converts a file to another format, as opening and saving it would."""
    home = tmp_path_factory.mktemp("libreoffice")

    def convert_it(path: Path, to: str) -> Path:
        folder = home / f"{len(list(home.iterdir()))}"
        profile = f"-env:UserInstallation={(home / 'profile').as_uri()}"
        command = [str(SOFFICE), profile, "--headless", "--convert-to", to, "--outdir", str(folder)]
        done = subprocess.run([*command, str(path)], capture_output=True, check=False, timeout=240)
        made = folder / f"{path.stem}.{to.partition(':')[0]}"
        assert made.exists(), done.stderr.decode(errors="replace")
        return made

    return convert_it


NOTES = (
    "signed, by hand", 'the "good" one', "two\nlines", "=cmd|' /C calc'!A0", "+1", "-1", "@x",
    "'=quoted", "Padmé", "🃏 日本", "007", "1e5", "3,5", "TRUE", "1/2", "<b>&amp;</b>", "#REF!",
)  # fmt: skip


@pytest.fixture
def exported(keep: Run, tmp_path: Path) -> Path:
    """A workbook of a collection with hostile texts, and one holding of unknown printing."""
    for number, note in enumerate(NOTES):
        keep(
            "collection", "add", "Boba Fett (A)", "--set", "AOTC", "--notes", note,
            "--location", f"box {number} {' '.join(note.split())}", "--quantity", number % 5 + 1,
            "--condition", ("NM", "EX", "")[number % 3], "--acquired", "2002-04-23",
            "--price", "2.50", "--currency", "EUR",
        )  # fmt: skip
    keep("collection", "add", "Destroyer Droid, P Series", "--set", "AOTC", "--finish", "foil")
    keep("collection", "add", 'Jon "Dutch" Vander (A)', "--set", "ANH", "--language", "de")
    keep("collection", "add", "Anakin Skywalker (C)")
    path = tmp_path / "mine.xlsx"
    assert keep("collection", "export", path).exit_code == 0
    return path


def changes(keep: Run, path: Path) -> dict[str, int]:
    found = json.loads(keep("collection", "import", path, "--mode", "set", "--json").stdout)
    assert found["unmatched"] == found["ambiguous"] == []
    counts: dict[str, int] = found["changes"]
    return counts


def test_there_and_back_changes_nothing(
    keep: Run, own_database: Path, exported: Path, convert: Convert
) -> None:
    """From XLSX to ODS to XLSX, as a collector with LibreOffice would save it."""
    same = {
        "added": 0,
        "changed": 0,
        "unchanged": len(holdings(own_database)),
        "removed": 0,
        "moved": 0,
    }
    ods = convert(exported, "ods")
    assert changes(keep, ods) == same
    assert changes(keep, convert(ods, "xlsx")) == same


def test_our_ods_files_survive_libreoffice_too(
    keep: Run, own_database: Path, exported: Path, convert: Convert
) -> None:
    path = exported.with_suffix(".ods")
    keep("collection", "export", path)
    found = changes(keep, convert(path, "xlsx"))
    assert found["unchanged"] == len(holdings(own_database))
    assert sum(found.values()) == found["unchanged"]


def test_workbooks_of_excel_before_2007_are_read(exported: Path, convert: Convert) -> None:
    found = read_holdings(convert(exported, "xls"))
    assert (found.kind, found.read_as) == ("xls", "deckcheck")
    assert {row.name for row in found.rows} >= {"Boba Fett (A)", "Anakin Skywalker (C)"}


def test_a_formula_has_the_value_that_libreoffice_stored(tmp_path: Path, convert: Convert) -> None:
    from openpyxl import Workbook

    book = Workbook()
    for row in (("Quantity", "Name"), ("=1+1", "Yoda (A)")):
        book.worksheets[0].append(row)
    path = tmp_path / "formula.xlsx"
    book.save(path)
    assert read_holdings(path).problems
    for suffix in ("ods", "xlsx"):
        found = read_holdings(convert(path, suffix))
        assert [row.quantity for row in found.rows] == [2], suffix


def test_the_sheet_of_unsure_rows_opens(keep: Run, tmp_path: Path, convert: Convert) -> None:
    path = tmp_path / "mine.csv"
    path.write_text("Qty,Name,Set\n1,Yoda,AOTC\n")
    keep("collection", "import", path, "--apply", "--no-input")
    saved = convert(tmp_path / "mine.csv.unmatched.xlsx", "ods")
    assert read_holdings(saved).read_as == "unmatched"
