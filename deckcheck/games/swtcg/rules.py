"""The deck rules, one class each, and the editions as tuples of them.

Each rule stands alone and sees the whole deck. Where unknown cards could still make up for what is
missing, the finding is a warning that leaves the verdict open; an error is proven. An ambiguous
name counts as what all its candidates are, and could make up for what any of them is.
"""

from collections.abc import Iterator
from itertools import combinations, permutations
from typing import NamedTuple

from db.cards.card import Card
from deckcheck.deck import DeckEntry, by_card
from deckcheck.games.ambiguity import crowds
from deckcheck.games.constraints import (
    COUNTS,
    Avoid,
    Constraint,
    DeckModel,
    Helper,
    Limit,
    Slot,
    Total,
    Weight,
    in_zones,
)
from deckcheck.games.game import Edition
from deckcheck.games.swtcg.card_texts import SwtcgCardTexts
from deckcheck.games.swtcg.cards import ARENAS, OUTSIDE_TYPES, UNIT_NAMES, YUUZHAN_VONG, arenas_of, faces_of
from deckcheck.games.swtcg.side_rule import SwtcgOneSide
from deckcheck.games.swtcg.tally import SwtcgTally
from deckcheck.games.swtcg.zones import DECK, OUTSIDE, SIDEBOARD, SUPPLY
from deckcheck.report import ERROR, WARNING, Adds, Issue, issue_cards
from deckcheck.show.wording import UNKNOWN_CARDS_HINT, cards, count, too_few


class SwtcgDeckSize(NamedTuple):
    """A deck has at least `minimum` cards, and no maximum.

    `with_resource` is the minimum when a Resource stands in a zone outside the deck.
    """

    cite: str
    minimum: int = 60
    with_resource: int | None = None
    code: str = "deck-size"

    def check(self, deck: SwtcgTally) -> Iterator[Issue]:
        """Yields an issue when the main deck has too few cards."""
        have = deck.counts["cards"]
        if have >= self.minimum:
            return
        limit, unsure = self.minimum, False
        if self.with_resource is not None:
            if any(map(_is_resource, deck.others)):
                limit = self.with_resource
            else:
                may_be = deck.in_unknown_zones or any(map(_may_be_resource, deck.others))
                unsure = have >= self.with_resource and bool(may_be)
        if have >= limit:
            return
        severity, undecided, remark = too_few(have, limit, deck.in_unknown_zones)
        if unsure:
            severity, undecided = WARNING, True
            remark = "; an unknown card outside the deck may be a Resource that makes it enough"
        missing = limit - have
        yield Issue(
            self.code,
            severity,
            f"{have} cards in the deck, at least {limit} expected{remark}",
            have,
            limit,
            cite=self.cite,
            undecided=undecided,
            advice=f"add {count(missing, 'card', 'cards')}",
            adds=Adds(2, "card", "cards", missing),
        )

    def constraints(self, model: DeckModel) -> Iterator[Constraint]:
        """Yields the least number of cards; a Resource outside the deck stands for some of them."""
        if self.with_resource is None:
            yield Total(self.code, in_zones(DECK), low=self.minimum, weighs=COUNTS)
            return
        outside, saved = model.counted - {DECK}, max(0, self.minimum - self.with_resource)
        helper = Helper(f"{self.code}: a Resource stands outside")

        def resources(slot: Slot) -> int:
            return 1 if slot.zone in outside and slot.card.type == "Resource" else 0

        yield Total(self.code, in_zones(DECK), low=self.minimum, helpers=((helper, saved),), weighs=COUNTS)
        yield Total(
            self.code,
            resources,
            low=0,
            helpers=((helper, -1),),
            kind=("Resource", "Resources"),
            weighs=COUNTS,
        )


def _is_resource(entry: DeckEntry) -> bool:
    faces = faces_of(entry.candidates) if entry.card is None else [entry.card]
    return bool(faces) and all(card.type == "Resource" for card in faces)


def _may_be_resource(entry: DeckEntry) -> bool:
    faces = faces_of(entry.candidates)
    return entry.card is None and (not faces or any(c.type == "Resource" for c in faces))


class SwtcgCopyLimit(NamedTuple):
    """A deck has at most `limit` cards of the same name and the same version, reprints included."""

    cite: str
    limit: int = 4
    code: str = "copy-limit"

    def check(self, deck: SwtcgTally) -> Iterator[Issue]:
        """Yields an issue for each card with too many copies."""
        if deck.most_copies > self.limit:
            too_many = [item for item in deck.copies.items() if item[1] > self.limit]
            for name, have in sorted(too_many):
                yield Issue(
                    self.code,
                    ERROR,
                    f"{have} copies of {name}, at most {self.limit}",
                    have,
                    self.limit,
                    issue_cards(deck.entries_called(name)),
                    self.cite,
                    advice=f"take out {count(have - self.limit, 'copy', 'copies')}",
                    details={"card": name},
                    together=f"there more than {self.limit} times",
                )
        if deck.doubts:
            yield from self._crowds(deck)

    def constraints(self, model: DeckModel) -> Iterator[Constraint]:
        """Yields the limit of copies by name, in the zones that count."""
        yield Limit(self.code, lambda slot: self.limit if slot.zone in model.counted else None)

    def _crowds(self, deck: SwtcgTally) -> Iterator[Issue]:
        """Yields an issue where copies of ambiguous names are too many for all their versions."""
        open_names = [e for e, _ in deck.doubts if e.card_name is None]
        for crowd in crowds(open_names, lambda card: max(0, self.limit - deck.copies.get(card.name, 0))):
            yield Issue(
                self.code,
                ERROR,
                f"{cards(crowd.have)} called {crowd.name} "
                f"and room for {crowd.limit} among all that they may be "
                f"({', '.join(crowd.cards)}), at most {self.limit} of each",
                crowd.have,
                crowd.limit,
                issue_cards(crowd.entries),
                self.cite,
                advice=f"take out {count(crowd.have - crowd.limit, 'copy', 'copies')}",
                details={"card": crowd.name},
            )


