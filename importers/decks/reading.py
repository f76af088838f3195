"""Reads deck files: decodes them, recognises their format by content, and calls its reader."""

import os
import re
import sys
from functools import lru_cache
from itertools import accumulate, pairwise
from pathlib import Path

from db.certain import certain
from db.language import gettext as _
from db.paths import is_file, suffix_of
from db.patterns import pattern
from db.texts import printable
from importers.decks import lackey_dek
from importers.decks.deck_format import (
    MAX_BYTES,
    MAX_LINES,
    STANDARD_INPUT,
    Confidence,
    DeckReader,
    FileWithin,
    ListWithin,
)
from importers.decks.deck_list import DeckList
from importers.errors import (
    AmbiguousFormatError,
    ForeignFormatError,
    LimitError,
    MalformedFileError,
    SeveralDecksError,
    UneditableDeckError,
    UnknownFormatError,
    UnknownFormatNameError,
    UnreadableFileError,
)
from importers.text import decode, find_encoding, is_central_european, other_texts
from importers.waiting import tell_of_pipe

_FOREIGN = ((_("a Magic Online deck"), pattern(r"<Cards\s[^>]*\bCatID\s*=")),)
_ADDRESS = pattern(r"(?:https?|ftp):/|www\.", re.IGNORECASE)
_NOT_FETCHED = _("nothing is fetched from the web; paste the text of the list, or save the page as a file")
_LOOKED_AT = 10_000
_TEXT_SUFFIX = ".txt"
_LONGEST_LINE = 10_000
_MARKUP = ("<", "{", "[")
_QUOTE = ">"
_QUOTE_MARK = pattern(r"\s*(?:> ?)?")
_BLANK = pattern(r"\s*")
_DEEPEST_QUOTE = 20
"""Marks before a line of a mail that was answered so often; a line of nothing else is no mail."""
_FENCES = ("```", "~~~")
_FENCE = pattern(
    r"\s*(?:`{3,}|~{3,})(?:csv|html|json|markdown|md|none|plain|plaintext|text|tsv|txt|xml)?\s*",
    re.IGNORECASE,
)
_BLOCK = 2
"""The lines that stand above and below a block of code."""
_PACKED = (b"PK\x03\x04", b"%PDF-")
"""How files of several parts begin: workbooks, documents, zip files, PDF files."""
_CONTROL = rb"[\x00-\x08\x0e-\x1a\x1c-\x1f]"
"""Bytes that are in no text."""
_TYPED = ("text", "lackey-txt", "destiny-list", "swlcg-list")
"""The formats of lists that people type, in whatever encoding."""
_BY_LINES = (*_TYPED, "swdestinydb-txt")
"""The formats of which each line is read by itself."""


def __getattr__(name: str) -> tuple[DeckReader, ...]:
    """All readers as `READERS`, imported when they are asked for: most texts need just one."""
    if name != "READERS":
        message = _("module {name!r} has no attribute {name2!r}", name=__name__, name2=name)
        raise AttributeError(message)
    from importers.decks.readers import READERS

    globals()[name] = READERS
    return READERS


def _readers(text: str = _MARKUP[0]) -> tuple[DeckReader, ...]:
    """The readers that may know a text; those that no list of lines is for are not imported for one."""
    if "READERS" not in globals() and not text.lstrip().startswith(_MARKUP):
        from importers.decks.line_readers import LINE_READERS

        return LINE_READERS
    found: tuple[DeckReader, ...] = getattr(sys.modules[__name__], "READERS")  # noqa: B009 - see there
    return found


def read_deck(path: Path, *, as_format: str | None = None) -> DeckList:
    """The deck list of a file, in the format of its content, or the one that `as_format` names.

    Raises a `DeckFileError` for a file that cannot be opened, decoded or recognised; what is wrong
    inside a recognised file is kept as unread lines.
    """
    found = parse_deck(read_bytes(path), source=str(path), as_format=as_format)
    if "#" not in str(path) or os.path.lexists(path):
        return found
    from importers.decks.several_decks import split_name

    named = split_name(str(path))
    return found._replace(name=named[1]) if named else found


def is_address(text: str) -> bool:
    """Whether a text is the address of a page rather than the name of a file or a deck.

    >>> is_address("https://swdestinydb.com/deck/view/1"), is_address("Www")
    (True, False)
    """
    return _ADDRESS.match(text) is not None


