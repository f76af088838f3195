"""The bounds that acts keep and options name; it imports nothing, so that options load no act."""

LEAST_ERROR = 0.0001
"""A smaller error takes a hundred million games and more."""

MOST_DECKS = 2
"""So many decks are compared, set up against each other, and repaired together."""

LEAST_DECKS = 2
"""So many decks make a matrix."""

HANDS, HANDS_AT_ONCE = 2_000, 10_000
"""The usual number of hands or games, played move by move, and where many are played at once."""
