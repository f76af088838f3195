"""The differences of the rules editions in setup and the first turns, as data.

What each edition is read from, and where a book is silent or contradicts itself, stands in
docs/simulators.md.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

from db.cards.card import Card
from db.language import gettext as _
from deckcheck.errors import UnknownEditionError
from deckcheck.games.swtcg.cards import arenas_of


def mulligan_discards(edition: str) -> Callable[[Card], bool]:
    """A function that says whether the mulligan of a rules edition may discard a card.

    Battle and Mission cards of all kinds may be, Locations too since 2004, Equipment in 2005.
    """
    kinds = get_setup_rules(edition).discardable
    return lambda card: kind_of(card.type) in kinds


def mulligan_types(edition: str) -> str:
    """The types of card that the mulligan of a rules edition may discard, in words.

    >>> mulligan_types("printed-2002"), mulligan_types("printed-2004")
    ('Battle and Mission', 'Battle, Mission and Location')
    """
    kinds = get_setup_rules(edition).discardable
    *first, last = (k.title() for k in (BATTLE, MISSION, LOCATION, EQUIPMENT) if k in kinds)
    return _("{first} and {last}", first=", ".join(first), last=last)


HAND_SIZE = 7
SETUP_TOTAL = 30
SetupText = tuple[str, str]
"""A card, and one thing that its text changes in setup for both players, like `total=1`."""

CHANGES = {"discard": "discardable", "total": "total", "draw": "hand_size", "force": "force"}
"""The texts that setup obeys, and what each changes in the rules."""

UNIT, BATTLE, MISSION, LOCATION = "unit", "battle", "mission", "location"
EQUIPMENT, OTHER = "equipment", "other"


@dataclass(frozen=True, slots=True)
class SetupRules:
    """The rules of an edition in which setup and the first turns differ.

    `discardable` are the kinds of card that a mulligan may discard, `buildable` those that may be
    built in a turn, `partial` those that may be the partially built last card of setup;
    `same_person` groups of names that stand for one unique person. With `overbuilds` that last
    card may get more counters than it needs. `least_counters` are the fewest counters with which
    a card is ever built: with 0 a card of cost 0 is deployed for nothing. `total` is the aim of
    setup, `hand_size` the cards drawn first, `force` what a player has before the first turn;
    `texts` are the texts of cards that have been added, each card's once.
    """

    code: str
    discardable: frozenset[str]
    buildable: frozenset[str]
    partial: frozenset[str]
    same_person: tuple[tuple[str, ...], ...]
    draws_before_roll: bool = False
    overbuilds: bool = False
    least_counters: int = 1
    total: int = SETUP_TOTAL
    hand_size: int = HAND_SIZE
    force: int = 0
    texts: frozenset[SetupText] = frozenset()

    def with_texts(self, texts: Iterable[SetupText]) -> "SetupRules":
        """The rules as texts of cards change them for both players.

        >>> get_setup_rules("printed-2005").with_texts({("Visions", "total=1")}).total
        31
        """
        found = self
        for card, text in sorted(set(texts) - self.texts):
            field, _, value = text.partition("=")
            before = getattr(found, CHANGES[field])
            after: Any = before | {value} if field == "discard" else before + int(value)
            changed = {CHANGES[field]: after, "texts": found.texts | {(card, text)}}
            found = replace(found, **changed)
        return found


_ANAKIN = ("Anakin Skywalker", "Darth Vader")
_BERU = ("Beru Lars", "Beru Whitesun")
_PADME = ("Padmé Amidala", "Queen Amidala")

_PRINTED_2002 = SetupRules(
    "printed-2002",
    discardable=frozenset({BATTLE, MISSION}),
    buildable=frozenset({UNIT, MISSION}),
    partial=frozenset({UNIT, MISSION}),
    same_person=(_ANAKIN, ("Chancellor Palpatine", "Senator Palpatine"), _PADME),
    draws_before_roll=True,
)
_PRINTED_2004 = SetupRules(
    "printed-2004",
    discardable=frozenset({BATTLE, MISSION, LOCATION}),
    buildable=frozenset({UNIT, MISSION, LOCATION}),
    partial=frozenset({UNIT, MISSION, LOCATION}),
    same_person=(_ANAKIN, _BERU, _PADME),
)
_PRINTED_2005 = SetupRules(
    "printed-2005",
    discardable=frozenset({BATTLE, MISSION, LOCATION, EQUIPMENT}),
    buildable=frozenset({UNIT, MISSION, LOCATION, EQUIPMENT}),
    partial=frozenset({UNIT}),
    same_person=(_ANAKIN, _BERU, _PADME, ("Chancellor Palpatine", "Emperor Palpatine", "Darth Sidious")),
    overbuilds=True,
    least_counters=0,
)
# No source known to us says how the community plays setup; it is played as in 2004.
_COMMUNITY = replace(_PRINTED_2004, code="community")

SETUP_RULES = (_PRINTED_2002, _PRINTED_2004, _PRINTED_2005, _COMMUNITY)


def get_setup_rules(edition: str) -> SetupRules:
    """The setup rules of an edition; raises `UnknownEditionError`.

    >>> sorted(get_setup_rules("printed-2002").discardable)
    ['battle', 'mission']
    """
    for rules in SETUP_RULES:
        if rules.code == edition:
            return rules
    raise UnknownEditionError(edition, (rules.code for rules in SETUP_RULES))


def kind_of(card_type: str) -> str:
    """The kind of a type in setup: unit, battle, mission, location, equipment or other.

    >>> kind_of("Mission - Trap"), kind_of("Space/Ground"), kind_of("Subordinate")
    ('mission', 'unit', 'other')
    """
    if arenas_of(card_type):
        return UNIT
    first = card_type.partition(" - ")[0].casefold()
    return first if first in {BATTLE, MISSION, LOCATION, EQUIPMENT} else OTHER
