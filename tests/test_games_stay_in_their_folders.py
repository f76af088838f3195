"""No code knows a game by name outside its folder; the default game stands in one place."""

import re
from pathlib import Path

import pytest

from deckcheck.first_game import FIRST_GAME
from deckcheck.games import game_codes
from tests.test_architecture import imports_of

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "deckcheck"

THE_DEFAULT = "deckcheck/first_game.py"
LISTS_ITS_FOLDERS = "deckcheck/games/__init__.py"
"""Its docstring lists the modules and folders of the room, each on a line of its own."""


def modules_outside(game: str) -> list[str]:
    folder = f"deckcheck/games/{game}/"
    found = (path.relative_to(ROOT).as_posix() for path in PACKAGE.rglob("*.py"))
    return sorted(module for module in found if not module.startswith(folder))


@pytest.mark.parametrize("game", game_codes())
def test_nobody_imports_a_single_game(game: str) -> None:
    """Else what that game alone has would not come through the contract, and its sisters lack it."""
    room = f"deckcheck.games.{game}"
    found = {
        module
        for module in modules_outside(game)
        if any(name == room or name.startswith(f"{room}.") for name in imports_of(module))
        or f"from deckcheck.games import {game}" in (ROOT / module).read_text(encoding="utf-8")
    }
    assert not found


def test_the_first_game_is_named_in_one_place_only() -> None:
    """A line that asks for its code is a line that treats it otherwise than its sisters."""
    found = []
    for module in modules_outside(FIRST_GAME):
        for line in (ROOT / module).read_text(encoding="utf-8").splitlines():
            listed = module == LISTS_ITS_FOLDERS and re.match(rf"{FIRST_GAME} +the ", line)
            if re.search(rf"\b{FIRST_GAME}\b", line) and not listed:
                found.append((module, line))
    assert found == [(THE_DEFAULT, f'FIRST_GAME = "{FIRST_GAME}"')]
