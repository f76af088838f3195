"""Bytes of files as text: encodings detected by content, and invisible characters removed."""

import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import lru_cache, wraps
from typing import Any, TypeVar

from db.language import gettext as _
from db.patterns import pattern
from importers.errors import MalformedFileError

_BOM_8 = b"\xef\xbb\xbf"
_BOM_16 = (b"\xff\xfe", b"\xfe\xff")
ZERO_WIDTH = "\u200b-\u200d\u2060\ufeff"
"""Characters without width, as ranges of a regular expression."""
_LOOKED_AT = 2_000
_LONGEST_KEPT = 500
T = TypeVar("T", bound=Callable[..., Any])
_CHARSET = re.compile(rb"<meta\b[^>]{0,200}?\bcharset=[\"']?([\w-]{3,20})", re.IGNORECASE)
_ZERO_WIDTH = pattern(f"[{ZERO_WIDTH}]")


def kept_for_lines(function: T) -> T:
    """The function with its last answers kept: of a deck that is edited all lines but one are as before.

    Its first argument is a line; nothing is kept of longer ones than a deck has, which would fill the memory.
    """
    kept = lru_cache(maxsize=8192)(function)

    @wraps(function)
    def answer(line: str, *others: Any, **named: Any) -> Any:
        return (kept if len(line) <= _LONGEST_KEPT else function)(line, *others, **named)

    return answer  # type: ignore[return-value]


def decode(data: bytes, source: str, *, as_written: bool = False) -> str:
    r"""The text of a file in UTF-8, in UTF-16 with a byte order mark, or in Windows-1252.

    Characters without width, which web pages and byte order marks inside a file leave, are dropped,
    unless the text is wanted `as_written`.

    >>> decode(b"Padm\xe9", "-"), decode("Padmé".encode("utf-16"), "-")
    ('Padmé', 'Padmé')
    """
    encoding = "utf-8"
    if data.startswith(_BOM_8):
        data = data[len(_BOM_8) :]
    elif data.startswith(_BOM_16):
        encoding = "utf-16"
    elif b"\0" in data[:_LOOKED_AT]:
        encoding = utf_16_without_mark(data) or encoding
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        if encoding.startswith("utf-16"):
            message = _("a byte order mark of UTF-16, but no such text ({reason})", reason=error.reason)
            raise MalformedFileError(source, message) from None
        text = _decode_ansi(data, source, error.start)
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        raise MalformedFileError(source, _("a zero byte; this is no text file"), line)
    return text if as_written else without_zero_width(text)


_WESTERN = ("äöü", "àâæçèêëîïôœùûüÿ", "áíñóúü", "àèìòù", "ãáàâçêíõóôú", "åäö", "æøå")
_CENTRAL = ("áčďěíňóřšťúůýž", "áäčďíĺľňóôŕšťúýž", "ąćęłńóśźż", "áíóöőúüű", "čćđšž", "ăâîșțşţ")
"""The letters of languages beyond those of English; the é of Padmé is everywhere."""
_SIGNS = pattern(r"(?<=[^\W\d_])[¿³¹¯£¥¾¼]|[¿³¹¯£¥¾¼](?=[a-zß-ÿ])")
"""Signs in the middle of words: letters of Polish and Slovak that were read in CP1252."""

_OTHERS = ("cp1252", "cp1250", "mac_roman", "cp852", "cp437")
"""The encodings of older programs; nothing but the words tells them apart."""


def utf_16_without_mark(data: bytes) -> str | None:
    """The kind of UTF-16 of bytes of which every other one is zero, None where none is.

    >>> utf_16_without_mark("Nexu".encode("utf-16-be")), utf_16_without_mark(b"Nexu")
    ('utf-16-be', None)
    """
    start = data[:_LOOKED_AT]
    for encoding, zeros, letters in (
        ("utf-16-le", start[1::2], start[::2]),
        ("utf-16-be", start[::2], start[1::2]),
    ):
        if zeros and zeros.count(0) > 0.9 * len(zeros) and 0 not in letters:
            return encoding
    return None


