"""The values of a repair, and the document that commands print."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from db.cards.card import Card
from db.language import gettext as _
from deckcheck.deck import Deck
from deckcheck.report import LEGAL, Report
from deckcheck.rules.slot import Slot
from deckcheck.show.picked import picked

INTEGER_PROGRAM, ENUMERATION, VALIDATION = _("integer program"), "enumeration", "validation"


@dataclass(frozen=True, slots=True)
class RepairChange:
    """Copies of a card that leave a zone or come into it; `why` are the codes of the rules.

    `owned` and `free` are the copies in the collection, None where it was not asked. `card` is None
    for a name that is no card.
    """

    name: str
    quantity: int
    zone: str
    why: tuple[str, ...]
    owned: int | None = None
    free: int | None = None
    card: Card | None = None
    slot: Slot | None = None


@dataclass(frozen=True, slots=True)
class Proof:
    """The proof about decks with fewer changes: none has fewer than `lower_bound`.

    `minimal` holds only where both methods came to the same number and the validator agrees.
    """

    minimal: bool
    lower_bound: int
    methods: tuple[str, ...]
    open: str = ""
    """Why it is not proven, in a few words."""
    settled: bool = True
    """Whether it is proven, too, that no deck with as few changes is better by the other aims."""


@dataclass(frozen=True, slots=True)
class Lack:
    """The cards lacking by one rule where no legal deck can be made."""

    code: str
    missing: int
    message: str
    details: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Plan:
    """A legal deck and the changes that lead to it."""

    out: tuple[RepairChange, ...]
    put_in: tuple[RepairChange, ...]
    deck: Deck
    proof: Proof | None = None
    """The proof for an alternative: whether one before it could be nearer."""

    @property
    def distance(self) -> int:
        """The number of changes: cards taken out plus cards put in."""
        return sum(change.quantity for change in (*self.out, *self.put_in))


@dataclass(frozen=True, slots=True)
class Repair:
    """The nearest legal deck, or why there is none; `plan` is None where there is none."""

    before: Report
    after: Report | None
    plan: Plan | None
    proof: Proof
    impossible: tuple[Lack, ...] = ()
    alternatives: tuple[Plan, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def verdict(self) -> str:
        """The verdict on the deck that was found; that on the deck as it is where none was."""
        return self.before.verdict if self.after is None else self.after.verdict

    @property
    def is_legal(self) -> bool:
        """Whether a deck was found that is legal for certain."""
        return self.plan is not None and self.verdict == LEGAL


@dataclass(frozen=True, slots=True)
class RepairedTogether:
    """The nearest legal decks that can be built at once, each as its own repair.

    `proof` is that of all changes together; where there are no such decks, no repair has a plan,
    and `impossible` says what is lacking.
    """

    repairs: tuple[Repair, ...]
    proof: Proof
    impossible: tuple[Lack, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def distance(self) -> int | None:
        """The number of changes of all decks; None where there are no such decks."""
        found = [one.plan.distance for one in self.repairs if one.plan is not None]
        return sum(found) if len(found) == len(self.repairs) else None

    @property
    def is_legal(self) -> bool:
        """Whether decks were found that are all legal for certain."""
        return all(one.is_legal for one in self.repairs)


def as_document(repair: Repair) -> dict[str, Any]:
    """A repair as the contract has it."""
    before = repair.before
    return {
        "schema": "deckcheck.repair/1",
        "path": before.path,
        **_judged(before),
        **_changed(repair),
        "proof": _proof(repair.proof),
        "impossible": _lacking(repair.impossible),
        "alternatives": [_plan(one) for one in repair.alternatives],
        "notes": list(repair.notes),
    }


def as_document_together(found: RepairedTogether) -> dict[str, Any]:
    """A repair of several decks: their changes by deck, the rest as it is of one."""
    return {
        "schema": "deckcheck.repair-together/1",
        **_judged(found.repairs[0].before),
        "distance": found.distance,
        "decks": [{"path": one.before.path, **_changed(one)} for one in found.repairs],
        "proof": _proof(found.proof),
        "impossible": _lacking(found.impossible),
        "notes": list(found.notes),
    }


def _judged(before: Report) -> dict[str, Any]:
    return {"game": before.game, "format": before.format, "rules": before.rules, "as_of": before.as_of}


def _changed(repair: Repair) -> dict[str, Any]:
    plan = repair.plan
    return {
        "verdict_before": repair.before.verdict,
        "verdict_after": repair.verdict,
        "distance": None if plan is None else plan.distance,
        "out": [] if plan is None else _changes(plan.out),
        "in": [] if plan is None else _changes(plan.put_in),
    }


def _lacking(impossible: Sequence[Lack]) -> list[dict[str, Any]] | None:
    return [
        {"code": lack.code, **lack.details, "missing": lack.missing, "message": lack.message}
        for lack in impossible
    ] or None


def _plan(plan: Plan) -> dict[str, Any]:
    proof = {} if plan.proof is None else {"proof": _proof(plan.proof)}
    return {"distance": plan.distance, "out": _changes(plan.out), "in": _changes(plan.put_in), **proof}


def _proof(proof: Proof) -> dict[str, Any]:
    return {
        "minimal": proof.minimal,
        "lower_bound": proof.lower_bound,
        "methods": list(proof.methods),
        "open": proof.open or None,
        "settled": proof.settled,
    }


def _changes(changes: Sequence[RepairChange]) -> list[dict[str, Any]]:
    return [
        {
            **picked(change, "name quantity zone"),
            **({} if change.free is None else {"owned": change.owned, "free": change.free}),
            "why": list(change.why),
        }
        for change in changes
    ]
