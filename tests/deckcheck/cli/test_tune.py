"""`deckcheck tune` as people run it: its answers, what it writes, and what it refuses."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from openpyxl import load_workbook
from typer.testing import Result

from deckcheck.tune import tune, vectors

ROOT = Path(__file__).parents[3]
REBELS = str(ROOT / "examples/decks/rebels.dek")
WALKERS = str(ROOT / "examples/decks/too-many-walkers.dek")
HALF = str(ROOT / "examples/decks/half-remembered.txt")
ARENAS = "type:space >= 1 and type:ground >= 1 and type:character >= 1"
Run = Callable[..., Result]


def tuned(run: Run, *arguments: str, answer: int = 0) -> dict[str, object]:
    """The document of a tune."""
    result = run("tune", *arguments, "--json")
    assert result.exit_code == answer, result.output
    return json.loads(result.stdout)  # type: ignore[no-any-return]


def test_what_was_promised_is_written_and_is_legal(keep: Run, tmp_path: Path) -> None:
    """The file that is written has the odds of the answer, by `deckcheck odds`, and is legal."""
    target = tmp_path / "best.dek"
    found = tuned(
        keep, REBELS, "--goal", ARENAS, "--changes", "4", "--mulligan", "units", "--write", str(target)
    )
    odds = json.loads(keep("odds", str(target), ARENAS, "--mulligan", "units", "--json").stdout)
    after = found["after"]
    assert isinstance(after, dict)
    assert odds["probability"] == pytest.approx(after["value"], abs=1e-12)
    assert keep("validate", str(target)).exit_code == 0
    assert found["changes"] == 4
    assert keep("tune", REBELS, "--goal", ARENAS, "--changes", "1", "--save", "Best").exit_code == 0
    assert "Best" in keep("deck", "list").stdout


def test_each_change_gains_and_the_last_is_the_answer(run: Run) -> None:
    """The frontier begins with the deck as it is and rises to what is proven to be the best."""
    found = tuned(run, REBELS, "--goal", ARENAS, "--changes", "6", "--cards", "set:AOTC")
    frontier, proof = found["frontier"], found["proof"]
    assert isinstance(frontier, list)
    assert isinstance(proof, dict)
    values = [point["value"] for point in frontier]
    assert values == sorted(set(values))
    assert frontier[0] == {"changes": 0, "value": found["before"]["value"], "optimal": True}  # type: ignore[index]
    assert proof["upper_bound"] == pytest.approx(values[-1], abs=1e-9)
    assert proof["optimal"]


def test_minima_and_names_hold_in_the_best_deck(run: Run) -> None:
    """What is to stay stays, and what is asked for is in the deck."""
    found = tuned(
        run, REBELS, "--goal", "type:space >= 2", "--changes", "8", "--cards", "set:AOTC",
        "--keep", "Our Only Hope", "--at-least", "type:battle=14",
    )  # fmt: skip
    out = {change["name"]: change["quantity"] for change in found["out"]}  # type: ignore[attr-defined]
    assert "Our Only Hope" not in out
    assert found["proof"]["optimal"]  # type: ignore[index]
    without = tuned(run, REBELS, "--goal", "type:space >= 2", "--changes", "8", "--cards", "set:AOTC")
    assert without["after"]["value"] >= found["after"]["value"]  # type: ignore[index]


def test_a_deck_that_cannot_become_legal_says_so(run: Run) -> None:
    """Without a change an illegal deck stays illegal; with one it is legal."""
    result = run("tune", WALKERS, "--goal", "type:space >= 1", "--changes", "0")
    assert result.exit_code == 1
    assert "the nearest that is takes 1 change" in result.stdout
    assert tuned(run, WALKERS, "--goal", "type:space >= 1", "--changes", "1")["verdict_after"] == "legal"


def test_a_deck_with_unknown_names_is_not_proven(run: Run) -> None:
    """Names that are no card for certain stay, and nothing is claimed of them."""
    found = tuned(run, HALF, "--goal", "type:space >= 2", "--changes", "2", answer=3)
    assert found["verdict_after"] == "unproven"
    assert not found["exact"]
    assert not found["proof"]["optimal"]  # type: ignore[index]


@pytest.mark.parametrize(("goal", "value"), [("type:space >= 8", 0.0), ("type:space >= 0", 1.0)])
def test_a_goal_that_nothing_or_everything_meets_changes_nothing(run: Run, goal: str, value: float) -> None:
    """No card comes in or goes for nothing."""
    found = tuned(run, REBELS, "--goal", goal, "--changes", "4")
    assert (found["changes"], found["out"], found["in"]) == (0, [], [])
    assert found["after"]["value"] == value  # type: ignore[index]
    assert found["proof"]["optimal"]  # type: ignore[index]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--goal", "typo:space >= 1"], "no field is called 'typo'"),
        (["--goal", "figure:all_arena"], "no figure of setups is called 'all_arena'"),
        (["--goal", ""], "condition"),
        (["--goal", "type:space >= 1", "--keep", "Nexu"], "Nexu cannot be kept"),
        (["--goal", "type:space >= 1", "--at-least", "type:battle"], "a query and a number"),
        (["--goal", "type:space >= 1", "--at-least", "type:battle=many"], "a query and a number"),
        (["--goal", "type:space >= 1", "--changes", "401"], "Invalid value for '--changes'"),
        (["--goal", "type:space >= 1", "--mulligan", "best"], "not in this game"),
        (["--goal", "type:space >= 1", "--draws", "100000000"], "cards are seen: expected 300 at most"),
        (["--goal", "type:space >= 1", "--out", "Nobody"], "no card is called 'Nobody'"),
        (["--goal", "type:space >= 1", "--wish"], "use it with --owned"),
        (["--goal", "type:space >= 1", "--weight", "1,2"], "2 weights for 1 goals"),
        (["--goal", "type:space >= 1", "--weight", "much"], "expected numbers like 2,1"),
        (["--goal", "type:space >= 1", "--weight", "nan"], "a weight is a number above 0"),
        (["--goal", "figure:space", "--then", "type:space >= 1"], "a figure is a goal of its own"),
        (["--goal", "type:space >= 1", "--budget", "3"], "a budget needs prices"),
        (["--goal", "type:space >= 1", "--budget", "much", "--prices", "x.csv"], "a number like 12.50"),
        (["--goal", "type:space >= 1", "--budget", "-1", "--prices", REBELS], "expected 0 to 1000000"),
        (["--goal", "type:space >= 1", "--budget", "1", "--prices", REBELS, "--owned"], "leave --owned out"),
        (["--goal", "type:space >= 1", "--plot", "odds.pdf"], "expected one of .svg, .png"),
    ],
)
def test_what_cannot_be_tuned_is_refused_in_a_line(run: Run, arguments: list[str], said: str) -> None:
    """Nothing is tried with options that mean nothing."""
    result = run("tune", REBELS, *arguments)
    assert result.exit_code in (1, 2)
    assert said in f"{result.stderr}{result.exception}"


TWO_GAMES = "4 Yoda (A)\n4 Captain Phasma, Elite Trooper\n"


@pytest.mark.parametrize(
    ("deck", "goal", "options", "answer", "said"),
    [
        (None, "type:space >= 0", ("--changes", "4"), 0, "type:space >= 0: 100 %\nNothing has to change."),
        (None, "type:space >= 8", ("--changes", "4"), 0, "out of reach of all legal decks"),
        (None, "type:space >= 1", ("--changes", "0"), 0, "Proven: with at most 0 changes"),
        (None, "type:space >= 1", ("--time-limit", "0"), 3, "The time was over before all was proven."),
        (
            None,
            "type:space >= 1",
            ("--at-least", "type:battle=99", "--changes", "4"),
            1,
            "the nearest that is",
        ),
        (TWO_GAMES, "type:space >= 1", ("--changes", "4"), 3, "so no deck can be proven legal"),
    ],
)
def test_strange_questions_are_answered_in_words(
    run: Run, tmp_path: Path, deck: str | None, goal: str, options: tuple[str, ...], answer: int, said: str
) -> None:
    """Whoever asks for everything or nothing, at once or of two games, reads what came of it."""
    (path := tmp_path / "deck.txt").write_text(deck or "", encoding="utf-8")
    result = run("tune", path if deck else REBELS, "--goal", goal, *options)
    assert (result.exit_code, said in result.stdout) == (answer, True), result.output


def test_time_that_is_over_is_said(run: Run) -> None:
    """Nothing is claimed that was not looked at."""
    found = tuned(run, REBELS, "--goal", ARENAS, "--changes", "8", "--time-limit", "0", answer=3)
    assert found["proof"]["open"]  # type: ignore[index]
    assert not found["proof"]["optimal"]  # type: ignore[index]


def test_a_deck_that_is_found_in_a_hurry_keeps_what_was_promised(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where no time is left to choose cards, no deck of more changes takes the place of the one found."""
    options = (REBELS, "--goal", ARENAS, "--changes", "4", "--cards", "set:AOTC")
    calm = tuned(run, *options)
    monkeypatch.setattr(tune, "_LEAST_SECONDS", 0.0)
    monkeypatch.setattr(tune, "_NODES", 0)
    hurried = tuned(run, *options)
    assert hurried["changes"] <= 4  # type: ignore[operator]
    assert hurried["after"] == calm["after"]
    assert hurried["verdict_after"] == "legal"


