"""A goal of a deck, and the cards that may be drawn in classes that it tells apart.

How likely the condition of a goal is depends on how many cards of each class are in the pile from
which hands are drawn, and on nothing else: a deck is a vector of such counts.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property, partial
from math import prod
from typing import NamedTuple
from weakref import WeakKeyDictionary

from db.cards.card import Card
from deckcheck.deck import Deck, DeckEntry
from deckcheck.games.game import DeckLists, Game
from deckcheck.judge.no_circles import no_collection
from deckcheck.judge.validate import Judge
from deckcheck.odds.answer import Question
from deckcheck.odds.classes import CardClass, DeckClasses, Discards, classes_of, common_answers
from deckcheck.odds.condition import AndCondition, Condition
from deckcheck.query.kinds import answers
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

    def keys_of(self, cards: tuple[Card, ...]) -> list[Key]:
        """The class of each card."""
        columns = [answers(query.root, cards) for query in self.condition.queries]
        seen = list(zip(*columns, strict=True)) or [()] * len(cards)
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
    _weights: dict[tuple[int, str], list[int]] = field(default_factory=dict)

    @property
    def game(self) -> Game:
        """The game of the deck."""
        return self.judge.game

    @cached_property
    def _every(self) -> tuple[Card, ...]:
        """The cards that may come, and those of the deck."""
        own = [entry.card for entry in self.deck.entries if entry.card is not None]
        return tuple({card.name: card for card in (*self.cards, *own)}.values())

    def _placed(self, zone: str) -> list[Card]:
        return [card for card in self._every if self.game.lists.place(card, zone) == zone]

    @cached_property
    def _parts(self) -> Mapping[str, DeckEntry]:
        """By name the cards that come with a set of cards; none where no card brings others."""
        if self.game.lists.whole is DeckLists().whole:
            return {}
        entries = [_one(card, zone) for zone in self.zones for card in self._placed(zone)]
        parts = {entry.name: entry for entry in entries if self._is_listed_whole(self._with([entry]))}
        return parts if len(parts) < len(entries) else {}

    @cached_property
    def _added(self) -> Mapping[str, _Added]:
        """By name what a copy of a card adds to the pile; equal ones are one object."""
        # No card brings others, or none to a list that names a part.
        comes_alone = not self._parts or self.is_named
        asked = self._every, tuple(self.zones), comes_alone
        held, known = _ALONE.get(self.judge) or ((), {})
        with no_collection():
            if held != asked:
                known = self._that_come_alone() if comes_alone else {}
                _ALONE[self.judge] = asked, known
            return self._of_cards(known) if comes_alone else self._of_sets(known)

    def _of_cards(self, known: _Alone) -> Mapping[str, _Added]:
        drawn = [(*where, entry.card, n) for where, some in known.items() for entry, n in some if entry.card]
        keys = self.goal.keys_of(tuple([card for _, _, card, _ in drawn]))
        shared: dict[_Added, _Added] = {}
        made: dict[tuple[str, Key, int], _Added] = {}
        found: dict[str, _Added] = {}
        for (zone, name, _, number), key in zip(drawn, keys, strict=True):
            one = zone, key, number
            added = made.get(one) or made.setdefault(one, (one,))
            if name in found:
                added = found[name] + added
                added = shared.setdefault(added, added)
            found[name] = added
        return found

    def _of_sets(self, known: _Alone) -> Mapping[str, _Added]:
        own = {entry.name for entry in self.deck.entries}
        shared: dict[_Added, _Added] = {}
        found: dict[str, _Added] = {}
        for zone in self.zones:
            for card in self._placed(zone):
                if card.name in self._parts and card.name not in own:
                    continue
                where = zone, card.name
                if where not in known:
                    known[where] = tuple(self.goal.drawn(self._with([_one(card, zone)])))
                classes = self._in_classes(known[where]).items()
                added = found.get(card.name, ()) + tuple([(zone, *one) for one in classes])
                found[card.name] = shared.setdefault(added, added)
        return found

    def _that_come_alone(self) -> _Alone:
        """The cards that are drawn by zone and name; each kind is asked once, beside one part of a set."""
        beside, found = list(self._parts.values())[:1], _Alone()
        for zone in self.zones:
            cards = self._placed(zone)
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

    @cached_property
    def _kinds(self) -> list[_Added]:
        return list({id(added): added for added in self._added.values()}.values())

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
        found = {key for added in self._kinds for _zone, key, _number in added}
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
        drawn = (_drawn(added, zone) for added in self._kinds for zone in self.zones)
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

    @cached_property
    def apart(self) -> Callable[[Card], Hashable]:
        """A key of a card: those with the same key add the same to the pile, wherever they are put."""
        added, parts = self._added, self._parts
        if not parts:
            return lambda card: id(added.get(card.name))
        return lambda card: (card.name in parts, id(added.get(card.name)))

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
