"""What decks need and the collection lacks, card by card, for all these decks built at once."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from db.cards import Card
from db.decks import SavedDeck
from deckcheck.collection import Collection, reserved_copies
from deckcheck.resolve import Resolver
from deckcheck.saved_decks import OpenedDeck, certain_card, certain_printing

Key = tuple[int, int | None]


@dataclass(frozen=True, slots=True)
class NeededCard:
    """A card that decks need: `reserved` copies are set aside for other decks, `free` are not.

    With the same printing asked for, `printing` says which it is, and what is counted is of it.
    """

    card: Card
    printing: str | None
    needed: int
    owned: int
    reserved: int
    free: int
    missing: int
    decks: tuple[tuple[str, int], ...]

    @property
    def name(self) -> str:
        """The name of the card, with set and number of the printing where one is asked for."""
        return f"{self.card.name} [{self.printing}]" if self.printing else self.card.name


@dataclass(frozen=True, slots=True)
class UnknownNeed:
    """Copies that a deck needs of something that is no known card, or of several."""

    name: str
    deck: str
    quantity: int
    candidates: tuple[str, ...]
    suggestions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Missing:
    """What decks need, and what of it is missing."""

    decks: tuple[str, ...]
    same_printing: bool
    cards: tuple[NeededCard, ...]
    unknown: tuple[UnknownNeed, ...]

    @property
    def missing(self) -> int:
        """The number of copies that are missing, those of unknown cards included."""
        unknown = sum(need.quantity for need in self.unknown)
        return unknown + sum(card.missing for card in self.cards)


@dataclass(slots=True)
class _Need:
    card: Card
    printing: str | None
    by_deck: Counter[str] = field(default_factory=Counter)


def find_missing(
    decks: Sequence[OpenedDeck],
    collection: Collection,
    resolver: Resolver,
    *,
    same_printing: bool = False,
) -> Missing:
    """What these decks need, all built at once, and what is missing of it.

    Any printing of a card will do, unless `same_printing` asks for the one that a deck names. What
    is reserved for one of these decks is free for them.
    """
    needs: dict[Key, _Need] = {}
    unknown: list[UnknownNeed] = []
    for deck in decks:
        for line in deck.deck_list.lines:
            found = resolver.resolve_name(line.name, line.set_code, line.image_key)
            card = certain_card(found)
            if card is None:
                names = tuple(dict.fromkeys(c.name for c in found.candidates))
                need = UnknownNeed(line.name, deck.label, line.quantity, names, found.suggestions)
                unknown.append(need)
                continue
            ident = certain_printing(found, line.name, line.set_code) if same_printing else None
            shown = found.printing if ident is not None else None
            place = f"{shown.set_code} {shown.number or ''}".strip() if shown else None
            need_ = needs.setdefault((card.id or 0, ident), _Need(card, place))
            need_.by_deck[deck.label] += line.quantity
    ours = frozenset(deck.saved.id for deck in decks if deck.saved)
    cards = _Shares(collection, ours).shared(needs)
    labels = tuple(deck.label for deck in decks)
    return Missing(labels, same_printing, tuple(cards), tuple(unknown))


class _Shares:
    """Gives out copies: to needs of a certain printing first, since others take what is left."""

    def __init__(self, collection: Collection, ours: frozenset[int]) -> None:
        decks = collection.stored.decks
        self._collection = collection
        self._reserved = reserved_copies(decks, but=ours)
        self._reserved_printings = _reserved_printings(decks, ours)
        self._copies = collection.copies_by_printing()
        self._taken: Counter[int] = Counter()

    def shared(self, needs: dict[Key, _Need]) -> list[NeededCard]:
        order = sorted(needs, key=lambda key: key[1] is None)
        cards = [self._share(key, needs[key]) for key in order]
        return sorted(cards, key=lambda card: (card.card.name, card.printing or ""))

    def _share(self, key: Key, need: _Need) -> NeededCard:
        card, printing = key
        needed = need.by_deck.total()
        owned, others = self._collection.counts(card).owned, self._reserved[card]
        free = max(0, owned - others - self._taken[card])
        if printing is not None:
            owned, others = self._copies[printing], self._reserved_printings[printing]
            free = min(free, max(0, owned - others))
        taken = min(needed, free)
        self._taken[card] += taken
        by_deck = tuple(need.by_deck.items())
        return NeededCard(
            need.card, need.printing, needed, owned, others, free, needed - taken, by_deck
        )


def _reserved_printings(decks: Sequence[SavedDeck], but: frozenset[int]) -> Counter[int]:
    copies: Counter[int] = Counter()
    for deck in decks:
        for line in deck.facts.lines:
            if deck.id not in but and line.printing_id is not None:
                copies[line.printing_id] += line.reserved
    return copies


def trade_post(missing: Missing) -> str:
    """What is missing as a text to post where cards are traded.

    Each line has the copies, the name and the sets in which the card is printed.
    """
    lines = []
    for card in missing.cards:
        if card.missing:
            sets = card.printing or ", ".join(card.card.set_codes)
            lines.append(f"{card.missing} x {card.card.name} ({sets})")
    lines += [f"{need.quantity} x {need.name}" for need in missing.unknown]
    return "Looking for:\n" + "\n".join(lines) + "\n" if lines else "Nothing is missing.\n"


def csv_rows(missing: Missing) -> list[tuple[object, ...]]:
    """What is needed as rows with a header, for a spreadsheet."""
    header = ("card", "printing", "needed", "owned", "reserved", "free", "missing", "sets", "decks")
    rows: list[tuple[object, ...]] = [header]
    for card in missing.cards:
        decks = "; ".join(f"{name}: {copies}" for name, copies in card.decks)
        rows.append(
            (card.card.name, card.printing or "", card.needed, card.owned, card.reserved,
             card.free, card.missing, " ".join(card.card.set_codes), decks)
        )  # fmt: skip
    for need in missing.unknown:
        row = (need.name, "", need.quantity, 0, 0, 0, need.quantity, "", need.deck)
        rows.append(row)
    return rows


def deck_difference(
    first: OpenedDeck, second: OpenedDeck, resolver: Resolver
) -> list[tuple[str, str, int, int]]:
    """Zone, card, and copies in the first and the second deck, where they differ."""
    counts: dict[tuple[str, str], list[int]] = defaultdict(lambda: [0, 0])
    for place, deck in enumerate((first, second)):
        for line in deck.deck_list.lines:
            card = certain_card(resolver.resolve_name(line.name, line.set_code, line.image_key))
            name = card.name if card else line.name
            counts[resolver.zone(line.zone), name][place] += line.quantity
    return [(zone, name, a, b) for (zone, name), (a, b) in sorted(counts.items()) if a != b]
