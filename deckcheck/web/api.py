"""All addresses under `/api/`, and their description in OpenAPI 3.1."""

from importlib import import_module
from typing import Any

from deckcheck import __version__
from deckcheck.web.endpoint import Endpoint, endpoints

for _module in (
    *("decks", "plays", "figures", "saved_decks", "searches", "suggestions", "collections"),
    *("histories", "sheets", "exports", "events", "leagues", "people", "me", "pools", "trades"),
):
    import_module(f"deckcheck.web.{_module}")  # whose functions answer

ENDPOINTS = endpoints()

_ERROR = {
    "type": "object",
    "properties": {"schema": {"const": "deckcheck.error/1"}, "error": {"type": "string"}},
    "required": ["schema", "error"],
}


def asking_paths() -> frozenset[str]:
    """The addresses that are sent data but change nothing: also a read-only page answers them."""
    return frozenset(one.path for one in ENDPOINTS if one.method == "POST" and not one.changes)


def openapi_document() -> dict[str, Any]:
    """All addresses with what they take, by the types of their functions, and what they give."""
    paths: dict[str, dict[str, Any]] = {}
    schemas: dict[str, Any] = {"Error": _ERROR}
    for one in ENDPOINTS:
        paths.setdefault(one.path, {})[one.method.lower()] = _operation(one, schemas)
    return {
        "openapi": "3.1.0",
        "info": {"title": "deckcheck", "version": __version__},
        "paths": paths,
        "components": {"schemas": schemas},
    }


def _operation(one: Endpoint, schemas: dict[str, Any]) -> dict[str, Any]:
    sent = one.request.model_json_schema(ref_template="#/components/schemas/{model}")
    schemas |= sent.pop("$defs", {})
    fields = sent["properties"]
    given = {"type": "object", "properties": {"schema": {"const": one.document}}}
    operation: dict[str, Any] = {
        "summary": one.summary,
        "parameters": [_parameter(name, {"type": "string"}, "path") for name in one.in_path],
        "responses": {
            "200": {"description": one.document, "content": _json(given)},
            "default": {
                "description": "what is wrong, in one line",
                "content": _json({"$ref": "#/components/schemas/Error"}),
            },
        },
    }
    if one.by_query:
        operation["parameters"] += [_parameter(name, facts, "query") for name, facts in fields.items()]
    else:
        required = sent.get("required", [])
        operation["requestBody"] = {
            "content": _json({"type": "object", "properties": fields, "required": required})
        }
    if one.upload:
        binary = {"schema": {"type": "string", "format": "binary"}}
        operation["requestBody"] = {"content": {"application/octet-stream": binary}}
    return operation


def _parameter(name: str, facts: dict[str, Any], place: str) -> dict[str, Any]:
    return {"name": name, "in": place, "required": place == "path", "schema": facts}


def _json(schema: dict[str, Any]) -> dict[str, Any]:
    return {"application/json": {"schema": schema}}
