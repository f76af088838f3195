"""Texts fit the terminal: a program that takes 100 for 80 columns breaks words in two there."""

import sys
from pathlib import Path

import pytest

from tests.amounts import amount
from tests.conftest import ROOT

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs a POSIX pseudo-terminal")

DECK = str(ROOT / "examples" / "decks" / "too-many-walkers.dek")


COMMANDS = (("validate", DECK), ("formats",), ("cards", "search", "yoda"), ("deck", "show", DECK))


@pytest.mark.parametrize("columns", [80, 200, 60, 120][: amount(2, 4)])
def test_lines_fit_the_terminal(columns: int, database: Path) -> None:
    from tests.terminal import on_terminal

    shown = on_terminal(COMMANDS, columns, database)
    for words in ("ILLEGAL", "Standard", "Yoda (A)", "61 cards in"):
        assert words in shown, "a command shows nothing"
    lines = [line for line in shown.splitlines() if DECK not in line]  # a path stays whole
    assert max(map(len, lines)) <= columns
    assert "…" not in shown


def test_messages_fit_the_terminal_also_where_the_output_goes_elsewhere(database: Path) -> None:
    """The width of standard error was that of standard output: 80 where that was a file."""
    from tests.terminal import on_terminal

    command = ("validate", DECK, "--format", "a format of which nobody has ever heard anything at all")
    narrow, wide = (on_terminal([command], columns, database, piped_output=True) for columns in (60, 200))
    assert max(map(len, narrow.splitlines())) <= 60
    assert max(map(len, wide.splitlines())) > 80
