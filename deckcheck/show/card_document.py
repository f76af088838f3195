"""Cards as JSON: those that a search finds, and one with all that is known of it."""

from collections.abc import Mapping, Sequence
from typing import Any

from db.cards.card import Card, Printing
from deckcheck.show.picked import picked


def card_document(card: Card) -> dict[str, Any]:
    """The card as in `deckcheck.cards/1`; X and * are strings, what is absent is null."""
    return {
        **picked(card, "game name base_name version distinction side type"),
        "subtypes": list(card.subtypes),
        **picked(card, "cost speed power health"),
        "printings": [_printing_document(printing) for printing in card.printings],
        "legality": [{**picked(m, "status format printing source since seen")} for m in card.marks],
        "facts": dict(card.facts),
    }


def found_document(cards: Sequence[Mapping[str, Any]], total: int, page: int, pages: int) -> dict[str, Any]:
    """A page of the cards that a search found, as in `deckcheck.cards/1`."""
    return {"schema": "deckcheck.cards/1", "total": total, "page": page, "pages": pages, "cards": list(cards)}


def shown_document(
    card: Mapping[str, Any] | None, candidates: Sequence[Mapping[str, Any]] = ()
) -> dict[str, Any]:
    """A card with all that is known of it, as in `deckcheck.card/1`.

    The card is None where the name is unknown or ambiguous; then `candidates` are the cards that it
    may mean.
    """
    return {"schema": "deckcheck.card/1", "card": card, "candidates": list(candidates)}


def _printing_document(printing: Printing) -> dict[str, Any]:
    return {
        **picked(printing, "name set=set_code number rarity reprint"),
        "tags": list(printing.tags),
        "differs": dict(printing.differs),
        "image_key": printing.image_key,
        "facts": dict(printing.facts),
        "removed_on": printing.removed_on,
    }
