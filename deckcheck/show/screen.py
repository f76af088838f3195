"""The terminal behind a stream: its size, and texts whose lines fit it."""

import os
import sys
from contextlib import suppress
from typing import TextIO

from db.texts import printable, printable_line, shortened

WIDEST_TEXT = 100
"""Longer lines of sentences are hard to read, however wide the terminal is."""

_USUAL = os.terminal_size((80, 24))


def screen_size(stream: TextIO | None = None) -> os.terminal_size | None:
    """The size of the terminal that a stream writes to (standard output), None where it is none.

    COLUMNS and LINES decide where they are set, as everywhere.
    """
    stream = sys.stdout if stream is None else stream
    if not stream.isatty():
        return None
    size = _USUAL
    with suppress(OSError, ValueError):
        size = os.get_terminal_size(stream.fileno())
    columns, lines = (_number(name) for name in ("COLUMNS", "LINES"))
    return os.terminal_size((columns or size.columns or _USUAL.columns, lines or size.lines or _USUAL.lines))


def text_width() -> int:
    """The width for sentences on standard output: that of the terminal, but not above 100."""
    size = screen_size()
    return WIDEST_TEXT if size is None else min(size.columns, WIDEST_TEXT)


def print_text(text: str) -> None:
    """Prints a text on standard output; on a terminal its lines are made to fit."""
    text = str(text)
    sys.stdout.write((text if screen_size() is None else fitted(text, text_width())) + "\n")


def fitted(text: str, width: int) -> str:
    """The text with lines that fit the width; continued lines are indented by two more.

    >>> print(fitted("  a line that is too long to fit", 20))
      a line that is too
        long to fit
    """
    lines = []
    for line in str(text).split("\n"):
        if len(line) <= width:
            lines.append(line)
            continue
        import textwrap

        margin = line[: len(line) - len(line.lstrip())] + "  "
        lines += textwrap.wrap(
            line, width, subsequent_indent=margin, break_long_words=False, break_on_hyphens=False
        )
    return "\n".join(lines)


def _number(name: str) -> int:
    """The number that a variable of the environment holds, else 0."""
    text = os.environ.get(name, "")
    return int(text) if text.isdecimal() else 0
