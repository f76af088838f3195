"""`setup`, `goldfish` and `odds` for the games that are played move by move."""

import io
import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from openpyxl import load_workbook

from db.cards.lookup import Catalogue
from db.errors import DeckcheckError
from deckcheck.acts.seated import PreparedDecks
from deckcheck.cli.play.playing import play_by_hand
from deckcheck.deck import Deck
from deckcheck.errors import WrongPlayersError
from deckcheck.games import get_game, get_simulator
from deckcheck.judge.resolve import Resolver
from deckcheck.odds.errors import WrongMulliganError
from deckcheck.simulators.by_hand import HUMAN
from deckcheck.simulators.move_by_move import game_of_seed
from deckcheck.simulators.playing import deal
from deckcheck.simulators.random_state import RandomState
from deckcheck.simulators.simulator import seat_of
from deckcheck.simulators.texts import seen_by
from importers.decks.reading import read_deck
from tests.amounts import amount
from tests.conftest import ROOT, Run
from tests.deckcheck.simulators.replaying import piles_of, replay
from tests.deckcheck.sister_decks import Pool, in_full, lcg_deck, stargate_deck

SISTERS = ROOT / "examples" / "sisters"
DECKS = {"stargate": SISTERS / "sg-1.o8d", "destiny": SISTERS / "rey-and-finn.txt"}
CONDITIONS = {"stargate": "type:support >= 2", "destiny": "type:upgrade >= 2"}


def document(run: Run, *arguments: object) -> Any:
    result = run(*arguments, "--json")
    assert result.exit_code == 0, result.stderr
    return json.loads(result.stdout)


