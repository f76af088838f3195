"""Decks from which the golden cases start."""

from collections.abc import Callable
from dataclasses import replace

from db.cards.card import Card
from deckcheck.deck import Deck, DeckEntry
from tests.deckcheck.building import Builder
from tests.deckcheck.sister_decks import Pool, destiny_deck, lcg_deck, stargate_deck


def base_deck(pool: Pool, sets: frozenset[str] | None = None, side: str = "light") -> Deck:
    """A legal deck of a game."""
    if pool.game == "swtcg":
        try:
            return Builder(pool.cards, side, sets).deck()
        except LookupError:
            return Builder(pool.cards, side).deck()
    make: dict[str, Callable[[Pool], Deck]] = {
        "destiny": destiny_deck,
        "stargate": stargate_deck,
        "swlcg": lcg_deck,
    }
    return make[pool.game](pool)


def with_more(deck: Deck, *entries: DeckEntry) -> Deck:
    """The deck with entries behind its own, with lines of their own."""
    first = len(deck.entries) + 1
    more = (e._replace(line=n) for n, e in enumerate(entries, start=first))
    return replace(deck, entries=(*deck.entries, *more))


def groups_of(pool: Pool) -> list[tuple[Card, ...]]:
    """Groups of cards with the same base name."""
    groups: dict[str, list[Card]] = {}
    for card in pool.cards:
        groups.setdefault(card.base_name, []).append(card)
    found = [tuple(cards) for cards in groups.values() if len(cards) > 1]
    if pool.game == "swlcg":
        of_type = [tuple(c for c in pool.cards if c.type == t) for t in ("Objective", "Unit")]
        found += [cards[n : n + 3] for cards in of_type for n in range(0, len(cards), 5)]
        found += [tuple(c for c in pool.cards if c.type == "Affiliation")]
    return found
