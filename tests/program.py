"""The whole program, from its arguments to its exit code, in this process.

It is for what `main` does around the commands: errors in one line, foreign texts, completion. What
is about processes (signals, closed streams, memory) starts one; single commands use `run`.
"""

import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from unittest.mock import patch

from db.language import spoken
from deckcheck.cli import main as program
from deckcheck.cli.common import be_quiet
from importers import waiting


@dataclass(frozen=True, slots=True)
class Ended:
    """What a run of the program left, named as `subprocess.run` names it."""

    returncode: int
    stdout: str
    stderr: str


class _Kept(io.BytesIO):
    """Keeps what was written when the text stream around it is closed."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name

    def close(self) -> None:
        """Does nothing: what was written is read later."""


def whole_program(*arguments: str, **environment: str) -> Ended:
    """Runs `deckcheck ARGUMENTS`, with no terminal, and says how it ended."""
    out, err = _Kept("<stdout>"), _Kept("<stderr>")
    code: object = None
    with _as_started(["deckcheck", *arguments], environment, out, err):
        try:
            program.main()
        except SystemExit as end:
            code = end.code
        sys.stdout.flush()
        sys.stderr.flush()
    assert code is None or isinstance(code, int), code
    return Ended(code or 0, out.getvalue().decode(), err.getvalue().decode())


@contextmanager
def _as_started(arguments: list[str], environment: dict[str, str], out: _Kept, err: _Kept) -> Iterator[None]:
    """Sets what a process begins with, and puts back what the program changes of this one."""
    tell = list(waiting.tell)
    main_module = sys.modules["__main__"]
    with (
        patch.object(sys, "argv", arguments),
        patch.object(main_module, "__package__", None, create=True),  # else it is `python -m pytest`
        patch.object(sys, "stdout", io.TextIOWrapper(out, "utf-8")),
        patch.object(sys, "stderr", io.TextIOWrapper(err, "utf-8")),
        patch.dict(os.environ, environment),
        patch.object(program, "stop_in_order"),  # signals are those of the tests
        spoken(None),
    ):
        try:
            yield
        finally:
            waiting.tell[:] = tell
            be_quiet(quiet=False)
