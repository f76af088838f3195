"""A made-up game of two pages, as docs/adding-a-game.md says that one is added.

A deck is five pebbles or more, at most two of them of the same colour and one of them a gem.
"""

from collections.abc import Mapping
from functools import partial

from db.cards.card import Card
from deckcheck.games.formats.format_files import FormatFolder
from deckcheck.games.formats.list_rules import list_rules
from deckcheck.games.game import Game
from deckcheck.rules.slot import DeckSlots

from .deck_rules import BAG, BEACH, COLOURS, COUNTS, colour_of


def counts_text(counts: Mapping[str, int]) -> str:
    """The counts in a line."""
    return f"{counts['cards']} pebbles of {sum(counts[colour] > 0 for colour in COLOURS)} colours"


def card_summary(card: Card) -> str:
    """A pebble in two words."""
    return f"{colour_of(card)} {card.type}"


GAME = Game(
    code="pebbles",
    name="Pebbles",
    zones=(BAG,),
    zone_names={"": BAG, "deck": BAG, "bag": BAG},
    editions=(BEACH,),
    formats=FormatFolder("pebbles", "beach"),
    face=colour_of,
    view=partial(DeckSlots, zones=(BAG,), counting=COUNTS),
    list_rules=list_rules,
    card_summary=card_summary,
    count_names=("cards", *COLOURS),
    counts_text=counts_text,
)
