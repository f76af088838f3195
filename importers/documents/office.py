"""Documents of Word (`.docx`) and of OpenOffice and LibreOffice (`.odt`): paragraphs and tables.

Both are zip files with a part of XML; what is crossed out there stands between `~~`.
"""

import zipfile
from abc import abstractmethod
from xml.sax import SAXParseException
from xml.sax.handler import ContentHandler
from xml.sax.xmlreader import AttributesImpl

from db.language import gettext as _
from importers.documents.blocks import MAX_TEXT, Block, Blocks
from importers.errors import ForbiddenXmlError, LimitError, MalformedFileError
from importers.sheets.archive import read_part

WORD, OPEN = "docx", "odt"
_PARTS = {WORD: "word/document.xml", OPEN: "content.xml"}
_TEXT_KIND = b"application/vnd.oasis.opendocument.text"
_MOST_BLANKS = 100


def document_kind(archive: zipfile.ZipFile) -> str | None:
    """The kind of a document that a zip file is: `docx`, `odt`, or None for anything else."""
    names = set(archive.namelist())
    if _PARTS[WORD] in names:
        return WORD
    if _PARTS[OPEN] in names and "mimetype" in names:
        kind = read_part(archive, archive.getinfo("mimetype"))
        return OPEN if kind.strip().startswith(_TEXT_KIND) else None
    return None


def read_document(archive: zipfile.ZipFile, kind: str, source: str) -> list[Block]:
    """The lines and tables of a document; comments, notes and deleted text are left out."""
    import defusedxml.common
    import defusedxml.expatreader

    part = archive.getinfo(_PARTS[kind])
    if part.file_size > 2 * MAX_TEXT:  # with its markup
        text = _("{file_size:,} bytes of text once unpacked", file_size=part.file_size)
        raise LimitError(source, text, f"{2 * MAX_TEXT:,}")
    handler: _Handler = (_WordHandler if kind == WORD else _OpenHandler)(Blocks(source))
    parser = defusedxml.expatreader.DefusedExpatParser(forbid_dtd=True)
    parser.setContentHandler(handler)
    try:
        parser.feed(read_part(archive, part))
        parser.close()
    except defusedxml.common.DefusedXmlException:
        raise ForbiddenXmlError(source, 1) from None
    except SAXParseException as error:
        message = _("the document is damaged (broken XML: {getMessage})", getMessage=error.getMessage())
        raise MalformedFileError(source, message) from None
    return handler.blocks.whole()


class _Handler(ContentHandler):
    """Hands what a document holds on to its blocks; `left_out` are elements without a reader."""

    left_out: frozenset[str] = frozenset()

    def __init__(self, blocks: Blocks) -> None:
        super().__init__()
        self.blocks = blocks
        self._ignored = 0

    def startElement(self, name: str, attrs: AttributesImpl) -> None:
        """Starts an element, by its name without the prefix."""
        tag = name.rpartition(":")[2]
        if self._ignored or tag in self.left_out:
            self._ignored += 1
        else:
            self.start(tag, {key.rpartition(":")[2]: attrs.getValue(key) for key in attrs.keys()})  # noqa: SIM118 - no mapping

    def endElement(self, name: str) -> None:
        """Ends an element."""
        if self._ignored:
            self._ignored -= 1
        else:
            self.end(name.rpartition(":")[2])

    def characters(self, content: str) -> None:
        """Takes in text where there is any to be read."""
        if not self._ignored and self.takes_text():
            self.blocks.text(content)

    @abstractmethod
    def takes_text(self) -> bool:
        """Whether text at this place is read."""

    @abstractmethod
    def start(self, tag: str, facts: dict[str, str]) -> None:
        """Starts an element that is read."""

    @abstractmethod
    def end(self, tag: str) -> None:
        """Ends an element that is read."""


