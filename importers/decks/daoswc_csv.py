"""Decks as the Dao.SWC site imports them: a table with the columns Quantity, CardName, Version.

The site reads a row for each card of the main deck, with the version letter in a column of its own.
It divides a row at every comma, quoted or not, cuts quantities to 4, and skips what it cannot read.
"""

from db.cards.names import parse_name
from db.language import gettext as _
from db.patterns import pattern
from importers.collections.sheet_words import header_form
from importers.decks import csv_deck
from importers.decks.deck_format import Confidence, DeckReader, DeckWriter, counted
from importers.decks.deck_list import MAIN_ZONE, DeckLine, DeckList
from importers.decks.zones import known_zone, lines_by_known_zone

NAME = "daoswc-csv"
HEADER = ("Quantity", "CardName", "Version")

_MOST = 4
_VERSION = pattern(r"(.*\S) \(([A-Z][0-9]?)\)")
_FORMS = [header.casefold() for header in HEADER]
_LONGEST_HEADER = 200


def confidence(text: str, _suffix: str) -> Confidence:
    r"""The program where the first line is the header of the site, apart from case and blanks.

    >>> confidence("quantity, Card Name ,version\n4,Yoda,A\n", "").name
    'PROGRAM'
    """
    first = text[:_LONGEST_HEADER].lstrip("\n").partition("\n")[0]
    if first.count(",") + 1 != len(_FORMS):
        return Confidence.NO
    is_header = [header_form(cell).replace(" ", "") for cell in first.split(",")] == _FORMS
    return Confidence.PROGRAM if is_header else Confidence.NO


def read(text: str, source: str) -> DeckList:
    """The deck list of such a table, read like any other table."""
    return csv_deck.read(text, source)._replace(read_as=NAME)


def write(deck_list: DeckList) -> str:
    """The main deck as the site imports it; cards of other zones are left out."""
    lines = counted(_main(deck_list), frozenset())
    cells = ((str(line.quantity), *split_version(line.name.strip())) for line in lines)
    return csv_deck.table_text([HEADER, *cells])


def _main(deck_list: DeckList) -> list[DeckLine]:
    return lines_by_known_zone(deck_list).get(MAIN_ZONE, [])


def split_version(name: str) -> tuple[str, str]:
    """The name and its version letter where it ends in one; else the whole name and none.

    >>> split_version("Boba Fett (A)"), split_version("Order 66")
    (('Boba Fett', 'A'), ('Order 66', ''))
    """
    found = _VERSION.fullmatch(name)
    if found is None or parse_name(found[1]).version:
        return name, ""
    return found[1], found[2]


def remarks(deck_list: DeckList) -> tuple[str, ...]:
    """The limits of the format, and how the site treats what exceeds them."""
    others = [line for line in deck_list.lines if known_zone(line.zone) != MAIN_ZONE]
    main = counted(_main(deck_list), frozenset())
    said = []
    if others:
        zones = ", ".join(sorted({line.zone for line in others}))
        said.append(
            _(
                "{cards} in {zones} left out; the site knows the main deck only",
                cards=_cards(others),
                zones=zones,
            )
        )
    if cut := [line for line in main if line.quantity > _MOST]:
        names = ", ".join(line.name.strip() for line in cut[:_MOST])
        said.append(_("the site cuts every quantity to {most}: {names}", most=_MOST, names=names))
    if torn := [line for line in main if "," in line.name]:
        names = "; ".join(line.name.strip() for line in torn[:_MOST])
        said.append(_("the site divides names at commas and skips such rows: {names}", names=names))
    return tuple(said)


def _cards(lines: list[DeckLine]) -> str:
    copies = sum(line.quantity for line in lines)
    return "1 card" if copies == 1 else _("{copies:,} cards", copies=copies)


READER = DeckReader(NAME, (".csv",), confidence, read)
WRITER = DeckWriter(NAME, (".csv",), frozenset(), write, remarks)
