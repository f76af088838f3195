"""The tolerant reader of LackeyCCG decks: any well-formed XML of zones and cards, and broken ones.

What is no part of a deck, and everything after a break, becomes an unread line. Document types
and entities are refused, since a few lines of them can expand without end.
"""

from dataclasses import dataclass
from xml.sax.handler import ContentHandler
from xml.sax.xmlreader import AttributesImpl, Locator

from importers.deck_format import (
    MAX_DEPTH,
    MAX_LINES,
    MAX_NAME,
    MAX_ZONES,
    line_problem,
    printable,
    text_problem,
    unread,
)
from importers.deck_list import MAIN_ZONE, DeckLine, DeckList, UnreadLine
from importers.errors import ForbiddenXmlError, LimitError, MalformedFileError
from importers.lackey_dek import NAME, game_for, stated


def read_tolerantly(text: str, source: str) -> DeckList:
    """The deck list of a LackeyCCG deck that was edited by hand or by another program."""
    from xml.sax import SAXParseException

    import defusedxml.common
    import defusedxml.expatreader

    body = text.lstrip("\n\t ")  # XML allows no blanks before its declaration
    skipped = text.count("\n") - body.count("\n")
    handler = _DeckHandler(text.split("\n"), skipped, source)
    parser = defusedxml.expatreader.DefusedExpatParser(forbid_dtd=True)
    parser.setContentHandler(handler)
    handler.setDocumentLocator(parser)
    try:
        parser.feed(body)
        parser.close()
    except defusedxml.common.DefusedXmlException:
        raise ForbiddenXmlError(source, handler.line) from None
    except SAXParseException as error:
        handler.break_off(error.getLineNumber() or 1, error.getMessage())
    return handler.deck_list()


@dataclass(slots=True)
class _Card:
    """A card element while it is read."""

    line: int
    name: str | None = None
    set_code: str | None = None
    image_key: str | None = None
    problem: str | None = None


