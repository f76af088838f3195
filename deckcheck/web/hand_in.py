"""The page on which a player submits lists by a link: tried any number of times, sent once."""

import hashlib
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import parse_qs

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from deckcheck import acts
from deckcheck.acts.errors import DeckcheckError
from deckcheck.acts.events import LinkSubmission, TriedList
from deckcheck.acts.languages import names_in
from deckcheck.acts.people import VISITOR
from deckcheck.acts.player import own_event
from deckcheck.acts.reports import UnreadableReport
from deckcheck.acts.session import Session
from deckcheck.acts.typed_decks import event_formats, file_document
from deckcheck.show.language import gettext as _
from deckcheck.show.picked import picked
from deckcheck.web.answers import CONFLICT, MISSING, AnswerError, json_answer
from deckcheck.web.database_thread import DatabaseThread
from deckcheck.web.door import cookie_of
from deckcheck.web.endpoint import MOST_TEXT

Context = dict[str, Any]
Html = Callable[..., Response]
Given = tuple[str, str]
PATH = "/hand-in"
TEMPLATE, TITLE = "hand_in.html", _("Hand in your lists")


class HandInPages:
    """The pages of players' links; who has the link needs no password."""

    def __init__(self, thread: DatabaseThread, html: Html) -> None:
        self._thread, self._html = thread, html

    def routes(self) -> list[Route]:
        """The addresses."""
        return [
            Route(PATH, self._page, methods=["GET", "POST"]),
            Route(f"{PATH}/file", self._file, methods=["POST"]),
        ]

    async def _page(self, request: Request) -> Response:
        given = _given(request)
        form = await _form(request) if request.method == "POST" else {}
        try:
            context = await self._thread.run(
                None,
                lambda session: self._tried_or_sent(session, given, form),
                writes=request.method == "POST",
            )
        except (AnswerError, DeckcheckError) as error:
            problem = {"problem": str(error)}
            return self._html("hand_in_problem.html", TITLE, request, problem, MISSING)
        return self._html(TEMPLATE, TITLE, request, context)

    def _tried_or_sent(self, session: Session, given: Given, form: Mapping[str, str]) -> Context:
        link = _submission(session, given)
        if not form:
            return _context(session, link, form)
        if form.get("player") != str(link.number):
            raise AnswerError(_("another link was opened in this browser since; open yours again"), CONFLICT)
        lists = _lists(link, form)
        context = _context(session, link, form)
        if not lists:
            return {**context, "said": _("There is no list yet: paste one, or open a file.")}
        mark = hashlib.sha256(repr(sorted(lists.items())).encode()).hexdigest()[:16]  # of what was tried
        if form.get("action") == "send" and form.get("tried") == mark:
            done = link.send(lists)
            return {**_context(session, link, form), "sent": True, "notes": done.notes}
        names = names_in(session, None, game=link.facts.game)
        tried, all_there = link.tried(lists), len(lists) == len(link.seats)
        return {
            **context,
            "tried": mark,
            "reports": {one.file.seat: _report(one, names) for one in tried},
            "ready": all_there and all(one.report.is_legal and one.fits for one in tried),
        }

    async def _file(self, request: Request) -> Response:
        """A deck file of any format as a text for the form."""
        given, data = _given(request), await request.body()
        name = request.query_params.get("name", "deck")

        def work(session: Session) -> Mapping[str, Any]:
            game = _submission(session, given).facts.game
            return file_document(session, data, name, game)

        return json_answer(await self._thread.run(None, work))


def _submission(session: Session, given: Given) -> LinkSubmission:
    """The submission by a link, or by a person for an event in which they play."""
    token, name = given
    person = VISITOR.get().person
    if not name or person is None:
        return session.events.hand_in(token)
    event, number = own_event(session, person, name)
    return session.events.hand_in("", event.name, number)


def _context(session: Session, link: LinkSubmission, form: Mapping[str, str]) -> Context:
    facts = link.facts
    return {
        **picked(facts, "event=name day format deadline"),
        **picked(link, "player=player.name number problem is_once"),
        "formats": event_formats(session, facts.game),
        "seats": [
            {"code": seat.code, "name": seat.name, "text": form.get(f"list-{seat.code}", "")}
            for seat in link.seats
        ],
    }


def _lists(link: LinkSubmission, form: Mapping[str, str]) -> dict[str, tuple[str, bytes]]:
    """The lists of a form by seat, as files; fields that are empty are none."""
    result = {}
    for seat in link.seats:
        text = form.get(f"list-{seat.code}", "").replace("\r\n", "\n")
        if len(text) > MOST_TEXT:
            raise AnswerError(
                _("a list of {count:,} characters, at most {most_text:,} expected"),
                count=len(text),
                most_text=MOST_TEXT,
            )
        if text.strip():
            result[seat.code] = (f"{link.player.name} - {seat.code}.txt", text.encode())
    return result


def _report(one: TriedList, names: Mapping[str, str]) -> Context:
    """A verdict for the page: its word, its problems, and the nearest legal deck."""
    report = one.report
    if isinstance(report, UnreadableReport):
        return {"verdict": report.verdict, "problems": [(report.error, "")], "fits": True}
    return {
        "verdict": report.verdict,
        "problems": [(issue.message, issue.advice) for issue in report.issues],
        "fits": one.fits,
        "distance": 0 if one.nearest is None else one.nearest.distance,
        "nearest": ""
        if one.nearest is None
        else acts.repairing.short_text(acts.repairing.called(one.nearest, names)),
    }


async def _form(request: Request) -> dict[str, str]:
    body = (await request.body()).decode("utf-8", "replace")
    found = parse_qs(body, keep_blank_values=True, max_num_fields=20)
    return {name: values[0] for name, values in found.items()}


def _given(request: Request) -> Given:
    """The link for lists that was opened in this browser, and the event that is asked for."""
    return request.cookies.get(cookie_of("lists"), ""), request.query_params.get("event", "")
