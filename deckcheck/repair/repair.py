"""The nearest legal deck: found and proven by two methods, and judged by the validator."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from time import monotonic

from db.advice import advised
from db.cards.card import Card
from db.language import gettext as _
from db.sums import summed
from deckcheck.deck import Deck
from deckcheck.repair.lacking import lacks
from deckcheck.repair.planning import RepairedDeck
from deckcheck.repair.prepared import MANY, PreparedCards
from deckcheck.repair.problem import Conditions
from deckcheck.repair.result import INTEGER_PROGRAM, VALIDATION, Lack, Plan, Proof, Repair
from deckcheck.repair.solving import Answers, Solver
from deckcheck.report import ERROR, ILLEGAL, LEGAL, Report
from deckcheck.rules.slot import Slot
from deckcheck.show.wording import count

_ROUNDS = 4
"""How often texts of cards that come in are stated, and the deck is solved anew."""


@dataclass(frozen=True, slots=True)
class RepairOptions:
    """The options of a repair; `owned` gives the copies of a card that the player has.

    All its searches together take at most so many `seconds`; then nothing more is proven.
    """

    conditions: Conditions = field(default_factory=Conditions)
    owned: Callable[[Card], int] | None = None
    drop_unknown: bool = False
    max_changes: int | None = None
    alternatives: int = 0
    seconds: float = 5.0


def repair_deck(prepared: PreparedCards, deck: Deck, options: RepairOptions | None = None) -> Repair:
    """The nearest legal deck to a deck, by the judge and the cards that are prepared."""
    return _Repairing(prepared, deck, options or RepairOptions()).repair()


class _Repairing:
    """One repair on its way."""

    def __init__(self, prepared: PreparedCards, deck: Deck, options: RepairOptions) -> None:
        self._prepared = prepared
        self._judge = prepared.judge
        self._options = options
        self._conditions = options.conditions
        self._way = RepairedDeck(prepared, deck, options.owned, options.drop_unknown)
        self._copies, self._unknown = self._way.copies(), self._way.unknown()
        self._until = monotonic() + options.seconds
        # Where texts are not stated, the rows prove nothing: half of the time is for what the texts allow.
        until = self._until - options.seconds / 2 if prepared.unstated else self._until
        self._solver = Solver(prepared, self._copies, self._unknown, until)

    def repair(self) -> Repair:
        before = self._judge.validate(self._way.deck)
        if before.verdict == LEGAL and not self._conditions.out and not self._conditions.least:
            nothing = Plan((), (), self._way.deck)
            proof = Proof(minimal=True, lower_bound=0, methods=(VALIDATION,))
            notes = self._not_free(nothing.deck)
            return self._with_alternatives(Repair(before, before, nothing, proof, notes=notes))
        answers, plan, after = self._nearest()
        proof = Proof(minimal=False, lower_bound=0, methods=answers.methods)
        illegal = int(before.verdict == ILLEGAL)
        if plan is not None and after is not None:
            dropped = _dropped(plan)
            proof = proof_of(self._prepared, answers, plan.distance, dropped, [after], illegal=illegal)
        if self._prepared.unstated and not proof.minimal:
            is_legal = after is not None and after.verdict == LEGAL
            nearer = self._with_texts(plan if is_legal else None, after if is_legal else None, proof)
            plan, after, proof = (plan, after, proof) if nearer[0] is None else nearer
        if plan is None or after is None or after.verdict == ILLEGAL:
            missing: tuple[Lack, ...] = ()
            if answers.prove_none:
                missing = lacks(self._prepared, self._copies, self._conditions, self._unknown)
            return Repair(before, None, None, proof, missing, notes=notes_of(self._conditions))
        found = Repair(before, after, plan, proof)
        most = self._options.max_changes
        if most is not None and plan.distance > most:
            return replace(found, plan=None, after=None, impossible=(too_far(plan.distance, most),))
        return self._with_alternatives(found)

    def _with_texts(
        self, plan: Plan | None, after: Report | None, proof: Proof
    ) -> tuple[Plan | None, Report | None, Proof]:
        """The proof by rows that no text of a card breaks, and a nearer deck that a text makes legal.

        What the texts of cards ask for that come in is stated from the next round on.
        """
        cards = {slot.card for slot in self._copies}
        names = self._way.deck.entries if self._way.drop_unknown else ()
        dropped = sum(entry.quantity for entry in names if entry.card is None)
        for _unused in range(_ROUNDS):
            prepared = PreparedCards(self._judge, self._prepared.cards, deck=frozenset(cards))
            if prepared.unstated:
                break
            solver = Solver(prepared, self._copies, self._unknown, self._until)
            solved = solver.least(self._conditions, MANY if plan is None else plan.distance - dropped)
            if solved.changes is None or solved.copies is None or not solved.is_certain:
                break
            least = solved.changes + dropped
            if plan is None or least < plan.distance:
                proof = replace(proof, lower_bound=max(proof.lower_bound, least))
                nearer = self._way.plan(self._copies, solved.copies, self._unknown, self._conditions)
                report = self._judge.validate(nearer.deck)
                cards |= {slot.card for slot in solved.copies}
                if report.verdict != LEGAL or nearer.distance > least:
                    continue
                plan, after = nearer, report
            least, methods = plan.distance, (INTEGER_PROGRAM,)
            return plan, after, Proof(minimal=True, lower_bound=least, methods=methods, settled=False)
        return plan, after, proof

    def _nearest(self) -> tuple[Answers, Plan | None, Report | None]:
        """The nearest deck by the rows, and the report on it.

        Where a text that no row states still forbids a card, the card goes, too.
        """
        asked, codes = self._conditions, dict[str, str]()
        found: tuple[Answers, Plan, Report] | None = None
        while True:
            answers = self._solver.answers(replace(asked, out=asked.out | codes.keys()))
            if answers.copies is None:
                return found or (answers, None, None)
            plan = self._plan(answers.copies)
            out = (replace(one, why=(codes.get(one.name) or one.why[0], *one.why[1:])) for one in plan.out)
            plan = replace(plan, out=tuple(out))
            after = self._judge.validate(plan.deck)
            found = answers, plan, after
            wrong = {name: code for name, code in self._forbidden(after) if name not in codes}
            if not wrong:
                return found
            codes |= wrong

    def _forbidden(self, report: Report) -> Iterator[tuple[str, str]]:
        """Yields the names of cards that may go and whose text a deck is against, or may be; the codes."""
        for issue in report.issues if self._prepared.unstated else ():
            name = str(issue.details.get("card"))
            against = issue.severity == ERROR or issue.undecided
            if against and issue.cite == f"text of {name}" and name not in self._conditions.keep:
                yield name, issue.code

    def _plan(self, copies: Mapping[Slot, int]) -> Plan:
        return self._way.plan(self._copies, copies, self._unknown, self._conditions)

    def _not_free(self, deck: Deck) -> tuple[str, ...]:
        """A note on the cards that stay though they are not free, where only free ones come in."""
        conditions = self._conditions
        if not conditions.owned_only:
            return ()
        copies = summed((entry.card, entry.quantity) for entry in deck.entries if entry.card is not None)
        lacking = sum(max(0, n - conditions.free_copies(card)) for card, n in copies.items())
        stays = count(lacking, "card of it is", "cards of it are")
        advice = advised("own-in-place", "--out NAME puts your own in place of a card")
        return (
            (_("{stays} not free in your collection; {advice}", stays=stays, advice=advice),)
            if lacking
            else ()
        )

    def _with_alternatives(self, found: Repair) -> Repair:
        if not self._options.alternatives or found.plan is None:
            return found
        plans: list[Plan] = []
        for plan in self._others(found.plan, found.proof.lower_bound):
            plans.append(plan)
            if len(plans) == self._options.alternatives:
                break
        return replace(found, alternatives=tuple(plans))

    def _others(self, best: Plan, bound: int) -> Iterator[Plan]:
        """Yields the next best decks, each with its own proof."""
        from deckcheck.repair.alternatives import next_best

        now = RepairedDeck(self._prepared, best.deck).copies()
        for found in next_best(self._copies, now, self._conditions, self._solver.answers):
            plan = self._plan(found.copies)
            after = self._judge.validate(plan.deck)
            proof = proof_of(self._prepared, found.answers, plan.distance, _dropped(plan), [after], found.why)
            if not proof.minimal:  # another part may hold a nearer one, but none before the best
                proof = replace(proof, lower_bound=min(bound, proof.lower_bound))
            yield replace(plan, proof=proof)


def proof_of(
    prepared: PreparedCards,
    answers: Answers,
    distance: int,
    dropped: int,
    after: list[Report],
    why: str = "",
    illegal: int = 0,
) -> Proof:
    """The proof by both methods; minimal only where both, the decks and the validator agree.

    `dropped` of the changes are names that go and that no method looks at. `why` says what else
    speaks against it. `illegal` are the decks that were proven illegal as they were: each takes a
    change, and where one change each makes all legal, the validator alone proves that none is
    nearer.
    """
    changes, bound = distance - dropped, answers.nearest.changes or 0
    legal = all(report.verdict == LEGAL for report in after)
    if prepared.unstated:
        why = prepared.unstated[0].why
    elif not legal:
        why = _("the deck cannot be proven legal")
    else:
        why = why or answers.why_open(changes)
    if prepared.unstated or not legal:
        bound = 0
    if why and legal and distance == illegal:
        return Proof(minimal=True, lower_bound=distance, methods=(VALIDATION,), settled=False)
    least = max(illegal, min(bound, changes) + dropped)
    return Proof(
        minimal=not why,
        lower_bound=distance if not why else min(least, distance),
        methods=answers.methods,
        open=why,
        settled=answers.is_settled,
    )


def notes_of(conditions: Conditions) -> tuple[str, ...]:
    """The notes that explain why nothing may come in."""
    if conditions.owned_only and not any((conditions.free or {}).values()):
        return (_("your collection is empty, or all of it is reserved: see deckcheck collection"),)
    return ()


def too_far(distance: int, most: int) -> Lack:
    """The lack that is reported where the nearest legal deck takes more changes than allowed."""
    changes = count(distance, "change", "changes")
    message = _(
        "the nearest legal deck takes {changes}, more than the {most} allowed", changes=changes, most=most
    )
    return Lack("max-changes", distance - most, message)


def _dropped(plan: Plan) -> int:
    """The changes that are names that go: those of no slot."""
    return sum(change.quantity for change in plan.out if change.slot is None)
