"""The pages as HTML: read without scripts, written with them."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial
from typing import Any
from urllib.parse import parse_qs

from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from deckcheck.acts.errors import DeckcheckError
from deckcheck.acts.event_views import events_document
from deckcheck.acts.games import game_codes, get_game
from deckcheck.acts.languages import names_in
from deckcheck.acts.people import VISITOR
from deckcheck.acts.session import Session
from deckcheck.acts.tune import goals_of
from deckcheck.acts.typed_decks import TypedDeck, event_formats, typed_deck_document
from deckcheck.show.language import capitalized, gettext as _, pgettext
from deckcheck.web import (
    card_pages,
    collection_pages,
    events,
    leagues,
    me,
    people,
    pools,
    saved_decks,
    trades,
)
from deckcheck.web.answers import MISSING, AnswerError, error_answer, status_of
from deckcheck.web.database_thread import DatabaseThread
from deckcheck.web.deck_parts import make_templates, parts_of
from deckcheck.web.door import LINK_ROUTE, YEAR, Door, Guesses, LinkPage
from deckcheck.web.endpoint import asked_number, known_game, wanted
from deckcheck.web.hand_in import HandInPages
from deckcheck.web.histories import file_name, long_day
from deckcheck.web.languages import choices
from deckcheck.web.login import COOKIE, Login
from deckcheck.web.names import named
from deckcheck.web.paper import FILES, PAPERS
from deckcheck.web.pictures import picture_address
from deckcheck.web.serving import ServeOptions

Context = dict[str, Any]
_NO_PAGES = ("/api/", "/static/", "/pictures/", "/favicon.ico")


class Pages:
    """The pages of a server: decks, a deck, cards, a card, the collection, its history."""

    def __init__(self, thread: DatabaseThread, options: ServeOptions) -> None:
        self._thread, self._options = thread, options
        self._login = Login(options.password) if options.password is not None else None
        self._guesses = Guesses()
        self._link_page = LinkPage(thread, self._guesses)
        self._templates = make_templates()
        self._templates.filters["long_day"] = long_day
        self._templates.filters["capitalize"] = capitalized
        self._templates.filters["of_file"] = file_name if options.read_only else str
        self._templates.globals["picture_of"] = partial(picture_address, options.pictures)

    def routes(self) -> list[Route]:
        """The addresses of the pages, and of files to keep."""
        event = pgettext("tournament", "Event")
        pages: dict[str, tuple[Any, ...]] = {
            **saved_decks.PAGES,
            **card_pages.PAGES,
            **collection_pages.PAGES,
            **pools.PAGES,
            **leagues.PAGES,
            "/deck": ("deck.html", _("Deck"), self._new_deck),
            "/deck/{name}": ("deck.html", _("Deck"), self._deck),
            "/events": ("events.html", _("Events"), self._events),
            "/events/{name}": ("event.html", event, self._event),
            "/events/{name}/players/{number}/{digest}": ("deck.html", _("Deck"), self._registered),
            "/screen/{name}": ("screen.html", event, self._screen),
            "/people": ("people.html", _("People"), people.people_page),
            "/me": ("me.html", _("My page"), lambda session, _request: me.me(session)),
            "/trades": ("trades.html", pgettext("exchanges of cards", "Trades"), trades.trades_page),
        }
        files = {
            "/decks/export": saved_decks.export_answer,
            "/pools/{name}/file": pools.pool_file,
            "/collection/export": collection_pages.export_answer,
            "/leagues/{name}/file": leagues.league_file,
        }
        result = [
            *(Route(named(path), self._page(*page)) for path, page in pages.items()),
            *(Route(named(path), self._file(work)) for path, work in files.items()),
            *me.me_routes(self._thread),
        ]
        result += HandInPages(self._thread, self._html).routes()
        result += [Route(named(LINK_ROUTE), self._link)]
        if self._login is not None:
            result += [
                Route("/login", partial(self._log_in, self._login), methods=["GET", "POST"]),
                Route("/logout", partial(self._log_out, self._login), methods=["POST"]),
            ]
        return result

    def middleware(self) -> list[Middleware]:
        """Asks who somebody is, and whether they may."""
        read_only, guesses = self._options.read_only, self._guesses
        return [
            Middleware(
                Door,
                thread=self._thread,
                login=self._login,
                read_only=read_only,
                guesses=guesses,
                page=self._forbidden,
            )
        ]

    def _forbidden(self, request: Request, problem: str) -> Response:
        return self._html("problem.html", _("Not allowed"), request, {"problem": problem}, 403)

    def _page(
        self,
        template: str,
        title: str,
        work: Callable[[Session, Request], Context],
        takes_long: Callable[[Request], bool] = lambda _request: False,
    ) -> Callable[[Request], Awaitable[Response]]:
        async def answer(request: Request) -> Response:
            try:
                game = known_game(request.query_params.get("game"))
                is_long = takes_long(request)
                running = self._thread.run(game, lambda session: work(session, request), takes_long=is_long)
                context = await (wanted(running, request) if is_long else running)
            except (AnswerError, DeckcheckError) as error:
                status = status_of(error)
                return self._html("problem.html", title, request, {"problem": str(error)}, status)
            return self._html(template, title, request, context)

        return answer

    def _html(
        self, template: str, title: str, request: Request, context: Context, status: int = 200
    ) -> Response:
        chosen = request.query_params.get("game") or ""
        games = [{"code": code, "name": get_game(code).name} for code in game_codes()]
        text = self._templates.get_template(template).render(
            title=title,
            games=games,
            chosen=chosen,
            path="/" if status == MISSING else request.url.path,
            read_only=self._options.read_only,
            visitor=VISITOR.get(),
            pictures=self._options.pictures is not None,
            has_login=self._login is not None,
            mark=self._thread.mark,
            languages=choices(),
            **context,
        )
        headers = {"Cache-Control": "no-store", "X-Deckcheck-Database": self._thread.mark}
        answer = Response(text, status, headers, "text/html; charset=utf-8")
        for name, value in context.get("remembered", {}).items():
            answer.set_cookie(name, value, max_age=YEAR, httponly=True, samesite="strict", path="/")
        return answer

    async def refused(self, request: Request, error: Exception) -> Response:
        """The answer for an address that is not there: a page, or JSON for programs."""
        if not isinstance(error, HTTPException):
            raise error
        is_page = request.method == "GET" and not request.url.path.startswith(_NO_PAGES)
        if error.status_code != MISSING or not is_page:
            return error_answer(error.detail.lower(), error.status_code)
        problem = {"problem": _("there is no such page")}
        return self._html("problem.html", _("Not found"), request, problem, MISSING)

    async def _link(self, request: Request) -> Response:
        try:
            return await self._link_page(request)
        except AnswerError as error:
            problem = {"problem": str(error)}
            return self._html("hand_in_problem.html", _("Link"), request, problem, error.status)

    def _new_deck(self, session: Session, _request: Request) -> Context:
        return _shown_deck(session, typed_deck_document(session, TypedDeck("", session.game)))

    def _deck(self, session: Session, request: Request) -> Context:
        saved = saved_decks.saved_document(session, request.path_params["name"])
        sent = TypedDeck(saved["text"], saved["game"], saved["name"], saved["format"])
        try:
            document = typed_deck_document(session, sent)
        except DeckcheckError:  # a format that the game does not have
            document = typed_deck_document(session, replace(sent, format=None))
        return {**_shown_deck(session, document, saved["state"]), "losses": saved["losses"]}

    def _events(self, session: Session, _request: Request) -> Context:
        document = events_document(session.events.list())
        shown = {session.game, *(one["game"] for one in document["events"])}
        return {
            **document,
            "formats": {game: event_formats(session, game) for game in shown},
            "game": session.game,
        }

    def _event(self, session: Session, request: Request) -> Context:
        name = request.path_params["name"]
        visitor = VISITOR.get()
        links = session.events.get(name).links.list() if visitor.is_organiser else ()
        step = request.query_params.get("step", "") if visitor.is_organiser else "rounds"
        number = asked_number(request, "round")
        desk = events.desk_page(session, name, step, number)
        return {
            **desk,
            "formats": event_formats(session, desk["game"]),
            "links": links,
            "papers": {code: title for code, (title, _print) in PAPERS.items()},
            "files": {kind: title for kind, (title, _type) in FILES.items()},
        }

    def _registered(self, session: Session, request: Request) -> Context:
        document, beside = events.registered_list(session, **request.path_params)
        return {**_shown_deck(session, document), **beside}

    def _screen(self, session: Session, request: Request) -> Context:
        return events.screen_tables(session, request.path_params["name"])

    def _file(self, work: Callable[[Session, Request], Response]) -> Callable[[Request], Awaitable[Response]]:
        """A file to keep; it is no page, so that it works without scripts."""

        async def answer(request: Request) -> Response:
            try:
                game = known_game(request.query_params.get("game"))
                return await self._thread.run(game, lambda session: work(session, request))
            except (AnswerError, DeckcheckError) as error:
                problem = {"problem": str(error)}
                return self._html("problem.html", _("Export"), request, problem, status_of(error))

        return answer

    async def _log_in(self, login: Login, request: Request) -> Response:
        if request.method == "GET":
            return self._html("login.html", _("Log in"), request, {})
        form = parse_qs((await request.body()).decode("utf-8", "replace"), keep_blank_values=True)
        token = login.token_for(form.get("password", [""])[0])
        if token is None:
            wait = login.must_wait
            problem = _("too many wrong passwords; wait a minute") if wait else _("the password is wrong")
            return self._html("login.html", _("Log in"), request, {"problem": problem}, 403)
        answer = RedirectResponse("/", 303)
        answer.set_cookie(COOKIE, token, httponly=True, samesite="strict", path="/")
        return answer

    async def _log_out(self, login: Login, request: Request) -> Response:
        login.forget(request.cookies.get(COOKIE))
        answer = RedirectResponse("/login", 303)
        answer.delete_cookie(COOKIE)
        return answer


def _shown_deck(session: Session, document: dict[str, Any], state: str = "") -> Context:
    names = names_in(session, None, game=document["game"])
    goals = goals_of(document["game"])
    return {**parts_of(document, names), "state": state, "game": document["game"], "goals": goals}
