"""Rules of formats that depend on days: a format's own lists, and the parts not known."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from db.cards.card import Card
from deckcheck.deck import DeckEntry, by_card
from deckcheck.games.ambiguity import UNLIMITED, crowds
from deckcheck.games.constraints import Constraint, DeckModel, Limit, Unstated
from deckcheck.games.game import (
    BANNED,
    LISTED,
    NOT_IN_SETS,
    RESTRICTED,
    CardStatus,
    Format,
    FormatState,
    ListedCard,
    Rule,
    View,
)
from deckcheck.report import ERROR, WARNING, Issue, issue_cards
from deckcheck.show.wording import ANOTHER_DAY, copies

_MOST = {"banned": (0, 0), "restricted": (1, 1), LISTED: (0, 1)}
"""How many copies the status of a card on a list allows: by the strict and by the lax reading."""


def own_lists(play_format: Format, day: date) -> tuple[Rule, ...]:
    """The rules of the cards on a format's own list that may be on it on a day."""
    by_name: dict[str, list[ListedCard]] = {}
    for listed in play_format.listed:
        if listed.is_on(day) is not False:
            by_name.setdefault(listed.card, []).append(listed)
    if not by_name:
        return ()
    return (ListedCards(play_format.name, day, {k: tuple(v) for k, v in by_name.items()}),)


def no_state(play_format: Format, day: date) -> Rule:
    """The rule that reports why nothing can be judged on a day by the only state of a format."""
    (state,) = play_format.states_on(day)
    if state.played:
        return UnknownState(play_format.name, day, state)
    return NotPlayed(play_format.name, day)


@dataclass(frozen=True, slots=True)
class UnknownState:
    """Which sets and lists a format had on a day of which nothing is known cannot be checked."""

    format_name: str
    day: date
    state: FormatState
    code: str = "set-legality"
    cite: str = ""

    def check(self, _deck: View) -> Iterator[Issue]:
        """Yields the one warning that says so."""
        more = f" ({self.state.note})" if self.state.note else ""
        yield Issue(
            self.code,
            WARNING,
            f"which sets and lists {self.format_name} had on {self.day} is not known{more}",
            cite=self.state.source,
            undecided=True,
            advice=ANOTHER_DAY,
        )

    def constraints(self, _model: DeckModel) -> Iterator[Constraint]:
        """Yields an `Unstated`, since the sets and lists are not known."""
        what = f"which sets and lists {self.format_name} had on {self.day} is not known"
        yield Unstated(self.code, what)

    def status(self, _card: Card) -> CardStatus:
        """A status that is not certain, for any card."""
        return CardStatus(NOT_IN_SETS, certain=False)


@dataclass(frozen=True, slots=True)
class NotPlayed:
    """No deck can be judged by a format on a day on which it was not played."""

    format_name: str
    day: date
    code: str = "set-legality"
    cite: str = ""

    def check(self, _deck: View) -> Iterator[Issue]:
        """Yields the one warning that says so."""
        yield Issue(
            self.code,
            WARNING,
            f"{self.format_name} was not played on {self.day}",
            undecided=True,
            advice=ANOTHER_DAY,
        )

    def constraints(self, _model: DeckModel) -> Iterator[Constraint]:
        """Yields an `Unstated`, since the format was not played on the day."""
        yield Unstated(self.code, f"{self.format_name} was not played on {self.day}")

    def status(self, _card: Card) -> CardStatus:
        """A status that is not certain, for any card."""
        return CardStatus(NOT_IN_SETS, certain=False)


@dataclass(frozen=True, slots=True)
class UnknownLists:
    """Which cards a format banned and restricted on a day for which no list is known is open."""

    format_name: str
    day: date
    code: str = "banned"
    cite: str = ""

    def check(self, _deck: View) -> Iterator[Issue]:
        """Yields the one warning that says so."""
        yield Issue(
            self.code,
            WARNING,
            f"which cards {self.format_name} banned and restricted on {self.day} is not known",
            undecided=True,
            advice=ANOTHER_DAY,
        )

    def constraints(self, _model: DeckModel) -> Iterator[Constraint]:
        """Yields an `Unstated`, since the list is not known."""
        what = f"which cards {self.format_name} banned and restricted on {self.day} is not known"
        yield Unstated(self.code, what)

    def status(self, _card: Card) -> CardStatus:
        """A status that is not certain, for any card."""
        return CardStatus(BANNED, certain=False)


