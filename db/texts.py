"""Texts from outside: invisible characters in them are found, and shown written out."""

import re

from db.patterns import pattern

JOINERS = "\u200c\u200d"
"""Characters without width that belong to words of some languages and to some pictures."""

ZERO_WIDTH = "\u200b\u2060\ufeff"
TURNING = "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"
TAGS = "\U000e0000-\U000e007f"
CONTROLS = "\x00-\x1f\x7f-\x9f"
BREAKS = "\u2028\u2029"
BROKEN = "\ud800-\udfff\ufffe\uffff"
"""Ranges of a regular expression: without width, turning the direction of text, not to be seen,
steering a terminal, ending a line, and halves of characters, which no file can hold."""

_UNPRINTABLE = f"[{CONTROLS}{BREAKS}{BROKEN}{ZERO_WIDTH}{TURNING}{TAGS}]"
_LONGEST_WORD = 400
_ENDLESS = rf"(?=\S{{{_LONGEST_WORD}}})(\S{{120}})\S*(\S{{80}})"
_LONGEST_LINE = 2_000
_ENDLESS_LINE = rf"(?m)^(?=.{{{_LONGEST_LINE}}})(.{{300}}).*(.{{300}})$"
_IN_TEXT = rf"(?![\n\t]){_UNPRINTABLE}"
_UNFIT_FOR_NAMES = f"[{JOINERS}]|{_UNPRINTABLE}"
"""Expressions, compiled by `re` when they are used first: most runs of the program need none."""
_HALVES = pattern("[\ud800-\udfff]")


def words(text: str) -> tuple[str, ...]:
    """The words of a table that stands in the program as one text.

    >>> words("side type cost")
    ('side', 'type', 'cost')
    """
    return tuple(text.split())


def printable(text: str) -> str:
    r"""The text with control, invisible and direction-changing characters written out.

    Line ends and tabs stay.

    >>> printable("a\x1b[2Jb\u202e\n")
    'a\\x1b[2Jb\\u202e\n'
    """
    if text.isprintable():
        return text
    return re.sub(_IN_TEXT, _written_out, str(text))


def printable_line(text: str) -> str:
    r"""The text as `printable` gives it, with line ends and tabs written out too.

    >>> printable_line("a\nb")
    'a\\nb'
    """
    return text if text.isprintable() else re.sub(_UNPRINTABLE, _written_out, str(text))


def json_escaped(document: str) -> str:
    r"""A JSON document of the same meaning with such characters escaped.

    >>> json_escaped('"a\u202eb"')
    '"a\\u202eb"'
    """
    if document.replace("\n", "").isprintable():
        return document
    return re.sub(_IN_TEXT, _json_escape, document)


def plain_line_ends(text: str) -> str:
    r"""The text with lines that end in LF; a lone CR begins a row in programs that read CSV.

    >>> plain_line_ends("a\r\nb\rc")
    'a\nb\nc'
    """
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def shortened(text: str) -> str:
    """The text with overlong words and lines cut in the middle.

    >>> len(shortened("a" * 5_000 + ": No such file")), len(shortened("a b " * 5_000))
    (218, 605)
    """
    if len(text) <= _LONGEST_WORD:
        return text
    text = re.sub(_ENDLESS, r"\1 ... \2", text)
    return re.sub(_ENDLESS_LINE, r"\1 ... \2", text) if len(text) > _LONGEST_LINE else text


def unfit_for_a_name(text: str) -> str | None:
    r"""The first character of a text that no name of a card or set may hold, like `U+202E`.

    >>> unfit_for_a_name("Yoda\u202e"), unfit_for_a_name("Yoda (A)")
    ('U+202E', None)
    """
    if text.isprintable() or not (match := re.search(_UNFIT_FOR_NAMES, text)):
        return None
    return f"U+{ord(match.group()):04X}"


def has_half_character(text: str) -> bool:
    """Whether a text has a lone surrogate, half a character, which no database or file can hold."""
    return not text.isascii() and _HALVES.search(text) is not None


def _written_out(match: re.Match[str]) -> str:
    return match.group().encode("unicode_escape").decode()


def _json_escape(match: re.Match[str]) -> str:
    units = match.group().encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{units[place : place + 4]}" for place in range(0, len(units), 4))


def name_key(name: str) -> str:
    """The form in which names of events and players are compared: case and blanks do not count.

    Unlike names of cards, names of persons differ by an accent.

    >>> name_key(" Ada  Lovelace") == name_key("ADA LOVELACE"), name_key("Jose") == name_key("José")
    (True, False)
    """
    import unicodedata

    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())
