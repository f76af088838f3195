"""The games: one folder each, found by looking; `GAME` in it says all there is to know.

game        what every game has to offer: zones, editions, formats, a view for its rules
swtcg       the Star Wars Trading Card Game
"""

import pkgutil
from importlib import import_module

from deckcheck.errors import UnknownGameError
from deckcheck.games.game import Game


def game_codes() -> tuple[str, ...]:
    """The codes of all games, like `("swtcg",)`."""
    return tuple(sorted(m.name for m in pkgutil.iter_modules(__path__) if m.ispkg))


def get_game(code: str) -> Game:
    """The game of that code; raises `UnknownGameError`.

    >>> get_game("swtcg").name
    'Star Wars Trading Card Game'
    """
    if code not in game_codes():
        raise UnknownGameError(code, game_codes())
    game: Game = import_module(f"deckcheck.games.{code}").GAME
    return game
