"""A card as JSON, as `deckcheck.cards/1` has it."""

from typing import Any

from db.cards.card import Card, Printing


def card_document(card: Card) -> dict[str, Any]:
    """The card as in `deckcheck.cards/1`; X and * are strings, what is absent is null."""
    return {
        "game": card.game,
        "name": card.name,
        "base_name": card.base_name,
        "version": card.version,
        "distinction": card.distinction,
        "side": card.side,
        "type": card.type,
        "subtypes": list(card.subtypes),
        "cost": card.cost,
        "speed": card.speed,
        "power": card.power,
        "health": card.health,
        "printings": [_printing_document(printing) for printing in card.printings],
        "legality": [
            {"status": m.status, "format": m.format, "printing": m.printing, "source": m.source,
             "since": m.since, "seen": m.seen}
            for m in card.marks
        ],
        "facts": dict(card.facts),
    }  # fmt: skip


def _printing_document(printing: Printing) -> dict[str, Any]:
    return {
        "name": printing.name,
        "set": printing.set_code,
        "number": printing.number,
        "rarity": printing.rarity,
        "reprint": printing.reprint,
        "tags": list(printing.tags),
        "differs": dict(printing.differs),
        "image_key": printing.image_key,
        "facts": dict(printing.facts),
        "removed_on": printing.removed_on,
    }
