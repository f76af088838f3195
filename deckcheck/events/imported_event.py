"""The import of an event from another computer: its whole history, step by step.

The history is replayed batch by batch, so that the result is the same event: each step must find
the facts that it states as found. Where the event is here already, only what is new is added.
"""

import base64
import binascii
import json
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, get_type_hints

from db.arguments import fits
from db.errors import EventError
from db.events.exchange import import_event
from db.events.history import EventBatch
from db.events.ledger_stores import STORES, dump
from db.events.values import Facts
from db.language import gettext as _
from db.texts import name_key
from deckcheck.errors import EventDocumentError, ForeignEventError
from deckcheck.events.document import SCHEMA, registered_files
from deckcheck.games import game_codes
from importers.errors import MalformedFileError
from importers.text import decode

MAX_BYTES = 256_000_000
_MOST = 100_000


@dataclass(frozen=True, slots=True)
class ImportedEvent:
    """An imported event: its name, how many batches are new, and how many were known."""

    name: str
    new: int
    known: int


def is_document(path: Path) -> bool:
    """Whether a file looks like the document of an event, as all `.json` files do."""
    if path.suffix.lower() == ".json":
        return True
    try:
        with path.open("rb") as file:
            start = file.read(400)
    except OSError:
        return False
    return SCHEMA.encode() in start


def import_event_file(database: Path, path: Path, name: str = "") -> ImportedEvent:
    """Imports the event of a file; raises `EventDocumentError` for a file that is no such document.

    With a `name` it is also raised for an event of another name.
    """
    document = _read_document(path)
    if name and name_key(name) != name_key(document["name"]):
        raise EventDocumentError(
            str(path), _("the event in it is called {document!r}", document=document["name"])
        )
    return take_over_document(database, document, str(path))


def name_in_document(path: Path) -> str | None:
    """The name of the event in a file; None where the file is no document of an event."""
    try:
        return str(_read_document(path)["name"])
    except (EventDocumentError, MalformedFileError):
        return None


def _read_document(path: Path) -> dict[str, Any]:
    source = str(path)
    try:
        size = path.stat().st_size
        data = b"" if size > MAX_BYTES else path.read_bytes()
    except OSError as error:
        raise EventDocumentError(source, error.strerror or str(error)) from None
    if size > MAX_BYTES:
        raise EventDocumentError(
            source, _("{size:,} bytes, at most {max_bytes:,} expected", size=size, max_bytes=MAX_BYTES)
        )
    try:
        document = json.loads(decode(data, source))
    except (ValueError, RecursionError) as error:
        raise EventDocumentError(source, _("it is no JSON: {error}", error=error)) from None
    if not isinstance(document, dict) or document.get("schema") != SCHEMA:
        raise EventDocumentError(source, _("its schema is not {schema!r}", schema=SCHEMA))
    return {**document, "name": str(document.get("name"))}


def take_over_document(database: Path, document: Mapping[str, Any], source: str) -> ImportedEvent:
    """Imports an event from its document, wholly or not at all."""
    try:
        files = _files(document.get("files"))
        history = _history(document.get("history"))
    except (TypeError, ValueError, KeyError, IndexError, AttributeError) as error:
        raise EventDocumentError(source, str(error) or type(error).__name__) from None
    missing = registered_files(history) - files.keys()
    if missing:
        raise EventDocumentError(source, _("the file {missing} of a list is not in it", missing=min(missing)))
    try:
        name, new, known = import_event(database, str(document.get("uid") or ""), history, files)
    except EventError as error:
        raise ForeignEventError(source, str(error)) from None
    return ImportedEvent(name, new, known)


