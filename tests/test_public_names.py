"""The public names: `deckcheck.__all__`, the page that describes them, and what loading them costs.

Whoever uses deckcheck as a library sees these, in an editor and at run time.
"""

import ast
import doctest
import re
import shutil
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

import pytest

import deckcheck
from tests.conftest import ROOT
from tests.test_architecture import modules, nodes_of

PAGE = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")


def test_every_public_name_is_there_and_described() -> None:
    assert [name for name in deckcheck.__all__ if not getattr(deckcheck, name).__doc__] == []
    assert set(deckcheck.__all__) <= set(dir(deckcheck))


def test_the_page_describes_just_these() -> None:
    rows = [line.split("|")[1] for line in PAGE.splitlines() if line.startswith("| `")]
    described = [name for row in rows for name in re.findall(r"`(\w+)`", row)]
    assert sorted(described) == sorted(deckcheck.__all__)


def test_every_block_of_the_page_runs_as_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, database: Path
) -> None:
    blocks = "\n".join(re.findall(r"```pycon\n(.*?)```", PAGE, re.DOTALL))
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    shutil.copy(database, tmp_path / "cards.sqlite")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DECKCHECK_DB", str(tmp_path / "cards.sqlite"))
    page = doctest.DocTestParser().get_doctest(blocks, {}, "docs/python.md", None, None)
    told: list[str] = []
    ran = doctest.DocTestRunner(verbose=False).run(page, out=told.append)
    assert not ran.failed, "".join(told)
    assert ran.attempted > 80


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        deckcheck.nothing  # type: ignore[attr-defined]  # noqa: B018 - the access is the test


def test_the_version_is_that_of_the_package() -> None:
    assert deckcheck.__version__ == version("deckcheck")


def test_importing_the_package_imports_nothing_heavy() -> None:
    """The command line starts with it, and must not wait for what a command does not need."""
    code = "import deckcheck, sys; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert not {"db", "importers", "deckcheck.acts", "sqlite3", "numpy", "typer"} & loaded


def test_a_session_imports_nothing_that_only_some_acts_need() -> None:
    """Whoever opens one to judge a deck would wait for arrays and the solver, twice as long as now."""
    code = "import deckcheck.acts.session, sys; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert not {"numpy", "highspy", "deckcheck.repair.solving", "deckcheck.tune.tune"} & loaded


@pytest.mark.parametrize("package", ["deckcheck", "db", "importers"])
def test_the_packages_say_that_they_are_typed(package: str) -> None:
    """Without the marker type checkers take everything of an installed package for `Any`."""
    assert (ROOT / package / "py.typed").is_file()


def nodes() -> Iterator[tuple[str, ast.AST]]:
    """Every node of all modules, each with its module."""
    return ((module, node) for module in modules() for node in nodes_of(module))


def test_no_two_classes_have_one_name() -> None:
    """A class name says whose it is: who searches for `Batch` must find one thing, not three."""
    homes: dict[str, list[str]] = defaultdict(list)
    for module, node in nodes():
        if isinstance(node, ast.ClassDef):
            homes[node.name].append(module)
    assert len(homes) > 300
    assert {name: found for name, found in homes.items() if len(found) > 1} == {}


def test_no_docstring_is_a_riddle_that_begins_with_what() -> None:
    """A docstring names what is returned, raised or stored; "What stands between ..." names none."""
    riddles, read = [], 0
    for module, node in nodes():
        if not isinstance(node, ast.Expr) or not isinstance(node.value, ast.Constant):
            continue
        if isinstance(node.value.value, str):
            read += 1
            if node.value.value.lstrip().startswith("What "):
                riddles.append(f"{module}:{node.lineno}")
    assert read > 3_000
    assert riddles == []