class _DeckHandler(ContentHandler):
    """Gathers cards, zones and whatever else stands in the file, with line numbers."""

    def __init__(self, rows: list[str], skipped: int, source: str) -> None:
        super().__init__()
        self._locator: Locator | None = None
        self._rows = rows
        self._skipped = skipped
        self._source = source
        self._open: list[str] = []
        self._zone = MAIN_ZONE
        self._card: _Card | None = None
        self._text: list[str] = []
        self._facts: dict[str, str] = {}
        self._lines: list[DeckLine] = []
        self._zones: list[str] = []
        self._unread: list[UnreadLine] = []

    @property
    def line(self) -> int:
        """The line at which the parser is."""
        found = self._locator.getLineNumber() if self._locator else None
        return (found or 1) + self._skipped

    def startElement(self, name: str, attrs: AttributesImpl) -> None:  # noqa: N802 - SAX's name
        """Takes in the start of an element."""
        self._take_stray_text()
        tag = name.lower()
        if not self._open and tag != "deck":
            message = f"the file is a <{name[:40]}>, expected a <deck>"
            raise MalformedFileError(self._source, message, self.line)
        self._open.append(tag)
        if len(self._open) > MAX_DEPTH:
            found = f"elements nested {len(self._open)} deep"
            raise LimitError(self._source, found, str(MAX_DEPTH), self.line)
        if self._card is not None:
            self._start_part(tag, attrs)
        elif tag == "card":
            self._start_card(attrs)
        elif tag == "superzone":
            self._start_zone(attrs.get("name") or "")
        elif tag not in {"deck", "meta", "game"} and "meta" not in self._open:
            self._leave_unread(self.line, f"<{printable(name[:40])}> is no part of a deck")

    def _start_zone(self, label: str) -> None:
        if problem := text_problem("zone", label):
            self._leave_unread(self.line, problem)
        self._zone = printable(label.strip()[:MAX_NAME] if problem else label) or MAIN_ZONE
        if self._zone not in self._zones:
            self._zones.append(self._zone)
        if len(self._zones) > MAX_ZONES:
            found = f"{len(self._zones)} zones"
            raise LimitError(self._source, found, str(MAX_ZONES), self.line)

    def _start_card(self, attrs: AttributesImpl) -> None:
        self._card = _Card(self.line)
        if attrs.getLength():
            self._card.problem = f"a card with {_listed(attrs)}, which we do not know"
        if len(self._lines) + len(self._unread) >= MAX_LINES:
            found = f"more than {MAX_LINES:,} cards"
            raise LimitError(self._source, found, f"{MAX_LINES:,}", self.line)

    def _start_part(self, tag: str, attrs: AttributesImpl) -> None:
        card = self._card
        if card is None:
            return
        unknown = [key for key in attrs.getNames() if (tag, key.lower()) != ("name", "id")]
        if self._open[-2] != "card" or tag not in {"name", "set"}:
            card.problem = f"a card with <{printable(tag[:40])}>, which we do not know"
        elif unknown:
            card.problem = f"a card with {_listed(unknown)}, which we do not know"
        elif (card.name if tag == "name" else card.set_code) is not None:
            card.problem = f"a card with two <{tag}>"
        elif tag == "name" and attrs.getLength():
            card.image_key = stated(next(iter(attrs.values())))

    def endElement(self, name: str) -> None:  # noqa: ARG002, N802 - SAX's name
        """Takes in the end of an element."""
        tag = self._open.pop()
        if self._card is not None and tag in {"name", "set"}:
            self._end_part(self._card, tag)
        elif tag == "game" or (self._open and "meta" in self._open):
            self._end_fact(tag)
        else:
            self._take_stray_text()
        if tag == "card" and self._card is not None and "card" not in self._open:
            self._end_card(self._card)
        elif tag == "superzone":
            self._zone = MAIN_ZONE
        self._text.clear()

    def _end_part(self, card: _Card, tag: str) -> None:
        text = self._taken_text()
        if tag == "name":
            card.name = text
        else:
            card.set_code = text

    def _end_fact(self, tag: str) -> None:
        text = printable(" ".join(self._taken_text().split()))
        if text and tag in self._facts:
            self._leave_unread(self.line, f"a second <{printable(tag[:40])}>")
        elif text:
            self._facts[tag] = text

    def _end_card(self, card: _Card) -> None:
        self._card = None
        line = DeckLine(
            1, card.name or "", self._zone, card.line, stated(card.set_code or ""), card.image_key
        )
        if problem := card.problem or line_problem(line):
            self._leave_unread(card.line, problem)
        else:
            self._lines.append(line)

    def characters(self, content: str) -> None:
        """Takes in text, which may come in pieces."""
        self._text.append(content)

    def _taken_text(self) -> str:
        text = "".join(self._text)
        self._text.clear()
        return " ".join(text.split()) if "\n" in text or "\t" in text else text

    def _take_stray_text(self) -> None:
        """Accounts for text between elements, where only blanks belong."""
        text = "".join(self._text)
        self._text.clear()
        if not text or text.isspace():
            return
        if self._card is not None:
            beside = f"a card with text beside its name: {text.strip()[:40]!r}"
            self._card.problem = self._card.problem or beside
            return
        line = self.line - text.lstrip().count("\n")
        self._unread.append(unread(line, text, "text outside of any card"))

    def _leave_unread(self, line: int, reason: str) -> None:
        text = self._rows[line - 1] if line <= len(self._rows) else ""
        self._unread.append(unread(line, text, reason))

    def break_off(self, line: int, message: str) -> None:
        """Accounts for the place at which the XML breaks, and for everything after it."""
        line += self._skipped
        if not (self._lines or self._zones):
            raise MalformedFileError(self._source, f"broken XML ({message})", line)
        if self._card is not None and self._card.line < line:
            self._leave_unread(self._card.line, "a card that does not end")
        self._leave_unread(line, f"broken XML ({message})")
        for number, row in enumerate(self._rows[line:], line + 1):
            if row.strip():
                reason = f"not read, since the XML is broken in line {line}"
                self._unread.append(unread(number, row, reason))

    def deck_list(self) -> DeckList:
        """Everything that was gathered."""
        facts = dict(self._facts)
        game = facts.pop("game", None)
        return DeckList(
            lines=tuple(self._lines),
            read_as=NAME,
            name=facts.pop("name", None),
            game=game_for(game) if game else None,
            author=facts.pop("author", None),
            zones=tuple(self._zones),
            unread=tuple(self._unread),
            notes="\n".join(f"{key}: {text}" for key, text in facts.items()) or None,
        )


def _listed(attributes: AttributesImpl | list[str]) -> str:
    names = attributes if isinstance(attributes, list) else list(attributes.getNames())
    return ", ".join(f"{printable(name[:40])}=" for name in names[:5])
