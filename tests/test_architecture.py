"""The way down stays clear: deckcheck -> importers -> db, and rules are pure functions."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FLOORS = ("db", "importers", "deckcheck")
PURE = (
    "deckcheck/games",
    "deckcheck/deck.py",
    "deckcheck/report.py",
    "deckcheck/judge/validate.py",
    "deckcheck/query",
    "deckcheck/odds",
    "deckcheck/decks/stats.py",
    "deckcheck/simulators/dealt_hands.py",
    "deckcheck/chance/estimates.py",
    "deckcheck/chance/random_words.py",
)
READS_ITS_DATA_FILE = {
    "deckcheck/games/formats/format_files.py",
    "deckcheck/query/parser.py",
    "deckcheck/odds/parser.py",
}
VALUES_OF_DB = {"db.cards.card", "db.cards.dates", "db.cards.names", "db.errors"}
OUTSIDE_WORLD = {
    "sqlite3",
    "sqlalchemy",
    "sqlmodel",
    "pathlib",
    "os",
    "io",
    "shutil",
    "httpx",
    "openpyxl",
}


def modules() -> list[str]:
    return sorted(
        path.relative_to(ROOT).as_posix()
        for floor in FLOORS
        for path in (ROOT / floor).rglob("*.py")
    )


def imports_of(module: str) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse((ROOT / module).read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module} imports relatively"
            found.add(node.module or "")
    return found


@pytest.mark.parametrize("module", modules())
def test_imports_point_down_only(module: str) -> None:
    floor = FLOORS.index(module.partition("/")[0])
    above = [name for name in imports_of(module) if name.partition(".")[0] in FLOORS[floor + 1 :]]
    assert not above


@pytest.mark.parametrize("module", [m for m in modules() if m.startswith(PURE)])
def test_rules_and_simulators_import_neither_database_nor_files(module: str) -> None:
    imported = imports_of(module)
    assert not {i for i in imported if i.partition(".")[0] == "db"} - VALUES_OF_DB
    assert not {i for i in imported if i.partition(".")[0] == "importers"}
    if module not in READS_ITS_DATA_FILE:
        assert not {i.partition(".")[0] for i in imported} & OUTSIDE_WORLD


def test_no_floor_hides_behind_a_name_that_says_nothing() -> None:
    forbidden = {"utils.py", "util.py", "helpers.py", "helper.py", "manager.py", "misc.py"}
    assert not forbidden & {Path(module).name for module in modules()}
