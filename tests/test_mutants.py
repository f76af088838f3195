"""What make mutants reads: the modules that it changes, and the mutants that change nothing."""

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests import check_mutants

ROOT = Path(__file__).parents[1]


def test_every_module_and_test_that_is_named_is_there() -> None:
    """A module that was moved would silently never be changed, and its tests prove nothing."""
    options = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["mutmut"]
    named = [*options["only_mutate"], *options["pytest_add_cli_args_test_selection"]]
    assert [path for path in named if not (ROOT / path).is_file()] == []


def test_tests_run_twice_in_one_process() -> None:
    """mutmut runs them so: what the first run closed was asked in the second, and no mutant was tried."""
    one = "tests/deckcheck/judge/test_golden_lists.py::test_one_name_is_looked_up_like_a_line_of_a_list"
    asked = ["-q", "-p", "no:cacheprovider", "-p", "no:xdist", one]
    script = f"import pytest, sys; sys.exit(max(pytest.main({asked}) for _ in range(2)))"
    subprocess.run([sys.executable, "-c", script], check=True, cwd=ROOT, stdout=subprocess.DEVNULL)


def test_every_mutant_that_is_listed_is_a_change_of_code_that_is_there() -> None:
    for mutant in check_mutants.read_listed(check_mutants.LISTED):
        module, _, _ = mutant.function.rpartition(".")
        code = (ROOT / f"{module.replace('.', '/')}.py").read_text(encoding="utf-8")
        plain = " ".join(code.split())
        *owners, called = mutant.function.rpartition(".x")[2][1:].split("ǁ")
        assert all(f"class {name}" in plain for name in owners), mutant
        assert f"def {called}(" in plain, mutant
        assert " ".join(mutant.before.split()) in plain, f"{mutant} is of code that has changed since"


def test_a_mutant_is_read_from_its_difference() -> None:
    difference = "--- a.py\n+++ a.py\n@@ -1 +1 @@\n def f():\n-    x = 1\n+    x = 2\n"
    found = check_mutants.changed_line("a.x_f__mutmut_3", difference)
    assert tuple(found) == ("a.x_f", "x = 1", "x = 2")


def test_a_listed_mutant_without_a_reason_is_refused(tmp_path: Path) -> None:
    listed = tmp_path / "mutants.tsv"
    listed.write_text("function\tbefore\tafter\treason\na.x_f\tx = 1\tx = 2\t\n", encoding="utf-8")
    with pytest.raises(SystemExit, match="no reason is given"):
        list(check_mutants.read_listed(listed))
