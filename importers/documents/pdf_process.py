"""The process in which a PDF file is read: from standard input, as JSON to standard output."""

import io
import logging
from typing import Any

from db.language import gettext as _
from importers.processes import answer

MOST_PAGES = 100


def _answer(data: bytes) -> dict[str, Any]:
    from pypdf import PdfReader

    logging.disable(logging.CRITICAL)  # its warnings about damaged files
    try:
        reader = PdfReader(io.BytesIO(data))
        if reader.is_encrypted and not reader.decrypt(""):
            return {"error": _("it is locked with a password")}
        if len(reader.pages) > MOST_PAGES:
            return {"limit": [_("{count:,} pages", count=len(reader.pages)), f"{MOST_PAGES}"]}
        return {"pages": [page.extract_text() for page in reader.pages]}
    except Exception as error:  # noqa: BLE001 - whatever a damaged file makes of the library
        return {"error": " ".join(str(error).split())[:120] or type(error).__name__}


if __name__ == "__main__":
    answer(_answer)
