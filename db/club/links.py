"""Links that open something to whoever has them: a person's own page, a desk, the lists of a player.

Only the hash of a link's token is stored: who reads the database cannot use it.
"""

import hashlib
import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Literal

from db.clock import today
from db.club.history import note_in
from db.engines.common import Connection
from db.engines.people import one_writer, reading, tried_again, writing

LinkKind = Literal["person", "helper", "lists"]
MOST_OF_A_PERSON = 40
"""So many links of a person work at once; the oldest end."""


@dataclass(frozen=True, slots=True)
class StoredLink:
    """A link: the person, or the event by name and the player by number, when it was made and used.

    With both a person and an event it opens the person's page, and was printed for the event.
    """

    kind: LinkKind
    made: str
    used: str = ""
    person: int | None = None
    event: str = ""
    player: int | None = None


@dataclass(frozen=True, slots=True)
class LinkTarget:
    """The target of a new link: a person by id, or an event by id with a player where it is for lists."""

    kind: LinkKind
    person: int | None = None
    event: int | None = None
    player: int | None = None

    @property
    def condition(self) -> tuple[str, list[object]]:
        """The condition that the rows of its links keep, and the values in it."""
        given = {"kind": self.kind, "person_id": self.person, "event_id": self.event, "player": self.player}
        wanted = {name: value for name, value in given.items() if value is not None}
        return " AND ".join(f"{name} = ?" for name in wanted), [*wanted.values()]


_LINK = (
    "SELECT l.kind, l.made, l.used, l.person_id, coalesce(e.name, ''), l.player FROM links l"
    " LEFT JOIN events e ON e.id = l.event_id"
)


_STANDS = "NOT (l.kind = 'person' AND coalesce(e.day, '9') < ? AND l.made < ?)"
"""That a link is none that was printed for an event that is over; each mark stands for `_over`."""


def _over() -> tuple[str, str]:
    yesterday = (today() - timedelta(days=1)).isoformat()
    return yesterday, yesterday


def new_token() -> str:
    """The secret of a new link: 256 bits by chance."""
    return secrets.token_urlsafe(32)


def link_hash(token: str) -> str:
    """The hash under which a link is kept."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def enter_links(connection: Connection, digests: Iterable[tuple[str, LinkTarget]], time: str) -> None:
    """Stores the hashes of new links in the caller's transaction."""
    connection.executemany(
        "INSERT INTO links (sha256, kind, person_id, event_id, player, made, used)"
        " VALUES (?, ?, ?, ?, ?, ?, '')",
        [(digest, to.kind, to.person, to.event, to.player, time) for digest, to in digests],
    )
    # Paper is printed again and again, each time with a new link: none stays for ever.
    connection.execute(
        "DELETE FROM links WHERE sha256 IN (SELECT sha256 FROM (SELECT sha256, row_number() OVER"
        " (PARTITION BY person_id ORDER BY made DESC, sha256) AS place FROM links WHERE kind = 'person')"
        " AS numbered WHERE place > ?)",
        (MOST_OF_A_PERSON,),
    )


def end_in(connection: Connection, target: LinkTarget) -> int:
    """Ends the unused links to a target in the caller's transaction; returns how many there were."""
    where, values = target.condition
    ended = connection.execute(f"DELETE FROM links WHERE {where} AND used = ''", values)
    return max(0, ended.rowcount)


def use_in(connection: Connection, digest: str, event: int, time: str) -> bool:
    """Marks the link of a player's lists as used; False where it was used before, or has ended."""
    done = connection.execute(
        "UPDATE links SET used = ? WHERE sha256 = ? AND kind = 'lists' AND event_id = ? AND used = ''",
        (time, digest, event),
    )
    return done.rowcount == 1


@tried_again
def make_links(path: Path, digests: Iterable[tuple[str, LinkTarget]], time: str, *, more: bool) -> None:
    """Stores the hashes of new links; those that there were to the same targets end, but for `more`."""
    made = list(digests)
    with writing(path) as connection:
        one_writer(connection, lambda _: "club")
        for _digest, target in () if more else made:
            end_in(connection, target)
        enter_links(connection, made, time)
        for _digest, target in made:
            _note(connection, "link", target)


@tried_again
def end_links(path: Path, target: LinkTarget) -> int:
    """Ends the unused links to a target; returns how many there were."""
    with writing(path) as connection:
        one_writer(connection, lambda _: "club")
        _note(connection, "end", target)
        return end_in(connection, target)


def _note(connection: Connection, command: str, target: LinkTarget) -> None:
    """Notes that a link to a person or for a helper was made or ended."""
    table, ident = ("persons", target.person) if target.kind == "person" else ("events", target.event)
    row = connection.execute(f"SELECT name FROM {table} WHERE id = ?", (ident,)).fetchone()
    if row is not None and target.kind != "lists":
        note_in(connection, command, target.person, "", row[0])


@tried_again
def find_link(path: Path, token: str) -> StoredLink | None:
    """The link of a token; None for one that was never given or has ended.

    One to a person that was printed for an event works until the day after it, or after it was printed.
    """
    with reading(path) as connection:
        asked = link_hash(token), *_over()
        row = connection.execute(f"{_LINK} WHERE l.sha256 = ? AND {_STANDS}", asked).fetchone()
        return None if row is None else StoredLink(*row)


def links_of_persons(connection: Connection, person: int | None = None) -> dict[int, int]:
    """How many links open the page of each person who has one, or of one person."""
    only, values = ("IS NOT NULL", ()) if person is None else ("= ?", (person,))
    rows = connection.execute(
        "SELECT l.person_id, count(*) FROM links l LEFT JOIN events e ON e.id = l.event_id"
        f" WHERE l.person_id {only} AND {_STANDS} GROUP BY l.person_id",
        (*values, *_over()),
    )
    return dict(rows.fetchall())


@tried_again
def links_to(path: Path, target: LinkTarget) -> tuple[StoredLink, ...]:
    """The links to a target, the oldest first; of a kind alone those to all of it."""
    where, values = target.condition
    where = where.replace("event_id", "l.event_id")
    with reading(path) as connection:
        rows = connection.execute(f"{_LINK} WHERE {where} ORDER BY l.player, l.used = '', l.made", values)
        return tuple(StoredLink(*row) for row in rows)
