"""How the cards of this game are owned: a card may have a die, which is counted apart from it."""

from collections.abc import Mapping

from db.cards.card import Card
from deckcheck.games.collecting import Collecting
from deckcheck.games.destiny.cards import USUAL_LIMIT, read_card
from deckcheck.games.limited import BoosterSlot, Limited


def _limit(card: Card) -> int:
    return read_card(card).limit


def _dice(card: Card) -> int:
    """The dice of a playset: those of an elite character, else one for each card."""
    seen = read_card(card)
    return max(seen.limit, len(seen.points)) if seen.faces else 0


def _sheet_facts(card: Card) -> Mapping[str, str]:
    """The card facts that the workbook of swdestinydb shows beside what is owned."""
    seen = read_card(card)
    # Cards of one title without subtitles are told apart by their set in brackets.
    subtitle = card.distinction or ""
    stated = {"cost": card.cost, "health": card.health, "points": card.facts.get("points")}
    numbers = {key: "" if value is None else str(value) for key, value in stated.items()}
    return {
        "unique": "Yes" if seen.unique else "No",
        "subtitle": "" if subtitle.startswith("(") else subtitle,
        "affiliation": seen.affiliation.capitalize(),
        "faction": seen.colour.capitalize(),
        "type": card.type,
        "has die": "Yes" if seen.faces else "No",
        **numbers,
    }


COLLECTING = Collecting(
    playset=USUAL_LIMIT,
    limit=_limit,
    dice=_dice,
    has_dice=True,
    sheet_facts=_sheet_facts,
    limited=Limited(
        (BoosterSlot(3, {"C": 1}), BoosterSlot(1, {"U": 1}), BoosterSlot(1, {"R": 5, "L": 1})),
        boosters=8,
        basics=("RIV",),
        goal="count(cost<=1) >= 1 and count(cost>=2 cost<=3) >= 1",
    ),
)
