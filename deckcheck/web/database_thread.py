"""The threads that own the open database and do the work: one reads, one writes, one does what takes long.

A session is not made for several threads, so each thread has its own, and one for each person of the club
who looks at their collection: whoever opened a personal link can reach no other. Requests take their turn
in the one of their kind, which costs little: Python would run them one after another anyway, and each
takes but milliseconds. Longer work is done in parts, or where it has none by the third thread. What is
read never waits for that, nor for a change that waits for another program. What takes a millisecond or
two, such as an edit of a deck that was judged before, is done by the loop of the server itself when
nobody else reads: to hand it to a thread and back would take half as long again.
"""

import asyncio
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import Any, TypeVar

from deckcheck.acts.config import database_path, is_address, shown_place
from deckcheck.acts.database import sent_as
from deckcheck.acts.errors import front_words
from deckcheck.acts.people import VISITOR
from deckcheck.acts.queries import only_saved_decks
from deckcheck.acts.session import Session
from deckcheck.web.words import PAGE_WORDS

T = TypeVar("T")

_FEW = 4
"""After so many readings of others a short one takes its turn behind the next."""
_KEPT = 20
"""So many sessions over the collections of people of the club stay open."""


@dataclass(frozen=True, slots=True)
class Unfinished:
    """Work of which a part is done; `go_on` does the next part, after other work had its turn."""

    go_on: Callable[[Session], "Mapping[str, Any] | Unfinished"]


class _Sessions:
    """A thread with open sessions, one for each game that was asked for."""

    def __init__(self, database: Path | None, game: str | None, name: str) -> None:
        self._database, self._game = database, game
        self._sessions: dict[str | None, Session] = {}
        self._of_people: dict[tuple[str | None, int], Session] = {}
        self._turn = Lock()
        self.thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix=name)

    def work(self, game: str | None, work: Callable[[Session], T], change: str = "") -> T:
        """Does work in this thread, with the session of a game."""
        with self._turn:
            return self._work(game, work, change)

    def work_now(self, game: str | None, work: Callable[[Session], T]) -> T | None:
        """Does work in the thread that asks; None where other work has its turn."""
        if not self._turn.acquire(blocking=False):
            return None
        try:
            return self._work(game, work, "")
        finally:
            self._turn.release()

    def _work(self, game: str | None, work: Callable[[Session], T], change: str) -> T:
        # A query must not read the files of this machine; a message names no option of a command.
        with only_saved_decks(), front_words(PAGE_WORDS), sent_as(change):
            return work(self._session(game))

    def close(self) -> None:
        """Closes the sessions in this thread, after the work that was begun."""
        self.thread.submit(self._close).result()
        self.thread.shutdown()

    def _close(self) -> None:
        self._close_of_people(0)
        while self._sessions:
            self._sessions.popitem()[1].close()

    def _session(self, game: str | None) -> Session:
        game = game or self._game
        if game not in self._sessions:
            self._sessions[game] = Session(self._database, game=game)
        session, cards = self._sessions[game], self._sessions[game].resolver()
        session.refresh()
        if cards is not session.resolver():
            self._close_of_people(0)
        person = VISITOR.get().owns
        if not person:
            return session
        own = self._of_people.pop((game, person), None) or session.of_person(person)
        self._of_people[game, person] = own  # the newest last
        self._close_of_people(_KEPT)
        return own

    def _close_of_people(self, kept: int) -> None:
        while len(self._of_people) > kept:
            self._of_people.pop(next(iter(self._of_people))).close()


class DatabaseThread:
    """The threads of an open database; `mark` is the same for each server over one database."""

    def __init__(self, database: Path | None, game: str | None) -> None:
        place = shown_place(database_path(database))
        named = place if is_address(place) else str(Path(place).resolve())
        self._is_local = not is_address(place)
        self.mark = sha256(named.encode("utf-8", "surrogateescape")).hexdigest()[:16]
        names = ("reading", "writing", "searching")
        self._reading, self._writing, self._searching = (_Sessions(database, game, name) for name in names)
        self._last: asyncio.Future[Any] | None = None

    async def run(
        self,
        game: str | None,
        work: Callable[[Session], T],
        *,
        writes: bool = False,
        change: str = "",
        takes_long: bool = False,
    ) -> T:
        """Runs work with the session of a game (None: the default one), and returns its result.

        `change` is the id of what it writes; raises `MadeBeforeError` where that is made already.
        """
        owner = self._searching if takes_long else self._writing if writes else self._reading
        loop = asyncio.get_running_loop()
        spoken = copy_context().run  # in the language of the request
        found = loop.run_in_executor(owner.thread, lambda: spoken(owner.work, game, work, change))
        if owner is self._reading:
            self._last = found
        return await found

    async def run_now(self, game: str | None, work: Callable[[Session], T]) -> T | None:
        """The result of a short reading; None where it has to take its turn, or may wait for a server.

        It waits for a few readings before it: in their thread it would keep those that come after it there,
        too, and all of them would take longer.
        """
        for _time in range(_FEW) if self._is_local else ():
            if (now := self._reading.work_now(game, work)) is not None:
                return now
            if self._last is None or self._last.done():
                return None
            await asyncio.wait({self._last})
        return None

    async def open(self) -> None:
        """Opens the database, and reads the cards of the default game, before the first request."""
        await asyncio.get_running_loop().run_in_executor(None, self.prepare)

    def prepare(self) -> None:
        """Does what `open` does, and waits for it; raises what keeps the database from opening."""
        self._reading.thread.submit(self._reading.work, None, lambda session: session.resolver()).result()

    async def close(self) -> None:
        """Closes the database, after the work that was begun."""
        await asyncio.get_running_loop().run_in_executor(None, self.end)

    def end(self) -> None:
        """Does what `close` does, and waits for it."""
        for owner in (self._reading, self._writing, self._searching):
            owner.close()
