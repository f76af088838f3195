"""The names of stored things that begin with a text, for the completion of a shell."""

import sqlite3
from contextlib import closing
from pathlib import Path

from db.engines.place import server_of
from db.errors import DatabaseError

_ON_SERVERS = ("deck", "event", "player")
_NAMES = {
    "card": "SELECT DISTINCT name FROM cards WHERE name LIKE ? ESCAPE '\\' ORDER BY name LIMIT 200",
    "deck": "SELECT DISTINCT name FROM decks WHERE name LIKE ? ESCAPE '\\' AND person = 0 ORDER BY name",
    "event": "SELECT name FROM events WHERE name LIKE ? ESCAPE '\\' ORDER BY name",
    "player": "SELECT DISTINCT name FROM event_players WHERE name LIKE ? ESCAPE '\\' ORDER BY name",
    "set": "SELECT DISTINCT code FROM sets WHERE code LIKE ? ESCAPE '\\' ORDER BY code",
}


def names_beginning(path: Path, kind: str, beginning: str) -> list[str]:
    """The names of a kind, such as card or event, that begin so in any case; none without a database."""
    if not path.is_file():
        return []
    server = server_of(path) and kind in _ON_SERVERS
    pattern = "".join(f"\\{one}" if one in "\\%_" else one for one in beginning) + "%"
    try:
        if server:
            return _on_server(path, kind, pattern)
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as connection:
            return [name for (name,) in connection.execute(_NAMES[kind], (pattern,))]
    except (sqlite3.Error, DatabaseError):  # an older database, or none: a shell has nobody to tell
        return []


def _on_server(path: Path, kind: str, pattern: str) -> list[str]:
    from db.engines.people import reading

    with reading(path) as connection:
        rows = connection.execute(_NAMES[kind].replace("LIKE", "ILIKE"), (pattern,))
        return [name for (name,) in rows]
