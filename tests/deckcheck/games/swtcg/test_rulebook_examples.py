"""The worked examples of the rulebooks, and what lies just beside them, move by move."""

import pytest

from db.cards.card import Card
from deckcheck.games.swtcg.setup.cards import SetupCard, SetupDeck
from deckcheck.games.swtcg.setup.moves import Done, Event, Move, Partial, Put, SwtcgMulligan, legal_moves
from deckcheck.games.swtcg.setup.state import OVER, SwtcgSetupState, start_setup
from deckcheck.games.swtcg.setup.turns import SwtcgTurnState, after_setup, counters_needed, play_turn
from deckcheck.simulators.moves import DrawHand
from tests.deckcheck.games.swtcg.setup_plays import apply_move
from tests.deckcheck.simulators.dealing import EDITIONS, card, deck_of, library

ANAKIN_A = card("Anakin Skywalker", 7, "Character", "A")
ANAKIN_C = card("Anakin Skywalker", 5, "Character", "C")
ANAKIN_D = card("Anakin Skywalker", 4, "Character", "D")
ANAKIN_E = card("Anakin Skywalker", 6, "Character", "E")
VADER_A = card("Darth Vader", 9, "Character", "A")
VADER_B = card("Darth Vader", 5, "Character", "B")


class Game:
    """A setup driven move by move, by the names of cards."""

    def __init__(self, dark: SetupDeck, light: SetupDeck | None = None) -> None:
        self.state: SwtcgSetupState = start_setup(
            dark.rules, library(dark, []), None if light is None else library(light, [])
        )
        while self.state.phase != "putting":
            first = DrawHand() if self.state.phase == "drawing" else SwtcgMulligan()
            self.state, _ = apply_move(self.state, first)

    def put(self, name: str, arena: str = "space", stack: str | None = None) -> Event:
        return self.move(Put(self.card(name), arena, stack))

    def move(self, move: Move) -> Event:
        self.state, event = apply_move(self.state, move)
        return event

    def card(self, name: str) -> SetupCard:
        return next(one for one in self.state.mover.hand if one.name == name)

    def ways(self, name: str) -> set[str | None]:
        """The ways in which a card may be put now."""
        moves = legal_moves(self.state)
        return {m.stack for m in moves if isinstance(m, Put) and m.card.name == name}


def ships(*costs: int) -> SetupDeck:
    return deck_of([(card(f"ship {cost}", cost), 4) for cost in costs])


def test_light_answers_seven_with_four_and_five_and_dark_needs_three_more() -> None:
    """2002, advanced setup: 7 against 4 + 5 = 9; Dark must then pass 9."""
    game = Game(deck_of([(card("ship 7", 7), 1), (card("ship 2", 2), 5)]), ships(5, 4))
    assert game.put("ship 7")["total"] == 7
    assert game.state.player == 1
    game.put("ship 4")
    assert game.state.player == 1, "4 is not above 7"
    assert game.put("ship 5")["total"] == 9
    assert game.state.player == 0
    game.put("ship 2")
    assert game.state.player == 0, "9 is not above 9"
    game.put("ship 2")
    assert game.state.player == 1, "11 is above 9"


@pytest.mark.parametrize("edition", EDITIONS)
def test_at_27_a_five_is_begun_with_three_counters_instead_of_putting_a_three(edition: str) -> None:
    """2002, advanced setup: the last 3 points go on a card of 5, two more finish it later."""
    deck = deck_of([(card("nine", 9), 3), (card("five", 5), 1), (card("three", 3), 1)], edition)
    game = Game(deck)
    for _ in range(3):
        game.put("nine")
    offered = legal_moves(game.state)
    assert {type(move) for move in offered} == {Put, Partial, Done}
    event = game.move(Partial(game.card("five")))
    assert (event["counters"], event["total"]) == (3, 27)
    player = game.state.players[0]
    assert game.state.phase == OVER
    assert player is not None
    before = after_setup(deck.rules, player)
    after, events = play_turn(before, 2)
    built = next(e for e in events if e["action"] == "build")
    assert (built["points"], built["counters"], built["needed"]) == (2, 5, 5)
    assert after.player.arenas()["space"] == 4


