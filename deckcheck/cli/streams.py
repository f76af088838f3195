"""Output to the user: every character of it is fit for a terminal."""

import io
import re
import sys
from typing import TextIO

from deckcheck.show.screen import printable

_COLOURS = r"(\x1b\[[0-9;]*m|\r)"
_BARS = r"(\x1b\[[0-9;]*[AKm]|\x1b\[\?25[hl]|\r)"
"""The characters of our own progress bars on stderr; other text there is made printable first.
"""


class PrintableStream(io.TextIOWrapper):
    """A stream whose texts are made printable, wherever they come from.

    Exact data goes to its `buffer`. `keeps_colours` says that colours stay where it is no terminal.
    """

    keeps_colours = False

    def write(self, text: str, /) -> int:
        """Writes a text, in the language that is spoken; on a terminal colours stay."""
        text = "" + text  # a message says itself; what is no text is refused
        if text.isascii() and text.replace("\n", "").isprintable():
            super().write(text)
        elif "\x1b" in text or "\r" in text:
            own = _BARS if self.name == "<stderr>" else _COLOURS
            pieces = re.split(own, text)
            # Every other piece is our own.
            pieces[0::2] = map(printable, pieces[0::2])
            if not (self.isatty() or self.keeps_colours):
                pieces[1::2] = [p if p == "\r" else printable(p) for p in pieces[1::2]]
            super().write("".join(pieces))
        else:
            super().write(printable(text))
        return len(text)


def made_printable(stream: TextIO) -> TextIO:
    """The stream as one of printable text in UTF-8, or in the encoding of a terminal."""
    if not isinstance(stream, io.TextIOWrapper) or isinstance(stream, PrintableStream):
        return stream
    encoding = stream.encoding if stream.isatty() else "utf-8"
    lines = stream is sys.stderr or stream.line_buffering
    at_once = stream.write_through
    return PrintableStream(
        stream.detach(), encoding, "backslashreplace", line_buffering=lines, write_through=at_once
    )
