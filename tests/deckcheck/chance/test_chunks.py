"""Work over several processes: nothing of it stays behind."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.conftest import ROOT

SCRIPT = """
import os, sys, time
from pathlib import Path
from deckcheck.chance.chunks import run_chunks

def work(number):
    Path(sys.argv[1], str(os.getpid())).touch()
    time.sleep(0.05)
    return number

for _ in run_chunks(work, None, 2):
    pass
"""


def is_there(process: int) -> bool:
    try:
        state = Path(f"/proc/{process}/stat").read_text(encoding="utf-8")
    except OSError:
        return False
    return state.rpartition(")")[2].split()[0] != "Z"


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks into /proc")
def test_workers_end_when_their_program_is_killed(tmp_path: Path) -> None:
    """Else figures without an end would go on for ever, with nobody to see them."""
    program = subprocess.Popen(
        [sys.executable, "-c", SCRIPT, tmp_path], cwd=ROOT, env=os.environ | {"PYTHONPATH": str(ROOT)}
    )
    try:
        while len(list(tmp_path.iterdir())) < 2:
            assert program.poll() is None
            time.sleep(0.05)
        workers = [int(path.name) for path in tmp_path.iterdir()]
        program.send_signal(signal.SIGKILL)
    finally:
        program.kill()
        program.wait()
    until = time.monotonic() + 60
    while any(map(is_there, workers)):
        assert time.monotonic() < until, workers
        time.sleep(0.1)
