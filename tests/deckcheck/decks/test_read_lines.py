"""`deckcheck deck read`: each line of a list and what it was understood as, as CONTRACT.md says."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Run

CZECH = """Můj balíček
Autor: Ž. Šťastný

POSTAVY - 8
4x Luke Skywalker (A)
4 ks Han Solo (B)

Vesmír (2)
2 X-wing Squadron
~~3 Nexu~~
# konec
Maybe:
2 Yoda (A)

Celkem: 11
-3 Nexu
"""


def read(run: Run, path: Path, *options: str) -> dict[str, Any]:
    result = run("deck", "read", path, "--json", *options)
    assert result.exit_code == 0, result.stderr
    found: dict[str, Any] = json.loads(result.stdout)
    return found


@pytest.mark.parametrize("encoding", ["utf-8", "cp1250", "cp852", "utf-16"])
def test_every_line_is_named_in_whatever_encoding(run: Run, tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "list.txt"
    path.write_bytes(CZECH.encode(encoding))
    told = read(run, path)
    assert (told["schema"], told["read_as"]) == ("deckcheck.reading/1", "text")
    assert told["encoding"] in {encoding, f"{encoding}-le"}
    lines = told["lines"]
    assert [one["line"] for one in lines] == list(range(1, 17))
    assert [one["text"] for one in lines] == CZECH.rstrip("\n").split("\n")
    assert [one["is"] for one in lines] == [
        "title",
        "note",
        "blank",
        "heading",
        "entry",
        "entry",
        "blank",
        "heading",
        "entry",
        "struck",
        "comment",
        "heading",
        "entry",
        "blank",
        "total",
        "unread",
    ]
    heading, entry = lines[3], lines[4]
    assert (heading["zone"], heading["count"]) == ("Deck", 8)
    assert (entry["quantity"], entry["name"], entry["zone"], entry["card"]) == (
        4,
        "Luke Skywalker (A)",
        "Deck",
        "known",
    )
    assert lines[12]["counted"] is False
    assert (lines[14]["count"], "there are" in lines[14]["note"]) == (11, True)


def test_what_is_misspelt_or_has_versions_is_shown_with_the_names_near_it(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_text("4 Lukee Skywalker (B)\n3 Luke Skywalker\n")
    first, second = read(run, path)["lines"]
    assert (first["card"], second["card"]) == ("unknown", "ambiguous")
    assert "Luke Skywalker (B)" in first["near"]
    assert second["near"][:2] == ["Luke Skywalker (A)", "Luke Skywalker (B)"]


def test_a_saved_deck_and_other_formats_are_shown_too(keep: Run, tmp_path: Path) -> None:
    path = tmp_path / "deck.csv"
    path.write_text("Count,Name\n4,Nexu\n")
    (entry,) = read(keep, path)["lines"]
    assert (entry["line"], entry["is"], entry["name"]) == (2, "entry", "Nexu")
    assert keep("deck", "save", path, "--name", "Kept").exit_code == 0
    result = keep("deck", "read", "Kept")
    assert "Nexu" in result.stdout


@pytest.mark.whole_catalogue
@pytest.mark.shared_data
def test_a_list_of_which_all_known_names_are_of_one_game_is_judged_there(run: Run, shared: Path) -> None:
    """One name of it is cut short, which left the list to the default game."""
    path = shared / "data" / "lists" / "swlcg-hothnavy-regional2013-dark.txt"
    (deck,) = json.loads(run("validate", path, "--json").stdout)["decks"]
    assert (deck["game"], deck["verdict"]) == ("swlcg", "unproven")
