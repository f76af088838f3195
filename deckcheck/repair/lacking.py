"""The lacking cards, by rule, where no legal deck can be made under the conditions.

First the fewest copies are found that are missing: cards that the rules allow but the conditions do
not, or of which too few are free. Each rule that the deck breaks without them lacks some of them.
Where no card at all would help, the conditions contradict a rule by themselves.
"""

from collections.abc import Iterator, Mapping
from time import monotonic

from db.language import gettext as _, ngettext
from deckcheck.judge.validate import EMPTY_DECK
from deckcheck.repair.enumeration import find_best
from deckcheck.repair.prepared import PreparedCards
from deckcheck.repair.problem import Conditions, Problem, make_problem
from deckcheck.repair.result import Lack
from deckcheck.repair.separable import Clock
from deckcheck.rules.compiled import Total, violated
from deckcheck.rules.slot import Slot
from deckcheck.show.wording import bring_in_cards, count

_SECONDS = 5.0
_MOST_PUT_IN = 400


def lacks(
    prepared: PreparedCards, copies: Mapping[Slot, int], conditions: Conditions, unknown: Mapping[Slot, int]
) -> tuple[Lack, ...]:
    """The lacking cards by each rule; never empty."""
    if not prepared.cards:
        game = prepared.judge.game
        how = bring_in_cards(game.code)
        return (
            Lack(
                "no-cards",
                0,
                _("there are no cards of {name} in the database; {how}", name=game.name, how=how),
            ),
        )
    lifted = make_problem(prepared, copies, conditions, unknown=unknown, lifted=True)
    held = list(_held(lifted, conditions))
    if held:
        return tuple(held)
    size = sum(max(0, total.low or 0) for total in lifted.totals) + sum(copies.values())
    clock = Clock(monotonic() + _SECONDS)
    best = find_best(lifted, clock, min(size + 8, _MOST_PUT_IN))
    found = [] if best.copies is None else list(_by_rule(lifted, best.copies, unknown, conditions))
    if found:
        sizes = [lack for lack in found if lack.code != EMPTY_DECK]
        return tuple(sizes or found)  # any size says more than that a deck is not empty
    return (Lack("conditions", 0, _("no deck keeps all rules under these conditions")),)


def _held(problem: Problem, conditions: Conditions) -> Iterator[Lack]:
    """Yields where cards that have to stay break a limit by themselves."""
    stay = {item.slot: item.least for item in problem.items if item.least}
    for limit in problem.prepared.limits:
        for slot, least in stay.items():
            if not violated([limit], {slot: least}):
                continue
            name, most = slot.card.name, limit.most(slot) or 0
            said = _("kept, and to be taken out") if name in conditions.out else _("kept")
            yield Lack(
                limit.code,
                least - most,
                ngettext(
                    "{number} copy of {name} is {said}; {most} allowed",
                    "{number} copies of {name} are {said}; {most} allowed",
                    least,
                    name=name,
                    said=said,
                    most=most,
                ),
                {"card": name},
            )
    for item in problem.items:
        if item.least > item.most and item.slot.card.name in conditions.out:
            name = item.slot.card.name
            yield Lack("conditions", item.least, _("{name} is to be kept and to be taken out", name=name))


def _by_rule(
    problem: Problem, copies: Mapping[Slot, int], unknown: Mapping[Slot, int], conditions: Conditions
) -> Iterator[Lack]:
    """Yields what each rule lacks of a deck without the copies that may not come in."""
    allowed = {item.slot: item.allowed for item in problem.items}
    for pool in problem.pools.values():
        for item in pool:
            allowed[item.slot] = item.allowed
    there = {slot: min(n, allowed.get(slot, n)) for slot, n in copies.items()}
    missing = sum(copies.values()) - sum(there.values())
    counts = {**there, **unknown}
    for one in violated(problem.totals, counts):
        if not isinstance(one, Total) or one.low is None or one.when is not None:
            continue
        have = sum(n * one.weight(slot) for slot, n in counts.items())
        lack = one.low - have
        if lack <= 0:
            continue
        helped = sum(one.weight(s) * (n - there[s]) for s, n in copies.items())
        lack = min(lack, helped) if helped > 0 else lack
        yield Lack(one.code, lack, _words(one, have, lack, conditions), dict(one.details))
    if missing and not any(True for _ in violated(problem.totals, counts)):
        yield Lack("conditions", missing, _("{cards} missing", cards=count(missing, "card", "cards")))


def _words(total: Total, have: int, lack: int, conditions: Conditions) -> str:
    there = count(have, *total.kind)
    missing = ngettext("{number} is missing", "{number} are missing", lack)
    if conditions.owned_only:
        return _(
            "{there} that stay in the deck or are free in the collection; {missing}",
            there=there,
            missing=missing,
        )
    return _(
        "{there} that may be in the deck under these conditions; {missing}", there=there, missing=missing
    )
