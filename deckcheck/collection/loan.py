"""A loan of copies, as it stands in the columns of the user's."""

from dataclasses import dataclass

from db.collection.holdings import Holding

TO, UNTIL, WITH_DECK, FROM = "Lent to", "Lent until", "Lent with deck", "Lent from"
"""The headings of these columns in sheets."""

COLUMNS = frozenset({TO, UNTIL, WITH_DECK, FROM})


@dataclass(frozen=True, slots=True)
class Loan:
    """Who has copies, until which day, with which deck, and the place where they lay before."""

    to: str
    until: str = ""
    deck: str = ""
    origin: str = ""


def loan_of(holding: Holding) -> Loan | None:
    """The loan of a holding, None where it is not lent."""
    extra = holding.facts.extra
    if not extra or not extra.get(TO):
        return None
    return Loan(*(extra.get(name, "") for name in (TO, UNTIL, WITH_DECK, FROM)))
