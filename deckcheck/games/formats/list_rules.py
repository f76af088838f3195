"""The rules that follow from a format: its sets, and its lists as the card lists mark them.

They are the same in every game, but for what being restricted means.
"""

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date

from db.cards.card import Card, LegalityMark
from deckcheck.deck import DeckEntry, by_card
from deckcheck.games.ambiguity import UNLIMITED, crowds
from deckcheck.games.constraints import Constraint, DeckModel, Limit, Unstated
from deckcheck.games.formats.dated_rules import UnknownLists, no_state, own_lists
from deckcheck.games.formats.releases import OnSale
from deckcheck.games.game import NOT_IN_SETS, CardStatus, Format, Rule, View
from deckcheck.report import ERROR, WARNING, Issue, issue_cards


def list_rules(play_format: Format, day: date, marks_as_of: date) -> tuple[Rule, ...]:
    """The rules of sets and lists that a format has on a day; `marks_as_of` dates the marks.

    Of a format that may be in several states on that day, the caller gives one at a time.
    """
    if not play_format.states:
        return own_lists(play_format, day)
    state = play_format.state_on(day)
    if state is None:
        return (no_state(play_format, day),)
    rules: list[Rule] = []
    if state.not_judged:
        rules.append(NotJudged(play_format.name, state.not_judged))
    if state.sets is not None:
        rules.append(SetLegality(play_format.name, state.sets))
        if play_format.on_sale:
            rules.append(OnSale(play_format.name, state.sets, day))
    if play_format.lists is not None:
        certain = day >= marks_as_of if state.marks is None else state.marks
        rules.append(Banned(play_format.name, play_format.lists, day, certain))
        rules.append(Restricted(play_format.name, play_format.lists, day, certain))
        if not certain and state.restricted is None:
            rules.append(UnknownLists(play_format.name, day))
    return (*rules, *own_lists(play_format, day))


def has_key(card: Card, keys: frozenset[str]) -> bool:
    """Whether a list of keys of cards names any printing of a card."""
    return any(printing.image_key in keys for printing in card.printings)


@dataclass(frozen=True, slots=True)
class NotJudged:
    """A rule of a format that is stated and not judged leaves the verdict open."""

    format_name: str
    names: tuple[str, ...]
    code: str = "format"

    @property
    def cite(self) -> str:
        """The format that has these rules."""
        return f"the format {self.format_name}, as its source states it"

    def check(self, _deck: View) -> Iterator[Issue]:
        """Yields the one warning that names them."""
        yield Issue(
            self.code,
            WARNING,
            f"{self.format_name} has rules that are not judged: {', '.join(self.names)}",
            cite=self.cite,
            undecided=True,
            advice="read the rules of the format",
            details={"rules": list(self.names)},
        )

    def constraints(self, _model: DeckModel) -> Iterator[Constraint]:
        """Yields an `Unstated`, since these rules are not judged."""
        names = ", ".join(self.names)
        yield Unstated(self.code, f"{self.format_name} has rules that are not judged: {names}")


