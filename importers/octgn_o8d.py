"""OCTGN decks, `.o8d`: sections of cards with their GUIDs, and notes.

The GUID of the game tells which game it is. Files are written as OCTGN writes them: a byte order
mark, two blanks of indent, no line end after the last line; sections say that they are not shared
where the deck has notes, as newer versions do, and say nothing where it has none, as older ones do.
"""

import re
from xml.sax.handler import ContentHandler
from xml.sax.xmlreader import AttributesImpl, Locator

from importers import lackey_dek
from importers.deck_format import (
    MAX_DEPTH,
    MAX_LINES,
    MAX_NAME,
    MAX_ZONES,
    DeckReader,
    DeckWriter,
    line_problem,
    lines_by_zone,
    parse_quantity,
    printable,
    spread_out,
    text_problem,
    unread,
)
from importers.deck_list import MAIN_ZONE, DeckLine, DeckList, UnreadLine
from importers.errors import ForbiddenXmlError, LimitError, MalformedFileError

NAME = "octgn-o8d"

GUIDS = {
    "stargate": "11ec1f21-7d4c-4bf0-9d72-df01c6c78911",
    "swlcg": "d5cf89e5-1984-4873-8ae0-f06eea411bb3",
}
"""OCTGN's game definitions of our games."""

_GAMES = {guid: game for game, guid in GUIDS.items()}
_ROOT = re.compile(r"<deck\s[^>]*\bgame\s*=")
_LOOKED_AT = 10_000
_BOM = "\ufeff"
_DECLARATION = '<?xml version="1.0" encoding="utf-8" standalone="yes"?>'
_TEXT_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})
_QUOTED_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})
_PARTS = {"deck", "section", "card", "notes"}


def claims(text: str, suffix: str) -> bool:
    """Whether the text is XML whose root names OCTGN's game, and no deck of LackeyCCG."""
    if not text.lstrip().startswith("<") or lackey_dek.claims(text, suffix):
        return False
    return _ROOT.search(text, 0, _LOOKED_AT) is not None


def read(text: str, source: str) -> DeckList:
    """The deck list of an OCTGN deck; what is no part of a deck is kept as unread lines."""
    from xml.sax import SAXParseException

    import defusedxml.common
    import defusedxml.expatreader

    body = text.lstrip("\n\t ")
    handler = _DeckHandler(text.split("\n"), text.count("\n") - body.count("\n"), source)
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


