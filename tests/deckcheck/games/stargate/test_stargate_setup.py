"""Setup and turns of the Stargate TCG: a referee of its own, replays, exact shares, borders."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import chain, combinations
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from deckcheck.errors import UnknownEditionError
from deckcheck.games import get_simulator
from deckcheck.games.stargate.setup.cards import StargatePlayCard
from deckcheck.games.stargate.setup.turns import best_team
from deckcheck.games.stargate.simulator import StargateSimulator
from deckcheck.simulators.playing import deal, names_of
from deckcheck.simulators.random_state import RandomState
from deckcheck.simulators.simulator import PlayDeck, seat_of
from deckcheck.simulators.texts import board_lines
from tests.deckcheck.simulators.replaying import IllegalEventError, piles_of, replay
from tests.deckcheck.simulators.tables import POLICIES, as_log, played_games, tampered
from tests.deckcheck.sister_decks import Pool, stargate_deck, unknown, with_entries, without

SIMULATOR = StargateSimulator()
EDITION = "printed-2007"


@pytest.fixture(scope="module")
def decks(stargate: Pool) -> tuple[PlayDeck, PlayDeck]:
    """The legal deck of the tests, and one with another team."""
    first = stargate_deck(stargate)
    team = [card for card in stargate.cards if card.type == "Team Character"]
    other = without(first, lambda entry: entry.zone == "Team", 4)
    dear = sorted(team, key=lambda card: -(card.cost if isinstance(card.cost, int) else 0))
    new = {card.base_name: card for card in dear}
    other = with_entries(other, *(stargate.entry(card, 1, "Team") for card in list(new.values())[:4]))
    return SIMULATOR.make_deck(first, EDITION), SIMULATOR.make_deck(other, EDITION)


def costs(decks: Sequence[PlayDeck]) -> list[dict[str, int]]:
    return [{card.name: card.cost or 0 for card in deck.open} for deck in decks]


def judge(
    teams: Sequence[Mapping[str, int]],
    piles: Sequence[Mapping[str, Sequence[str]]],
    events: Sequence[Mapping[str, Any]],
) -> tuple[list[list[str]], str]:
    """The referee: reads only names, follows the rulebook, returns the hands and who is first."""
    names = ("one", "two")
    log = list(events)
    totals = {"one": sum(teams[1].values()), "two": sum(teams[0].values())}
    begin = log.pop(0)
    assert begin["action"] == "begin"
    assert begin["victory_totals"] == totals
    assert begin["by_lot"] == (totals["one"] == totals["two"])
    first = begin["player"]
    second = names[1 - names.index(first)]
    assert totals[first] >= totals[second]
    stop = log.pop(0)
    assert (stop["player"], stop["action"]) == (second, "stop")
    assert stop["character"] in teams[names.index(first)]
    libraries = {name: list(piles[n]["library"]) for n, name in enumerate(names)}
    hands = {}
    for player in (first, second):
        draw = log.pop(0)
        hands[player], libraries[player] = libraries[player][:8], libraries[player][8:]
        assert (draw["player"], draw["action"], draw["cards"]) == (player, "draw-hand", hands[player])
    for player in (first, second):
        choice = log.pop(0)
        assert (choice["player"], choice["action"]) == (player, "mulligan")
        if choice["redraw"]:
            again = log.pop(0)
            assert (again["player"], again["action"]) == (player, "reshuffle")
            assert Counter(again["library"]) == Counter(hands[player] + libraries[player])
            hands[player], libraries[player] = again["library"][:8], again["library"][8:]
            assert again["drawn"] == hands[player]
    assert not log
    return [hands["one"], hands["two"]], first


@pytest.mark.parametrize("policy", POLICIES)
def test_the_referee_agrees_with_every_game(decks: tuple[PlayDeck, PlayDeck], policy: str) -> None:
    firsts: Counter[str] = Counter()
    for dealt, played in played_games(SIMULATOR, decks, (policy, "random"), 150):
        piles = [{name: names_of(pile) for name, pile in (seat or {}).items()} for seat in dealt.piles]
        hands, first = judge(costs(decks), piles, as_log(played.events))
        firsts[first] += 1
        for player, hand in zip(SIMULATOR.players, hands, strict=True):
            result = SIMULATOR.result(played.final, player)
            assert result["hand"] == hand
            assert result["first"] == (player == first)
    cheap, dear = (sum(team.values()) for team in costs(decks))
    assert cheap < dear
    assert set(firsts) == {"one"}  # whose opponent's team is dearer has the higher victory total


def test_equal_teams_draw_lots_fairly(decks: tuple[PlayDeck, PlayDeck]) -> None:
    both = (decks[0], decks[0])
    firsts = Counter(
        played.events[0]["player"] for _, played in played_games(SIMULATOR, both, ("greedy",) * 2, 256)
    )
    assert 80 < firsts["one"] < 176


def test_logs_replay_and_changed_logs_do_not(decks: tuple[PlayDeck, PlayDeck]) -> None:
    for dealt, played in played_games(SIMULATOR, decks, ("random", "random"), 25, seed=3):
        events = as_log(played.events)
        assert replay(SIMULATOR, dealt.start, events) == played.final
        for wrong in tampered(events):
            try:
                ended = replay(SIMULATOR, dealt.start, wrong)
            except IllegalEventError:
                continue
            assert SIMULATOR.mover(ended) != ""


def test_piles_of_a_document_are_those_of_the_deck(decks: tuple[PlayDeck, PlayDeck]) -> None:
    dealt = deal(SIMULATOR, decks, RandomState(4))
    piles = dealt.piles[0] or {}
    names = {name: names_of(pile) for name, pile in piles.items()}
    assert piles_of(decks[0], names) == piles
    with pytest.raises(IllegalEventError, match="other cards"):
        piles_of(decks[0], {**names, "library": ["Nobody", *names["library"][1:]]})


@given(seed=st.integers(0, 2**32), policies=st.tuples(*[st.sampled_from(POLICIES)] * 2))
@settings(max_examples=30)
def test_a_seed_is_one_game(decks: tuple[PlayDeck, PlayDeck], seed: int, policies: tuple[str, str]) -> None:
    one, two = (list(played_games(SIMULATOR, decks, policies, 2, seed)) for _ in range(2))
    assert [played for _, played in one] == [played for _, played in two]


def test_the_exact_chance_of_a_hand_without_anything_to_play(decks: tuple[PlayDeck, PlayDeck]) -> None:
    """The greedy policy draws anew exactly then, so its share is hypergeometric."""
    from math import comb

    library = decks[0].piles["library"]
    good = sum(
        card.kind in {"support character", "team character", "gear", "ship"}
        and card.cost is not None
        and card.cost <= 3
        for card in library
    )
    exact = comb(len(library) - good, 8) / comb(len(library), 8)
    games = [
        SIMULATOR.figures(played.final, "one")["mulligan"]
        for _, played in played_games(SIMULATOR, (decks[0], None), ("greedy", None), 256)
    ]
    error = max((exact * (1 - exact) / len(games)) ** 0.5, 1 / len(games))
    assert abs(sum(games) / len(games) - exact) < 4 * error


def test_alone_nobody_is_first_and_nobody_stopped(decks: tuple[PlayDeck, PlayDeck]) -> None:
    ((_, played),) = played_games(SIMULATOR, (None, decks[0]), (None, "planner"), 1)
    assert [event["action"] for event in played.events][:2] == ["draw-hand", "mulligan"]
    result = SIMULATOR.result(played.final, "two")
    assert (result["victory_total"], result["first"], result["stopped"]) == (None, None, None)


@pytest.mark.parametrize("cards", [0, 1, 7, 8, 9])
def test_decks_smaller_than_a_hand_are_played_with_a_note(stargate: Pool, cards: int) -> None:
    deck = stargate.deck([stargate.entry(stargate.find(lambda c: c.type == "Gear"), cards)] if cards else [])
    ready = SIMULATOR.make_deck(deck, EDITION)
    assert any(f"{cards} cards, fewer than 40" in note for note in ready.notes)
    assert any("team of 0" in note for note in ready.notes)
    for _, played in played_games(SIMULATOR, (ready, ready), ("random", "planner"), 5):
        assert len(seat_of(SIMULATOR, played.final, "one").hand) == min(cards, 8)
        assert board_lines(SIMULATOR, played.final, "two")
        assert len(SIMULATOR.turns(played.final, "one", 3, RandomState(1))) == 3


def test_unknown_cards_are_drawn_and_told(stargate: Pool) -> None:
    deck = with_entries(stargate_deck(stargate), unknown("Main", 3))
    ready = SIMULATOR.make_deck(deck, EDITION)
    assert any("3 cards are unknown" in note for note in ready.notes)
    assert Counter(card.kind for card in ready.piles["library"])["unknown"] == 3


def test_two_cards_of_one_written_name_are_told_apart(stargate: Pool) -> None:
    titles = Counter(card.base_name for card in stargate.cards if card.type == "Support Character")
    title = next(name for name, number in titles.items() if number > 1)
    one, two, *_ = (c for c in stargate.cards if c.base_name == title and c.type == "Support Character")
    entries = [stargate.entry(card, 2, "Main")._replace(name=title) for card in (one, two)]
    ready = SIMULATOR.make_deck(stargate.deck(entries), EDITION)
    assert [card.name for card in ready.cards] == [one.name, two.name]


def test_unknown_editions_are_refused(stargate: Pool) -> None:
    with pytest.raises(UnknownEditionError):
        SIMULATOR.make_deck(stargate_deck(stargate), "printed-2004")


# -- turns ----------------------------------------------------------------------------------------

numbers = st.integers(0, 4) | st.none()


@st.composite
def characters(draw: st.DrawFn) -> list[StargatePlayCard]:
    skills = draw(st.lists(st.tuples(numbers, numbers, numbers, numbers), max_size=6))
    return [StargatePlayCard(n, f"c{n}", "team character", f"c{n}", 3, one) for n, one in enumerate(skills)]


@given(ready=characters(), needed=st.tuples(*[st.integers(0, 9) | st.none()] * 4))
@settings(max_examples=200)
def test_a_mission_is_done_exactly_when_it_can_be(
    ready: list[StargatePlayCard], needed: tuple[int | None, ...]
) -> None:
    mission = StargatePlayCard(0, "m", "mission", "m", None, needed)
    found = best_team(mission, ready)
    subsets = chain.from_iterable(combinations(ready, n) for n in range(1, len(ready) + 1))
    able = [
        team
        for team in subsets
        if any(
            wanted is not None
            and sum(card.skills[place] or 0 for card in team) >= wanted
            and all((card.skills[place] or 0) > 0 for card in team)
            for place, wanted in enumerate(needed)
        )
    ]
    assert bool(found) == bool(able)
    if found:
        assert len(found) == min(map(len, able))


def test_turns_keep_every_card_and_count_what_the_events_say(decks: tuple[PlayDeck, PlayDeck]) -> None:
    for _, played in played_games(SIMULATOR, decks, ("planner", "random"), 30, seed=9):
        for player, deck in zip(SIMULATOR.players, decks, strict=True):
            hand = Counter(names_of(seat_of(SIMULATOR, played.final, player).hand))
            state = played.final.players[SIMULATOR.players.index(player)]
            glyphs = drawn = 0
            for number, turn in enumerate(SIMULATOR.turns(played.final, player, 5, played.random_state), 1):
                titles: set[str] = set()
                power, spent = turn.events[0]["power"], 0
                assert power == 3 + glyphs
                for event in turn.events:
                    assert event["turn"] == number
                    if event["action"] == "play":
                        spent += event["cost"]
                        hand[event["card"]] -= 1
                        assert hand[event["card"]] >= 0
                    elif event["action"] == "mission":
                        glyphs += event["done"]
                        assert not titles & set(event["by"])
                        titles |= set(event["by"])
                        if number == 1 and state.stopped:
                            assert state.stopped.name not in event["by"]
                    elif event["action"] == "refill":
                        hand.update(event["drawn"])
                        drawn += len(event["drawn"])
                assert spent == turn.figures["spent"] <= power
                assert (turn.figures["glyphs"], turn.figures["hand"]) == (glyphs, hand.total())
                assert turn.figures["library"] == len(deck.piles["library"]) - 8 - drawn
                assert Counter(names_of(turn.hand)) == +hand


# -- the commands ---------------------------------------------------------------------------------


def test_the_game_is_not_loaded_for_validation() -> None:
    import subprocess
    import sys

    code = "import deckcheck.games.stargate, sys;sys.exit(any('simulator' in name for name in sys.modules))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
    assert get_simulator("stargate").players
