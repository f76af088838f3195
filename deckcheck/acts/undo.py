"""The last change of all that is kept: of the collection and its decks, or of an event; and undoing it."""

from dataclasses import dataclass
from typing import Any

from db.collection.history import LedgerBatch, get_batch, history
from db.collection.undo import TRADE, undo
from db.engines.place import person_of
from db.events.history import EventBatch
from db.language import gettext as _, joined
from deckcheck.acts.collection_documents import entry_line, undone_document, unreversed_lines
from deckcheck.acts.database import Database
from deckcheck.acts.events import SessionEvent, SessionEvents
from deckcheck.acts.proposals import (
    StoredTrade,
    names_of,
    trades,
    trades_document,
    trades_text,
    undo as undo_trade,
)
from deckcheck.show.wording import more_lines

_SHOWN = 10


@dataclass(frozen=True, slots=True)
class Undone:
    """An undone change: the document, lines of text, and whether all of it was undone."""

    document: dict[str, Any]
    lines: tuple[str, ...]
    is_whole: bool


@dataclass(frozen=True, slots=True)
class LastChange:
    """The newest change that is not undone and no undoing itself; of an event if there is one."""

    database: Database
    batch: LedgerBatch | EventBatch
    event: SessionEvent | None = None

    def lines(self) -> list[str]:
        """The change in lines: when, by which command, and the first of its parts."""
        batch = _("batch {number}", number=self.batch.number)
        if self.event is not None:
            batch = _("batch {number} of the event {name!r}", number=self.batch.number, name=self.event.name)
        if trade := self._trade:
            others = ", ".join(name for who, name in names_of(self.database).items() if who in trade.agreed)
            said = _("{what}: undone for all who are in it ({names})", what=self.batch.command, names=others)
            return [said, *self._entries()]
        time = self.batch.time[:16].replace("T", " ")
        first = joined((joined((batch, time), ", "), self.batch.command), ": ")
        return [first] if self.event is not None else [first, *self._entries()]

    def _entries(self) -> list[str]:
        entries = get_batch(self.database.path, self.batch.number)[1]
        lines = [f"  {entry_line(entry)}" for entry in entries[:_SHOWN]]
        return lines + ([f"  {more_lines(len(entries) - _SHOWN)}"] if len(entries) > _SHOWN else [])

    @property
    def _trade(self) -> StoredTrade | None:
        """The trade of which the change is a part."""
        if not isinstance(self.batch, LedgerBatch) or self.batch.mode != TRADE:
            return None
        mine = person_of(self.database.path), self.batch.number
        return next((one for one in trades(self.database) if mine in one.batches.items()), None)

    def undo(self, reason: str = "") -> Undone:
        """Undoes the change; what players have seen needs a reason: `ReasonNeededError`."""
        if self.event is not None:
            undone, number = self.event.undo(self.batch.number, reason=reason)
            facts = {"event": self.event.name, "batch": number, "undone": undone}
            text = _(
                "batch {undone} of {name!r} is undone by batch {number}",
                undone=undone,
                name=self.event.name,
                number=number,
            )
            return Undone({"schema": "deckcheck.event-change/1", **facts}, (text,), is_whole=True)
        if trade := self._trade:
            document = trades_document(self.database, [undo_trade(self.database, trade.id)])
            return Undone(document, (trades_text(document),), is_whole=True)
        done = undo(self.database.path, self.batch.number)
        told = _("batch {number} is undone", number=done.number)
        if done.batch:
            told = _("batch {number} is undone by batch {by}", number=done.number, by=done.batch.number)
        lines = (*unreversed_lines(done), told)
        return Undone(undone_document(done), lines, is_whole=not (done.kept or done.errors))


def last_change(database: Database) -> LastChange | None:
    """The newest change; None where there is none that is not undone."""
    path, events = database.path, SessionEvents(database.path, database.game)
    changes = [LastChange(database, batch) for batch in history(path) if _stands(batch)][:1]
    for listed in events.list():
        event = events.get(listed.facts.name)
        after_made = event.history()[1:]  # the making of an event cannot be undone
        changes += [LastChange(database, batch, event) for batch in after_made if _stands(batch)][-1:]
    return max(reversed(changes), key=lambda one: one.batch.time, default=None)


def _stands(batch: LedgerBatch | EventBatch) -> bool:
    return batch.undoes is None and batch.undone_by is None
