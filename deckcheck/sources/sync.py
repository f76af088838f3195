"""Importing card sources: from files or the network, previewed or applied.

A source is known by a name: one of those that come with the program, or one that was added. What
was read is compared with what is stored by `db.imports.card_import`; here is who reads what, and
when.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path
from typing import Any

from db.cards.bundled_games import game_name
from db.imports import card_import
from db.imports.changes import CardPlan
from db.imports.plan import ImportOptions
from db.imports.source_rows import Place, Reading, RowProblem
from db.imports.sources import SourceState, forget_state, read_states, save_state, set_codes
from db.language import gettext as _
from deckcheck.errors import (
    DifferentGamesError,
    NoAddressError,
    SourceNameTakenError,
    UnknownSetsError,
    UnknownSourceNameError,
)
from deckcheck.first_game import FIRST_GAME
from deckcheck.sources.compare import BUNDLED_NAME, bundled_reading
from deckcheck.sources.files import SourceFiles, is_url, name_of, source_files, urls_of
from importers.sources import SOURCES, get_source, identify
from importers.sources.archives import FileTree, open_tree
from importers.sources.checking import without_unfit
from importers.sources.fetching import FILE_SECONDS, Fetcher, Progress, check_address
from importers.sources.lackey_update import fetch_images, parse_update_list
from importers.sources.source import CardSource, ReadOptions
from importers.sources.source_errors import ChecksumError, NothingReadError, UnreadableSourceError


@dataclass(frozen=True, slots=True)
class SyncOptions:
    """The options for importing sources; `apply` False only shows what would change."""

    database: Path
    cache: Path
    today: date
    apply: bool = False
    keep_going: bool = False
    sets: frozenset[str] | None = None
    offline: bool = False
    allowed: frozenset[str] = frozenset()
    progress: Progress | None = None
    max_time: float = FILE_SECONDS


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of importing a source; `plan` None where the source has nothing new."""

    source: str
    game: str
    plan: CardPlan | None
    applied: bool = False
    batch: int | None = None
    requests: int = 0

    @property
    def has_problems(self) -> bool:
        """Whether something of the source could not be imported."""
        return self.plan is not None and bool(self.plan.problems)


@dataclass(frozen=True, slots=True)
class SourceView:
    """A source as it is listed: its state, its kind, whether it was added, its last check."""

    state: SourceState
    title: str
    added: bool
    checked_at: str | None = None


@dataclass(frozen=True, slots=True)
class NewSource:
    """A source to be added; `kind` and `game` are None where its content tells them."""

    name: str
    address: str
    kind: str | None = None
    game: str | None = None
    columns: Mapping[str, str] = field(default_factory=dict)
    set_code: str | None = None


def list_sources(sync_options: SyncOptions) -> list[SourceView]:
    """All sources: those that were added or imported from, then those that come with deckcheck."""
    states = read_states(sync_options.database)
    with _fetcher(sync_options) as fetcher:
        views = [
            SourceView(state, get_source(state.kind).title, True, _checked_at(fetcher, state))
            for state in states.values()
        ]
    ours = [s for s in SOURCES if s.name not in states and s.address is not None]
    return views + [SourceView(_builtin(source), source.title, added=False) for source in ours]


def add_source(sync_options: SyncOptions, new: NewSource) -> SourceState:
    """Stores a source under a name; its kind is that of its name, or detected from its files."""
    address, kind = new.address, _stated_kind(new.kind, new.columns)
    if is_url(address):
        check_address(address, address)
        known = {source.name for source in SOURCES}
        kind = kind or (new.name if new.name in known else None) or _kind_behind(sync_options, address)
    else:
        path = Path(address).absolute()
        with open_tree(path) as tree:
            kind = kind or identify(tree).name
        address = str(path)
    source = get_source(kind)
    options: dict[str, Any] = {"columns": dict(new.columns)} if new.columns else {}
    if new.set_code:
        options["set"] = new.set_code
    game = new.game or source.game or FIRST_GAME
    _check_name(new.name, source, game, read_states(sync_options.database).get(new.name))
    state = SourceState(new.name, source.name, game, address, options)
    save_state(sync_options.database, state)
    return state


