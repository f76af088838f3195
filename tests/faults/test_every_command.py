"""Every command that writes: killed at each moment, on full and read-only disks, with wrong clocks.

Repeat a try that failed with the environment variable FAULTS_SEED, as the failure says; all of
them, 60 for each command, are tried by `make faults`.
"""

import os
import random
import shutil
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from tests.faults.cases import READS, RUNS, WRITES, Case, write_files
from tests.faults.every_command import every_command
from tests.faults.programs import Ended, Fault, Programs
from tests.faults.states import State, differences, names_in, state_alone, state_of, without_luck

SEED = int(os.environ.get("FAULTS_SEED", "26"))
ALL = bool(os.environ.get("FAULTS_ALL"))
TRIES = 60 if ALL else 3
IN_A_ROW = 1 if ALL else 3
"""So many kills come after one another in one folder, before the command may end."""
QUARTERS = 4
QUARTER = WRITES if ALL else WRITES[SEED % QUARTERS :: QUARTERS]
"""On bad disks and with wrong clocks `make test` tries a quarter of the commands, which the seed chooses."""
SLOW = 1.0
"""Commands that take longer, in seconds, are tried by `make faults` only."""
BUG = "this is a bug in deckcheck"
YEAR_1975, A_DAY = -1_600_000_000, -86_400


def test_every_command_is_known_to_write_or_only_to_read() -> None:
    """A new command is added to `cases.py`: with its calls to WRITES, or to READS."""
    writes = {case.command for case in WRITES}
    assert writes | READS | RUNS == every_command()
    assert not writes & READS


@dataclass(frozen=True, slots=True)
class Reference:
    """A call that ended as it should: what was before, and what after."""

    case: Case
    folder: Path
    """As it was before."""
    before: State
    after: State
    ended: Ended
    names: frozenset[str]
    alone: str
    """How a copy of the file alone differs from the database afterwards."""


@pytest.fixture(scope="module")
def reference(
    request: pytest.FixtureRequest, running: Programs, world: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Reference]:
    """A call that ended as it should."""
    case: Case = request.param
    folder = tmp_path_factory.mktemp("reference")
    before, after = folder / "before", folder / "after"
    if case.empty:
        before.mkdir()
        write_files(before)
    else:
        shutil.copytree(world, before)
    shutil.copytree(before, after)
    ended = running.run(after, *case.words, trace=True)
    assert ended.code == case.answer, ended
    states = state_of(before), state_of(after)
    yield Reference(
        case,
        before,
        *states,
        ended,
        names_in(before) | names_in(after),
        differences(states[1].rows, state_alone(after)),
    )
    shutil.rmtree(folder)


@pytest.mark.parametrize("reference", WRITES, ids=str, indirect=True)
def test_it_writes_and_its_file_alone_is_whole(reference: Reference) -> None:
    assert reference.before != reference.after, "it writes nothing: its place is in READS"
    assert not reference.alone, f"a copy of the file alone lacks {reference.alone}"


@dataclass(frozen=True, slots=True)
class Kill:
    """A kill at a moment: before the n-th of all, in its middle, or after so many seconds."""

    fault: Fault = Fault.NONE
    moment: int = -1
    name: str = ""
    after: float | None = None

    def __str__(self) -> str:
        if self.after is not None:
            return f"killed after {self.after:.4f} s"
        return f"{self.fault.name} at moment {self.moment} ({self.name})"


