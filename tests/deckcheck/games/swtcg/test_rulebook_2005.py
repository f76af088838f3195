"""What the rulebook of 2005 changed in setup and in the first turns, each beside the older books."""

import pytest

from db.cards.card import Card
from deckcheck.errors import IllegalMoveError
from deckcheck.games.swtcg.setup.cards import SetupDeck
from deckcheck.games.swtcg.setup.moves import Done, Event, Partial, legal_moves
from deckcheck.games.swtcg.setup.state import OVER
from deckcheck.games.swtcg.setup.turns import SwtcgTurnState, after_setup, play_turn
from tests.deckcheck.games.swtcg.setup_plays import replay
from tests.deckcheck.games.swtcg.test_rulebook_examples import Game
from tests.deckcheck.simulators.dealing import EDITIONS, card, deck_of
from tests.deckcheck.simulators.replaying import IllegalEventError

OLDER = [edition for edition in EDITIONS if edition != "printed-2005"]
PALPATINES = [
    (card("Chancellor Palpatine", 5, "Character", "A"), 1),
    (card("Emperor Palpatine", 7, "Character", "A"), 1),
    (card("Darth Sidious", 4, "Character", "A"), 1),
    (card("Senator Palpatine", 3, "Character", "A"), 1),
]


def at_27(edition: str) -> Game:
    """A game with a total of 27 and a card of every sort in the hand."""
    game = Game(
        deck_of(
            [
                (card("nine", 9), 3),
                (card("five", 5), 1),
                (card("two", 2), 1),
                (card("quest", 5, "Mission"), 1),
                (card("city", 5, "Location", subtype="Ground"), 1),
                (card("blaster", 5, "Equipment"), 1),
            ],
            edition,
        )
    )
    for _ in range(3):
        game.put("nine")
    return game


def begun(game: Game) -> set[str]:
    return {move.card.name for move in legal_moves(game.state) if isinstance(move, Partial)}


@pytest.mark.parametrize(
    ("edition", "names"),
    [
        ("printed-2002", {"five", "quest"}),
        ("printed-2004", {"five", "quest", "city"}),
        ("printed-2005", {"five", "two"}),
        ("community", {"five", "quest", "city"}),
    ],
)
def test_only_a_unit_is_begun_and_it_may_be_one_that_needs_fewer_counters(
    edition: str, names: set[str]
) -> None:
    """2005, "How to Start the Game", 4.6: one unit card; more counters than are necessary."""
    assert begun(at_27(edition)) == names


def test_all_points_left_go_on_the_unit_and_never_more_than_30_in_all() -> None:
    game = at_27("printed-2005")
    event = game.move(Partial(game.card("two")))
    assert (event["counters"], event["total"]) == (3, 27)
    assert game.state.phase == OVER
    deck = deck_of([(card("ten", 10), 4)], "printed-2005")
    full = Game(deck)
    for _ in range(3):
        full.put("ten")
    assert legal_moves(full.state) == [Done()], "no point is left for a counter"


def test_a_unit_with_more_counters_than_it_needs_is_deployed_without_points() -> None:
    game = at_27("printed-2005")
    game.move(Partial(game.card("two")))
    state, events = play_turn(after_setup(game.state.rules, game.state.mover), 1)
    (build, deploy) = [e for e in events if e.get("card") == "two"]
    assert (build["points"], build["counters"], build["needed"]) == (0, 3, 2)
    assert (deploy["action"], deploy["arena"]) == ("deploy", "space")
    assert state.player.arenas()["space"] == 4


def test_why_a_card_cannot_be_begun_is_said_by_the_rules_of_the_edition() -> None:
    game = at_27("printed-2005")
    with pytest.raises(IllegalMoveError, match="of a known cost and type: unit"):
        game.move(Partial(game.card("quest")))
    older = at_27("printed-2004")
    with pytest.raises(IllegalMoveError, match="more than the 3 points left is wanted"):
        older.move(Partial(older.card("two")))


def test_a_log_with_fewer_counters_than_points_left_is_refused() -> None:
    game = at_27("printed-2005")
    deck = deck_of([(card("nine", 9), 3), (card("two", 2), 1)], "printed-2005")
    library = deck.unshuffled()
    nines: list[Event] = [
        {
            "action": "put",
            "card": "nine",
            "cost": 9,
            "arena": "space",
            "stack": None,
            "drew": None,
            "total": 9 * number,
        }
        for number in (1, 2, 3)
    ]
    events: list[Event] = [
        {"action": "draw-hand", "cards": [one.name for one in library]},
        {"action": "mulligan", "discarded": [], "drawn": []},
        *nines,
        {"action": "partial", "card": "two", "counters": 2, "drew": None, "total": 27},
    ]
    with pytest.raises(IllegalEventError, match="'counters' should be 3"):
        replay(game.state.rules, {"dark": library}, [{"player": "dark"} | e for e in events])


def test_who_stops_before_30_leaves_the_other_to_go_on() -> None:
    """2005, 4.6: a player may stop, the opponent continues to 30 as usual."""
    ships = deck_of([(card("ten", 10), 8)], "printed-2005")
    game = Game(ships, ships)
    game.put("ten")
    game.put("ten")
    assert game.state.player == 1, "10 is not above 10"
    game.put("ten")
    assert game.move(Done()) == {"player": "dark", "action": "done", "total": 10}
    assert game.put("ten")["total"] == 30
    game.move(Done())
    assert game.state.phase == OVER


