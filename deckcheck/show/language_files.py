"""The languages that messages are shown in: one file each, in `deckcheck/languages` or the user's own.

A file is a `.po` of gettext. It also says how its language writes numbers and sorts letters.
"""

import os
import re
import struct
from collections.abc import Mapping
from contextlib import suppress
from datetime import date
from functools import cache, lru_cache
from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path
from string import Formatter
from typing import Any, NamedTuple
from unicodedata import normalize

from db.language import Message, filled, pgettext

_parse = Formatter().parse
ENGLISH = "en"
_FOLDER = Path(__file__).parents[1] / "languages"
_SIGNS = pgettext("between whole number and fraction", "."), pgettext("between thousands", ",")
_DAY = pgettext("between year, month and day of a date", "{year}-{month:02}-{day:02}")
_ISO_DAY = re.compile(r"(\d{4})-(\d\d)-(\d\d)")
_DIGEST = "sha256 of the file that this was made of"
_ALPHABET = pgettext("alphabet, for sorting", "a b c d e f g h i j k l m n o p q r s t u v w x y z")


class Language(Formatter):
    """A language, which says messages by the translations of its file."""

    def __init__(self, code: str, found: GNUTranslations) -> None:
        self.code, self._found = code, found
        point, thousands = map(self.translated, _SIGNS)
        self._signs = str.maketrans({".": point, ",": thousands})

    def translated(self, message: str) -> str:
        """The template of a message in this language, in English where it has none."""
        if not isinstance(message, Message):
            return self._found.gettext(message)
        one, many = message.template, message.many
        if many:
            return self._found.ngettext(one, many, message.number)
        return self._found.pgettext(message.context, one) if message.context else self._found.gettext(one)

    def say(self, message: Message) -> str:
        """The message in this language; in English where its translation does not fit."""
        template = self.translated(message) if message.template else ""
        if not message.values:
            return template
        meant = message.many if message.many and message.number != 1 else message.template
        if not _fits(template, message.template, message.many):
            template = meant
        return self.vformat(template, (), message.values)

    def format_field(self, value: Any, format_spec: str) -> str:
        """A value as this language writes it: numbers have its signs, days its order."""
        value = value.isoformat() if type(value) is date else value
        if isinstance(value, str) and not format_spec and (day := _ISO_DAY.fullmatch(value)) is not None:
            year, month, on = map(int, day.groups())
            return f"{filled(_DAY, {'year': year, 'month': month, 'day': on})}"
        text = format(value, format_spec)
        if isinstance(value, float) or (isinstance(value, int) and "," in format_spec):
            return text.translate(self._signs)
        return text

    def key_of(self, text: str) -> tuple[list[int], str]:
        """The key that sorts texts: letters by their places in the alphabet.

        What is no letter comes first; the marks on letters of another language tell apart only what is
        alike but for them.
        """
        places, letters = _alphabet(self.translated(_ALPHABET))
        key: list[int] = []
        text = text.casefold()
        for letter in filter(None, letters.split(text)):
            here = (letter,) if letter in places else (normalize("NFD", sign)[0] for sign in letter)
            key += [places.get(one, 0) for one in here]
        return key, text


@lru_cache(4096)
def _fits(template: str, one: str, many: str) -> bool:
    """Whether a translation has no other values than English has, each written in the same way."""
    try:
        values = _values(one) | _values(many)
        if many:  # a file has each text once, whether its English plural parts thousands or not
            values.add(("number", ",", None))
        return _values(template) <= values | {(name, "", None) for name, _spec, _how in values}
    except ValueError:
        return False


def _values(template: str) -> set[tuple[str, str | None, str | None]]:
    return {(name, spec, how) for _text, name, spec, how in _parse(template) if name is not None}


@cache
def _alphabet(letters: str) -> tuple[Mapping[str, int], re.Pattern[str]]:
    """The places of the letters, of which some are two characters, and what finds them in a text."""
    places = {letter: place for place, letter in enumerate(letters.split(), start=1)}
    return places, re.compile(f"({'|'.join(map(re.escape, sorted(places, key=len, reverse=True)))})")


def language_files(own: Path | None = None) -> dict[str, Path]:
    """The files of all languages by their codes; the user's own, in a folder, go first."""
    return {
        path.stem: path
        for folder in (_FOLDER, own)
        if folder is not None
        for path in sorted(folder.glob("*.po"))
    }


