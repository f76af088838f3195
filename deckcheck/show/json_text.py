"""Documents as JSON text, as commands print and the page sends them."""

import json
from collections.abc import Mapping
from typing import Any

from db.texts import json_escaped


def json_text(document: Mapping[str, Any], indent: int | None = None) -> str:
    r"""The text of a document with a line end: on one line, or indented.

    >>> json_text({"cards": 2})
    '{"cards": 2}\n'
    """
    return json_escaped(json.dumps(document, ensure_ascii=False, indent=indent)) + "\n"


def json_sent(document: Mapping[str, Any]) -> bytes:
    """The same as the page sends it, in ASCII without blanks, in less time."""
    from pydantic_core import PydanticSerializationError, to_json

    try:
        return to_json(document, ensure_ascii=True).replace(b"\x7f", b"\\u007f") + b"\n"
    except PydanticSerializationError:  # half a character has no bytes
        return json_text(document).encode()
