"""The rules that follow from a format: its sets, and its lists as the card lists mark them.

They are the same in every game, but for what being restricted means.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date

from db.cards import Card, LegalityMark
from deckcheck.deck import DeckEntry, by_card
from deckcheck.games.dated_rules import UnknownLists, no_state, own_lists
from deckcheck.games.game import Format, Rule, View
from deckcheck.games.releases import OnSale
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
class SetLegality:
    """A card is legal in a format when any printing of it is in an allowed set."""

    format_name: str
    sets: frozenset[str]
    code: str = "set-legality"
    _legal: dict[str, bool] = field(default_factory=dict, compare=False, repr=False)

    @property
    def cite(self) -> str:
        """The format whose sets these are."""
        return f"sets of the format {self.format_name}"

    def check(self, deck: View) -> Iterator[Issue]:
        """Yields an issue for each card without a printing in an allowed set."""
        legal = self._legal
        wrong = []
        for entry in deck.everywhere():
            card = entry.card
            if card is None:
                continue
            known = legal.get(card.name)
            if known is None:
                known = legal[card.name] = any(p.set_code in self.sets for p in card.printings)
            if not known:
                wrong.append(entry)
        for name, entries in by_card(wrong):
            card = entries[0].card
            printed = "/".join(card.set_codes) if card else ""
            yield Issue(
                self.code, ERROR,
                f"{name} is printed in {printed} only, which {self.format_name} does not allow",
                sum(e.quantity for e in entries), 0, issue_cards(entries), self.cite,
                advice="replace it", details={"card": name},
            )  # fmt: skip


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
    status: str = ""
    allowed: int = 0
    _marks: dict[str, LegalityMark | None] = field(default_factory=dict, compare=False, repr=False)

    @property
    def cite(self) -> str:
        """The list that this is."""
        return f"{self.status} list of {self.format_name}, as marked in the card lists"

    def check(self, deck: View) -> Iterator[Issue]:
        """Yields an issue for each card of the list with more copies than it allows."""
        marks = self._marks
        hits = []
        for entry in deck.everywhere():
            card = entry.card
            if card is None or not (card.marks or card.past_marks):
                continue
            if card.name not in marks:
                marks[card.name] = self._find_mark(card)
            if marks[card.name] is not None:
                hits.append(entry)
        for name, entries in by_card(hits):
            have = sum(entry.quantity for entry in entries)
            mark = marks[name]
            if have > self.allowed and mark is not None:
                yield self._issue(name, have, entries, mark)

    def _find_mark(self, card: Card) -> LegalityMark | None:
        in_force = marks_in_force(card, self.lists, self.day)
        return next((mark for mark in in_force if mark.status == self.status), None)

    def _issue(
        self, name: str, have: int, entries: Sequence[DeckEntry], mark: LegalityMark
    ) -> Issue:
        seen = mark.seen is not None and mark.seen <= self.day.isoformat()
        proven = mark.since is not None or (seen if mark.seen else self.certain)
        where = "" if mark.printing == name else f" (the mark stands at {mark.printing})"
        most = "no copy" if self.allowed == 0 else f"at most {self.allowed}"
        when = "" if proven else f"; whether it already was on {self.day} is not known"
        copies = "copy" if have == 1 else "copies"
        return Issue(
            self.code, ERROR if proven else WARNING,
            f"{name} is {self.status} in {self.format_name}{where}: "
            f"{have} {copies}, {most} allowed{when}",
            have, self.allowed, issue_cards(entries), self.cite, undecided=not proven,
            advice=f"take out {have - self.allowed}", details={"card": name},
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Banned(_ListRule):
    """No copy of a banned card stands in any zone."""

    code: str = "banned"
    status: str = "banned"


@dataclass(frozen=True, slots=True)
class Restricted(_ListRule):
    """At most one copy of a restricted card stands in all zones together."""

    code: str = "restricted"
    status: str = "restricted"
    allowed: int = 1
