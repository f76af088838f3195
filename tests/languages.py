"""A language for tests in which every text of the program stands in brackets: what does not is not marked."""

import re
import sys
from collections.abc import Callable, Collection
from functools import cache
from hashlib import sha256
from importlib import import_module
from io import BytesIO
from pathlib import Path
from string import Formatter
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po
from filelock import FileLock

from deckcheck.show.language_files import Language, find_language

ROOT = Path(__file__).parents[1]
PSEUDO = "qps"
_FLOORS = (ROOT / "db", ROOT / "importers", ROOT / "deckcheck")
_GRAMMAR = re.compile(r"_verb$|^(is_are|was_were|verb)$")
_HASH = re.compile(r"\b[0-9a-f]{4}(-[0-9a-f]{4}){2}\b")
_UNMARKED = ("between", "alphabet")
"""How the contexts begin of what is no text: signs of numbers, letters."""


def pseudo_language(folder: Path, *, values_outside: bool = False) -> str:
    """Writes the language into a folder of languages; its code.

    With `values_outside` the brackets end before each value and begin again behind it: a value that
    is a text stands in brackets of its own, or is not marked.

    >>> from tempfile import mkdtemp
    >>> pseudo_language(Path(mkdtemp()))
    'qps'
    """
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{PSEUDO}.po").write_bytes(_file(_around_values if values_outside else _bracketed))
    return PSEUDO


def bracket_language(folder: Path) -> Language:
    """The language of brackets with values outside of them, to be spoken.

    >>> from tempfile import mkdtemp
    >>> bracket_language(Path(mkdtemp())).code
    'qps'
    """
    language = find_language(pseudo_language(folder, values_outside=True), folder)
    assert language is not None
    return language


def script() -> Any:
    """The module of `make texts`."""
    if (docs := str(ROOT / "docs")) not in sys.path:
        sys.path.append(docs)
    return import_module("languages")


@cache
def _file(bracketed: Callable[[str], str]) -> bytes:
    """The file of the language, which is made once for all workers and runs, until a text changes."""
    known = sha256()
    for path in (
        ROOT / "docs" / "languages.py",
        *(path for one in _FLOORS for path in sorted(one.rglob("*"))),
    ):
        if path.suffix in {".py", ".html", ".js", ".toml"}:
            known.update(path.read_bytes())
    kept = ROOT / "build" / "tests" / f"{bracketed.__name__}-{known.hexdigest()[:16]}.po"
    kept.parent.mkdir(parents=True, exist_ok=True)
    with FileLock(kept.with_suffix(".lock")):
        if not kept.exists():
            kept.write_bytes(_made(bracketed))
    return kept.read_bytes()


def _made(bracketed: Callable[[str], str]) -> bytes:
    texts = script().texts()
    catalog = Catalog("en", fuzzy=False)
    for one in texts:
        said = one.one if one.context.startswith(_UNMARKED) else bracketed(one.one)
        if one.many:
            catalog.add((one.one, one.many), (said, bracketed(one.many)), context=one.context or None)
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


def _around_values(text: str) -> str:
    """A text of which each piece between its values is in brackets.

    Values that only the grammar of English needs are left out, as in other languages.

    >>> _around_values("{name}: {have_cards} {have_verb} left in {number:,}")
    '{name}: {have_cards}  ⟦left in⟧ {number:,}'
    """
    parts = []
    for piece, name, spec, conversion in Formatter().parse(text):
        words = piece.replace("{", "{{").replace("}", "}}")
        parts.append(_bracketed(words) if re.search(r"[^\W\d_]", words) else words)
        if name is not None and not _GRAMMAR.search(name):
            parts.append(f"{{{name}{f'!{conversion}' if conversion else ''}{f':{spec}' if spec else ''}}}")
    return "".join(parts)


def unmarked(text: str, known: Collection[str] = ()) -> set[str]:
    """The words of a text that stand outside of brackets and are not known as names.

    >>> unmarked("⟦the deck of⟧ Ada: light", {"ada"})
    {'light'}
    """
    depth, outside = 0, []
    for sign in text:
        depth += (sign == "⟦") - (sign == "⟧")
        outside.append(" " if depth else sign)
    words = re.findall(r"[^\W\d_]{3,}", _HASH.sub("", "".join(outside)))
    return {word.casefold() for word in words}.difference(known)
