"""Acts on decks: read, judged, converted, edited and compared."""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Unpack

from db.arguments import Positive
from db.cards.names import normal_form
from db.collection.decks import SavedDeck
from db.errors import DeckcheckError, DeckOfSeveralGamesError
from db.language import all_of, gettext as _
from db.paths import folder_of
from db.sums import gathered
from deckcheck import acts
from deckcheck.acts.database import Database, FilePath, JudgeArguments
from deckcheck.acts.deck_sources import AnyDeck, DeckSource, one_game, open_source
from deckcheck.deck import Deck
from deckcheck.judge.opening import OpenedDeck, files_that_win, is_file, open_file, open_saved, opened_saved
from deckcheck.judge.resolve import game_of_names, resolve_in_its_game
from deckcheck.report import AnyReport, Report, UnreadableReport
from deckcheck.show.picked import picked
from importers.decks.deck_list import DeckList
from importers.decks.reading import text_rows
from importers.errors import UnknownFormatNameError

if TYPE_CHECKING:
    from db.collection.history import LedgerBatch
    from deckcheck.acts.editing import EditedDeck
    from deckcheck.acts.in_time import InTime
    from deckcheck.collection.buildable import BuildableDeck
    from deckcheck.collection.missing import Missing
    from deckcheck.decks.convert import ConvertedDeck
    from deckcheck.judge.batch import JudgeOptions, SkippedFile
    from deckcheck.judge.in_time import Interval
    from deckcheck.judge.validate import Judge
    from deckcheck.judge.why import Why


class FoundDecks(NamedTuple):
    """The deck files that paths name, and how they are judged; each is read when its turn comes.

    `notes` says which files are taken instead of saved decks of the same name. `passed_over` has
    the files of folders that are no decks; it is whole when the reports are read, as are the `illegal`
    decks with their judges, where changes are asked for.
    """

    paths: tuple[str, ...]
    files: tuple[str, ...]
    options: "JudgeOptions"
    notes: tuple[str, ...]
    passed_over: "list[SkippedFile]"
    illegal: "dict[str, tuple[Judge, Deck]]"
    jobs: int | None = None

    def reports(self, *, by_folder: bool = False, with_changes: bool = False) -> "Iterator[AnyReport]":
        """Yields the report on each deck, in order, or with those of a folder together.

        `changes` needs `with_changes`, which is for a few decks.
        """
        from deckcheck.judge.batch import NOT_RECOGNISED, NOTHING_KNOWN, SkippedFile
        from deckcheck.judge.many_files import judge_files

        files = _folder_by_folder(self.files) if by_folder else self.files
        pairs = self._with_decks(files) if with_changes else judge_files(files, self.options, self.jobs)
        asked_for = set(self.paths)
        for report in pairs:
            if isinstance(report, UnreadableReport):
                is_deck, reason = report.recognised or report.path.lower().endswith(".dek"), NOT_RECOGNISED
            else:
                is_deck, reason = not report.nothing_known, NOTHING_KNOWN
            if is_deck or report.path in asked_for:
                yield report
            else:
                self.passed_over.append(SkippedFile(report.path, reason))

    def changes(self, report: "AnyReport") -> int | None:
        """The changes to the nearest legal deck; None where they are not found at once."""
        from deckcheck.repair.few_changes import few_changes

        known = self.illegal.get(report.path)
        return None if known is None else few_changes(*known)

    def formats(self) -> "InTime":
        """The reports on each deck by all formats of its game."""
        from deckcheck.judge.in_time import in_formats

        return acts.in_time.formats_in_time(in_formats(self.files, self.options))

    def intervals(self) -> "InTime":
        """The days from which and to which each deck is legal in the format."""
        from deckcheck.judge.in_time import intervals

        return acts.in_time.intervals_in_time(intervals(self.files, self.options))

    def _with_decks(self, files: Iterable[str]) -> "Iterator[AnyReport]":
        """Yields the reports, and keeps the illegal decks with their judges."""
        from deckcheck.judge.batch import DeckJudge

        with DeckJudge(self.options) as deck_judge:
            waiting = list(files)
            while waiting:
                report, judge, deck = deck_judge.judge_file_with_deck(waiting.pop(0))
                if isinstance(report, UnreadableReport) and report.several:
                    waiting[:0] = report.several
                    continue
                if judge is not None and deck is not None and report.verdict == "illegal":
                    self.illegal[report.path] = judge, deck
                yield report


