"""Destiny's setup and rounds, judged by an independent referee and by exact probabilities."""

import pickle
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import comb, sqrt
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from db.cards.card import Card
from deckcheck.deck import Deck, DeckEntry
from deckcheck.errors import UnknownEditionError, UnknownPolicyError
from deckcheck.games import get_game, get_simulator
from deckcheck.games.destiny.setup.cards import make_play_deck
from deckcheck.games.destiny.setup.dice import face_value, is_face, read_face
from deckcheck.games.destiny.setup.rounds import gain_of
from deckcheck.games.destiny.setup.state import (
    BATTLEFIELD,
    MULLIGAN,
    SHIELDS,
    ChooseBattlefield,
    DestinyMulligan,
    ShareShields,
)
from deckcheck.games.destiny.simulator import DestinySimulator
from deckcheck.simulators.moves import Reshuffle
from deckcheck.simulators.playing import Dealt, Played, deal, make_policies, play
from deckcheck.simulators.random_state import RandomState
from deckcheck.simulators.simulator import CHANCE, OVER, POLICIES, PlayDeck, Simulator, State
from deckcheck.simulators.texts import board_lines
from tests.amounts import amount
from tests.deckcheck.games.destiny.destiny_referee import (
    Fact,
    FoulError,
    RoundReferee,
    Seat,
    SetupReferee,
    number_above,
)
from tests.deckcheck.games.destiny.exact_dice import roll_mean, roll_odds, win_odds
from tests.deckcheck.simulators.random_states import random_state_of_game
from tests.deckcheck.simulators.replaying import IllegalEventError, move_of, piles_of, replay
from tests.deckcheck.sister_decks import Pool, unknown

GAMES = amount(100, 5_000)
ROUNDS = 6
DESTINY: Simulator = DestinySimulator()
PLAYERS = DESTINY.players

Decks = Sequence[PlayDeck | None]


def play_deck(deck: Deck) -> PlayDeck:
    return DESTINY.make_deck(deck, "printed-2016")


def dice_of(card: Card) -> range:
    """The numbers of dice for which a character has a value, up to an elite one."""
    return range(1, 1 + min(2, len(str(card.facts["points"]).split("/"))))


def random_deck(pool: Pool, chance: Random) -> Deck:
    """A deck of anything: no affiliation, no points, any size, perhaps without a battlefield."""
    characters = [card for card in pool.cards if card.type == "Character"]
    draw = [c for c in pool.cards if c.type in ("Event", "Upgrade", "Support", "Downgrade")]
    fields = [card for card in pool.cards if card.type == "Battlefield"]
    team = [
        pool.entry(card, copies := chance.choice((1, 1, 2)), dice=copies * chance.choice(dice_of(card)))
        for card in chance.sample(characters, chance.choice((0, 1, 2, 2, 2, 3, 4)))
    ]
    cards = chance.sample(draw, chance.choice((0, 1, 3, 15, 15, 15, 20)))
    entries = [*team, *(pool.entry(card, chance.choice((1, 2, 2))) for card in cards)]
    entries += [pool.entry(card) for card in chance.sample(fields, chance.choice((0, 1, 1, 1, 1)))]
    if not chance.randrange(8):
        entries.append(unknown("Deck", 2))
    return pool.deck(entries)


def faces_of(card: Card | None) -> list[str]:
    """The faces of a card's die, straight from the facts."""
    return [] if card is None else [str(face) for face in card.facts.get("sides") or ()]


def seat_of(deck: Deck, names: Sequence[str]) -> Seat:
    """What the referee is told: names, faces of the catalogue, the battlefield."""
    dice, team, battlefield = [], 0, None
    for entry in deck.entries:
        kind = entry.card.type if entry.card else ""
        if kind == "Character":
            team += entry.quantity
            dice += [faces_of(entry.card)] * (entry.dice or 0 if faces_of(entry.card) else 0)
        elif kind == "Battlefield" and battlefield is None:
            battlefield = entry.name
    return Seat(list(names), dice, battlefield, team)


