"""The fonts of printed pages: which font has which character, and which are missing.

DejaVu Sans comes with the program; fonts of the user's own are asked for what it lacks. A character
that no font has is printed as its code, such as [U+4E2D], and counted in `missing`: never as an
empty box that nobody notices.
"""

import unicodedata
import zlib
from collections import Counter
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from db.advice import advised
from db.language import and_more, gettext as _, joined
from db.texts import printable_line
from deckcheck.events.errors import FontError

if TYPE_CHECKING:
    from reportlab.pdfbase.ttfonts import TTFont

_FONTS = Path(__file__).parent / "fonts"
_RIGHT_TO_LEFT = {"R", "AL"}

Runs = tuple[tuple[str, str], ...]
"""Pieces of a text, each with the name of the font that has it."""


class Lettering:
    """The fonts of one document; `missing` counts the characters that none of them has.

    `apart` is True once a text has letters that should be joined, as in Syriac, and stand apart.
    """

    def __init__(self, more: Sequence[Path] = ()) -> None:
        from reportlab.pdfbase import pdfmetrics

        self.missing: Counter[str] = Counter()
        self.apart = False
        self._width = pdfmetrics.stringWidth
        own = [
            _characters(_load(path, f"{path.name}-{zlib.crc32(bytes(path.absolute())):08x}")) for path in more
        ]
        self._has = {False: [_bundled("DejaVuSans"), *own], True: [_bundled("DejaVuSans-Bold"), *own]}
        self._runs: dict[tuple[str, bool], Runs] = {}

    def runs(self, text: str, *, bold: bool = False) -> Runs:
        """The text in one line, in the order in which it is drawn from left to right."""
        text = str(text)
        key = (text, bold)
        if key not in self._runs:
            self._runs[key] = self._found_runs(visible(text), bold)
        return self._runs[key]

    def _found_runs(self, text: str, bold: bool) -> Runs:
        first, characters = self._has[bold][0]
        self.apart = self.apart or any(map(_stands_apart, text))
        if characters.issuperset(map(ord, text)):
            return ((first, text),)
        result: list[tuple[str, str]] = []
        for character in text:
            name, shown = self._font_of(character, bold)
            if result and result[-1][0] == name:
                result[-1] = (name, result[-1][1] + shown)
            else:
                result.append((name, shown))
        return tuple(result)

    def _font_of(self, character: str, bold: bool) -> tuple[str, str]:
        for name, characters in self._has[bold]:
            if ord(character) in characters:
                return name, character
        self.missing[character] += 1
        return self._has[bold][0][0], f"[U+{ord(character):04X}]"

    def width(self, text: str, size: float, *, bold: bool = False) -> float:
        """How wide the text is in points."""
        return sum(self._width(piece, font, size) for font, piece in self.runs(text, bold=bold))

    def notes(self) -> list[str]:
        """The messages on characters that could not be printed properly."""
        result = []
        if self.apart:
            result.append(_("letters that should be joined, as in Syriac, stand apart on paper"))
        if self.missing:
            shown = [f"{one} (U+{ord(one):04X})" for one in sorted(self.missing)[:_MOST_NAMED]]
            named = and_more(joined(shown, ", "), len(self.missing) - len(shown))
            what = _("the fonts have no {named}; on paper they stand as codes.", named=named)
            result.append(
                joined((what, advised("fonts", "--font FILE adds a TrueType font that has them")), " ")
            )
        return result


_MOST_NAMED = 12

_Characters = tuple[str, frozenset[int]]
"""The name of a font, and the characters that it has."""


@cache
def _bundled(name: str) -> _Characters:
    """A font that comes with the program, read once for all documents."""
    return _characters(_load(_FONTS / f"{name}.ttf", name))


def _characters(font: "TTFont") -> _Characters:
    return font.fontName, frozenset(font.face.charToGlyph)


def _stands_apart(character: str) -> bool:
    """Whether a letter should be joined to its neighbours and has no form in which it is.

    >>> _stands_apart("\N{SYRIAC LETTER BETH}"), _stands_apart("\N{ARABIC LETTER BEH INITIAL FORM}")
    (True, False)
    """
    shaped = "\ufb50" <= character <= "\ufeff"  # Arabic letters in the form that their place wants
    return unicodedata.bidirectional(character) == "AL" and not shaped


def visible(text: str) -> str:
    """A text as one line of composed characters, ordered as they stand from left to right."""
    line = unicodedata.normalize("NFC", printable_line(text))
    if any(unicodedata.bidirectional(one) in _RIGHT_TO_LEFT for one in line):
        from arabic_reshaper import reshape  # type: ignore[import-untyped]
        from bidi import get_display  # type: ignore[import-untyped]

        return str(get_display(reshape(line)))
    return line


def _load(path: Path, name: str) -> "TTFont":
    """A font known to reportlab; raises FontError where the file is none that can be embedded."""
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFError, TTFont

    try:
        path.stat()
        font = TTFont(name, str(path))
    except OSError as error:
        raise FontError(path, error.strerror or _("cannot be read")) from None
    except (TTFError, ValueError, IndexError, KeyError) as error:
        raise FontError(path, _("no TrueType font that can be embedded ({error})", error=error)) from None
    pdfmetrics.registerFont(font)
    return font
