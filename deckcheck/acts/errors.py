"""The errors that fronts answer in a way of their own; all others are one line to the user."""

from db.errors import (
    BatchNotFoundError,
    CardNotFoundError,
    ChangedMeanwhileError,
    DeckcheckError,
    DeckNameTakenError,
    DeckNotFoundError,
    EventNameTakenError,
    EventNotFoundError,
    ImportedBeforeError,
    NotEnoughCopiesError,
)
from deckcheck.errors import (
    AmbiguousCardError,
    DeckVersionNotFoundError,
    EmptyingRefusedError,
    IllegalMoveError,
    LayoutUnfitError,
    RefusedError,
    ServeError,
    SortFieldError,
    WrongPlayersError,
)
from deckcheck.events.errors import ResultThereError

__all__ = [
    "AmbiguousCardError",
    "BatchNotFoundError",
    "CardNotFoundError",
    "ChangedMeanwhileError",
    "DeckNameTakenError",
    "DeckNotFoundError",
    "DeckVersionNotFoundError",
    "DeckcheckError",
    "EmptyingRefusedError",
    "EventNameTakenError",
    "EventNotFoundError",
    "IllegalMoveError",
    "ImportedBeforeError",
    "LayoutUnfitError",
    "NotEnoughCopiesError",
    "RefusedError",
    "ResultThereError",
    "ServeError",
    "SortFieldError",
    "WrongPlayersError",
]
