"""Deck rules as constraints on counts: the second way in which every rule states itself.

`Rule.check` says what is wrong with a deck; `constraints(model)` says of the same rule which counts
of copies it allows. Both agree on decks of known cards: `check` finds an error, or something that
leaves the verdict open, exactly where the constraints are violated.

What is counted are copies in slots: a card in a zone (and, where a game has dice, with so many of
them). A constraint is linear in these counts and in helpers, whole numbers that may take any value
that makes the constraints hold:

    Total   low <= sum of weights of copies + sum of helpers <= high
    Limit   at most so many copies of cards with the same key, such as the name
    Avoid   slots that the rule only warns of: nothing is put there, what is there may stay
    Unstated  the rule, or a part of it, cannot be stated so; nothing is claimed for it

Rules that know several ways to be kept, such as the sides, state each under a helper of its own
(`Total.when`) and say that one of the helpers is 1.
"""

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from db.cards.card import Card
from deckcheck.games.game import Rule


class Slot(NamedTuple):
    """A place for copies of a card: the card, its zone, and the dice of each copy."""

    zone: str
    card: Card
    dice: int | None = None


NO_DETAILS: Mapping[str, Any] = MappingProxyType({})

Weight = Callable[[Slot], int]
"""The weight of one copy in a slot."""


def every_copy(_slot: Slot) -> int:
    """Returns 1: every copy counts."""
    return 1


def of_no_copy(_slot: Slot) -> int:
    """Returns 0: no copy counts, the constraint is one of helpers alone."""
    return 0


def in_zones(*zones: str) -> Weight:
    """A weight of 1 for the copies in these zones, 0 for others."""

    def weight(slot: Slot) -> int:
        return 1 if slot.zone in zones else 0

    return weight


def card_name(slot: Slot) -> Hashable:
    """The name of the card, by which copies are usually limited."""
    return slot.card.name


class Helper(NamedTuple):
    """A whole number from 0 to `most` that a rule needs to state itself; equal by its name."""

    name: str
    most: int = 1


class Total(NamedTuple):
    """A sum over all copies, and over helpers, that is at least `low` and at most `high`.

    `weighs` are the least and the largest weight that a copy of any card can have, None where the
    rule does not say; `cards` are the names of those of the model's cards whose copies can have a
    weight, None where it may be any. Where `when` is given, it must hold only if that helper is 1.
    `kind` are the words for one copy and for several of what counts; `details` go with the code,
    like `{"unit": "space"}`. Where `words` are given they say what the constraint asks for.
    """

    code: str
    weight: Weight
    low: int | None = None
    high: int | None = None
    helpers: tuple[tuple[Helper, int], ...] = ()
    when: Helper | None = None
    kind: tuple[str, str] = ("card", "cards")
    details: Mapping[str, Any] = NO_DETAILS
    words: str = ""
    weighs: tuple[int, int] | None = None
    cards: frozenset[str] | None = None


class Limit(NamedTuple):
    """At most so many copies of the cards with one key; a key of None is not limited.

    `most` gives the limit of a slot, None for no limit; of slots with one key the smallest counts.
    """

    code: str
    most: Callable[[Slot], int | None]
    key: Callable[[Slot], Hashable | None] = card_name
    words: str = ""


class Avoid(NamedTuple):
    """Slots that the rule warns of: copies in them may stay, and no more are put there."""

    code: str
    slots: Callable[[Slot], bool]


class Unstated(NamedTuple):
    """A rule, or a part of one, that cannot be stated as a constraint on counts; `why` says why."""

    code: str
    why: str


COUNTS = 0, 1
"""The least and the most weight of a copy in a total that counts copies."""

Constraint = Total | Limit | Avoid | Unstated


class DeckModel(NamedTuple):
    """The view of a deck from which rules state themselves as constraints.

    `cards` are those that are in the deck or may come into it, `zones` all zones of the game,
    `counted` those whose copies its edition counts. Copies in other zones are seen only by lists
    and sizes of zones.
    """

    cards: Sequence[Card]
    zones: tuple[str, ...]
    counted: frozenset[str]


