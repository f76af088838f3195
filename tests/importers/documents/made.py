"""Documents made for tests: the parts of office files that hold text, and PDF files of lines."""

import io
import zipfile
from collections.abc import Sequence
from xml.sax.saxutils import escape

_WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_ODF = "urn:oasis:names:tc:opendocument:xmlns"

Part = str | Sequence[Sequence[str]]


def zipped(parts: dict[str, str | bytes]) -> bytes:
    """A zip file of these parts."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return out.getvalue()


def docx(*parts: Part, body: str = "") -> bytes:
    """A Word document of paragraphs and tables, and of a body as it is."""
    text = "".join(
        _word_line(part)
        if isinstance(part, str)
        else "<w:tbl>"
        + "".join(
            "<w:tr>" + "".join(f"<w:tc>{_word_line(cell)}</w:tc>" for cell in row) + "</w:tr>" for row in part
        )
        + "</w:tbl>"
        for part in parts
    )
    document = f'<w:document xmlns:w="{_WORD}"><w:body>{text}{body}</w:body></w:document>'
    return zipped({"[Content_Types].xml": "<Types/>", "word/document.xml": document})


def _word_line(text: str) -> str:
    runs = "<w:tab/>".join(f"<w:t>{escape(piece)}</w:t>" for piece in text.split("\t"))
    return f"<w:p><w:r>{runs}</w:r></w:p>"


def odt(*parts: Part, styles: str = "", body: str = "") -> bytes:
    """An OpenDocument text of paragraphs and tables, and of a body as it is."""
    text = "".join(
        f"<text:p>{escape(part)}</text:p>"
        if isinstance(part, str)
        else "<table:table>"
        + "".join(
            "<table:table-row>"
            + "".join(f"<table:table-cell><text:p>{escape(cell)}</text:p></table:table-cell>" for cell in row)
            + "</table:table-row>"
            for row in part
        )
        + "</table:table>"
        for part in parts
    )
    names = " ".join(f'xmlns:{one}="{_ODF}:{one}:1.0"' for one in ("office", "text", "table", "style"))
    content = f"<office:document-content {names}>{styles}<office:text>{text}{body}</office:text></office:document-content>"
    return zipped({"mimetype": "application/vnd.oasis.opendocument.text", "content.xml": content})


def pdf(lines: Sequence[str]) -> bytes:
    """A PDF file of one page with these lines."""
    from reportlab.pdfgen.canvas import Canvas

    out = io.BytesIO()
    canvas = Canvas(out)
    for number, line in enumerate(lines):
        canvas.drawString(72, 800 - 14 * number, line)
    canvas.showPage()
    canvas.save()
    return out.getvalue()
