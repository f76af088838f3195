"""Names in spellings that fold to one name: `R2D2 (C)`, `Han Solo, B`.

Dashes, blanks and commas within a name do not count, but its version stays a word of its own, so
that a letter too many is never a version.
"""

from collections.abc import Mapping
from functools import lru_cache

from db.cards.names import normal_form
from db.patterns import pattern

_VERSION = pattern(
    r"(.*?\S)[\s,(\[{]+(?:(?:[Vv]er(?:[sz]\w{1,5}|\.)?|[Ww]ersj\w|[Vv]\.?)\s*)?([A-Za-z][0-9]?)[)\]}]?\s*"
)
_VERSION_OF_FOLD = pattern(r" [a-z][0-9]?$")
_BLANK = pattern(r"(?<![0-9]) | (?![0-9])")
"""Any blank but one between digits: `EX-1-2` is not EX-12."""


def name_fold(name: str) -> str:
    """The form of a name without blanks, dashes, commas and quotes, and its version as a word.

    >>> name_fold("R2D2 [C]"), name_fold("Luke Skywalkera")
    ('r2d2 c', 'lukeskywalkera')
    """
    found = _VERSION.fullmatch(name)
    base, version = found.groups() if found else (name, "")
    plain = _BLANK.sub("", normal_form(base.replace(",", " ").rstrip(".! ")))
    return f"{plain} {version.casefold()}" if version else plain


@lru_cache(maxsize=16)  # each catalogue that is opened has the same names
def foldings(names: tuple[str, ...]) -> Mapping[str, tuple[str, ...]]:
    """The names by their foldings, and by those without their versions.

    >>> foldings(("R2-D2 (A)", "R2-D2 (B)"))["r2d2"]
    ('R2-D2 (A)', 'R2-D2 (B)')
    """
    found: dict[str, list[str]] = {}
    for name in names:
        for key in _folds(name):
            found.setdefault(key, []).append(name)
    return {fold: tuple(one) for fold, one in found.items()}


def _folds(name: str) -> frozenset[str]:
    fold = name_fold(name)  # the I of Mark I is no version
    return frozenset({fold, _VERSION_OF_FOLD.sub("", fold)} if name.endswith(")") else {fold})
