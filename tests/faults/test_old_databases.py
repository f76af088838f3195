"""Databases of older revisions: migrated, killed at each moment, by two programs at once.

`make faults` tries every revision, `make test` the oldest and the newest; that two programs migrate
each of them is proven in `tests/db/test_backups.py`.
"""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from db.database import HEAD
from tests.db.older_schemas import REVISIONS, make_older
from tests.faults.programs import DATABASE, Programs
from tests.faults.states import Rows, differences, names_in, rows_of, state_alone
from tests.faults.test_every_command import ALL, SEED, kills

TRIED = REVISIONS if ALL else [REVISIONS[0], REVISIONS[-1]]
KILLS = 60 if ALL else 1
ROUNDS = 20 if ALL else 1
CALL = ("collection", "list")


@pytest.fixture(scope="module", params=TRIED)
def old(request: pytest.FixtureRequest, world: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a database of an older revision, which holds what that one can hold."""
    folder = tmp_path_factory.mktemp(f"of {request.param}")
    make_older(folder / DATABASE, request.param)
    with closing(sqlite3.connect(folder / DATABASE)) as made:
        made.execute("ATTACH ? AS full", (str(world / DATABASE),))
        tables = "SELECT name FROM main.sqlite_master WHERE type = 'table'"
        for (table,) in made.execute(tables).fetchall():
            if table == "alembic_version" or table.startswith(("card_search", "sqlite_")):
                continue
            if not made.execute(f"PRAGMA full.table_info({table})").fetchall():
                continue  # newer ones have it no more
            facts = made.execute(f"PRAGMA main.table_info({table})").fetchall()
            columns = ", ".join(f'"{row[1]}"' for row in facts)
            kept = f"INSERT OR IGNORE INTO main.{table} ({columns}) SELECT {columns} FROM full.{table}"
            made.execute(kept)
        made.commit()
        made.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return folder


def backups(folder: Path) -> list[Path]:
    """The copies of the database as it was, which are whole."""
    return list(folder.glob(f"{DATABASE}.before-*"))


def problems(folder: Path, before: Rows, after: Rows | None) -> list[str]:
    """What is not as it should be once a command has ended well."""
    found: list[str] = []
    kept = backups(folder)
    if not any(rows_of(path, folder) == before for path in kept):
        found.append(f"no backup holds what was: {[path.name for path in kept]}")
    if left := names_in(folder) - {DATABASE}:
        found.append(f"left over: {sorted(left)}")
    if half := [path.name for path in kept if path.name.rpartition(".")[2] in {"partial", "part"}]:
        found.append(f"left over: {half}")
    if after is not None and (wrong := differences(after, rows_of(folder / DATABASE, folder))):
        found.append(f"migrated otherwise: {wrong}")
    if lacks := differences(rows_of(folder / DATABASE, folder), state_alone(folder)):
        found.append(f"the file alone lacks {lacks}")
    return found


def test_killed_it_is_old_or_new_and_the_next_command_migrates_it(
    old: Path, running: Programs, tmp_path: Path, shim: Path | str
) -> None:
    before = rows_of(old / DATABASE, old)
    whole = Path(shutil.copytree(old, tmp_path / "whole"))
    ended = running.run(whole, *CALL, trace=True)
    assert ended.code == 0, ended
    assert not problems(whole, before, None)
    after = rows_of(whole / DATABASE, whole)
    assert after["alembic_version"] == {(HEAD,)}
    bad: list[str] = []
    for number, kill in enumerate(kills(ended, old.name, KILLS, shim=isinstance(shim, Path))):
        folder = Path(shutil.copytree(old, tmp_path / str(number)))
        running.run(folder, *CALL, fault=kill.fault, moment=kill.moment, kill_after=kill.after)
        looked = Path(shutil.copytree(folder, tmp_path / "looked"))
        if rows_of(looked / DATABASE, looked) not in (before, after):
            bad.append(f"seed {SEED}, {kill}: neither old nor new")
        shutil.rmtree(looked)
        again = running.run(folder, *CALL)
        found = [again.err] if again.code else problems(folder, before, after)
        bad += [f"seed {SEED}, {kill}: {one}" for one in found]
        shutil.rmtree(folder)
    assert not bad, "\n".join(bad)


@pytest.mark.parametrize("programs", [2, 4] if ALL else [2])
def test_opened_by_many_at_once_all_succeed(
    old: Path, running: Programs, tmp_path: Path, programs: int
) -> None:
    before = rows_of(old / DATABASE, old)
    bad: list[str] = []
    for turn in range(ROUNDS):
        folder = Path(shutil.copytree(old, tmp_path / str(turn)))
        started = [running.start(folder, *CALL) for _ in range(programs)]
        ended = [running.end(process) for process in started]
        found = [one.err for one in ended if one.code] or problems(folder, before, None)
        bad += [f"round {turn}: {one}" for one in found]
        shutil.rmtree(folder)
    assert not bad, "\n".join(bad)
