"""The pages of cards."""

from collections.abc import Callable, Mapping
from datetime import date
from typing import Any

from starlette.requests import Request

from deckcheck.acts.errors import AmbiguousCardError, CardNotFoundError, DeckcheckError
from deckcheck.acts.queries import sort_fields
from deckcheck.acts.session import Session
from deckcheck.web import searches
from deckcheck.web.answers import MISSING, AnswerError
from deckcheck.web.endpoint import page_number, read_day

Work = Callable[[Session, Request], dict[str, Any]]

_STATS = ("cost", "speed", "power", "health")


def cards(session: Session, request: Request) -> dict[str, Any]:
    """The cards that a query asks for, as a table or as tiles."""
    wanted = request.query_params
    query, sort, problem = wanted.get("q", ""), wanted.get("sort", "name"), None
    page = page_number(request)
    try:
        found = searches.cards_document(session, query, sort, page)
    except (AnswerError, DeckcheckError) as error:
        found, problem = searches.cards_document(session, "", "name", 1), str(error)
    return {
        "found": found,
        "q": query,
        "sort": sort,
        "problem": problem,
        "game": session.game,
        "view": "tiles" if wanted.get("view") == "tiles" else "table",
        "sortable": sort_fields(session.catalogue()),
        "stats": [one for one in _STATS if any(c[one] is not None for c in found["cards"])],
    }


def card(session: Session, request: Request) -> dict[str, Any]:
    """All about a card; for a name that may mean several, those to choose from."""
    name = request.path_params["name"]
    day = read_day(request.query_params.get("on")) or date.today()  # noqa: DTZ011 - the user's day
    try:
        session.card(name)
    except AmbiguousCardError as error:
        return {"card": None, "name": name, "candidates": error.candidates, "game": session.game}
    except CardNotFoundError as error:
        raise AnswerError(str(error), MISSING) from None
    return {**searches.card_page_document(session, name, day), "on": day.isoformat()}


PAGES: Mapping[str, tuple[str, str, Work]] = {
    "/cards": ("cards.html", "Cards", cards),
    "/cards/{name}": ("card.html", "Card", card),
}
"""The pages by their address: the template, the title, and what makes the context."""
