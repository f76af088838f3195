"""`deckcheck validate` as scripts and players use it: output, JSON, exit codes."""

import csv
import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from importers.decks.reading import read_deck
from tests.conftest import ROOT, Run
from tests.program import whole_program

EXAMPLES = ROOT / "examples" / "decks"
VERDICTS = {
    "rebels.dek": ("legal", 0),
    "empire.txt": ("legal", 0),
    "mandalorians.csv": ("legal", 0),
    "too-many-walkers.dek": ("illegal", 1),
    "mixed-sides.txt": ("illegal", 1),
    "half-remembered.txt": ("unproven", 3),
}


def decks(output: str) -> list[dict[str, Any]]:
    document = json.loads(output)
    assert next(iter(document)) == "schema"
    assert document["schema"] == "deckcheck.report/1"
    found: list[dict[str, Any]] = document["decks"]
    return found


def test_a_file_that_is_not_there_is_named_as_it_was_given(run: Run) -> None:
    (deck,) = json.loads(run("validate", "nofile.txt", "--json").stdout)["decks"]
    assert (deck["path"], deck["name"]) == ("nofile.txt", "nofile")


@pytest.mark.parametrize(("name", "expected"), VERDICTS.items())
def test_the_examples_have_the_verdicts_that_the_readme_shows(
    run: Run, name: str, expected: tuple[str, int]
) -> None:
    result = run("validate", EXAMPLES / name, "--json")
    (deck,) = decks(result.stdout)
    assert (deck["verdict"], result.exit_code) == expected
    assert run("validate", EXAMPLES / name).exit_code == expected[1]


def test_json_has_the_shape_of_the_contract(run: Run) -> None:
    (deck,) = decks(run("validate", EXAMPLES / "mixed-sides.txt", "--json", "--on", "2026-11-21").stdout)
    assert list(deck)[:8] == ["path", "name", "read_as", "game", "format", "rules", "as_of", "verdict"]
    assert deck["name"] == "mixed-sides"
    assert (deck["game"], deck["format"], deck["rules"], deck["as_of"]) == (
        "swtcg",
        "printed",
        "printed-2005",
        "2026-11-21",
    )
    counts = deck["counts"]
    assert isinstance(counts, dict)
    assert {
        "cards",
        "space",
        "ground",
        "character",
        "units",
        "light",
        "dark",
        "neutral",
        "unknown",
    } <= counts.keys()
    issues = {i["code"]: i for i in deck["issues"]}
    assert issues["copy-limit"]["cards"] == [
        {"name": "TIE Hunter", "quantity": 4, "zone": "Deck", "line": 5},
        {"name": "TIE Hunter (Starter)", "quantity": 1, "zone": "Deck", "line": 6},
    ]
    assert (issues["copy-limit"]["have"], issues["copy-limit"]["limit"]) == (5, 4)
    assert issues["unit-minimum"]["unit"] == "ground"
    for issue in issues.values():
        assert {"code", "severity", "message", "have", "limit", "cards", "cite"} <= issue.keys()


def test_ratio_names_the_larger_type_first(run: Run) -> None:
    (deck,) = decks(run("validate", EXAMPLES / "too-many-walkers.dek", "--json").stdout)
    (issue,) = deck["issues"]
    assert issue["units"] == ["ground", "space"]
    assert issue["message"] == "25 Ground units are more than twice the 12 Space units; at most 24"


@pytest.mark.parametrize(
    ("files", "code"),
    [
        (["legal"], 0),
        (["legal", "unproven"], 3),
        (["illegal", "unproven", "legal"], 1),
        (["illegal", "unreadable"], 2),
    ],
)
def test_of_several_decks_the_worst_counts(run: Run, tmp_path: Path, files: list[str], code: int) -> None:
    broken = tmp_path / "broken.dek"
    broken.write_bytes(b"\x00\x01 no deck")
    paths = {
        "legal": EXAMPLES / "rebels.dek",
        "illegal": EXAMPLES / "mixed-sides.txt",
        "unproven": EXAMPLES / "half-remembered.txt",
        "unreadable": broken,
    }
    assert run("validate", *(paths[f] for f in files)).exit_code == code
    assert run("validate", "--json", *(paths[f] for f in files)).exit_code == code


