"""Reading card lists: LackeyCCG set files and our own, line by line, every column as text.

A card list is tab-separated with a header line. Columns are found by name, never by place. Nothing
is judged here: what was oddly written is noted for `importers.card_lists.lint`; how a value should
be written is said by `importers.card_lists.spelling`.
"""

import codecs
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from db.errors import DeckcheckError
from db.language import gettext as _
from db.texts import words

LACKEY, FACTS, OWN = "lackey-set", "facts-tsv", "deckcheck-tsv"
"""The forms: LackeyCCG `sets/CODE.txt`; facts as compiled, with a `legality` column; the files of
our bundled catalogue, with sides as words and the tags joined by blanks."""

LARGEST = 50_000_000
"""Bytes; the largest real list, all sets in one file, has a tenth of that."""

COLUMNS: Mapping[str, tuple[str, ...]] = {
    LACKEY: words(
        "name set imagefile side type subtype cost speed power health rarity number usage text script "
        "classification draftrarity"
    ),
    FACTS: words("name set number side type subtype cost speed power health rarity classification legality"),
    OWN: ("name", "number", "side", "type", "subtype", "cost", "speed", "power", "health", "rarity", "tags"),
}
"""The columns of each form, in lower case."""

_BOMS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))
_SHOWN = 24


class CardListError(DeckcheckError):
    """A card list cannot be read."""


class UnreadableCardListError(CardListError):
    """The file cannot be opened, or what it holds is damaged."""

    def __init__(self, path: str, why: str) -> None:
        super().__init__(f"{path}: {why}")


class NotACardListError(CardListError):
    """The file is not a card list."""

    def __init__(self, path: str, text: str) -> None:
        super().__init__(
            _(
                "{path}: {text}, expected a tab-separated card list whose first line names columns, "
                "Name and Type among them"
            ),
            path=path,
            text=text,
        )


@dataclass(frozen=True, slots=True)
class CardLine:
    """One line of a card list; `columns` holds every column that the header names, as text.

    `line` counts from 1. `unwrapped` are the columns from which spreadsheet quoting was taken,
    `encoding` is how this line is encoded; `cells` is how many fields it has, and `surplus` those
    beyond the header: an empty one where the line ends in a tab.
    """

    line: int
    columns: Mapping[str, str]
    encoding: str = "utf-8"
    unwrapped: frozenset[str] = frozenset()
    cells: int = 0
    surplus: tuple[str, ...] = ()

    def get(self, column: str) -> str:
        """A column without blanks at its ends, empty where it is absent."""
        return self.columns.get(column, "").strip()

    @property
    def is_card(self) -> bool:
        """Whether this is a card; help entries have a name wholly in braces or no name at all.

        >>> CardLine(2, {"name": "{How to play}"}).is_card
        False
        """
        name = self.get("name")
        return bool(name) and not (name.startswith("{") and name.endswith("}"))


@dataclass(frozen=True, slots=True)
class CardList:
    """The content of a card list file; `set_code` is the name of the file without its suffix."""

    path: str
    form: str
    header: tuple[str, ...]
    lines: tuple[CardLine, ...]
    encoding: str = "utf-8"
    newlines: frozenset[str] = frozenset({"\n"})
    blank_lines: tuple[int, ...] = ()

    @property
    def set_code(self) -> str:
        """The code of the set, as the file is called."""
        return Path(self.path).name.partition(".")[0]


def read_card_list(path: Path) -> CardList:
    """The card list in a file; raises a `CardListError` when it cannot be read as one."""
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST + 1)  # devices and pipes state no size
    except OSError as error:
        raise UnreadableCardListError(str(path), error.strerror or str(error)) from error
    except ValueError as error:  # a path with a zero byte
        raise UnreadableCardListError(repr(str(path)), str(error)) from error
    if len(content) > LARGEST:
        raise UnreadableCardListError(str(path), _("more than {largest:,} bytes; not read", largest=LARGEST))
    return parse_card_list(content, str(path))