@pytest.fixture(params=sorted(DECKS))
def game(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_a_setup_is_shown_as_text_and_as_a_document(run: Run, game: str) -> None:
    deck = DECKS[game]
    text = run("setup", deck, deck, "--game", game, "--seed", 5).stdout
    assert "seed 5" in text
    shown = document(run, "setup", deck, deck, "--game", game, "--seed", 5)
    assert (shown["schema"], shown["game"], shown["seed"]) == ("deckcheck.setup/1", game, 5)
    playing = get_simulator(game)
    assert list(shown["players"]) == list(playing.players) == list(shown["result"])
    assert shown == document(run, "setup", deck, deck, "--game", game, "--seed", 5)
    assert shown["events"] != document(run, "setup", deck, deck, "--game", game, "--seed", 6)["events"]


def test_the_log_of_a_document_replays_from_its_piles(run: Run, database: Path) -> None:
    simulator = get_simulator("stargate")
    shown = document(run, "setup", DECKS["stargate"], "--seed", 2)
    with Catalogue(database, "stargate") as cards:
        resolver = Resolver(cards, get_game("stargate"))
        resolved = resolver.resolve(read_deck(DECKS["stargate"]), "x", "x")
    deck = simulator.make_deck(resolved, "printed-2007")
    piles = piles_of(deck, shown["players"]["one"])
    ended = replay(simulator, simulator.start((deck, None), (piles, None)), shown["events"])
    assert simulator.result(ended, "one") == shown["result"]["one"]


def test_statistics_and_the_single_game_are_of_one_seed(run: Run, game: str, tmp_path: Path) -> None:
    deck = DECKS[game]
    one = document(run, "setup", deck, "--game", game, "--seed", 5, "--games", 1)
    shown = document(run, "setup", deck, "--game", game, "--seed", 5)
    player = next(iter(shown["result"]))
    in_hand = {c["name"] for c in one["players"][player]["cards"] if c["in_hand"]["estimate"] == 1}
    assert in_hand == set(shown["result"][player]["hand"])
    book, plot = tmp_path / "a.xlsx", tmp_path / "a.svg"
    result = run(
        "setup",
        deck,
        "--game",
        game,
        "--seed",
        5,
        "--games",
        300,
        "--jobs",
        1,
        "--xlsx",
        book,
        "--plot",
        plot,
    )
    assert result.exit_code == 0, result.stderr
    assert load_workbook(book).sheetnames
    assert b"<svg" in plot.read_bytes()
    again = document(run, "setup", deck, "--game", game, "--seed", 5, "--games", 300, "--jobs", 2)
    assert again == document(run, "setup", deck, "--game", game, "--seed", 5, "--games", 300, "--jobs", 1)


def test_goldfish_plays_turns_and_judges_conditions(run: Run, game: str, tmp_path: Path) -> None:
    deck, condition = DECKS[game], CONDITIONS[game]
    arguments = ("goldfish", deck, "--game", game, "--seed", 5, "--hands", amount(128, 512), "--turns", 3)
    shown = document(run, *arguments, "--condition", condition, "--jobs", 1)
    assert [turn["turn"] for turn in shown["by_turn"]] == [1, 2, 3]
    assert shown["schema"] == "deckcheck.goldfish/1"
    text = run(*arguments, "--condition", condition).stdout
    assert condition in text
    both = document(run, "goldfish", deck, deck, "--game", game, "--hands", amount(64, 256), "--seed", 1)
    assert both["differences"]
    plot, book = tmp_path / "p.svg", tmp_path / "b.xlsx"
    assert run(*arguments, "--plot", plot, "--xlsx", book).exit_code == 0
    assert plot.exists()
    assert book.exists()


def test_the_opening_of_a_random_goldfish_agrees_with_the_exact_odds(run: Run, game: str) -> None:
    """The random policy keeps or redraws by the toss of a coin, so its hand is any hand."""
    deck, condition = DECKS[game], CONDITIONS[game]
    exact = document(run, "odds", deck, condition, "--game", game)["probability"]
    shown = document(
        run,
        "goldfish",
        deck,
        "--game",
        game,
        "--policy",
        "random",
        "--hands",
        1024,
        "--turns",
        0,
        "--seed",
        3,
        "--condition",
        condition,
    )
    found = shown["conditions"][0]
    assert abs(found["estimate"] - exact) < 4 * found["standard_error"]


def test_odds_know_the_hand_and_the_mulligan_of_the_game(run: Run, game: str) -> None:
    deck, condition = DECKS[game], CONDITIONS[game]
    kept = document(run, "odds", deck, condition, "--game", game)
    best = document(
        run, "odds", deck, condition, "--game", game, "--mulligan", "best", "--simulate", 3000, "--seed", 4
    )
    assert kept["hand"] == get_simulator(game).hands.size
    assert kept["probability"] < best["probability"]
    simulated = best["simulated"]
    assert abs(simulated["estimate"] - best["probability"]) < 4 * simulated["standard_error"]
    wrong = run("odds", deck, condition, "--game", game, "--mulligan", "units")
    assert isinstance(wrong.exception, WrongMulliganError)


def test_hands_are_dealt_to_look_at(run: Run, game: str) -> None:
    shown = run(
        "goldfish", DECKS[game], "--game", game, "--show", "--seed", 3, stdin="n\nb\nk\nt\nq\n"
    ).stdout
    assert shown.count("hand 1\n") == 2
    assert "hand 2" in shown
    assert "after setup" in shown
    assert "turn 1" in shown


def test_a_hand_that_is_looked_at_is_kept_changed_or_drawn_to(run: Run, game: str) -> None:
    """What is dealt, and what comes of it, are the hands of the statistics of that seed."""
    deck = ("goldfish", DECKS[game], "--game", game, "--show", "--seed", 3)
    kept, changed, drawn = (run(*deck, stdin=f"{keys}\nq\n").stdout for keys in ("k", "m", "d"))
    assert "keep" in kept.partition("> ")[2]
    assert "shuffles" in changed or "returns" in changed
    assert "  draws " in drawn
    assert "k keep, m mulligan, d draw, n next" in kept
    assert "t turn" in kept.rpartition("after setup")[2]


def test_no_setup_goes_from_the_opening_hand_straight_to_the_turns(run: Run, game: str) -> None:
    """The option did not work in games that are played move by move."""
    shown = document(
        run, "goldfish", DECKS[game], "--game", game, "--no-setup", "--hands", 100, "--seed", 5, "--turns", 2
    )
    assert shown["setup"] is None
    assert [turn["turn"] for turn in shown["by_turn"]] == [1, 2]
    whole = document(run, "goldfish", DECKS[game], "--game", game, "--hands", 100, "--seed", 5, "--turns", 2)
    assert shown["opening"] == whole["opening"]
    assert not [name for name in shown["figures"] if name.startswith("setup.")]
    text = run("goldfish", DECKS[game], "--no-setup", "--hands", 100, "--seed", 5).stdout
    assert "setup, alone" not in text


def test_the_seat_of_a_goldfish_is_one_of_the_game(run: Run) -> None:
    shown = document(run, "goldfish", DECKS["stargate"], "--on-side", "two", "--hands", 20)
    assert shown["side"] == "two"


@pytest.mark.parametrize("arguments", [("setup", "--dark"), ("goldfish", "--on-side", "dark")])
def test_sides_that_the_game_does_not_have_are_refused(run: Run, arguments: tuple[str, ...]) -> None:
    command, *rest = arguments
    result = run(command, *rest, *([DECKS["stargate"]] if rest == ["--dark"] else []), DECKS["stargate"])
    assert isinstance(result.exception, WrongPlayersError)


def test_decks_of_two_games_do_not_meet(run: Run) -> None:
    result = run("setup", DECKS["stargate"], ROOT / "examples" / "decks" / "empire.txt")
    assert isinstance(result.exception, WrongPlayersError)
    assert "different games" in str(result.exception)


def test_many_games_by_hand_are_refused(run: Run) -> None:
    result = run("setup", DECKS["stargate"], "--play", "--games", 5)
    assert isinstance(result.exception, WrongPlayersError)
    assert isinstance(run("setup", DECKS["stargate"], "--policy", "wild").exception, DeckcheckError)


def seated(game: str, *decks: Deck) -> PreparedDecks:
    """Made-up decks at their seats, whose cards are in no catalogue."""
    catalogue = SimpleNamespace(game=game, find_cards=lambda _idents: {})
    return PreparedDecks(cast("Catalogue", catalogue), decks)


def test_a_human_can_take_moves_back(stargate: Pool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Redraw, take it back, keep: the hand is the first one, whatever was seen meanwhile."""
    deck = stargate_deck(stargate)
    alone = seated("stargate", deck)
    dealt = game_of_seed(alone.simulator, alone.decks, 8)
    # After drawing anew nothing is left to decide, so the move is taken back from a longer game.
    monkeypatch.setattr("sys.stdin", io.StringIO("9\nu\n1\n"))
    played = play_by_hand(alone, 8, [HUMAN])
    assert seat_of(alone.simulator, played.final, "one").hand == dealt.start.players[0].library[:8]
    both = seated("stargate", deck, deck)
    monkeypatch.setattr("sys.stdin", io.StringIO("1\n2\nu\n1\n1\n"))
    twice = play_by_hand(both, 8, [HUMAN, HUMAN])
    monkeypatch.setattr("sys.stdin", io.StringIO("1\n1\n1\n"))
    assert play_by_hand(both, 8, [HUMAN, HUMAN]).events == twice.events


def test_the_opponents_cards_stay_hidden_from_a_human(
    stargate: Pool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    deck = stargate_deck(stargate)
    monkeypatch.setattr("sys.stdin", io.StringIO("1\n1\n"))
    play_by_hand(seated("stargate", deck, deck), 3, [HUMAN, "planner"])
    shown = capsys.readouterr().err
    opponent = [line for line in shown.splitlines() if line.startswith("two ") and "draws" in line]
    assert opponent
    assert all(line == "two  draws 8 cards" for line in opponent)


def test_a_human_is_told_whose_character_is_stopped(stargate: Pool) -> None:
    simulator = get_simulator("stargate")
    deck = simulator.make_deck(stargate_deck(stargate), "printed-2007")
    dealt = deal(simulator, (deck, deck), RandomState(3))
    move, _ = simulator.chance(dealt.start, dealt.random_state)
    state, _ = simulator.make(dealt.start, move)
    asked = [simulator.texts.describe(state, move) for move in simulator.legal_moves(state)]
    assert asked
    assert all(text.startswith("stop the opponent's ") for text in asked)


def test_no_game_numbers_cards_that_are_hidden() -> None:
    """Else one hidden entry reads like one card: `draws 1: 8 cards`."""
    hands = {"destiny": "draw-hand", "stargate": "draw-hand", "swlcg": "draw-hand"}
    for code, action in hands.items():
        simulator = get_simulator(code)
        event = {"player": "two", "action": action, "cards": ["Bee"] * 5}
        shown = simulator.texts.event_line(seen_by(simulator, event, ["one"]))
        assert shown == "draws 5 cards", code
        assert "Bee, Bee" in simulator.texts.event_line(seen_by(simulator, event, ["two"]))


def test_a_human_may_only_make_legal_choices_of_cards(
    swlcg: Pool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nothing, or too few objectives, is asked again."""
    table = seated("swlcg", in_full(swlcg, lcg_deck(swlcg)))
    monkeypatch.setattr("sys.stdin", io.StringIO("\n1 2\n1 2 3\n1\n"))
    played = play_by_hand(table, 5, [HUMAN])
    assert "3 objectives" in capsys.readouterr().err
    dealt = game_of_seed(table.simulator, table.decks, 5)
    assert replay(table.simulator, dealt.start, played.events) == played.final


@pytest.mark.parametrize("command", ["setup", "goldfish"])
@pytest.mark.parametrize("error", ["0", "-1"])
def test_no_error_at_all_is_refused_since_it_would_never_end(run: Run, command: str, error: str) -> None:
    assert run(command, DECKS["stargate"], "--until", error).exit_code == 2
