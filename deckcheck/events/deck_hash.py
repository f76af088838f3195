"""The hash of a deck: equal for equal decks, whatever the file, its order or the printings."""

import hashlib
import json
from collections import Counter
from collections.abc import Iterable

from db.cards.names import normal_form
from db.events.values import FrozenCard
from db.sums import summed

_SHOWN = 12


def deck_hash(game: str, cards: Iterable[FrozenCard]) -> str:
    """The SHA-256 of the game and its sorted (zone, card, count), as hexadecimal digits.

    An unknown card counts by its name as written, with a question mark before it.

    >>> one = FrozenCard(1, "yoda", "Deck", "Yoda (A)", "AOTC")
    >>> both = FrozenCard(2, "Yoda (A)", "Deck", "Yoda (A)")
    >>> deck_hash("game", [one, one]) == deck_hash("game", [both])
    True
    """
    counts = card_counts(cards)
    listed = [[zone, name, count] for (zone, name), count in sorted(counts.items())]
    text = json.dumps([game, listed], ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def card_counts(cards: Iterable[FrozenCard]) -> Counter[tuple[str, str]]:
    """The copies of each card by zone and name; `?` stands before what is unknown.

    >>> card_counts([FrozenCard(2, "Yodda", "Deck"), FrozenCard(1, "yodda", "Deck")])
    Counter({('Deck', '?yodda'): 3})
    """
    return summed(((card.zone, card.card or f"?{normal_form(card.name)}"), card.quantity) for card in cards)


def short_hash(digest: str) -> str:
    """The beginning of a hash in groups, as people compare it.

    >>> short_hash("0123456789abcdef")
    '0123-4567-89ab'
    """
    shown = digest[:_SHOWN]
    return "-".join(shown[place : place + 4] for place in range(0, len(shown), 4))