@dataclass(frozen=True, slots=True)
class ListedCards:
    """No copy of a banned card and at most one of a restricted card stands in all zones together.

    The cards are those of a format's own list that may be on it on the day, by their names. What
    holds by every reading of an uncertain entry is an error, what holds only by some stays open.
    """

    format_name: str
    day: date
    cards: Mapping[str, tuple[ListedCard, ...]]
    code: str = "banned"
    cite: str = ""
    _most: dict[str, int] = field(default_factory=dict, compare=False, repr=False)

    def check(self, deck: View) -> Iterator[Issue]:
        """Yields an issue for each card of the list with more copies than it allows."""
        hits = [e for e in deck.everywhere() if e.card is not None and e.card.name in self.cards]
        ambiguous = [e for e in deck.everywhere() if e.card is None and e.candidates]
        if ambiguous:
            yield from self._crowds(deck, ambiguous)
        for name, entries in by_card(hits):
            have = sum(entry.quantity for entry in entries)
            strict, lax = self._limits(name)
            if have <= strict:
                continue
            proven = lax is not None and have > lax
            limit = lax if proven and lax is not None else strict
            first = self.cards[name][0]
            yield Issue(
                "banned" if limit == 0 else "restricted",
                ERROR if proven else WARNING,
                f"{name} {self._what(first, proven=proven)}: {copies(have)}, "
                f"{f'at most {limit}' if limit else 'no copy'} allowed",
                have,
                limit,
                issue_cards(entries),
                first.source or self._cite(first),
                undecided=not proven,
                advice=f"take out {have - limit}",
                details={"card": name},
            )

    def constraints(self, _model: DeckModel) -> Iterator[Constraint]:
        """Yields the most copies of each card by the strictest reading of the list."""
        cards = self.cards
        yield Limit(self.code, lambda s: self._limits(s.card.name)[0] if s.card.name in cards else None)

    def _crowds(self, deck: View, ambiguous: Sequence[DeckEntry]) -> Iterator[Issue]:
        """Yields an issue where too many copies of an ambiguous name must be cards of the list."""
        known = Counter[str]()
        for entry in deck.everywhere():
            if entry.card is not None:
                known[entry.card.name] += entry.quantity

        def room(card: Card) -> int:
            most = self._limits(card.name)[1] if card.name in self.cards else None
            return UNLIMITED if most is None else max(0, most - known[card.name])

        for crowd in crowds(ambiguous, room):
            have = copies(crowd.have)
            yield Issue(
                "restricted" if any(self.allows_named(name) for name in crowd.cards) else "banned",
                ERROR,
                f"{crowd.name}: all that it may be ({', '.join(crowd.cards)}) is banned or "
                f"restricted in {self.format_name}: {have}, and there is room for {crowd.limit}",
                crowd.have,
                crowd.limit,
                issue_cards(crowd.entries),
                f"lists of {self.format_name}",
                advice=f"take out {crowd.have - crowd.limit}",
                details={"card": crowd.name},
            )

    def allows_named(self, name: str) -> bool:
        """Whether the list may leave room for a copy of a card of this name."""
        return name not in self.cards or self._limits(name)[1] != 0

    def allows(self, card: Card) -> bool:
        """Whether the list may leave room for a copy of the card."""
        return self.allows_named(card.name)

    def status(self, card: Card) -> CardStatus | None:
        """Whether the card is banned or restricted, and whether that is certain."""
        if card.name not in self.cards:
            return None
        strict, lax = self._limits(card.name)
        return CardStatus(RESTRICTED if strict else BANNED, certain=strict == lax)

    def sees(self, card: Card) -> tuple[int, int | None] | None:
        """How many copies the list allows by its strictest and its most lenient reading."""
        return self._limits(card.name) if card.name in self.cards else None

    def _limits(self, name: str) -> tuple[int, int | None]:
        """The most copies by the strictest reading and by the laxest; None: any number."""
        listed = self.cards[name]
        sure = [_MOST[one.status][1] for one in listed if one.is_on(self.day)]
        return min(_MOST[one.status][0] for one in listed), min(sure, default=None)

    def _what(self, listed: ListedCard, *, proven: bool) -> str:
        """The statements of the list about a card, with those that are unknown."""
        on_it = listed.is_on(self.day)
        if listed.status == LISTED:
            status = f"is banned or restricted in {self.format_name}"
            unknown = "which of the two is not known"
        else:
            status = f"is {listed.status} in {self.format_name}"
            unknown = ""
        if on_it is None:
            unknown = f"whether it already was on {self.day} is not known"
            if listed.until is not None and listed.since.has_come(self.day):
                unknown = f"whether it still was on {self.day} is not known"
        since = f" (from {_begin(listed)} on)" if listed.since.earliest != date.min else ""
        return f"{status}{since}" + (f"; {unknown}" if unknown and not proven else "")

    def _cite(self, listed: ListedCard) -> str:
        return f"{listed.status} list of {self.format_name}"


def _begin(listed: ListedCard) -> str:
    return str(listed.since).removeprefix("on ").removeprefix("in ")
