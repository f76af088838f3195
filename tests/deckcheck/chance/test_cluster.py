"""Work on a cluster of Dask: the results of one process, whatever becomes of the workers."""

import logging
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from deckcheck.chance import cluster as cluster_module
from deckcheck.chance.chunks import Cluster, run_chunks
from deckcheck.chance.cluster import ClusterError, ClusterMissingError
from deckcheck.games.swtcg.simulator import SIMULATOR, play_deck
from deckcheck.simulators.setup_statistics import setup_trial
from tests.conftest import ROOT
from tests.deckcheck.simulators.test_randomness import sixty
from tests.deckcheck.tune.test_races import raced

distributed = pytest.importorskip("distributed", reason="the extra deckcheck[cluster] is not installed")

NUMBERS = range(-30, 30)


@contextmanager
def cluster_of(workers: int) -> Iterator[Any]:
    """A scheduler in this process, with so many workers in it; others may join from outside."""
    with distributed.LocalCluster(
        n_workers=workers,
        threads_per_worker=1,
        processes=False,
        protocol="tcp",
        host="127.0.0.1",
        dashboard_address="127.0.0.1:0",
        silence_logs=logging.CRITICAL,
    ) as started:
        yield started


@pytest.fixture(scope="module")
def dask() -> Iterator[Any]:
    with cluster_of(2) as started:
        yield started


def test_results_come_in_order(dask: Any) -> None:
    here = Cluster(dask.scheduler_address)
    assert list(run_chunks(abs, NUMBERS, here)) == list(map(abs, NUMBERS))
    assert list(run_chunks(abs, 0, here)) == []


def test_work_without_an_end_ends_with_who_asks(dask: Any) -> None:
    assert list(islice(run_chunks(abs, None, Cluster(dask.scheduler_address)), 40)) == list(range(40))


def test_what_goes_wrong_in_the_work_is_raised_here(dask: Any) -> None:
    with pytest.raises(ZeroDivisionError):
        list(run_chunks((1).__truediv__, [1, 0], Cluster(dask.scheduler_address)))


def test_a_wrong_answer_is_done_again_by_another_worker_and_told(
    dask: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No answer that was damaged on its way, or made up, may count."""
    right = cluster_module.play_chunks
    told: list[str] = []
    asked: list[str] = []

    def wrong(work: bytes, chunks: bytes) -> tuple[float, bytes, str]:
        seconds, results, checksum = right(work, chunks)
        asked.append(distributed.get_worker().address)
        if asked[-1] == asked[0]:
            results = results.replace(b"K\x05", b"K\x06")
        return seconds, results, checksum

    monkeypatch.setattr(cluster_module, "play_chunks", wrong)
    fives = [-5] * 40
    assert list(run_chunks(abs, fives, Cluster(dask.scheduler_address, told.append))) == [5] * 40
    assert told == [f"the worker {asked[0]} gave a wrong answer; others do its work again"]


def test_a_worker_that_is_killed_changes_nothing(tmp_path: Path) -> None:
    """Its games are played again by the other one, and none is counted twice.

    Before that two processes race decks, as a tune has it: the answer is that of one.
    """
    deck = play_deck(sixty())
    trial = setup_trial(SIMULATOR, (deck, None), ("planner", None), 3, 8 * SIMULATOR.many.at_once)
    with cluster_of(0) as dask:
        words = ("-m", "distributed.cli.dask_worker", dask.scheduler_address, "--no-nanny", "--nthreads", "1")
        workers = [
            subprocess.Popen(
                [sys.executable, *words, "--no-dashboard", "--local-directory", tmp_path],
                env=os.environ | {"PYTHONPATH": str(ROOT)},
                stderr=subprocess.DEVNULL,
            )
            for _ in range(2)
        ]
        try:
            while len(dask.scheduler.workers) < len(workers):
                time.sleep(0.05)
                assert [worker.poll() for worker in workers] == [None, None]
            assert raced(Cluster(dask.scheduler_address)) == raced(1)
            results = run_chunks(trial, trial.chunks, Cluster(dask.scheduler_address))
            played = [next(results)]
            workers[0].kill()
            played += results
        finally:
            for worker in workers:
                worker.kill()
                worker.wait()
    assert played == list(run_chunks(trial, trial.chunks, 1))


def test_workers_of_another_version_are_refused_with_both_named(
    dask: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster_module, "__version__", "9.8.7")
    told: list[str] = []
    with pytest.raises(ClusterError, match=r"has deckcheck 0\.1\.0, here is 9\.8\.7"):
        list(run_chunks(abs, NUMBERS, Cluster(dask.scheduler_address, told.append)))
    assert len(told) == 2


@pytest.mark.parametrize(
    "address", ["tcp://127.0.0.1:9", "nonsense", "http://127.0.0.1:9", "tcp://127.0.0.1"]
)
def test_an_address_where_nobody_listens_is_told(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster_module, "_PATIENCE", 0.3)
    with pytest.raises(ClusterError, match="no cluster answers"):
        list(run_chunks(abs, 3, Cluster(address)))


def test_without_the_library_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ClusterMissingError, match=r"pip install 'deckcheck\[cluster\]'"):
        list(run_chunks(abs, 3, Cluster("tcp://127.0.0.1:9")))


def test_a_cluster_that_goes_away_is_told_in_a_line() -> None:
    """Not with the traceback that Dask writes, and not by waiting for ever."""
    with cluster_of(1) as dask:
        results = run_chunks(abs, None, Cluster(dask.scheduler_address))
        next(results)
        dask.close()
        with pytest.raises(ClusterError, match="no longer answers"):
            list(results)
