"""The place of a database: a file, or a file for the cards with a server for what people made.

A server is named by an address such as `postgresql://club@host/deckcheck`. The catalogue of cards is
in a local SQLite file all the same, and that is the path which goes through the program. It says whose
collection is meant, too: that of the database's owner, or a person's of the club.
"""

from pathlib import Path
from typing import Self

OWNER = 0
"""The owner of a database, where a person of the club has a number."""

_SERVERS = ("postgresql://", "postgres://")


class ServerPath(type(Path())):  # type: ignore[misc] # Python 3.11 has no other class to derive from
    """The path of a catalogue with a server that keeps what people made, or with whose things are meant."""

    address: str | None = None
    person: int = OWNER

    @classmethod
    def of(cls, catalogue: Path, address: str | None, person: int = OWNER) -> Self:
        """The path of a catalogue with the address of a server, and whose things are meant."""
        made = cls(str(catalogue))
        made.address, made.person = address, person
        return made

    def __reduce__(self) -> tuple[object, ...]:
        return ServerPath.of, (Path(str(self)), self.address, self.person)

    def __eq__(self, other: object) -> bool:
        place = getattr(other, "address", None), person_of(other), str(other)
        return (self.address, self.person, str(self)) == place

    def __hash__(self) -> int:
        return hash((str(self), self.address, self.person))


def person_of(path: object) -> int:
    """Whose things are meant by the path of a database."""
    person: int = getattr(path, "person", OWNER)
    return person


def of_person(path: Path, person: int) -> Path:
    """The same database, with the things of a person in place of whose they are there."""
    return path if person == person_of(path) else ServerPath.of(path, server_of(path), person)


def is_address(text: object) -> bool:
    """Whether a text is the address of a server, no path.

    >>> is_address("postgresql://club@host/deckcheck"), is_address("C:/cards.sqlite")
    (True, False)
    """
    return str(text).startswith(_SERVERS)


def server_of(path: Path) -> str | None:
    """The address of the server that a path stands for, with its password; None for a file."""
    return getattr(path, "address", None)


def shown_place(path: Path) -> str:
    """The place as messages and documents show it: a path, or an address without its password."""
    address = server_of(path)
    return str(path) if address is None else without_password(address)


def without_password(address: str) -> str:
    """An address without its password, wherever in it that stands.

    >>> without_password("postgresql://club:se%40cret@host:5433/deckcheck?password=x&sslmode=require")
    'postgresql://club@host:5433/deckcheck?sslmode=require'
    """
    from urllib.parse import parse_qsl, quote, urlencode, urlsplit, urlunsplit

    try:
        parts = urlsplit(address)
    except ValueError:
        return f"{address.partition('://')[0]}://..."
    user, at, host = parts.netloc.rpartition("@")
    more = [(name, value) for name, value in parse_qsl(parts.query) if "password" not in name.lower()]
    netloc = f"{user.partition(':')[0]}{at}{host}"
    shown = urlunsplit(("", "", parts.path, urlencode(more, quote_via=quote, safe="/"), ""))
    return f"{parts.scheme}://{netloc}{shown}"
