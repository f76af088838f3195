"""The card texts about building decks, as data: `exceptions.tsv` of the catalogue.

`copies=6`: up to so many copies of the title; `fifth-member`: it may stand in the team beside the
four; `no-deck`: it cannot be included in decks; `one-without-deck`: one of two cards of its name
cannot, and it is not known which. Of cards of other sets than ours it is not known what they say.
"""

from collections.abc import Mapping

from db.cards.card import Card
from db.language import gettext as _
from deckcheck.games.stargate.cards import TEAM_CHARACTER
from deckcheck.games.titles import title_of

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
        name, _unused, number = word.partition("=")
        if name == "copies":
            return int(number)
    return None


def is_fifth_member(card: Card) -> bool:
    """Whether a card may be the fifth member of a team."""
    return "fifth-member" in _words(card, "brings")


def stands_in_no_deck(_zone: str, card: Card) -> Mapping[str, str] | None:
    """No words for a card that cannot be included in decks; None for any other."""
    return {} if "no-deck" in _words(card, "needs") else None


def one_of_two_in_no_deck(card: Card) -> str | None:
    """The title of two cards of which one cannot be included in decks; None for any other card."""
    return title_of(card) if "one-without-deck" in _words(card, "needs") else None


def unknown_text(card: Card) -> str | None:
    """The words for a card that may have an unknown text about decks; None for any other."""
    if card.type not in KINDS or not LOOKED_THROUGH.isdisjoint(card.set_codes):
        return None
    says_it = "no-deck" in _words(card, "needs")
    return None if says_it else _("may say something about decks; its text is not known")


def _words(card: Card, fact: str) -> tuple[str, ...]:
    return tuple(map(str, card.facts.get(fact) or ()))
