"""`make demo` on a fresh clone: what it installs, and what it says of itself."""

import os
import runpy
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """The files that the rules of the Makefile look at, without an environment."""
    if shutil.which("make") is None:
        pytest.skip("make is not on this machine")
    for name in ("Makefile", "pyproject.toml", "constraints.txt"):
        shutil.copy(ROOT / name, tmp_path)
    return tmp_path


def steps(clone: Path, target: str) -> str:
    """What make would do, without doing it."""
    return subprocess.run(
        [shutil.which("make") or "make", "-n", target], cwd=clone, capture_output=True, text=True, check=True
    ).stdout


def test_the_demo_installs_no_development_tools(clone: Path) -> None:
    """A newcomer waits for what he needs to see a deck judged, not for linters and browsers."""
    told = steps(clone, "demo")
    assert "pip install" in told
    assert "[dev]" not in told
    assert "[dev]" in steps(clone, "test")


def test_tests_after_the_demo_bring_their_tools_in_and_not_the_other_way_round(clone: Path) -> None:
    (clone / ".venv").mkdir()
    (clone / ".venv" / ".runtime").touch()
    assert "pip install" not in steps(clone, "demo")
    assert "[dev]" in steps(clone, "test")
    (clone / ".venv" / ".installed").touch()
    assert "pip install" not in steps(clone, "test")


def test_the_demo_says_what_it_does_in_five_lines() -> None:
    lines = str(runpy.run_path(str(ROOT / "examples" / "show.py"))["WHAT"]).splitlines()
    assert len(lines) == 5
    assert all(len(line) <= 100 for line in lines)


def test_the_demo_ends_with_how_its_commands_are_typed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the environment a newcomer's shell does not find the program."""
    monkeypatch.chdir(ROOT)
    said = runpy.run_path(str(ROOT / "examples" / "show.py"))["how_to_go_on"]()
    assert str(Path(sys.executable).parent.name + os.sep + "activate") in said
    page = ROOT / said.split()[-1]
    assert page.exists()
