"""All addresses of the API."""

from deckcheck.web.api import cards, collection, decks, events, saved_decks, sheets

ENDPOINTS = (
    *decks.ENDPOINTS,
    *saved_decks.ENDPOINTS,
    *cards.ENDPOINTS,
    *collection.ENDPOINTS,
    *sheets.ENDPOINTS,
    *events.ENDPOINTS,
)


def asking_paths() -> frozenset[str]:
    """The addresses that are sent data but change nothing: also a read-only page answers them."""
    return frozenset(one.path for one in ENDPOINTS if one.method == "POST" and not one.changes)
