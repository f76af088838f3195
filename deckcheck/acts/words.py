"""The words that options and arguments take, for completion with Tab: each loads what it needs alone."""

from collections.abc import Callable, Iterable
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any

STORED = ("card", "deck", "event", "player", "set")
"""The kinds whose words are the names of stored things."""


def words_beginning(kind: str, beginning: str, game: str | None = None) -> list[str]:
    """The words of a kind that begin so, like formats of a game; of all games where it is not known.

    >>> words_beginning("policy", "pl")
    ['planner']
    """
    return [word for word in dict.fromkeys(_WORDS[kind](game)) if word.startswith(beginning)]


def names_beginning(kind: str, beginning: str, database: Path | None = None) -> list[str]:
    """The names of stored things that begin so, in any case; none without a database."""
    from db.beginnings import names_beginning
    from deckcheck.places import database_path

    return names_beginning(database_path(database), kind, beginning)


def _known(game: str | None) -> list[Any]:
    from db.errors import DeckcheckError
    from deckcheck.games import game_codes, get_game

    with suppress(DeckcheckError):
        if game:
            return [get_game(game)]
    return [get_game(code) for code in game_codes()]


def _of_module(module: str, name: str) -> Any:
    """A value of a module that is loaded now."""
    return getattr(import_module(module), name)


_WORDS: dict[str, Callable[[str | None], Iterable[str]]] = {
    "game": lambda _game: _of_module("deckcheck.games", "game_codes")(),
    "format": lambda game: [code for known in _known(game) for code in known.formats.codes()],
    "edition": lambda game: [one.code for known in _known(game) for one in known.editions],
    "policy": lambda _game: _of_module("deckcheck.simulators.simulator", "POLICIES"),
    "reader": lambda _game: [one.name for one in _of_module("importers.decks.readers", "READERS")],
    "writer": lambda _game: [one.name for one in _of_module("importers.decks.writing", "WRITERS")],
}
