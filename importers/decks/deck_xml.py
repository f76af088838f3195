"""The common parts of the readers of XML decks: places, zones, stray text, unread lines.

Document types and entities are refused, since a few lines of them can expand without end.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable
from xml.sax import SAXParseException
from xml.sax.handler import ContentHandler
from xml.sax.xmlreader import AttributesImpl, Locator

from db.language import gettext as _
from db.patterns import pattern
from importers.decks.deck_format import (
    MAX_DEPTH,
    MAX_LINES,
    MAX_NAME,
    MAX_ZONES,
    line_problem,
    printable,
    text_problem,
    unread,
)
from importers.decks.deck_list import MAIN_ZONE, DeckLine, DeckList, UnreadLine
from importers.errors import ForbiddenXmlError, LimitError, MalformedFileError


class DeckHandler(ContentHandler, ABC):
    """Gathers lines, zones and everything else in the file, with line numbers.

    A subclass handles the start and the end of each element, and makes the deck list; `root` is the
    name of the element that is a deck.
    """

    root = "deck"

    def __init__(self, rows: list[str], skipped: int, source: str) -> None:
        super().__init__()
        self._locator: Locator | None = None
        self.rows = rows
        self.skipped = skipped
        self.source = source
        self.open: list[str] = []
        self.zone = MAIN_ZONE
        self.text: list[str] = []
        self.lines: list[DeckLine] = []
        self.zones: list[str] = []
        self.unread: list[UnreadLine] = []

    @abstractmethod
    def start(self, tag: str, shown: str, attrs: AttributesImpl) -> None:
        """Handles the start of an element; `shown` is its name for messages."""

    @abstractmethod
    def end(self, tag: str) -> None:
        """Handles the end of an element, with the text since the last one at hand."""

    @abstractmethod
    def take_stray_text(self) -> None:
        """Adds text between elements, where only blanks belong, as unread."""

    @property
    def has_begun(self) -> bool:
        """Whether so much was read that a break of the XML leaves a deck."""
        return bool(self.zones)

    def break_off(self, line: int, why: str) -> None:
        """Stops reading at the line where the XML breaks, for the reason `why`."""
        line = min(line, len(self.rows))
        if not self.has_begun:
            raise MalformedFileError(self.source, _("broken XML ({why})", why=why), line)
        self.leave_unread(line, _("broken XML ({why}); nothing after it was read", why=why))

    @abstractmethod
    def deck_list(self) -> DeckList:
        """The deck list that was read."""

    @property
    def line(self) -> int:
        """The current line of the parser."""
        found = self._locator.getLineNumber() if self._locator else None
        return (found or 1) + self.skipped

    def startElement(self, name: str, attrs: AttributesImpl) -> None:
        """Notes that an element is open, and calls `start`."""
        self.take_stray_text()
        tag, shown = name.lower(), f"<{printable(name[:40])}>"
        if not self.open and tag != self.root:
            message = _("the file is a {shown}, expected a <{root}>", shown=shown, root=self.root)
            raise MalformedFileError(self.source, message, self.line)
        self.open.append(tag)
        if len(self.open) > MAX_DEPTH:
            found = _("elements nested {count} deep", count=len(self.open))
            raise LimitError(self.source, found, str(MAX_DEPTH), self.line)
        self.start(tag, shown, attrs)

    def endElement(self, name: str) -> None:  # noqa: ARG002 - SAX's name
        """Notes that an element is closed, and calls `end`."""
        self.end(self.open.pop())
        self.text.clear()

    def characters(self, content: str) -> None:
        """Takes in text, which may come in pieces."""
        self.text.append(content)

    def start_zone(self, label: str) -> None:
        """Takes in the start of a zone, known or new."""
        if problem := text_problem("zone", label):
            self.leave_unread(self.line, problem)
        self.zone = printable(label.strip()[:MAX_NAME] if problem else label) or MAIN_ZONE
        if self.zone not in self.zones:
            self.zones.append(self.zone)
        if len(self.zones) > MAX_ZONES:
            raise LimitError(
                self.source, _("{count} zones", count=len(self.zones)), str(MAX_ZONES), self.line
            )

    def check_room(self, line: int) -> None:
        """Raises `LimitError` where there is no room for another card."""
        if len(self.lines) + len(self.unread) >= MAX_LINES:
            raise LimitError(
                self.source, _("more than {max_lines:,} cards", max_lines=MAX_LINES), f"{MAX_LINES:,}", line
            )

    def add(self, card: DeckLine, problem: str | None = None) -> None:
        """Adds a card; one with a problem is left unread."""
        if problem := problem or line_problem(card):
            self.leave_unread(card.line or self.line, problem)
        else:
            self.lines.append(card)

    def taken_text(self) -> str:
        """Returns the text since the last element, on one line, and forgets it."""
        text = "".join(self.text)
        self.text.clear()
        return " ".join(text.split()) if "\n" in text or "\t" in text else text

    def leave_text(self, text: str) -> None:
        """Adds text outside of any card as unread, unless it is blank."""
        if text and not text.isspace():
            line = self.line - text.lstrip().count("\n")
            self.add_unread(line, text, _("text outside of any card"))

    def leave_unread(self, line: int, reason: str) -> None:
        """Adds a line of the file as unread."""
        self.add_unread(line, self.rows[line - 1] if line <= len(self.rows) else "", reason)

    def add_unread(self, line: int, text: str, reason: str) -> None:
        """Adds a text as unread; raises `LimitError` where there are too many."""
        self.unread.append(unread(line, text, reason))
        if len(self.unread) > MAX_LINES:
            found = _("more than {max_lines:,} unreadable lines", max_lines=MAX_LINES)
            raise LimitError(self.source, found, f"{MAX_LINES:,}", line)


_COMMENT = pattern(r"<!--(.*?)-->|<\?(.*?)\?>", re.DOTALL)
_CARD = pattern(r"<(?:card|name)\b", re.IGNORECASE)


def _hidden_cards(text: str) -> list[int]:
    """The lines of comments with cards in them, which a program may read that is no XML parser."""
    if "<!--" not in text and "<?" not in text:
        return []
    found = (match for match in _COMMENT.finditer(text) if _CARD.search(match.group()))
    return [text.count("\n", 0, match.start()) + 1 for match in found]


MakeHandler = Callable[[list[str], int, str], DeckHandler]
"""Makes a handler from the rows of a file, those skipped before its XML, and the file's name."""


def read_xml_deck(make: MakeHandler, text: str, source: str) -> DeckList:
    """The deck list of an XML deck as a handler of one format sees it; blanks may stand before it.

    Raises `ForbiddenXmlError` for a document type or an entity.
    """
    import defusedxml.common
    import defusedxml.expatreader

    hidden = _hidden_cards(text)
    body = text.lstrip("\n\t ")  # XML allows no blanks before its declaration
    handler = make(text.split("\n"), text.count("\n") - body.count("\n"), source)
    parser = defusedxml.expatreader.DefusedExpatParser(forbid_dtd=True)
    parser.setContentHandler(handler)
    handler.setDocumentLocator(parser)
    try:
        parser.feed(body)
        parser.close()
    except defusedxml.common.DefusedXmlException:
        raise ForbiddenXmlError(source, handler.line) from None
    except SAXParseException as error:
        handler.break_off((error.getLineNumber() or 1) + handler.skipped, error.getMessage())
    for line in hidden:
        handler.leave_unread(line, _("a comment with cards in it, which may count or not"))
    return handler.deck_list()
