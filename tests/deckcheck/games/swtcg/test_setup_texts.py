"""Cards whose own text changes setup: obeyed or named, never passed over."""

import pytest

from db.cards.card import Card
from db.cards.lookup import Catalogue
from deckcheck.games.swtcg.setup.cards import make_setup_deck
from tests.deckcheck.building import Builder, with_card


@pytest.mark.parametrize("zone", ["Deck", "Supply", "Outside the game"])
def test_a_text_that_is_left_out_is_named(
    cards: tuple[Card, ...], catalogue: Catalogue, zone: str
) -> None:
    deck = Builder(cards).deck()
    assert not make_setup_deck(deck).notes
    (visions,) = catalogue.find_cards("Visions")
    (note,) = make_setup_deck(with_card(deck, visions, 1, zone)).notes
    assert note == (
        "played without what the card's text changes in setup or on the first turn: Visions"
    )


def test_a_card_that_cannot_be_built_in_setup_is_never_put(
    cards: tuple[Card, ...], catalogue: Catalogue
) -> None:
    (stars,) = catalogue.find_cards("10,000 Death Stars (A)")
    played = make_setup_deck(with_card(Builder(cards, stars.side or "dark").deck(), stars, 2))
    found = played.find_card(stars.name)
    assert found is not None
    assert not found.can_be_put
    assert played.notes == (f"not put or built in setup, as the card's text says: {stars.name}",)


def test_every_text_of_the_table_is_told(cards: tuple[Card, ...]) -> None:
    texts = [card for card in cards if "in_setup" in card.facts]
    assert len(texts) == 19
    for card in texts:
        deck = with_card(Builder(cards).deck(), card, 1, "Outside the game")
        assert card.name in " ".join(make_setup_deck(deck).notes)
