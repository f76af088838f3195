"""The games: one folder each, found by looking; `GAME` in it says all there is to know.

game        what every game has to offer: zones, editions, formats, a view for its rules
collecting  how its cards are owned: playsets, dice, cards that come as one set
format_files  the formats.toml of each game
search_words  what can be asked of its cards
titles      title and subtitle as people write them
zone_size   the rule for a zone whose size the user sets
wording     numbers with their nouns, and what unknown cards leave open
list_rules  the rules of sets and lists, which the games share
swtcg       the Star Wars Trading Card Game
destiny     Star Wars: Destiny
stargate    the Stargate TCG
swlcg       Star Wars: The Card Game, the LCG
"""

import pkgutil
from functools import cache
from importlib import import_module

from deckcheck.errors import UnknownGameError
from deckcheck.games.game import Game

FIRST_GAME = "swtcg"
"""The game of a deck that names none."""


def game_codes() -> tuple[str, ...]:
    """The codes of all games, sorted."""
    return _codes_in(tuple(__path__))


@cache
def _codes_in(folders: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted(m.name for m in pkgutil.iter_modules(folders) if m.ispkg))


def get_game(code: str) -> Game:
    """The game of that code; raises `UnknownGameError`.

    >>> get_game("swtcg").name
    'Star Wars Trading Card Game'
    """
    if code not in game_codes():
        raise UnknownGameError(code, game_codes())
    game: Game = import_module(f"deckcheck.games.{code}").GAME
    return game
