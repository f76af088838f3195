"""From counts of copies to the changes of a deck, each with its reasons, and the changed deck."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from db.cards.card import Card
from db.sums import summed
from deckcheck.deck import Deck, DeckEntry
from deckcheck.games.game import Game
from deckcheck.repair.prepared import PreparedCards
from deckcheck.repair.problem import Conditions, order_of
from deckcheck.repair.result import Plan, RepairChange
from deckcheck.repair.seats import ALONE, of_seat, seated
from deckcheck.rules.compiled import Limit, Total, violated
from deckcheck.rules.slot import Slot, slots_of


@dataclass(frozen=True, slots=True)
class RepairedDeck:
    """A deck to repair: as it is, without names that go, and the copies of its cards.

    `owned` gives the copies of a card that the player has.
    """

    prepared: PreparedCards
    deck: Deck
    owned: Callable[[Card], int] | None = None
    drop_unknown: bool = False
    seat: str = ALONE

    @property
    def kept(self) -> Deck:
        """The deck with stated dice, without names that are no card for certain where these go."""
        deck = _with_dice(self.deck, self.prepared.judge.game)
        return _without_unknown(deck) if self.drop_unknown else deck

    def copies(self) -> dict[Slot, int]:
        """The copies of its known cards."""
        found = slots_of(self.kept.entries, self.prepared.judge.game.zones)
        return {seated(slot, self.seat): n for slot, n in found.items()}

    def unknown(self) -> dict[Slot, int]:
        """The names that are no card for certain, as cards of what is common to all they may be."""
        found = _unknown_slots(self.kept, self.prepared.judge.game)
        return {seated(slot, self.seat): n for slot, n in found.items()}

    def plan(
        self,
        before: Mapping[Slot, int],
        after: Mapping[Slot, int],
        unknown: Mapping[Slot, int],
        conditions: Conditions,
    ) -> Plan:
        """The changes that lead from counts to others, those of other seats left out."""
        have, now = of_seat(before, self.seat), of_seat(after, self.seat)
        reasons = _Reasons(self.prepared, after, unknown)
        out: list[RepairChange] = []
        put_in: list[RepairChange] = []
        for slot in sorted({*now, *have}, key=order_of):
            step = now.get(slot, 0) - have.get(slot, 0)
            if step:
                why = reasons.of(seated(slot, self.seat), -1 if step > 0 else 1)
                change = self._change(slot, abs(step), why, conditions)
                (put_in if step > 0 else out).append(change)
        dropped = list(_dropped(self.deck)) if self.drop_unknown else []
        changed = changed_deck(self.kept, now, self.prepared.judge.game)
        return Plan((*dropped, *out), tuple(put_in), changed)

    def _change(
        self, slot: Slot, quantity: int, why: tuple[str, ...], conditions: Conditions
    ) -> RepairChange:
        owned = free = None
        if self.owned is not None:
            owned = self.owned(slot.card)
            free = conditions.free_copies(slot.card)
        return RepairChange(slot.card.name, quantity, slot.zone, why, owned, free, slot.card, slot)


@dataclass(frozen=True)
class _Reasons:
    """Why copies come and go: the rules that other counts would break."""

    prepared: PreparedCards
    copies: Mapping[Slot, int]
    unknown: Mapping[Slot, int]

    def of(self, slot: Slot, step: int) -> tuple[str, ...]:
        """The rules that would be broken if one copy of a change did not happen.

        Those that the text of a card lifts seem to be broken either way.
        """
        other = self._broken({**self.copies, slot: self.copies.get(slot, 0) + step})
        codes = tuple(code for code in dict.fromkeys(other) if code not in self._lifted)
        return codes or tuple(dict.fromkeys(other)) or ("asked",)

    @cached_property
    def _lifted(self) -> frozenset[str]:
        """The rules that the repaired deck seems to break, so that the text of a card lifts them."""
        return frozenset(self._broken(self.copies))

    def _broken(self, copies: Mapping[Slot, int]) -> list[str]:
        found = (
            *violated(self.prepared.limits, copies),
            *violated(self.prepared.totals, {**copies, **self.unknown}),
        )
        return [one.code for one in found if isinstance(one, Limit | Total)]


def changed_deck(deck: Deck, copies: Mapping[Slot, int], game: Game) -> Deck:
    """The deck with these counts: lines change where they are, new cards come at the end."""
    left = dict(copies)
    entries: list[DeckEntry] = []
    for entry in deck.entries:
        if entry.card is None or entry.zone not in game.zones:
            entries.append(entry)
            continue
        each = None if entry.dice is None else entry.dice // max(1, entry.quantity)
        slot = Slot(entry.zone, entry.card, each)
        stays = min(entry.quantity, left.get(slot, 0))
        left[slot] = left.get(slot, 0) - stays
        if stays:
            dice = None if each is None else each * stays
            entries.append(entry._replace(quantity=stays, dice=dice))
    places = {Slot(e.zone, e.card, None): n for n, e in reversed(list(enumerate(entries))) if e.card}
    for slot in sorted((s for s, n in left.items() if n > 0), key=order_of):
        place = places.get(slot)
        if place is not None and entries[place].dice is None:
            entry = entries[place]
            entries[place] = entry._replace(quantity=entry.quantity + left[slot])
            continue
        dice = None if slot.dice is None else slot.dice * left[slot]
        printing = slot.card.printings[0] if slot.card.printings else None
        entries.append(DeckEntry(left[slot], slot.card.name, slot.zone, None, slot.card, printing, dice=dice))
    return replace(deck, entries=tuple(entries))


def _with_dice(deck: Deck, game: Game) -> Deck:
    """The deck with cards and dice apart: `2 Kylo Ren` is one card that brings two."""
    entries = []
    for entry in deck.entries:
        if entry.card is not None and entry.dice is None and game.lists.dice_forms(entry.card) != (None,):
            cards, dice = game.lists.cards_and_dice(entry.card, entry.quantity)
            entries.append(entry._replace(quantity=cards, dice=dice))
        else:
            entries.append(entry)
    return replace(deck, entries=tuple(entries))


def _without_unknown(deck: Deck) -> Deck:
    return replace(deck, entries=tuple(e for e in deck.entries if e.card is not None))


def _dropped(deck: Deck) -> Iterator[RepairChange]:
    """The names that are no card for certain, as changes: all their copies go."""
    for entry in deck.entries:
        if entry.card is None:
            code = "ambiguous-card" if entry.candidates else "unknown-card"
            yield RepairChange(entry.name, entry.quantity, entry.zone, (code,))


def _unknown_slots(deck: Deck, game: Game) -> dict[Slot, int]:
    """The names that are no card for certain, as cards with what is common to all they may be."""
    unknown = (entry for entry in deck.entries if entry.card is None and entry.zone in game.zones)
    return summed((Slot(one.zone, _in_common(one, game.code)), one.quantity) for one in unknown)


def _in_common(entry: DeckEntry, game: str) -> Card:
    """A card that is what all candidates of an entry are; of no side and type where they differ."""
    sides = {card.side for card in entry.candidates}
    types = {card.type for card in entry.candidates}
    name = f"? {entry.name}"
    return Card(
        game,
        name,
        name,
        None,
        None,
        sides.pop() if len(sides) == 1 else None,
        types.pop() if len(types) == 1 else "",
        None,
        None,
        None,
        None,
        None,
    )
