"""The ways to name a deck: a path, a text stream, a saved deck, or a deck."""

import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import IO

from db.collection.decks import SavedDeck
from db.errors import ArgumentError
from db.language import gettext as _
from deckcheck.acts.database import FilePath
from deckcheck.deck import Deck
from deckcheck.errors import WrongPlayersError
from deckcheck.judge.opening import OpenedDeck, is_file, open_file, opened_saved
from importers.decks.deck_format import line_problem
from importers.decks.deck_list import DeckList
from importers.decks.reading import parse_deck, read_deck
from importers.errors import MalformedFileError

DeckSource = FilePath | IO[str] | IO[bytes] | DeckList | SavedDeck
"""A path, the name of a saved deck, an open stream, a deck list, or a saved deck."""

AnyDeck = DeckSource | Deck
"""A deck to be judged, asked about or played, in any of these ways."""


def one_game(codes: Iterable[str]) -> str | None:
    """The one game of several decks, None for no decks; raises `WrongPlayersError` for several.

    >>> one_game(["destiny", "destiny"])
    'destiny'
    """
    result = list(dict.fromkeys(codes))
    if len(result) > 1:
        raise WrongPlayersError(_("decks of different games: {result}", result=", ".join(result)))
    return result[0] if result else None


def open_source(
    source: DeckSource,
    find_saved: Callable[[str], SavedDeck],
    read_as: str | None = None,
    *,
    may_be_empty: bool = False,
) -> OpenedDeck:
    """The deck list that a source holds; a file wins over a saved deck of its name.

    An empty file is an error unless it `may_be_empty`.
    """
    if isinstance(source, DeckList):
        for line in source.lines:
            if problem := line_problem(line):
                raise MalformedFileError(source.name or "deck list", f"{line.name!r}: {problem}")
        return OpenedDeck(source.name or "", source.name or "", source)
    if isinstance(source, SavedDeck):
        return opened_saved(source)
    if isinstance(source, str | os.PathLike):
        path = Path(source)
        if isinstance(source, str) and not is_file(source, read_as):
            return opened_saved(find_saved(source))
        if may_be_empty:
            return open_file(str(path), read_as, may_be_empty=True)
        deck_list = read_deck(path, as_format=read_as)
        return OpenedDeck(str(path), deck_list.name or path.stem, deck_list)
    return _from_stream(source, read_as)


def _from_stream(stream: IO[str] | IO[bytes], read_as: str | None) -> OpenedDeck:
    name = getattr(stream, "name", None)
    label = name if isinstance(name, str) else "text"
    content = stream.read()
    if not isinstance(content, str | bytes):
        raise ArgumentError("source", _("a stream of text or bytes"), _("one of {type}", type=type(content)))
    data = content.encode(errors="replace") if isinstance(content, str) else content
    deck_list = parse_deck(data, source=label, as_format=read_as)
    return OpenedDeck(label, deck_list.name or label, deck_list)
