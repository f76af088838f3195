"""One function an act: everything that can be done, without printing, asking or exiting.

An act takes the open database and typed arguments, returns a typed answer, and raises a
`DeckcheckError` for what cannot be done. It imports what it needs when it is called, and each module
of acts is loaded when something is first asked of it: `acts.decks.validate(...)`.
"""

from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from deckcheck.acts import (
        answers,
        backups,
        by_hand,
        card_texts,
        cards,
        collection,
        collection_documents,
        collection_files,
        collection_lists,
        database,
        decks,
        drawing,
        editing,
        errors,
        event_checks,
        event_lines,
        event_views,
        events,
        files,
        formats,
        games,
        in_time,
        languages,
        league_changes,
        leagues,
        limits,
        matrix,
        odds,
        paper,
        people,
        play,
        pools,
        proposals,
        proxies,
        queries,
        repair,
        repairing,
        reports,
        saved_decks,
        seated,
        sheet_imports,
        shown_decks,
        sources,
        trades,
        tune,
        undo,
        watching,
    )
else:

    def __getattr__(name: str) -> ModuleType:
        whole = f"{__name__}.{name}"
        try:
            return import_module(whole)
        except ModuleNotFoundError as error:
            if error.name != whole:
                raise
            raise AttributeError(name) from None
