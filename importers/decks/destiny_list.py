"""Destiny decks as blogs and forums type them: `eKylo Ren`, `Rey (2 dice)`, `Upgrades (12 cards)`.

Before a character stands `e` or `Elite`, or behind it how many dice it brings; headings name types
of cards and state their cards, dice or points. Such a list is read like any typed one otherwise.
"""

import re

from db.patterns import pattern
from importers.decks.deck_format import Confidence, DeckReader, parse_quantity
from importers.decks.deck_list import MAIN_ZONE, DeckList
from importers.decks.headings import is_cards, is_nothing
from importers.decks.retyped import Retyped, StatedTotal
from importers.decks.swdestinydb_txt import GAME, TEAM
from importers.decks.typed_line import unmarked
from importers.heading_words import heading_form, meanings

NAME = "destiny-list"

_LOOKED_AT = 200
_LONGEST_ROW = 200
_LABEL = r"([^\W\d_](?:[^\d()\[\]:=*_#]*[^\W\d_])?)"
_HEADING = pattern(
    rf"[#=*_\s]*{_LABEL}[*_\s]*(?:[(\[]([^()\[\]]*)[)\]]|[-\u2013\u2014:]\s*([0-9][^()\[\]]*))?\s*:?[=*_\s]*"
)
_ZONES = {"Character": TEAM, "Battlefield": "Battlefield", "Plot": "Plot", "Event": MAIN_ZONE}
_OWN_ZONES = {"Battlefield": "Battlefield", "Plot": "Plot", "Upgrade": MAIN_ZONE, "Support": MAIN_ZONE}
"""The zones of types of cards; those of the types that no other game of ours has."""
_AMOUNT = pattern(r"([0-9]{1,4})(?:\s*/\s*[0-9]{1,4})?\s*([^\W\d_]*)")
_INLINE = pattern(rf"[*_\s]*{_LABEL}[*_\s]*(?:[:=]|\s[-\u2013\u2014]\s)[*_\s]*(\S.*)")
_ABOUT = pattern(
    r"(?:affiliation|factions?|colou?rs?|format|(?:total )?(?:points?|dice|health))\s*[:=]\s*"
    r"(?![0-9]+[xX\u00d7]\s)\S.*",
    re.IGNORECASE,
)
_COUNT = r"((?:[0-9]+[xX\u00d7]?\s+(?:-\s+|(?:ks|szt|db|ex|Stk|St\u00fcck)\.?\s+)?)?)"
_ELITE_BEFORE = pattern(
    rf"{_COUNT}(?:\(e(?:lite)?\)\s*|\[e(?:lite)?\]\s*|e(?=[A-Z])"
    r"|(?:[Ee]lit(?:e|n\u00ed|arn[ya])?|[\u00c9\u00e9]lite)\s+)(\S.*)"
)
_ELITE_LETTER = pattern(rf"{_COUNT}e[A-Z][a-z]")
"""Nobody but players of Destiny begins a character so."""
_DICE_BEHIND = pattern(
    r"(.*\S)\s*(?:[(\[]\s*([^()\[\]]+?)\s*[)\]]|\s[-\u2013\u2014]\s+([^()\[\]]+?)|,\s*([^(),\[\]]+?)"
    r"|(?<![-,\u2013\u2014])\s(?:[xX\u00d7]?([0-9] [^\W\d_]+)|(?<! de )(elite?|\u00e9lite)))"
)
_DICE = pattern(
    r"(?:([^\W\d_]+(?:-[^\W\d_]+)?)|([0-9])\s*([^\W\d_]+))(?:\s*[,/;]\s*[0-9]+\s*([^\W\d_]+)\.?)?"
)
_TEAM_DIVIDER = pattern(r"(?<=[)\]])\s*[,;&]\s+|\s+[/+]\s+|(?<=[)\]])\s+and\s+")
_DICE_IN_BRACKETS = pattern(r".*[(\[]\s*([^()\[\]]{3,60}?)\s*[)\]]\s*")
_POINTS = pattern(r"([0-9]{1,3})(?:\s*([^\W\d_]+)\.?)?")
_FEWEST_POINTS = 5
"""A number behind a character is one of copies or dice below, and of points from here on."""


def confidence(text: str, _suffix: str) -> Confidence:
    """The layout where headings are those of Destiny and a line is as only its players write it."""
    if text.lstrip()[:1] in {"<", "{"}:
        return Confidence.NO
    team = own = special = False
    for row in text.split("\n", _LOOKED_AT)[:_LOOKED_AT]:
        if found := _find_heading(listed := _plain(row)):
            team = _zone_of(found[1]) == TEAM
            games = {game for game, _unused in meanings().get(heading_form(found[1]), ())}
            own = own or (games == {GAME} and not _means(found[1]).isdisjoint(_OWN_ZONES))
            special = special or bool(found[2] and re.search(r"[^\W\d_]", found[2]))
        elif len(row) <= _LONGEST_ROW:
            special = special or bool(team and _split_dice(listed)[0] != listed)
            own = own or _find_inline(listed) is not None
            if _team_of(listed) or (team and _ELITE_LETTER.match(listed)):
                return Confidence.LAYOUT
    return Confidence.LAYOUT if own and special else Confidence.NO