def read_bytes(path: Path) -> bytes:
    """The bytes of a deck file, at most one more than a deck may have.

    Raises `UnreadableFileError`, and `LimitError` for a file that is larger than any deck.
    """
    try:
        return _read_bytes(path)
    except OSError as error:
        if is_address(str(path)):
            raise UnreadableFileError(str(path), _NOT_FETCHED) from None
        if "#" in str(path) and (part := _part_of_file(str(path))) is not None:
            return part
        if ".zip" in str(path).lower():
            from importers.decks.zipped_decks import find_zip, read_zipped

            if (found := find_zip(str(path))) is not None:
                return read_zipped(read_bytes(Path(found[0])), *found)
        raise UnreadableFileError(str(path), error.strerror or str(error)) from None
    except ValueError as error:  # a path with a zero byte
        raise UnreadableFileError(repr(str(path)), str(error)) from None


def _part_of_file(path: str) -> bytes | None:
    """The lines of one deck of a file with several, in their places; None for no such name."""
    from importers.decks.several_decks import part_named, split_name

    named = split_name(path)
    if named is None:
        return None
    data = read_bytes(Path(named[0]))
    encoding, text = _decoded(data, named[0])
    if text.lstrip().startswith("{"):
        from importers.decks.draftmancer_log import of_player

        return of_player(text, named[1])
    part = part_named(_with_plain_line_ends(text), named[1])
    if part is None:
        return None
    data = text.encode() if encoding.startswith("utf-16") else data
    rows = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")
    return b"\n".join((*part.rows(rows), b""))


def is_part(path: Path) -> bool:
    """Whether a path names one deck of a file that holds several, `file.txt#title`."""
    from importers.decks.several_decks import split_name

    return "#" in str(path) and not os.path.lexists(path) and split_name(str(path)) is not None


def whole_file(path: str, edited: bytes) -> tuple[Path, bytes, bytes]:
    """The file of a deck among several, as it is and with that deck edited, the others as they are.

    `edited` is what was `read_bytes` of `file.txt#title`. Raises `UneditableDeckError` where the
    decks would no longer be told apart so.
    """
    from importers.decks.several_decks import part_named, parts_of, split_name

    named = certain(split_name(path))
    file, data = Path(named[0]), read_bytes(Path(named[0]))
    encoding, text = _decoded(data, path)
    part = part_named(_with_plain_line_ends(text), named[1])
    if part is None or encoding.startswith("utf-16"):
        raise UneditableDeckError(path, _("a list of several decks is edited in UTF-8 alone; save it so"))
    rows, lines = data.splitlines(keepends=True), edited.split(b"\n")[:-1]
    end = b"\r\n" if b"\r\n" in data else b"\n"
    own = [line + end for line in lines[part.start :]]
    if part.headed is not None:
        own[part.headed - part.start] = rows[part.headed]
    if part.end == len(rows) and not data.endswith(end):
        own[-1:] = [line.removesuffix(end) for line in own[-1:]]
    whole = b"".join((*rows[: part.start], *own, *rows[part.end :]))
    titles = [one.title for one in parts_of(_with_plain_line_ends(text))]
    again = _with_plain_line_ends(_decoded(whole, path)[1])
    found = part_named(again, named[1])
    plain = whole.replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")
    if (
        found is None
        or [one.title for one in parts_of(again)] != titles
        or [row for row in found.rows(plain) if row.strip()] != [row for row in lines if row.strip()]
    ):
        why = _("edited so, it would not be told from the decks beside it; begin each with 'Deck: its title'")
        raise UneditableDeckError(path, why)
    return file, data, whole


_KEPT_UP_TO = 20_000
"""Lists of so many bytes are kept: who edits one sends it again with each change."""


def _check_is_one(text: str, source: str) -> None:
    """Raises `SeveralDecksError` for a typed list of several decks."""
    from importers.decks.several_decks import MARK, parts_of

    if parts := parts_of(text):
        if len(parts) > _MOST_DECKS:
            raise LimitError(source, _("{count:,} decks", count=len(parts)), str(_MOST_DECKS))
        names = [f"{source}{MARK}{part.title}" for part in parts]
        raise SeveralDecksError(source, names, _("a list"))


def _read_bytes(path: Path) -> bytes:
    tell_of_pipe(path)
    with path.open("rb") as file:
        size = os.fstat(file.fileno()).st_size
        if size > MAX_BYTES:
            raise LimitError(str(path), _("{size:,} bytes", size=size), f"{MAX_BYTES:,}")
        return file.read(size + 1 if size else MAX_BYTES + 1)  # pipes state no size


def parse_deck(data: bytes, *, source: str, as_format: str | None = None) -> DeckList:
    r"""The deck list that the bytes of a file hold; `source` names the file in messages.

    >>> parse_deck(b"4 Yoda (A)\n", source="-").lines
    (DeckLine(quantity=4, name='Yoda (A)', zone='Deck', line=1, set_code=None, image_key=None,
    number=None, card_id=None, dice=None),)
    """
    if as_format is not None and len(data) <= _KEPT_UP_TO:
        return _kept(data, source, as_format)
    return _parsed(data, source, as_format)


