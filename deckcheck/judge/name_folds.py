"""Names in spellings that fold to one name: `R2D2 (C)`, `Han Solo, B`, `4 X (foil)`.

Dashes, blanks and commas within a name do not count, but its version stays a word of its own, so
that a letter too many is never a version. A finish, a known set and a number beside a name are
remarks.
"""

import re
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import NamedTuple

from db.cards.names import normal_form
from db.patterns import pattern

_VERSION = pattern(
    r"(.*?\S)[\s,(\[{]+(?:(?:[Vv]er(?:[sz]\w{1,5}|\.)?|[Ww]ersj\w|[Vv]\.?)\s*)?([A-Za-z][0-9]?)[)\]}]?\s*"
)
_VERSION_OF_FOLD = pattern(r" [a-z][0-9]?$")
_BLANK = pattern(r"(?<![0-9]) | (?![0-9])")
"""Any blank but one between digits: `EX-1-2` is not EX-12."""
_REMARK = pattern(r"(.*\S)\s*[(\[*]\s*([^()\[\]*]{1,60}?)\s*[)\]*]\s*(?:#?\s*([0-9]{1,3}[a-z]?(?:-[0-9])?))?")
FINISH = pattern(
    r"(?:non-?\s?)?foil|foils|holo(?:foil)?|alt(?:ernate)? art|full art|signed|proxy|proxies"
    r"|nm|mint|near mint|played|english|en",
    re.IGNORECASE,
)
_FINISH_BEHIND = pattern(r"(.*\S)\s+(?:foil|holofoil|\*F\*)", re.IGNORECASE)
_SET_AND_NUMBER = pattern(
    r"(?:(.*?)(?:[\s,/-]+#?|#)|()#)\s*([0-9]{1,3}[a-z]?(?:-[0-9])?)(?:/[0-9]{1,3})?", re.IGNORECASE
)


_SET_BEHIND = pattern(
    r"(.*[^\s,-])\s*(?:\s[-\u2013\u2014]\s*|,\s+|\s(?=[A-Z0-9]{2,5}\s+#?[0-9]))([A-Z0-9]{2,5})"
    r"(?:\s+#?([0-9]{1,3}[a-z]?)(?:\s*\([A-Z]{1,2}\))?)?"
)
"""A code of a set behind a dash or a comma, or with number and rarity of the card."""

_SET_BEFORE = pattern(r"\[([A-Z0-9]{2,5})(?:[\s#]+([0-9]{1,3}[a-z]?))?\]\s*([^\[\]]*\S)")


_LONGEST_NAME = 200
"""No name of a card with a remark is longer; expressions would take long on a line of a book."""


class PlainName(NamedTuple):
    """A name without the remark behind it, and what the remark said of its printing."""

    name: str
    set_code: str | None = None
    number: str | None = None


def name_fold(name: str) -> str:
    """The form of a name without blanks, dashes, commas and quotes, and its version as a word.

    >>> name_fold("R2D2 [C]"), name_fold("Luke Skywalkera")
    ('r2d2 c', 'lukeskywalkera')
    """
    found = _VERSION.fullmatch(name)
    base, version = found.groups() if found else (name, "")
    plain = _BLANK.sub("", normal_form(base.replace(",", " ").rstrip(".! ")))
    return f"{plain} {version.casefold()}" if version else plain


def foldings(names: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """The names by their foldings, and by those without their versions.

    >>> foldings(["R2-D2 (A)", "R2-D2 (B)"])["r2d2"]
    ('R2-D2 (A)', 'R2-D2 (B)')
    """
    found: dict[str, list[str]] = {}
    for name in names:
        for key in _folds(name):
            found.setdefault(key, []).append(name)
    return {fold: tuple(one) for fold, one in found.items()}


@lru_cache(maxsize=32_768)  # more than there are cards, of which each catalogue that is opened asks for all
def _folds(name: str) -> frozenset[str]:
    fold = name_fold(name)
    return frozenset({fold, _VERSION_OF_FOLD.sub("", fold)})


def without_remark(name: str, is_set: Callable[[str], bool]) -> PlainName | None:
    """A name without the finish, set or number behind it; None where nothing such stands there.

    >>> without_remark("Nexu (AOTC 35)", str.isalpha)
    PlainName(name='Nexu', set_code='AOTC', number='35')
    >>> without_remark("[ANH] Nexu (A)", str.isalpha), without_remark("Nexu - ANH #3 (R)", str.isalpha)
    (PlainName(name='Nexu (A)', set_code='ANH', number=None),
    PlainName(name='Nexu', set_code='ANH', number='3'))
    """
    if len(name) > _LONGEST_NAME:
        return None
    if found := _FINISH_BEHIND.fullmatch(name):
        return PlainName(found[1])
    if (found := _SET_BEFORE.fullmatch(name)) and is_set(found[1]):
        return PlainName(found[3], found[1], found[2])
    if (found := _SET_BEHIND.fullmatch(name)) and is_set(found[2]):
        return PlainName(*found.groups())
    found = _REMARK.fullmatch(name)
    return None if found is None else _read_remark(found[1], found[2], found[3], is_set)


def _read_remark(
    name: str, remark: str, number: str | None, is_set: Callable[[str], bool]
) -> PlainName | None:
    if number is None and FINISH.fullmatch(remark):
        return PlainName(name)
    if len(remark) > 1 and is_set(remark):
        return PlainName(name, remark, number)
    parts = None if number else _SET_AND_NUMBER.fullmatch(remark)
    if parts is None:
        return None
    code = (parts[1] or "").strip()
    is_known = len(code) > 1 and is_set(code)
    return PlainName(name, code if is_known else None, parts[3]) if is_known or code == "" else None
