"""Many plain decks asked at once: their sums, and the cards of which they have too many, as arrays.

An item is so many copies of a card in a zone. A deck is the numbers of its items as bytes, and hundreds
of decks are one long array of them, so numpy adds up in one step what `sums` says that each item counts.
"""

from collections.abc import Hashable, Iterator, Mapping, Sequence

import numpy as np
import numpy.typing as npt

from db.cards.card import Card
from deckcheck.rules.sums import RuleSums

Ints = npt.NDArray[np.int64]

ITEM = 4
"""The bytes of an item's number."""

NOTHING, SPECIAL = (number.to_bytes(ITEM, "little") for number in (0, 1))
"""The item of a line without a card, and that of all copies that no plain deck has."""

_MAIN, _ODD = 1, 2
"""The marks of items in the main zone, and of the special one."""

_BITS = 20
"""An item has fewer copies than these bits can hold, and there are fewer keys and decks."""

_MASK = (1 << _BITS) - 1


class ManySums:
    """The items met in decks, and what decks of them sum up to."""

    def __init__(self, sums: RuleSums, main: str) -> None:
        self._sums = sums
        self._main = main
        self._numbers: list[dict[Hashable, int]] = [{None: 0} for _ in sums.limits]
        nothing = sums.packed(0)
        no_keys = (0,) * len(sums.limits)
        self._new: list[tuple[bytes, int, int, tuple[int, ...]]] = [
            (nothing, 0, 0, no_keys),
            (nothing, 0, _ODD, no_keys),
        ]
        self._number = len(self._new)
        self._weights = np.empty((0, len(nothing) // 4), np.uint32)
        """(items, counts): what the copies of an item count."""
        self._copies, self._marks = np.empty(0, np.int64), np.empty(0, np.int64)
        """(items): their copies and marks."""
        self._keys = np.empty((len(sums.limits), 0), np.int64)
        """(limits, items): the numbers of their keys."""

    def item(self, card: Card, zone: str, copies: int) -> bytes:
        """The item of so many copies of a card in a zone: a new number, for who keeps it."""
        weight = self._sums.weight(card, zone) if 0 < copies < 1 << _BITS else 0
        if not weight:
            return SPECIAL
        # By each limit the number of the card's key, 0 where it does not limit the card.
        numbered = zip(self._numbers, self._sums.keys(card), strict=True)
        keys = tuple(known.setdefault(key, len(known)) for known, key in numbered)
        mark = _MAIN if zone == self._main else 0
        self._new.append((self._sums.packed(weight * copies), copies, mark, keys))
        self._number += 1
        return (self._number - 1).to_bytes(ITEM, "little")

    def sums_of(self, decks: Sequence[bytes]) -> Iterator[tuple[bytes, Mapping[int, list[int]]] | None]:
        """Yields the packed sums of each deck, and by its limits the places of the items too many.

        None stands for a deck that is not plain: cards of it must be seen.
        """
        if not decks:
            return
        self._add_new()
        lengths = np.fromiter(map(len, decks), np.int64, len(decks)) // ITEM
        items = np.frombuffer(b"".join(decks), "<u4").astype(np.int64)
        starts = np.cumsum(lengths) - lengths
        marks = np.bitwise_or.reduceat(self._marks[items], starts).tolist()
        packed = np.add.reduceat(self._weights[items], starts, axis=0, dtype=np.uint32).tobytes()
        crowds = self._crowds(items, np.repeat(np.arange(len(decks)), lengths))
        size = len(packed) // len(decks)
        for number, mark in enumerate(marks):
            if mark != _MAIN:
                yield None
                continue
            places = {}
            for limit, keys in crowds.get(number, {}).items():
                own = self._keys[limit, items[starts[number] : starts[number] + lengths[number]]].tolist()
                places[limit] = [place for place, key in enumerate(own) if key in keys]
            yield packed[number * size : (number + 1) * size], places

    def _add_new(self) -> None:
        if not self._new:
            return
        weights, copies, marks, keys = zip(*self._new, strict=True)
        more = np.frombuffer(b"".join(weights), "<u4").reshape(len(copies), -1)
        self._weights = np.concatenate((self._weights, more), dtype=np.uint32)
        self._copies = np.concatenate((self._copies, copies))
        self._marks = np.concatenate((self._marks, marks))
        more_keys = np.array(keys, np.int64).reshape(len(copies), -1).T
        self._keys = np.concatenate((self._keys, more_keys), axis=1)
        self._new.clear()

    def _crowds(self, items: Ints, decks: Ints) -> dict[int, dict[int, list[int]]]:
        """By decks and limits the keys of which there are too many copies."""
        found: dict[int, dict[int, list[int]]] = {}
        for limit, keys in enumerate(self._keys):
            limited = keys[items] > 0
            # Deck, key and copies as one number: one sort brings the copies of a key in a deck together.
            which = decks[limited] << _BITS | keys[items[limited]]
            every = np.sort(which << _BITS | self._copies[items[limited]])
            if not len(every):
                continue
            which = every >> _BITS
            firsts = np.flatnonzero(np.diff(which, prepend=-1))
            have = np.add.reduceat(every & _MASK, firsts)
            for one in which[firsts[have > self._sums.limits[limit].limit]].tolist():
                found.setdefault(one >> _BITS, {}).setdefault(limit, []).append(one & _MASK)
        return found
