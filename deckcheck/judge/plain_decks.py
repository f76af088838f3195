"""Plain decks, judged by their sums: all cards are certain, in counted zones, and not special.

Most decks of a folder are plain, and what their format finds in one follows from a few sums
(`rules.sums`). Where it does not, or the deck is not plain, the judge looks at its entries; tests
prove both ways equal.
"""

from collections.abc import Callable, Hashable, Sequence
from typing import NamedTuple

from db.cards.card import Card
from deckcheck.deck import Deck, DeckEntry
from deckcheck.report import Issue, Report, verdict_of
from deckcheck.rules.evaluate import Finding
from deckcheck.rules.findings import issue_of
from deckcheck.rules.requirement import by_card
from deckcheck.rules.sums import RuleSums

_MOST_KEPT = 50_000
"""Answers that are kept; decks with more different sums than these are asked for again."""


class SumsAnswer(NamedTuple):
    """The answer of the rules to some sums; `counts` are for a report to copy."""

    verdict: str
    counts: dict[str, int]
    issues: tuple[Issue, ...]


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
        self._main = main
        self._judged_by = judged_by
        self._not_checked = not_checked
        self._notes = notes
        self._is_read = is_read
        self.keys = by_card(sums.keys)
        """The keys under which copies of a card count, for each limit of copies."""
        self._known: dict[tuple[int, str], tuple[Card, int, tuple[Hashable, ...]]] = {}
        self._answers: dict[int, SumsAnswer | None] = {}

    def weight(self, entry: DeckEntry) -> int:
        """The packed counts of a copy of an entry's card; 0 where no plain deck has the entry."""
        card = entry.card
        if card is None or entry.quantity <= 0 or (self._is_read is not None and not self._is_read(card)):
            return 0
        return self._sums.weight(card, entry.zone)

    def answer(
        self,
        packed: int,
        keys: Sequence[tuple[Hashable, ...]],
        copies: Sequence[int],
        entries_at: Callable[[Sequence[int]], Sequence[DeckEntry] | None],
    ) -> SumsAnswer | None:
        """The answer to the sum of a plain deck with copies of these keys; None: look at its cards.

        `entries_at` gives the entries of those of them that are too many, by their places.
        """
        crowds = [
            _too_many(each, copies, one.limit)
            for one, each in zip(self._sums.limits, zip(*keys, strict=True), strict=True)
        ]
        if any(crowds):
            entries = [entries_at(places) for places in crowds]
            found = None if None in entries else self._sums.find(packed, [one or () for one in entries])
            return None if found is None else _answer(*found)
        try:
            return self._answers[packed]
        except KeyError:
            pass
        answer = _answer(*self._sums.find(packed, [()] * len(crowds)))
        if len(self._answers) < _MOST_KEPT:
            self._answers[packed] = answer
        return answer

    def report(
        self, answer: SumsAnswer, path: str, name: str, read_as: str, notes: tuple[str, ...] = ()
    ) -> Report:
        """The report of an answer, with notes on the deck behind those on all decks."""
        return Report(
            path,
            name,
            read_as,
            *self._judged_by,
            answer.verdict,
            answer.counts.copy(),
            answer.issues,
            self._not_checked,
            self._notes + notes if notes else self._notes,
        )

    def judge(self, deck: Deck, notes: tuple[str, ...] = ()) -> Report | None:
        """The report on a deck by its sums, with notes; None where its entries must be looked at."""
        entries = deck.entries
        if not entries or deck.is_open or deck.notes or deck.elsewhere:
            return None
        packed, quantities, keys, fills_main, known = 0, [], [], False, self._known
        for entry in entries:
            quantity, zone = entry.quantity, entry.zone
            found = known.get((id(entry.card), zone)) or self._learned(entry)
            if found is None or entry.note or quantity <= 0:
                return None
            packed += found[1] * quantity
            quantities.append(quantity)
            keys.append(found[2])
            fills_main = fills_main or zone == self._main
        if not fills_main:
            return None
        answer = self.answer(packed, keys, quantities, lambda places: [entries[n] for n in places])
        if answer is None:
            return None
        return self.report(answer, deck.path, deck.name, deck.read_as, notes)

    def _learned(self, entry: DeckEntry) -> tuple[Card, int, tuple[Hashable, ...]] | None:
        """The card of an entry with its packed counts and keys, kept; None where no plain deck has it."""
        weight = self.weight(entry)
        if entry.card is None or not weight:
            return None
        found = self._known[id(entry.card), entry.zone] = entry.card, weight, self.keys(entry.card)
        return found


def _answer(counts: dict[str, int], found: Sequence[Finding] | None) -> SumsAnswer | None:
    if found is None:
        return None
    issues = tuple(map(issue_of, found))
    return SumsAnswer(verdict_of(issues), counts, issues)


def _too_many(keys: Sequence[Hashable], copies: Sequence[int], limit: int) -> Sequence[int]:
    """The places of keys of which there are more copies than a limit; a key of None does not count.

    >>> _too_many(["Yoda (A)", "Boba Fett (A)", "Yoda (A)", None], [2, 3, 2, 9], 3)
    [0, 2]
    """
    if max(copies) <= limit and len(set(keys)) == len(keys):
        return ()
    sums: dict[Hashable, int] = {}
    for key, number in zip(keys, copies, strict=True):
        sums[key] = sums.get(key, 0) + number
    return [place for place, key in enumerate(keys) if key is not None and sums[key] > limit]
