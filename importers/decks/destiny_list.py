"""Destiny decks as blogs and forums type them: `eKylo Ren`, `Rey (2 dice)`, `Upgrades (12 cards)`.

Before a character stands `e` or `Elite`, or behind it how many dice it brings; headings name types
of cards and state their cards, dice or points. Such a list is read like any typed one otherwise.
"""

import re

from importers.decks.deck_format import Confidence, DeckReader, parse_quantity
from importers.decks.deck_list import MAIN_ZONE, DeckList
from importers.decks.retyped import Retyped, StatedTotal, without_bullet
from importers.decks.swdestinydb_txt import GAME, TEAM
from importers.heading_words import heading_form, meanings, words_for

NAME = "destiny-list"

_LOOKED_AT = 200
_LONGEST_ROW = 200
_LABEL = r"[^\W\d_]+(?:[ -][^\W\d_]+){0,3}"
_HEADING = re.compile(
    rf"[#=*_\s]*({_LABEL})[*_\s]*(?:[(\[]([^()\[\]]*)[)\]]|[-\u2013\u2014:]\s*([0-9][^()\[\]]*))?"
    r"\s*:?[=*_\s]*",
    re.IGNORECASE,
)
_ZONES = {"Character": TEAM, "Battlefield": "Battlefield", "Plot": "Plot"}
_TYPES = frozenset((*_ZONES, "Upgrade", "Support", "Event"))
_OWN_TYPES = _TYPES - {"Character", "Event"}
"""The types that no other game of ours has."""
_AMOUNT = re.compile(r"([0-9]{1,4})(?:\s*/\s*[0-9]{1,4})?\s*([a-z]*)", re.IGNORECASE)
_INLINE = re.compile(rf"[*_\s]*({_LABEL})[*_\s]*[:=][*_\s]*(\S.*)")
_ABOUT = re.compile(
    r"(?:affiliation|factions?|colou?rs?|format|(?:total )?(?:points?|dice|health))\s*[:=]\s*"
    r"(?![0-9]+[xX\u00d7]\s)\S.*",
    re.IGNORECASE,
)
_COUNT = r"((?:[0-9]+[xX\u00d7]?\s+)?)"
_ELITE_BEFORE = re.compile(
    rf"{_COUNT}(?:\(e(?:lite)?\)\s*|\[e(?:lite)?\]\s*|e(?=[A-Z])|(?:[Ee]lit(?:e|n\u00ed|arn[ya])?|[\u00c9\u00e9]lite)\s+)(\S.*)"
)
_DICE_BEHIND = re.compile(
    r"(.*\S)\s*(?:[(\[]\s*([^()\[\]]+?)\s*[)\]]|\s[-\u2013\u2014]\s+([^()\[\]]+?)|,\s*([^(),\[\]]+?)"
    r"|(?<![-,\u2013\u2014])\s[xX\u00d7]?([0-9] [^\W\d_]+))"
)
_DICE = re.compile(
    r"(?:(e|elite)|(regular|non-?elite|normal)|([0-9])\s*([^\W\d_]+))"
    r"(?:\s*[,/;]\s*[0-9]+\s*(?:points?|pts?\.?))?",
    re.IGNORECASE,
)
_POINTS = re.compile(r"[0-9]+\s*(?:points?|pts?\.?)|[0-9]{1,2}/[0-9]{1,2}", re.IGNORECASE)


def confidence(text: str, _suffix: str) -> Confidence:
    """The layout where headings are those of Destiny and a line is as only its players write it."""
    if text.lstrip()[:1] in {"<", "{", "["}:
        return Confidence.NO
    team = own = special = False
    for row in text.split("\n", _LOOKED_AT)[:_LOOKED_AT]:
        if found := _find_heading(row):
            team = _type_of(found[1]) == "Character"
            own = own or _type_of(found[1]) in _OWN_TYPES
            special = special or bool(found[2] and re.search("[a-z]", found[2]))
        elif len(row) <= _LONGEST_ROW:
            special = special or bool(team and _split_dice(without_bullet(row) or row.strip())[1])
            own = own or _find_inline(row) is not None
    return Confidence.LAYOUT if own and special else Confidence.NO


def _type_of(label: str) -> str | None:
    """The type of cards that a label names, in any language of the table."""
    known = (means for _, means in meanings().get(heading_form(label), ()))
    return next((means for means in known if means in _TYPES), None)


def _find_heading(row: str) -> re.Match[str] | None:
    found = _HEADING.fullmatch(row) if len(row) <= _LONGEST_ROW else None
    return found if found and _type_of(found[1]) else None


def _find_inline(row: str) -> re.Match[str] | None:
    """The battlefield or plot that stands behind its label, `Battlefield: Echo Base`."""
    found = _INLINE.fullmatch(row)
    return found if found and _type_of(found[1]) in {"Battlefield", "Plot"} else None


def read(text: str, source: str) -> DeckList:
    """The deck list of such a text; a stated total that is not the sum is left unread."""
    typed = Retyped(source, text.split("\n"))
    zone = MAIN_ZONE
    for number, row in enumerate(typed.rows, 1):
        plain = row.strip()
        if not plain or len(row) > _LONGEST_ROW:
            continue
        if heading := _find_heading(row):
            zone = _ZONES.get(_type_of(heading[1]) or "", MAIN_ZONE)
            _take_totals(typed, number, heading[2] or heading[3] or "", zone)
            typed.rows[number - 1] = f"{zone}:"
        elif inline := _find_inline(plain):
            typed.add(number, inline[2].strip("*_ "), _ZONES[_type_of(inline[1]) or ""])
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
        if what == "" or heading_form(what) in words_for("cards") | words_for("copies"):
            typed.totals.append(StatedTotal(number, text, parse_quantity(digits), "cards", zone))
        elif zone == TEAM and _is_dice(what):
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
        stated = _DICE.fullmatch(word)
        if stated and (stated[4] is None or _is_dice(stated[4])):
            dice = 2 if stated[1] else 1 if stated[2] else parse_quantity(stated[3])
        elif not _POINTS.fullmatch(word):
            break
        row = found[1]
    if found := _ELITE_BEFORE.fullmatch(row):
        row, dice = found[1] + found[2], dice or 2
    return row, dice


def _is_dice(word: str) -> bool:
    return heading_form(word) in words_for("dice", GAME)


READER = DeckReader(NAME, (".txt",), confidence, read)