def test_a_folder_is_read_whole_and_sorted(run: Run) -> None:
    found = decks(run("validate", EXAMPLES, "--json").stdout)
    assert [Path(str(deck["path"])).name for deck in found] == sorted(VERDICTS)
    text = run("validate", EXAMPLES).stdout
    assert "6 decks: 3 legal, 1 unproven, 2 illegal" in text


def test_many_files_over_many_processes_give_the_same_answer(run: Run) -> None:
    one = run("validate", EXAMPLES, EXAMPLES, "--json", "--jobs", "1")
    two = run("validate", EXAMPLES, EXAMPLES, "--json", "--jobs", "2")
    assert one.stdout == two.stdout
    assert one.exit_code == two.exit_code == 1


def test_standard_input(run: Run) -> None:
    result = run("validate", "-", "--json", stdin=(EXAMPLES / "empire.txt").read_bytes())
    (deck,) = decks(result.stdout)
    assert (deck["path"], deck["verdict"]) == ("-", "legal")


def test_standard_input_is_called_so_and_not_by_a_dash(run: Run) -> None:
    """People see what was judged; programs find the path that was typed."""
    shown = run("validate", "-", "--short", stdin=(EXAMPLES / "empire.txt").read_bytes()).stdout
    assert shown.splitlines()[0].split() == ["legal", "standard", "input"]
    assert run("validate", "-", stdin=b"").stdout.startswith("standard input: UNREADABLE\n")


def test_csv_has_a_row_for_every_issue(run: Run) -> None:
    rows = list(csv.DictReader(io.StringIO(run("validate", EXAMPLES, "--csv").stdout)))
    assert {row["verdict"] for row in rows} == {"legal", "illegal", "unproven"}
    mixed = [row["code"] for row in rows if "mixed" in row["path"]]
    assert mixed == ["deck-size", "copy-limit", "one-side", "unit-minimum"]
    assert [row["code"] for row in rows if "rebels" in row["path"]] == [""]


def test_a_file_name_never_becomes_a_formula(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "=cmd.txt").write_text("4\tYoda (A)\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    (row, *_) = csv.DictReader(io.StringIO(run("validate", "=cmd.txt", "--csv").stdout))
    assert row["path"] == "'=cmd.txt"


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--format", "modern"], ["modern", "standard"]),
        (
            ["--rules", "printed-1999"],
            ["printed-1999", "printed-2002", "printed-2004", "printed-2005", "community"],
        ),
        (["--game", "chess"], ["chess", "swtcg"]),
        (["--on", "yesterday"], ["yesterday", "2026-11-21"]),
        (["--zone-limit", "Sideboard"], ["Sideboard=15"]),
        (["--as", "word"], ["word", "lackey-dek"]),
        (["--json", "--csv"], ["--json", "--csv"]),
        (["--full", "--short"], ["--full", "--short"]),
        (["--zone-limit", "Nope=3"], ["Nope", "Sideboard"]),
        (["--format", "modern", "--jobs", "2"], ["modern", "standard"]),
        (["--from", "word", "--jobs", "2"], ["word", "lackey-dek"]),
    ],
)
def test_what_cannot_be_done_is_said_with_what_can(
    options: list[str], words: list[str], database: Path
) -> None:
    done = whole_program("validate", str(EXAMPLES), *options, COLUMNS="200", DECKCHECK_DB=str(database))
    assert done.returncode == 2
    said = done.stderr + done.stdout
    assert "Traceback" not in said
    for word in words:
        assert word in said


def test_a_missing_file_is_unreadable_and_the_others_are_judged(run: Run, tmp_path: Path) -> None:
    result = run("validate", EXAMPLES / "rebels.dek", tmp_path / "nothing.dek", "--json")
    assert result.exit_code == 2
    good, missing = decks(result.stdout)
    assert (good["verdict"], missing["verdict"]) == ("legal", "unreadable")
    assert "nothing.dek" in missing["error"]


def test_an_empty_folder_still_is_a_document(run: Run, tmp_path: Path) -> None:
    result = run("validate", tmp_path, "--json")
    assert (result.exit_code, decks(result.stdout)) == (2, [])


