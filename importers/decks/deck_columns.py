"""The columns of a deck that is a table: found by the header words that collections have too."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from db.cards.names import parse_name
from db.language import gettext as _
from db.patterns import pattern
from importers.collections.sheet_words import header_form
from importers.decks.deck_format import parse_quantity
from importers.decks.deck_list import MAIN_ZONE
from importers.decks.headings import read_heading
from importers.decks.zones import ZONE_SPELLINGS, known_zone


@cache
def columns() -> Mapping[str, tuple[str, ...]]:
    """The words for each column; where a header holds several of one, the earlier word counts."""
    from importers.collections.header_words import COUNTS, WORDS

    return {
        "count": tuple(word for word in WORDS["quantity"] if word in COUNTS),
        "name": WORDS["name"],
        "version": WORDS["version"],
        "subtitle": WORDS["subtitle"],
        "set": tuple(
            word for field in ("set_code", "set", "set_name") for word in WORDS[field] if word != "code"
        ),
        "number": WORDS["number"],
        "zone": ("zone", "section", "board", "deck section", "zona", "strefa", "bereich", "sekce", "sekcja"),
        "image": WORDS["image_key"],
        "id": ("card id", "octgn id", "guid", "code", "id"),
        "dice": (*WORDS["dice"], "die"),
    }


@cache
def _by_word() -> Mapping[str, tuple[str, int]]:
    """The column of each word, and its place among the words for it."""
    return {
        word: (column, rank)
        for column, words in reversed(list(columns().items()))
        for rank, word in enumerate(words)
    }


_SEVERAL = {"set", "id"}
"""The code and the name of a set are not the same, nor are the ids that several sources give."""

COUNT = pattern(r"[xX\u00d7]?\s*([0-9]+)(?:[.,]0{1,4})?\s*[xX\u00d7]?")
_COUNTING = {"count", "qty", "quantity", "copies", "anzahl", "menge"}
_ALSO_COUNTS = {"cards", "nombre"}
"""Words for the quantity that mean the name in other tables."""
_NOT_BY_TYPE = {*ZONE_SPELLINGS.values(), "Maybe", "Cuts"} - {MAIN_ZONE}
"""The zones in which no type of cards stands by itself."""
_NOT_OF_THE_DECK = {"trade", "tradelist", "owned", "total", "have", "want", "wanted", "missing"}
_VERSION = pattern(r"[A-Za-z][0-9]?")
_MARK = pattern(r"promo.{0,5}|preview|starter|lego", re.IGNORECASE)


class DeckTable(NamedTuple):
    """The header of a table: the separator, the place of each column, and the first line of rows.

    A table without a header is not `headed`. `doubled` are two columns that state the same, of
    which none can be chosen. `others` are the columns that are none of ours, by place.
    """

    separator: str
    places: Mapping[str, int]
    width: int
    first: int
    doubled: tuple[str, str] | None
    others: Mapping[int, str]
    headed: bool = True


def find_columns(row: str, separator: str, first: int) -> DeckTable | None:
    """The columns of a header with this separator; None where it names no known column."""
    by_word = _by_word()
    forms = [header_form(cell.replace('"', " ")) for cell in row.split(separator)]
    found: dict[str, tuple[int, int]] = {}
    for place, form in enumerate(forms):
        if form in by_word:
            column, rank = by_word[form]
            found[column] = min(found.get(column, (rank, place)), (rank, place))
    if not found:
        return None
    places = {column: found[column][1] for column in columns() if column in found}
    others = {place: form for place, form in enumerate(forms) if form not in by_word}
    return DeckTable(separator, places, len(forms), first, _find_doubled(forms), others)


def _is_count(form: str) -> bool:
    words = set(form.split())
    return form in _ALSO_COUNTS or (bool(words & _COUNTING) and not words & _NOT_OF_THE_DECK)


def _find_doubled(forms: Sequence[str]) -> tuple[str, str] | None:
    """Two columns for the same, if there are."""
    for column in columns():
        found = [form for form in forms if _by_word().get(form, ("",))[0] == column]
        if column in _SEVERAL:
            found = [form for form in found if found.count(form) > 1]
        if len(found) > 1:
            return found[0], found[1]
    return None


def strays(cells: Sequence[str], table: DeckTable, quantity: int) -> Iterator[str]:
    """Yields texts of a row beside its card: cells without a column's name, other counts, and zones."""
    for place, form in table.others.items():
        cell = cells[place].strip() if place < len(cells) else ""
        if not cell:
            continue
        number = COUNT.fullmatch(cell)
        if not form:
            yield _("the cell {cell!r} stands in a column without a name", cell=cell[:40])
        elif zone_of(cell) in _NOT_BY_TYPE:
            yield _("the cell {cell!r} may be a zone; call its column 'zone'", cell=cell[:40])
        elif (
            number
            and (form in ZONE_SPELLINGS or _is_count(form))
            and parse_quantity(number.group(1)) not in {0, quantity}
        ):
            yield _(
                "the count is {quantity:,}, but in the column {form!r} it is {cell}",
                quantity=quantity,
                form=form[:40],
                cell=cell[:40],
            )


def zone_of(text: str) -> str:
    """The zone that a cell names in any language; other texts as they are.

    >>> zone_of("SB"), zone_of("Balíček"), zone_of("Reserve")
    ('Sideboard', 'Deck', 'Reserve')
    """
    heading = read_heading(text, "", known_only=True)
    return known_zone(text) if heading is None else heading.zone or MAIN_ZONE


def whole_name(name: str, version: str, subtitle: str) -> tuple[str, str | None]:
    """The name with version and subtitle from their columns, and its problem or None.

    >>> whole_name("Boba Fett", "a", "")[0], whole_name("Boba Fett (A)", "A", "")[0]
    ('Boba Fett (A)', 'Boba Fett (A)')
    >>> whole_name("Boba Fett (B)", "A", "")[1]
    "the name says version B, the column of versions 'A'"
    """
    if name and subtitle and not name.casefold().endswith(subtitle.casefold()):
        name = f"{name}, {subtitle}"
    plain = version.strip("()[] ")
    if not name or not plain:
        return name, None
    if _MARK.fullmatch(plain):
        return name if plain.casefold() in name.casefold() else f"{name} ({plain})", None
    if not _VERSION.fullmatch(plain):
        return name, _("the version is {version!r}, expected a letter such as A", version=version[:40])
    stated = parse_name(name).version
    if stated and stated != plain.upper():
        return name, _(
            "the name says version {stated}, the column of versions {version!r}",
            stated=stated,
            version=version[:40],
        )
    return name if stated else f"{name} ({plain.upper()})", None
