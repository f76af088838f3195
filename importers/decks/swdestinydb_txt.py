"""Decks of swdestinydb.com as its text export: `2x Name, Subtitle (Set Name #1)`; in Markdown too.

Each line of a character is one card, and the number before it is that of its dice; a battlefield
and a plot have none. Headings are underlined. The first line is the name of the deck where an empty
line follows; any other line that is no card, no heading, no comment and none of the export's own
words is left unread.
"""

import re
from collections.abc import Iterator
from functools import cache

from db.cards.bundled_games import BUNDLED
from db.language import gettext as _
from db.patterns import pattern
from importers.decks.deck_format import (
    MAX_ZONES,
    Confidence,
    DeckReader,
    DeckWriter,
    has_line_break,
    line_problem,
    lines_by_zone,
    parse_quantity,
    printable,
    text_problem,
    unread,
)
from importers.decks.deck_list import MAIN_ZONE, DeckLine, DeckList, UnreadLine
from importers.errors import LimitError, UnwritableDeckError

NAME = "swdestinydb-txt"
GAME = "destiny"

_CARD = pattern(r"(?:([0-9]+)[xX\u00d7]?[ ]+)?(\S[^\t]*?)[ ]+\(([^()#\t]*[^()#\t ])[ ]+#([0-9]+[A-Za-z]?)\)")
_COUNT_ONLY = pattern(r"([0-9]+)[xX\u00d7][ ]+(\S.*)")
_UNDERLINE = pattern(r"[\u00af\u203e]+|[=-]{3,}")
"""The site prints two macrons under a heading that it has no word for."""
_ENTITIES = {"&#039;": "'", "&quot;": '"', "&lt;": "<", "&gt;": ">", "&amp;": "&", "\u00a0": " "}
"""The characters that the site escapes in the name of a deck and of its cards, and blanks of pages."""
_ENTITY = pattern("|".join(_ENTITIES))
_LINK = pattern(r"\[([^\[\]]+)\]\((?:https?://|/)[^()\s]*\)")
_EMPHASIS = pattern(r"\*\*|__|_(?=\()|(?<=\))_")
_BULLET = pattern(r"^[*+\u2022-]\s+(?=[0-9]+x |\[)")
_MARKED_HEADING = pattern(r"(?:#{1,6}\s+|\*\*)([A-Za-z]+)\**:?(?:\s*\([0-9]+\))?\**")
_TYPED_HEADING = pattern(r"([A-Za-z]+)(?:\s*\([0-9]+\))?:?")
TEAM = "Team"
ZONES = {
    "battlefield": "Battlefield",
    "character": TEAM,
    "plot": "Plot",
    "upgrade": MAIN_ZONE,
    "downgrade": MAIN_ZONE,
    "support": MAIN_ZONE,
    "event": MAIN_ZONE,
}
_HEADINGS = {"Battlefield": "BATTLEFIELD", TEAM: "CHARACTER", "Plot": "PLOT"}
_UNCOUNTED = {"Battlefield", "Plot"}
_LONGEST_LINE = 500
_COMMENT = ("#", "//")
_PREFACE = pattern(
    r"(?:hero|villain|neutral)(?: affiliation)?"
    r"|(?:red|blue|yellow|gr[ae]y)(?: ?[/,&] ?(?:red|blue|yellow|gr[ae]y))*"
    r"|sets:(?: .+)?|from .+ to .+|format: \w+",
    re.IGNORECASE,
)
"""The lines of the export about the deck, before its cards."""
_SIGNATURE = pattern(
    r"deck(?:list)? (?:built|made|exported|published) (?:on|with|from|by) .+|https?://\S+", re.IGNORECASE
)
_COUNT_WITHIN = pattern(r"\b[0-9]+[xX\u00d7]\s")
_STATES_A_COUNT = pattern(r"[0-9]+[xX\u00d7]?\s.*|.*[\s)][xX\u00d7]\s*[0-9]+|.*\([xX]?[0-9]+[xX]?\)")
_NO_CARD = _("neither a card like '2x Name, Subtitle (Set Name #1)' nor an underlined heading")


