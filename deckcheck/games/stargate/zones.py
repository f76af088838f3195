"""The zones of a deck: the cards that are shuffled, the team, the mission pile."""

from db.cards.card import Card

MAIN, TEAM, MISSIONS = ZONES = ("Main", "Team", "Mission Pile")

ZONE_NAMES = {
    "": MAIN,
    "main": MAIN,
    "deck": MAIN,
    "main deck": MAIN,
    "draw deck": MAIN,
    "team": TEAM,
    "team characters": TEAM,
    "mission pile": MISSIONS,
    "missions": MISSIONS,
    "mission": MISSIONS,
}


def place(card: Card, zone: str) -> str:
    """The zone of a card: Missions lie in their pile wherever a list has them among the others."""
    return MISSIONS if card.type == "Mission" and zone == MAIN else zone
