"""The common parts of the commands for events: their group, opening, options, what was changed."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from shlex import quote
from typing import Any

import typer

from deckcheck import acts
from deckcheck.cli import options as opt
from deckcheck.cli.common import open_database, print_json, say
from deckcheck.cli.given import changing, given
from deckcheck.cli.lazy import new_group
from deckcheck.show.language import gettext as _

app = new_group("deckcheck.cli.event.event")


@contextmanager
def all_events(db: Path | None, game: str | None = None) -> Iterator["acts.events.SessionEvents"]:
    """The events of the database, which is made or brought up to date if needed."""
    with open_database(db, game) as database:
        events = acts.events.SessionEvents(database.path, database.game)
        try:
            yield events
        finally:
            events.close()


@contextmanager
def open_event(event_name: opt.Event, db: opt.Db = None) -> Iterator["acts.events.SessionEvent"]:
    """The event of that name, or whose name alone has this part."""
    with all_events(db) as events:
        yield events.get(events.full_name(event_name))


def command(name: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Registers a function of an open event as a command."""

    def registered(function: Callable[..., None]) -> Callable[..., None]:
        app.command(name)(given(event=open_event)(function))
        return function

    return registered


def tell(done: "acts.event_lines.EventDone", values: Mapping[str, Any], *, json: bool) -> None:
    """Prints what was changed in an event, and the number by which it can be undone."""
    event = values["event"].name
    for text in done.notes if json else (*done.notes, *done.said):
        say(text)
    for text in () if json else done.shown:
        typer.echo(text)
    if json:
        schema = "deckcheck.event-change/1"
        print_json({"schema": schema, "event": event, "batch": done.batch, **done.facts})
    elif done.batch is None:
        say(_("nothing to change"))
    else:
        say(
            _("batch {batch}; undo with: deckcheck event undo {quote} {batch}"),
            batch=done.batch,
            quote=quote(event),
        )


def _tell(done: "acts.event_lines.EventDone", values: Mapping[str, Any], *, json: bool) -> None:
    if done.batch is not None and not (json or done.said or done.shown):
        done = done._replace(said=(acts.event_views.newest_sentence(values["event"]),))
    tell(done, values, json=json)


change = changing(app, _tell, event=open_event)
"""Registers a function that changes an open event as a command."""