def judge(
    database: Database,
    paths: Iterable[FilePath],
    format: str | None = None,
    *,
    jobs: Positive | None = None,
    **arguments: Unpack[JudgeArguments],
) -> FoundDecks:
    """The decks that paths name: files, folders of them, saved decks; with their reports."""
    from deckcheck.judge.batch import find_deck_files

    passed_over: list[SkippedFile] = []
    named = tuple(os.fspath(path) for path in paths)
    files = tuple(find_deck_files(named, passed_over))
    notes = files_that_win(database.path, [path for path in named if path in files])
    return FoundDecks(named, files, database.judge_options(format, arguments), notes, passed_over, {}, jobs)


def validate_many(
    database: Database,
    paths: Iterable[FilePath],
    format: str | None = None,
    *,
    jobs: Positive | None = None,
    **arguments: Unpack[JudgeArguments],
) -> "Iterator[AnyReport]":
    """Yields the report on each file, folders searched for decks; many go over all cores.

    A file that is no deck gives an `UnreadableReport`; in a folder, it is passed over.
    """
    return judge(database, paths, format, jobs=jobs, **arguments).reports()


def validate(
    database: Database, source: AnyDeck, format: str | None = None, **arguments: Unpack[JudgeArguments]
) -> "Report":
    """The report on one deck: the verdict, and every issue.

    Raises a `DeckcheckError` for a source that is no deck, or options that do not fit it.
    """
    resolved = deck(database, source, game=arguments.get("game"), read_as=arguments.get("read_as"))
    return database.deck_judge(database.judge_options(format, arguments)).judge_deck(resolved)


def why(
    database: Database,
    source: AnyDeck | OpenedDeck,
    format: str | None = None,
    **arguments: Unpack[JudgeArguments],
) -> "Why":
    """The requirements of the format, with what a deck has of each, by the options of `validate`.

    Each of the `requirements` is kept, broken or open.
    """
    from deckcheck.judge.why import Why

    resolved = deck(database, source, game=arguments.get("game"), read_as=arguments.get("read_as"))
    judges = database.deck_judge(database.judge_options(format, arguments))
    return Why(judges.judge_deck(resolved), judges.judge_of(resolved.game).requirements(resolved))


def validate_formats(database: Database, source: AnyDeck, *, on: date | None = None) -> "tuple[Report, ...]":
    """The reports on a deck by every format of its game."""
    from deckcheck.judge.in_time import deck_in_formats

    options = database.judge_options(None, {"on": on})
    return tuple(report for _, report in deck_in_formats(deck(database, source), options).reports)


def legal_when(
    database: Database, source: AnyDeck, format: str | None = None, *, on: date | None = None
) -> "Interval":
    """From which day to which a deck is legal in a format, and why not before and after."""
    from deckcheck.judge.in_time import deck_in_time

    return deck_in_time(deck(database, source), database.judge_options(format, {"on": on}))


def watch(
    database: Database,
    deck: FilePath,
    format: str | None = None,
    *,
    wait: Callable[[], None] | None = None,
    **arguments: Unpack[JudgeArguments],
) -> "Iterator[AnyReport]":
    """Yields the report on a deck file or saved deck, and again whenever it has changed.

    A deck that is gone is an unreadable one until it is there again. It never ends by itself;
    `wait` passes the time between two looks, by default half a second.
    """
    from deckcheck.judge.many_files import judge_files

    name = os.fspath(deck)
    options = database.judge_options(format, arguments)
    state = acts.watching.saved_state(database.path, name, database.game)
    for is_there in acts.watching.watched(state, wait):
        if is_there:
            yield from judge_files([name], options, 1)
        else:
            yield UnreadableReport(name, Path(name).stem, _("it is gone; waiting for it to come back"))


