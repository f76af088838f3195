"""The default game: the only place outside its folder that knows a game by its code."""

FIRST_GAME = "swtcg"
"""The game of a deck, a card or a source that names none."""
