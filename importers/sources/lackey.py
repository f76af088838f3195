"""The LackeyCCG plugin: set files, the list that names them, and the formats by their sets.

A plugin folder, a zip of it, or single set files are read; of a folder just the files that
`ListOfCardDataFiles.txt` names, or else all but lock files and the stale concatenation.
"""

import re
from collections.abc import Iterable, Iterator
from html import unescape
from pathlib import PurePosixPath

from db.imports.source_rows import Place, Reading, RowProblem, SourceCard, SourceFormat, SourceSet
from db.language import gettext as _
from importers.card_lists.card_list import CardLine, CardList, CardListError, parse_card_list
from importers.sources.archives import FileTree, checked_path
from importers.sources.source import CardSource, ReadOptions
from importers.sources.swtcg import GAME, swtcg_card

LIST_FILE = "ListOfCardDataFiles.txt"
FORMATS_FILE = "formats.txt"
CONCATENATION = "allsets.txt"
HELP = "help"
"""The stem of the file of help entries, whose sides mean nothing."""

ADDRESS = "https://lackey.swtcg.com/starwars/updatelist.txt"

_INCLUDED = re.compile(r"<filetoinclude>\s*(.*?)\s*</filetoinclude>", re.IGNORECASE | re.DOTALL)
_FORMAT = re.compile(r"<format>(.*?)(?=</format>|<format>|$)", re.IGNORECASE | re.DOTALL)
_LABEL = re.compile(r"<label>\s*(.*?)\s*</label>", re.IGNORECASE | re.DOTALL)
_SET = re.compile(r"<set>\s*(.*?)\s*</set>", re.IGNORECASE | re.DOTALL)
_BESIDE = frozenset({"plugininfo.txt", "version.txt", "formats.txt", "updatelist.txt"})


def claims(tree: FileTree) -> bool:
    """Whether the files are a plugin, or set files of one."""
    if tree.find(LIST_FILE):
        return True
    return any(_names_columns(tree.read(name)) for name in _loose_sets(tree)[:5])


def read(tree: FileTree, options: ReadOptions) -> Reading:
    """All sets of a plugin; what in `formats.txt` names a set that is not there is noted."""
    cards: list[SourceCard] = []
    problems: list[RowProblem] = []
    notes: list[str] = []
    stated: set[str] = set()
    codes: dict[str, None] = {}
    for name in _set_files(tree, problems):
        code = options.set_code or PurePosixPath(name).name.partition(".")[0]
        try:
            listed = parse_card_list(tree.read(name), tree.shown(name))
        except CardListError as error:
            problems.append(RowProblem(Place(tree.shown(name)), _message(error), code))
            continue
        if holds_no_cards(listed):
            notes.append(_("{shown}: holds no cards, left out", shown=tree.shown(name)))
            continue
        stated |= _stated(listed)
        for row in _rows(listed, code):
            if isinstance(row, SourceCard):
                cards.append(row)
                codes[row.set_code] = None
            else:
                problems += row
    formats = tuple(_formats(tree))
    refused = {problem.set_code for problem in problems if problem.set_code}
    notes += _unknown_sets(formats, codes.keys() | refused | options.known_sets)
    return Reading(
        GAME,
        tuple(cards),
        tuple(SourceSet(code) for code in codes),
        formats,
        tuple(problems),
        tuple(notes),
        frozenset(stated),
    )


def included_files(data: bytes, source: str) -> tuple[str, ...]:
    """The set files that `ListOfCardDataFiles.txt` names, relative to `sets/`.

    >>> included_files(b"<filetoinclude>ANH.txt</filetoinclude>", "list")
    ('ANH.txt',)
    """
    names = _INCLUDED.findall(_decoded(data))
    return tuple(dict.fromkeys(checked_path(unescape(name), source) for name in names))


def is_set_file(name: str) -> bool:
    """Whether a file is a set file by its name, and no lock file or stale copy.

    >>> is_set_file("sets/ANH.txt"), is_set_file("sets/.~lock.PM.txt#")
    (True, False)
    """
    base = PurePosixPath(name).name
    return (
        base.lower().endswith(".txt")
        and not base.startswith(".")
        and base.lower() not in {CONCATENATION, LIST_FILE.lower(), *_BESIDE}
    )


def _names_columns(data: bytes) -> bool:
    first = data.partition(b"\n")[0].lower().replace(b'"', b"").removeprefix(b"\xef\xbb\xbf")
    return {b"name", b"type"} <= {cell.strip() for cell in first.split(b"\t")}


