"""Requirements as a table: what a deck has of each, what it asks for, and whether it is kept.

What a deck has is an interval where entries are no card for certain: the least, and the most over all
that they may be. The state is that of the findings; where they say nothing, a requirement is kept if
the whole interval is within its bounds, and open if only a part of it is.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, NamedTuple

from db.cards.card import Card
from db.language import Message, gettext as _
from deckcheck.deck import DeckEntry
from deckcheck.report import ERROR
from deckcheck.rules import evaluate, requirement as need
from deckcheck.rules.findings import issues_with_crowds, sentence_of
from deckcheck.rules.slot import UNBOUNDED, Copies, DeckSlots
from deckcheck.show.recent import Recent
from deckcheck.show.wording import there


class RequirementRow(NamedTuple):
    """A requirement with what a deck has of it, at the least and at the most.

    `least` and `most` are what it asks for, None for no bound. `have` is None where nothing is
    counted, `have_most` also where it may be any number. Of requirements on each card, `have` is
    that of the card that comes nearest to the bound, or goes farthest beyond it; of those that
    forbid something, the copies at fault.
    """

    code: str
    sentence: str
    state: str = evaluate.KEPT
    have: int | None = None
    have_most: int | None = None
    least: int | None = None
    most: int | None = None
    cite: str = ""
    details: Mapping[str, Any] = need.NO_DETAILS

    @property
    def is_inside(self) -> bool:
        """Whether all that the deck may have is within the bounds."""
        if self.have is None:
            return True
        enough = self.least is None or self.have >= self.least
        return enough and (self.most is None or (self.have_most is not None and self.have_most <= self.most))


def table_of(rules: Sequence[Any], view: DeckSlots) -> Iterator[RequirementRow]:
    """Yields the rows of all requirements in a deck; those that only warn decide nothing and have none."""
    if not view.is_certain:
        from deckcheck.rules.choices import narrowed

        view = narrowed(rules, view)
    for rule in rules:
        if not isinstance(rule, (need.Warned, need.Moved)):
            yield from _rows(rule, view)


def joined_tables(tables: Sequence[Sequence[RequirementRow]]) -> tuple[RequirementRow, ...]:
    """The rows of a format that may be in several states, each with its table: open where they differ."""
    if len(tables) == 1:
        return tuple(tables[0])
    found: dict[Hashable, list[RequirementRow]] = {}
    for table in tables:
        seen = Counter[Hashable]()
        for row in table:
            key = row.code, row.sentence
            seen[key] += 1
            found.setdefault((*key, seen[key]), []).append(row)
    return tuple(
        rows[0]
        if len(rows) == len(tables) and len({row.state for row in rows}) == 1
        else rows[0]._replace(
            state=evaluate.KEPT if all(row.state == evaluate.KEPT for row in rows) else evaluate.OPEN
        )
        for rows in found.values()
    )


_known = Recent[tuple[int, ...], tuple[object, list[RequirementRow]]](2_000)
"""The rows of requirements that follow from sums, with these, so that no other can take their identity."""


def _rows(rule: Any, deck: DeckSlots) -> Iterable[RequirementRow]:
    """The rows of a requirement, which are kept where they follow from the sums of the deck."""
    if isinstance(rule, need.WhileIn):
        return _while_in(rule, deck)
    sums = () if deck.sums is None else [deck.sums.get(one[:2], -1) for one in evaluate.counts_of(rule)]
    is_summed = sums and -1 not in sums and getattr(rule, "stated", None) is None
    if not is_summed or (isinstance(rule, (need.OneOf, need.Whole)) and evaluate.found_in(rule, deck)):
        return [_as_before(rule, row) for row in _made_rows(rule, deck)]
    key = id(rule), *sums
    known = _known.recall(key)
    if known is None:
        known = _known[key] = rule, [*_made_rows(rule, deck)]
    return known[1]


_last = Recent[tuple[Any, ...], tuple[object, RequirementRow]](2_000)


def _as_before(rule: Any, row: RequirementRow) -> RequirementRow:
    """The row, or the same one that was made before: what is made of it is kept by its identity."""
    key = id(rule), *row[:-1], str(row.details)
    known = _last.recall(key)
    if known is None:
        known = _last[key] = rule, row
    return known[1]


def _made_rows(rule: Any, deck: DeckSlots) -> Iterator[RequirementRow]:
    found = evaluate.found_in(rule, deck)
    with_crowds = isinstance(rule, (need.PerName, need.PerCard)) and not deck.is_certain
    crowds = [*issues_with_crowds(rule, deck)] if with_crowds else []
    told = {
        evaluate.BROKEN if one.severity == ERROR else evaluate.OPEN
        for one in crowds
        if one.undecided or one.severity == ERROR
    }
    rows = list(_ROWS.get(type(rule), _at_fault)(rule, deck))
    for row in rows:
        of_row = {one.state for one in found if len(rows) == 1 or dict(one.details) == dict(row.details)}
        states = of_row | told
        state = next((one for one in (evaluate.BROKEN, evaluate.OPEN) if one in states), evaluate.KEPT)
        is_sure = row.is_inside and (row.have == row.have_most or not isinstance(rule, need.Different))
        is_sure = is_sure and (row.least == row.most or not isinstance(rule, need.Exactly))
        state = evaluate.OPEN if state == evaluate.KEPT and not is_sure else state
        is_told = row.state == state and row.cite == rule.cite and row.code == rule.code
        yield row if is_told else row._replace(code=rule.code, cite=rule.cite, state=state)


def _row(
    rule: Any,
    have: evaluate.SumRange,
    least: int | None = None,
    most: int | None = None,
    details: Mapping[str, Any] = need.NO_DETAILS,
    sentence: str = "",
) -> RequirementRow:
    high = None if have.high >= UNBOUNDED else have.high
    return RequirementRow(
        rule.code,
        sentence or sentence_of(rule),
        evaluate.KEPT,
        have.low,
        high,
        least,
        most,
        rule.cite,
        details,
    )


def _at_least(rule: need.AtLeast, deck: DeckSlots) -> Iterator[RequirementRow]:
    enough = (
        rule.given is not None
        and rule.minimum_with is not None
        and evaluate.total((rule.given,), deck).low > 0
    )
    shown = rule._replace(minimum=rule.minimum_with or 0) if enough else rule
    yield _row(shown, evaluate.total((rule.of,), deck), least=shown.minimum, details=rule.details)


def _at_most(rule: need.AtMost, deck: DeckSlots) -> Iterator[RequirementRow]:
    yield _row(rule, evaluate.total((rule.of,), deck), most=rule.limit, details=rule.details)


def _exactly(rule: need.Exactly, deck: DeckSlots) -> Iterator[RequirementRow]:
    size, most = evaluate.stated_by(rule.stated, rule.size, deck)
    shown = rule if size == rule.size else rule._replace(size=size)
    yield _row(shown, evaluate.total((rule.of,), deck), size, most, rule.details)


def _budget(rule: need.Budget, deck: DeckSlots) -> Iterator[RequirementRow]:
    """Of a deck of certain cards what decides: the most where it is kept, else the least."""
    known = evaluate.BudgetCosts(rule, deck)
    least = known if deck.is_certain else evaluate.BudgetCosts(rule, deck, deck.doubtful_faces)
    low, high = least.low, known.high
    if deck.is_certain and (high <= rule.limit or low > rule.limit):
        low = high = high if high <= rule.limit else low
    is_open = bool(deck.slack) or known.may_team()
    for entry, faces in _doubtful(deck):
        ways = [rule.costs(face, entry.quantity, entry.dice) for face in faces if rule.only(face)]
        is_open = is_open or not all(ways)  # a card that cannot have such dice is wrong at any cost
        low += min((least.range_of(entry, face).low for face in faces), default=0)
        high += max((known.range_of(entry, face).high for face in faces), default=0)
    low, high = low + rule.least * bool(deck.slack), UNBOUNDED if is_open else high
    yield _row(rule, evaluate.SumRange(low, high), most=rule.limit)


def _ratio(rule: need.Ratio, deck: DeckSlots) -> Iterator[RequirementRow]:
    have = {part.name: evaluate.total((part.of,), deck) for part in rule.parts}
    for one, other in combinations(rule.parts, 2):
        larger, smaller = (one, other) if have[one.name].low >= have[other.name].low else (other, one)
        units = {"units": [larger.name, smaller.name]}
        most = rule.factor * have[smaller.name].low
        yield _row(rule, have[larger.name], None, most, units, need.words_of_pair(rule, larger, smaller))


class _Keyed:
    """The copies of each key: for certain, and at most; `wild` may be of any.

    With `all_asked` any key may have a copy where the rule asks for one, else those in `asked` have.
    """

    def __init__(self, rule: need.PerName | need.EachAtLeast, deck: DeckSlots) -> None:
        asked_in = getattr(rule, "asked_in", "")
        self.asked, self.all_asked = set[Hashable](), not asked_in or bool(deck.loose)
        self.wild = deck.loose
        if deck.is_certain and isinstance(rule, need.PerName):
            counted = evaluate.counts_by_key(rule, deck)
            self.sure = self.may = counted.have
            self.cards, self.limits = counted.cards, counted.least
            every = evaluate.copies_in(rule.zones, deck) if asked_in else ()
            here = [one for one in every if one.entry.zone == asked_in]
            limited = [counted.limits[id(one.entry.card)] for one in here]
            self.asked = {key for _card, key, limit in limited if limit is not None}
            return
        self.sure, self.may = Counter[Hashable](), Counter[Hashable]()
        self.cards, self.limits = dict[Hashable, Card](), dict[Hashable, int]()
        for copies in evaluate.copies_in(rule.zones, deck):
            faces = [face for face in copies.faces if rule.only is None or rule.only(face)]
            quantity = copies.entry.quantity
            if not copies.faces:
                self.wild += quantity
                self.all_asked |= copies.entry.zone == asked_in
            keys = {rule.key(face): face for face in faces}
            for key, face in keys.items():
                self.may[key] += quantity
                self.cards.setdefault(key, face)
                if isinstance(rule, need.PerName):
                    limit, least = rule.limit_for(face), max if rule.widest else min
                    self.limits[key] = least(limit, self.limits.get(key, limit))
                if copies.entry.zone == asked_in:
                    self.asked.add(key)
            if len(keys) == 1 and (evaluate.certain_card(copies) or len(faces) == len(copies.faces)):
                self.sure[next(iter(keys))] += quantity

    def of(self, key: Hashable) -> evaluate.SumRange:
        return evaluate.SumRange(self.sure[key], self.may[key] + self.wild)


def _per_name(rule: need.PerName, deck: DeckSlots) -> Iterator[RequirementRow]:
    found = _Keyed(rule, deck)
    sure, may, wild, limits = found.sure, found.may, found.wild, found.limits
    nearness = {
        key: (max(0, sure[key] - limit), may[key] + wild - limit, sure[key])
        for key, limit in limits.items()
        if found.all_asked or key in found.asked
    }
    if not nearness:
        yield _row(rule, evaluate.SumRange(0, wild if found.all_asked else 0), most=rule.limit)
        return
    nearest = max(nearness.values())
    worst = max([key for key, near in nearness.items() if near == nearest], key=str)
    details = {**rule.details, rule.shown_as: rule.label(found.cards[worst])}
    have, most = found.of(worst), limits[worst]
    if have.low == most + 1 and evaluate.stated_by(rule.one_more, 0, deck).low:  # one copy more may be let in
        most += all(dict(one.details) != details for one in evaluate.found_in(rule, deck))
    yield _row(rule, have, most=most, details=details)


def _each_at_least(rule: need.EachAtLeast, deck: DeckSlots) -> Iterator[RequirementRow]:
    found = _Keyed(rule, deck)
    worst = min(found.sure, key=lambda key: (found.sure[key], str(key)), default=None)
    have = evaluate.SumRange(0, found.wild + max(found.may.values(), default=0))
    have, details = (
        (have, rule.details) if worst is None else (found.of(worst), {**rule.details, "card": worst})
    )
    if found.wild or any(not found.sure[key] for key in found.may):  # there may be one copy of yet another
        have = have._replace(low=1)
    if have.low:
        yield _row(rule, have, least=rule.minimum, details=details)
    else:
        yield RequirementRow(rule.code, sentence_of(rule), least=rule.minimum)


def _different(rule: need.Different, deck: DeckSlots) -> Iterator[RequirementRow]:
    found = evaluate.different_in(rule, deck)
    have = len(found.copies_of)
    yield _row(rule, evaluate.SumRange(have, have + found.may_be), rule.size, rule.size + found.has_beside)


def _shared(rule: need.Shared, deck: DeckSlots) -> Iterator[RequirementRow]:
    shares = evaluate.shared_by(rule, deck)
    text = there(_("exactly {size} {kind}", size=rule.size, kind=Message(rule.kind[1])), rule.where)
    yield _row(
        rule, evaluate.SumRange(shares.have, shares.have + shares.may_be), rule.size, rule.size, sentence=text
    )
    for part in rule.parts:
        have = shares.parts[part.name]
        text = _(
            "exactly {each} {kind} of {kind2}",
            each=rule.each,
            kind=Message(rule.kind[1]),
            kind2=Message(part.kind[0]),
        )
        details = {rule.shown_as: part.name}
        yield _row(
            rule,
            evaluate.SumRange(have, have + shares.may_be),
            rule.each,
            rule.each,
            details,
            there(text, rule.where),
        )


def _open(rule: need.Open, _deck: DeckSlots) -> Iterator[RequirementRow]:
    yield RequirementRow(rule.code, rule.sentence or rule.message, details=rule.details)


def _while_in(rule: need.WhileIn, deck: DeckSlots) -> Iterator[RequirementRow]:
    cards = dict.fromkeys(card for _, card in evaluate.known_in(None, deck))
    saying = [(card, said) for card in cards if (said := rule.said_by(card))]
    for card, said in saying:
        for row in (row for one in said for row in _rows(one, deck)):
            yield row._replace(details={"card": card.name, **row.details})
    if not saying:
        may_say = any(not c.faces or any(map(rule.said_by, c.faces)) for c in _doubtful(deck))
        state = evaluate.OPEN if may_say or deck.loose else evaluate.KEPT
        yield RequirementRow(rule.code, sentence_of(rule), state, cite=rule.cite)


def _doubtful(deck: DeckSlots) -> Iterator[Copies]:
    return (c for c in deck.copies if c.entry.card is None and c.entry.zone in deck.counted_zones)


def _at_fault(rule: Any, deck: DeckSlots) -> Iterator[RequirementRow]:
    """The row of a requirement that forbids something: how many copies are at fault."""
    found = evaluate.found_in(rule, deck)
    have = sum(map(_off, (one for one in found if one.state == evaluate.BROKEN)))
    most = have + sum(_off(one) for one in found if one.state == evaluate.OPEN)
    if not deck.is_certain:
        if isinstance(
            rule, (need.Whole, need.Requires, need.AlsoIn, need.GoesWith)
        ):  # one that is in doubt brings others into it
            have, most = min(have, 1) if isinstance(rule, need.Whole) else have, UNBOUNDED
        else:
            nameless = sum(copies.entry.quantity for copies in _doubtful(deck) if not copies.faces)
            most = max(most, _may_be_at_fault(rule, deck)) + deck.loose + nameless
            if (
                isinstance(rule, need.OneOf) and most
            ):  # the side of one that is in doubt may be that of the deck
                have, most = min(have, max(1, evaluate.least_wrong(rule, deck))), UNBOUNDED
    yield _row(rule, evaluate.SumRange(have, most), most=0)


def _off(finding: evaluate.Finding) -> int:
    if finding.have is None or finding.limit is None:
        return sum(entry.quantity for entry in finding.entries)
    return abs(finding.have - finding.limit)


def _may_be_at_fault(rule: Any, deck: DeckSlots) -> int:
    """How many copies are at fault where entries in doubt are all that they may be, each counted once."""
    chosen, origins = list[Copies](), dict[int, DeckEntry]()
    for copies in deck.copies:
        for face in copies.faces:
            is_doubtful = copies.entry.card is None
            entry = copies.entry._replace(card=face, candidates=()) if is_doubtful else copies.entry
            chosen.append(Copies(entry, (face,)))
            origins[id(entry)] = copies.entry
    found = (origins.get(id(e)) for one in evaluate.find(rule, deck.with_copies(chosen)) for e in one.entries)
    return sum(entry.quantity for entry in {id(one): one for one in found if one is not None}.values())


_ROWS: Mapping[type, Callable[[Any, DeckSlots], Iterable[RequirementRow]]] = need.by_kind(globals())
