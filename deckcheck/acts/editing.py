"""Decks edited by words, for the library and the commands `deck edit` and `deck new`."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from db.collection.decks import SavedDeck
from db.language import gettext as _, joined
from deckcheck.collection.deck_keeper import DeckKeeper
from deckcheck.decks.edit import CardChange, edited_file, edited_list
from deckcheck.decks.edit_words import read_changes
from deckcheck.decks.workbook import deck_book
from deckcheck.first_game import FIRST_GAME
from deckcheck.judge.resolve import Resolver
from importers.decks.deck_format import STANDARD_INPUT
from importers.decks.deck_list import DeckList
from importers.decks.deck_workbook import parts_beside_cards, write_deck_workbook
from importers.decks.editing import editable_deck, find_editor
from importers.decks.reading import is_part, parse_deck, read_bytes, whole_file
from importers.decks.writing import format_for, losses, save_deck, write_deck
from importers.errors import ExistingFileError, UneditableDeckError

WORKBOOKS = ("xlsx", "ods")


@dataclass(frozen=True, slots=True)
class EditedDeck:
    """The result of an edit: the deck, its place, its changes, and what the file cannot hold.

    `batch` is the number of the change of a saved deck, None for a file or where nothing changed.
    """

    path: str
    changes: tuple[CardChange, ...]
    lost: tuple[str, ...] = ()
    batch: int | None = None


@dataclass(frozen=True, slots=True)
class EditOptions:
    """The options of an edit: the zone where none is stated, and the file to write.

    `rewrite` allows that a file is written anew which cannot be edited in place. `read_as` is the
    format in which it is read, None for that which its content tells.
    """

    zone: str | None = None
    output: Path | None = None
    rewrite: bool = False
    read_as: str | None = None


def edit_file(
    path: Path,
    add: Sequence[str],
    remove: Sequence[str],
    options: EditOptions,
    resolver_for: "Callable[[DeckList], Resolver]",
) -> EditedDeck:
    """Edits the file of a deck in place, or into another file.

    Raises `UneditableDeckError` for a file that would lose something else.
    """
    target = options.output or path
    if str(path) == STANDARD_INPUT:
        why = _("standard input is not a file; save it, or name a file")
        raise UneditableDeckError(_("standard input"), why)
    data = read_bytes(path)
    deck_list = parse_deck(data, source=str(path), as_format=options.read_as)
    resolver = resolver_for(deck_list)
    changes = read_changes(add, remove, deck_list, resolver, options.zone)
    if find_editor(deck_list.read_as) is None:
        edited, lost = _written_anew(path, data, deck_list, changes, resolver, options)
    else:
        deck = editable_deck(data, source=str(path), as_format=options.read_as)
        edited, lost = edited_file(deck, changes, resolver), ()
    if is_part(path) and target == path and edited != data:
        target, data, edited = whole_file(str(path), edited)
        _save(target, edited, instead_of=data)
    elif edited != data or target != path:
        _save(target, edited, instead_of=data if target == path else None)
    return EditedDeck(str(options.output or path), changes, lost)


def _written_anew(
    path: Path,
    data: bytes,
    deck_list: DeckList,
    changes: Sequence[CardChange],
    resolver: Resolver,
    options: EditOptions,
) -> tuple[bytes, tuple[str, ...]]:
    """A workbook with the deck as it is after the changes; what it loses is told beforehand."""
    if deck_list.read_as not in WORKBOOKS[:1] and options.output is None:
        other = path.with_suffix(".xlsx").name
        why = _(
            "deckcheck writes no .{read_as} decks; deckcheck deck convert to {other}",
            read_as=deck_list.read_as,
            other=other,
        )
        raise UneditableDeckError(str(path), why)
    lost = parts_beside_cards(data, str(path))
    if not options.rewrite:
        why = _(
            "a workbook is written anew, and would lose {lost}. --rewrite does it", lost=joined(lost, "; ")
        )
        raise UneditableDeckError(str(path), why)
    edited = edited_list(deck_list, changes, resolver)
    name = deck_list.name or path.stem
    return _workbook(edited, resolver, name), tuple(_("lost: {part}", part=part) for part in lost)


def edit_saved(
    keeper: DeckKeeper,
    saved: SavedDeck,
    add: Sequence[str],
    remove: Sequence[str],
    zone: str | None,
    resolver: Resolver,
) -> EditedDeck:
    """Edits a saved deck, as one batch; copies stay reserved where the deck has some reserved."""
    changes: tuple[CardChange, ...] = ()

    def edited(deck_list: DeckList) -> DeckList:
        nonlocal changes
        changes = read_changes(add, remove, deck_list, resolver, zone)
        return edited_list(deck_list, changes, resolver)

    batch = keeper.edit(saved.facts.name, edited)
    return EditedDeck(saved.facts.name, changes, (), batch.number if batch else None)


def new_deck(
    path: Path,
    add: Sequence[str],
    resolver: Resolver,
    *,
    name: str | None = None,
    play_format: str | None = None,
) -> EditedDeck:
    """Writes a new deck file with these cards, or none, in the format of the file's suffix.

    Raises `ExistingFileError` where there is a file.
    """
    game = resolver.game
    if path.suffix.lower() == f".{WORKBOOKS[0]}":
        blank = DeckList((), WORKBOOKS[0], name, game.code, play_format, (game.main_zone,))
        changes = read_changes(add, (), blank, resolver)
        edited = edited_list(blank, changes, resolver)
        _save(path, _workbook(edited, resolver, name or path.stem))
        return EditedDeck(str(path), changes, _lost(blank, "csv"))
    blank = DeckList(
        (),
        format_for(path, (f".{WORKBOOKS[0]}",), only=True),
        name,
        game.code,
        play_format,
        (game.main_zone,),
    )
    changes = read_changes(add, (), blank, resolver)
    data = write_deck(blank, blank.read_as)
    if changes:
        deck = editable_deck(data, source=str(path), as_format=blank.read_as)
        data = edited_file(deck, changes, resolver)
    _save(path, data)
    return EditedDeck(str(path), changes, _lost(blank, blank.read_as))


def _save(path: Path, data: bytes, *, instead_of: bytes | None = None) -> None:
    """Saves a deck; a file that is there stays, unless it is the edited one as it was read."""
    try:
        save_deck(path, data, instead_of=instead_of)
    except ExistingFileError:
        raise ExistingFileError(str(path), _("Choose another name")) from None


def _lost(blank: DeckList, format_name: str) -> tuple[str, ...]:
    """The facts of a deck that a new file cannot hold; the usual game need not be stated."""
    stated = blank._replace(game=None) if blank.game == FIRST_GAME else blank
    return losses(stated, format_name) if (stated.game or stated.name or stated.format) else ()


def _workbook(deck_list: DeckList, resolver: Resolver, name: str) -> bytes:
    return write_deck_workbook(deck_book(deck_list, resolver, resolver.game, name))
