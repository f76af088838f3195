"""The zones of a deck file, as the LackeyCCG plugin names them."""

from collections.abc import Mapping

from db.cards.card import Card
from deckcheck.games.swtcg.cards import OUTSIDE_TYPES

DECK, SUPPLY, SIDEBOARD, OUTSIDE = ZONES = ("Deck", "Supply", "Sideboard", "Outside the game")

ZONE_NAMES = {
    "maindeck": DECK,
    "main board": DECK,
    "mainboard": DECK,
    "supply deck": SUPPLY,
    "side board": SIDEBOARD,
    "side deck": SIDEBOARD,
    "side": SIDEBOARD,
    "sb": SIDEBOARD,
    "outside game": OUTSIDE,
    "outside of the game": OUTSIDE,
    "outside": OUTSIDE,
}
"""Other spellings in lower case; a test keeps them equal to those that the readers know."""

MAIN = frozenset({DECK})
OUTSIDE_ZONES = frozenset({SUPPLY, SIDEBOARD, OUTSIDE})


def outside_type(zone: str, card: Card) -> Mapping[str, str] | None:
    """The words for a card in the main deck whose type does not belong there; None for others."""
    return {"type": card.type} if zone == DECK and card.type in OUTSIDE_TYPES else None
