"""The nearest legal deck: found and proven by two methods, and judged by the validator."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from time import monotonic

from db.cards.card import Card
from deckcheck.deck import Deck, DeckEntry
from deckcheck.games.constraints import Limit, Slot, Total, violated
from deckcheck.games.game import Game
from deckcheck.repair.costs import CHANGE
from deckcheck.repair.enumeration import Best, find_best, find_nearest
from deckcheck.repair.integer_program import Solved, fewest_changes
from deckcheck.repair.prepared import PreparedCards, slots_of
from deckcheck.repair.problem import Conditions, Problem, make_problem, order_of
from deckcheck.repair.result import (
    ENUMERATION,
    INTEGER_PROGRAM,
    VALIDATION,
    Lack,
    Plan,
    Proof,
    Repair,
    RepairChange,
)
from deckcheck.repair.separable import Clock
from deckcheck.report import LEGAL, Report
from deckcheck.show.wording import count


@dataclass(frozen=True, slots=True)
class RepairOptions:
    """What is asked of a repair; `owned` tells the copies of a card that a player has."""

    conditions: Conditions = field(default_factory=Conditions)
    owned: Callable[[Card], int] | None = None
    drop_unknown: bool = False
    max_changes: int | None = None
    alternatives: int = 0
    seconds: float = 5.0


def repair_deck(
    prepared: PreparedCards, deck: Deck, options: RepairOptions | None = None
) -> Repair:
    """The nearest legal deck to a deck, by the judge and the cards that are prepared."""
    return _Repairing(prepared, deck, options or RepairOptions()).repair()


_NODES = 400
"""How far the order of the aims after the first is searched."""


@dataclass(frozen=True, slots=True)
class _Answers:
    """What was found: the solver's number, that of the enumeration, and the best deck."""

    solved: Solved
    nearest: Best
    best: Best

    @property
    def copies(self) -> Mapping[Slot, int] | None:
        """The deck to propose."""
        found = (self.best.copies, self.nearest.copies, self.solved.copies)
        return next((copies for copies in found if copies is not None), None)

    @property
    def methods(self) -> tuple[str, ...]:
        """The methods that came to their end."""
        return (
            *((INTEGER_PROGRAM,) if self.solved.is_certain else ()),
            *((ENUMERATION,) if self.nearest.is_whole else ()),
        )


