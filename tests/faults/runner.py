"""A program that has all commands loaded, and runs each as a process of its own that it forks.

So a command takes a tenth of a second instead of one. It takes a line of JSON on standard input for
each thing to do, and answers with one; `tests/faults/programs.py` is at the other end.
"""

import ctypes
import gc
import json
import os
import pkgutil
import signal
import sys
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import db
import deckcheck
import importers
from db.cards import bundled_games
from tests.faults.every_command import every_command

_POLL = 0.002
_ALSO = (
    "highspy",
    "httpx",
    "lark",
    "openpyxl",
    "python_calamine",
    "rapidfuzz.process",
    "reportlab.pdfgen.canvas",
    "rich.table",
    "sqlalchemy.dialects.sqlite",
    "uvicorn",
)
"""What commands import late, beside our own modules: most of their time went by with that."""


def main() -> None:
    """Does what it is told until its standard input ends; returns in the children only."""
    every_command()
    for name in (*_own_modules(), *_ALSO):
        import_module(name)
    gc.collect()
    gc.freeze()
    _say("ready")
    while line := sys.stdin.readline():
        told = json.loads(line)
        if told["do"] == "start":
            run = _start(told)
            if run is not None:
                run()
                return
        else:
            _say(json.dumps(_end(told["process"], told["kill_after"], told["at_most"])))


def _own_modules() -> list[str]:
    """The names of all modules of the program, but for scripts of the database and programs."""
    return [
        module.name
        for package in (deckcheck, db, importers)
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
        if not module.name.endswith("__main__")
    ]


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def _start(told: dict[str, Any]) -> Callable[[], None] | None:
    """Forks a child; in it, what it is to run."""
    child = os.fork()
    if not child:
        return lambda: _run(told)
    _say(json.dumps(child))
    return None


def _run(told: dict[str, Any]) -> None:
    """Runs a command with the streams, the folder and the environment that are told."""
    for number, name, flags in (
        (0, os.devnull, os.O_RDONLY),
        (1, told["out"], os.O_WRONLY | os.O_CREAT | os.O_TRUNC),
        (2, told["err"], os.O_WRONLY | os.O_CREAT | os.O_TRUNC),
    ):
        opened = os.open(name, flags, 0o600)
        os.dup2(opened, number)
        os.close(opened)
    sys.stdin, sys.stdout, sys.stderr = (
        open(number, mode, encoding="utf-8", closefd=False)  # noqa: SIM115 - until the end
        for number, mode in ((0, "r"), (1, "w"), (2, "w"))
    )
    os.chdir(told["folder"])
    os.environ.update(told["environment"])
    if told["catalogue"]:
        bundled_games.FOLDER = Path(told["catalogue"])
    sys.argv = ["deckcheck", *told["arguments"]]
    from deckcheck.cli.main import main as program

    if shim := os.environ.get("LD_PRELOAD"):
        ctypes.CDLL(shim).faults_arm(
            os.fsencode(told["watch"]),
            told["fault"],
            ctypes.c_long(told["moment"]),
            os.fsencode(told["trace"]),
            ctypes.c_longlong(told["clock"]),
        )
    code: object = 0
    try:
        program()
    except SystemExit as end:
        code = end.code
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code if isinstance(code, int) else 0)


def _end(child: int, kill_after: float | None, at_most: float) -> dict[str, float]:
    """Waits for a child, and kills it at its moment; its exit code or minus its signal."""
    begin = time.monotonic()
    late = False
    while True:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            break
        passed = time.monotonic() - begin
        late = passed > at_most
        if late or (kill_after is not None and passed > kill_after):
            os.kill(child, signal.SIGKILL)
            status = os.waitpid(child, 0)[1]
            break
        time.sleep(_POLL)
    code = os.waitstatus_to_exitcode(status)
    return {"code": code, "seconds": time.monotonic() - begin, "late": late}


if __name__ == "__main__":
    main()
