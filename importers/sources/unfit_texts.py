"""Texts of a source that no card may have: names with invisible characters, lone surrogates."""

from collections.abc import Iterator, Mapping
from dataclasses import fields, replace
from typing import Any

from db.imports.source_rows import WORDS, Place, Reading, RowProblem
from db.texts import has_half_character, printable_line, unfit_for_a_name

_NOT_NAMES = frozenset({*WORDS, "place", "facts", "details", "marks"})


def without_unfit(reading: Reading, source: str) -> Reading:
    """The reading with a problem in place of every card, set and format of which a text is unfit.

    Names, numbers, types and the like may hold nothing that nobody sees; other texts may, since
    what prints them writes it out.
    """
    result: list[RowProblem] = []
    cards = tuple(card for card in reading.cards if _take(card, card.place, card.set_code, result))
    sets = tuple(one for one in reading.sets if _take(one, Place(source, 0, "set"), one.code, result))
    formats = tuple(one for one in reading.formats if _take(one, Place(source, 0, "format"), None, result))
    if not result:
        return reading
    return replace(reading, cards=cards, sets=sets, formats=formats, problems=(*reading.problems, *result))


def _take(row: Any, place: Place, set_code: str | None, problems: list[RowProblem]) -> bool:
    """Whether a row is fit; else what is wrong is noted."""
    wrong = next(_wrong(row), None)
    if wrong is None:
        return True
    column, what = wrong
    shown = None if set_code is None else printable_line(set_code)
    problems.append(RowProblem(Place(place.file, place.line, place.column or column), what, shown))
    return False


def _wrong(row: Any) -> Iterator[tuple[str, str]]:
    for one in fields(row):
        value = getattr(row, one.name)
        if isinstance(value, str) and one.name not in _NOT_NAMES:
            if sign := unfit_for_a_name(value):
                yield one.name, f"found the character {sign}, which cannot be seen, in a name"
        elif any(map(has_half_character, _texts(value))):
            yield one.name, "found half of a character (a lone surrogate), expected whole ones"


def _texts(value: Any) -> Iterator[str]:
    """All texts within a value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            yield str(key)
            yield from _texts(inner)
    elif isinstance(value, (list, tuple)):
        for inner in value:
            yield from _texts(inner)
