"""The zones of a deck, as the OCTGN definition names them."""

from collections.abc import Mapping

from db.cards.card import Card

OBJECTIVES, COMMAND, AFFILIATION = ZONES = ("Objective Deck", "Command Deck", "Affiliation")

ZONE_NAMES = {
    "objectives": OBJECTIVES,
    "objective sets": OBJECTIVES,
    "command cards": COMMAND,
    "command": COMMAND,
    "affiliations": AFFILIATION,
}

_BY_TYPE = {"Objective": OBJECTIVES, "Affiliation": AFFILIATION}


def zone_for(card_type: str) -> str:
    """The only zone into which cards of a type can go.

    >>> zone_for("Objective"), zone_for("Unit")
    ('Objective Deck', 'Command Deck')
    """
    return _BY_TYPE.get(card_type, COMMAND)


def place(card: Card, zone: str) -> str:
    """The zone of a card: where a list names none, the one of its type."""
    return zone_for(card.type) if zone == OBJECTIVES else zone


def misplaced(zone: str, card: Card) -> Mapping[str, str] | None:
    """The words for a card that does not stand in the zone of its type; None where it does."""
    home = zone_for(card.type)
    return None if zone == home else {"type": card.type, "home": home, "zone": zone}
