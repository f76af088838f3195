"""The paths of the user's files: the database, the settings, the fetched files.

Environment variables come first, then the settings, then the usual folders of the system.
"""

import os
import sys
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from db.paths import state_of

if TYPE_CHECKING:
    from deckcheck.settings import UserSettings


def database_path(given: Path | None = None) -> Path:
    """The path of the card database: the one given, else `DECKCHECK_DB`, else the setting.

    Else it is in the user's data folder.
    """
    if given is not None:
        return given
    if named := os.environ.get("DECKCHECK_DB"):
        return database_place(named)
    if set_ := settings().database:
        return database_place(set_)
    return _own_database()


def database_place(named: str | os.PathLike[str]) -> Path:
    """The path of a database that somebody names: a file, or the address of a server.

    With a server the cards are in the file of `DECKCHECK_CATALOGUE`, else in the user's own database.
    """
    from db.engines.place import ServerPath, is_address

    if isinstance(named, Path):
        return named
    if not is_address(named):
        return Path(named)
    catalogue = os.environ.get("DECKCHECK_CATALOGUE")
    return ServerPath.of(Path(catalogue) if catalogue else _own_database(), str(named))


def _own_database() -> Path:
    return _user_folder("data", "XDG_DATA_HOME", ".local/share") / "cards.sqlite"


def settings_path() -> Path:
    """The path of the settings: `DECKCHECK_CONFIG`, else a file in the user's folder for them."""
    if named := os.environ.get("DECKCHECK_CONFIG"):
        return _kept_path(named)
    return _kept_path(_user_folder("config", "XDG_CONFIG_HOME", ".config"), "config.toml")


_kept_path = lru_cache(maxsize=8)(Path)
"""A path, which is made once: to make one takes longer than to look whether its file has changed."""


def _user_folder(kind: str, variable: str, usual: str) -> Path:
    """A folder of the user, as `platformdirs` has it; on Linux without its imports, 4 ms of each start."""
    if sys.platform == "linux" and "ANDROID_DATA" not in os.environ:
        return _linux_folder(os.environ.get(variable, ""), os.environ.get("HOME"), usual)
    import platformdirs

    return Path(str(getattr(platformdirs, f"user_{kind}_dir")("deckcheck", appauthor=False)))


@lru_cache(maxsize=8)
def _linux_folder(named: str, _home: str | None, usual: str) -> Path:
    return (Path(named) if Path(named).is_absolute() else Path.home() / usual) / "deckcheck"


def settings() -> "UserSettings":
    """The settings of the user; read anew only when the file changes."""
    path = settings_path()
    try:
        state = state_of(path)
    except OSError:
        return _no_settings()
    return _settings_of(path, state.st_mtime_ns, state.st_size)


@cache
def _no_settings() -> "UserSettings":
    from deckcheck.settings import UserSettings

    return UserSettings()


@lru_cache(maxsize=1)
def _settings_of(path: Path, _changed: int, _size: int) -> "UserSettings":
    from deckcheck.settings import read_settings

    return read_settings(path)


def default_game() -> str:
    """The game to use where none is named: the one in the settings, else the first."""
    if set_ := settings().game:
        return set_
    from deckcheck.first_game import FIRST_GAME

    return FIRST_GAME


def cache_folder() -> Path:
    """The folder of fetched files: `DECKCHECK_CACHE`, else the user's cache folder."""
    if named := os.environ.get("DECKCHECK_CACHE"):
        return Path(named)
    return _user_folder("cache", "XDG_CACHE_HOME", ".cache") / "sources"


def pools_folder() -> Path:
    """The folder of kept pools: `DECKCHECK_POOLS`, else in the user's data folder."""
    if named := os.environ.get("DECKCHECK_POOLS"):
        return Path(named)
    return _user_folder("data", "XDG_DATA_HOME", ".local/share") / "pools"
