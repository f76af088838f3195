"""Decks on web pages, saved as a file or pasted: of any page its lines and tables.

A page of swdestinydb.com holds the deck as the site stores it, and that is read. Of its deck alone,
pasted, each card is a link with its code. Of another whole page, what stands before the first and
after the last line with a count is passed over, and said, unless it is the name of a card.
"""

import re
from itertools import accumulate
from typing import TYPE_CHECKING

from db.language import gettext as _
from db.patterns import pattern
from importers.decks import swdestinydb_json
from importers.decks.deck_format import (
    Confidence,
    DeckReader,
    ListWithin,
    line_problem,
    parse_quantity,
    unread,
)
from importers.decks.deck_list import MAIN_ZONE, DeckLine, DeckList, UnreadLine
from importers.decks.document_deck import read_blocks
from importers.decks.plain_text import find_zone
from importers.decks.typed_line import states_count
from importers.documents.blocks import Block
from importers.errors import MalformedFileError, NoListError

if TYPE_CHECKING:
    from importers.documents.html import Page

NAME = "html"

_HEAD = pattern(
    r"\s*(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html|head|meta|style|body|table|tbody|tr|div|section"
    r"|article|main|p|span|ul|ol|li|h[1-6]|pre|font|b|strong|em|i|a|br)\b",
    re.IGNORECASE | re.DOTALL,
)
_LOOKED_AT = 10_000
_LINES = pattern(r"<(?:br|hr|p|div|li|tr|td|h[1-6]|pre|body|section|article)\b", re.IGNORECASE)
_STORED = pattern(r"\bapp\.deck\.init\(\s*(?=\{)")
_WHOLE_PAGE = pattern(r"<(?:!doctype\s+html|html|body)\b", re.IGNORECASE)
_COPIES = pattern(r"x([0-9]+)\s+\S.*")
_DICE = pattern(r"[0-9]{1,2}")
_MOST_LOOSE = 5_000


def looks_like_html(text: str) -> bool:
    """Whether a text begins like a web page or a piece of one.

    >>> looks_like_html("<table><tr>"), looks_like_html("<deck>"), looks_like_html("4 <b>Nexu</b>")
    (True, False, False)
    """
    return _HEAD.match(text, 0, _LOOKED_AT) is not None


def confidence(text: str, _suffix: str) -> Confidence:
    """The head where the text begins like a web page or a piece of one."""
    return Confidence.HEAD if looks_like_html(text) else Confidence.NO


def read(text: str, source: str) -> DeckList | ListWithin:
    """The deck list of a page, or its lines."""
    if stored := _STORED.search(text):
        found = swdestinydb_json.read(_stored_deck(text, stored.end(), source), source)
        return found._replace(read_as=NAME)
    from importers.documents.html import read_page

    page = read_page(text if _LINES.search(text) else f"<pre>{text}</pre>", source)
    if not page.blocks:
        raise NoListError(source, _("a page without text; paste the list, or save the page"))
    if page.codes and not page.whole:
        return _linked_deck(page)
    if _WHOLE_PAGE.search(text) is None:
        return read_blocks(page.blocks, source, NAME)
    first, last = _bounds(page.blocks)
    sizes = (1 if isinstance(block, str) else len(block) for block in page.blocks)
    numbered = list(zip(accumulate(sizes, initial=1), page.blocks, strict=False))
    around = numbered[:first] + numbered[last:]
    within = read_blocks([""] * first + page.blocks[first:last], source, NAME)
    why = _("around the list of the page, and the name of a card")
    loose = [unread(n, block, why) for n, block in around if isinstance(block, str) and block]
    if not loose:
        return within
    lines = "1 line" if len(loose) == 1 else _("{count:,} lines", count=len(loose))
    said = _("{lines} of the page before and after the list were skipped", lines=lines)

    def finish(found: DeckList) -> DeckList:
        found = within.finish(found)
        return found._replace(loose=(*found.loose, *loose[:_MOST_LOOSE]), remarks=(*found.remarks, said))

    return within._replace(finish=finish)


def _stored_deck(text: str, start: int, source: str) -> str:
    """The deck of a page as its JSON, on the line of the page on which it stands."""
    import json

    try:
        _unused, end = json.JSONDecoder().raw_decode(text, start)
    except (ValueError, RecursionError):
        message = _("the deck that the page holds is broken; export it as text")
        raise MalformedFileError(source, message, text.count("\n", 0, start) + 1) from None
    return "\n" * text.count("\n", 0, start) + text[start:end]


def _linked_deck(page: "Page") -> DeckList:
    """The deck of lines that link to their cards; a number below a character is that of its dice.

    The site prints no count before characters, battlefields and plots: each line is one.
    """
    lines: list[DeckLine] = []
    left: list[UnreadLine] = []
    loose: list[UnreadLine] = []
    for place, block in enumerate(page.blocks):
        text = block if isinstance(block, str) else " ".join(cell for row in block for cell in row)
        if code := page.codes.get(place):
            copies = _COPIES.fullmatch(text)
            name = text.removesuffix("()").strip()
            name = name[copies.start(1) + len(copies[1]) :].strip() if copies else name
            quantity = parse_quantity(copies[1]) if copies else 1
            card = DeckLine(quantity, name, MAIN_ZONE, place + 1, card_id=code)
            problem = line_problem(card)
            if problem:
                left.append(unread(place + 1, text, problem))
            else:
                lines.append(card)
        elif _DICE.fullmatch(text) and lines and lines[-1].line == place:
            lines[-1] = lines[-1]._replace(dice=int(text))
        else:
            loose.append(unread(place + 1, text, _("a line of the page that is the name of a card")))
    return DeckList(
        tuple(lines),
        NAME,
        game=swdestinydb_json.GAME,
        zones=(MAIN_ZONE,) if lines else (),
        unread=tuple(left),
        loose=tuple(loose[:_MOST_LOOSE]),
    )


def _bounds(blocks: "list[Block]") -> tuple[int, int]:
    """The first and the last place of a page's list: lines with a count, headings, and tables."""
    counted = [n for n, one in enumerate(blocks) if not isinstance(one, str) or states_count(one.strip())]
    if not counted:
        return 0, len(blocks)
    first = counted[0]
    while first and isinstance(above := blocks[first - 1], str) and find_zone(above, MAIN_ZONE):
        first -= 1
    return first, counted[-1] + 1


READER = DeckReader(NAME, (".html", ".htm"), confidence, read)
