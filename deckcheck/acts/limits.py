"""The bounds that acts keep and options name; it imports nothing, so that options load no act."""

LEAST_ERROR = 0.0001
"""A smaller error takes a hundred million games and more."""

MOST_DECKS = 2
"""So many decks are compared, set up against each other, and repaired together."""