def _parsed(data: bytes, source: str, as_format: str | None) -> DeckList:
    if len(data) > MAX_BYTES:
        raise LimitError(source, _("more than {max_bytes:,} bytes", max_bytes=MAX_BYTES), f"{MAX_BYTES:,}")
    if data.startswith(_PACKED):
        from importers.decks.packed_deck import read_packed_deck

        found = read_packed_deck(data, source)
        if isinstance(found, FileWithin):
            return parse_deck(found.data, source=found.source, as_format=as_format)
        return _finished(found, source, as_format)
    encoding, text = _decoded(data, source)
    newline = "\n"
    if "\r" in text:
        newline = "\r\n" if "\r\n" in text else "\n"
        text = _with_plain_line_ends(text)
    if len(text) > MAX_LINES and (count := text.count("\n")) > MAX_LINES:
        raise LimitError(source, _("{count:,} lines", count=count), f"{MAX_LINES:,}")
    if not text or text.isspace():
        raise MalformedFileError(source, _("the file is empty, expected a deck list"))
    text = without_frame(text)
    reader = identify(text, source) if as_format is None else get_reader(as_format)
    if reader.name in _BY_LINES:
        _check_is_one(text, source)
    deck_list = _finished(reader.read(text, source), source)
    if not data.isascii() and reader.name in _TYPED:
        others = _in_other_encodings(data, text, reader, source)
        deck_list = deck_list._replace(encoding=encoding, otherwise=others)
    return deck_list if newline == "\n" else deck_list._replace(newline=newline)


def without_frame(text: str) -> str:
    r"""The text without the marks of a quotation and of a block of code, each line in its place.

    So it is with what stands around a single block, where the block is a file of XML or JSON and
    there is no number that may be a count.

    >>> without_frame("> ```\n> 4,Nexu\n> ```")
    '\n4,Nexu\n'
    """
    spans = spans_within_frame(text)
    return text if spans is None else "\n".join(text[start:end] for start, end in spans)


def spans_within_frame(text: str) -> list[tuple[int, int]] | None:
    """Where each line of a text begins and ends without the marks around it; None where none are."""
    if not text.lstrip().startswith(_QUOTE) and not any(sign in text for sign in _FENCES):
        return None
    ends = [*accumulate((len(row) + 1 for row in text.split("\n")), initial=0)]
    spans = [(start, after - 1) for start, after in pairwise(ends)]
    for _unused in range(_DEEPEST_QUOTE):
        begins = [(certain(_BLANK.match(text, one, end)).end(), end) for one, end in spans]
        filled = [text.startswith(_QUOTE, place) for place, end in begins if place < end]
        if not filled or not all(filled):
            break
        spans = [(certain(_QUOTE_MARK.match(text, one, end)).end(), end) for one, end in spans]
    fences = [n for n, (one, end) in enumerate(spans) if _FENCE.fullmatch(text, one, end)]
    outside = set(fences)
    if len(fences) == _BLOCK:
        first, last = fences
        around = "".join(text[one:end] for one, end in spans[:first] + spans[last + 1 :])
        if text[spans[first][1] : spans[last][0]].lstrip().startswith(_MARKUP) and not re.search(
            r"\d", around
        ):
            outside |= {*range(first), *range(last, len(spans))}
    return [(end if n in outside else one, end) for n, (one, end) in enumerate(spans)]


_kept = lru_cache(maxsize=512)(_parsed)
_MOST_DECKS = 200
"""Decks that one list may hold: each is read with the whole text."""


def _in_other_encodings(data: bytes, text: str, reader: DeckReader, source: str) -> tuple[DeckList, ...]:
    """The same list in other encodings, where its bytes do not say which it is in."""
    every = ((name, without_frame(_with_plain_line_ends(other))) for name, other in other_texts(data))
    return tuple(
        _finished(reader.read(other, source), source)._replace(encoding=name)
        for name, other in every
        if other != text
    )


def _finished(found: DeckList | ListWithin, source: str, as_format: str | None = None) -> DeckList:
    """The deck list of a file; the lines of a list within are read as a format of text if one is named."""
    if isinstance(found, DeckList):
        return found
    if as_format is not None:
        reader = get_reader(as_format)
    elif found.text.strip():
        reader = identify_text(found.text, source, _TEXT_SUFFIX, found.without)
    else:
        return found.finish(DeckList((), ""))
    return found.finish(_finished(reader.read(found.text, source), source))


