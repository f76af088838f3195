"""The best legal deck for a goal: found among all counts of its classes, judged, and counted again."""

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, partial
from time import monotonic
from typing import TypeVar

import numpy as np

from db.cards.card import Card
from db.language import gettext as _
from deckcheck.deck import Deck
from deckcheck.errors import TuneError
from deckcheck.games.game import DeckLists
from deckcheck.judge.validate import Judge
from deckcheck.repair.enumeration import find_best
from deckcheck.repair.integer_program import Solved, changes_between, fewest_changes
from deckcheck.repair.planning import RepairedDeck
from deckcheck.repair.prepared import PreparedCards
from deckcheck.repair.problem import Conditions, Problem, make_problem
from deckcheck.repair.repair import RepairOptions
from deckcheck.repair.result import INTEGER_PROGRAM, Plan
from deckcheck.repair.separable import Clock
from deckcheck.repair.solving import Solver, ends_of, in_several, most_put_in
from deckcheck.report import ILLEGAL, LEGAL, Report
from deckcheck.rules.compiled import Total
from deckcheck.rules.slot import Slot
from deckcheck.show.wording import count
from deckcheck.tune.goal import Goal, GoalClasses
from deckcheck.tune.reach import Reach, SeveralSlotsError
from deckcheck.tune.search import Point, Search
from deckcheck.tune.vectors import DIGITS, odds_of_parts, radius_within, values_of, vectors_around, work_of

CLASSES = _("classes")
"""The method that counts hands by classes of cards."""

_FARTHEST = 60
"""So many changes are looked at where no number is given."""

_ROUNDS = 4
"""How often texts of cards that come in are stated, and the deck is solved anew."""

_LEAST_SECONDS, _NODES = 1.0, 400
"""The seconds and nodes that are left for choosing cards of the classes, however late it is."""

_EQUAL, _MOST_RULES = 1e-9, 16
_SAME = 1e-12


@dataclass(frozen=True, slots=True)
class HeldBack:
    """A rule that holds the best deck back: what it asks for, and the odds if it asked for one less."""

    code: str
    rule: str
    value: float


@dataclass(frozen=True, slots=True)
class ChangeGain:
    """Copies of a card that come (above 0) or go, and what the goal gains by them.

    `alone` is the gain if nothing else were changed, `last` what would be lost without it in the end;
    None where a deck is too small to be drawn from. `others` are cards that would do as well.
    """

    name: str
    zone: str
    change: int
    alone: float | None
    last: float | None
    others: int


@dataclass(frozen=True, slots=True)
class Tuned:
    """The best legal deck for a goal; `plan` is None where no deck within the changes is legal.

    `before_odds` and `odds` are the probabilities of the parts of the goal before and after, the first
    None where the deck is too small to be drawn from. `looked` are the changes up to which all decks were
    looked at, `bound` what no legal deck within these is better than; `is_whole` says that they are all that
    were asked for.
    `frontier` has the best of each number of changes that gains something. `wished` are the changes
    of the best deck of all cards, where only those that one has were asked for. `nearest` are the
    changes of the nearest legal deck, None where there is none.
    """

    before: Report
    before_odds: Sequence[Fraction] | None
    classes: GoalClasses
    looked: int
    after: Report | None = None
    plan: Plan | None = None
    odds: Sequence[Fraction] | None = None
    bound: float = 1.0
    is_whole: bool = True
    optimal: bool = False
    frontier: tuple[Point, ...] = ()
    held_back: tuple[HeldBack, ...] = ()
    gains: tuple[ChangeGain, ...] = ()
    wished: Plan | None = None
    wished_value: Fraction | None = None
    methods: tuple[str, ...] = (CLASSES, INTEGER_PROGRAM)
    open: str = ""
    nearest: int | None = None

    @property
    def before_value(self) -> Fraction | None:
        """The probability of the goal before: the mean by weight of the parts that come first."""
        return None if self.before_odds is None else self.classes.goal.value(self.before_odds)

    @property
    def value(self) -> Fraction | None:
        """The same after."""
        return None if self.odds is None else self.classes.goal.value(self.odds)

    @property
    def is_legal(self) -> bool:
        """Whether a deck was found that is legal for certain."""
        return self.after is not None and self.after.verdict == LEGAL


