"""The zones of a deck: the cards that are shuffled, the team, the mission pile."""

from collections.abc import Mapping

from db.cards.card import Card

MAIN, TEAM, MISSIONS = ZONES = ("Main", "Team", "Mission Pile")
ONLY_MAIN, ONLY_TEAM, ONLY_PILE = (frozenset({zone}) for zone in ZONES)

ZONE_NAMES = {"draw deck": MAIN, "team characters": TEAM, "missions": MISSIONS, "mission": MISSIONS}


def place(card: Card, zone: str) -> str:
    """The zone of a card: Missions lie in their pile wherever a list has them among the others."""
    return MISSIONS if card.type == "Mission" and zone == MAIN else zone


_ONLY = {TEAM: "Team Character", MISSIONS: "Mission"}
"""The only type of cards that stands in a zone."""


def misplaced(zone: str, card: Card) -> Mapping[str, str] | None:
    """The words for a card that may not stand in its zone; None for one that may."""
    if _ONLY.get(zone, card.type) == card.type:
        return None
    return {"type": card.type, "zone": zone, "home": MISSIONS if card.type == "Mission" else MAIN}