def _files(value: Any) -> dict[str, bytes]:
    files = {}
    if not isinstance(value, dict):
        raise TypeError(_("files: an object expected"))
    for digest, text in value.items():
        try:
            data = base64.b64decode(str(text), validate=True)
        except binascii.Error:
            raise ValueError(_("files: {digest!r} is not in base64", digest=str(digest)[:64])) from None
        if sha256(data).hexdigest() != digest:
            raise ValueError(_("files: {digest!r} is not the hash of its bytes", digest=str(digest)[:64]))
        files[digest] = data
    return files


def _history(value: Any) -> list[EventBatch]:
    if not isinstance(value, list) or not 1 <= len(value) <= _MOST:
        raise TypeError(_("history: a list of 1 to {most:,} batches expected", most=_MOST))
    batches = [_batch(number, one) for number, one in enumerate(value, start=1)]
    for batch in batches:
        if batch.undoes is not None:
            undone = batches[batch.undoes - 1].changes
            if {(kind, key, after, before) for kind, key, before, after in undone} != {*batch.changes}:
                raise ValueError(
                    _(
                        "history, batch {number}: it does not undo {undoes}",
                        number=batch.number,
                        undoes=batch.undoes,
                    )
                )
    first = batches[0].changes
    if len(first) != 1 or first[0][0] != "event" or first[0][2] is not None:
        raise ValueError(_("history, batch 1: it does not make the event"))
    game = json.loads(first[0][3] or "{}")["game"]
    if game not in game_codes():
        raise ValueError(_("no game is called {game!r} here", game=game))
    return batches


def _batch(number: int, value: Any) -> EventBatch:
    where = _("history, batch {number}", number=number)
    if not isinstance(value, dict) or value.get("batch") != number:
        raise ValueError(_("{where}: its number is {value!r}", where=where, value=value.get("batch")))
    texts = [value.get(key) or "" for key in ("time", "command", "reason", "who")]
    undoes = value.get("undoes")
    if not all(isinstance(text, str) for text in texts):
        raise TypeError(_("{where}: texts expected", where=where))
    if undoes is not None and not (type(undoes) is int and 0 < undoes < number):
        raise ValueError(_("{where}: it undoes {undoes!r}", where=where, undoes=undoes))
    changes = value.get("changes")
    if not isinstance(changes, list) or not changes:
        raise ValueError(_("{where}: no changes", where=where))
    time, command, reason, who = texts
    found_changes = tuple(_change(where, change) for change in changes)
    return EventBatch(number, time, command, reason, who, undoes, found_changes)


def _change(where: str, value: Any) -> tuple[str, str, str | None, str | None]:
    kind = value.get("kind")
    if kind not in STORES:
        raise ValueError(_("{where}: no kind of thing is called {kind!r}", where=where, kind=kind))
    key = value.get("key")
    width = len(STORES[kind].key)
    if not (isinstance(key, list) and len(key) == width and all(type(n) is int for n in key)):
        raise ValueError(_("{where}: {key!r} is no place of a {kind}", where=where, key=key, kind=kind))
    both = [_text(where, kind, value.get(state)) for state in ("before", "after")]
    if both == [None, None]:
        raise ValueError(_("{where}: a change from nothing to nothing", where=where))
    return kind, json.dumps(key, separators=(",", ":")), both[0], both[1]


def _text(where: str, kind: str, value: Any) -> str | None:
    """The stored text of a thing as this computer would write it; raises for impossible facts."""
    if value is None:
        return None
    try:
        facts: Facts = STORES[kind].load(json.dumps(value))
    except TypeError as error:
        raise ValueError(
            _("{where}: this is no {kind}: {error}", where=where, kind=kind, error=error)
        ) from None
    _check_types(f"{where}: {kind}", facts)
    return dump(facts)


def _check_types(where: str, facts: Any) -> None:
    for name, kind in get_type_hints(type(facts)).items():
        value = getattr(facts, name)
        if not fits(value, kind):
            raise ValueError(_("{where}: {name} is {value!r}", where=where, name=name, value=str(value)[:60]))
        if name == "cards":
            for card in value:
                _check_types(where, card)
