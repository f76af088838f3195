"""A repair gone through: names that are no card for certain, then changes, accepted or rejected."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from db.cards.card import Card
from deckcheck.decks.edit import CardChange, LinePlace, places_of
from deckcheck.games import get_game
from deckcheck.judge.resolve import Resolver
from deckcheck.repair.problem import Conditions
from deckcheck.repair.result import Plan, Repair, RepairChange
from deckcheck.rules.slot import Slot, slots_of
from importers.decks.deck_list import DeckList


@dataclass(frozen=True, slots=True)
class OpenName:
    """A name that is no card for certain: its copies, and its candidates, the likeliest first.

    Of an ambiguous name these are its versions, of an unknown one cards that are spelt nearly so.
    """

    name: str
    copies: int
    candidates: tuple[Card, ...]
    is_ambiguous: bool


def open_names(
    deck_list: DeckList, resolver: Resolver, find: Callable[[str], Sequence[Card]]
) -> Iterator[OpenName]:
    """Yields the names of a deck list that are no card for certain and may be one, each once."""
    found: dict[str, OpenName] = {}
    for place in _open_places(deck_list, resolver):
        entry = place.entry
        near = (card for name in entry.suggestions for card in find(name))
        candidates = tuple(dict.fromkeys(entry.candidates or near))
        known = found.get(entry.name)
        copies = entry.quantity + (known.copies if known else 0)
        if candidates:
            found[entry.name] = OpenName(entry.name, copies, candidates, bool(entry.candidates))
    yield from found.values()


def named(
    deck_list: DeckList, meant: Mapping[str, Card], resolver: Resolver
) -> tuple[DeckList, tuple[CardChange, ...]]:
    """The deck list with the cards that names mean, and the changes that say so in its file."""
    lines, changes = list(deck_list.lines), list[CardChange]()
    for place in _open_places(deck_list, resolver):
        card = meant.get(place.entry.name)
        if card is None:
            continue
        line, zone = place.line, resolver.game.lists.place(card, place.entry.zone)
        lines[place.index] = line._replace(name=card.name, set_code=None, number=None, card_id=None)
        changes.append(CardChange(line.name, place.entry.zone, -line.quantity))
        changes.append(CardChange(card.name, zone, line.quantity, card))
    return deck_list._replace(lines=tuple(lines)), tuple(changes)


def _open_places(deck_list: DeckList, resolver: Resolver) -> Iterator[LinePlace]:
    for place in places_of(deck_list, resolver):
        if place.entry.card is None:
            yield place


Solve = Callable[[Conditions], Repair]


@dataclass(slots=True)
class RepairDialog:
    """The present plan, its accepted changes, and every step before.

    What is rejected is solved again without it; what was accepted stays. Steps that leave no legal
    deck are refused: the plan stays as it was.
    """

    solve: Solve
    conditions: Conditions
    repair: Repair = field(init=False)
    _accepted: frozenset[Slot] = frozenset()
    _before: list[tuple[Conditions, frozenset[Slot], Repair]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.repair = self.solve(self.conditions)

    @property
    def plan(self) -> Plan | None:
        """The present plan."""
        return self.repair.plan

    @property
    def open_changes(self) -> tuple[RepairChange, ...]:
        """The changes that wait for an answer, cards that leave first."""
        return tuple(change for change in self._changes() if change.slot not in self._accepted)

    def accept(self, change: RepairChange) -> None:
        """Makes sure that a change stays, whatever else is rejected."""
        self._keep_step()
        self._accept(change)

    def accept_all(self) -> None:
        """Accepts all changes that wait, in one step."""
        self._keep_step()
        for change in self.open_changes:
            self._accept(change)

    def reject(self, change: RepairChange) -> bool:
        """Solves again without a change; returns whether there is a legal deck without it."""
        found = self.without(change)
        if found is None:
            return False
        self._keep_step()
        self.conditions, self.repair = found
        return True

    def pin(self, name: str) -> bool:
        """Solves again with no copy of a card leaving; returns whether that gives a legal deck."""
        conditions = replace(self.conditions, keep=self.conditions.keep | {name})
        repair = self.solve(conditions)
        if repair.plan is None:
            return False
        self._keep_step()
        self.conditions, self.repair = conditions, repair
        return True

    def undo(self) -> bool:
        """Takes the last step back; returns whether there was one."""
        if not self._before:
            return False
        self.conditions, self._accepted, self.repair = self._before.pop()
        return True

    def instead_of(self, change: RepairChange) -> tuple[RepairChange, ...] | None:
        """The changes that would come for a rejected one; None where no legal deck is left."""
        found = self.without(change)
        if found is None or found[1].plan is None:
            return None
        known = {(one.slot, one.quantity) for one in self._changes()}
        plan = found[1].plan
        return tuple(c for c in (*plan.out, *plan.put_in) if (c.slot, c.quantity) not in known)

    def without(self, change: RepairChange) -> tuple[Conditions, Repair] | None:
        """The conditions and the repair without a change; None where no legal deck is left."""
        if change.slot is None:  # a name that is no card goes as a whole, or stays
            return None
        slot, conditions = change.slot, self.conditions
        have = self._copies(change)
        if self._comes_in(change):
            conditions = replace(conditions, most={**conditions.most, slot: have})
        else:
            conditions = replace(conditions, least={**conditions.least, slot: have})
        repair = self.solve(conditions)
        return None if repair.plan is None else (conditions, repair)

    def _changes(self) -> tuple[RepairChange, ...]:
        return () if self.plan is None else (*self.plan.out, *self.plan.put_in)

    def _comes_in(self, change: RepairChange) -> bool:
        return self.plan is not None and change in self.plan.put_in

    def _copies(self, change: RepairChange) -> int:
        """The copies of a slot in the deck as it was."""
        now = self._planned().get(change.slot, 0) if change.slot else 0
        return now - change.quantity if self._comes_in(change) else now + change.quantity

    def _planned(self) -> Mapping[Slot, int]:
        if self.plan is None:
            return {}
        return slots_of(self.plan.deck.entries, get_game(self.plan.deck.game).zones)

    def _keep_step(self) -> None:
        self._before.append((self.conditions, self._accepted, self.repair))

    def _accept(self, change: RepairChange) -> None:
        if change.slot is None:
            return
        now, slot, conditions = self._planned().get(change.slot, 0), change.slot, self.conditions
        if self._comes_in(change):
            conditions = replace(conditions, least={**conditions.least, slot: now})
        else:
            conditions = replace(conditions, most={**conditions.most, slot: now})
        self.conditions, self._accepted = conditions, self._accepted | {slot}
