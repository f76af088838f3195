"""A made-up game of two pages, as docs/adding-a-game.md says that one is added.

A deck is five pebbles or more, at most two of them of the same colour and one of them a gem.
"""

from collections.abc import Mapping

from deckcheck.games.formats.format_files import FormatFolder
from deckcheck.games.game import CardNames, DeckLists, Game, GameWords

from .deck_rules import BAG, BEACH, COLOURS, COUNTS, colour_of


def counts_text(counts: Mapping[str, int]) -> str:
    """The counts in a line."""
    return f"{counts['cards']} pebbles of {sum(counts[colour] > 0 for colour in COLOURS)} colours"


GAME = Game(
    code="pebbles",
    name="Pebbles",
    zones=(BAG,),
    editions=(BEACH,),
    formats=FormatFolder("pebbles", "beach"),
    counts=COUNTS,
    names=CardNames(face=colour_of),
    words=GameWords(counts_text=counts_text),
)
