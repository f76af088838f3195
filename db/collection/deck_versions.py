"""The versions of a saved deck, from the ledger: one for each change of it."""

from dataclasses import dataclass
from pathlib import Path

from db.collection.decks import DeckFacts
from db.collection.ledger_stores import DECKS, dump_key, load_deck
from db.connection import reading


@dataclass(frozen=True, slots=True)
class DeckVersion:
    """A saved deck as a batch left it, with the time and the command of the batch."""

    batch: int
    time: str
    command: str
    facts: DeckFacts


def deck_versions(path: Path, deck_id: int) -> tuple[DeckVersion, ...]:
    """All versions of a saved deck, newest first; also those that had another name."""
    with reading(path) as connection:
        rows = connection.execute(
            "SELECT b.id, b.time, b.command, c.after FROM changes c"
            " JOIN batches b ON b.id = c.batch_id"
            " WHERE c.kind = ? AND c.key = ? AND c.after IS NOT NULL ORDER BY b.id DESC",
            (DECKS.kind, dump_key([deck_id])),
        )
        return tuple(
            DeckVersion(number, time, command, load_deck(after)) for number, time, command, after in rows
        )
