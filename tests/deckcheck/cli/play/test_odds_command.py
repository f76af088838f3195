"""`deckcheck odds` as players and scripts use it: text, JSON, exit codes, plots."""

import json
from fractions import Fraction
from math import comb
from pathlib import Path

import pytest

from tests.conftest import Run
from tests.program import whole_program

pytestmark = pytest.mark.whole_catalogue

DECKS = Path(__file__).parents[2] / "decks"
CONDITION = 'type:space >= 1 and (type:ground >= 1 or count("Anakin Skywalker (A)") = 2)'
UNITS = ("--hand", 5, "--mulligan", "units", "--draws", 2, "--simulate", 20_000, "--seed", 3)


@pytest.mark.parametrize(
    ("golden", "options"),
    [
        ("oddments.odds.txt", ("--hand", 5)),
        ("oddments.odds-units.txt", UNITS),
        ("oddments.odds-units.json", (*UNITS, "--json")),
    ],
)
def test_the_answer_is_as_it_was(
    run: Run, monkeypatch: pytest.MonkeyPatch, golden: str, options: tuple[object, ...]
) -> None:
    monkeypatch.chdir(DECKS)
    result = run("odds", "oddments.txt", CONDITION, *options)
    assert result.exit_code == 0
    assert result.stdout == (DECKS / golden).read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("name", "condition"),
    [("clone", "clone >= 1"), ("clone squad", "clone squad >= 1"), ("Boba Fett (A)", '"Boba Fett (A)" >= 1')],
)
def test_a_name_alone_asks_for_one_such_card_or_more(
    run: Run, tmp_path: Path, name: str, condition: str
) -> None:
    deck = tmp_path / "deck.txt"
    deck.write_text("4 X-Wing Red One\n8 Clone Squad\n2 Boba Fett (A)\n", encoding="utf-8")
    short, whole = run("odds", deck, name), run("odds", deck, condition)
    assert short.exit_code == 0
    assert short.stdout == whole.stdout
    assert condition in short.stdout.split("\n")[0]


def test_json_has_the_shape_of_the_contract(run: Run, tmp_path: Path) -> None:
    deck = tmp_path / "deck.txt"
    deck.write_text("4 X-Wing Red One\n8 Clone Squad\n", encoding="utf-8")
    document = json.loads(run("odds", deck, "type:space >= 1", "--json").stdout)
    assert list(document)[:6] == ["schema", "condition", "cards_seen", "probability", "fraction", "simulated"]
    assert document["schema"] == "deckcheck.odds/1"
    assert document["condition"] == "type:space >= 1"
    assert document["cards_seen"] == 7
    exact = 1 - Fraction(comb(8, 7), comb(12, 7))
    assert document["fraction"] == str(exact)
    assert document["probability"] == pytest.approx(float(exact), rel=1e-11)
    assert document["simulated"] is None
    assert document["exact"] is True
    simulated = json.loads(run("odds", deck, "type:space >= 1", "--json", "--simulate", 1000).stdout)[
        "simulated"
    ]
    assert list(simulated) == ["estimate", "standard_error", "hands", "seed"]
    assert simulated["hands"] == 1000


def test_a_seed_that_was_chosen_can_be_used_again(run: Run) -> None:
    def once(*more: object) -> dict[str, object]:
        result = run("odds", DECKS / "oddments.txt", "type:space = 2", "--json", "--simulate", 5000, *more)
        found: dict[str, object] = json.loads(result.stdout)["simulated"]
        return found

    first = once()
    assert once("--seed", first["seed"]) == first


def test_the_edition_decides_whether_locations_are_drawn_anew(run: Run) -> None:
    def answer(edition: str) -> float:
        options = ("--mulligan", "units", "--rules", edition, "--json")
        return float(
            json.loads(run("odds", DECKS / "oddments.txt", "type:location >= 1", *options).stdout)[
                "probability"
            ]
        )

    assert answer("printed-2002") > answer("printed-2004") == answer("community")


