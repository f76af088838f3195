"""The program on a terminal of a given width, for what it shows only there."""

import fcntl
import json
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


_PROGRAM = """
import json, os, sys
from deckcheck.cli.main import main
for words in json.loads(sys.argv[1]):
    if not os.fork():
        sys.argv = ["deckcheck", *words]
        sys.exit(main())
    os.wait()
"""


def on_terminal(
    commands: Sequence[Sequence[str]], columns: int, database: Path, *, piped_output: bool = False
) -> str:
    """What `deckcheck` shows for commands on a terminal so wide, without colours.

    Each is a process, forked from one that has loaded the program. With `piped_output` only standard
    error and input are the terminal.
    """
    ours, its = pty.openpty()
    fcntl.ioctl(its, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
    environment = {name: value for name, value in os.environ.items() if name not in {"COLUMNS", "LINES"}}
    with subprocess.Popen(
        [sys.executable, "-c", _PROGRAM, json.dumps(commands)],
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
