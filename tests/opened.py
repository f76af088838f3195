"""Databases that tests leave open until the session ends, and cards that need none afterwards."""

from contextlib import AbstractContextManager, ExitStack
from pathlib import Path
from typing import TypeVar

from db.cards.card import Card
from db.cards.lookup import Catalogue

T = TypeVar("T")

OPENED = ExitStack()
"""Databases to be closed when the session ends: Python 3.13 complains of each that is not."""


def opened(kept: AbstractContextManager[T]) -> T:
    """Returns a database that stays open until the session ends."""
    return OPENED.enter_context(kept)


def all_cards(database: Path, game: str = "swtcg") -> tuple[Card, ...]:
    """All cards of a game in a database, which is closed again."""
    with Catalogue(database, game) as catalogue:
        return catalogue.cards()
