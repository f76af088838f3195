"""Work in chunks, spread over all cores or over a cluster, with the results in order.

The result of a chunk must depend on the chunk only. Then the sum of the results is the same on any
number of cores, also when the work ends early by its results so far.
"""

import os
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import count, islice
from typing import TYPE_CHECKING, Any, TypeVar

from deckcheck.stopping import stop_as_usual

if TYPE_CHECKING:
    from concurrent.futures import Executor

T = TypeVar("T")

_LOOKS_EVERY = 1.0
"""Seconds between two looks of a worker whether its parent is still there."""

_AHEAD = 2
"""Chunks waiting for each core, so that none is idle and few are done in vain."""


@dataclass(frozen=True, slots=True)
class Cluster:
    """Workers on other machines, by the address of Dask's scheduler; `tell` is given messages."""

    address: str
    tell: Callable[[str], object] = str


Jobs = int | Cluster | None
"""Who works: so many processes, the workers of a cluster, or a process for each core."""


Run = Callable[[Iterable[Any]], Iterator[T]]
"""Yields the results of some chunks in their order."""


def run_chunks(
    work: Callable[[Any], T], chunks: int | Iterable[Any] | None = None, jobs: Jobs = None
) -> Iterator[T]:
    """Yields the results of chunks 0, 1, 2, ... in order, or of those given; without an end for None.

    One process works in this one.

    >>> list(run_chunks(abs, 3, jobs=1)), list(run_chunks(abs, [-7], jobs=1))
    ([0, 1, 2], [7])
    """
    numbers = count() if chunks is None else range(chunks) if isinstance(chunks, int) else chunks
    with workers(work, 1 if chunks == 1 and not isinstance(jobs, Cluster) else jobs) as run:
        yield from run(numbers)


@contextmanager
def workers(work: Callable[[Any], T], jobs: Jobs = None) -> Iterator[Run[T]]:
    """Those who work, kept for several batches of chunks; each batch is read to its end before the next.

    >>> with workers(abs, jobs=1) as run:
    ...     list(run([-7])), list(run([8, -9]))
    ([7], [8, 9])
    """
    if isinstance(jobs, Cluster):
        from deckcheck.chance.cluster import cluster_workers

        with cluster_workers(work, jobs.address, jobs.tell) as run:
            yield run
        return
    jobs = jobs or usable_cores()
    if jobs == 1:
        yield partial(map, work)
        return
    from concurrent.futures import ProcessPoolExecutor

    with ProcessPoolExecutor(jobs, initializer=_start_worker, initargs=(work,)) as pool:
        try:
            yield partial(_run_in_pool, pool, jobs)
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def _run_in_pool(pool: "Executor", jobs: int, chunks: Iterable[Any]) -> Iterator[Any]:
    numbers = iter(chunks)
    waiting = deque(pool.submit(_work_in_worker, number) for number in islice(numbers, _AHEAD * jobs))
    while waiting:
        yield waiting.popleft().result()
        waiting.extend(pool.submit(_work_in_worker, number) for number in islice(numbers, 1))


def usable_cores() -> int:
    """The number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def live_with_parent() -> None:
    """Makes a worker process end with the process that started it, even where that is killed."""
    stop_as_usual()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, which ends the others
    parent = os.getppid()

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(_LOOKS_EVERY)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


_work: Callable[[int], Any] | None = None


def _start_worker(work: Callable[[int], Any]) -> None:
    global _work  # noqa: PLW0603 - a process pool has no other place for it
    live_with_parent()
    _work = work


def _work_in_worker(number: int) -> Any:
    if _work is None:
        raise RuntimeError(number)
    return _work(number)
