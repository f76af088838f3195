"""Tells sheets of owned copies, wants, copies for trade and decks apart, by name and columns."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cache

from db.language import gettext as _
from importers.collections.header import Column, Header
from importers.collections.header_words import WORDS
from importers.collections.sheet_words import sheet_words
from importers.errors import SheetKindError
from importers.heading_words import heading_form, meanings, nearly, words_for

OWNED, WANTS, FOR_TRADE, DECK = "owned", "wants", "for trade", "deck"
KINDS: Mapping[str, str] = {
    OWNED: _("copies that are owned"),
    WANTS: _("wants: so many copies are wanted in all"),
    FOR_TRADE: _("so many of the copies that are owned are for trade"),
    DECK: _("a deck, which is no part of the collection"),
}
"""The kinds of sheets, each with what its rows say."""

_FILLERS = re.compile(r"\b(?:my|the|list|cards?|meine?|moje|sajat|mes|mis|mie|star wars|swtcg|tcg|\d+)\b")
_AROUND = " :#*=_~!"
"""Signs that make a heading of a line."""
_BOXES = re.compile(r"\b(?:box|binder|boxes|case|krabice|krabicka|pudelko|doboz|schachtel)\b")
_ZONES = frozenset({"zone", "section", "board", "deck zone", "sideboard", "mainboard", "main deck"})
_OF_COPIES = frozenset({"condition", "location", "language", "finish", "for_trade", "price", "acquired_on"})
"""Fields that say something of copies, which no line of a deck does."""


def sheet_kind(name: str, header: Header) -> str:
    """The kind of a sheet by its name and columns; our own layouts say it themselves."""
    if header.layout and header.layout.holds:
        return header.layout.holds
    return kind_of_columns(name, header.columns)


def kind_of_columns(name: str, columns: Iterable[Column]) -> str:
    """The kind of a sheet by its name and columns alone."""
    return _kind(name, {column.header: column.field for column in columns})


def heading_kind(heading: str) -> str | None:
    """The kind of the lines below a heading: owned, wants or for trade; else None.

    >>> heading_kind("Wants:"), heading_kind("Zum Tausch"), heading_kind("Characters")
    ('wants', 'for trade', None)
    >>> heading_kind("Have:"), heading_kind("# Wants")
    ('owned', 'wants')
    """
    heading = heading.strip(_AROUND)
    if _without_fillers(heading) in _owned():
        return OWNED
    found = _kind(heading, {"Quantity": "quantity"})
    return found if found in (WANTS, FOR_TRADE) else None


def doubtful_heading(heading: str) -> str:
    """The reason why rows below a heading are not taken: it nearly says a kind, or that they are gone.

    >>> doubtful_heading("Wnats:"), doubtful_heading("Wants:"), doubtful_heading("Space")
    ("the heading 'Wnats:' may mean wants; correct it", '', '')
    >>> doubtful_heading("Sold:")
    "the heading 'Sold:' is of copies that are not there"
    """
    said = _without_fillers(heading.strip(_AROUND))
    if said in map(heading_form, sheet_words("sheet")["gone"]):
        return _("the heading {zone!r} is of copies that are not there", zone=heading)
    if said in meanings() or said in (*_owned(), *_wants(), *_trades()):
        return ""
    meant = WANTS if nearly(said, _wants()) else FOR_TRADE if nearly(said, _trades()) else ""
    return meant and _("the heading {zone!r} may mean {meant}; correct it", zone=heading, meant=meant)


def _kind(name: str, headers: Mapping[str, str]) -> str:
    """The kind of a sheet, by its name and the fields of its columns by their headers.

    >>> _kind("My wants (2)", {"Qty": "quantity"}), _kind("Trade Federation", {})
    ('wants', 'owned')
    >>> _kind("Box 3", {"Card": "name", "Wanted": "wanted"}), _kind("Tauschliste", {})
    ('wants', 'for trade')
    >>> _kind("Deck of Rebels", {"Qty": "quantity"}), _kind("Deck box", {})
    ('deck', 'owned')
    """
    fields = set(headers.values())
    if {"quantity", "for_trade"} <= fields:
        return OWNED  # the column says which of the copies are for trade
    form = heading_form(name)
    said = _without_fillers(name)
    if said in _wants():
        return WANTS
    if said in _trades():
        return FOR_TRADE
    if "quantity" not in fields:
        if "wanted" in fields or any(_counts_wants(header) for header in headers):
            return WANTS
        if "for_trade" in fields:
            return FOR_TRADE
    named = set(form.split()) & (words_for("deck") | {"decks"}) and not _BOXES.search(form)
    zoned = any(heading_form(header) in _ZONES for header in headers)
    return DECK if (named or zoned) and not fields & _OF_COPIES else OWNED


def _without_fillers(name: str) -> str:
    return " ".join(_FILLERS.sub(" ", heading_form(name)).split())


@cache
def _owned() -> tuple[str, ...]:
    return tuple(map(heading_form, sheet_words("sheet")[OWNED]))


@cache
def _wants() -> tuple[str, ...]:
    return tuple(map(heading_form, sheet_words("sheet")[WANTS]))


@cache
def _trades() -> tuple[str, ...]:
    return tuple(map(heading_form, (*sheet_words("sheet")[FOR_TRADE], *WORDS["for_trade"])))


def counted(header: Header, kind: str) -> Header:
    """The header with the column that counts what the sheet holds as the quantity.

    Of wants it is the column that says how many are wanted; in other sheets that one is kept as it
    is. Of copies for trade it is the column that says how many are.
    """
    wanted = {WANTS: "wanted", FOR_TRADE: "for_trade"}.get(kind)
    if kind == WANTS and not {"quantity", "wanted"} & set(header.fields):
        needed = next((column for column in header.columns if _counts_wants(column.header)), None)
        columns = (replace(c, field="quantity", how="word") if c == needed else c for c in header.columns)
        return replace(header, columns=tuple(columns))
    fields = {"wanted": "extra"}
    if wanted in header.fields:
        fields |= {"quantity": "extra", wanted or "": "quantity"}
    return header.with_fields(lambda column: fields.get(column.field, column.field))


def _counts_wants(header: str) -> bool:
    """Whether a column is headed by a word for wants, such as `Need`."""
    return heading_form(header) in _wants()


_NAMES_A_CARD = frozenset({"name", "set", "set_code", "set_name", "number", "version", "image_key"})


def wants_beside(header: Header) -> Header | None:
    """The header of a sheet of owned copies for its wants, where a column of it counts them; else None."""
    if header.layout or not {"quantity", "wanted"} <= set(header.fields):
        return None
    fields = {name: name for name in _NAMES_A_CARD} | {"wanted": "quantity"}

    def field_of(column: Column) -> str:
        if column.field == "extra" and heading_form(column.header) == "weight":
            return "extra"
        return fields.get(column.field, "ignore")

    return header.with_fields(field_of)


def without_wants(header: Header) -> Header:
    """The header without the column that counts wants."""
    return header.with_fields(lambda column: "ignore" if column.field == "wanted" else column.field)


def check_kinds(stated: Mapping[str, str]) -> None:
    """Raises `SheetKindError` where a sheet is said to hold what none can."""
    for sheet, kind in stated.items():
        if kind not in KINDS:
            raise SheetKindError(sheet, kind, list(KINDS))
