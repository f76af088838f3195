"""A made-up game of two pages, as docs/adding-a-game.md says that one is added.

A deck is five pebbles or more, at most two of them of the same colour and one of them a gem.
"""

from collections.abc import Mapping
from functools import partial

from db.cards.card import Card
from deckcheck.games.formats.list_rules import list_rules
from deckcheck.games.formats.zone_size import zone_limit
from deckcheck.games.game import Game
from deckcheck.rules.edition import Format
from deckcheck.rules.slot import DeckSlots

from .deck_rules import BAG, BEACH, COLOURS, COUNTS, colour_of


def counts_text(counts: Mapping[str, int]) -> str:
    """The counts in a line."""
    return f"{counts['cards']} pebbles of {sum(counts[colour] > 0 for colour in COLOURS)} colours"


def card_summary(card: Card) -> str:
    """A pebble in two words."""
    return f"{colour_of(card)} {card.type}"


def formats() -> tuple[Format, ...]:
    """The only way to play; a game with sets and lists has a folder formats instead."""
    return (Format("printed", "Printed rules", "beach"),)


GAME = Game(
    code="pebbles",
    name="Pebbles",
    zones=(BAG,),
    zone_names={"": BAG, "deck": BAG, "bag": BAG},
    default_format="printed",
    editions=(BEACH,),
    formats=formats,
    face=colour_of,
    view=partial(DeckSlots, zones=(BAG,), counting=COUNTS),
    list_rules=list_rules,
    zone_limit=zone_limit,
    card_summary=card_summary,
    count_names=("cards", *COLOURS),
    counts_text=counts_text,
)
