"""The bounds that acts keep and options name; it imports nothing, so that options load no act."""

LEAST_ERROR = 0.0001
"""A smaller error takes a hundred million games and more."""

MOST_DECKS = 2
"""So many decks are compared, set up against each other, and repaired together."""

MOST_CHANGES, TUNE_SECONDS = 400, 60.0
"""More changes than decks have cards, and the usual time limit of a tune: most take a second."""

MOST_SEEN = 300
"""More cards than anybody draws: so many hands could not be counted."""

KEEP, EVEN, MOST_TRADERS, TRADE_SECONDS = 4, 10, 60, 30.0
"""The copies that are kept in trades, the percent that one may lose, the most friends, and the time limit."""

LEAST_DECKS = 2
"""So many decks make a matrix."""

HANDS, HANDS_AT_ONCE = 2_000, 10_000
"""The usual number of hands or games, played move by move, and where many are played at once."""

FIGURE = "figure:"
"""The beginning of a goal that is a figure."""
