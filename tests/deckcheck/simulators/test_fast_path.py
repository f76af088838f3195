"""The fast path of a game is optional: what it plays is what the simulator plays move by move."""

from dataclasses import replace
from typing import Any

import pytest

from db.cards.card import Card
from deckcheck.deck import Deck, DeckEntry
from deckcheck.games.swtcg.batch.deck import MOST_CARDS
from deckcheck.games.swtcg.setup.policies import POLICIES
from deckcheck.games.swtcg.simulator import SIMULATOR, play_deck
from deckcheck.odds.parser import parse_condition
from deckcheck.simulators.documents import goldfish_document, setup_document
from deckcheck.simulators.goldfish import GoldfishTrial, goldfish_trial
from deckcheck.simulators.hand_conditions import hand_condition
from deckcheck.simulators.setup_statistics import SetupTrial, setup_trial
from deckcheck.simulators.simulator import PlayDeck
from tests.amounts import in_turns
from tests.deckcheck.simulators.dealing import EDITIONS, DeckMaker

GAMES = 60
CONDITION = "type:space >= 1 and not type:battle >= 2"


def random_decks(cards: tuple[Card, ...], edition: str) -> list[PlayDeck]:
    maker = DeckMaker(cards, 90 + EDITIONS.index(edition))
    return [play_deck(maker.deck(edition)[0]) for _ in range(4)]


def figures_of(trial: SetupTrial) -> list[dict[str, Any]]:
    return [
        setup_document(SIMULATOR, tally, deck)
        for tally, deck in zip(trial(0), trial.decks, strict=True)
        if tally is not None and deck is not None
    ]


@pytest.mark.parametrize(("edition", "policy"), in_turns(EDITIONS, POLICIES))
def test_setups_move_by_move_give_the_figures_of_the_fast_path(
    cards: tuple[Card, ...], edition: str, policy: str
) -> None:
    """Else a deck would have other statistics where the fast path cannot play it."""
    decks = random_decks(cards, edition)
    for pair in (decks[:2], [decks[2], None], [None, decks[3]]):
        fast = setup_trial(SIMULATOR, pair, [policy if deck else None for deck in pair], 4, GAMES)
        assert fast.fast is not None
        assert figures_of(fast) == figures_of(replace(fast, fast=None))


@pytest.mark.parametrize(("with_setup", "edition", "policy"), in_turns((True, False), EDITIONS, POLICIES))
def test_hands_and_turns_move_by_move_give_the_figures_of_the_fast_path(
    cards: tuple[Card, ...], edition: str, policy: str, *, with_setup: bool
) -> None:
    """Also what is dealt to be looked at is so what the statistics counted."""
    for seat, deck in enumerate(random_decks(cards, edition)[:2]):
        asked = (hand_condition(parse_condition(CONDITION), deck.entries),)
        fast = goldfish_trial(
            GoldfishTrial(SIMULATOR, deck, seat, policy, 4, GAMES, 3, with_setup, asked, stream=seat)
        )
        assert fast.fast is not None
        slow = replace(fast, fast=None)
        assert goldfish_document(fast, fast(0)) == goldfish_document(slow, slow(0))


def test_what_the_fast_path_cannot_play_is_played_move_by_move() -> None:
    """A deck of more different cards than it can number was an error."""
    entries = tuple(DeckEntry(1, f"Card {number}", "Deck") for number in range(MOST_CARDS + 6))
    deck = SIMULATOR.make_deck(Deck(entries, name="all"), "printed-2005")
    trial = setup_trial(SIMULATOR, (deck, None), ("planner", None), 4, 3)
    assert trial.fast is None
    (found,) = figures_of(trial)
    assert found["total"]["mean"] == 0
    assert found["hand_size"]["mean"] == 7
    hands = goldfish_trial(GoldfishTrial(SIMULATOR, deck, 0, "planner", 4, 3, 2))
    assert hands.fast is None
    assert goldfish_document(hands, hands(0))["by_turn"][1]["hand"]["mean"] == 9


def test_what_is_drawn_compared_and_waited_for_are_figures_that_are_counted(cards: tuple[Card, ...]) -> None:
    """A name misspelt in the data of the game would leave a figure out of plots without a word."""
    deck = random_decks(cards, "printed-2005")[0]
    tally = goldfish_trial(GoldfishTrial(SIMULATOR, deck, 0, "planner", 4, 5, 1))(0)
    assert tally.setup is not None
    counted = {
        "opening": set(tally.opening.figures()),
        "setup": set(tally.setup.figures()),
        "turn": set(tally.turns[0].figures()),
    }
    assert SIMULATOR.shown.awaited is not None
    assert SIMULATOR.shown.compared is not None
    assert SIMULATOR.shown.awaited <= counted["setup"]
    assert SIMULATOR.shown.compared <= {f"{p}: {name}" for p, names in counted.items() for name in names}
    assert set(SIMULATOR.shown.drawn_opening) <= counted["opening"]
    assert set(SIMULATOR.shown.drawn_turns) <= counted["turn"] & counted["setup"]
    assert tally.setup.distribution(SIMULATOR.shown.drawn)
