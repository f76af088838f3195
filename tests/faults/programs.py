"""Running commands as processes, with faults: killed, on full disks, with wrong clocks."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import IntEnum
from itertools import count
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
SOURCE = Path(__file__).with_name("shim.c")
DATABASE = "x.db"
"""The name of the database in every folder of a try."""


class Fault(IntEnum):
    """What happens at a moment; the numbers are those of `shim.c`."""

    NONE = 0
    KILL = 1
    KILL_HALFWAY = 2
    FULL = 3
    READ_ONLY = 4


@dataclass(frozen=True, slots=True)
class Ended:
    """How a process ended; `code` is minus the signal of one that was killed."""

    code: int
    out: str
    err: str
    seconds: float
    moments: tuple[str, ...]
    """What it did to files, each as `write x.db-wal`, if that was asked for."""


def build_shim(folder: Path) -> Path | str:
    """The shim, built into a folder; or why there is none, where only random moments are tried."""
    compiler = shutil.which("cc")
    if sys.platform != "linux":
        return "faults at the n-th write are tried on Linux only; here only at random moments"
    if compiler is None:
        return "no C compiler (cc) is there: kills at random moments only"
    built = folder / "shim.so"
    made = folder / f"shim-{os.getpid()}.so"
    command = [compiler, "-shared", "-fPIC", "-O1", "-o", str(made), str(SOURCE), "-ldl"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        return f"cc could not build the shim, so kills at random moments only: {done.stderr[:300]}"
    made.replace(built)
    return built


class Programs:
    """Runs commands; each in a process forked from one that has loaded them."""

    def __init__(self, shim: Path | str, catalogue: Path | None, folder: Path) -> None:
        self.shim = shim
        self.catalogue = catalogue
        self._folder = folder
        self._numbers = count()
        self._out: dict[int, tuple[Path, Path, Path | None]] = {}
        environment = os.environ | {"PYTHONPATH": str(ROOT), "PYTHONHASHSEED": "0"}
        environment.setdefault("OPENBLAS_NUM_THREADS", "1")  # a process is forked without threads
        if isinstance(shim, Path):
            environment["LD_PRELOAD"] = str(shim)
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.faults.runner"],
            cwd=ROOT,
            env=environment,
            text=True,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=1,
        )
        assert self._line() == "ready"

    def close(self) -> None:
        """Ends the program."""
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.close()
        self._process.wait(10)
        self._process.stdout.close()

    def _line(self) -> str:
        assert self._process.stdout
        line = self._process.stdout.readline()
        assert line, "the program that runs the commands has ended"
        return line.strip()

    def _tell(self, **told: object) -> Any:
        assert self._process.stdin
        self._process.stdin.write(json.dumps(told) + "\n")
        return json.loads(self._line())

    def start(
        self,
        folder: Path,
        *arguments: str,
        fault: Fault = Fault.NONE,
        moment: int = -1,
        trace: bool = False,
        clock: int = 0,
    ) -> int:
        """Starts a command in a folder, with the database of that folder; the process.

        It ends where the command has, without what Python does at its end: nothing may be left to that.
        """
        number = next(self._numbers)
        out, err = (self._folder / f"{number}.{name}" for name in ("out", "err"))
        traced = self._folder / f"{number}.trace" if trace else None
        environment = {
            "DECKCHECK_DB": str(folder / DATABASE),
            "DECKCHECK_CONFIG": str(folder / "config.toml"),
            "DECKCHECK_CACHE": str(folder / "cache"),
            "DECKCHECK_FORMATS": str(folder / "formats"),
            "DECKCHECK_POOLS": str(folder / "pools"),
            "COLUMNS": "100",
        }
        process = int(
            self._tell(
                do="start",
                folder=str(folder),
                arguments=arguments,
                environment=environment,
                out=str(out),
                err=str(err),
                catalogue=str(self.catalogue or ""),
                watch=str(folder),
                fault=int(fault),
                moment=moment,
                trace=str(traced or ""),
                clock=clock,
            )
        )
        self._out[process] = out, err, traced
        return process

    def end(self, process: int, kill_after: float | None = None, at_most: float = 120) -> Ended:
        """Waits for a process; kills it after so many seconds, and after `at_most` fails."""
        how = self._tell(do="end", process=process, kill_after=kill_after, at_most=at_most)
        out, err, traced = self._out.pop(process)
        moments = traced.read_text().splitlines() if traced and traced.exists() else ()
        said = [path.read_text(errors="replace") if path.exists() else "" for path in (out, err)]
        ended = Ended(
            how["code"], said[0], said[1], how["seconds"], tuple(line.replace("\t", " ") for line in moments)
        )
        for path in (out, err, *([traced] if traced else [])):
            path.unlink(missing_ok=True)
        assert not how["late"], f"still running after {at_most} seconds: {ended}"
        return ended

    def run(self, folder: Path, *arguments: str, kill_after: float | None = None, **how: Any) -> Ended:
        """Runs a command to its end."""
        return self.end(self.start(folder, *arguments, **how), kill_after)

    def run_well(self, folder: Path, *arguments: str, **how: Any) -> str:
        """Runs a command that must succeed; its output."""
        ended = self.run(folder, *arguments, **how)
        assert ended.code == 0, (arguments, ended)
        return ended.out


@contextmanager
def programs(shim: Path | str, catalogue: Path | None, folder: Path) -> Iterator[Programs]:
    """The context in which commands can be run; without a catalogue of theirs, on the bundled one."""
    made = Programs(shim, catalogue, folder)
    try:
        yield made
    finally:
        made.close()
