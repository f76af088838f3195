"""The fast lane: decks whose cards are all certain are judged by their sums.

Most decks of a folder are plain: each name is that of one card, all stand where their game has them
in a plain deck, nothing is to be noted. What the rules say of such a deck follows from a few sums,
and from which cards are in it. So the sums are made at once, and the rest of the work is left out
where it can say nothing:

- A rule that looks at cards one by one says which it never objects to (`clears`), once a card.
  Where it clears all cards of a deck, it is not asked.
- All other rules are asked through their own `check`, with a view that has the sums and makes the
  deck only where a rule looks at its cards.
- What a rule said is kept by sums where it did not look at cards: the same sums, the same answer.
- A game may have a few entries at which its rules always look, such as a team. These are made, and
  what rules see in them stands beside the sums; an answer that names one of them is not kept.

No rule is written a second time here, and any deck that is not plain goes the long way of `Judge`;
tests prove both ways equal.
"""

from collections.abc import Callable, Hashable, Iterable, Sequence
from operator import mul
from typing import NamedTuple

from db.cards.card import Card
from deckcheck.deck import Deck, DeckEntry, PlainSums
from deckcheck.games.game import Game, PlainDeck, QuickCounts, Rule
from deckcheck.report import Issue, Report, verdict_of

_MOST_KEPT = 50_000
"""Answers kept; with more different sums than these in a folder the rules are asked again."""


_Kept = tuple[tuple[Issue, ...] | None, ...]
_Sums = tuple[int, int, Hashable]
"""The packed sum, the most copies of a card, and the facts of the entries looked at closer."""


class SumsFinding(NamedTuple):
    """The finding of the rules about a deck; `counts` are for a report to copy."""

    verdict: str
    counts: dict[str, int]
    issues: tuple[Issue, ...]


class _ResolvedDeck(NamedTuple):
    """A deck that is there already, for rules that look at its cards."""

    whole: Deck
    sums: PlainSums

    def deck(self) -> Deck:
        return self.whole

    def copies(self) -> dict[str, int]:
        copies: dict[str, int] = {}
        for entry in self.whole.entries:
            if entry.card is not None:
                copies[entry.card.name] = copies.get(entry.card.name, 0) + entry.quantity
        return copies

    def entries_called(self, card: str) -> list[DeckEntry]:
        return [e for e in self.whole.entries if e.card is not None and e.card.name == card]

    def closer(self) -> list[DeckEntry]:
        return [self.whole.entries[place] for place in self.sums.closer]


class _Watched:
    """A plain deck that notes whether a rule looked at more than its sums."""

    __slots__ = ("_plain", "looked")

    def __init__(self, plain: PlainDeck) -> None:
        self._plain = plain
        self.looked = False

    def deck(self) -> Deck:
        self.looked = True
        return self._plain.deck()

    def copies(self) -> dict[str, int]:
        self.looked = True
        return self._plain.copies()

    def entries_called(self, card: str) -> list[DeckEntry]:
        self.looked = True
        return self._plain.entries_called(card)

    def closer(self) -> Sequence[DeckEntry]:
        return self._plain.closer()


def count(deck: Deck, game: Game) -> Deck:
    """The same deck with its sums, where it is plain and its game has quick counts."""
    sums = None if game.quick is None else _sums(deck, game.quick)
    if sums is not None:
        object.__setattr__(deck, "sums", sums)
    return deck


def _sums(deck: Deck, quick: QuickCounts) -> PlainSums | None:
    """The sums of a plain deck, None of any other; column by column, which is quicker."""
    entries = deck.entries
    if not entries or deck.is_open or any([entry.note for entry in entries]):  # noqa: C419 - quicker
        return None
    cards = [entry.card for entry in entries if entry.card is not None]
    if len(cards) < len(entries):
        return None
    weights = list(map(quick.weight, entries))
    quantities = [entry.quantity for entry in entries]
    if 0 in weights or 0 in quantities:
        return None  # a sum does not have no copies, and a rule may look for them
    looks_at = quick.looks_at
    closer = () if looks_at is None else [n for n, e in enumerate(entries) if looks_at(e)]
    most = most_copies(list(map(quick.counted_as, cards)), quantities)
    packed = sum(map(mul, weights, quantities))
    return PlainSums(packed, most, tuple(cards), tuple(closer))


def most_copies(cards: Sequence[str], copies: Iterable[int]) -> int:
    """The most copies of a card.

    >>> most_copies(["Yoda (A)", "Boba Fett (A)", "Yoda (A)"], [2, 3, 2])
    4
    """
    if len(set(cards)) == len(cards):
        return max(copies)
    sums: dict[str, int] = {}
    for card, number in zip(cards, copies, strict=True):
        sums[card] = sums.get(card, 0) + number
    return max(sums.values())


