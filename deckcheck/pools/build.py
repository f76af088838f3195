"""The best legal deck of a pool: each side is tried, from its nearest legal deck on."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from db.cards.card import Card
from db.language import gettext as _
from deckcheck.deck import Deck, DeckEntry
from deckcheck.judge.pool_rule import CODE
from deckcheck.judge.validate import Judge
from deckcheck.repair.integer_program import fewest_changes
from deckcheck.repair.planning import RepairedDeck, changed_deck
from deckcheck.repair.prepared import MANY, PreparedCards
from deckcheck.repair.problem import Conditions, make_problem
from deckcheck.repair.repair import RepairOptions
from deckcheck.repair.solving import in_several, most_put_in
from deckcheck.rules.compiled import Total, violated
from deckcheck.rules.evaluate import BROKEN
from deckcheck.rules.requirement import Budget, OneOf
from deckcheck.rules.slot import Slot, slots_of
from deckcheck.tune.goal import Goal, GoalClasses
from deckcheck.tune.tune import OVER, Tuned, TuneOptions, Tuning
from deckcheck.tune.vectors import most_vectors, work_of

_SPARED = 8
"""So many points of a budget are given up, one after another, until a deck uses all the others."""


class _NoTimeError(Exception):
    """The time ended before it was known whether any deck is legal."""


@dataclass(frozen=True, slots=True)
class BuiltSide:
    """The best deck of a side, empty where the game has none; or what is lacking for any.

    `is_any_size` says that decks of all sizes were looked at, else those with the fewest cards.
    """

    side: str
    tuned: Tuned
    lacks: tuple[str, ...] = ()
    is_any_size: bool = False

    @property
    def value(self) -> float:
        """How likely the goal is; less than any odds where there is no deck."""
        return -1.0 if self.tuned.value is None else float(self.tuned.value)


@dataclass(frozen=True, slots=True)
class PoolBuilder:
    """Builds decks of a pool by a judge that knows it; `copies` are those of each card by its name."""

    name: str
    judge: Judge
    cards: Sequence[Card]
    copies: Mapping[str, int]
    goal: Goal
    at_least: tuple[Total, ...] = ()
    seconds: float = 5.0

    def sides(self) -> list[BuiltSide]:
        """The best deck of each side, the best side first."""
        return sorted((self._built(side, may) for side, may in self._sides()), key=lambda one: -one.value)

    def _sides(self) -> Iterator[tuple[str, Callable[[Card], bool]]]:
        """Yields each side of which the pool has cards, with the cards that its deck may have."""
        rule = next((one for one in self.judge.rules if isinstance(one, OneOf)), None)
        cases = () if rule is None else [one for one in rule.cases if one.name in rule.exclusive]
        here = [
            one for one in cases if any(one.of.fits is not None and one.of.fits(card) for card in self.cards)
        ]
        if not here:
            yield "", lambda _card: True
        for case in here:
            others = [one.of.fits for one in here if one is not case and one.of.fits is not None]
            yield case.name, lambda card, others=others: not any(fits(card) for fits in others)  # type: ignore[misc]

    def _built(self, side: str, may_come: Callable[[Card], bool]) -> BuiltSide:
        free = {card.id or 0: self._free(card) for card in self.cards}
        cards = [card for card in self.cards if may_come(card)]
        conditions = Conditions(free, owned_only=True)
        try:
            deck, totals = self._begun(cards, conditions)
        except _NoTimeError:
            return BuiltSide(side, replace(self._none, open=OVER))
        if deck is None:
            together = _("what is asked for and the rules cannot be kept together")
            return BuiltSide(side, self._none, tuple(self._lacking(cards)) or (together,))
        repair = RepairOptions(conditions, self._owned, seconds=self.seconds)
        size = sum(entry.quantity for entry in deck.entries)
        always, owned = self.judge.game.collecting.limited.always, [self._owned(card) for card in cards]
        left = sum(n for n, card in zip(owned, cards, strict=True) if not always(card)) - size
        tuning = Tuning(self.judge, cards, deck, self.goal, TuneOptions(repair, 2 * size + left, totals))
        work = work_of(self.goal, tuning.classes.keys)
        is_any_size = tuning.classes.vectors(self._free) <= most_vectors(work)
        if not is_any_size:
            # A deck of the same size leaves out as many cards as it has others; so many there may be.
            most = 2 * (size if any(map(always, cards)) else min(size, left))
            drawn = sum(copies for _, copies in self.goal.drawn(deck))
            tuning = Tuning(self.judge, cards, deck, self.goal, TuneOptions(repair, most, totals, drawn))
        found = self._from_nothing(tuning.tuned(conditions), conditions)
        return BuiltSide(side, found, is_any_size=is_any_size)

    def _free(self, card: Card) -> int:
        return MANY if self.judge.game.collecting.limited.always(card) else self.copies.get(card.name, 0)

    @property
    def _none(self) -> Tuned:
        """The result where there is no deck."""
        classes = GoalClasses(self.goal, self.judge, (), (), self._empty)
        return Tuned(self.judge.validate(self._empty), None, classes, 0)

    def _begun(self, cards: Sequence[Card], conditions: Conditions) -> tuple[Deck | None, tuple[Total, ...]]:
        """A deck of the fewest cards that uses its budgets as well as can be, and the totals that ask so.

        None where no deck is legal; raises `_NoTimeError`.
        """
        found = self._smallest(cards, self.at_least, conditions), self.at_least
        budgets = [one for one in self.judge.rules if isinstance(one, Budget) and one.code != CODE]
        for rule in budgets if found[0] is not None else ():
            for least in range(rule.limit, rule.limit - _SPARED, -1):
                more = (*self.at_least, Total("asked", partial(_cost, rule), low=least))
                fuller = self._smallest(cards, more, conditions)
                if fuller is not None:
                    found = fuller, more
                    break
        return found

    def _smallest(
        self, cards: Sequence[Card], totals: tuple[Total, ...], conditions: Conditions
    ) -> Deck | None:
        def asked(card: Card) -> object:
            slots = [Slot("", card, dice) for dice in self.judge.game.lists.dice_forms(card)]
            return tuple([total.weight(slot) for total in totals for slot in slots])

        prepared, alone = PreparedCards(self.judge, cards, more=totals, apart=asked), frozenset[str]()
        while True:
            problem = make_problem(prepared, {}, conditions, alone=alone)
            solved = fewest_changes(problem, self.seconds, most_put_in(problem))
            if solved.copies is None and solved.is_certain:
                return None
            copies = solved.copies or {}
            if copies and not violated((*prepared.totals, *prepared.limits), copies):
                return changed_deck(self._empty, copies, self.judge.game)
            several = in_several(copies) - alone
            if not several:
                raise _NoTimeError
            alone |= several  # the program took several slots of a card for several cards

    @property
    def _empty(self) -> Deck:
        return Deck((), self.judge.game.code, self.name, self.name)

    def _lacking(self, cards: Sequence[Card]) -> Iterator[str]:
        """Yields what a deck lacks that has every card of the pool, for each minimum."""
        game = self.judge.game
        entries = (
            DeckEntry(n, card.name, zone, card=card)
            for card in cards
            for zone in game.zones
            if (n := self.copies.get(card.name, 0)) and game.lists.place(card, zone) == zone
        )
        for row in self.judge.requirements(Deck(tuple(entries), game.code)):
            if row.state == BROKEN and row.least is not None and (row.have or 0) < row.least:
                yield _("{sentence}: {have} in the pool", sentence=row.sentence, have=row.have)
        of_side = {card.name: self.copies.get(card.name, 0) for card in cards}
        for total in self.at_least:
            have = sum(of_side[card.name] * total.weight(Slot("", card)) for card in cards)
            if have < (total.low or 0):
                yield _("{sentence}: {have} in the pool", sentence=total.words, have=have)

    def _from_nothing(self, tuned: Tuned, conditions: Conditions) -> Tuned:
        """A tune as if it had begun with no deck at all: every card of the deck comes in."""
        before = self.judge.validate(self._empty)
        if tuned.plan is None:
            return replace(tuned, before=before, before_odds=None)
        way = RepairedDeck(PreparedCards(self.judge, self.cards), self._empty, self._owned)
        after = slots_of(tuned.plan.deck.entries, self.judge.game.zones)
        plan = way.plan({}, after, {}, conditions)
        always = self.judge.game.collecting.limited.always
        put_in = (
            replace(one, owned=None, free=None) if one.card is not None and always(one.card) else one
            for one in plan.put_in
        )
        plan = replace(plan, put_in=tuple(put_in), deck=tuned.plan.deck)
        return replace(tuned, before=before, before_odds=None, plan=plan, frontier=())

    def _owned(self, card: Card) -> int:
        return self.copies.get(card.name, 0)


def _cost(rule: Budget, slot: Slot) -> int:
    if not rule.only(slot.card):
        return 0
    return max((cost for _, cost in rule.costs(slot.card, 1, slot.dice)), default=0)
