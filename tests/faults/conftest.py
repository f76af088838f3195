"""What all faults are tried with: the programs, and a folder as all commands want it."""

import hashlib
import shutil
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from filelock import FileLock

from tests import few_sets
from tests.conftest import made_once
from tests.faults import cases
from tests.faults.programs import ROOT, Programs, build_shim, programs


@pytest.fixture(scope="session")
def kept() -> Path:
    """A folder for what is made once for all workers and runs, until the program changes."""
    found = hashlib.sha256()
    for part in ("db", "deckcheck", "importers", "tests/faults"):
        for path in sorted((ROOT / part).rglob("*")):
            if path.suffix in {".py", ".tsv", ".c"}:
                found.update(path.as_posix().encode() + path.read_bytes())
    folder = ROOT / "build" / "tests" / f"faults-{found.hexdigest()[:16]}"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@pytest.fixture(scope="session")
def shim(kept: Path) -> Path | str:
    """The shim, or why there is none."""
    with FileLock(kept / "shim.lock"):
        return built if (built := kept / "shim.so").exists() else build_shim(kept)


@pytest.fixture
def needs_shim(shim: Path | str) -> None:
    """Skips where there is no shim, and says why."""
    if isinstance(shim, str):
        pytest.skip(shim)


@pytest.fixture(scope="session")
def catalogue_folder() -> Path:
    """The files of a catalogue of one set, so that the whole database is soon read and compared."""
    return made_once("one-set", partial(few_sets.write_catalogue, sets=few_sets.ONE_SET))


@pytest.fixture(scope="session")
def running(
    shim: Path | str, catalogue_folder: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Programs]:
    """The programs of this worker."""
    with programs(shim, catalogue_folder, tmp_path_factory.mktemp("programs")) as made:
        yield made


@pytest.fixture(scope="session")
def world(kept: Path, running: Programs) -> Path:
    """A folder with a database and files, as all calls of `cases.WRITES` want them; copy it."""
    folder = kept / "world"
    with FileLock(kept / "world.lock"):
        if not folder.exists():
            made = kept / "half" / "world"
            shutil.rmtree(made.parent, ignore_errors=True)
            made.mkdir(parents=True)
            cases.prepare(running, made)
            made.replace(folder)
    return folder


@pytest.fixture
def place(tmp_path: Path, world: Path) -> Path:
    """A copy of the world for a test."""
    return Path(shutil.copytree(world, tmp_path / "place"))
