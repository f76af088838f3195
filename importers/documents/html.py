"""Web pages, saved or pasted: their lines and tables, as a browser shows them.

Of a deck's page on swdestinydb.com only the deck is read, with the codes of its cards.
"""

import re
from html.parser import HTMLParser

from db.texts import words
from importers.documents.blocks import Block, Blocks

_LINES = frozenset(
    words(
        "p div li ul ol h1 h2 h3 h4 h5 h6 pre dt dd dl section article main header footer nav aside "
        "blockquote br hr option caption form fieldset address figure figcaption tr body"
    )
)
_LEFT_OUT = frozenset(
    words("script style head title template noscript svg select button textarea iframe object")
)
_VOID = frozenset(("br", "hr", "img", "input", "link", "meta", "wbr", "area", "base", "col"))
_STRUCK = frozenset(("s", "del", "strike"))
_CELLS = frozenset(("td", "th"))
_TABLE_STARTS = {
    "table": Blocks.start_table,
    "tr": Blocks.start_row,
    "td": Blocks.start_cell,
    "th": Blocks.start_cell,
}
_ROW_NUMBER = "row-header"
"""The class of cells with numbers of rows, which spreadsheets in a browser write before their cells."""
_CONTAINER = "deck-content"
_CODE = re.compile(r"[0-9]{5,6}[A-Z]?")


class Page:
    """The contents of a page: its blocks, and the codes of cards that its lines link to."""

    def __init__(self, blocks: list[Block], codes: dict[int, str], *, whole: bool) -> None:
        self.blocks = blocks
        self.codes = codes
        """The code of the card to which a block is a link, by the block's place."""
        self.whole = whole
        """Whether all of the page was read, and not its deck alone."""


def read_page(text: str, source: str) -> Page:
    """The lines and tables of a page, without scripts, styles and parts that no one reads."""
    deck_only = _has_container(text)
    reader = _PageReader(source, deck_only=deck_only)
    reader.feed(text)
    reader.close()
    return Page(reader.whole(), reader.codes, whole=not deck_only)


def _has_container(text: str) -> bool:
    return re.search(rf"class=[\"'][^\"']*\b{_CONTAINER}\b", text) is not None


class _PageReader(HTMLParser):
    """Hands what a page shows on to its blocks."""

    def __init__(self, source: str, *, deck_only: bool) -> None:
        super().__init__(convert_charrefs=True)
        self._blocks = Blocks(source)
        self._deck_only = deck_only
        self._depth = 0
        self._inside: int | None = None
        self._ignored: list[str] = []
        self._kept_blanks = 0
        self._code: str | None = None
        self.codes: dict[int, str] = {}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Starts an element."""
        if tag not in _VOID:
            self._depth += 1
        facts = {key: value or "" for key, value in attrs}
        if self._inside is None and _CONTAINER in facts.get("class", "").split():
            self._inside = self._depth
        is_left_out = tag in _LEFT_OUT or (tag == "th" and _ROW_NUMBER in facts.get("class", ""))
        if self._ignored or is_left_out:
            if is_left_out:
                self._ignored.append(tag)
            return
        if tag in _LINES or tag in _TABLE_STARTS:
            self._end_line()
        self._start(tag, facts)

    def _start(self, tag: str, facts: dict[str, str]) -> None:
        """Starts an element that is shown."""
        if tag in _TABLE_STARTS:
            _TABLE_STARTS[tag](self._blocks)
            if tag in _CELLS:
                self._blocks.span(facts.get("colspan", ""), facts.get("rowspan", ""))
        elif tag == "pre":
            self._kept_blanks += 1
        elif tag in _STRUCK:
            self._text("~~")
        elif tag == "a" and _CODE.fullmatch(facts.get("data-code", "")):
            self._code = facts["data-code"]

    def handle_endtag(self, tag: str) -> None:
        """Ends an element; what ends nothing that is open is passed over."""
        if self._ignored:
            if tag == self._ignored[-1]:
                self._ignored.pop()
                self._depth -= 1
            return
        if tag in _LINES:
            self._end_line()
        if tag == "table":
            self._end_line()
            self._blocks.end_table()
        elif tag in _CELLS:
            self._end_line()
        elif tag == "pre":
            self._kept_blanks = max(0, self._kept_blanks - 1)
        elif tag in _STRUCK:
            self._text("~~")
        if tag not in _VOID:
            if self._inside == self._depth:
                self._inside = -1  # there is one deck on such a page
            self._depth -= 1

    def handle_data(self, data: str) -> None:
        """Takes in text; runs of blanks are one, as a browser shows them."""
        if not self._ignored:
            self._text(data if self._kept_blanks else re.sub(r"[ \t\r\n\f]+", " ", data))

    def _text(self, text: str) -> None:
        if not self._deck_only or (self._inside or -1) > 0:
            self._blocks.text(text)

    def _end_line(self) -> None:
        before = len(self._blocks.found)
        self._blocks.end_line()
        if self._code and len(self._blocks.found) == before + 1:
            self.codes[before] = self._code
        self._code = None

    def whole(self) -> list[Block]:
        """All blocks of the page."""
        self._end_line()
        return self._blocks.whole()
