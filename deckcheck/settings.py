"""The user's settings: default game, formats, database, language, colours."""

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from db.advice import meant
from db.errors import DatabaseError, DeckcheckError, DiskFullError
from db.language import gettext as _, joined
from db.patterns import pattern
from deckcheck.errors import SettingError, SettingsFileError
from deckcheck.first_game import FIRST_GAME

COLOURS = ("auto", "always", "never")
_TABLE = pattern(r"\s*\[\s*(\w+)\s*\]\s*(#.*)?")
_LONGEST = 1_000


class Setting(NamedTuple):
    """A setting: its purpose and its possible values; with `by_game` there is one for each game."""

    help: str
    check: Callable[[str], str]
    by_game: bool = False


def _game(text: str) -> str:
    from deckcheck.games import get_game

    return get_game(text.casefold()).code


def _one_of(values: tuple[str, ...]) -> Callable[[str], str]:
    def check(text: str) -> str:
        if text.casefold() not in values:
            raise ValueError(_("expected one of {values}", values=", ".join(values)))
        return text.casefold()

    return check


def _language(text: str) -> str:
    """The code of a language; of one that is not there, or not yet, there is English."""
    from importers.collections.layouts import EXPORT_LANGUAGES

    return text if re.fullmatch("[a-z]{2,3}", text) else _one_of(EXPORT_LANGUAGES)(text)


def _place(text: str) -> str:
    from db.engines.place import is_address, without_password

    if is_address(text):
        if without_password(text) != text:
            raise ValueError(_("a password is never stored; leave it to PGPASSWORD or a password file"))
        return text
    path = Path(text).expanduser().absolute()
    if path.is_dir():
        raise ValueError(_("that is a folder; expected a file"))
    return str(path)


SETTINGS: Mapping[str, Setting] = {
    "game": Setting(_("the game where neither a file nor --game says it"), _game),
    "format": Setting(_("the format where --format is not given, for each game"), str, by_game=True),
    "database": Setting(_("the card database, unless --db or DECKCHECK_DB names one"), _place),
    "language": Setting(_("the language of messages, and of the headers of exported collections"), _language),
    "colours": Setting(_("{colours}; NO_COLOR goes first", colours=", ".join(COLOURS)), _one_of(COLOURS)),
}
"""All settings by their names."""


class UserSettings(NamedTuple):
    """The settings of a file; a setting that it lacks has its default."""

    game: str | None = None
    format: Mapping[str, str] | None = None
    database: str | None = None
    colours: str = "auto"
    language: str | None = None

    def format_of(self, game: str) -> str | None:
        """The format that is set for a game, or None."""
        return (self.format or {}).get(game)


def read_settings(path: Path) -> UserSettings:
    """The settings of a file, the defaults where there is none.

    Raises `SettingsFileError` where it cannot be read or has an unknown setting.
    """
    values = _read(path)
    for name, value in values.items():
        if name not in SETTINGS:
            raise SettingsFileError(path, _with_hint(_("no setting is called {name!r}", name=name), name))
        if SETTINGS[name].by_game != isinstance(value, dict):
            kind = _("a table of games") if SETTINGS[name].by_game else _("a text")
            raise SettingsFileError(
                path, _("{name} is {value!r}, expected {kind}", name=name, value=value, kind=kind)
            )
        one = value.items() if isinstance(value, dict) else [(None, value)]
        for game, text in one:
            _checked(path, name, game, text)
    return UserSettings(**values)


def split_name(name: str) -> tuple[str, str | None]:
    """The setting that a name means, and its game where it is one for each game.

    >>> split_name("colours"), split_name("format.destiny")
    (('colours', None), ('format', 'destiny'))
    """
    key, _unused, game = name.strip().casefold().partition(".")
    if key not in SETTINGS:
        raise SettingError(name, _with_hint(_("no setting has this name"), key))
    if game and not SETTINGS[key].by_game:
        raise SettingError(name, _("it is the same for all games"))
    return key, _game(game) if game else None


def set_value(path: Path, name: str, text: str | None) -> str | None:
    """Sets a value, or removes it with None; returns the value as it is stored.

    All else in the file stays as it is, comments too. Raises `SettingError` for a value that the
    setting cannot have, `SettingsFileError` where the file cannot be changed.
    """
    key, game = split_name(name)
    value = None if text is None else _value(key, name, text)
    with _alone(path):
        _set(path, name, (key, game), value)
    return value