def test_equipment_is_drawn_anew_by_the_rules_of_2005_only(run: Run, tmp_path: Path) -> None:
    """A player of 2005 who keeps his units must not be given the odds of 2004."""
    deck = tmp_path / "deck.txt"
    deck.write_text("4 Engine Upgrade\n4 X-Wing Red One\n", encoding="utf-8")

    def answer(edition: str) -> tuple[str, str]:
        options = ("--hand", 4, "--mulligan", "units", "--rules", edition)
        document = json.loads(run("odds", deck, "type:equipment >= 1", *options, "--json").stdout)
        text = run("odds", deck, "type:equipment >= 1", *options).stdout
        return document["fraction"], text

    for edition in ("printed-2002", "printed-2004", "community"):
        fraction, text = answer(edition)
        assert fraction == "69/70"
        assert "Equipment" not in text
    fraction, text = answer("printed-2005")
    assert Fraction(fraction) == _equipment_after_the_mulligan()
    assert "its Battle, Mission, Location and Equipment cards drawn anew" in text


def _equipment_after_the_mulligan() -> Fraction:
    """By hand: of four ships and four pieces of Equipment, a hand of four, k of which go away."""
    none = Fraction(0)
    for k in range(5):
        first = Fraction(comb(4, k) * comb(4, 4 - k), comb(8, 4))
        # Of the 4 cards left, 4 - k are Equipment and k are ships: all k drawn must be ships.
        none += first * Fraction(comb(k, k), comb(4, k))
    return 1 - none


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("type:spcae >= 1",), "condition, character 6: type: cannot be 'spcae'"),
        (("type:space",), "condition, character 11: found the end, expected how many"),
        (("type:space >= 1", "--hand", 20, "--draws", 7), "27 cards of a deck of 26 cannot be seen"),
        (("type:space >= 1", "--rules", "printed-1999"), "no rules edition is called 'printed-1999'"),
        (
            ("type:space >= 1", "--plot", "odds.pdf"),
            "odds.pdf: expected a file name that ends in .svg or .png",
        ),
    ],
)
def test_what_cannot_be_answered_is_one_line_and_exit_code_2(
    database: Path, arguments: tuple[object, ...], message: str
) -> None:
    given = ("odds", str(DECKS / "oddments.txt"), *map(str, arguments))
    done = whole_program(*given, DECKCHECK_DB=str(database))
    assert done.returncode == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr
    assert not done.stdout


def test_where_counting_would_take_too_long_the_simulation_still_answers(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("deckcheck.odds.exact.MOST_STEPS", 20)
    arguments = ("odds", DECKS / "oddments.txt", "type:space > type:ground", "--simulate", 1000, "--seed", 1)
    document = json.loads(run(*arguments, "--json").stdout)
    assert document["probability"] is None
    assert document["fraction"] is None
    assert 0 < document["simulated"]["estimate"] < 1
    assert "not known exactly" in run(*arguments).stdout


def test_plots_are_written_where_asked(run: Run, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    for suffix, start in ((".svg", b"<?xml"), (".png", b"\x89PNG")):
        path = tmp_path / f"odds{suffix}"
        result = run("odds", DECKS / "oddments.txt", "type:space >= 1 and type:ground >= 1", "--plot", path)
        assert result.exit_code == 0
        assert path.read_bytes().startswith(start)
        assert f"{path}: written" in result.stderr


def test_quoted_titles_count_cards_with_subtitles(run: Run) -> None:
    deck = Path(__file__).parents[4] / "examples" / "sisters" / "sg-1.o8d"
    document = json.loads(run("odds", deck, '"Bill Lee" >= 1', "--json").stdout)
    # Two copies among 42 cards, eight of which are drawn.
    assert Fraction(document["fraction"]) == 1 - Fraction(comb(40, 8), comb(42, 8))
