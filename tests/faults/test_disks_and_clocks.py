"""Real disks that are full or read-only, where a test may mount one, and clocks that are set back."""

import re
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing
from itertools import repeat
from pathlib import Path

import pytest

from tests.faults.programs import DATABASE, Programs
from tests.faults.states import differences, names_in, state_of

MINUTES = 50
A_DAY = -86_400


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """A small disk of its own, in memory."""
    (folder := tmp_path / "disk").mkdir()
    if not mount("-t", "tmpfs", "-o", "size=6m", "tmpfs", str(folder)):
        pytest.skip("mounting is not allowed here")
    try:
        yield folder
    finally:
        unmount(folder)


def unmount(folder: Path) -> None:
    """Takes a disk away."""
    subprocess.run([shutil.which("umount") or "umount", str(folder)], check=True)


def mount(*arguments: str) -> bool:
    """Mounts, where that is allowed; whether it was."""
    command = [shutil.which("mount") or "", *arguments]
    return bool(command[0]) and not subprocess.run(command, capture_output=True, check=False).returncode


def test_on_a_full_disk_a_line_says_so_and_with_room_it_goes_on(
    running: Programs, world: Path, disk: Path
) -> None:
    place = Path(shutil.copytree(world, disk / "place"))
    before, names = state_of_elsewhere(place), names_in(place)
    filler = disk / "filler"
    with filler.open("wb", buffering=0) as file, pytest.raises(OSError, match="No space"):
        file.writelines(repeat(bytes(4096)))
    for words in (
        ("collection", "add", "Kouhun"),
        ("collection", "export", "out.xlsx"),
        ("event", "new", "Another"),
        ("config", "set", "format", "standard"),
        ("database", "backup", "copy.db"),
    ):
        ended = running.run(place, *words)
        assert ended.code == 2, ended
        last = ended.err.strip().rpartition("\n")[2].casefold()
        assert last.startswith("deckcheck: ")
        assert "full" in last or "no space" in last, ended.err
        assert "correct the file" not in last
        assert "Traceback" not in ended.err
    running.run_well(place, "database")
    (new := disk / "new").mkdir()
    assert "full" in running.run(new, "database").err
    assert not differences(before, state_of_elsewhere(place))
    filler.unlink()
    running.run_well(place, "collection", "add", "Kouhun")
    assert names_in(place) == names


def state_of_elsewhere(place: Path) -> dict[str, object]:
    """The rows of a database on a full disk, read in a copy on another."""
    copy = place.parents[1] / "elsewhere"
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(place, copy)
    return dict(state_of(copy).rows)


@pytest.mark.parametrize("with_shm", [True, False])
def test_what_stands_in_the_journal_is_shown_on_a_read_only_disk_or_it_is_refused(
    running: Programs, world: Path, disk: Path, *, with_shm: bool
) -> None:
    place = Path(shutil.copytree(world, disk.parent / "place"))
    with closing(sqlite3.connect(place / DATABASE)) as writer:
        writer.execute("UPDATE holdings SET location = 'in the journal'")
        writer.commit()
        for name in (DATABASE, f"{DATABASE}-wal", *([f"{DATABASE}-shm"] if with_shm else [])):
            shutil.copy(place / name, disk)
    assert mount("-o", "remount,ro", str(disk))
    listed = running.run(disk, "collection", "list", "--json")
    assert listed.code == 2 or "in the journal" in listed.out, listed
    exported = running.run(disk, "collection", "export", str(place / "out.csv"))
    assert exported.code == 2 or "in the journal" in (place / "out.csv").read_text(), exported
    assert "Traceback" not in listed.err + exported.err


@pytest.mark.usefixtures("needs_shim")
def test_a_clock_set_back_leaves_no_more_time_than_a_round_has(running: Programs, place: Path) -> None:
    words = ("event", "clock", "Played", "--once", "--minutes", str(MINUTES))
    running.run_well(place, *words)
    said = running.run_well(place, *words, clock=A_DAY)
    left = re.search(r"(?:(\d+):)?(\d+):(\d\d)", said)
    assert left is not None, said
    hours, minutes, seconds = (int(part or 0) for part in left.groups())
    assert 3600 * hours + 60 * minutes + seconds <= 60 * MINUTES, said
