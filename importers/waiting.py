"""Files that make their reader wait: pipes, into which another program has yet to write."""

import stat
from collections.abc import Callable
from pathlib import Path

from db.language import gettext as _
from db.paths import state_of

_OPEN_ALREADY = ("/dev/fd/", "/proc/")
"""Where shells put the output of a program that they have started."""

tell: list[Callable[[str], None]] = []
"""Functions that get one line when a file is waited for; the command line adds its own."""


def tell_of_pipe(path: Path) -> None:
    """Tells the listeners in `tell` where a file is a pipe, so that waiting looks like no hang."""
    try:
        is_pipe = stat.S_ISFIFO(state_of(path).st_mode)
    except (OSError, ValueError):
        return
    if is_pipe and not str(path).startswith(_OPEN_ALREADY):
        for say in tell:
            say(_("{path}: a pipe; waiting for another program to write into it", path=path))
