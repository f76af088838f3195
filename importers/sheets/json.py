"""Reads sheets that are JSON: a list of objects, alone or under a key of an object."""

import json
from typing import Any

from db.language import gettext as _
from importers.errors import MalformedFileError
from importers.sheets.sheet import Cell, Counted, Sheet

KEYS = ("holdings", "cards", "collection", "rows", "items", "data")


def read_json_sheet(text: str, source: str) -> Sheet:
    """The list of objects as a sheet: its header all their keys, a row for every object.

    >>> read_json_sheet('{"cards": [{"name": "Yoda (A)", "count": 4}]}', "a.json").rows
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
    objects = _objects(document)
    if objects is None:
        message = _("JSON without a list of objects, expected one under 'holdings' or 'cards'")
        raise MalformedFileError(source, message)
    header = list(dict.fromkeys(key for entry in objects for key in entry))
    counted = Counted(source)
    counted.add(header)
    for entry in objects:
        counted.add([_cell(entry.get(key)) for key in header])
    return Sheet("", counted.rows, range(len(counted.rows)))


def _objects(document: Any) -> list[dict[str, Any]] | None:
    found = document
    if isinstance(document, dict):
        found = next((document[key] for key in KEYS if isinstance(document.get(key), list)), None)
    if isinstance(found, list) and found and all(isinstance(entry, dict) for entry in found):
        return [_flat(entry) for entry in found]
    return None


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
