"""Runs `python -m MODULE` without loading Python and its modules every time.

A process that has everything loaded (`forkserver` of multiprocessing) is forked for each run. The
run itself is a process of its own, begins with nothing but loaded modules, and goes the way of
`python -m` (`runpy`): folder, environment, arguments and the streams are those of a new program.
"""

import io
import os
import pkgutil
import runpy
import sys
import tempfile
from multiprocessing.context import ForkServerContext
from pathlib import Path

import db
import deckcheck
import importers

_STDERR = 2
_LOADED_LATE = (
    "httpx",
    "lark",
    "openpyxl",
    "python_calamine",
    "rapidfuzz",
    "rich.table",
    "sqlalchemy",
    "sqlmodel",
    "typer.cli",
)
"""What commands import when they need it, beside our own modules."""


class WarmProgram:
    """Runs modules as programs, each in a fork of one process that has loaded them."""

    def __init__(self) -> None:
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # a process is forked without threads
        self._context = ForkServerContext()
        self._context.set_forkserver_preload([*_own_modules(), *_LOADED_LATE])

    def run(
        self, arguments: list[str], environment: dict[str, str], folder: Path, *, both: bool
    ) -> tuple[str, str, int | None]:
        """What `python -m ARGUMENTS` writes to stdout (with `both`, all) and stderr; its exit code."""
        with tempfile.TemporaryDirectory() as own:
            out, err = Path(own) / "out", Path(own) / "err"
            streams = (out, out if both else err)
            process = self._context.Process(
                target=_be_program, args=(arguments, environment, folder, streams)
            )
            process.start()
            process.join()
            said, told = (path.read_text(encoding="utf-8") if path.exists() else "" for path in (out, err))
            return said, told, process.exitcode


def _own_modules() -> list[str]:
    """The names of all modules of the program, but for scripts of the database and programs."""
    return [
        module.name
        for package in (deckcheck, db, importers)
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
        if not module.name.endswith("__main__")
    ]


def _be_program(
    arguments: list[str], environment: dict[str, str], folder: Path, streams: tuple[Path, Path]
) -> None:
    """Becomes the program, in the process that was forked for it."""
    for number, path in enumerate(streams, start=1):
        with path.open("ab") as file:
            os.dup2(file.fileno(), number)
    sys.stdout, sys.stderr = _unbuffered(1), _unbuffered(2)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    module, *sys.argv[1:] = arguments
    runpy.run_module(module, run_name="__main__", alter_sys=True)


def _unbuffered(number: int) -> io.TextIOWrapper:
    """A stream that writes at once, so that stdout and stderr come in the order they were said."""
    return io.TextIOWrapper(
        io.FileIO(number, "w", closefd=False),
        encoding="utf-8",
        errors="backslashreplace" if number == _STDERR else "strict",
        write_through=True,
    )


if __name__ == "__main__":
    sys.exit("a part of docs/generate.py")
