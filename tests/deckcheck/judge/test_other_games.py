"""Decks that name no game and are not of the one they are taken for: what is said, and to whom."""

import json
from pathlib import Path

import pytest

import deckcheck
from deckcheck.judge.other_games import OtherGames
from tests.conftest import ROOT, Run
from tests.deckcheck.games.swlcg.lcg_cards import made_up, store

MEMORY = ROOT / "examples" / "sisters" / "sg-1-from-memory.txt"
NOTE = "most of these cards are of Stargate TCG; choose the game stargate"
TAKEN = "taken for a deck of Stargate TCG: its known names are cards of that game alone"


@pytest.mark.parametrize(
    "command",
    [
        ("deck", "show"),
        ("deck", "missing"),
        ("deck", "stats"),
        ("goldfish", "--hands", "10", "--seed", "1"),
        ("odds",),
    ],
)
def test_commands_that_judge_nothing_say_it_once_on_stderr(run: Run, command: tuple[str, ...]) -> None:
    """They take a deck for one of the game that its names decide, as `validate` does."""
    more = ("type:space >= 1",) if command == ("odds",) else ()
    assert run(*command, MEMORY, *more).stderr.count(f"{MEMORY}: {TAKEN}\n") == 1
    assert TAKEN not in run(*command, MEMORY, *more, "--game", "stargate").stderr


@pytest.mark.whole_catalogue
def test_a_list_is_judged_in_the_game_that_alone_has_all_its_names(run: Run) -> None:
    (deck,) = json.loads(run("validate", MEMORY, "--json").stdout)["decks"]
    assert (deck["game"], deck["notes"]) == ("stargate", [TAKEN])
    (deck,) = json.loads(run("validate", MEMORY, "--json", "--game", "swtcg").stdout)["decks"]
    assert (deck["game"], deck["notes"], deck["verdict"]) == ("swtcg", [NOTE], "unproven")
    (deck,) = json.loads(run("validate", MEMORY, "--json", "--game", "stargate").stdout)["decks"]
    assert deck["notes"] == []


@pytest.mark.whole_catalogue
def test_a_list_of_which_no_game_has_a_card_is_not_judged_by_the_rules_of_one(
    run: Run, tmp_path: Path
) -> None:
    """It was an illegal deck of the first game."""
    path = tmp_path / "magic.txt"
    path.write_text("4 Lightning Bolt\n4 Goblin Guide\n20 Mountain\n")
    result = run("validate", path, "--json")
    (deck,) = json.loads(result.stdout)["decks"]
    assert (result.exit_code, deck["verdict"]) == (3, "unproven")
    assert {issue["code"] for issue in deck["issues"]} == {"list-not-understood", "unknown-card"}
    told = deck["issues"][0]
    assert told["message"] == "no game has a card called so: Lightning Bolt, Goblin Guide, Mountain"
    assert (
        told["advice"]
        == "write each card as in '4 Yoda (A)', or choose its game: destiny or stargate or swlcg or swtcg"
    )
    result = run("validate", path, "--json", "--game", "swtcg")
    (deck,) = json.loads(result.stdout)["decks"]
    assert (result.exit_code, deck["verdict"]) == (1, "illegal")
    path.write_text("4 Lightning Bolt\n4 Goblin Guide\n1 TIE Hunter\n")
    assert run("validate", path).exit_code == 1