def page_text(data: bytes, source: str) -> str:
    r"""The text of a web page as it is written: in UTF-8, else in the encoding that it states.

    >>> page_text(b"<meta charset='windows-1250'>\xe8", "-"), page_text(b"\xe8", "-")
    ("<meta charset='windows-1250'>č", 'è')
    """
    text = decode(data, source, as_written=True)
    stated = _CHARSET.search(data[:_LOOKED_AT])
    if stated and data != text.encode("utf-8", "surrogatepass"):
        with suppress(LookupError, UnicodeDecodeError):
            return data.decode(stated[1].decode())
    return text


def other_texts(data: bytes) -> tuple[tuple[str, str], ...]:
    r"""The texts of a file in each encoding that it may be in, where it is not in UTF-8.

    >>> [name for name, text in other_texts("Č".encode("cp1250")) if text == "Č"], other_texts(b"C")
    (['cp1250'], ())
    """
    if data.isascii() or data.startswith((_BOM_8, *_BOM_16)) or b"\0" in data:
        return ()
    try:
        data.decode()
    except UnicodeDecodeError:
        return tuple((name, text) for name in _OTHERS if (text := _decoded(data, name)))
    return ()


def _decoded(data: bytes, encoding: str) -> str | None:
    try:
        return without_zero_width(data.decode(encoding))
    except UnicodeDecodeError:
        return None


def is_central_european(central: str, western: str) -> bool:
    """Whether the letters of a text are of one language as it is read in CP1250, and else of none.

    >>> is_central_european("fűzött, kiváló", "fûzött, kiváló"), is_central_european("ń", "ñ")
    (True, False)
    """
    return _in_one(central, _CENTRAL) and not _in_one(western, _WESTERN)


def _in_one(text: str, alphabets: Sequence[str]) -> bool:
    letters = {one for one in set(text.casefold()) if one.isalpha() and not one.isascii()}
    letters.update(_SIGNS.findall(text))
    return any(letters <= {*alphabet, "é"} for alphabet in alphabets)


def find_encoding(data: bytes, source: str) -> tuple[bytes, str, str]:
    r"""The byte order mark of a file, its encoding, and its text as it is written.

    The three give the bytes of the file again: `mark + text.encode(encoding)`.

    >>> find_encoding(b"\xef\xbb\xbfYoda\r\n", "-"), find_encoding(b"Padm\xe9", "-")
    ((b'\xef\xbb\xbf', 'utf-8', 'Yoda\r\n'), (b'', 'cp1252', 'Padmé'))
    """
    mark = next((mark for mark in (_BOM_8, *_BOM_16) if data.startswith(mark)), b"")
    text = decode(data, source, as_written=True)
    if mark in _BOM_16:
        return mark, "utf-16-le" if mark == _BOM_16[0] else "utf-16-be", text
    rest = data[len(mark) :]
    is_utf_8 = text.encode("utf-8", "surrogatepass") == rest
    return mark, "utf-8" if is_utf_8 else "cp1252", text


def _decode_ansi(data: bytes, source: str, start: int) -> str:
    """The text in Windows-1252, in which older programs for Windows write."""
    try:
        return data.decode("cp1252")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, start) + 1
        message = _(
            "neither UTF-8 (byte 0x{data:02X}) nor Windows-1252 (byte 0x{data2:02X}); save the "
            "file as UTF-8 text",
            data=data[start],
            data2=data[error.start],
        )
        raise MalformedFileError(source, message, line) from None


def without_zero_width(text: str) -> str:
    r"""The text without characters that have no width.

    >>> without_zero_width("Yo\u200bda")
    'Yoda'
    """
    return text if text.isascii() else _ZERO_WIDTH.sub("", text)
