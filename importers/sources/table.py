"""Cards of a table of one's own: CSV, XLSX, ODS or JSON, one row a card, columns by their names.

The usual names of columns are known; others are given with `--map COLUMN=FIELD`. A table may hold
only some of the cards of a set.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import PurePosixPath

from db.imports.source_rows import CARD_FACTS, Place, Reading, RowProblem, SourceCard, SourceSet
from db.language import all_of, gettext as _, joined
from importers.sheets.sheet import Cell
from importers.sources.archives import FileTree
from importers.sources.checking import RowCheck
from importers.sources.sheets import SourceSheet, read_sheets, suffix_of
from importers.sources.source import CardSource, ReadOptions
from importers.sources.source_errors import CardSourceError, MalformedSourceError
from importers.sources.swtcg import GAME as SWTCG, swtcg_card

COLUMNS: Mapping[str, tuple[str, ...]] = {
    "name": ("name", "card", "card name", "title"),
    "subtitle": ("subtitle",),
    "set": ("set", "set code", "edition code", "edition"),
    "set_name": ("set name", "setname", "edition name"),
    "number": ("number", "no", "no.", "#", "collector number", "card number", "position"),
    "image_key": ("image key", "imagefile", "image file", "image", "imagefrag"),
    "side": ("side",),
    "type": ("type", "card type"),
    "subtype": ("subtype", "subtypes", "traits", "trait"),
    "cost": ("cost", "build cost"),
    "speed": ("speed",),
    "power": ("power",),
    "health": ("health",),
    "rarity": ("rarity",),
    "tags": ("tags", "classification"),
    "text": ("text", "card text", "game text", "rules text"),
    "rulings": ("rulings", "usage"),
    "script": ("script",),
    "legality": ("legality",),
}
"""The fields of a card with the names of columns that mean them."""

FACT = "facts."
"""Before the name of a fact that only its game has, like `facts.firepower`."""

_LACKEY = {"image_key": "imagefile", "rulings": "usage", "tags": "classification"}
TABLES = (".csv", ".tsv", ".xlsx", ".ods")
"""Suffixes of files that are tables and nothing else."""

_SUFFIXES = (".csv", ".tsv", ".xlsx", ".ods", ".json", ".txt")
_TEXTS = ("number", "side", "subtype", "rarity", "tags", "text", "rulings", "script", "image_key")
_HEADER_WITHIN = 12
_MOST_SHOWN = 12
_NEEDED = ("side", "type")
_COUNTED = frozenset({"quantity", "qty", "count", "amount", "copies", "owned"})
"""Columns that collections have, and cards do not."""
_BARE_SET = re.compile(r"[A-Za-z0-9-]{1,20}")


class UnknownFieldNameError(CardSourceError):
    """A column is to be mapped to a field that cards do not have."""

    def __init__(self, field: str) -> None:
        known = ", ".join(COLUMNS)
        super().__init__(
            _("no field is called {field!r}. Known: {known}, or {fact}NAME."),
            field=field,
            known=known,
            fact=FACT,
        )


def claims(tree: FileTree) -> bool:
    """Whether some table has a column of names."""
    for name in _files(tree)[:5]:
        try:
            sheets = read_sheets(tree.read(name), name, suffix_of(name), _understood)
        except CardSourceError:
            continue
        if any(_header(sheet, {}) is not None for sheet in sheets):
            return True
    return False


def read(tree: FileTree, options: ReadOptions) -> Reading:
    """The cards of all tables that have a column of names."""
    game = options.game or SWTCG
    cards: list[SourceCard] = []
    problems: list[RowProblem] = []
    sets: dict[str, SourceSet] = {}
    stated: set[str] = set()
    notes: list[str] = []
    lacking: list[MalformedSourceError] = []
    seen: list[Sequence[str]] = []
    used: set[str] = set()
    for name in _files(tree):
        sheets = read_sheets(tree.read(name), tree.shown(name), suffix_of(name), _understood)
        for sheet in sheets:
            header = _header(sheet, options.columns)
            if header is None:
                seen += [cells for _, cells in sheet.rows[:1]]
                continue
            file = tree.shown(name) + (f"[{sheet.name}]" if sheet.name else "")
            line, fields = header
            cells = next(cells for number, cells in sheet.rows if number == line)
            seen.append(cells)
            used |= set(map(_plain, cells))
            if error := _lacking(fields.values(), cells, file, game):
                lacking.append(error)
                continue
            stated |= set(fields.values())
            notes += _unused(cells, fields, file)
            code = options.set_code or _set_code(name)
            names = _set_names(sheet, line, fields)
            for card in _cards(sheet, line, fields, file, code, game):
                if not isinstance(card, SourceCard):
                    problems += card
                    continue
                cards.append(card)
                sets.setdefault(card.set_code, SourceSet(card.set_code, names.get(card.set_code)))
    if not (stated or lacking):
        columns = ", ".join(COLUMNS["name"])
        message = _(
            "no column of names found ({columns}), only {seen}; say which it is with --map COLUMN=name",
            columns=columns,
            seen=_headers_seen(seen),
        )
        raise MalformedSourceError(tree.source, message)
    if missing := [column for column in options.columns if _plain(column) not in used]:
        message = _(
            "no column is called {missing!r}, only {seen}", missing=missing[0], seen=_headers_seen(seen)
        )
        raise MalformedSourceError(tree.source, message)
    if lacking and not stated:
        raise lacking[0]
    notes += [_("{error}; left out", error=error) for error in lacking]
    return Reading(
        game,
        tuple(cards),
        tuple(sets.values()),
        (),
        tuple(problems),
        tuple(notes),
        _stated(stated),
        whole=False,
    )


def _lacking(
    fields: Collection[str], cells: Sequence[str], file: str, game: str
) -> MalformedSourceError | None:
    """The error of a table without a column that every card needs, None where it has them."""
    missing = [field for field in _NEEDED if field not in fields] if game == SWTCG else []
    if not missing:
        return None
    message = _(
        "no column for {missing} of the cards, only {seen}; say which it is with {options}",
        missing=all_of(_("the {field}", field=field) for field in missing),
        seen=_headers_seen([cells]),
        options=" ".join(f"--map COLUMN={field}" for field in missing),
    )
    if any(_plain(cell) in _COUNTED for cell in cells):
        hint = _("Is this a collection? deckcheck collection import takes it")
        message = joined((message, hint), ". ")
    return MalformedSourceError(file, message)


def _headers_seen(headers: Iterable[Sequence[str]]) -> str:
    """The names of the columns, for a message."""
    names = [cell.strip() for cells in headers for cell in cells if cell.strip()]
    shown = ", ".join(name[:30] for name in dict.fromkeys(names[:_MOST_SHOWN]))
    more = ", ..." if len(names) > _MOST_SHOWN else ""
    return f"{shown}{more}" if shown else _("empty ones")


def _understood(rows: Sequence[Sequence[Cell]]) -> float:
    """How well the first rows of a text are split: columns that we know, else columns at all."""
    known = {word for words in COLUMNS.values() for word in words}
    heads = rows[:_HEADER_WITHIN]
    return max(
        (sum(_plain(str(cell)) in known for cell in row) + len(row) / 1000 for row in heads), default=0
    )


def _stated(fields: set[str]) -> frozenset[str]:
    stated = fields & {*CARD_FACTS, "number", "image_key", "rarity", "tags", "text", "rulings", "script"}
    if "legality" in fields or {"rulings", "tags"} <= fields:
        stated.add("marks")
    if any(field.startswith(FACT) for field in fields):
        stated.add("facts")
    return frozenset(stated)


def _header(sheet: SourceSheet, columns: Mapping[str, str]) -> tuple[int, dict[int, str]] | None:
    """The line of the header, and the field of each column; None without a column of names."""
    given = {_plain(column): field for column, field in columns.items()}
    for field in given.values():
        if field not in COLUMNS and not field.startswith(FACT):
            raise UnknownFieldNameError(field)
    known = {
        word: field for field, words in COLUMNS.items() for word in words if field not in given.values()
    } | given
    for line, cells in sheet.rows[:_HEADER_WITHIN]:
        fields: dict[int, str] = {}
        for place, cell in enumerate(cells):
            meant = known.get(_plain(cell))
            if meant is not None and meant not in fields.values():
                fields[place] = meant
        is_stated = any(given.get(_plain(cell)) == "name" for cell in cells)
        if "name" in fields.values() and (len(fields) > 1 or is_stated):
            return line, fields
    return None


def _plain(column: str) -> str:
    return " ".join(column.replace("_", " ").casefold().split())


def _unused(cells: Sequence[str], fields: Mapping[int, str], file: str) -> Iterator[str]:
    unused = [c.strip() for place, c in enumerate(cells) if c.strip() and place not in fields]
    if unused:
        listed = ", ".join(unused)
        yield _(
            "{file}: columns not imported: {listed}; --map COLUMN=FIELD imports one", file=file, listed=listed
        )


def _cards(
    sheet: SourceSheet, header: int, fields: Mapping[int, str], file: str, code: str, game: str
) -> Iterator[SourceCard | tuple[RowProblem, ...]]:
    for line, cells in sheet.rows:
        if line <= header:
            continue
        values = {field: cells[place] for place, field in fields.items() if place < len(cells)}
        if not any(value.strip() for value in values.values()):
            continue
        set_code = values.get("set", "").strip() or code
        place = Place(file, line)
        make = swtcg_card if game == SWTCG else _plain_card
        if game == SWTCG:
            values = {_LACKEY.get(field, field): value for field, value in values.items()}
        yield make(values, place, set_code)


def _set_names(sheet: SourceSheet, header: int, fields: Mapping[int, str]) -> dict[str, str]:
    """The names of sets by their codes, where the table has both."""
    places = {field: place for place, field in fields.items()}
    if not {"set", "set_name"} <= places.keys():
        return {}
    width = max(places["set"], places["set_name"])
    rows = [cells for line, cells in sheet.rows if line > header and len(cells) > width]
    return {cells[places["set"]].strip(): cells[places["set_name"]].strip() for cells in rows}


def _plain_card(
    values: Mapping[str, str], place: Place, set_code: str
) -> SourceCard | tuple[RowProblem, ...]:
    """The card of a row of a game whose ways of writing are unknown."""
    check = RowCheck(values, place, set_code)
    name, subtitle = check.name("name"), check.text("subtitle")
    kind = check.name("type") if "type" in values else "Card"
    texts = {field: check.text(field) for field in _TEXTS}
    stats = {stat: check.stat(stat) for stat in ("cost", "speed", "power", "health")}
    facts = {field.removeprefix(FACT): check.text(field) for field in values if field.startswith(FACT)}
    if check.problems:
        return tuple(check.problems)
    card = f"{name}, {subtitle}" if subtitle else name
    return SourceCard(
        place,
        set_code,
        card,
        card,
        name,
        distinction=subtitle,
        number=texts["number"] or "",
        image_key=texts["image_key"],
        side=(texts["side"] or "").casefold() or None,
        type=kind,
        subtype=texts["subtype"],
        cost=stats["cost"],
        speed=stats["speed"],
        power=stats["power"],
        health=stats["health"],
        rarity=texts["rarity"],
        tags=texts["tags"],
        text=texts["text"],
        rulings=texts["rulings"],
        script=texts["script"],
        facts={key: value for key, value in facts.items() if value is not None},
    )


def _set_code(name: str) -> str:
    stem = PurePosixPath(name).stem
    return stem.upper() if _BARE_SET.fullmatch(stem) else "HOME"


def _files(tree: FileTree) -> tuple[str, ...]:
    return tuple(name for name in tree.names if suffix_of(name) in _SUFFIXES)


SOURCE = CardSource("table", "a table of one's own: CSV, XLSX, ODS or JSON, a row a card", None, claims, read)
