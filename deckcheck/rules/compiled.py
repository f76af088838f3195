"""Requirements as rows over copies, which a repair or a choice of cards has to keep.

What is counted are copies in slots: a card in a zone (and, where a game has dice, with so many of
them). A row is linear in these counts and in helpers, whole numbers that may take any value that
makes the rows hold:

    Total   low <= sum of weights of copies + sum of helpers <= high
    Limit   at most so many copies of cards with the same key, such as the name
    Avoid   slots that the rule only warns of: nothing is put there, what is there may stay
    Unstated  the rule, or a part of it, cannot be stated so; nothing is claimed for it

Requirements that know several ways to be kept, such as the sides, state each under a helper of its
own (`Total.when`) and say that one of the helpers is 1.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import permutations
from typing import Any, NamedTuple

from db.cards.card import Card
from db.cards.names import normal_form
from db.language import Message, gettext as _, partly, some_of
from deckcheck.rules import requirement as need
from deckcheck.rules.evaluate import allows
from deckcheck.rules.slot import Slot

MANY = 10_000
"""More copies than any deck has: a helper of that factor lets a sum be anything."""

Weight = Callable[[Slot], int]
"""The weight of one copy in a slot."""


def of_no_copy(_slot: Slot) -> int:
    """Returns 0: no copy counts, the constraint is one of helpers alone."""
    return 0


def name_of(slot: Slot) -> Hashable:
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
    details: Mapping[str, Any] = need.NO_DETAILS
    words: str = ""
    weighs: tuple[int, int] | None = None
    cards: frozenset[str] | None = None


class Limit(NamedTuple):
    """At most so many copies of the cards with one key; a key of None is not limited.

    `most` gives the limit of a slot, None for no limit; of slots with one key the smallest counts.
    """

    code: str
    most: Callable[[Slot], int | None]
    key: Callable[[Slot], Hashable | None] = name_of
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

MOST_KEYS = 2_000
"""Of more names that a deck has each at least so often a repair would take minutes."""

_PASSES = 8
"""So often the bounds of helpers are drawn together before one is halved."""


class DeckModel(NamedTuple):
    """The view of a deck from which rules state themselves as constraints.

    `cards` are those that are in the deck or may come into it, `zones` all zones of the game,
    `counted` those whose copies its edition counts. Copies in other zones are seen only by lists
    and sizes of zones. Where `proven`, only what is broken for certain is against the rows: nothing
    that merely leaves a verdict open. With a `deck` its legal decks keep them and others do too: texts
    of cards that are not in it ask for nothing, so that they tell how many changes it needs at least.
    """

    cards: Sequence[Card]
    zones: tuple[str, ...]
    counted: frozenset[str]
    proven: bool = False
    deck: frozenset[Card] | None = None

    def speaks(self, card: Card) -> bool:
        """Whether the rows know what the text of a card asks for."""
        return self.deck is None or card in self.deck


def rows_of(rules: Sequence[Any], model: DeckModel) -> tuple[Constraint, ...]:
    """The rows of requirements over the cards of a model."""
    found: list[Constraint] = []
    lists = [rule for rule in rules if isinstance(rule, need.PerCard)]
    pairs = [pair for rule in rules if isinstance(rule, need.Budget) for pair in _pairs(rule, model)]
    for rule in rules:
        named = model
        if isinstance(rule, need.EachAtLeast):  # a card that no deck may have needs no rows for its name
            named = model._replace(cards=[c for c in model.cards if all(allows(one, c) for one in lists)])
        rows = _ROWS[type(rule)](rule, named)
        is_aware = isinstance(rule, need.Budget) or getattr(rule, "pairs", None) is not None
        found.extend(rows if is_aware or not pairs else _once(rows, pairs, model))
    for rule in rules if model.deck is not None else ():
        if isinstance(rule, need.Exactly) and rule.laid_aside is not None:
            found = [*_less_asides(rule, found, model)]
    return tuple(found)


def _pairs(rule: need.Budget, model: DeckModel) -> list[tuple[Card, Helper]]:
    """The cards of which two copies are one with its second value, each with the helper that says so."""
    return [
        (card, Helper(f"{rule.code}: {card.name} as a pair"))
        for card in model.cards
        if rule.only(card) and rule.stacks(card) and len(rule.values(card)) > 1
    ]


def _once(
    rows: Iterable[Constraint], pairs: Sequence[tuple[Card, Helper]], model: DeckModel
) -> Iterator[Constraint]:
    """Rows in which two copies that are one count once, as in the verdict.

    Where no copy may stand at all that makes no difference.
    """
    for row in rows:
        if isinstance(row, Total) and (row.low is not None or row.high):
            known = [pair for pair in pairs if row.cards is None or pair[0].name in row.cards]
            weights = [max(row.weight(Slot(zone, card)) for zone in model.counted) for card, _ in known]
            less = [(helper, -n) for (_, helper), n in zip(known, weights, strict=True) if n]
            yield row._replace(helpers=(*row.helpers, *less))
        elif isinstance(row, Limit):
            slots = [(Slot(zone, card), helper) for card, helper in pairs for zone in model.counted]
            keys = {row.key(slot) for slot, _ in slots if row.most(slot)}
            yield _but(row, keys) if keys else row
            limited = (slot for slot in _slots_in(model) if row.key(slot) in keys) if keys else ()
            for total in as_totals(row, limited):
                ones = dict.fromkeys(helper for slot, helper in slots if total.weight(slot))
                yield total._replace(helpers=tuple((one, -1) for one in ones))
        else:
            yield row


def _but(limit: Limit, keys: Collection[Hashable]) -> Limit:
    """A limit without some of its keys."""
    return limit._replace(most=lambda slot: None if limit.key(slot) in keys else limit.most(slot))


def _slots_in(model: DeckModel) -> Iterator[Slot]:
    return (Slot(zone, card) for zone in model.zones for card in model.cards)


def as_totals(limit: Limit, slots: Iterable[Slot]) -> Iterator[Total]:
    """Yields a limit as totals: for each key of these slots, and each bound that copies of it have."""
    keys: dict[Hashable, dict[int, set[str]]] = defaultdict(lambda: defaultdict(set))
    for slot in slots:
        if (most := limit.most(slot)) is not None and (key := limit.key(slot)) is not None:
            keys[key][most].add(slot.card.name)
    for key, bounds in keys.items():
        names = frozenset[str]()
        for bound in sorted(bounds):

            def counts(slot: Slot, key: Hashable = key, bound: int = bound) -> int:
                most = limit.most(slot)
                return int(most is not None and most <= bound and limit.key(slot) == key)

            names |= bounds[bound]
            yield Total(limit.code, counts, high=bound, weighs=COUNTS, cards=names)


def _less_asides(rule: need.Exactly, rows: Iterable[Constraint], model: DeckModel) -> Iterator[Constraint]:
    """Rows that copies of the deck break no more where the text of a card lays them beside it."""
    laying = [(card, *laid) for card in model.cards for laid in (rule.laid_aside or need.no_asides)(card)]
    aside: list[tuple[Slot, Helper]] = []
    for card in sorted(model.deck or (), key=need.card_name):
        most = {one.name: n for one, fits, n in laying if fits(card)}
        slot = Slot(model.zones[0], card)
        if most and _weight(rule.of, model)(slot):
            helper = Helper(f"{rule.code}: {card.name} beside", MANY)
            aside.append((slot, helper))

            def room(slot: Slot, most: Mapping[str, int] = most) -> int:
                return most.get(slot.card.name, 0) if slot.zone in model.counted else 0

            yield Total(rule.code, room, low=0, helpers=((helper, -1),), cards=frozenset(most))
    for row in rows:
        if isinstance(row, Total):
            less = [(helper, -n) for slot, helper in aside if (n := row.weight(slot))]
            yield row._replace(helpers=(*row.helpers, *less))
        else:
            yield row


def violated(constraints: Iterable[Constraint], counts: Mapping[Slot, int]) -> tuple[Constraint, ...]:
    """The limits and totals that counts violate.

    Of totals that share helpers all are named where no values of the helpers fit them.

    >>> size = Total("deck-size", lambda slot: 1, low=2)
    >>> violated([size], {}) == (size,)
    True
    """
    filled = {slot: n for slot, n in counts.items() if n}
    by_name = names_of(filled.items())
    broken: list[Constraint] = []
    rows: list[tuple[Total, int]] = []
    for one in constraints:
        if isinstance(one, Limit):
            if not _is_within(one, filled):
                broken.append(one)
        elif isinstance(one, Total):
            have = sum(n * weight for n, weight in weights_in(one, by_name))
            if one.helpers or one.when is not None:
                rows.append((one, have))
            elif not _fits(one, have, have):
                broken.append(one)
    for together in _sharing_helpers(rows):
        if not _helped(together, {h: (0, h.most) for row, _ in together for h in helpers_of(row)}):
            broken.extend(row for row, _ in together)
    return tuple(broken)


def names_of(slots: Iterable[tuple[Slot, int]]) -> dict[str, list[tuple[Slot, int]]]:
    """Slots, each with a number, by the names of their cards."""
    found: dict[str, list[tuple[Slot, int]]] = {}
    for slot, number in slots:
        found.setdefault(slot.card.name, []).append((slot, number))
    return found


def weights_in(row: Total, by_name: Mapping[str, Sequence[tuple[Slot, int]]]) -> Iterator[tuple[int, int]]:
    """Yields the numbers of those slots of which a copy has a weight, each with the weight."""
    for name in by_name if row.cards is None else row.cards & by_name.keys():
        for slot, number in by_name[name]:
            if weight := row.weight(slot):
                yield number, weight


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
    for helper, _unused in row.helpers:
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


def _helped(rows: Collection[tuple[Total, int]], bounds: Mapping[Helper, tuple[int, int]]) -> bool:
    """Whether some values of the helpers within bounds satisfy the rows: halved until the rows tell."""
    tight = _tightened(rows, bounds)
    if tight is None:
        return False
    left = [(row, have) for row, have in rows if not _is_settled(row, have, tight)]
    if not left:
        return True
    helper = next(h for row, _ in left for h in helpers_of(row) if tight[h][0] < tight[h][1])
    low, high = tight[helper]
    middle = (low + high) // 2
    return any(_helped(left, {**tight, helper: ends}) for ends in ((low, middle), (middle + 1, high)))


def _tightened(
    rows: Collection[tuple[Total, int]], bounds: Mapping[Helper, tuple[int, int]]
) -> dict[Helper, tuple[int, int]] | None:
    """The values of helpers that each row leaves, with the others as they may be; None if there are none."""
    tight = dict(bounds)
    for _unused in range(_PASSES):
        before = dict(tight)
        for row, have in rows:
            least, most = _ends(row, have, tight)
            if not _fits(row, least, most):
                if row.when is None or tight[row.when] == (1, 1):
                    return None
                tight[row.when] = (0, 0)
            if row.when is not None and tight[row.when] != (1, 1):
                continue
            for helper, factor in row.helpers:
                low, high = tight[helper]
                if not factor:
                    continue
                # So many more, or less, of the helper keep the row: from the end that is best for it.
                more = None if row.high is None else (row.high - least) // abs(factor)
                less = None if row.low is None else (most - row.low) // abs(factor)
                rise, fall = (more, less) if factor > 0 else (less, more)
                ends = (
                    low if fall is None else max(low, high - fall),
                    high if rise is None else min(high, low + rise),
                )
                if ends[0] > ends[1]:
                    return None
                tight[helper] = ends
                least, most = _ends(row, have, tight)
        if tight == before:
            break
    return tight


def _ends(row: Total, have: int, bounds: Mapping[Helper, tuple[int, int]]) -> tuple[int, int]:
    """The least and the most that a row may come to."""
    least = most = have
    for helper, factor in row.helpers:
        low, high = bounds[helper]
        least += factor * (low if factor > 0 else high)
        most += factor * (high if factor > 0 else low)
    return least, most


def _is_settled(row: Total, have: int, bounds: Mapping[Helper, tuple[int, int]]) -> bool:
    """Whether a row is satisfied whatever its helpers are within the bounds."""
    least, most = _ends(row, have, bounds)
    always = (row.low is None or least >= row.low) and (row.high is None or most <= row.high)
    return always or (row.when is not None and not bounds[row.when][0] <= 1 <= bounds[row.when][1])


def _zones(zones: frozenset[str] | None, model: DeckModel) -> Collection[str]:
    """The zones of a requirement: None for those that the edition counts."""
    return model.zones if zones is need.EVERYWHERE else model.counted if zones is None else zones


def _weight(count: need.Count, model: DeckModel) -> Weight:
    """The weight of a copy in a count."""
    zones, times = _zones(count.zones, model), count.times
    if count.fits is None:
        return lambda slot: times if slot.zone in zones else 0
    return _copies(count.fits, zones, times)


def _copies(fits: need.Fits, zones: Collection[str], times: int = 1) -> Weight:
    """The copies of cards in some zones, so many times each."""
    return lambda slot: times if slot.zone in zones and fits(slot.card) else 0


def _each(weigh: Callable[[Card], int], zones: Collection[str]) -> Weight:
    """The weight of each copy of a card in some zones."""
    return lambda slot: weigh(slot.card) if slot.zone in zones else 0


def _called(*names: str) -> need.Fits:
    """Whether a card has one of these names."""
    return lambda card: card.name in names


def _only_with(code: str, of: Weight, *helpers: Helper) -> Total:
    """Copies are there only where one of these helpers is not 0."""
    return Total(code, of, high=0, helpers=tuple((one, -MANY) for one in helpers))


def _some_of(code: str, helpers: Iterable[Helper], low: int | None = None, high: int | None = None) -> Total:
    """So many of these helpers are 1."""
    return Total(code, of_no_copy, low, high, tuple((one, 1) for one in helpers), weighs=(0, 0))


def _at_most_as(code: str, of: Weight, *helpers: Helper, times: int = 1, most: int = 1) -> Total:
    """These helpers, so many `times` each, are together at most what copies weigh, `most` each."""
    return Total(code, of, low=0, helpers=tuple((one, -times) for one in helpers), weighs=(0, most))


def _there(code: str, card: Card, helper: Helper, model: DeckModel, times: int = 1) -> Total:
    """A helper is at most as often as a card is there, or so many times as often."""
    of = _copies(need.just(card), model.counted, times)
    return _at_most_as(code, of, helper, most=times)._replace(cards=frozenset({card.name}))


def _at_least(rule: need.AtLeast, model: DeckModel) -> Iterator[Constraint]:
    if model.proven and not rule.proven:
        return
    of, weighs = _weight(rule.of, model), (0, rule.of.times)
    total = Total(rule.code, of, low=rule.minimum, kind=rule.kind, details=rule.details, weighs=weighs)
    if rule.given is None or rule.minimum_with is None:
        yield total
        return
    helper = Helper(f"{rule.code}: with {rule.minimum_with}")
    yield total._replace(helpers=((helper, max(0, rule.minimum - rule.minimum_with)),))
    yield _at_most_as(rule.code, _weight(rule.given, model), helper, most=rule.given.times)


def _at_most(rule: need.AtMost, model: DeckModel) -> Iterator[Constraint]:
    if model.proven and not rule.proven:
        return
    of, weighs = _weight(rule.of, model), (0, rule.of.times)
    total = Total(rule.code, of, high=rule.limit, kind=rule.kind, details=rule.details, weighs=weighs)
    paired = [card for card in model.cards if rule.pairs is not None and rule.pairs(card)]
    pairs = {card: Helper(f"{rule.code}: two {card.name}") for card in paired}
    yield total._replace(helpers=tuple((helper, -1) for helper in pairs.values()))
    for card, helper in pairs.items():
        yield _at_most_as(rule.code, _copies(need.just(card), model.counted), helper, times=2)


def _exactly(rule: need.Exactly, model: DeckModel) -> Iterator[Constraint]:
    of, size = _weight(rule.of, model), rule.size
    total = Total(rule.code, of, size, size, kind=rule.kind, details=rule.details, weighs=(0, rule.of.times))
    stating = list(_stating(rule.stated, rule.code, model))
    yield total._replace(helpers=tuple((helper, size - n) for _, n, helper in stating))
    for card, _unused, helper in stating:
        there = _there(rule.code, card, helper, model)
        yield there
        yield there._replace(low=None, high=0, helpers=((helper, -MANY),))


def _stating(stated: need.Stated | None, code: str, model: DeckModel) -> Iterator[tuple[Card, int, Helper]]:
    """Yields the cards whose text sets a number, with a helper; none for repairs, which add no texts."""
    for card in model.cards if stated is not None and model.proven else ():
        if stated is not None and (number := stated.number(card)) is not None:
            yield card, number, Helper(f"{code}: {card.name} says")


def _ratio(rule: need.Ratio, model: DeckModel) -> Iterator[Constraint]:
    for larger, smaller in permutations(rule.parts, 2):
        many, few = _weight(larger.of, model), _weight(smaller.of, model)
        yield Total(
            rule.code,
            lambda slot, many=many, few=few: rule.factor * few(slot) - many(slot),  # type: ignore[misc]
            low=0,
            kind=smaller.kind,
            details={"units": [larger.name, smaller.name]},
            words=need.words_of_pair(rule, larger, smaller),
            weighs=(-1, rule.factor),
        )


def _per_name(rule: need.PerName, model: DeckModel) -> Iterator[Constraint]:
    zones, only = _zones(rule.zones, model), rule.only
    stating = list(_stating(rule.one_more, rule.code, model))
    is_mixed = stating or rule.widest or (rule.disputed and model.proven)
    stated = _limits_of_keys(rule, model) if is_mixed else {}
    mixed = {key: limits for key, limits in stated.items() if len(limits) > 1}
    if stating:  # then each key has a row of its own
        keys = stated.keys() if model.deck is None else {*map(rule.key, model.deck)}
        mixed = {key: stated[key] for key in stated if key in keys}
    more = {key: Helper(f"{rule.code}: {key}, one more") for key in mixed if stating}

    def most(slot: Slot) -> int | None:
        card = slot.card
        if slot.zone not in zones or (only is not None and not only(card)):
            return None
        if rule.key(card) in mixed:
            return None
        return rule.limit_for(card) if model.speaks(card) or not stating else max(stated[rule.key(card)]) + 1

    yield Limit(rule.code, most, lambda slot: rule.key(slot.card))
    for key, limits in sorted(mixed.items(), key=lambda item: str(item[0])):
        yield from _widest(rule, key, limits, zones, more.get(key))
    if stating:
        room = _each(lambda card: sum(n for one, n, _ in stating if one == card), model.counted)
        yield _at_most_as(rule.code, room, *more.values(), most=max(n for _, n, _ in stating))


def _each_at_least(rule: need.EachAtLeast, model: DeckModel) -> Iterator[Constraint]:
    """A helper says of each key whether copies are there, which are then so many."""
    zones, minimum = _zones(rule.zones, model), rule.minimum
    fitting = (card for card in model.cards if rule.only is None or rule.only(card))
    keys = _names_by(rule.key, fitting) if minimum > 1 else {}
    if len(keys) > MOST_KEYS:
        yield Unstated(rule.code, _("at least so many of each name are not stated as constraints"))
        return
    for key, names in keys.items():
        there = Helper(f"{rule.code}: {key}")
        of, cards = _copies(_called(*names), zones), frozenset(names)
        yield _only_with(rule.code, of, there)._replace(weighs=COUNTS, cards=cards)
        yield _at_most_as(rule.code, of, there, times=minimum)._replace(cards=cards)


def _limits_of_keys(rule: need.PerName, model: DeckModel) -> dict[Hashable, list[int]]:
    """All limits that the cards of each key state."""
    stated: dict[Hashable, set[int]] = {}
    for card in model.cards:
        if rule.only is None or rule.only(card):
            stated.setdefault(rule.key(card), set()).add(rule.limit_for(card))
    return {key: sorted(limits) for key, limits in stated.items()}


def _widest(
    rule: need.PerName, key: Hashable, limits: Sequence[int], zones: Collection[str], one_more: Helper | None
) -> Iterator[Constraint]:
    """The limit of a key of which a copy of some card lets more copies of all of them in."""
    least = limits[0]
    helpers = {n: Helper(f"{rule.code}: {key} {n}") for n in limits[1:]}
    more = tuple((helper, least - n) for n, helper in helpers.items())
    more = more if one_more is None else (*more, (one_more, -1))

    def states(*numbers: int) -> Weight:
        def is_limited(card: Card) -> bool:
            only = rule.only is None or rule.only(card)
            return rule.key(card) == key and only and (not numbers or rule.limit_for(card) in numbers)

        return _copies(is_limited, zones)

    yield Total(rule.code, states(), high=least, helpers=more)
    if helpers:
        yield _some_of(rule.code, helpers.values(), high=1)
    for n, helper in helpers.items():
        yield _at_most_as(rule.code, states(n), helper)


def _per_card(rule: need.PerCard, model: DeckModel) -> Iterator[Constraint]:
    zones, limit_of = _zones(rule.zones, model), rule.limit_of

    def most(slot: Slot) -> int | None:
        limit = limit_of(slot.card) if slot.zone in zones else None
        return None if limit is None else limit.lax if model.proven else limit.strict

    yield Limit(rule.code, most)


def _alone(rule: need.Alone, model: DeckModel) -> Iterator[Constraint]:
    on_it = [(card, listed) for card in model.cards if (listed := rule.listed(card)) is not None]
    named = {rule.key(card): set[str]() for card, listed in on_it if listed[1] or not model.proven}
    for card, _unused in on_it:
        if (key := rule.key(card)) in named:
            named[key].add(card.name)
    chosen = {one: Helper(f"{rule.code}: {one}") for key in named for one in sorted(need.keys_of(key))}
    if len(chosen) <= rule.limit:
        return
    yield _some_of(rule.code, chosen.values(), high=rule.limit)
    for key, names in named.items():
        keys = [chosen[one] for one in sorted(need.keys_of(key))]
        row = _only_with(rule.code, _copies(_called(*names), model.counted), *keys)
        yield row._replace(weighs=COUNTS, cards=frozenset(names))


def _one_of(rule: need.OneOf, model: DeckModel) -> Iterator[Constraint]:
    helpers = {case.name: Helper(f"{rule.code}: {case.name}") for case in rule.cases}
    yield _some_of(rule.code, helpers.values(), 1, 1)
    lets = rule.lets_in
    openers = [card for card in model.cards if lets is not None and lets.says(card)]
    opened = Helper(f"{rule.code}: a card lets others in", MANY)
    if lets is not None and openers:
        opening = _copies(lambda card: bool(lets.says(card)), {lets.main}, MANY)
        yield _at_most_as(rule.code, opening, opened, most=MANY)
    words = {word for card in openers for word in lets.says(card)} if lets is not None else set[str]()
    lifting, rows = _lifting(rule.unless, model)
    yield from rows
    lifted = tuple((one, -MANY) for one in lifting)

    def let_in(slot: Slot) -> bool:
        return lets is not None and slot.zone == lets.zone and any(lets.lets(w, slot.card) for w in words)

    for case in rule.cases:
        others = [
            _weight(other.of, model)
            for other in rule.cases
            if other is not case and (other.name in rule.exclusive or not model.proven)
        ]

        def strange(slot: Slot, others: Sequence[Weight] = others, joins: Any = case.joins) -> int:
            return int(any(one(slot) for one in others) and not (joins and joins(slot.card)))

        def barred(slot: Slot, strange: Weight = strange) -> int:
            return 0 if let_in(slot) else strange(slot)

        when = helpers[case.name]
        sentence = _("only {kind} and neutral cards", kind=Message(case.kind[1]))
        yield Total(rule.code, barred, high=0, helpers=lifted, when=when, words=sentence, weighs=COUNTS)
        if openers:

            def waiting(slot: Slot, strange: Weight = strange) -> int:
                return strange(slot) if let_in(slot) else 0

            yield Total(rule.code, waiting, high=0, helpers=((opened, -1),), when=when, weighs=COUNTS)
        if case.joins is not None:
            yield Total(rule.code, _weight(case.of, model), low=1, when=when, weighs=COUNTS)


def _lifting(unless: need.Unless | None, model: DeckModel) -> tuple[list[Helper], list[Total]]:
    """The helpers that are 1 only where a text lifts a rule, or may, and the rows for that.

    A repair adds no texts, and looks at none.
    """
    helpers, rows = list[Helper](), list[Total]()
    for card in model.cards if unless is not None and model.proven else ():
        lift = None if unless is None else unless.lift(card)
        if unless is None or (lift is None and not unless.unread(card)):
            continue
        helpers.append(helper := Helper(f"{card.name} lifts"))
        rows.append(there := _there("", card, helper, model))
        if lift and lift.beside:
            rows.append(there._replace(weight=_copies(lift.beside, model.counted), cards=None))
        if lift and lift.without:
            without, bounds = _copies(lift.without, model.counted), ((helper, MANY),)
            rows.append(Total("", without, high=MANY, helpers=bounds, weighs=COUNTS))
    return helpers, rows


def _requires(rule: need.Requires, model: DeckModel) -> Iterator[Constraint]:
    given, counted = Helper(f"{rule.code}: something is given"), model.counted
    yield _only_with(rule.code, _copies(lambda card: rule.gives(card) is not None, counted), given)
    for asked in sorted({found for card in model.cards if (found := rule.asks(card)) is not None}, key=str):

        def beyond(card: Card, asked: Hashable = asked) -> int:
            return -MANY if rule.gives(card) == asked else int(rule.asks(card) == asked)

        words = partly(rule.sentence, asked=asked)
        yield Total(rule.code, _each(beyond, counted), high=0, when=given, words=words)


def _whole(rule: need.Whole, model: DeckModel) -> Iterator[Constraint]:
    """As many of each part as the sets bring; of a set without known parts any part may be."""
    counted, whole = model.counted, Helper(f"{rule.code}: with its parts")
    unsure = Helper(f"{rule.code}: parts of a set that nobody knows", MANY)

    def is_bare(card: Card) -> bool:
        brings = rule.brings(card)
        return brings is not None and not brings

    yield _only_with(rule.code, _copies(lambda card: rule.title(card) is not None, counted), whole)
    if model.proven:
        yield _at_most_as(rule.code, _copies(is_bare, counted, MANY), unsure, most=MANY)
    else:
        yield Total(rule.code, _copies(is_bare, counted), high=0, when=whole)
    for title, names in sorted(_titled(rule, model.cards).items()):

        def beyond(card: Card, title: str = title) -> int:
            brought, own = rule.brings(card), rule.title(card)
            if brought is not None:
                return -_counted_titles(tuple(brought))[title]
            return int(own is not None and _folded(own) == title)

        words, cards = _("as many {title} as the sets of the deck bring", title=title), frozenset(names)
        total = Total(rule.code, _each(beyond, counted), 0, 0, when=whole, words=words, cards=cards)
        if model.proven:
            yield total._replace(high=None)
            total = total._replace(low=None, helpers=((unsure, -1),))
        yield total


def _titled(rule: need.Whole, cards: Iterable[Card]) -> dict[str, set[str]]:
    """By the title of a part the names of its cards, and of those that bring it."""
    found: dict[str, set[str]] = defaultdict(set)
    for card in cards:
        brought, own = rule.brings(card), rule.title(card)
        for title in brought or (() if own is None else (own,)):
            found[_folded(title)].add(card.name)
    return found


@cache
def _counted_titles(titles: tuple[str, ...]) -> Counter[str]:
    """The titles that a card brings, folded; asked for every title."""
    return Counter(map(_folded, titles))


_folded = cache(normal_form)


def _warned(rule: need.Warned, model: DeckModel) -> Iterator[Constraint]:
    counted = model.counted
    if rule.is_note:
        return
    yield Avoid(
        rule.code, lambda slot: slot.zone in counted and rule.values(slot.zone, slot.card) is not None
    )


def _not_known(rule: need.NotKnown, model: DeckModel) -> Iterator[Constraint]:
    if not model.proven:
        yield Limit(rule.code, lambda slot: None if rule.why(slot.card) is None else 0)


def _open(rule: need.Open, _model: DeckModel) -> Iterator[Constraint]:
    yield Unstated(rule.code, rule.message)


def _left_apart(rule: need.WhileIn, apart: need.Fits, model: DeckModel) -> Iterator[Constraint]:
    """Nothing is claimed for decks with cards whose texts matter, and none of them is put in."""
    special = frozenset(card.name for card in model.cards if apart(card))
    if special:
        yield Avoid(rule.code, lambda slot: slot.card.name in special)
        named = some_of(sorted(special), 3, "; ")
        yield Unstated(rule.code, _("what the cards' own texts say about decks: {named}", named=named))


def _only_while(there: Helper, row: Constraint, model: DeckModel) -> Iterator[Constraint]:
    """A row that holds only where a helper is 1."""
    if isinstance(row, Total):
        yield row._replace(when=there)
    elif isinstance(row, Limit):
        for total in as_totals(row, _slots_in(model)):
            yield total._replace(when=there)
    else:
        yield row


def _while_in(rule: need.WhileIn, model: DeckModel) -> Iterator[Constraint]:
    if rule.apart is not None and not model.proven:
        yield from _left_apart(rule, rule.apart, model)
        return
    cards = [card for card in model.cards if model.speaks(card) and rule.said_by(card)]
    saying = [(card, Helper(f"{rule.code}: {card.name}")) for card in cards]
    if rule.alone and not model.proven:
        yield _some_of(rule.code, (there for _, there in saying), high=1)
    for card, there in saying:
        yield _only_with(rule.code, _copies(need.just(card), model.counted), there)
        for one in rows_of(rule.said_by(card), model):
            yield from _only_while(there, one, model)


def _different(rule: need.Different, model: DeckModel) -> Iterator[Constraint]:
    of, size, one_more = _weight(rule.of, model), rule.size, Helper(f"{rule.code}: one more")

    def may_be(slot: Slot) -> int:
        return int(bool(of(slot)) and rule.beside(slot.card))

    yield Limit(rule.code, lambda slot: 1 if of(slot) else None)
    yield Total(rule.code, of, size, size, ((one_more, -1),), kind=rule.kind, weighs=COUNTS)
    yield _at_most_as(rule.code, may_be, one_more)._replace(kind=rule.kind)


def _shared(rule: need.Shared, model: DeckModel) -> Iterator[Constraint]:
    """`each` copies of a part; a helper says of those of several parts as what they count."""

    def parts_of(slot: Slot) -> tuple[str, ...]:
        return rule.parts_of(slot.zone, slot.card, model.counted)

    def of(*wanted: tuple[str, ...]) -> Weight:
        return lambda slot: int(parts_of(slot) in wanted)

    kind, size, each = rule.kind, rule.size, rule.each
    yield Total(rule.code, lambda slot: int(bool(parts_of(slot))), size, size, kind=kind, weighs=COUNTS)
    several = dict.fromkeys(
        parts for card in model.cards for zone in model.zones if len(parts := parts_of(Slot(zone, card))) > 1
    )
    shares: dict[str, list[tuple[Helper, int]]] = {part.name: [] for part in rule.parts}
    for parts in several:
        helpers = [Helper(f"{rule.code}: {'/'.join(parts)} as {name}", each) for name in parts[:-1]]
        for name, helper in zip(parts, helpers, strict=False):
            shares[name].append((helper, 1))
        left = tuple((helper, -1) for helper in helpers)
        shares[parts[-1]].extend(left)
        # What is left over counts as the last of them, which is no negative number.
        yield Total(rule.code, of(parts), low=0, helpers=left, kind=kind, weighs=COUNTS)
    for part in rule.parts:
        ending = [parts for parts in several if parts[-1] == part.name]
        yield Total(
            rule.code,
            of((part.name,), *ending),
            each,
            each,
            tuple(shares[part.name]),
            kind=kind,
            details={rule.shown_as: part.name},
            weighs=COUNTS,
        )


def _also_in(rule: need.AlsoIn, model: DeckModel) -> Iterator[Constraint]:
    of, there = _weight(rule.of, model), _weight(rule.there, model)
    for card in model.cards:
        if any(of(Slot(zone, card)) for zone in model.zones):

            def beyond(slot: Slot, name: str = card.name) -> int:
                if slot.card.name != name:
                    return 0
                return -MANY if there(slot) else of(slot)

            yield Total(rule.code, beyond, high=0, weighs=(-MANY, 1), cards=frozenset({card.name}))


def _forbidden(rule: need.Forbidden, model: DeckModel) -> Iterator[Constraint]:
    def most(slot: Slot) -> int | None:
        wrong = slot.zone in model.counted and rule.values(slot.zone, slot.card) is not None
        return 0 if wrong else None

    yield Limit(rule.code, most, lambda slot: (slot.card.name, slot.zone))


def _either(rule: need.Either, model: DeckModel) -> Iterator[Constraint]:
    def is_one(card: Card) -> bool:
        return rule.key(card) is not None

    if not model.proven:
        yield Limit(rule.code, lambda slot: 0 if slot.zone in model.counted and is_one(slot.card) else None)
        return
    groups: dict[Hashable, dict[str, Helper]] = {}
    for card in model.cards:
        if (key := rule.key(card)) is not None:
            groups.setdefault(key, {})[card.name] = Helper(f"{rule.code}: {card.name}")
    for helpers in groups.values():
        yield _some_of(rule.code, helpers.values(), high=1)
        for name, helper in helpers.items():
            of = _copies(lambda card, name=name: card.name == name and is_one(card), model.counted)  # type: ignore[misc]
            yield _only_with(rule.code, of, helper)._replace(weighs=COUNTS)


def _moved(rule: need.Moved, _model: DeckModel) -> Iterator[Constraint]:
    yield Avoid(rule.code, lambda slot: slot.zone == rule.beside and rule.fits(slot.card))


def _same(rule: need.Same, model: DeckModel) -> Iterator[Constraint]:
    keys = {
        rule.key(card): Helper(f"{rule.code}: {rule.key(card)}") for card in model.cards if rule.only(card)
    }
    yield _some_of(rule.code, keys.values(), low=1)
    for key, helper in keys.items():
        copies = _copies(lambda card, key=key: rule.only(card) and rule.key(card) == key, model.counted)  # type: ignore[misc]
        yield _at_most_as(rule.code, copies, helper, times=rule.minimum)


def _dear(rule: need.Dear, model: DeckModel) -> Iterator[Constraint]:
    def is_dear(slot: Slot) -> int:
        if slot.zone not in model.counted or not rule.only(slot.card):
            return 0
        return int(max((cost for _, cost in rule.costs(slot.card, 1, slot.dice)), default=0) >= rule.minimum)

    yield Total(rule.code, is_dear, low=1, weighs=COUNTS)


def _budget(rule: need.Budget, model: DeckModel) -> Iterator[Constraint]:
    """The costs of cards by their dice; those that no value fits may not stand.

    Where only what is proven counts, texts lower costs, and of unsaid dice the cheapest count.
    """
    if model.proven:
        yield from _least_budget(rule, model)
        return

    def ways(slot: Slot) -> Sequence[tuple[int, int]]:
        return rule.costs(slot.card, 1, slot.dice)

    def is_member(slot: Slot) -> bool:
        return slot.zone in model.counted and rule.only(slot.card)

    def barred(slot: Slot) -> bool:
        return is_member(slot) and not (rule.values(slot.card) and ways(slot))

    pairs = _pairs(rule, model)
    off = {
        helper: rule.values(card)[1] - 2 * max(cost for _, cost in rule.costs(card, 1, None))
        for card, helper in pairs
    }
    names = frozenset(card.name for card, _ in pairs)

    def cost(slot: Slot) -> int:
        return max((cost for _, cost in ways(slot)), default=0) if is_member(slot) else 0

    yield Limit(rule.code, lambda slot: 0 if barred(slot) else None, lambda slot: slot)
    yield Total(rule.code, cost, high=rule.limit, helpers=tuple(off.items()), kind=rule.kind)
    yield Limit(rule.code, lambda slot: 2 if is_member(slot) and slot.card.name in names else None)
    for card, helper in pairs:
        copies = _copies(_called(card.name), model.counted)
        yield Total(rule.code, copies, high=1, helpers=((helper, -1),))
        yield _at_most_as(rule.code, copies, helper, times=2)


def _least_budget(rule: need.Budget, model: DeckModel) -> Iterator[Constraint]:
    def cost(slot: Slot) -> int:
        card, dice = slot.card, slot.dice
        if slot.zone not in model.counted or not rule.only(card):
            return 0
        several = range(1, 1 + (1 if rule.stacks(card) or dice is not None else len(rule.values(card))))
        return min((one // n for n in several for _, one in rule.costs(card, n, dice)), default=0)

    def barred(slot: Slot) -> bool:
        known = slot.zone in model.counted and rule.only(slot.card) and rule.values(slot.card)
        return bool(known) and not rule.costs(slot.card, 1, slot.dice)

    yield Limit(rule.code, lambda slot: 0 if barred(slot) else None, lambda slot: slot)
    off: list[tuple[Helper, int]] = []
    for card, helper in _pairs(rule, model):
        less = rule.values(card)[1] - 2 * min(cost for _, cost in rule.costs(card, 1, None))
        off.append((helper, min(0, less)))
        yield _at_most_as(rule.code, _copies(_called(card.name), model.counted), helper, times=2)
    lowers = [(card, lower) for card in model.cards for lower in _lowers(rule, card, model)]
    for number, (card, (points, of, beside)) in enumerate(lowers):
        helper = Helper(f"{rule.code}: {card.name} lowers {number}", MANY)
        off.append((helper, -1))
        yield _at_most_as(rule.code, _copies(of, model.counted, points), helper, most=points)
        there = _there(rule.code, card, helper, model, MANY)
        yield there
        for fits in beside:
            yield there._replace(weight=_copies(fits, model.counted, MANY), cards=None)
    yield Total(rule.code, cost, high=rule.limit, helpers=tuple(off), weighs=(rule.least, MANY))


def _lowers(
    rule: need.Budget, card: Card, model: DeckModel
) -> Iterator[tuple[int, need.Fits, tuple[need.Fits, ...]]]:
    """Yields how many points the text of a card may take off each copy of others, beside which."""
    for one in rule.cheaper(card):
        yield 1, one.of, (one.beside,)
    for fits, _unused in rule.spares(card):
        yield max((0, *(n for other in filter(fits, model.cards) for n in rule.values(other)))), fits, ()
    if (mate := rule.teams_up(card)) is not None:
        yield MANY, lambda other: other != card and mate(other), ()
    if rule.unread(card):
        yield MANY, need.just(card), ()


class _Kind(NamedTuple):
    """Cards that ask for the same things, and that the same permissions fit, by their places."""

    asked: str
    every: str
    fitting: tuple[int, ...]


class _Fitting:
    """The cards of a model that ask for something, by kinds; a repair adds no texts, and has none."""

    def __init__(self, rule: need.GoesWith, model: DeckModel) -> None:
        said = model.cards if model.proven else ()
        self.rule, self.told = rule, rule.aspects[0]
        self.given = [(card, one) for card in said for one in rule.lets_in(card)]
        self.unread = [card for card in said if rule.unread(card)]
        self._aspects = sorted(rule.aspects, key=lambda one: one.name)
        self.kind = need.by_card(self._kind)
        self.kinds = sorted({kind for card in model.cards if (kind := self.kind(card)) is not None})
        self.rooms: dict[int, list[Helper]] = {}

    def _kind(self, card: Card) -> _Kind | None:
        """The kind of a card; None for one that asks for nothing."""
        asked = self.told.asks(card)
        if asked is None:
            return None
        every = "/".join(str(one.asks(card)) for one in self._aspects) if self.given else asked
        return _Kind(asked, every, tuple(n for n, (_, one) in enumerate(self.given) if one.fits(card)))

    def openers(self, kind: _Kind) -> list[Card]:
        """The cards whose text lets in any number of a kind, or may."""
        given = [self.given[number] for number in kind.fitting]
        free = [card for card, one in given if one.most is None and self.told.name in one.covers]
        return [*self.unread, *free]

    def let_in(self, kind: _Kind) -> Iterator[tuple[Helper, int]]:
        """Yields helpers for the copies of a kind that are let in, each from the room of one text."""
        for number in kind.fitting:
            card, one = self.given[number]
            if one.most is not None and self.told.name in one.covers:
                helper = Helper(f"{card.name} lets in {number}: {kind.every} {kind.fitting}", MANY)
                self.rooms.setdefault(number, []).append(helper)
                yield helper, -1


def _goes_with(rule: need.GoesWith, model: DeckModel) -> Iterator[Constraint]:
    fitting, zones = _Fitting(rule, model), _zones(rule.zones, model)
    told = fitting.told
    lifting, rows = _lifting(told.unless, model)
    yield from rows
    lifted = [(one, -MANY) for one in lifting]
    team = Helper(f"{rule.code}: a team") if told.by_others else None
    if team is not None:
        members = _copies(lambda card: told.gives(card) is not None, model.counted)
        yield _only_with(rule.code, members, team)._replace(weighs=COUNTS)
    of_kind, giving = (_names_by(key, model.cards) for key in (fitting.kind, told.gives))
    for kind in fitting.kinds:

        def beyond(card: Card, kind: _Kind = kind, openers: Sequence[Card] = fitting.openers(kind)) -> int:
            is_given = told.gives(card) == kind.asked or card in openers
            return -MANY if is_given else int(fitting.kind(card) == kind)

        details = {rule.shown_as: kind.asked} if rule.shown_as else need.NO_DETAILS
        words, helpers = rule.asked_words.format(asked=kind.asked), (*lifted, *fitting.let_in(kind))
        of = _each(beyond, zones)
        total = Total(rule.code, of, high=0, helpers=helpers, when=team, details=details, words=words)
        openers = frozenset(card.name for card in fitting.openers(kind))
        cards = openers.union(of_kind[kind], giving.get(kind.asked, ()))
        yield total._replace(weighs=(-MANY, 1), cards=cards)
    for number, rooms in fitting.rooms.items():
        card, permission = fitting.given[number]
        most = permission.most or 0
        yield _at_most_as(rule.code, _copies(need.just(card), model.counted, most), *rooms, most=most)


def _names_by(key: Callable[[Card], Hashable], cards: Iterable[Card]) -> dict[Hashable, list[str]]:
    """The names of cards by a key."""
    found: dict[Hashable, list[str]] = {}
    for card in cards:
        found.setdefault(key(card), []).append(card.name)
    return found


_ROWS: Mapping[type, Callable[[Any, DeckModel], Iterable[Constraint]]] = need.by_kind(globals())