def test_what_holds_the_best_deck_back_is_named(run: Run) -> None:
    """A deck of sixty that only cards can leave stays as it is: one card less would be better."""
    found = tuned(run, REBELS, "--goal", "type:space >= 2", "--changes", "3", "--cards", "type:battle")
    held = found["held_back"][0]  # type: ignore[index]
    assert (held["code"], held["rule"]) == ("deck-size", "at least 60 cards")
    assert held["value"] > found["after"]["value"]  # type: ignore[index]


def test_a_wish_names_what_one_does_not_have(run: Run, tmp_path: Path) -> None:
    """From an empty collection nothing comes in; the best of all cards is told beside that.

    In a workbook numbers are numbers, so that a sheet can count on with them.
    """
    options = (REBELS, "--goal", "type:space >= 2", "--changes", "2")
    found: Any = tuned(run, *options, "--owned", "--wish", "--xlsx", str(tmp_path / "wish.xlsx"))
    free: Any = tuned(run, *options, "--xlsx", str(tmp_path / "free.xlsx"))
    assert found["in"] == []
    assert found["wish"] == {"value": free["after"]["value"], "in": free["in"]}
    sheets = {sheet.title: [*sheet.values] for sheet in load_workbook(tmp_path / "free.xlsx").worksheets}
    assert [row[:4] for row in sheets["changes"][1:]] == [
        (one["quantity"], one["name"], one["zone"], one["free"]) for one in free["in"]
    ]
    assert [row[:2] for row in sheets["odds"][1:]] == [(p["changes"], p["value"]) for p in free["frontier"]]
    wishes = load_workbook(tmp_path / "wish.xlsx")["wishes"].values
    assert [*wishes][1:] == [(one["name"], one["quantity"]) for one in free["in"]]


