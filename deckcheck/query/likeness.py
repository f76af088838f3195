"""How unlike two cards are, in whole numbers: for the cards that could take the place of one.

What differs is weighed one by one, so that a list says why a card stands where it does: another
type weighs more than another side, a side more than all numbers together, a number by how far it
is, traits by the share that both have. A card is 0 unlike itself.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from db.cards.card import Card, Stat
from deckcheck.query.facts import arenas_of_type, name_key
from deckcheck.query.search_words import NUMBER, OwnFact, OwnWords

TYPE, SIDE, WORD = 10_000, 2_000, 40
"""The weights of another type, another side, and another word of a game's own facts."""

COST, STAT, TRAITS, TITLE = 20, 10, 100, 30
"""The weights of a step of the cost and of a number, of other traits, and of a title."""

_FARTHEST = 10
"""More steps between two numbers than this weigh no more."""

_STATS = ("speed", "power", "health")
_STEP = {"speed": 10}
"""How much of a number is one step, where that is not 1."""


@dataclass(frozen=True, slots=True)
class AlikeCard:
    """A card with how unlike another it is: in all, and by what differs."""

    card: Card
    distance: int
    differs: Mapping[str, int]


def unlikeness(one: Card, other: Card, own: OwnWords | None = None) -> int:
    """How unlike two cards of a game are; 0 where nothing that is weighed differs.

    `own` are the words of a game that has facts of its own, which then count too.
    """
    return sum(differences(one, other, own).values())


def differences(one: Card, other: Card, own: OwnWords | None = None) -> dict[str, int]:
    """The differences between two cards, by name, each with its weight."""
    found = {
        "type": _of_types(one.type, other.type),
        "side": 0 if one.side == other.side else SIDE,
        "cost": COST * _steps(one.cost, other.cost),
        "traits": _of_traits(one.subtypes, other.subtypes),
        "title": 0 if one.base_name == other.base_name else TITLE,
    }
    for name in _STATS:
        step = _STEP.get(name, 1)
        found[name] = STAT * _steps(getattr(one, name), getattr(other, name), step)
    for fact in own.facts if own else ():
        found[fact.name] = _of_facts(one, other, fact)
    return {name: weight for name, weight in found.items() if weight}


def most_alike(
    card: Card, cards: Iterable[Card], own: OwnWords | None = None
) -> Sequence[AlikeCard]:
    """The cards from the most to the least like a card, itself left out; equal ones by name."""
    others = (other for other in cards if other != card)
    found = [(other, differences(card, other, own)) for other in others]
    alike = [AlikeCard(other, sum(parts.values()), parts) for other, parts in found]
    return sorted(alike, key=lambda one: (one.distance, name_key(one.card)))


def _of_types(one: str, other: str) -> int:
    """Another type; units that share an arena are half as far apart as others."""
    if one == other:
        return 0
    shared = arenas_of_type(one) & arenas_of_type(other)
    return TYPE // 2 if shared else TYPE


def _steps(one: Stat, other: Stat, step: int = 1) -> int:
    """How many steps two numbers are apart; as far as can be where one of them is no number."""
    if one == other:
        return 0
    if not isinstance(one, int) or not isinstance(other, int):
        return _FARTHEST
    return min(_FARTHEST, -(-abs(one - other) // step))


def _of_traits(one: Iterable[str], other: Iterable[str]) -> int:
    """Traits by the share that only one of two cards has."""
    mine, theirs = frozenset(one), frozenset(other)
    every = len(mine | theirs)
    return TRAITS * (every - len(mine & theirs)) // every if every else 0


def _of_facts(one: Card, other: Card, fact: OwnFact) -> int:
    """A fact of the game: numbers by their steps, lists by what is shared, words by being equal."""
    mine, theirs = (card.facts.get(fact.fact or fact.name) for card in (one, other))
    if mine == theirs:
        return 0
    if fact.kind == NUMBER:
        return STAT * _steps(_first_number(mine), _first_number(theirs))
    if isinstance(mine, list | tuple) or isinstance(theirs, list | tuple):
        return _of_traits(map(str, mine or ()), map(str, theirs or ()))
    return WORD


def _first_number(value: Any) -> Stat:
    """The number that a fact states; the first of several like 12/15."""
    if isinstance(value, int) or value is None:
        return value
    first = str(value).partition("/")[0]
    return int(first) if first.removeprefix("-").isdecimal() else str(value)
