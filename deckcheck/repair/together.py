"""Several decks that are built at once from one collection, as one problem.

Each deck has a seat with the constraints of its own; what they share are the copies of each card.
What a deck plays already may stay. Where a copy of a card comes into a deck, no more than are free
stand in all decks together.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from time import monotonic

from db.cards.card import Card
from deckcheck.deck import Deck
from deckcheck.repair.lacking import lacks
from deckcheck.repair.planning import RepairedDeck
from deckcheck.repair.prepared import PreparedCards
from deckcheck.repair.repair import RepairOptions, notes_of, proof_of, too_far
from deckcheck.repair.result import Lack, Plan, Proof, Repair, RepairedTogether
from deckcheck.repair.seats import ALONE
from deckcheck.repair.solving import Answers, Solver, by_card
from deckcheck.report import ILLEGAL, Report
from deckcheck.rules.compiled import Constraint, Helper, Total, of_no_copy
from deckcheck.rules.slot import Slot


def repair_together(
    prepared: PreparedCards, decks: Sequence[Deck], options: RepairOptions
) -> RepairedTogether:
    """The nearest legal decks that can be built at once; `prepared` are the cards of one deck."""
    return _Together(prepared, decks, options).repair()


@dataclass(slots=True)
class _Together:
    """One repair of several decks on its way."""

    alone: PreparedCards
    decks: Sequence[Deck]
    options: RepairOptions
    _ways: list[RepairedDeck] = field(default_factory=list)
    _copies: dict[Slot, int] = field(default_factory=dict)
    _unknown: dict[Slot, int] = field(default_factory=dict)
    _until: float = 0.0

    def repair(self) -> RepairedTogether:
        self._until = monotonic() + self.options.seconds
        judge, conditions = self.alone.judge, self.options.conditions
        prepared = self._seated({}, self._cards_that_matter())
        self._take_seats(prepared)
        before = [judge.validate(deck) for deck in self.decks]
        prepared, answers = self._solved(prepared)
        copies = answers.copies
        if copies is None:
            proof = Proof(minimal=False, lower_bound=0, methods=answers.methods)
            missing = tuple(self._lacks()) if answers.prove_none else ()
            found = tuple(Repair(report, None, None, proof) for report in before)
            return RepairedTogether(found, proof, missing, notes_of(conditions))
        plans = [self._plan(way, prepared, copies) for way in self._ways]
        after = [judge.validate(plan.deck) for plan in plans]
        return self._found(prepared, answers, before, plans, after)

    def _lacks(self) -> Iterator[Lack]:
        """Yields what each deck lacks by itself; what all lack together where each could be."""
        conditions = self.options.conditions
        could_be = True
        for way in self._ways:
            alone = replace(way, prepared=self.alone, seat=ALONE)
            copies, unknown = alone.copies(), alone.unknown()
            if Solver(self.alone, copies, unknown, self._until).answers(conditions).prove_none:
                could_be = False
                for lack in lacks(self.alone, copies, conditions, unknown):
                    yield replace(lack, details={**lack.details, "deck": way.seat})
        if could_be:
            every = self._seated({}, self.alone.cards)
            yield from lacks(every, self._copies, conditions, self._unknown)

    def _found(
        self,
        prepared: PreparedCards,
        answers: Answers,
        before: Sequence[Report],
        plans: Sequence[Plan],
        after: list[Report],
    ) -> RepairedTogether:
        distance = sum(plan.distance for plan in plans)
        dropped = sum(c.quantity for plan in plans for c in plan.out if c.slot is None)
        illegal = sum(report.verdict == ILLEGAL for report in before)
        proof = proof_of(prepared, answers, distance, dropped, after, illegal=illegal)
        found = tuple(
            Repair(one, other, plan, proof) for one, other, plan in zip(before, after, plans, strict=True)
        )
        most = self.options.max_changes
        if most is not None and distance > most:
            none = tuple(replace(one, plan=None, after=None) for one in found)
            return RepairedTogether(none, proof, (too_far(distance, most),))
        return RepairedTogether(found, proof)

    def _plan(self, way: RepairedDeck, prepared: PreparedCards, copies: Mapping[Slot, int]) -> Plan:
        way = replace(way, prepared=prepared)
        return way.plan(self._copies, copies, self._unknown, self.options.conditions)

    def _seated(self, common: Mapping[str, Sequence[Constraint]], cards: Sequence[Card]) -> PreparedCards:
        """The cards for all seats, with constraints on single cards in all decks."""
        return PreparedCards(self.alone.judge, cards, self._seats, common)

    @property
    def _seats(self) -> tuple[str, ...]:
        return tuple(str(number) for number, _ in enumerate(self.decks, start=1))

    def _cards_that_matter(self) -> Sequence[Card]:
        """The cards of the decks and those that may come in: of a collection mostly few."""
        conditions = self.options.conditions
        if not conditions.owned_only:
            return self.alone.cards
        there = {entry.card for deck in self.decks for entry in deck.entries}
        return [c for c in self.alone.cards if c in there or conditions.free_copies(c)]

    def _take_seats(self, prepared: PreparedCards) -> None:
        for seat, deck in zip(self._seats, self.decks, strict=True):
            options = self.options
            way = RepairedDeck(prepared, deck, options.owned, options.drop_unknown, seat)
            self._ways.append(way)
            self._copies |= way.copies()
            self._unknown |= way.unknown()

    def _solved(self, prepared: PreparedCards) -> tuple[PreparedCards, Answers]:
        """The answers of both methods, with constraints on cards where these are needed.

        Copies in the decks beyond those that are free may stay, so a card of which there are more
        is first only kept from becoming more; where a copy of it comes in all the same, the answer
        is found again with that card constrained.
        """
        common: dict[str, Sequence[Constraint]] = {}
        while True:
            solver = Solver(prepared, self._copies, self._unknown, self._until)
            answers = solver.answers(self.options.conditions)
            found = (answers.best.copies, answers.nearest.copies, answers.solved.copies)
            odd = {card for copies in found if copies for card in self._not_free(copies)}
            new = [card for card in odd if card.name not in common]
            if not new:
                return prepared, answers
            common |= {card.name: tuple(self._stays_or_is_free(card)) for card in new}
            prepared = self._seated(common, prepared.cards)

    def _not_free(self, copies: Mapping[Slot, int]) -> Iterator[Card]:
        """Yields the cards that come into a deck though more stand in all than are free."""
        conditions = self.options.conditions
        if not conditions.owned_only:
            return
        now = by_card(copies)
        for card in {s.card for s, n in copies.items() if n > self._copies.get(s, 0)}:
            if now[card] > conditions.free_copies(card):
                yield card

    def _stays_or_is_free(self, card: Card) -> Iterator[Constraint]:
        """Yields what one of two helpers asks for: none comes in, or all that stay are free."""
        stays, free = Helper(f"{card.name}: stays"), Helper(f"{card.name}: free")
        code = "free-copies"
        yield Total(code, of_no_copy, low=1, high=1, helpers=((stays, 1), (free, 1)))
        yield Total(code, _copies_of(card.name), high=self.options.conditions.free_copies(card), when=free)
        for slot in {*self._copies, *self._slots_of(card)}:
            if slot.card.name == card.name:
                weight, have = _in_slot(slot), self._copies.get(slot, 0)
                yield Total(code, weight, high=have, when=stays)

    def _slots_of(self, card: Card) -> Iterator[Slot]:
        """Yields the slots in which copies of a card may come in."""
        for slot, _unused in self._ways[0].prepared.slots_of(card.name):
            yield slot


def _copies_of(name: str) -> Callable[[Slot], int]:
    return lambda slot: 1 if slot.card.name == name else 0


def _in_slot(place: Slot) -> Callable[[Slot], int]:
    return lambda slot: 1 if slot == place else 0
