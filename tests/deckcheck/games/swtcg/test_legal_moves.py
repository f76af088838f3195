"""The engine offers each legal move and no other: every conceivable move is put to the referee."""

import copy
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from db.cards.card import Card
from deckcheck.errors import IllegalMoveError
from deckcheck.games.swtcg.cards import ARENAS
from deckcheck.games.swtcg.setup.cards import make_setup_deck
from deckcheck.games.swtcg.setup.moves import Done, Event, Move, Partial, Put, SwtcgMulligan, legal_moves
from deckcheck.games.swtcg.setup.rules import get_setup_rules
from deckcheck.games.swtcg.setup.state import MULLIGAN, OVER, PLAYERS, SwtcgSetupState, start_setup
from deckcheck.simulators.moves import DrawHand
from tests.amounts import amount
from tests.deckcheck.games.swtcg.referee import FoulError, Referee
from tests.deckcheck.games.swtcg.setup_plays import apply_move
from tests.deckcheck.simulators.dealing import EDITIONS, card, plain_deck

NAMES = (
    "Anakin Skywalker",
    "Darth Vader",
    "Chancellor Palpatine",
    "Senator Palpatine",
    "Emperor Palpatine",
    "Yoda",
)
TYPES = ("Space", "Ground", "Character", "Ground/Character", "Space/Ground/Character")
OTHERS = ("Battle", "Mission", "Mission - Trap", "Location", "Subordinate", "Equipment")


def units() -> st.SearchStrategy[Card]:
    """Units, more than half of them versions of a few persons, with costs that make sums meet."""
    costs = st.one_of(st.integers(0, 9), st.sampled_from([12, 29, 30, 31, "X", "*", None]))
    unique = st.builds(
        card,
        st.sampled_from(NAMES),
        st.integers(0, 9),
        st.sampled_from(TYPES),
        st.sampled_from(["A", "B", "C", "D", "E"]),
    )
    plain = st.builds(card, st.sampled_from("abcdef"), costs, st.sampled_from(TYPES))
    return st.one_of(unique, unique, plain)


def others() -> st.SearchStrategy[Card]:
    costs = st.sampled_from([None, 0, 1, 3, 7, "X"])
    arenas = st.sampled_from(["Space", "Ground", "Character", None])
    return st.builds(card, st.sampled_from("uvwxyz"), costs, st.sampled_from(OTHERS), subtype=arenas)


def decks() -> st.SearchStrategy[list[Card]]:
    return st.lists(st.one_of(units(), units(), units(), others()), min_size=1, max_size=14)


@settings(max_examples=amount(15, 150))
@given(
    piles=st.tuples(decks(), decks()),
    edition=st.sampled_from(EDITIONS),
    choices=st.lists(st.integers(0, 10**6), min_size=60, max_size=60),
)
def test_the_engine_offers_what_the_referee_allows(
    piles: tuple[list[Card], list[Card]], edition: str, choices: list[int]
) -> None:
    # One card a name: what differs and is called alike would be told apart by nobody.
    facts = [{one.name: one for one in pile} for pile in piles]
    decks = [
        make_setup_deck(plain_deck([(known[one.name], 1) for one in pile]), edition)
        for known, pile in zip(facts, piles, strict=True)
    ]
    by_name = [{one.name: one for one in deck.cards} for deck in decks]
    libraries = [tuple(named[one.name] for one in pile) for named, pile in zip(by_name, piles, strict=True)]
    state = start_setup(get_setup_rules(edition), *libraries)
    referee = Referee(edition, lambda side, name: facts[PLAYERS.index(side)][name])
    document: dict[str, Any] = {
        "players": {
            side: {"library": [one.name for one in pile]} for side, pile in zip(PLAYERS, piles, strict=True)
        }
    }
    events: list[Event] = []
    for choice in choices:
        if state.phase == OVER:
            break
        offered = legal_moves(state)
        assert len(set(offered)) == len(offered)
        assert set(offered) == set(allowed(state, referee, document, events))
        state, event = apply_move(state, offered[choice % len(offered)])
        events.append(event)


