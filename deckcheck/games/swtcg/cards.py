"""The card facts that the rules use: its side, its arenas, whether it is a unit."""

from collections.abc import Hashable
from functools import cache

from db.cards.card import Card
from db.language import Message, gettext as _, in_parts, joined

SPACE, GROUND, CHARACTER = ARENAS = ("space", "ground", "character")
LIGHT, DARK, NEUTRAL, YUUZHAN_VONG = SIDES = ("light", "dark", "neutral", "yuuzhan-vong")

UNIT_NAMES = {
    SPACE: ("Space unit", "Space units"),
    GROUND: ("Ground unit", "Ground units"),
    CHARACTER: ("Character", "Characters"),
}
SIDE_NAMES = {LIGHT: "Light", DARK: "Dark", NEUTRAL: "Neutral", YUUZHAN_VONG: "Yuuzhan Vong"}

ALSO_FITS = "also_fits"
"""The fact that names the sides into whose decks a card goes by its own text."""

OUTSIDE_TYPES = frozenset({"Subordinate", "Event", "Reminder"})
"""Types that do not belong in the main deck, as the community plays."""


@cache
def arenas_of(card_type: str) -> tuple[str, ...]:
    """The arenas in which a unit of this type fights; none for what is no unit.

    >>> arenas_of("Space/Ground"), arenas_of("Character"), arenas_of("Mission - Trap")
    (('space', 'ground'), ('character',), ())
    """
    words = tuple(card_type.lower().split("/"))
    return words if all(word in ARENAS for word in words) else ()


def is_unit(card: Card) -> bool:
    """Whether the card is a Space unit, a Ground unit or a Character; Subordinates are none."""
    return bool(arenas_of(card.type))


def is_space(card: Card) -> bool:
    """Whether the card is a Space unit, also one of several arenas."""
    return SPACE in arenas_of(card.type)


def is_ground(card: Card) -> bool:
    """Whether the card is a Ground unit, also one of several arenas."""
    return GROUND in arenas_of(card.type)


def is_character(card: Card) -> bool:
    """Whether the card is a Character, also one of several arenas."""
    return CHARACTER in arenas_of(card.type)


def is_resource(card: Card) -> bool:
    """Whether the card is a Resource."""
    return card.type == "Resource"


def is_light(card: Card) -> bool:
    """Whether the card is of the Light side."""
    return card.side == LIGHT


def is_dark(card: Card) -> bool:
    """Whether the card is of the Dark side."""
    return card.side == DARK


def is_yuuzhan_vong(card: Card) -> bool:
    """Whether the card is of the Yuuzhan Vong side."""
    return card.side == YUUZHAN_VONG


def is_neutral(card: Card) -> bool:
    """Whether the card is of none of the other sides."""
    return card.side not in {LIGHT, DARK, YUUZHAN_VONG}


def rules_face(card: Card) -> Hashable:
    """The facts that the deck rules use; printings that agree in them need not be told apart."""
    return card.side, arenas_of(card.type), card.type in OUTSIDE_TYPES, card.type == "Resource"


def seen_by_rules(card: Card) -> Hashable:
    """The facts that the deck rules use of a card beside its name."""
    texts = (card.facts.get(fact) for fact in (ALSO_FITS, "opens", "supply_copies", "unknown_text"))
    supply = card.subtype if card.type == "Equipment" else None
    return rules_face(card), supply, *(tuple(words or ()) for words in texts)


def card_summary(card: Card) -> str:
    """A card in a few words, for lists, like `AOTC 2002, Light Character, cost 7`."""
    side = SIDE_NAMES.get(card.side or "", card.side or _("no side"))
    cost = "" if card.cost is None else _("cost {cost}", cost=card.cost)
    return joined((card.sets_and_year, joined((Message(side), in_parts(card.type)), " "), cost), ", ")