class _WordHandler(_Handler):
    """The body of a Word document: paragraphs of runs of text."""

    left_out = frozenset({"Fallback", "del", "moveFrom", "instrText", "delText"})

    def __init__(self, blocks: Blocks) -> None:
        super().__init__(blocks)
        self._in_text = self._in_run = self._struck = False

    def takes_text(self) -> bool:
        """Whether this is the text of a run."""
        return self._in_text

    def start(self, tag: str, facts: dict[str, str]) -> None:
        """Starts a run, its text, a break, or a part of a table."""
        if tag == "r":
            self._in_run, self._struck = True, False
        elif tag in {"strike", "dstrike"} and self._in_run:
            self._struck = facts.get("val", "true") not in {"0", "false", "off"}
        elif tag == "t":
            self._in_text = True
            self.blocks.text("~~" if self._struck else "")
        elif tag in {"tab", "br", "cr"} and self._in_run:
            self.blocks.text("\t" if tag == "tab" else "\n")
        elif tag == "noBreakHyphen":
            self.blocks.text("-")
        elif tag == "gridSpan":
            self.blocks.span(facts.get("val", ""), "")
        elif tag in _WORD_TABLE:
            _WORD_TABLE[tag](self.blocks)

    def end(self, tag: str) -> None:
        """Ends a run, its text, a paragraph or a table."""
        if tag == "t":
            self.blocks.text("~~" if self._struck else "")
            self._in_text = False
        elif tag == "r":
            self._in_run = False
        elif tag == "p":
            self.blocks.end_line(even_empty=True)
        elif tag == "tbl":
            self.blocks.end_table()


_WORD_TABLE = {"tbl": Blocks.start_table, "tr": Blocks.start_row, "tc": Blocks.start_cell}


class _OpenHandler(_Handler):
    """The body of an OpenDocument text: paragraphs and headings with text in them."""

    left_out = frozenset({"annotation", "note", "tracked-changes", "title", "desc"})

    def __init__(self, blocks: Blocks) -> None:
        super().__init__(blocks)
        self._paragraphs = 0
        self._struck_styles: set[str] = set()
        self._style = ""
        self._spans: list[bool] = []

    def takes_text(self) -> bool:
        """Whether this is within a paragraph."""
        return self._paragraphs > 0

    def start(self, tag: str, facts: dict[str, str]) -> None:
        """Starts a style, a paragraph, a blank or break, or a part of a table."""
        if tag == "style":
            self._style = facts.get("name", "")
        elif tag == "text-properties" and facts.get("text-line-through-style", "none") != "none":
            self._struck_styles.add(self._style)
        elif tag in {"p", "h"}:
            self._paragraphs += 1
        elif tag == "span" and self._paragraphs:
            self._spans.append(facts.get("style-name") in self._struck_styles)
            self.blocks.text("~~" if self._spans[-1] else "")
        elif tag == "s" and self._paragraphs:
            self.blocks.text(" " * _blanks(facts.get("c", "1")))
        elif tag in {"tab", "line-break"} and self._paragraphs:
            self.blocks.text("\t" if tag == "tab" else "\n")
        elif tag in _OPEN_TABLE:
            _OPEN_TABLE[tag](self.blocks)

    def end(self, tag: str) -> None:
        """Ends a span, a paragraph or a table."""
        if tag == "span" and self._spans:
            self.blocks.text("~~" if self._spans.pop() else "")
        elif tag in {"p", "h"}:
            self._paragraphs -= 1
            self.blocks.end_line(even_empty=True)
        elif tag == "table":
            self.blocks.end_table()


_OPEN_TABLE = {
    "table": Blocks.start_table,
    "table-row": Blocks.start_row,
    "table-cell": Blocks.start_cell,
    "covered-table-cell": Blocks.start_cell,
}


def _blanks(count: str) -> int:
    """The number of blanks that an element stands for."""
    return min(int(count), _MOST_BLANKS) if count.isascii() and count.isdigit() else 1
