"""Acts on settings: listed, read, set and unset; and where the files of the user are."""

from collections.abc import Callable
from typing import Any, NamedTuple

from db.engines.place import is_address, shown_place
from deckcheck import acts
from deckcheck.first_game import FIRST_GAME
from deckcheck.places import (
    cache_folder,
    database_path,
    database_place,
    default_game,
    settings,
    settings_path,
)


class StoredSetting(NamedTuple):
    """A setting by its name, with its value ("" for none) and its purpose."""

    name: str
    value: str
    help: str


def list_settings() -> tuple[StoredSetting, ...]:
    """All settings; one that each game has for itself is there for each game that has it."""
    from deckcheck.settings import SETTINGS

    result: list[StoredSetting] = []
    for name, setting in SETTINGS.items():
        value = getattr(settings(), name)
        if setting.by_game and value:
            result += [StoredSetting(f"{name}.{game}", text, setting.help) for game, text in value.items()]
        else:
            result.append(StoredSetting(name, "" if setting.by_game else value or "", setting.help))
    return tuple(result)


def settings_document() -> dict[str, Any]:
    """The settings as `deckcheck.config/1`."""
    values = {one.name: one.value or None for one in list_settings()}
    return {"schema": "deckcheck.config/1", "path": str(settings_path()), "settings": values}


def get_setting(name: str) -> str | None:
    """The value of a setting, None where it has none; a format is that of the default game."""
    key, game = _key(name)
    stored = settings()
    value: str | None = stored.format_of(game or "") if key == "format" else getattr(stored, key)
    return value


def set_setting(name: str, value: str | None, tell: Callable[[str], None]) -> StoredSetting:
    """Sets a value, or with None removes it; a format is that of the default game.

    `tell` is called with a message where the database is made, to look for a format. Raises
    `SettingError` for a value that it cannot have, `UnknownPlayFormatError` for a format.
    """
    from deckcheck.settings import set_value

    key, game = _key(name)
    if game and key == "format":
        name = f"format.{game}"
        if value is not None:
            _check_format(game, value, tell)
    return StoredSetting(name, set_value(settings_path(), name, value) or "", "")


def _key(name: str) -> tuple[str, str | None]:
    from deckcheck.settings import split_name

    key, game = split_name(name)
    return key, (game or default_game()) if key == "format" else game


def _check_format(game: str, name: str, tell: Callable[[str], None]) -> None:
    """Raises `UnknownPlayFormatError` where a game has no format of that name."""
    from deckcheck.errors import UnknownPlayFormatError
    from deckcheck.judge.own_formats import find_own_format
    from deckcheck.judge.validate import Judge

    with acts.database.Database(tell=tell) as database:
        try:
            Judge(game, name, stated=database.catalogue(game).play_formats(None))
        except UnknownPlayFormatError:
            if find_own_format(database.path, game, name) is None:
                raise
