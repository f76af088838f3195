"""Queries: the fields to sort by, values as they are written in them, and the decks that they may read."""

from deckcheck.collection.search import only_saved_decks, sort_fields
from deckcheck.query.tree import quoted