@dataclass(frozen=True, slots=True)
class SetLegality:
    """A card is legal in a format when any printing of it is in an allowed set."""

    format_name: str
    sets: frozenset[str]
    code: str = "set-legality"
    _legal: dict[int, bool] = field(default_factory=dict, compare=False, repr=False)
    """Whether a card is legal, by its identity and not by its name: another catalogue may have
    another card of that name."""
    _seen: list[Card] = field(default_factory=list, compare=False, repr=False)
    """The cards themselves, so that no other can take the identity of one."""

    @property
    def cite(self) -> str:
        """The format whose sets these are."""
        return f"sets of the format {self.format_name}"

    def check(self, deck: View) -> Iterator[Issue]:
        """Yields an issue for each card without a printing in an allowed set."""
        legal = self._legal
        wrong, ambiguous = [], []
        for entry in deck.everywhere():
            card = entry.card
            if card is None:
                if entry.candidates:
                    ambiguous.append(entry)
                continue
            known = legal.get(id(card))
            if not (self.allows(card) if known is None else known):
                wrong.append(entry)
        for name, entries in by_card(wrong):
            card = entries[0].card
            printed = "/".join(card.set_codes) if card else ""
            yield Issue(
                self.code,
                ERROR,
                f"{name} is printed in {printed} only, which {self.format_name} does not allow",
                sum(e.quantity for e in entries),
                0,
                issue_cards(entries),
                self.cite,
                advice="replace it",
                details={"card": name},
                together=f"not allowed in {self.format_name}",
                aside=f"{printed} only",
            )
        if ambiguous:
            yield from self._crowds(ambiguous)

    def constraints(self, _model: DeckModel) -> Iterator[Constraint]:
        """Yields a limit of no copies for cards without a printing in an allowed set."""
        yield Limit(self.code, lambda slot: None if self.allows(slot.card) else 0)

    def _crowds(self, ambiguous: Sequence[DeckEntry]) -> Iterator[Issue]:
        """Yields an issue for each ambiguous name that may be no card of an allowed set."""
        for crowd in crowds(ambiguous, lambda card: UNLIMITED if self.allows(card) else 0):
            yield Issue(
                self.code,
                ERROR,
                f"{crowd.name}: {self.format_name} allows none of the sets of {', '.join(crowd.cards)}",
                crowd.have,
                0,
                issue_cards(crowd.entries),
                self.cite,
                advice="replace it",
                details={"card": crowd.name},
            )

    def allows(self, card: Card) -> bool:
        """Whether some printing of the card is in an allowed set."""
        known = self._legal.get(id(card))
        if known is None:
            known = self._legal[id(card)] = any(p.set_code in self.sets for p in card.printings)
            self._seen.append(card)
        return known

    def status(self, card: Card) -> CardStatus | None:
        """A status where the card is in none of the sets; None where it is in one."""
        return None if self.allows(card) else CardStatus(NOT_IN_SETS)

    sees = clears = allows


def marks_in_force(card: Card, lists: str | None, day: date) -> Iterator[LegalityMark]:
    """Yields the marks of a card that hold for lists on a day; one that names no format does too.

    An undated mark counts as in force until the day on which it was seen gone.
    """
    on = day.isoformat()
    for mark in (*card.marks, *card.past_marks):
        begun = (mark.since or "") <= on
        if begun and (mark.until is None or on < mark.until) and mark.format in (lists, None):
            yield mark


