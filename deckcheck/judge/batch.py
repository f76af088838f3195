"""Reading and judging deck files, one after another, and finding those of folders."""

import gc
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Self, TypeVar

from db.cards.card import PlayFormat
from db.cards.lookup import Catalogue
from db.errors import DatabaseError, DeckcheckError
from db.language import gettext as _
from db.paths import below, exists, is_file, is_folder, state_of, stem_of, suffix_of
from deckcheck.deck import Deck
from deckcheck.errors import OtherGameError, UnknownEditionError, UnknownPlayFormatError, UnknownZoneError
from deckcheck.games import FIRST_GAME, game_codes, get_game
from deckcheck.games.formats.stated_formats import find_format, get_format
from deckcheck.judge.no_circles import no_collection
from deckcheck.judge.resolve import Resolver, resolve_in_its_game
from deckcheck.judge.validate import Judge
from deckcheck.report import AnyReport, Report, UnreadableReport
from deckcheck.rules.edition import Format
from importers.decks.deck_format import STANDARD_INPUT
from importers.decks.deck_list import DeckList
from importers.decks.reading import get_reader, read_deck, read_standard_input
from importers.errors import NoDeckSheetError, NoListError, SeveralDecksError, UnknownFormatError

if TYPE_CHECKING:
    from deckcheck.judge.known_deck import KnownDeck
    from deckcheck.judge.known_lines import KnownLines
    from deckcheck.judge.pool_rule import PoolRule

Answer = TypeVar("Answer")

_REFUSALS = (UnknownPlayFormatError, UnknownEditionError, UnknownZoneError)
"""The errors of a game that lacks something that the options ask for."""


NO_FORMATS: Mapping[str, str] = {}


class JudgeOptions(NamedTuple):
    """The options for judging decks: everything that a process needs to make its own judges.

    `game` None means the game that a file names, else the default; `formats` are those of games
    where `format` is None. Decks are of a `pool` alone where there is one. `file_bytes` is what stands
    in the format file: one that has changed makes other options.
    """

    database: Path
    game: str | None = None
    format: str | None = None
    edition: str | None = None
    on: date | None = None
    read_as: str | None = None
    zone_limits: Mapping[str, int] | None = None
    format_file: Path | None = None
    default_game: str = FIRST_GAME
    formats: Mapping[str, str] = NO_FORMATS
    pool: "PoolRule | None" = None
    file_bytes: bytes = b""


