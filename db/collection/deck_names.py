"""The names of saved decks, for commands that need no more: it imports next to nothing."""

from pathlib import Path

from db.engines.common import whose
from db.engines.people import reading


def deck_names(path: Path) -> tuple[str, ...]:
    """The names of all saved decks, of any game."""
    with reading(path) as connection:
        rows = connection.execute("SELECT name FROM decks WHERE person = ?", (whose(connection),))
        return tuple(name for (name,) in rows)
