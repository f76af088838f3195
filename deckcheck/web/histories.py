"""The history of the collection and of saved decks, as the page shows and undoes it."""

from collections.abc import Mapping
from contextlib import suppress
from datetime import date, datetime
from itertools import groupby
from pathlib import PureWindowsPath
from typing import Annotated, Any

from pydantic import Field

from deckcheck.acts import collection_documents as documents
from deckcheck.acts.cards import today
from deckcheck.acts.collection_documents import (
    batch_changes_document,
    entry_line,
    kept_line,
    state_words,
    undone_document,
)
from deckcheck.acts.event_views import batch_sentence
from deckcheck.acts.languages import spoken_code
from deckcheck.acts.people import VISITOR
from deckcheck.acts.session import Session
from deckcheck.show.language import gettext as _
from deckcheck.show.language_files import ENGLISH
from deckcheck.web.collections import state_of
from deckcheck.web.endpoint import Batch, Seen, endpoint

_MOST_LINES = 2_000
PAGE = 100
KINDS_OF = {"all": ("holding", "want", "deck"), "decks": ("deck",), "collection": ("holding", "want")}
"""The kinds of things whose changes each part of the history shows."""


def history_document(session: Session, limit: int | None) -> dict[str, Any]:
    """The newest batches, or all."""
    batches = session.collection.history(limit)
    return {**documents.history_document(batches), "state": state_of(session)}


def history_page(session: Session, what: str, page: int) -> dict[str, Any]:
    """A page of the history by day: each change in a sentence, with the number it is undone by."""
    skip = (page - 1) * PAGE
    if what == "events" and not VISITOR.get().owns:
        of_events = session.events.history(PAGE + 1, skip)
        rows = [
            {**_row(one, batch_sentence(name, one)), "event": name, "fixed": one.number == 1}
            for name, one in of_events
        ]
    else:
        found = session.collection.history(PAGE + 1, kinds=KINDS_OF.get(what, KINDS_OF["all"]), skip=skip)
        told = session.collection.sentences(found)
        rows = [_row(one, sentence) for one, sentence in zip(found, told, strict=True)]
    days = [(day, list(of_day)) for day, of_day in groupby(rows[:PAGE], key=lambda row: row["day"])]
    shown = what if what in {*KINDS_OF, "events"} else "all"
    more = {"page": page, "has_more": len(rows) > PAGE}
    return {"days": days, "what": shown, "state": state_of(session), **more}


def _row(batch: Any, sentence: str) -> dict[str, Any]:
    """A change with its day and time on this machine."""
    time = datetime.fromisoformat(batch.time).astimezone()
    ago = (today() - time.date()).days
    return {
        "batch": batch.number,
        "sentence": sentence,
        "day": {0: _("Today"), 1: _("Yesterday")}.get(ago) or long_day(time.date().isoformat()),
        "time": f"{time:%H:%M}",
        "undone_by": batch.undone_by,
    }


def batch_page_document(session: Session, batch: Batch) -> dict[str, Any]:
    """A change, before and after, and each of its parts in a line.

    Of a large one only the first lines are written out; the changes are all there.
    """
    found, entries = session.collection.batch(batch)
    return {
        **batch_changes_document(found, entries),
        "lines": [entry_line(entry) for entry in entries[:_MOST_LINES]],
        "standing": state_words(found),
        "sentence": session.collection.sentences([found])[0],
        "state": state_of(session),
    }


def long_day(day: str) -> str:
    """A day as people write it.

    >>> long_day("2004-06-19")
    '19 June 2004'
    """
    on, code = date.fromisoformat(day), spoken_code()
    if code != ENGLISH:
        from babel import UnknownLocaleError
        from babel.dates import format_date

        with suppress(UnknownLocaleError, ValueError):
            return format_date(on, "long", locale=code)
    return f"{on.day} {on:%B %Y}"


def file_name(source: str) -> str:
    """The name of a file without its folder, which guests are not told.

    >>> file_name("/home/ada/cards/mine.csv"), file_name("C:/Ada/mine.csv")
    ('mine.csv', 'mine.csv')
    """
    return PureWindowsPath(source).name


def for_guests(document: Mapping[str, Any]) -> dict[str, Any]:
    """A history or a batch without the folders from which sheets were imported."""
    if "batches" in document:
        return {**document, "batches": [for_guests(one) for one in document["batches"]]}
    source = document["source"]
    return {**document, "source": source and file_name(source)}


@endpoint("GET /api/collection/history", "deckcheck.history/1", for_guests=for_guests)
def newest(session: Session, limit: Annotated[int, Field(ge=0, le=1_000), "how many"] = 50) -> dict[str, Any]:
    """The newest changes."""
    return history_document(session, limit)


endpoint("GET /api/collection/history/{batch}", "deckcheck.batch/1", for_guests=for_guests)(
    batch_page_document
)


@endpoint("POST /api/collection/undo", "deckcheck.undo/1", changes=True)
def undo(session: Session, batch: Annotated[Batch, "its number"] = 0, base: Seen = None) -> dict[str, Any]:
    """Takes back a change, but for what has changed since; says of that what was kept, and why."""
    done = session.collection.undo(batch, seen=base)
    document = undone_document(done)
    for kept, one in zip(done.kept, document["kept"], strict=True):
        one["words"] = kept_line(done.number, kept)
    for one in document["errors"]:
        one["words"] = _("{name}: {reason}", name=one["name"], reason=one["reason"])
    return {**document, "state": state_of(session)}
