"""The program that a web server runs: routes, guards, pages."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from deckcheck.acts.errors import DeckcheckError
from deckcheck.acts.languages import spoken_code
from deckcheck.show.language import gettext as _, speaker
from deckcheck.show.language_files import ENGLISH
from deckcheck.web.answers import MISSING, AnswerError, error_answer, error_of, json_answer
from deckcheck.web.api import ENDPOINTS, asking_paths, openapi_document
from deckcheck.web.database_thread import DatabaseThread
from deckcheck.web.endpoint import answering
from deckcheck.web.guard import HEADERS, Guard
from deckcheck.web.health import Health
from deckcheck.web.languages import CHOICE, InLanguage, choose, texts_of_scripts
from deckcheck.web.names import WholeNames, named
from deckcheck.web.pages import Pages
from deckcheck.web.paper import paper_routes
from deckcheck.web.pictures import picture_file
from deckcheck.web.request_log import RequestLog
from deckcheck.web.serving import ServeOptions

STATIC = Path(__file__).parent / "static"


def make_app(options: ServeOptions) -> Starlette:
    """The page over the database of the options; it is opened when the server starts."""
    thread = DatabaseThread(options.database, options.game)
    pages = Pages(thread, options)

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        await thread.open()
        yield
        await thread.close()

    async def openapi(_request: Request) -> Response:
        return json_answer(openapi_document())

    async def picture(request: Request) -> Response:
        return _picture(options.pictures, request.path_params["path"])

    routes = [
        Route("/api/openapi.json", openapi),
        *(
            Route(named(one.path), answering(one, thread), methods=[one.method])
            for one in sorted(ENDPOINTS, key=lambda one: (one.is_short is None, -one.path.count("/")))
        ),
        Route("/pictures/{path:path}", picture),
        Route("/worker.js", _worker),
        Route(CHOICE, choose, methods=["POST"]),
        Mount("/static", GZipMiddleware(StaticFiles(directory=STATIC))),
        *([] if options.read_only else paper_routes(thread)),
        *pages.routes(),
    ]
    guard = Middleware(
        Guard,
        hosts=options.allowed_hosts,
        read_only=options.read_only,
        asking=asking_paths() | {CHOICE, "/login", "/logout"},
    )
    application = Starlette(
        routes=routes,
        lifespan=lifespan,
        middleware=[
            Middleware(ProxyHeadersMiddleware, trusted_hosts=list(options.proxies)),
            Middleware(Health, thread=thread),
            Middleware(InLanguage, own=speaker()),
            Middleware(WholeNames),
            *([Middleware(RequestLog)] if options.log_json else []),
            guard,
            *pages.middleware(),
        ],
        exception_handlers={
            AnswerError: _failed,
            DeckcheckError: _failed,
            HTTPException: pages.refused,
            Exception: _broken,
        },
    )
    application.state.thread = thread
    return application


def _worker(_request: Request) -> Response:
    """The service worker, at an address from which it serves all pages, with its texts before it."""
    script = (STATIC / "worker.js").read_text(encoding="utf-8")
    if (code := spoken_code()) != ENGLISH:
        said = {text: words for text, words in texts_of_scripts().items() if f'_("{text}")' in script}
        script = f"self.LANGUAGE = {json.dumps(code)}; self.TEXTS = {json.dumps(said)};\n{script}"
    return Response(script, headers={"Cache-Control": "no-cache"}, media_type="text/javascript")


def _failed(_request: Request, error: Exception) -> Response:
    answer = error_of(error)
    if answer is None:
        raise error
    return answer


def _broken(_request: Request, _error: Exception) -> Response:
    """A bug of the program: the server's terminal has it, whoever asked gets one line."""
    answer = error_answer(_("the program failed; the terminal of the server says where"), 500)
    answer.raw_headers.extend(HEADERS)
    return answer


def _picture(folder: Path | None, path: str) -> Response:
    """A picture of the user's own folder; nothing outside it, and nothing that is no picture."""
    file = picture_file(folder, path)
    if file is None:
        return error_answer(_("there is no such picture"), MISSING)
    return FileResponse(file, headers={"Cache-Control": "private, max-age=86400"})