def parse_card_list(content: bytes, path: str) -> CardList:
    r"""The card list that these bytes hold; `path` is for messages and for the code of the set.

    >>> parse_card_list(b"Name\tType\nYoda (A)\tCharacter", "ESB.txt").lines[0].get("type")
    'Character'
    """
    encoding = next((name for bom, name in _BOMS if content.startswith(bom)), "utf-8")
    if encoding != "utf-8":
        content = _recoded(content, encoding, path)
    if b"\0" in content:
        line = content.count(b"\n", 0, content.index(b"\0")) + 1
        why = _("a zero byte in line {line}; save the list as text in UTF-8", line=line)
        raise UnreadableCardListError(path, why)
    raw, newlines = _split(content)
    texts = [_decoded(line) for line in raw]
    header = _header(texts[0][0], path) if texts else ()
    if not {"name", "type"}.issubset(header):
        shown = texts[0][0].strip("\r\n")[:_SHOWN] if texts else ""
        what = _("its first line begins with {shown!r}", shown=shown)
        raise NotACardListError(path, what)
    lines, blank = [], []
    for number, (text, line_encoding) in enumerate(texts[1:], start=2):
        if text.strip():
            lines.append(_line(number, text, line_encoding, header))
        else:
            blank.append(number)
    odd = {line.encoding for line in lines} - {"utf-8"}
    return CardList(
        path,
        _form(header),
        header,
        tuple(lines),
        min(odd) if odd and encoding == "utf-8" else encoding,
        newlines,
        tuple(blank),
    )


def unwrapped(cell: str) -> str:
    r"""The cell without the quoting that a spreadsheet put around it, if it did.

    >>> print(unwrapped('"Jon ""Dutch"" Vander (A)"'), unwrapped('Jon "Dutch"'))
    Jon "Dutch" Vander (A) Jon "Dutch"
    """
    if len(cell) <= 1 or not (cell[0] == cell[-1] == '"'):
        return cell
    inner = cell[1:-1]
    return cell if '"' in inner.replace('""', "") else inner.replace('""', '"')


def _recoded(content: bytes, encoding: str, path: str) -> bytes:
    try:
        return content.decode(encoding).encode("utf-8") if encoding == "utf-16" else content[3:]
    except UnicodeDecodeError:
        raise UnreadableCardListError(path, _("broken UTF-16; save the list in UTF-8")) from None


def _split(content: bytes) -> tuple[list[bytes], frozenset[str]]:
    """The lines and how they end. Only LF and CRLF end a line, in files without LF also CR."""
    if b"\n" not in content and b"\r" in content:
        lines, newlines = content.split(b"\r"), {"\r"}
    else:
        parts = content.split(b"\n")
        newlines = {"\r\n" if part.endswith(b"\r") else "\n" for part in parts[:-1]} or {"\n"}
        lines = [part.removesuffix(b"\r") for part in parts]
    if lines[-1] == b"":
        lines.pop()
    return lines, frozenset(newlines)


def _decoded(line: bytes) -> tuple[str, str]:
    """A line as text, and its encoding; lists put together of several files mix them."""
    try:
        return line.decode("utf-8"), "utf-8"
    except UnicodeDecodeError:
        pass
    try:
        return line.decode("cp1252"), "cp1252"
    except UnicodeDecodeError:
        # The five bytes that Windows-1252 leaves open; they stay visible as control characters.
        return line.decode("latin-1"), "latin-1"


def _header(line: str, path: str) -> tuple[str, ...]:
    names = [unwrapped(cell.strip()).strip().lower() for cell in line.split("\t")]
    doubled = sorted({name for name in names if name and names.count(name) > 1})
    if doubled:
        raise UnreadableCardListError(
            path, _("the column {doubled!r} stands there twice", doubled=doubled[0])
        )
    return tuple(names)


def _line(number: int, text: str, encoding: str, header: tuple[str, ...]) -> CardLine:
    raw = text.split("\t")
    cells = [unwrapped(cell) for cell in raw]
    padded = cells + [""] * (len(header) - len(cells))
    columns = {name: cell for name, cell in zip(header, padded, strict=False) if name}
    changed = (name for name, old, new in zip(header, raw, cells, strict=False) if old != new)
    surplus = tuple(cells[len(header) :])
    return CardLine(number, columns, encoding, frozenset(changed), len(cells), surplus)


def _form(header: tuple[str, ...]) -> str:
    """The form with which the header has most in common."""
    if "tags" in header and "classification" not in header:
        return OWN
    return FACTS if "legality" in header else LACKEY
