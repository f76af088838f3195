"""The deck rules, one class each, and the editions as tuples of them.

Each rule stands alone and sees the whole deck. Where unknown cards could still make up for what is
missing, the finding is a warning that leaves the verdict open; an error is proven.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from deckcheck.deck import DeckEntry, by_card
from deckcheck.games.game import Edition
from deckcheck.games.swtcg.cards import (
    ALSO_FITS,
    ARENAS,
    NEUTRAL,
    OUTSIDE_TYPES,
    SIDE_NAMES,
    SIDES,
    UNIT_NAMES,
    YUUZHAN_VONG,
)
from deckcheck.games.swtcg.tally import Tally
from deckcheck.games.swtcg.zones import DECK, OUTSIDE, SIDEBOARD, SUPPLY
from deckcheck.games.wording import MAY_MEND, count, too_few
from deckcheck.report import ERROR, WARNING, Issue, issue_cards


@dataclass(frozen=True, slots=True)
class DeckSize:
    """A deck has at least `minimum` cards, and no maximum.

    `with_resource` is the minimum when a Resource stands in a zone outside the deck.
    """

    cite: str
    minimum: int = 60
    with_resource: int | None = None
    code: str = "deck-size"

    def check(self, deck: Tally) -> Iterator[Issue]:
        """Yields an issue when the main deck has too few cards."""
        have = deck.counts["cards"]
        if have >= self.minimum:
            return
        limit, unsure = self.minimum, False
        if self.with_resource is not None:
            if any(e.card is not None and e.card.type == "Resource" for e in deck.others):
                limit = self.with_resource
            else:
                strangers = deck.astray or any(e.card is None for e in deck.others)
                unsure = have >= self.with_resource and bool(strangers)
        if have >= limit:
            return
        severity, undecided, remark = too_few(have, limit, deck.astray)
        if unsure:
            severity, undecided = WARNING, True
            remark = "; an unknown card outside the deck may be a Resource that makes it enough"
        missing = limit - have
        yield Issue(
            self.code, severity, f"{have} cards in the deck, at least {limit} expected{remark}",
            have, limit, cite=self.cite, undecided=undecided,
            advice=f"add {count(missing, 'card', 'cards')}",
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class CopyLimit:
    """A deck has at most `limit` cards of the same name and the same version, reprints included."""

    cite: str
    limit: int = 4
    code: str = "copy-limit"

    def check(self, deck: Tally) -> Iterator[Issue]:
        """Yields an issue for each card with too many copies."""
        copies = deck.copies
        if max(copies.values(), default=0) <= self.limit:
            return
        for name, have in sorted(copies.items()):
            if have > self.limit:
                yield Issue(
                    self.code, ERROR, f"{have} copies of {name}, at most {self.limit}",
                    have, self.limit, issue_cards(deck.entries_called(name)), self.cite,
                    advice=f"take out {count(have - self.limit, 'copy', 'copies')}",
                    details={"card": name},
                )  # fmt: skip


@dataclass(frozen=True, slots=True)
class OneSide:
    """A deck never holds Light and Dark cards together; Neutral cards go into any deck.

    `exclusive` are the sides that do not mix. Where Yuuzhan Vong is not among them, as in the
    printed rulebooks, which do not know that side, a mixture with it cannot be judged.
    `exceptions` says whether cards whose text opens Yuuzhan Vong decks to them are let in.
    """

    cite: str
    exclusive: tuple[str, ...] = ("light", "dark")
    exceptions: bool = False
    code: str = "one-side"

    def check(self, deck: Tally) -> Iterator[Issue]:
        """Yields one issue when sides are mixed, with the cards of all but the largest side."""
        counts = deck.counts
        sides = sum(1 for side in SIDES if side != NEUTRAL and counts[side])
        if not deck.others and sides <= 1:
            return
        by_side = self._entries_by_side(deck)
        if len(by_side) <= 1:
            return
        sizes = {side: sum(e.quantity for e in entries) for side, entries in by_side.items()}
        largest = max(sizes, key=lambda side: (sizes[side], -SIDES.index(side)))
        wrong = [e for side, entries in by_side.items() if side != largest for e in entries]
        have = sum(entry.quantity for entry in wrong)
        parts = " and ".join(f"{sizes[side]} {SIDE_NAMES[side]}" for side in by_side)
        decided = sum(side in self.exclusive for side in by_side) > 1
        yield Issue(
            self.code, ERROR if decided else WARNING,
            f"{parts} cards in one deck"
            + ("" if decided else "; the printed rules do not know the Yuuzhan Vong side"),
            have, 0, issue_cards(wrong), self.cite, undecided=not decided,
            advice=f"keep to one side: take out the {count(have, 'card', 'cards')} that "
            f"{'is' if have == 1 else 'are'} not {SIDE_NAMES[largest]} or Neutral",
        )  # fmt: skip

    def _entries_by_side(self, deck: Tally) -> dict[str, list[DeckEntry]]:
        by_side: dict[str, list[DeckEntry]] = {side: [] for side in SIDES if side != NEUTRAL}
        for entry in deck.counted:
            if entry.card is not None and entry.card.side in by_side:
                by_side[entry.card.side].append(entry)
        if self.exceptions and by_side[YUUZHAN_VONG]:
            by_side = {
                side: [e for e in entries if not _goes_into(YUUZHAN_VONG, e)]
                for side, entries in by_side.items()
            }
        return {side: entries for side, entries in by_side.items() if entries}


def _goes_into(side: str, entry: DeckEntry) -> bool:
    """Whether the card's own text lets it into decks of a side that is not its own."""
    return entry.card is not None and side in entry.card.facts.get(ALSO_FITS, ())


