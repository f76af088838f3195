"""Files under a name that programs go by: a suffix that does not fit is refused, and none written."""

from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

from deckcheck.show.workbook import ResultSheet, write_workbook
from importers.errors import UnknownSuffixError
from tests.conftest import ROOT

Run = Callable[..., Result]
DECK = ROOT / "examples" / "decks" / "empire.txt"


@pytest.mark.parametrize(
    ("command", "fitting"),
    [
        (("event", "slips", "Open", "slips.html"), ".pdf"),
        (("event", "sheets", "Open", "sheets.docx"), ".pdf"),
        (("event", "print", "Open", "standings", "wall.txt"), ".pdf"),
        (("event", "template", "Open", "players.csv"), ".xlsx"),
        (("event", "check", "Open", "--table", "table.pdf"), ".csv, .xlsx"),
        (("goldfish", DECK, "--hands", "20", "--xlsx", "figures.txt"), ".xlsx"),
        (("setup", DECK, "--games", "2", "--xlsx", "figures"), ".xlsx"),
        (("deck", "missing", DECK, "--xlsx", "missing.csv"), ".xlsx"),
    ],
)
def test_a_suffix_that_does_not_fit_is_refused_with_those_that_do(
    keep: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...], fitting: str
) -> None:
    monkeypatch.chdir(tmp_path)
    assert keep("event", "new", "Open").exit_code == 0
    before = sorted(tmp_path.iterdir())
    done = keep(*command)
    assert isinstance(done.exception, UnknownSuffixError)
    assert str(done.exception).endswith(f"expected one of {fitting}")
    assert sorted(tmp_path.iterdir()) == before


def test_a_suffix_in_large_letters_fits(tmp_path: Path) -> None:
    write_workbook(tmp_path / "a.XLSX", [ResultSheet("one", ("a",), ((1.0,),))])
    assert (tmp_path / "a.XLSX").exists()
    with pytest.raises(UnknownSuffixError, match=r"a\.txt.*expected one of \.xlsx"):
        write_workbook(tmp_path / "a.txt", [])
