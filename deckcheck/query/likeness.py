"""The distance of a card from others, in whole numbers: the measure of searches and repairs.

What differs is weighed one by one, so that a list says why a card stands where it does: another
type weighs more than another side, a side more than all numbers together, a number by how far it
is, traits by the share that both have. A card has distance 0 from itself; of several cards, such as
those of a deck, the nearest counts for each fact.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from heapq import heappop, heappush
from operator import attrgetter
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

Read = Callable[[Card], Hashable]
Weigh = Callable[[Any, Any], int]


@dataclass(frozen=True, slots=True)
class AlikeCard:
    """A card with its distance from another: in all, and by what differs."""

    card: Card
    distance: int
    differs: Mapping[str, int]


def unlikeness(one: Card, other: Card, own: OwnWords | None = None) -> int:
    """The distance of two cards of a game; 0 where nothing that is weighed differs.

    `own` are the words of a game that has facts of its own, which then count too.
    """
    return Likeness((one,), own).unlikeness(other)


def differences(one: Card, other: Card, own: OwnWords | None = None) -> dict[str, int]:
    """The differences between two cards, by name, each with its weight."""
    return Likeness((one,), own).differences(other)


def most_alike(card: Card, cards: Iterable[Card], own: OwnWords | None = None) -> Sequence[AlikeCard]:
    """The cards from the most to the least like a card, itself left out; equal ones by name."""
    like = Likeness((card,), own)
    pairs = [(other, like.differences(other)) for other in cards if other != card]
    alike = [AlikeCard(other, sum(parts.values()), parts) for other, parts in pairs]
    return sorted(alike, key=lambda one: (one.distance, name_key(one.card)))


@dataclass(slots=True)
class _Fact:
    """A fact of some cards: how it is read, what they have of it, how far others are."""

    name: str
    read: Read
    weigh: Weigh
    otherwise: int | None = None
    """The weight of any value that none of them has, where that is the same for all."""
    known: dict[Hashable, int] = field(default_factory=dict)
    """The weights of values asked for so far; values of the cards themselves weigh 0."""
    there: Sequence[Hashable] = ()

    def compare_with(self, cards: Iterable[Card]) -> None:
        """Sets the cards from which values are measured."""
        self.known = dict.fromkeys(map(self.read, cards), 0)
        self.there = tuple(self.known)

    def apart(self, card: Card) -> int:
        """The weight of a card's value: its distance from the nearest of theirs."""
        value = self.read(card)
        weight = self.known.get(value, self.otherwise)
        if weight is None:
            weigh = self.weigh
            weight = min([weigh(value, other) for other in self.there], default=0)
            self.known[value] = weight
        return weight


class Likeness:
    """The distance of cards from some cards of their game, each fact from the nearest of them.

    A card is compared with those of its type; where there are none, with those of the nearest.
    """

    def __init__(self, cards: Iterable[Card], own: OwnWords | None = None) -> None:
        self._by_type: dict[str, list[Card]] = {}
        for card in cards:
            self._by_type.setdefault(card.type, []).append(card)
        self._own = own
        self._facts: dict[str, tuple[int, Sequence[_Fact]]] = {}
        self._least: dict[str, int] = {}
        self._known: dict[str, int] = {}

    def unlikeness(self, card: Card) -> int:
        """The distance of a card from them; 0 where nothing that is weighed differs."""
        weight, facts = self._facts.get(card.type) or self._compared(card.type)
        for fact in facts:
            weight += fact.apart(card)
        return weight

    def nearest(self, cards: Sequence[Card], number: int) -> list[int]:
        """The places of the `number` nearest of these cards, the first of equal ones."""
        if not number:
            return []
        least, known = self._least, self._known
        for card in cards:
            if card.name not in least:
                least[card.name] = self._at_least(card)
        at_least = [least[card.name] for card in cards]
        distances: list[tuple[int, int]] = []
        for place in sorted(range(len(cards)), key=at_least.__getitem__):
            if len(distances) == number and (-at_least[place], -place) < distances[0]:
                break
            card = cards[place]
            if card.name not in known:
                known[card.name] = self.unlikeness(card)
            heappush(distances, (-known[card.name], -place))
            if len(distances) > number:
                heappop(distances)
        return [-place for _, place in sorted(distances, reverse=True)]

    def _at_least(self, card: Card) -> int:
        """How unlike a card is by all but its traits, which take longest to compare."""
        weight, facts = self._facts.get(card.type) or self._compared(card.type)
        for fact in facts[:-1]:
            known = fact.known.get(fact.read(card), fact.otherwise)
            weight += fact.apart(card) if known is None else known
        return weight

    def differences(self, card: Card) -> dict[str, int]:
        """The differences of a card from them, by name, each with its weight."""
        weight, facts = self._facts.get(card.type) or self._compared(card.type)
        result = {"type": weight, **{fact.name: fact.apart(card) for fact in facts}}
        return {name: weight for name, weight in result.items() if weight}

    def _compared(self, card_type: str) -> tuple[int, Sequence[_Fact]]:
        """How far a type is from theirs, and the facts of those to compare with."""
        apart = {there: _of_types(card_type, there) for there in self._by_type}
        nearest = min(apart.values(), default=0)
        models = [c for there, some in self._by_type.items() if apart[there] == nearest for c in some]
        facts = _facts(self._own)
        for fact in facts:
            fact.compare_with(models)
        self._facts[card_type] = nearest, facts
        return nearest, facts