def test_folders_are_walked_whole_but_for_what_is_hidden(run: Run, tmp_path: Path) -> None:
    deck = (EXAMPLES / "rebels.dek").read_bytes()
    for name in ("b/deep/x.dek", "a.dek", ".git/y.dek", "b/._x.dek", "elsewhere/z.dek"):
        path = tmp_path / "in" / name if "elsewhere" not in name else tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(deck)
    (tmp_path / "in" / "other.json").write_text('{"a": 1}', encoding="utf-8")
    (tmp_path / "in" / "link").symlink_to(tmp_path / "elsewhere")
    (tmp_path / "in" / "loop").symlink_to(tmp_path / "in")
    (tmp_path / "in" / "gone.dek").symlink_to(tmp_path / "nowhere.dek")
    result = run("validate", tmp_path / "in", "--json")
    found = {str(Path(d["path"]).relative_to(tmp_path / "in")): d["verdict"] for d in decks(result.stdout)}
    assert found == {
        "a.dek": "legal",
        "b/deep/x.dek": "legal",
        "gone.dek": "unreadable",
        "link/z.dek": "legal",
    }
    assert json.loads(result.stdout)["passed_over"] == [
        {"path": str(tmp_path / "in" / ".git"), "reason": "hidden with all that is in it"},
        {"path": str(tmp_path / "in" / "b" / "._x.dek"), "reason": "hidden or the lock of another program"},
        {"path": str(tmp_path / "in" / "other.json"), "reason": "in no supported format"},
    ]


def test_a_folder_says_which_files_it_passed_over_and_why(run: Run, tmp_path: Path) -> None:
    """ "169 decks" looked complete, though workbooks lay beside them; a readme was an illegal deck."""
    deck = EXAMPLES / "rebels.dek"
    (tmp_path / "a.dek").write_bytes(deck.read_bytes())
    assert run("deck", "convert", deck, tmp_path / "b.xlsx").exit_code == 0
    from openpyxl import Workbook

    Workbook().save(tmp_path / "rent.xlsx")
    (tmp_path / "readme.txt").write_text("Decks for Saturday\nby everybody\n")
    (tmp_path / "me.png").write_bytes(b"x")
    (tmp_path / "german.txt").write_text("4 Unbekannte Karte\n")
    result = run("validate", tmp_path, "--json")
    document = json.loads(result.stdout)
    assert {Path(deck["path"]).name: deck["verdict"] for deck in document["decks"]} == {
        "a.dek": "legal",
        "b.xlsx": "legal",
        "german.txt": "unproven",
    }
    assert {Path(p["path"]).name: p["reason"] for p in document["passed_over"]} == {
        "me.png": "with a suffix that no deck format has",
        "readme.txt": "without a known card",
        "rent.xlsx": "in no supported format",
    }
    assert run("validate", tmp_path).stdout.splitlines()[-1] == (
        "3 files skipped: 1 with a suffix that no deck format has (me.png); 1 without a known card (readme.txt); "
        "1 in no supported format (rent.xlsx)"
    )
    assert run("validate", tmp_path / "readme.txt").exit_code == 3, "asked for by name, it is judged"


def test_output_that_is_no_terminal_is_utf_8(tmp_path: Path, database: Path) -> None:
    (tmp_path / "u.txt").write_text("4\tÜnbekannt 🚀\n", encoding="utf-8")
    for options in (["--json"], ["--csv"], []):
        done = subprocess.run(
            [sys.executable, "-m", "deckcheck", "validate", str(tmp_path / "u.txt"), *options],
            capture_output=True,
            check=False,
            env=os.environ | {"PYTHONIOENCODING": "ascii", "DECKCHECK_DB": str(database)},
        )
        assert "Ünbekannt 🚀" in done.stdout.decode("utf-8")


@pytest.mark.parametrize("columns", ["1", "20", "300"])
def test_any_width_of_the_terminal_will_do(run: Run, monkeypatch: pytest.MonkeyPatch, columns: str) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    assert "UNPROVEN" in run("validate", EXAMPLES / "half-remembered.txt").stdout