class UnitMinimum(NamedTuple):
    """A deck has at least `minimum` Space units, Ground units and Characters each.

    A unit of several arenas counts for each of them.
    """

    cite: str
    minimum: int = 12
    code: str = "unit-minimum"

    def check(self, deck: SwtcgTally) -> Iterator[Issue]:
        """Yields an issue for each unit type of which there are too few."""
        for arena in ARENAS:
            have = deck.sure[arena]
            if have >= self.minimum:
                continue
            severity, undecided, remark = too_few(have, self.minimum, deck.may_be(arena))
            missing = count(self.minimum - have, *UNIT_NAMES[arena])
            yield Issue(
                self.code,
                severity,
                f"{count(have, *UNIT_NAMES[arena])}, at least {self.minimum} expected{remark}",
                have,
                self.minimum,
                cite=self.cite,
                undecided=undecided,
                advice=f"add {missing}",
                details={"unit": arena},
                adds=Adds(0, *UNIT_NAMES[arena], self.minimum - have),
            )

    def constraints(self, _model: DeckModel) -> Iterator[Constraint]:
        """Yields the least number of units for each type."""
        for arena in ARENAS:
            yield Total(
                self.code,
                _units_of(arena),
                low=self.minimum,
                kind=UNIT_NAMES[arena],
                details={"unit": arena},
                weighs=COUNTS,
            )