class _Repairing:
    """One repair on its way."""

    def __init__(self, prepared: PreparedCards, deck: Deck, options: RepairOptions) -> None:
        self._prepared = prepared
        self._judge = prepared.judge
        self._game: Game = prepared.judge.game
        self._deck = deck
        self._options = options
        self._kept = _without_unknown(deck) if options.drop_unknown else deck
        self._copies = slots_of(self._kept, self._game.zones)
        self._unknown = _unknown_slots(self._kept, self._game)

    def repair(self) -> Repair:
        before = self._judge.validate(self._deck)
        conditions = self._options.conditions
        if before.verdict == LEGAL and not conditions.out and not conditions.least:
            plan = Plan((), (), self._deck)
            return self._with_alternatives(
                Repair(
                    before, before, plan, Proof(minimal=True, lower_bound=0, methods=(VALIDATION,))
                )
            )
        answers = self._solve()
        copies = answers.copies
        if copies is None:
            proof = Proof(minimal=False, lower_bound=0, methods=answers.methods)
            return Repair(before, None, None, proof, self._lacks(), notes=self._notes())
        plan = self._plan(copies)
        after = self._judge.validate(plan.deck)
        found = Repair(before, after, plan, self._proof(answers, plan, after))
        most = self._options.max_changes
        if most is not None and plan.distance > most:
            return self._too_far(found, plan.distance, most)
        return self._with_alternatives(found)

    def _solve(self) -> _Answers:
        """What both methods say; cards of several slots are told apart where it matters."""
        alone: frozenset[str] = frozenset()
        while True:
            problem = self._problem(self._options.conditions, alone)
            answers = self._answers(problem)
            found = [one.copies for one in (answers.best, answers.nearest) if one.copies]
            single = {item.slot.card.name for item in problem.items}
            several = frozenset[str]().union(*map(_in_several, found)) - single
            if not several and all(self._keeps_all(copies) for copies in found):
                return answers
            if several <= alone:
                nothing = Best(None, None, 0, is_whole=False)
                return replace(answers, best=nothing, nearest=nothing)
            alone |= several

    def _answers(self, problem: Problem) -> _Answers:
        most, below = most_put_in(problem), None
        solved = fewest_changes(problem, self._options.seconds, most)
        if solved.copies is not None and not self._keeps_all(solved.copies):
            solved = Solved(None, None, is_certain=False)
        if solved.changes is not None:
            most = max(1, self._put_in(solved.copies or {}))
            below = solved.changes * CHANGE + CHANGE // 2
        nearest = find_nearest(problem, self._clock(), most, below)
        if nearest.changes is not None and nearest.copies is not None:
            most = max(1, self._put_in(nearest.copies))
            below = nearest.changes * CHANGE + CHANGE // 2
        elif solved.changes is None and nearest.is_whole:
            return _Answers(solved, nearest, nearest)
        # The answer is the same on every machine: it is counted in nodes, not in seconds.
        best = find_best(problem, Clock(nodes_left=_NODES), most, below)
        return _Answers(solved, nearest, best)

    def _clock(self) -> Clock:
        seconds = self._options.seconds
        return Clock(monotonic() + seconds, nodes_left=1 << 60 if seconds > 0 else 0)

    def _problem(self, conditions: Conditions, alone: frozenset[str] = frozenset()) -> Problem:
        return make_problem(
            self._prepared, self._copies, conditions, unknown=self._unknown, alone=alone
        )

    def _put_in(self, copies: Mapping[Slot, int]) -> int:
        return sum(max(0, n - self._copies.get(slot, 0)) for slot, n in copies.items())

    def _keeps_all(self, copies: Mapping[Slot, int]) -> bool:
        """Whether counts keep all constraints and conditions, checked one by one."""
        totals = violated(self._prepared.totals, {**copies, **self._unknown})
        if totals or violated(self._prepared.limits, copies):
            return False
        conditions, before = self._options.conditions, _by_card(self._copies)
        by_card = all(
            n <= conditions.most_copies(card, before.get(card, 0))
            for card, n in _by_card(copies).items()
        )
        return by_card and all(
            n <= conditions.most_copies(slot.card, self._copies.get(slot, 0))
            for slot, n in copies.items()
        )

    def _proof(self, answers: _Answers, plan: Plan, after: Report) -> Proof:
        """What both methods prove; minimal only where both, the deck and the validator agree."""
        dropped = sum(change.quantity for change in plan.out if change.slot is None)
        changes = plan.distance - dropped
        why = self._why_open(answers, changes, after)
        bound = answers.nearest.changes or 0
        if self._prepared.unstated or self._unknown or after.verdict != LEGAL:
            bound = 0
        return Proof(
            minimal=not why,
            lower_bound=plan.distance if not why else min(bound, changes) + dropped,
            methods=answers.methods,
            open=why,
            settled=answers.best.is_whole and answers.best.copies is not None,
        )

    def _why_open(self, answers: _Answers, changes: int, after: Report) -> str:
        """Why it cannot be claimed that no deck is nearer; empty where nothing speaks against."""
        solved, nearest = answers.solved, answers.nearest
        if self._prepared.unstated:
            return self._prepared.unstated[0].why
        if after.verdict != LEGAL:
            return "the deck cannot be proven legal"
        if not nearest.is_whole or nearest.copies is None:
            return "the enumeration did not come to its end"
        if not solved.is_certain or solved.changes is None:
            return "the integer program did not come to its end"
        if not solved.changes == nearest.changes == changes:
            return f"the methods differ: {solved.changes} and {nearest.changes} changes"
        return ""

    def _plan(self, copies: Mapping[Slot, int]) -> Plan:
        """The changes that lead to these counts, each with its reasons."""
        out: list[RepairChange] = []
        put_in: list[RepairChange] = []
        for slot in sorted({*copies, *self._copies}, key=order_of):
            step = copies.get(slot, 0) - self._copies.get(slot, 0)
            if step:
                why = self._reasons(copies, slot, -1 if step > 0 else 1)
                (put_in if step > 0 else out).append(self._change(slot, abs(step), why))
        dropped = list(_dropped(self._deck)) if self._options.drop_unknown else []
        return Plan((*dropped, *out), tuple(put_in), changed_deck(self._kept, copies, self._game))

    def _change(self, slot: Slot, quantity: int, why: tuple[str, ...]) -> RepairChange:
        owned = free = None
        if self._options.owned is not None:
            owned = self._options.owned(slot.card)
            free = self._options.conditions.free_copies(slot.card)
        return RepairChange(slot.card.name, quantity, slot.zone, why, owned, free, slot.card, slot)

    def _reasons(self, copies: Mapping[Slot, int], slot: Slot, step: int) -> tuple[str, ...]:
        """The rules that would be broken if one copy of a change did not happen."""
        other = {**copies, slot: copies.get(slot, 0) + step}
        found = (
            *violated(self._prepared.limits, other),
            *violated(self._prepared.totals, {**other, **self._unknown}),
        )
        codes = tuple(dict.fromkeys(one.code for one in found if isinstance(one, Limit | Total)))
        return codes or ("asked",)

    def _notes(self) -> tuple[str, ...]:
        """What explains why nothing may come in."""
        conditions = self._options.conditions
        if conditions.owned_only and not any((conditions.free or {}).values()):
            return ("your collection is empty, or all of it is reserved: see deckcheck collection",)
        return ()

    def _lacks(self) -> tuple[Lack, ...]:
        from deckcheck.repair.lacking import lacks

        return lacks(self._prepared, self._copies, self._options.conditions, self._unknown)

    def _too_far(self, found: Repair, distance: int, most: int) -> Repair:
        lack = Lack(
            "max-changes", distance - most,
            f"the nearest legal deck takes {count(distance, 'change', 'changes')}, "
            f"more than the {most} allowed",
        )  # fmt: skip
        return replace(found, plan=None, after=None, impossible=(lack,))

    def _with_alternatives(self, found: Repair) -> Repair:
        if not self._options.alternatives or found.plan is None:
            return found
        from deckcheck.repair.alternatives import next_best

        solve = self._solve_under
        best = {**dict.fromkeys(self._copies, 0), **slots_of(found.plan.deck, self._game.zones)}
        others = next_best(self._copies, best, self._options.conditions, solve)
        plans: list[Plan] = []
        for copies in others:
            if len(plans) == self._options.alternatives:
                break
            if self._keeps_all(copies):
                plans.append(self._plan(copies))
        return replace(found, alternatives=tuple(plans))

    def _solve_under(self, conditions: Conditions) -> Best:
        problem = self._problem(conditions)
        most = min(most_put_in(problem), 200)
        return find_best(problem, Clock(nodes_left=_NODES), most)


