"""Links by which players submit their lists: kept as hashes, each for one player, used once.

A link is no part of the event's ledger: it goes to no other computer, and undoing a change does not
bring a link to life again.
"""

import hashlib
from dataclasses import dataclass
from pathlib import Path

from db.connection import reading
from db.events.store import find_id


@dataclass(frozen=True, slots=True)
class StoredLink:
    """A link: its event and player by number, when it was made, and when used ("" until then)."""

    event: str
    player: int
    made: str
    used: str = ""


def link_hash(token: str) -> str:
    """The hash under which a link is kept: who reads the database cannot use it."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def links_of(path: Path, event: str) -> tuple[StoredLink, ...]:
    """The newest link of each player of an event, by the player's number."""
    with reading(path) as connection:
        rows = connection.execute(
            "SELECT e.name, l.player, l.made, l.used FROM event_links l"
            " JOIN events e ON e.id = l.event_id WHERE l.event_id = ?"
            " ORDER BY l.player, l.used = '', l.made",
            (find_id(connection, event),),
        )
        return tuple({row[1]: StoredLink(*row) for row in rows}.values())


def find_link(path: Path, token: str) -> StoredLink | None:
    """The link of a token; None for one that was never given or has ended."""
    with reading(path) as connection:
        row = connection.execute(
            "SELECT e.name, l.player, l.made, l.used FROM event_links l"
            " JOIN events e ON e.id = l.event_id WHERE l.sha256 = ?",
            (link_hash(token),),
        ).fetchone()
        return None if row is None else StoredLink(*row)
