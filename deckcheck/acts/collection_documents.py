"""The collection, its changes, history and saved decks as documents and lines."""

from collections.abc import Iterator, Sequence
from typing import Any

from db.collection.history import LedgerBatch
from db.collection.undo import UndoneBatch
from db.language import gettext as _
from deckcheck.collection.documents import (
    batch_changes_document,
    batch_document,
    change_document,
    collection_document,
    deck_difference_document,
    deck_versions_document,
    decks_with,
    held_card_document,
    held_document,
    saved_decks_document,
    undone_document,
)
from deckcheck.collection.words import entry_line, kept_line, state_words


def unreversed_lines(done: UndoneBatch) -> Iterator[str]:
    """Yields what an undo left as it was, a line each, with the reason."""
    for one in done.kept:
        yield _("kept: {kept_line}", kept_line=kept_line(done.number, one))
    for one in done.errors:
        yield _("error: {name}: {reason}", name=one.entry.name, reason=one.reason)


def history_document(batches: Sequence[LedgerBatch]) -> dict[str, Any]:
    """The batches as `deckcheck.history/1`."""
    return {"schema": "deckcheck.history/1", "batches": [batch_document(one) for one in batches]}
