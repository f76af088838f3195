"""Decks of the Star Wars LCG as CardGameDB prints them, and as blogs type them.

    Sith (Core)
    Total Objective Sets: (10)
    2x Fall of the Jedi (Core)
        \u2022 Darth Vader (Core)

Behind a name stands its product. Under an objective set may stand its cards, behind bullets or
blanks, each once for every copy of the set. `Affiliation: Jedi` names the affiliation too.
"""

import re

from db.language import gettext as _
from db.patterns import pattern
from importers.decks.deck_format import Confidence, DeckReader, parse_quantity
from importers.decks.deck_list import DeckLine, DeckList
from importers.decks.plain_text import read_card
from importers.decks.retyped import Retyped, StatedTotal, without_bullet
from importers.decks.typed_line import states_count

NAME = "swlcg-list"
GAME = "swlcg"

_OBJECTIVES, _COMMAND, _AFFILIATION = "Objective Deck", "Command Deck", "Affiliation"
_LOOKED_AT = 200
_LONGEST_ROW = 200
_AFFILIATIONS = (
    "jedi|rebel alliance|smugglers (?:and|&) spies|sith|imperial navy|scum (?:and|&) villainy"
    "|any methods necessary|dark masters|desperate allies|expendable allies|fighters for freedom"
    "|galactic enforcers|guardians of justice|imperial contractors|information network|mercenary contacts"
    "|no questions asked|promise of power"
)
_STATED_AFFILIATION = pattern(
    rf"(?:affiliation|faction)\s*(?:card)?\s*[:=-]\s*(({_AFFILIATIONS})(?:\s*\([^()]*\))?)", re.IGNORECASE
)
_BARE_AFFILIATION = pattern(rf"({_AFFILIATIONS})(?:\s*\([^()]*\))?", re.IGNORECASE)
_TOTAL = pattern(r"(?:total\s+)?objective\s+sets?\s*:?\s*[(\[]?\s*([0-9]{1,4})\s*[)\]]?\s*:?", re.IGNORECASE)
_WITH_PRODUCT = pattern(rf"(?:{_AFFILIATIONS})\s*\([^()0-9]{{4,}}\)", re.IGNORECASE)
_SIGNS = (_STATED_AFFILIATION, _TOTAL, _WITH_PRODUCT)
"""The lines that only such a list has; they begin with a letter."""
_HEADING = pattern(r"(?:(?:total\s+)?objective\s+sets?|objectives?)\s*:?", re.IGNORECASE)
_UNDER = pattern(r"^[0-9]x? .*\n(?:[ \t]+|[ \t]*[\u2022*-] )(?=[^\W\d])", re.MULTILINE)
"""A line under one with a count, behind a bullet or blanks, that states none."""
_PRODUCT = pattern(r"(.*\S)\s+\(([^()]*[^()\s0-9xX][^()]*)\)((?:\s+[xX\u00d7]\s*[0-9]+)?)")
_SHORT = {"core": "Core Set"}
"""Short names of products; others are found by their names."""


def confidence(text: str, _suffix: str) -> Confidence:
    """The layout where a line names the affiliation or the objective sets as these lists do.

    A bare name or heading does where cards stand under counted ones.
    """
    if text.lstrip()[:1] in {"<", "{"}:
        return Confidence.NO
    rows = (row.strip() for row in text.split("\n", _LOOKED_AT)[:_LOOKED_AT])
    looked_at = [row for row in rows if len(row) <= _LONGEST_ROW and row[:1].isalpha()]
    signs = (*_SIGNS, _BARE_AFFILIATION, _HEADING) if looked_at and _UNDER.search(text) else _SIGNS
    own = any(sign.fullmatch(row) for row in looked_at for sign in signs)
    return Confidence.LAYOUT if own else Confidence.NO


def read(text: str, source: str) -> DeckList:
    """The deck list of such a text; a stated total that is not the sum is left unread."""
    typed = Retyped(source, text.split("\n"))
    objective: int | None = None
    indent = 0
    has_plain = any(states_count(row.strip()) for row in typed.rows if not without_bullet(row))
    named_below = {one[1] for row in typed.rows if (one := _STATED_AFFILIATION.fullmatch(row.strip()))}
    for number, row in enumerate(typed.rows, 1):
        plain = row.strip()
        if not plain or len(row) > _LONGEST_ROW:
            continue
        under = without_bullet(row) or (plain if objective and _indent(row) > indent else None)
        if total := _TOTAL.fullmatch(plain):
            stated = StatedTotal(number, plain, parse_quantity(total[1]), _("objective sets"), _OBJECTIVES)
            typed.totals.append(stated)
            typed.rows[number - 1] = f"{_OBJECTIVES}:"
        elif _HEADING.fullmatch(plain):
            typed.rows[number - 1] = f"{_OBJECTIVES}:"
        elif plain in named_below:
            typed.rows[number - 1] = f"Title: {plain}"
        elif named := _affiliation(plain):
            typed.add(number, with_product(named), _AFFILIATION)
        elif under is not None and objective and not states_count(under):
            typed.add(number, with_product(under), _COMMAND, times=objective)
        elif under is not None and has_plain and (objective or 1) > 1:
            typed.leave(number, _("its count may be that of each of the sets above, or of all"))
        else:
            retyped = typed.rows[number - 1] = with_product(plain if under is None else under)
            card = read_card(retyped, _OBJECTIVES, number)
            if isinstance(card, DeckLine) and states_count(retyped) and under is None:
                objective, indent = card.quantity, _indent(row)
    return typed.deck_list(NAME, GAME)


def _indent(row: str) -> int:
    return len(row) - len(row.lstrip())


def _affiliation(row: str) -> str | None:
    """The affiliation that a line names, with its product where it has one."""
    if stated := _STATED_AFFILIATION.fullmatch(row):
        return stated[1]
    return row if _BARE_AFFILIATION.fullmatch(row) else None


def with_product(row: str) -> str:
    """The line with its product as a typed list has it.

    >>> with_product("2x Fall of the Jedi (Core)"), with_product("Jedi Training x2")
    ('2x Fall of the Jedi [Core Set]', 'Jedi Training x2')
    """
    found = _PRODUCT.fullmatch(row)
    if found is None:
        return row
    name, product, times = found.groups()
    digits = times.strip(" xX\u00d7")
    count = f"{digits}x " if digits else ""
    return f"{count}{name} [{_SHORT.get(product.casefold(), product)}]"


READER = DeckReader(NAME, (".txt",), confidence, read)