def stated(rules: Iterable[Rule], model: DeckModel) -> tuple[Constraint, ...]:
    """The constraints of rules; a rule that does not state itself is named as `Unstated`."""
    found: list[Constraint] = []
    for rule in rules:
        state = getattr(rule, "constraints", None)
        if state is None:
            found.append(Unstated(rule.code, "the rule is not stated as constraints on counts"))
        else:
            found.extend(state(model))
    return tuple(found)


def is_kept(constraints: Iterable[Constraint], counts: Mapping[Slot, int]) -> bool:
    """Whether counts of copies satisfy all constraints, with some values of the helpers.

    >>> size = Total("deck-size", every_copy, low=2)
    >>> is_kept([size], {})
    False
    """
    return violated(constraints, counts) == ()


def violated(constraints: Iterable[Constraint], counts: Mapping[Slot, int]) -> tuple[Constraint, ...]:
    """The limits and totals that counts violate.

    Of totals that share helpers all are named where no values of the helpers fit them.
    """
    filled = {slot: n for slot, n in counts.items() if n}
    broken: list[Constraint] = []
    rows: list[tuple[Total, int]] = []
    for one in constraints:
        if isinstance(one, Limit):
            if not _is_within(one, filled):
                broken.append(one)
        elif isinstance(one, Total):
            have = sum(n * one.weight(slot) for slot, n in filled.items())
            if one.helpers or one.when is not None:
                rows.append((one, have))
            elif not _fits(one, have, have):
                broken.append(one)
    for together in _sharing_helpers(rows):
        helpers = list(dict.fromkeys(h for row, _ in together for h in helpers_of(row)))
        if not _helped(together, helpers, {}):
            broken.extend(row for row, _ in together)
    return tuple(broken)


def _sharing_helpers(rows: Iterable[tuple[Total, int]]) -> list[list[tuple[Total, int]]]:
    """The rows in groups, each with helpers that no other group has."""
    groups: list[tuple[set[Helper], list[tuple[Total, int]]]] = []
    for row, have in rows:
        helpers, members = set(helpers_of(row)), [(row, have)]
        for group in [group for group in groups if group[0] & helpers]:
            groups.remove(group)
            helpers |= group[0]
            members = group[1] + members
        groups.append((helpers, members))
    return [members for _, members in groups]


def helpers_of(row: Total) -> Iterator[Helper]:
    """The helpers of a row: that on which it depends first."""
    if row.when is not None:
        yield row.when
    for helper, _ in row.helpers:
        yield helper


def _is_within(limit: Limit, filled: Mapping[Slot, int]) -> bool:
    have: dict[Hashable, int] = {}
    most: dict[Hashable, int] = {}
    for slot, copies in filled.items():
        key, bound = limit.key(slot), limit.most(slot)
        if key is None or bound is None:
            continue
        have[key] = have.get(key, 0) + copies
        most[key] = min(most.get(key, bound), bound)
    return all(have[key] <= most[key] for key in have)


def _fits(row: Total, least: int, most: int) -> bool:
    """Whether a sum between these bounds may satisfy the row."""
    return (row.low is None or most >= row.low) and (row.high is None or least <= row.high)


def _helped(
    rows: Collection[tuple[Total, int]], helpers: Sequence[Helper], values: dict[Helper, int]
) -> bool:
    """Whether some values of the helpers satisfy the rows, tried one helper after another."""
    for row, have in rows:
        if row.when is not None and values.get(row.when) != 1:
            continue
        least = most = have
        for helper, factor in row.helpers:
            known = values.get(helper)
            ends = (0, factor * helper.most) if known is None else (factor * known, factor * known)
            least, most = least + min(ends), most + max(ends)
        if not _fits(row, least, most):
            return False
    if len(values) == len(helpers):
        return True
    helper = helpers[len(values)]
    return any(_helped(rows, helpers, {**values, helper: value}) for value in range(helper.most + 1))
