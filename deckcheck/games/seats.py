"""The seats that every player of an event fills with a deck."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from db.language import gettext as _


class DeckSeat(NamedTuple):
    """A seat: its code, its name, and the side of its decks as the counts of the game name it.

    `side` is None where a deck of any side takes the seat.
    """

    code: str
    name: str
    side: str | None = None


ONE_DECK = (DeckSeat("deck", _("deck")),)
LIGHT_AND_DARK = (DeckSeat("light", _("Light"), "light"), DeckSeat("dark", _("Dark"), "dark"))


def seats_for(seats: Sequence[DeckSeat], counts: Mapping[str, int]) -> list[str]:
    """The codes of the seats that a deck may take, given what its game counts in it.

    A deck without a card of the side of any seat may take all of them, one that mixes them none.

    >>> seats_for(LIGHT_AND_DARK, {"light": 50, "neutral": 10})
    ['light']
    >>> seats_for(LIGHT_AND_DARK, {"neutral": 60})
    ['light', 'dark']
    >>> seats_for(LIGHT_AND_DARK, {"light": 1, "dark": 1})
    []
    """
    there = {seat.side for seat in seats if seat.side is not None and counts.get(seat.side)}
    return [seat.code for seat in seats if seat.side is None or there <= {seat.side}]
