"""The moves that several games have in common."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class DrawHand:
    """Draws the opening hand."""


@dataclass(frozen=True, slots=True)
class Redraw:
    """Shuffles the whole hand back and draws as many, or keeps it."""

    redraw: bool


@dataclass(frozen=True, slots=True)
class Reshuffle:
    """The order of the library after shuffling, top card first."""

    library: tuple[Any, ...]
