"""Groups of commands are imported when used, and listed as if they had been."""

import subprocess
import sys
from collections.abc import Callable

import pytest
from typer.testing import Result

from deckcheck.cli.lazy import GROUPS, GUESSES, command_module
from tests.conftest import ROOT
from tests.program import whole_program

Run = Callable[..., Result]


def test_an_old_name_of_an_option_is_taken_but_not_shown(run: Run) -> None:
    assert "--from" not in run("validate", "--help").stdout
    shown = run("repair", "--help").stdout
    assert "--cards QUERY" in shown
    assert "--from" not in shown
    deck = ROOT / "examples" / "sisters" / "sg-1.o8d"
    told = [run("deck", "show", deck, option, "octgn-o8d") for option in ("--as", "--from")]
    assert [done.exit_code for done in told] == [0, 0]
    assert told[0].stdout == told[1].stdout
    assert "--from is the old name of --as" in told[1].stderr
    assert "old name" not in told[0].stderr
    repaired = run("repair", deck, "--from", "cost<=2", "--short")
    assert "--from is the old name of --cards" in repaired.stderr


def test_a_group_makes_only_the_command_that_is_called() -> None:
    script = (
        "import sys, deckcheck.cli.lazy as lazy\n"
        "one, whole = lazy._made_now('deck', 'show'), lazy._made_now('deck', 'shw')\n"
        "sys.exit(list(one.commands) != ['show'] or len(whole.commands) < 15)"
    )
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0


@pytest.mark.parametrize("name", GROUPS)
def test_every_group_is_there_and_says_what_the_list_says(run: Run, name: str) -> None:
    assert command_module(name).app.info.help == GROUPS[name]
    shown = run(name, "--help")
    assert shown.exit_code == 0
    assert GROUPS[name] in shown.stdout
    assert f"deckcheck {name} [OPTIONS] COMMAND" in shown.stdout
    assert GROUPS[name][:30] in run("--help").stdout


def test_a_slip_in_the_name_of_a_group_is_told(run: Run) -> None:
    result = run("collectoin", "list")
    assert result.exit_code == 2
    assert "Did you mean 'collection'?" in result.stderr


def test_help_imports_no_group() -> None:
    script = (
        "import sys, deckcheck.cli.main as m\n"
        "try: m.app(['--help'])\n"
        "except SystemExit: pass\n"
        "sys.exit(any(f'deckcheck.cli.{name}' in sys.modules for name in m.LazyGroup.__init__"
        ".__globals__['GROUPS']))"
    )
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0


@pytest.mark.parametrize(("guess", "meant"), list(GUESSES.items()))
def test_a_guessed_command_is_answered_with_the_one_that_is_meant(guess: str, meant: str) -> None:
    done = whole_program(*guess.split(), "x")
    assert done.returncode == 2
    assert done.stderr.rstrip().endswith(f"What you mean is: deckcheck {meant}")
    words = [word for word in meant.split() if word.isalpha()]
    assert whole_program("help", *words).returncode == 0


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        ("stats", "deckcheck deck stats, deckcheck collection stats, deckcheck event stats"),
        ("missing", "deckcheck deck missing"),
        ("print", "deckcheck deck show, deckcheck event print"),
        ("deck odds", "deckcheck odds"),
        ("collection reserve", "deckcheck deck reserve"),
    ],
)
def test_a_command_of_another_noun_is_named(words: str, meant: str) -> None:
    """Who leaves out the noun, or takes another one, was told only that there is no such command."""
    assert whole_program(*words.split(), "x").stderr.rstrip().endswith(f"What you mean is: {meant}")


def test_each_line_of_a_groups_help_is_whole() -> None:
    assert "..." not in whole_program("deck", "-h").stdout.replace("[ARGS]...", "")