def library_names(dealt: Dealt, seat: int) -> list[str]:
    pile = dealt.piles[seat]
    assert pile is not None
    return [card.name for card in pile["library"]]


def played(decks: Decks, policies: Sequence[str | None], random_state: RandomState) -> tuple[Dealt, Played]:
    dealt = deal(DESTINY, decks, random_state)
    return dealt, play(DESTINY, dealt, make_policies(DESTINY, decks, policies, random_state))


Game = tuple[dict[str, Deck], list[PlayDeck | None], Dealt, Played]


def random_games(pool: Pool, number: int) -> Iterator[Game]:
    """Games of random decks and policies, one in five alone in either seat."""
    chance = Random(20161116)
    for game in range(number):
        decks = [random_deck(pool, chance) for _ in PLAYERS]
        sits = chance.choice(((True, True),) * 8 + ((True, False), (False, True)))
        seats = [play_deck(d) if here else None for d, here in zip(decks, sits, strict=True)]
        policies = [chance.choice(POLICIES) for _ in PLAYERS]
        dealt, result = played(seats, policies, random_state_of_game(5, 1, game))
        known = {p: d for p, d, here in zip(PLAYERS, decks, sits, strict=True) if here}
        yield known, seats, dealt, result


@pytest.fixture(scope="module")
def games(destiny: Pool) -> list[Game]:
    return list(random_games(destiny, GAMES))


def seats_for(known: Mapping[str, Deck], dealt: Dealt) -> dict[str, Seat]:
    return {name: seat_of(deck, library_names(dealt, PLAYERS.index(name))) for name, deck in known.items()}


# -- the referee ----------------------------------------------------------------------------------


def test_the_referee_passes_every_setup_and_ends_with_the_same(games: list[Game]) -> None:
    judge_setups(games)


def judge_setups(games: Iterable[Game]) -> None:
    for known, _, dealt, result in games:
        seats = seats_for(known, dealt)
        referee = SetupReferee(result.events, seats)
        referee.judge()
        for name, seat in seats.items():
            found = DESTINY.result(result.final, name)
            assert sorted(found["hand"]) == sorted(seat.hand)
            assert found["library"] == len(seat.library)
            assert (found["resources"], found["roll"]) == (2, seat.total)
            assert found["rerolls"] == referee.ties
            used = referee.battlefield
            assert found["battlefield"] == (used and used[1])
            assert found["own_battlefield"] == bool(used and used[0] == name)
            shields = referee.shields[name] or [0] * seat.team
            assert [member["shields"] for member in found["team"]] == shields
            assert sum(member["dice"] for member in found["team"]) == len(seat.dice)


def test_the_games_meet_every_kind_of_event(games: list[Game]) -> None:
    kinds = Counter(event["action"] for *_, result in games for event in result.events)
    wanted = {"draw-hand", "mulligan", "reshuffle", "resources", "roll", "lot", "battlefield"}
    assert kinds.keys() == wanted | {"shields"}
    assert any(not seats[0] for _, seats, _, _ in games)
    assert any(not seats[1] for _, seats, _, _ in games)


