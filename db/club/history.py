"""The history of the people of the club, and the undoing of it. Who is removed is gone from it, too.

It is no part of a ledger: whatever names somebody who is removed is deleted at once.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from db.clock import now
from db.engines.common import Connection
from db.engines.people import one_writer, reading, tried_again, writing
from db.errors import PersonError, PersonTakenError
from db.language import gettext as _
from db.texts import name_key

UNDOABLE = ("add", "join", "rename")
"""A link that ended is gone, and of two people who became one nobody knows any more whose is what."""


@dataclass(frozen=True, slots=True)
class ClubChange:
    """A change of a person: the name before and after, or the event meant; `undone` by a later one."""

    number: int
    time: str
    command: str
    person: int | None
    before: str
    after: str
    undoes: int | None = None
    undone: bool = False


def note_in(
    connection: Connection,
    command: str,
    person: int | None = None,
    before: str = "",
    after: str = "",
    undoes: int | None = None,
) -> None:
    """Notes a change in the caller's transaction."""
    (newest,) = connection.execute("SELECT coalesce(max(number), 0) FROM club_changes").fetchone()
    connection.execute(
        "INSERT INTO club_changes (number, time, command, person_id, before, after, undoes)"
        " VALUES (?, ?, ?, ?, ?, ?, ?)",
        (newest + 1, now(), command, person, before, after, undoes),
    )


def forget_in(connection: Connection, person: int) -> None:
    """Deletes what is noted of a person who is removed, and notes that somebody was."""
    connection.execute("DELETE FROM club_changes WHERE person_id = ?", (person,))
    note_in(connection, "remove")


def changes_in(connection: Connection) -> list[ClubChange]:
    """All changes, the oldest first, over an open connection."""
    rows = connection.execute(
        "SELECT number, time, command, person_id, before, after, undoes,"
        " number IN (SELECT undoes FROM club_changes WHERE undoes IS NOT NULL)"
        " FROM club_changes ORDER BY number"
    )
    return [ClubChange(*row) for row in rows]


@tried_again
def list_changes(path: Path) -> tuple[ClubChange, ...]:
    """All changes, the newest first."""
    with reading(path) as connection:
        return tuple(changes_in(connection)[::-1])


@tried_again
def former_names(path: Path) -> Mapping[str, str]:
    """The names of persons by the keys of those that they had before and that are nobody's now."""
    with reading(path) as connection:
        now = dict(connection.execute("SELECT id, name FROM persons").fetchall())
        taken = {name_key(name) for name in now.values()}
        return {
            key: now[one.person]
            for one in changes_in(connection)
            if one.command in {"rename", "merge"} and not one.undone and one.undoes is None
            if one.person in now and (key := name_key(one.before)) not in taken
        }


@tried_again
def undo_change(path: Path, number: int | None = None) -> ClubChange:
    """Undoes a change of `UNDOABLE`, by default the newest that stands; raises `PersonError`."""
    with writing(path) as connection:
        one_writer(connection, lambda _: "club")
        standing = [one for one in changes_in(connection) if one.undoes is None and not one.undone]
        wanted = [
            one for one in standing if (one.command in UNDOABLE if number is None else one.number == number)
        ]
        if not wanted:
            if number is None:
                raise PersonError(_("nothing was done that is not undone"))
            raise PersonError(_("there is no change {number} that is not undone"), number=number)
        change = wanted[-1]
        if change.command not in UNDOABLE:
            raise PersonError(_("change {number} cannot be undone"), number=change.number)
        if not _put_back(connection, change):
            raise PersonError(
                _("change {number} is not as it was left; nothing was undone"), number=change.number
            )
        note_in(connection, change.command, change.person, change.after, change.before, change.number)
        return change


def _put_back(connection: Connection, change: ClubChange) -> bool:
    """Puts back what a change did; False where something has come of it since."""
    run, person = connection.execute, change.person
    if change.command == "join":
        event = run("SELECT id FROM events WHERE name = ?", (change.after,)).fetchone() or (0,)
        gone = run("DELETE FROM person_players WHERE person_id = ? AND event_id = ?", (person, event[0]))
        return gone.rowcount == 1
    named = run("SELECT id FROM persons WHERE id = ? AND name = ?", (person, change.after)).fetchone()
    if named is None:
        return False
    if change.command == "rename":
        key = name_key(change.before)
        if run("SELECT id FROM persons WHERE name_key = ? AND id <> ?", (key, person)).fetchone():
            raise PersonTakenError(change.before)
        run("UPDATE persons SET name = ?, name_key = ? WHERE id = ?", (change.before, key, person))
        return True
    used = (
        run(f"SELECT 1 FROM {table} WHERE {column} = ?", (person,)).fetchone()
        for table, column in (("person_players", "person_id"), ("links", "person_id"), ("batches", "person"))
    )
    if any(used):
        return False
    run("DELETE FROM persons WHERE id = ?", (person,))
    return True