@pytest.mark.parametrize(("deck", "answer"), [(REBELS, 0), (HALF, 3)])
def test_a_deck_of_sixty_stays_one(run: Run, keep: Run, tmp_path: Path, deck: str, answer: int) -> None:
    """Otherwise the best deck is mostly a larger one; unknown names count among the sixty."""
    target = tmp_path / "sixty.txt"
    options = ("--goal", "type:space >= 2", "--changes", "9", "--size", "60", "--write", str(target))
    assert keep("tune", deck, *options).exit_code == answer
    odds = json.loads(run("odds", str(target), "type:space >= 2", "--json").stdout)
    assert odds["cards"] == 60


def test_a_deck_far_from_legal_is_tuned_from_the_nearest_that_is(
    run: Run, keep: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A single card is far from a deck: how far is said, and with enough changes it becomes one."""
    monkeypatch.setattr(vectors, "MOST_VECTORS", 2_000)
    single, target = tmp_path / "single.txt", tmp_path / "deck.txt"
    single.write_text("1 Rebel Trooper\n", encoding="utf-8")
    options = (str(single), "--game", "swtcg", "--goal", ARENAS)
    nearest = json.loads(run("repair", str(single), "--game", "swtcg", "--json").stdout)["distance"]
    far = run("tune", *options, "--changes", "20")
    assert far.exit_code == 1, far.output
    assert f"the nearest that is takes {nearest} changes" in far.stdout
    found = tuned(keep, *options, "--changes", "70", "--write", str(target))
    assert found["nearest"] == nearest
    assert found["frontier"][0]["changes"] >= nearest  # type: ignore[index]
    assert not found["proof"]["optimal"]  # type: ignore[index]
    assert found["proof"]["upper_bound"] == 1.0  # type: ignore[index]
    assert run("validate", str(target)).exit_code == 0


def test_a_deck_that_may_be_legal_is_not_told_to_be_none(run: Run, tmp_path: Path) -> None:
    """What an unknown name stands for may make up what is missing."""
    deck = tmp_path / "deck.txt"
    deck.write_text("4 Rebel Trooper\n56 Nobody knows this card\n", encoding="utf-8")
    result = run("tune", str(deck), "--game", "swtcg", "--goal", "type:space >= 1", "--changes", "1")
    assert result.exit_code == 3, result.output
    assert "so no deck can be proven legal" in result.stdout


def test_up_to_how_many_changes_an_answer_holds_is_said(run: Run) -> None:
    """Where fewer changes were looked at than were asked for, the bound is that of these."""
    deck = str(ROOT / "examples/sisters/sg-1.o8d")
    result = run("tune", deck, "--goal", "type:event >= 2", "--changes", "40", "--mulligan", "best")
    assert re.search(r"Proven for up to \d+ changes; more could not be looked at", result.stdout), (
        result.output
    )
    found = tuned(run, deck, "--goal", "type:event >= 2", "--changes", "40", "--mulligan", "best")
    assert found["proof"]["upper_bound"] == 1.0  # type: ignore[index]
    assert not found["proof"]["optimal"]  # type: ignore[index]


def test_a_goal_out_of_reach_is_called_that(run: Run) -> None:
    """Nothing is said to be best that cannot be at all."""
    result = run("tune", REBELS, "--goal", "type:space >= 2", "--draws", "70", "--changes", "2")
    assert "out of reach of all legal decks" in result.stdout
    nobody = run("tune", REBELS, "--goal", '"Nobody at all" >= 1', "--changes", "2", "--cards", "set:AOTC")
    assert 'No card that may be drawn fits "Nobody at all".' in nobody.stdout


def test_more_of_a_figure_is_found_by_playing_and_nothing_is_claimed_of_it(
    run: Run, keep: Run, tmp_path: Path
) -> None:
    """The figure that is told is that of other games, too, and the same seed finds the same deck."""
    target = tmp_path / "best.dek"
    options = (
        REBELS, "--goal", "figure:space", "--changes", "2", "--cards", "type:space set:AOTC", "--games", "320",
        "--seed", "7",
    )  # fmt: skip
    found = tuned(keep, *options, "--write", str(target))
    proof, after, gain = found["proof"], found["after"], found["gain"]
    assert isinstance(after, dict)
    assert isinstance(gain, dict)
    assert (found["exact"], proof["optimal"], proof["upper_bound"]) == (False, False, None)  # type: ignore[index]
    assert found["verdict_after"] == "legal"
    assert gain["value"] == pytest.approx(after["value"] - found["before"]["value"])  # type: ignore[index]
    assert gain["value"] > 1.96 * gain["standard_error"]
    document = json.loads(keep("goldfish", str(target), "--seed", "99", "--hands", "2000", "--json").stdout)
    space = document["opening"]["space"]
    assert space["mean"] == pytest.approx(
        after["value"], abs=4 * (space["standard_error"] + after["standard_error"])
    )
    text = run("tune", *options, "--jobs", "1").stdout
    assert f"not proven: {found['tried']} decks were tried over {found['games']:,} games, seed 7" in text
    assert all(change["name"] in text for change in found["in"])  # type: ignore[attr-defined]


def test_a_search_for_a_figure_ends_in_time_and_says_so(run: Run) -> None:
    """Else whoever gives it no time waits until all is played."""
    options = (
        REBELS,
        "--goal",
        "figure:space",
        "--cards",
        "type:space set:AOTC",
        "--games",
        "64",
        "--seed",
        "7",
    )
    found = tuned(run, *options, "--time-limit", "0")
    assert (found["tried"], found["proof"]["open"]) == (0, "The time was over before all decks were tried.")  # type: ignore[index]
    assert found["games"] == 128  # by which the deck is told, twice
    assert "The time was over" in run("tune", *options, "--time-limit", "0").stdout


def test_a_figure_of_a_deck_far_from_legal_is_not_sought(run: Run) -> None:
    """Where no legal deck is within the changes, nothing is played for one."""
    result = run("tune", WALKERS, "--goal", "figure:all_arenas", "--changes", "0", "--games", "64")
    assert result.exit_code == 1
    assert "the nearest that is takes 1 change" in result.stdout


def test_several_goals_count_by_weight_one_after_another_and_none_below_now(run: Run) -> None:
    """The value is the mean of what `deckcheck odds` says of each; what is not to suffer does not."""
    space, ground, battle, unit = (
        "type:space >= 1",
        "type:ground >= 2",
        "type:battle >= 1",
        "type:character >= 1",
    )
    options = ("--goal", space, "--goal", ground, "--weight", "2,1", "--then", unit, "--no-less", battle)
    found = tuned(run, REBELS, *options, "--changes", "4", "--cards", "set:AOTC")
    goals = found["goals"]
    assert isinstance(goals, list)
    after, before = ([one[when] for one in goals] for when in ("after", "before"))
    for goal, odds in zip((space, ground, unit, battle), before, strict=True):
        assert odds == pytest.approx(
            json.loads(run("odds", REBELS, goal, "--json").stdout)["probability"], abs=1e-12
        )
    assert found["after"]["value"] == pytest.approx((2 * after[0] + after[1]) / 3)  # type: ignore[index]
    assert after[3] >= before[3]
    assert found["proof"]["optimal"]  # type: ignore[index]
    without = tuned(run, REBELS, *options[:6], "--changes", "4", "--cards", "set:AOTC")
    assert without["after"]["value"] >= found["after"]["value"]  # type: ignore[index]


@pytest.mark.parametrize("changes", ["0", "400"])
def test_no_changes_and_more_than_the_deck_has_cards_are_numbers_like_others(run: Run, changes: str) -> None:
    """With none the deck stays; with four hundred nothing is claimed beyond what was looked at."""
    options = ("--goal", "type:space >= 1", "--cards", "type:space", "--changes", changes)
    found = tuned(run, REBELS, *options)
    proof = found["proof"]
    assert isinstance(proof, dict)
    assert found["changes"] <= int(changes)  # type: ignore[operator]
    assert proof["optimal"] == (proof["looked_at"] == int(changes))
    assert found["after"]["value"] >= found["before"]["value"]  # type: ignore[index]
    assert found["verdict_after"] == "legal"
    if changes == "0":
        assert (found["out"], found["in"], proof["upper_bound"]) == ([], [], found["before"]["value"])  # type: ignore[index]


def test_a_budget_buys_what_a_sheet_has_prices_for(run: Run, tmp_path: Path) -> None:
    """No more is spent than was said, on no other cards; with more money the deck is better."""
    prices = tmp_path / "prices.csv"
    rows = (
        "Bravo N-1 Starfighter,0.25",
        "Naboo Starfighter,1.00",
        "Jedi Starfighter,0.40",
        "Bravo N-1 Starfighter,9",
    )
    prices.write_text("\n".join(("Name,Price", *rows)), encoding="utf-8")
    options = (REBELS, "--goal", "type:space >= 2", "--changes", "6", "--prices", str(prices))
    poor, some, rich = (tuned(run, *options, "--budget", budget) for budget in ("0", "0,5", "100"))
    cents = {"Bravo N-1 Starfighter": 25, "Naboo Starfighter": 100, "Jedi Starfighter": 40}
    for found, most in ((poor, 0), (some, 50), (rich, 10_000)):
        spent = sum(cents[one["name"]] * one["quantity"] for one in found["in"])  # type: ignore[attr-defined]
        assert float(found["budget"]["spent"]) * 100 == spent <= most  # type: ignore[index]
        assert found["proof"]["optimal"]  # type: ignore[index]
    values = [found["after"]["value"] for found in (poor, some, rich)]  # type: ignore[index]
    assert values[0] < values[1] < values[2]
    only = tuned(run, *options[:3], "--changes", "6", "--cards", "type:space set:AOTC")
    assert values[2] <= only["after"]["value"]  # type: ignore[index]


def test_a_further_copy_of_a_card_of_the_deck_is_bought_and_paid(run: Run, tmp_path: Path) -> None:
    """The copies that are there cost nothing, and pay nothing when they go."""
    (prices := tmp_path / "prices.csv").write_text("Name,Price\nX-wing Squadron,1\n", encoding="utf-8")
    options = (REBELS, "--goal", "type:space >= 2", "--changes", "8", "--prices", str(prices))
    for budget, bought in (("0", 0), ("1.5", 1), ("2", 2)):
        found = tuned(run, *options, "--budget", budget)
        assert sum(one["quantity"] for one in found["in"]) == bought  # type: ignore[attr-defined]
        assert found["budget"]["spent"] == str(bought)  # type: ignore[index]
        assert found["proof"]["optimal"]  # type: ignore[index]
