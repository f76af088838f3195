"""Plain data of a JSON text, with the line on which each entry of a list begins."""

import json
from dataclasses import dataclass
from typing import Any

from db.language import gettext as _
from db.patterns import pattern
from importers.decks.deck_format import MAX_DEPTH, printable
from importers.errors import LimitError, MalformedFileError

_PIECE = pattern(r'"(?:[^"\\\n]|\\.)*+"?|[\[\]{},:]|\n|[^\s\[\]{},:"]+')
_OPENING = {"[", "{"}
_MOST_DIGITS = 500
_CLOSING = {"]", "}"}


@dataclass(frozen=True, slots=True)
class PlacedJson:
    """A JSON object, with the lines of its keys and of the entries of each list in it."""

    data: dict[str, Any]
    keys: dict[str, int]
    places: dict[str, list[int]]

    def line(self, key: str, index: int | None = None) -> int:
        """The line of a key, or on which an entry of the list under it begins.

        Where a key is written with escapes, that is the first line.
        """
        places = self.places.get(key, [])
        if index is not None and index < len(places):
            return places[index]
        return self.keys.get(key, 1)


class _RepeatedKeyError(ValueError):
    """An object states a key twice, so that one of the two would be lost."""


def read_placed(text: str, source: str) -> PlacedJson:
    r"""The object that a JSON text holds, as plain data; strings in it are fit for display.

    Raises `LimitError` for deep nesting, `MalformedFileError` for anything but one JSON object.

    >>> placed = read_placed('{"cards": [\n{"name": "Yoda (A)"}]}', "deck.json")
    >>> placed.data["cards"][0]["name"], placed.line("cards", 0)
    ('Yoda (A)', 2)
    """
    keys, places = _find_places(text, source)
    try:
        data = json.loads(text, object_pairs_hook=_as_object, parse_int=_as_number)
    except json.JSONDecodeError as error:
        raise MalformedFileError(source, _("broken JSON ({msg})", msg=error.msg), error.lineno) from None
    except _RepeatedKeyError as error:
        raise MalformedFileError(
            source, _("the key {error} stands twice in one object", error=error)
        ) from None
    if not isinstance(data, dict):
        raise MalformedFileError(source, _("a JSON list or value, expected an object"))
    return PlacedJson(data, keys, places)


def check_depth(text: str, source: str) -> None:
    """Raises `LimitError` where brackets are nested deeper than in any deck."""
    _find_places(text, source)


def _as_number(digits: str) -> int:
    """The number that digits state; more of them than any count has are cut, Python reads 4,300."""
    return int(digits[:_MOST_DIGITS])


def _as_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        raise _RepeatedKeyError(repr(printable(next(k for k in keys if keys.count(k) > 1)[:40])))
    return found


def _find_places(text: str, source: str) -> tuple[dict[str, int], dict[str, list[int]]]:
    """Where the outer object's keys stand and the entries of its lists; checks the depth."""
    keys: dict[str, int] = {}
    places: dict[str, list[int]] = {}
    line, depth, key = 1, 0, ""
    due = False  # whether a key of the outer object or an entry of one of its lists comes next
    within: list[str] = []
    for piece in _PIECE.findall(text):
        if piece == "\n":
            line += 1
            continue
        if due and piece not in _CLOSING:
            due = False
            if depth == 1:
                key = piece[1:-1]
                keys[key] = line
            else:
                places[key].append(line)
        if piece in _OPENING:
            within.append(piece)
            depth += 1
            if depth > MAX_DEPTH:
                raise LimitError(source, _("JSON nested {depth} deep", depth=depth), str(MAX_DEPTH), line)
            if within == ["{", "["]:
                places[key] = []
            due = within in (["{"], ["{", "["])
        elif piece in _CLOSING:
            due = False
            depth = max(depth - 1, 0)
            del within[depth:]
        elif piece == ",":
            due = within in (["{"], ["{", "["])
    return keys, places