class FastLane:
    """The judge of plain decks by rules that are given in their order.

    A deck with a card that is not `is_read` has more in its report, and goes the long way.
    """

    def __init__(
        self,
        quick: QuickCounts,
        rules: Iterable[Rule],
        game: str,
        play_format: str,
        edition: str,
        day: str,
        not_checked: tuple[str, ...],
        notes: tuple[str, ...],
        is_read: Callable[[Card], bool] | None = None,
    ) -> None:
        self._quick = quick
        rules = tuple(rules)
        clearing = (getattr(rule, "clears", None) for rule in rules)
        self._clearing = tuple(one for one in (*clearing, is_read) if one is not None)
        self._checks = tuple(rule.check for rule in rules if not hasattr(rule, "clears"))
        self._cleared: dict[int, Card] = {}
        self._cleared_ids: set[int] = set()
        self._found: dict[_Sums, SumsFinding] = {}
        self._nothing: _Kept = (None,) * len(self._checks)
        self._partly: dict[_Sums, _Kept] = {}
        """The findings of rules that did not look at cards, where another rule did."""
        self._judged_by = (game, play_format, edition, day)
        self._beside = (not_checked, notes)

    def weight(self, entry: DeckEntry) -> int:
        """The packed counts of a copy of an entry's card; 0 where no plain deck has the entry."""
        if entry.card is None or entry.quantity <= 0:
            return 0
        return self._quick.weight(entry)

    def looks_at(self, entry: DeckEntry) -> bool:
        """Whether rules look at this entry in every plain deck that has it."""
        return self._quick.looks_at is not None and self._quick.looks_at(entry)

    def counted_as(self, card: Card) -> str:
        """The name under which copies of a card are counted together."""
        return self._quick.counted_as(card)

    def clears(self, card: Card) -> bool:
        """Whether no rule that looks at cards one by one ever objects to this one."""
        if id(card) in self._cleared:
            return True
        if not all(clears(card) for clears in self._clearing):
            return False
        self._cleared[id(card)] = card  # kept, so that no other can take its identity
        self._cleared_ids.add(id(card))
        return True

    def clears_all(self, sums: PlainSums) -> bool:
        """Whether that holds of all cards of a deck."""
        return sums.ids <= self._cleared_ids or all(map(self.clears, sums.cards))

    def finding(self, packed: int, most: int, plain: PlainDeck) -> SumsFinding | None:
        """The finding of the rules about a plain deck of cleared cards, with these sums.

        None where the main zone is empty, of which the judge itself has something to say.
        """
        facts = self._quick.facts
        key = packed, most, None if facts is None else facts(plain.closer())
        found = self._found.get(key)
        if found is not None:
            return found
        if not self._quick.fills_main(packed):
            return None
        every: list[Issue] = []
        kept: list[tuple[Issue, ...] | None] = []
        watched = _Watched(plain)
        view = self._quick.view(packed, most, watched)
        counts = dict(view.counts)
        for check, before in zip(self._checks, self._partly.get(key, self._nothing), strict=True):
            if before is not None:
                kept.append(before)
                every += before
                continue
            if watched.looked:  # a new view, to see whether this rule looks at cards too
                watched = _Watched(plain)
                view = self._quick.view(packed, most, watched)
            issues = tuple(check(view))
            names_cards = any(issue.cards for issue in issues)
            kept.append(None if watched.looked or names_cards else issues)
            every += issues
        found = SumsFinding(verdict_of(every), counts, tuple(every))
        if len(self._found) + len(self._partly) < _MOST_KEPT:
            if None in kept:
                self._partly[key] = tuple(kept)
            else:
                self._found[key] = found
        return found

    def report(
        self, found: SumsFinding, path: str, name: str, read_as: str, notes: tuple[str, ...] = ()
    ) -> Report:
        """The report of what was found, with the notes on all decks and those on this one."""
        not_checked, on_all = self._beside
        return Report(
            path,
            name,
            read_as,
            *self._judged_by,
            found.verdict,
            found.counts.copy(),
            found.issues,
            not_checked,
            on_all + notes if notes else on_all,
        )

    def judge(self, deck: Deck, notes: tuple[str, ...] = ()) -> Report | None:
        """The report on a deck by its sums, with notes; None where it has to go the long way."""
        sums = deck.sums
        if sums is None or deck.notes or not self.clears_all(sums):
            return None
        found = self._found.get((sums.packed, sums.most, None))
        found = found or self.finding(sums.packed, sums.most, _ResolvedDeck(deck, sums))
        return found and self.report(found, deck.path, deck.name, deck.read_as, notes)
