"""The pages of cards."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from starlette.requests import Request

from deckcheck.acts.answers import Card
from deckcheck.acts.cards import legality, today
from deckcheck.acts.errors import AmbiguousCardError, CardNotFoundError, DeckcheckError
from deckcheck.acts.languages import names_in
from deckcheck.acts.queries import chips, sort_fields
from deckcheck.acts.session import Session
from deckcheck.acts.shelf import summed
from deckcheck.show.card_document import card_document
from deckcheck.show.language import gettext as _, ngettext
from deckcheck.web import searches
from deckcheck.web.answers import MISSING, AnswerError
from deckcheck.web.endpoint import page_number, read_day

Work = Callable[[Session, Request], dict[str, Any]]

VIEW = "deckcheck-view"
"""The cookie that says how cards were looked at last."""

_MOST_PLACES = 4
_ALLOWED = frozenset({"legal", "restricted"})
_STATS = ("cost", "speed", "power", "health")


def cards(session: Session, request: Request) -> dict[str, Any]:
    """The cards that a query asks for, as tiles or as a table: as they were looked at last."""
    wanted = request.query_params
    query, sort, problem = wanted.get("q", ""), wanted.get("sort") or "name", None
    page, stated = page_number(request), wanted.get("view")
    view = "table" if (stated or request.cookies.get(VIEW)) == "table" else "tiles"
    try:
        found = searches.cards_document(session, query, sort, page)
    except (AnswerError, DeckcheckError) as error:
        found, problem = searches.cards_document(session, "", "name", 1), str(error)
    names = [one["name"] for one in found["cards"]]
    return {
        "found": found,
        "names": names_in(session, None),
        "q": query,
        "sort": sort,
        "problem": problem,
        "game": session.game,
        "view": view,
        "remembered": {VIEW: view} if stated else {},
        "sortable": sort_fields(session.catalogue()),
        "chips": chips(session.catalogue(), "" if problem else query, found["facets"]),
        "set_names": {one.code: one.name for one in session.sets()},
        "faces": session.faces(names) if view == "tiles" else (),
        "beside": _beside(session, [session.card(one) for one in names]) if view == "tiles" else (),
        "stats": [one for one in _STATS if any(c[one] is not None for c in found["cards"])],
    }


def card(session: Session, request: Request) -> dict[str, Any]:
    """All about a card; for a name that may mean several, those to choose from."""
    name = request.path_params["name"]
    day = read_day(request.query_params.get("on")) or today()
    try:
        session.card(name)
    except AmbiguousCardError as error:
        return {"card": None, "name": name, "candidates": error.candidates, "game": session.game}
    except CardNotFoundError as error:
        raise AnswerError(str(error), MISSING) from None
    document = searches.card_page_document(session, name, day)
    called = names_in(session, None, game=document["card"]["game"]).get(document["card"]["name"])
    return {
        **document,
        "called": called,
        "shown": session.faces([document["card"]["name"]])[0],
        "on": day.isoformat(),
    }


def face(session: Session, request: Request) -> dict[str, Any]:
    """The face of a card alone, as it is shown beside a list."""
    try:
        found = session.card(request.path_params["name"])
    except (AmbiguousCardError, CardNotFoundError) as error:
        raise AnswerError(str(error), MISSING) from None
    stored = session.collection.stored
    return {
        "shown": session.faces([found.name])[0],
        "called": names_in(session, None, game=found.game).get(found.name),
        "owned": stored.counts(found).owned,
        "printings": card_document(found)["printings"],
        "more": _beside(session, [found])[0],
    }


def _beside(session: Session, cards: Sequence[Card]) -> list[list[str]]:
    """Where copies of each card are, and how many formats allow it today."""
    stored = session.collection.stored
    found = []
    for card, formats in zip(cards, legality(session, cards), strict=True):
        places = summed((one.key.location, one.quantity) for one in stored.held(card))
        decks = [(copies, name) for copies, name in stored.in_decks.get(card.id or 0, ())]
        there = [*((copies, place) for place, copies in places.most_common(_MOST_PLACES) if place), *decks]
        told = [
            _("{copies} in {place}", copies=copies, place=place) for copies, place in there[:_MOST_PLACES]
        ]
        if formats:
            told.append(
                ngettext(
                    "legal in {legal} of {number} format",
                    "legal in {legal} of {number} formats",
                    len(formats),
                    legal=sum(one.status in _ALLOWED for one in formats),
                )
            )
        found.append(told)
    return found


PAGES: Mapping[str, tuple[str, str, Work]] = {
    "/cards": ("cards.html", _("Cards"), cards),
    "/cards/{name}": ("card.html", _("Card"), card),
    "/faces/{name}": ("face.html", _("Card"), face),
}
"""The pages by their address: the template, the title, and what makes the context."""