@dataclass(frozen=True, slots=True)
class _ListRule:
    """A list of cards by the marks that their printings carry; a mark counts for the card.

    A mark without a format counts for every format that has lists. When a mark is undated and the
    day is before it was first seen, it cannot be decided; `certain` says so of bundled marks.
    """

    format_name: str
    lists: str
    day: date
    certain: bool
    code: str = ""
    listed_as: str = ""
    allowed: int = 0
    _marks: dict[int, tuple[Card, LegalityMark | None]] = field(
        default_factory=dict, compare=False, repr=False
    )
    """The mark of a card, by the identity of the card, as in `SetLegality`."""

    @property
    def cite(self) -> str:
        """The list that this is."""
        return f"{self.listed_as} list of {self.format_name}, as marked in the card lists"

    def check(self, deck: View) -> Iterator[Issue]:
        """Yields an issue for each card of the list with more copies than it allows."""
        hits, ambiguous = [], []
        for entry in deck.everywhere():
            card = entry.card
            if card is None:
                if entry.candidates:
                    ambiguous.append(entry)
            elif (card.marks or card.past_marks) and self._mark(card) is not None:
                hits.append(entry)
        for name, entries in by_card(hits):
            have = sum(entry.quantity for entry in entries)
            card = entries[0].card
            mark = None if card is None else self._mark(card)
            if have > self.allowed and mark is not None:
                yield self._issue(name, have, entries, mark)
        if ambiguous:
            yield from self._crowds(deck, ambiguous)

    def constraints(self, _model: DeckModel) -> Iterator[Constraint]:
        """Yields the most copies of a card of the list, also where it may only have been on it."""
        yield Limit(self.code, lambda s: None if self._mark(s.card) is None else self.allowed)

    def _crowds(self, deck: View, ambiguous: Sequence[DeckEntry]) -> Iterator[Issue]:
        """Yields an issue where too many copies of an ambiguous name must be cards of the list."""
        copies: Counter[str] = Counter()
        for entry in deck.everywhere():
            if entry.card is not None:
                copies[entry.card.name] += entry.quantity

        def room(card: Card) -> int:
            mark = self._mark(card)
            proven = mark is not None and self._is_proven(mark)
            return max(0, self.allowed - copies[card.name]) if proven else UNLIMITED

        most = "no copy" if self.allowed == 0 else f"at most {self.allowed} of each"
        for crowd in crowds(ambiguous, room):
            yield Issue(
                self.code,
                ERROR,
                f"{crowd.name}: all that it may be ({', '.join(crowd.cards)}) is {self.listed_as} "
                f"in {self.format_name}, {most} allowed, and there is room for {crowd.limit}",
                crowd.have,
                crowd.limit,
                issue_cards(crowd.entries),
                self.cite,
                advice=f"take out {crowd.have - crowd.limit}",
                details={"card": crowd.name},
            )

    def allows(self, card: Card) -> bool:
        """Whether the list leaves room for a copy of the card, as far as is known."""
        mark = self._mark(card)
        return self.allowed > 0 or mark is None or not self._is_proven(mark)

    def sees(self, card: Card) -> Hashable:
        """The statement of the list about a card: whether it stands there, and certainly so."""
        mark = self._mark(card)
        return mark is not None and (True, self._is_proven(mark))

    def clears(self, card: Card) -> bool:
        """Whether the card is not on the list at all."""
        return not (card.marks or card.past_marks) or self._mark(card) is None

    def status(self, card: Card) -> CardStatus:
        """Whether the card is on the list, and whether that is certain."""
        mark = self._mark(card)
        return CardStatus() if mark is None else CardStatus(self.listed_as, self._is_proven(mark))

    def _mark(self, card: Card) -> LegalityMark | None:
        """The mark of the card on this list and this day, if it has one."""
        known = self._marks.get(id(card))
        if known is None:
            in_force = marks_in_force(card, self.lists, self.day)
            mark = next((mark for mark in in_force if mark.status == self.listed_as), None)
            self._marks[id(card)] = known = card, mark
        return known[1]

    def _is_proven(self, mark: LegalityMark) -> bool:
        """Whether the mark certainly held on the day."""
        seen = mark.seen is not None and mark.seen <= self.day.isoformat()
        return mark.since is not None or (seen if mark.seen else self.certain)

    def _issue(self, name: str, have: int, entries: Sequence[DeckEntry], mark: LegalityMark) -> Issue:
        proven = self._is_proven(mark)
        where = "" if mark.printing == name else f" (the mark stands at {mark.printing})"
        most = "no copy" if self.allowed == 0 else f"at most {self.allowed}"
        when = "" if proven else f"; whether it already was on {self.day} is not known"
        copies = "copy" if have == 1 else "copies"
        return Issue(
            self.code,
            ERROR if proven else WARNING,
            f"{name} is {self.listed_as} in {self.format_name}{where}: {have} {copies}, {most} allowed{when}",
            have,
            self.allowed,
            issue_cards(entries),
            self.cite,
            undecided=not proven,
            advice=f"take out {have - self.allowed}",
            details={"card": name},
            together=f"{self.listed_as} in {self.format_name}, {most} allowed{when}",
            aside=where.removeprefix(" (").removesuffix(")"),
        )


@dataclass(frozen=True, slots=True)
class Banned(_ListRule):
    """No copy of a banned card stands in any zone."""

    code: str = "banned"
    listed_as: str = "banned"


@dataclass(frozen=True, slots=True)
class Restricted(_ListRule):
    """At most one copy of a restricted card stands in all zones together."""

    code: str = "restricted"
    listed_as: str = "restricted"
    allowed: int = 1
