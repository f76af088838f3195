"""Repaired decks written: into a file in the deck's own format, or saved under a name."""

import os
from collections.abc import Callable
from pathlib import Path

from db.cards.lookup import Catalogue
from db.collection.history import LedgerBatch
from deckcheck.collection.deck_keeper import DeckKeeper
from deckcheck.decks.convert import converted, format_to_write
from deckcheck.decks.edit import CardChange, edited_file, edited_list
from deckcheck.decks.saved import deck_state
from deckcheck.judge.opening import OpenedDeck
from deckcheck.judge.resolve import Resolver
from deckcheck.repair.result import Plan, RepairChange
from importers.decks.deck_list import DeckList
from importers.decks.editing import editable_deck, find_editor
from importers.decks.reading import parse_deck, read_bytes
from importers.decks.writing import save_deck
from importers.errors import UneditableDeckError


def card_changes(plan: Plan) -> tuple[CardChange, ...]:
    """The changes of a plan as decks are edited: those that leave first."""
    out = [_card_change(change, -1) for change in plan.out]
    return (*out, *(_card_change(change, 1) for change in plan.put_in))


def _card_change(change: RepairChange, sign: int) -> CardChange:
    """A change as a typed list would state it: of cards with dice, the dice count."""
    dice = None if change.slot is None else change.slot.dice
    copies = change.quantity * (dice or 1)
    return CardChange(change.name, change.zone, sign * copies, change.card)


def write_repaired(
    deck: OpenedDeck,
    plan: Plan,
    target: Path,
    resolver: Resolver,
    catalogue: Callable[[], Catalogue],
    *,
    read_as: str | None = None,
    force: bool = False,
    meant: tuple[CardChange, ...] = (),
) -> tuple[str, ...]:
    """Writes the deck of a plan into a file; returns what its format cannot hold.

    A file of the deck's own format keeps its order and comments. Raises `ExistingFileError` for a
    file that is there, unless it is the deck's own, or `force`. `meant` are changes that come
    before those of the plan.
    """
    changes = (*meant, *card_changes(plan))
    data, lost = _repaired_bytes(deck, changes, target, resolver, catalogue, read_as)
    own = os.path.lexists(deck.label) and _is_same(Path(deck.label), target)
    save_deck(target, data, force=force or own)
    return lost


def _repaired_bytes(
    deck: OpenedDeck,
    changes: tuple[CardChange, ...],
    target: Path,
    resolver: Resolver,
    catalogue: Callable[[], Catalogue],
    read_as: str | None,
) -> tuple[bytes, tuple[str, ...]]:
    source = Path(deck.label)
    in_place = deck.saved is None and source.is_file() and find_editor(deck.deck_list.read_as)
    if in_place and source.suffix.lower() == target.suffix.lower():
        data = read_bytes(source)
        now = parse_deck(data, source=deck.label, as_format=read_as)
        if (now.lines, now.unread) != (deck.deck_list.lines, deck.deck_list.unread):
            raise UneditableDeckError(deck.label, "it changed while it was repaired; try again")
        editable = editable_deck(data, source=deck.label, as_format=read_as)
        return edited_file(editable, changes, resolver), ()
    edited = edited_list(deck.deck_list, changes, resolver)
    to = format_to_write(target, only=True)
    done = converted(edited, to, catalogue, name=deck.name, target=str(target))
    return done.data, (*done.losses, *done.differences)


def save_repaired(
    deck: OpenedDeck,
    plan: Plan,
    name: str,
    keeper: DeckKeeper,
    resolver: Resolver,
    *,
    force: bool,
    meant: tuple[CardChange, ...] = (),
) -> LedgerBatch | None:
    """Saves the deck of a plan under a name; returns the batch, None where nothing changed."""
    edited: DeckList = edited_list(deck.deck_list, (*meant, *card_changes(plan)), resolver)
    own = deck.saved if deck.saved is not None and deck.saved.facts.name == name else None
    reserve, seen = bool(own and own.facts.reserved), deck_state(own) if own else None
    return keeper.save(edited, name, reserve=reserve, force=force or bool(own), seen=seen).batch


def _is_same(one: Path, other: Path) -> bool:
    return other.exists() and one.samefile(other)
