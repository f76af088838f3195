"""Events as organisers type: a list of names, results as they are called, a part of the name."""

import json
from pathlib import Path

import pytest

from tests.conftest import ROOT, Run


@pytest.fixture
def cup(keep: Run, tmp_path: Path) -> Run:
    """An event of four whose first round is published: Jan - Ivo and Gus Müller - Eva."""
    keep("event", "new", "Spring Cup")
    keep("event", "new", "Autumn Cup")
    names = tmp_path / "players.txt"
    names.write_text("# who came\n1. Jan\n2) Ivo\n\n- Gus Müller\n• Eva\n", encoding="utf-8")
    done = keep("event", "import", "spring", names, "--json")
    assert json.loads(done.stdout)["players"] == ["Jan", "Ivo", "Gus Müller", "Eva"]
    by_hand = ("--by-hand", "Jan - Ivo", "--by-hand", "Gus Müller - Eva", "--reason", "asked")
    assert keep("event", "pair", "Spring", *by_hand).exit_code == 0
    assert keep("event", "publish", "Spring").exit_code == 0
    return keep


def results(run: Run) -> list[str | None]:
    tables = json.loads(run("event", "pairings", "Spring", "--json").stdout)["tables"]
    return [table["result"] for table in tables]


@pytest.mark.parametrize(
    "words",
    [
        ("Jan 2-0 Ivo", "Eva 2-0 Gus Müller"),
        ("Jan", "2-0", "Ivo", "Eva", "2-0", "Gus Müller"),
        ("Ivo 0:2 Jan", "Gus Müller 0-2 Eva"),
        ("1", "2-0", "2", "0-2"),
        ("Jan 2-0 Ivo", "eva 2-0 muller"),
        ("1 2-0, 2 0-2",),
        ("1:", "2:0,", "2:", "0–2"),
        ("Jan 2-0 Ivo; Gus Müller 0-2 Eva",),
    ],
)
def test_results_as_they_are_called(cup: Run, words: tuple[str, ...]) -> None:
    done = cup("event", "result", "Spring", *words)
    assert done.exit_code == 0, done.exception
    assert results(cup) == ["2-0", "0-2"]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("rename", "Spring", "Jan", "Jan Novák"), "Jan is now Jan Novák"),
        (("extend", "Spring", "2", "5"), "table 2 has 5 minutes more"),
        (("drop", "Spring", "Eva"), "Eva drops after round 1"),
        (("lock", "Spring"), "registration is closed"),
        (("publish", "Spring"), "Round 1 is published already"),
        (("note", "Spring", "Ivo", "late"), "a note on Ivo"),
        (("undo", "Spring", "--reason", "a slip"), "is undone"),
    ],
)
def test_what_is_done_is_said_in_a_line(cup: Run, words: tuple[str, ...], told: str) -> None:
    done = cup("event", *words)
    assert done.exit_code == 0, done.exception
    assert told in done.stderr
    assert told not in cup("event", *words, "--json").stdout


def test_a_name_of_two_words_needs_no_quotes(cup: Run) -> None:
    assert cup("event", "result", "Spring", "Gus", "Müller", "2-1", "Eva").exit_code in (0, 1)
    assert cup("event", "result", "Spring", "Gus", "Müller", "2-0", "Eva").exit_code == 0
    assert results(cup) == [None, "2-0"]


def test_two_who_do_not_play_each_other_are_refused(cup: Run) -> None:
    done = cup("event", "result", "Spring", "Jan 2-0 Eva")
    assert done.exit_code != 0
    assert "Jan plays Ivo, not Eva" in str(done.exception)
    assert results(cup) == [None, None]


def test_a_part_that_two_events_have_is_no_name(cup: Run) -> None:
    assert cup("event", "show", "autumn").exit_code == 0
    done = cup("event", "show", "Cup")
    assert "no event is called 'Cup'" in str(done.exception)


def test_a_renamed_player_keeps_table_and_results(cup: Run) -> None:
    cup("event", "result", "Spring", "Jan 2-0 Ivo")
    assert cup("event", "rename", "Spring", "Jan", "Jan Novák").exit_code == 0
    pairings = json.loads(cup("event", "pairings", "Spring", "--json").stdout)["tables"]
    assert pairings[0]["players"] == ["Jan Novák", "Ivo"]
    assert results(cup)[0] == "2-0"
    taken = cup("event", "rename", "Spring", "Eva", "ivo")
    assert "'ivo' is there twice" in str(taken.exception)


def test_a_drop_is_taken_back_without_undo(cup: Run) -> None:
    cup("event", "result", "Spring", "Jan 2-0 Ivo", "Gus Müller 2-0 Eva")
    cup("event", "drop", "Spring", "Ivo")
    assert cup("event", "drop", "Spring", "Ivo", "--back").exit_code == 0
    assert cup("event", "pair", "Spring", "--seed", "1").exit_code == 0
    tables = json.loads(cup("event", "pairings", "Spring", "--json").stdout)["tables"]
    assert "Ivo" in {name for table in tables for name in table["players"]}


