"""Saved decks: the stored facts of a deck list, and how stored decks are changed."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from db.cards.card import Card
from db.cards.names import normal_form
from db.collection.decks import DeckChange, DeckFacts, SavedLine
from db.collection.history import LedgerBatch
from db.collection.read import StoredCollection, read_collection
from db.errors import ChangedMeanwhileError
from deckcheck.judge.resolve import Resolution, Resolver
from importers.decks.deck_format import MAX_NAME
from importers.decks.deck_list import DeckLine, DeckList

_TRIES = 5
"""How often a change is tried again when another program comes between."""


def deck_facts(deck_list: DeckList, name: str, game: str, resolver: Resolver) -> DeckFacts:
    """The facts of a deck list that are stored.

    A line that cannot be read is kept as an unknown card, so that no verdict on the saved deck
    passes over it.
    """
    unread = (
        SavedLine(1, f"line {line.line}, not read: {line.text}"[:MAX_NAME], resolver.game.zones[0])
        for line in deck_list.unread
    )
    return DeckFacts(
        name, game, (*(_saved_line(line, resolver) for line in deck_list.lines), *unread),
        deck_list.format, deck_list.author, deck_list.notes, deck_list.zones,
    )  # fmt: skip


def _saved_line(line: DeckLine, resolver: Resolver) -> SavedLine:
    found = resolver.resolve_line(line)
    card = certain_card(found)
    return SavedLine(
        line.quantity, line.name, line.zone, line.set_code, line.number, line.image_key,
        card.id if card else None, certain_printing(found, line, resolver),
        source_key=line.card_id, dice=line.dice,
    )  # fmt: skip


def certain_card(found: Resolution) -> Card | None:
    """The card that a name stands for, also where only its printing is in doubt."""
    if found.card is None and found.certain_name:
        return found.candidates[0]
    return found.card


def certain_printing(found: Resolution, line: DeckLine, resolver: Resolver) -> int | None:
    """The id of the printing, where a set, an id or the mark of a reprint tells which it is."""
    printing = found.printing
    if printing is None:
        return None
    code = resolver.set_code(line.set_code)
    in_set = code is not None and printing.set_code.casefold() == code.casefold()
    by_id = line.card_id is not None and line.card_id.strip().casefold() == (
        (printing.image_key or "").casefold()
    )
    key, card = normal_form(printing.name), found.card
    # In some games a reprint is called as its card is.
    distinguished = printing.reprint is not None and card and key != normal_form(card.name)
    spelt_out = distinguished and key == normal_form(line.name)
    return printing.id if in_set or by_id or spelt_out else None


def released(facts: DeckFacts) -> DeckFacts:
    """The deck with no copies and no dice reserved."""
    lines = (replace(line, reserved=0, reserved_dice=0) for line in facts.lines)
    return replace(facts, lines=tuple(lines))


def change_decks(
    path: Path,
    game: str,
    command: str,
    work: Callable[[StoredCollection], Sequence[DeckChange]],
) -> LedgerBatch | None:
    """Changes saved decks as `work` plans from the stored ones; returns the batch or None.

    None means that nothing changes. `work` is called again when another program changes the
    collection in between.
    """
    from db.collection.ledger import apply_decks

    for left in reversed(range(_TRIES)):
        stored = read_collection(path, game)
        try:
            return apply_decks(path, work(stored), command=command, seen=stored.newest)
        except ChangedMeanwhileError:
            if not left:
                raise
    return None
