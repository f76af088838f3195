"""Saved decks: kept under a name in the database, with copies reserved for them."""

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType

from db.cards import Card
from db.collection import StoredCollection, read_collection
from db.decks import DeckChange, DeckFacts, SavedDeck, SavedLine
from db.errors import ChangedMeanwhileError, DeckNotFoundError
from db.history import Batch
from db.names import normal_form
from deckcheck.collection import Collection, reserved_copies
from deckcheck.resolve import Resolution, Resolver
from importers.deck_list import DeckLine, DeckList

READ_AS = "saved deck"
STANDARD_INPUT = "-"
NOTHING: Mapping[int, int] = MappingProxyType({})
_TRIES = 5


@dataclass(frozen=True, slots=True)
class OpenedDeck:
    """A deck list from a file or from a saved deck; `label` is what the user called it."""

    label: str
    name: str
    deck_list: DeckList
    saved: SavedDeck | None = None


def find_saved(decks: Sequence[SavedDeck], name: str) -> SavedDeck | None:
    """The saved deck of that name, in any case and spelling of quotes and dashes, or None."""
    key = normal_form(name)
    return next((deck for deck in decks if normal_form(deck.facts.name) == key), None)


def get_saved(decks: Sequence[SavedDeck], name: str, *, or_file: bool = False) -> SavedDeck:
    """The saved deck of that name; raises `DeckNotFoundError`."""
    found = find_saved(decks, name)
    if found is None:
        from deckcheck.suggest import suggest

        known = {normal_form(deck.facts.name): deck.facts.name for deck in decks}
        raise DeckNotFoundError(name, suggest(name, known), or_file=or_file)
    return found


def open_deck(text: str, decks: Sequence[SavedDeck], as_format: str | None = None) -> OpenedDeck:
    """The deck of that file or of standard input (`-`), or else the saved deck of that name."""
    if is_file(text, as_format):
        return open_file(text, as_format)
    saved = get_saved(decks, text, or_file=True)
    return OpenedDeck(saved.facts.name, saved.facts.name, as_deck_list(saved.facts), saved)


def is_file(text: str, as_format: str | None = None) -> bool:
    """Whether that is a file or standard input (`-`), rather than the name of a saved deck.

    >>> is_file("-"), is_file("Republic", "text")
    (True, True)
    """
    return text == STANDARD_INPUT or as_format is not None or Path(text).exists()


def open_file(text: str, as_format: str | None = None) -> OpenedDeck:
    """The deck of a file, or of standard input for `-`."""
    if text == STANDARD_INPUT:
        return OpenedDeck(text, "standard input", _from_standard_input(as_format))
    from importers.reading import read_deck

    deck_list = read_deck(Path(text), as_format=as_format)
    return OpenedDeck(text, deck_list.name or Path(text).stem, deck_list)


def _from_standard_input(as_format: str | None) -> DeckList:
    from importers.deck_format import MAX_BYTES
    from importers.errors import UnreadableFileError
    from importers.reading import parse_deck

    if sys.stdin is None:
        raise UnreadableFileError(STANDARD_INPUT, "standard input is closed")
    data = sys.stdin.buffer.read(MAX_BYTES + 1)
    return parse_deck(data, source="standard input", as_format=as_format)


def as_deck_list(facts: DeckFacts) -> DeckList:
    """A saved deck as a deck list; what it says is as it was written, but no line has a number."""
    lines = tuple(
        DeckLine(line.quantity, line.name, line.zone, None, line.set_code, line.image_key,
                 line.number)
        for line in facts.lines
    )  # fmt: skip
    return DeckList(
        lines, READ_AS, facts.name, facts.game, facts.format, facts.zones,
        author=facts.author, notes=facts.notes,
    )  # fmt: skip


def deck_facts(deck_list: DeckList, name: str, game: str, resolver: Resolver) -> DeckFacts:
    """What to store of a deck list; lines that cannot be read are not in it."""
    return DeckFacts(
        name, game, tuple(_saved_line(line, resolver) for line in deck_list.lines),
        deck_list.format, deck_list.author, deck_list.notes, deck_list.zones,
    )  # fmt: skip


def _saved_line(line: DeckLine, resolver: Resolver) -> SavedLine:
    found = resolver.resolve_name(line.name, line.set_code, line.image_key)
    card = certain_card(found)
    return SavedLine(
        line.quantity, line.name, line.zone, line.set_code, line.number, line.image_key,
        card.id if card else None, certain_printing(found, line.name, line.set_code),
    )  # fmt: skip


def certain_card(found: Resolution) -> Card | None:
    """The card that a name stands for, also where only its printing is in doubt."""
    if found.card is None and found.certain_name:
        return found.candidates[0]
    return found.card


def certain_printing(found: Resolution, name: str, set_code: str | None) -> int | None:
    """The id of the printing, where the set or the mark of a reprint tells which it is."""
    printing = found.printing
    if printing is None:
        return None
    in_set = set_code is not None and printing.set_code.casefold() == set_code.casefold()
    spelt_out = printing.reprint is not None and normal_form(printing.name) == normal_form(name)
    return printing.id if in_set or spelt_out else None


def reserved(
    collection: Collection,
    facts: DeckFacts,
    ours: Iterable[int] = (),
    taken: Mapping[int, int] = NOTHING,
) -> DeckFacts:
    """The deck with as many copies reserved as are free, line by line.

    What is reserved for the saved decks `ours` counts as free, but not the copies `taken`, by card.
    """
    others = reserved_copies(collection.stored.decks, but=frozenset(ours))
    left: dict[int, int] = {}
    lines = []
    for line in facts.lines:
        if line.card_id is None:
            lines.append(line)
            continue
        if line.card_id not in left:
            kept = others[line.card_id] + taken.get(line.card_id, 0)
            left[line.card_id] = max(0, collection.counts(line.card_id).owned - kept)
        count = min(line.quantity, left[line.card_id])
        left[line.card_id] -= count
        lines.append(replace(line, reserved=count))
    return replace(facts, lines=tuple(lines))


def released(facts: DeckFacts) -> DeckFacts:
    """The deck with no copies reserved."""
    return replace(facts, lines=tuple(replace(line, reserved=0) for line in facts.lines))


def change_decks(
    path: Path,
    game: str,
    command: str,
    work: Callable[[StoredCollection], Sequence[DeckChange]],
) -> Batch | None:
    """Changes saved decks as `work` says from what is stored; the batch, None when nothing changes.

    `work` is asked again when another program changes the collection in between.
    """
    from db.ledger import apply_decks

    for left in reversed(range(_TRIES)):
        stored = read_collection(path, game)
        try:
            return apply_decks(path, work(stored), command=command, seen=stored.newest)
        except ChangedMeanwhileError:
            if not left:
                raise
    return None
