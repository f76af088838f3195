"""Dice: the values of their faces, and the totals of rolls, exactly.

A face is written as card lists do: `2RD` is 2 ranged damage, `+1MD` a modifier, `3RD1` costs 1 to
resolve, `Sp` is special, `-` blank, `XSh` a value that only a text tells.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from db.language import gettext as _
from deckcheck.simulators.random_state import RandomState

BLANK, SPECIAL, RESOURCE = "-", "Sp", "R"
MELEE, RANGED, INDIRECT, SHIELD = "MD", "RD", "ID", "Sh"
FOCUS, DISRUPT, DISCARD, FERAL, ANY = "F", "Dr", "Dc", "Fr", "*"
DAMAGE = (MELEE, RANGED, INDIRECT)
_VALUED = (*DAMAGE, SHIELD, RESOURCE, FOCUS, DISRUPT, DISCARD, FERAL, ANY)
_FACE = re.compile(
    r"(?P<plus>\+?)(?P<value>\d+|X)(?P<symbol>{})(?P<cost>\d*)".format(
        "|".join(map(re.escape, sorted(_VALUED, key=len, reverse=True)))
    )
)
_SPECIAL = re.compile(rf"{SPECIAL}(?P<cost>\d*)")

Die = tuple[str, ...]
"""The faces of a die."""


@dataclass(frozen=True, slots=True)
class Face:
    """One side of a die; `value` is the number above the symbol, 0 where none is printed.

    `cost` is what resolving it costs; `modifier` says that it only adds to another die.
    """

    symbol: str
    value: int = 0
    modifier: bool = False
    cost: int = 0


@cache
def read_face(text: str) -> Face:
    """The face that a text means; raises `ValueError` for what is none.

    >>> read_face("+2RD1")
    Face(symbol='RD', value=2, modifier=True, cost=1)
    """
    if text == BLANK:
        return Face(BLANK)
    special = _SPECIAL.fullmatch(text)
    if special is not None:
        return Face(SPECIAL, cost=int(special["cost"] or 0))
    found = _FACE.fullmatch(text)
    if found is None:
        message = _("{text!r} is no face of a die", text=text)
        raise ValueError(message)
    value = 0 if found["value"] == "X" else int(found["value"])
    return Face(found["symbol"], value, bool(found["plus"]), int(found["cost"] or 0))


def is_face(text: str) -> bool:
    """Whether a text can be read as a face.

    >>> is_face("2MD"), is_face("two")
    (True, False)
    """
    try:
        read_face(text)
    except ValueError:
        return False
    return True


def face_value(text: str) -> int:
    """The value of a face in the roll for the battlefield: the number above its symbol.

    A modifier counts its number, a cost does not; special and blank faces, and X, count 0.

    >>> [face_value(face) for face in ("2RD1", "+1MD", "Sp", "-")]
    [2, 1, 0, 0]
    """
    return read_face(text).value


def total_of(faces: Iterable[str]) -> int:
    """The total of dice that show these faces."""
    return sum(map(face_value, faces))


def roll_dice(dice: Iterable[Die], random_state: RandomState) -> tuple[tuple[str, ...], RandomState]:
    """The faces that the dice show, and the random state after them."""
    faces = []
    for die in dice:
        fell, random_state = random_state.below(len(die))
        faces.append(die[fell])
    return tuple(faces), random_state


def always_tied(own: Iterable[Die], other: Iterable[Die]) -> bool:
    """Whether two players can only ever roll the same total."""
    (low, high), (other_low, other_high) = _range(own), _range(other)
    return low == high == other_low == other_high


def _range(dice: Iterable[Die]) -> tuple[int, int]:
    low = high = 0
    for die in dice:
        values = [face_value(face) for face in die]
        low, high = low + min(values), high + max(values)
    return low, high