class OpenedDecks(NamedTuple):
    """The decks that users name in their order, their one game, and notes on how they were found."""

    decks: tuple[OpenedDeck, ...]
    game: str
    notes: tuple[str, ...] = ()


def open_decks(
    database: Database,
    names: Sequence[str],
    *,
    read_as: str | None = None,
    game: str | None = None,
    may_be_empty: bool = False,
) -> OpenedDecks:
    """The decks of one game that users name: files, standard input (`-`) or saved decks.

    A file is taken before a saved deck of its name, with a note, and read once. An empty one is an
    error unless it `may_be_empty`.
    """
    from db.collection.read import read_decks
    from deckcheck.judge.batch import game_of

    once = dict.fromkeys(names)
    result = {
        name: open_file(name, read_as, may_be_empty=may_be_empty) for name in once if is_file(name, read_as)
    }
    notes = files_that_win(database.place, result)
    stated = [game_of(one.deck_list, game) for one in result.values() if one.deck_list.game]
    if saved_names := [name for name in once if name not in result]:
        code = game_of_saved(database, saved_names, game or next(iter(stated), None))
        saved = read_decks(database.path, code)
        result |= {name: open_saved(name, saved) for name in saved_names}
        game = game or code
    # Where none is stated the names decide, as they do for a verdict.
    open_ones = (one for one in result.values() if game is None and not one.deck_list.game)
    meant = {one.label: deck(database, one) for one in open_ones}
    codes = [game_of(one.deck_list, game, database.game) for one in result.values() if one.label not in meant]
    codes += [one.game for one in meant.values()]
    notes += tuple(f"{one.path}: {one.notes[0]}" for one in meant.values() if one.game != database.game)
    return OpenedDecks(tuple(result[name] for name in names), one_game(codes) or database.game, notes)


def game_of_saved(database: Database, names: Iterable[str], game: str | None = None) -> str:
    """The game of the saved decks of these names: the given one, else the one that has them all.

    The game of the database goes before others, and is returned where no game has them.
    """
    from db.collection.read import read_decks

    if game is not None:
        return game
    names = list(names)
    wanted = {normal_form(name) for name in names}
    known: dict[str, set[str]] = {}
    for saved in read_decks(database.path):
        known.setdefault(saved.facts.game, set()).add(normal_form(saved.facts.name))
    having = [code for code, there in known.items() if wanted <= there]
    if database.game in having or not having:
        return database.game
    if len(having) > 1:
        raise DeckOfSeveralGamesError(all_of(names), having)
    return having[0]


def deck_list(database: Database, source: DeckSource, *, read_as: str | None = None) -> OpenedDeck:
    """A deck list as it is written, from a path, a stream, or the name of a saved deck."""
    return open_source(source, database.find_saved, read_as)


def game_of_list(
    database: Database, listed: DeckList, game: str | None = None, default: str | None = None
) -> str:
    """The game of a deck list: the one that is asked for or that it states, else that of its names.

    Where these decide nothing it is the `default`, or else the game of the database.
    """
    from deckcheck.judge.batch import game_of

    code = game_of(listed, game, default or database.game)
    return code if game or listed.game else game_of_names(listed, database.resolver(code))


def deck(
    database: Database, source: AnyDeck | OpenedDeck, *, game: str | None = None, read_as: str | None = None
) -> Deck:
    """A deck with its names looked up; unknown and ambiguous names stay in it.

    Without a game it is of the one that its names decide. Raises `OtherGameError` where it names
    another game than is asked for.
    """
    from deckcheck.judge.batch import game_of

    if isinstance(source, Deck):
        return source
    opened = source if isinstance(source, OpenedDeck) else deck_list(database, source, read_as=read_as)
    resolver = database.resolver(game_of(opened.deck_list, game, database.game))
    if game is not None:
        return resolver.resolve(opened.deck_list, opened.label, opened.name)
    return resolve_in_its_game(opened.deck_list, opened.label, opened.name, resolver, database.resolver)


