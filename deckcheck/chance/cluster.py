"""Work in chunks on many machines, by Dask (an extra), with the results of one machine.

Workers need nothing but deckcheck of the same version. Work and chunks go to them as bytes, and
every answer comes back with a checksum over work, chunks and results. Dask does again what a dying
worker had; an answer that does not fit its checksum is done again by another worker.
"""

import hashlib
import logging
import pickle
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache
from itertools import islice
from typing import Any, NamedTuple, TypeVar

from db.errors import DeckcheckError
from db.language import gettext as _
from deckcheck import __version__

T = TypeVar("T")

_PATIENCE = 5
"""Seconds in which a cluster and its first worker must answer."""

AHEAD = 2
"""Tasks for each thread of the workers, so that none is idle and few are done in vain."""

_TASK, _RATE, _MOST = 0.5, 200, 4096
"""A task takes so many seconds, longer where more than so many tasks a second would come of it, which
the scheduler keeps up with; its most chunks."""

_LOOKS_EVERY = 1.0
"""Seconds between two looks how many workers there are."""

_TRIES = 3
"""So often a task may end several workers before it is given up."""


class ClusterError(DeckcheckError):
    """A cluster cannot be reached, or cannot do the work."""


class ClusterMissingError(ClusterError):
    """The library that speaks to clusters is not installed."""

    def __init__(self) -> None:
        super().__init__(
            _("work on a cluster needs distributed. Install it with: pip install 'deckcheck[cluster]'")
        )


class _Task(NamedTuple):
    """Chunks that were sent, and what will be the answer to them."""

    chunks: bytes
    future: Any


@contextmanager
def cluster_workers(
    work: Callable[[Any], T], address: str, tell: Callable[[str], object]
) -> Iterator[Callable[[Iterable[Any]], Iterator[T]]]:
    """The workers of the scheduler at an address, kept for several batches of chunks.

    `tell` is given messages. Raises `ClusterError`.
    """
    with _connected(address) as client:
        run = _Run(client, tell, pickle.dumps(work))
        try:
            yield run.results
        finally:
            run.cancel()


@contextmanager
def _connected(address: str) -> Iterator[Any]:
    try:
        from distributed import Client
        from distributed.comm.addressing import get_address_host_port
    except ImportError:
        raise ClusterMissingError from None
    for name in logging.root.manager.loggerDict:
        if name.startswith(("distributed", "tornado")):
            logging.getLogger(name).setLevel(logging.CRITICAL)  # what goes wrong is said here
    try:
        with suppress(NotImplementedError):  # of an address without a port, such as that of tests
            get_address_host_port(address, strict=True)
        client: Any = Client(address, timeout=_PATIENCE, set_as_default=False)  # type: ignore[no-untyped-call]
    except (OSError, ValueError, TypeError) as error:
        text = _("no cluster answers at {address}: {error}", address=address, error=error)
        raise ClusterError(text) from None
    with client:
        try:
            client.wait_for_workers(1, timeout=_PATIENCE)
        except TimeoutError:
            raise ClusterError(_("the cluster at {address} has no workers"), address=address) from None
        yield client


