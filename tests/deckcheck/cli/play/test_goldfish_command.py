"""`deckcheck goldfish` as a player meets it."""

import json
from pathlib import Path

import pytest

from tests.conftest import ROOT, Run

EMPIRE, REBELS = (ROOT / "examples" / "decks" / name for name in ("empire.txt", "rebels.dek"))
FEW = ("--hands", "400", "--seed", "7", "--jobs", "1")


def test_the_document_is_as_agreed(run: Run) -> None:
    result = run("goldfish", REBELS, *FEW, "--turns", "3", "--condition", "type:space >= 2", "--json")
    document = json.loads(result.stdout)
    assert list(document)[:4] == ["schema", "hands", "turns", "seed"]
    assert (document["schema"], document["hands"], document["turns"], document["seed"]) == (
        "deckcheck.goldfish/1",
        400,
        3,
        7,
    )
    assert document["side"] == "light"
    assert [turn["turn"] for turn in document["by_turn"]] == [1, 2, 3]
    assert document["conditions"][0]["condition"] == "type:space >= 2"
    figures = list(leaves(document["opening"])) + list(leaves(document["by_turn"]))
    assert figures
    assert all(
        set(figure) >= {"standard_error"} and len({"estimate", "mean"} & set(figure)) == 1
        for figure in figures
    )


def leaves(value: object) -> list[dict[str, object]]:
    if isinstance(value, list):
        return [leaf for item in value for leaf in leaves(item)]
    if isinstance(value, dict):
        if "standard_error" in value:
            return [value]
        return [leaf for item in value.values() for leaf in leaves(item)]
    return []


def test_points_gained_are_spent_or_lost_and_force_is_four_a_turn(run: Run) -> None:
    document = json.loads(run("goldfish", REBELS, *FEW, "--json").stdout)
    for turn in document["by_turn"]:
        points = {name: one["mean"] for name, one in turn["build_points"].items()}
        assert points["gained"] == pytest.approx(points["spent"] + points["lost"])
        assert turn["force"]["mean"] == 4 * turn["turn"]
        assert sum(one["mean"] for one in turn["arenas"].values()) == pytest.approx(turn["units"]["mean"])


def test_a_condition_that_cannot_be_read_is_pointed_at(run: Run) -> None:
    assert "^" in str(run("goldfish", REBELS, "--condition", "type:spaace >= 1").exception)


def test_without_setup_the_board_is_empty_before_the_first_turn(run: Run) -> None:
    document = json.loads(run("goldfish", REBELS, *FEW, "--no-setup", "--json").stdout)
    assert document["setup"] is None
    assert document["by_turn"][0]["units"]["mean"] < 2


def test_only_opening_hands_are_dealt_where_nothing_else_is_asked(run: Run) -> None:
    arguments = ("--turns", "0", "--no-setup", "--condition", "type:unit >= 1")
    document = json.loads(run("goldfish", REBELS, *FEW, *arguments, "--json").stdout)
    assert document["by_turn"] == []
    assert document["opening"]["unit"]["mean"] > 5
    assert document["conditions"][0]["estimate"] == 1


def test_until_ends_when_the_interval_is_narrow_enough(run: Run) -> None:
    alone = ("--seed", "7", "--jobs", "1")
    wide = json.loads(run("goldfish", REBELS, "--until", "0.02", *alone, "--json").stdout)
    narrow = json.loads(run("goldfish", REBELS, "--until", "0.01", *alone, "--json").stdout)
    assert narrow["hands"] > wide["hands"]
    assert 1.96 * narrow["opening"]["all_arenas"]["standard_error"] <= 0.01


def test_two_decks_are_compared_with_error_and_verdict(run: Run) -> None:
    many = ("--hands", "3000", "--seed", "7", "--jobs", "1")
    result = run("goldfish", REBELS, EMPIRE, *many)
    assert "rebels" in result.stdout
    lines = result.stdout.splitlines()
    discards = next(line for line in lines if "something to discard" in line)
    assert discards.rstrip().endswith("differs"), "84 % and 93 % differ by more than chance"
    total = next(line for line in lines if "setup: total" in line)
    assert total.rstrip().endswith("differs, but little"), "0.08 of 30 points is no news"
    assert "matters" not in result.stdout
    mirror = run("goldfish", REBELS, REBELS, *many, "--json")
    differences = json.loads(mirror.stdout)["differences"]
    assert not any(found["matters"] for found in differences.values())
    assert {found["size"] for found in differences.values()} == {"chance"}
    assert any(found["difference"] for found in differences.values()), "independent hands"


def test_the_text_shows_hands_setup_bars_and_turns(run: Run) -> None:
    text = run("goldfish", REBELS, *FEW).stdout
    for words in ("opening hand, after the mulligan", "setup, alone", "█", "turn  gained", "seed 7"):
        assert words in text


def test_a_terminal_without_blocks_gets_plain_bars(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    from deckcheck.cli.play import goldfish

    monkeypatch.setattr(goldfish, "plain_output", lambda: True)
    text = run("goldfish", REBELS, *FEW).stdout
    assert "####" in text
    assert "█" not in text
    assert "±" not in text


def test_hands_are_dealt_kept_and_turned_back_to(run: Run) -> None:
    answers = "m\nk\nt\nn\nd\nb\nk\nq\n"
    text = run("goldfish", REBELS, "--show", "--seed", "7", stdin=answers).stdout
    assert text.count("hand 1\n") == 2
    assert text.count("hand 2\n") == 1
    for words in ("discards", "light after setup: total", "turn 1  Force 4", "rolls", "draws"):
        assert words in text
    assert text.index("k keep, m mulligan") < text.index("k keep, d draw")


@pytest.mark.parametrize("other", [("--json",), (EMPIRE,), ("--xlsx", "hands.xlsx")])
def test_hands_to_look_at_are_of_one_deck_and_no_document(run: Run, other: tuple[object, ...]) -> None:
    assert run("goldfish", REBELS, "--show", *other, stdin="q\n").exit_code == 2


def test_no_probability_is_awaited_to_within_more_than_all(run: Run) -> None:
    """5 is no 5 %."""
    assert run("goldfish", REBELS, "--until", 5).exit_code == 2


def test_what_is_not_on_offer_is_refused_and_the_end_of_input_ends_it(run: Run) -> None:
    result = run("goldfish", REBELS, "--show", "--seed", "7", stdin="t\nb\n")
    assert result.exit_code == 0
    assert result.stdout.count("expected one of: k, m, d, n, q") == 2


def test_workbook_and_plots_hold_the_figures(run: Run, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    from openpyxl import load_workbook

    book = tmp_path / "g.xlsx"
    for number, options in enumerate([(), ("--turns", "0"), ("--turns", "0", "--no-setup"), (str(EMPIRE),)]):
        plot = tmp_path / f"{number}.svg"
        command = ("goldfish", REBELS, *options, *FEW, "--plot", plot, "--xlsx", book, "--force")
        result = run(*command)
        assert result.exit_code == 0, result.output
        assert plot.stat().st_size > 2000
    sheets = load_workbook(book)
    assert sheets.sheetnames[0] == "comparison"
    turns = sheets["turns rebels"]
    assert [cell.value for cell in turns[1]][:4] == ["turn", "space", "ground", "character"]
    assert turns._charts  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--policy", "human"), "no policy is called"),
        (("--on-side", "left"), "no side is called"),
        ((str(EMPIRE), str(EMPIRE)), "at most two"),
    ],
)
def test_what_cannot_be_done_is_said(run: Run, arguments: tuple[str, ...], words: str) -> None:
    assert words in str(run("goldfish", REBELS, *arguments).exception)
