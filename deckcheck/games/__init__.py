"""The games: one folder each, found by looking; `GAME` in it says all there is to know.

Games of the user's own are in the folders that DECKCHECK_GAMES names; a name of ours stays ours.
"""

import os
import pkgutil
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from deckcheck.errors import NoSimulatorError, UnknownGameError
from deckcheck.first_game import FIRST_GAME
from deckcheck.games.game import Game

if TYPE_CHECKING:
    from deckcheck.simulators.simulator import Simulator

__all__ = ["FIRST_GAME", "game_codes", "get_game"]

__path__ += filter(None, os.environ.get("DECKCHECK_GAMES", "").split(os.pathsep))


def game_codes() -> tuple[str, ...]:
    """The codes of all games, sorted."""
    return _codes_in(tuple(__path__))


@cache
def _codes_in(folders: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted(m.name for m in pkgutil.iter_modules(folders) if m.ispkg and m.name != "formats"))


def get_game(code: str) -> Game:
    """The game of that code; raises `UnknownGameError`.

    >>> get_game(FIRST_GAME).name
    'Star Wars Trading Card Game'
    """
    if code not in game_codes():
        raise UnknownGameError(code, game_codes())
    game: Game = import_module(f"deckcheck.games.{code}").GAME
    return game


def get_simulator(code: str) -> "Simulator":
    """The simulator of a game, `SIMULATOR` in its folder; raises `NoSimulatorError` for one without."""
    get_game(code)
    name = f"deckcheck.games.{code}.simulator"
    try:
        simulator: Simulator = import_module(name).SIMULATOR
    except ModuleNotFoundError as error:
        if error.name != name:
            raise
        raise NoSimulatorError(code) from None
    return simulator