def find_language(code: str, own: Path | None = None) -> Language | None:
    """The language of a code such as `cs` or `cs_CZ.UTF-8`; None for English, and where there is none."""
    short = re.split(r"[_.@-]", code.strip().casefold())[0]
    if short in ("", ENGLISH, "c", "posix") or not short.isalpha():
        return None
    for folder in (own, _FOLDER):
        if folder is not None and (path := folder / f"{short}.po").is_file():
            return _read(path, path.stat().st_mtime_ns)
    return None


def accepted(header: str, own: Path | None = None) -> str:
    """The first language of an Accept-Language header that there is, else English.

    >>> accepted("tlh, en;q=0.5")
    'en'
    """
    wanted: list[tuple[float, str]] = []
    for part in header.split(",")[:20]:
        code, _sign, weight = part.strip().partition(";q=")
        wanted.append((-(float(weight) if re.fullmatch(r"[01](\.\d{1,3})?", weight) else 1.0), code[:20]))
    for _weight, code in sorted(wanted, key=lambda one: one[0]):
        short = code.casefold().split("-")[0]
        if short == ENGLISH or find_language(code, own) is not None:
            return short
    return ENGLISH


@cache
def _read(path: Path, _changed: int) -> Language | None:
    """The language of a file, None where the file is broken; read once."""
    try:
        return Language(path.stem, _stored(path) or build(path))
    except (OSError, ValueError, LookupError, SyntaxError):
        return None


def _stored(path: Path) -> GNUTranslations | None:
    """The translations of the `.mo` beside a `.po`, None where it is not made of just that."""
    try:
        with path.with_suffix(".mo").open("rb") as file:
            found = GNUTranslations(file)
    except (OSError, ValueError, LookupError, SyntaxError, struct.error):
        return None
    return found if found.gettext(_DIGEST) == _digest(path) else None


def _digest(path: Path) -> str:
    from hashlib import sha256

    return sha256(path.read_bytes()).hexdigest()


def build(path: Path) -> GNUTranslations:
    """The translations of a `.po`, kept beside it as `.mo` where its folder can be written to."""
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import PoFileError, read_po

    try:
        with path.open("rb") as file:
            catalog = read_po(file, abort_invalid=True)  # else it writes what is wrong on standard output
    except PoFileError as error:
        raise ValueError(str(error)) from error
    catalog.locale = catalog.locale or "en"  # without one it would not keep its plural rule
    catalog.add(_DIGEST, _digest(path))
    made = BytesIO()
    write_mo(made, catalog, use_fuzzy=True)
    with suppress(OSError):
        part = path.with_suffix(f".{os.getpid()}.part")
        part.write_bytes(made.getvalue())
        part.replace(path.with_suffix(".mo"))
    return GNUTranslations(BytesIO(made.getvalue()))


_NAMES = {"en": "English", "cs": "čeština", "de": "Deutsch", "hu": "magyar", "pl": "polski"}
"""The languages that come with the program; to look their names up would take as long as the first page."""


@cache
def language_name(code: str) -> str:
    """The name of a language in itself, else its code.

    >>> language_name("cs"), language_name("fr")
    ('čeština', 'français')
    """
    if known := _NAMES.get(code):
        return known
    from babel import Locale, UnknownLocaleError

    try:
        return Locale.parse(code).get_language_name(code) or code
    except (UnknownLocaleError, ValueError):
        return code


class ListedLanguage(NamedTuple):
    """A language: its code, its own name, and how many of all messages it has."""

    code: str
    name: str
    translated: int
    messages: int
    unsure: int
    path: Path


def list_languages(own: Path | None = None) -> list[ListedLanguage]:
    """All languages that there are, with how complete each is."""
    from babel.messages.pofile import PoFileError, read_po

    found = []
    for code, path in language_files(own).items():
        try:
            with path.open("rb") as file:
                messages = [one for one in read_po(file, abort_invalid=True) if one.id]
        except (OSError, ValueError, PoFileError):
            found.append(ListedLanguage(code, "", 0, 0, 0, path))
            continue
        done = [one for one in messages if one.string and all(one.string)]
        unsure = sum(one.fuzzy for one in done)
        found.append(ListedLanguage(code, language_name(code), len(done), len(messages), unsure, path))
    return found
