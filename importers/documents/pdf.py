"""The text of PDF files, read in a process of its own with bounded memory and time.

A few bytes of a PDF file may unpack to very much, and its objects may lead in circles.
"""

import json
import os
import subprocess
import sys

from importers.documents.blocks import Block, Blocks
from importers.errors import LimitError, MalformedFileError, NoListError

HEAD = b"%PDF-"
_SECONDS = 60


def read_pdf(data: bytes, source: str) -> list[Block]:
    """The lines of a PDF file; raises `NoListError` where it has pictures only."""
    command = [sys.executable, "-m", "importers.documents.pdf_process"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    try:
        ended = subprocess.run(  # noqa: S603 - this program
            command, input=data, capture_output=True, timeout=_SECONDS, check=False, env=environment
        )
    except subprocess.TimeoutExpired:
        raise MalformedFileError(source, f"not read within {_SECONDS} seconds") from None
    try:
        answer = json.loads(ended.stdout)
    except ValueError:
        message = "the PDF file is damaged, or needs far more memory than any deck"
        raise MalformedFileError(source, message) from None
    if "error" in answer:
        message = f"the PDF file cannot be read ({answer['error']}). Copy its text into a text file"
        raise MalformedFileError(source, message)
    if "limit" in answer:
        raise LimitError(source, *answer["limit"])
    blocks = Blocks(source)
    for page in answer["pages"]:
        for line in page.split("\n"):
            blocks.text(line)
            blocks.end_line(even_empty=True)
    whole = blocks.whole()
    if not any(str(block).strip() for block in whole):
        message = "a PDF file without text, such as a scan; type the list, or export it as text"
        raise NoListError(source, message)
    return whole
