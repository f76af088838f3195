"""The deck rules as declarations: five pebbles or more, two of a colour at most, and one gem."""

from functools import partial

from db.cards.card import Card
from deckcheck.rules.edition import Edition
from deckcheck.rules.requirement import AtLeast, AtMost, Count, PerName

BAG = "Bag"
COLOURS = ("gray", "white", "red", "yellow")
_PAGE = "a made-up page"


def colour_of(card: Card) -> str:
    """The colour of a pebble."""
    return str(card.facts["colour"])


def is_gem(card: Card) -> bool:
    """Whether a pebble is a gem."""
    return card.type == "Gem"


def _is_of(colour: str, card: Card) -> bool:
    return colour_of(card) == colour


BEACH = Edition(
    "beach",
    "As on the beach",
    (
        AtLeast("bag-size", _PAGE, 5, kind=("pebble", "pebbles")),
        PerName(
            "colour-limit",
            _PAGE,
            2,
            colour_of,
            colour_of,
            message="{have} {name} pebbles, at most {limit}",
            together="",
            sentence="at most {limit} pebbles of the same colour",
            shown_as="colour",
        ),
        AtMost("gem-limit", _PAGE, 1, Count(is_gem), ("gem", "gems")),
    ),
    frozenset({BAG}),
)
COUNTS = {"cards": Count(), **{colour: Count(partial(_is_of, colour)) for colour in COLOURS}}
"""The counts of a report, by their names."""
