"""The errors of deckcheck and of the database.

Every error that deckcheck raises on purpose is a `DeckcheckError`; its text says what was found,
what was expected and what to do. The whole tree is drawn in `deckcheck.errors`.
"""

from collections.abc import Sequence
from pathlib import Path

from db.advice import advised, meant
from db.language import all_of, filled, gettext as _, joined, some_of


def _again(kind: type["DeckcheckError"], message: tuple[object, ...]) -> "DeckcheckError":
    error = kind.__new__(kind)
    error.args = message
    return error


class DeckcheckError(Exception):
    """Something that deckcheck cannot do; its text, with its values, is one line for the user."""

    def __init__(self, text: str = "", /, **values: object) -> None:
        super().__init__(filled(text, values) if values else text)

    def __reduce__(self) -> tuple[object, ...]:
        # Constructors take facts, so an error that comes from another process is put together anew.
        return _again, (type(self), self.args), vars(self)


class ArgumentError(DeckcheckError):
    """A public function was given a value of another kind than it takes; `argument` names it."""

    def __init__(self, argument: str, expected: str, text: str) -> None:
        self.argument = argument
        super().__init__(
            _("{argument} must be {expected}, not {text}"), argument=argument, expected=expected, text=text
        )


class MadeBeforeError(DeckcheckError):
    """A change that a page sent is made already, as a batch; it is not made again."""

    def __init__(self, number: str, batch: int | None) -> None:
        super().__init__(_("the change {number} is made already"), number=number)
        self.batch = batch


class DatabaseError(DeckcheckError):
    """The card database cannot be used."""


class NotADatabaseError(DatabaseError):
    """The file is no deckcheck database."""

    def __init__(self, path: Path, text: str) -> None:
        self.found = text
        super().__init__(
            _("{path}: {text}, expected a deckcheck database; the file was not changed. {advised}."),
            path=path,
            text=text,
            advised=advised("another-database", "Use --db with another path"),
        )


class FutureDatabaseError(DatabaseError):
    """The database was written by a newer deckcheck."""

    def __init__(self, path: Path | str, revision: str) -> None:
        super().__init__(
            _(
                "{path}: made by a newer deckcheck (its revision {revision!r} is not known here). "
                "Update deckcheck, or {advised}; the file was not changed."
            ),
            path=path,
            revision=revision,
            advised=advised("or-another-database", "use --db with another path"),
        )


class DamagedDatabaseError(DatabaseError):
    """The database fails its integrity check."""

    def __init__(self, path: Path | str, text: str) -> None:
        self.found = text
        super().__init__(
            _(
                "{path}: the database is damaged ({text}). Bring a backup back with `deckcheck "
                "database restore FILE`, or move it away to start anew."
            ),
            path=path,
            text=text,
        )


class OtherWalError(DatabaseError):
    """The WAL beside a database belongs to another file, as after a backup was moved there."""

    def __init__(self, path: Path, wal: Path) -> None:
        super().__init__(
            _(
                "{path}: {name} beside it belongs to another database, as when a backup was moved "
                "here; nothing was changed. Move {wal} to another folder to use the file as it is; "
                "`deckcheck database restore FILE` brings backups back."
            ),
            path=path,
            name=wal.name,
            wal=wal,
        )


class BackupError(DatabaseError):
    """A backup cannot be made or brought back; nothing was changed."""

    def __init__(self, path: Path, why: str) -> None:
        super().__init__(_("{path}: {why}; nothing was changed."), path=path, why=why)


class DiskFullError(DatabaseError):
    """The disk has no space left."""

    def __init__(self, path: Path | str) -> None:
        super().__init__(
            _("{path}: the disk is full; nothing was changed. Free some space and do it again."), path=path
        )


class DatabaseBusyError(DatabaseError):
    """Another program holds the database."""

    def __init__(self, path: Path | str, seconds: float) -> None:
        super().__init__(
            _(
                "{path}: another program is writing to it and did not finish within {seconds:g} s. "
                "Try again when it has ended."
            ),
            path=path,
            seconds=seconds,
        )


class DatabaseUnusableError(DatabaseError):
    """The file system does not let us read or write the database."""

    def __init__(self, path: Path | str, why: str) -> None:
        self.why = why
        advice = advised("another-database", "Use --db with a path that can be read and written")
        super().__init__(f"{path}: {why}. {advice}.")


class NoDriverError(DatabaseError):
    """An address of a server is given, and psycopg is not installed."""

    def __init__(self) -> None:
        super().__init__(
            _("PostgreSQL needs psycopg, which is not installed: pip install 'deckcheck[postgres]'")
        )


