"""The languages that messages are shown in: one file each, in `deckcheck/languages` or the user's own.

A file is a `.po` of gettext. It also says how its language writes numbers and sorts letters.
"""

import os
import re
import struct
from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import cache, lru_cache
from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path
from string import Formatter
from typing import Any, NamedTuple, TypeVar
from unicodedata import normalize

from db.language import (
    Message,
    english,
    filled,
    gettext,
    joined,
    ngettext,
    partly,
    pgettext,
    speak,
    speaker,
    spoken,
)

__all__ = (
    "Language",
    "Message",
    "accepted",
    "english",
    "filled",
    "find_language",
    "gettext",
    "in_order",
    "joined",
    "language_files",
    "list_languages",
    "ngettext",
    "partly",
    "pgettext",
    "speak",
    "speaker",
    "spoken",
)

T = TypeVar("T")
_parse = Formatter().parse
ENGLISH = "en"
_FOLDER = Path(__file__).parents[1] / "languages"
_SIGNS = pgettext("between whole number and fraction", "."), pgettext("between thousands", ",")
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
        """A value as this language writes it: numbers have its signs."""
        text = format(value, format_spec)
        if isinstance(value, float) or (isinstance(value, int) and "," in format_spec):
            return text.translate(self._signs)
        return text

    @property
    def order(self) -> Mapping[str, int]:
        """The places of the letters in its alphabet, of which some are two characters."""
        return _places(self.translated(_ALPHABET))


@lru_cache(4096)
def _fits(template: str, one: str, many: str) -> bool:
    """Whether a translation has no other values than English has, each written in the same way."""
    try:
        values = _values(one) | _values(many)
        return _values(template) <= values | {(name, "", None) for name, _spec, _how in values}
    except ValueError:
        return False


def _values(template: str) -> set[tuple[str, str | None, str | None]]:
    return {(name, spec, how) for _text, name, spec, how in _parse(template) if name is not None}


@cache
def _places(alphabet: str) -> Mapping[str, int]:
    return {letter: place for place, letter in enumerate(alphabet.split(), start=1)}


def in_order(values: Iterable[T], text_of: Any = str) -> list[T]:
    """Values sorted by their texts, as the language that is spoken sorts them.

    >>> in_order(["Yoda", "anakin", "Boba Fett"])
    ['anakin', 'Boba Fett', 'Yoda']
    """
    language = speaker()
    places = language.order if isinstance(language, Language) else {}
    if not places:
        return sorted(values, key=lambda value: text_of(value).casefold())
    letters = re.compile(f"({'|'.join(map(re.escape, sorted(places, key=len, reverse=True)))})")
    return sorted(values, key=lambda value: _key(text_of(value).casefold(), places, letters))


def _key(text: str, places: Mapping[str, int], letters: re.Pattern[str]) -> tuple[list[int], str]:
    """The places of letters; the marks on those of another language tell apart what is alike but for them."""
    key: list[int] = []
    for letter in filter(None, letters.split(text)):
        here = (letter,) if letter in places else (normalize("NFD", sign)[0] for sign in letter)
        key += [places.get(one, 0) for one in here]
    return key, text


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
    from babel.messages.pofile import read_po

    with path.open("rb") as file:
        catalog = read_po(file)
    catalog.locale = catalog.locale or "en"  # without one it would not keep its plural rule
    catalog.add(_DIGEST, _digest(path))
    made = BytesIO()
    write_mo(made, catalog, use_fuzzy=True)
    with suppress(OSError):
        part = path.with_suffix(f".{os.getpid()}.part")
        part.write_bytes(made.getvalue())
        part.replace(path.with_suffix(".mo"))
    return GNUTranslations(BytesIO(made.getvalue()))


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
    from babel import Locale, UnknownLocaleError
    from babel.messages.pofile import read_po

    found = []
    for code, path in language_files(own).items():
        try:
            with path.open("rb") as file:
                messages = [one for one in read_po(file) if one.id]
        except (OSError, ValueError, UnicodeError):
            found.append(ListedLanguage(code, "", 0, 0, 0, path))
            continue
        try:
            name = Locale.parse(code).get_language_name(code) or code
        except (UnknownLocaleError, ValueError):
            name = code
        done = [one for one in messages if one.string and all(one.string)]
        unsure = sum(one.fuzzy for one in done)
        found.append(ListedLanguage(code, name, len(done), len(messages), unsure, path))
    return found