class DeckJudge:
    """Reads and judges deck files; a catalogue, a resolver and a judge for each game met.

    `refused` says that no game has what the options ask for: the first deck raises the error of its
    own game. Options that only some games have are looked up in each deck's game.
    """

    def __init__(self, options: JudgeOptions, *, many: bool = False) -> None:
        self._options = options
        self._many = many
        self._games: dict[str, tuple[Resolver, Judge]] = {}
        self._known_lines: dict[str, KnownLines] = {}
        # What is wrong with the options themselves is said before any file is read.
        if options.read_as is not None:
            get_reader(options.read_as)
        try:
            if options.game is not None:
                self._for_game(options.game)
                self.refused = False
            else:
                self.refused = not any(map(self._is_taken_by, (FIRST_GAME, *game_codes())))
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_unused: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes the catalogues."""
        for resolver, _judge in self._games.values():
            resolver.close()
        self._games.clear()
        if self._many:
            gc.unfreeze()

    def judge_deck(self, deck: Deck) -> Report:
        """The report on a resolved deck, by the judge of its game."""
        return _report(self._for_game(deck.game)[1], deck)

    def judge_of(self, game: str) -> Judge:
        """The judge of a game."""
        return self._for_game(game)[1]

    def judge_file(self, path: str) -> AnyReport:
        """The report on one file, `-` for standard input; a file that is no deck is unreadable."""
        return self.answer_about(path, _report)

    def judge_files(self, paths: Iterable[str]) -> list[AnyReport]:
        """The reports on the decks of files, in order; a file may hold several. Many are judged together."""
        if not self._many:
            return self._judge_files(paths)
        with no_collection():
            reports = self._judge_files(paths)
            gc.freeze()  # the collector need not look at each report until all are closed
        return reports

    def _judge_files(self, paths: Iterable[str]) -> list[AnyReport]:
        def keep(judge: Judge, deck: Deck) -> Report | Deck:
            return deck if self._many else _report(judge, deck)

        reports: list[Any] = []
        waiting: dict[tuple[str, type], list[tuple[int, Any]]] = {}
        for path in paths:
            found: Any = self._known_deck(path) or self.answer_about(path, keep)
            if isinstance(found, UnreadableReport) and found.several:
                reports += map(self.judge_file, found.several)
                continue
            if not isinstance(found, (Report, UnreadableReport)):
                waiting.setdefault((found.game, type(found)), []).append((len(reports), found))
            reports.append(found)
        for (game, kind), every in waiting.items():
            places, decks = zip(*every, strict=True)
            judged: Iterable[Report]
            if kind is Deck:
                judged = map(_marked, self.judge_of(game).validate_many(decks), decks)
            else:
                judged = self._known_lines[game].reports(decks)
            for place, report in zip(places, judged, strict=True):
                reports[place] = report
        return reports

    def judge_file_with_deck(self, path: str) -> tuple[AnyReport, Judge | None, Deck | None]:
        """The report on one file, with its judge and deck for whoever asks further."""

        def all_three(judge: Judge, deck: Deck) -> tuple[AnyReport, Judge | None, Deck | None]:
            return _report(judge, deck), judge, deck

        found = self.answer_about(path, all_three)
        return (found, None, None) if isinstance(found, UnreadableReport) else found

    def _known_deck(self, path: str) -> "KnownDeck | None":
        """The deck of a file of known lines; None where it has to go the strict way."""
        options = self._options
        if not self._known_lines or options.read_as is not None:
            return None
        data = self._read_small_file(path)
        if data is None:
            return None
        game = options.game or (options.default_game if data[:1].isdigit() else None)
        for lines in [self._known_lines.get(game)] if game else self._known_lines.values():
            known = None if lines is None else lines.read(path, data)
            if known is not None:
                return known
        return None

    def answer_about(self, path: str, answer: Callable[[Judge, Deck], Answer]) -> Answer | UnreadableReport:
        """The result of a function for the deck of a file, or the report on an unreadable file."""
        name = stem_of(path)
        try:
            if path == STANDARD_INPUT:
                name = _("standard input")
                deck_list = read_standard_input(self._options.read_as)
            elif (saved := self._saved_deck(path)) is not None:
                name, deck_list = path, saved
            else:
                deck_list = read_deck(Path(path), as_format=self._options.read_as)
            options = self._options
            resolver, judge = self._for_game(game_of(deck_list, options.game, options.default_game))
            if options.game is not None:
                return answer(judge, resolver.resolve(deck_list, path, name))
            deck = resolve_in_its_game(deck_list, path, name, resolver, lambda game: self._for_game(game)[0])
            return answer(self.judge_of(deck.game), deck)
        except DatabaseError:
            raise
        except (UnknownFormatError, NoDeckSheetError, NoListError) as error:
            return UnreadableReport(path, name, str(error), recognised=False)
        except _REFUSALS as error:
            if self.refused:
                raise
            return UnreadableReport(path, name, str(error))
        except SeveralDecksError as error:
            several = () if path == STANDARD_INPUT else error.decks
            return UnreadableReport(path, name, str(error), several=several)
        except DeckcheckError as error:
            return UnreadableReport(path, name, str(error))

    def _saved_deck(self, path: str) -> DeckList | None:
        """The saved deck of that name, None where there is a file."""
        if os.path.lexists(path):  # as most are; `opening` need not be loaded for it
            return None
        from deckcheck.judge.opening import get_saved_of_any_game, is_file, opened_saved

        if is_file(path, self._options.read_as):
            return None
        from db.collection.read import read_decks

        saved = read_decks(self._options.database, self._options.game)
        return opened_saved(get_saved_of_any_game(saved, path, self._options.default_game)).deck_list

    def _is_taken_by(self, game: str) -> bool:
        """Whether a game has the format, the edition and the zones of the options."""
        try:
            self._for_game(game)
        except _REFUSALS:
            return False
        return True

    def _for_game(self, game: str) -> tuple[Resolver, Judge]:
        if game not in self._games:
            options = self._options
            known = get_game(game)
            catalogue = Catalogue(options.database, game)
            try:
                stated = catalogue.play_formats(options.on.isoformat() if options.on else None)
                wanted = options.format or options.formats.get(game)
                judge = self.make_judge(catalogue, self._own_format(game, stated) or wanted)
            except BaseException:
                catalogue.close()
                raise
            if self._many:
                with no_collection():
                    catalogue.load_all()
                    gc.freeze()
            resolver = Resolver(catalogue, known)
            self._games[game] = (resolver, judge)
            if self._many:
                from deckcheck.judge.known_lines import KnownLines, read_small_file

                self._read_small_file = read_small_file
                self._known_lines[game] = KnownLines(resolver, judge)
        return self._games[game]

    def make_judge(
        self, catalogue: Catalogue, play_format: str | Format | None, on: date | None = None
    ) -> Judge:
        """A judge by a format, on a day or that of the options, with the cards of a catalogue."""
        options = self._options
        day = on or options.on
        stated = catalogue.play_formats(day.isoformat() if day else None)
        if options.pool is not None and options.pool.game == catalogue.game:
            game = get_game(catalogue.game)
            wanted = play_format or game.formats.printed.code
            named = wanted if isinstance(wanted, Format) else get_format(game, wanted, stated)
            play_format = named._replace(house_rules=(*named.house_rules, options.pool))
        return Judge(
            catalogue.game,
            play_format,
            edition=options.edition,
            on=day,
            marks_as_of=parsed_day(catalogue.source()[1]),
            zone_limits=options.zone_limits,
            stated=stated,
            sets=() if day is None else catalogue.sets(),
        )

    def _own_format(self, game: str, stated: Sequence[PlayFormat]) -> Format | None:
        """The user's own format that the options ask for; None where it asks for none."""
        options = self._options
        if options.format_file is None:
            name = options.format or options.formats.get(game)
            if not name or find_format(get_game(game), name, stated):
                return None
            from deckcheck.judge.own_formats import find_own_format

            return find_own_format(options.database, game, name)
        from deckcheck.judge.own_formats import own_format

        file, data = options.format_file, options.file_bytes
        its_game, found = own_format(options.database, file, data, options.game)
        if its_game != game:
            known = get_game(game)
            codes = (one.code for one in known.formats())
            raise UnknownPlayFormatError(found.code, codes, known.name)
        return found