def _team_of(row: str) -> list[tuple[str, int | None]]:
    """The characters of a line and their dice, where it states dice in brackets; else none.

    >>> _team_of("Kylo Ren - Tormented One (elite), Rey - Force Prodigy")
    [('Kylo Ren - Tormented One', 2), ('Rey - Force Prodigy', None)]
    >>> _team_of("eKylo / eRey")
    []
    """
    parts = _TEAM_DIVIDER.split(row.strip()) if "(" in row or "[" in row else []
    stated = (found and _stated_dice(found[1]) for found in map(_DICE_IN_BRACKETS.fullmatch, parts))
    return [_split_dice(one) for one in parts] if any(stated) else []


def _plain(row: str) -> str:
    """A line without its marks, unless they say more than how it looks."""
    found = unmarked(row)
    return row.strip() if found.struck or found.number else found.text


def _may_be_label(row: str) -> bool:
    return bool(row) and not row[0].isdigit()


def _find_heading(row: str) -> re.Match[str] | None:
    found = _HEADING.fullmatch(row) if len(row) <= _LONGEST_ROW and _may_be_label(row) else None
    return found if found and _zone_of(found[1]) else None


def _find_inline(row: str) -> tuple[str, str] | None:
    """The zone of one type and the card that a line names, like `Battlefield: Frozen Wastes`."""
    found = _INLINE.fullmatch(row) if _may_be_label(row) else None
    zone = _zone_of(found[1]) if found else None
    return (zone, found[2].strip("*_ ")) if found and zone in {"Battlefield", "Plot"} else None


def _take_named(typed: Retyped, number: int, row: str, zone: str) -> bool:
    """Whether a line itself says where its cards stand, `Plot: Fortify`, `Plot: none` or a team; takes it."""
    if inline := _find_inline(row):
        if is_nothing(inline[1]):
            typed.note(number)
        else:
            typed.add(number, inline[1], inline[0])
        return True
    team = _team_of(row) if zone == MAIN_ZONE else []
    for name, dice in team:
        typed.add(number, name, TEAM, dice=dice)
    return bool(team)


def _means(word: str) -> set[str]:
    """The meanings of a word in lists of this game, in any language."""
    return {means for game, means in meanings().get(heading_form(word), ()) if game == GAME}


def _zone_of(label: str) -> str | None:
    """The zone of a heading that names a type of cards."""
    types = _means(label)
    return next((zone for means, zone in (_ZONES | _OWN_ZONES).items() if means in types), None)


def read(text: str, source: str) -> DeckList:
    """The deck list of such a text; a stated total that is not the sum is left unread."""
    typed = Retyped(source, text.split("\n"))
    zone = MAIN_ZONE
    for number, row in enumerate(typed.rows, 1):
        plain = _plain(row[:_LONGEST_ROW])
        if not plain or len(row) > _LONGEST_ROW:
            continue
        if heading := _find_heading(plain):
            zone = _zone_of(heading[1]) or MAIN_ZONE
            _take_totals(typed, number, heading[2] or heading[3] or "", zone)
            typed.rows[number - 1] = f"{zone}:"
        elif _take_named(typed, number, plain, zone):
            continue
        elif _ABOUT.fullmatch(plain):
            typed.note(number)
        elif zone == TEAM:
            name, dice = _split_dice(plain)
            typed.rows[number - 1] = name if name != plain else row
            if dice:
                typed.dice[number] = dice
    return typed.deck_list(NAME, GAME)


def _take_totals(typed: Retyped, number: int, stated: str, zone: str) -> None:
    """Takes the cards, or a team's dice, that a heading states; points are only kept."""
    text = typed.rows[number - 1]
    typed.end_part(number)
    for digits, unit in _AMOUNT.findall(stated):
        if is_cards(heading_form(unit)):
            total = StatedTotal(number, text, parse_quantity(digits), "cards", zone, or_lines=zone == TEAM)
            typed.totals.append(total)
        elif zone == TEAM and "dice" in _means(unit):
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
        stated = _stated_dice(word)
        if stated is None and not _states_points(word):
            break
        row, dice = found[1], stated or dice
    if found := _ELITE_BEFORE.fullmatch(row):
        row, dice = found[1] + found[2], dice or 2
    return row, dice


def _states_points(words: str) -> bool:
    found = _POINTS.fullmatch(words)
    return found is not None and (
        int(found[1]) >= _FEWEST_POINTS if not found[2] else "points" in _means(found[2])
    )


def _stated_dice(words: str) -> int | None:
    """How many dice words behind a character state, such as `elite` and `2 dice, 14 points`."""
    found = _DICE.fullmatch(words)
    if found is None or (found[4] and "points" not in _means(found[4])):
        return None
    if found[2]:
        return parse_quantity(found[2]) if "dice" in _means(found[3]) else None
    return 2 if "elite" in (kinds := _means(found[1])) else 1 if "regular" in kinds else None


READER = DeckReader(NAME, (".txt",), confidence, read)