def _check_name(name: str, source: CardSource, game: str, known: SourceState | None) -> None:
    """Raises `SourceNameTakenError` for the name of a source of another kind or game."""
    if name == BUNDLED_NAME:
        raise SourceNameTakenError(name, _("the catalogue that comes with deckcheck"))
    if name != source.name and name in {one.name for one in SOURCES}:
        raise SourceNameTakenError(name, _("another kind of card source than {name}", name=source.name))
    if known is not None and (known.kind, known.game) != (source.name, game):
        what = _(
            "a source of the kind {kind} with cards of {game_name}",
            kind=known.kind,
            game_name=game_name(known.game),
        )
        raise SourceNameTakenError(name, what)


def remove_source(sync_options: SyncOptions, name: str) -> None:
    """Deletes a source that was added; the cards that were imported from it stay."""
    if not forget_state(sync_options.database, name):
        raise UnknownSourceNameError(name, list(read_states(sync_options.database)))


def import_path(
    sync_options: SyncOptions,
    path: Path,
    *,
    kind: str | None = None,
    name: str | None = None,
    options: ReadOptions | None = None,
) -> Outcome:
    """Imports the files at a path; their kind is detected by content unless `kind` states it."""
    options = options or ReadOptions()
    with open_tree(path) as tree:
        kind = _stated_kind(kind, options.columns)
        source = get_source(kind) if kind else identify(tree)
        reading = _read(source, tree, _with_known_sets(sync_options, options, source))
    called = name or source.name
    state = seen = read_states(sync_options.database).get(called)
    _check_name(called, source, reading.game, state)
    if state is None:
        public = source.address if called == source.name else None
        address = public or str(path.absolute())
        state = SourceState(called, source.name, reading.game, address, _stored(options))
    # What lies at the address of the source may be other than these files.
    state = replace(state, etag=None, last_modified=None, digest=None)
    state = replace(state, game=reading.game)
    return _take(sync_options, reading, state, str(path.absolute()), seen)


def import_url(
    sync_options: SyncOptions,
    url: str,
    *,
    kind: str | None = None,
    name: str | None = None,
    options: ReadOptions | None = None,
) -> Outcome:
    """Imports the files at an address; a source of that name keeps the address that it has."""
    check_address(url, url)
    options = options or ReadOptions()
    kind = _stated_kind(kind, options.columns)
    source = get_source(kind or _kind_behind(sync_options, url))
    called = name or source.name
    stored = _stored(options)
    game = options.game or source.game or FIRST_GAME
    known = seen = read_states(sync_options.database).get(called)
    _check_name(called, source, game, known)
    new = SourceState(called, source.name, game, url, stored)
    if known is not None and known.address != url:
        known = replace(known, etag=None, last_modified=None, digest=None)
        return _bring(sync_options, new, seen, known)
    return _bring(sync_options, new, seen)


def sync(sync_options: SyncOptions, name: str) -> Outcome:
    """Imports what is new at a source; where nothing is, it asks once and writes nothing."""
    seen = read_states(sync_options.database).get(name)
    return _bring(sync_options, get_state(sync_options, name), seen)


def _bring(
    sync_options: SyncOptions, state: SourceState, seen: SourceState | None, keep: SourceState | None = None
) -> Outcome:
    """Brings in what lies at the address of a source; `keep` is what to write down instead.

    Raises `ChangedMeanwhileError` where the source is no longer as it was `seen`.
    """
    name = state.name
    source = get_source(state.kind)
    with _fetcher(sync_options) as fetcher, source_files(fetcher, source, state) as found:
        if found.tree is None:
            updated = _with_files(state, found)
            if sync_options.apply and updated != state:
                save_state(sync_options.database, updated, seen)
            return Outcome(name, state.game, None, requests=fetcher.requests)
        reading = _read(source, found.tree, _options(sync_options, state))
        requests = fetcher.requests
    reading = _with_wrong_files(reading, found.wrong)
    outcome = _take(sync_options, reading, keep or _with_files(state, found), state.address, seen)
    return replace(outcome, requests=requests)


