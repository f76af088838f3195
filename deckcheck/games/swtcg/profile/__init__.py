"""The composition of a deck of this game."""
