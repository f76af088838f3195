"""The common parts of the commands for events: opening, options, and messages of changes."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Annotated, Any

import typer

from deckcheck.cli.common import database_path, default_game, print_json, say

if TYPE_CHECKING:
    from deckcheck.session.events import SessionEvent, SessionEvents

EventArgument = Annotated[str, typer.Argument(metavar="EVENT", help="The name of an event.")]
PlayerArgument = Annotated[str, typer.Argument(metavar="PLAYER", help="The name of a player, or #NUMBER.")]
ReasonOption = Annotated[
    str, typer.Option("--reason", metavar="TEXT", help="Why it is changed; it stays in the history.")
]
SeatOption = Annotated[
    str, typer.Option("--seat", metavar="SEAT", help="The seat of the deck, like light or dark.")
]
ForceOption = Annotated[bool, typer.Option("--force", help="Replace FILE if it is there.")]


@contextmanager
def all_events(db: Path | None, game: str | None = None) -> Iterator["SessionEvents"]:
    """The events of the database, which is made or brought up to date if needed."""
    from deckcheck.session.session import Session

    with Session(database_path(db), game=game or default_game(), tell=say) as session:
        yield session.events


@contextmanager
def open_event(db: Path | None, name: str) -> Iterator["SessionEvent"]:
    """The event of that name, or whose name alone has this part."""
    with all_events(db) as events:
        yield events.get(events.full_name(name))


def tell_batch(event: str, batch: int | None, *, json: bool, **facts: Any) -> None:
    """Prints the number by which a change can be undone, or that nothing changed."""
    if json:
        print_json({"schema": "deckcheck.event-change/1", "event": event, "batch": batch, **facts})
    elif batch is None:
        say("nothing to change")
    else:
        say(f"batch {batch}; undo with: deckcheck event undo {quote(event)} {batch}")


def write_file(path: Path, data: bytes, *, force: bool) -> None:
    """Writes a file whole or not at all, and prints its name."""
    from importers.decks.writing import save_deck

    save_deck(path, data, force=force)
    say(f"{path}: written")