def read_source(sync_options: SyncOptions, name: str) -> Reading:
    """All cards of a source as they are now; offline, as they were last fetched.

    A source that was last imported from files is read from there, without asking its address.
    """
    state = get_state(sync_options, name)
    source = get_source(state.kind)
    if (path := _last_files(sync_options, state)) is not None:
        with open_tree(path) as tree:
            if identify(tree) is source:
                return _read(source, tree, _options(sync_options, state))
    afresh = replace(state, etag=None, last_modified=None, digest=None)
    with _fetcher(sync_options) as fetcher, source_files(fetcher, source, afresh) as found:
        if found.tree is None:
            raise UnreadableSourceError(name, _("nothing was fetched"))
        return _read(source, found.tree, _options(sync_options, state))


def _read(source: CardSource, tree: FileTree, options: ReadOptions) -> Reading:
    """The rows of a source, without those of unfit texts, which are its problems."""
    return without_unfit(source.read(tree, options), tree.source)


def read_both(sync_options: SyncOptions, one: str, other: str) -> tuple[Reading, Reading]:
    """All cards of two sources of one game; `bundled` is the bundled catalogue."""
    read = {name: read_source(sync_options, name) for name in (one, other) if name != BUNDLED_NAME}
    games = {name: reading.game for name, reading in read.items()}
    if len(set(games.values())) > 1:
        raise DifferentGamesError({name: game_name(game) for name, game in games.items()})
    if BUNDLED_NAME in (one, other):
        read[BUNDLED_NAME] = bundled_reading(*set(games.values()))
    return read[one], read[other]


def _last_files(sync_options: SyncOptions, state: SourceState) -> Path | None:
    """The files that a source with an address was last imported from, if they are still there.

    What came from the address leaves validators or a digest in the state.
    """
    if not is_url(state.address or "") or state.changed_at is None or state.etag or state.digest:
        return None
    done = (b for b in card_import.batches(sync_options.database) if not b.undone_at)
    last = next((batch.origin for batch in done if batch.source == state.name), None)
    path = Path(last) if last and not is_url(last) else None
    if path is None or not path.is_absolute():
        return None
    if not path.exists():
        raise UnreadableSourceError(
            str(path),
            _(
                "no longer there; {name} was imported from it. deckcheck cards sync {name} asks the "
                "address of the source",
                name=state.name,
            ),
        )
    return path


def get_state(sync_options: SyncOptions, name: str) -> SourceState:
    """The state of a source by its name; raises `NoAddressError` where it has no address."""
    states = read_states(sync_options.database)
    builtin = {source.name: source for source in SOURCES}
    if name in states:
        state = states[name]
    elif name in builtin:
        state = _builtin(builtin[name])
    else:
        raise UnknownSourceNameError(name, [*states, *builtin])
    if state.address is None:
        raise NoAddressError(name)
    return state


def fetch_pictures(sync_options: SyncOptions, name: str, limit: int) -> Iterator[tuple[Path, int]]:
    """Fetches the pictures of a LackeyCCG source into the cache folder, up to `limit` bytes.

    Yields each with its size; those that are there already are not fetched again.
    """
    state = get_state(sync_options, name)
    address, folder = state.address or "", sync_options.cache / "images" / name
    with _fetcher(sync_options) as fetcher:
        path = fetcher.fetch(address).path
        if path is not None:
            listed = parse_update_list(path.read_bytes(), address)
            for picture, size in fetch_images(fetcher, listed, address, folder, limit):
                yield folder / picture, size


