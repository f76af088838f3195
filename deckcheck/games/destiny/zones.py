"""The zones of a deck: the 30 cards that are shuffled, the team, battlefields and plots."""

from collections.abc import Mapping

from db.cards.card import Card
from deckcheck.games.destiny.cards import read_card

DECK, TEAM, BATTLEFIELD, PLOT = ZONES = ("Deck", "Team", "Battlefield", "Plot")
IN = frozenset(ZONES)
BESIDE = "Beside"
"""Where cards lie that a plot brings beside team and deck; no list names it."""

ZONE_NAMES = {
    "draw deck": DECK,
    "upgrades": DECK,
    "upgrade": DECK,
    "downgrades": DECK,
    "downgrade": DECK,
    "supports": DECK,
    "support": DECK,
    "events": DECK,
    "event": DECK,
    "characters": TEAM,
    "character": TEAM,
    "battlefields": BATTLEFIELD,
    "plots": PLOT,
}

_BY_TYPE = {"Character": TEAM, "Battlefield": BATTLEFIELD, "Plot": PLOT}


def zone_for(card_type: str) -> str:
    """The only zone into which cards of a type can go.

    >>> zone_for("Character"), zone_for("Event")
    ('Team', 'Deck')
    """
    return _BY_TYPE.get(card_type, DECK)


def place(card: Card, zone: str) -> str:
    """The zone of a card: where a list names none, the one of its type."""
    return zone_for(card.type) if zone == DECK else zone


def misplaced(zone: str, card: Card) -> Mapping[str, str] | None:
    """The words for a card in another zone than that of its type; None for others."""
    home = zone_for(card.type)
    return None if zone in (home, BESIDE) else {"type": card.type, "zone": zone, "home": home}


def other_face(_zone: str, card: Card) -> Mapping[str, str] | None:
    """No words beyond its name for the back of a double card; None for any other."""
    return {} if read_card(card).is_other_face else None
