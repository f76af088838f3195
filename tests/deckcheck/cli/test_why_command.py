"""`deckcheck why`: each requirement with what the deck has, on a terminal, as JSON, and from Python."""

import json
from pathlib import Path
from typing import Any

import pytest

import deckcheck
from db.errors import DeckcheckError
from tests.conftest import ROOT, Run

DECKS = ROOT / "examples" / "decks"
SISTERS = ROOT / "examples" / "sisters"
KEYS = ["code", "unit", "sentence", "have", "have_most", "least", "most", "state", "cite"]
ROW = tuple[str, str | None, int | None, int | None, int | None, int | None, str]


def document(run: Run, *arguments: str | Path) -> dict[str, Any]:
    return dict(json.loads(run("why", *arguments, "--json").stdout))


def rows(found: dict[str, Any]) -> list[ROW]:
    values = [[one[key] for key in ("code", "unit", *KEYS[3:8])] for one in found["requirements"]]
    return [(a, b, c, d, e, f, g) for a, b, c, d, e, f, g in values]


@pytest.mark.whole_catalogue
def test_the_document_has_what_the_contract_says(run: Run) -> None:
    found = document(run, DECKS / "rebels.dek", "--rules", "printed-2002", "--on", "2026-11-23")
    assert list(found)[:8] == [
        "schema", "path", "game", "format", "rules", "as_of", "verdict", "requirements",
    ]  # fmt: skip
    assert found["schema"] == "deckcheck.requirements/1"
    assert [found[key] for key in ("format", "rules", "as_of", "verdict")] == [
        "printed",
        "printed-2002",
        "2026-11-23",
        "legal",
    ]
    assert all(list(row)[:9] == KEYS for row in found["requirements"])
    units = next(row for row in found["requirements"] if row["unit"] == "space")
    assert units == {
        "code": "unit-minimum",
        "unit": "space",
        "sentence": "at least 12 Space units",
        "have": 15,
        "have_most": 15,
        "least": 12,
        "most": None,
        "state": "kept",
        "cite": "Star Wars TCG rulebook 2002, Part 1, 'Deck construction'",
    }


@pytest.mark.whole_catalogue
def test_names_in_doubt_make_intervals(run: Run) -> None:
    found = rows(document(run, DECKS / "half-remembered.txt"))
    assert ("unit-minimum", "space", 11, 13, 12, None, "open") in found
    assert ("unit-minimum", "ground", 12, 17, 12, None, "kept") in found
    assert ("one-side", None, 0, None, None, 0, "open") in found


@pytest.mark.whole_catalogue
@pytest.mark.parametrize(
    ("deck", "code", "exit_code"),
    [
        (DECKS / "rebels.dek", None, 0),
        (DECKS / "too-many-walkers.dek", "unit-ratio", 1),
        (DECKS / "half-remembered.txt", None, 3),
        (SISTERS / "sith-lords.txt", "team-points", 1),
        (SISTERS / "sg-1-from-memory.txt", "mission-count", 1),
        (SISTERS / "guardians.txt", None, 0),
    ],
)
def test_the_exit_code_is_that_of_validate(run: Run, deck: Path, code: str | None, exit_code: int) -> None:
    done = run("why", deck)
    assert (done.exit_code, run("validate", deck).exit_code) == (exit_code, exit_code)
    broken = [line for line in done.stdout.splitlines() if line.startswith("broken")]
    assert bool(broken) is (code is not None)
    assert code is None or any(line.endswith(code) for line in broken)


def test_an_unread_line_may_be_any_number_of_cards(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "deck.txt"
    path.write_text("4 TIE Hunter\n-3 Nexu\n", encoding="utf-8")
    done = run("why", path)
    assert done.exit_code == 3
    assert "4 or more" in done.stdout
    assert "unreadable-line: line 2 cannot be read" in done.stdout
    assert ("deck-size", None, 4, None, 60, None, "open") in rows(document(run, path))


def test_what_is_no_deck_is_an_error(run: Run, tmp_path: Path) -> None:
    (tmp_path / "empty.txt").write_text("", encoding="utf-8")
    (tmp_path / "bytes.dek").write_bytes(bytes(range(256)) * 20)
    for name in ("empty.txt", "bytes.dek", "nowhere.dek"):
        done = run("why", tmp_path / name, "--json")
        assert isinstance(done.exception, DeckcheckError)
        assert done.stdout == ""


@pytest.mark.whole_catalogue
@pytest.mark.parametrize(
    "path", sorted((ROOT / "examples" / "formats").iterdir()), ids=lambda path: path.stem
)
def test_house_rules_are_explained_like_ours(run: Run, path: Path) -> None:
    deck = SISTERS / "guardians.txt" if path.stem.startswith("lcg") else DECKS / "rebels.dek"
    found = document(run, deck, "--format-file", path)
    broken = {row["code"] for row in found["requirements"] if row["state"] == "broken"}
    (report,) = json.loads(run("validate", deck, "--format-file", path, "--json").stdout)["decks"]
    assert broken == {issue["code"] for issue in report["issues"] if issue["severity"] == "error"}
    own = [row for row in found["requirements"] if row["code"] in broken]
    assert all(row["cite"].startswith("house rule of ") for row in own)
    assert all(
        row["have"] > row["most"] if row["least"] is None else row["have"] < row["least"] for row in own
    )


@pytest.mark.whole_catalogue
def test_a_day_between_two_states_leaves_open_what_only_one_says(run: Run) -> None:
    found = document(run, DECKS / "rebels.dek", "--format", "standard", "--on", "2022-05-15")
    assert found["verdict"] in ("unproven", "illegal")
    assert {row["state"] for row in found["requirements"] if row["code"] == "deck-size"} == {"kept"}
    assert "format-state" in {one["code"] for one in found["others"]}


@pytest.mark.whole_catalogue
def test_python_gives_the_same(run: Run, database: Path) -> None:
    path = DECKS / "too-many-walkers.dek"
    why = deckcheck.why(path, database=database)
    assert why.document()["requirements"] == document(run, path)["requirements"]
    assert [row.code for row in why.requirements if row.state == "broken"] == ["unit-ratio"]
    assert why.report.verdict == "illegal"


@pytest.mark.whole_catalogue
def test_what_an_affiliation_card_says_is_broken_with_its_name(run: Run, tmp_path: Path) -> None:
    text = (SISTERS / "guardians.txt").read_text(encoding="utf-8")
    path = tmp_path / "guardians.txt"
    path.write_text(text.replace("2 In You Must Go", "1 In You Must Go"), encoding="utf-8")
    assert path.read_text(encoding="utf-8") != text
    said = [row for row in document(run, path)["requirements"] if row.get("card") == "Guardians of Justice"]
    assert {row["state"] for row in said} == {"broken", "kept"}
