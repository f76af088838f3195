"""Typed lists whose lines hold more than one entry: two columns, or entries behind commas."""

import re
from bisect import bisect_left
from collections.abc import Iterator
from itertools import pairwise

from db.language import gettext as _
from db.patterns import pattern
from importers.decks.deck_format import unread
from importers.decks.deck_list import UnreadLine
from importers.decks.headings import Heading, read_heading
from importers.decks.typed_line import number_words, states_count, unmarked
from importers.heading_words import heading_form, meanings

_BLANKS = pattern(r"\s{3,}|\t+")
_LISTED = pattern(
    r"\s*[,;|/+]\s+(?:(?:and|und|a|et|y|e|i|es|\u00e9s)\s+)?(?=[(\[]?[0-9]{1,2}\s?[xX\u00d7]?[)\]]?\s)"
)
_LAST_ENTRY = pattern(r"(.*[,;])\s+([(\[]?[0-9]{1,2}\s?[xX\u00d7]?[)\]]?(?:\s.*)?)")
_COUNT_FIRST = pattern(r"[(\[]?[xX\u00d7]?[0-9]{1,2}\s?[xX\u00d7]?[)\]]?(?:\s|$)")
Rows = list[tuple[int, str]]
_COLUMNS = pattern(r"\s*\t\s*|\s{3,}|\s+\|\s+")
_AND = pattern(r"\s+(?:and|und|et|y|e|i|a|\u00e9s)\s+(?=[0-9]{1,2}\s?[xX\u00d7]?\s)")
_BEHIND_COUNT = pattern(r"(?<=[xX\u00d7][0-9])\s*[,;|]\s+")
_BEHIND_BRACKET = pattern(r"(?<=[1-4]\))\s*[,;|]\s+")
_BRACKETED = pattern(r".*\D\([xX\u00d7]?[1-4][xX\u00d7]?\)")
_EACH = pattern(
    r"([0-9]{1,2})(?:\s?[xX\u00d7]:|\s?-?ofs?:|\s?[xX\u00d7]?\s(?:of\s)?each(?:\sof)?:?)\s+(\S.*)"
)
"""Several cards behind one count: `4x: Nexu, Reek`, `2 each of Nexu and Reek`."""
_OF_EACH = pattern(r"\s*[,;]\s+(?:and\s+)?|\s+and\s+")
_A_NAME = 2
"""So many parts with a comma between them may be one name."""
_LABEL = pattern(r"([^:]{1,60}):\s+(\S.*)")
_INDENT = pattern(r"\t| {10}")
_NUMBERED = tuple(
    pattern(rf"\s*{form}\s+(\S.*)")
    for form in (
        r"#\s?([0-9]{1,3})[.:)]?",
        r"\(([0-9]{1,3})\)",
        r"([0-9]{1,3})(?=\t)",
        r"(?:N[or]\.?\s?)?([0-9]{1,3})\s?[-:/.)]{1,2}",
    )
)
_LIKE_A_NUMBER = pattern(r"\s*(?:#|\(|N[or]|[0-9]{1,3}\s?[\t:/.)-])")
_FEWEST_NUMBERED = 3
_LOOKED_AT = 20
_COUNT_ALONE = pattern(r"[(\[]?[xX\u00d7]?\s?([0-9]{1,2})\s?[xX\u00d7]?[)\]]?((?:\s?-?ofs?|\s+each)?:?)")
_FEWEST_ALONE = 3
_FOR_EACH = pattern(
    r"(?:je(?:weils)?|po)?\s*([^\W_]{1,7})\s*[xX\u00d7]?\s*(?:-?ofs?|(?:cop(?:y|ies)|kopi\w{1,2}|copias|exempla\w{1,3})?"
    r"\s*(?:of\s+)?(?:each)?)\s*:?",
    re.IGNORECASE,
)
"""A count of each card below: `Four of each:`, `3 copies`, `Je 2x:`."""
_LONGEST_HEAD = 25


def entries(text: str) -> list[str]:
    """The entries of a line, each with its count; the whole line where it is one, or not all are.

    >>> entries("4 Nexu, 2 Order 66"), entries("1 Palpatine, Darth Sidious")
    (['4 Nexu', '2 Order 66'], ['1 Palpatine, Darth Sidious'])
    >>> entries("2 each: Nexu, Order 66"), entries("4x: Rey, Force Prodigy"), entries("Nexu (4), Reek (2)")
    (['2x Nexu', '2x Order 66'], ['4x: Rey, Force Prodigy'], ['Nexu (4)', 'Reek (2)'])
    """
    for divider in (_BLANKS, _LISTED, _BEHIND_COUNT, _BEHIND_BRACKET, _AND):
        if divider.search(text) is None:
            continue
        parts = [part for one in divider.split(text) for part in _AND.split(one)]
        if len(parts) > 1 and (all(map(states_count, parts)) or all(map(_BRACKETED.fullmatch, parts))):
            return parts
    if (each := _EACH.fullmatch(text)) and (
        len(parts := _OF_EACH.split(each[2])) > _A_NAME or "each" in text
    ):
        return [f"{each[1]}x {part}" for part in parts]
    return [text]


