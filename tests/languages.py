"""A language for tests in which every text of the program stands in brackets: what does not is not marked."""

import sys
from functools import cache
from importlib import import_module
from io import BytesIO
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po

ROOT = Path(__file__).parents[1]
PSEUDO = "qps"
_UNMARKED = ("between", "alphabet")
"""How the contexts begin of what is no text: signs of numbers, letters."""


def pseudo_language(folder: Path) -> str:
    """Writes the language into a folder of languages; its code.

    >>> from tempfile import mkdtemp
    >>> pseudo_language(Path(mkdtemp()))
    'qps'
    """
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{PSEUDO}.po").write_bytes(_file())
    return PSEUDO


def script() -> Any:
    """The module of `make texts`."""
    if (docs := str(ROOT / "docs")) not in sys.path:
        sys.path.append(docs)
    return import_module("languages")


@cache
def _file() -> bytes:
    texts = script().texts()
    catalog = Catalog("en", fuzzy=False)
    for one in texts:
        said = one.one if one.context.startswith(_UNMARKED) else _bracketed(one.one)
        if one.many:
            # Numbers of the same noun may be written with commas or without; one translation is of both.
            many = _bracketed(one.many.replace("{number:,}", "{number}"))
            catalog.add((one.one, one.many), (said, many), context=one.context or None)
        else:
            catalog.add(one.one, said, context=one.context or None)
    file = BytesIO()
    write_po(file, catalog)
    return file.getvalue()


def _bracketed(text: str) -> str:
    """A text in brackets, with its blanks outside of them.

    >>> _bracketed(" in {name}")
    ' ⟦in {name}⟧'
    """
    return text.replace(text.strip(), f"⟦{text.strip()}⟧", 1)
