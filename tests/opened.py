"""Databases that tests leave open until the session ends, and cards that need none afterwards."""

from contextlib import AbstractContextManager, ExitStack
from pathlib import Path
from typing import TypeVar

from db.cards.card import Card
from db.cards.lookup import Catalogue

T = TypeVar("T")

OPENED = ExitStack()
"""What is closed when the session ends; Python 3.13 complains of each connection that is not."""


def opened(kept: AbstractContextManager[T]) -> T:
    """What is opened, until the session ends."""
    return OPENED.enter_context(kept)


def all_cards(database: Path, game: str = "swtcg") -> tuple[Card, ...]:
    """All cards of a game in a database, which is closed again."""
    with Catalogue(database, game) as catalogue:
        return catalogue.cards()
