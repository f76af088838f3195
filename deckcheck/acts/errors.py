"""The errors that fronts answer in a way of their own, and the words of their advice.

All others are one line to the user.
"""

from db.advice import front_words
from db.errors import (
    BatchNotFoundError,
    CardNotFoundError,
    ChangedMeanwhileError,
    DatabaseBusyError,
    DeckcheckError,
    DeckNameTakenError,
    DeckNotFoundError,
    EventNameTakenError,
    EventNotFoundError,
    ImportedBeforeError,
    LeagueNameTakenError,
    LeagueNotFoundError,
    LostServerError,
    MadeBeforeError,
    NotEnoughCopiesError,
)
from deckcheck.errors import (
    AmbiguousCardError,
    DeckVersionNotFoundError,
    DoublingRefusedError,
    EmptyingRefusedError,
    IllegalMoveError,
    LayoutUnfitError,
    RefusedError,
    ServeError,
    SortFieldError,
    WrongPlayersError,
)
from deckcheck.events.errors import ResultThereError
from importers.errors import ExistingFileError