class UnitRatio(NamedTuple):
    """A deck has no unit type more than `factor` times as many as another; all pairs count."""

    cite: str
    factor: int = 2
    code: str = "unit-ratio"

    def check(self, deck: SwtcgTally) -> Iterator[Issue]:
        """Yields an issue for each pair of unit types that are too far apart."""
        counts = deck.sure
        for one, other in combinations(ARENAS, 2):
            larger, smaller = (one, other) if counts[one] >= counts[other] else (other, one)
            have, limit = counts[larger], self.factor * counts[smaller]
            if have <= limit:
                continue
            proven = deck.best_ratio(larger, smaller, self.factor) < 0
            few = count(counts[smaller], *UNIT_NAMES[smaller])
            yield Issue(
                self.code,
                ERROR if proven else WARNING,
                f"{count(have, *UNIT_NAMES[larger])} {'is' if have == 1 else 'are'} more than "
                f"{'twice' if self.factor == 2 else f'{self.factor} times'} the {few}; "  # noqa: PLR2004 - the word for 2
                f"at most {limit}" + ("" if proven else UNKNOWN_CARDS_HINT),
                have,
                limit,
                cite=self.cite,
                undecided=not proven,
                advice=self._advice(larger, smaller, have, counts[smaller]),
                details={"units": [larger, smaller]},
                adds=Adds(0, *UNIT_NAMES[smaller], -(-have // self.factor) - counts[smaller]),
            )

    def constraints(self, _model: DeckModel) -> Iterator[Constraint]:
        """Yields for each pair of unit types that the one is not too many for the other."""
        for larger, smaller in permutations(ARENAS, 2):
            yield Total(
                self.code,
                self._difference(larger, smaller),
                low=0,
                kind=UNIT_NAMES[smaller],
                details={"units": [larger, smaller]},
                words=f"at most {self.factor} {UNIT_NAMES[larger][1]} for each {UNIT_NAMES[smaller][0]}",
                weighs=(-1, self.factor),
            )

    def _difference(self, larger: str, smaller: str) -> Weight:
        def weight(slot: Slot) -> int:
            arenas = arenas_of(slot.card.type) if slot.zone == DECK else ()
            return self.factor * (smaller in arenas) - (larger in arenas)

        return weight

    def _advice(self, larger: str, smaller: str, have: int, few: int) -> str:
        more = -(-have // self.factor) - few
        fewer = have - self.factor * few
        return (
            f"{more} more {UNIT_NAMES[smaller][more > 1]}, or {fewer} {UNIT_NAMES[larger][fewer > 1]} fewer"
        )


class UnitTotal(NamedTuple):
    """A deck has at least `minimum` units in all; one of several arenas counts once."""

    cite: str
    minimum: int = 36
    code: str = "unit-total"

    def check(self, deck: SwtcgTally) -> Iterator[Issue]:
        """Yields an issue when there are too few units."""
        have = deck.sure["units"]
        if have >= self.minimum:
            return
        severity, undecided, remark = too_few(have, self.minimum, deck.may_be("units"))
        yield Issue(
            self.code,
            severity,
            f"{count(have, 'unit', 'units')} in all, at least {self.minimum} expected{remark}",
            have,
            self.minimum,
            cite=self.cite,
            undecided=undecided,
            advice=f"add {count(self.minimum - have, 'unit', 'units')}",
            adds=Adds(1, "unit", "units", self.minimum - have),
        )

    def constraints(self, _model: DeckModel) -> Iterator[Constraint]:
        """Yields the least number of units."""
        yield Total(self.code, _one_unit, low=self.minimum, kind=("unit", "units"), weighs=COUNTS)


def _one_unit(slot: Slot) -> int:
    return 1 if slot.zone == DECK and arenas_of(slot.card.type) else 0


def _units_of(arena: str) -> Weight:
    """Counts the units of an arena, also those of several."""

    def weight(slot: Slot) -> int:
        return 1 if slot.zone == DECK and arena in arenas_of(slot.card.type) else 0

    return weight


class ZoneTypes(NamedTuple):
    """Subordinates, Events and Reminders do not belong in the main deck: a warning."""

    cite: str
    types: frozenset[str] = OUTSIDE_TYPES
    code: str = "zone"

    def clears(self, card: Card) -> bool:
        """Whether a card may stand in the main deck."""
        return card.type not in self.types

    def check(self, deck: SwtcgTally) -> Iterator[Issue]:
        """Yields a warning for each card of such a type in the main deck."""
        wrong = (e for e in deck.main() if e.card is not None and e.card.type in self.types)
        for name, entries in by_card(wrong):
            card = entries[0].card
            kind = card.type if card else ""
            yield Issue(
                self.code,
                WARNING,
                f"{name} is of type {kind}, which does not go into the deck",
                sum(e.quantity for e in entries),
                0,
                issue_cards(entries),
                self.cite,
                advice="move it to Supply or Outside the game",
                details={"card": name},
            )

    def constraints(self, _model: DeckModel) -> Iterator[Constraint]:
        """Yields what is better not put into the main deck; it forbids nothing."""
        yield Avoid(self.code, lambda slot: slot.zone == DECK and slot.card.type in self.types)


_2002 = "Star Wars TCG rulebook 2002, Part 1, 'Deck construction'"
_2004 = "Star Wars TCG rulebook 2004, glossary 'Deck'"
_2005 = "Star Wars TCG rulebook 2005, Section 1, 'Deck Rules', p. 10"
_COMMUNITY = "as the community's deck checker plays it"

PRINTED_2002 = Edition(
    "printed-2002",
    "Rulebook of 2002",
    (
        SwtcgDeckSize(_2002),
        SwtcgCopyLimit(_2002),
        SwtcgOneSide(_2002),
        UnitMinimum(_2002),
        UnitRatio(_2002),
        SwtcgCardTexts(),
    ),
    frozenset({DECK}),
    published="2002-04",
)
PRINTED_2004 = Edition(
    "printed-2004",
    "Rulebook of 2004",
    (
        SwtcgDeckSize(_2004),
        SwtcgCopyLimit("Star Wars TCG rulebook 2004, glossary 'Deck' and 'same name'"),
        SwtcgOneSide(_2004),
        UnitMinimum(_2004),
        UnitRatio(_2004),
        SwtcgCardTexts(),
    ),
    frozenset({DECK}),
    published="2003-11..2004",
)
PRINTED_2005 = Edition(
    "printed-2005",
    "Rulebook of 2005",
    (
        SwtcgDeckSize(_2005),
        SwtcgCopyLimit(f"{_2005}, and glossary 'same name', p. 54"),
        SwtcgOneSide(_2005),
        UnitMinimum(_2005),
        UnitRatio(_2005),
        SwtcgCardTexts(),
    ),
    frozenset({DECK}),
    published="2005-03..2005-05-11",
)
COMMUNITY = Edition(
    "community",
    "As the community plays",
    (
        SwtcgDeckSize(f"{_2004}; 59 with a Resource {_COMMUNITY}", with_resource=59),
        SwtcgCopyLimit("Star Wars TCG rulebook 2004, glossary 'Deck' and 'same name'"),
        SwtcgOneSide(
            f"{_2004}; Yuuzhan Vong as a third side {_COMMUNITY}", exclusive=("light", "dark", YUUZHAN_VONG)
        ),
        UnitMinimum(_2004),
        UnitTotal(f"Star Wars TCG, {_COMMUNITY}"),
        UnitRatio(_2004),
        ZoneTypes(f"Star Wars TCG, {_COMMUNITY}"),
        SwtcgCardTexts(),
    ),
    frozenset({DECK, SUPPLY, SIDEBOARD, OUTSIDE}),
    unlimited_zones=(SUPPLY, SIDEBOARD),
)
EDITIONS = (PRINTED_2002, PRINTED_2004, PRINTED_2005, COMMUNITY)
