"""The positions of the values in a JSON text, so that one can be changed and the rest be left."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from db.patterns import pattern

_TOKEN = pattern(r'\s*("(?:[^"\\]|\\.)*"|[\[\]{},:]|[^\s\[\]{},:"]+)', re.DOTALL)


@dataclass(slots=True)
class JsonSpan:
    """A value of a JSON text: its start and end in the text, and its parts.

    Each of `parts` is a member of an object with its key, or an entry of a list with None; its
    start is that of the key.
    """

    start: int
    end: int
    parts: list[tuple[str | None, int, "JsonSpan"]] = field(default_factory=list)

    def find(self, key: str) -> "JsonSpan | None":
        """The value of a key, or None."""
        return next((span for name, _, span in self.parts if name == key), None)


def json_spans(text: str) -> JsonSpan:
    """The positions of all parts of a JSON text, which must be valid.

    >>> spans = json_spans('{"cards": [{"count": 4}]}')
    >>> found = spans.find("cards").parts[0][2].find("count")
    >>> (found.start, found.end)
    (21, 22)
    """
    tokens = ((m[1], m.start(1), m.end(1)) for m in _TOKEN.finditer(text))
    return _value(tokens, *next(tokens))


Tokens = Iterator[tuple[str, int, int]]


def _value(tokens: Tokens, begin: str, start: int, end: int) -> JsonSpan:
    """The value that begins with a token."""
    span = JsonSpan(start, end)
    if begin not in {"[", "{"}:
        return span
    for sign, at, after in tokens:
        if sign in {"]", "}"}:
            span.end = after
            break
        if sign == ",":
            continue
        if begin == "{":
            next(tokens)  # the colon
            span.parts.append((json.loads(sign), at, _value(tokens, *next(tokens))))
        else:
            span.parts.append((None, at, _value(tokens, sign, at, after)))
    return span


def value_at(text: str, span: JsonSpan) -> Any:
    """The value at a span of a JSON text."""
    return json.loads(text[span.start : span.end])
