"""The games that are known, by their codes."""

from deckcheck.games import game_codes, get_game
