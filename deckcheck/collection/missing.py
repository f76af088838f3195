"""The cards that decks need and the collection lacks, for all these decks built at once."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from db.cards.card import Card
from db.collection.decks import SavedDeck
from db.language import gettext as _
from db.sums import summed
from deckcheck.collection.holdings import Collection, reserved_copies
from deckcheck.decks.saved import certain_printing
from deckcheck.games.collecting import Collecting
from deckcheck.judge.opening import OpenedDeck
from deckcheck.judge.resolve import Resolution, Resolver
from deckcheck.show.csv_table import csv_table
from deckcheck.show.picked import picked
from importers.decks.deck_list import DeckLine

Key = tuple[int, int | None]


@dataclass(frozen=True, slots=True)
class Needed:
    """Copies or dice that decks need: the `reserved` are set aside for other decks, the `free` not."""

    needed: int
    owned: int
    reserved: int
    free: int
    missing: int


@dataclass(frozen=True, slots=True)
class NeededCard(Needed):
    """A card that decks need.

    With the same printing asked for, `printing` says which it is, and what is counted is of it.
    `dice` are those that the decks need with it, None of a card without.
    """

    card: Card
    printing: str | None
    decks: tuple[tuple[str, int], ...]
    dice: Needed | None = None

    @property
    def name(self) -> str:
        """The name of the card, with set and number of the printing where one is asked for."""
        return f"{self.card.name} [{self.printing}]" if self.printing else self.card.name

    @property
    def missing_dice(self) -> int:
        """The number of dice that are missing."""
        return self.dice.missing if self.dice else 0


@dataclass(frozen=True, slots=True)
class UnknownNeed:
    """Copies that a deck needs under a name that is unknown or may mean several cards.

    `reason` says so where it is a card, but one that is owned only within those `candidates`.
    """

    name: str
    deck: str
    quantity: int
    candidates: tuple[str, ...]
    suggestions: tuple[str, ...]
    reason: str | None = None

    @property
    def why(self) -> str:
        """The reason why it is not counted as a card."""
        if self.reason:
            return f"{self.reason}: {', '.join(self.candidates)}"
        return _("may be several cards") if self.candidates else _("unknown card")


@dataclass(frozen=True, slots=True)
class Missing:
    """The cards that decks need, and which of them are missing.

    `whole` is what a card stands for where cards come as one, like an objective set.
    """

    decks: tuple[str, ...]
    same_printing: bool
    cards: tuple[NeededCard, ...]
    unknown: tuple[UnknownNeed, ...]
    has_dice: bool = False
    whole: str | None = None

    @property
    def missing(self) -> int:
        """The number of copies that are missing, those of unknown cards included."""
        unknown = sum(need.quantity for need in self.unknown)
        return unknown + sum(card.missing for card in self.cards)

    @property
    def missing_dice(self) -> int:
        """The number of dice that are missing; those of unknown cards are not known."""
        return sum(card.missing_dice for card in self.cards)

    def post(self) -> str:
        """The missing cards as a text to post where cards are traded.

        Each line has the copies, the name and the sets in which the card is printed.
        """
        lines = []
        for card in self.cards:
            if card.missing or card.missing_dice:
                sets = card.printing or ", ".join(card.card.set_codes)
                # Some games tell cards of one name apart by their set, which the name then ends in.
                where = "" if card.card.name.endswith(f"({sets})") else f" ({sets})"
                lines.append(f"{_copies_and_dice(card)} {card.card.name}{where}")
        lines += [f"{need.quantity} x {need.name}" for need in self.unknown]
        return _("Looking for:\n") + "\n".join(lines) + "\n" if lines else _("Nothing is missing.\n")

    def rows(self) -> list[tuple[object, ...]]:
        """The needed cards as rows with a header, for a spreadsheet."""
        dice = ("needed", "owned", "free", "missing") if self.has_dice else ()
        counts = ("needed", "owned", "reserved", "free", "missing")
        columns = ("card", "printing", *counts, "sets", "decks", *(f"dice_{name}" for name in dice))
        rows: list[tuple[object, ...]] = [columns]
        for card in self.cards:
            decks = "; ".join(f"{name}: {copies}" for name, copies in card.decks)
            numbers = (getattr(card, name) for name in counts)
            of_dice = (getattr(card.dice, name, "") for name in dice)
            sets = " ".join(card.card.set_codes)
            rows.append((card.card.name, card.printing or "", *numbers, sets, decks, *of_dice))
        for need in self.unknown:
            row = (need.name, "", need.quantity, 0, 0, 0, need.quantity, "", need.deck)
            rows.append((*row, *("" for _ in dice)))
        return rows

    def csv(self, *, every: bool = False) -> str:
        """The missing cards as CSV; `every` needed one."""
        header, *rows = self.rows()
        places = [place for place, name in enumerate(header) if str(name).endswith("missing")]
        shown = [row for row in rows if every or any(row[place] for place in places)]
        return csv_table(header, shown, line_end="\n")

    def document(self) -> dict[str, Any]:
        """The cards as `deckcheck.missing/1`."""
        unknown_copies = sum(need.quantity for need in self.unknown)
        return {
            "schema": "deckcheck.missing/1",
            "decks": list(self.decks),
            "same_printing": self.same_printing,
            "totals": {
                "needed": unknown_copies + sum(card.needed for card in self.cards),
                "missing": self.missing,
                "unknown": unknown_copies,
                "dice_needed": sum(card.dice.needed for card in self.cards if card.dice),
                "dice_missing": self.missing_dice,
            },
            "cards": [
                {
                    **picked(one, "name=card.name printing side=card.side type=card.type"),
                    "sets": list(one.card.set_codes),
                    **picked(one, "needed owned reserved free missing"),
                    "dice": asdict(one.dice) if one.dice else None,
                    "decks": [{"name": deck, "quantity": copies} for deck, copies in one.decks],
                }
                for one in self.cards
            ],
            "unknown": [
                {
                    **picked(one, "name deck quantity"),
                    "candidates": list(one.candidates),
                    "suggestions": list(one.suggestions),
                    "reason": one.why,
                }
                for one in self.unknown
            ],
        }


@dataclass(slots=True)
class _Need:
    card: Card
    printing: str | None
    by_deck: Counter[str] = field(default_factory=Counter)
    dice: int = 0


def find_missing(
    decks: Sequence[OpenedDeck], collection: Collection, resolver: Resolver, *, same_printing: bool = False
) -> Missing:
    """The cards that these decks need, all built at once, and which are missing.

    Any printing of a card will do, unless `same_printing` asks for the one that a deck names. What
    is reserved for one of these decks is free for them. Cards that come within others, like those
    of an objective set, are needed with those and not by themselves.
    """
    needs = _Needs(resolver, same_printing=same_printing)
    for deck in decks:
        needs.add(deck)
    ours = frozenset(deck.saved.id for deck in decks if deck.saved)
    cards = _DeckShares(collection, ours, resolver.game.collecting).shared(needs.found)
    labels = tuple(deck.label for deck in decks)
    collecting = resolver.game.collecting
    return Missing(
        labels, same_printing, tuple(cards), tuple(needs.unknown), collecting.has_dice, collecting.whole
    )


class _Needs:
    """The cards that decks need, and the names that are unknown."""

    def __init__(self, resolver: Resolver, *, same_printing: bool) -> None:
        self.found: dict[Key, _Need] = {}
        self.unknown: list[UnknownNeed] = []
        self._resolver = resolver
        self._game = resolver.game
        self._same_printing = same_printing

    def add(self, deck: OpenedDeck) -> None:
        """Takes the lines of a deck."""
        wholes: list[tuple[Card, int]] = []
        parts: Counter[Card] = Counter()
        for line in deck.deck_list.lines:
            resolution = self._resolver.resolve_line(line)
            card = resolution.certain_card
            if card is None:
                names = tuple(dict.fromkeys(c.name for c in resolution.candidates))
                need = UnknownNeed(line.name, deck.label, line.quantity, names, resolution.suggestions)
                self.unknown.append(need)
            elif self._game.collecting.is_part(card):
                parts[card] += line.quantity
            else:
                wholes.append((card, line.quantity))
                self._count(deck.label, line, resolution, card)
        self._left_over(deck.label, wholes, parts)

    def _count(self, label: str, line: DeckLine, resolution: Resolution, card: Card) -> None:
        ident = certain_printing(resolution, line, self._resolver) if self._same_printing else None
        shown = resolution.printing if ident is not None else None
        place = f"{shown.set_code} {shown.number or ''}".strip() if shown else None
        need = self.found.setdefault((card.id or 0, ident), _Need(card, place))
        quantity, dice = self._game.needs(card, line.quantity, line.dice)
        need.by_deck[label] += quantity
        need.dice += dice

    def _left_over(self, label: str, wholes: Sequence[tuple[Card, int]], parts: Counter[Card]) -> None:
        """Parts that the deck lists without that in which they come."""
        collecting, cards = self._game.collecting, self._resolver.cards() if parts else ()
        by_title = {part.base_name: part for part in reversed(parts)}
        for title, quantity in summed((part.base_name, n) for part, n in parts.items()).items():
            part = by_title[title]
            brought = sum(n * collecting.copies_of(whole, part, cards) for whole, n in wholes)
            if quantity > brought:
                of = collecting.wholes_of(part, cards)
                names = tuple(whole.name for whole in of)
                reason = _("comes in an {whole} that the deck does not list", whole=collecting.whole)
                left = UnknownNeed(part.name, label, quantity - brought, names, (), reason)
                self.unknown.append(left)


class _DeckShares:
    """Gives out copies: to needs of a certain printing first, since others take what is left."""

    def __init__(self, collection: Collection, ours: frozenset[int], collecting: Collecting) -> None:
        decks = collection.stored.decks
        self._collection = collection
        self._collecting = collecting
        printings = _reserved_printings(decks, ours)
        copies, dice = (
            _Stock(
                collection.copies_by_printing(dice=dice),
                collection.copies_by_printing(dice=dice, here=True),
                reserved_copies(decks, but=ours, dice=dice),
                None if dice else printings,
            )
            for dice in (False, True)
        )
        self._copies, self._dice = copies, dice

    def shared(self, needs: dict[Key, _Need]) -> list[NeededCard]:
        order = sorted(needs, key=lambda key: key[1] is None)
        cards = [self._share(key, needs[key]) for key in order]
        return sorted(cards, key=lambda card: (card.card.name, card.printing or ""))

    def _share(self, key: Key, need: _Need) -> NeededCard:
        owned = self._collection.counts(key[0])
        copies = self._copies.give(key, need.by_deck.total(), owned.owned, owned.here)
        has_dice = self._collecting.dice(need.card)
        dice = self._dice.give(key, need.dice, owned.dice, owned.dice_here) if has_dice else None
        decks = tuple(need.by_deck.items())
        return NeededCard(**asdict(copies), card=need.card, printing=need.printing, decks=decks, dice=dice)


@dataclass(slots=True)
class _Stock:
    """Copies or dice to give out, each once: owned and here by printing, reserved by card and printing.

    Which printing is reserved is not kept of dice: all that are reserved of the card count.
    """

    owned: Counter[int]
    here: Counter[int]
    reserved: Counter[int]
    reserved_printings: Counter[int] | None
    taken: Counter[int] = field(default_factory=Counter)

    def give(self, key: Key, needed: int, owned: int, here: int) -> Needed:
        card, printing = key
        others = self.reserved[card]
        free = max(0, here - others - self.taken[card])
        if printing is not None:
            owned, left = self.owned[printing], self.here[printing]
            if self.reserved_printings is not None:
                others = self.reserved_printings[printing]
                left = max(0, left - others)
            free = min(free, left)
        taken = min(needed, free)
        self.taken[card] += taken
        return Needed(needed, owned, others, free, needed - taken)


def _reserved_printings(decks: Sequence[SavedDeck], but: frozenset[int]) -> Counter[int]:
    lines = (line for deck in decks if deck.id not in but for line in deck.facts.lines)
    return summed((line.printing_id, line.reserved) for line in lines if line.printing_id is not None)


def _copies_and_dice(card: NeededCard) -> str:
    """The copies missing of a card, like `1 x`, `1 x and 2 dice of`, `2 dice of`."""
    dice = card.missing_dice
    if not dice:
        return f"{card.missing} x"
    counted = f"{dice} {'die' if dice == 1 else 'dice'}"
    return (
        _("{missing} x and {counted} of", missing=card.missing, counted=counted)
        if card.missing
        else _("{counted} of", counted=counted)
    )


def deck_difference(
    first: OpenedDeck, second: OpenedDeck, resolver: Resolver
) -> list[tuple[str, str, int, int]]:
    """The differences of two decks: zone, card, and copies in the first and the second.

    Dice stand in rows of their own, after those of their card.
    """
    game = resolver.game
    counts: dict[tuple[str, str], list[int]] = defaultdict(lambda: [0, 0])
    for place, deck in enumerate((first, second)):
        for line in deck.deck_list.lines:
            card = resolver.resolve_line(line).certain_card
            zone = resolver.zone(line.zone)
            if card is None:
                counts[zone, line.name][place] += line.quantity
                continue
            zone = game.lists.place(card, zone)
            quantity, dice = game.needs(card, line.quantity, line.dice)
            counts[zone, card.name][place] += quantity
            if dice:
                counts[zone, f"{card.name}: dice"][place] += dice
    return [(zone, name, a, b) for (zone, name), (a, b) in sorted(counts.items()) if a != b]
