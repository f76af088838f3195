"""Suggestions for an unknown name: they help the user and never decide anything.

What people do to names is looked for in turn, and the first that finds anything counts:

1. an article, a plural or a Roman number more or less: `Dark Time` is A Dark Time;
2. one letter wrong in a word;
3. a word left out: `FX-7 Medical Droid (A)` is FX-7 Medical Assistance Droid (A);
4. the rest of the name left out, or its beginning: `Leia (B)` is Leia Organa (B);
5. letters wrong in any words, or words out of order: the fewest changes;
6. a word too many;
7. the end left out: `Dark Time` is A Dark Time for the Rebellion;
8. another version than there are.

Distances count the letters that were dropped, added, replaced, or swapped with their neighbour, on
the normal forms of db.cards.names, so that case, accents, dashes and brackets count for nothing.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import zip_longest

from db.cards.names import normal_form, parse_name, version_order

NO_NAMES: Mapping[str, str] = {}

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

_FEW = 40
"""For so many names the known ones are gone through; for more they are sorted first."""

_FEWEST_WORDS = 2
"""A single word with another beside it says nothing: hundreds of names have it."""

_SHORTEST_WORD = 3
"""In shorter words, as in numbers and versions, one other letter is another word."""

_VERSION = re.compile(r" [a-z]\d?$")
_ARTICLE = re.compile(r"^(?:a|an|the) (?=\w)")
_ROMAN = {
    "i": "1",
    "ii": "2",
    "iii": "3",
    "iv": "4",
    "v": "5",
    "vi": "6",
    "vii": "7",
    "viii": "8",
    "ix": "9",
    "x": "10",
    "xi": "11",
    "xii": "12",
}


def suggest(name: str, names: Mapping[str, str], translated: Mapping[str, str] = NO_NAMES) -> tuple[str, ...]:
    """The names that `name` most likely means: one when it is clearly ahead, else all ties.

    `names` gives the name to show for each normal form, as `Catalogue.names()` does. A name without
    a version is compared with the names without theirs, so it suggests every version; a mark of a
    reprint counts for nothing. Of more than `MOST` ties only the first are given, in the order of
    `names`; nothing when no name is near. `translated` are names in other languages: they count
    where one of them is nearer than all of `names`, and then come first.

    >>> suggest("Boba Fet (B)", {"boba fett a": "Boba Fett (A)", "boba fett b": "Boba Fett (B)"})
    ('Boba Fett (B)',)
    >>> suggest("boba fet", {"boba fett a": "Boba Fett (A)", "boba fett b": "Boba Fett (B)"})
    ('Boba Fett (A)', 'Boba Fett (B)')
    """
    return Suggester(names, translated).suggest(name)


def suggest_many(
    names: Collection[str], known: Mapping[str, str], translated: Mapping[str, str] = NO_NAMES
) -> dict[str, tuple[str, ...]]:
    """The suggestions for each name, the distances measured all at once, over all cores.

    >>> suggest_many(["boba fet"], {"boba fett a": "Boba Fett (A)"})
    {'boba fet': ('Boba Fett (A)',)}
    """
    suggester = Suggester(known, translated)
    suggester.look_ahead(names)
    return {name: suggester.suggest(name) for name in names}


def _key(name: str) -> str:
    """The form of a name in which it is compared; a mark of a reprint counts for nothing."""
    parts = parse_name(name)
    return normal_form(parts.card if parts.reprint else name)


class Suggester:
    """The known names, prepared once for suggestions for many unknown ones.

    >>> Suggester({"boba fett a": "Boba Fett (A)"}).suggest("boba fet")
    ('Boba Fett (A)',)
    """

    def __init__(self, names: Mapping[str, str], translated: Mapping[str, str] = NO_NAMES) -> None:
        self._shown = list(names.values())
        self._whole = _Forms(list(names))
        others = {key: name for key, name in translated.items() if key not in names}
        self._translated = Suggester(others) if others else None

    @cached_property
    def _bare(self) -> "_Forms":
        """The names without their versions."""
        whole = self._whole.known
        return _Forms([_without_version(known) for known in whole], whole)

    def look_ahead(self, names: Collection[str]) -> None:
        """Measures the distances of many names at once."""
        keys = {key for name in names if (key := _key(name))}
        self._whole.look_ahead([key for key in keys if _VERSION.search(key)])
        self._bare.look_ahead({_without_version(key) for key in keys})
        if self._translated is not None:
            self._translated.look_ahead(names)

    def suggest(self, name: str) -> tuple[str, ...]:
        """The names that a name most likely means, as `suggest` gives them."""
        if not (key := _key(name)):
            return ()
        near = _find(key, self._whole) if _VERSION.search(key) else []
        near = near or _find(_without_version(key), self._bare)
        found = _in_order(dict.fromkeys(self._shown[place] for place in near))[:MOST]
        others = self._translated.suggest(name) if self._translated is not None else ()
        if others and (not found or _distance(key, others) < _distance(key, found)):
            return (*others, *found)[:MOST]
        return found


class _Forms:
    """Names in the form in which they are compared, with what was measured of them."""

    def __init__(self, known: list[str], whole: list[str] | None = None) -> None:
        self.known = known
        self._whole = known if whole is None else whole
        self._measured: dict[str, list[int]] = {}
        self._asked = 0

    @cached_property
    def sorted(self) -> "_Forms":
        """The names with their words in alphabetical order."""
        return _Forms(list(map(_sorted_words, self.known)))

    @cached_property
    def places(self) -> Mapping[str, list[int]]:
        """The places of each name; cards that differ by their version share one without it."""
        return self.places_by(lambda one: (one,))

    @cached_property
    def _plain_places(self) -> Mapping[str, list[int]]:
        """The places of the names by their plain forms."""
        return self.places_by(lambda one: (_plain(one),))

    @cached_property
    def _shortened_places(self) -> Mapping[str, list[int]]:
        """The places of the names by what is left of them without one word."""
        return _shortened_places(tuple(self.known))

    def places_by(self, forms: Callable[[str], Iterable[str]]) -> Mapping[str, list[int]]:
        """The places of the names by each of their forms."""
        result: dict[str, list[int]] = {}
        for place, one in enumerate(self.known):
            for form in forms(one):
                result.setdefault(form, []).append(place)
        return result

    @property
    def _is_sorted(self) -> bool:
        """Whether so many names were asked for that it pays to sort the known ones."""
        return self._asked > _FEW or bool(self._measured)

    def same(self, plain: str) -> list[int]:
        """The places of the names that are the same but for articles, plurals and Roman numbers."""
        self._asked += 1
        known, stem = self.known, max(plain.split(), key=len).removesuffix("y")
        if self._is_sorted:
            return [n for n in self._plain_places.get(plain, ()) if stem in known[n]]
        return [n for n, one in enumerate(known) if stem in one and _plain(one) == plain]

    def with_one_word_more(self, key: str) -> list[int]:
        """The places of the names of which one word is left out."""
        words = key.split()
        if len(_without_version(key).split()) < _FEWEST_WORDS:
            return []
        if self._is_sorted:
            return self._shortened_places.get(" ".join(words), [])
        longest, blanks = max(words, key=len), len(words)
        return [
            place
            for place, one in enumerate(self.known)
            if longest in one and one.count(" ") == blanks and _is_without_one(words, one.split())
        ]

    def with_words_left_out(self, key: str) -> list[int]:
        """The places of the people whose names begin with these words or, if none do, end so.

        None where too many different names do.
        """
        bare, version = _without_version(key), _VERSION.search(key)
        words = bare.split()
        if bare in self.places:
            return []
        for index, word, begins in (
            (self._first_words, words[0].rstrip(","), True),
            (self._last_words, words[-1], False),
        ):
            near: dict[int, str] = {}
            for place in index.get(word, ()):
                whole = self._whole[place]
                other = _without_version(whole)
                titled = begins and other.startswith(f"{bare}, ")
                longer = other.startswith(f"{bare} ") if begins else other.endswith(f" {bare}")
                wanted = whole.endswith(version.group()) if version else _VERSION.search(whole)
                if titled or (longer and wanted):
                    near[place] = other
            if near and len(set(near.values())) <= MOST:
                return list(near)
        return []

    @cached_property
    def _longest(self) -> int:
        """The length of the longest name."""
        return max(map(len, self.known), default=0)

    @cached_property
    def _first_words(self) -> Mapping[str, list[int]]:
        """The places of the names by their first words."""
        return self.places_by(lambda one: [one.split(" ", 1)[0].rstrip(",")])

    @cached_property
    def _last_words(self) -> Mapping[str, list[int]]:
        """The places of the names by the last words before their versions."""
        return self.places_by(lambda one: _without_version(one).rsplit(" ", 1)[-1:])

    def with_one_word_less(self, key: str) -> list[int]:
        """The places of the names that have all the words but one."""
        if len(key) - max(map(len, key.split()), default=0) - 1 > self._longest:
            return []
        near = sorted(n for one in _without_each_word(key) for n in self.places.get(one, ()))
        return [n for n in near if len(_without_version(self.known[n]).split()) >= _FEWEST_WORDS]

    def nearest(self, key: str) -> list[int]:
        """The places of the nearest names, in their order."""
        measured = self._measured.get(key)
        return _nearest(key, self.known) if measured is None else measured

    def look_ahead(self, keys: Collection[str]) -> None:
        """Measures many keys at once, and those that nothing is near to with their words sorted."""
        missing = list(keys)
        self.measure(missing)
        self.sorted.measure(list({_sorted_words(key) for key in missing if not self._measured[key]}))

    def measure(self, keys: Sequence[str]) -> None:
        if not keys or not self.known:
            self._measured |= {key: [] for key in keys}
            return
        import numpy as np
        from rapidfuzz.distance import OSA
        from rapidfuzz.process import cdist

        table = cdist(
            keys, self.known, scorer=OSA.distance, score_cutoff=_MOST_EDITS, dtype=np.uint8, workers=-1
        )
        for key, row in zip(keys, table, strict=True):
            best = int(row.min())
            reach = min(_limit(key), best + 1 if best >= _UNSURE_FROM else best)
            fits = best <= _limit(key)
            self._measured[key] = (row <= reach).nonzero()[0].tolist() if fits else []


def _in_order(names: Iterable[str]) -> tuple[str, ...]:
    """The names as they come, but those that differ by their version alone from A to Z, then A2.

    >>> _in_order(["Yoda (B)", "Dooku (A)", "Yoda (A2)", "Yoda (A)"])
    ('Yoda (A)', 'Yoda (B)', 'Yoda (A2)', 'Dooku (A)')
    """
    by_base: dict[str, list[tuple[tuple[str, str], str]]] = {}
    for name in names:
        parts = parse_name(name)
        by_base.setdefault(parts.base, []).append((version_order(parts.version), name))
    return tuple(name for found in by_base.values() for _, name in sorted(found))


def _distance(key: str, texts: Sequence[str]) -> int:
    """How far the nearest of the names is, subtitles left out where there is none in the key."""
    from rapidfuzz.distance import OSA

    forms = [normal_form(name) for name in texts]
    forms += [normal_form(name.partition(",")[0]) for name in texts if "," not in key]
    return min(int(OSA.distance(key, form)) for form in forms)


def _limit(key: str) -> int:
    """How many edits a name may be away from one so long."""
    return min(_MOST_EDITS, -(-len(key) // _LETTERS_AN_EDIT))


def _find(key: str, forms: _Forms) -> list[int]:
    """The places of the names that are meant by the first of the ways that finds any."""
    known = forms.known
    plain = _plain(key)
    if same := forms.same(plain):
        return same
    nearest = forms.nearest(key)
    return (
        [place for place in nearest if _is_one_slip(key, known[place])]
        or forms.with_one_word_more(key)
        or forms.with_words_left_out(key)
        or nearest
        or forms.sorted.nearest(_sorted_words(key))
        or forms.with_one_word_less(key)
        or list(_with_more_behind(plain, known))
    )


def _nearest(key: str, compared: Sequence[str]) -> list[int]:
    """The places of the nearest of the compared names, in their order."""
    from rapidfuzz.distance import OSA
    from rapidfuzz.process import extract

    found = extract(key, compared, scorer=OSA.distance, score_cutoff=_limit(key), limit=None)
    if not found:
        return []
    best = min(distance for _, distance, _ in found)
    reach = best + 1 if best >= _UNSURE_FROM else best
    return sorted(place for _, distance, place in found if distance <= reach)


def _is_one_slip(key: str, other: str) -> bool:
    """Whether one slip of the keyboard makes one of the other, in a word and not in a number."""
    from rapidfuzz.distance import OSA

    if OSA.distance(key, other, score_cutoff=1) > 1:
        return False
    pairs = zip_longest(key.split(), other.split(), fillvalue="")
    changed = [(one, two) for one, two in pairs if one != two]
    return all(
        max(len(one), len(two)) >= _SHORTEST_WORD and not re.search(r"\d", one + two) for one, two in changed
    )


def _with_more_behind(plain: str, known: Sequence[str]) -> Iterator[int]:
    """Yields the places of the names that begin with these words, an article before them or not."""
    longest, begin = max(plain.split(), key=len), f"{plain} "
    if len(plain.split()) >= _FEWEST_WORDS:
        for place, one in enumerate(known):
            if longest in one and _plain(one).startswith(begin):
                yield place


def _without_each_word(name: str) -> set[str]:
    """The name without one of its words, for each of them.

    >>> sorted(_without_each_word("a dark time"))
    ['a dark', 'a time', 'dark time']
    """
    words = name.split()
    return {" ".join(words[:n] + words[n + 1 :]) for n in range(len(words))}


@lru_cache(maxsize=16)  # the catalogues of a page have the same names again and again
def _shortened_places(known: tuple[str, ...]) -> Mapping[str, list[int]]:
    return _Forms(list(known)).places_by(_without_each_word)


def _is_without_one(fewer: Sequence[str], more: Sequence[str]) -> bool:
    """Whether the words are the others, in their order, with one left out."""
    if len(more) != len(fewer) + 1:
        return False
    same = next((n for n, word in enumerate(fewer) if word != more[n]), len(fewer))
    return fewer[same:] == more[same + 1 :]


def _plain(key: str) -> str:
    """The words without an article before them, in the singular, numbers in digits.

    >>> _plain("secrets of yavin iv") == _plain("the secret of yavin 4")
    True
    """
    return " ".join(_ROMAN.get(word) or _singular(word) for word in _ARTICLE.sub("", key).split())


def _singular(word: str) -> str:
    if len(word) <= _SHORTEST_WORD or word.endswith("ss"):
        return word
    return f"{word[:-3]}y" if word.endswith("ies") else word.removesuffix("s")


def _without_version(key: str) -> str:
    return _VERSION.sub("", key) if " " in key[-3:-1] else key


def _sorted_words(key: str) -> str:
    """The words in alphabetical order, for names whose words are out of order."""
    return " ".join(sorted(key.split()))
