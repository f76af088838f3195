"""The public door: `deckcheck.__all__`, the page that describes it, and that each name is there."""

import re
from pathlib import Path

import pytest

import deckcheck
from tests.conftest import ROOT

PAGE = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", deckcheck.__all__)
def test_every_public_name_is_there_and_described(name: str) -> None:
    assert getattr(deckcheck, name).__doc__
    assert name in dir(deckcheck)


def test_the_page_describes_just_these() -> None:
    rows = [line.split("|")[1] for line in PAGE.splitlines() if line.startswith("| `")]
    assert sorted(name for row in rows for name in re.findall(r"`(\w+)`", row)) == deckcheck.__all__


def test_the_example_of_the_page_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (code,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    monkeypatch.chdir(ROOT)
    code = code.replace('Path("cards.sqlite")', f"Path({str(tmp_path / 'cards.sqlite')!r})")
    exec(compile(code, "docs/python.md", "exec"), {})  # noqa: S102 - the page is ours
    assert capsys.readouterr().out == "legal []\n"


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        deckcheck.nothing  # noqa: B018 - the access is the test
