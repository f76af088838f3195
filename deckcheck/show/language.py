"""Messages as command and page show them, and texts in the order of the language that is spoken."""

from collections.abc import Iterable
from typing import Any, TypeVar

from db.advice import meant
from db.language import (
    Message,
    Speaker,
    all_of,
    and_more,
    english,
    filled,
    gettext,
    in_parts,
    joined,
    ngettext,
    one_of,
    partly,
    pgettext,
    some_of,
    speak,
    speaker,
    spoken,
)

T = TypeVar("T")


def capitalized(text: str) -> str:
    """A text with a capital letter at its beginning; its other letters stay, as in German nouns.

    >>> capitalized("the Deck")
    'The Deck'
    """
    shown = str(text)
    return shown[:1].upper() + shown[1:]


def number(value: float, spec: str) -> str:
    """A number as the language that is spoken writes it, by a format specification of Python.

    >>> number(0.125, ".1%"), number(1234, ",")
    ('12.5%', '1,234')
    """
    return str(filled(f"{{number:{spec}}}", {"number": value}))


def in_order(values: Iterable[T], text_of: Any = str) -> list[T]:
    """Values sorted by their texts, as the language that is spoken sorts them.

    >>> in_order(["Yoda", "anakin", "Boba Fett"])
    ['anakin', 'Boba Fett', 'Yoda']
    """
    key_of = getattr(speaker(), "key_of", str.casefold)
    return sorted(values, key=lambda value: key_of(text_of(value)))
