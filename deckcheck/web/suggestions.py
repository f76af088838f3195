"""Cards for what is being typed into the search box of a deck, narrowed down by facets."""

from collections.abc import Sequence
from datetime import date
from typing import Annotated, Any
from weakref import WeakKeyDictionary

from deckcheck.acts.answers import Card, Catalogue
from deckcheck.acts.cards import today
from deckcheck.acts.errors import DeckcheckError
from deckcheck.acts.languages import names_in
from deckcheck.acts.queries import counted
from deckcheck.acts.session import Session
from deckcheck.show.card_document import card_document
from deckcheck.show.language import gettext as _
from deckcheck.show.picked import picked
from deckcheck.web.deck_parts import MOST_LETTERS, word
from deckcheck.web.endpoint import Day, Text, endpoint

_SHOWN = 12
_NOTHING_ALLOWED = _(
    "of no card is it known that this format allows it on that day; choose another format or "
    "day, or search without 'legal here'"
)
_Asked = tuple[str, date]
_legal: WeakKeyDictionary[Catalogue, dict[_Asked, frozenset[str]]] = WeakKeyDictionary()
"""The names of the cards that a format allows on a day, which each typed letter would ask anew."""


@endpoint("GET /api/suggest", "deckcheck.page-search/1")
def suggestions_document(
    session: Session,
    q: Annotated[Text, "words or a query"] = "",
    owned: Annotated[Text, "1: only owned cards"] = "",
    legal: Annotated[Text, "only cards that this format allows"] = "",
    type: Annotated[Text, "only of this type"] = "",
    side: Annotated[Text, "only of this side"] = "",
    on: Day = None,
) -> dict[str, Any]:
    """A few cards for what is being typed: words of the name, which they begin with first, or a query.

    `called` is the name of each in the language of who asks, `numbers` what its face shows, `hue` the
    colour of its side; `words` are the types and sides in it.
    `facets` count by type and side what there would be without that facet. Who asks for nothing gets
    no cards, but the facets of all.
    """
    try:
        found, problem = _found(session, q, legal, on, owned=owned == "1"), None
    except DeckcheckError as error:
        found, problem = (), str(error)
    if legal and problem is None and not _allowed(session, legal, on):
        problem = _NOTHING_ALLOWED
    stored, names = session.collection.stored, names_in(session, None)
    shown = [card for card in found if _fits(card, type, side)]
    typed = q.strip().casefold()
    shown.sort(key=lambda card: not names.get(card.name, card.name).casefold().startswith(typed))
    facets = {
        "type": counted(card.type for card in found if _fits(card, "", side)),
        "side": counted(card.side for card in found if _fits(card, type, "")),
    }
    if not (q.strip() or owned == "1" or type or side):
        shown = []
    shown, total = shown[:_SHOWN], len(shown)
    return {
        "schema": "deckcheck.page-search/1",
        "total": total,
        "problem": problem,
        "cards": [
            {
                **card_document(card),
                **picked(stored.counts(card), "owned free"),
                "called": names.get(card.name, card.name),
                "hue": face.hue,
                "numbers": [value for _label, value in face.numbers if len(value) <= MOST_LETTERS],
            }
            for card, face in zip(shown, session.faces([card.name for card in shown]), strict=True)
        ],
        "words": {one: word(one) for values in facets.values() for one in values},
        "facets": facets,
    }


def _found(session: Session, q: str, legal: str, on: date | None, *, owned: bool) -> Sequence[Card]:
    found = session.search(q)
    if owned:
        stored = session.collection.stored
        found = tuple(card for card in found if stored.counts(card).owned)
    if legal:
        allowed = _allowed(session, legal, on)
        found = tuple(card for card in found if card.name in allowed)
    return found


def _allowed(session: Session, legal: str, on: date | None) -> frozenset[str]:
    day = on or today()
    known = _legal.setdefault(session.catalogue(), {})
    if (legal, day) not in known:
        found = session.search(f'legal:"{legal}"', on=day)
        known[legal, day] = frozenset(card.name for card in found)
    return known[legal, day]


def _fits(card: Card, type_: str, side: str) -> bool:
    return (not type_ or card.type == type_) and (not side or card.side == side)
