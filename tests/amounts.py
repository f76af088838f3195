"""How much a proof goes through: some of it in every run, all of it in `make slow`."""

import os
from collections.abc import Iterable
from itertools import product
from typing import Any


def amount(every_run: int, slow_run: int) -> int:
    """The number for this run; `DECKCHECK_SLOW` in the environment asks for the large one."""
    return slow_run if os.environ.get("DECKCHECK_SLOW") else every_run


def in_turns(*parts: Iterable[Any], rounds: int = 1) -> list[tuple[Any, ...]]:
    """Each value of each part, beside others in each round; in `make slow` all combinations.

    >>> in_turns("abc", (1,))
    [('a', 1), ('b', 1), ('c', 1)]
    """
    lists = [[*part] for part in parts]
    if amount(0, 1):
        return list(product(*lists))
    number = rounds * max(map(len, lists))
    turns = (
        tuple(one[(n + place * (n // len(one))) % len(one)] for place, one in enumerate(lists))
        for n in range(number)
    )
    return list(dict.fromkeys(turns))