def most_put_in(problem: Problem) -> int:
    """A number of copies that no repair has to put in more of: all minima, from nothing."""
    lows = sum(max(0, total.low or 0) for total in problem.totals)
    return lows + sum(item.have for item in problem.items) + 8


def changed_deck(deck: Deck, copies: Mapping[Slot, int], game: Game) -> Deck:
    """The deck with these counts: lines change where they are, new cards come at the end."""
    left = dict(copies)
    entries: list[DeckEntry] = []
    for entry in deck.entries:
        if entry.card is None or entry.zone not in game.zones:
            entries.append(entry)
            continue
        each = None if entry.dice is None else entry.dice // max(1, entry.quantity)
        slot = Slot(entry.zone, entry.card, each)
        stays = min(entry.quantity, left.get(slot, 0))
        left[slot] = left.get(slot, 0) - stays
        if stays:
            dice = None if each is None else each * stays
            entries.append(replace(entry, quantity=stays, dice=dice))
    places = {
        Slot(e.zone, e.card, None): n for n, e in reversed(list(enumerate(entries))) if e.card
    }
    for slot in sorted((s for s, n in left.items() if n > 0), key=order_of):
        place = places.get(slot)
        if place is not None and entries[place].dice is None:
            entry = entries[place]
            entries[place] = replace(entry, quantity=entry.quantity + left[slot])
            continue
        dice = None if slot.dice is None else slot.dice * left[slot]
        printing = slot.card.printings[0] if slot.card.printings else None
        entries.append(
            DeckEntry(left[slot], slot.card.name, slot.zone, None, slot.card, printing, dice=dice)
        )
    return replace(deck, entries=tuple(entries))


def _in_several(copies: Mapping[Slot, int]) -> frozenset[str]:
    """The names of cards that stand in several slots, of which limits count all."""
    names: dict[str, int] = {}
    for slot in copies:
        names[slot.card.name] = names.get(slot.card.name, 0) + 1
    return frozenset(name for name, slots in names.items() if slots > 1)


def _by_card(copies: Mapping[Slot, int]) -> dict[Card, int]:
    """The copies of each card in all zones."""
    found: dict[Card, int] = {}
    for slot, n in copies.items():
        found[slot.card] = found.get(slot.card, 0) + n
    return found


def _without_unknown(deck: Deck) -> Deck:
    return replace(deck, entries=tuple(e for e in deck.entries if e.card is not None))


def _dropped(deck: Deck) -> Iterator[RepairChange]:
    """The names that are no card for certain, as changes: all their copies go."""
    for entry in deck.entries:
        if entry.card is None:
            code = "ambiguous-card" if entry.candidates else "unknown-card"
            yield RepairChange(entry.name, entry.quantity, entry.zone, (code,))


def _unknown_slots(deck: Deck, game: Game) -> dict[Slot, int]:
    """The names that are no card for certain, as cards with what is common to all they may be."""
    found: dict[Slot, int] = {}
    for entry in deck.entries:
        if entry.card is None and entry.zone in game.zones:
            slot = Slot(entry.zone, _in_common(entry, game.code))
            found[slot] = found.get(slot, 0) + entry.quantity
    return found


def _in_common(entry: DeckEntry, game: str) -> Card:
    """A card that is what all candidates of an entry are; of no side and type where they differ."""
    sides = {card.side for card in entry.candidates}
    types = {card.type for card in entry.candidates}
    name = f"? {entry.name}"
    return Card(
        game, name, name, None, None, sides.pop() if len(sides) == 1 else None,
        types.pop() if len(types) == 1 else "", None, None, None, None, None,
    )  # fmt: skip
