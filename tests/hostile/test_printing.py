"""Foreign texts reach no terminal as they are: names, files, arguments, what a source says."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from db.imports.source_rows import Place, Reading, RowProblem, SourceCard, SourceFormat, SourceSet
from deckcheck.cli.streams import PrintableStream
from importers.sources.checking import without_unfit
from tests.conftest import ROOT, Run
from tests.program import whole_program

EVIL = "\x1b[2J\x9b31m\u202e\u200b\u2066\x07"
"""Clears a screen, colours what follows, turns the direction, hides, and rings."""
SEEN = r"\x1b[2J\x9b31m\u202e\u200b\u2066\x07"


def run_it(database: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "deckcheck", *arguments],
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=ROOT,
        check=False,
        env={**os.environ, "DECKCHECK_DB": str(database)},
    )


@pytest.mark.parametrize(
    "arguments",
    [
        ("deck", "show", f"no{EVIL}.txt"),
        ("validate", f"no{EVIL}.txt"),
        ("collection", "import", f"no{EVIL}.csv"),
        ("cards", "import", f"no{EVIL}"),
        ("cards", "import", f"http://127.0.0.1:1/{EVIL}"),
        ("cards", "show", f"Yoda{EVIL}"),
        ("database", "--db", f"/dev/null/{EVIL}"),
        ("deck", "show", f"--no{EVIL}"),
        (f"cmd{EVIL}",),
    ],
)
def test_arguments_and_file_names_in_errors(database: Path, arguments: tuple[str, ...]) -> None:
    found = whole_program(*arguments, DECKCHECK_DB=str(database))
    assert found.returncode in {1, 2, 3}
    no_evil(found.stdout + found.stderr)


def test_a_process_prints_them_no_otherwise(database: Path) -> None:
    found = run_it(database, "validate", f"no{EVIL}.txt")
    assert found.returncode == 2
    no_evil(found.stdout + found.stderr)


def no_evil(said: str) -> None:
    """Nothing of it is left but what is seen."""
    assert not set(said) & set(EVIL.replace("2J", "").replace("31m", "").replace("[", ""))
    assert r"\u202e" in said


def test_json_keeps_such_characters_as_escapes(keep: Run) -> None:
    """What is data is not changed, only written so that a terminal may get it."""
    place = "Box \u202e1\u200e"
    keep("collection", "add", "Boba Fett (A)", "--set", "AOTC", "--notes", place)
    found = keep("collection", "list", "--json")
    assert found.exit_code == 0
    assert "\u202e" not in found.stdout
    (held,) = json.loads(found.stdout)["holdings"]
    assert held["notes"] == place


def shown(text: str, *, terminal: bool, name: str = "<stdout>") -> str:
    class Raw(io.BytesIO):
        def isatty(self) -> bool:
            return terminal

    raw = Raw()
    raw.name = name
    stream = PrintableStream(raw, "utf-8", "backslashreplace")
    stream.write(text)
    stream.flush()
    return raw.getvalue().decode()


def test_streams_write_out_all_but_our_own_colours() -> None:
    assert shown(f"a{EVIL}b\n\tc", terminal=True) == f"a{SEEN}b\n\tc".replace(r"\x1b[2J\x9b", r"\x1b[2J\x9b")
    painted = "\x1b[32mlegal\x1b[0m\r\n"
    assert shown(painted, terminal=True) == painted
    assert shown(painted, terminal=False) == "\\x1b[32mlegal\\x1b[0m\r\n"
    assert shown("\x1b[2Abar", terminal=True, name="<stderr>") == "\x1b[2Abar"
    assert shown("\x1b[2Abar", terminal=True) == "\\x1b[2Abar"
    assert shown("Padmé 👩‍🚀 \ud800", terminal=True) == "Padmé 👩‍🚀 \\ud800"


def card(**values: object) -> SourceCard:
    stated = {"set_code": "ANH", "name": "Yoda (A)", "card": "Yoda (A)", "base": "Yoda"} | values
    return SourceCard(Place("a.json", 7), **stated)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "values",
    [{"name": f"Yoda{sign} (A)"} for sign in "\x1b\x9b\u202e\u200b\u200d\ufeff\u2028\ud800"]
    + [
        {"set_code": "A\u202eNH"},
        {"number": "7\x1b"},
        {"image_key": "\u200bx"},
        {"type": "U\x9bnit"},
        {"text": "half \ud800"},
        {"facts": {"a": ["\udfff"]}},
        {"details": {"\ud800": 1}},
    ],
)
def test_cards_of_a_source_with_such_texts_are_refused_by_place(values: dict[str, object]) -> None:
    good = card()
    found = without_unfit(Reading("swtcg", (card(**values), good)), "a.json")
    assert found.cards == (good,)
    (problem,) = found.problems
    assert isinstance(problem, RowProblem)
    assert str(problem).startswith("a.json:7:")
    assert str(problem).isprintable()


def test_sets_and_formats_with_such_texts_are_refused(tmp_path: Path) -> None:
    reading = Reading(
        "swtcg",
        (card(),),
        (SourceSet("A\x1bB", "x"), SourceSet("ANH", "Good")),
        (SourceFormat("s", "Sta\u202endard", {}),),
    )
    found = without_unfit(reading, "a.json")
    assert [one.code for one in found.sets] == ["ANH"]
    assert found.formats == ()
    assert len(found.problems) == 2


def test_texts_may_hold_what_is_written_out_when_printed() -> None:
    reading = Reading("swtcg", (card(text="Draw\u200b two\u202e."),))
    assert without_unfit(reading, "a.json") is reading


def test_a_source_with_half_a_character_is_no_bug(run: Run, own_database: Path, tmp_path: Path) -> None:
    """SQLite stores no half of a character; the program ended with a traceback."""
    from tests.importers.sources.made_up import destiny_card

    path = tmp_path / "cards.json"
    card = destiny_card("99001", "Bee Keeper", text="a\ud800")
    path.write_text(json.dumps([card, destiny_card("99002", "Hive")]))
    found = run("cards", "import", path, "--apply", "--keep-going", "--db", own_database)
    assert found.exit_code == 1, found.exception
    assert "half of a character (a lone surrogate)" in found.stdout + found.stderr
