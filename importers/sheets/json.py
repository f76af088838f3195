"""Reads sheets that are JSON: a list of objects, alone or under a key of an object, or several."""

import json
from typing import Any

from db.language import gettext as _
from importers.errors import MalformedFileError
from importers.sheets.sheet import Cell, Counted, Sheet

KEYS = ("holdings", "cards", "collection", "rows", "items", "data")
_KINDS = ("wants", "wishlist", "trades")
"""Keys that say what their cards are."""


def read_json_sheets(text: str, source: str) -> list[Sheet]:
    """Each list of objects as a sheet: its header all their keys, a row for every object.

    >>> read_json_sheets('{"cards": [{"name": "Yoda (A)", "count": 4}]}', "a.json")[0].rows
    [['name', 'count'], ['Yoda (A)', 4]]
    """
    try:
        document = json.loads(text)
    except json.JSONDecodeError as error:
        message = _("no JSON ({msg}, column {colno})", msg=error.msg, colno=error.colno)
        raise MalformedFileError(source, message, error.lineno) from None
    except RecursionError:
        raise MalformedFileError(source, _("JSON nested too deeply")) from None
    except ValueError:  # the only other one: Python reads no whole number of over 4,300 digits
        message = _("a number of thousands of digits, expected counts and prices")
        raise MalformedFileError(source, message) from None
    lists = {"": document}
    if isinstance(document, dict):
        lists = {key: document[key] for key in (*KEYS, *_KINDS) if _is_list(document.get(key))}
    if not all(map(_is_list, lists.values())) or not lists:
        message = _("JSON without a list of objects, expected one under 'holdings' or 'cards'")
        raise MalformedFileError(source, message)
    return [
        _sheet(key if len(lists) > 1 or key in _KINDS else "", found, source) for key, found in lists.items()
    ]


def _is_list(found: Any) -> bool:
    return isinstance(found, list) and bool(found) and all(isinstance(entry, dict) for entry in found)


def _sheet(name: str, found: list[dict[str, Any]], source: str) -> Sheet:
    objects = list(map(_flat, found))
    header = list(dict.fromkeys(key for entry in objects for key in entry))
    counted = Counted(source)
    counted.add(header)
    for entry in objects:
        counted.add([_cell(entry.get(key)) for key in header])
    return Sheet(name, counted.rows, range(len(counted.rows)))


def _flat(entry: dict[str, Any]) -> dict[str, Any]:
    """An object with what lies in an inner object, like `extra`, brought up beside the rest."""
    flat: dict[str, Any] = {}
    for key, value in entry.items():
        if isinstance(value, dict):
            flat |= {
                f"extra: {inner}" if inner in entry or inner.startswith("extra") else inner: deep
                for inner, deep in value.items()
            }
        else:
            flat[key] = value
    return flat


def _cell(value: Any) -> Cell:
    if value is None or isinstance(value, (str, int, float)):
        return value
    return json.dumps(value, ensure_ascii=False)
