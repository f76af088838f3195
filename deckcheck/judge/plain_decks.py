"""Plain decks, judged by their sums: all cards are certain, in counted zones, and not special.

Most decks of a folder are plain, and what their format finds in one follows from a few sums, which are
made for hundreds of decks at once (`rules.many`). Where it does not, or the deck is not plain, the judge
looks at its entries; tests prove both ways equal.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from db.cards.card import Card
from deckcheck.deck import Deck, DeckEntry
from deckcheck.report import Issue, Report, verdict_of
from deckcheck.rules.findings import issue_of
from deckcheck.rules.many import SPECIAL, ManySums
from deckcheck.rules.sums import RuleSums

if TYPE_CHECKING:
    from deckcheck.judge.known_deck import KnownDeck

_MOST_KEPT = 50_000
"""Answers that are kept; decks with more different sums than these are asked for again."""


class SumsAnswer(NamedTuple):
    """The answer of the rules to some sums: the issues by the places of the rules; `counts` are to copy."""

    verdict: str
    counts: dict[str, int]
    issues: dict[int, tuple[Issue, ...]]


class EnteredDeck(NamedTuple):
    """A deck in memory, with an item for each of its entries, at least one."""

    deck: Deck
    items: bytes

    @property
    def head(self) -> tuple[str, str, str]:
        """Its path, name, and the format in which it was read."""
        return self.deck.path, self.deck.name, self.deck.read_as

    def entries_at(self, places: Sequence[int]) -> Sequence[DeckEntry]:
        """The entries of the items at some places."""
        return [self.deck.entries[place] for place in places]


class PlainDecks:
    """The judge of plain decks of one game and format.

    `judged_by` are game, format, rules and day; `not_checked` and `notes` stand in every report. A
    card that `is_read` does not know makes a deck special.
    """

    def __init__(
        self,
        sums: RuleSums,
        main: str,
        judged_by: tuple[str, str, str, str],
        not_checked: tuple[str, ...],
        notes: tuple[str, ...],
        is_read: Callable[[Card], bool] | None = None,
    ) -> None:
        self._sums = sums
        self._judged_by = judged_by
        self._not_checked = not_checked
        self._notes = notes
        self._is_read = is_read
        self._many = ManySums(sums, main)
        self._items: dict[tuple[int, str, int], bytes] = {}
        self._cards: list[Card] = []
        """Those that have items: they are kept, so that no other can take their identity."""
        self._answers: dict[bytes, SumsAnswer | None] = {}

    def item(self, card: Card, zone: str, copies: int) -> bytes:
        """The item of copies of a card in a zone; the special one where no plain deck has them."""
        known = self._items.get((id(card), zone, copies))
        if known is None:
            self._cards.append(card)
            is_read = self._is_read is None or self._is_read(card)
            known = self._many.item(card, zone, copies) if is_read else SPECIAL
            self._items[id(card), zone, copies] = known
        return known

    def entered(self, deck: Deck) -> EnteredDeck:
        """A deck in memory with its items."""
        if not deck.entries or deck.is_open or deck.notes or deck.elsewhere:
            return EnteredDeck(deck, SPECIAL)
        known = self._items
        try:
            items = [SPECIAL if e.note else known[id(e.card), e.zone, e.quantity] for e in deck.entries]
        except KeyError:
            items = [
                SPECIAL if e.note or e.card is None else self.item(e.card, e.zone, e.quantity)
                for e in deck.entries
            ]
        return EnteredDeck(deck, b"".join(items))

    def reports(self, decks: "Sequence[EnteredDeck | KnownDeck]") -> Iterator[Report | None]:
        """Yields the report on each deck by its sums; None where its entries must be looked at."""
        for deck, found in zip(decks, self._many.sums_of([deck.items for deck in decks]), strict=True):
            answer = None if found is None else self._answer(*found, deck.entries_at)
            yield None if answer is None else self._report(answer, *deck.head)

    def _answer(
        self,
        packed: bytes,
        crowds: Mapping[int, Sequence[int]],
        entries_at: Callable[[Sequence[int]], Sequence[DeckEntry] | None],
    ) -> SumsAnswer | None:
        """The answer to the sums of a plain deck, with those of its items that are too many."""
        try:
            answer = self._answers[packed]
        except KeyError:
            found = self._sums.find(packed)
            answer = None
            if found is not None:
                issues = {place: tuple(map(issue_of, every)) for place, every in found.items() if every}
                answer = SumsAnswer(_verdict(issues), self._sums.counts(packed), issues)
            if len(self._answers) < _MOST_KEPT:
                self._answers[packed] = answer
        if answer is None or not crowds:
            return answer
        issues = answer.issues.copy()
        for limit, places in crowds.items():
            entries = entries_at(places)
            if entries is None:
                return None
            place, every = self._sums.find_crowd(limit, entries)
            issues[place] = tuple(map(issue_of, every))
        return SumsAnswer(_verdict(issues), answer.counts, issues)

    def _report(self, answer: SumsAnswer, path: str, name: str, read_as: str) -> Report:
        issues = answer.issues
        return Report(
            path,
            name,
            read_as,
            *self._judged_by,
            answer.verdict,
            answer.counts.copy(),
            tuple(chain.from_iterable(issues[place] for place in sorted(issues))) if issues else (),
            self._not_checked,
            self._notes,
        )


def _verdict(issues: Mapping[int, Iterable[Issue]]) -> str:
    return verdict_of(chain.from_iterable(issues.values()))
