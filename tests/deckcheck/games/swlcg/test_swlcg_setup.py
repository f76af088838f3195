"""Setup and first turns of the LCG: by an independent referee, by brute force, by exact odds."""

import json
import pickle
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, permutations, product
from math import comb, sqrt
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from db.cards.card import Card, Printing
from deckcheck.chance.random_words import RandomWords
from deckcheck.deck import DeckEntry, UnreadEntry
from deckcheck.errors import IllegalMoveError, UnknownEditionError, UnknownPolicyError
from deckcheck.games.swlcg.setup.cards import LcgPlayCard
from deckcheck.games.swlcg.setup.resources import Source, payment
from deckcheck.games.swlcg.setup.setup import KeepObjectives, LcgSetupState
from deckcheck.simulators.moves import Redraw, Reshuffle
from deckcheck.simulators.playing import Played, deal, make_legal, make_policies, play
from deckcheck.simulators.random_state import RandomState, random_states
from deckcheck.simulators.simulator import OVER, POLICIES, PlayDeck, seat_of
from deckcheck.simulators.texts import board_lines
from tests.conftest import ROOT
from tests.deckcheck.games.swlcg.lcg_cards import lcg_card
from tests.deckcheck.games.swlcg.lcg_games import (
    EDITION,
    LCG,
    SIM,
    check_game,
    deck_of,
    entry,
    made,
    objective,
    play_deck,
    play_game,
    random_deck,
    random_games,
)
from tests.deckcheck.games.swlcg.lcg_referee import FoulError
from tests.deckcheck.simulators.random_states import random_state_of_game
from tests.deckcheck.simulators.replaying import IllegalEventError, move_of, piles_of, replay
from tests.deckcheck.sister_decks import Pool, in_full, judged

GAMES = 200
"""Random games that the referee sees; more of them find rarer fouls."""
ODDS_GAMES = 1000

DARK_AFFILIATIONS = ("Sith", "Imperial Navy", "Neutral")


# -- the referee ----------------------------------------------------------------------------------


def test_random_games_of_all_policies_pass_the_referee() -> None:
    seen: Counter[str] = Counter()
    for game in random_games(GAMES, seed=31):
        ends = check_game(game)
        seen["alone"] += len(ends) == 1
        seen["redrew"] += any(seat.redrew for seat in ends.values())
        seen["few"] += any(len(seat.hand) < 6 for seat in ends.values())
    assert all(seen[what] > GAMES / 20 for what in ("alone", "redrew", "few")), seen


def test_the_referee_refuses_fouls() -> None:
    """It would not be a referee otherwise: every changed log is refused by it as well."""
    for game in random_games(10, seed=5):
        document = game.document()
        for events in tampered(document["events"]):
            with pytest.raises((FoulError, KeyError, TypeError)):
                check_game(replace(game, played=replace(game.played, events=tuple(events))))


