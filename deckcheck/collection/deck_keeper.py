"""Saved decks: saved, renamed, deleted, and copies reserved for them, each as one batch."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from db.arguments import checked
from db.cards.names import shows_something
from db.collection.decks import DeckChange, DeckFacts, SavedDeck
from db.collection.history import DeckVersion, LedgerBatch, deck_versions
from db.collection.holdings import HoldingChange
from db.collection.read import StoredCollection, read_decks
from db.errors import DeckNameTakenError
from db.language import gettext as _
from deckcheck.collection.holdings import Collection, reserved_by_card, reserved_copies
from deckcheck.collection.lending import plan_renamed
from deckcheck.decks.saved import change_decks, deck_facts, released
from deckcheck.errors import DeckVersionNotFoundError, RefusedError
from deckcheck.judge.opening import OpenedDeck, as_deck_list, find_saved, get_saved
from deckcheck.judge.resolve import Resolver
from importers.decks.deck_list import DeckList


def reserved(
    collection: Collection,
    facts: DeckFacts,
    resolver: Resolver,
    ours: Iterable[int] = (),
    others: Sequence[DeckFacts] = (),
) -> DeckFacts:
    """The deck with as many copies and dice reserved as are free, line by line.

    What is reserved for the saved decks `ours` counts as free, but not what `others` have reserved.
    """
    idents = {line.card_id for line in facts.lines if line.card_id is not None}
    cards = {card.id: card for card in resolver.get_cards(sorted(idents))}
    decks, but = collection.stored.decks, frozenset(ours)
    kept, kept_dice = (
        sum((reserved_by_card(one, dice=dice) for one in others), reserved_copies(decks, but=but, dice=dice))
        for dice in (False, True)
    )
    left = {n: max(0, collection.counts(n).here - kept[n]) for n in idents}
    left_dice = {n: max(0, collection.counts(n).dice_here - kept_dice[n]) for n in idents}
    lines = []
    for line in facts.lines:
        ident = line.card_id
        if ident is None:
            lines.append(line)
            continue
        quantity, dice = resolver.game.needs(cards[ident], line.quantity, line.dice)
        count, dice = min(quantity, left[ident]), min(dice, left_dice[ident])
        left[ident] -= count
        left_dice[ident] -= dice
        lines.append(line._replace(reserved=count, reserved_dice=dice))
    return facts._replace(lines=tuple(lines))


@dataclass(frozen=True, slots=True)
class DeckKept:
    """The result of changing a saved deck: the batch, None where nothing changed, and its facts."""

    batch: LedgerBatch | None
    facts: DeckFacts


@checked
class DeckKeeper:
    """The saved decks of one game."""

    def __init__(self, path: Path, resolver: Resolver) -> None:
        self._path = path
        self._resolver = resolver
        self._game = resolver.game.code

    def list(self) -> tuple[SavedDeck, ...]:
        """The saved decks of the game."""
        return read_decks(self._path, self._game)

    def get(self, name: str) -> SavedDeck:
        """The saved deck of that name; raises `DeckNotFoundError`."""
        return get_saved(self.list(), name)

    def versions(self, name: str) -> tuple[DeckVersion, ...]:
        """The versions of a saved deck, newest first; raises `DeckNotFoundError`."""
        return deck_versions(self._path, self.get(name).id)

    def version(self, name: str, batch: int) -> DeckVersion:
        """The version of a saved deck after a batch; raises `DeckVersionNotFoundError`."""
        versions = self.versions(name)
        for found in versions:
            if found.batch == batch:
                return found
        raise DeckVersionNotFoundError(name, batch, [one.batch for one in versions])

    def save(
        self,
        deck_list: DeckList,
        name: str,
        *,
        reserve: bool = False,
        force: bool = False,
        seen: str | None = None,
    ) -> DeckKept:
        """Saves a deck list under a name; with `reserve` the copies that are free are reserved.

        Raises `DeckNameTakenError` where there is one of that name, unless `force`. `seen` is the
        state of the deck that is replaced: raises `ChangedMeanwhileError` where it is another.
        """
        called = _checked_name(name)
        facts = deck_facts(deck_list, called, self._game, self._resolver)

        def work(stored: StoredCollection) -> Sequence[DeckChange]:
            there = find_saved(stored.decks, called)
            if there and not force:
                raise DeckNameTakenError(there.facts.name)
            ident = there.id if there else None
            ours = [] if ident is None else [ident]
            kept = facts
            if reserve:
                kept = reserved(Collection(stored), facts, self._resolver, ours)
            return [DeckChange(ident, kept)]

        base = None if seen is None else {called: seen}
        batch = change_decks(self._path, self._game, f"deck save {called}", work, base)
        return DeckKept(batch, facts)

    def edit(self, name: str, edit: Callable[[DeckList], DeckList]) -> LedgerBatch | None:
        """Edits a saved deck as it is by then; copies are reserved anew where some were."""

        def edited(deck: SavedDeck, stored: StoredCollection) -> DeckFacts:
            new = edit(as_deck_list(deck.facts))
            facts = deck_facts(new, deck.facts.name, self._game, self._resolver)
            if not deck.facts.reserved:
                return facts
            return reserved(Collection(stored), facts, self._resolver, [deck.id])

        return self._change(name, f"deck save {name}", edited)

    def rename(self, old: str, new: str, *, seen: str | None = None) -> LedgerBatch | None:
        """Gives a saved deck another name, also where it is lent."""
        called = _checked_name(new)

        def copies(stored: StoredCollection) -> Sequence[HoldingChange]:
            there = get_saved(stored.decks, old).facts.name
            return tuple(plan_renamed(Collection(stored), there, called))

        return self._change(
            old,
            f"deck rename {old} to {called}",
            lambda deck, _stored: deck.facts._replace(name=called),
            seen,
            copies,
        )

    def delete(self, name: str, *, seen: str | None = None) -> LedgerBatch | None:
        """Deletes a saved deck; its copies are free again."""
        return self._change(name, f"deck delete {name}", lambda _deck, _stored: None, seen)

    def delete_all(self, seen: Mapping[str, str]) -> LedgerBatch | None:
        """Deletes the decks of these names, each in the state that was seen, as one batch."""

        def work(stored: StoredCollection) -> Sequence[DeckChange]:
            return [DeckChange(get_saved(stored.decks, name).id, None) for name in seen]

        what = next(iter(seen)) if len(seen) == 1 else _("{count} decks", count=len(seen))
        return change_decks(self._path, self._game, f"deck delete {what}", work, seen)

    def reserve(self, name: str) -> LedgerBatch | None:
        """Reserves for a saved deck the copies that no other deck has reserved."""
        return self._change(
            name,
            f"deck reserve {name}",
            lambda deck, stored: reserved(Collection(stored), deck.facts, self._resolver, [deck.id]),
        )

    def release(self, name: str) -> LedgerBatch | None:
        """Releases the copies that are reserved for a saved deck."""
        return self._change(name, f"deck release {name}", lambda deck, _stored: released(deck.facts))

    def as_saved(self, deck: OpenedDeck, stored: StoredCollection) -> OpenedDeck:
        """The saved deck with the name and the contents of a file's deck, else the deck as given.

        A saved deck as it is saved now: it may have changed since it was opened.
        """
        if deck.saved is not None:
            return deck._replace(saved=get_saved(stored.decks, deck.saved.facts.name))
        saved = find_saved(stored.decks, deck.name)
        if saved is None:
            return deck
        facts = deck_facts(deck.deck_list, deck.name, self._game, self._resolver)
        same = released(saved.facts).lines == released(facts).lines
        return deck._replace(saved=saved) if same else deck

    def build(self, decks: Iterable[OpenedDeck], command: str) -> LedgerBatch | None:
        """Saves decks that are files, and reserves free copies for all, one after another."""
        once = {deck.label: deck for deck in decks}.values()

        def work(stored: StoredCollection) -> Sequence[DeckChange]:
            collection, changes = Collection(stored), []
            known = [self.as_saved(deck, stored) for deck in once]
            ours = frozenset(deck.saved.id for deck in known if deck.saved)
            built: list[DeckFacts] = []
            for deck in known:
                there = deck.saved
                if there is None and find_saved(stored.decks, deck.name):
                    raise DeckNameTakenError(deck.name)
                facts = (
                    there.facts
                    if there
                    else deck_facts(deck.deck_list, deck.name, self._game, self._resolver)
                )
                built.append(reserved(collection, facts, self._resolver, ours, built))
                changes.append(DeckChange(there.id if there else None, built[-1]))
            return changes

        return change_decks(self._path, self._game, command, work)

    def _change(
        self,
        name: str,
        command: str,
        make: Callable[[SavedDeck, StoredCollection], DeckFacts | None],
        seen: str | None = None,
        copies: Callable[[StoredCollection], Sequence[HoldingChange]] = lambda _stored: (),
    ) -> LedgerBatch | None:
        def work(stored: StoredCollection) -> Sequence[DeckChange]:
            deck = get_saved(stored.decks, name)
            return [DeckChange(deck.id, make(deck, stored))]

        base = None if seen is None else {name: seen}
        return change_decks(self._path, self._game, command, work, base, copies)


def _checked_name(name: str) -> str:
    called = name.strip()
    if not shows_something(called):
        raise RefusedError(_("{name!r} is no name for a saved deck", name=name))
    return called
