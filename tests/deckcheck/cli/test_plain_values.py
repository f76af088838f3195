"""Values of the command line: taken without pydantic, and just as typer would take them."""

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Annotated, Any

import pytest
import typer
from typer.testing import CliRunner

from deckcheck.cli.plain_values import take_plainly

DECK = "examples/decks/rebels.dek"


def program(seen: list[Any]) -> typer.Typer:
    app = typer.Typer(add_completion=False, rich_markup_mode=None)

    @app.command()
    def run(
        names: Annotated[list[str], typer.Argument()],
        word: Annotated[str, typer.Option()] = "usual",
        maybe: Annotated[str | None, typer.Option()] = None,
        many: Annotated[list[str] | None, typer.Option()] = None,
        number: Annotated[int | None, typer.Option(min=1)] = None,
        path: Annotated[Path | None, typer.Option()] = None,
        there: Annotated[Path | None, typer.Option(exists=True)] = None,
        flag: Annotated[bool, typer.Option("--flag/--no-flag")] = False,
    ) -> None:
        seen.append((names, word, maybe, many, number, path, there, flag))

    return app


def outcome(arguments: list[str], *, plainly: bool) -> tuple[int, str, str]:
    seen: list[Any] = []
    command = typer.main.get_command(program(seen))
    if plainly:
        take_plainly(command)
    # The runner takes what typer makes of an application; a command that is made already is one.
    result = CliRunner().invoke(_Made(command), arguments)
    return result.exit_code, result.output, repr(seen)


class _Made(typer.Typer):
    def __init__(self, command: Any) -> None:
        super().__init__()
        self.made = command


@pytest.fixture(autouse=True)
def _made(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = typer.testing._get_command  # type: ignore[attr-defined]
    monkeypatch.setattr(typer.testing, "_get_command", lambda app: getattr(app, "made", None) or usual(app))


@pytest.mark.parametrize(
    "arguments",
    [
        ["a"],
        [],
        ["a", "b", "--word", "x"],
        ["a", "--maybe", ""],
        ["a", "--many", "1", "--many", "2"],
        ["a", "--number", "3"],
        ["a", "--number", "0"],
        ["a", "--number", "007"],
        ["a", "--number", "-3"],
        ["a", "--number", "٣"],
        ["a", "--number", "99999999999999999999"],
        ["a", "--number", "three"],
        ["a", "--path", "not/there"],
        ["a", "--path", "."],
        ["a", "--path", "-"],
        ["a", "--there", "not/there"],
        ["a", "--there", "."],
        ["a", "--flag"],
        ["a", "--no-flag"],
        ["a", "--nonesuch"],
        ["--help"],
    ],
)
def test_every_value_is_what_typer_makes_of_it(arguments: list[str]) -> None:
    assert outcome(arguments, plainly=True) == outcome(arguments, plainly=False)


@pytest.mark.parametrize("arguments", [["--version"], ["--help"], ["validate", "--help"]])
def test_pydantic_is_not_loaded_for_what_needs_no_check(arguments: list[str]) -> None:
    assert "pydantic" not in loaded(arguments)


@pytest.mark.parametrize(
    "arguments",
    [["cards", "search", "--limit", "3", "nexu"], ["goldfish", DECK, "--hands", "10", "--seed", "7"]],
)
def test_numbers_that_keep_their_bounds_do_not_load_pydantic(database: Path, arguments: list[str]) -> None:
    assert "pydantic" not in loaded([*arguments, "--db", str(database)])


def test_a_validation_loads_neither_pydantic_nor_what_its_deck_is_not_of(database: Path) -> None:
    modules = loaded(["validate", DECK, "--db", str(database)])
    assert "importers.decks.lackey_dek" in modules
    for module in (
        "pydantic",
        "sqlalchemy",
        "importers.decks.plain_text",
        "deckcheck.judge.known_lines",
        "deckcheck.query",
        "deckcheck.games.destiny",
    ):
        assert module not in modules, module


def test_a_change_of_the_collection_loads_no_reader_of_sheets_or_decks(
    database: Path, tmp_path: Path
) -> None:
    shutil.copy(database, tmp_path / "cards.sqlite")
    changes = (["collection", "add", "Nexu"], ["collection", "undo", "1"])
    for change in changes:
        modules = loaded([*change, "--db", str(tmp_path / "cards.sqlite")])
        assert "deckcheck.collection.editor" in modules
        unused = ("importers.sheets", "importers.decks.reading", "deckcheck.collection.file_import")
        for module in (*unused, "psycopg", "db.engines.postgres", "sqlalchemy", "distributed"):
            assert module not in modules, (change, module)


def loaded(arguments: list[str]) -> set[str]:
    """The modules that the program has loaded at its end."""
    code = (
        "import sys, atexit\n"
        "atexit.register(lambda: print(*sys.modules, file=sys.stderr))\n"
        "from deckcheck.__main__ import main\nmain()"
    )
    command = [sys.executable, "-c", code, *arguments]
    return set(subprocess.run(command, capture_output=True, text=True, check=False).stderr.split())
