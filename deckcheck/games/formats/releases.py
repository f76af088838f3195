"""Rules and notes that follow from the days of releases of sets and rulebooks."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date

from db.cards.card import Card, Printing
from db.cards.dates import UNKNOWN_DATE, ImpreciseDate, parse_date
from deckcheck.deck import by_card
from deckcheck.games.ambiguity import UNLIMITED, crowds
from deckcheck.games.constraints import Avoid, Constraint, DeckModel, Limit, Slot
from deckcheck.games.game import NOT_IN_SETS, CardStatus, Edition, View
from deckcheck.report import ERROR, WARNING, Issue, issue_cards
from deckcheck.show.wording import LATER_DAY, cards

NOT_RELEASED = "not-released"
"""The code of cards that were not on sale on the day, in formats that say nothing of that."""

_MANY = 5
"""How many cards a message names."""


def released(printing: Printing) -> ImpreciseDate:
    """The day from which a printing was on sale, by its set."""
    return parse_date(printing.released) if printing.released else UNKNOWN_DATE


def was_on_sale(printings: Iterable[Printing], day: date) -> bool | None:
    """Whether any of these printings was on sale on a day; None where that is not known."""
    answers = {released(printing).has_come(day) for printing in printings}
    return True if True in answers else None if None in answers else False


def early_editions(editions: Iterable[Edition], day: date) -> Iterator[str]:
    """Yields a note for each edition whose book was not printed yet on a day."""
    for edition in {edition.code: edition for edition in editions}.values():
        if edition.published is None:
            continue
        printed = parse_date(edition.published)
        if printed.has_come(day) is False:
            yield f"on {day} the {edition.name} did not exist yet; it came {printed}"


@dataclass(frozen=True, slots=True)
class OnSale:
    """A card of an allowed set is legal from the day on which one of its printings was on sale.

    `sets` None means all of them, in the zones that count: that is asked of any format for a day
    that the user gives. A set without a day was on sale at the latest on that of the card lists,
    `listed`.
    """

    format_name: str
    sets: frozenset[str] | None
    day: date
    listed: date = date.max
    code: str = "set-legality"
    _on_sale: dict[int, tuple[Card, bool | None]] = field(default_factory=dict, compare=False, repr=False)
    """Whether cards were on sale, by identity and not by name: another catalogue may have another
    card of the same name."""

    @property
    def cite(self) -> str:
        """The format whose sets these are."""
        return f"{self.format_name}: a set counts from the day on which it is on sale"

    def check(self, deck: View) -> Iterator[Issue]:
        """Yields an issue for each card that was not on sale, open where that is not known."""
        looked_at = deck.counted if self.sets is None else [*deck.everywhere()]
        known = [e for e in looked_at if e.card is not None]
        for name, entries in by_card(known):
            card = entries[0].card
            if card is None or self._was_on_sale(card) is True:
                continue
            proven = not self.allows(card)
            have = sum(entry.quantity for entry in entries)
            yield Issue(
                self.code,
                ERROR if proven else WARNING,
                f"{name} was not on sale on {self.day}: {self._when(card)}"
                if proven
                else f"whether {name} was on sale on {self.day} is not known: {self._when(card)}",
                have,
                0,
                issue_cards(entries),
                self.cite,
                undecided=not proven,
                advice=f"replace it, or {LATER_DAY}",
                details={"card": name},
                together=f"not on sale on {self.day}{'' if proven else ', as far as is known'}",
                aside=self._when(card),
            )
        doubtful = [e for e in looked_at if e.card is None and e.candidates]
        for crowd in crowds(doubtful, lambda card: UNLIMITED if self.allows(card) else 0):
            yield Issue(
                self.code,
                ERROR,
                f"{crowd.name}: none of {', '.join(crowd.cards)} was on sale on {self.day}",
                crowd.have,
                0,
                issue_cards(crowd.entries),
                self.cite,
                advice=f"replace it, or {LATER_DAY}",
                details={"card": crowd.name},
            )

    def constraints(self, model: DeckModel) -> Iterator[Constraint]:
        """Yields the constraint that only cards come in that were certainly on sale."""
        every = self.sets is not None

        def most(slot: Slot) -> int | None:
            counts = every or slot.zone in model.counted
            return 0 if counts and self._was_on_sale(slot.card) is not True else None

        yield Limit(self.code, most)

    def allows(self, card: Card) -> bool:
        """Whether the card may have been on sale, as far as is known."""
        return self._was_on_sale(card) is not False

    def status(self, card: Card) -> CardStatus | None:
        """A status where the card was not on sale, or that is not known; None where it was."""
        found = self._was_on_sale(card)
        return None if found else CardStatus(NOT_IN_SETS, certain=found is False)

    def sees(self, card: Card) -> bool | None:
        """Whether the card was on sale; None where that is not known."""
        return self._was_on_sale(card)

    def clears(self, card: Card) -> bool:
        """Whether the card was surely on sale."""
        return self._was_on_sale(card) is True

    def _was_on_sale(self, card: Card) -> bool | None:
        known = self._on_sale.get(id(card))
        if known is None:
            mine = self._counted(card)
            found = was_on_sale(mine, self.day) if mine else True
            if found is None and self.listed <= self.day and not all(p.released for p in mine):
                found = True
            known = card, found
            self._on_sale[id(card)] = known
        return known[1]

    def _counted(self, card: Card) -> list[Printing]:
        """The printings of a card in the allowed sets."""
        return [p for p in card.printings if self.sets is None or p.set_code in self.sets]

    def _when(self, card: Card) -> str:
        """When the sets of a card came out, like `PM came out in 2004-07`."""
        sets = {p.set_code: released(p) for p in self._counted(card)}
        return " and ".join(f"{code} came out {when}" for code, when in sets.items())


@dataclass(frozen=True, slots=True)
class NotReleased:
    """Cards that were not on sale yet on the day are listed; by itself that forbids no deck."""

    day: date
    code: str = NOT_RELEASED
    cite: str = ""
    _early: dict[int, tuple[Card, bool]] = field(default_factory=dict, compare=False, repr=False)

    def check(self, deck: View) -> Iterator[Issue]:
        """Yields one warning with all such cards."""
        early = self._early
        entries = []
        for entry in deck.deck.entries:
            card = entry.card
            if card is None:
                continue
            known = early.get(id(card))
            if known[1] if known else not self.clears(card):
                entries.append(entry)
        if not entries:
            return
        named = [f"{name} ({_first(found[0].card)})" for name, found in by_card(entries)]
        more = f" and {len(named) - _MANY} more" if len(named) > _MANY else ""
        have = sum(entry.quantity for entry in entries)
        yield Issue(
            self.code,
            WARNING,
            f"{cards(have)} {'was' if have == 1 else 'were'} not on sale yet on {self.day}: "
            f"{', '.join(named[:_MANY])}{more}",
            have,
            0,
            issue_cards(entries),
            self.cite,
            advice=LATER_DAY,
        )

    def constraints(self, _model: DeckModel) -> Iterator[Constraint]:
        """Yields an `Avoid` of such cards, which forbids none of them."""
        yield Avoid(self.code, lambda slot: was_on_sale(slot.card.printings, self.day) is False)

    def clears(self, card: Card) -> bool:
        """Whether the card may have been on sale on the day."""
        known = self._early.get(id(card))
        if known is None:
            known = card, was_on_sale(card.printings, self.day) is False
            self._early[id(card)] = known
        return not known[1]


def _first(card: Card | None) -> str:
    """When the first printing of a card came out, and its set."""
    if card is None or not card.printings:
        return ""
    first = min(card.printings, key=lambda p: released(p).earliest or date.max)
    return f"{first.set_code} came out {released(first)}"
