"""The errors of deckcheck and of this floor.

Every error that deckcheck raises on purpose is a `DeckcheckError`; its text says what was found,
what was expected and what to do. The whole tree is drawn in `deckcheck.errors`.
"""

from pathlib import Path


class DeckcheckError(Exception):
    """Something that deckcheck cannot do, told in one line for the user."""


class DatabaseError(DeckcheckError):
    """The card database cannot be used."""


class NotADatabaseError(DatabaseError):
    """The file is no deckcheck database."""

    def __init__(self, path: Path, found: str) -> None:
        super().__init__(
            f"{path}: {found}, expected a deckcheck database. "
            "Use --db with another path; the file was not changed."
        )


class FutureDatabaseError(DatabaseError):
    """The database was written by a newer deckcheck."""

    def __init__(self, path: Path, revision: str) -> None:
        super().__init__(
            f"{path}: made by a newer deckcheck (its revision {revision!r} is not known here). "
            "Update deckcheck, or use --db with another path; the file was not changed."
        )


class DamagedDatabaseError(DatabaseError):
    """The database fails its integrity check."""

    def __init__(self, path: Path, found: str) -> None:
        super().__init__(
            f"{path}: the database is damaged ({found}). "
            "Restore a backup that lies beside it, or move it away to start anew."
        )


class DatabaseBusyError(DatabaseError):
    """Another program holds the database."""

    def __init__(self, path: Path, seconds: float) -> None:
        super().__init__(
            f"{path}: another program is writing to it and did not finish within {seconds:g} s. "
            "Try again when it has ended."
        )


class DatabaseUnusableError(DatabaseError):
    """The file system does not let us read or write the database."""

    def __init__(self, path: Path, why: str) -> None:
        super().__init__(f"{path}: {why}. Use --db with a path that can be read and written.")


class CatalogueError(DeckcheckError):
    """A catalogue file cannot be taken in; the place is named."""

    def __init__(self, file: str, line: int, message: str) -> None:
        self.file = file
        self.line = line
        super().__init__(f"{file}:{line}: {message}")


class CardBatchError(DeckcheckError):
    """An import of cards cannot be undone."""

    def __init__(self, number: int, why: str) -> None:
        super().__init__(f"import {number} cannot be undone: {why}")


class CardNotFoundError(DeckcheckError):
    """No card of that name."""

    def __init__(self, name: str, suggestions: tuple[str, ...] = ()) -> None:
        self.name = name
        self.suggestions = suggestions
        hint = f" Did you mean {' or '.join(suggestions)}?" if suggestions else ""
        super().__init__(f"no card is called {name!r}.{hint}")
