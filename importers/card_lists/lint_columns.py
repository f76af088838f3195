"""The checks of one line of a card list, column by column."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from db.language import gettext as _
from importers.card_lists import spelling
from importers.card_lists.card_list import FACTS, OWN, CardLine

FACT_COLUMNS = (
    "name",
    "set",
    "side",
    "type",
    "subtype",
    *spelling.STATS,
    "rarity",
    "number",
    "classification",
    "tags",
    "legality",
)
_SHOWN = 60
_MOST_SPEED = 100
_USUAL_SUBTYPE = re.compile(r"[\w '\-/.&!]*")
_NUMBER = re.compile(r"\d+[A-Za-z]?|[PS]|")
_STAT = re.compile(r"\d+|[X*]|", re.IGNORECASE)
_RARE, _COMMON = 2, 10
_SHORTEST_WORD = 5
_NEEDED: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(spelling.ARENA_GROUPS, spelling.STATS),
    **dict.fromkeys(
        ("Mission", "Mission - Trap", "Mission - Campaign", "Location", "Equipment", "Resource"), ("cost",)
    ),
    "Subordinate": ("speed", "power", "health"),
    "Battle": (),
    "Event": (),
}
"""The stats that each type has; Reminders are not judged."""


@dataclass(frozen=True, slots=True)
class Slip:
    """An error in a line: the code of the check, the column, what is there and what should be."""

    code: str
    column: str | None
    found: str
    expected: str


@dataclass(frozen=True, slots=True)
class KnownWords:
    """The number of each word in lists that are known to be good, and the common words."""

    counts: Mapping[str, int] = field(default_factory=dict)
    common: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ListWords:
    """The words known beforehand: those of traits and of names, and the codes of sets."""

    traits: KnownWords = KnownWords()
    names: KnownWords = KnownWords()
    sets: frozenset[str] = frozenset()


def known_words(counts: Mapping[str, int]) -> KnownWords:
    """The words with the common ones among them, with which rare ones are compared."""
    return KnownWords(counts, tuple(word for word, often in counts.items() if often >= _COMMON))


def words_of(text: str) -> list[str]:
    """The words of a name or subtype that are checked for misspelling.

    >>> words_of("Jedi Knight - X-wing Pilot")
    ['Jedi', 'Knight', 'X-wing', 'Pilot']
    """
    return re.findall(r"[^\W\d_][\w'-]*\w", text)


def column_slips(line: CardLine, form: str, words: ListWords) -> Iterator[Slip]:
    """Yields the errors in the columns of one line."""
    yield from _written(line)
    if not line.is_card:
        if found := line.get("name"):
            yield Slip("no-card", "name", found, _("the name of a card; this line is taken for none"))
        elif any(cell.strip() for cell in line.columns.values()):
            yield Slip("name-missing", "name", "nothing", _("a name"))
        return
    yield from _name(line, words)
    yield from _side(line, form)
    yield from _type(line)
    yield from _subtype(line)
    yield from _stats(line)
    yield from _number(line)
    yield from _tags(line, form)
    yield from _markers(line, form)
    yield from _misspelt(line, words)


def _written(line: CardLine) -> Iterator[Slip]:
    """Encoding, quoting, blanks and characters, whatever the column means."""
    if line.encoding != "utf-8":
        column, cell = next(((c, t) for c, t in line.columns.items() if not t.isascii()), (None, "bytes"))
        yield Slip("encoding", column, f"{line.encoding}: {_cut(cell)}", "UTF-8")
    for column, cell in line.columns.items():
        if column in line.unwrapped:
            yield Slip("csv-quoting", column, f'"{_cut(cell)}"', _("the field without quoting"))
        if any(_is_control(c) for c in cell):
            yield Slip("control-character", column, _cut(repr(cell)), _("text only"))
        if column in FACT_COLUMNS:
            yield from _blanks(column, cell)


def _blanks(column: str, cell: str) -> Iterator[Slip]:
    if any(c in spelling.ODD_BLANKS for c in cell):
        yield Slip("odd-blank", column, repr(cell), repr(spelling.fixed_blanks(cell)))
    if cell != cell.strip(" "):
        yield Slip("stray-blank", column, repr(cell), repr(cell.strip(" ")))
    if "  " in cell.strip(" "):
        yield Slip("doubled-blank", column, repr(cell), repr(spelling.fixed_blanks(cell)))
    if column not in ("type", "subtype") and any(c in spelling.DASHES for c in cell):
        yield Slip("typographic-dash", column, cell, spelling.fixed_dashes(cell))
    if any(c in spelling.QUOTES for c in cell):
        plain = "".join(spelling.QUOTES.get(c, c) for c in cell)
        yield Slip("typographic-quote", column, cell, plain)


def _name(line: CardLine, words: ListWords) -> Iterator[Slip]:
    name = spelling.fixed_blanks(line.get("name"))
    for code, fixed in spelling.name_slips(name):
        yield Slip(code, "name", name, fixed)
    name = spelling.fixed_name(name)
    codes = words.sets | {line.get("set")} - {""}
    coded = re.search(r"[ {]([A-Z0-9]{2,5})}?$", name)
    for code in (*spelling.name_groups(name), *(coded.groups() if coded else ())):
        if code in codes:
            yield Slip("name-set-code", "name", name, _("{code} tells it from another card", code=code))
        elif f"({code})" in name and code != "Subordinate":
            yield Slip("name-suffix", "name", name, _("a version, reprint mark or (Subordinate)"))


def _side(line: CardLine, form: str) -> Iterator[Slip]:
    known = spelling.SIDE_WORDS if form == OWN else spelling.SIDE_LETTERS
    side = line.get("side")
    if not side:
        yield Slip("side-missing", "side", "nothing", _("one of {known}", known=", ".join(known)))
    elif side not in known:
        yield Slip("side-unknown", "side", side, _("one of {known}", known=", ".join(known)))
    rarity = line.get("rarity")
    if not rarity and line.get("type") != "Subordinate":
        yield Slip(
            "rarity-missing",
            "rarity",
            "nothing",
            _("one of {rarities}", rarities=", ".join(spelling.RARITIES)),
        )
    elif rarity and rarity not in spelling.RARITIES:
        yield Slip(
            "rarity-unknown", "rarity", rarity, _("one of {rarities}", rarities=", ".join(spelling.RARITIES))
        )


def _type(line: CardLine) -> Iterator[Slip]:
    written = line.columns.get("type", "").strip(" ")
    fixed = spelling.fixed_type(written)
    if not written:
        yield Slip("type-missing", "type", "nothing", _("a type"))
    elif fixed not in spelling.TYPES:
        yield Slip("type-unknown", "type", written, _("one of {types}", types=", ".join(spelling.TYPES)))
    elif fixed != written:
        yield Slip("type-spelling", "type", written, fixed)


def _subtype(line: CardLine) -> Iterator[Slip]:
    written = spelling.fixed_blanks(line.columns.get("subtype", ""))
    fixed, card_type = spelling.fixed_subtype(written), spelling.fixed_type(line.get("type"))
    if fixed != written:
        yield Slip("subtype-dash", "subtype", written, fixed)
    if not _USUAL_SUBTYPE.fullmatch(fixed):
        yield Slip("subtype-character", "subtype", written, _("letters, digits and ' - / . &"))
    first = fixed.split(" - ")[0]
    if card_type in spelling.PLACED:
        yield from _arena(first, fixed)
    elif card_type in spelling.ARENA_GROUPS:
        if not fixed:
            yield Slip("subtype-missing", "subtype", "nothing", _("a subtype, since this is a unit"))
        elif spelling.fixed_type(first) in spelling.ARENA_GROUPS:
            yield Slip("arena-superfluous", "subtype", first, _("no arena; the type states it"))
    elif fixed and card_type in spelling.TYPES:
        yield Slip("subtype-superfluous", "subtype", fixed, _("nothing for {card_type}", card_type=card_type))


def _arena(first: str, subtype: str) -> Iterator[Slip]:
    meant = spelling.fixed_type(first)
    if first in spelling.ARENA_GROUPS:
        return
    if meant in spelling.ARENA_GROUPS:
        yield Slip("arena-spelling", "subtype", first, meant)
        return
    leading = subtype.split(" ", maxsplit=1)[0]
    if spelling.fixed_type(leading) in spelling.ARENA_GROUPS:
        rest = subtype.removeprefix(leading).strip()
        yield Slip("subtype-dash", "subtype", subtype, f"{spelling.fixed_type(leading)} - {rest}")
        return
    found = subtype or "nothing"
    yield Slip(
        "arena-missing", "subtype", found, _("an arena first, like {arenas} - ...", arenas=spelling.ARENAS[2])
    )


def _stats(line: CardLine) -> Iterator[Slip]:
    needed = _NEEDED.get(spelling.fixed_type(line.get("type")))
    for stat in spelling.STATS:
        written = line.get(stat)
        fixed = spelling.fixed_number(written)
        if fixed != written:
            yield Slip("stat-decimal", stat, written, fixed)
        if not _STAT.fullmatch(fixed):
            yield Slip("stat-unknown", stat, written, _("a number, X, * or nothing"))
        if needed is not None and bool(fixed) is not (stat in needed):
            code = "stat-superfluous" if fixed else "stat-missing"
            wanted = "nothing" if fixed else f"a {stat}"
            yield Slip(
                code, stat, fixed or "nothing", _("{wanted} for {line}", wanted=wanted, line=line.get("type"))
            )
        if stat == "speed" and fixed.isdecimal() and (int(fixed) % 10 or int(fixed) > _MOST_SPEED):
            yield Slip(
                "speed-unusual",
                stat,
                fixed,
                _("a multiple of ten up to {most_speed}", most_speed=_MOST_SPEED),
            )


def _number(line: CardLine) -> Iterator[Slip]:
    written = line.get("number")
    fixed = spelling.fixed_number(written)
    if fixed != written:
        yield Slip("number-decimal", "number", written, fixed)
    elif not _NUMBER.fullmatch(written):
        yield Slip("number-unknown", "number", written, _("a number, P, S or nothing"))


def _tags(line: CardLine, form: str) -> Iterator[Slip]:
    column, separator = ("tags", " ") if form == OWN else ("classification", ", ")
    written = spelling.fixed_blanks(line.get(column))
    tags = [tag for tag in re.split(r"[\s,;]+", written) if tag]
    if written != separator.join(tags):
        yield Slip("tag-separator", column, written, separator.join(tags))
    for tag in dict.fromkeys(tags):
        if tag not in spelling.TAGS:
            yield Slip("tag-unknown", column, tag, _("one of {tags}", tags=", ".join(spelling.TAGS)))
        if tags.count(tag) > 1:
            yield Slip("tag-doubled", column, written, _("{tag} once", tag=tag))


def _markers(line: CardLine, form: str) -> Iterator[Slip]:
    column = "legality" if form == FACTS else "usage"
    markers, odd = spelling.parse_markers(line.get(column))
    for text in odd:
        yield Slip("marker-unknown", column, _cut(text), _("BANNED or RESTRICTED, a colon, a format"))
    for marker in markers:
        where = _("in {format}", format=marker.format) if marker.format else _("in every format with lists")
        usual = marker.standard or (form == FACTS and marker.format)
        code = "marker" if usual else "marker-unusual"
        otherwise = "" if usual else f"*{marker.status.upper()}:Format, if not "
        yield Slip(code, column, marker.text, f"{otherwise}{marker.status} {where}")


def _misspelt(line: CardLine, words: ListWords) -> Iterator[Slip]:
    for column, known in (("subtype", words.traits), ("name", words.names)):
        for word in words_of(line.get(column)):
            if near := _common_neighbour(word, known):
                yield Slip(f"{column}-misspelt", column, word, _("perhaps {near}", near=near))


def _common_neighbour(word: str, known: KnownWords) -> str | None:
    """A common word one edit away from this rare one, but neither its plural nor singular."""
    if len(word) < _SHORTEST_WORD or known.counts.get(word, 0) > _RARE:
        return None
    from rapidfuzz.distance import OSA
    from rapidfuzz.process import extract

    near = extract(word, known.common, scorer=OSA.distance, score_cutoff=1, limit=None)
    return next((other for other, _, _ in near if not _is_form_of(word, other)), None)


def _is_form_of(one: str, other: str) -> bool:
    """Whether these are one word in upper and lower case, or in singular and plural."""
    short, long = sorted((one.casefold(), other.casefold()), key=len)
    return short == long or (long == f"{short}s" and not short.endswith("s"))


def _is_control(character: str) -> bool:
    return not character.isprintable() and character not in spelling.ODD_BLANKS and character != " "


def _cut(text: str) -> str:
    return text if len(text) <= _SHOWN else text[:_SHOWN] + "..."
