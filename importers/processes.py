"""Files that are read in a process of their own, with bounded memory and time.

A few bytes of such a file may unpack to very much, or say that a cell lies anywhere, and its reader
would keep it all. A process with bounded memory may die of that, alone.
"""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from typing import Any

from db.language import gettext as _
from importers.errors import LimitError, MalformedFileError

_SECONDS = 60
_MEMORY = 1_000_000_000


def read_apart(module: str, data: bytes, source: str, damaged: str) -> dict[str, Any]:
    """The answer of a module, run as a program, to the bytes of a file.

    Raises `MalformedFileError` with the message `damaged` where it dies, and `LimitError` for what
    it says is too much.
    """
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    try:
        ended = subprocess.run(  # noqa: S603 - this program
            [sys.executable, "-m", module],
            input=data,
            capture_output=True,
            timeout=_SECONDS,
            check=False,
            env=environment,
        )
    except subprocess.TimeoutExpired:
        raise MalformedFileError(source, _("not read within {seconds} seconds", seconds=_SECONDS)) from None
    try:
        answer: dict[str, Any] = json.loads(ended.stdout)
    except ValueError:
        raise MalformedFileError(source, damaged) from None
    if "limit" in answer:
        raise LimitError(source, *answer["limit"])
    return answer


def answer(read: Callable[[bytes], dict[str, Any]]) -> None:
    """Reads standard input with bounded memory and writes what is read, as JSON, to standard output."""
    try:
        import resource
    except ImportError:  # Windows; there the process dies of what it cannot get
        pass
    else:
        resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    json.dump(read(sys.stdin.buffer.read()), sys.stdout)