@pytest.mark.parametrize("edition", [one for one in EDITIONS if one != "printed-2005"])
def test_a_card_that_could_be_finished_is_not_partially_built_before_2005(edition: str) -> None:
    pile = [(card("nine", 9), 3), (card("three", 3), 1), (card("quest", 3, "Mission"), 1)]
    deck = deck_of(pile, edition)
    game = Game(deck)
    for _ in range(3):
        game.put("nine")
    assert [type(move) for move in legal_moves(game.state)] == [Put, Done]


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_dearer_anakin_goes_under_or_on_top_in_setup(edition: str) -> None:
    """RULES.md 1.5.7: Anakin (A), 7, on Anakin (C), 5: 8 in all; under him: 6."""
    deck = deck_of([(ANAKIN_A, 1), (ANAKIN_C, 1), (ANAKIN_D, 1), (card("ship", 9), 3)], edition)
    game = Game(deck)
    game.put("Anakin Skywalker (C)", "character")
    before = game.state
    assert game.ways("Anakin Skywalker (A)") == {"under", "top"}
    assert game.put("Anakin Skywalker (A)", "character", "top")["total"] == 8
    assert game.ways("Anakin Skywalker (D)") == {"under"}, "a cheaper one goes under"
    game.state = before
    event = game.put("Anakin Skywalker (A)", "character", "under")
    assert (event["cost"], event["total"]) == (1, 6)
    assert game.state.mover.arenas()["character"] == 1, "a stack is one unit"


@pytest.mark.parametrize("edition", EDITIONS)
def test_in_play_anakin_a_needs_three_counters_on_top_of_anakin_c(edition: str) -> None:
    """2002, Part 5: 7 less 5 and 1 are 3 on top; 1 under him, which is what the policy builds."""
    deck = deck_of([(ANAKIN_A, 1), (ANAKIN_C, 1)], edition)
    game = Game(deck)
    game.put("Anakin Skywalker (C)", "character")
    state = SwtcgTurnState(deck.rules, game.state.mover)
    newer = next(one for one in deck.cards if one.name == "Anakin Skywalker (A)")
    old = state.player.battle[0].top
    assert (newer.cost or 0) - (old.cost or 0) + 1 == 3
    assert counters_needed(state, newer) == 1


def test_of_equal_cost_either_way_adds_one() -> None:
    game = Game(deck_of([(ANAKIN_C, 1), (VADER_B, 1)]))
    game.put("Anakin Skywalker (C)", "character")
    assert game.ways("Darth Vader (B)") == {"under", "top"}
    assert game.put("Darth Vader (B)", "character", "top")["cost"] == 1
    assert game.state.mover.battle[0].top.name == "Darth Vader (B)"


def test_a_stack_takes_four_cards_and_each_version_once() -> None:
    deck = deck_of([(one, 1) for one in (ANAKIN_A, ANAKIN_C, ANAKIN_D, ANAKIN_E, VADER_B)])
    game = Game(deck)
    game.put("Anakin Skywalker (A)", "character")
    for name in ("Anakin Skywalker (C)", "Anakin Skywalker (D)", "Anakin Skywalker (E)"):
        assert game.put(name, "character", "under")["cost"] == 1
    assert not game.ways("Darth Vader (B)"), "a fifth card"
    twice = Game(deck_of([(ANAKIN_A, 2)]))
    twice.put("Anakin Skywalker (A)", "character")
    assert not twice.ways("Anakin Skywalker (A)"), "the same version"


def test_the_same_letter_of_another_name_of_the_person_is_another_version() -> None:
    """2002, Part 5: Senator Palpatine (A) may join Chancellor Palpatine (A)."""
    pile = [
        (card("Chancellor Palpatine", 5, "Character", "A"), 1),
        (card("Senator Palpatine", 4, "Character", "A"), 1),
    ]
    game = Game(deck_of(pile, "printed-2002"))
    game.put("Chancellor Palpatine (A)", "character")
    assert game.ways("Senator Palpatine (A)") == {"under"}
    later = Game(deck_of(pile, "printed-2004"))
    later.put("Chancellor Palpatine (A)", "character")
    assert later.ways("Senator Palpatine (A)") == {None}, "two persons since 2004"


