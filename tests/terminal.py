"""The program on a terminal of a given width, for what it shows only there."""

import fcntl
import os
import pty
import re
import struct
import subprocess
import sys
import termios
from collections.abc import Sequence
from pathlib import Path

_STYLES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


def on_terminal(arguments: Sequence[str], columns: int, database: Path, *, piped_output: bool = False) -> str:
    """What `deckcheck ARGUMENTS` shows on a terminal so wide, without colours.

    With `piped_output` only standard error and input are the terminal.
    """
    ours, its = pty.openpty()
    fcntl.ioctl(its, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
    environment = {name: value for name, value in os.environ.items() if name not in {"COLUMNS", "LINES"}}
    with subprocess.Popen(
        [sys.executable, "-m", "deckcheck", *arguments],
        stdin=its,
        stdout=subprocess.DEVNULL if piped_output else its,
        stderr=its,
        env=environment | {"DECKCHECK_DB": str(database), "TERM": "xterm"},
    ):
        os.close(its)
        shown = b"".join(iter(lambda: _piece(ours), b""))
    os.close(ours)
    return _STYLES.sub("", shown.decode()).replace("\r\n", "\n")


def _piece(terminal: int) -> bytes:
    """What came from the terminal; nothing where the program has closed it."""
    try:
        return os.read(terminal, 65_536)
    except OSError:
        return b""
