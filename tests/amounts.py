"""How much a proof goes through: some of it in every run, all of it in `make slow`."""

import os


def amount(every_run: int, slow_run: int) -> int:
    """The number for this run; `DECKCHECK_SLOW` in the environment asks for the large one."""
    return slow_run if os.environ.get("DECKCHECK_SLOW") else every_run
