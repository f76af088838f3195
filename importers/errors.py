"""The errors of reading and writing files; each names the file and, where it can, the line."""

from collections.abc import Sequence
from pathlib import PurePath

from db.advice import advised
from db.errors import DeckcheckError
from db.language import all_of, gettext as _, joined

_CHOOSE_READER = _("Use --as to choose one.")


class DeckFileError(DeckcheckError):
    """A deck file cannot be read or written."""


class UnknownFormatError(DeckFileError):
    """No reader recognises the file."""

    def __init__(self, path: str, known: Sequence[str]) -> None:
        what = _(
            "{path}: this file format is not supported. Known formats: {known}.",
            path=path,
            known=", ".join(known),
        )
        super().__init__(joined((what, advised("another-reader", _CHOOSE_READER)), " "))


class AmbiguousFormatError(DeckFileError):
    """More than one reader claims the file."""

    def __init__(self, path: str, claimants: Sequence[str]) -> None:
        what = _("{path}: {claimants} both claim this file.", path=path, claimants=all_of(claimants))
        super().__init__(joined((what, advised("another-reader", _CHOOSE_READER)), " "))


class LimitError(DeckFileError):
    """The file is larger, deeper or longer than any deck can be."""

    def __init__(self, path: str, text: str, limit: str, line: int | None = None) -> None:
        place = path if line is None else f"{path}:{line}"
        super().__init__(
            _("{place}: {text}, at most {limit} expected; not read"), place=place, text=text, limit=limit
        )


class MalformedFileError(DeckFileError):
    """The file is of a known format but broken."""

    def __init__(self, path: str, message: str, line: int | None = None) -> None:
        super().__init__(f"{path if line is None else f'{path}:{line}'}: {message}")


class NoDeckSheetError(MalformedFileError):
    """The workbook has no sheet that is a deck."""


class NoListError(MalformedFileError):
    """The document, page or zip file holds nothing that could be a deck list."""


class UnreadableFileError(DeckFileError):
    """The file cannot be opened."""

    def __init__(self, path: str, why: str) -> None:
        super().__init__(f"{path}: {why}")


class UnknownFormatNameError(DeckFileError):
    """No format has this name."""

    def __init__(self, name: str, known: Sequence[str]) -> None:
        super().__init__(
            _("no format is called {name!r}. Known formats: {known}."), name=name, known=", ".join(known)
        )


class ExistingFileError(DeckFileError):
    """The file to write is there already; `instead` says what to do."""

    def __init__(self, path: str, instead: str = _("Use --force to replace it")) -> None:
        super().__init__(
            _("{path}: is there already and was not changed. {instead}."), path=path, instead=instead
        )


class ForeignFormatError(DeckFileError):
    """The file is a deck of another program, for other games."""

    def __init__(self, path: str, text: str, known: Sequence[str]) -> None:
        super().__init__(
            _("{path}: is {text}, which deckcheck does not read. Export it as one of: {known}."),
            path=path,
            text=text,
            known=", ".join(known),
        )


class SeveralDecksError(DeckFileError):
    """The file holds several decks, where one is wanted."""

    def __init__(self, path: str, decks: Sequence[str], what: str = "a zip file") -> None:
        self.decks = tuple(decks)
        shown = ", ".join((*decks[:5], *(["..."] if decks[5:] else ())))
        super().__init__(
            _("{path}: {what} with {count:,} decks. Give one of them: {shown}"),
            path=path,
            what=what,
            count=len(decks),
            shown=shown,
        )


class ForbiddenXmlError(DeckFileError):
    """The XML file declares entities or a document type, which no deck needs."""

    def __init__(self, path: str, line: int) -> None:
        super().__init__(
            _(
                "{path}:{line}: a document type or entity declaration, which can make a small file "
                "endless; no deck needs one. Remove it; the file was not read"
            ),
            path=path,
            line=line,
        )


class UnwritableDeckError(DeckFileError):
    """A format has no way to write this deck list."""

    def __init__(self, format_name: str, text: str, advice: str) -> None:
        super().__init__(
            _("{format_name}: {text} cannot be written. {advice}"),
            format_name=format_name,
            text=text,
            advice=advice,
        )


class UneditableDeckError(DeckFileError):
    """The file cannot be edited in place without losing or changing something else."""

    def __init__(self, path: str, why: str) -> None:
        super().__init__(_("{path}: cannot be edited in place: {why}"), path=path, why=why)


class UnwritableFileError(DeckFileError):
    """The file cannot be written."""

    def __init__(self, path: str, why: str) -> None:
        super().__init__(_("{path}: {why}; nothing was written"), path=path, why=why)


class UnknownSuffixError(DeckFileError):
    """No format has the suffix of the file to write; `only` where --to cannot help."""

    def __init__(self, path: str, known: Sequence[str], *, only: bool = False) -> None:
        suffix = PurePath(path).suffix
        found = (
            _("cannot tell a format from {suffix!r}", suffix=suffix)
            if suffix
            else _("no suffix tells the format")
        )
        what = _("{path}: {found}, expected one of {known}", path=path, found=found, known=", ".join(known))
        advice = "" if only else advised("choose-writer", "Use --to to choose a format.")
        super().__init__(joined((what, advice), ". "))


class EncryptedFileError(DeckFileError):
    """The workbook is locked with a password."""

    def __init__(self, path: str) -> None:
        super().__init__(
            _(
                "{path}: the file is encrypted. Open it in a spreadsheet program and save it without "
                "a password."
            ),
            path=path,
        )


class UnknownSheetError(DeckFileError):
    """The workbook has no sheet of that name."""

    def __init__(self, path: str, name: str, known: Sequence[str]) -> None:
        named = ", ".join(repr(one) for one in known if one)
        there = _("Its sheets: {named}.", named=named) if named else _("It has no sheets with names.")
        super().__init__(_("{path}: no sheet is called {name!r}. {there}"), path=path, name=name, there=there)


class SheetKindError(DeckFileError):
    """A sheet is said to hold what none can."""

    def __init__(self, sheet: str, kind: str, known: Sequence[str]) -> None:
        super().__init__(
            _("no sheet can be {kind!r}, as {sheet!r} is said to be. Expected {known}."),
            kind=kind,
            sheet=sheet,
            known=", ".join(known),
        )


class NoHeaderError(DeckFileError):
    """No row of a sheet says which column holds the cards."""

    def __init__(self, path: str, text: str) -> None:
        what = _(
            "{path}: no row with column names such as 'Name' and 'Quantity' was found in the first rows; "
            "{text}.",
            path=path,
            text=text,
        )
        advice = advised(
            "map-columns", "Say which columns they are with --map, like --map A=quantity --map B=name."
        )
        super().__init__(joined((what, advice), " "))


class ColumnMapError(DeckFileError):
    """The columns as stated name a column or a field that is not there."""

    def __init__(self, text: str, what: str, known: Sequence[str]) -> None:
        option = advised("map", "--map {column}", column=text)
        super().__init__(
            _("{option}: {what}; expected one of {known}."), option=option, what=what, known=", ".join(known)
        )


class UnknownLayoutError(DeckFileError):
    """A collection is to be written in an unknown layout."""

    def __init__(self, name: str, known: Sequence[str]) -> None:
        super().__init__(
            _("no layout is called {name!r}. Known layouts: {known}."), name=name, known=", ".join(known)
        )
