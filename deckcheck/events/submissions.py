"""Lists as players submit them: single files, a folder, or a sheet of players."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from db.cards.names import normal_form
from db.language import english, gettext as _
from db.paths import is_file
from db.texts import words
from deckcheck.errors import EventSheetError, NothingHandedInError
from deckcheck.games.seats import DeckSeat
from deckcheck.judge.batch import NOT_RECOGNISED, SkippedFile, find_deck_files
from importers.decks.deck_format import MAX_BYTES
from importers.decks.reading import read_deck
from importers.errors import DeckFileError, LimitError, UnreadableFileError
from importers.heading_words import meanings, words_for
from importers.sheets.sheet import Cell
from importers.text import decode

README = _("a readme")
ZIPPED = _("in a zip file; unpack it")
_READMES = frozenset(
    words("readme liesmich lisezmoi leeme leggimi notes notizen checksums licence license lizenz")
)
_DIVIDER = re.compile(r"\s+[-\u2013\u2014]+\s+|_+|\s*[,;]\s*")
_LIST_LINE = re.compile(r"\s*\d+\s*[xX]?\s+\S")
_BULLET = re.compile(r"(?:[-*\u2022\u2013]|\d{1,4}[.)])\s+")
_SHEETS = frozenset({".xlsx", ".ods", ".csv", ".tsv", ".xls"})


@dataclass(frozen=True, slots=True)
class Submission:
    """A list of a player; `seat` is empty where none was stated, `data` None for no list.

    `place` says where it comes from, for messages; `is_row` that this is a row of a sheet.
    """

    player: str
    path: str = ""
    data: bytes | None = None
    seat: str = ""
    club: str = ""
    place: str = ""
    is_row: bool = False


def read_file(path: Path) -> bytes:
    """The bytes of a submitted file; raises a `DeckFileError`."""
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise UnreadableFileError(str(path), error.strerror or str(error)) from None
    except ValueError as error:  # a path with a zero byte
        raise UnreadableFileError(repr(str(path)), str(error)) from None
    if len(data) > MAX_BYTES:
        raise LimitError(str(path), _("more than {max_bytes:,} bytes", max_bytes=MAX_BYTES), f"{MAX_BYTES:,}")
    return data


def read_folder(folder: Path, seats: Sequence[DeckSeat], passed_over: list[SkippedFile]) -> list[Submission]:
    """The lists in a folder: a folder for each player, or files like `Ada - light.dek`.

    Readme files, zip files and files of other kinds are added to `passed_over`.
    """
    if is_file(folder):
        found_instead = _("a file; `event register` takes single lists of a player")
        raise NothingHandedInError(str(folder), found_instead)
    result = []
    for path in find_deck_files([str(folder)], passed_over):
        inside = Path(path).relative_to(folder)
        if is_readme(inside.stem):
            passed_over.append(SkippedFile(path, README))
            continue
        if reason := _why_no_list(path):
            passed_over.append(SkippedFile(path, reason))
            continue
        named, seat = split_name(inside.stem, seats)
        player = inside.parts[0] if len(inside.parts) > 1 else named
        if len(inside.parts) > 1:
            seat = seat_in(inside.stem, seats)
        result.append(Submission(player, str(inside), read_file(Path(path)), seat, place=path))
    if not result:
        raise NothingHandedInError(str(folder))
    return result


def _why_no_list(path: str) -> str | None:
    """Why a zip file or a document in a folder is no list of a player; None where it may be one."""
    from importers.decks.document_deck import DOCUMENT_SUFFIXES
    from importers.decks.zipped_decks import SUFFIX as ZIP, is_in_zip

    if is_in_zip(path) or Path(path).suffix.lower() == ZIP:
        return ZIPPED
    if Path(path).suffix.lower() not in DOCUMENT_SUFFIXES:
        return None
    try:
        read_deck(Path(path))
    except DeckFileError:
        return NOT_RECOGNISED
    return None


def is_readme(stem: str) -> bool:
    """Whether a file has the name of a readme file.

    >>> is_readme("READ ME first"), is_readme("Ada - light")
    (True, False)
    """
    plain = normal_form(stem).replace(" ", "")
    return any(plain.startswith(word) for word in _READMES)


def split_name(stem: str, seats: Sequence[DeckSeat]) -> tuple[str, str]:
    """The player and the seat in a file name; the seat is empty where it names none.

    >>> from deckcheck.games.seats import LIGHT_AND_DARK
    >>> split_name("Ada Lovelace - light", LIGHT_AND_DARK), split_name("Bo_dark_v2", LIGHT_AND_DARK)
    (('Ada Lovelace', 'light'), ('Bo', 'dark'))
    >>> split_name("Cy light", LIGHT_AND_DARK), split_name("Di - republic", LIGHT_AND_DARK)
    (('Cy', 'light'), ('Di', ''))
    """
    words = {normal_form(word): seat.code for seat in seats for word in (seat.code, seat.name)}
    parts = [part for part in _DIVIDER.split(stem) if part.strip()]
    for place, part in enumerate(parts[1:], start=1):
        first = normal_form(part).split(" ")[0]
        if first in words:
            return " ".join(parts[:place]), words[first]
    one, _unused, last = stem.rpartition(" ")
    if len(parts) == 1 and one.strip() and normal_form(last) in words:
        return one.strip(), words[normal_form(last)]
    divided = re.split(r"\s+[-\u2013\u2014]+\s+", stem)
    return (divided[0] if len(divided) > 1 else stem).strip(), ""


def seat_in(stem: str, seats: Sequence[DeckSeat]) -> str:
    """The seat in the name of a file in a player's folder; empty where it names none or several.

    >>> from deckcheck.games.seats import LIGHT_AND_DARK
    >>> seat_in("my light deck", LIGHT_AND_DARK), seat_in("lightning", LIGHT_AND_DARK)
    ('light', '')
    """
    words = set(normal_form(re.sub(r"[_,;.]", " ", stem)).split())
    result = [s.code for s in seats if words & {normal_form(s.code), normal_form(s.name)}]
    return result[0] if len(result) == 1 else ""


def is_sheet(path: Path) -> bool:
    """Whether a file is a sheet of players by its suffix."""
    return path.suffix.lower() in _SHEETS


def read_players_text(path: Path) -> list[Submission]:
    """The players of a text with a name in each line; bullets and numbers before names are dropped.

    Raises `EventSheetError` for a line that is one of a deck list.
    """
    result = []
    for number, line in enumerate(decode(read_file(path), str(path)).split("\n"), start=1):
        name = _BULLET.sub("", line.strip()).strip()
        if not name or name.startswith("#"):
            continue
        if "<" in name or (_LIST_LINE.match(line) and not _BULLET.match(line.strip())):
            expected = _("expected a file with a player's name in each line")
            message = _(
                "{name!r} is a line of a deck list; {expected}, or a folder of lists",
                name=name[:40],
                expected=expected,
            )
            raise EventSheetError(str(path), number, message)
        result.append(
            Submission(name, place=_("{path}, line {number}", path=path, number=number), is_row=True)
        )
    if not result:
        raise EventSheetError(str(path), 1, _("no name of a player in it"))
    return result


@dataclass(frozen=True, slots=True)
class _Columns:
    """The columns of a sheet of players: those of decks with the seat that each is for."""

    player: int
    club: int | None
    decks: tuple[tuple[int, str], ...]


def read_players_sheet(path: Path, seats: Sequence[DeckSeat]) -> list[Submission]:
    """The players of a sheet with their clubs, and their files or lists in its cells.

    Raises `EventSheetError` for a sheet without a column of players.
    """
    from importers.sheets.sheets import parse_sheets, read_bytes

    file = parse_sheets(read_bytes(path), str(path), lambda rows: _score(rows, seats))
    for place, head in enumerate(file.heads):
        for index, row in enumerate(head.rows):
            columns = _columns(row, seats)
            if columns is not None:
                sheet = file.read(place)
                rows = list(zip(sheet.numbers, sheet.rows, strict=True))[index + 1 :]
                return list(_players(path, rows, columns))
    raise EventSheetError(str(path), 0, _("no column Player in it; `event template` writes a sheet"))


def _score(rows: Sequence[Sequence[Cell]], seats: Sequence[DeckSeat]) -> float:
    """How well rows are understood: the most columns of decks that one of them heads."""
    result = [_columns(row, seats) for row in rows]
    return max((1.0 + len(one.decks) for one in result if one is not None), default=0.0)


def _columns(row: Sequence[Cell], seats: Sequence[DeckSeat]) -> _Columns | None:
    """The columns that a row heads, None where it is no header."""
    words = [normal_form(str(cell)) if cell is not None else "" for cell in row]
    players = [n for n, word in enumerate(words) if _heads(word, "player", _("Player"))]
    if not players:
        return None
    clubs = [n for n, word in enumerate(words) if _heads(word, "club", _("Club"))]
    decks = []
    for place, word in enumerate(words):
        side = {means for _game, means in meanings().get(word, ())}
        of = [
            seat.code
            for seat in seats
            if {normal_form(one) for one in (seat.code, english(seat.name), str(seat.name))} & {*word.split()}
            or f"side {english(seat.name)}" in side
            or word == normal_form(str(_("{seat} deck", seat=seat.name)))
        ]
        if of:
            decks.append((place, of[0] if len(of) == 1 else ""))
        elif _heads(word.rstrip("s0123456789 "), "list", _("Deck")):
            decks.append((place, ""))
    return _Columns(players[0], clubs[0] if clubs else None, tuple(decks))


def _heads(word: str, means: str, shown: str) -> bool:
    """Whether a word over a column has this meaning, in any language or as it is shown."""
    return word in words_for(means) or word == normal_form(str(shown))


def _players(
    path: Path, rows: Iterable[tuple[int, Sequence[Cell]]], columns: _Columns
) -> Iterator[Submission]:
    for number, row in rows:
        cells = [cell for cell in row if cell not in (None, "")]
        name = _text(row, columns.player)
        if not cells:
            continue
        if not name.strip():
            raise EventSheetError(str(path), number, _("a deck or a club, but no player"))
        club = _text(row, columns.club).strip()
        where = _("{path}, row {number}", path=path, number=number)
        lists = [(seat, text) for place, seat in columns.decks if (text := _text(row, place)).strip()]
        if not lists:
            yield Submission(name, club=club, place=where, is_row=True)
        for seat, text in lists:
            one = Submission(name, seat=seat, club=club, place=where, is_row=True)
            yield from _cell(path, number, one, text)


def _cell(path: Path, number: int, one: Submission, text: str) -> Iterator[Submission]:
    """The content of a cell: a list of cards, or names of files beside the sheet."""
    lines = [line for line in text.splitlines() if line.strip()]
    files = [line.strip() for line in lines]
    if not all(_is_beside(path, line) for line in files):
        if sum(bool(_LIST_LINE.match(line)) for line in lines) * 2 < len(lines):
            missing = next(file for file in files if not _is_beside(path, file))
            raise EventSheetError(
                str(path),
                number,
                _("{missing!r} is neither a file beside the sheet nor a list", missing=missing),
            )
        label = f"{one.player.strip()}{f' - {one.seat}' if one.seat else ''}.txt"
        data = ("\n".join(lines) + "\n").encode("utf-8", "replace")
        yield replace(one, path=label, data=data)
        return
    for file in files:
        yield replace(one, path=file, data=read_file(path.parent / file))


def _is_beside(sheet: Path, name: str) -> bool:
    """Whether a cell names a file beside the sheet or below; what lies elsewhere is not read.

    A sheet comes from people who need not know what else is on this computer.
    """
    try:
        folder = sheet.parent.resolve()
        file = (folder / name).resolve()
        return file.is_file() and file.is_relative_to(folder)
    except (OSError, ValueError, RuntimeError):
        return False


def _text(row: Sequence[Cell], place: int | None) -> str:
    if place is None or place >= len(row) or row[place] is None:
        return ""
    return str(row[place])


def players_template(seats: Sequence[DeckSeat]) -> bytes:
    """A workbook to be filled in: players, clubs, and a column for the deck of each seat."""
    from importers.sheets.table_workbook import table_workbook

    decks = [_("{seat} deck", seat=seat.name) if len(seats) > 1 else _("Deck") for seat in seats]
    return table_workbook(_("Players"), (_("Player"), _("Club"), *decks), [])
