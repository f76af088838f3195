"""The errors in a result, a pairing or a setting of an event."""

from collections.abc import Iterable
from pathlib import Path

from db.errors import DeckcheckError
from db.language import gettext as _, joined


class TournamentError(DeckcheckError):
    """The rounds of an event cannot be read or changed as asked."""


class WrongResultError(TournamentError):
    """A result is not possible in its match; `table` is 0 where no table is known."""

    def __init__(self, problem: str, table: int = 0) -> None:
        self.table = table
        super().__init__(_("table {table}: {problem}", table=table, problem=problem) if table else problem)


class ResultThereError(WrongResultError):
    """A table has another result already."""


class CannotPairError(TournamentError):
    """A round cannot be paired as it is asked for."""


class WrongPairingError(TournamentError):
    """Pairings made by hand leave players out, or name them twice."""

    def __init__(self, problems: Iterable[str]) -> None:
        self.problems = tuple(problems)
        super().__init__(joined(self.problems, "; "))


class TournamentSettingError(TournamentError):
    """A setting of an event has a value that it cannot have."""

    def __init__(self, name: str, value: object, expected: str) -> None:
        super().__init__(
            _("setting {name}: {value!r}, expected {expected}"), name=name, value=value, expected=expected
        )


class FontError(DeckcheckError):
    """A font for printed pages cannot be used."""

    def __init__(self, path: Path, problem: str) -> None:
        super().__init__(_("font {path}: {problem}"), path=path, problem=problem)
