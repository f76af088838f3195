"""The paper of an event as PDF, opened in the browser, and the event as a file."""

from collections.abc import Callable, Mapping

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from deckcheck.acts.errors import DeckcheckError
from deckcheck.acts.events import SessionEvent
from deckcheck.acts.paper import PrintedPaper, SheetKind
from deckcheck.acts.session import Session
from deckcheck.show.language import gettext as _
from deckcheck.web.answers import MISSING, error_answer
from deckcheck.web.database_thread import DatabaseThread
from deckcheck.web.names import named

Print = Callable[[SessionEvent, str], PrintedPaper]


def _sheets(kind: SheetKind) -> Print:
    return lambda event, _site: event.paper.sheets(kind, called=event.names_in())


PAPERS: Mapping[str, tuple[str, Print]] = {
    "registration": (_("Registration sheets"), _sheets("registration")),
    "judge": (_("Check lists for judges"), _sheets("judge")),
    "player": (_("Sheets for players"), _sheets("player")),
    "slips": (_("Result slips"), lambda event, _site: event.paper.slips()),
    "slips-for-phones": (
        _("Result slips with the QR code of the phones' page"),
        lambda event, site: event.paper.slips(site=site),
    ),
    "pairings": (_("Pairings by name"), lambda event, _site: event.paper.pairings(order="name")),
    "tables": (_("Pairings by table"), lambda event, _site: event.paper.pairings(order="table")),
    "standings": (_("Standings"), lambda event, _site: event.paper.standings()),
}
"""The papers with their titles; each is the one that the command prints, for the site that is asked."""

FILES: Mapping[str, tuple[str, str]] = {
    "json": (_("All of the event, to go on elsewhere"), "application/json"),
    "xlsx": (_("Workbook"), "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
    "txt": (_("Text for a forum"), "text/plain; charset=utf-8"),
}
"""The kinds of files with their titles and their types; each is that of `deckcheck event export`."""


def paper_routes(thread: DatabaseThread) -> list[Route]:
    """The addresses of an event's paper, and of its files."""

    async def file(request: Request) -> Response:
        name, kind = request.path_params["name"], request.path_params["kind"]
        if kind not in FILES:
            return error_answer(_("expected {files}", files=", ".join(FILES)), MISSING)
        try:
            data = await thread.run(None, lambda session: session.events.get(name).file(f".{kind}"))
        except DeckcheckError as error:
            return error_answer(str(error), MISSING)
        headers = {"Content-Disposition": f'attachment; filename="event.{kind}"', "Cache-Control": "no-store"}
        return Response(data, headers=headers, media_type=FILES[kind][1])

    async def answer(request: Request) -> Response:
        name, what = request.path_params["name"], request.path_params["what"]
        if what not in PAPERS:
            return error_answer(_("expected {papers}", papers=", ".join(PAPERS)), MISSING)

        def printed(session: Session) -> PrintedPaper:
            return PAPERS[what][1](session.events.get(name), str(request.base_url))

        try:
            found = await thread.run(None, printed)
        except DeckcheckError as error:
            return error_answer(str(error), MISSING)
        headers = {"Content-Disposition": f'inline; filename="{what}.pdf"', "Cache-Control": "no-store"}
        return Response(found.pdf, headers=headers, media_type="application/pdf")

    return [
        Route(named("/events/{name}/paper/{what}.pdf"), answer),
        Route(named("/events/{name}/file/event.{kind}"), file),
    ]
