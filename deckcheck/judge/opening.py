"""Decks as users name them: a file, standard input, or the name of a saved deck."""

import codecs
import os
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from db.cards.names import normal_form
from db.errors import DeckcheckError, DeckNotFoundError, DeckOfSeveralGamesError
from db.language import gettext as _
from db.patterns import pattern
from deckcheck.games import FIRST_GAME
from importers.decks.deck_format import MAX_BYTES, STANDARD_INPUT
from importers.decks.deck_list import DeckLine, DeckList, UnreadLine
from importers.decks.reading import is_address

if TYPE_CHECKING:
    from db.collection.decks import DeckFacts, SavedDeck

READ_AS = _("saved deck")
EMPTY = _("empty file")
"""The format of a file without anything in it, of which no reader can tell what it is."""

UNREAD = pattern("line ([0-9]+), not read: (.*)")
"""The name under which a line that cannot be read is saved."""


class OpenedDeck(NamedTuple):
    """A deck list from a file or from a saved deck; `label` is what the user called it."""

    label: str
    name: str
    deck_list: DeckList
    saved: "SavedDeck | None" = None


def find_saved(decks: Sequence["SavedDeck"], name: str) -> "SavedDeck | None":
    """The saved deck of that name, in any case and spelling of quotes and dashes, or None."""
    key = normal_form(name)
    return next((deck for deck in decks if normal_form(deck.facts.name) == key), None)


def get_saved(decks: Sequence["SavedDeck"], name: str, *, or_file: bool = False) -> "SavedDeck":
    """The saved deck of that name; raises `DeckNotFoundError`."""
    found = find_saved(decks, name)
    if found is None:
        from deckcheck.suggest import suggest

        known = {normal_form(deck.facts.name): deck.facts.name for deck in decks}
        raise DeckNotFoundError(name, suggest(name, known), or_file=or_file)
    return found


def get_saved_of_any_game(decks: Sequence["SavedDeck"], name: str, first: str = FIRST_GAME) -> "SavedDeck":
    """The saved deck of that name; where several games have one, that of the game `first`.

    Raises `DeckNotFoundError`, and `DeckOfSeveralGamesError` where only other games have one.
    """
    key = normal_form(name)
    found = {d.facts.game: d for d in decks if normal_form(d.facts.name) == key}
    if len(found) > 1 and first not in found:
        raise DeckOfSeveralGamesError(name, sorted(found))
    return found.get(first) or get_saved(decks, name, or_file=True)


def open_saved(name: str, decks: Sequence["SavedDeck"]) -> OpenedDeck:
    """The saved deck of that name; raises `DeckNotFoundError`, where it may be no file either."""
    return opened_saved(get_saved(decks, name, or_file=True))


def opened_saved(saved: "SavedDeck") -> OpenedDeck:
    """A saved deck as an `OpenedDeck`."""
    return OpenedDeck(saved.facts.name, saved.facts.name, as_deck_list(saved.facts), saved)


def is_file(text: str, as_format: str | None = None) -> bool:
    """Whether a text means a file or standard input (`-`), rather than the name of a saved deck.

    >>> is_file("-"), is_file("Republic", "text")
    (True, True)
    """
    if text == STANDARD_INPUT or as_format is not None or os.path.lexists(text):
        return True
    if "#" in text:
        from importers.decks.several_decks import split_name

        if split_name(text) is not None:
            return True
    if is_address(text) or ".zip" not in text.lower():
        return is_address(text)
    from importers.decks.zipped_decks import is_in_zip

    return is_in_zip(text)


def files_that_win(database: Path, files: Iterable[str]) -> tuple[str, ...]:
    """A note for each file that is taken instead of a saved deck of the same name."""
    saved: set[str] = set()
    # The note is worth no failure: what is wrong with a database is said where it is needed.
    if database.exists():
        with suppress(DeckcheckError):
            from db.collection.deck_names import deck_names

            saved = {normal_form(name) for name in deck_names(database)}
    return tuple(
        _("{text}: the file is taken, not the saved deck of that name", text=text)
        for text in files
        if saved and normal_form(text) in saved and os.path.lexists(text)
    )


def open_file(text: str, as_format: str | None = None, *, may_be_empty: bool = False) -> OpenedDeck:
    """The deck of a file, or of standard input for `-`; raises for an empty one if not allowed."""
    from importers.decks.reading import parse_deck, read_bytes, read_standard_input

    if text == STANDARD_INPUT and not may_be_empty:
        return OpenedDeck(text, _("standard input"), read_standard_input(as_format))
    if text == STANDARD_INPUT:
        data = b"" if sys.stdin is None else sys.stdin.buffer.read(MAX_BYTES + 1)
        label, name = _("standard input"), _("standard input")
    else:
        data, label, name = read_bytes(Path(text)), text, Path(text).stem
    if may_be_empty and not data.removeprefix(codecs.BOM_UTF8).strip():
        return OpenedDeck(text, name, DeckList((), EMPTY))
    deck_list = parse_deck(data, source=label, as_format=as_format)
    if "#" in text and not os.path.lexists(text):
        name = text.rpartition("#")[2]
    return OpenedDeck(text, name if text == STANDARD_INPUT else deck_list.name or name, deck_list)


def as_deck_list(facts: "DeckFacts") -> DeckList:
    """A saved deck as a deck list: its lines as they were written, without line numbers.

    Those that were saved though they could not be read are unread again.
    """
    unread = [one for line in facts.lines if (one := UNREAD.fullmatch(line.name))]
    lines = tuple(
        DeckLine(
            line.quantity,
            line.name,
            line.zone,
            None,
            line.set_code,
            line.image_key,
            line.number,
            line.source_key,
            line.dice,
        )
        for line in facts.lines
        if not UNREAD.fullmatch(line.name)
    )
    return DeckList(
        lines,
        READ_AS,
        facts.name,
        facts.game,
        facts.format,
        facts.zones,
        tuple(UnreadLine(int(one[1]), one[2], _("it was saved unread")) for one in unread),
        author=facts.author,
        notes=facts.notes,
    )
