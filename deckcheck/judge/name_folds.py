"""Names in spellings that fold to one name: `R2D2 (C)`, `Han Solo, B`.

Dashes, blanks and commas within a name do not count, but its version stays a word of its own, so
that a letter too many is never a version. Lists by surname have `Fett, Boba (A)`.
"""

from collections.abc import Mapping
from functools import lru_cache

from db.cards.names import normal_form
from db.patterns import pattern

_VERSION = pattern(
    r"(.*?\S)[\s,(\[{]+(?:(?:[Vv]er(?:[sz]\w{1,5}|\.)?|[Ww]ersj\w|[Vv]\.?)\s*)?([A-Za-z][0-9]?)[)\]}]?\s*"
)
_VERSION_OF_FOLD = pattern(r" [a-z][0-9]?$")
_TURNED = pattern(r"([^,]{2,40}),\s+([^,()\[\]]{2,40}?)(\s*[(\[].*)?")
_BLANK = pattern(r"(?<![0-9]) | (?![0-9])")
"""Any blank but one between digits: `EX-1-2` is not EX-12."""


def names_like(names: Mapping[str, tuple[str, ...]], name: str) -> tuple[str, ...]:
    """The names of these foldings that fold like a name, else like `Fett, Boba (A)` turned round.

    >>> names_like(foldings(("Boba Fett (A)",)), "Fett, Boba (A)")
    ('Boba Fett (A)',)
    """
    found = names.get(name_fold(name), ())
    turned = None if found else _TURNED.fullmatch(name)
    return names.get(name_fold(f"{turned[2]} {turned[1]}{turned[3] or ''}"), ()) if turned else found


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
