"""Events: made, opened, and all that is done with one."""

import os
import sys
from collections.abc import Mapping, Sequence
from datetime import date
from json import dumps
from pathlib import Path
from typing import Any, NamedTuple

from db import paths
from db.advice import advised
from db.arguments import checked
from db.cards.lookup import Catalogue
from db.cards.names import normal_form
from db.clock import today
from db.collection.read import read_decks
from db.errors import EventError
from db.events.history import EventBatch, newest_batches
from db.events.store import ListedEvent, SeenEvent, event_names, list_events, read_files, read_name
from db.events.values import EventFacts, PlayerFacts, StoredEvent
from db.language import gettext as _
from deckcheck import places
from deckcheck.acts.event_views import EventView
from deckcheck.acts.languages import other_code
from deckcheck.acts.paper import EventPaper
from deckcheck.events.check import EventCheck, check_event
from deckcheck.events.document import event_document
from deckcheck.events.event_editor import AskSeat, Registered, new_event
from deckcheck.events.frozen import FrozenList, ListCache
from deckcheck.events.imported_event import ImportedEvent, import_event_file, is_document
from deckcheck.events.links import LinkSubmission, SubmissionLinks, TriedList, links_document
from deckcheck.events.players import get_player
from deckcheck.events.public import forum_text
from deckcheck.events.round_editor import RoundEditor
from deckcheck.events.submissions import (
    Submission,
    is_sheet,
    players_template,
    read_file,
    read_folder,
    read_players_sheet,
    read_players_text,
)
from deckcheck.events.verify import Verified, verify_deck
from deckcheck.events.workbook import event_workbook
from deckcheck.games import get_game
from deckcheck.games.formats.format_files import SEALED
from deckcheck.games.seats import DeckSeat
from deckcheck.judge.batch import SkippedFile
from deckcheck.judge.opening import as_deck_list, find_saved, is_file
from deckcheck.show.workbook import workbook_bytes
from importers.decks.deck_format import MAX_BYTES, STANDARD_INPUT
from importers.decks.writing import write_deck

_KEPT_POOLS = "kept"


class ListFile(NamedTuple):
    """The file of a deck list: its name, its bytes, and the seat it is for, if that is stated."""

    name: str
    data: bytes
    seat: str = ""


def _has_kept_pools(event: StoredEvent) -> bool:
    """Whether the event is a sealed one of whose players a pool is kept."""
    if event.facts.format != SEALED:
        return False
    kept = {normal_form(path.stem) for path in places.pools_folder().glob("*.json")}
    return any(normal_form(one.name) in kept for one in event.players.values())


@checked
class SessionEvent(RoundEditor):
    """An event: registered, checked, locked, paired, ranked, exported; all of it undone."""

    def register_files(
        self, player: str, files: Sequence[str | Path] = (), *, seat: str = "", club: str = "", **options: Any
    ) -> Registered:
        """Registers a player with lists: files, `-` for standard input, or saved decks.

        The options are those of `register`.
        """
        if not files and _is_path(player) and paths.exists(player):
            several = advised("many-players", "several players come from a file: deckcheck event import")
            raise EventError(
                _("{text!r} is a file or folder, not a name; {several}"), text=player, several=several
            )
        read = map(self._bytes_of, map(str, files))
        return self.register_lists(player, [ListFile(*one, seat) for one in read], club, **options)

    def register_lists(
        self, player: str, lists: Sequence[ListFile], club: str = "", **options: Any
    ) -> Registered:
        """Registers a player with lists that were read; the options are those of `register`."""
        found = [Submission(player, path, data, seat, club, path) for path, data, seat in lists]
        return self.register(
            found or [Submission(player, club=club)],
            command=f"event register {' '.join(player.split())}",
            **options,
        )

    def player(self, name: str) -> PlayerFacts:
        """The facts of a player, by name or number."""
        players = self.stored.players
        return players[get_player(players, name)]

    def list_file(self, sha256: str) -> bytes:
        """The bytes of a registered list, by the hash that `deckcheck.event-check/1` has of them.

        >>> import deckcheck
        >>> with deckcheck.open() as cards:  # doctest: +SKIP
        ...     cards.events.get("Spring Open").list_file("5f4d151b2217f11c...")
        b'4 Boba Fett (A)...'
        """
        return read_files(self.database, [sha256])[sha256]

    def view(self) -> "EventView":
        """The event as it stands: documents, tables and lines of it."""
        return EventView.of(self.stored)

    def file(self, suffix: str) -> bytes:
        """The event as a file: `.json` is whole, `.xlsx` a workbook, `.txt` what players may see."""
        if suffix == ".json":
            return (dumps(self.document(), ensure_ascii=False, indent=1) + "\n").encode("utf-8", "replace")
        if suffix == ".xlsx":
            return workbook_bytes(event_workbook(self.stored))
        return forum_text(self.stored).encode()

    def web_pages(self) -> dict[str, bytes]:
        """The pages that players may see, by their file names."""
        from deckcheck.events.public import web_pages

        return {name: text.encode("utf-8", "replace") for name, text in web_pages(self.stored).items()}

    def players_template(self) -> bytes:
        """A workbook to be filled in with players, clubs, and their files or lists."""
        return players_template(self.seats)

    def import_players(
        self, source: str | Path, passed_over: list[SkippedFile] | None = None, **options: Any
    ) -> Registered:
        """Registers the players of a folder, a sheet, or a text with a name in each line.

        The options are those of `register`.
        """
        path, seats = Path(source), self.seats
        is_there = paths.is_file(path)
        if is_there and is_sheet(path):
            found = read_players_sheet(path, seats)
        elif is_there:
            found = read_players_text(path)
        else:
            found = read_folder(path, seats, [] if passed_over is None else passed_over)
        return self.register(found, command=f"event import {path.name}", **options)

    def names_in(self, language: str | None = None) -> Mapping[str, str]:
        """The names of the game's cards in a language, as `names_in` of `languages` has them."""
        if not (code := other_code(language)):
            return {}
        with Catalogue(self.database, self.stored.facts.game) as catalogue:
            return catalogue.names_in(code)

    def check(
        self,
        players: Sequence[str] = (),
        *,
        nearest: bool = False,
        stored: StoredEvent | None = None,
        pools: str | Path | None = None,
    ) -> EventCheck:
        """The verdict on every list as of the event's day, and what is missing.

        With `nearest` also the nearest legal deck to each illegal one. Give `stored` where the event
        was read already. With `pools`, a folder or a log of Draftmancer, each list is to be of the
        pool of its player; `kept` are the kept pools of the players' names, which count in a sealed
        event in any case.
        """
        event = stored or self.stored
        place = None if pools is None else Path(pools)
        if _has_kept_pools(event) if place is None else place == Path(_KEPT_POOLS) and not place.exists():
            place = places.pools_folder()
        only = [get_player(event.players, name) for name in players] or None
        return check_event(self.database, event, only=only, nearest=nearest, kept=self._kept, pools=place)

    @property
    def links(self) -> SubmissionLinks:
        """The links by which players submit their lists themselves."""
        return SubmissionLinks(self)

    @property
    def paper(self) -> EventPaper:
        """The papers of the event, as PDF."""
        return EventPaper(self)

    def document(self) -> dict[str, Any]:
        """The whole event as `deckcheck.event/1`, with which another computer can continue it."""
        return event_document(self.database, self.name)

    def verify(self, player: str, file: str | Path, *, seat: str = "") -> Verified:
        """The comparison of a deck with the list that its player registered."""
        path, data = self._bytes_of(str(file))
        return verify_deck(self.database, self.stored, player, path, data, seat)

    def _bytes_of(self, text: str) -> tuple[str, bytes]:
        """The name of a deck, and its bytes; a saved deck has those of its JSON file."""
        if text == STANDARD_INPUT and sys.stdin is not None:
            return _("standard input"), sys.stdin.buffer.read(MAX_BYTES + 1)
        if is_file(text):
            return text, read_file(Path(text))
        saved = read_decks(self.database, self.stored.facts.game)
        known = find_saved(saved, text)
        if known is None and not _is_path(text):
            several = advised("many-players", "several players come from a file: deckcheck event import")
            message = _(
                "{text!r} is neither a deck file nor a saved deck; {several}", text=text, several=several
            )
            raise EventError(message)
        if known is None:
            return text, read_file(Path(text))
        return f"{known.facts.name}.json", write_deck(as_deck_list(known.facts), "json")


