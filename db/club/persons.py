"""The persons of the club, and which players of events they are.

Who is who says the organiser; nothing is told from names alone.
"""

from dataclasses import dataclass
from pathlib import Path

from db.clock import now
from db.club.belongings import carry_over, forget_belongings
from db.club.history import forget_in, note_in
from db.club.links import LinkTarget, end_in, links_of_persons
from db.engines.common import Connection
from db.engines.people import newest_number, one_writer, reading, tried_again, writing
from db.errors import PersonNotFoundError, PersonTakenError
from db.texts import name_key


@dataclass(frozen=True, slots=True)
class Person:
    """A person: how many links open their page, and their players as event and number."""

    id: int
    name: str
    made: str = ""
    links: int = 0
    players: tuple[tuple[str, int], ...] = ()


@tried_again
def list_persons(path: Path) -> tuple[Person, ...]:
    """All persons by name."""
    with reading(path) as connection:
        return _persons(connection)


@tried_again
def read_person(path: Path, ident: int) -> Person | None:
    """The person of that id, None where there is none any more."""
    with reading(path) as connection:
        return next(iter(_persons(connection, ident)), None)


@tried_again
def add_persons(path: Path, names: tuple[str, ...]) -> tuple[Person, ...]:
    """Stores new persons, all or none; raises `PersonTakenError` for a name that is there."""
    with writing(path) as connection:
        one_writer(connection, lambda _: "club")
        return tuple(Person(_added(connection, name), name) for name in names)


@tried_again
def join_players(path: Path, event: int, joined: dict[int, int | str]) -> None:
    """Says who players of an event are, by number: persons by id, or new ones by name; all or none.

    Raises `PersonTakenError` where somebody else of the event is that person already.
    """
    with writing(path) as connection:
        one_writer(connection, lambda _: "club")
        for player, who in joined.items():
            person = _added(connection, who) if isinstance(who, str) else who
            connection.execute(
                "DELETE FROM person_players WHERE event_id = ? AND player = ?", (event, player)
            )
            taken = connection.execute(
                "SELECT player FROM person_players WHERE event_id = ? AND person_id = ?", (event, person)
            ).fetchone()
            if taken:
                raise PersonTakenError(_name(connection, person), taken[0])
            connection.execute(
                "INSERT INTO person_players (event_id, player, person_id) VALUES (?, ?, ?)",
                (event, player, person),
            )
            (called,) = connection.execute("SELECT name FROM events WHERE id = ?", (event,)).fetchone()
            note_in(connection, "join", person, _name(connection, person), called)


@tried_again
def rename_person(path: Path, ident: int, name: str) -> None:
    """Gives a person another name; raises `PersonTakenError` where somebody else has it."""
    with writing(path) as connection:
        one_writer(connection, lambda _: "club")
        _check_free(connection, name, ident)
        if (before := _name(connection, ident)) == name:
            return
        note_in(connection, "rename", ident, before, name)
        connection.execute(
            "UPDATE persons SET name = ?, name_key = ? WHERE id = ?", (name, name_key(name), ident)
        )


@tried_again
def merge_persons(path: Path, one: int, into: int) -> None:
    """Makes one person of two, with the name of the second; the links of the first end.

    The collection of the first becomes a part of the second's, with its history and trades.

    Raises `PersonTakenError` where both are players of one event.
    """
    with writing(path) as connection:
        one_writer(connection, lambda _: "club")
        both = connection.execute(
            "SELECT a.player FROM person_players a JOIN person_players b ON a.event_id = b.event_id"
            " WHERE a.person_id = ? AND b.person_id = ?",
            (one, into),
        ).fetchone()
        if both:
            raise PersonTakenError(_name(connection, one), both[0])
        connection.execute("UPDATE person_players SET person_id = ? WHERE person_id = ?", (into, one))
        carry_over(connection, one, into, _name(connection, one))
        connection.execute("UPDATE club_changes SET person_id = ? WHERE person_id = ?", (into, one))
        note_in(connection, "merge", into, _name(connection, one), _name(connection, into))
        _delete(connection, one)


def delete_in(connection: Connection, ident: int) -> None:
    """Deletes a person with links and collection in the caller's transaction; their players are nobody's."""
    forget_belongings(connection, ident)
    connection.execute("DELETE FROM person_players WHERE person_id = ?", (ident,))
    _delete(connection, ident)
    forget_in(connection, ident)


@tried_again
def players_of(path: Path, event: int) -> dict[int, int]:
    """The players of an event who are persons: their ids by the players' numbers."""
    with reading(path) as connection:
        rows = connection.execute("SELECT player, person_id FROM person_players WHERE event_id = ?", (event,))
        return dict(rows.fetchall())


@tried_again
def names_of_players(path: Path) -> dict[tuple[str, int], str]:
    """The names of the persons who are players, by the uid of the event and the number there."""
    with reading(path) as connection:
        rows = connection.execute(
            "SELECT e.uid, x.player, p.name FROM person_players x"
            " JOIN persons p ON p.id = x.person_id JOIN events e ON e.id = x.event_id"
        )
        return {(uid, player): name for uid, player, name in rows}


def person_number(path: Path, name: str) -> int:
    """The id of the person of that name; raises `PersonNotFoundError`."""
    there = {name_key(one.name): one for one in list_persons(path)}
    if (found := there.get(name_key(name))) is None:
        raise PersonNotFoundError(name, [one.name for one in there.values()])
    return found.id


def _persons(connection: Connection, ident: int | None = None) -> tuple[Person, ...]:
    only, values = ("WHERE p.id = ?", (ident,)) if ident is not None else ("", ())
    whose = only.replace("p.id", "x.person_id")
    rows = connection.execute(
        f"SELECT p.id, p.name, p.made FROM persons p {only} ORDER BY p.name_key, p.id", values
    ).fetchall()
    players = connection.execute(
        "SELECT x.person_id, e.name, x.player FROM person_players x JOIN events e ON e.id = x.event_id"
        f" {whose} ORDER BY e.day, e.id",
        values,
    ).fetchall()
    of: dict[int, list[tuple[str, int]]] = {}
    for person, event, number in players:
        of.setdefault(person, []).append((event, number))
    links = links_of_persons(connection, ident)
    return tuple(
        Person(ident, name, made, links.get(ident, 0), tuple(of.get(ident, ()))) for ident, name, made in rows
    )


def _added(connection: Connection, name: str) -> int:
    _check_free(connection, name)
    ident = newest_number(connection, "persons") + 1
    connection.execute(
        "INSERT INTO persons (id, name, name_key, made) VALUES (?, ?, ?, ?)",
        (ident, name, name_key(name), now()),
    )
    note_in(connection, "add", ident, "", name)
    return ident


def _check_free(connection: Connection, name: str, but: int | None = None) -> None:
    row = connection.execute("SELECT id FROM persons WHERE name_key = ?", (name_key(name),)).fetchone()
    if row is not None and row[0] != but:
        raise PersonTakenError(name)


def _name(connection: Connection, ident: int) -> str:
    return str(connection.execute("SELECT name FROM persons WHERE id = ?", (ident,)).fetchone()[0])


def _delete(connection: Connection, ident: int) -> None:
    end_in(connection, LinkTarget("person", ident))
    connection.execute("DELETE FROM persons WHERE id = ?", (ident,))
