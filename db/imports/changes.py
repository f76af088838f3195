"""The changes that an import would make, set by set, as values for whoever shows them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from db.imports.source_rows import RowProblem, SourceFormat
from db.imports.stored_rows import RowChange


@dataclass(frozen=True, slots=True)
class FactChange:
    """One field of a printing whose value in a source differs from the stored one.

    `late` is True where the bundled catalogue has no value for it: adding one does not change the
    card.
    """

    name: str
    number: str
    field: str
    before: Any
    after: Any
    late: bool = False


@dataclass(frozen=True, slots=True)
class Rename:
    """A printing under a new name; the old one is kept as an alias."""

    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Removal:
    """A printing that its source no longer has; `kept` where the user's data points to it."""

    name: str
    number: str
    kept: bool


@dataclass(slots=True)
class SetChanges:
    """The changes of an import to one set; every row counts once, under new, changed, ..."""

    code: str
    name: str | None = None
    cards: int = 0
    new: list[str] = field(default_factory=list)
    changed: int = 0
    completed: int = 0
    unchanged: int = 0
    changes: list[FactChange] = field(default_factory=list)
    renamed: list[Rename] = field(default_factory=list)
    removed: list[Removal] = field(default_factory=list)
    problems: list[RowProblem] = field(default_factory=list)
    stopped: bool = False

    @property
    def differs(self) -> bool:
        """Whether anything of the set would be written."""
        return bool(self.new or self.changed or self.completed or self.renamed or self.removed)


@dataclass(frozen=True, slots=True)
class CardPlan:
    """The plan of an import: its changes set by set for display, and row by row.

    `moves` are cards that are left without printings, each with the card that has their name now.
    """

    source: str
    game: str
    sets: tuple[SetChanges, ...]
    formats: tuple[SourceFormat, ...]
    notes: tuple[str, ...]
    rows: tuple[RowChange, ...]
    moves: Mapping[int, int]

    @property
    def problems(self) -> tuple[RowProblem, ...]:
        """All rows that could not be imported."""
        return tuple(problem for one in self.sets for problem in one.problems)

    @property
    def summary(self) -> dict[str, int]:
        """The sums over the sets that can be imported, and the number of formats."""
        taken = [one for one in self.sets if not one.stopped]
        return {
            "sets": len(taken),
            "cards": sum(one.cards for one in taken),
            "formats": len(self.formats),
            "new": sum(len(one.new) for one in taken),
            "changed": sum(one.changed for one in taken),
            "completed": sum(one.completed for one in taken),
            "renamed": sum(len(one.renamed) for one in taken),
            "removed": sum(len(one.removed) for one in taken),
        }
