"""The fast lane: decks of which every card is certain are judged by their sums.

Most decks of a folder are plain: each name is that of one card, all stand in the main zone, nothing
is to be noted. What the rules say of such a deck follows from a few sums, and from which cards are
in it. So the sums are made at once, and the rest of the work is left out where it can say nothing:

- A rule that looks at cards one by one says which it never objects to (`clears`), once a card.
  Where it clears all cards of a deck, it is not asked.
- All other rules are asked through their own `check`, with a view that has the sums and makes the
  deck only where a rule looks at its cards.
- What they said is kept by sums where no rule looked at cards: the same sums get the same answer.

No rule is written a second time here, and any deck that is not plain goes the long way of `Judge`;
tests prove both ways equal.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from db.cards.card import Card
from deckcheck.deck import Deck, DeckEntry
from deckcheck.games.game import Game, PlainDeck, QuickCounts, Rule, View
from deckcheck.report import Issue, Report, verdict_of

_MOST_KEPT = 50_000
"""Answers kept; with more different sums than these in a folder the rules are asked again."""


class Sums(NamedTuple):
    """The counts of a plain deck: the packed sum, and the most copies of a card.

    `cards` are the identities of its cards, not their names: another catalogue may have another
    card of a name.
    """

    packed: int
    most: int
    cards: frozenset[int]


class SumsFinding(NamedTuple):
    """The finding of the rules about a deck; `counts` are for a report to copy."""

    verdict: str
    counts: dict[str, int]
    issues: tuple[Issue, ...]


@dataclass(frozen=True, slots=True)
class _ResolvedDeck:
    """A deck that is there already, for rules that look at its cards."""

    whole: Deck

    def deck(self) -> Deck:
        return self.whole

    def copies(self) -> dict[str, int]:
        copies: dict[str, int] = {}
        for entry in self.whole.entries:
            if entry.card is not None:
                copies[entry.card.name] = copies.get(entry.card.name, 0) + entry.quantity
        return copies

    def entries_called(self, card: str) -> list[DeckEntry]:
        return [entry for entry in self.whole.entries if entry.card_name == card]


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


def sums_of(deck: Deck, game: Game) -> Sums | None:
    """The sums of a plain deck; None where a deck is not plain or its game has no quick counts."""
    quick = game.quick
    entries = deck.entries
    if quick is None or not entries or deck.unread:
        return None
    main, weight = game.zones[0], quick.weight
    cards = []
    packed = 0
    for entry in entries:
        card = entry.card
        if card is None or entry.zone != main or entry.note:
            return None
        packed += entry.quantity * weight(card)
        cards.append(card)
    most = most_copies([card.name for card in cards], (entry.quantity for entry in entries))
    return Sums(packed, most, frozenset(map(id, cards)))


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
    """The judge of plain decks by rules that are given in their order."""

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
    ) -> None:
        self._quick = quick
        rules = tuple(rules)
        clearing = (getattr(rule, "clears", None) for rule in rules)
        self._clearing = tuple(clears for clears in clearing if clears is not None)
        self._checks = tuple(rule.check for rule in rules if not hasattr(rule, "clears"))
        self._cleared: dict[int, Card] = {}
        self._found: dict[tuple[int, int], SumsFinding] = {}
        self._judged_by = (game, play_format, edition, day)
        self._beside = (not_checked, notes)

    def weight(self, card: Card) -> int:
        """The packed counts of a copy of a card."""
        return self._quick.weight(card)

    def clears(self, card: Card) -> bool:
        """Whether no rule that looks at cards one by one ever objects to this one."""
        if id(card) in self._cleared:
            return True
        if not all(clears(card) for clears in self._clearing):
            return False
        self._cleared[id(card)] = card  # kept, so that no other can take its identity
        return True

    def clears_all(self, deck: Deck, sums: Sums) -> bool:
        """Whether that holds of all cards of a deck."""
        if self._cleared.keys() >= sums.cards:
            return True
        return all(entry.card is not None and self.clears(entry.card) for entry in deck.entries)

    def finding(self, packed: int, most: int, plain: PlainDeck) -> SumsFinding:
        """The finding of the rules about a plain deck of cleared cards, with these sums."""
        found = self._found.get((packed, most))
        if found is not None:
            return found
        watched = _Watched(plain)
        view = self._quick.view(packed, most, watched)
        issues = tuple(self._issues(view))
        found = SumsFinding(verdict_of(issues), dict(view.counts), issues)
        if not watched.looked and len(self._found) < _MOST_KEPT:
            self._found[packed, most] = found
        return found

    def _issues(self, view: View) -> Iterator[Issue]:
        for check in self._checks:
            yield from check(view)

    def report(self, found: SumsFinding, path: str, name: str, read_as: str) -> Report:
        """The report of what was found."""
        return Report(
            path, name, read_as, *self._judged_by, found.verdict, found.counts.copy(),
            found.issues, *self._beside,
        )  # fmt: skip

    def judge(self, deck: Deck, sums: Sums) -> Report | None:
        """The report on a plain deck; None where it has to go the long way."""
        if deck.notes or deck.named_format or not self.clears_all(deck, sums):
            return None
        found = self.finding(sums.packed, sums.most, _ResolvedDeck(deck))
        return self.report(found, deck.path, deck.name, deck.read_as)
