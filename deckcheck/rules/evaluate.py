"""Findings of requirements in a deck: those that are broken or open, with the entries at fault.

Each copy of an entry has a least and a most weight over all that it may be, so a sum is an interval.
A requirement is broken where the interval lies outside of its bounds, open where only some of it does.
What is kept says nothing here. Copies of ambiguous names that only together are too many, or that no
choice of cards fits, are found by `choices`.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from itertools import combinations
from typing import Any, NamedTuple

from db.cards.card import Card
from db.cards.names import normal_form
from db.language import Message, all_of, gettext as _, joined, partly, some_of
from deckcheck.deck import DeckEntry, copies_of
from deckcheck.rules import requirement as need
from deckcheck.rules.edition import CardStatus, Status
from deckcheck.rules.sharing import fill, share_out
from deckcheck.rules.slot import Copies, DeckSlots
from deckcheck.show.recent import Recent
from deckcheck.show.wording import count

KEPT, BROKEN, OPEN, REMARK, NOTE = "kept", "broken", "open", "remark", "note"
"""The states of a requirement; a remark warns and a note only says something: both decide nothing."""


class SumRange(NamedTuple):
    """A sum over the copies of a deck: the least that it can be, and the most."""

    low: int
    high: int


Sums = Mapping[tuple[Any, ...], int]
"""The sums of counts of certain cards, by `fits` and `zones`; each copy counts once."""


class SummedDeck:
    """A deck of certain cards by its sums alone, for requirements that only count."""

    def __init__(self, sums: Sums) -> None:
        self.sums = sums


class Finding(NamedTuple):
    """A requirement that a deck does not keep for certain.

    `have` stands against `limit`; `entries` are at fault. `message` and the others are templates
    for `values`, and `hint` the end of the message where the finding is open.
    """

    code: str
    cite: str
    state: str
    message: str
    advice: str = ""
    have: int | None = None
    limit: int | None = None
    entries: Sequence[DeckEntry] = ()
    values: Mapping[str, Any] = need.NO_DETAILS
    details: Mapping[str, Any] = need.NO_DETAILS
    kind: tuple[str, str] = ("card", "cards")
    hint: str | None = None
    together: str = ""
    aside: str = ""
    adds: tuple[int, str, str, int] | None = None


_WORDS = ("code", "cite", "message", "advice", "kind", "together", "aside", "details")
"""The fields that a finding has from its rule, unless it is given others."""


def _found(rule: Any, state: str, **given: Any) -> Finding:
    """A finding of a rule, in its own words where no others are given."""
    words = {name: getattr(rule, name) for name in _words_of(rule._fields)}
    return Finding(**{**words, "state": state, **given})


@cache
def _words_of(fields: tuple[str, ...]) -> tuple[str, ...]:
    """The fields of a kind of requirements that findings have too."""
    return tuple(name for name in _WORDS if name in fields)


def _found_on(rule: Any, state: str, name: str, entries: Sequence[DeckEntry], **given: Any) -> Finding:
    """A finding about the copies of a card or title, whose name it says."""
    values, details = {"name": name, **given.pop("values", {})}, {"card": name, **given.pop("details", {})}
    told = {"have": copies_of(entries), "limit": 0, "values": values, "details": details}
    return _found(rule, state, entries=entries, **told | given)


def status_of(rule: object, card: Card) -> CardStatus | None:
    """The status that a requirement gives a card, such as banned; None where it says nothing of it."""
    if isinstance(rule, need.PerCard):
        limit = rule.limit_of(card)
        if limit is None:
            return None
        status = rule.status if limit.codes is None else limit.codes[limit.strict]
        return CardStatus(status, certain=limit.strict == limit.lax)
    if isinstance(rule, need.Alone) and rule.status and (listed := rule.listed(card)) is not None:
        return CardStatus(rule.status, certain=listed[1])
    if isinstance(rule, need.Open) and rule.status:
        return CardStatus(rule.status, certain=False)
    forbids = isinstance(rule, need.AtMost) and not rule.limit and rule.of.zones is None and rule.of.fits
    return CardStatus(Status.BANNED) if forbids and forbids(card) else None


def allows(rule: object, card: Card) -> bool:
    """Whether a deck may have a copy of a card by a requirement, as far as is known."""
    if isinstance(rule, need.PerCard):
        limit = rule.limit_of(card)
        return limit is None or limit.lax != 0
    return status_of(rule, card) != CardStatus(Status.BANNED)


def total(counts: Sequence[need.Count], deck: "DeckSlots | SummedDeck") -> SumRange:
    """The sum of counts over a deck, from the least to the most that its copies may be."""
    if deck.sums is not None and all(one[:2] in deck.sums for one in counts):
        have = sum([one.times * deck.sums[one[:2]] for one in counts])
        return SumRange(have, have)
    if not isinstance(deck, DeckSlots):
        raise TypeError(deck)  # a summed deck has all sums that it is asked for
    low = high = 0
    counted = deck.counted_zones
    for entry, faces in deck.copies:
        zone, quantity = entry.zone, entry.quantity
        if faces:
            here = [c for c in counts if c.holds(zone, counted)]
            if not here:
                continue
            weights = [sum([c.times for c in here if c.fits is None or c.fits(face)]) for face in faces]
            low, high = low + quantity * min(weights), high + quantity * max(weights)
            continue
        # An unknown card is in its zone, or in those beside which it is listed; never in both.
        here = [one for one in counts if one.holds(zone, counted)]
        sure = [one.times if one.fits is None else 0 for one in here]
        least = sum(min(n, one.times) for n, one in zip(sure, here, strict=True))
        most = sum(max(n, one.times) for n, one in zip(sure, here, strict=True))
        if beside := [one for one in counts if one not in here and zone in one.beside]:
            least = min(least, sum(min(0, one.times) for one in beside))
            most = max(most, sum(max(0, one.times) for one in beside))
        low, high = low + quantity * least, high + quantity * most
    if deck.loose:
        loose = [[one.times for one in counts if one.holds(zone, counted)] for zone in deck.zones]
        low += deck.loose * min(0, *(sum(min(0, n) for n in here) for here in loose))
        high += deck.loose * max(0, *(sum(max(0, n) for n in here) for here in loose))
    return SumRange(low, high)


def counts_of(rule: object) -> Sequence[need.Count]:
    """The counts that a requirement asks for whose answer may follow from sums, each copy counted once."""
    if isinstance(rule, need.AtLeast):
        return (rule.of,) if rule.given is None else (rule.of, rule.given)
    if isinstance(rule, (need.AtMost, need.Exactly)):
        return (rule.of,)
    if isinstance(rule, need.Ratio):
        return [part.of for part in rule.parts]
    if isinstance(rule, need.OneOf):
        return [case.of for case in rule.cases]
    return (rule.parts,) if isinstance(rule, need.Whole) else ()


def is_kept_by_sums(rule: object, sums: Sums) -> bool:
    """Whether the sums of a deck of certain cards say that it keeps a requirement."""
    if isinstance(rule, need.AtMost):
        return sums[rule.of[:2]] <= rule.limit
    if isinstance(rule, need.Exactly):
        return sums[rule.of[:2]] == rule.size
    if isinstance(rule, need.OneOf):
        return sum([sums[case.of[:2]] > 0 for case in rule.cases]) <= 1
    return isinstance(rule, need.Whole) and not sums[rule.parts[:2]]


def find(requirement: need.Requirement, deck: "DeckSlots | SummedDeck") -> Iterable[Finding]:
    """The findings of one requirement in a deck, in the order in which they are told."""
    return _FIND[type(requirement)](requirement, deck)


def found_in(requirement: need.Requirement, deck: DeckSlots) -> Sequence[Finding]:
    """The same, kept with the deck: the verdict and the table of its requirements ask for both."""
    known = deck.found.get(id(requirement))
    if known is None:  # the requirement is kept, so that no other can take its identity
        known = deck.found[id(requirement)] = requirement, [*find(requirement, deck)]
    return known[1]


def _at_least(rule: need.AtLeast, deck: DeckSlots) -> Iterator[Finding]:
    have, high = total((rule.of,), deck)
    limit, hint, may_be_given = rule.minimum, None, False
    if have >= limit:
        return
    if rule.given is not None and rule.minimum_with is not None:
        given = total((rule.given,), deck)
        if given.low:
            limit = rule.minimum_with
        elif given.high:
            # The copy that is given for may be one of those that would count.
            both = total((rule.of, rule.given), deck).high
            may_be_given = min(high, both - 1) >= rule.minimum_with
            hint = rule.given_hint if have >= rule.minimum_with else None
    if have >= limit:
        return
    yield _found(
        rule,
        OPEN if high >= limit or may_be_given or not rule.proven else BROKEN,
        have=have,
        limit=limit,
        values={"where": rule.where},
        hint=hint if rule.proven else "",
        adds=None if rule.adds is None else (rule.adds, *rule.kind, limit - have),
    )


def _at_most(rule: need.AtMost, deck: DeckSlots) -> Iterator[Finding]:
    have = total((rule.of,), deck).low
    if have > rule.limit:
        entries = _counted_by(rule.of, deck, unknown_too=rule.unknown_too)
        state, hint = (BROKEN, None) if rule.proven else (OPEN, "")
        told = {"have": have, "limit": rule.limit, "values": {"where": rule.where}}
        yield _found(rule, state, entries=entries, hint=hint, **told)


def stated_by(stated: need.Stated | None, otherwise: int, deck: "DeckSlots | SummedDeck") -> SumRange:
    """The least and the most number that the texts of cards in a deck may set."""
    if stated is None:
        return SumRange(otherwise, otherwise)
    if not isinstance(deck, DeckSlots):
        raise TypeError(deck)  # sums are not asked for what texts state
    known = [card for _, card in known_in(None, deck) if stated.of(card)]
    numbers = [number for card in known if (number := stated.number(card)) is not None]
    if known or not deck.doubts:
        sure = numbers[0] if numbers else otherwise
        return SumRange(sure, sure)
    faces = map(stated.number, deck.doubtful_faces)
    may_be = [otherwise, *(number for number in faces if number is not None)]
    return SumRange(otherwise, max((*may_be, stated.most) if deck.slack else may_be))


def _told(of: need.Count, have: int, deck: "DeckSlots | SummedDeck") -> int:
    """The number that is told: with the cards that are not known and stand at home."""
    if not of.home or not isinstance(deck, DeckSlots) or deck.is_certain:
        return have
    for entry, faces in deck.copies:
        if entry.card is None and entry.zone in of.home:
            zones = deck.counted_zones
            sure = bool(faces) and all(of.weight(entry.zone, face, zones) for face in faces)
            have += 0 if sure else entry.quantity
    return have


def _exactly(rule: need.Exactly, deck: DeckSlots) -> Iterator[Finding]:
    have, high = total((rule.of,), deck)
    size, most = stated_by(rule.stated, rule.size, deck)
    told = _told(rule.of, have, deck)
    if told != size:
        yield _found(
            rule,
            BROKEN if have > most or high < size else OPEN,
            advice=rule.add if told < size else rule.remove,
            have=told,
            limit=size,
            entries=_counted_by(rule.of, deck) if rule.shown else (),
            values={"where": rule.where},
        )


def _counted_by(count: need.Count, deck: DeckSlots, *, unknown_too: bool = False) -> list[DeckEntry]:
    """The entries of certain cards that count; with `unknown_too` all that are in its zones."""
    zones = deck.counted_zones
    return [
        e
        for e, _ in deck.copies
        if (count.weight(e.zone, e.card, zones) if e.card else unknown_too and count.holds(e.zone, zones))
    ]


def _ratio(rule: need.Ratio, deck: DeckSlots) -> Iterator[Finding]:
    have = {part.name: total((part.of,), deck).low for part in rule.parts}
    for one, other in combinations(rule.parts, 2):
        larger, smaller = (one, other) if have[one.name] >= have[other.name] else (other, one)
        many, few = have[larger.name], have[smaller.name]
        limit = rule.factor * few
        if many <= limit:
            continue
        apart = (smaller.of._replace(times=rule.factor), larger.of._replace(times=-1))
        more, fewer = -(-many // rule.factor) - few, many - limit
        yield _found(
            rule,
            BROKEN if total(apart, deck).high < 0 else OPEN,
            message=_("{have_kind} {is_are} more than {times} the {few_kind}; at most {limit}"),
            advice=_("{more} more {more_kind}, or {fewer} {fewer_kind} fewer"),
            have=many,
            limit=limit,
            values={
                "is_are": "is" if many == 1 else "are",
                "times": _TIMES.get(rule.factor, _("{factor} times", factor=rule.factor)),
                "few_kind": count(few, *smaller.kind),
                "more": more,
                "more_kind": Message(smaller.kind[more > 1]),
                "fewer": fewer,
                "fewer_kind": Message(larger.kind[fewer > 1]),
            },
            details={"units": [larger.name, smaller.name]},
            kind=larger.kind,
            adds=(0, *smaller.kind, more),
        )


def copies_in(zones: frozenset[str] | None, deck: DeckSlots) -> Iterator[Copies]:
    """The copies in some zones, None for those that the edition counts."""
    if zones is need.EVERYWHERE:
        return iter(deck.copies)
    wanted = deck.counted_zones if zones is None else zones
    return iter([copies for copies in deck.copies if copies.entry.zone in wanted])


def known_in(zones: frozenset[str] | None, deck: DeckSlots) -> list[tuple[DeckEntry, Card]]:
    """The entries of certain cards in some zones, each with its card."""
    return [(entry, entry.card) for entry, _ in copies_in(zones, deck) if entry.card is not None]


def certain_card(copies: Copies) -> Card | None:
    """The card of an entry, also where only its printing is in doubt."""
    entry = copies.entry
    if entry.card is not None:
        return entry.card
    return entry.candidates[0] if entry.candidates and entry.card_name else None


_Limits = dict[int, tuple[Card, Hashable, int | None]]
"""The key and the limit of each card by a rule, None for no limit, by the identity of the card."""


class KeyCounts(NamedTuple):
    """The copies of cards by the keys of a limit, the first card of each, and the least and highest limit."""

    limits: _Limits
    have: dict[Hashable, int]
    cards: dict[Hashable, Card]
    least: dict[Hashable, int]
    highest: dict[Hashable, int]


_limits = Recent[int, tuple[object, _Limits]](100)
"""Those of rules, which are kept as the cards are, so that no other can take their identity."""
_TIMES = {2: _("twice")}
_MOST_CARDS = 20_000


def _limits_of(rule: need.PerName) -> _Limits:
    known = _limits.recall(id(rule))
    if known is None or len(known[1]) > _MOST_CARDS:
        known = _limits[id(rule)] = rule, {}
    return known[1]


def counts_by_key(rule: need.PerName, deck: DeckSlots) -> KeyCounts:
    """The copies of the cards that are certain by the keys of a limit, kept with the deck."""
    if (counted := deck.keyed.get(id(rule))) is not None:
        found: KeyCounts = counted[1]
        return found
    counts = KeyCounts(_limits_of(rule), {}, {}, {}, {})
    known, have, cards, least, highest = counts
    for copies in copies_in(rule.zones, deck):
        card = copies.entry.card or certain_card(copies)
        if card is None:
            continue
        if (limited := known.get(id(card))) is None:
            is_limited = rule.only is None or rule.only(card)
            limited = (card, rule.key(card), rule.limit_for(card)) if is_limited else (card, None, None)
            known[id(card)] = limited
        _card, key, limit = limited
        if limit is None:
            continue
        if key in have:
            have[key] += copies.entry.quantity
            least[key], highest[key] = min(least[key], limit), max(highest[key], limit)
        else:
            have[key], cards[key], least[key], highest[key] = copies.entry.quantity, card, limit, limit
    if rule.widest:
        counts = counts._replace(least=highest)
    deck.keyed[id(rule)] = rule, counts
    return counts


def _per_name(rule: need.PerName, deck: DeckSlots) -> Iterator[Finding]:
    counted = counts_by_key(rule, deck)
    crowded = sorted([key for key, have in counted.have.items() if have > counted.least[key]], key=str)
    if not crowded:
        return
    groups: dict[Hashable, list[tuple[DeckEntry, Card]]] = {key: [] for key in crowded}
    for copies in copies_in(rule.zones, deck):
        card = copies.entry.card or certain_card(copies)
        if card is not None and (limited := counted.limits[id(card)])[2] is not None and limited[1] in groups:
            groups[limited[1]].append((copies.entry, card))
    is_open = rule.widest or rule.disputed
    doubtful = [f for c in deck.copies if is_open and certain_card(c) is None for f in c.faces]
    strange = [normal_form(entry.name) for entry, faces in deck.copies if is_open and not faces]
    more, may_be = stated_by(rule.one_more, 0, deck)
    may_be -= more
    for key, found in groups.items():
        have, least, highest = counted.have[key], counted.least[key], counted.highest[key]
        entries = [entry for entry, _ in found]
        own = highest if rule.disputed else least
        most = max((own, *(rule.limit_for(face) for face in doubtful if rule.key(face) == key)))
        if rule.asked_in and all(e.zone != rule.asked_in for e in entries):
            continue
        if have == least + 1 and more:
            more -= 1
            continue
        excused = have == least + 1 and may_be > 0
        may_be -= excused
        name, is_limited = rule.label(found[0][1]), least != rule.limit
        # An unknown card of that title may state any limit.
        excused = excused or any(one.startswith(normal_form(name)) for one in strange)
        state = BROKEN if have > most and not excused else OPEN
        yield _found(
            rule,
            state,
            have=have,
            limit=least,
            entries=entries,
            values={"name": name, "most": most},
            details={**rule.details, rule.shown_as: name},
            hint=None if excused else rule.disputed,
            message=(is_limited and rule.limited_message) or rule.message,
            together=""
            if rule.disputed and state == OPEN
            else (is_limited and rule.limited_together) or rule.together,
        )


def _each_at_least(rule: need.EachAtLeast, deck: DeckSlots) -> Iterator[Finding]:
    groups: dict[str, list[DeckEntry]] = {}
    doubtful: list[tuple[DeckEntry, set[str | None]]] = []
    wild = deck.loose
    for entry, faces in copies_in(rule.zones, deck):
        keys = {rule.key(face) if rule.only is None or rule.only(face) else None for face in faces}
        if not keys:
            wild += entry.quantity
        elif len(keys) > 1:
            doubtful.append((entry, keys))
        elif (key := keys.pop()) is not None:
            groups.setdefault(key, []).append(entry)
    for key, entries in sorted(groups.items()):
        have = copies_of(entries)
        if have < rule.minimum:
            may_be = wild + copies_of(entry for entry, keys in doubtful if key in keys)
            state = OPEN if have + may_be >= rule.minimum else BROKEN
            yield _found_on(rule, state, key, entries, limit=rule.minimum, details=rule.details)


def allowed(most: int) -> str:
    """So many copies in words."""
    return _("at most {most}", most=most) if most else _("no copy")


def _per_card(rule: need.PerCard, deck: DeckSlots) -> Iterator[Finding]:
    groups: dict[str, list[tuple[DeckEntry, need.CardLimit]]] = {}
    for entry, card in known_in(rule.zones, deck):
        if (limit := rule.limit_of(card)) is not None:
            groups.setdefault(card.name, []).append((entry, limit))
    for name, found in sorted(groups.items()):
        entries, limit = [entry for entry, _ in found], found[0][1]
        have = copies_of(entries)
        if have <= limit.strict:
            continue
        proven = limit.lax is not None and have > limit.lax
        most = limit.lax if proven and limit.lax is not None else limit.strict
        when = "" if proven else rule.when
        yield _found_on(
            rule,
            BROKEN if proven else OPEN,
            name,
            entries,
            code=rule.code if limit.codes is None else limit.codes[most],
            cite=limit.cite or rule.cite,
            message=rule.message if proven else rule.open_message or rule.message,
            limit=most,
            values={"allowed": allowed(most), **limit.values},
            hint=when,
            together=joined((rule.together, when), "; ") if when else rule.together,
        )


def _alone(rule: need.Alone, deck: DeckSlots) -> Iterator[Finding]:
    found = [(e, card, listed) for e, card in known_in(None, deck) if (listed := rule.listed(card))]
    found.sort(key=lambda one: one[2][0])
    by_name = sorted(found, key=lambda one: (one[2][0], one[1].name))
    names = {rule.key(card): listed for _, card, listed in by_name}
    if covers_all([*map(need.keys_of, names)], rule.limit):
        return
    sure = sum(certain for _, certain in names.values())
    yield _found(
        rule,
        BROKEN if sure > rule.limit else OPEN,
        have=len(names),
        limit=rule.limit,
        entries=[entry for entry, _, _ in found],
        values={"names": "; ".join(map(str, names)), "both": all_of(map(str, names))},
        details={rule.shown_as: list(names)} if rule.shown_as else need.NO_DETAILS,
        hint=rule.open_hint,
    )


def _one_of(rule: need.OneOf, deck: DeckSlots) -> Iterator[Finding]:
    if deck.sums is not None and is_kept_by_sums(rule, deck.sums):
        return
    looked_at = _not_let_in(rule.lets_in, deck)
    own = {case.name: _certainly(case.of, looked_at, deck) for case in rule.cases}
    for case in rule.cases:
        joins = case.joins
        if joins is not None and (own[case.name] or deck.slack):
            for other in rule.cases:
                if other is not case:
                    own[other.name] = [c for c in own[other.name] if not all(map(joins, c.faces))]
    present = [case for case in rule.cases if own[case.name]]
    decided = sum(case.name in rule.exclusive for case in present) > 1
    if not all(copies.entry.card for copies in looked_at):
        decided = not any(_is_possible(case, rule, looked_at, deck) for case in rule.cases)
        if decided and len(present) <= 1:
            yield _no_case(rule, looked_at, deck)
            return
    if not decided and (len(present) <= 1 or all(case.name in rule.exclusive for case in present)):
        return
    lifted = _lifted(rule.unless, deck)
    if lifted == KEPT:
        return
    sizes = {case.name: _quantity(own[case.name]) for case in present}
    leading = {case.name: any(rule.leads(f) for c in own[case.name] for f in c.faces) for case in present}
    largest = max(present, key=lambda one: (sizes[one.name], leading[one.name]))
    wrong = [copies for case in present if case is not largest for copies in own[case.name]]
    parts = all_of(joined((str(sizes[case.name]), Message(case.kind[1])), " ") for case in present)
    yield _found(
        rule,
        BROKEN if decided and lifted == BROKEN else OPEN,
        have=_quantity(wrong),
        limit=0,
        entries=[copies.entry for copies in wrong],
        values={"parts": parts, "largest": Message(largest.kind[1])},
        hint=rule.open_hint if rule.unless is None else None,
    )


def _lifted(unless: need.Unless | None, deck: DeckSlots) -> str:
    """Whether texts lift a rule: `KEPT` where they do, `OPEN` where they may, else `BROKEN`."""
    if unless is None:
        return BROKEN
    known = [card for _, card in known_in(None, deck)]
    lifts = [lift for card in known if (lift := unless.lift(card)) is not None]
    for beside, without in lifts:
        if (beside is None or any(map(beside, known))) and not (without and any(map(without, known))):
            return KEPT
    faces = deck.doubtful_faces
    may_be = any(unless.unread(card) for card in known) or (faces and lifts)
    if deck.slack or may_be or any(unless.unread(f) or unless.lift(f) is not None for f in faces):
        return OPEN
    return BROKEN


def _quantity(copies: Iterable[Copies]) -> int:
    return copies_of(one.entry for one in copies)


def _certainly(count: need.Count, looked_at: Iterable[Copies], deck: DeckSlots) -> list[Copies]:
    """The copies that count, whatever they may be."""
    zones = deck.counted_zones
    return [c for c in looked_at if c.faces and all(count.weight(c.entry.zone, f, zones) for f in c.faces)]


def _is_possible(case: need.Part, rule: need.OneOf, looked_at: Sequence[Copies], deck: DeckSlots) -> bool:
    """Whether a deck may be of a case, by what its names may be."""
    if not _wrong_for(case._replace(joins=None), rule, looked_at, deck):
        return True
    zones = deck.counted_zones
    there = deck.slack or any(case.of.weight(c.entry.zone, f, zones) for c in looked_at for f in c.faces)
    return case.joins is not None and bool(there) and not _wrong_for(case, rule, looked_at, deck)


def _wrong_for(
    case: need.Part, rule: need.OneOf, looked_at: Sequence[Copies], deck: DeckSlots
) -> list[Copies]:
    """The copies that are of other cases that the rule knows, whatever they may be, and join not this one."""
    zones, joins = deck.counted_zones, case.joins or need.never
    others = [one.of for one in rule.cases if one.name != case.name and one.name in rule.exclusive]

    def is_barred(zone: str, face: Card) -> bool:
        return any(other.weight(zone, face, zones) for other in others) and not joins(face)

    return [c for c in looked_at if c.faces and all(is_barred(c.entry.zone, face) for face in c.faces)]


def _wrong_in(rule: need.OneOf, looked_at: Sequence[Copies], deck: DeckSlots) -> dict[str, list[Copies]]:
    """By the name of each case that the rule knows the copies that are wrong for it."""
    known = [case for case in rule.cases if case.name in rule.exclusive]
    return {case.name: _wrong_for(case, rule, looked_at, deck) for case in known}


def least_wrong(rule: need.OneOf, deck: DeckSlots) -> int:
    """The fewest copies that are wrong, whatever names mean; those that a case may join are none."""
    joins = [case.joins for case in rule.cases if case.joins is not None]
    looked_at = [
        copies
        for copies in _not_let_in(rule.lets_in, deck)
        if not any(joined(face) for joined in joins for face in copies.faces)
    ]
    return min(map(_quantity, _wrong_in(rule, looked_at, deck).values()), default=0)


def _no_case(rule: need.OneOf, looked_at: Sequence[Copies], deck: DeckSlots) -> Finding:
    """Where no case is left by what ambiguous names may be: the nearest of them."""
    every = _wrong_in(rule, looked_at, deck)
    nearest = min(
        (case for case in rule.cases if case.name in every), key=lambda one: _quantity(every[one.name])
    )
    wrong = every[nearest.name]
    return _found(
        rule,
        BROKEN,
        message=rule.crowd,
        advice=rule.crowd_advice,
        have=_quantity(wrong),
        limit=0,
        entries=[copies.entry for copies in wrong],
        values={"largest": Message(nearest.kind[1])},
    )


def _not_let_in(lets_in: need.LetIn | None, deck: DeckSlots) -> list[Copies]:
    """The copies in counted zones but those that a card of the deck lets in, or may."""
    counted = [copies for copies in deck.copies if copies.entry.zone in deck.counted_zones]
    if lets_in is None or all(copies.entry.zone != lets_in.zone for copies in counted):
        return counted
    main = [copies for copies in deck.copies if copies.entry.zone == lets_in.main]
    said = {word for copies in main for face in copies.faces for word in lets_in.says(face)}
    unsaid = deck.loose or not all(copies.faces for copies in main)

    def may_stand(copies: Copies) -> bool:
        return bool(unsaid) or any(lets_in.lets(word, f) for word in said for f in copies.faces)

    return [copies for copies in counted if copies.entry.zone != lets_in.zone or not may_stand(copies)]


def _requires(rule: need.Requires, deck: DeckSlots) -> Iterator[Finding]:
    known = known_in(None, deck)
    given = {found for _, card in known if (found := rule.gives(card)) is not None}
    may_be = {*map(rule.gives, deck.doubtful_faces)} - {None}
    if not given and not deck.slack and not may_be:
        return
    for entry, card in known:
        asked = rule.asks(card)
        if asked is not None and asked not in given:
            state = BROKEN if given and asked not in may_be else OPEN
            yield _found_on(rule, state, card.name, [entry], values={"asked": asked})


def _whole(rule: need.Whole, deck: DeckSlots) -> Iterator[Finding]:
    if deck.sums is not None and is_kept_by_sums(rule, deck.sums):
        return
    known = known_in(None, deck)
    parts = [(entry, title) for entry, card in known if (title := rule.title(card)) is not None]
    nameless = any(e.card is None and e.zone == rule.part_zone for e, _ in deck.copies)
    if not parts and not nameless:
        return
    bringing = [(e, card, list(b)) for e, card in known if (b := rule.brings(card)) is not None]
    spelt = {normal_form(title): title for _, _, titles in bringing for title in titles}
    present = Counter[str]()
    for entry, title in parts:
        present[spelt.get(normal_form(title), title)] += entry.quantity
    lacking = []
    for entry, card, titles in bringing:
        if not titles:
            yield _found_on(rule, OPEN, card.name, [entry], message=rule.unknown, limit=None, hint="")
            continue
        needed = Counter({title: n * entry.quantity for title, n in Counter(titles).items()})
        there = needed & present
        present -= there
        if missing := needed - there:
            lacking.append((entry, card, missing, needed.total()))
    proven = sum(missing.total() for _, _, missing, _ in lacking) > deck.doubts
    for entry, card, missing, needs in lacking:
        listed = ", ".join(f"{n} {name}" for name, n in sorted(missing.items()))
        yield _found_on(
            rule,
            BROKEN if proven else OPEN,
            card.name,
            [entry],
            advice=_("add {listed}"),
            have=needs - missing.total(),
            limit=needs,
            values={"listed": listed},
            details={"missing": dict(sorted(missing.items()))},
        )
    if present:
        sure = not deck.doubts and all(titles for _, _, titles in bringing)
        yield _found(
            rule,
            BROKEN if sure else OPEN,
            message=rule.extra,
            advice=_("take them out, or add their objectives"),
            have=present.total(),
            limit=0,
            entries=[entry for entry, title in parts if present[spelt.get(normal_form(title), title)]],
            details={"extra": dict(sorted(present.items()))},
        )


def _warned(rule: need.Warned, deck: DeckSlots) -> Iterator[Finding]:
    found = [
        (entry, card, values)
        for entry, card in known_in(rule.zones, deck)
        if (values := rule.values(entry.zone, card)) is not None
    ]
    if rule.in_one and found:
        labels = [values["label"] for _, values in sorted({c.name: v for _, c, v in found}.items())]
        have = copies_of(entry for entry, _, _ in found)
        told = {"labels": some_of(labels, rule.in_one), "was_were": "was" if have == 1 else "were"}
        entries = [entry for entry, _, _ in found]
        yield _found(rule, REMARK, have=have, limit=0, entries=entries, values=told, together="")
    elif rule.is_note:
        for finding in _on_each(rule, NOTE, found):
            yield finding._replace(have=None, limit=None)
    else:
        yield from _on_each(
            rule, REMARK, sorted(found, key=lambda one: one[1].name) if rule.by_name else found
        )


_Told = tuple[DeckEntry, Card, Mapping[str, str]]
"""An entry, what it is, and what a rule says of it."""


def _on_each(rule: need.Warned | need.Forbidden, state: str, found: Iterable[_Told]) -> Iterator[Finding]:
    """A finding on each entry, or on each card where that is `by_name`."""
    groups: dict[object, list[_Told]] = {}
    for told in found:
        groups.setdefault(told[1].name if rule.by_name else id(told[0]), []).append(told)
    for group in groups.values():
        entry, card, values = group[0]
        name = card.name if entry.card is not None else entry.name
        entries = [one for one, _, _ in group]
        yield _found_on(rule, state, name, entries, values={"listed": entry.name, **values})


def _not_known(rule: need.NotKnown, deck: DeckSlots) -> Iterator[Finding]:
    groups: dict[str, list[tuple[DeckEntry, str]]] = {}
    for entry, card in known_in(need.EVERYWHERE, deck):
        if (why := rule.why(card)) is not None:
            groups.setdefault(card.name, []).append((entry, why))
    for name, found in sorted(groups.items()):
        entries = [entry for entry, _ in found]
        have, values = copies_of(entries) if rule.counted else None, {"why": found[0][1]}
        yield _found_on(rule, OPEN, name, entries, have=have, limit=None, values=values, hint="")


def _open(rule: need.Open, _deck: DeckSlots) -> Iterator[Finding]:
    yield _found(rule, OPEN, hint="")


def _while_in(rule: need.WhileIn, deck: DeckSlots) -> Iterator[Finding]:
    said: dict[str, tuple[DeckEntry, Card]] = {}
    for entry, card in known_in(None, deck):
        if rule.said_by(card):
            said.setdefault(card.name, (entry, card))
    for name, (entry, card) in said.items():
        for one in rule.said_by(card):
            for finding in find(one, deck):
                told = finding._replace(values={**finding.values, "card": name})
                if rule.told_of_card:
                    told = told._replace(have=None, limit=None, adds=None, together="")
                    yield told._replace(entries=[entry], details={"card": name})
                    break
                details = {"card": name, **finding.details}
                yield told._replace(entries=[entry, *finding.entries], details=details)


class DifferentCards(NamedTuple):
    """The entries that count with their names, the copies of each, and how many may still be of another.

    With `has_beside` one of them may stand beside the others.
    """

    members: Sequence[tuple[DeckEntry, str]]
    copies_of: Counter[str]
    has_beside: bool
    may_be: int


def different_in(rule: need.Different, deck: DeckSlots) -> DifferentCards:
    """The different cards of a deck that a requirement counts."""
    zones = deck.counted_zones
    members, copies_of = list[tuple[DeckEntry, str]](), Counter[str]()
    has_beside, may_be = False, deck.loose
    for copies in deck.copies:
        zone, card = copies.entry.zone, certain_card(copies)
        if card is None:
            fits = any(rule.of.weight(zone, face, zones) for face in copies.faces)
            may_be += copies.entry.quantity if fits or _may_hold(rule.of, copies, deck) else 0
        elif rule.of.weight(zone, card, zones):
            members.append((copies.entry, card.name))
            copies_of[card.name] += copies.entry.quantity
            has_beside |= rule.beside(card)
    return DifferentCards(members, copies_of, has_beside, may_be)


def _different(rule: need.Different, deck: DeckSlots) -> Iterator[Finding]:
    members, copies_of, has_beside, may_be = different_in(rule, deck)
    different, have = len(copies_of), copies_of.total()
    if different != rule.size and not (has_beside and different == rule.size + 1):
        proven = different > rule.size or different + may_be < rule.size
        listed = any(rule.of.holds(entry.zone, deck.counted_zones) for entry, _ in deck.copies)
        add = rule.add if listed else rule.none_advice
        yield _found(
            rule,
            BROKEN if proven else OPEN,
            advice=add if different < rule.size else rule.remove,
            have=different,
            limit=rule.size,
            entries=[entry for entry, _ in members],
        )
    if have > different:
        twice = [entry for entry, name in members if copies_of[name] > 1]
        told = {"have": have, "limit": different, "entries": twice}
        yield _found(rule, BROKEN, message=rule.twice, advice=rule.twice_advice, **told)


def _may_hold(count: need.Count, copies: Copies, deck: DeckSlots) -> bool:
    """Whether a card without any face may stand where a count counts."""
    zone = copies.entry.zone
    return not copies.faces and (count.holds(zone, deck.counted_zones) or zone in count.beside)


def _shared(rule: need.Shared, deck: DeckSlots) -> Iterator[Finding]:
    shares, have, may_be, entries = shared_by(rule, deck)
    if have != rule.size:
        yield _share(rule, have, rule.size, may_be, rule.message, rule.advice)
    for part in rule.parts:
        if (there := shares[part.name]) != rule.each:
            off = [e for e, names in entries if part.name in names] if there > rule.each else ()
            found = _share(rule, there, rule.each, may_be, rule.part_message, rule.part_advice)
            yield found._replace(
                entries=off, values={"part": Message(part.kind[0])}, details={rule.shown_as: part.name}
            )


def _share(
    rule: need.Shared, have: int, limit: int, may_be: int, message: str, advice: tuple[str, str]
) -> Finding:
    state, said = OPEN if have < limit <= have + may_be else BROKEN, advice[have > limit]
    told = {"have": have, "limit": limit, "values": {"where": rule.where}}
    return _found(rule, state, message=message, advice=said, **told)


class Shares(NamedTuple):
    """How many copies count for each part, all that count, those that still may, and the entries."""

    parts: Mapping[str, int]
    have: int
    may_be: int
    entries: Sequence[tuple[DeckEntry, tuple[str, ...]]]


def shared_by(rule: need.Shared, deck: DeckSlots) -> Shares:
    """The copies of a deck shared out over the parts of a requirement.

    An ambiguous name counts where all that it may be is of the same parts.
    """
    zones, given, entries, may_be = deck.counted_zones, list[tuple[tuple[str, ...], int]](), [], deck.loose
    for copies in deck.copies:
        entry, faces = copies
        names = {rule.parts_of(entry.zone, face, zones) for face in faces}
        if len(names) == 1 and (only := next(iter(names))):
            given.append((only, entry.quantity))
            entries.append((entry, only))
        elif any(
            _may_hold(part.of, copies, deck)
            or (entry.card is None and entry.zone in part.of.beside and any(map(part.of.fits or bool, faces)))
            for part in rule.parts
        ) or any(names):
            may_be += entry.quantity
    counted = share_out(given, {part.name: rule.each for part in rule.parts})
    return Shares(counted, sum(number for _, number in given), may_be, entries)


def _also_in(rule: need.AlsoIn, deck: DeckSlots) -> Iterator[Finding]:
    zones = deck.counted_zones
    there: set[str] = set()
    listed: dict[str, list[DeckEntry]] = {}
    may_be: list[Copies] = []
    for copies in deck.copies:
        card, zone = certain_card(copies), copies.entry.zone
        if card is None:
            may_be.append(copies)
            continue
        if rule.there.weight(zone, card, zones):
            there.add(card.name)
        if rule.of.weight(zone, card, zones):
            listed.setdefault(card.name, []).append(copies.entry)
    for name, entries in sorted(listed.items()):
        if name in there:
            continue
        is_open = deck.loose or any(
            _may_hold(rule.there, c, deck)
            or any(f.name == name and rule.there.weight(c.entry.zone, f, zones) for f in c.faces)
            for c in may_be
        )
        yield _found_on(rule, OPEN if is_open else BROKEN, name, entries)


def _forbidden(rule: need.Forbidden, deck: DeckSlots) -> Iterator[Finding]:
    found = list[_Told]()
    for entry, faces in copies_in(None, deck):
        values = [rule.values(entry.zone, face) for face in faces]
        if values and values[0] is not None and all(one == values[0] for one in values):
            found.append((entry, faces[0], values[0]))
    return _on_each(rule, BROKEN, found)


def _either(rule: need.Either, deck: DeckSlots) -> Iterator[Finding]:
    groups: dict[Hashable, list[tuple[DeckEntry, Card]]] = {}
    for copies in copies_in(None, deck):
        card = certain_card(copies)
        if card is not None and (key := rule.key(card)) is not None:
            groups.setdefault(key, []).append((copies.entry, card))
    for group in groups.values():
        both = len({card.name for _, card in group}) > 1
        state, message, advice = (
            (BROKEN, rule.both, rule.both_advice) if both else (OPEN, rule.one, rule.one_advice)
        )
        entries, title = [entry for entry, _ in group], rule.label(group[0][1])
        yield _found_on(rule, state, title, entries, message=message, advice=advice, hint="")


def _moved(rule: need.Moved, deck: DeckSlots) -> Iterator[Finding]:
    there = [entry for entry in deck.counted if entry.zone == rule.zone]
    tells_zones = any(entry.listed_zone is None for entry in there)
    for entry in there:
        label = entry.listed_zone
        if entry.card is not None and label is not None and (label or tells_zones):
            yield _found_on(rule, REMARK, entry.card.name, [entry])


def _same(rule: need.Same, deck: DeckSlots) -> Iterator[Finding]:
    sure, may_be = Counter[Hashable](), Counter[Hashable]()
    for entry, faces in copies_in(None, deck):
        keys = {rule.key(face) if rule.only(face) else None for face in faces}
        may_be.update(dict.fromkeys(keys, entry.quantity))
        if len(keys) == 1:
            sure.update(dict.fromkeys(keys, entry.quantity))
    del sure[None], may_be[None]
    if max(sure.values(), default=0) < rule.minimum:
        is_open = max(may_be.values(), default=0) + deck.slack >= rule.minimum
        yield _found(rule, OPEN if is_open else BROKEN)


def covers_all(keys: Sequence[frozenset[str]], number: int) -> bool:
    """Whether so many keys can be chosen that each of these sets has one of them.

    >>> covers_all([frozenset({"AW"}), frozenset({"SOR", "LEG"}), frozenset({"LEG"})], 2)
    True
    """
    if not keys:
        return True
    fewest = min(keys, key=len)  # one of its keys must be chosen
    return number > 0 and any(
        covers_all([one for one in keys if chosen not in one], number - 1) for chosen in fewest
    )


def _dear(rule: need.Dear, deck: DeckSlots) -> Iterator[Finding]:
    is_open = bool(deck.slack)
    for entry, faces in copies_in(None, deck):
        for face in filter(rule.only, faces):
            ways = rule.costs(face, entry.quantity, entry.dice)
            fewest = min((copies for copies, _ in ways), default=entry.quantity)
            if max((cost for _, cost in ways), default=0) >= rule.minimum * fewest:
                if entry.card is not None:
                    return
                is_open = True
    yield _found(rule, OPEN if is_open else BROKEN)


class BudgetCosts:
    """The costs of the cards of a deck: `low` and `high` are those of the cards that are certain.

    The texts of cards that it `may_have` lower costs too: then only the least holds.
    """

    def __init__(self, rule: need.Budget, deck: DeckSlots, may_have: Iterable[Card] = ()) -> None:
        self.rule = rule
        self._deck = deck
        self.members = [(entry, card) for entry, card in known_in(None, deck) if rule.only(card)]
        cards = list(dict.fromkeys((*(card for _, card in self.members), *may_have)))
        self._said = [one for card in cards for one in rule.cheaper(card)]
        self._cheaper = [one for one in self._said if any(map(one.beside, cards))]
        self.spares = [one for card in cards for one in rule.spares(card)]
        self.low = self.high = 0
        for entry, card in self.members:
            low, high = self.range_of(entry, card)
            self.low, self.high = self.low + low, self.high + high

    @cached_property
    def others(self) -> list[tuple[DeckEntry, int]]:
        """The names that are no card for certain, with the least that each may cost."""
        return [
            (entry, min(self.range_of(entry, face).low for face in faces))
            for entry, faces in copies_in(None, self._deck)
            if entry.card is None and faces
        ]

    @property
    def least(self) -> int:
        """The least that all may cost, where the text of no card in doubt lowers it."""
        return self.low + sum(cost for _, cost in self.others)

    @cached_property
    def teams(self) -> list[tuple[DeckEntry, list[Card]]]:
        """The cards with those beside which it is not known what they cost."""
        found = []
        for entry, card in self.members:
            fits = self.rule.teams_up(card)
            mates = [other for _, other in self.members if fits and other != card and fits(other)]
            found += [(entry, mates)] if mates else []
        return found

    def may_team(self) -> bool:
        """Whether names that are no card for certain may be some beside which a cost is not known."""
        faces, teams_up = self._deck.doubtful_faces, self.rule.teams_up
        mated = [mate for _, card in self.members if (mate := teams_up(card)) is not None]
        return any(map(teams_up, faces)) or any(mate(face) for mate in mated for face in faces)

    def is_open(self) -> bool:
        """Whether a text may lower the costs, or it is not known what some cards cost together."""
        rule, faces = self.rule, self._deck.doubtful_faces
        return (
            bool(self.teams)
            or self.may_team()
            or any(rule.unread(card) for _, card in known_in(None, self._deck))
            or any(rule.cheaper(f) or rule.spares(f) or rule.unread(f) for f in faces)
            or any(one.beside(face) for one in self._said for face in faces)
        )

    def range_of(self, entry: DeckEntry, card: Card) -> SumRange:
        """The least and the most that the copies of an entry cost, where it is this card."""
        if not self.rule.only(card):
            return SumRange(0, 0)
        off = sum(one.of(card) for one in self._cheaper)
        ways = self.rule.costs(card, entry.quantity, entry.dice)
        costs = [cost - off * copies for copies, cost in ways] or [0]
        spared = min(sum(most for fits, most in self.spares if fits(card)), entry.quantity)
        return SumRange(min(costs) - max(costs) * spared // max(1, entry.quantity), max(costs))


def cost_of(rule: need.Budget, deck: DeckSlots) -> SumRange:
    """The least and the most that the certain cards of a deck cost."""
    costs = BudgetCosts(rule, deck)
    return SumRange(costs.low, costs.high)


def _budget(rule: need.Budget, deck: DeckSlots) -> Iterator[Finding]:
    costs = BudgetCosts(rule, deck)
    if max(costs.high, costs.least) > rule.limit:
        yield _too_dear(rule, costs, deck)
    for entry, card in costs.members:
        if rule.stacks(card) or rule.costs(card, entry.quantity, entry.dice):
            continue
        if not rule.values(card):
            yield _of_card(rule, entry, rule.no_value)
            continue
        have, least = entry.dice or 0, entry.quantity
        few = have < least
        limit = least if few else least * len(rule.values(card))
        advice = partly("give it at {what} {limit_dice}", what=_("least") if few else _("most"))
        told = {"have": have, "limit": limit, "message": rule.misfit[not few], "advice": advice}
        yield _found_on(rule, BROKEN, card.name, [entry], **told)
    for entry, mates in costs.teams:
        names = all_of(mate.base_name for mate in mates)
        yield _of_card(rule, entry, rule.teamed, names=names)
    for entry, card in costs.members:
        if rule.stacks(card) and not rule.values(card):
            yield _of_card(rule, entry, rule.no_value)


def _of_card(rule: need.Budget, entry: DeckEntry, message: str, **values: str) -> Finding:
    told = {"message": message, "advice": "", "have": None, "limit": None, "hint": ""}
    return _found_on(
        rule, OPEN, entry.name if entry.card is None else entry.card.name, [entry], values=values, **told
    )


def _too_dear(rule: need.Budget, costs: BudgetCosts, deck: DeckSlots) -> Finding:
    gives = any(rule.gives_back(card) for _, card in costs.members)
    give = rule.least if deck.slack and not gives else 0
    proven = costs.least + give > rule.limit and not costs.is_open()
    low = max(costs.low, costs.least)
    is_wide = low <= rule.limit
    have = costs.high if is_wide else low
    sure = (
        _("{low} to {have} {kind}", low=low, have=have, kind=Message(rule.kind[1])),
        rule.unsaid[bool(costs.spares)],
    )
    cost, hint = sure if is_wide else (count(have, *rule.kind), None)
    return _found(
        rule,
        BROKEN if proven else OPEN,
        advice=rule.advice if proven else _("state the dice, or {advice}", advice=rule.advice),
        have=have,
        limit=rule.limit,
        entries=[
            *(entry for entry, _ in costs.members),
            *(e for e, cost in costs.others if cost > 0 and not is_wide),
        ],
        values={"cost": cost},
        hint=hint,
    )


class _Stranger(NamedTuple):
    """Copies that are not let in, and what of the aspects they lack; `second` ones are in doubt."""

    entry: DeckEntry
    card: Card
    copies: int
    lacks: frozenset[str]
    is_second: bool = False


def _goes_with(rule: need.GoesWith, deck: DeckSlots) -> Iterator[Finding]:
    known, told = known_in(rule.zones, deck), rule.aspects[0]
    given = {told.name: {told.gives(card) for _, card in known} | {None}}
    has_given = given[told.name]
    if all(told.asks(card) in has_given for _, card in known) or (told.by_others and len(has_given) == 1):
        return
    lifted = {one.name: _lifted(one.unless, deck) for one in rule.aspects}
    if lifted[told.name] == KEPT:
        return
    given |= {one.name: {one.gives(card) for _, card in known} | {None} for one in rule.aspects[1:]}
    looked_at = [
        one
        for one in rule.aspects
        if lifted[one.name] != KEPT and not (one.by_others and len(given[one.name]) == 1)
    ]
    strangers = []
    for entry, card in known:
        lacks = [one.name for one in looked_at if one.asks(card) not in given[one.name]]
        if lacks:
            strangers.append(_Stranger(entry, card, entry.quantity, frozenset(lacks)))
    left = [one for one in _not_permitted(rule, strangers, known) if told.name in one.lacks]
    faces = deck.doubtful_faces
    helping = any(told.gives(face) is not None or rule.lets_in(face) or rule.unread(face) for face in faces)
    may_help = bool(deck.slack) or helping or any(rule.unread(card) for _, card in known)
    is_open = may_help or lifted[told.name] == OPEN
    words = [rule.words[one] for one in sorted(map(str, has_given)) if one in rule.words]
    groups: dict[tuple[bool, str], list[_Stranger]] = {}
    for one in left:
        each = {"asked": str(told.asks(one.card)), "card": one.card.name}.get(rule.told_on, "")
        groups.setdefault((one.is_second, each), []).append(one)
    for key, group in sorted(groups.items()):
        yield _strange(rule, told, group, words, is_open=is_open or key[0])


def _strange(
    rule: need.GoesWith, told: need.Aspect, group: Sequence[_Stranger], words: Sequence[str], *, is_open: bool
) -> Finding:
    have, first = sum(one.copies for one in group), group[0]
    asked = all_of(sorted({str(told.asks(one.card)) for one in group}))
    details = {rule.shown_as: asked} if rule.shown_as else {}
    found = _found(
        rule,
        OPEN if is_open else BROKEN,
        have=have,
        limit=0,
        entries=[one.entry for one in group],
        values={"asked": asked, "name": first.card.name, "given": (*words, rule.words.get("", ""))[0]},
        kind=(_("{asked} card", asked=asked), _("{asked} cards", asked=asked)),
        details=details,
        hint=rule.second_hint if first.is_second else None,
    )
    if rule.told_on != "card":
        return found
    return found._replace(have=None, limit=None, details={"card": first.card.name, **details})


def _not_permitted(
    rule: need.GoesWith, strangers: Sequence[_Stranger], known: Iterable[tuple[DeckEntry, Card]]
) -> Iterator[_Stranger]:
    """Yields the copies that no text lets in: as many as can be are, each in the room of one text."""
    given = [(one, entry.quantity) for entry, card in known for one in rule.lets_in(card)]
    rooms = [(p, p.most * n) for p, n in given if p.most is not None]
    several = [(p, set[Hashable]()) for p, _ in given if p.different is not None]
    anyhow = [p for p, _ in given if p.most is None and p.different is None]
    lacking = []
    for one in strangers:
        covered = frozenset[str]().union(*(p.covers for p in anyhow if p.fits(one.card)))
        if lacks := one.lacks - covered:
            lacking.append(one._replace(lacks=lacks))
    held = fill(
        sorted(range(len(lacking)), key=lambda n: any(_lets(p, lacking[n]) for p, _ in several)),
        [lacking[place].copies for place in range(len(lacking))],
        [size for _, size in rooms],
        lambda place, room: _lets(rooms[room][0], lacking[place]),
    )
    for place, one in enumerate(lacking):
        copies, key, left = one.copies - sum(room.count(place) for room in held), rule.key(one.card), one
        for permission, titles in several:
            if copies and _lets(permission, one) and len(titles | {key}) <= (permission.different or 0):
                copies -= key not in titles
                titles.add(key)
                left = one._replace(is_second=True)
                break
        if copies:
            yield left._replace(copies=copies)


def _lets(permission: need.Permission, one: _Stranger) -> bool:
    """Whether a permission lets in a card for all that it lacks."""
    return one.lacks <= permission.covers and permission.fits(one.card)


_FIND: Mapping[type, Callable[[Any, Any], Iterable[Finding]]] = need.by_kind(globals())