def _set(path: Path, name: str, place: tuple[str, str | None], value: str | None) -> None:
    """Sets a value in the file as it is now, which no other program changes meanwhile."""
    key, game = place
    if SETTINGS[key].by_game and game is None:
        game = _game(read_settings(path).game or FIRST_GAME)
    values = _read(path)
    table = values.setdefault(key, {}) if game else values
    last = game or key
    if value is None:
        table.pop(last, None)
    else:
        table[last] = value
    source = path.read_text(encoding="utf-8") if path.exists() else ""
    edited = _edited(source, key if game else None, last, value)
    if _parsed(path, edited) != {k: v for k, v in values.items() if v != {}} | _empty(edited, path):
        raise SettingsFileError(path, _("{name} is written in a way that only you can change", name=name))
    from importers.decks.writing import save_deck

    save_deck(path, edited.encode(), force=True)


def _empty(text: str, path: Path) -> dict[str, Any]:
    """The tables of the text that hold nothing."""
    return {key: value for key, value in _parsed(path, text).items() if value == {}}


def _value(key: str, name: str, text: str) -> str:
    if len(text) > _LONGEST or not text.isprintable() or not text.strip():
        raise SettingError(name, _("{text!r} is no value for it", text=text[:40]))
    try:
        return SETTINGS[key].check(text.strip())
    except ValueError as error:
        raise SettingError(name, f"{text!r}: {error}") from None


def _checked(path: Path, name: str, game: str | None, text: object) -> None:
    where = f"{name}.{game}" if game else name
    if not isinstance(text, str):
        raise SettingsFileError(path, _("{where} is {text!r}, expected a text", where=where, text=text))
    try:
        split_name(where)
        _value(name, where, text)
    except DeckcheckError as error:
        raise SettingsFileError(path, str(error)) from None


def _with_hint(what: str, name: str) -> str:
    from deckcheck.suggest import suggest

    if near := meant(suggest(name, {known: known for known in SETTINGS}), begins=True):
        return joined((what, near), ". ")
    return joined((what, _("known: {known}", known=", ".join(SETTINGS))), "; ")


def _read(path: Path) -> dict[str, Any]:
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise SettingsFileError(path, error.strerror or str(error)) from None
    except ValueError as error:
        raise SettingsFileError(path, _("no text in UTF-8: {error}", error=error)) from None
    return _parsed(path, text)


def _parsed(path: Path, text: str) -> dict[str, Any]:
    import tomllib

    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise SettingsFileError(path, str(error)) from None


def _edited(source: str, table: str | None, key: str, value: str | None) -> str:
    """The text with the line of one value replaced, added or taken out."""
    import json

    lines = source.splitlines()
    new = [] if value is None else [f"{key} = {json.dumps(value, ensure_ascii=False)}"]
    heads = [n for n, line in enumerate(lines) if _TABLE.fullmatch(line)]
    tables = {str(_TABLE.fullmatch(lines[n])[1]): n for n in heads}  # type: ignore[index]
    if table is not None and table not in tables:
        return "\n".join([*lines, *([""] * bool(lines)), f"[{table}]", *new, ""]) if new else source
    start = tables[table] + 1 if table else 0
    end = next((n for n in heads if n >= start), len(lines))
    ours = re.compile(rf"\s*{re.escape(key)}\s*=.*")
    for number in range(start, end):
        if ours.fullmatch(lines[number]):
            return "\n".join([*lines[:number], *new, *lines[number + 1 :], ""])
    while end > start and not lines[end - 1].strip():
        end -= 1
    gap = [""] if new and lines[end : end + 1] != [""] and end < len(lines) else []
    return "\n".join([*lines[:end], *new, *gap, *lines[end:], ""])


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    """The context in which no other program changes the settings: a second one waits."""
    from db.connection import locked

    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with locked(path.with_name(f".{path.name}.lock")):
            yield
    except DiskFullError:
        raise DiskFullError(path) from None
    except (OSError, DatabaseError) as error:
        raise SettingsFileError(path, str(error.__cause__ or error)) from None
