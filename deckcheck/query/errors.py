"""The errors in queries, pointing at the character."""

from db.errors import DeckcheckError
from db.language import gettext as _

_WIDTH = 70
"""So much of a long query is shown, around the place that is meant."""


class PlacedError(DeckcheckError):
    """A text cannot be understood; `start` and `end` are where, counted from 0."""

    _SAID = ""

    def __init__(self, message: str, text: str, start: int, end: int) -> None:
        self.message, self.text, self.start, self.end = message, text, start, end
        shown = pointed_at(text, start, end)
        super().__init__(self._SAID, start=start + 1, message=message, pointed_at=shown)


class QueryError(PlacedError):
    """A query cannot be understood."""

    _SAID = _("query, character {start}: {message}\n{pointed_at}")


class QuerySyntaxError(QueryError):
    """The query does not follow the grammar."""


class UnknownFieldError(QueryError):
    """No field has this name."""


class UnfitOperatorError(QueryError):
    """The field cannot be compared in this way."""


class UnfitValueError(QueryError):
    """The field never has such a value."""


class QueryTooDeepError(QueryError):
    """The query is nested deeper or is longer than anyone would write."""


def pointed_at(query: str, start: int, end: int) -> str:
    """The query on one line, with a line below that marks the characters meant."""
    plain = "".join(c if c.isprintable() else " " for c in query)
    first = max(0, min(start - _WIDTH // 2, len(plain) - _WIDTH))
    shown = plain[first : first + _WIDTH]
    before, after = ("..." if first else ""), ("..." if first + _WIDTH < len(plain) else "")
    marks = "^" * max(1, min(end, first + _WIDTH) - start)
    return f"  {before}{shown}{after}\n  {' ' * (len(before) + start - first)}{marks}"