def changed(event: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yields the event with each of its keys altered, and without it."""
    for key, value in event.items():
        yield {k: v for k, v in event.items() if k != key}
        if isinstance(value, list):
            yield {**event, key: [*value, "Nobody"]}
            if value:
                yield {**event, key: value[1:]}
                yield {**event, key: value[:-1]}
                yield {**event, key: [*value, value[0]]}
                yield {**event, key: [*value[:-1], "Nobody"]}
        elif isinstance(value, int):
            yield {**event, key: value + 1}
        elif key in ("player", "of"):
            yield {**event, key: "nobody"}
            if event["action"] not in ("battlefield", "lot"):
                yield {**event, key: PLAYERS[1 - PLAYERS.index(value)]}
        else:
            yield {**event, key: "something else"}


def test_a_log_replays_and_a_changed_one_does_not(games: list[Game]) -> None:
    for _, _, dealt, result in games[:50]:
        events = list(result.events)
        assert replay(DESTINY, dealt.start, events) == result.final
        for place, event in enumerate(events):
            before, after = events[:place], events[place + 1 :]
            for other in changed(event):
                with pytest.raises(IllegalEventError):
                    replay(DESTINY, dealt.start, [*before, other, *after])
            if after:
                with pytest.raises(IllegalEventError):
                    replay(DESTINY, dealt.start, [*before, *after])
        with pytest.raises(IllegalEventError):
            replay(DESTINY, dealt.start, [*events, events[-1]])


def test_the_referee_refuses_changed_logs_too(games: list[Game]) -> None:
    for known, _, dealt, result in games[:30]:
        events = list(result.events)
        for place, event in enumerate(events):
            for other in changed(event):
                log = [*events[:place], other, *events[place + 1 :]]
                with pytest.raises((FoulError, LookupError, TypeError, ValueError)):
                    SetupReferee(log, seats_for(known, dealt)).judge()


def test_piles_can_be_laid_again_by_their_names(games: list[Game]) -> None:
    for _, seats, dealt, result in games[:50]:
        again = [
            None if deck is None else piles_of(deck, {"library": library_names(dealt, place)})
            for place, deck in enumerate(seats)
        ]
        assert replay(DESTINY, DESTINY.start(seats, again), result.events) == result.final


# -- moves ----------------------------------------------------------------------------------------


def states(dealt: Dealt, events: Sequence[Mapping[str, Any]]) -> Iterator[State]:
    state = dealt.start
    for event in events:
        yield state
        state, _ = DESTINY.make(state, move_of(state, event))


def test_just_the_moves_that_brute_force_finds_are_offered(games: list[Game]) -> None:
    for _, _, dealt, result in games[:60]:
        for state in states(dealt, result.events):
            moves = DESTINY.legal_moves(state)
            assert (DESTINY.mover(state) == CHANCE) == (not moves)
            assert all(DESTINY.why_not(state, move) is None for move in moves)
            assert len(set(map(repr, moves))) == len(moves)
            if state.phase == MULLIGAN:
                hand = state.due.hand
                ways = {
                    tuple(sorted(c.number for c, on in zip(hand, mask, strict=True) if on))
                    for mask in product((0, 1), repeat=len(hand))
                }
                assert {tuple(c.number for c in move.cards) for move in moves} == ways
            if state.phase == SHIELDS:
                ways = {way for way in product(range(4), repeat=len(state.due.laid.team)) if sum(way) == 2}
                assert {move.shields for move in moves} == ways
                for way in product(range(-1, 5), repeat=min(3, len(state.due.laid.team))):
                    legal = DESTINY.why_not(state, ShareShields(way)) is None
                    assert legal == (way in ways)
            if state.phase == BATTLEFIELD:
                have = [n for n in (0, 1) if state.players[n].laid.battlefield]
                assert [move.seat for move in moves] == have
                for n in (0, 1):
                    assert (DESTINY.why_not(state, ChooseBattlefield(n)) is None) == (n in have)


def test_no_card_is_won_or_lost_by_shuffling(destiny: Pool) -> None:
    names = [f"Card {n}" for n in range(8)]
    start = deal(
        DESTINY, (play_deck(destiny.deck([entry(made_up(n)) for n in names])), None), RandomState(1)
    ).start
    state, _ = DESTINY.make(start, DESTINY.chance(start, RandomState(1))[0])
    first = state.due.hand[0]
    assert DESTINY.why_not(state, DestinyMulligan((first, first))) == "the hand has no such cards"
    assert DESTINY.why_not(state, Reshuffle(state.due.library)) is not None
    state, _ = DESTINY.make(state, DestinyMulligan((first,)))
    library = state.due.library
    assert DESTINY.why_not(state, Reshuffle(library[::-1])) is None
    for wrong in (library[1:], library[:-1], (*library, first), (*library[:-1], library[0])):
        assert DESTINY.why_not(state, Reshuffle(wrong)) is not None


def test_moves_leave_old_states_alone_and_the_same_random_numbers_play_the_same(destiny: Pool) -> None:
    chance = Random(3)
    for game in range(20):
        decks = [play_deck(random_deck(destiny, chance)) for _ in PLAYERS]
        random_state = random_state_of_game(9, 0, game)
        first = played(decks, ("random", "planner"), random_state)
        packed = pickle.dumps([replace(deck, entries=()) for deck in decks])
        copies = pickle.loads(packed)
        assert played(copies, ("random", "planner"), random_state) == first
        seen = list(states(first[0], first[1].events))
        kept = [repr(state) for state in seen]
        for state in seen:
            for move in DESTINY.legal_moves(state):
                DESTINY.make(state, move)
            if DESTINY.mover(state) == CHANCE:
                assert DESTINY.chance(state, random_state) == DESTINY.chance(state, random_state)
        assert [repr(state) for state in seen] == kept


def test_a_human_picks_cards_of_the_hand(games: list[Game]) -> None:
    for _, _, dealt, result in games[:20]:
        for state in states(dealt, result.events):
            pick = DESTINY.pick(state)
            assert (pick is not None) == (state.phase == MULLIGAN)
            if pick is not None:
                assert pick.cards == state.due.hand
                assert DESTINY.why_not(state, pick.move(pick.cards[:2])) is None


def test_words_fit_a_terminal_and_cover_all(games: list[Game]) -> None:
    for known, _, dealt, result in games[:60]:
        for state, event in zip(states(dealt, result.events), result.events, strict=True):
            line = DESTINY.texts.event_line(event)
            assert line
            assert "\n" not in line
            assert DESTINY.texts.describe(state, move_of(state, event))
            for name in known:
                hidden = board_lines(DESTINY, state, name, hand=False)
                board = board_lines(DESTINY, state, name)
                assert board[: len(hidden)] == hidden
                assert all(len(text) <= 80 for text in board)
        assert DESTINY.mover(result.final) == OVER
        assert DESTINY.legal_moves(result.final) == []
        assert DESTINY.why_not(result.final, DestinyMulligan(())) == "the setup is over"


# -- policies -------------------------------------------------------------------------------------


def cheap_hand(names: Sequence[str], deck: Deck) -> Counter[str]:
    """What the planner keeps, worked out anew from the catalogue."""
    cards = {entry.name: entry.card for entry in deck.entries}
    colours = {"gray"} | {
        str(e.card.facts["faction"]) for e in deck.entries if e.card and e.card.type == "Character"
    }
    order = {name: place for place, name in enumerate(cards)}
    kept: Counter[str] = Counter()
    spent = 0
    for name in sorted(names, key=lambda n: (cost_of(cards[n]) or 0, order[n])):
        card, cost = cards[name], cost_of(cards[name])
        if card is None or cost is None or card.facts["faction"] not in colours:
            continue
        if spent + cost <= 4 and not (card.facts.get("unique") and kept[name]):
            kept[name] += 1
            spent += cost
    return kept


def cost_of(card: Card | None) -> int | None:
    return card.cost if card and isinstance(card.cost, int) else None


@pytest.mark.parametrize("policy", ["greedy", "planner"])
def test_policies_do_what_they_say(destiny: Pool, policy: str) -> None:
    chance = Random(11)
    seen: Counter[str] = Counter()
    for game in range(100):
        lists = [random_deck(destiny, chance) for _ in PLAYERS]
        decks = [play_deck(deck) for deck in lists]
        _, result = played(decks, (policy, policy), random_state_of_game(2, 2, game))
        hands = {e["player"]: e["cards"] for e in result.events if e["action"] == "draw-hand"}
        by_player = dict(zip(PLAYERS, lists, strict=True))
        for event in result.events:
            player = event["player"]
            deck = by_player[player]
            seen[event["action"]] += 1
            if event["action"] == "mulligan":
                kept = Counter(hands[player]) - Counter(event["returned"])
                if policy == "planner":
                    assert kept == cheap_hand(hands[player], deck)
                    continue
                costs = {entry.name: cost_of(entry.card) for entry in deck.entries}
                for name in hands[player]:
                    cost = costs[name]
                    assert (name in kept) == (cost is not None and cost <= 2)
            elif event["action"] == "battlefield":
                other = PLAYERS[1 - PLAYERS.index(player)]
                want = player if policy == "planner" else other
                has = any(e.card and e.card.type == "Battlefield" for e in by_player[want].entries)
                assert (event["of"] == want) == has
            elif event["action"] == "shields":
                team = [
                    (e.dice or 0) // e.quantity
                    for e in deck.entries
                    if e.card and e.card.type == "Character"
                    for _ in range(e.quantity)
                ]
                place = event["shields"].index(2)
                assert place == 0 if policy == "greedy" else team[place] == max(team)
    assert min(seen["mulligan"], seen["battlefield"], seen["shields"]) > 20


def test_other_policies_and_editions_are_refused(destiny: Pool) -> None:
    deck = play_deck(destiny.deck([]))
    with pytest.raises(UnknownPolicyError):
        DESTINY.policy("wise", deck, RandomState(1).words())
    with pytest.raises(UnknownEditionError):
        DESTINY.make_deck(destiny.deck([]), "printed-1999")


# -- dice -----------------------------------------------------------------------------------------


def test_every_face_of_the_catalogue_can_be_read(destiny: Pool) -> None:
    dice = {card.name: faces_of(card) for card in destiny.cards if faces_of(card)}
    assert len(dice) > 400
    assert {name: len(die) for name, die in dice.items() if len(die) != 6} == {}
    for die in dice.values():
        for face in die:
            assert is_face(face), face
            assert face_value(face) == number_above(face)
            assert read_face(face).modifier == face.startswith("+")
    of_characters = {face for c in destiny.cards if c.type == "Character" for face in faces_of(c)}
    assert not [face for face in of_characters if "X" in face or "*" in face]


@pytest.mark.parametrize("text", ["", "two", "2", "MD", "++1MD", "2XX", "-1MD", "Spp", "1 MD"])
def test_what_is_no_face_is_refused(text: str) -> None:
    assert not is_face(text)
    with pytest.raises(ValueError, match="is no face"):
        read_face(text)


def test_every_character_of_the_catalogue_rolls_its_own_faces(destiny: Pool) -> None:
    for card in (card for card in destiny.cards if card.type == "Character"):
        deck = play_deck(destiny.deck([destiny.entry(card, 1, dice=2)]))
        dice = deck.open.dice
        faces = faces_of(card)
        assert [list(die) for die in dice] == ([faces] * 2 if faces else [])
        if not faces:
            assert any(f"none is rolled: {card.name}" in note for note in deck.notes)
            continue
        mean = Fraction(sum(map(number_above, faces)), 6) * 2
        assert roll_mean(dice) == mean
        odds = roll_odds(dice)
        assert sum(odds.values()) == 1
        assert sum(total * chance for total, chance in odds.items()) == mean


def test_odds_of_rolls_are_those_of_counting_all_of_them(destiny: Pool) -> None:
    chance = Random(4)
    dice = [tuple(faces_of(c)) for c in destiny.cards if c.type == "Character" and faces_of(c)]
    for _ in range(20):
        own, other = chance.sample(dice, 2), chance.sample(dice, 2)
        won = lost = 0
        for faces in product(*own, *other):
            mine, theirs = (sum(map(number_above, part)) for part in (faces[:2], faces[2:]))
            won, lost = won + (mine > theirs), lost + (theirs > mine)
        assert win_odds(own, other) == Fraction(won, won + lost)
        totals = Counter(sum(map(number_above, faces)) for faces in product(*own))
        assert roll_odds(own) == {t: Fraction(n, 36) for t, n in sorted(totals.items())}
    assert win_odds([], []) is None


# -- chances --------------------------------------------------------------------------------------


def made_up(name: str, cost: int | None = 1, kind: str = "Event", **facts: Any) -> Card:
    facts = {"faction": "gray", "limit": 2, "unique": 0} | facts
    return Card("destiny", name, name, None, None, "neutral", kind, None, cost, None, None, None, facts=facts)


def entry(card: Card, quantity: int = 1, dice: int | None = None) -> DeckEntry:
    game = get_game("destiny")
    return DeckEntry(quantity, card.name, game.lists.place(card, "Deck"), 1, card, dice=dice)


def test_shares_agree_with_exact_probabilities(destiny: Pool) -> None:
    """Rolls against `win_odds`, hands against counting, the greedy mulligan against its mean."""
    cheap, dear = entry(made_up("Cheap", 0), 15), entry(made_up("Dear", 3), 15)
    teams = (
        [destiny.entry("Rey, Force Prodigy", dice=2), destiny.entry("Finn, First Order Defector", dice=2)],
        [
            destiny.entry("Darth Vader, Sith Lord", dice=1),
            destiny.entry("Captain Phasma, Elite Trooper", dice=1),
        ],
    )
    field = destiny.entry("Starship Graveyard, Jakku")
    decks = [play_deck(destiny.deck([*team, cheap, dear, field])) for team in teams]
    trials = 1500
    wins = five = ties = 0
    kept: list[int] = []
    totals: list[int] = []
    for game in range(trials):
        _, result = played(decks, ("greedy", "random"), random_state_of_game(77, 0, game))
        figures = DESTINY.figures(result.final, "one")
        wins += bool(figures["wins_roll"])
        ties += figures["rerolls"] > 0
        totals.append(int(figures["roll"]))
        first = result.events[0]["cards"]
        five += first.count("Cheap") == 5
        kept.append(DESTINY.result(result.final, "one")["hand"].count("Cheap"))
    own, other = (deck.open.dice for deck in decks)
    chance = win_odds(own, other)
    assert chance is not None
    mine, theirs = roll_odds(own), roll_odds(other)
    tied = sum(p * theirs.get(total, 0) for total, p in mine.items())
    hands = {c: Fraction(comb(15, c) * comb(15, 5 - c), comb(30, 5)) for c in range(6)}
    for hits, exact in ((wins, chance), (ties, tied), (five, hands[5])):
        error = sqrt(float(exact) * (1 - float(exact)) / trials)
        assert abs(hits / trials - float(exact)) < 4 * error
    mean = sum(p * (c + Fraction((5 - c) * (15 - c), 30 - c)) for c, p in hands.items())
    assert close(kept, float(mean))
    assert close(totals, float(roll_mean(own)))


def close(values: Sequence[int], exact: float) -> bool:
    mean = sum(values) / len(values)
    spread = sqrt(sum((value - mean) ** 2 for value in values) / (len(values) - 1))
    return abs(mean - exact) < 4 * spread / sqrt(len(values))


# -- borders --------------------------------------------------------------------------------------


def alone(deck: Deck, seat: int = 0, policy: str = "planner") -> Played:
    decks = [play_deck(deck) if place == seat else None for place in (0, 1)]
    return played(decks, (policy, policy), RandomState(1))[1]


def test_fewer_cards_than_a_hand(destiny: Pool) -> None:
    deck = destiny.deck([entry(made_up("Dear", 6), 2), entry(made_up("Cheap", 0), 1)])
    result = alone(deck)
    actions = [event["action"] for event in result.events]
    assert actions == ["draw-hand", "mulligan", "reshuffle", "resources", "roll"]
    found = DESTINY.result(result.final, "one")
    assert sorted(found["hand"]) == ["Cheap", "Dear", "Dear"]
    assert found["library"] == 0
    assert any("3 cards to draw, not 30" in note for note in play_deck(deck).notes)


@pytest.mark.parametrize("seat", [0, 1])
def test_an_empty_deck_alone(destiny: Pool, seat: int) -> None:
    name = PLAYERS[seat]
    result = alone(destiny.deck([]), seat)
    found = DESTINY.result(result.final, name)
    assert (found["hand"], found["roll"], found["battlefield"], found["team"]) == ([], 0, None, [])
    assert "wins_roll" not in DESTINY.figures(result.final, name)
    turns = DESTINY.turns(result.final, name, 3, RandomState(2))
    assert [turn.figures["resources"] for turn in turns] == [2, 4, 6]
    assert all(turn.figures["out_of_cards"] for turn in turns)


def test_who_can_only_tie_is_chosen_by_lot_and_without_characters_nobody_takes_shields(destiny: Pool) -> None:
    deck = play_deck(destiny.deck([destiny.entry("Starship Graveyard, Jakku")]))
    lots = set()
    for game in range(20):
        _, result = played((deck, deck), ("planner", "planner"), random_state_of_game(1, 1, game))
        actions = [event["action"] for event in result.events]
        assert actions[-4:] == ["roll", "roll", "lot", "battlefield"]
        lots.add(result.events[-2]["player"])
    assert lots == set(PLAYERS)


def test_without_battlefields_nothing_is_chosen(destiny: Pool) -> None:
    rey, vader = (
        play_deck(destiny.deck([destiny.entry(name, dice=1)]))
        for name in ("Rey, Force Prodigy", "Darth Vader, Sith Lord")
    )
    _, result = played((rey, vader), ("greedy", "greedy"), RandomState(3))
    assert result.events[-1]["action"] == "roll"
    assert any("no battlefield" in note for note in rey.notes)


def test_unknown_cards_are_drawn_and_noted_and_unknown_characters_take_shields(destiny: Pool) -> None:
    deck = play_deck(destiny.deck([unknown("Deck", 5), unknown("Team", 1), unknown("Battlefield")]))
    assert {"5 cards are unknown or ambiguous: drawn, never played"} <= set(deck.notes)
    assert any("none is rolled: Nobody knows" in note for note in deck.notes)
    assert [card.kind for card in deck.cards] == ["unknown"]
    _, result = played((deck, deck), ("random", "random"), RandomState(3))
    assert result.events[-1]["shields"] == [2]
    turns = DESTINY.turns(result.final, "one", 2, RandomState(2))
    assert [turn.figures["played"] for turn in turns] == [0, 0]


def test_two_cards_that_the_list_calls_alike_keep_apart(destiny: Pool) -> None:
    old, new = [c for c in destiny.cards if c.base_name == "Millennium Falcon"][:2]
    entries = [destiny.entry(card, 2)._replace(name="Millennium Falcon") for card in (old, new)]
    deck = play_deck(destiny.deck(entries))
    assert [card.name for card in deck.cards] == [old.name, new.name]
    assert len(deck.piles["library"]) == 4


def test_faces_that_cannot_be_read_count_as_blank_and_are_told() -> None:
    odd = made_up("Odd", None, "Character", sides=("1MD", "zap", "-", "-", "-", "-"), points="5")
    deck = make_play_deck(Deck((entry(odd, 1, 1),), "destiny"), "printed-2016")
    assert deck.open.dice == (("1MD", "-", "-", "-", "-", "-"),)
    assert "Odd: faces that cannot be read count as blank: zap" in deck.notes


def test_dice_that_the_list_leaves_open_are_characters_of_their_own(destiny: Pool) -> None:
    two_values = made_up("Guard", None, "Character", sides=("1MD",) * 6, points="7/9", limit=4)
    deck = make_play_deck(Deck((entry(two_values, 2),), "destiny"), "printed-2016")
    assert [member.dice for member in deck.open.team] == [1, 1]
    assert any("is not said" in note for note in deck.notes)
    uneven = make_play_deck(Deck((entry(two_values, 2, 3),), "destiny"), "printed-2016")
    assert [member.dice for member in uneven.open.team] == [2, 1]
    assert len(uneven.open.dice) == 3
    elite = play_deck(destiny.deck([destiny.entry("Rey, Force Prodigy", 2)]))
    assert [member.dice for member in elite.open.team] == [2]


def test_validating_does_not_import_what_plays() -> None:
    script = (
        "import sys; from deckcheck.games import get_game; get_game('destiny')\n"
        "sys.exit(any(name.startswith('deckcheck.simulators') for name in sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0
    assert get_simulator("destiny").players == PLAYERS


@settings(max_examples=60)
@given(data=st.data(), random_state=st.integers(0, 2**64 - 1))
def test_any_deck_is_played_to_the_end(data: st.DataObject, random_state: int, destiny: Pool) -> None:
    some = st.lists(st.tuples(st.sampled_from(destiny.cards), st.integers(1, 4)), max_size=14)
    lists = [destiny.deck([destiny.entry(card, n) for card, n in data.draw(some)]) for _ in PLAYERS]
    decks = [play_deck(deck) for deck in lists]
    policies = [data.draw(st.sampled_from(POLICIES)) for _ in PLAYERS]
    dealt, result = played(decks, policies, RandomState(random_state))
    assert replay(DESTINY, dealt.start, result.events) == result.final
    for name in PLAYERS:
        for turn in DESTINY.turns(result.final, name, 3, result.random_state):
            assert turn.figures.keys() <= DESTINY.shown.labels.keys()
            assert all(len(line) <= 80 for line in turn.lines)
        assert DESTINY.figures(result.final, name).keys() <= DESTINY.shown.labels.keys()


# -- rounds ---------------------------------------------------------------------------------------


def test_the_referee_passes_every_round(games: list[Game]) -> None:
    seen: Counter[str] = Counter()
    for game, (known, _, dealt, result) in enumerate(games):
        for name, seat in seats_for(known, dealt).items():
            found = DESTINY.result(result.final, name)
            final = result.final.players[PLAYERS.index(name)]
            seat.hand, seat.library = found["hand"], [card.name for card in final.library]
            facts = {
                e.name: Fact(
                    e.card.type.lower() if e.card else "unknown",
                    cost_of(e.card),
                    bool(e.card and e.card.facts.get("unique")),
                    faces_of(e.card),
                )
                for e in known[name].entries
            }
            members = [member["character"] for member in found["team"]]
            referee = RoundReferee(seat, members, facts)
            turns = DESTINY.turns(result.final, name, ROUNDS, random_state_of_game(8, 8, game))
            assert len(turns) == ROUNDS
            for turn in turns:
                referee.judge(turn.events, turn.figures)
                seen.update(event["action"] for event in turn.events)
                assert sorted(card.name for card in turn.hand) == sorted(referee.hand.elements())
                assert turn.figures["upgrades"] == len(referee.on)
                assert turn.figures["supports"] == len(referee.supports)
                for event in turn.events:
                    assert DESTINY.texts.event_line(event)
                    assert event["player"] == name
    assert seen.keys() == {"roll", "gain", "play", "upkeep"}


@pytest.mark.parametrize(
    ("faces", "resources", "gained"),
    [
        (["1R", "2R", "1MD"], 0, 3),
        (["+1R"], 5, 0),
        (["1R", "+1R", "+2R"], 0, 4),
        (["2R1"], 0, 0),
        (["2R1"], 1, 1),
        (["1R1"], 5, 0),
        (["1R", "3R1"], 0, 3),
        (["2R1", "+1R"], 0, 0),
        (["1RD", "Sp", "-", "XRD"], 3, 0),
    ],
)
def test_resource_faces(faces: list[str], resources: int, gained: int) -> None:
    assert gain_of(faces, resources) == gained


def test_means_of_the_first_round_are_those_of_the_faces(destiny: Pool) -> None:
    """With an empty deck each round is a roll of the team: value, damage, resources, blanks."""
    team = [
        destiny.entry("Rey, Force Prodigy", dice=2),
        destiny.entry("Captain Phasma, Elite Trooper", dice=2),
    ]
    deck = destiny.deck(team)
    turns = DESTINY.turns(alone(deck).final, "one", 4000, RandomState(12345))
    dice = play_deck(deck).open.dice
    assert close([int(t.figures["value"]) for t in turns], float(roll_mean(dice)))
    assert roll_mean(dice) == 4
    # Rey: 1MD +2MD 1Dc 1R +1R -; Phasma: 1RD 2RD 1F 1Dc 1R -
    assert close([int(t.figures["damage"]) for t in turns], 2 * (1 + 3) / 6)
    assert close([int(t.figures["blanks"]) for t in turns], 4 / 6)
    # A modifier of Rey counts where any die shows a resource without one.
    gains = [f.count("1R") + (f.count("+1R") if "1R" in f else 0) for f in product(*dice)]
    assert close([int(t.figures["from_dice"]) for t in turns], sum(gains) / 6**4)