def test_a_printing_is_the_same_version_whatever_it_is_called() -> None:
    promo = card("Anakin Skywalker", 7, "Character", "A")
    from dataclasses import replace

    from deckcheck.deck import Deck, DeckEntry
    from deckcheck.games.swtcg.setup.cards import make_setup_deck

    entries = (
        DeckEntry(1, "Anakin Skywalker (A)", "Deck", card=promo),
        DeckEntry(1, "Anakin Skywalker (A) (Promo)", "Deck", card=replace(promo)),
    )
    game = Game(make_setup_deck(Deck(entries)))
    game.put("Anakin Skywalker (A)", "character")
    assert not game.ways("Anakin Skywalker (A) (Promo)")


@pytest.mark.parametrize(
    ("edition", "kinds"),
    [
        ("printed-2002", {"Battle", "Mission", "Mission - Trap"}),
        ("printed-2004", {"Battle", "Mission", "Mission - Trap", "Location"}),
        ("printed-2005", {"Battle", "Mission", "Mission - Trap", "Location", "Equipment"}),
        ("community", {"Battle", "Mission", "Mission - Trap", "Location"}),
    ],
)
def test_the_mulligan_is_for_battle_and_mission_cards_and_what_later_books_add(
    edition: str, kinds: set[str]
) -> None:
    types = ("Battle", "Mission", "Mission - Trap", "Location", "Equipment", "Subordinate", "Space")
    deck = deck_of([(card(name, 2, name), 1) for name in types], edition)
    state, _ = apply_move(start_setup(deck.rules, deck.unshuffled(), None), DrawHand())
    most = max((m.discarded for m in legal_moves(state) if isinstance(m, SwtcgMulligan)), key=len)
    assert {one.name for one in most} == kinds


def test_a_stack_moves_only_when_the_new_top_cannot_fight_where_it_is() -> None:
    pile = [
        (card("Slave I", 5, "Space", "A"), 1),
        (card("Slave I", 6, "Space/Ground", "B"), 1),
        (card("Slave I", 7, "Ground/Character", "C"), 1),
    ]
    game = Game(deck_of(pile))
    game.put("Slave I (A)", "space")
    on_top = [m for m in legal_moves(game.state) if isinstance(m, Put) and m.stack == "top"]
    arenas = {(m.card.name, m.arena) for m in on_top}
    assert arenas == {("Slave I (B)", "space"), ("Slave I (C)", "ground"), ("Slave I (C)", "character")}
    game.put("Slave I (C)", "ground", "top")
    assert game.state.mover.arenas() == {"space": 0, "ground": 1, "character": 0}


def test_a_player_without_units_is_done_and_the_other_goes_on_alone() -> None:
    fights = deck_of([(card("fight", None, "Battle"), 10)])
    game = Game(fights, ships(10))
    assert legal_moves(game.state) == [Done()]
    game.move(Done())
    for total in (10, 20, 30):
        assert game.state.player == 1
        assert game.put("ship 10")["total"] == total
    game.move(Done())
    assert game.state.phase == OVER


def test_the_last_card_of_a_library_is_drawn_and_then_none() -> None:
    game = Game(deck_of([(card("ship", 3), 8)]))
    assert game.put("ship")["drew"] == "ship"
    assert game.put("ship")["drew"] is None
    assert len(game.state.mover.hand) == 6


def test_what_costs_nobody_knows_what_stays_in_the_hand() -> None:
    odd: list[tuple[Card | str, int]] = [
        (card("x", "X"), 1),
        (card("star", "*"), 1),
        (card("none", None), 1),
        ("Nobody", 1),
    ]
    deck = deck_of([*odd, (card("quest", "X", "Mission"), 1), (card("ship", 9), 3)])
    game = Game(deck)
    for _ in range(3):
        game.put("ship")
    assert legal_moves(game.state) == [Done()]
    assert any("x, star, none" in note for note in deck.notes)
    assert any("1 card is unknown" in note for note in deck.notes)


def test_a_unit_of_cost_0_opens_and_passes_the_move() -> None:
    game = Game(ships(0), ships(0, 1))
    game.put("ship 0")
    assert game.state.player == 1, "Dark's first unit passes the move whatever it costs"
    game.put("ship 0")
    assert game.state.player == 1, "0 is not above 0"
    game.put("ship 1")
    assert game.state.player == 0