class _Run:
    """Work that is sent to the workers of a cluster, and what is waited for."""

    def __init__(self, client: Any, tell: Callable[[str], object], work: bytes) -> None:
        self._client, self._tell = client, tell
        self._key = _digest(work)
        self._work = client.submit(bytes, work, pure=False)
        self._play = _traveller(__version__)
        self._waiting: deque[_Task] = deque()
        self._refused: dict[str, str] = {}
        self._room, self._looked = 0, -_LOOKS_EVERY

    def results(self, chunks: Iterable[Any]) -> Iterator[Any]:
        """Yields the results of the chunks in their order."""
        size, numbers = 1, iter(chunks)
        while True:
            while len(self._waiting) < self._places() and (batch := tuple(islice(numbers, size))):
                self._waiting.append(self._sent(pickle.dumps(batch)))
            if not self._waiting:
                return
            results, seconds = self._answer(self._waiting.popleft())
            size = task_size(seconds / len(results), self._room // AHEAD)
            yield from results

    def cancel(self) -> None:
        """Gives up what is not done yet."""
        self._client.cancel([self._work, *(task.future for task in self._waiting)])

    def _places(self) -> int:
        """How many tasks may wait for the workers that there are now."""
        if time.monotonic() - self._looked >= _LOOKS_EVERY:
            self._room = AHEAD * max(1, sum(self._client.nthreads().values()))
            self._looked = time.monotonic()
        return self._room

    def _sent(self, chunks: bytes) -> _Task:
        """The chunks as a task for any worker that was not refused."""
        allowed = None
        if self._refused:
            allowed = [one for one in self._client.nthreads() if one not in self._refused]
            if not allowed:
                raise ClusterError(list(self._refused.values())[-1])
        return _Task(chunks, self._client.submit(self._play, self._work, chunks, pure=False, workers=allowed))

    def _answer(self, task: _Task) -> tuple[list[Any], float]:
        """The results of a task and the seconds that they took."""
        from concurrent.futures import CancelledError

        from distributed import KilledWorker

        deaths = 0
        while True:
            try:
                worker, version, seconds, results, checksum = task.future.result()
            except KilledWorker as error:
                deaths += 1
                if deaths == _TRIES:
                    text = _("workers of the cluster end before their work is done: {error}", error=error)
                    raise ClusterError(text) from None
            except (CancelledError, OSError):
                raise ClusterError(_("the cluster no longer answers")) from None
            else:
                if version != __version__:
                    self._refuse(worker, _other_version(worker, version))
                elif checksum != _digest(self._key, task.chunks, results):
                    self._refuse(worker, _("the worker {worker} gave a wrong answer", worker=worker))
                else:
                    return _unpickled(results), seconds
            task = self._sent(task.chunks)

    def _refuse(self, worker: str, why: str) -> None:
        if worker not in self._refused:
            self._refused[worker] = why
            self._tell(_("{why}; others do its work again", why=why))


def task_size(seconds: float, threads: int) -> int:
    """The chunks of a task, each of which takes so many seconds, for so many threads of workers.

    >>> task_size(0.1, 10), task_size(0.1, 1000), task_size(9, 1)
    (5, 50, 1)
    """
    return max(1, min(_MOST, round(max(_TASK, threads / _RATE) / max(seconds, 1e-9))))


def _other_version(worker: str, version: str | None) -> str:
    if version is None:
        return _("the worker {worker} has no deckcheck, here is {own}", worker=worker, own=__version__)
    return _(
        "the worker {worker} has deckcheck {version}, here is {own}",
        worker=worker,
        version=version,
        own=__version__,
    )


def _traveller(version: str) -> Callable[[bytes, bytes], tuple[Any, ...]]:
    """A function that goes to workers whole, so that it runs also where deckcheck is another one."""

    def play(work: bytes, chunks: bytes) -> tuple[Any, ...]:
        from distributed import get_worker

        worker = get_worker().address
        try:
            from deckcheck import __version__ as own
        except ImportError:
            return worker, None, 0.0, b"", ""
        if own != version:
            return worker, own, 0.0, b"", ""
        from deckcheck.chance.cluster import play_chunks

        return worker, own, *play_chunks(work, chunks)

    return play


def play_chunks(work: bytes, chunks: bytes) -> tuple[float, bytes, str]:
    """The seconds that chunks took on this worker, their results, and the checksum over all."""
    started = time.monotonic()
    run, key = _unpacked(work)
    results = pickle.dumps([run(one) for one in _unpickled(chunks)])
    return time.monotonic() - started, results, _digest(key, chunks, results)


@lru_cache(maxsize=2)
def _unpacked(work: bytes) -> tuple[Callable[[Any], Any], str]:
    return _unpickled(work), _digest(work)


def _unpickled(data: bytes) -> Any:
    return pickle.loads(data)  # noqa: S301 - of the user's own cluster


def _digest(*parts: bytes | str) -> str:
    """The checksum of some parts."""
    total = hashlib.sha256()
    for part in parts:
        total.update(part.encode() if isinstance(part, str) else part)
    return total.hexdigest()
