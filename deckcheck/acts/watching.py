"""Watching a deck for changes.

Editors save in pieces, and some delete a file and make a new one. A state counts once it has been
the same at two looks, one after another; a deck that is gone for a while is waited for.
"""

import os
import time
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path

from db.collection.read import read_decks
from db.errors import DeckNotFoundError
from db.language import gettext as _
from db.paths import state_of
from deckcheck.errors import RefusedError
from deckcheck.judge.opening import get_saved_of_any_game
from importers.decks.deck_format import STANDARD_INPUT

SECONDS = 0.5
"""How long is waited between two looks."""

_GONE_AFTER = 4
"""A deck that is not there at so many looks is said to be gone."""

State = Callable[[], object | None]
"""The state of a deck, to be compared with an earlier one; None while it is not there."""


def file_state(path: str) -> State:
    """The state of a file: its stat first, and its content only where that differs."""
    known: list[tuple[object, object]] = []

    def state() -> object | None:
        try:
            status = state_of(path)
            stat = (status.st_mtime_ns, status.st_size, status.st_ino)
            if not known or known[0][0] != stat:
                known[:] = [(stat, sha256(Path(path).read_bytes()).digest())]
        except OSError:
            known.clear()
            return None
        return known[0][1]

    return state


def saved_state(database: Path, name: str, game: str) -> State:
    """The state of a deck file, or of the saved deck of that name where there is no file.

    Raises `DeckNotFoundError` where there is neither, and `RefusedError` for standard input.
    """
    if name == STANDARD_INPUT:
        raise RefusedError(_("standard input cannot be watched; name a file or a saved deck"))
    if os.path.lexists(name):
        return file_state(name)
    get_saved_of_any_game(read_decks(database), name, game)

    def state() -> object | None:
        try:
            return get_saved_of_any_game(read_decks(database), name, game).facts
        except DeckNotFoundError:
            return None

    return state


def watched(state: State, wait: Callable[[], None] | None = None) -> Iterator[bool]:
    """Yields True for a deck as it is, and whenever it has changed; False when it is gone.

    It never ends by itself; `wait` passes the time between two looks.
    """
    pause = wait or (lambda: time.sleep(SECONDS))
    told, last, missed = None, None, 0
    while True:
        now = state()
        missed = missed + 1 if now is None else 0
        if now is None and missed == _GONE_AFTER and told is not None:
            told = None
            yield False
        elif now is not None and now == last and now != told:
            told = now
            yield True
        last = now
        pause()