def _decoded(data: bytes, source: str) -> tuple[str, str]:
    """The encoding of a file's bytes, and their text.

    Bytes that are no Windows-1252 may be of an older program; then what is read names the cards.
    """
    if data.isascii():
        return "utf-8", decode(data, source)
    older = dict(other_texts(data))
    try:
        encoding, text = find_encoding(data, source)[1], decode(data, source)
    except MalformedFileError:
        if not older or re.search(_CONTROL, data):
            raise
        return next(iter(older.items()))
    headed = [(name, other) for name, other in older.items() if _has_header(other)]
    if headed and not _has_header(text):
        return headed[0]
    central = older.get("cp1250") if encoding == "cp1252" else None
    if central is not None and is_central_european(central, text):
        return "cp1250", central
    return encoding, text


def _has_header(text: str) -> bool:
    from importers.decks.csv_deck import has_header

    return has_header(text)


def text_rows(path: str, deck_list: DeckList) -> tuple[str, ...]:
    """The lines of a typed list's file, in the encoding in which it was read; none of others."""
    if deck_list.read_as not in _BY_LINES or not is_file(path):
        return ()
    text = read_bytes(Path(path)).decode(deck_list.encoding, "replace").removeprefix("\ufeff")
    return tuple(map(printable, _with_plain_line_ends(text).removesuffix("\n").split("\n")))


def _with_plain_line_ends(text: str) -> str:
    """The text with lines that end in LF, whether they ended in CRLF or CR."""
    if text.count("\r") == text.count("\r\n"):
        return text.replace("\r", "")  # much quicker than replacing pairs
    return text.replace("\r\n", "\n").replace("\r", "\n")


def read_standard_input(as_format: str | None = None) -> DeckList:
    """The deck list on standard input; raises what `parse_deck` raises."""
    if sys.stdin is None:
        raise UnreadableFileError(STANDARD_INPUT, _("standard input is closed"))
    data = sys.stdin.buffer.read(MAX_BYTES + 1)
    return parse_deck(data, source=_("standard input"), as_format=as_format)


def identify(text: str, source: str) -> DeckReader:
    r"""The reader that is surest of the text; raises an error where none is, or several are.

    The content decides. Only where several are equally sure does the file's suffix, if it belongs
    to one of them alone.

    >>> identify("4\tYoda (A)\n", "deck.csv").name
    'lackey-txt'
    """
    if text.startswith(lackey_dek.HEAD) and "READERS" not in globals():
        return lackey_dek.READER  # none is surer of such a text; a test asks them all
    return identify_text(text, source, suffix_of(source))


def identify_text(text: str, source: str, suffix: str, without: frozenset[str] = frozenset()) -> DeckReader:
    """The reader that is surest of the text of a file, taken for one with this suffix.

    Raises an error where none is, or several are; readers `without` which to do are not asked.
    """
    claimants = surest(text, suffix, without)
    if len(claimants) == 1:
        return claimants[0]
    if claimants:
        raise AmbiguousFormatError(source, [reader.name for reader in claimants])
    known = [reader.name for reader in _readers()]
    for what, form in _FOREIGN:
        if form.search(text, 0, _LOOKED_AT):
            raise ForeignFormatError(source, what, known)
    _check_limits(text, source)
    raise UnknownFormatError(source, known)


def surest(text: str, suffix: str, without: frozenset[str] = frozenset()) -> list[DeckReader]:
    """The readers that are surest that a text is of their format; none where nobody is.

    Of several that are equally sure those stay whose suffix it is, if it is that of any.
    """
    asked = [reader for reader in _readers(text) if reader.name not in without]
    sure = {reader: reader.confidence(text, suffix) for reader in asked}
    most = max(sure.values(), default=Confidence.NO)
    found = [reader for reader in sure if sure[reader] == most] if most else []
    return [reader for reader in found if suffix in reader.suffixes] or found


def _check_limits(text: str, source: str) -> None:
    """Raises `LimitError` where the text is in no supported format because it is past limits."""
    start = text.lstrip()[:1]
    if start in {"{", "["}:
        from importers.decks.json_places import check_depth

        check_depth(text, source)
    for number, row in enumerate([] if start in _MARKUP else text.split("\n"), 1):
        if len(row) > _LONGEST_LINE:
            found = _("a line of {count:,} characters", count=len(row))
            raise LimitError(source, found, f"{_LONGEST_LINE:,}", number)


def get_reader(name: str) -> DeckReader:
    """The reader of a format, by its name."""
    for reader in _readers():
        if reader.name == name:
            return reader
    raise UnknownFormatNameError(name, [reader.name for reader in _readers()])
