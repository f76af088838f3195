"""Requests, read and checked."""

import json
import re
from base64 import b64decode
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from starlette.requests import Request

from deckcheck.games import game_codes
from deckcheck.session.session import Session
from deckcheck.simulators.by_hand import Choice
from deckcheck.web.answers import MISSING, AnswerError
from deckcheck.web.decks import PageDeck

MOST_TEXT = 1_000_000
MOST_LINES = 10_000
"""More lines than any deck has would keep all others waiting."""
MOST_PAGES = 1_000_000
_MOST_CHOICES = 1_000
_HALVES = re.compile(rb"\\u[dD][89a-fA-F]")
_HALF = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Asked:
    """A request: the parts of its path, its query, and its body."""

    path: Mapping[str, str]
    query: Mapping[str, str]
    body: Mapping[str, Any]
    data: bytes = b""

    def text(self, name: str, default: str = "") -> str:
        """A text of the body or the query."""
        value = self.body.get(name, self.query.get(name, default))
        if value is None:
            return default
        if not isinstance(value, str):
            raise AnswerError(f"{name!r} is no text: {value!r}")
        return value

    def number(self, name: str, default: int, most: int) -> int:
        """A whole number of the body or the query, from 0."""
        value = self.body.get(name, self.query.get(name, default))
        if isinstance(value, str) and value.isdecimal() and len(value) <= len(str(most)):
            value = int(value)
        if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= most:
            raise AnswerError(f"{name!r} must be a whole number from 0 to {most}: {value!r}")
        return value

    def names(self, name: str) -> tuple[str, ...]:
        """A list of names in the body."""
        value = self.body.get(name, [])
        if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
            raise AnswerError(f"{name!r} is no list of names")
        return tuple(value)

    def files(self, name: str) -> list[tuple[str, bytes, str]]:
        """Files in the body: the name, the bytes and the seat of each."""
        found = self.body.get(name, [])
        if not isinstance(found, list) or not all(isinstance(one, dict) for one in found):
            raise AnswerError(f"{name!r} is no list of files")
        return [_file(one) for one in found]

    def card_changes(self) -> list[tuple[str, int, str | None]]:
        """The cards that come and go: name, copies and zone."""
        found = self.body.get("changes")
        if not isinstance(found, list) or not all(isinstance(one, dict) for one in found):
            raise AnswerError("'changes' is no list of changes")
        changes = []
        for one in found:
            card, zone = one.get("card"), one.get("zone")
            if not isinstance(card, str) or not isinstance(zone, str | None):
                raise AnswerError(f"no change of a card: {one!r}")
            changes.append((card, _copies(one.get("copies"), "copies"), zone))
        return changes

    def choices(self) -> list[Choice]:
        """The choices of the one who plays a setup: numbers, and lists of numbers."""
        found = self.body.get("choices", [])
        if not isinstance(found, list) or len(found) > _MOST_CHOICES:
            raise AnswerError("'choices' is no list of choices")
        return [_choice(one) for one in found]

    def day(self, name: str = "on") -> date | None:
        """A day like 2004-06-19; None where none is named."""
        text = self.text(name)
        try:
            return date.fromisoformat(text) if text else None
        except ValueError:
            raise AnswerError(f"{text!r} must be a date; write it like 2004-06-19") from None

    @property
    def game(self) -> str | None:
        """The game that is named; None where the page's own is meant."""
        return known_game(self.text("game"))

    @property
    def page(self) -> int:
        """Which page of a list, from 1."""
        return self.number("page", 1, MOST_PAGES)

    def copies(self) -> int:
        """How many copies come, or go where the number is negative."""
        return _copies(self.body.get("copies"), "copies")

    def signed(self, name: str) -> int:
        """A number of copies in the body that may be negative, 0 without it."""
        return _copies(self.body.get(name, 0), name)

    def deck(self, session: Session) -> PageDeck:
        """The deck that is sent."""
        text = self.text("text")
        if len(text) > MOST_TEXT:
            raise AnswerError(f"a deck of {len(text):,} characters, at most {MOST_TEXT:,} expected")
        if (lines := text.count("\n")) > MOST_LINES:
            raise AnswerError(f"a deck of {lines:,} lines, at most {MOST_LINES:,} expected")
        name = self.path.get("name") or self.text("name")
        return PageDeck(text, session.game, name.strip(), self.text("format") or None, self.day())


def known_game(code: str | None) -> str | None:
    """The code of a known game, None for none; raises `AnswerError` for an unknown one."""
    if code and code not in game_codes():
        raise AnswerError(f"no game is called {code!r}; expected {', '.join(game_codes())}", MISSING)
    return code or None


def _choice(found: Any) -> Choice:
    if isinstance(found, list) and len(found) <= _MOST_CHOICES:
        return tuple(_whole(one) for one in found)
    return _whole(found)


def _whole(found: Any) -> int:
    if isinstance(found, bool) or not isinstance(found, int) or abs(found) > _MOST_CHOICES:
        raise AnswerError(f"no number of a choice: {found!r}")
    return found


def _file(one: Mapping[str, Any]) -> tuple[str, bytes, str]:
    parts = (one.get("name"), one.get("data"), one.get("seat", ""))
    if not all(isinstance(part, str) for part in parts):
        raise AnswerError("a file has a name, data in base64, and a seat")
    name, data, seat = map(str, parts)
    try:
        return name, b64decode(data, validate=True), seat
    except ValueError:
        raise AnswerError(f"the data of {name!r} is not valid base64") from None


def _copies(copies: Any, name: str) -> int:
    if isinstance(copies, bool) or not isinstance(copies, int) or not -999 <= copies <= 999:  # noqa: PLR2004
        raise AnswerError(f"{name!r} is no number of copies: {copies!r}")
    return copies


async def read_request(request: Request, *, upload: bool) -> Asked:
    """A request read into its parts; the body of an upload stays as it is."""
    data = await request.body()
    if upload:
        return Asked(request.path_params, request.query_params, {}, data)
    return Asked(request.path_params, request.query_params, _body(data))


def _body(data: bytes) -> Mapping[str, Any]:
    if not data:
        return {}
    try:
        found = json.loads(data)
    except (ValueError, RecursionError):
        raise AnswerError("the body is no JSON") from None
    if not isinstance(found, dict):
        raise AnswerError("the body is no JSON object")
    if _HALVES.search(data) and _HALF.search(json.dumps(found, ensure_ascii=False)):
        raise AnswerError("the body holds half a character, which no text may")
    return found
