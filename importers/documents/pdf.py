"""The text of PDF files, read in a process of their own: their objects may lead in circles."""

from db.language import gettext as _
from importers.documents.blocks import Block, Blocks
from importers.errors import MalformedFileError, NoListError
from importers.processes import read_apart

HEAD = b"%PDF-"


def read_pdf(data: bytes, source: str) -> list[Block]:
    """The lines of a PDF file; raises `NoListError` where it has pictures only."""
    damaged = _("the PDF file is damaged, or needs far more memory than any deck")
    answer = read_apart("importers.documents.pdf_process", data, source, damaged)
    if "error" in answer:
        message = _(
            "the PDF file cannot be read ({answer}). Copy its text into a text file", answer=answer["error"]
        )
        raise MalformedFileError(source, message)
    blocks = Blocks(source)
    for page in answer["pages"]:
        for line in page.split("\n"):
            blocks.text(line)
            blocks.end_line(even_empty=True)
    whole = blocks.whole()
    if not any(str(block).strip() for block in whole):
        message = _("a PDF file without text, such as a scan; type the list, or export it as text")
        raise NoListError(source, message)
    return whole