def _report(judge: Judge, deck: Deck) -> Report:
    return _marked(judge.validate(deck), deck)


def _marked(report: Report, deck: Deck) -> Report:
    """The report on a deck, marked where nothing in a typed list is known."""
    return report._replace(nothing_known=True) if _knows_nothing(deck) else report


def _knows_nothing(deck: Deck) -> bool:
    """Whether a typed list has neither a known card nor a count, and is of no other game either."""
    if any(e.card or e.candidates or e.quantity > 1 for e in deck.entries) or deck.notes:
        return False
    from importers.decks import document_deck, plain_text

    return deck.read_as in {plain_text.NAME, *document_deck.KINDS}


class SkippedFile(NamedTuple):
    """A file in a folder that is not judged, with the reason in words, like `with a suffix`."""

    path: str
    reason: str


OTHER_SUFFIX = _("with a suffix that no deck format has")
HIDDEN = _("hidden or the lock of another program")
HIDDEN_FOLDER = _("hidden with all that is in it")
NO_FILE = _("no regular file")
NOT_RECOGNISED = _("in no supported format")
NOTHING_KNOWN = _("without a known card")


def parsed_day(text: str | None) -> date:
    """The day, or the first of all days where none is known, as of cards from a user's source."""
    try:
        return date.fromisoformat(text or "")
    except ValueError:
        return date.min


def game_of(deck_list: DeckList, wanted: str | None = None, default: str = FIRST_GAME) -> str:
    """The game of a deck list: the one that it names, else the one wanted, else the default.

    Raises `OtherGameError` where it names another than is wanted.
    """
    named = deck_list.game
    if wanted and named and wanted != named:
        raise OtherGameError(named, wanted)
    return named or wanted or default


def find_deck_files(paths: Iterable[str], passed_over: list[SkippedFile] | None = None) -> list[str]:
    """The files that paths name: files as they are, folders as all deck files in them, sorted.

    Hidden folders are passed over, and files that cannot be decks, which are added to
    `passed_over`; links are followed, each folder once. What is not there or cannot be opened is
    named too, so that a report says so.
    """
    passed = [] if passed_over is None else passed_over
    found: list[str] = []
    for path in paths:
        if path != STANDARD_INPUT and is_folder(path):
            for file in sorted(_walk(path, passed)):
                found.extend(_with_members(file, passed))
        else:
            found.extend(_with_members(path, passed))
    return found


def _with_members(path: str, passed: list[SkippedFile]) -> list[str]:
    """The decks in a zip file, as paths through it; any other file as it is."""
    if path[-4:].lower() != ".zip":
        return [path]
    from importers.decks.reading import read_bytes
    from importers.decks.zipped_decks import split_members

    try:
        found = split_members(path, read_bytes(Path(path)))
    except DeckcheckError:
        return [path]  # its report says what is wrong with it
    if found is None or not found[0]:
        return [path]
    decks, others = found
    passed.extend(SkippedFile(f"{path}/{name}", OTHER_SUFFIX) for name in others)
    return [f"{path}/{name}" for name in decks]


def _walk(folder: str, passed: list[SkippedFile]) -> Iterator[str]:
    from importers.decks.zipped_decks import SUFFIX, deck_suffixes

    suffixes = {*deck_suffixes(), SUFFIX}
    seen: set[tuple[int, int]] = set()
    closed: list[str] = []
    walk = os.walk(folder, onerror=lambda e: closed.append(str(e.filename)), followlinks=True)
    for where, folders, names in walk:
        state = state_of(where)
        if (state.st_dev, state.st_ino) in seen:
            folders.clear()
            continue
        seen.add((state.st_dev, state.st_ino))
        hidden = [name for name in folders if name.startswith(".")]
        within = below(where, "")
        passed.extend(SkippedFile(within + name, HIDDEN_FOLDER) for name in sorted(hidden))
        folders[:] = [name for name in folders if name not in hidden]
        for name in sorted(names):
            path = within + name
            reason = _why_not(path, name, suffixes)
            if reason is None:
                yield path
            else:
                passed.append(SkippedFile(path, reason))
    yield from closed


def _why_not(path: str, name: str, suffixes: set[str]) -> str | None:
    """Why a file in a folder is passed over, or None."""
    if name.startswith((".", "~$")):
        return HIDDEN
    if suffix_of(name) not in suffixes:
        return OTHER_SUFFIX
    # A pipe would never end; a broken link is worth a report.
    if not is_file(path) and exists(path):
        return NO_FILE
    return None