def confidence(text: str, _suffix: str) -> Confidence:
    """The layout where a line is a card with the name of its set and its number, `(... #1)`.

    A list in which more lines state counts without these was typed, one of sets of other games, and
    one with headings that are neither underlined nor marked.
    """
    text = text.replace("\u00a0", " ")
    if " #" not in text or text.lstrip()[:1] in {"<", "{", "["}:
        return Confidence.NO
    rows = [_unmarked(row.strip()) for row in text.split("\n") if len(row) <= _LONGEST_LINE]
    found = [_CARD.fullmatch(row) for row in rows]
    sets = {one[3].casefold() for one in found if one}
    typed = sum(bool(_STATES_A_COUNT.fullmatch(row)) for row, one in zip(rows, found, strict=True) if not one)
    own, others = _known_sets() if sets else (frozenset[str](), frozenset[str]())
    told = sets - (own & others)
    headed = any(_is_typed_heading(row, below) for _number, row, below in _rows(text)) if sets else False
    is_export = len(found) - found.count(None) >= typed and not headed and not (told and told <= others)
    return Confidence.LAYOUT if sets and is_export else Confidence.NO


@cache
def _known_sets() -> tuple[frozenset[str], frozenset[str]]:
    """The codes and names of the sets that Destiny has, and those that other games have."""
    from db.cards.bundled import read_sets  # few texts look like the export

    named = {
        game.code: frozenset(one[key].casefold() for one in read_sets(game) for key in ("code", "name"))
        for game in BUNDLED
    }
    own = named.pop(GAME)
    return own, frozenset[str]().union(*named.values())


def read(text: str, source: str) -> DeckList:
    """The deck list of a text export of swdestinydb.com."""
    zone: str = MAIN_ZONE
    zones: dict[str, None] = {}
    lines: list[DeckLine] = []
    left: list[UnreadLine] = []
    name: str | None = None
    loose: list[UnreadLine] = []
    notes: list[str] = []
    for number, row, below in _rows(_unescaped(text)):
        if _UNDERLINE.fullmatch(row):
            continue
        if (named := heading_zone(row, below, zone)) is not None:
            zone = named
            zones[zone] = None
            if len(zones) > MAX_ZONES:
                raise LimitError(source, _("{count} zones", count=len(zones)), str(MAX_ZONES), number)
            continue
        card = read_row(row, zone, number)
        if isinstance(card, DeckLine):
            zones[zone] = None
            lines.append(card)
        elif card is not None:
            left.append(card)
        elif _is_talk(row, started=bool(lines or zones)):
            notes.append(printable(row))
        elif name is None and _is_title(row, below) and not (lines or zones or left):
            name = printable(row)
            loose.append(unread(number, row, _("the name of a card without a count, or of the deck")))
        else:
            left.append(unread(number, row, _NO_CARD))
    return DeckList(
        tuple(lines),
        NAME,
        name=name,
        game=GAME,
        zones=tuple(zones),
        unread=tuple(left),
        notes="\n".join(notes) or None,
        loose=tuple(loose),
    )


def _unescaped(text: str) -> str:
    """The text without the escapes that the site's pages leave in it."""
    return _ENTITY.sub(lambda found: _ENTITIES[found.group()], text)


def _unmarked(row: str) -> str:
    """The line of a card without bullet, link and emphasis, as the site's Markdown has them.

    >>> _unmarked("* 2x [Force Choke](https://swdestinydb.com/card/01013) _(Awakenings #13)_")
    '2x Force Choke (Awakenings #13)'
    """
    if not any(sign in row for sign in "[*_+\u2022-"):
        return row
    return _EMPHASIS.sub("", _LINK.sub(r"\1", _BULLET.sub("", row)))


def _rows(text: str) -> Iterator[tuple[int, str, str]]:
    """Yields line number, line, and the line below it, without empty ones."""
    rows = [row.strip() for row in text.split("\n")]
    for place, row in enumerate(rows):
        if row:
            yield place + 1, row, rows[place + 1] if place + 1 < len(rows) else ""


def _is_talk(row: str, *, started: bool) -> bool:
    """Whether a line is a comment, or what the export says of the deck in words of its own."""
    if has_line_break(row):
        return False
    if _COUNT_WITHIN.search(row) and not row.startswith(_COMMENT):
        return False
    said = _SIGNATURE.fullmatch(row) or (not started and _PREFACE.fullmatch(row))
    return row.startswith(_COMMENT) or bool(said)


def _is_title(row: str, below: str) -> bool:
    """Whether the first line is the name of the deck: alone, and no card with a count."""
    alone = not below or any(one.fullmatch(below) for one in (_UNDERLINE, _PREFACE))
    return alone and not _STATES_A_COUNT.fullmatch(row) and not has_line_break(row)


