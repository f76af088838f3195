"""Files written whole or not at all, and the command that a file alone stands for."""

import os
import re
from collections.abc import Collection, Mapping
from contextlib import suppress
from pathlib import Path

from db.paths import base_name, folder_of, is_folder
from db.patterns import pattern
from deckcheck.places import database_path

_LONGEST_NAME = 100
_LIKE_A_FILE = pattern(r"^[^-].*([/\\]|[^.]\.[A-Za-z][A-Za-z0-9]{1,4}$)")


def save_file(path: Path, data: bytes, *, force: bool = False) -> None:
    """Writes a file; raises `ExistingFileError` where there is one, unless `force`."""
    from importers.decks.writing import save_deck

    save_deck(path, data, force=force)


def save_folder(folder: Path, files: Mapping[str, bytes], *, force: bool = False) -> None:
    """Writes files into a folder, all of them or none; the folder is made where there is none.

    Raises `ExistingFileError` where a file is there, unless `force`, and `UnwritableFileError`.
    """
    from importers.errors import ExistingFileError, UnwritableFileError

    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        raise UnwritableFileError(str(folder), error.strerror or str(error)) from None
    if not force and (there := [name for name in files if (folder / name).exists()]):
        raise ExistingFileError(str(folder / there[0]))
    for name, data in files.items():
        save_file(folder / name, data, force=True)


def file_name(name: str, suffix: str, taken: Collection[str] = ()) -> str:
    """A file name for a deck that every system takes, and that is not `taken`.

    >>> file_name("Han/Leia", ".dek"), file_name("Han", ".dek", ["han.dek"])
    ('Han_Leia.dek', 'Han 2.dek')
    """
    stem = re.sub(r'[\x00-\x1f<>:"/\\|?*]', "_", name).strip(" .")[:_LONGEST_NAME] or "deck"
    numbered = (f"{stem} {number}{suffix}" for number in range(2, len(taken) + 3))
    known = {one.casefold() for one in taken}
    return next(one for one in (f"{stem}{suffix}", *numbered) if one.casefold() not in known)


def check_suffix(path: Path, suffixes: tuple[str, ...]) -> None:
    """Raises `UnknownSuffixError` for a file that ends in none of the suffixes."""
    from importers.decks.writing import suffix_of

    suffix_of(path, suffixes)


def command_for(word: str) -> tuple[str, ...]:
    """The words of the command that a file, a folder or a saved deck stands for; none for another word.

    A sheet of holdings is previewed, the document of an event is imported, a format is shown, all else
    is a deck, also where it looks like a file that is not there.

    >>> command_for("my.dek"), command_for("--help"), command_for("fly")
    (('validate',), (), ())
    """
    file = Path(word)
    if not os.path.lexists(word):
        return ("validate",) if _LIKE_A_FILE.search(word) or _is_saved(word) else ()
    suffix = file.suffix.lower()
    if suffix == ".json":
        from deckcheck.events.imported_event import name_in_document

        name = name_in_document(file)
        return ("validate",) if name is None else ("event", "import", name)
    if suffix == ".toml":
        return ("formats",)
    from deckcheck.events.submissions import is_sheet

    return ("collection", "import") if is_sheet(file) and _holds_copies(file) else ("validate",)


def _is_saved(word: str) -> bool:
    """Whether a saved deck has this name; without a database none has, and none is made."""
    place = database_path(None)
    if word.startswith("-") or not place.exists():
        return False
    from db.cards.names import normal_form
    from db.collection.deck_names import deck_names
    from db.errors import DeckcheckError

    with suppress(DeckcheckError):  # the command that is meant tells what is wrong with it
        return normal_form(word) in map(normal_form, deck_names(place))
    return False


def _holds_copies(file: Path) -> bool:
    """Whether the header of a sheet is that of owned or wanted copies; its rows are not read."""
    from db.errors import DeckcheckError
    from importers.collections.holding_sheet import best_header
    from importers.collections.sheet_kinds import DECK, kind_of_columns

    try:
        name, header = best_header(file)
    except DeckcheckError:
        return False
    return kind_of_columns(name, header.columns) != DECK