def _take(
    sync_options: SyncOptions,
    reading: Reading,
    state: SourceState,
    origin: str | None,
    seen: SourceState | None,
) -> Outcome:
    if not (reading.cards or reading.problems or reading.formats):
        raise NothingReadError(origin or state.name, state.kind)
    _check_sets(sync_options, reading, origin or state.name)
    terms = ImportOptions(state.name, sync_options.today, sync_options.keep_going, sync_options.sets)
    if not sync_options.apply:
        plan = card_import.preview(sync_options.database, reading, terms)
        return Outcome(state.name, reading.game, plan)
    if reading.problems or sync_options.sets is not None:
        # What was left out is to be looked at again the next time.
        state = replace(state, etag=None, last_modified=None, digest=None)
    codes = {card.set_code for card in reading.cards}
    state = replace(state, sets=len(codes), cards=len(reading.cards))
    plan, batch = card_import.apply(
        sync_options.database, reading, terms, origin=origin, state=state, seen=seen
    )
    return Outcome(state.name, reading.game, plan, applied=True, batch=batch)


def _check_sets(sync_options: SyncOptions, reading: Reading, origin: str) -> None:
    """Raises `UnknownSetsError` when sets are asked for of which nothing was read."""
    codes = {card.set_code for card in reading.cards} | {one.code for one in reading.sets}
    codes |= {problem.set_code for problem in reading.problems if problem.set_code}
    if missing := sorted((sync_options.sets or frozenset()) - codes):
        raise UnknownSetsError(origin, missing, sorted(codes))


def _with_files(state: SourceState, files: SourceFiles) -> SourceState:
    return replace(state, etag=files.etag, last_modified=files.last_modified, digest=files.digest)


def _with_wrong_files(reading: Reading, wrong: tuple[ChecksumError, ...]) -> Reading:
    """The reading with a problem for every file that is not as its list says."""
    by_code = {name_of(error.listed or error.url).partition(".")[0]: error for error in wrong}
    problems = [problem for problem in reading.problems if problem.set_code not in by_code]
    problems += [
        RowProblem(Place(error.listed or error.url), error.why, code) for code, error in by_code.items()
    ]
    return replace(reading, problems=tuple(problems))


def _stated_kind(kind: str | None, columns: Mapping[str, str]) -> str | None:
    """The kind of source that the user tells, also by naming the columns of a table, or None."""
    return kind or ("table" if columns else None)


def _kind_behind(sync_options: SyncOptions, address: str) -> str:
    """The kind of source behind an address, by its name or by what comes from it."""
    name = name_of(address)
    if name.lower() == "updatelist.txt":
        return "lackey"
    with _fetcher(sync_options) as fetcher:
        fetched = fetcher.fetch(address)
        with open_tree(fetched.path or Path(), address, name) as tree:
            return identify(tree).name


def _stored(options: ReadOptions) -> dict[str, Any]:
    """The options as a source keeps them, for the next time."""
    stored: dict[str, Any] = {"columns": dict(options.columns)} if options.columns else {}
    return stored | ({"set": options.set_code} if options.set_code else {})


def _options(sync_options: SyncOptions, state: SourceState) -> ReadOptions:
    stored: Mapping[str, Any] = state.options
    options = ReadOptions(state.game, stored.get("set"), dict(stored.get("columns", {})))
    return _with_known_sets(sync_options, options, get_source(state.kind))


def _with_known_sets(sync_options: SyncOptions, options: ReadOptions, source: CardSource) -> ReadOptions:
    game = source.game or options.game or FIRST_GAME
    return replace(options, known_sets=set_codes(sync_options.database, game))


def _fetcher(sync_options: SyncOptions) -> Fetcher:
    return Fetcher(
        sync_options.cache,
        offline=sync_options.offline,
        allowed=sync_options.allowed,
        progress=sync_options.progress,
        file_seconds=sync_options.max_time,
        all_seconds=6 * sync_options.max_time,
    )


def _checked_at(fetcher: Fetcher, state: SourceState) -> str | None:
    """The last check; one that found nothing new is noted beside what was fetched, not stored."""
    times = [state.checked_at]
    if state.address is not None and is_url(state.address):
        times += map(fetcher.checked_at, urls_of(get_source(state.kind), state.address))
    return max(filter(None, times), default=None)


def _builtin(source: CardSource) -> SourceState:
    return SourceState(source.name, source.name, source.game or FIRST_GAME, source.address)