def _facts(own: OwnWords | None) -> list[_Fact]:
    """The facts that are weighed, beside the type; the traits come last."""
    return [
        _Fact("side", attrgetter("side"), _other(SIDE), SIDE),
        _Fact("cost", attrgetter("cost"), _stepping(COST)),
        _Fact("title", attrgetter("base_name"), _other(TITLE), TITLE),
        _Fact("speed", attrgetter("speed"), _stepping(STAT, 10)),
        _Fact("power", attrgetter("power"), _stepping(STAT)),
        _Fact("health", attrgetter("health"), _stepping(STAT)),
        *(
            _Fact(fact.name, partial(_own_fact, fact.fact or fact.name), partial(_of_facts, fact))
            for fact in (own.facts if own else ())
        ),
        _Fact("traits", attrgetter("subtype"), _of_traits),
    ]


def _other(weight: int) -> Weigh:
    """Weighs two values that are not the same."""
    return lambda one, other: 0 if one == other else weight


def _stepping(weight: int, step: int = 1) -> Weigh:
    """Weighs each step between two numbers."""
    return lambda one, other: weight * _steps(one, other, step)


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


def _of_traits(one: str | None, other: str | None) -> int:
    """Traits, as they stand in the line of subtypes, by the share that only one of two has."""
    return 0 if one == other else _of_words(_traits(one), _traits(other))


@cache
def _traits(line: str | None) -> frozenset[str]:
    """The traits of a line, as `Card.subtypes` tells them."""
    return frozenset(line.split(" - ")) if line else frozenset()


def _of_words(mine: frozenset[str], theirs: frozenset[str]) -> int:
    every = len(mine | theirs)
    return TRAITS * (every - len(mine & theirs)) // every if every else 0


def _own_fact(name: str, card: Card) -> Hashable:
    """A fact of the game, lists as tuples of their words."""
    value = card.facts.get(name)
    if isinstance(value, list | tuple):
        return tuple(map(str, value))
    return value if value is None or isinstance(value, int) else str(value)


def _of_facts(fact: OwnFact, one: Any, other: Any) -> int:
    """A fact of the game: numbers by their steps, lists by what is shared, words by being equal."""
    if one == other:
        return 0
    if fact.kind == NUMBER:
        return STAT * _steps(_first_number(one), _first_number(other))
    if isinstance(one, tuple) or isinstance(other, tuple):
        return _of_words(_words(one), _words(other))
    return WORD


def _words(value: Any) -> frozenset[str]:
    if isinstance(value, tuple):
        return frozenset(value)
    return frozenset() if value is None else frozenset({str(value)})


def _first_number(value: Any) -> Stat:
    """The number that a fact states; the first of several like 12/15."""
    if isinstance(value, int) or value is None:
        return value
    first = str(value).partition("/")[0]
    return int(first) if first.removeprefix("-").isdecimal() else str(value)