def allowed(
    state: SwtcgSetupState, referee: Referee, document: dict[str, Any], events: list[Event]
) -> Iterator[Move]:
    """Every move that the referee lets pass, found by trying all that can be thought of."""
    for move in conceivable(state):
        event = told(state, move)
        if isinstance(move, DrawHand):
            if all(seen["action"] == "draw-hand" for seen in events) and len(events) < len(PLAYERS):
                yield move
        elif isinstance(move, SwtcgMulligan):
            side = PLAYERS[state.player]
            if state.phase == MULLIGAN and all(
                referee.may_discard(side, name) for name in event["discarded"]
            ):
                yield move
        elif passes(referee, {**document, "events": [*events, event]}):
            yield move


def conceivable(state: SwtcgSetupState) -> Iterator[Move]:
    hand = sorted(state.mover.hand, key=lambda one: one.number)
    yield DrawHand()
    yield Done()
    seen = set()
    for mask in range(1 << len(hand)):
        cards = tuple(one for place, one in enumerate(hand) if mask >> place & 1)
        if cards not in seen:
            seen.add(cards)
            yield SwtcgMulligan(cards)
    for one in sorted(set(hand), key=lambda one: one.number):
        yield Partial(one)
        for arena in ARENAS:
            for stack in (None, "under", "top"):
                yield Put(one, arena, stack)


def told(state: SwtcgSetupState, move: Move) -> Event:
    """The event that a move would be, as the rules have it; what it costs is left open."""
    player = state.mover
    drew = player.next_card.name if player.next_card else None
    event: Event = {"player": PLAYERS[state.player], "drew": drew, "total": None}
    match move:
        case SwtcgMulligan(discarded):
            return event | {"action": "mulligan", "discarded": [one.name for one in discarded]}
        case Put(one, arena, stack):
            facts = {"card": one.name, "arena": arena, "stack": stack, "cost": None}
            return event | {"action": "put", **facts}
        case Partial(one):
            return event | {"action": "partial", "card": one.name, "counters": 30 - player.total}
        case _:
            return event | {"action": "done"}


class Lenient(Referee):
    """The same referee, who works out costs and totals instead of checking what is told."""

    def judge_move(self, event: Any) -> None:
        last = event["total"] is None
        if not last:
            super().judge_move(event)
            return
        seat = self.seats[event["player"]]
        for added in range(-40, 41) if event["action"] == "put" else [0]:
            trial = copy.deepcopy(seat)
            self.seats[event["player"]] = trial
            try:
                super().judge_move({**event, "cost": added, "total": seat.total + added})
            except FoulError as foul:
                if "costs something else" not in str(foul):
                    raise
            else:
                return
        raise FoulError("no cost fits")


def passes(referee: Referee, document: dict[str, Any]) -> bool:
    """Whether the last event of a log is allowed after those before it."""
    judge = Lenient(referee.rules, referee.card_of)
    try:
        judge.judge({**document, "result": {}})
    except FoulError as foul:
        return "somebody is not done" in str(foul)
    except KeyError:
        return True  # it got as far as the result, which is not there
    return True


def test_an_illegal_move_says_why() -> None:
    """A league program that applies moves must learn what was wrong."""
    pile = [(card("Yoda", 6, "Character", "A"), 2), (card("walker", 28, "Ground"), 1)]
    deck = make_setup_deck(plain_deck(pile))
    state = start_setup(deck.rules, deck.unshuffled(), None)
    with pytest.raises(IllegalMoveError, match="now the hand is drawn"):
        apply_move(state, Done())
    state, _ = apply_move(state, DrawHand())
    with pytest.raises(IllegalMoveError, match="a mulligan is due"):
        apply_move(state, Done())
    state, _ = apply_move(state, SwtcgMulligan())
    walker, yoda = deck.cards
    with pytest.raises(IllegalMoveError, match="only be put like this: put walker into the ground"):
        apply_move(state, Put(walker, "space"))
    state, _ = apply_move(state, Put(yoda, "character"))
    with pytest.raises(IllegalMoveError, match="6 and 28 would be more than 30"):
        apply_move(state, Put(walker, "ground"))
    with pytest.raises(IllegalMoveError, match="its version lies in the stack"):
        apply_move(state, Put(yoda, "character", "under"))