def labelled(text: str) -> tuple[str, str] | None:
    """The label before the entries of a line, `Space: 2 A, 3 B`, and these; None without both."""
    found = _LABEL.fullmatch(text) if ": " in text else None
    if found is None or not (len(parts := entries(found[2])) > 1 or states_count(parts[0])):
        return None
    if (heading := read_heading(text, known_only=True)) and heading.number is not None:
        return None  # Team: 4 cards
    return found[1], found[2]


def cells(text: str) -> list[str]:
    """The parts side by side in a line: entries with counts, and headings of types.

    None of it where a part is neither, or all of it is one entry.

    >>> cells("Space (15)      4 Nexu"), cells("4 Nexu    and so on")
    (['Space (15)', '4 Nexu'], [])
    """
    parts = _BLANKS.split(text) if _BLANKS.search(text) else []
    return parts if len(parts) > 1 and all(states_count(one) or goes_on(one) for one in parts) else []


def without_columns(rows: Rows) -> tuple[Rows, Rows, str]:
    """The rows down to words over columns of entries, those from there on, and these words.

    Such words may be decks or zones, unless all of them mean types of cards.

    >>> without_columns([(1, "4 Nexu"), (2, "Deck A     Deck B"), (3, "4 Nexu    2 Order 66")])[2]
    'Deck A | Deck B'
    """
    for place, ((_unused, row), (_number, below)) in enumerate(pairwise(rows)):
        parts = _COLUMNS.split(unmarked(row).text) if _COLUMNS.search(row) else []
        is_over = parts[1:] and all(parts) and not any(map(states_count, parts))
        if is_over and len(entries(unmarked(below).text)) == len(parts):
            means = {means for part in parts for _, means in meanings().get(heading_form(part), ())}
            if not all(map(goes_on, parts)) or any(one.startswith("side ") for one in means):
                return rows[:place], rows[place:], " | ".join(parts)
    return rows, [], ""


def goes_on(text: str) -> Heading | None:
    """The heading that a text is, where it begins no zone."""
    found = read_heading(text, "", known_only=True)
    return found if found and not (found.begins or found.total) else None


class ColumnSums:
    """The cards below the headings of each column; the numbers that these state are compared."""

    def __init__(self) -> None:
        self._stated: dict[int, tuple[int, int, str]] = {}
        self._found: dict[int, int] = {}

    def begin(self, column: int, number: int | None, line: int, text: str) -> Iterator[UnreadLine]:
        """Begins a part of a column; yields what is wrong with the one before."""
        if column in self._stated:
            yield from self._end(column)
        if number is not None:
            self._stated[column] = (number, line, text)
        self._found[column] = 0

    def add(self, column: int, quantity: int) -> None:
        """Counts the copies of an entry."""
        self._found[column] = self._found.get(column, 0) + quantity

    def end(self) -> Iterator[UnreadLine]:
        """Yields what is wrong with the last part of each column."""
        for column in tuple(self._stated):
            yield from self._end(column)

    def _end(self, column: int) -> Iterator[UnreadLine]:
        number, line, text = self._stated.pop(column)
        if number != self._found[column]:
            reason = _(
                "it states {number} cards, and there are {found} below it",
                number=number,
                found=self._found[column],
            )
            yield unread(line, text, reason)


def column_of(row: str) -> int:
    """The column of a row with one cell: the second where much blank stands before it."""
    return 1 if _INDENT.match(row) else 0


def with_plain_numbers(rows: Rows) -> Rows:
    """The rows with `#1 4x Nexu`, `(1) 4x Nexu` or a cell for it as `1. 4x Nexu`, where these rise from 1.

    >>> with_plain_numbers([(n, f"#{n} 4x Nexu") for n in (1, 2, 3)])[2]
    (3, '3. 4x Nexu')
    """
    may_be = any(_LIKE_A_NUMBER.match(row) for _line, row in rows[:_LOOKED_AT])
    for form in _NUMBERED if may_be else ():
        found = {n: one for n, row in rows if (one := form.match(row)) and states_count(one[2].strip())}
        numbers = [int(one[1]) for one in found.values()]
        if len(numbers) >= _FEWEST_NUMBERED and numbers == list(range(1, len(numbers) + 1)):
            return [(n, f"{found[n][1]}. {found[n][2]}" if n in found else row) for n, row in rows]
    return rows