class LostServerError(DatabaseError):
    """The server of a database went away; `told` where it may have kept a change all the same."""

    def __init__(self, place: str, why: str, *, told: bool = False) -> None:
        self.told = told
        super().__init__(_("{place}: {why}. Try again when the server can be reached."), place=place, why=why)


class ServerUnusableError(DatabaseError):
    """A server does not let us in, or not read or write."""

    def __init__(self, place: str, why: str) -> None:
        super().__init__(
            _("{place}: {why}. Look at the address, and at the password in PGPASSWORD or ~/.pgpass."),
            place=place,
            why=why,
        )


class ServerBackupError(DatabaseError):
    """Backups of a server are made and brought back by who runs it."""

    def __init__(self, place: str, command: str) -> None:
        super().__init__(
            _("{place}: its administrator makes and restores backups: {command} {place}"),
            place=place,
            command=command,
        )


class CopyError(DatabaseError):
    """A database cannot be copied into another; nothing was copied."""

    def __init__(self, place: str, why: str) -> None:
        super().__init__(_("{place}: {why}; nothing was copied."), place=place, why=why)


class UnstorableTextError(DatabaseError):
    """A text that no engine can keep."""

    def __init__(self) -> None:
        super().__init__(_("a zero byte or half a character, which cannot be stored; nothing was changed."))


class CatalogueError(DeckcheckError):
    """A catalogue file cannot be loaded; the text names file and line."""

    def __init__(self, file: str, line: int, message: str) -> None:
        self.file = file
        self.line = line
        super().__init__(f"{file}:{line}: {message}")


class CardBatchError(DeckcheckError):
    """An import of cards cannot be undone."""

    def __init__(self, number: int, why: str) -> None:
        super().__init__(_("import {number} cannot be undone: {why}"), number=number, why=why)


class CardNotFoundError(DeckcheckError):
    """No card of that name."""

    def __init__(self, name: str, suggestions: tuple[str, ...] = ()) -> None:
        self.name = name
        self.suggestions = suggestions
        what = _("no card is called {name!r}.", name=name)
        super().__init__(joined((what, meant(suggestions, begins=True)), " "))


class LedgerError(DeckcheckError):
    """The collection cannot be changed in this way; nothing was changed."""


class NotEnoughCopiesError(LedgerError):
    """More copies are to be removed than a holding has."""

    def __init__(self, name: str, have: int, change: int, what: str = "copies") -> None:
        told = _("{name}: {value} to be taken away, but {have} there. Take away fewer; nothing was changed.")
        value = str(-change) if what == "copies" else _("{value} dice", value=-change)
        super().__init__(filled(told, {"name": name, "value": value, "have": have or _("none")}))


class UnfitHoldingError(LedgerError):
    """A value that no holding can have."""

    def __init__(self, name: str, text: str) -> None:
        super().__init__(_("{name}: {text}; nothing was changed."), name=name, text=text)


class BatchNotFoundError(LedgerError):
    """No batch has that number."""

    def __init__(self, number: int, newest: int) -> None:
        known = _("the newest is {newest}", newest=newest) if newest else _("there is none yet")
        what = _("no batch has the number {number}; {known}.", number=number, known=known)
        super().__init__(joined((what, advised("history", "See `deckcheck collection history`.")), " "))


class ImportedBeforeError(LedgerError):
    """A file was imported before; `batch` is the number of that import."""

    def __init__(self, source: str, batch: int) -> None:
        self.batch = batch
        what = _(
            "{source} was imported before, as batch {batch}; nothing was changed.", source=source, batch=batch
        )
        super().__init__(joined((what, advised("import-again", "--again imports it once more.")), " "))


class DeckNameTakenError(LedgerError):
    """A saved deck of that name is there already, which a save `may_replace`."""

    def __init__(self, name: str, *, may_replace: bool = True) -> None:
        what = _("a deck called {name!r} is saved already and was not changed.", name=name)
        advice = advised("replace-deck", "Use another name, or --force to replace it.")
        advice = advice if may_replace else _("Use another name.")
        super().__init__(joined((what, advice), " "))


class DeckNotFoundError(LedgerError):
    """No saved deck has that name, and where a file may be meant no file either."""

    def __init__(self, name: str, suggestions: tuple[str, ...] = (), *, or_file: bool = False) -> None:
        name = name if name.strip() else repr(name)
        what = _("there is no saved deck named {name}.", name=name)
        if or_file:
            what = _("there is no file or saved deck named {name}.", name=name)
        where = advised("deck-list", "See `deckcheck deck list`.")
        super().__init__(joined((what, meant(suggestions, begins=True), where), " "))


