"""The colours of sides and types, by the names that the page's tokens give them."""

from deckcheck.games.game import Game

GREY = "grey"
"""The hue of what goes with every side."""

HUES = ("indigo", "ochre", "teal", "rust", "plum", "olive", "navy", GREY)
"""The hues that stay apart for everybody, in the order in which a game that states none gets them."""


def hue(game: Game, word: str) -> str:
    """The hue of a side or a type: as its game states it, for a type of several by its first.

    A game that states none has one by the letters of the word, always the same.

    >>> from deckcheck.games import get_game
    >>> hue(get_game("destiny"), "villain"), hue(get_game("stargate"), "Ship")
    ('red', 'grey')
    """
    stated = game.words.hues
    first = word.partition("/")[0].partition(" - ")[0]
    return stated.get(word) or stated.get(first) or HUES[sum(map(ord, word)) % len(HUES)]
