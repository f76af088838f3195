"""The people of the club as the organiser sees them, and the links that open a page to each."""

from typing import Annotated, Any

from pydantic import Field
from starlette.requests import Request

from deckcheck.acts.people import qr_code
from deckcheck.acts.session import Session
from deckcheck.show.language import gettext as _
from deckcheck.web.answers import AnswerError
from deckcheck.web.endpoint import Flag, Text, endpoint

PEOPLE = "deckcheck.people/1"
_SHOWN = 50
ACTIONS = ("add", "join", "link", "end", "rename", "merge", "remove", "helper", "end-helpers", "undo")


@endpoint("GET /api/people", PEOPLE)
def people_document(session: Session) -> dict[str, Any]:
    """The people of the club."""
    return session.people.document()


@endpoint("POST /api/people", PEOPLE, changes=True)
def change_people(
    session: Session,
    action: Annotated[Text, "one of: add, join, link, end, rename, merge, remove, helper, end-helpers, undo"],
    name: Annotated[Text, "the person; of join: a player of the event, by default all"] = "",
    to: Annotated[Text, "of rename: the new name; of merge and join: who it is"] = "",
    event: Annotated[Text, "of join, helper and end-helpers: the event"] = "",
    same: Annotated[Flag, "of join: who is called alike is the same person"] = False,
    more: Annotated[Flag, "of link: those that there are work, too"] = False,
    change: Annotated[int | None, Field(strict=True, ge=1), "of undo: its number"] = None,
    site: Annotated[Text, "of link and helper: where people reach the page"] = "",
) -> dict[str, Any]:
    """Changes the people of the club; a link that is made is told only now."""
    people = session.people
    told: dict[str, Any] = {}
    if action == "add":
        people.add([one for one in map(str.strip, name.split(",")) if one] or [name])
    elif action == "join":
        done = people.join(event, [name] if name else [], same=same, person=to)
        told = {"added": [*done.added], "left": [*done.left]}
    elif action in {"link", "helper"}:
        made = people.link(name, more=more) if action == "link" else people.helper_link(event)
        told = {"link": (address := made.address(site)), "qr": qr_code(address)}
    elif action in {"end", "end-helpers"}:
        told = {"ended": people.end_links(name) if action == "end" else people.end_helper_links(event)}
    elif action == "rename":
        people.rename(name, to)
    elif action == "merge":
        people.merge(name, to)
    elif action == "remove":
        people.remove(name)
    elif action == "undo":
        people.undo(change)
    else:
        raise AnswerError(
            _("nothing is called {action!r}; expected {value}"), action=action, value=", ".join(ACTIONS)
        )
    return {**people.document(), **told}


def people_page(session: Session, _request: Request) -> dict[str, Any]:
    """The page of the people, with the events whose players may become some."""
    done = session.people.history_documents()[:_SHOWN]
    return {
        **people_document(session),
        "changes": done,
        "events": [one.facts.name for one in session.events.list()],
    }
