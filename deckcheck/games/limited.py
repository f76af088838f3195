"""How a game is played from boosters: what is in one, and what players have beside a pool."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from db.cards.card import Card


class BoosterSlot(NamedTuple):
    """So many cards of a booster, each of a rarity that is drawn by these shares."""

    cards: int
    shares: Mapping[str, int]


def _never(_card: Card) -> bool:
    return False


class Limited(NamedTuple):
    """Limited play of a game.

    `slots` are those of a booster, none of a game without boosters, and `boosters` how many a pool
    usually has. Beside the pool everybody has one of each card of the sets `basics`, and as many as
    they like of the cards that are `always` there. `goal` is what a deck is built for where nobody says.
    """

    slots: tuple[BoosterSlot, ...] = (
        BoosterSlot(7, {"C": 1}),
        BoosterSlot(3, {"U": 1}),
        BoosterSlot(1, {"R": 1}),
    )
    boosters: int = 6
    basics: tuple[str, ...] = ()
    always: Callable[[Card], bool] = _never
    goal: str = "count(cost<=2) >= 1"


USUAL = Limited()