@dataclass(frozen=True, slots=True)
class UnitMinimum:
    """A deck has at least `minimum` Space units, Ground units and Characters each.

    A unit of several arenas counts for each of them.
    """

    cite: str
    minimum: int = 12
    code: str = "unit-minimum"

    def check(self, deck: Tally) -> Iterator[Issue]:
        """Yields an issue for each unit type of which there are too few."""
        for arena in ARENAS:
            have = deck.counts[arena]
            if have >= self.minimum:
                continue
            severity, undecided, remark = too_few(have, self.minimum, deck.slack)
            missing = count(self.minimum - have, *UNIT_NAMES[arena])
            yield Issue(
                self.code, severity,
                f"{count(have, *UNIT_NAMES[arena])}, at least {self.minimum} expected{remark}",
                have, self.minimum, cite=self.cite, undecided=undecided,
                advice=f"add {missing}", details={"unit": arena},
            )  # fmt: skip


@dataclass(frozen=True, slots=True)
class UnitRatio:
    """A deck has no unit type more than `factor` times as many as another; all pairs count."""

    cite: str
    factor: int = 2
    code: str = "unit-ratio"

    def check(self, deck: Tally) -> Iterator[Issue]:
        """Yields an issue for each pair of unit types that are too far apart."""
        counts = deck.counts
        for one, other in combinations(ARENAS, 2):
            larger, smaller = (one, other) if counts[one] >= counts[other] else (other, one)
            have, limit = counts[larger], self.factor * counts[smaller]
            if have <= limit:
                continue
            proven = have > self.factor * (counts[smaller] + deck.slack)
            few = count(counts[smaller], *UNIT_NAMES[smaller])
            yield Issue(
                self.code, ERROR if proven else WARNING,
                f"{count(have, *UNIT_NAMES[larger])} {'is' if have == 1 else 'are'} more than "
                f"{'twice' if self.factor == 2 else f'{self.factor} times'} the {few}; "  # noqa: PLR2004 - the word for 2
                f"at most {limit}"
                + ("" if proven else MAY_MEND),
                have, limit, cite=self.cite, undecided=not proven,
                advice=self._advice(larger, smaller, have, counts[smaller]),
                details={"units": [larger, smaller]},
            )  # fmt: skip

    def _advice(self, larger: str, smaller: str, have: int, few: int) -> str:
        more = -(-have // self.factor) - few
        fewer = have - self.factor * few
        return (
            f"{more} more {UNIT_NAMES[smaller][more > 1]}, or "
            f"{fewer} {UNIT_NAMES[larger][fewer > 1]} fewer"
        )


@dataclass(frozen=True, slots=True)
class UnitTotal:
    """A deck has at least `minimum` units in all; one of several arenas counts once."""

    cite: str
    minimum: int = 36
    code: str = "unit-total"

    def check(self, deck: Tally) -> Iterator[Issue]:
        """Yields an issue when there are too few units."""
        have = deck.counts["units"]
        if have >= self.minimum:
            return
        severity, undecided, remark = too_few(have, self.minimum, deck.slack)
        yield Issue(
            self.code, severity, f"{count(have, 'unit', 'units')} in all, "
            f"at least {self.minimum} expected{remark}",
            have, self.minimum, cite=self.cite, undecided=undecided,
            advice=f"add {count(self.minimum - have, 'unit', 'units')}",
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class ZoneTypes:
    """Subordinates, Events and Reminders do not belong in the main deck: a warning."""

    cite: str
    types: frozenset[str] = OUTSIDE_TYPES
    code: str = "zone"

    def check(self, deck: Tally) -> Iterator[Issue]:
        """Yields a warning for each card of such a type in the main deck."""
        wrong = (e for e in deck.main() if e.card is not None and e.card.type in self.types)
        for name, entries in by_card(wrong):
            card = entries[0].card
            kind = card.type if card else ""
            yield Issue(
                self.code, WARNING, f"{name} is of type {kind}, which does not go into the deck",
                sum(e.quantity for e in entries), 0, issue_cards(entries), self.cite,
                advice="move it to Supply or Outside the game", details={"card": name},
            )  # fmt: skip


_2002 = "Star Wars TCG rulebook 2002, Part 1, 'Deck construction'"
_2004 = "Star Wars TCG rulebook 2004, glossary 'Deck'"
_2005 = "Star Wars TCG rulebook 2005, Section 1, 'Deck Rules', p. 10"
_COMMUNITY = "as the community's deck checker plays it"

PRINTED_2002 = Edition(
    "printed-2002",
    "Rulebook of 2002",
    (DeckSize(_2002), CopyLimit(_2002), OneSide(_2002), UnitMinimum(_2002), UnitRatio(_2002)),
    frozenset({DECK}),
    published="2002-04",
)
PRINTED_2004 = Edition(
    "printed-2004",
    "Rulebook of 2004",
    (
        DeckSize(_2004),
        CopyLimit("Star Wars TCG rulebook 2004, glossary 'Deck' and 'same name'"),
        OneSide(_2004),
        UnitMinimum(_2004),
        UnitRatio(_2004),
    ),
    frozenset({DECK}),
    published="2003-11..2004",
)
PRINTED_2005 = Edition(
    "printed-2005",
    "Rulebook of 2005",
    (
        DeckSize(_2005),
        CopyLimit(f"{_2005}, and glossary 'same name', p. 54"),
        OneSide(_2005),
        UnitMinimum(_2005),
        UnitRatio(_2005),
    ),
    frozenset({DECK}),
    published="2005-03..2005-05-11",
)
COMMUNITY = Edition(
    "community",
    "As the community plays",
    (
        DeckSize(f"{_2004}; 59 with a Resource {_COMMUNITY}", with_resource=59),
        CopyLimit("Star Wars TCG rulebook 2004, glossary 'Deck' and 'same name'"),
        OneSide(
            f"{_2004}; Yuuzhan Vong as a third side {_COMMUNITY}",
            exclusive=("light", "dark", YUUZHAN_VONG),
            exceptions=True,
        ),
        UnitMinimum(_2004),
        UnitTotal(f"Star Wars TCG, {_COMMUNITY}"),
        UnitRatio(_2004),
        ZoneTypes(f"Star Wars TCG, {_COMMUNITY}"),
    ),
    frozenset({DECK, SUPPLY, SIDEBOARD, OUTSIDE}),
    unlimited_zones=(SUPPLY, SIDEBOARD),
)
EDITIONS = (PRINTED_2002, PRINTED_2004, PRINTED_2005, COMMUNITY)
