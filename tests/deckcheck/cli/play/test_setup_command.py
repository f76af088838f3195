"""`deckcheck setup` as a player and a league script meet it."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from deckcheck.cli.play.setup import seats
from deckcheck.errors import WrongPlayersError
from tests.conftest import ROOT, Run

EMPIRE, REBELS = (ROOT / "examples" / "decks" / name for name in ("empire.txt", "rebels.dek"))


def test_who_is_dark_follows_from_the_decks_whatever_their_order(run: Run) -> None:
    document = json.loads(run("setup", REBELS, EMPIRE, "--seed", "1", "--json").stdout)
    assert document["players"]["dark"]["deck"] == str(EMPIRE)
    assert document["players"]["light"]["deck"] == str(REBELS)


def test_a_deck_alone_plays_its_own_side(run: Run) -> None:
    document = json.loads(run("setup", REBELS, "--seed", "1", "--json").stdout)
    assert list(document["players"]) == ["light"] == list(document["result"])


@pytest.mark.parametrize(
    ("decks", "dark", "light", "expected"),
    [
        (["a", "b"], None, None, (["a", "b"], {})),
        (["a", "b"], "b", None, (["a", "b"], {0: 1, 1: 0})),
        (["a", "b"], None, "a", (["a", "b"], {1: 0, 0: 1})),
        (["a"], "b", None, (["a", "b"], {0: 1, 1: 0})),
        ([], "a", "b", (["a", "b"], {0: 0, 1: 1})),
        ([], "a", "a", (["a", "a"], {0: 0, 1: 1})),
        (["a", "a"], "a", None, (["a", "a"], {0: 0, 1: 1})),
        ([], None, "a", (["a"], {1: 0})),
    ],
)
def test_options_say_who_sits_where(
    decks: list[str], dark: str | None, light: str | None, expected: tuple[object, object]
) -> None:
    assert seats(decks, dark, light) == expected


def test_three_decks_and_none_are_refused() -> None:
    for decks in (["a", "b", "c"], []):
        with pytest.raises(WrongPlayersError, match="name one or two"):
            seats(decks, None, None)


def test_two_policies_are_for_the_decks_in_the_order_given(run: Run) -> None:
    result = run("setup", REBELS, EMPIRE, "--policy", "random,greedy", "--seed", "1", "--json")
    players = json.loads(result.stdout)["players"]
    assert (players["light"]["policy"], players["dark"]["policy"]) == ("random", "greedy")


def test_the_text_shows_every_step_and_the_board(run: Run) -> None:
    text = run("setup", EMPIRE, REBELS, "--seed", "7").stdout
    for words in ("dark: empire (planner)", "draws 7:", "discards", "dark, empire: total", "hand of 7"):
        assert words in text
    assert text.rstrip().endswith("rules printed-2005, seed 7")


def test_statistics_are_written_as_agreed(run: Run) -> None:
    result = run("setup", EMPIRE, REBELS, "--games", "500", "--seed", "7", "--json", "--jobs", "1")
    document = json.loads(result.stdout)
    assert list(document)[:2] == ["schema", "rules"]
    assert (document["schema"], document["games"], document["seed"]) == (
        "deckcheck.setup-statistics/1",
        500,
        7,
    )
    for player in document["players"].values():
        for key in ("all_arenas", "exactly_30", "partial", "mulligan"):
            assert {"estimate", "standard_error"} <= set(player[key])
        for key in ("total", "hand_size"):
            assert {"mean", "standard_error"} <= set(player[key])
        assert set(player["arenas"]) == {"space", "ground", "character"}
        shares = player["total"]["distribution"]
        assert sum(share["estimate"] for share in shares) == pytest.approx(1)
        assert set(player["cards"][0]) == {"name", "in_play"}


def test_a_single_game_is_the_first_of_many(run: Run) -> None:
    one = json.loads(run("setup", EMPIRE, "--seed", "9", "--json").stdout)["result"]["dark"]
    many = run("setup", EMPIRE, "--seed", "9", "--games", "1", "--json").stdout
    assert json.loads(many)["players"]["dark"]["total"]["mean"] == one["total"]


def test_stopping_shows_what_is_known_so_far(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    from deckcheck.simulators import setup_statistics

    def stopped(work: setup_statistics.SetupTrial, *_: object) -> Iterator[object]:
        yield work(0)
        raise KeyboardInterrupt

    monkeypatch.setattr(setup_statistics, "run_chunks", stopped)
    result = run("setup", EMPIRE, "--games", "100000", "--seed", "7", "--json")
    assert result.exit_code == 130
    assert json.loads(result.stdout)["games"] == 2048
    assert "so far" in result.stderr


def test_workbook_and_plot_hold_the_statistics(run: Run, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    from openpyxl import load_workbook

    book, plot = tmp_path / "s.xlsx", tmp_path / "s.svg"
    command = ("setup", EMPIRE, REBELS, "--games", "300", "--seed", "7", "--xlsx", book)
    assert run(*command, "--plot", plot).exit_code == 0
    sheets = load_workbook(book)
    totals = sheets["totals dark empire"]
    assert [cell.value for cell in totals[1]] == ["total", "share", "standard error"]
    shares = [row[1] for row in totals.iter_rows(min_row=2, values_only=True)]
    assert sum(float(str(share)) for share in shares) == pytest.approx(1)
    assert plot.read_text(encoding="utf-8").startswith("<?xml")
    again = run(*command)
    assert "is there already" in str(again.exception)
    assert run(*command, "--force").exit_code == 0


def test_a_name_that_looks_like_a_formula_stays_text(tmp_path: Path) -> None:
    from openpyxl import load_workbook

    from deckcheck.show.workbook import ResultSheet, write_workbook

    book = tmp_path / "x.xlsx"
    write_workbook(
        book, [ResultSheet("a/b:c*" * 9, ("name",), (("=1+1",),)), ResultSheet("a/b:c*" * 9, (), ())]
    )
    sheets = load_workbook(book)
    assert sheets.worksheets[0]["A2"].data_type == "s"
    assert len({sheet.title.casefold() for sheet in sheets.worksheets}) == 2


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--policy", "clever"), "no policy is called 'clever'"),
        (("--rules", "printed-1999"), "no rules edition is called"),
        (("--plot", "x.svg"), "add --games"),
        (("--play", "--games", "5"), "by hand"),
    ],
)
def test_what_cannot_be_done_is_said(run: Run, arguments: tuple[str, ...], words: str) -> None:
    result = run("setup", EMPIRE, *arguments)
    assert result.exit_code != 0
    assert words in str(result.exception)


def test_a_deck_without_cards_is_refused(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "none.dek"
    path.write_text('<deck version="0.8"><superzone name="Deck"/></deck>', encoding="utf-8")
    assert "nothing to play" in str(run("setup", path).exception)


class TestPlay:
    """A human at the terminal; the opponent is a policy."""

    def play(self, run: Run, answers: str, *options: str) -> tuple[str, dict[str, object]]:
        result = run("setup", REBELS, EMPIRE, "--play", "--seed", "7", "--json", *options, stdin=answers)
        assert result.exit_code == 0, result.stderr
        return result.stderr, json.loads(result.stdout)

    def test_moves_by_number_lead_to_a_log_like_any_other(self, run: Run) -> None:
        talk, document = self.play(run, "1\n" * 30)
        assert document["players"]["light"]["policy"] == "human"  # type: ignore[index]
        assert "put Rebel Blockade Runner into the space arena: +6, total 6" in talk
        assert document["result"]["light"]["total"] > 20  # type: ignore[index]

    def test_undo_takes_back_the_last_move_and_what_followed(self, run: Run) -> None:
        talk, undone = self.play(run, "1\n1\nu\n" + "1\n" * 30)
        _, straight = self.play(run, "1\n1\n" + "1\n" * 30)
        assert "undone" in talk
        assert undone == straight

    def test_nothing_to_undo_and_nonsense_are_answered(self, run: Run) -> None:
        talk, _ = self.play(run, "u\n\nx\n99\n" + "1\n" * 30)
        assert "nothing to undo" in talk
        assert "expected a number from 1 to" in talk

    def test_the_hand_of_the_opponent_stays_hidden(self, run: Run) -> None:
        talk, document = self.play(run, "1\n" * 30)
        events = document["events"]
        drawn = {e["drew"] for e in events if e["player"] == "dark" and e.get("drew")}  # type: ignore[attr-defined]
        put = {e["card"] for e in events if e.get("card")}  # type: ignore[attr-defined]
        hidden = {name for name in drawn - put if not any(name in other for other in put)}
        assert hidden
        assert not [name for name in hidden if name in talk]

    def test_giving_up_ends_the_game(self, run: Run) -> None:
        result = run("setup", REBELS, "--play", "--seed", "7", stdin="q\n")
        assert result.exit_code == 130
