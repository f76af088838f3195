"""Destiny decks as blogs and forums type them: `eKylo Ren`, `Rey (2 dice)`, `Upgrades (12 cards)`.

Before a character stands `e` or `Elite`, or behind it how many dice it brings; headings name types
of cards and state their cards, dice or points. Such a list is read like any typed one otherwise.
"""

import re

from importers.decks.deck_format import Confidence, DeckReader, parse_quantity
from importers.decks.deck_list import MAIN_ZONE, DeckList
from importers.decks.retyped import Retyped, StatedTotal, without_bullet
from importers.decks.swdestinydb_txt import GAME, TEAM, ZONES

NAME = "destiny-list"

_LOOKED_AT = 200
_LONGEST_ROW = 200
_TYPES = "characters?|battlefields?|plots?|upgrades?|downgrades?|supports?|events?"
_HEADING = re.compile(
    rf"[#=*_\s]*({_TYPES})[*_\s]*(?:[(\[]([^()\[\]]*)[)\]]|[-\u2013\u2014:]\s*([0-9][^()\[\]]*))?"
    r"\s*:?[=*_\s]*",
    re.IGNORECASE,
)
_OWN_TYPES = ("battlefield", "plot", "upgrade", "downgrade", "support")
"""The types that no other game of ours has."""
_AMOUNT = re.compile(r"([0-9]{1,4})(?:\s*/\s*[0-9]{1,4})?\s*([a-z]*)", re.IGNORECASE)
_INLINE = re.compile(r"(battlefield|plot)\s*[:=]\s*(\S.*)", re.IGNORECASE)
_ABOUT = re.compile(
    r"(?:affiliation|factions?|colou?rs?|format|(?:total )?(?:points?|dice|health))\s*[:=]\s*"
    r"(?![0-9]+[xX\u00d7]\s)\S.*",
    re.IGNORECASE,
)
_COUNT = r"((?:[0-9]+[xX\u00d7]?\s+)?)"
_ELITE_BEFORE = re.compile(rf"{_COUNT}(?:\(e(?:lite)?\)\s*|\[e(?:lite)?\]\s*|e(?=[A-Z])|[Ee]lite\s+)(\S.*)")
_DICE_BEHIND = re.compile(
    r"(.*\S)\s*(?:[(\[]\s*([^()\[\]]+?)\s*[)\]]|\s[-\u2013\u2014]\s+([^()\[\]]+?)|,\s*([^(),\[\]]+?))"
)
_DICE = re.compile(
    r"(?:(e|elite)|(regular|non-?elite|normal)|([0-9])\s*(?:dice|die|d))"
    r"(?:\s*[,/;]\s*[0-9]+\s*(?:points?|pts?\.?))?",
    re.IGNORECASE,
)
_POINTS = re.compile(r"[0-9]+\s*(?:points?|pts?\.?)", re.IGNORECASE)


def confidence(text: str, _suffix: str) -> Confidence:
    """The layout where headings are those of Destiny and a line is as only its players write it."""
    if text.lstrip()[:1] in {"<", "{", "["}:
        return Confidence.NO
    team = own = special = False
    for row in text.split("\n", _LOOKED_AT)[:_LOOKED_AT]:
        if found := _find_heading(row):
            team = found[1].casefold().startswith("character")
            own = own or found[1].casefold().startswith(_OWN_TYPES)
            special = special or bool(found[2] and re.search("[a-z]", found[2]))
        elif len(row) <= _LONGEST_ROW:
            special = special or bool(team and _split_dice(without_bullet(row) or row.strip())[1])
            own = own or _INLINE.fullmatch(row.strip()) is not None
    return Confidence.LAYOUT if own and special else Confidence.NO


def _find_heading(row: str) -> re.Match[str] | None:
    return _HEADING.fullmatch(row) if len(row) <= _LONGEST_ROW else None


def read(text: str, source: str) -> DeckList:
    """The deck list of such a text; a stated total that is not the sum is left unread."""
    typed = Retyped(source, text.split("\n"))
    zone = MAIN_ZONE
    for number, row in enumerate(typed.rows, 1):
        plain = row.strip()
        if not plain or len(row) > _LONGEST_ROW:
            continue
        if heading := _find_heading(row):
            zone = ZONES[heading[1].casefold().removesuffix("s")]
            _take_totals(typed, number, heading[2] or heading[3] or "", zone)
            typed.rows[number - 1] = f"{zone}:"
        elif inline := _INLINE.fullmatch(plain):
            typed.add(number, inline[2], ZONES[inline[1].casefold()])
        elif _ABOUT.fullmatch(plain):
            typed.note(number)
        elif zone == TEAM:
            listed = without_bullet(row) or plain
            name, dice = _split_dice(listed)
            typed.rows[number - 1] = name if name != listed else row
            if dice:
                typed.dice[number] = dice
    return typed.deck_list(NAME, GAME)


def _take_totals(typed: Retyped, number: int, stated: str, zone: str) -> None:
    """Takes the cards, or a team's dice, that a heading states; points are only kept."""
    text = typed.rows[number - 1]
    typed.end_part(number)
    for digits, unit in _AMOUNT.findall(stated):
        what = unit.casefold()
        if what in {"", "card", "cards"}:
            typed.totals.append(StatedTotal(number, text, parse_quantity(digits), "cards", zone))
        elif zone == TEAM and what in {"die", "dice"}:
            total = StatedTotal(number, text, parse_quantity(digits), "dice", zone, dice=True)
            typed.totals.append(total)
    if stated:
        typed.notes.append(text.strip())


def _split_dice(row: str) -> tuple[str, int | None]:
    """A character without the words for its dice, and its dice where they are stated.

    >>> _split_dice("eKylo Ren \u2013 Tormented One")
    ('Kylo Ren \u2013 Tormented One', 2)
    >>> _split_dice("Rey, Force Prodigy (2 dice)"), _split_dice("Rey - Force Prodigy")
    (('Rey, Force Prodigy', 2), ('Rey - Force Prodigy', None))
    """
    dice = None
    while found := _DICE_BEHIND.fullmatch(row):
        word = next(filter(None, found.groups()[1:]))
        if stated := _DICE.fullmatch(word):
            dice = 2 if stated[1] else 1 if stated[2] else parse_quantity(stated[3])
        elif not _POINTS.fullmatch(word):
            break
        row = found[1]
    if found := _ELITE_BEFORE.fullmatch(row):
        row, dice = found[1] + found[2], dice or 2
    return row, dice


READER = DeckReader(NAME, (".txt",), confidence, read)
