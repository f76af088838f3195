"""Output to the user: every character of it is fit for a terminal."""

import io
import os
import re
import sys
from contextlib import suppress
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


def fix_streams() -> None:
    """Makes output possible wherever it goes: closed, a terminal, or a file, which is in UTF-8."""
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115 - until the end
    if sys.stderr is None:
        sys.stderr = sys.stdout
    _keep_standard_output()
    same = sys.stderr is sys.stdout
    sys.stdout = made_printable(sys.stdout)
    sys.__stdout__ = sys.stdout  # type: ignore[misc, assignment] # asked for the width
    sys.stderr = sys.stdout if same else made_printable(sys.stderr)


def _keep_standard_output() -> None:
    """Keeps standard output for our documents: what libraries write there goes to standard error.

    The number 1 then means standard error, also for code in C, and Python's own stream goes on
    to where it went.
    """
    stream = sys.stdout
    try:
        if not isinstance(stream, io.TextIOWrapper) or stream.fileno() != 1:
            return
    except (OSError, ValueError):  # no file at all, as in tests
        return
    if os.name == "nt" and stream.isatty():
        return  # a console there is no file
    kept = open(os.dup(1), "wb", closefd=True)  # noqa: PTH123, SIM115 - open to the end
    error = sys.stderr.fileno() if isinstance(sys.stderr, io.TextIOWrapper) else -1
    nowhere = os.open(os.devnull, os.O_WRONLY) if error < 0 else error
    os.dup2(nowhere, 1)
    sys.stdout = io.TextIOWrapper(
        kept,
        stream.encoding,
        stream.errors,
        line_buffering=stream.line_buffering,
        write_through=stream.write_through,
    )


def drop_output() -> None:
    """Drops what is still to be written on standard output, where nobody can take it."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