def writable_formats() -> tuple[str, ...]:
    """The names of the formats in which decks can be written."""
    from deckcheck.decks.convert import writable_formats

    return writable_formats()


def format_to_write(target: Path, to: str | None = None) -> str:
    """The format that is asked for, else the one of the file's suffix.

    Raises `UnknownFormatNameError` and `UnknownSuffixError`.
    """
    from deckcheck.decks.convert import format_to_write, writable_formats

    if to is None:
        return format_to_write(target)
    if to not in (known := writable_formats()):
        raise UnknownFormatNameError(to, known)
    return to


def convert(
    database: Database,
    source: DeckSource,
    target: FilePath,
    *,
    to: str | None = None,
    game: str | None = None,
    force: bool = False,
) -> "ConvertedDeck":
    """Writes a deck to a file in another format, by default the one of the file's suffix.

    What the format cannot hold stands in the result. Raises `ExistingFileError` where there is a
    file, unless `force`.
    """
    from importers.decks.writing import save_deck

    path = Path(target)
    opened = deck_list(database, source)
    done = converted(database, opened, format_to_write(path, to), game=game, target=str(path))
    save_deck(path, done.data, force=force)
    return done


def converted(
    database: Database,
    source: DeckSource | OpenedDeck,
    to: str,
    *,
    game: str | None = None,
    target: str = "the new file",
    names: str | None = None,
) -> "ConvertedDeck":
    """A deck in the bytes of another format; nothing is written."""
    from deckcheck.decks.convert import converted

    opened = source if isinstance(source, OpenedDeck) else deck_list(database, source)
    code = game_of_list(database, opened.deck_list, game)
    return converted(
        opened.deck_list, to, lambda: database.catalogue(code), name=opened.name, target=target, names=names
    )


def edit_deck(
    database: Database,
    deck: FilePath | SavedDeck,
    *,
    add: Sequence[str] = (),
    remove: Sequence[str] = (),
    zone: str | None = None,
    output: FilePath | None = None,
    rewrite: bool = False,
    read_as: str | None = None,
    game: str | None = None,
) -> "EditedDeck":
    """Puts cards into a deck file or saved deck, and takes cards out: `add=["2 Kouhun"]`.

    The file keeps its format, order and comments. What is unclear is refused with a
    `DeckcheckError`, and nothing is changed.
    """
    if isinstance(deck, SavedDeck) or not is_file(os.fspath(deck)):
        saved = deck if isinstance(deck, SavedDeck) else database.find_saved(os.fspath(deck))
        code = saved.facts.game
        return acts.editing.edit_saved(
            database.keeper(code), saved, add, remove, zone, database.resolver(code)
        )
    options = acts.editing.EditOptions(zone, None if output is None else Path(output), rewrite, read_as)
    return acts.editing.edit_file(
        Path(deck), add, remove, options, lambda found: database.resolver(game_of_list(database, found, game))
    )


def new_deck(
    database: Database,
    path: FilePath,
    *,
    add: Sequence[str] = (),
    name: str | None = None,
    format: str | None = None,
    game: str | None = None,
) -> "EditedDeck":
    """Writes a new deck file in the format of its suffix, with these cards or with none.

    Raises `ExistingFileError` where there is a file.
    """
    return acts.editing.new_deck(Path(path), add, database.resolver(game), name=name, play_format=format)


def missing(
    database: Database, *decks: DeckSource | OpenedDeck, same_printing: bool = False, game: str | None = None
) -> "Missing":
    """The cards that decks need and the collection lacks, all of them built at once."""
    from deckcheck.collection.missing import find_missing

    opened, code = _opened(database, decks, game)
    collection = database.holdings(code)
    known = [database.keeper(code).as_saved(one, collection.stored) for one in opened]
    return find_missing(known, collection, database.resolver(code), same_printing=same_printing)


def build(database: Database, decks: OpenedDecks) -> "LedgerBatch | None":
    """Reserves free copies for all decks as one batch; those from files are saved."""
    labels = ", ".join(dict.fromkeys(deck.label for deck in decks.decks))
    return database.keeper(decks.game).build(decks.decks, f"deck missing --build {labels}")


