"""Workbooks on computers whose clock is wrong: before 1980 every export once ended as a bug."""

import time
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest
from openpyxl import Workbook

from importers.sheets.zip_writing import ZipWriter, save_workbook
from tests.conftest import Run


@pytest.fixture(params=[0.0, 5_000_000_000.0], ids=["1970", "2128"])
def clock(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> float:
    now: float = request.param
    local = time.localtime
    monkeypatch.setattr(time, "localtime", lambda seconds=None: local(now if seconds is None else seconds))
    return now


@pytest.mark.usefixtures("clock")
def test_parts_have_one_date_whatever_the_clock_says() -> None:
    """Two exports of the same collection differed once where a second had passed between them."""
    out = BytesIO()
    with ZipWriter(out) as archive:
        archive.writestr("a.txt", "text")
        with archive.open("b.txt", "w") as part:
            part.write(b"more")
    with ZipFile(out) as archive:
        assert archive.testzip() is None
        assert {info.date_time for info in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}


def test_a_workbook_can_be_read_again(clock: float) -> None:
    from openpyxl import load_workbook

    book = Workbook()
    book.worksheets[0]["A1"] = "Yoda (A)"
    out = BytesIO()
    save_workbook(book, out)
    assert load_workbook(out).worksheets[0]["A1"].value == "Yoda (A)"


@pytest.mark.parametrize("name", ["mine.xlsx", "mine.ods"])
def test_a_collection_goes_out_and_in(keep: Run, tmp_path: Path, clock: float, name: str) -> None:
    keep("collection", "add", "Boba Fett (A)", "--quantity", 2)
    file = tmp_path / name
    assert keep("collection", "export", file).exit_code == 0
    again = keep("collection", "import", file, "--json")
    assert again.exit_code == 0, again.stderr
    assert '"unchanged": 1' in again.stdout
