"""The best legal deck of a pool: each side is tried, from its nearest legal deck on."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import product

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
from deckcheck.report import LEGAL
from deckcheck.rules.compiled import MANY as ANY_NUMBER, Helper, Total, violated
from deckcheck.rules.evaluate import BROKEN
from deckcheck.rules.requirement import Budget, GoesWith, OneOf, WhileIn
from deckcheck.rules.slot import Slot, slots_of
from deckcheck.tune.goal import Goal, GoalClasses
from deckcheck.tune.tune import AGAINST, OVER, Tuned, TuneOptions, Tuning
from deckcheck.tune.vectors import most_vectors, work_of

_SPARED = 8
"""So many points of a budget are given up, one after another, until a deck uses all the others."""


class _OpenError(Exception):
    """It is not known whether any deck is legal; has the words for why."""


@dataclass(frozen=True, slots=True)
class BuiltSide:
    """The best deck of a side, empty where the game has none; or what is lacking for any.

    `is_any_size` says that decks of all sizes were looked at, else those with the fewest cards. Cards
    that are `left_out` are in no deck that was looked at, since not all that their texts say is stated.
    """

    side: str
    tuned: Tuned
    lacks: tuple[str, ...] = ()
    is_any_size: bool = False
    left_out: tuple[str, ...] = ()

    @property
    def value(self) -> float:
        """How likely the goal is; less than any odds where there is no deck."""
        return -1.0 if self.tuned.value is None else float(self.tuned.value)


@dataclass(frozen=True)
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
        cards = [card for card in self.cards if may_come(card)]
        found, vague = self._built_of(side, cards), self._vague(cards)
        if found.tuned.optimal or not vague or not (found.tuned.open or found.tuned.plan):
            return found
        plain = self._built_of(side, [card for card in cards if card.name not in vague])
        return found if plain.tuned.plan is None and found.tuned.plan else replace(plain, left_out=vague)

    @cached_property
    def _budgets(self) -> list[Budget]:
        return [rule for rule in self.judge.rules if isinstance(rule, Budget) and rule.code != CODE]

    def _vague(self, cards: Sequence[Card]) -> tuple[str, ...]:
        """The names of the cards of whose texts not all is stated as rows."""
        fitting = [rule for rule in self.judge.rules if isinstance(rule, GoesWith)]

        def is_vague(card: Card) -> bool:
            if any(rule.unread(card) or rule.spares(card) for rule in self._budgets):
                return True
            return any(one.different for rule in fitting for one in rule.lets_in(card))

        return tuple(sorted(card.name for card in cards if is_vague(card)))

    def _not_together(self, cards: Sequence[Card]) -> Iterator[Total]:
        """Yields rows by which no deck has cards together that cost then what is not known."""
        for rule, card in product(self._budgets, cards):
            mate = rule.teams_up(card)
            mates = frozenset(one.name for one in cards if mate is not None and one != card and mate(one))
            if mates:
                there = Helper(f"{card.name} with none of its mates")
                yield Total(
                    rule.code, partial(_is_one_of, {card.name}), high=0, helpers=((there, -ANY_NUMBER),)
                )
                yield Total(
                    rule.code, partial(_is_one_of, mates), high=ANY_NUMBER, helpers=((there, ANY_NUMBER),)
                )

    def _built_of(self, side: str, cards: Sequence[Card]) -> BuiltSide:
        conditions = Conditions({card.id or 0: self._free(card) for card in cards}, owned_only=True)
        apart = [rule.apart for rule in self.judge.rules if isinstance(rule, WhileIn) and rule.apart]
        stated = frozenset(card for card in cards if any(special(card) for special in apart))
        try:
            deck, totals, is_sure = self._begun(cards, conditions, stated)
        except _OpenError as error:
            return BuiltSide(side, replace(self._none, open=str(error)))
        if deck is None:
            together = _("what is asked for and the rules cannot be kept together")
            return BuiltSide(side, self._none, tuple(self._lacking(cards)) or (together,))
        repair = RepairOptions(conditions, self._owned, seconds=self.seconds)
        size = sum(entry.quantity for entry in deck.entries)
        always, owned = self.judge.game.collecting.limited.always, [self._owned(card) for card in cards]
        left = sum(n for n, card in zip(owned, cards, strict=True) if not always(card)) - size
        options = TuneOptions(repair, 2 * size + left, totals, stated=stated, only_best=True)
        tuning = Tuning(self.judge, cards, deck, self.goal, options)
        work = work_of(self.goal, tuning.classes.keys)
        is_any_size = tuning.classes.vectors(self._free) <= most_vectors(work)
        if not is_any_size:
            # A deck of the same size leaves out as many cards as it has others; so many there may be.
            most = 2 * (size if any(map(always, cards)) else min(size, left))
            drawn = sum(copies for _, copies in self.goal.drawn(deck))
            options = replace(options, changes=most, size=drawn)
            tuning = Tuning(self.judge, cards, deck, self.goal, options)
        found = self._from_nothing(tuning.tuned(conditions), conditions)
        found = replace(found, optimal=found.optimal and is_sure)
        return BuiltSide(side, found, is_any_size=is_any_size)

    def _free(self, card: Card) -> int:
        return MANY if self.judge.game.collecting.limited.always(card) else self.copies.get(card.name, 0)

    @property
    def _none(self) -> Tuned:
        """The result where there is no deck."""
        classes = GoalClasses(self.goal, self.judge, (), (), self._empty)
        return Tuned(self.judge.validate(self._empty), None, classes, 0)

    def _begun(
        self, cards: Sequence[Card], conditions: Conditions, stated: frozenset[Card]
    ) -> tuple[Deck | None, tuple[Total, ...], bool]:
        """A deck of the fewest cards that uses its budgets as well as can be, and the totals that ask so.

        None where no deck is legal; raises `_OpenError`. What a text takes off a cost is spent, too. The
        last says whether it is sure that no more can be spent.
        """
        is_sure, every = True, (*self.at_least, *self._not_together(cards))

        def smallest(totals: tuple[Total, ...]) -> Deck | None:
            try:  # what keeps the rows that no text breaks keeps these, too
                return self._smallest(cards, totals, conditions, stated)
            except _OpenError:
                found = self._smallest(cards, totals, conditions, frozenset()) if stated else None
                if found is None:
                    raise
                return found

        found = smallest(every), every
        for rule in self._budgets if found[0] is not None else ():
            more = _SPARED if any(rule.cheaper(card) for card in stated) else 0
            for least in range(rule.limit + more, rule.limit - _SPARED, -1):
                asked = (*every, Total("asked", partial(_cost, rule), low=least))
                try:
                    fuller = smallest(asked)
                except _OpenError:
                    is_sure, fuller = False, None
                if fuller is not None:
                    found = fuller, asked
                    break
        return *found, is_sure

    def _smallest(
        self,
        cards: Sequence[Card],
        totals: tuple[Total, ...],
        conditions: Conditions,
        stated: frozenset[Card],
    ) -> Deck | None:
        """A legal deck of the fewest cards; with `stated` ones the texts of these are stated."""

        def asked(card: Card) -> object:
            slots = [Slot("", card, dice) for dice in self.judge.game.lists.dice_forms(card)]
            return tuple([total.weight(slot) for total in totals for slot in slots])

        prepared = PreparedCards(self.judge, cards, deck=stated or None, more=totals, apart=asked)
        alone = frozenset[str]()
        while True:
            problem = make_problem(prepared, {}, conditions, alone=alone)
            solved = fewest_changes(problem, self.seconds, most_put_in(problem))
            if solved.copies is None and solved.is_certain:
                return None
            copies = solved.copies or {}
            if copies and not violated((*prepared.totals, *prepared.limits), copies):
                deck = changed_deck(self._empty, copies, self.judge.game)
                if stated and self.judge.validate(deck).verdict != LEGAL:
                    raise _OpenError(AGAINST)
                return deck
            several = in_several(copies) - alone
            if not several:
                raise _OpenError(OVER)
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


def _is_one_of(names: Collection[str], slot: Slot) -> int:
    return int(slot.card.name in names)


def _cost(rule: Budget, slot: Slot) -> int:
    if not rule.only(slot.card):
        return 0
    return max((cost for _, cost in rule.costs(slot.card, 1, slot.dice)), default=0)
