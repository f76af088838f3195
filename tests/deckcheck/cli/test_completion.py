"""Tab completes commands, options and the words that options take, in every shell."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import deckcheck
from deckcheck.cli.completion import SHELLS, VARIABLE
from deckcheck.cli.lazy import COMMANDS, GROUPS
from tests.conftest import ROOT
from tests.program import whole_program

BASH = shutil.which("bash")
PROGRAM = [sys.executable, "-m", "deckcheck"]


def _completed(line: str, shell: str = "bash") -> list[str]:
    """What the program answers to the shell when Tab is pressed at the end of the line."""
    asked = whole_program(
        **{
            VARIABLE: f"complete_{shell}",
            "COMP_WORDS": line,
            "COMP_CWORD": str(len(line.split(" ")) - 1),
            "_TYPER_COMPLETE_ARGS": line,
            "_TYPER_COMPLETE_FISH_ACTION": "get-args",
        }
    )
    assert (asked.returncode, asked.stderr) == (0, "")
    return asked.stdout.split("\n")[:-1] if asked.stdout.strip() else []


def test_bash_gets_the_names_of_commands_and_options() -> None:
    assert set(_completed("deckcheck ")) == {"validate", *COMMANDS, *GROUPS}
    assert _completed("deckcheck collection imp") == ["import"]
    assert "--dice" in _completed("deckcheck collection add x --")


def test_zsh_and_fish_get_them_with_their_help() -> None:
    assert _completed("deckcheck car", "zsh") == [
        """_arguments '*: :(("cards":"Search, show and import cards."))'"""
    ]
    assert _completed("deckcheck car", "fish") == ["cards\tSearch, show and import cards."]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("deckcheck collection list --game s", {"stargate", "swlcg", "swtcg"}),
        ("deckcheck validate x --game swtcg --format v", {"vintage"}),
        ("deckcheck validate x --rules printed-2004", {"printed-2004"}),
        ("deckcheck goldfish x --policy p", {"planner"}),
        ("deckcheck setup x y --policy greedy,p", {"greedy,planner"}),
        ("deckcheck deck show x --as oct", {"octgn-o8d"}),
        ("deckcheck deck show x --from oct", {"octgn-o8d"}),
        ("deckcheck deck convert x y --to lackey", {"lackey-dek", "lackey-txt"}),
        ("deckcheck formats mandov", {"mandoverse"}),
        ("deckcheck collection move x --to l", set()),
    ],
)
def test_options_complete_the_words_that_they_take(line: str, words: set[str]) -> None:
    assert set(_completed(line)) == words


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("deckcheck deck show My", ["My\\ Deck"]),
        ("deckcheck deck show ", []),
        ("deckcheck event show s", ["Spring\\ Open"]),
        ("deckcheck event show '%", []),
        ("deckcheck collection add x --set AO", ["AOTC"]),
        ("deckcheck event drop Spring a", ["Ada\\ Lovelace"]),
        ("deckcheck cards show ackl", ["Acklay"]),
        ("deckcheck repair x --keep Ackl", ["Acklay"]),
        ("deckcheck config set ga", []),
    ],
)
def test_names_of_stored_things_are_completed(
    small_database: Path, monkeypatch: pytest.MonkeyPatch, line: str, words: list[str]
) -> None:
    monkeypatch.setenv("DECKCHECK_DB", str(small_database))
    with deckcheck.open() as session:
        session.decks.save(ROOT / "examples" / "decks" / "rebels.dek", "My Deck")
        session.events.new("Spring Open").register_files("Ada Lovelace")
    assert _completed(line) == words


def test_without_a_database_no_name_is_completed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DECKCHECK_DB", str(tmp_path / "none.sqlite"))
    assert _completed("deckcheck deck show My") == []
    assert list(tmp_path.iterdir()) == []


def test_listing_commands_for_a_shell_imports_no_group() -> None:
    script = (
        "import sys\nfrom deckcheck.cli.main import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "sys.exit(any(name.startswith('deckcheck.cli.collection') for name in sys.modules))"
    )
    asked = subprocess.run(
        [sys.executable, "-c", script],
        env=os.environ | {VARIABLE: "complete_bash", "COMP_WORDS": "deckcheck ", "COMP_CWORD": "1"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert (asked.returncode, "collection" in asked.stdout) == (0, True)


@pytest.mark.parametrize("shell", SHELLS)
def test_the_script_is_printed_for_any_shell(shell: str) -> None:
    shown = whole_program("--show-completion", shell)
    assert (shown.returncode, shown.stderr) == (0, "")
    assert VARIABLE in shown.stdout
    assert "deckcheck" in shown.stdout


def test_a_shell_that_has_none_is_told_with_those_that_have() -> None:
    refused = whole_program("--show-completion", "tcsh")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert "no completion for tcsh; name one of bash, zsh, fish" in refused.stderr


@pytest.mark.skipif(not BASH, reason="no bash here")
def test_bash_completes_by_the_script(tmp_path: Path) -> None:
    program = tmp_path / "deckcheck"
    program.write_text(f'#!/bin/sh\nexec {" ".join(PROGRAM)} "$@"\n')
    program.chmod(0o755)
    script = tmp_path / "completion"
    script.write_text(whole_program("--show-completion", "bash").stdout)
    typed = (
        f"source {script}; COMP_WORDS=(deckcheck collection und); COMP_CWORD=2; "
        "_deckcheck_completion deckcheck; echo ${COMPREPLY[@]}; complete -p deckcheck"
    )
    asked = subprocess.run(
        [str(BASH), "--norc", "-c", typed],
        env=os.environ | {"PATH": f"{tmp_path}:{os.environ['PATH']}"},
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    assert asked.stdout.splitlines()[0] == "undo"
    assert "_deckcheck_completion deckcheck" in asked.stdout


@pytest.mark.parametrize(
    ("shell", "file"),
    [
        ("bash", ".bash_completions/deckcheck.sh"),
        ("zsh", ".zfunc/_deckcheck"),
        ("fish", ".config/fish/completions/deckcheck.fish"),
    ],
)
def test_it_is_installed_where_the_shell_looks(shell: str, file: str, tmp_path: Path) -> None:
    done = whole_program("--install-completion", shell, HOME=str(tmp_path), USERPROFILE=str(tmp_path))
    assert (done.returncode, done.stderr) == (0, "")
    assert str(tmp_path / file) in done.stdout
    assert VARIABLE in (tmp_path / file).read_text()
