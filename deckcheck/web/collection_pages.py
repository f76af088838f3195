"""The pages of the collection, of its lists and of its history."""

from collections.abc import Callable, Mapping
from operator import attrgetter
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from deckcheck import acts
from deckcheck.acts.collection_lists import post
from deckcheck.acts.errors import DeckcheckError
from deckcheck.acts.games import get_game
from deckcheck.acts.queries import chips, sort_fields
from deckcheck.acts.session import Session
from deckcheck.show.language import gettext as _
from deckcheck.web import collections, exports, histories
from deckcheck.web.answers import AnswerError
from deckcheck.web.endpoint import from_query, page_number

Work = Callable[[Session, Request], dict[str, Any]]

_SETS = 6
"""So many of the sets that are begun stand above the table, those with the most printings."""

_OFFERS = 1_000
"""More offers at once make a page slow, and nobody reads them; the API has all."""


def holdings(session: Session, request: Request) -> dict[str, Any]:
    """The holdings that a query asks for; all of them where it makes no sense, with the reason."""
    wanted = request.query_params
    query, sort, problem = wanted.get("q", ""), wanted.get("sort", ""), None
    page = page_number(request)
    try:
        found = collections.holdings_document(session, query, sort, page)
    except DeckcheckError as error:
        found, problem = collections.holdings_document(session), str(error)
        query = sort = ""
    return {
        "found": found,
        "q": wanted.get("q", ""),
        "sort": sort,
        "problem": problem,
        "game": session.game,
        "rows": list(zip(found["holdings"], found["decks"], strict=True)),
        "size": collections.PAGE,
        "sortable": sort_fields(session.catalogue()),
        "chips": chips(session.catalogue(), query, found["facets"]),
        "names": {"location": "place"},
        "set_names": {one.code: one.name for one in session.sets()},
        "export": acts.collection_files.export_choices(session.game),
        "has_dice": get_game(session.game).collecting.has_dice,
        "shown_query": query,
        **({} if query or not found["total"] else figures(session, request)),
    }


def figures(session: Session, _request: Request) -> dict[str, Any]:
    """The figures above the whole table, and the sets that are begun; no query waits for them."""
    found = session.collection.figures()
    begun = session.collection.completion(*found.begun[:_SETS]) if found.begun else ()
    most = sorted(begun, key=attrgetter("total.owned"), reverse=True)
    return {"figures": found, "begun": most, "game": session.game}


def completion(session: Session, request: Request) -> dict[str, Any]:
    """The completion of sets: those begun, all, or one with its missing cards."""
    found = from_query(collections.completion_page_document, session, request)
    sets = request.query_params.get("sets", "")
    return {"found": found, "sets": sets, "every": collections.EVERY, "game": session.game}


def wants_and_trades(session: Session, request: Request) -> dict[str, Any]:
    """The want list beside the trade list, with surplus copies where these are asked for."""
    surplus, problem = request.query_params.get("surplus", ""), None
    try:
        found = from_query(collections.trades_page_document, session, request)
    except AnswerError:
        found = collections.trades_page_document(session)
        problem = _("{surplus!r} is not a number of copies; write it like 4", surplus=surplus)
    offers, wants = found["trades"], collections.wants_page_document(session)["wants"]
    return {
        "wants": wants,
        "wants_post": post(wants, "missing"),
        "trades_post": post(offers[:_OFFERS], "offered"),
        "trades": offers[:_OFFERS],
        "more": max(0, len(offers) - _OFFERS),
        "state": found["state"],
        "game": session.game,
        "has_dice": get_game(session.game).collecting.has_dice,
        "surplus": surplus,
        "problem": problem,
    }


def sheet(session: Session, _request: Request) -> dict[str, Any]:
    """The page on which a sheet is imported."""
    return {"game": session.game, "state": collections.state_of(session)}


def history(session: Session, request: Request) -> dict[str, Any]:
    """A page of the history, by day."""
    return histories.history_page(session, request.query_params.get("of", "all"), page_number(request))


def batch(session: Session, request: Request) -> dict[str, Any]:
    """A batch, before and after."""
    return {"batch": from_query(histories.batch_page_document, session, request)}


def export_answer(session: Session, request: Request) -> Response:
    """The collection as a file to keep."""
    answer: Response = from_query(exports.file_to_keep, session, request)
    return answer


PAGES: Mapping[str, tuple[str, str, Work]] = {
    "/collection": ("collection.html", _("Collection"), holdings),
    "/collection/figures": ("figures.html", _("Collection"), figures),
    "/collection/completion": ("completion.html", _("Completion"), completion),
    "/collection/wants": ("wants.html", _("Wants and trades"), wants_and_trades),
    "/collection/trades": ("wants.html", _("Wants and trades"), wants_and_trades),
    "/collection/import": ("import.html", _("Import"), sheet),
    "/history": ("history.html", _("History"), history),
    "/history/{batch}": ("batch.html", _("Batch"), batch),
}
"""The pages by their address: the template, the title, and what makes the context."""