@dataclass(frozen=True, slots=True)
class TuneOptions:
    """The options of a tune beside those of a repair.

    `changes` are the most that there may be, None for as many as gain something. `at_least` are totals
    that ask for cards of a query, `size` is how many cards there are to draw from. `wish` asks which
    cards one does not have would gain most. The texts of the `stated` cards are stated from the start,
    as if they were in the deck. With `only_best` the frontier has the best deck alone.
    """

    repair: RepairOptions
    changes: int | None = None
    at_least: tuple[Total, ...] = ()
    size: int | None = None
    wish: bool = False
    stated: frozenset[Card] = frozenset()
    only_best: bool = False


_LAST: deque[tuple[tuple[object, ...], GoalClasses, PreparedCards]] = deque(maxlen=2)


class Tuning:
    """One tune on its way: of a deck, for a goal, by a judge."""

    def __init__(
        self, judge: Judge, cards: Sequence[Card], deck: Deck, goal: Goal, options: TuneOptions
    ) -> None:
        self.judge = judge
        # No card brings others that cannot come alone.
        self._is_plain = judge.game.lists.whole is DeckLists().whole
        self._cards = _that_matter(cards, deck, options) if self._is_plain else cards
        self.deck = deck
        self._goal = goal
        self.options = options
        self._repair = options.repair
        self._most = _FARTHEST if options.changes is None else options.changes
        self._before = judge.validate(deck)
        self._before_odds = goal.odds(deck)
        now = self._before_odds or [Fraction(0)] * len(goal.several)
        self._least = {
            place: float(now[place]) - _SAME for place, part in enumerate(goal.several) if part.order is None
        }
        self._until = 0.0
        self._asked: dict[str, tuple[object, ...]] = {}
        self._ruled: dict[frozenset[Card] | None, PreparedCards] = {}
        self.held_back: Callable[[], Iterator[HeldBack]] = lambda: iter(())
        self.gains: Callable[[Tuned], Iterator[ChangeGain]] = lambda _found: iter(())

    def found(self) -> Tuned:
        """The best deck, and the rules and cards without which it would be better."""
        conditions = self.options.repair.conditions
        found = self.tuned(conditions)
        if found.optimal:
            found = replace(found, held_back=tuple(self.held_back()))
        found = replace(found, gains=tuple(self.gains(found)))
        if not self.options.wish or not conditions.owned_only:
            return found
        wished = self.tuned(replace(conditions, owned_only=False))
        return replace(found, wished=wished.plan, wished_value=wished.value)

    def tuned(self, conditions: Conditions) -> Tuned:
        """The best deck by rows that no text of a card breaks, or else by those that all texts keep.

        The time limit holds for each call.
        """
        self._until = monotonic() + self._repair.seconds
        out = conditions.out
        found = self._found(None, conditions)
        if not self._by_rules(None).unstated:
            return replace(found, optimal=_is_best(found))
        while found.after is not None and not found.is_legal and (more := self._against(found.after) - out):
            out |= more
            found = self._found(None, replace(conditions, out=out))
        found = self._by_texts(conditions, found)
        if found.after is not None and found.after.verdict == ILLEGAL:
            found = replace(found, after=None, plan=None, odds=None, frontier=(), open=AGAINST)
        return found

    def _by_texts(self, conditions: Conditions, best: Tuned) -> Tuned:
        """The best deck, with the bound of rows that all legal decks keep, and others do too.

        What the texts of cards ask for that come in is stated from round to round.
        """
        own = frozenset(entry.card for entry in self.deck.entries if entry.card is not None)
        cards = own | self.options.stated
        bound, is_whole = 1.0, False
        for _unused in range(_ROUNDS if best.plan is not None else 1):
            found = self._found(cards, conditions)
            is_whole = is_whole or found.is_whole
            bound = min(bound, found.bound if found.is_whole else 1.0)
            if found.is_legal or (found.plan is None and not found.open):
                best = found
            best = replace(best, bound=bound, is_whole=is_whole)
            best = replace(best, frontier=_proven_by(best.frontier, found.frontier))
            came = (
                frozenset(change.card for change in found.plan.put_in if change.card) if found.plan else cards
            )
            if found.plan is None or _is_best(best) or came <= cards:
                break
            cards |= came
        if best.plan is None and found.plan is not None and not best.open:
            best = replace(best, open=AGAINST)
        return replace(best, optimal=_is_best(best))

    def _against(self, report: Report) -> frozenset[str]:
        """The cards that came in and whose texts a deck is against."""
        own = {entry.card.name for entry in self.deck.entries if entry.card is not None}
        named = {
            str(i.details.get("card")) for i in report.issues if str(i.cite or "").startswith("text of ")
        }
        return frozenset(named - own)

    @cached_property
    def classes(self) -> GoalClasses:
        """The cards that may be drawn, in classes."""
        counted = self.judge.edition.counted_zones
        zones = [zone for zone in self.judge.game.zones if zone in counted]
        return GoalClasses(self._goal, self.judge, zones, self._cards, self.deck)

    def prepared(self, stated: frozenset[Card] | None) -> PreparedCards:
        """The cards with a total for each class; with `stated` the rows are such that no text breaks them.

        Those of the last goal are kept for the next question, which most often asks for more changes.
        """
        goal, size = self._goal, self.options.size
        sought = (goal.condition, goal.parts, goal.hand, goal.draws, goal.mulligan, goal.best)
        options = (self.options.at_least, size, self._repair.drop_unknown)
        key = (self.judge, self._cards, self.deck, stated, sought, options)
        for held, classes, prepared in _LAST:
            if held == key:
                self.classes = classes
                return prepared
        classes = self.classes
        sized: tuple[Total, ...] = ()
        if size is not None:
            known = size - (0 if self._repair.drop_unknown else classes.unknown)
            sized = (Total("asked", classes.drawn_from, known, known, weighs=(0, classes.most_added)),)
        more = (*self.options.at_least, *sized, *classes.totals())
        apart = self._apart if self.options.at_least else classes.apart
        prepared = PreparedCards(self.judge, classes.may_come, deck=stated, more=more, apart=apart)
        _LAST.append((key, classes, prepared))
        return prepared

    def _asked_of(self, card: Card) -> tuple[object, ...]:
        known = self._asked.get(card.name)
        if known is None:
            slots = [Slot("", card, dice) for dice in self.judge.game.lists.dice_forms(card)]
            asked = [one for one in self.options.at_least if one.cards is None or card.name in one.cards]
            known = tuple([(one.code, *one.helpers, one.weight(slot)) for one in asked for slot in slots])
            self._asked[card.name] = known
        return known

    def _apart(self, card: Card) -> object:
        return self.classes.apart(card), *self._asked_of(card)

    def _by_rules(self, stated: frozenset[Card] | None) -> PreparedCards:
        """The cards with no total of the goal where that is enough to tell which deck is the nearest."""
        if not self._is_plain or self.options.size is not None:
            return self.prepared(stated)
        if stated not in self._ruled:
            at_least = self.options.at_least
            self._ruled[stated] = PreparedCards(
                self.judge, self._cards, deck=stated, more=at_least, apart=self._asked_of
            )
        return self._ruled[stated]

    def _found(self, stated: frozenset[Card] | None, conditions: Conditions) -> Tuned:
        """The best deck by the rows; cards of several slots are told apart where it matters."""
        return _with_several_apart(partial(self._best, stated, conditions))

    def _best(self, stated: frozenset[Card] | None, conditions: Conditions, alone: frozenset[str]) -> Tuned:
        options = self._repair
        rules = self._by_rules(stated)
        way = RepairedDeck(rules, self.deck, options.owned, options.drop_unknown)
        copies, unknown = way.copies(), way.unknown()
        problem_of = partial(make_problem, copies=copies, conditions=conditions, unknown=unknown)
        dropped = sum(e.quantity for e in self.deck.entries if e.card is None) if options.drop_unknown else 0

        solver = Solver(rules, copies, unknown, self._until)
        nearest = self._nearest(partial(problem_of, rules, alone=alone), solver, conditions, dropped)
        least, most = nearest.changes or 0, self._most
        if self.options.changes is None:
            most = max(most, least)
        nothing = Tuned(self._before, self._before_odds, self.classes, most, nearest=nearest.changes)
        if nearest.is_certain and (nearest.copies is None or least > most):
            return replace(nothing, open=self._unproven())

        prepared = self.prepared(stated)
        problem = problem_of(prepared, alone=alone)
        way, stay = replace(way, prepared=prepared), self._that_stay(copies)

        def reach_of(problem: Problem) -> Reach:
            solver = Solver(problem.prepared, copies, unknown, self._until)
            keeps = partial(solver.keeps_all, conditions=conditions)
            return Reach(problem, stay, most, dropped, keeps, self._until)

        reach = reach_of(problem)
        search, best, looked = self._around(reach, most, nearest, stay)
        is_far = looked < least
        nothing = replace(nothing, looked=looked, open=OVER if reach.is_over else "")
        if search is None or best is None:
            return replace(nothing, open=nothing.open or self._unproven(looked, most))

        def made(point: Point) -> tuple[Mapping[Slot, int], Plan, Report]:
            fixed = replace(problem, prepared=_at(prepared, point, stay))
            keeps = partial(_is_within, reach, copies, point.changes - dropped)
            found = reach.decks.get(point.counts)
            far = sum(abs(n - have) for n, have in zip(point.counts, self.classes.start, strict=True))
            after = _with_good_cards(fixed, keeps, found, -(-far // self.classes.most_added))
            plan = way.plan(copies, after, unknown, conditions)
            return after, plan, self.judge.validate(plan.deck)

        after, plan, report = made(best)
        points: tuple[Point, ...] = (best,)
        if report.verdict != ILLEGAL:  # else the texts of cards ask for another deck
            points = (search.fewest(best),) if self.options.only_best else tuple(search.frontier(best))
            if points[-1].counts != best.counts:
                after, plan, report = made(points[-1])
        last = points[-1]

        def reach_at(prepared: PreparedCards, alone: frozenset[str]) -> Reach:
            return reach_of(problem_of(prepared, alone=alone))

        eased = partial(self._eased, prepared, reach_at, alone, looked, last.value)
        self.held_back = partial(self._rules_that_hold_back, prepared.totals, after, eased)
        self.gains = partial(self._gains_of, prepared, problem, last.counts)
        after_odds = self._goal.odds(plan.deck) or [Fraction(0)] * len(self._goal.several)
        value = self._goal.value(after_odds)
        if abs(float(value) - last.value) > _EQUAL:
            raise TuneError(_("the deck that was found has other odds than was promised; please report this"))
        is_whole = looked == most or (self.options.changes is None and last.changes < looked)
        return replace(
            nothing,
            after=report,
            plan=plan,
            odds=after_odds,
            bound=1.0 if prepared.unstated or is_far else max(last.bound, float(value)),
            is_whole=is_whole,
            frontier=tuple(replace(point, proven=point.proven and not is_far) for point in points),
            open=OVER if reach.is_over else "",
        )

    def _gains_of(
        self, prepared: PreparedCards, problem: Problem, after: Sequence[int], found: Tuned
    ) -> Iterator[ChangeGain]:
        """Yields what each change gains alone and in the end; `after` are the counts in the end."""
        if found.plan is None:
            return
        signed = ((-1, found.plan.out), (1, found.plan.put_in))
        changes = [(s * one.quantity, one.slot) for s, some in signed for one in some if one.slot is not None]
        start = np.array(self.classes.start)
        added = [[n * self.classes.weight(slot, place) for place in range(len(start))] for n, slot in changes]
        moves = np.array(added, dtype=np.int64).reshape(len(changes), len(start))
        counts = np.vstack([start, after, start + moves, np.array(after) - moves])
        odds = odds_of_parts(self._goal, self.classes.keys, counts)
        values = values_of(self._goal, odds)[0]
        fewest = self._goal.hand + self._goal.draws
        before, last, *others = [
            float(value) if size >= fewest else None
            for value, size in zip(values, counts.sum(axis=1), strict=True)
        ]
        in_deck = {entry.name for entry in found.plan.deck.entries}
        for place, (step, slot) in enumerate(changes):
            pools = prepared.pools_of(slot.card.name) if step > 0 else ()
            as_good = {item.slot.card.name for key in pools for item in problem.pools.get(key, ())}
            alone, undone = others[place], others[place + len(changes)]
            yield ChangeGain(
                slot.card.name,
                slot.zone,
                step,
                None if alone is None or before is None else alone - before,
                None if undone is None or last is None else last - undone,
                len(as_good - in_deck),
            )

    def _rules_that_hold_back(
        self,
        totals: Sequence[Total],
        copies: Mapping[Slot, int],
        eased: Callable[[Sequence[Total]], Point | None],
    ) -> Iterator[HeldBack]:
        """Yields the rules that would let in a better deck if they asked for one card less."""
        tight = [
            (place, total)
            for place, total in enumerate(totals[: -len(self.classes.keys)])
            if not (total.when or total.helpers or total.high == 0) and _is_tight(total, copies)
        ]
        for place, total in tight[:_MOST_RULES]:
            low, high = total.low, total.high
            less = total._replace(
                low=None if low is None else low - 1, high=None if high is None else high + 1
            )
            found = eased((*totals[:place], less, *totals[place + 1 :]))
            if found is not None:
                yield HeldBack(total.code, _rule(total), found.value)

    def _eased(
        self,
        prepared: PreparedCards,
        reach_at: Callable[[PreparedCards, frozenset[str]], Reach],
        alone: frozenset[str],
        looked: int,
        value: float,
        totals: Sequence[Total],
    ) -> Point | None:
        """The best counts above a value by other totals; None where there are none."""
        other = copy(prepared)
        other.totals = tuple(totals)

        def best(alone: frozenset[str]) -> Point | None:
            search, _looked = self._search(reach_at(other, alone), looked, above=value + _EQUAL)
            return None if search is None else search.best(looked)

        return _with_several_apart(best, alone)

    def _nearest(
        self, made: Callable[[], Problem], solver: Solver, conditions: Conditions, dropped: int
    ) -> Solved:
        """The nearest legal deck: the deck as it is where it keeps everything."""
        if solver.keeps_all(solver.copies, conditions):
            return Solved(dropped, dict(solver.copies), is_certain=True)
        problem = made()
        found = fewest_changes(problem, max(_LEAST_SECONDS, self._until - monotonic()), most_put_in(problem))
        if found.copies is not None and not solver.keeps_all(found.copies, conditions):
            if several := in_several(found.copies) - {item.slot.card.name for item in problem.items}:
                raise SeveralSlotsError(several)
            return Solved(None, None, is_certain=False)
        return found if found.changes is None else replace(found, changes=found.changes + dropped)

    def _around(
        self, reach: Reach, most: int, nearest: Solved, stay: Sequence[int]
    ) -> tuple[Search | None, Point | None, int]:
        """The best counts near the deck, and the changes within which all decks were looked at.

        Where all legal decks are farther than that, from the nearest on, as long as it gains something.
        """
        now = -1.0 if self._before_odds is None else float(self._goal.value(self._before_odds))
        # Where nothing has to change, what is less likely than now is never the best.
        search, looked = self._search(reach, most, above=-1.0 if nearest.changes else now - _EQUAL)
        if search is None and nearest.changes:  # it looked at nothing, though a deck is known
            looked = min(looked, nearest.changes - 1)
        if nearest.changes is None or nearest.copies is None or nearest.changes <= looked:
            return search, None if search is None else search.best(looked), looked
        best, around = None, self._counts(nearest.copies, stay)
        for _unused in range(_ROUNDS):
            search, _near = self._search(reach, most, around, nearest.changes)
            found = None if search is None else search.best(most)
            if found is None or (best is not None and found.values <= best.values):
                break
            best, around = found, list(found.counts)
        return search, best, nearest.changes - 1

    def _counts(self, copies: Mapping[Slot, int], stay: Sequence[int]) -> list[int]:
        """The counts of classes of a deck, with the cards that no slot stands for."""
        return [
            stays + sum(n * self.classes.weight(slot, place) for slot, n in copies.items())
            for place, stays in enumerate(stay)
        ]

    def _unproven(self, looked: int = 0, most: int = 0) -> str:
        """Why a legal deck may be within the changes though none was found; empty where none is."""
        if looked < most:
            return _(
                "No legal deck is within {looked} changes, and more could not be looked at.", looked=looked
            )
        return "" if self.classes.is_exact or self._repair.drop_unknown else _NAMES

    def _that_stay(self, copies: dict[Slot, int]) -> list[int]:
        """The drawn cards of each class that no slot stands for: names that are no card for certain."""
        if self._repair.drop_unknown:
            return [0] * len(self.classes.keys)
        return [
            have - sum(n * self.classes.weight(slot, place) for slot, n in copies.items())
            for place, have in enumerate(self.classes.start)
        ]

    def _search(
        self,
        reach: Reach,
        most: int,
        around: Sequence[int] | None = None,
        least: int = 0,
        above: float = -1.0,
    ) -> tuple[Search | None, int]:
        """The search over all counts within so many changes, or within as many as can be looked at.

        It looks at those near the deck, or around others where any legal deck takes `least` changes;
        at those alone whose value is `above` another.
        """
        classes, bounds = self.classes, reach.bounds(most)
        if bounds is None:
            return None, most
        start, middle = (
            [min(max(n, low), high) for n, (low, high) in zip(counts, bounds, strict=True)]
            for counts in (classes.start, around or classes.start)
        )
        goal, keys, added = self._goal, classes.keys, classes.most_added
        work = work_of(goal, keys)
        looked = min(most, radius_within(bounds, middle, most * added, work) // added)
        vectors = vectors_around(middle, bounds, looked * added)
        odds = odds_of_parts(goal, keys, vectors)
        values = [np.round(one, DIGITS) for one in values_of(goal, odds)]
        kept = values[0] > above
        for place, low in self._least.items():
            kept &= odds[place] >= low
        return Search(reach, vectors.T[:, kept].T, [one[kept] for one in values], start, added, least), looked


def _that_matter(cards: Sequence[Card], deck: Deck, options: TuneOptions) -> Sequence[Card]:
    """The cards that may come in, and those of the deck."""
    conditions = options.repair.conditions
    if conditions.may_come is None and (options.wish or not conditions.owned_only):
        return cards
    conditions = replace(conditions, owned_only=conditions.owned_only and not options.wish)
    own = {entry.card.name for entry in deck.entries if entry.card is not None}
    return tuple(card for card in cards if card.name in own or conditions.most_copies(card, 0))


_Found = TypeVar("_Found")


def _with_several_apart(
    find: Callable[[frozenset[str]], _Found], alone: frozenset[str] = frozenset()
) -> _Found:
    """The answer of a search; cards that turn out to stand in several slots are told apart in it."""
    while True:
        try:
            return find(alone)
        except SeveralSlotsError as error:
            alone |= error.names


def _is_best(found: Tuned) -> bool:
    """Whether a legal deck is as good as the bound."""
    is_proven = found.is_legal and found.is_whole and found.frontier[-1].proven
    return is_proven and float(found.value or 0) >= found.bound - _EQUAL


def _proven_by(points: Sequence[Point], bounds: Sequence[Point]) -> tuple[Point, ...]:
    """The points of a frontier, of which those are proven that no bound is above."""
    return tuple(
        replace(
            point,
            proven=all(p.proven and p.values <= point.values for p in bounds if p.changes <= point.changes),
        )
        for point in points
    )


OVER = _("The time was over before all was proven.")
_NAMES = _("Names that are no card for certain stay, so no deck can be proven legal.")
AGAINST = _("The best decks are against texts of cards or house rules that are not stated as constraints.")


def _is_tight(total: Total, copies: Mapping[Slot, int]) -> bool:
    return sum(n * total.weight(slot) for slot, n in copies.items()) in (total.low, total.high)


def _rule(total: Total) -> str:
    """The words for what a rule asks for."""
    if total.words:
        return total.words
    if total.low is not None and total.low == total.high:
        return _("exactly {cards}", cards=count(total.low, *total.kind))
    if total.low is not None:
        return _("at least {cards}", cards=count(total.low, *total.kind))
    return _("at most {cards}", cards=count(total.high or 0, *total.kind))


def _with_good_cards(
    problem: Problem,
    keeps: Callable[[Mapping[Slot, int]], bool],
    found: Mapping[Slot, int] | None,
    least: int,
) -> Mapping[Slot, int]:
    """A deck of a problem with the fewest changes, and the cards that a repair would choose.

    Where there is no time for that, the one that was `found`. No deck takes fewer changes than `least`.
    """
    solved = Solved(least, dict(found or {}), is_certain=True)
    if found is None or changes_between(problem.copies, found) > least:
        solved = fewest_changes(problem, _LEAST_SECONDS, most_put_in(problem))
    best = find_best(problem, Clock(nodes_left=_NODES), *ends_of(problem, solved.changes))
    for copies in (best.copies, solved.copies, found):
        if copies is not None and keeps(copies):
            return copies
    several = in_several(best.copies or solved.copies or {}) - {item.slot.card.name for item in problem.items}
    if not several:
        raise TuneError(_("the deck that was found could not be made; please report this"))
    raise SeveralSlotsError(several)


def _is_within(reach: Reach, start: Mapping[Slot, int], changes: int, copies: Mapping[Slot, int]) -> bool:
    """Whether a deck keeps all constraints, within so many changes of another one."""
    return changes_between(start, copies) <= changes and reach.keeps(copies)


def _at(prepared: PreparedCards, point: Point, stay: Sequence[int]) -> PreparedCards:
    """The cards for decks that have just the counts of a point."""
    first = len(prepared.totals) - len(stay)
    fixed = copy(prepared)
    wanted = [count - stays for count, stays in zip(point.counts, stay, strict=True)]
    fixed.totals = (
        *prepared.totals[:first],
        *(one._replace(low=n, high=n) for one, n in zip(prepared.totals[first:], wanted, strict=True)),
    )
    return fixed