def test_control_characters_never_reach_the_terminal(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "two\nlines\x1b[2J.txt"
    path.write_text("4\tYoda (A)\n", encoding="utf-8")
    for options in (["--short"], ["--full"]):
        first = run("validate", path, *options).stdout.splitlines()[0]
        assert "two\\nlines\\x1b" in first


def test_a_zone_limit_in_any_spelling_and_edition(run: Run, tmp_path: Path) -> None:
    deck = tmp_path / "d.txt"
    rebels = read_deck(EXAMPLES / "rebels.dek")
    lines = "".join(f"{line.quantity}\t{line.name}\n" for line in rebels.lines)
    deck.write_text(f"{lines}Sideboard:\n4\tRebel Marine\n", encoding="utf-8")
    for rules in ("printed-2004", "community"):
        result = run("validate", deck, "--rules", rules, "--zone-limit", "side board=3", "--json")
        (found,) = decks(result.stdout)
        assert [i["code"] for i in found["issues"]] == ["zone"], rules
        assert found["verdict"] == "illegal"
    (found,) = decks(run("validate", deck, "--json").stdout)
    assert any("4 cards in Sideboard" in text for text in found["not_checked"])


def test_a_format_that_the_file_names_is_noted(run: Run, tmp_path: Path) -> None:
    deck = tmp_path / "d.json"
    cards = [{"count": 1, "name": "Yoda (A)", "setCode": "AOTC"}]
    deck.write_text(
        json.dumps({"name": "D", "format": "Standard", "cards": cards, "supply": []}), encoding="utf-8"
    )
    (found,) = decks(run("validate", deck, "--json").stdout)
    assert any("Standard" in note for note in found["notes"])
    (found,) = decks(run("validate", deck, "--json", "--format", "standard").stdout)
    assert found["notes"] == []
    assert any("what changed in Standard since 2026-02-01" in n for n in found["not_checked"])


def test_formats_by_name_in_any_case(run: Run) -> None:
    for name in ("mandoverse", "Mandoverse", "MANDOVERSE"):
        (deck,) = decks(run("validate", EXAMPLES / "mandalorians.csv", "--format", name, "--json").stdout)
        assert (deck["format"], deck["rules"], deck["verdict"]) == ("mandoverse", "community", "legal")
    (deck,) = decks(run("validate", EXAMPLES / "rebels.dek", "--format", "standard", "--json").stdout)
    assert deck["verdict"] == "illegal"


def test_first_use_makes_the_database_with_one_line_on_stderr(few_sets_bundled: None, tmp_path: Path) -> None:
    path = tmp_path / "new" / "cards.sqlite"
    command = ("validate", str(EXAMPLES / "rebels.dek"), "--db", str(path), "--json")
    first, second = whole_program(*command), whole_program(*command)
    assert (first.returncode, second.returncode) == (0, 0)
    assert first.stdout == second.stdout
    assert len(first.stderr.splitlines()) == 1
    assert second.stderr == ""


@pytest.mark.whole_catalogue
@pytest.mark.shared_data
def test_the_real_starter_decks_are_legal_by_the_printed_rules(run: Run, shared: Path) -> None:
    found = decks(run("validate", shared / "data" / "swtcg" / "decks", "--json").stdout)
    dek = [deck for deck in found if str(deck["path"]).endswith(".dek")]
    assert len(dek) == 9
    assert {deck["verdict"] for deck in dek} == {"legal"}
    assert {deck["counts"]["unknown"] for deck in dek} == {0}
    assert {deck["counts"]["cards"] for deck in dek} == {60}


@pytest.mark.parametrize(("no_color", "coloured"), [(None, True), ("1", False)])
def test_colours_on_a_terminal_and_never_with_no_color(
    database: Path, no_color: str | None, coloured: bool
) -> None:
    import pty

    ours, theirs = pty.openpty()
    environment = os.environ | {"DECKCHECK_DB": str(database), "TERM": "xterm"}
    if no_color:
        environment["NO_COLOR"] = no_color
    command = [sys.executable, "-m", "deckcheck", "validate", str(EXAMPLES / "rebels.dek")]
    subprocess.run(command, stdout=theirs, check=False, env=environment)
    assert (b"\x1b[" in os.read(ours, 10_000)) is coloured
    os.close(ours)
    os.close(theirs)


def test_output_to_a_file_has_no_colours(run: Run) -> None:
    assert "\x1b" not in run("validate", EXAMPLES / "rebels.dek").stdout


def test_a_deck_of_two_thousand_unknown_names_is_judged(run: Run, tmp_path: Path) -> None:
    deck = tmp_path / "huge.txt"
    deck.write_text("".join(f"1\tNobody Number {n}\n" for n in range(2_000)), encoding="utf-8")
    (found,) = decks(run("validate", deck, "--json").stdout)
    assert found["verdict"] == "unproven"
    assert found["counts"]["unknown"] == 2_000
