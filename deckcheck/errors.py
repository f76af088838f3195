"""All errors of deckcheck in one place, and those of this floor.

DeckcheckError
├── CardBatchError
├── CardListError
│   ├── NotACardListError
│   └── UnreadableCardListError
├── CardNotFoundError
├── CardSourceError
│   ├── FetchError
│   │   ├── ChecksumError
│   │   ├── ForbiddenAddressError
│   │   ├── NoConnectionError
│   │   ├── OfflineError
│   │   ├── RedirectError
│   │   ├── RefusedByServerError
│   │   ├── TooLargeError
│   │   └── WebPageError
│   ├── ForbiddenPathError
│   ├── MalformedSourceError
│   ├── SourceLimitError
│   ├── UnknownFieldNameError
│   ├── UnknownSourceError
│   └── UnreadableSourceError
├── CatalogueError
├── DatabaseError
│   ├── DamagedDatabaseError
│   ├── DatabaseBusyError
│   ├── DatabaseUnusableError
│   ├── FutureDatabaseError
│   └── NotADatabaseError
├── DeckFileError
│   ├── AmbiguousFormatError
│   ├── ExistingFileError
│   ├── ForbiddenXmlError
│   ├── ForeignFormatError
│   ├── LimitError
│   ├── MalformedFileError
│   ├── UnknownFormatError
│   ├── UnknownFormatNameError
│   ├── UnknownSuffixError
│   ├── UnreadableFileError
│   ├── UnwritableDeckError
│   └── UnwritableFileError
├── NoAddressError
├── OtherGameError
├── QueryError
│   ├── QuerySyntaxError
│   ├── QueryTooDeepError
│   ├── UnfitOperatorError
│   ├── UnfitValueError
│   └── UnknownFieldError
├── UnknownEditionError
├── UnknownGameError
├── UnknownPlayFormatError
└── UnknownSourceNameError
"""

from collections.abc import Iterable

from db.errors import DeckcheckError


class OtherGameError(DeckcheckError):
    """A deck file is of another game than the one that was asked for."""

    def __init__(self, found: str, wanted: str) -> None:
        super().__init__(f"a deck of the game {found!r}, expected {wanted!r}; leave out --game")


class UnknownGameError(DeckcheckError):
    """A game was asked for that we do not know."""

    def __init__(self, code: str, known: Iterable[str]) -> None:
        super().__init__(f"no game is called {code!r}. Known games: {', '.join(known)}.")


class UnknownPlayFormatError(DeckcheckError):
    """A format was asked for that the game does not have."""

    def __init__(self, name: str, known: Iterable[str]) -> None:
        super().__init__(f"no format is called {name!r}. Known formats: {', '.join(known)}.")


class UnknownEditionError(DeckcheckError):
    """A rules edition was asked for that the game does not have."""

    def __init__(self, name: str, known: Iterable[str]) -> None:
        super().__init__(f"no rules edition is called {name!r}. Known: {', '.join(known)}.")


class UnknownSourceNameError(DeckcheckError):
    """No card source is known under a name."""

    def __init__(self, name: str, known: Iterable[str]) -> None:
        listed = ", ".join(dict.fromkeys(known)) or "none"
        super().__init__(
            f"no card source is called {name!r}. Known: {listed}. "
            "deckcheck cards source add NAME ADDRESS makes one known."
        )


class NoAddressError(DeckcheckError):
    """A card source has no address from which it could be brought up to date."""

    def __init__(self, name: str) -> None:
        super().__init__(
            f"the card source {name} has no address. Give it one with "
            f"deckcheck cards source add {name} ADDRESS, or use deckcheck cards import PATH."
        )
