"""Acts on card sources: listed, added, imported, compared, undone."""

import os
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import asdict, fields, replace
from pathlib import Path
from typing import Any, TypedDict, Unpack

from db.arguments import checked
from db.clock import today
from db.database import ensure_ready
from db.imports import card_import
from db.imports.sources import SourceState
from deckcheck import places
from deckcheck.show.picked import picked
from deckcheck.sources.compare import SourceComparison, compare
from deckcheck.sources.files import is_url
from deckcheck.sources.report import (
    SET_HEADERS,
    change_lines,
    import_document,
    problem_lines,
    set_rows,
    summary_line,
)
from deckcheck.sources.sync import (
    NewSource,
    Outcome,
    SourceView,
    SyncOptions,
    add_source,
    fetch_pictures,
    import_path,
    import_url,
    list_sources,
    read_both,
    remove_source,
    sync,
)
from importers.sources.fetching import Progress
from importers.sources.source import ReadOptions


class FetchOptions(TypedDict, total=False):
    """The options for fetching files.

    `offline` uses only what was fetched before; `hosts` may hold files beside the source's own;
    `max_time` is the longest time for one file in seconds, by default 600; `progress` is called
    with what was fetched so far.
    """

    offline: bool
    hosts: Collection[str]
    max_time: float
    progress: Progress


class SourceImport:
    """An import from a card source; nothing is changed before `apply`."""

    def __init__(self, run: Callable[[bool], Outcome]) -> None:
        self.run = run

    def preview(self) -> Outcome:
        """The changes that the import would make."""
        return self.run(False)

    def apply(self) -> Outcome:
        """Imports what is new; the outcome names the batch, by which it can be undone."""
        return self.run(True)


@checked
class SessionSources:
    """The card sources: listed, added, imported, compared."""

    def __init__(self, database: Path, changed: Callable[[], None] = lambda: None) -> None:
        self._sync_options = SyncOptions(database, places.cache_folder(), today())
        self._changed = changed

    def list(self) -> tuple[SourceView, ...]:
        """The sources that were added or imported from, then those that come with deckcheck."""
        return tuple(list_sources(self._sync_options))

    def add(
        self,
        name: str,
        address: str | os.PathLike[str],
        *,
        kind: str | None = None,
        game: str | None = None,
        columns: Mapping[str, str] | None = None,
        set_code: str | None = None,
    ) -> SourceState:
        """Stores a source under a name; its kind is detected from its files unless stated."""
        return add_source(
            self._sync_options, NewSource(name, os.fspath(address), kind, game, dict(columns or {}), set_code)
        )

    def remove(self, name: str) -> None:
        """Deletes a source; the cards that were imported from it stay."""
        remove_source(self._sync_options, name)

    def sync(
        self,
        name: str,
        *,
        sets: Collection[str] = (),
        keep_going: bool = False,
        **fetching: Unpack[FetchOptions],
    ) -> SourceImport:
        """An import of what is new at a source, to be previewed and applied.

        A set with unreadable rows is left out, unless `keep_going`.
        """
        order = self._wanted(sets, keep_going, fetching)
        return SourceImport(self._noticed(lambda apply: sync(replace(order, apply=apply), name)))

    def import_cards(
        self,
        origin: str | os.PathLike[str],
        *,
        game: str | None = None,
        kind: str | None = None,
        name: str | None = None,
        columns: Mapping[str, str] | None = None,
        set_code: str | None = None,
        sets: Collection[str] = (),
        keep_going: bool = False,
        **fetching: Unpack[FetchOptions],
    ) -> SourceImport:
        """An import of the cards in files or at an address, to be previewed and applied."""
        order = self._wanted(sets, keep_going, fetching)
        options = ReadOptions(game, set_code, dict(columns or {}))

        def run(apply: bool) -> Outcome:
            how = replace(order, apply=apply)
            if is_url(str(origin)):
                return import_url(how, str(origin), kind=kind, name=name, options=options)
            return import_path(how, Path(origin), kind=kind, name=name, options=options)

        return SourceImport(self._noticed(run))

    def pictures(
        self, name: str, *, limit: int = 200_000_000, **fetching: Unpack[FetchOptions]
    ) -> Iterator[tuple[Path, int]]:
        """Yields each picture of a LackeyCCG source as it is fetched, with its size in bytes.

        Pictures that are there already are not fetched again; it ends before `limit` bytes.
        """
        return fetch_pictures(self._wanted((), False, fetching), name, limit)

    @property
    def pictures_folder(self) -> Path:
        """The folder with the pictures that were fetched, each source in its own below."""
        return self._sync_options.cache / "images"

    def compare(self, one: str, other: str, **fetching: Unpack[FetchOptions]) -> SourceComparison:
        """The disagreements of two sources of a game; `bundled` is the bundled catalogue."""
        return compare(*read_both(self._wanted((), False, fetching), one, other))

    def history(self) -> tuple[card_import.ImportBatch, ...]:
        """The imports of cards, the newest first."""
        return card_import.batches(self._sync_options.database)

    def undo(self, number: int) -> card_import.UndoneImport:
        """Undoes an import of cards; what of the bundled catalogue comes back with it comes back now."""
        path = self._sync_options.database
        done = card_import.undo(path, number, self._sync_options.today.isoformat())
        ensure_ready(path)
        self._changed()
        return done

    def _wanted(self, sets: Collection[str], keep_going: bool, fetching: FetchOptions) -> SyncOptions:
        options = replace(self._sync_options, sets=frozenset(sets) or None, keep_going=keep_going)
        return replace(
            options,
            offline=fetching.get("offline", False),
            allowed=frozenset(fetching.get("hosts", ())),
            progress=fetching.get("progress"),
            max_time=fetching.get("max_time", options.max_time),
        )

    def _noticed(self, run: Callable[[bool], Outcome]) -> Callable[[bool], Outcome]:
        def noticed(apply: bool) -> Outcome:
            outcome = run(apply)
            if outcome.applied:
                self._changed()
            return outcome

        return noticed


def sources_document(views: Iterable[SourceView]) -> dict[str, Any]:
    """The sources as `deckcheck.sources/1`."""
    rows = [
        {
            **{one.name: getattr(view.state, one.name) for one in fields(view.state)},
            "options": dict(view.state.options),
            **picked(view, "title added checked_at"),
        }
        for view in views
    ]
    return {"schema": "deckcheck.sources/1", "sources": rows}


def history_document(batches: Iterable[card_import.ImportBatch]) -> dict[str, Any]:
    """The imports as `deckcheck.card-history/1`."""
    return {"schema": "deckcheck.card-history/1", "batches": [asdict(batch) for batch in batches]}


def undone_document(done: card_import.UndoneImport) -> dict[str, Any]:
    """The undone import as `deckcheck.card-undo/1`."""
    facts = picked(done, "batch=batch.id source=batch.source reversed kept")
    return {"schema": "deckcheck.card-undo/1", **facts, "errors": []}
