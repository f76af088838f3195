"""Ambiguous names: whether any choice of cards for them keeps all requirements.

Every copy of an ambiguous name may be any of its faces, each copy another one. That no requirement is
broken by itself does not mean that all can be kept at once: four copies of A and one of a name that may
be A alone are five. Whether there is a choice is asked of an integer program over the copies of each
face, after a quick look for one choice that keeps everything.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple

from db.cards.card import Card
from deckcheck.deck import DeckEntry
from deckcheck.rules.compiled import (
    MANY,
    Constraint,
    DeckModel,
    Helper,
    Limit,
    Total,
    as_totals,
    helpers_of,
    names_of,
    rows_of,
    weights_in,
)
from deckcheck.rules.evaluate import BROKEN, KEPT, OPEN, allows, find
from deckcheck.rules.program import Program, solve
from deckcheck.rules.requirement import OneOf, PerCard, Requirement
from deckcheck.rules.slot import Copies, DeckSlots, Slot, slot_of, slots_of

SECONDS = 10.0
"""How long a choice is looked for; then it stays open whether there is any."""


class Choice(NamedTuple):
    """Whether a choice of cards keeps all requirements: `KEPT`, `BROKEN`, or `OPEN` for want of time.

    Where none does, `against` are requirements that no choice keeps together, and `copies` the names
    that they fail on.
    """

    state: str
    against: tuple[Requirement, ...] = ()
    copies: tuple[Copies, ...] = ()


def choose(requirements: Sequence[Requirement], deck: DeckSlots, left_out: Sequence[Copies] = ()) -> Choice:
    """Whether any choice of cards for the ambiguous names of a deck keeps all requirements.

    Names that are `left_out` may be any cards.
    """
    doubtful = [c for c in deck.copies if c.entry.card is None and c.faces and c not in left_out]
    if not doubtful or _is_quickly_kept(requirements, deck, doubtful):
        return Choice(KEPT)
    cards = tuple(dict.fromkeys(face for copies in deck.copies for face in copies.faces))
    model = DeckModel(cards, deck.zones, deck.counted_zones, proven=True)
    known = slots_of((entry for entry, _ in deck.copies), deck.zones)
    columns = [(copies, _slot(copies.entry, face)) for copies in doubtful for face in copies.faces]
    slots = [slot for _, slot in columns]
    rows = [(one, [*_weighed(rows_of([one], model), known, slots)]) for one in requirements]
    answer = _is_possible(rows, deck, columns, doubtful)
    if answer is not False:
        return Choice(KEPT if answer else OPEN)
    against = list(rows)
    for one in rows:  # what is left without one of them is as impossible: it is not needed
        fewer = [other for other in against if other is not one]
        if fewer and _is_possible(fewer, deck, columns, doubtful) is False:
            against = fewer
    groups: dict[frozenset[str], list[Copies]] = {}
    for copies in doubtful:
        groups.setdefault(frozenset(face.name for face in copies.faces), []).append(copies)
    crowd = list(doubtful)
    for group in groups.values():
        fewer_names = [other for other in crowd if other not in group]
        if fewer_names and _is_possible(against, deck, columns, fewer_names) is False:
            crowd = fewer_names
    return Choice(BROKEN, tuple(one for one, _ in against), tuple(crowd))


def narrowed(requirements: Iterable[Requirement], deck: DeckSlots) -> DeckSlots:
    """The deck with ambiguous names narrowed to the faces that the lists allow, where any is left.

    Any other choice breaks a list, so that other requirements need not look at it.
    """
    lists = [one for one in requirements if isinstance(one, PerCard)]
    if deck.is_certain or not lists:
        return deck

    found = []
    for copies in deck.copies:
        looking = [one for one in lists if one.zones is not None or copies.entry.zone in deck.counted_zones]
        faces = () if copies.entry.card else copies.faces
        left = tuple(face for face in faces if all(allows(one, face) for one in looking))
        found.append(copies._replace(faces=left) if left else copies)
    return deck.with_copies(found)


def _is_quickly_kept(
    requirements: Sequence[Requirement], deck: DeckSlots, doubtful: Sequence[Copies]
) -> bool:
    """Whether one of a few choices that lie at hand breaks nothing."""
    cases = [case for one in requirements if isinstance(one, OneOf) for case in one.cases]
    counted, before = deck.counted_zones, _broken(requirements, deck)
    for case in cases or (None,):

        def fits(copies: Copies, face: Card, case: Any = case) -> bool:
            others = (one for one in cases if one is not case)
            return not any(one.of.weight(copies.entry.zone, face, counted) for one in others)

        chosen = deck.with_copies(list(_chosen(deck, doubtful, fits)))
        if _broken(requirements, chosen) <= before:
            return True
    return False


def _broken(requirements: Iterable[Requirement], deck: DeckSlots) -> set[object]:
    """The findings that are broken, with the copies that are at fault."""
    found = (one for requirement in requirements for one in find(requirement, deck))
    return {(one.code, one.have, str(one.details)) for one in found if one.state == BROKEN}


def _chosen(
    deck: DeckSlots, doubtful: Sequence[Copies], fits: Callable[[Copies, Card], bool]
) -> Iterator[Copies]:
    """The copies of a deck with its doubtful ones spread as evenly as can be over faces that fit."""
    there: dict[str, int] = {}
    for entry, faces in deck.copies:
        if entry.card is not None:
            there[entry.card.name] = there.get(entry.card.name, 0) + entry.quantity
        elif not faces:
            yield Copies(entry, faces)
    yield from (copies for copies in deck.copies if copies.entry.card is not None)
    for copies in doubtful:
        faces = tuple(face for face in copies.faces if fits(copies, face)) or copies.faces
        spread: dict[int, int] = {}
        for _ in range(min(copies.entry.quantity, MANY)):
            place = min(range(len(faces)), key=lambda n: there.get(faces[n].name, 0))
            spread[place] = spread.get(place, 0) + 1
            there[faces[place].name] = there.get(faces[place].name, 0) + 1
        for place, quantity in spread.items():
            entry = copies.entry._replace(card=faces[place], quantity=quantity, candidates=())
            yield Copies(entry, (faces[place],))


_Weighed = tuple[Total, Mapping[int, int]]
"""A total less what the known copies weigh in it, and the weights of columns: of faces of doubtful names."""


def _weighed(
    rows: Iterable[Constraint], known: Mapping[Slot, int], columns: Sequence[Slot]
) -> Iterator[_Weighed]:
    """Yields rows over columns, weighed once for all tries; each limit as rows of its keys."""
    there, places = names_of(known.items()), names_of(zip(columns, range(len(columns)), strict=True))
    for row in rows:
        limited = as_totals(row, (*known, *columns)) if isinstance(row, Limit) else ()
        for total in (row,) if isinstance(row, Total) else limited:
            have = sum(n * weight for n, weight in weights_in(total, there))
            low, high = (None if end is None else end - have for end in (total.low, total.high))
            # Of a limit that known copies go beyond no more is asked than that no other comes.
            high = high if high is None or total is row else max(0, high)
            yield total._replace(low=low, high=high), dict(weights_in(total, places))


def _is_possible(
    rows: Sequence[tuple[Requirement, Sequence[_Weighed]]],
    deck: DeckSlots,
    columns: Sequence[tuple[Copies, Slot]],
    doubtful: Sequence[Copies],
) -> bool | None:
    """Whether some choice for doubtful names keeps all rows; None where time ended before that was known."""
    program = Program()
    helpers: dict[Helper, int] = {}
    places: dict[int, int] = {}
    for copies in doubtful:
        quantity, own = copies.entry.quantity, [n for n, (of, _) in enumerate(columns) if of is copies]
        places |= {number: program.column(0, quantity) for number in own}
        program.rows.append(({places[number]: 1 for number in own}, quantity, quantity))
    others = sum(e.quantity for e, faces in deck.copies if not faces and e.card is None) + deck.loose
    left_out = [c for c in deck.copies if c.entry.card is None and c.faces and c not in doubtful]
    others += sum(copies.entry.quantity for copies in left_out)
    for row, weights in chain.from_iterable(found for _, found in rows):
        for helper in helpers_of(row):
            if helper not in helpers:
                helpers[helper] = program.column(0, helper.most)
        factors = {places[number]: n for number, n in weights.items() if number in places}
        _add_row(program, row, factors, helpers, others)
    values, is_certain = solve(program, SECONDS)
    return None if values is None and not is_certain else values is not None


def _slot(entry: DeckEntry, face: Card) -> Slot:
    """The slot of each copy of a name, where it is this card; a die that is said is one of each."""
    slot = slot_of(entry, face)
    return slot._replace(dice=max(1, slot.dice)) if slot.dice is not None and entry.dice else slot


def _add_row(
    program: Program, row: Total, factors: dict[int, int], helpers: Mapping[Helper, int], others: int
) -> None:
    """Adds a row; so many `others` may weigh as much as any copy can, which only widens it."""
    least, most = row.weighs or (-MANY, MANY)
    for helper, factor in row.helpers:
        factors[helpers[helper]] = factors.get(helpers[helper], 0) + factor
    low = None if row.low is None or (others >= MANY and most > 0) else row.low - others * max(0, most)
    high = None if row.high is None or (others >= MANY and least < 0) else row.high - others * min(0, least)
    program.row(factors, low, high, None if row.when is None else helpers[row.when])