def test_a_deck_list_is_not_taken_for_players(keep: Run, tmp_path: Path) -> None:
    keep("event", "new", "Spring Cup")
    deck = tmp_path / "deck.txt"
    deck.write_text("4 Luke Skywalker (A)\n4 Boba Fett (A)\n", encoding="utf-8")
    done = keep("event", "import", "Spring", deck)
    assert "is a line of a deck list" in str(done.exception)


def test_each_change_of_a_round_says_what_it_did_and_how_to_undo_it(cup: Run) -> None:
    """An organiser who typed the wrong table sees it at once, by the names."""
    done = cup("event", "result", "Spring", "1", "2-0")
    assert "Table 1: Jan 2-0 Ivo\n" in done.stderr
    assert "undo with: deckcheck event undo 'Spring Cup'" in done.stderr
    assert "Round 1 is published already\n" in cup("event", "publish", "Spring").stderr
    assert "Gus Müller drops after round 1\n" in cup("event", "drop", "Spring", "#3").stderr
    assert "Gus Müller plays again\n" in cup("event", "drop", "Spring", "#3", "--back").stderr


def test_a_word_that_two_players_have_is_no_name(keep: Run, tmp_path: Path) -> None:
    names = tmp_path / "players.txt"
    names.write_text("Jan Novák\nJan Dvořák\nEva Nová\n", encoding="utf-8")
    keep("event", "new", "Cup")
    keep("event", "import", "Cup", names)
    assert "Did you mean Jan Novák or Jan Dvořák?" in str(keep("event", "drop", "Cup", "Jan").exception)
    assert keep("event", "rename", "Cup", "novak", "Jan Nowak").exit_code == 0
    assert "no player is called 'Nov'" in str(keep("event", "rename", "Cup", "Nov", "X").exception)


@pytest.mark.parametrize(
    "text",
    [
        "Jméno;Klub\nPetr Žák;Praha\n",
        "Klub;Játékos\nPraha;Petr Žák\n",
        "Spieler,Verein\nPetr Žák,Praha\n",
        "Imię i nazwisko\tDrużyna\nPetr Żak\tPraha\n",
    ],
)
def test_sheets_of_players_have_headers_in_their_languages(keep: Run, tmp_path: Path, text: str) -> None:
    sheet = tmp_path / "players.csv"
    sheet.write_text(text, encoding="cp1250")
    keep("event", "new", "Cup")
    assert keep("event", "import", "Cup", sheet).exit_code == 0
    (player,) = json.loads(keep("event", "show", "Cup", "--json").stdout)["players"]
    assert player["name"] in {"Petr Žák", "Petr Żak"}
    assert player["club"] == "Praha"


def test_who_is_not_ready_is_said_before_the_first_round_where_lists_are_handed_in(keep: Run) -> None:
    """Who pairs too early sends players to the tables whose lists are missing."""
    keep("event", "new", "Spring Cup")
    for player in ("Ada", "Bo"):
        keep("event", "register", "Spring", player)
    first = keep("event", "pair", "Spring", "--seed", "1")
    assert "not ready" not in first.stderr  # nobody plays with lists
    keep("event", "undo", "Spring")
    keep("event", "register", "Spring", "Ada", ROOT / "examples" / "decks" / "empire.txt")
    told = keep("event", "pair", "Spring", "--seed", "1")
    assert "2 of 2 players are not ready, see deckcheck event check: Ada, Bo" in told.stderr
    assert "1 round paired, 0 published" in keep("event", "show", "Spring").stdout


def test_several_players_are_not_taken_for_lists(keep: Run) -> None:
    keep("event", "new", "Spring Cup")
    told = str(keep("event", "register", "Spring", "Ada", "Bo", "Cy").exception)
    assert told.startswith("'Bo' is neither a deck file nor a saved deck; several players come from a file")
    assert "ada.dek: No such file" in str(keep("event", "register", "Spring", "Ada", "ada.dek").exception)


@pytest.mark.parametrize("place", ["event/lists", "decks/empire.txt"])
def test_a_folder_of_lists_is_not_the_name_of_a_player(keep: Run, place: str) -> None:
    keep("event", "new", "Spring Cup")
    path = ROOT / "examples" / place
    told = str(keep("event", "register", "Spring", path).exception)
    assert (
        told
        == f"{str(path)!r} is a file or folder, not a name; several players come from a file: deckcheck event import"
    )
    assert "0 players" in keep("event", "show", "Spring").stdout
    assert keep("event", "register", "Spring", "Dr. Smith").exit_code == 0
