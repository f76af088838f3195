"""Saved decks: kept under a name in the database, with copies reserved for them."""

import os
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType

from db.cards.card import Card
from db.cards.names import normal_form
from db.collection.decks import DeckChange, DeckFacts, SavedDeck, SavedLine
from db.collection.history import Batch
from db.collection.read import StoredCollection, read_collection
from db.errors import ChangedMeanwhileError, DeckNotFoundError, DeckOfSeveralGamesError
from deckcheck.collection.holdings import (
    Collection,
    reserved_by_card,
    reserved_copies,
    reserved_dice,
    reserved_dice_by_card,
)
from deckcheck.games import FIRST_GAME
from deckcheck.judge.resolve import Resolution, Resolver
from importers.decks.deck_format import MAX_NAME
from importers.decks.deck_list import DeckLine, DeckList

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


def get_saved_of_any_game(
    decks: Sequence[SavedDeck], name: str, first: str = FIRST_GAME
) -> SavedDeck:
    """The saved deck of that name; where several games have one, that of the game `first`.

    Raises `DeckNotFoundError`, and `DeckOfSeveralGamesError` where only other games have one.
    """
    key = normal_form(name)
    found = {d.facts.game: d for d in decks if normal_form(d.facts.name) == key}
    if len(found) > 1 and first not in found:
        raise DeckOfSeveralGamesError(name, sorted(found))
    return found.get(first) or get_saved(decks, name, or_file=True)


def open_saved(name: str, decks: Sequence[SavedDeck]) -> OpenedDeck:
    """The saved deck of that name; raises `DeckNotFoundError`, where it may be no file either."""
    return opened_saved(get_saved(decks, name, or_file=True))


def opened_saved(saved: SavedDeck) -> OpenedDeck:
    """A saved deck as commands take decks."""
    return OpenedDeck(saved.facts.name, saved.facts.name, as_deck_list(saved.facts), saved)


def is_file(text: str, as_format: str | None = None) -> bool:
    """Whether that is a file or standard input (`-`), rather than the name of a saved deck.

    >>> is_file("-"), is_file("Republic", "text")
    (True, True)
    """
    return text == STANDARD_INPUT or as_format is not None or os.path.lexists(text)


def open_file(text: str, as_format: str | None = None) -> OpenedDeck:
    """The deck of a file, or of standard input for `-`."""
    if text == STANDARD_INPUT:
        return OpenedDeck(text, "standard input", _from_standard_input(as_format))
    from importers.decks.reading import read_deck

    deck_list = read_deck(Path(text), as_format=as_format)
    return OpenedDeck(text, deck_list.name or Path(text).stem, deck_list)


def _from_standard_input(as_format: str | None) -> DeckList:
    from importers.decks.deck_format import MAX_BYTES
    from importers.decks.reading import parse_deck
    from importers.errors import UnreadableFileError

    if sys.stdin is None:
        raise UnreadableFileError(STANDARD_INPUT, "standard input is closed")
    data = sys.stdin.buffer.read(MAX_BYTES + 1)
    return parse_deck(data, source="standard input", as_format=as_format)


def as_deck_list(facts: DeckFacts) -> DeckList:
    """A saved deck as a deck list; what it says is as it was written, but no line has a number."""
    lines = tuple(
        DeckLine(line.quantity, line.name, line.zone, None, line.set_code, line.image_key,
                 line.number, line.source_key, line.dice)
        for line in facts.lines
    )  # fmt: skip
    return DeckList(
        lines, READ_AS, facts.name, facts.game, facts.format, facts.zones,
        author=facts.author, notes=facts.notes,
    )  # fmt: skip


def deck_facts(deck_list: DeckList, name: str, game: str, resolver: Resolver) -> DeckFacts:
    """What to store of a deck list.

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
    told_apart = printing.reprint is not None and card and key != normal_form(card.name)
    spelt_out = told_apart and key == normal_form(line.name)
    return printing.id if in_set or by_id or spelt_out else None


@dataclass(frozen=True, slots=True)
class Taken:
    """Copies and dice that are spoken for, by the id of their card."""

    copies: Mapping[int, int] = field(default_factory=lambda: NOTHING)
    dice: Mapping[int, int] = field(default_factory=lambda: NOTHING)

    def and_by(self, facts: DeckFacts) -> "Taken":
        """With what a deck has reserved too."""
        return Taken(
            Counter(self.copies) + reserved_by_card(facts),
            Counter(self.dice) + reserved_dice_by_card(facts),
        )


NOTHING_TAKEN = Taken()


def reserved(
    collection: Collection,
    facts: DeckFacts,
    resolver: Resolver,
    ours: Iterable[int] = (),
    taken: Taken = NOTHING_TAKEN,
) -> DeckFacts:
    """The deck with as many copies and dice reserved as are free, line by line.

    What is reserved for the saved decks `ours` counts as free, but not what is `taken`.
    """
    idents = {line.card_id for line in facts.lines if line.card_id is not None}
    cards = {card.id: card for card in resolver.get_cards(sorted(idents))}
    decks, but = collection.stored.decks, frozenset(ours)
    kept = Counter(taken.copies) + reserved_copies(decks, but=but)
    kept_dice = Counter(taken.dice) + reserved_dice(decks, but=but)
    left = {n: max(0, collection.counts(n).owned - kept[n]) for n in idents}
    left_dice = {n: max(0, collection.counts(n).dice - kept_dice[n]) for n in idents}
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
        lines.append(replace(line, reserved=count, reserved_dice=dice))
    return replace(facts, lines=tuple(lines))


def released(facts: DeckFacts) -> DeckFacts:
    """The deck with no copies and no dice reserved."""
    lines = (replace(line, reserved=0, reserved_dice=0) for line in facts.lines)
    return replace(facts, lines=tuple(lines))


def change_decks(
    path: Path,
    game: str,
    command: str,
    work: Callable[[StoredCollection], Sequence[DeckChange]],
) -> Batch | None:
    """Changes saved decks as `work` says from what is stored; the batch, None when nothing changes.

    `work` is asked again when another program changes the collection in between.
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
