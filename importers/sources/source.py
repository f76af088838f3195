"""The contract of a card source: its name, which files are its own, how they are read."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from db.imports.source_rows import Reading
from importers.sources.archives import FileTree


@dataclass(frozen=True, slots=True)
class ReadOptions:
    """The facts about a source that the user states.

    `game` and `set_code` are what the user says of a table of one's own, as is `columns`, which
    maps its columns to fields. `known_sets` are the codes of sets that are there without it.
    """

    game: str | None = None
    set_code: str | None = None
    columns: Mapping[str, str] = field(default_factory=dict)
    known_sets: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class CardSource:
    """A kind of card source.

    `claims` recognises its files by their names and first bytes. `address` is where it is
    published, None where that is for the user to say; `parts` are the files below an address that
    is a site, each with the name under which it is read.
    """

    name: str
    title: str
    game: str | None
    claims: Callable[[FileTree], bool]
    read: Callable[[FileTree, ReadOptions], Reading]
    address: str | None = None
    parts: Mapping[str, str] = field(default_factory=dict)