class _DeckHandler(ContentHandler):
    """Gathers sections, cards and notes, with line numbers."""

    def __init__(self, rows: list[str], skipped: int, source: str) -> None:
        super().__init__()
        self._locator: Locator | None = None
        self._rows = rows
        self._skipped = skipped
        self._source = source
        self._open: list[str] = []
        self._zone = MAIN_ZONE
        self._card: tuple[int, str, str] | None = None
        self._text: list[str] = []
        self._game: str | None = None
        self._notes: str | None = None
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
            message = f"the file is a <{printable(name[:40])}>, expected a <deck>"
            raise MalformedFileError(self._source, message, self.line)
        self._open.append(tag)
        if len(self._open) > MAX_DEPTH:
            found = f"elements nested {len(self._open)} deep"
            raise LimitError(self._source, found, str(MAX_DEPTH), self.line)
        if tag == "deck" and len(self._open) == 1:
            guid = printable(attrs.get("game", "").strip())[:MAX_NAME]
            self._game = _GAMES.get(guid.lower(), guid) or None
        elif tag == "section":
            self._start_zone(attrs.get("name", ""))
        elif tag == "card" and self._card is None:
            self._card = (self.line, attrs.get("qty", ""), attrs.get("id", ""))
        elif tag not in _PARTS or tag in self._open[:-1]:
            self._leave_unread(self.line, f"<{printable(name[:40])}> is no part of a deck")

    def _start_zone(self, label: str) -> None:
        if problem := text_problem("zone", label):
            self._leave_unread(self.line, problem)
        self._zone = printable(label.strip()[:MAX_NAME] if problem else label) or MAIN_ZONE
        if self._zone not in self._zones:
            self._zones.append(self._zone)
        if len(self._zones) > MAX_ZONES:
            raise LimitError(self._source, f"{len(self._zones)} zones", str(MAX_ZONES), self.line)

    def endElement(self, name: str) -> None:  # noqa: ARG002, N802 - SAX's name
        """Takes in the end of an element."""
        tag = self._open.pop()
        if tag == "card" and "card" not in self._open and self._card is not None:
            self._end_card(*self._card)
            self._card = None
        elif tag == "notes" and self._card is None:
            text = printable("".join(self._text))
            self._notes = text if self._notes is None else f"{self._notes}\n{text}"
        else:
            self._take_stray_text()
        if tag == "section":
            self._zone = MAIN_ZONE
        self._text.clear()

    def _end_card(self, line: int, quantity: str, guid: str) -> None:
        text = "".join(self._text)
        name = " ".join(text.split()) if "\n" in text or "\t" in text else text
        digits = quantity.strip()
        if len(self._lines) + len(self._unread) >= MAX_LINES:
            raise LimitError(self._source, f"more than {MAX_LINES:,} cards", f"{MAX_LINES:,}", line)
        if not (digits.isascii() and digits.isdigit()):
            self._leave_unread(line, f"the qty is {printable(quantity[:40])!r}, expected a number")
            return
        card = DeckLine(
            parse_quantity(digits), name, self._zone, line, card_id=guid if guid.strip() else None
        )
        if problem := line_problem(card):
            self._leave_unread(line, problem)
        else:
            self._lines.append(card)

    def characters(self, content: str) -> None:
        """Takes in text, which may come in pieces."""
        self._text.append(content)

    def _take_stray_text(self) -> None:
        """Accounts for text between elements, where only blanks belong."""
        if self._card is not None or (self._open and self._open[-1] == "notes"):
            return
        text = "".join(self._text)
        self._text.clear()
        if text and not text.isspace():
            line = self.line - text.lstrip().count("\n")
            self._unread.append(unread(line, text, "text outside of any card"))

    def _leave_unread(self, line: int, reason: str) -> None:
        row = self._rows[line - 1] if line <= len(self._rows) else ""
        self._unread.append(unread(line, row, reason))
        if len(self._unread) > MAX_LINES:
            found = f"more than {MAX_LINES:,} unreadable lines"
            raise LimitError(self._source, found, f"{MAX_LINES:,}", line)

    def break_off(self, line: int, why: str) -> None:
        """Ends reading at a place from which the XML is broken."""
        line = min(line + self._skipped, len(self._rows))
        if not self._open and not self._lines and not self._zones:
            raise MalformedFileError(self._source, f"broken XML ({why})", line)
        reason = f"broken XML ({why}); nothing after it was read"
        self._unread.append(unread(line, self._rows[line - 1], reason))

    def deck_list(self) -> DeckList:
        """What was gathered."""
        return DeckList(
            tuple(self._lines),
            NAME,
            game=self._game,
            zones=tuple(self._zones),
            unread=tuple(sorted(self._unread, key=lambda entry: entry.line)),
            notes=self._notes,
        )


def write(deck_list: DeckList) -> str:
    """The deck list as OCTGN writes it."""
    guid = GUIDS.get(deck_list.game or "", deck_list.game or "")
    shared = "" if deck_list.notes is None else ' shared="False"'
    rows = [_BOM + _DECLARATION, f'<deck game="{guid.translate(_QUOTED_ESCAPES)}">']
    for zone, lines in lines_by_zone(deck_list).items():
        start = f'  <section name="{zone.translate(_QUOTED_ESCAPES)}"{shared}'
        if not lines:
            rows.append(f"{start} />")
            continue
        rows.append(f"{start}>")
        rows.extend(_card_row(line) for line in spread_out(lines))
        rows.append("  </section>")
    if deck_list.notes is not None:
        text = deck_list.notes.replace("]]>", "]]]]><![CDATA[>")
        rows.append(f"  <notes><![CDATA[{text}]]></notes>")
    return "\n".join([*rows, "</deck>"])


def _card_row(line: DeckLine) -> str:
    guid = (line.card_id or "").translate(_QUOTED_ESCAPES)
    name = line.name.translate(_TEXT_ESCAPES)
    return f'    <card qty="{line.quantity}" id="{guid}">{name}</card>'


def remarks(deck_list: DeckList) -> tuple[str, ...]:
    """What OCTGN will miss: GUIDs of cards and of the game."""
    said = []
    without = sum(line.quantity for line in deck_list.lines if line.card_id is None)
    if without:
        cards = "1 card has" if without == 1 else f"{without:,} cards have"
        said.append(f"{cards} no OCTGN id; OCTGN will not find them")
    if deck_list.game not in GUIDS:
        said.append("the list names no game that OCTGN has; OCTGN will not open it")
    return tuple(said)


READER = DeckReader(NAME, (".o8d",), claims, read)
WRITER = DeckWriter(
    NAME,
    (".o8d",),
    frozenset({"card_id", "game", "notes", "empty zones", "zones as written", "blanks"}),
    write,
    remarks,
)