class CanBuild(NamedTuple):
    """Decks with what they lack, each by itself; the batch of what was wanted; notes on files."""

    decks: "tuple[BuildableDeck, ...]"
    batch: "LedgerBatch | None"
    notes: tuple[str, ...]

    def document(self) -> dict[str, Any]:
        """The decks as `deckcheck.can-build/1`."""
        decks = [
            {
                **picked(one, "deck=label cards missing=missing.missing dice_missing=missing.missing_dice"),
                "can_build": one.lacks == 0,
                "lacks": [
                    picked(card, "name=card.name missing owned") for card in one.missing.cards if card.missing
                ],
            }
            for one in self.decks
        ]
        batch = self.batch.number if self.batch else None
        return {"schema": "deckcheck.can-build/1", "decks": decks, "batch": batch}


def can_build(
    database: Database,
    folder: FilePath | None = None,
    *,
    reserved: bool = False,
    want: bool = False,
    game: str | None = None,
) -> CanBuild:
    """The decks of a folder, or without one the saved decks, and what they lack of the collection.

    With `reserved` copies are free that other decks have reserved. With `want` what is missing is
    wanted.
    """
    from deckcheck.collection.buildable import buildable_decks, want_missing
    from deckcheck.judge.batch import find_deck_files

    code = game or database.game
    keeper, collection = database.keeper(code), database.holdings(code)
    opened_decks: list[OpenedDeck] = []
    notes: list[str] = []
    if folder is None:
        opened_decks = [opened_saved(saved) for saved in keeper.list()]
    for path in () if folder is None else find_deck_files([os.fspath(folder)]):
        try:
            opened = open_file(path)
        except DeckcheckError as error:
            notes.append(str(error))
            continue
        if game_of_list(database, opened.deck_list, default=code) == code:
            opened_decks.append(opened)
    known = [keeper.as_saved(one, collection.stored) for one in opened_decks]
    decks = buildable_decks(known, collection, database.resolver(code), reserved=reserved)
    batch = want_missing(database.path, code, decks) if want else None
    return CanBuild(tuple(decks), batch, tuple(notes))


def difference(
    database: Database,
    one: DeckSource | OpenedDeck,
    other: DeckSource | OpenedDeck,
    *,
    game: str | None = None,
) -> list[tuple[str, str, int, int]]:
    """The cards in which two decks differ: zone, name, and the copies in each."""
    from deckcheck.collection.missing import deck_difference

    (first, second), code = _opened(database, (one, other), game)
    return deck_difference(first, second, database.resolver(code))


def reading(database: Database, opened: OpenedDeck, *, game: str | None = None) -> dict[str, Any]:
    """The lines of a deck with what each was understood as: `deckcheck.reading/1`."""
    from deckcheck.decks.read_lines import reading_document

    resolver = database.resolver(game_of_list(database, opened.deck_list, game))
    rows = () if opened.saved is not None else text_rows(opened.label, resolver.decided(opened.deck_list))
    return reading_document(opened.deck_list, resolver, opened.label, rows)


def reading_rows(document: Mapping[str, Any]) -> list[tuple[str, ...]]:
    """A row for each line: its number, what it was read as, copies, text, zone and note."""
    from deckcheck.decks.read_lines import reading_rows

    return reading_rows(document)


def _opened(
    database: Database, sources: Iterable[DeckSource | OpenedDeck], game: str | None
) -> tuple[list[OpenedDeck], str]:
    """The decks, and the one game that all of them are of."""
    opened = [one if isinstance(one, OpenedDeck) else deck_list(database, one) for one in sources]
    codes = [deck(database, one, game=game).game for one in opened]
    return opened, one_game(codes) or database.game


def _folder_by_folder(files: Iterable[str]) -> Sequence[str]:
    """The files with those of a folder together, folders in the order of their first files."""
    folders = gathered((folder_of(file), file) for file in files)
    return [file for group in folders.values() for file in group]