class DeckOfSeveralGamesError(LedgerError):
    """Decks of several games have that name, and nothing says which game is meant."""

    def __init__(self, name: str, games: Sequence[str]) -> None:
        what = _("{name}: decks of {games} have this name", name=name, games=all_of(games))
        super().__init__(joined((what, advised("deck-of-game", "choose one with --game")), "; "))


class ChangedMeanwhileError(LedgerError):
    """Another program changed what a change was made from; `what` names it."""

    def __init__(self, path: Path | str, what: str = "the collection") -> None:
        self.what = what
        super().__init__(
            _("{path}: another program changed {what} meanwhile; nothing was changed. Do it again."),
            path=path,
            what=what,
        )


class TradeNotFoundError(DeckcheckError):
    """Nobody who asks is in a trade of that number."""

    def __init__(self, number: int) -> None:
        super().__init__(_("no trade of yours has the number {number}; nothing was changed"), number=number)


class TradeBatchError(LedgerError):
    """A batch belongs to a trade, which is undone as a whole."""

    def __init__(self, command: str) -> None:
        super().__init__(
            _("this is a part of {command}, which is undone for all who are in it"), command=command
        )


class PersonError(DeckcheckError):
    """The persons of the club cannot be changed as asked; nothing was changed."""


class PersonNotFoundError(PersonError):
    """Nobody of the club has that name."""

    _SHOWN = 5

    def __init__(self, name: str, known: Sequence[str]) -> None:
        persons = some_of([*map(repr, known)], self._SHOWN)
        how = advised("person-new", "Add one with `deckcheck people add NAME`.")
        none = joined((_("there is nobody yet"), how), ". ")
        there = _("there are: {persons}", persons=persons) if known else none
        super().__init__(_("nobody of the club is called {name!r}; {there}"), name=name, there=there)


class PersonTakenError(PersonError):
    """Somebody of the club has that name, or two players of an event would be one person."""

    def __init__(self, name: str, player: int | None = None) -> None:
        if player is None:
            message = _("somebody of the club is called {name!r} already; nothing was changed", name=name)
        else:
            message = _(
                "{name} is another player of the same event, number {player}; nothing was changed",
                name=name,
                player=player,
            )
        super().__init__(message)


class EventError(DeckcheckError):
    """An event cannot be read or changed as asked; nothing was changed."""


class EventNotFoundError(EventError):
    """No event has that name."""

    _SHOWN = 5

    def __init__(self, name: str, known: Sequence[str] = ()) -> None:
        events = some_of([*map(repr, known)], self._SHOWN)
        there = _("events: {events}", events=events) if known else _("there is no event yet")
        where = (
            advised("event-list", "See `deckcheck event list`.")
            if known
            else advised("event-new", "Make one with `deckcheck event new NAME`.")
        )
        super().__init__(
            _("no event is called {name!r}; {there}. {where}"), name=name, there=there, where=where
        )


class LeagueNotFoundError(EventError):
    """No league has that name."""

    def __init__(self, name: str, known: Sequence[str] = ()) -> None:
        leagues = some_of([*map(repr, known)], 5)
        how = advised("league-new", "Make one with `deckcheck league new NAME`.")
        none = joined((_("there is no league yet"), how), ". ")
        there = _("leagues: {leagues}", leagues=leagues) if known else none
        super().__init__(_("no league is called {name!r}; {there}"), name=name, there=there)


class LeagueNameTakenError(EventError):
    """There is a league of that name already."""

    def __init__(self, name: str) -> None:
        super().__init__(_("there is a league {name!r} already; nothing was changed"), name=name)


class LeagueUndoError(EventError):
    """Nothing of a league is left to be undone."""

    def __init__(self, name: str) -> None:
        super().__init__(_("league {name!r}: nothing was done that is not undone"), name=name)


class EventNameTakenError(EventError):
    """An event of that name is there already."""

    def __init__(self, name: str) -> None:
        super().__init__(
            _("an event called {name!r} is there already and was not changed. Use another name."), name=name
        )


class EventWriteError(EventError):
    """The facts of an event to be stored contradict each other; `why` says how."""

    def __init__(self, why: str) -> None:
        self.why = why
        super().__init__(_("{why}; nothing was changed."), why=why)


class EventBatchNotFoundError(EventError):
    """No batch of an event has that number."""

    def __init__(self, number: int, newest: int) -> None:
        what = _(
            "no batch of the event has the number {number}; the newest is {newest}.",
            number=number,
            newest=newest,
        )
        super().__init__(joined((what, advised("event-history", "See `deckcheck event history`.")), " "))


class EventUndoError(EventError):
    """A batch of an event cannot be undone."""

    def __init__(self, number: int, why: str) -> None:
        if number:
            why = _("batch {number} cannot be undone: {why}", number=number, why=why)
        super().__init__(_("{why}; nothing was changed."), why=why)