def _is_path(text: str) -> bool:
    """Whether a text is no name, but what a file is called, or a place in a folder."""
    return Path(text).name != text or bool(Path(text).suffix)


@checked
class SessionEvents:
    """The events: made, listed, worked on."""

    def __init__(self, database: Path, game: str) -> None:
        self._database, self._game = database, game
        self._kept = ListCache(database)

    def close(self) -> None:
        """Closes the lists and cards that are kept for the event worked on last."""
        self._kept.close()

    def new(
        self,
        name: str,
        *,
        format: str | None = None,
        day: date | str | None = None,
        game: str | None = None,
        rules: str | None = None,
        deadline: str | None = None,
        settings: Mapping[str, Any] | None = None,
    ) -> SessionEvent:
        """Makes an event, by default of today and in the usual format of the session's game."""
        known = get_game(game or self._game)
        on = today() if day is None else day
        facts = EventFacts(
            "",
            " ".join(name.split()),
            known.code,
            format or known.formats.printed.code,
            str(on),
            rules or "",
            deadline or "",
            settings=dict(settings or {}),
        )
        return SessionEvent(self._database, new_event(self._database, facts), self._kept)

    def list(self) -> tuple[ListedEvent, ...]:
        """All events, the latest day first."""
        return list_events(self._database)

    def get(self, name: str, *, seen: SeenEvent | None = None) -> SessionEvent:
        """The event of that name; raises `EventNotFoundError`.

        Its changes raise `ChangedMeanwhileError` where it is no longer as it was `seen`.
        """
        return SessionEvent(self._database, read_name(self._database, name), self._kept, seen)

    def history(self, limit: int | None = None, skip: int = 0) -> tuple[tuple[str, EventBatch], ...]:
        """The batches of all events with the event's name, newest first, without their changes."""
        return newest_batches(self._database, limit, skip)

    def full_name(self, text: str) -> str:
        """The name of the event that a name, or a part that only one event's name has, means.

        A text that is no such part is returned as it is.
        """
        names = event_names(self._database)
        key = normal_form(text)
        whole = [name for name in names if normal_form(name) == key]
        meant = whole or [name for name in names if key and key in normal_form(name)]
        return meant[0] if len(meant) == 1 else text

    def hand_in(self, token: str, event: str = "", player: int = 0) -> LinkSubmission:
        """The submission of lists by a player's link, or by a person of the club as the player of an event.

        Raises `HandInLinkError`.
        """
        return LinkSubmission(self._database, token, self._kept, event, player)

    def import_event(self, file: str | Path, name: str = "") -> ImportedEvent:
        """Imports an event, or its new batches, from a document of another computer.

        With a `name` only the event of that name; raises `EventDocumentError` for another.
        """
        return import_event_file(self._database, Path(file), name)
