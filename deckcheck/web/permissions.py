"""Who may see and do what: one table of all addresses, and of the acts at an event's desk.

It is asked at one door (`deckcheck.web.door`). An address that has no row is the organiser's. Collection
and decks that a player sees at any of them are their own: `deckcheck.web.database_thread` gives no others.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from deckcheck.acts.people import Visitor

ROLES = ("organiser", "helper", "player", "guest")
WORDS = {
    "yes": "yes",
    "own": "only of an event that they help at or play in",
    "read": "only where the page is read-only",
    "-": "no",
}
"""The words of the table, explained."""

_TABLE = """
yes yes yes yes
    GET /static   GET /worker.js   GET /api/openapi.json   POST /language
    GET /login   POST /login   POST /logout
    GET /link/{token}   GET /hand-in   POST /hand-in   POST /hand-in/file
yes - yes read
    GET /cards   GET /cards/{name}   GET /faces/{name}   GET /pictures/{path}
    GET /api/cards   GET /api/cards/{name}   GET /api/formats
    POST /api/deck/check   POST /api/deck/why
yes - yes read
    GET /leagues   GET /leagues/{name}   GET /leagues/{name}/file
yes - - read
    GET /events   GET /api/events   GET /pools   GET /pools/{name}   GET /pools/{name}/file
    GET /api/pools
yes - yes read
    GET /   GET /deck   GET /deck/{name}   GET /decks/compare   GET /decks/export
    GET /collection   GET /collection/figures   GET /collection/completion   GET /collection/wants
    GET /collection/trades   GET /collection/import   GET /collection/export
    GET /history   GET /history/{batch}   GET /api/suggest
    GET /api/collection   GET /api/collection/line   GET /api/collection/export
    GET /api/collection/history   GET /api/collection/history/{batch}   GET /api/collection/completion
    GET /api/collection/wants   GET /api/collection/trades   GET /api/collection/import/candidates
    GET /api/decks   GET /api/decks/{name}   GET /api/decks/{name}/versions
    GET /api/decks/{name}/versions/{batch}   GET /api/decks/{name}/difference
    POST /api/decks/{name}/difference   GET /api/deck/goldfish/{name}
    POST /api/deck/edit   POST /api/deck/apply   POST /api/deck/notes   POST /api/deck/maybe
    POST /api/deck/repair   POST /api/deck/tune   POST /api/deck/file   POST /api/deck/export
    POST /api/deck/odds   POST /api/deck/condition   POST /api/deck/hand   POST /api/deck/setup
    POST /api/deck/goldfish   POST /api/deck/odds/plot
yes - yes -
    POST /api/collection/line   POST /api/collection/change   POST /api/collection/edit
    POST /api/collection/undo   POST /api/collection/import   POST /api/collection/import/look
    POST /api/collection/import/apply   POST /api/collection/examples
    POST /api/decks/examples   POST /api/decks/delete   POST /api/decks/{name}/name
    PUT /api/decks/{name}   DELETE /api/decks/{name}
    GET /trades   GET /api/trades   POST /api/trades   POST /api/trades/{number}
    GET /me   GET /me/changes   GET /me/data.zip   GET /api/me   POST /api/me/report
yes own own read
    GET /screen/{name}
yes own - -
    GET /events/{name}   GET /api/events/{name}   POST /api/events/{name}
    POST /api/events/{name} result   POST /api/events/{name} drop   POST /api/events/{name} clock
    POST /api/events/{name} extend   POST /api/events/{name} note   POST /api/events/{name} warning
    POST /api/events/{name} game-loss   POST /api/events/{name} match-loss
    POST /api/events/{name} spot-check
yes - - -
    POST /api/events/{name} register   POST /api/events/{name} lock   POST /api/events/{name} unlock
    POST /api/events/{name} pair   POST /api/events/{name} publish   POST /api/events/{name} back
    POST /api/events/{name} rename   POST /api/events/{name} remove   POST /api/events/{name} seat
    POST /api/events/{name} swap   POST /api/events/{name} undo
    GET /api/leagues   GET /api/leagues/{name}   POST /api/leagues   POST /api/leagues/{name}
    GET /people   GET /api/people   POST /api/people
    POST /api/events   POST /api/events/{name}/players   POST /api/events/{name}/links
    GET /events/{name}/players/{number}/{digest}
    GET /events/{name}/paper/{what}.pdf   GET /events/{name}/file/event.{kind}
    POST /api/pools   DELETE /api/pools/{name}   POST /api/pools/{name}/deck
"""
"""For organiser, helper, player and guest, in this order, by `WORDS`: the addresses below a line of these."""

INSTEAD = {"GET /events/{name}": "/screen/{name}"}
"""Where somebody is sent who may not see an address, if they may see that."""


class PermissionRow(NamedTuple):
    """A row of the table: a word of `WORDS` for each of `ROLES`."""

    organiser: str
    helper: str
    player: str
    guest: str


_NO_ROW = PermissionRow("yes", "-", "-", "read")
"""An address that is not there: that it is not, who may see most is told."""


def _rows() -> Iterator[tuple[str, PermissionRow]]:
    row = _NO_ROW
    for line in _TABLE.strip().splitlines():
        if line[0] != " ":
            row = PermissionRow(*line.split())
        else:
            yield from ((address, row) for address in line.strip().split("   "))


PERMISSIONS: Mapping[str, PermissionRow] = dict(_rows())


def may(visitor: Visitor, address: str, names: Mapping[str, str], *, read_only: bool = False) -> bool:
    """Whether somebody may see or do what is at an address, such as `GET /screen/{name}`.

    `names` are those in the address; an act at an event's desk stands behind it.
    """
    row = PERMISSIONS.get(address, _NO_ROW)
    if visitor.is_organiser or row.guest == "yes" or (row.guest == "read" and read_only):
        return True
    event = names.get("name", "")
    of_helper = visitor.helps and (row.helper == "yes" or (row.helper == "own" and visitor.helps_at(event)))
    of_player = visitor.person and (row.player == "yes" or (row.player == "own" and visitor.plays_in(event)))
    return bool(of_helper or of_player)
