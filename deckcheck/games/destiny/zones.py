"""The zones of a deck: the 30 cards that are shuffled, the team, battlefields and plots."""

from db.cards.card import Card

DECK, TEAM, BATTLEFIELD, PLOT = ZONES = ("Deck", "Team", "Battlefield", "Plot")

ZONE_NAMES = {
    "": DECK,
    "deck": DECK,
    "draw deck": DECK,
    "main": DECK,
    "main deck": DECK,
    "upgrades": DECK,
    "upgrade": DECK,
    "downgrades": DECK,
    "downgrade": DECK,
    "supports": DECK,
    "support": DECK,
    "events": DECK,
    "event": DECK,
    "team": TEAM,
    "characters": TEAM,
    "character": TEAM,
    "battlefield": BATTLEFIELD,
    "battlefields": BATTLEFIELD,
    "plot": PLOT,
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
