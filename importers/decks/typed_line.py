"""One line of a typed list: its marks taken off, and all that its count and name may be.

A number in a line may be a count or belong to a name (`Order 66`, `100 Battle Droids`, `99 (A)`).
Where the form of the line decides, it has one reading; else it has several, and whoever knows the
names of cards takes the one that is a card.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from db.language import gettext as _
from db.patterns import pattern
from importers.currencies import CURRENCIES, SIGNS
from importers.heading_words import heading_form, meanings, words_for
from importers.text import kept_for_lines

_AROUND = " \t:=;|,-\u2012\u2013\u2014\u2015"
"""The signs between a name and its count."""
_TYPOGRAPHY = {
    **dict.fromkeys((0xAD, 0xFE0F, 0x20E3)),
    **dict.fromkeys((0x2010, 0x2011), "-"),
    **dict.fromkeys((0x2502, 0x2503, 0x2551), "|"),
    **dict.fromkeys((0xA0, 0x1680, *range(0x2000, 0x200B), 0x202F, 0x205F, 0x3000), " "),
}
"""Soft hyphens show nothing; blanks of every width are blanks."""
_SIGNS = dict.fromkeys((0xAB, 0xBB, 0x2039, 0x203A, 0x201C, 0x201D, 0x201E), '"') | dict.fromkeys(
    (0x25C6, 0x25C7), " "
)
"""Quotes of any form are quotes, and the sign for unique cards is no part of a name."""
_TURNED = pattern("(?m)^[\u200e\u200f\u202a-\u202e\u2066-\u2069]+|[\u200e\u200f\u202a-\u202e\u2066-\u2069]+$")
"""Marks of the direction of text around a line, as telephones put them; within a name they stay."""
_FOLDED = pattern("[\ufb00-\ufb06\uff01-\uff60]+")
"""Ligatures, and letters of full width."""
_ENTITY = pattern(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,30});")
_STRUCK_TAG = pattern(r"</?(?:s|del|strike)>|\[s\](?=.*\[/s\])|\[/s\]", re.IGNORECASE)
_CELL_END = pattern(r"</t[dh]>\s*<t[dh][^<>]*>", re.IGNORECASE)
_TAG = pattern(
    r"</?(?:a|b|br|code|div|em|font|i|li|mark|ol|p|pre|small|span|strong|sub|sup|table|tbody|td|th"
    r"|thead|tr|tt|u|ul)(?:\s[^<>]*)?/?>",
    re.IGNORECASE,
)
_PAIRED = pattern(
    r"\[(b|i|u|big|card|center|code|color|font|h[1-6]|li|list|quote|size|small|spoiler|table|td|tr"
    r"|url)(?:=[^\[\]]*)?\](.*?)\[/\1\]",
    re.IGNORECASE,
)
_ALONE = pattern(
    r"\s*\[(?:\*|li|/?(?:list|quote|ul|ol|table|code|spoiler|center))(?:=[^\[\]]*)?\]\s*", re.IGNORECASE
)
_ESCAPED = pattern(r"\\([!-/:-@\[-`{-~])")
_CARD_LINK = pattern(r"\[\[([^\[\]]+)\]\]")
_LINK = pattern(r"\[([^\[\]]+)\]\((?:https?:/)?/[^()\s]*\)")
_ADDRESS_BEHIND = pattern(r"(?<=\S)\s+<?https?://\S+$")
_DAY = r"[0-9]{1,4}[./-] ?[0-9]{1,2}[./-] ?[0-9]{2,4}"
_TIME = r"[0-9]{1,2}[:.][0-9]{2}(?::[0-9]{2})?(?:\s?[APap]\.?[Mm]\.?)?"
_STAMP = pattern(
    rf"^(?:\[(?:{_DAY},?\s+)?{_TIME}\]|{_DAY},?\s+{_TIME})(?:\s+[-\u2013\u2014])?\s+"
    r"(?:<[^<>]{1,40}>\s+|[^:\[\]<>]{1,40}:\s+)(?=\S)|^<[^<>/=]{1,40}>\s+(?=[0-9])"
)
"""The day, the time and the person with which chats begin a message."""
_CURRENCIES = (*SIGNS, *CURRENCIES)
_CURRENCY = f"(?:{'|'.join(map(re.escape, _CURRENCIES))})"
_PRICE_BEHIND = pattern(
    rf"(?<=\S)(?:\s*[,;@:=~\u2013\u2014-]|(?=[\s(\[]))\s*[(\[]?"
    rf"(?:{_CURRENCY}\s?[0-9]+(?:[.,][0-9]{{1,2}})?|[0-9]+(?:[.,][0-9]{{1,2}})?\s?{_CURRENCY}(?!\w))"
    r"(?:\s*(?:each|ea\.?|/\w+))?[)\]]?$"
)
_EMOJI_NUMBER = pattern(r"^:(one|two|three|four):(?=\s*\S)")
_QUOTED_LINE = pattern(r"^([\"'])([0-9][^\"]*)\1,?$")
_BLOCK_BEGINS = pattern(r"^(?:```|\|\|)(?=[0-9][^|`]*$)")
_BLOCK_ENDS = pattern(r"^([^|`]*[^\s|`])(?:```|\|\|)$")
"""The marks of a block of code and of hidden text beside a card; `Nexu ||` is a tally."""
_QUOTED = pattern(r"(?:>\s*)+")
_BULLET = pattern(
    "(?:[-*~\u00a4\u00ac\u30fb\u2022\u00b7\u2023\u2043\u25e6\u25aa\u25ab\u25cf\u25cb\u25a0\u25a1\u25ba\u2013\u2014]\\s+"
    "|\\[[ xX\u2713\u2714]?\\]\\s+|[*\u2022\u00b7](?=[0-9]+x? )|[o\u00a7\u00d8\u00fc]\\s+(?=[0-9]+x? )"
    "|[\u2190-\u21ff\u2300-\u23ff\u25a0-\u27bf\u2b00-\u2bff\ue000-\uf8ff\U0001f000-\U0001faff]\ufe0f?\\s*"
    "|:[a-z][a-z0-9_+-]{1,30}:\\s*)(?=\\S)"
)
"""Marks before a line: dashes, boxes, arrows, signs of fonts for bullets, emoji and their names."""
_EMPHASIS = pattern(
    r"(?<![\w*_`])(?!\*F\*$)(?!\*+(?:\s|$))(\*{1,3}|_{1,3}|`{1,3})(?=\S)(.+?)(?<=\S)\1(?![\w*_`])"
)
_STRUCK = pattern(r"(.*?)~~(.+)~~\s*")
_LETTERED = pattern(r"[A-Za-z]\)\s+(?=\S)")
_NUMBERED = pattern(r"([0-9]{1,3})(?:[.)]|\.\))\s+(?=\S)")
_EMOJI_BEHIND = pattern(
    "(?<=\\S)(?:\\s*[\u2600-\u26ff\u2b50\U0001f000-\U0001faff]\ufe0f?|\\s+:[a-z][a-z0-9_+-]{1,30}:)+$"
    "|(?<=[\\w).!])\\s+[\u2020\u2021\u2705\u2713\u2714\u2764]\ufe0f?$"
)
_MARK_BEHIND = pattern(r"(.*?)\s*[(\[](?:[0-9]{1,2}\s+)?([^\W\d_]{3,12})(?:[:\s]+[0-9]{1,2})?[)\]]")
_STOP = pattern(r"(?<=\S)\s*[,;\\]+$|(?<=\))[.*]+$|(?<=[xX\u00d7][0-9])\.$")
_COMMENT_BEHIND = pattern(
    r"\s+(?://+|<-+|\u2190|(?:#|;|--+)(?=\s|$)|#(?=[a-z]))(?!\s*[xX\u00d7]?\s*[0-9]+\s*[xX\u00d7]?\s*$).*"
)
_PLAIN = pattern(
    r"(?!.*\([a-z]{3,}\)$)([0-9]{1,2})(?:x? |\t)"
    r"((?:[A-WYZ]|X-)(?:[A-Za-z' ()-]|(?<=[A-Z]-)[0-9]+(?:-[0-9]+)*)*)"  # DS-61-9
)

_LONGEST_PLAIN = 100

_HAN = "\u3400-\u9fff"
"""Letters of a script without blanks, for a set of a regular expression."""
_X = "[xX\u00d7*]"
_N = "([0-9]{1,4})"
_TALLY = (
    "(\\|{1,5}|[Il]{1,4}|/{2,5}"
    "|(?:[\u2610-\u2612\u2705\u2713-\u2718\u25a0\u25a1\u25cb\u25cf\u2605\u2606*]\ufe0f?\\s?){2,5})"
)
_SURE_BEFORE = tuple(
    pattern(text)
    for text in (
        rf"([0-9]+)(?:{_X}\s+|\s+[x\u00d7]\s+|x(?=[A-Z]))(\S.*)",  # 4x Name, 4 x Name, 4xName
        r"([0-9]{5,})\s+(\S.*)",  # more copies than any line may have; no name begins so
        r"([0-9]+)\t+\s*(\S.*)",
        r"([0-9]+)\s?[xX\u00d7]:\s*(\S.*)",  # 4x: Name
        rf"[xX\u00d7]\s?{_N}\s+(\S.*)",  # x4 Name
        rf"[(\[{{]\s*{_X}?\s*{_N}\s*{_X}?\s*[)\]}}]\s*(\S.*)",  # (4) Name, [4x] Name
    )
)
_SURE_BEHIND = tuple(
    pattern(text)
    for text in (
        rf"(.*\S)(?:\s+|(?<=[){_HAN}]))[xX\u00d7]\s*([0-9]+)",  # Name x4
        # Name .... 4
        rf"(.*?\S)(?:\s+[._\u2026][._\u2026\s]+|[._]{{3,}}[._\s]*|\u2026[\u2026\s]*){_X}?\s*{_N}\s*{_X}?",
        rf"(.*\S)\s*[(\[{{]\s*(?:[xX\u00d7]\s*{_N}|{_N}\s*[xX\u00d7])\s*[)\]}}]",  # Name (x4)
    )
)
_WITHIN = pattern(rf"(.*\S)\s+[xX\u00d7]\s?{_N}(\s+(?:\([^()]+\)|\[[^\[\]]+\]))")
"""A count before the set of a card: `Name x4 (AOTC)`."""
_OPEN_BEFORE = tuple(
    pattern(text, re.IGNORECASE)
    for text in (
        rf"{_N}\s+(\S.*)",  # 100 Battle Droids
        rf"{_N}\s*(?:\s[-\u2010-\u2015]|[-\u2010-\u2015](?=\s)|[:=;|])(?:\s+|(?=\D))(\S.*)",  # 4- Name
        rf"{_N}\s*[,*/\u00d7\u2013\u2014]\s*(?=\D)(\S.*)",  # 4, Name; 4*Name
        rf"{_N}(?:\s*[-\u2192\u2794-\u27be]+>?\s*)?([^\W\d_]{{3}}.*)",  # 4Name, 4 -> Name
        rf"{_N}-?\s?of(?:-|\s+|:\s*)(\S.*)",  # 4-of Name, 4 of Name
    )
)
_OPEN_BEHIND = tuple(
    pattern(text, re.IGNORECASE)
    for text in (
        rf"(.*\S)\s+{_N}\s*[xX\u00d7]?",  # Name 4, Name 4x
        rf"(.*\S)\s*\t\s*{_X}?\s*{_N}\s*{_X}?",
        # Name - 4, Name: 4, Name -> 4
        rf"(.*\S)\s*(?:\s[-\u2010-\u2015\u2192\u2794-\u27be]+>?|[:=;|,/\u2013\u2014])\s*{_X}?\s*{_N}\s*{_X}?",
        rf"(.*\S)\s*[(\[{{]\s*{_N}\s*[)\]}}]",  # Name (4), Name [4]
        rf"(.*\S)\s*[*x\u00d7]\s?{_N}",  # Name*4, Namex4
        rf"(.*\S)[\s(,]+{_N}-of\)?",
    )
)
_UNIT_BEFORE = pattern(rf"{_N}\s*(?:([{_HAN}])(?=\S)|([^\W\d_]+)\.?:?\s+)(\S.*)")
_UNIT_BEHIND = pattern(rf"(.*?\S)(?:[\s:,(-]+|(?<=[{_HAN}])){_N}\s*([^\W\d_]+)\.?\)?")
_OF = pattern(r"^(?:of|de|di|von)\s+", re.IGNORECASE)
_WORD_BEFORE = pattern(r"([^\W\d_]+)(?:\s*[x\u00d7:]\s+|\s+[-\u2013\u2014]\s+|\s+)(\S.*)")
_BOXES = pattern("((?:\\[[ xX\u2713\u2714]?\\]\\s*){2,5})(?=\\S)([^\\[].*)")
"""Boxes to tick, one for each copy."""
_TALLY_BEFORE = pattern(rf"{_TALLY}(?:\s+|(?<=\s)|(?<=[^\w|/*\s]))(\S.*)")
_TALLY_BEHIND = pattern(rf"(.*\S)\s+{_TALLY}")
_BARE = pattern(
    r"([0-9]{1,2})\s+([^\s\-\u2010-\u2015:=;|*/xX\u00d7].*|[\-\u2010-\u2015:=;|*/xX\u00d7](?=[^\s>]).*)"
)
_DIGIT = pattern("[0-9]")
_VERSION_OF_99 = pattern(r"[0-9]+[\s,]*[(\[{]?[A-Za-z][0-9]?[)\]}]?[\s,:-]*")
_NUMBER_NAME = pattern(r"[0-9]+(?:\s*\([^()]*\))+(?:\s*\[[^\[\]]*\])?")


class UnmarkedRow(NamedTuple):
    """A line without its marks: what it says, and what its marks said of it.

    `number` is what stands before a full stop or a bracket, `4. Name`: a count or the number of the
    line. `struck` lines were taken out by their writer.
    """

    text: str
    number: str | None = None
    struck: bool = False


class LineReading(NamedTuple):
    """A meaning of a line: the digits of its count, None where it states none, and a name."""

    digits: str | None
    name: str


def plain_entry(row: str) -> tuple[int, str] | None:
    """The count and the name of a line that is these in plain letters; most are that.

    >>> plain_entry("4 Luke Skywalker (A)"), plain_entry("4 cards")
    ((4, 'Luke Skywalker (A)'), None)
    """
    found = _PLAIN.fullmatch(row)
    if found is None or len(row) > _LONGEST_PLAIN or "--" in row:
        return None
    digits, name = found.groups()
    if digits.strip("0") == "" or begins_known(name.partition(" ")[0].lower(), name):
        return None
    return int(digits), name.strip()


def begins_known(word: str, text: str) -> bool:
    """Whether a text begins with words that may stand in a list and are no card; `word` is the first.

    >>> begins_known("all", "All cards: 60"), begins_known("all", "All Terrain Armored Transport")
    (True, False)
    """
    forms = first_words().get(word)
    if forms is None:
        return False
    form = heading_form(text)
    return any(form.startswith(known) and not form[len(known) :][:1].isalnum() for known in forms)


@cache
def first_words() -> Mapping[str, Sequence[str]]:
    """All that may stand in a list and is no card, by the first word."""
    found: dict[str, list[str]] = {}
    for form in meanings():
        found.setdefault(form.split(" ", 1)[0], []).append(form)
    return found


def with_plain_blanks(text: str) -> str:
    """The text without soft hyphens, keys, ligatures, full width, other blanks, and marks of direction."""
    if text.isascii():
        return text
    plain = _TURNED.sub("", text.translate(_TYPOGRAPHY))
    return _FOLDED.sub(lambda found: unicodedata.normalize("NFKC", found.group()), plain)


@kept_for_lines
def unmarked(row: str) -> UnmarkedRow:
    """A line without bullets, quotes, emphasis, tags, entities and the comment behind it.

    >>> unmarked("> - [ ] **4** X-wing &amp; Co  // maybe")
    UnmarkedRow(text='4 X-wing & Co', number=None, struck=False)
    >>> unmarked("2) ~~4x Nexu~~")
    UnmarkedRow(text='4x Nexu', number='2', struck=True)
    """
    text = row.strip()
    if _PLAIN.fullmatch(text) and "--" not in text:
        return UnmarkedRow(text)
    text = _without_markup(text)
    number = None
    struck = False
    for _unused in range(6):
        before = text
        text = _QUOTED.sub("", text, count=1) if text.startswith(">") else text
        if not (_TALLY_BEFORE.fullmatch(text) or _BOXES.fullmatch(text)) or text.startswith("* "):
            text = _BULLET.sub("", text, count=1) if _BULLET.match(text) else text
        text = text[found.end() :] if (found := _LETTERED.match(text)) else text
        if number is None and (found := _NUMBERED.match(text)):
            number, text = found.group(1), text[found.end() :]
        if (crossed := _STRUCK.fullmatch(text)) and not crossed.group(1).strip(" 0123456789xX"):
            struck, text = True, crossed.group(1) + crossed.group(2)
        text = _EMPHASIS.sub(r"\2", text).strip()
        if text == before:
            break
    if text.startswith("|") and text.endswith("|") and len(text) > 1:
        text = "\t".join(cell.strip() for cell in text[1:-1].split("|"))
    text = _without_tail(text)
    if "&" in text and _ENTITY.search(text):  # last: what is written so is a mark no more
        from html import unescape

        text = unescape(text).strip()
    return UnmarkedRow(text, number, struck)


def _without_tail(text: str) -> str:
    """The text without a comment, emoji, a mark like `(new)` and a stop behind it."""
    text = _COMMENT_BEHIND.sub("", text).strip()
    if (found := _MARK_BEHIND.fullmatch(text)) and heading_form(found[2]) in words_for("mark"):
        text = found[1]
    if text.endswith(":") or not text.isascii():
        text = _EMOJI_BEHIND.sub("", text)
    return _STOP.sub("", text) if text.endswith((",", ";", ".", ")*", "\\")) else text


def _without_markup(text: str) -> str:
    """The text without entities, tags, stamps, prices and unusual characters for usual ones."""
    text = text.replace("&nbsp;", " ").replace("&#x200B;", "") if "&" in text else text
    if "/" in text:
        text = _ADDRESS_BEHIND.sub("", _LINK.sub(r"\1", text))
    if not text.isascii():
        text = with_plain_blanks(text).translate(_SIGNS)
    if "\\" in text:
        text = _ESCAPED.sub(r"\1", text)
    if "<" in text or "[" in text:
        text = _CARD_LINK.sub(r"\1", text)
        text = _STRUCK_TAG.sub("~~", text)
        text = _TAG.sub("", _CELL_END.sub("\t", text))
        while (plain := _PAIRED.sub(r"\2", text)) != text:
            text = plain
        text = _ALONE.sub("", text)
    if any(sign in text for sign in _CURRENCIES):
        text = _PRICE_BEHIND.sub("", text)
    if "```" in text or "||" in text:
        text = _BLOCK_BEGINS.sub("", text)
        text = _BLOCK_ENDS.sub(r"\1", text)
    return _QUOTED_LINE.sub(r"\2", _EMOJI_NUMBER.sub(r"\1 ", _STAMP.sub("", text.strip())))


def states_count(text: str) -> bool:
    """Whether the form of a line, without its marks, says how many copies it means.

    >>> [states_count(text) for text in ("4 Yoda", "[4x] Yoda", "Yoda .... 4", "Order 66")]
    [True, True, True, False]
    """
    return _sure(text) is not None


def readings(text: str) -> tuple[LineReading, ...]:
    """All that a line, without its marks, may mean: one reading where its form decides.

    >>> readings("4x Order 66"), readings("Order 66")[1]
    ((LineReading(digits='4', name='Order 66'),), LineReading(digits='66', name='Order'))
    >>> readings("Nexu*3")[1], readings("2*Nexu")[1]
    (LineReading(digits='3', name='Nexu'), LineReading(digits='2', name='Nexu'))
    """
    sure = _sure(text)
    return (sure,) if sure else tuple(dict.fromkeys((LineReading(None, text), *_open(text))))


@lru_cache(maxsize=256)  # a line is asked several times on its way
def _sure(text: str) -> LineReading | None:
    if (found := _BOXES.fullmatch(text)) or _DIGIT.search(text) is None:
        return found and LineReading(str(found[1].count("[")), found[2])
    if (found := _PLAIN.fullmatch(text)) and not _unit(found.group(2)):
        return LineReading(*found.groups())
    if (found := _BARE.fullmatch(text)) and not found[2].startswith("("):  # 99 (A) 2 ks
        behind = next((f for p in _SURE_BEHIND if (f := p.fullmatch(text))), None)
        if not _NUMBER_NAME.fullmatch(behind.group(1) if behind else text):
            open_behind = (f for p in (*_OPEN_BEHIND, _TALLY_BEHIND) if (f := p.fullmatch(text)))
            is_open = (
                behind or _unit(found.group(2)) or any(_VERSION_OF_99.fullmatch(f[1]) for f in open_behind)
            )
            return None if is_open else LineReading(*found.groups())
    for form in _SURE_BEFORE:
        if found := form.fullmatch(text):
            return LineReading(found.group(1), found.group(2).strip())
    for form in _SURE_BEHIND:
        if found := form.fullmatch(text):
            digits = next(group for group in found.groups()[1:] if group)
            return LineReading(digits, found.group(1).strip())
    found = _WITHIN.fullmatch(text)
    return found and LineReading(found[2], found[1] + found[3])


def _unit(text: str) -> bool:
    """Whether a text begins with a word for copies, like `ks` or `of`."""
    return heading_form(text.split(None, 1)[0].rstrip(".:")) in words_for("copies") and " " in text


def _open(text: str) -> Iterator[LineReading]:
    """Yields the readings of a number that may as well belong to the name."""
    yield from _with_digits(text) if _DIGIT.search(text) else ()
    yield from _without_digits(text)


def _with_digits(text: str) -> Iterator[LineReading]:
    for form in _OPEN_BEFORE:
        if found := form.fullmatch(text):
            yield LineReading(found[1], found[2].strip())
    for form in (*_SURE_BEHIND, *_OPEN_BEHIND):  # 99 A x4
        if found := form.fullmatch(text):
            yield LineReading(found[2] or found[3], found[1].strip(_AROUND))
    units = words_for("copies")
    if (found := _UNIT_BEFORE.fullmatch(text)) and heading_form(found[2] or found[3]) in units:
        yield LineReading(found[1], _OF.sub("", found[4]))
    if (found := _UNIT_BEHIND.fullmatch(text)) and heading_form(found[3]) in units:
        yield LineReading(found[2], found[1].strip(_AROUND))


def _without_digits(text: str) -> Iterator[LineReading]:
    """Yields the readings of a count that is a word, or as many marks."""
    if found := _WORD_BEFORE.fullmatch(text):
        word = heading_form(found[1])
        digits = number_words().get(word) or number_words().get(word.removesuffix("x"))
        if digits:
            yield LineReading(digits, found[2])
            if _unit(found[2]):  # four copies of Name
                yield LineReading(digits, _OF.sub("", found[2].split(None, 1)[1]))
    if found := _TALLY_BEFORE.fullmatch(text):
        yield LineReading(_number_of_marks(found[1]), found[2])
    if found := _TALLY_BEHIND.fullmatch(text):
        yield LineReading(_number_of_marks(found[2]), found[1])


def _number_of_marks(marks: str) -> str:
    return str(len("".join(marks.replace("\ufe0f", "").split())))


@cache
def number_words() -> dict[str, str]:
    """The digits of the words for small numbers."""
    return {word: str(n) for n in range(1, 5) for word in words_for(_("number {n}", n=n))}
