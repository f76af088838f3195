"""The errors in questions about odds."""

from collections.abc import Sequence

from db.advice import advised
from db.errors import DeckcheckError
from db.language import gettext as _, joined, one_of
from deckcheck.query.errors import PlacedError


class OddsError(DeckcheckError):
    """A question about odds cannot be answered."""


class ConditionError(OddsError, PlacedError):
    """A condition cannot be understood."""

    _SAID = _("condition, character {start}: {message}\n{pointed_at}")


class ConditionSyntaxError(ConditionError):
    """The condition does not follow the grammar."""


class ConditionQueryError(ConditionError):
    """A query within the condition cannot be understood."""


class ConditionTooLongError(ConditionError):
    """The condition is nested deeper or is longer than anyone would write."""


class TooFewCardsError(OddsError):
    """More cards are to be seen than the deck has."""

    def __init__(self, seen: int, cards: int) -> None:
        what = _("{seen} cards of a deck of {cards} cannot be seen", seen=seen, cards=cards)
        super().__init__(joined((what, advised("fewer-cards", "use smaller --hand or --draws")), "; "))


class TooManyStepsError(OddsError):
    """An exact answer would take too long."""

    def __init__(self, limit: int) -> None:
        what = _("the exact answer needs more than {limit:,} steps of counting", limit=limit)
        advice = advised(
            "estimate",
            "ask for fewer different counts or a smaller hand, or estimate it with --simulate 1000000",
        )
        super().__init__(joined((what, advice), "; "))


class WrongMulliganError(OddsError):
    """A mulligan was asked for that the game does not have."""

    def __init__(self, asked: str, known: Sequence[str]) -> None:
        option = advised("mulligan", "--mulligan {mulligan}", mulligan=asked)
        super().__init__(
            _("{option}: not in this game; expected {known}"), option=option, known=one_of(known)
        )