def tampered(events: list[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    """Logs in which one event is changed in one way, none of which can be a legal log."""

    def with_event(place: int, **changed: Any) -> list[dict[str, Any]]:
        return [{**e, **changed} if n == place else e for n, e in enumerate(events)]

    for place, event in enumerate(events):
        other = "light" if event["player"] == "dark" else "dark"
        yield with_event(place, player=other)
        yield with_event(place, action="dance")
        if place < len(events) - 1:
            yield events[:place] + events[place + 1 :]
        yield [*events[: place + 1], *events[place:]]
        for key, value in event.items():
            if isinstance(value, list):
                yield with_event(place, **{key: [*value, "Nobody's card"]})
                if value:
                    yield with_event(place, **{key: value[:-1]})
                    yield with_event(place, **{key: ["Nobody's card", *value[1:]]})
                if key not in {"kept", "under"} and value[:2] != value[1::-1]:
                    yield with_event(place, **{key: [*value[1::-1], *value[2:]]})
            elif isinstance(value, bool) and place < len(events) - 1:
                yield with_event(place, **{key: not value})
            elif isinstance(value, int):
                yield with_event(place, **{key: value + 1})


def test_a_played_log_replays_and_a_tampered_one_is_refused() -> None:
    for n, game in enumerate(random_games(GAMES // 4, seed=8)):
        document = game.document()
        piles = [
            None if deck is None else piles_of(deck, document["piles"][name])
            for name, deck in zip(SIM.players, game.seats, strict=True)
        ]
        start = SIM.start(game.seats, piles)
        assert replay(SIM, start, document["events"]) == game.played.final
        if n % 5:
            continue
        for events in tampered(document["events"]):
            with pytest.raises(IllegalEventError):
                replay(SIM, start, events)


def test_objectives_in_another_order_or_twice_are_refused() -> None:
    deck = play_deck(*(entry(objective(n)) for n in range(4)))
    start = deal(SIM, (deck, None), RandomState(3)).start
    after, event = SIM.make(start, SIM.legal_moves(start)[0])
    a, b, c, d = event["drawn"]
    first = {"player": "dark", "action": "draw-objectives", "drawn": [a, b, c, d]}
    for kept, under in (([b, a, c], [d]), ([a, a, b], [c]), ([a, b], [c, d]), ([a, b, c, d], [])):
        second = {"player": "dark", "action": "objectives", "kept": kept, "under": under}
        with pytest.raises(IllegalEventError):
            replay(SIM, start, [first, second])
    redraw = {"player": "dark", "action": "mulligan", "redraw": 1}
    hand = {"player": "dark", "action": "draw-hand", "cards": []}
    good = {"player": "dark", "action": "objectives", "kept": [a, b, c], "under": [d]}
    with pytest.raises(IllegalEventError, match="a hand is redrawn or not"):
        replay(SIM, start, [first, good, hand, redraw])
    assert SIM.mover(after) == "dark"


# -- moves ----------------------------------------------------------------------------------------


def test_the_choice_of_objectives_is_every_three_of_four_once() -> None:
    """Against every tuple of cards that one could name, also with too many or foreign ones."""
    for copies in ((1, 1, 1, 1), (2, 1, 1), (2, 2), (1, 1), (1,), ()):
        deck = play_deck(*(entry(objective(n), c) for n, c in enumerate(copies)))
        start = deal(SIM, (None, deck), RandomState(1)).start
        state, event = SIM.make(start, SIM.legal_moves(start)[0])
        drawn = state.mover.choice
        assert len(drawn) == sum(copies)
        allowed = {tuple(sorted(c.name for c in three)) for three in combinations(drawn, min(3, len(drawn)))}
        legal = SIM.legal_moves(state)
        assert sorted(tuple(sorted(c.name for c in m.kept)) for m in legal) == sorted(allowed)
        foreign = LcgPlayCard(0, "Objective 0", "objective")
        for size in range(5):
            for cards in product([*dict.fromkeys(drawn), foreign], repeat=size):
                fits = foreign not in cards and tuple(sorted(c.name for c in cards)) in allowed
                assert (SIM.why_not(state, KeepObjectives(cards)) is None) == fits
        pick = SIM.pick(state)
        assert pick is not None
        assert pick.move(pick.cards[: pick.most]) in legal
        assert event["drawn"] == [card.name for card in drawn]


def test_a_shuffle_is_any_order_of_hand_and_deck_and_nothing_else() -> None:
    cards = [entry(made(name, "Unit", cost=1)) for name in "ABC"]
    deck = play_deck(*(entry(objective(n)) for n in range(4)), *cards)
    state = deal(SIM, (deck, None), RandomState(6)).start
    for n in range(4):
        state, _ = SIM.make(state, SIM.legal_moves(state)[-1 if n == 3 else 0])
    assert SIM.mover(state) == "chance"
    for order in permutations(deck.cards):
        assert SIM.why_not(state, Reshuffle(order)) is None
        after, event = SIM.make(state, Reshuffle(order))
        assert [card.name for card in seat_of(SIM, after, "dark").hand] == event["cards"]
    a, b, _ = deck.cards
    foreign = replace(deck.cards[2], name="Z")
    for wrong in ((), (a, b), (a, b, b), (a, b, foreign), (*deck.cards, a)):
        assert SIM.why_not(state, Reshuffle(wrong)) is not None
    many = {
        event["library"][0]
        for event in (SIM.make(state, SIM.chance(state, RandomState(n))[0])[1] for n in range(40))
    }
    assert many == {"A", "B", "C"}


def test_only_the_move_that_is_due_is_allowed() -> None:
    game = next(random_games(1, seed=2))
    state: LcgSetupState = game.dealt.start
    moves = []
    for event in game.played.events:
        moves.append(move_of(state, event))
        assert SIM.why_not(state, moves[-1]) is None
        for move in moves[:-1]:
            if type(move) is not type(moves[-1]):
                assert SIM.why_not(state, move) is not None
        state, _ = SIM.make(state, moves[-1])
    assert SIM.mover(state) == OVER
    assert SIM.legal_moves(state) == []
    with pytest.raises(IllegalMoveError):
        make_legal(SIM, state, moves[0])


def test_a_move_taken_back_and_made_again_draws_the_same() -> None:
    for game in random_games(20, seed=77):
        state, random_state = game.dealt.start, game.dealt.random_state
        for event in game.played.events:
            move = move_of(state, event)
            if SIM.mover(state) == "chance":
                again, random_state = SIM.chance(state, random_state)
                assert again == move
            before = repr(state)
            once, told = SIM.make(state, move)
            assert SIM.make(state, move) == (once, told)
            assert repr(state) == before
            state = once


def test_the_same_seed_is_the_same_game_also_from_another_process() -> None:
    rng = random.Random(4)
    decks = (random_deck(rng), random_deck(rng, "light"))
    for name in POLICIES:
        first = play_game(decks, (name, name), random_state_of_game(9, 0, 300))
        again = play_game(decks, (name, name), random_state_of_game(9, 0, 300))
        assert first.document() == again.document()
        bare = [replace(deck, entries=()) for deck in first.seats if deck is not None]
        copies: Any = pickle.loads(pickle.dumps(bare))
        dealt = deal(SIM, copies, random_state_of_game(9, 0, 300))
        played = play(SIM, dealt, make_policies(SIM, copies, (name, name), random_state_of_game(9, 0, 300)))
        assert json.dumps(played.events) == json.dumps(first.played.events)


# -- hypothesis -----------------------------------------------------------------------------------


@given(st.integers(0, 2**32), st.sampled_from(POLICIES), st.integers(0, 2**60))
@settings(max_examples=60)
def test_any_deck_can_be_played(seed: int, policy: str, random_state: int) -> None:
    deck = random_deck(random.Random(seed))
    check_game(play_game((deck, None), (policy, None), RandomState(random_state)), turns=12)


def source_cards() -> st.SearchStrategy[list[Source]]:
    one = st.builds(
        lambda resources, affiliation, focus: Source(
            LcgPlayCard(0, "s", "objective", affiliation=affiliation, resources=resources), focus
        ),
        st.integers(0, 3),
        st.sampled_from(DARK_AFFILIATIONS),
        st.sampled_from([0, 0, 0, 1]),
    )
    return st.lists(one, max_size=5)


@given(source_cards(), st.integers(0, 6), st.sampled_from(DARK_AFFILIATIONS))
@settings(max_examples=100)
def test_a_card_is_paid_whenever_it_can_be_with_the_fewest_second_tokens(
    sources: list[Source], cost: int, affiliation: str
) -> None:
    """Against every way to spread tokens over cards."""
    card = LcgPlayCard(0, "c", "unit", cost=cost, affiliation=affiliation)

    def is_payment(tokens: Sequence[int]) -> bool:
        fits = all(t <= (0 if s.focus else s.card.resources) for t, s in zip(tokens, sources, strict=True))
        match = (
            cost == 0
            or affiliation == "Neutral"
            or any(t and s.card.affiliation == affiliation for t, s in zip(tokens, sources, strict=True))
        )
        return fits and match and sum(tokens) == cost

    ways = [way for way in product(range(4), repeat=len(sources)) if is_payment(way)]
    found = payment(card, sources)
    assert (found is not None) == bool(ways)
    if found is not None:
        assert is_payment(found)
        assert sum(max(0, t - 1) for t in found) == min(sum(max(0, t - 1) for t in way) for way in ways)


# -- exact odds -----------------------------------------------------------------------------------


def share(figures: Iterable[bool]) -> tuple[float, int]:
    values = list(figures)
    return sum(values) / len(values), len(values)


def assert_share(found: tuple[float, int], exact: float) -> None:
    """Within four standard errors; the seeds are fixed."""
    value, games = found
    assert abs(value - exact) <= 4 * sqrt(exact * (1 - exact) / games) + 1e-12, (value, exact)


def fish(deck: PlayDeck, policy: str, games: int, seed: int) -> list[tuple[Played, Mapping[str, Any]]]:
    found = []
    for random_state in random_states(seed, 0, 0, games):
        dealt = deal(SIM, (deck, None), random_state)
        played = play(SIM, dealt, make_policies(SIM, (deck, None), (policy, None), random_state))
        found.append((played, SIM.figures(played.final, "dark")))
    return found


def test_the_best_objective_is_in_play_as_often_as_it_is_drawn() -> None:
    """One objective of ten has more resources: it is kept whenever it is among the four drawn."""
    deck = play_deck(
        entry(made("Sith", "Affiliation", affiliation="Sith", resources=1)),
        *(entry(objective(n)) for n in range(9)),
        entry(objective(9, resources=3)),
        entry(made("Unit", "Unit", cost=6), 20),
    )
    for policy, exact in (("greedy", 4 / 10), ("planner", 4 / 10), ("random", 3 / 10)):
        games = fish(deck, policy, ODDS_GAMES, seed=12)
        assert_share(share(figures["resources"] == 6 for _, figures in games), exact)


def odds_deck() -> PlayDeck:
    """40 command cards; with 4 resources of which none is Imperial, 7 units can be paid."""
    return play_deck(
        entry(made("Sith", "Affiliation", affiliation="Sith", resources=1)),
        *(entry(objective(n, affiliation="Sith")) for n in range(10)),
        entry(made("Cheap", "Unit", cost=2, affiliation="Sith"), 4),
        entry(made("Fair", "Unit", cost=4), 3),
        entry(made("Dear", "Unit", cost=5), 10),
        entry(made("Foreign", "Unit", cost=1, affiliation="Imperial Navy"), 10),
        entry(made("Tool", "Enhancement", cost=1), 5),
        entry(made("Trick", "Event", cost=0), 8),
    )


def test_greedy_redraws_a_hand_without_a_unit_and_only_then() -> None:
    none = comb(33, 6) / comb(40, 6)
    games = fish(odds_deck(), "greedy", ODDS_GAMES, seed=3)
    assert_share(share(figures["mulligan"] for _, figures in games), none)
    assert_share(share(figures["no_payable_unit"] for _, figures in games), none**2)


def test_planner_redraws_a_hand_below_the_average() -> None:
    """Six cards have 6 * 7 / 40 = 1.05 payable units on average, so a hand of one is redrawn."""
    chance = [comb(7, k) * comb(33, 6 - k) / comb(40, 6) for k in range(7)]
    few = chance[0] + chance[1]
    games = fish(odds_deck(), "planner", ODDS_GAMES, seed=4)
    assert_share(share(figures["mulligan"] for _, figures in games), few)
    two = chance[2] + few * chance[2]
    assert_share(share(figures["payable_units"] == 2 for _, figures in games), two)


def test_planner_keeps_a_hand_that_is_just_average() -> None:
    """Six of twelve cards have one of two payable units on average; only none is too few."""
    deck = play_deck(
        entry(objective(0, 2)),
        entry(made("Cheap", "Unit", cost=2), 2),
        entry(made("Trick", "Event", cost=0), 10),
    )
    games = fish(deck, "planner", ODDS_GAMES, seed=5)
    assert_share(share(figures["mulligan"] for _, figures in games), comb(10, 6) / comb(12, 6))


def test_random_keeps_every_hand_as_often_as_not() -> None:
    games = fish(odds_deck(), "random", ODDS_GAMES, seed=6)
    assert_share(share(figures["mulligan"] for _, figures in games), 1 / 2)


def test_the_planner_takes_objectives_that_pay_for_its_own_cards() -> None:
    """Greedy counts resources; the planner sees that its units need an Imperial objective."""
    deck = play_deck(
        entry(made("Sith", "Affiliation", affiliation="Sith", resources=1)),
        *(entry(objective(n, 2, affiliation="Sith")) for n in range(3)),
        entry(objective(3, 1, affiliation="Imperial Navy")),
        entry(made("Trooper", "Unit", cost=2, affiliation="Imperial Navy"), 10),
    )
    for policy, resources in (("greedy", 7), ("planner", 6)):
        games = fish(deck, policy, 5, seed=1)
        assert {figures["resources"] for _, figures in games} == {resources}


# -- turns ----------------------------------------------------------------------------------------


def first_turns(number: int, *entries: DeckEntry) -> list[Any]:
    deck = play_deck(*entries)
    dealt = deal(SIM, (deck, None), RandomState(2))
    played = play(SIM, dealt, make_policies(SIM, (deck, None), ("greedy", None), RandomState(2)))
    return SIM.turns(played.final, "dark", number, played.random_state)


def test_a_card_with_two_tokens_stays_exhausted_for_a_turn() -> None:
    """An objective that gives 3 at once is ready again in the fourth turn: one token a refresh."""
    turns = first_turns(
        5,
        entry(objective(0, 3, affiliation="Sith")),
        entry(made("Walker", "Unit", cost=3, affiliation="Sith"), 20),
    )
    assert [turn.figures["spent"] for turn in turns] == [3, 0, 0, 3, 0]
    assert turns[1].events[0]["exhausted"] == ["Objective 0"]


def test_a_unique_card_is_deployed_once_and_its_copies_are_discarded() -> None:
    turns = first_turns(6, entry(objective(0)), entry(made("Vader", "Unit", cost=0, unique=True), 8))
    assert [turn.figures["units"] for turn in turns] == [1] * 6
    assert [turn.figures["library"] for turn in turns] == [2, 0, 0, 0, 0, 0]
    assert [turn.figures["out_of_cards"] for turn in turns] == [False] + [False] + [True] * 4


def test_what_is_deployed_gives_its_resources_at_once() -> None:
    turns = first_turns(
        1,
        entry(objective(0, 1)),
        entry(made("Mine", "Enhancement", cost=1, resources=2), 3),
        entry(made("Droid", "Unit", cost=2), 3),
    )
    deployed = [event["card"] for event in turns[0].events if event["action"] == "deploy"]
    assert deployed == ["Mine", "Droid"]
    assert turns[0].figures["resources"] == 1
    assert turns[0].figures["spent"] == 3


# -- decks ----------------------------------------------------------------------------------------


def test_a_list_of_objectives_is_played_with_the_cards_of_its_sets(swlcg: Pool) -> None:
    numbers = (1, 2, 3, 4, 5, 6, 8, 9, 10, 11)
    objectives = [c for c in swlcg.cards if c.facts.get("objective_set") in numbers and c.type == "Objective"]
    short = swlcg.deck([swlcg.entry("Jedi"), *(swlcg.entry(o) for o in objectives)])
    asked = []

    def find(title: str) -> tuple[Card, ...]:
        asked.append(title)
        return tuple(c for c in swlcg.cards if c.name == title)

    whole = LCG.lists.whole(short, find)
    in_list = {e.name: e.quantity for e in in_full(swlcg, short).entries}
    assert {e.name: e.quantity for e in whole.entries} == in_list
    assert judged(whole).verdict == "legal"
    assert LCG.lists.whole(whole, find) is whole
    assert set(asked) == {title for o in objectives for title in o.facts["command_cards"]}
    deck = SIM.make_deck(whole, EDITION)
    assert (len(deck.piles["library"]), deck.side) == (50, "light")
    (note,) = deck.notes
    assert note.startswith("without a fixed cost, so never deployed: Unit 1, Tool 1")
    assert [e.name for e in deck.entries] == [card.name for card in deck.cards]
    # Without a catalogue at hand the titles are drawn all the same.
    bare = SIM.make_deck(short, EDITION)
    assert Counter(c.name for c in bare.piles["library"]) == Counter(c.name for c in deck.piles["library"])
    assert bare.notes == ("unknown, so drawn and never played: 50 command cards",)


def test_of_several_cards_with_one_title_the_one_of_the_set_is_played() -> None:
    """Luke Skywalker costs 4 in one objective set and 0 in another one."""
    goal = made("Goal", "Objective", objective_set=2, command_cards=["Luke"] * 2 + ["Yoda"] * 3)
    lukes = [
        replace(
            lcg_card(name, "Unit", "light", [Printing("Luke", "made", number, None, None)]),
            base_name="Luke",
            cost=cost,
        )
        for name, number, cost in (("Luke", "1-2", 4), ("Luke (second)", "2-3", 0))
    ]
    whole = LCG.lists.whole(deck_of([entry(goal, 2)]), lambda title: lukes if title == "Luke" else ())
    assert [(e.name, e.quantity, e.card) for e in whole.entries[1:]] == [
        ("Luke (second)", 4, lukes[1]),
        ("Yoda", 6, None),
    ]
    judged_again = judged(replace(whole, entries=whole.entries[:2]))
    lacking = [i.details["missing"] for i in judged_again.issues if "missing" in i.details]
    assert lacking == [{"Yoda": 6}]
    deck = SIM.make_deck(whole, EDITION)
    assert [(card.name, card.cost) for card in deck.cards] == [("Luke (second)", 0), ("Yoda", None)]


def test_cards_that_a_list_calls_the_same_are_told_apart() -> None:
    """A log names cards, so no two different ones may share a name."""
    cards = [
        made("Luke", "Unit", cost=4),
        made("Luke (other)", "Unit", cost=0),
        made("Luke (third)", "Unit", cost=0),
    ]
    entries = [DeckEntry(2, "Luke", "Command Deck", n, card) for n, card in enumerate(cards)]
    deck = play_deck(entry(objective(1)), *entries)
    assert [card.name for card in deck.cards] == ["Luke", "Luke (other)", "Luke (third)"]
    again = [DeckEntry(1, "Luke", "Command Deck", 4, cards[0])]
    same = play_deck(entry(objective(1)), entries[0], *again)
    assert len(same.cards) == 1
    assert len(same.piles["library"]) == 3


def notes_of(*entries: DeckEntry) -> str:
    return "; ".join(play_deck(*entries).notes)


def test_what_is_not_as_it_should_be_is_noted() -> None:
    goal = made("Goal", "Objective", command_cards=["A", "A", "B", "C", "D"])
    a, extra = made("A", "Unit", cost=1), made("X", "Event", cost=1)
    notes = notes_of(entry(goal), entry(a), entry(extra))
    assert "lacks 4 command cards of its objective sets: played as listed" in notes
    assert "has 1 command card more than its objective sets" in notes
    assert "no known affiliation card" in notes
    assert "1 objective set, fewer than 10" in notes
    assert "the command cards of these objectives are not known: Objective 1" in notes_of(entry(objective(1)))
    two = [entry(made(name, "Affiliation", affiliation=name)) for name in ("Sith", "Jedi")]
    assert "2 affiliation cards: the first one is played" in notes_of(*two)
    assert "without a fixed cost, so never deployed: Odd" in notes_of(entry(made("Odd", "Unit")))
    unread = replace(deck_of([]), unread=(UnreadEntry(1, "?", "?"),))
    assert "1 line could not be read" in "; ".join(SIM.make_deck(unread, EDITION).notes)
    assert SIM.make_deck(deck_of([]), EDITION).side is None


def test_unknown_cards_are_drawn_and_never_played() -> None:
    deck = deck_of(
        [entry("Whatever", 8), entry("Some goal", 5, "Objective Deck"), entry("Aff", 1, "Affiliation")]
    )
    for policy in POLICIES:
        game = play_game((deck, None), (policy, None), RandomState(5))
        ends = check_game(game)
        assert ends["dark"].hand == ["Whatever"] * 6
        assert ends["dark"].affiliation == "Aff"
    assert "unknown, so drawn and never played" in game.seats[0].notes[-1]  # type: ignore[union-attr]


@pytest.mark.parametrize("policy", POLICIES)
def test_empty_and_tiny_decks_are_played_to_the_end(policy: str) -> None:
    few = [entry(made("Unit", "Unit", cost=0), 2)]
    goals = [entry(objective(n)) for n in range(2)]
    for entries in ([], few, goals, [*few, *goals]):
        game = play_game((None, deck_of(entries)), (None, policy), RandomState(1))
        ends = check_game(game)
        assert len(ends["light"].hand) == sum(e.quantity for e in few) * (few[0] in entries)
        assert board_lines(SIM, game.played.final, "light")
    assert SIM.mover(SIM.start((None, None), (None, None))) == OVER


def test_who_plays_dark() -> None:
    def of_side(side: str) -> PlayDeck:
        return play_deck(entry(made("A", "Affiliation", side), 1))

    dark, light, none = of_side("dark"), of_side("light"), play_deck()
    assert SIM.players == ("dark", "light")
    assert [SIM.first_seat([deck])[0] for deck in (dark, light, none)] == [0, 1, 0]
    for decks, seat in (((dark, light), 0), ((light, dark), 1), ((none, light), 0), ((none, dark), 1)):
        assert SIM.first_seat(decks) == (seat, None)
    for pair, words in (
        ((dark, dark), "Dark side"),
        ((light, light), "Light side"),
        ((none, none), "no side"),
    ):
        seat, note = SIM.first_seat(pair)
        assert seat == 0
        assert note is not None
        assert words in note


def test_an_unknown_edition_or_policy_is_told() -> None:
    with pytest.raises(UnknownEditionError):
        SIM.make_deck(deck_of([]), "printed-2004")
    with pytest.raises(UnknownPolicyError):
        SIM.policy("clever", play_deck(), RandomWords(1))


# -- words ----------------------------------------------------------------------------------------


def test_everything_is_told_in_words_within_eighty_columns() -> None:
    for game in random_games(20, seed=15):
        state = game.dealt.start
        for event in game.played.events:
            assert SIM.texts.event_line(event)
            assert all(SIM.texts.describe(state, move) for move in SIM.legal_moves(state))
            for name, deck in zip(SIM.players, game.seats, strict=True):
                if deck is not None:
                    lines = board_lines(SIM, state, name)
                    assert max(map(len, lines)) <= 80
            state, _ = SIM.make(state, move_of(state, event))
        for name, deck in zip(SIM.players, game.seats, strict=True):
            if deck is not None:
                figures = SIM.figures(state, name)
                assert set(figures) <= set(SIM.shown.labels)
                assert all(type(value) in (bool, int) for value in figures.values())
                assert seat_of(SIM, state, name).hand == state.player(name).hand
                for turn in SIM.turns(state, name, 3, game.played.random_state):
                    assert set(turn.figures) <= set(SIM.shown.labels)
                    assert all(SIM.texts.event_line(event) for event in turn.events)


def test_the_opponent_sees_neither_hand_nor_objectives_before_they_are_revealed() -> None:
    deck = play_deck(*(entry(objective(n)) for n in range(4)), entry(made("Spy", "Unit", cost=1), 9))
    state = deal(SIM, (deck, None), RandomState(4)).start
    while SIM.mover(state) != OVER:
        shown = "\n".join(board_lines(SIM, state, "dark", hand=False))
        assert "Spy" not in shown
        assert "Objective" not in shown
        state, event = SIM.make(state, SIM.legal_moves(state)[0])
        public = {k: v for k, v in event.items() if k not in SIM.texts.secret}
        assert "Spy" not in str(public)
        assert ("Objective" in str(public)) == (event["action"] == "reveal")
    assert "Objective" in "\n".join(board_lines(SIM, state, "dark", hand=False))


def test_a_new_hand_is_one_decision() -> None:
    state = deal(SIM, (play_deck(), None), RandomState(4)).start
    for _ in range(3):
        state, _ = SIM.make(state, SIM.legal_moves(state)[0])
    assert SIM.legal_moves(state) == [Redraw(redraw=False), Redraw(redraw=True)]
    assert SIM.pick(state) is None


def test_judging_decks_does_not_bring_in_the_simulator() -> None:
    code = (
        "import sys, deckcheck.games.swlcg as g; g.GAME; "
        "print([m for m in sys.modules if 'simulator' in m or m.startswith('numpy')])"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
