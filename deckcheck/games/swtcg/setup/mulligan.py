"""The cards that a mulligan may discard, by rules edition: for exact odds."""

from collections.abc import Callable

from db.cards.card import Card
from db.language import gettext as _
from deckcheck.games.swtcg.setup.rules import BATTLE, EQUIPMENT, LOCATION, MISSION, get_setup_rules, kind_of


def mulligan_discards(edition: str) -> Callable[[Card], bool]:
    """A function that says whether the mulligan of a rules edition may discard a card.

    Battle and Mission cards of all kinds may be, Locations too since 2004, Equipment in 2005.
    """
    kinds = get_setup_rules(edition).discardable
    return lambda card: kind_of(card.type) in kinds


def mulligan_types(edition: str) -> str:
    """The types of card that the mulligan of a rules edition may discard, in words.

    >>> mulligan_types("printed-2002"), mulligan_types("printed-2004")
    ('Battle and Mission', 'Battle, Mission and Location')
    """
    kinds = get_setup_rules(edition).discardable
    *first, last = (k.title() for k in (BATTLE, MISSION, LOCATION, EQUIPMENT) if k in kinds)
    return _("{first} and {last}", first=", ".join(first), last=last)
