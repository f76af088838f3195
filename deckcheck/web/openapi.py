"""The description of the addresses under `/api/`, in OpenAPI 3.1."""

import re
from collections.abc import Mapping
from typing import Any

from deckcheck import __version__
from deckcheck.web.api.endpoint import Endpoint
from deckcheck.web.api.endpoints import ENDPOINTS

_PART = re.compile(r"\{(\w+)\}")


def openapi_document() -> dict[str, Any]:
    """All addresses with what they take and the document that they give."""
    paths: dict[str, dict[str, Any]] = {}
    for endpoint in ENDPOINTS:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = _operation(endpoint)
    return {
        "openapi": "3.1.0",
        "info": {"title": "deckcheck", "version": __version__},
        "paths": paths,
        "components": {"schemas": {"Error": _ERROR}},
    }


_ERROR = {
    "type": "object",
    "properties": {"schema": {"const": "deckcheck.error/1"}, "error": {"type": "string"}},
    "required": ["schema", "error"],
}


def _operation(endpoint: Endpoint) -> dict[str, Any]:
    path = [_parameter(name, "a name", "path") for name in _PART.findall(endpoint.path)]
    query = [_parameter(name, text, "query") for name, text in endpoint.query.items()]
    operation: dict[str, Any] = {
        "summary": endpoint.summary,
        "parameters": [*path, *query],
        "responses": {
            "200": {"description": endpoint.document, "content": _json(_document(endpoint))},
            "default": {
                "description": "what is wrong, in one line",
                "content": _json({"$ref": "#/components/schemas/Error"}),
            },
        },
    }
    if endpoint.upload:
        binary = {"schema": {"type": "string", "format": "binary"}}
        operation["requestBody"] = {"content": {"application/octet-stream": binary}}
    elif endpoint.body:
        operation["requestBody"] = {"content": _json(_object(endpoint.body))}
    return operation


def _parameter(name: str, text: str, place: str) -> dict[str, Any]:
    return {
        "name": name,
        "in": place,
        "required": place == "path",
        "description": text,
        "schema": {"type": "string"},
    }


def _document(endpoint: Endpoint) -> dict[str, Any]:
    return {"type": "object", "properties": {"schema": {"const": endpoint.document}}}


def _object(names: Mapping[str, str]) -> dict[str, Any]:
    properties = {name: {"description": text} for name, text in names.items()}
    return {"type": "object", "properties": properties}


def _json(schema: Mapping[str, Any]) -> dict[str, Any]:
    return {"application/json": {"schema": schema}}