def with_whole_entries(rows: Rows) -> Rows:
    """The rows of entries behind commas, each of them whole where its line was broken within it.

    >>> with_whole_entries([(1, "Space: 4 Nexu, 2 Order"), (2, "66, 3 Reek")])
    [(1, 'Space: 4 Nexu,'), (2, '2 Order 66, 3 Reek')]
    """
    if not any("," in row and _LISTED.search(row) for _line, row in rows):
        return rows
    found: Rows = []
    for number, row in rows:
        text = unmarked(row).text
        above = found[-1][1] if found and found[-1][0] == number - 1 else ""
        last = _LAST_ENTRY.fullmatch(above)
        rest, begun = last.groups() if last else ("", above)
        whole = f"{begun}{'' if begun.endswith('-') else ' '}{text}"
        may_go_on = bool(begun) and ":" not in text and not _COUNT_FIRST.match(text)
        before = unmarked(rest).text
        is_count = _COUNT_FIRST.fullmatch(begun) and (states_count(before) or labelled(before))
        goes_on = is_count or (_LISTED.search(text) and (labelled(whole) or len(entries(whole)) > 1))
        if is_broken := may_go_on and bool(goes_on):
            found[-1:] = [(number - 1, rest)] if rest else []
        found.append((number, whole if is_broken else row))
    return found


def count_of_each(text: str) -> str | None:
    """The digits of a line that is the count of each card below it, and no count of one; None for others.

    >>> [count_of_each(one) for one in ("Four of each:", "3 copies", "Je 2x:", "4x:", "4x", "60 cards")]
    ['4', '3', '2', '4', None, None]
    """
    found = _FOR_EACH.fullmatch(text) if len(text) <= _LONGEST_HEAD else None
    digits = found[1].lower().removesuffix("x") if found else ""
    if found is None or found[0].rstrip(" xX\u00d7").lower() == digits:
        return None
    return digits if digits.isdecimal() and len(digits) == 1 else number_words().get(heading_form(digits))


def with_own_counts(rows: Rows) -> Rows:
    """The rows with counts that stand on lines of their own before the names beside them.

    All must stand so, above a name or below it; behind `4x:` and `4-of` more than one name may follow.

    >>> with_own_counts([(1, "Nexu"), (2, "x4"), (3, "Yoda (A)"), (4, "x1"), (5, "Probe"), (6, "x2")])
    [(1, '4x Nexu'), (3, '1x Yoda (A)'), (5, '2x Probe')]
    >>> with_own_counts([(1, "3x:"), (2, "Nexu"), (3, "Probe"), (4, "1x:"), (5, "Yoda (A)")])[1:]
    [(3, '3x Probe'), (5, '1x Yoda (A)')]
    """
    each = {n: told for n, row in rows if (told := count_of_each(row.strip()))}
    found = {n: one for n, row in rows if (one := _COUNT_ALONE.fullmatch(row.strip()))}
    heads = bool(each) or any(one[2] for one in found.values())
    alone = dict(sorted(({n: one[1] for n, one in found.items()} | each).items()))
    digits = [int(one) for one in alone.values()]
    if not heads and (len(alone) < _FEWEST_ALONE or digits == [*range(1, len(digits) + 1)]):
        return rows
    texts = [(n, unmarked(row).text) for n, row in rows if n not in alone]
    names = [n for n, text in texts if read_heading(text, known_only=True) is None]
    order = [n in alone for n in sorted([*names, *alone])]
    if heads and order != [False, True] * len(alone):  # what stands above the first has none of them
        texts = [one for one in texts if one[0] > min(alone)]
        names = [n for n in names if n > min(alone)]
    if len(texts) > len(names) + len(alone) // 2:  # a type behind each name
        return rows
    order = [n in alone for n in sorted([*names, *alone])]
    if any(states_count(text) for _n, text in texts):
        return rows
    if order == [False, True] * len(alone):
        counts = dict(zip(names, alone.values(), strict=True))
    elif order[:1] == [True] and ((heads and not order[-1]) or order == [True, False] * len(alone)):
        above = [*alone]
        counts = {n: alone[above[bisect_left(above, n) - 1]] for n in names}
    else:
        return rows
    return [(n, f"{counts[n]}x {row.strip()}" if n in counts else row) for n, row in rows if n not in alone]