def _is_typed_heading(row: str, below: str) -> bool:
    found = _TYPED_HEADING.fullmatch(row)
    return bool(found and _known_zone(found[1])) and not _UNDERLINE.fullmatch(below)


def heading_zone(row: str, below: str, _current: str = MAIN_ZONE) -> str | None:
    """The zone that a line begins, where the line below underlines it; None for other lines."""
    plain = row.strip()
    if (marked := _MARKED_HEADING.fullmatch(plain)) and (zone := _known_zone(marked[1])):
        return zone
    headed = _UNDERLINE.fullmatch(below.strip()) and not _UNDERLINE.fullmatch(plain)
    return _find_zone(plain) if plain and headed else None


def _known_zone(label: str) -> str | None:
    plain = label.casefold().rstrip(":")
    return ZONES.get(plain) or ZONES.get(plain.removesuffix("s"))


def _find_zone(row: str) -> str | None:
    """The zone of a heading: of a type of cards, or as it is called."""
    found = _known_zone(row)
    is_card = _CARD.fullmatch(row) or _STATES_A_COUNT.fullmatch(row) or has_line_break(row)
    return found if found or is_card or text_problem("zone", row) else row


def read_row(row: str, zone: str, number: int) -> DeckLine | UnreadLine | None:
    """The card of a line, why it is not read, or None where it is no card at all."""
    if len(row) > _LONGEST_LINE:
        return unread(number, row, _("a line of {count:,} characters is no card", count=len(row)))
    plain = _unescaped(_unmarked(row))
    if found := _CARD.fullmatch(plain):
        digits, name, set_name, position = found.groups()
        card = DeckLine(parse_quantity(digits or "1"), name, zone, number, set_name.strip(), number=position)
    elif found := _COUNT_ONLY.fullmatch(plain):
        card = DeckLine(parse_quantity(found.group(1)), found.group(2), zone, number)
    else:
        return None
    problem = line_problem(card)
    return unread(number, row, problem) if problem else _as_character(card)


def _as_character(card: DeckLine) -> DeckLine:
    """The line of a character as one card with so many dice; any other line as it is."""
    return card._replace(quantity=1, dice=card.quantity) if card.zone == TEAM else card


def write(deck_list: DeckList) -> str:
    """The deck list as swdestinydb.com would export it; a character's number is that of its dice.

    Sets are written as the list has them: fill in their full names before.
    """
    rows = [printable(" ".join((deck_list.name or "Deck").split())) or "Deck"]
    for zone, lines in lines_by_zone(deck_list).items():
        heading = heading_for(zone)
        rows += ["", heading, "\u00af" * max(3, len(heading)), ""]
        rows.extend(row for line in lines for row in _card_rows(line, zone))
    return "\n".join([*rows, ""])


def heading_for(zone: str) -> str:
    """The heading under which the export has the cards of a zone.

    >>> heading_for("Team"), heading_for("Deck")
    ('CHARACTER', 'EVENT')
    """
    return "EVENT" if zone == MAIN_ZONE else _HEADINGS.get(zone, zone.strip())


def _card_rows(line: DeckLine, zone: str) -> list[str]:
    """The rows of a line: one, or for characters whose dice are stated one for each card."""
    if zone != TEAM or not line.dice or line.dice < line.quantity:
        return [card_row(line, zone, line.quantity)]
    each, more = divmod(line.dice, line.quantity)
    counts = [each + 1] * more + [each] * (line.quantity - more)
    return [card_row(line, zone, dice) for dice in counts]


def card_row(line: DeckLine, zone: str, number: int) -> str:
    """The line of the export for cards, or for the dice of one character."""
    count = "" if zone in _UNCOUNTED and number == 1 else f"{number}x "
    tail = f" ({line.set_code} #{line.number})" if line.set_code and line.number else ""
    row = f"{count}{line.name.strip()}{tail}"
    back = read_row(row, MAIN_ZONE, 1)
    if not isinstance(back, DeckLine) or (back.name, back.quantity) != (line.name.strip(), number):
        found = _(
            "{name!r} with set {set_code!r} and number {number!r}",
            name=line.name,
            set_code=line.set_code,
            number=line.number,
        )
        raise UnwritableDeckError(NAME, found, _("Give the full name of its set and its number."))
    return row


READER = DeckReader(NAME, (".txt",), confidence, read)
WRITER = DeckWriter(
    NAME,
    (".txt",),
    frozenset({"set_code", "number", "dice", "name", "game", "empty zones"}),
    write,
    games=(GAME,),
)
