"""The checks of a card list as a whole: its header, rows, names, numbers and reprints."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import PurePath

from db.cards.names import normal_form, parse_name
from db.language import all_of, gettext as _, ngettext
from importers.card_lists.card_list import COLUMNS, LACKEY, OWN, CardLine, CardList
from importers.card_lists.lint_columns import Slip
from importers.card_lists.spelling import (
    LIST_TAGS,
    STATS,
    fixed_name,
    fixed_number,
    fixed_type,
    parse_markers,
)

_NEEDED_COLUMNS = ("name", "side", "type", "subtype", *STATS, "rarity", "number")
_FACTS = ("side", "type", "subtype", *STATS)
_MOST_SETS = 3
_MOST_LISTED = 12

Placed = tuple[CardLine | None, Slip]


def list_slips(cards: CardList) -> Iterator[tuple[CardLine | None, Slip]]:
    """Yields the errors of the list, each with the line concerned, None for the header."""
    lines = [line for line in cards.lines if line.is_card]
    yield from _file(cards)
    if concatenation := _concatenation(cards, lines):
        yield None, concatenation
        return
    yield from _rows(cards)
    yield from _sets(cards, lines)
    yield from _doubled(lines)
    yield from _images(cards, lines)
    yield from _numbers(lines)
    yield from _disagreements(cards, lines)
    yield from _conflicts(cards, lines)


def _file(cards: CardList) -> Iterator[Placed]:
    if cards.encoding in ("utf-8-sig", "utf-16"):
        yield None, Slip("byte-order-mark", None, cards.encoding, _("UTF-8 without a mark"))
    if len(cards.newlines) > 1 or "\r" in cards.newlines:
        found = all_of(sorted(map(repr, cards.newlines)))
        yield None, Slip("line-ends", None, found, _("one kind of line end, LF or CRLF"))
    for column in _NEEDED_COLUMNS:
        if column not in cards.header:
            yield None, Slip("column-missing", column, _("no such column"), column)
    for column in cards.header:
        if column not in COLUMNS[cards.form]:
            found = column or _("a column without a name")
            yield None, Slip("column-unknown", column or None, found, _("a known column"))
    for number in cards.blank_lines:
        yield CardLine(number, {}), Slip("blank-line", None, "nothing", _("a card"))


def _rows(cards: CardList) -> Iterator[Placed]:
    width = len(cards.header)
    for line in cards.lines:
        if any(line.surplus):
            text = _("{cells} fields", cells=line.cells)
            yield line, Slip("row-ragged", None, text, _("{width}, as in the header", width=width))
        elif line.surplus:
            yield line, Slip("row-tab", None, _("a tab at the end"), "none")
        elif line.cells < width:
            yield (
                line,
                Slip(
                    "row-short",
                    None,
                    _("{cells} fields", cells=line.cells),
                    _("{width}; the rest empty", width=width),
                ),
            )


def _concatenation(cards: CardList, lines: Iterable[CardLine]) -> Slip | None:
    codes = {code for line in lines if (code := line.get("set"))}
    if len(codes) <= _MOST_SETS and PurePath(cards.path).stem.lower() != "allsets":
        return None
    text = _("{count} sets in one file", count=len(codes))
    return Slip("concatenation", "set", text, _("one file a set; such files are often stale"))


def _sets(cards: CardList, lines: Iterable[CardLine]) -> Iterator[Placed]:
    for line in lines:
        code = line.get("set")
        if code and code.casefold() != cards.set_code.casefold():
            expected = _("{set_code}, as the file is called", set_code=cards.set_code)
            yield line, Slip("set-mismatch", "set", code, expected)


def _doubled(lines: Iterable[CardLine]) -> Iterator[Placed]:
    """Names that several lines have, each name once, at the second of its lines."""
    named: dict[str, list[CardLine]] = defaultdict(list)
    for line in lines:
        named[_same(line)].append(line)
    for first, *again in named.values():
        if again:
            others = ", ".join(str(line.line) for line in (first, *again[1:])[:_MOST_LISTED])
            others += " ..." * (len(again) > _MOST_LISTED)
            see = ngettext("see line {others}", "see lines {others}", len(again), others=others)
            name = fixed_name(again[0].get("name"))
            yield again[0], Slip("name-doubled", "name", name, _("a name of its own; {see}", see=see))


def _same(line: CardLine) -> str:
    """The name as it is compared, which the lines of one card have in common."""
    return normal_form(fixed_name(line.get("name")))


def _images(cards: CardList, lines: Iterable[CardLine]) -> Iterator[Placed]:
    if cards.form != LACKEY or "imagefile" not in cards.header:
        return
    first: dict[str, CardLine] = {}
    for line in lines:
        image = line.get("imagefile")
        if not image:
            yield line, Slip("image-missing", "imagefile", "nothing", _("the key of the card"))
        elif _same(before := first.setdefault(image, line)) != _same(line):
            text = _("{image}, also in line {line}", image=image, line=before.line)
            yield line, Slip("image-doubled", "imagefile", text, _("a key of its own"))


def _numbers(lines: Iterable[CardLine]) -> Iterator[Placed]:
    """Doubled numbers and gaps among the cards that are no reprints and no Subordinates."""
    counted = [line for line in lines if _is_numbered(line)]
    without = [line for line in counted if not line.get("number")]
    if without and len(without) == len(counted):
        yield (
            None,
            Slip("number-missing", "number", _("none in {count} lines", count=len(counted)), "numbers"),
        )
        return
    for line in without:
        yield line, Slip("number-missing", "number", "nothing", _("a number"))
    first: dict[int, CardLine] = {}
    for line in counted:
        number = fixed_number(line.get("number"))
        if not number.isdecimal():
            continue
        before = first.setdefault(int(number), line)
        if _same(before) != _same(line):  # else its name is told already
            text = _("{number}, also in line {line}", number=number, line=before.line)
            yield line, Slip("number-doubled", "number", text, _("a number of its own"))
    gaps = sorted(set(range(1, max(first, default=0) + 1)) - set(first))
    if gaps:
        listed = ", ".join(map(str, gaps[:_MOST_LISTED])) + (" ..." * (len(gaps) > _MOST_LISTED))
        text = _("{count} missing: {listed}", count=len(gaps), listed=listed)
        yield None, Slip("number-gap", "number", text, _("all numbers from 1 to {first}", first=max(first)))


def _is_numbered(line: CardLine) -> bool:
    reprint = parse_name(fixed_name(line.get("name"))).reprint
    return reprint is None and fixed_type(line.get("type")) != "Subordinate"


def _disagreements(cards: CardList, lines: Iterable[CardLine]) -> Iterator[Placed]:
    """Rows of one card, the card and its reprints, that say different things."""
    tags = "tags" if cards.form == OWN else "classification"
    rows: Mapping[str, list[CardLine]] = defaultdict(list)
    for line in lines:
        rows[normal_form(parse_name(fixed_name(line.get("name"))).card)].append(line)
    for first, *others in rows.values():
        for other in others:
            for column in (*_FACTS, tags):
                here, there = other.get(column), first.get(column)
                if here != there:
                    code = "reprint-tags" if column == tags else "reprint-differs"
                    expected = _("{there}, as in line {line}", there=there or "nothing", line=first.line)
                    yield other, Slip(code, column, here or "nothing", expected)


def _conflicts(cards: CardList, lines: Iterable[CardLine]) -> Iterator[Placed]:
    """Cards that are both banned and restricted in one format, by markers or tags."""
    tags, usage = ("tags", "usage") if cards.form == OWN else ("classification", "usage")
    for line in lines:
        markers, _unused = parse_markers(line.get("legality") or line.get(usage))
        marks = {(marker.status, marker.format) for marker in markers}
        marks |= {LIST_TAGS[t] for t in line.get(tags).replace(",", " ").split() if t in LIST_TAGS}
        banned = {where for status, where in marks if status == "banned"}
        restricted = {where for status, where in marks if status == "restricted"}
        if banned & restricted or (banned and None in restricted) or (restricted and None in banned):
            text = ", ".join(
                sorted(
                    _("{status} in {where}", status=status, where=where or "all") for status, where in marks
                )
            )
            yield line, Slip("marker-conflict", None, text, _("one or the other"))