@pytest.mark.parametrize(
    ("edition", "joining"),
    [
        ("printed-2002", {"Senator Palpatine (A)"}),
        ("printed-2004", set[str]()),
        ("printed-2005", {"Emperor Palpatine (A)", "Darth Sidious (A)"}),
        ("community", set[str]()),
    ],
)
def test_which_names_are_palpatine_depends_on_the_book(edition: str, joining: set[str]) -> None:
    """2005, Section 4, p. 34: Chancellor Palpatine, Emperor Palpatine, Darth Sidious."""
    game = Game(deck_of(PALPATINES, edition))
    game.put("Chancellor Palpatine (A)", "character")
    others = {one.name for one, _ in PALPATINES} - {"Chancellor Palpatine (A)"}
    assert {name for name in others if game.ways(name) != {None}} == joining


def test_a_stack_counts_its_top_card_and_one_for_every_other() -> None:
    """2005, "Unique Units during Setup", p. 35."""
    game = Game(deck_of(PALPATINES, "printed-2005"))
    game.put("Chancellor Palpatine (A)", "character")
    assert game.ways("Darth Sidious (A)") == {"under"}, "a cheaper one goes under"
    assert game.put("Darth Sidious (A)", "character", "under")["total"] == 6
    assert game.ways("Emperor Palpatine (A)") == {"under", "top"}
    assert game.put("Emperor Palpatine (A)", "character", "top")["total"] == 9


def in_hand(pile: list[tuple[Card, int]], edition: str) -> tuple[SetupDeck, SwtcgTurnState]:
    """A player with these cards in the hand at the first turn, and nothing in play."""
    deck = deck_of(pile, edition)
    game = Game(deck)
    game.move(Done())
    return deck, after_setup(deck.rules, game.state.mover)


@pytest.mark.parametrize(
    ("edition", "order"),
    [
        ("printed-2002", ["force", "draw", "roll"]),
        ("printed-2004", ["force", "roll", "draw"]),
        ("printed-2005", ["force", "roll", "draw"]),
    ],
)
def test_the_card_is_drawn_before_the_roll_in_2002_only(edition: str, order: list[str]) -> None:
    """2004, glossary "Turn"; 2005, "Turn Structure": the draw opens the player's own build."""
    _, state = in_hand([(card("ship", 9), 9)], edition)
    _, events = play_turn(state, 1)
    assert [event["action"] for event in events][:3] == order


def test_equipment_is_built_and_stays_face_up_only_in_2005() -> None:
    """2005, "Equipment Cards", p. 8; attaching it is text and not modelled."""
    pile = [(card("blaster", 3, "Equipment"), 1)]
    _, state = in_hand(pile, "printed-2005")
    after, events = play_turn(state, 4)
    assert [e["action"] for e in events[3:]] == ["build", "face-up", "lose"]
    assert [one.name for one in after.equipment] == ["blaster"]
    assert not after.completed
    for edition in OLDER:
        deck, state = in_hand(pile, edition)
        after, events = play_turn(state, 4)
        assert [e["action"] for e in events[3:]] == ["lose"], edition
        assert [one.name for one in after.player.hand] == ["blaster"]
        assert any("Equipment cards stay in the hand" in note for note in deck.notes)


def test_a_card_of_cost_0_needs_no_counter_in_2005_and_one_before() -> None:
    """2005, p. 18: at least 1 counter, unless the card is deployed or completed at once."""
    free = card("insight", 0, "Mission")
    pile = [(card("ship", 9), 1), (free, 2), (card("scout", 0), 1)]
    _, state = in_hand(pile, "printed-2005")
    after, events = play_turn(state, 2)
    assert [one.name for one in after.completed] == ["insight", "insight"]
    assert after.player.arenas()["space"] == 1
    assert after.building is not None
    assert (after.building[0].name, after.building[1], after.lost) == ("ship", 2, 0)
    assert {e["points"] for e in events if e.get("needed") == 0} == {0}
    for edition in OLDER:
        after, events = play_turn(in_hand(pile, edition)[1], 2)
        assert {e["needed"] for e in events if e.get("card") == "scout" and "needed" in e} == {1}
        assert len(after.completed) == 1, edition


def test_cards_of_cost_0_are_finished_when_the_card_begun_earlier_took_all_points() -> None:
    """The card under construction must not be lost over it."""
    pile = [(card("ship", 9), 1), (card("insight", 0, "Mission"), 1)]
    deck, state = in_hand(pile, "printed-2005")
    ship = next(one for one in state.player.hand if one.name == "ship")
    hand = tuple(one for one in state.player.hand if one is not ship)
    from dataclasses import replace

    state = replace(state, player=replace(state.player, hand=hand), building=(ship, 3))
    after, _ = play_turn(state, 4)
    assert after.building == (ship, 7)
    assert [one.name for one in after.completed] == ["insight"]
    assert (after.spent, after.lost) == (4, 0)
    assert deck.rules.least_counters == 0
