"""The classes of a deck's zone, as odds have those of the cards that are drawn."""

from deckcheck.deck import Deck
from deckcheck.odds.classes import DeckClasses, Discards, classes_of, keep_all
from deckcheck.odds.condition import Condition


def deck_classes(
    deck: Deck, condition: Condition, discards: Discards = keep_all, zone: str = "Deck"
) -> DeckClasses:
    """The cards of a zone in the classes that a condition and a mulligan tell apart.

    A card whose version or printing is in doubt counts where all that it may be agree.
    """
    drawn = [(entry, entry.quantity) for entry in deck.entries if entry.zone == zone]
    return classes_of(drawn, condition, discards, len(deck.unread))
