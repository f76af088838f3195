"""Formats of all games: files, states in time, and the rules that follow from them."""
