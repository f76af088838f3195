"""A goal of a deck, and the cards that may be drawn in classes that it tells apart.

How likely the condition of a goal is depends on how many cards of each class are in the pile from
which hands are drawn, and on nothing else: a deck is a vector of such counts.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property, partial
from math import prod
from typing import NamedTuple
from weakref import WeakKeyDictionary

from db.cards.card import Card
from deckcheck.deck import Deck, DeckEntry
from deckcheck.games.game import DeckLists, Game
from deckcheck.judge.validate import Judge
from deckcheck.odds.answer import Question
from deckcheck.odds.classes import CardClass, DeckClasses, Discards, classes_of, common_answers
from deckcheck.odds.condition import AndCondition, Condition
from deckcheck.rules.compiled import Total
from deckcheck.rules.slot import Slot

Key = tuple[tuple[bool, ...], bool]
"""The answers of a card to the queries of a goal, and whether a mulligan discards it."""

Drawn = Callable[[Deck], Iterable[tuple[DeckEntry, int]]]
"""Gives the cards of the pile from which hands are drawn, each with its copies there."""

Seen = tuple[int, int, bool, str | None, Discards]
"""The facts of a goal from `hand` to `discards`."""

GOAL = "goal"
"""The code of what a goal asks of a deck, beside the rules."""


class GoalPart(NamedTuple):
    """One of several conditions of a goal: its weight among those of its `order`.

    What comes later in order counts where all before is equal. Without an order the odds must not
    become less than they are.
    """

    condition: Condition
    weight: Fraction = Fraction(1)
    order: int | None = 0


@dataclass(frozen=True, slots=True)
class Goal:
    """A condition whose probability is to be as high as can be, and the cards that are seen.

    `mulligan` and `best` are those of a question about odds. Of several `parts` the condition holds
    where all do; it says which cards are told apart.
    """

    condition: Condition
    hand: int
    draws: int
    mulligan: bool
    best: str | None
    discards: Discards
    drawn: Drawn
    parts: tuple[GoalPart, ...] = ()

    @classmethod
    def of_parts(cls, parts: Sequence[GoalPart], seen: Seen, drawn: Drawn) -> "Goal":
        """The goal of these parts."""
        if len(parts) == 1:
            return cls(parts[0].condition, *seen, drawn)
        condition = Condition(AndCondition(tuple(part.condition.root for part in parts)))
        return cls(condition, *seen, drawn, tuple(parts))

    @property
    def several(self) -> tuple[GoalPart, ...]:
        """All parts; the condition where it is the only one."""
        return self.parts or (GoalPart(self.condition),)

    def of_part(self, part: GoalPart) -> "Goal":
        """The goal that has only this part."""
        return replace(self, condition=part.condition, parts=()) if self.parts else self

    @property
    def orders(self) -> list[list[tuple[int, Fraction]]]:
        """For each order the places of its parts, and the share that each has in the whole."""
        found: dict[int, list[tuple[int, Fraction]]] = {}
        for place, part in enumerate(self.several):
            if part.order is not None:
                found.setdefault(part.order, []).append((place, part.weight))
        return [
            [(place, weight / sum(w for _place, w in parts)) for place, weight in parts]
            for _order, parts in sorted(found.items())
        ]

    def odds(self, deck: Deck) -> list[Fraction] | None:
        """The odds of all parts for a deck; None where it has fewer cards than are seen."""
        questions = [self.of_part(part).question(deck) for part in self.several]
        if any(one.cards_seen > one.classes.cards for one in questions):
            return None
        return [one.probability() for one in questions]

    def value(self, odds: Sequence[Fraction]) -> Fraction:
        """The mean by weight of the parts that come first."""
        return sum((share * odds[place] for place, share in self.orders[0]), Fraction(0))

    def keys_of(self, cards: Sequence[Card]) -> list[Key]:
        """The class of each card."""
        answers = [list(map(query.root.matches, cards)) for query in self.condition.queries]
        seen = list(zip(*answers, strict=True)) or [()] * len(cards)
        return list(zip(seen, map(self.discards, cards), strict=True))

    def key(self, entry: DeckEntry) -> Key:
        """The class of the card of an entry."""
        return common_answers(entry, self.condition.queries, self.discards)[0]

    def question(self, deck: Deck) -> Question:
        """The question about the odds of the goal for a deck."""
        return self._asked(classes_of(self.drawn(deck), self.condition, self.discards, len(deck.unread)))

    def question_of(self, keys: Sequence[Key], counts: Sequence[int]) -> Question:
        """The same question for a deck of which only the counts of its classes are known."""
        found = (CardClass(count, *key) for key, count in zip(keys, counts, strict=True) if count)
        return self._asked(DeckClasses(self.condition, tuple(found)))

    def _asked(self, classes: DeckClasses) -> Question:
        return Question(classes, self.hand, self.draws, self.mulligan, self.best)


_Added = tuple[tuple[str, Key, int], ...]
"""By zone and class how many cards a copy adds to the pile."""


def _drawn(added: _Added, zone: str) -> int:
    return sum(number for where, _key, number in added if where == zone)


def _one(card: Card, zone: str) -> DeckEntry:
    return DeckEntry(1, card.name, zone, None, card)


_Alone = dict[tuple[str, str], Sequence[tuple[DeckEntry, int]]]
_ALONE: "WeakKeyDictionary[Judge, tuple[object, _Alone]]" = WeakKeyDictionary()
"""By zone and name the cards that a copy brings into the pile, of the cards that were asked for last."""


@dataclass(frozen=True)
class GoalClasses:
    """The classes of a goal among the cards that may be in a deck.

    `start` are the counts of the deck as it is, `zones` those whose copies count.
    """

    goal: Goal
    judge: Judge
    zones: Sequence[str]
    cards: Sequence[Card]
    deck: Deck
    _added: dict[str, _Added] = field(default_factory=dict)
    _shared: dict[_Added, _Added] = field(default_factory=dict)
    _weights: dict[tuple[int, str], list[int]] = field(default_factory=dict)
    _parts: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        own = [entry.card for entry in self.deck.entries if entry.card is not None]
        every = tuple({card.name: card for card in (*self.cards, *own)}.values())
        place = self.game.lists.place
        parts: list[DeckEntry] = []
        entries: list[DeckEntry] = []
        if self.game.lists.whole is not DeckLists().whole:
            entries = [_one(card, zone) for zone in self.zones for card in every if place(card, zone) == zone]
            parts = [entry for entry in entries if self._is_listed_whole(self._with([entry]))]
            if len(parts) == len(entries):
                parts = []
            self._parts.update(entry.name for entry in parts)
        # No card brings others, or none to a list that names a part.
        comes_alone = not self._parts or self.is_named
        asked = every, tuple(self.zones), comes_alone
        held, known = _ALONE.get(self.judge) or ((), {})
        if held != asked:
            known = self._that_come_alone(every, parts[:1]) if comes_alone else {}
            _ALONE[self.judge] = asked, known
        if comes_alone:
            drawn = [(where, entry, number) for where, some in known.items() for entry, number in some]
            keys = self.goal.keys_of([entry.card for _, entry, _ in drawn if entry.card is not None])
            made: dict[tuple[str, Key, int], _Added] = {}
            for ((zone, name), _, number), key in zip(drawn, keys, strict=True):
                added = zone, key, number
                self._add(name, made.get(added) or made.setdefault(added, (added,)))
            return
        for one in entries:
            where = one.zone, one.name
            if where not in known:
                known[where] = tuple(self.goal.drawn(self._with([one])))
            self._add(
                one.name, tuple([(one.zone, *added) for added in self._in_classes(known[where]).items()])
            )

    @property
    def game(self) -> Game:
        """The game of the deck."""
        return self.judge.game

    def _add(self, name: str, added: _Added) -> None:
        more = self._added[name] + added if name in self._added else added
        self._added[name] = self._shared.setdefault(more, more)

    def _that_come_alone(self, every: Sequence[Card], beside: Sequence[DeckEntry]) -> _Alone:
        """The cards that are drawn, beside others, by zone and name; each kind is asked once."""
        found: _Alone = {}
        for zone in self.zones:
            cards = [card for card in every if self.game.lists.place(card, zone) == zone]
            kinds = [(card.type, self.judge.alike(card)) for card in cards]
            of_kinds = dict(zip(reversed(kinds), reversed(cards), strict=True))
            first = {kind: _one(card, zone) for kind, card in of_kinds.items()}
            copies: Counter[str] = Counter()
            for some, sign in (((*first.values(), *beside), 1), (beside, -1)):
                for entry, number in self.goal.drawn(self._with(some)):
                    copies[entry.name] += sign * number
            of_kind = {kind: copies[entry.name] for kind, entry in first.items()}
            for card, kind in zip(cards, kinds, strict=True):
                if number := of_kind[kind]:
                    found[zone, card.name] = ((_one(card, zone), number),)
        return found

    def _is_listed_whole(self, deck: Deck) -> bool:
        return self.game.lists.whole(deck, lambda _: ()) is deck

    @cached_property
    def is_named(self) -> bool:
        """Whether the deck names all of its cards, and no set of cards without its parts."""
        return self._is_listed_whole(self.deck)

    @cached_property
    def may_come(self) -> Sequence[Card]:
        """The cards that may come in: into a deck that names sets of cards alone not their parts."""
        return [card for card in self.cards if self.is_named or card.name not in self._parts]

    def _with(self, entries: Sequence[DeckEntry]) -> Deck:
        return Deck(tuple(entries), self.deck.game)

    def _drawn_of(self, deck: Deck) -> Counter[Key]:
        return self._in_classes(self.goal.drawn(deck))

    def _in_classes(self, drawn: Iterable[tuple[DeckEntry, int]]) -> Counter[Key]:
        found: Counter[Key] = Counter()
        for entry, copies in drawn:
            found[self.goal.key(entry)] += copies
        return found

    @cached_property
    def keys(self) -> tuple[Key, ...]:
        """The classes, in a fixed order."""
        found = {key for added in self._shared for _zone, key, _number in added}
        return tuple(sorted(found | self._drawn_of(self.deck).keys(), reverse=True))

    def vectors(self, copies: Callable[[Card], int]) -> int:
        """How many counts of classes there are of all decks with at most so many copies of each card."""
        of_name = {card.name: copies(card) for card in self.cards}
        found: Counter[Key] = Counter()
        for name, added in self._added.items():
            for _zone, key, number in added:
                found[key] += number * of_name.get(name, 0)
        return prod(number + 1 for number in found.values())

    @cached_property
    def start(self) -> tuple[int, ...]:
        """The counts of the deck as it is."""
        have = self._drawn_of(self.deck)
        return tuple(have[key] for key in self.keys)

    @cached_property
    def unknown(self) -> int:
        """The drawn cards of the deck that are no card for certain."""
        return sum(copies for entry, copies in self.goal.drawn(self.deck) if entry.card is None)

    @property
    def is_exact(self) -> bool:
        """Whether every card of the deck is known, so that the odds are those of this deck and no other."""
        return not self.deck.unread and all(entry.card is not None for entry in self.deck.entries)

    @cached_property
    def most_added(self) -> int:
        """The most cards that one copy brings into the pile: more than one where it is a set of cards."""
        drawn = (_drawn(added, zone) for added in self._shared for zone in self.zones)
        return max(drawn, default=1) or 1

    def weight(self, slot: Slot, place: int) -> int:
        """The cards of a class that a copy in a slot adds to the pile."""
        added = self._added.get(slot.card.name, ())
        weights = self._weights.get((id(added), slot.zone))
        if weights is None:
            of_key = Counter({key: n for zone, key, n in added if zone == slot.zone})
            weights = self._weights[id(added), slot.zone] = [of_key[key] for key in self.keys]
        return weights[place]

    def drawn_from(self, slot: Slot) -> int:
        """The cards that a copy in a slot adds to the pile."""
        return _drawn(self._added.get(slot.card.name, ()), slot.zone)

    def apart(self, card: Card) -> Hashable:
        """A key of a card: those with the same key add the same to the pile, wherever they are put."""
        found = id(self._added.get(card.name))
        return found if card.name not in self._parts else (found,)

    def totals(self) -> tuple[Total, ...]:
        """The totals of the goal, the last of which count the classes and ask for nothing yet."""
        most = self.most_added
        counts = tuple(
            Total(GOAL, partial(self.weight, place=place), low=0, weighs=(0, most))
            for place in range(len(self.keys))
        )
        # Without its last part a list of sets and parts would be one of sets alone: other cards.
        parts = Total(GOAL, self._is_part, low=1, weighs=(0, 1))
        return (parts, *counts) if self._parts and self.is_named else counts

    def _is_part(self, slot: Slot) -> int:
        return int(slot.card.name in self._parts)

    def label(self, place: int) -> str:
        """The queries that the cards of a class answer; empty for those that answer none."""
        answers = self.keys[place][0]
        return ", ".join(
            query.text for query, holds in zip(self.goal.condition.queries, answers, strict=True) if holds
        )
