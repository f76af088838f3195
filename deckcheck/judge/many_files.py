"""Thousands of deck files over all cores, a chunk of files at a time, with reports in order.

The process that asks works too: while the next report in order is not there yet, it judges a chunk
itself. Of reports only so many wait as all processes are ahead of the reader, whatever the number
of files.
"""

from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from itertools import chain
from typing import TYPE_CHECKING

from db.errors import DeckcheckError
from deckcheck.judge.batch import DeckJudge, JudgeOptions
from deckcheck.report import AnyReport
from importers.decks.deck_format import STANDARD_INPUT

if TYPE_CHECKING:
    from concurrent.futures import Future, ProcessPoolExecutor

MANY_FROM = 400
"""From so many files on, starting more processes and numpy costs less than it saves."""

_MOST_JOBS = 64
_CHUNK = 200
_AHEAD = 3
"""Chunks that wait for each process."""


def judge_files(files: Sequence[str], options: JudgeOptions, jobs: int | None = None) -> Iterator[AnyReport]:
    """Yields the report on each file, in order; many files are spread over `jobs` processes.

    By default all cores are used from some hundreds of files on.
    """
    jobs = jobs or (_cores() if len(files) >= MANY_FROM else 1)
    jobs = min(jobs, len(files), _MOST_JOBS)
    # What is wrong with the options is found here, not in another process.
    many = jobs <= 1 and len(files) >= MANY_FROM
    with DeckJudge(options, many=many) as deck_judge:
        if jobs <= 1 or STANDARD_INPUT in files or deck_judge.refused:
            yield from chain.from_iterable(map(deck_judge.judge_files, _chunks(files, _CHUNK if many else 1)))
            return
    from concurrent.futures import ProcessPoolExecutor

    with ProcessPoolExecutor(jobs - 1, initializer=_start_worker, initargs=(options,)) as pool:
        try:
            yield from _in_order(files, options, pool, jobs)
        except BaseException:
            pool.shutdown(wait=True, cancel_futures=True)
            raise


def _cores() -> int:
    from deckcheck.chance.chunks import usable_cores

    return usable_cores()


def _chunks(files: Sequence[str], size: int) -> Iterator[Sequence[str]]:
    return (files[start : start + size] for start in range(0, len(files), size))


def _in_order(
    files: Sequence[str], options: JudgeOptions, pool: "ProcessPoolExecutor", jobs: int
) -> Iterator[AnyReport]:
    """Yields the reports of all chunks; those that the pool has not taken are judged here."""
    size = max(1, min(_CHUNK, len(files) // (4 * jobs)))
    chunks = _chunks(files, size)
    waiting: deque[Future[list[AnyReport]] | list[AnyReport]] = deque()
    most = _AHEAD * jobs + jobs
    deck_judge: DeckJudge | None = None  # made when the others have begun, to read cards beside them
    with ExitStack() as opened:
        while True:
            with_others = sum(not isinstance(one, list) and not one.done() for one in waiting)
            while with_others < _AHEAD * (jobs - 1) and len(waiting) < most:
                chunk = next(chunks, None)
                if chunk is None:
                    break
                waiting.append(pool.submit(_judge_in_worker, chunk))
                with_others += 1
            if not waiting:
                return
            first = waiting[0]
            if not isinstance(first, list) and not first.done() and len(waiting) < most:
                chunk = next(chunks, None)
                if chunk is not None:
                    deck_judge = deck_judge or opened.enter_context(DeckJudge(options, many=True))
                    waiting.append(deck_judge.judge_files(chunk))
                    continue
            waiting.popleft()
            yield from first if isinstance(first, list) else first.result()


_worker: list[DeckJudge | DeckcheckError] = []
"""The deck judge of a process of the pool, or why it has none."""


def _start_worker(options: JudgeOptions) -> None:
    from deckcheck.chance.chunks import live_with_parent

    live_with_parent()
    try:
        _worker[:] = [DeckJudge(options, many=True)]
    except DeckcheckError as error:
        _worker[:] = [error]


def _judge_in_worker(paths: Sequence[str]) -> list[AnyReport]:
    (deck_judge,) = _worker
    if isinstance(deck_judge, DeckcheckError):
        raise deck_judge
    return deck_judge.judge_files(paths)
