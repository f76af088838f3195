"""What the solver prints never reaches a document, and documents are never lost beside it."""

import subprocess
import sys

TWO_FIRST_REPAIRS = """
import os, sys, time, types
from concurrent.futures import ThreadPoolExecutor

class Highs:
    def __init__(self):
        os.write(1, b"Running HiGHS")
        time.sleep(0.1)

sys.modules["highspy"] = types.SimpleNamespace(Highs=Highs)
from deckcheck.rules.program import _solver

def first(number):
    time.sleep(number / 40)
    return _solver()

with ThreadPoolExecutor(3) as pool:
    assert len(set(map(id, pool.map(first, range(3))))) == 1
print("the document")
"""


def test_threads_that_load_the_solver_at_once_leave_standard_output_as_it_was() -> None:
    """A page's server repairs in threads; what it writes afterwards would go nowhere."""
    ended = subprocess.run(
        [sys.executable, "-c", TWO_FIRST_REPAIRS], capture_output=True, text=True, check=True
    )
    assert ended.stdout == "the document\n"