def test_it_is_said_too_where_there_is_nothing_to_play(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "sg.txt"
    path.write_text("Mission Pile:\n1 Cultural Exchange, Orban\n1 Brief Candle, Argos\n")
    result = run("setup", path)
    assert "nothing to play" in str(result.exception)
    assert TAKEN in result.stderr


@pytest.mark.whole_catalogue
def test_python_and_folders_take_it_for_the_same_game(run: Run, database: Path) -> None:
    found = json.loads(run("validate", MEMORY, MEMORY, "--json").stdout)["decks"]
    assert [deck["game"] for deck in found] == ["stargate", "stargate"]
    with deckcheck.open(database) as session:
        report = session.validate(MEMORY)
    assert (report.game, report.notes) == ("stargate", (TAKEN,))


def test_titles_and_other_spellings_count(run: Run, tmp_path: Path) -> None:
    """People write Destiny's cards without subtitle, or with a dash before it."""
    path = tmp_path / "destiny.txt"
    path.write_text("1 Captain Phasma - Elite Trooper\n2 General Veers\n1 Nothing Known\n")
    (deck,) = json.loads(run("validate", path, "--json").stdout)["decks"]
    assert deck["game"] == "destiny", "an unknown name leaves the others their game"
    assert deck["notes"] == [
        "taken for a deck of Star Wars: Destiny: its known names are cards of that game alone"
    ]


@pytest.mark.parametrize("heading", ["", "Objective Deck:\n", "Objectives:\n"])
def test_objectives_alone_are_a_deck_of_the_lcg(
    keep: Run, own_database: Path, tmp_path: Path, heading: str
) -> None:
    """Under a heading that the Star Wars TCG does not know nothing is in its main deck."""
    store(own_database, made_up())
    path = tmp_path / "sith.txt"
    objectives = "".join(f"1 Objective {number}\n" for number in range(20, 29))
    path.write_text(heading + objectives)
    (deck,) = json.loads(keep("validate", path, "--json").stdout)["decks"]
    assert (deck["game"], deck["notes"]) == (
        "swlcg",
        ["taken for a deck of Star Wars: The Card Game: its known names are cards of that game alone"],
    )


@pytest.mark.parametrize(
    "text",
    [
        "4 TIE Hunter\n3 Cultural Exchange, Orban\n",  # most are known
        "4 Nobody Knows\n4 Whatever This Is\n",  # no game has them
        "4 Nobody Knows\n3 Cultural Exchange, Orban\n",  # too few of another game
    ],
)
def test_other_lists_get_no_note(run: Run, tmp_path: Path, text: str) -> None:
    path = tmp_path / "a.txt"
    path.write_text(text)
    (deck,) = json.loads(run("validate", path, "--json").stdout)["decks"]
    assert deck["notes"] == []


def test_usual_decks_ask_no_other_game(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Thousands of decks are judged in seconds: what is known, or names its game, costs nothing."""

    def asked(*_: object) -> None:
        pytest.fail("another game was asked")

    monkeypatch.setattr(OtherGames, "of_most", asked)
    result = run("validate", ROOT / "examples" / "decks", ROOT / "examples" / "sisters" / "sg-1.o8d")
    assert "7 decks: 4 legal" in result.stdout


def test_of_more_names_than_a_deck_has_the_first_are_looked_up(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A text of 70,000 lines took the page's time for a minute, half of it for this."""
    asked = set[str]()
    usual = OtherGames._looked_up

    def looked_up(self: OtherGames, code: str, names: set[str]) -> dict[str, bool]:
        asked.update(names)
        return usual(self, code, names)

    monkeypatch.setattr(OtherGames, "_looked_up", looked_up)
    path = tmp_path / "text.txt"
    path.write_text("".join(f"4 Thought {n}\n" for n in range(2_000)), encoding="utf-8")
    assert run("validate", path, "--short").stdout.startswith("unproven")
    assert 0 < len(asked) <= 1_000


@pytest.mark.whole_catalogue
def test_a_file_is_shown_line_by_line_in_the_game_that_it_is_judged_in(run: Run) -> None:
    assert json.loads(run("deck", "read", MEMORY, "--json").stdout)["game"] == "stargate"


@pytest.mark.whole_catalogue
def test_names_that_another_game_has_too_leave_a_list_to_the_game_that_has_all(
    run: Run, tmp_path: Path
) -> None:
    """A deck of Destiny of which half the names are cards here, too, was unproven, and nobody said why."""
    path, kylo = tmp_path / "kylo.txt", ROOT / "examples" / "sisters" / "kylo-and-phasma.txt"
    run("deck", "convert", kylo, path, "--to", "text")
    (deck,) = json.loads(run("validate", path, "--json").stdout)["decks"]
    assert (deck["game"], deck["verdict"]) == ("destiny", "legal")
    assert "the decks hold the same cards" in run("deck", "diff", path, kylo).stderr
    rows = path.read_text()
    path.write_text(f"{rows}2 Qwyjibo Brouhaha\n")
    (deck,) = json.loads(run("validate", path, "--json").stdout)["decks"]
    assert (deck["game"], deck["verdict"]) == ("destiny", "unproven")
    path.write_text(f"{rows}2 Nexu\n")
    (deck,) = json.loads(run("validate", path, "--json").stdout)["decks"]
    assert deck["game"] == "swtcg"
