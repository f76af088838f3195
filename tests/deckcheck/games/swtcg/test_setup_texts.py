"""Cards whose own text changes setup: obeyed or named, never passed over."""

from collections import Counter

import pytest

from db.cards.card import Card
from db.cards.lookup import Catalogue
from deckcheck.chance.random_words import RandomWords
from deckcheck.games.swtcg.setup.cards import make_setup_deck
from deckcheck.games.swtcg.setup.moves import SwtcgMulligan, is_legal, legal_moves
from deckcheck.games.swtcg.setup.policies import discard_all, make_policy
from deckcheck.games.swtcg.setup.state import PLAYERS
from deckcheck.games.swtcg.simulator import SIMULATOR
from deckcheck.simulators.moves import DrawHand
from deckcheck.simulators.simulator import PlayDeck
from tests.deckcheck.building import Builder, with_card
from tests.deckcheck.games.swtcg.setup_plays import apply_move, play_setup


@pytest.mark.parametrize("zone", ["Deck", "Supply", "Outside the game"])
def test_a_text_that_is_left_out_is_named(cards: tuple[Card, ...], catalogue: Catalogue, zone: str) -> None:
    deck = Builder(cards).deck()
    assert not make_setup_deck(deck).notes
    (exodus,) = catalogue.find_cards("Exodus")
    (note,) = make_setup_deck(with_card(deck, exodus, 1, zone)).notes
    assert note == ("played without what the card's text changes in setup or on the first turn: Exodus")


def test_a_card_that_cannot_be_built_in_setup_is_never_put(
    cards: tuple[Card, ...], catalogue: Catalogue
) -> None:
    (stars,) = catalogue.find_cards("10,000 Death Stars (A)")
    played = make_setup_deck(with_card(Builder(cards, stars.side or "dark").deck(), stars, 2))
    found = next((card for card in played.cards if card.name == stars.name), None)
    assert found is not None
    assert not found.can_be_put
    assert played.notes == (f"not put or built in setup, as the card's text says: {stars.name}",)


def test_every_text_of_the_table_is_told(cards: tuple[Card, ...]) -> None:
    texts = [card for card in cards if "in_setup" in card.facts]
    assert len(texts) == 19
    for card in texts:
        deck = with_card(Builder(cards).deck(), card, 1, "Outside the game")
        assert card.name in " ".join(make_setup_deck(deck).notes)


def table(cards: tuple[Card, ...], *texts: Card) -> tuple[PlayDeck, PlayDeck]:
    """Two decks, of which the first has cards in its Supply whose texts change setup."""
    deck = Builder(cards).deck()
    mine = deck
    for card in texts:
        mine = with_card(mine, card, 1, "Supply")
    playing = SIMULATOR
    return playing.make_deck(mine, "printed-2005"), playing.make_deck(deck, "printed-2005")


def test_more_starting_total_and_a_drawn_card_are_played_for_both_players(
    cards: tuple[Card, ...], catalogue: Catalogue
) -> None:
    (visions,), (stars,) = catalogue.find_cards("Visions"), catalogue.find_cards("In the Stars")
    decks = table(cards, visions, stars)
    assert decks[0].notes == ("played as the card's text says of setup: In the Stars, Visions",)
    assert not decks[1].notes
    playing = SIMULATOR
    assert playing.many.setups(decks, ("planner", "planner"), 3) is None
    totals = Counter[int]()
    for dealt in playing.many.deals(playing, decks, seed=3, chunk=0, games=60):
        state = dealt.start
        policies = {
            p: make_policy("planner", d.open, RandomWords(0)) for p, d in zip(PLAYERS, decks, strict=True)
        }
        played = play_setup(state, policies)
        assert [len(e["cards"]) for e in played.events if e["action"] == "draw-hand"] == [8, 8]
        totals.update(one.total for one in played.final.players if one)
        assert all(one.points_left >= 0 for one in played.final.players if one)
        assert playing.turns(played.final, "dark", 1, dealt.random_state)[0].figures["force"] == 5  # 4 and 1
    assert max(totals) == 32
    assert max(totals, key=lambda total: totals[total]) == 32


def test_units_may_be_discarded_by_both_and_the_policies_keep_them(
    cards: tuple[Card, ...], catalogue: Catalogue
) -> None:
    (jedi,) = catalogue.find_cards("Scattered Jedi, Hidden Temple")
    decks = table(cards, jedi)
    for dealt in SIMULATOR.many.deals(SIMULATOR, decks, seed=1, chunk=0, games=3):
        state, _ = apply_move(dealt.start, DrawHand())
        state, _ = apply_move(state, DrawHand())
        unit = next(card for card in state.mover.hand if card.kind == "unit")
        assert is_legal(state, SwtcgMulligan((unit,)))
        assert unit not in discard_all(state).discarded
        state, _ = apply_move(state, SwtcgMulligan((unit,)))
        assert any(
            card.kind == "unit"
            for move in legal_moves(state)
            if isinstance(move, SwtcgMulligan)
            for card in move.discarded
        )
