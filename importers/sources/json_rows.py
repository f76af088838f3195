"""The objects of a JSON array, each with the line on which it begins."""

import json
import re
from collections.abc import Iterator
from typing import Any

from db.imports.source_rows import Place, RowProblem
from db.language import gettext as _
from importers.sources.archives import FileTree
from importers.sources.source_errors import MalformedSourceError

_BLANKS = re.compile(r"\s*")
_LIST = re.compile(r'"(?:cards|data|sets|formats)"\s*:\s*(?=\[)')


def read_json_objects(
    tree: FileTree, name: str, problems: list[RowProblem], set_code: str | None = None
) -> Iterator[tuple[Place, dict[str, Any]]]:
    """Yields place and value of every object in the array of a file; what is none is a problem."""
    for line, row in read_json_rows(tree.read(name), tree.shown(name)):
        place = Place(tree.shown(name), line)
        if isinstance(row, dict):
            yield place, row
        else:
            problems.append(RowProblem(place, _("found {row!r:.40}, expected an object", row=row), set_code))


def read_json_rows(data: bytes, path: str) -> Iterator[tuple[int, Any]]:
    r"""Yields line and value of every entry of a JSON array, or of the array `cards` of an object.

    Raises `MalformedSourceError` where it is broken or something else.

    >>> list(read_json_rows(b'[{"a": 1},\n {"a": 2}]', "x.json"))
    [(1, {'a': 1}), (2, {'a': 2})]
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise MalformedSourceError(path, _("no UTF-8 at byte {start}", start=error.start), line) from None
    position = _start(text, path)
    decoder = json.JSONDecoder(object_pairs_hook=_without_doubles)
    line, counted = 1, 0
    position = _after_blanks(text, position + 1)
    while not text.startswith("]", position):
        line += text.count("\n", counted, position)
        counted = position
        try:
            value, end = decoder.raw_decode(text, position)
        except json.JSONDecodeError as error:
            raise MalformedSourceError(path, _("broken JSON ({msg})", msg=error.msg), error.lineno) from None
        except (ValueError, RecursionError) as error:
            raise MalformedSourceError(path, _("broken JSON ({error})", error=error), line) from None
        yield line, value
        position = _after_blanks(text, end)
        if text.startswith(",", position):
            position = _after_blanks(text, position + 1)
        elif not text.startswith("]", position):
            broken = line + text.count("\n", counted, position)
            found = repr(text[position : position + 10]) if position < len(text) else _("the end")
            raise MalformedSourceError(
                path, _("broken JSON: found {found}, expected , or ]", found=found), broken
            )


def _start(text: str, path: str) -> int:
    position = _after_blanks(text, 0)
    if text.startswith("{", position) and (match := _LIST.search(text, position)):
        return match.end()
    if not text.startswith("[", position):
        found_text = repr(text[position : position + 20]) if text.strip() else "nothing"
        line = text.count("\n", 0, position) + 1
        message = _("found {found_text}, expected a JSON array of cards", found_text=found_text)
        raise MalformedSourceError(path, message, line)
    return position


def _after_blanks(text: str, position: int) -> int:
    match = _BLANKS.match(text, position)
    return match.end() if match else position


def _without_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) < len(pairs):
        keys = [key for key, _ in pairs]
        doubled = next(key for key in keys if keys.count(key) > 1)
        message = _("the key {doubled!r} stands twice in one object", doubled=doubled[:40])
        raise ValueError(message)
    return result
