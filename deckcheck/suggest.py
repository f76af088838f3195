"""Suggestions for a name that nothing is called: they help the user and never decide anything.

Distances count the letters that were dropped, added, replaced, or swapped with their neighbour, on
the normal forms of db.names, so that case, accents, dashes and brackets count for nothing.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from db.names import normal_form

if TYPE_CHECKING:
    from numpy.typing import NDArray

MOST = 8
"""More ties than this are no help to anyone."""

_LETTERS_AN_EDIT = 5
"""One edit is allowed for every five letters begun: two slips in a ten-letter name are common, two
in a name of four letters make another name."""

_MOST_EDITS = 4
"""Further away, most neighbours in the bundled catalogue are unrelated names."""

_UNSURE_FROM = 3
"""At one or two edits a lead of one edit is clear: single slips are by far the most common ones.
From three edits on it says little, so the names one edit behind are ties as well."""

_VERSION = re.compile(r" [a-z]\d?$")


def suggest(name: str, names: Mapping[str, str]) -> tuple[str, ...]:
    """The names spelt most nearly like `name`: one when it is clearly ahead, else all ties.

    `names` gives the name to show for each normal form, as `Catalogue.names()` does. A name without
    a version is compared with the names without theirs, so it suggests every version. Of more than
    `MOST` ties only the first are given, in the order of `names`; nothing when no name is near.

    >>> suggest("Boba Fet (B)", {"boba fett a": "Boba Fett (A)", "boba fett b": "Boba Fett (B)"})
    ('Boba Fett (B)',)
    >>> suggest("boba fet", {"boba fett a": "Boba Fett (A)", "boba fett b": "Boba Fett (B)"})
    ('Boba Fett (A)', 'Boba Fett (B)')
    """
    key = normal_form(name)
    if not key:
        return ()
    keys = list(names)
    compared = keys if _VERSION.search(key) else [_VERSION.sub("", known) for known in keys]
    near = _nearest(key, compared) or _nearest(_sorted_words(key), map(_sorted_words, compared))
    shown = list(names.values())
    return tuple(dict.fromkeys(shown[place] for place in near))[:MOST]


def suggest_many(names: Sequence[str], known: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    """What `suggest` says of each name, found for all of them at once, over all cores.

    >>> suggest_many(["boba fet"], {"boba fett a": "Boba Fett (A)"})
    {'boba fet': ('Boba Fett (A)',)}
    """
    keys = {name: normal_form(name) for name in names}
    shown = list(known.values())
    found: dict[str, tuple[str, ...]] = dict.fromkeys(names, ())
    whole = list(known)
    bare = [_VERSION.sub("", one) for one in known]
    for compared, wanted in (
        (whole, [name for name, key in keys.items() if key and _VERSION.search(key)]),
        (bare, [name for name, key in keys.items() if key and not _VERSION.search(key)]),
    ):
        places = _nearest_of_many([keys[name] for name in wanted], compared)
        again = [place for place, near in enumerate(places) if not near]
        words = [_sorted_words(keys[wanted[place]]) for place in again]
        for place, near in zip(
            again, _nearest_of_many(words, list(map(_sorted_words, compared))), strict=True
        ):
            places[place] = near
        for name, near in zip(wanted, places, strict=True):
            found[name] = tuple(dict.fromkeys(shown[place] for place in near))[:MOST]
    return found


def _nearest_of_many(keys: Sequence[str], compared: Sequence[str]) -> list[list[int]]:
    """For each key the places of the nearest of the compared names, in their order."""
    if not keys or not compared:
        return [[] for _ in keys]
    import numpy as np
    from rapidfuzz.distance import OSA
    from rapidfuzz.process import cdist

    distances = cdist(
        keys, compared, scorer=OSA.distance, score_cutoff=_MOST_EDITS, dtype=np.uint8, workers=-1
    )
    return [_near_in(key, row) for key, row in zip(keys, distances, strict=True)]


def _near_in(key: str, distances: "NDArray[Any]") -> list[int]:
    """The places of the least distances, unless they are too large for a name so long."""
    best = int(distances.min())
    limit = _limit(key)
    if best > limit:
        return []
    reach = min(limit, best + 1 if best >= _UNSURE_FROM else best)
    places: list[int] = (distances <= reach).nonzero()[0].tolist()
    return places


def _limit(key: str) -> int:
    """How many edits a name may be away from one so long."""
    return min(_MOST_EDITS, -(-len(key) // _LETTERS_AN_EDIT))


def _nearest(key: str, compared: Iterable[str]) -> list[int]:
    """The places of the nearest of the compared names, in their order."""
    from rapidfuzz.distance import OSA
    from rapidfuzz.process import extract

    found = extract(key, list(compared), scorer=OSA.distance, score_cutoff=_limit(key), limit=None)
    if not found:
        return []
    best = min(distance for _, distance, _ in found)
    reach = best + 1 if best >= _UNSURE_FROM else best
    return sorted(place for _, distance, place in found if distance <= reach)


def _sorted_words(key: str) -> str:
    """The words in alphabetical order, for names whose words are out of order."""
    return " ".join(sorted(key.split()))
