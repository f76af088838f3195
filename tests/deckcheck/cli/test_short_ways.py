"""What people type without reading: -h, a lone -, --quiet, pipes in and out, a line a deck."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer

from deckcheck.cli.main import app
from importers.decks.reading import parse_deck
from tests.conftest import ROOT, Run

EXAMPLES = ROOT / "examples" / "decks"
EMPIRE = EXAMPLES / "empire.txt"


@pytest.mark.parametrize(
    "command", [(), ("validate",), ("deck",), ("deck", "convert"), ("setup",), ("config", "set")]
)
def test_h_is_help(run: Run, command: tuple[str, ...]) -> None:
    short, long = run(*command, "-h"), run(*command, "--help")
    assert (short.exit_code, short.stdout) == (0, long.stdout)
    assert "Usage:" in short.stdout


SHORT = {"--force": "-f", "--yes": "-y", "--output": "-o", "--out": "-o"}


def test_an_option_that_has_a_letter_has_it_in_each_command() -> None:
    """Only where --out takes a card that leaves a deck it is no file, and has none."""

    def options(command: Any, path: str) -> Iterator[tuple[str, Any]]:
        context = typer.Context(command)
        yield from ((path, one) for one in command.get_params(context))
        for name in getattr(command, "list_commands", lambda _: ())(context):
            yield from options(command.get_command(context, name), f"{path} {name}")

    lacking = [
        (path, long)
        for path, option in options(typer.main.get_command(app), "deckcheck")
        for long, letter in SHORT.items()
        if long in option.opts and letter not in option.opts and option.metavar != "NAME"
    ]
    assert lacking == []


def test_a_lone_dash_validates_standard_input(run: Run) -> None:
    short = run("-", "--format", "vintage", stdin=EMPIRE.read_bytes())
    long = run("validate", "-", "--format", "vintage", stdin=EMPIRE.read_bytes())
    assert (short.exit_code, short.stdout) == (long.exit_code, long.stdout)
    assert "vintage format" in short.stdout


def test_options_go_by_the_names_of_other_commands_too(keep: Run) -> None:
    """Setups are counted by --games, and rounds are named by --round everywhere else."""
    hands = ("goldfish", EMPIRE, "--turns", "0", "--seed", "1", "--json")
    assert keep(*hands, "--games", "9").stdout == keep(*hands, "--hands", "9").stdout
    keep("event", "new", "Cup")
    assert keep("event", "standings", "Cup", "--round", "0", "--json").exit_code == 0


def test_what_people_add_to_a_command_is_taken_or_answered(keep: Run) -> None:
    assert keep("deck", "save", EMPIRE, "Mine").exit_code == 0
    assert "Mine" in keep("deck", "list").stdout
    assert "said twice" in keep("deck", "save", EMPIRE, "Mine", "--name", "Yours").stderr
    for words in ("esb", "the Empire Strikes Back"):
        (found,) = json.loads(keep("cards", "sets", words, "--json").stdout)["sets"]
        assert found["code"] == "ESB"
    assert json.loads(keep("cards", "sets", "no such set", "--json").stdout)["sets"] == []
    assert keep("repair", EMPIRE, "--no-input", "--short").exit_code == 0
    assert "--no-input" in keep("repair", EMPIRE, "--no-input", "--ask").stderr
    asked = keep("collection", "undo")
    assert (asked.exit_code, "deckcheck undo" in " ".join(asked.stderr.split())) == (2, True)


@pytest.mark.parametrize(
    ("file", "words"),
    [
        ("decks/empire.txt", "validate"),
        ("decks/mandalorians.csv", "validate"),
        ("decks", "validate"),
        ("collections/binder.csv", "collection import"),
        ("collections/kartenschrank.xlsx", "collection import"),
        ("formats/pauper.toml", "formats"),
    ],
)
def test_a_file_alone_is_what_it_holds(keep: Run, file: str, words: str) -> None:
    path = ROOT / "examples" / file
    short, long = keep(path), keep(*words.split(), path)
    assert (short.exit_code, short.stdout) == (long.exit_code, long.stdout)
    assert short.stderr.startswith(f"deckcheck {words} {path}\n")
    assert keep("--quiet", path).stdout == short.stdout
    assert f"deckcheck {words}" not in keep("--quiet", path).stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("collection", "export", "-o", "x.csv"), "-o; FILE stands without one"),
        (("event", "export", "Cup", "--out", "x.json"), "--out; TARGET stands without one"),
        (("collection", "import", "-f", "x.csv"), "-f; FILE stands without one"),
        (("validate", EMPIRE, "-v"), "-v; all that is known is shown, -q shows less"),
        (("collection", "list", "-o", "x"), "-o"),
    ],
)
def test_options_that_people_guess_are_explained(run: Run, words: tuple[object, ...], said: str) -> None:
    done = run(*words)
    assert (done.exit_code, f"No such option: {said}\n" in done.stderr) == (2, True), done.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--hands", "x"), "expected a whole number"),
        (("--hands", "0"), "expected 1 or more"),
        (("--until", "x"), "expected a number"),
        (("--until", "5"), "expected at most 1"),
    ],
)
def test_what_is_no_number_is_refused_in_our_words(run: Run, words: tuple[str, str], said: str) -> None:
    """It was told that "Input should be a valid integer, unable to parse string as an integer"."""
    done = run("goldfish", EMPIRE, *words)
    assert (done.exit_code, done.stderr.rstrip().endswith(f": {said}")) == (2, True), done.stderr


def test_a_saved_deck_and_a_slip_in_the_name_of_a_file_are_decks_alone(keep: Run) -> None:
    keep("deck", "save", EMPIRE, "Black Fleet")
    assert keep("black fleet").stdout == keep("validate", "black fleet").stdout
    for slip in ("empire.tx", "decks/empire"):
        done = keep(slip)
        assert (done.exit_code, f"no file or saved deck named {slip}" in done.stdout) == (2, True)
    assert "No such command 'black'" in keep("black").stderr


def test_the_document_of_an_event_alone_brings_it_in(keep: Run, tmp_path: Path) -> None:
    keep("event", "new", "Spring Open")
    path = tmp_path / "spring.json"
    keep("event", "export", "Spring Open", path)
    done = keep(path)
    assert done.exit_code == 0
    assert f"deckcheck event import 'Spring Open' {path}\n" in done.stderr
    assert keep(tmp_path / "none.json").exit_code == 2
    assert keep(tmp_path / "none.dek").exit_code == 2


def test_a_deck_is_converted_to_standard_output(run: Run) -> None:
    result = run("deck", "convert", "-", "-", "--to", "csv", stdin=EMPIRE.read_bytes())
    assert result.exit_code == 0
    assert parse_deck(result.stdout_bytes, source="-", as_format="csv").quantity == 60
    assert "standard output: 60 cards written as csv" in result.stderr
    book = run("deck", "convert", EMPIRE, "-", "--to", "xlsx")
    assert book.stdout_bytes.startswith(b"PK")
    assert not Path("-").exists()


def test_a_title_and_a_greeting_are_no_cards_of_a_converted_deck(run: Run) -> None:
    """They became unknown cards of the new file, and a legal deck was unproven."""
    text = b"Qwyjibo Brouhaha\n" + EMPIRE.read_bytes() + b"Thanks all, and see you on Sunday!\n"
    result = run("deck", "convert", "-", "-", "--to", "lackey-dek", stdin=text)
    assert parse_deck(result.stdout_bytes, source="x.dek").quantity == 60
    assert "the name of the deck 'Qwyjibo Brouhaha' is left out" in result.stderr


def test_standard_output_needs_a_format(run: Run) -> None:
    result = run("deck", "convert", EMPIRE, "-")
    assert result.exit_code == 2
    assert "choose the format with --to: lackey-dek" in result.stderr.replace("\n", " ")


def test_many_decks_are_a_line_of_json_each(run: Run) -> None:
    lines = run("validate", EXAMPLES, "--jsonl").stdout.splitlines()
    whole = json.loads(run("validate", EXAMPLES, "--json").stdout)["decks"]
    assert [json.loads(line) for line in lines] == [
        {"schema": "deckcheck.deck-report/1", **deck} for deck in whole
    ]
    assert all(line.startswith('{"schema": ') for line in lines)
    assert run("validate", EXAMPLES, "--jsonl", "--json").exit_code == 2


@pytest.mark.parametrize("place", ["first", "last"])
def test_quiet_says_results_and_errors_only(run: Run, tmp_path: Path, place: str) -> None:
    target = tmp_path / "a.csv"

    def quiet(*command: object) -> str:
        words = ("--quiet", *command) if place == "first" else (*command, "-q")
        return run(*words).stderr

    assert run("deck", "convert", EMPIRE, tmp_path / "b.csv").stderr
    assert quiet("deck", "convert", EMPIRE, target) == ""
    assert target.exists()
    assert "no such option" in quiet("validate", EMPIRE, "--nonsense").lower()
    assert run("deck", "convert", EMPIRE, tmp_path / "c.csv").stderr, "one call only"


def test_a_name_after_two_dashes_may_be_called_quiet(run: Run) -> None:
    result = run("cards", "show", "--", "-q")
    assert "-q" in result.stderr
