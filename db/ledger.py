"""The ledger: every change of the collection belongs to a batch, and every batch can be undone."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from db.holdings import Holding, HoldingChange, HoldingFacts, HoldingKey


@dataclass(frozen=True, slots=True)
class Change:
    """What happened to one holding: its facts before and after, None where there is none."""

    key: HoldingKey
    before: HoldingFacts | None
    after: HoldingFacts | None


@dataclass(frozen=True, slots=True)
class Batch:
    """An import or a command that changed something, numbered; `changed` counts its rows."""

    number: int
    time: str
    command: str
    source: str | None
    sha256: str | None
    mode: str
    undoes: int | None
    added: int
    changed: int
    removed: int


def holdings(path: Path, game: str = "swtcg") -> tuple[Holding, ...]:
    """All holdings of a game, by set and number."""
    raise NotImplementedError


def plan_batch(path: Path, changes: Sequence[HoldingChange]) -> tuple[Change, ...]:
    """What `apply_batch` would change, for a preview; raises what it would raise."""
    raise NotImplementedError


def apply_batch(
    path: Path,
    changes: Sequence[HoldingChange],
    *,
    command: str,
    source: Path | None = None,
    sha256: str | None = None,
    mode: str = "add",
) -> Batch | None:
    """Changes holdings, all of them or none, and records it; None when nothing would change.

    Several changes of one holding follow one another. Raises `NotEnoughCopiesError` where copies
    would be fewer than none, `UnfitHoldingError` for values that no holding can have.
    """
    raise NotImplementedError


def find_import(path: Path, sha256: str) -> Batch | None:
    """The batch by which a file of that hash was imported; not one that was undone since."""
    raise NotImplementedError


def remember_layout(path: Path, fingerprint: str, mapping: Mapping[str, str]) -> None:
    """Keeps which column means which field, for sheets whose header has that fingerprint."""
    raise NotImplementedError


def find_layout(path: Path, fingerprint: str) -> Mapping[str, str] | None:
    """The columns of a sheet as they were mapped before, or None."""
    raise NotImplementedError
