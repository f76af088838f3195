"""The card texts about building decks, as data: `exceptions.tsv` of the catalogue.

`copies=6`: up to so many copies of the title; `fifth-member`: it may stand in the team beside the
four; `no-deck`: it cannot be included in decks; `one-without-deck`: one of two cards of its name
cannot, and it is not known which. Of cards of other sets than ours it is not known what they say.
"""

from db.cards.card import Card
from deckcheck.games.stargate.cards import TEAM_CHARACTER

LOOKED_THROUGH = frozenset(
    {
        "BASE",
        "LORDS",
        "ORI",
        "ATL",
        "UNEND",
        "MISS",
        "ALLI",
        "ABY",
        "DEST",
        "SYMB",
        "COTG",
        "WORM",
        "EPIL",
        "BONUS",
        "DOM",
        "XTRA",
    }
)
"""The sets whose cards were looked through for such words."""
KINDS = frozenset({TEAM_CHARACTER, "Support Character", "Adversary", "Obstacle", "Ship"})
"""The types of which some cards have such words."""


def copies_allowed(card: Card) -> int | None:
    """How many copies of its title a card allows, None where it states no number."""
    for word in _words(card, "brings"):
        name, _, number = word.partition("=")
        if name == "copies":
            return int(number)
    return None


def is_fifth_member(card: Card) -> bool:
    """Whether a card may be the fifth member of a team."""
    return "fifth-member" in _words(card, "brings")


def stands_in_no_deck(card: Card) -> bool:
    """Whether a card cannot be included in decks."""
    return "no-deck" in _words(card, "needs")


def one_of_two_in_no_deck(card: Card) -> bool:
    """Whether a card is one of two of which one cannot be included in decks."""
    return "one-without-deck" in _words(card, "needs")


def is_unknown(card: Card) -> bool:
    """Whether a card may have an unknown text about decks."""
    return card.type in KINDS and not LOOKED_THROUGH.intersection(card.set_codes)


def _words(card: Card, fact: str) -> tuple[str, ...]:
    return tuple(map(str, card.facts.get(fact) or ()))