def _loose_sets(tree: FileTree) -> list[str]:
    """The set files where no list names them: those in a folder `sets`, else any."""
    names = sorted(name for name in tree.names if is_set_file(name))
    inside = [name for name in names if PurePosixPath(name).parent.name.lower() == "sets"]
    if not inside and len(tree.names) == 1:
        return list(tree.names)
    return inside or names


def _set_files(tree: FileTree, problems: list[RowProblem]) -> Iterator[str]:
    """Yields the set files to read; those that are named but missing are problems."""
    lists = tree.find(LIST_FILE)
    if not lists:
        yield from _loose_sets(tree)
        return
    root = PurePosixPath(lists[0]).parent
    by_name = {name.casefold(): name for name in tree.names}
    for named in included_files(tree.read(lists[0]), tree.shown(lists[0])):
        places = ((root / "sets" / named).as_posix(), (root / named).as_posix())
        found = next((by_name[p.casefold()] for p in places if p.casefold() in by_name), None)
        if found is not None:
            yield found
        else:
            place = Place(tree.shown(lists[0]))
            message = _("names {named}, which is not there", named=named)
            problems.append(RowProblem(place, message, PurePosixPath(named).name.partition(".")[0]))


def _rows(listed: CardList, code: str) -> Iterator[SourceCard | tuple[RowProblem, ...]]:
    for line in listed.lines:
        if not line.is_card:
            if any(cell.strip() for cell in line.columns.values()) and not line.get("name"):
                yield (_problem(listed, line, "name", _("found nothing, expected a name"), code),)
            continue
        if any(cell.strip() for cell in line.surplus):
            message = _(
                "found {cells} fields, expected {count} as in the header",
                cells=line.cells,
                count=len(listed.header),
            )
            yield (_problem(listed, line, None, message, code),)
            continue
        place = Place(listed.path, line.line)
        yield swtcg_card(line.columns, place, line.get("set") or code)


def _problem(listed: CardList, line: CardLine, column: str | None, message: str, code: str) -> RowProblem:
    return RowProblem(Place(listed.path, line.line, column), message, line.get("set") or code)


def holds_no_cards(listed: CardList) -> bool:
    """Whether it is a file of help, like HELP.txt, or another in which no row states a side."""
    if PurePosixPath(listed.path).stem.casefold() == HELP:
        return True
    return not any(line.is_card and line.get("side") for line in listed.lines)


_COLUMNS = {
    "imagefile": "image_key",
    "side": "side",
    "type": "type",
    "subtype": "subtype",
    "cost": "cost",
    "speed": "speed",
    "power": "power",
    "health": "health",
    "rarity": "rarity",
    "number": "number",
    "text": "text",
    "script": "script",
    "usage": "rulings",
    "classification": "tags",
}


def _stated(listed: CardList) -> set[str]:
    """The fields for which a set file has columns; marks stand in two of them."""
    stated = {field for column, field in _COLUMNS.items() if column in listed.header}
    marked = {"rulings", "tags"} <= stated or "legality" in listed.header
    return stated | ({"marks"} if marked else set())


def _formats(tree: FileTree) -> Iterator[SourceFormat]:
    for name in tree.find(FORMATS_FILE)[:1]:
        for body in _FORMAT.findall(_decoded(tree.read(name))):
            label = _LABEL.search(body)
            if label is not None and label[1]:
                sets = [unescape(code) for code in _SET.findall(body)]
                yield SourceFormat(unescape(label[1]), unescape(label[1]), {"sets": sets})


def _unknown_sets(formats: Iterable[SourceFormat], codes: Iterable[str]) -> Iterator[str]:
    known = set(codes)
    unknown: dict[str, list[str]] = {}
    for one in formats:
        for code in one.data["sets"]:
            if code not in known:
                unknown.setdefault(code, []).append(one.name)
    for code, names in unknown.items():
        yield _(
            "{formats_file}: names a set {code}, which is not there (in {names})",
            formats_file=FORMATS_FILE,
            code=code,
            names=", ".join(names),
        )


def _decoded(data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", errors="replace")


def _message(error: CardListError) -> str:
    """The problem, without the file that stands before it."""
    return str(error).partition(": ")[2] or str(error)


SOURCE = CardSource(
    "lackey", _("the LackeyCCG plugin of the Star Wars TCG: set files, formats"), GAME, claims, read, ADDRESS
)
