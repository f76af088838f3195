"""Cards for what is being typed into the search box of a deck, narrowed down by facets."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any
from weakref import WeakKeyDictionary

from db.cards.card import Card
from db.cards.lookup import Catalogue
from db.errors import DeckcheckError
from deckcheck.session.session import Session
from deckcheck.show.card_document import card_document

_SHOWN = 12
_NOTHING_ALLOWED = (
    "of no card is it known that this format allows it on that day; choose another format or day, "
    "or search without 'legal here'"
)
_Asked = tuple[str, date]
_legal: WeakKeyDictionary[Catalogue, dict[_Asked, frozenset[str]]] = WeakKeyDictionary()
"""The names of the cards that a format allows on a day, which each typed letter would ask anew."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """The terms of a search: words or a query, and further conditions on the cards found.

    `legal` is the code of a format in which they may be played on the day `on`.
    """

    text: str = ""
    owned: bool = False
    legal: str = ""
    on: date | None = None
    type: str = ""
    side: str = ""

    @property
    def is_nothing(self) -> bool:
        """Whether neither words nor a type nor a side are asked for, nor owned cards."""
        return not (self.text.strip() or self.owned or self.type or self.side)


def suggestions_document(session: Session, wanted: Wanted) -> dict[str, Any]:
    """A few cards, by words of the name or by a query: `deckcheck.page-search/1`.

    `facets` count by type and side what there would be without that facet. Who asks for nothing
    gets no cards, but the facets of all.
    """
    try:
        found, problem = _found(session, wanted), None
    except DeckcheckError as error:
        found, problem = (), str(error)
    if wanted.legal and problem is None and not _allowed(session, wanted.legal, wanted.on):
        problem = _NOTHING_ALLOWED
    stored = session.collection.stored
    shown = [card for card in found if _fits(card, wanted.type, wanted.side)]
    if wanted.is_nothing:
        shown = []
    return {
        "schema": "deckcheck.page-search/1",
        "total": len(shown),
        "problem": problem,
        "cards": [card_document(card) | {"owned": stored.counts(card).owned} for card in shown[:_SHOWN]],
        "facets": {
            "type": _counted(card.type for card in found if _fits(card, "", wanted.side)),
            "side": _counted(card.side for card in found if _fits(card, wanted.type, "")),
        },
    }


def _found(session: Session, wanted: Wanted) -> Sequence[Card]:
    found = session.search(wanted.text)
    if wanted.owned:
        stored = session.collection.stored
        found = tuple(card for card in found if stored.counts(card).owned)
    if wanted.legal:
        allowed = _allowed(session, wanted.legal, wanted.on)
        found = tuple(card for card in found if card.name in allowed)
    return found


def _allowed(session: Session, legal: str, on: date | None) -> frozenset[str]:
    day = on or date.today()  # noqa: DTZ011 - the user's own day is meant
    known = _legal.setdefault(session.catalogue(), {})
    if (legal, day) not in known:
        found = session.search(f'legal:"{legal}"', on=day)
        known[legal, day] = frozenset(card.name for card in found)
    return known[legal, day]


def _fits(card: Card, type_: str, side: str) -> bool:
    return (not type_ or card.type == type_) and (not side or card.side == side)


def _counted(values: Iterable[str | None]) -> dict[str, int]:
    return dict(Counter(value for value in values if value).most_common())
