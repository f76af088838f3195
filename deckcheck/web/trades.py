"""Trades between people who have collections here: found, proposed, agreed to by each, carried out."""

from typing import Annotated, Any, Literal

from pydantic import Field
from starlette.requests import Request

from deckcheck.acts import proposals
from deckcheck.acts.session import Session
from deckcheck.web.collections import Line
from deckcheck.web.endpoint import Copies, Day, Text, endpoint

TRADES = "deckcheck.club-trades/1"
_SECONDS = 5.0
Number = Annotated[int, Field(ge=0, le=10**9)]


@endpoint("GET /api/trades", TRADES)
def all_trades(session: Session) -> dict[str, Any]:
    """The trades of whoever asks with others who have a collection here, the newest first.

    Of each person it says what they give and get is worth, and whether that is as much as they accept.
    """
    return proposals.trades_document(session, proposals.trades(session))


@endpoint("POST /api/trades", TRADES, changes=True)
def propose(
    session: Session,
    until: Day = None,
    keep: Annotated[int, Field(strict=True, ge=0, le=99), "everybody keeps so many copies of a card"] = 4,
    people: Annotated[int, Field(strict=True, ge=2, le=4), "the most people in one proposal"] = 4,
    even: Annotated[int, Field(strict=True, ge=0, le=100), "how many percent less one may get"] = 10,
) -> dict[str, Any]:
    """Finds the best exchange with all others, and proposes each part of it as a trade."""
    made = proposals.propose(session, until, keep=keep, people=people, even=even, time_limit=_SECONDS)
    proof = made.found.document()["proof"]
    return {**proposals.trades_document(session, made.trades), "proof": proof}


@endpoint("POST /api/trades/{number}", TRADES, changes=True)
def act(
    session: Session,
    number: Number,
    action: Literal["accept", "change", "refuse", "undo"] = "accept",
    version: Annotated[int | None, Field(strict=True, ge=1), "the version that was seen"] = None,
    lines: Annotated[dict[int, Copies], "how many copies of a line, to change it"] = {},
    give: Annotated[list[Line], "copies to give as well, like `2 nexu foil`"] = [],
    get: Annotated[list[Line], "copies to get as well, of what the other can spare"] = [],
    person: Annotated[Text, "who gets or gives those, where more than two trade"] = "",
) -> dict[str, Any]:
    """Accepts, changes, refuses or undoes a trade; it is carried out once all have accepted one version."""
    if action == "accept":
        done = proposals.accept(session, number, version)
    elif action == "change":
        done = proposals.change(session, number, lines, version, proposals.Additions(give, get, person))
    else:
        done = (proposals.refuse if action == "refuse" else proposals.undo)(session, number)
    return proposals.trades_document(session, [done])


def trades_page(session: Session, _request: Request) -> dict[str, Any]:
    """The page of trades."""
    found = all_trades(session)
    return {**found, "uneven": {one["trade"]: [*proposals.uneven(one)] for one in found["trades"]}}