def kills(ended: Ended, seed: str, tries: int, *, shim: bool) -> list[Kill]:
    """Moments to kill a program, some of each kind for each file and some at random."""
    luck = random.Random(f"{SEED} {seed}")
    kinds = defaultdict(list)
    for number, name in enumerate(ended.moments if shim else ()):
        if not name.endswith("-shm"):
            kinds[name].append(Kill(Fault.KILL, number, name))
            if name.startswith("write"):
                kinds[f"half a {name}"].append(Kill(Fault.KILL_HALFWAY, number, name))
    for moments in kinds.values():
        luck.shuffle(moments)
    order = sorted(kinds)
    luck.shuffle(order)
    found: list[Kill] = []
    while len(found) < tries - tries // 4 and any(kinds.values()):
        found += [kinds[kind].pop() for kind in order if kinds[kind]]
    found = found[: tries - tries // 4]
    found += [Kill(after=luck.uniform(0, ended.seconds)) for _ in range(tries - len(found))]
    luck.shuffle(found)
    return found


@pytest.mark.parametrize("reference", WRITES, ids=str, indirect=True)
def test_killed_it_leaves_before_or_after(
    reference: Reference, running: Programs, tmp_path: Path, shim: Path | str
) -> None:
    if reference.ended.seconds > SLOW and not ALL:
        pytest.skip(f"takes {reference.ended.seconds:.1f} s: make faults tries it")
    chosen = kills(reference.ended, str(reference.case), TRIES, shim=isinstance(shim, Path))
    bad: list[str] = []
    for start in range(0, len(chosen), IN_A_ROW):
        tried = Tried(reference, running, tmp_path / str(start))
        for kill in chosen[start : start + IN_A_ROW]:
            tried.kill(kill)
        tried.go_on()
        bad += tried.bad
        shutil.rmtree(tried.folder)
    assert not bad, f"seed {SEED}, {len(bad)} of {len(chosen)}:\n" + "\n".join(bad)


@dataclass
class Tried:
    """A folder in which a call is tried with faults; `bad` tells what should not be."""

    reference: Reference
    running: Programs
    folder: Path
    bad: list[str] = field(default_factory=list)
    story: list[str] = field(default_factory=list)
    _done: bool = False

    def __post_init__(self) -> None:
        shutil.copytree(self.reference.folder, self.folder)

    def say(self, what: str) -> None:
        """Notes what should not be, with what came before it."""
        self.bad.append(f"{', '.join(self.story)}: {what}")

    def kill(self, kill: Kill) -> None:
        """Runs the call and kills it, unless an earlier one has done what it does."""
        if self._done:
            return
        self.story.append(str(kill))
        ended = self.running.run(
            self.folder,
            *self.reference.case.words,
            fault=kill.fault,
            moment=kill.moment,
            kill_after=kill.after,
        )
        if ended.code not in {-9, self.reference.case.answer}:
            self.say(f"ended with {ended.code}: {ended.err[-300:]}")
        said = without_luck(ended.out) == without_luck(self.reference.ended.out) != ""
        self.look(acknowledged=said or ended.code == self.reference.case.answer)

    def look(self, *, acknowledged: bool) -> None:
        """Looks whether the state is one of before and after: of the database, and of each file."""
        reference = self.reference
        try:
            now = state_of(self.folder)
        except Exception as error:
            self.say(f"{type(error).__name__}: {error}")
            return
        if now.rows not in (reference.before.rows, reference.after.rows) and not reference.case.empty:
            # The next command may go on with the catalogue, which it loads anew after an undo.
            self.running.run_well(self.folder, "collection", "list")
            now = state_of(self.folder)
        done: set[bool] = set()
        states = reference.before, reference.after, now
        parts: dict[str, list[dict[str, Any]]] = {
            name: [{name: one.files[name]} if name in one.files else {} for one in states]
            for name in reference.before.files.keys() | reference.after.files.keys()
        }
        parts["the database"] = [dict(one.rows) for one in states]
        for name, (before, after, here) in parts.items():
            if here == after:
                done |= {True} if before != after else set()
            elif here == before or (reference.case.empty and is_made_only(here)):
                done.add(False)
            else:
                self.say(f"{name} is neither as before nor as after: {differences(before, here)}")
        if acknowledged and False in done:
            self.say("it said that it was done, and it is not")
        self._done = True in done

    def go_on(self) -> None:
        """Calls the command again, as the user would; then all is right, and nothing left over."""
        reference = self.reference
        was_done = self._done
        for name in reference.after.files.keys() - reference.before.files.keys():
            (self.folder / name).unlink(missing_ok=True)
        for name in reference.before.files:
            if reference.before.files[name] != reference.after.files.get(name):
                shutil.copy(reference.folder / name, self.folder / name)
        again = self.running.run(self.folder, *reference.case.words)
        if BUG in again.err or (again.code != reference.case.answer and not was_done):
            self.say(f"called again it ended with {again.code}: {again.err[-400:]}")
        elif not was_done:
            self.look(acknowledged=True)
        if again.code == 2:
            checked = self.running.run(self.folder, "collection", "list")
            if checked.code:
                self.say(f"collection list ended with {checked.code}: {checked.err[-300:]}")
        if left := names_in(self.folder) - reference.names:
            self.say(f"left over: {', '.join(sorted(left))}")


def is_made_only(rows: dict[str, Any]) -> bool:
    """Whether a database has been made, and nothing done in it."""
    return bool(rows) and not any(rows[name] for name in ("holdings", "batches", "decks", "events"))


@pytest.mark.parametrize("reference", QUARTER, ids=str, indirect=True)
@pytest.mark.usefixtures("needs_shim")
def test_a_full_or_read_only_disk_is_told_in_a_line_and_leaves_what_was(
    reference: Reference, running: Programs, tmp_path: Path
) -> None:
    luck = random.Random(f"{SEED} {reference.case}")
    writes = [n for n, name in enumerate(reference.ended.moments) if name.startswith("write")]
    tries = [(Fault.READ_ONLY, 0), (Fault.FULL, 0), (Fault.FULL, luck.choice(writes or [0]))]
    if ALL:
        tries += [(Fault.FULL, moment) for moment in luck.sample(writes, min(20, len(writes)))]
    else:
        tries = luck.sample(tries, 1)
    bad: list[str] = []
    for fault, moment in tries:
        tried = Tried(reference, running, tmp_path / f"{fault}-{moment}")
        tried.story.append(f"{fault.name} from moment {moment} on")
        ended = running.run(tried.folder, *reference.case.words, fault=fault, moment=moment)
        if ended.code not in {2, reference.case.answer} or BUG in ended.err:
            tried.say(f"ended with {ended.code}: {ended.err[-400:]}")
        elif ended.code == 2 and not one_line_about(fault, ended.err):
            tried.say(f"said {ended.err!r}")
        tried.look(acknowledged=ended.code == reference.case.answer)
        tried.go_on()
        bad += tried.bad
        shutil.rmtree(tried.folder)
    assert not bad, f"seed {SEED}:\n" + "\n".join(bad)


def one_line_about(fault: Fault, said: str) -> bool:
    """Whether the last line says what is wrong with the disk."""
    line = said.strip().rpartition("\n")[2].casefold()
    words = ("full", "no space") if fault is Fault.FULL else ("read-only", "read and written")
    return line.startswith("deckcheck: ") and any(word in line for word in words)


@pytest.mark.parametrize("reference", QUARTER, ids=str, indirect=True)
@pytest.mark.usefixtures("needs_shim")
def test_with_a_clock_before_1980_or_set_back_it_does_the_same(
    reference: Reference, running: Programs, tmp_path: Path
) -> None:
    bad: list[str] = []
    for clock in (YEAR_1975, A_DAY) if ALL else (YEAR_1975,):
        folder = Path(shutil.copytree(reference.folder, tmp_path / str(clock)))
        ended = running.run(folder, *reference.case.words, clock=clock)
        now, after = state_of(folder), reference.after
        if ended.code != reference.case.answer:
            bad.append(f"clock {clock:+} s: ended with {ended.code}: {ended.err[-300:]}")
        elif now != after:
            wrong = differences(after.rows, now.rows), differences(after.files, now.files)
            bad.append(f"clock {clock:+} s: {wrong}")
        shutil.rmtree(folder)
    assert not bad, "\n".join(bad)
