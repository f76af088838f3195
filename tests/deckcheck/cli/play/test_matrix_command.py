"""`deckcheck matrix` and `--cluster` as a metagame's analyst meets them."""

import csv
import json
import logging
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from defusedxml.ElementTree import parse
from openpyxl import load_workbook

from deckcheck.acts.matrix import Matrix
from deckcheck.chance.chunks import run_chunks
from deckcheck.chance.estimates import Proportion
from tests.conftest import ROOT, Run
from tests.program import Ended, whole_program

DECKS = ROOT / "examples" / "decks"
EMPIRE, REBELS, WALKERS = (DECKS / name for name in ("empire.txt", "rebels.dek", "too-many-walkers.dek"))
DESTINY = ROOT / "examples" / "sisters" / "kylo-and-phasma.txt"
Program = Callable[..., Ended]
SHORT = ("--games", 300, "--seed", 7, "--jobs", 1)


@pytest.fixture
def program(catalogue_of_test: Path) -> Program:
    """Runs the whole program, with what it says of errors."""
    return lambda *words: whole_program(*map(str, words), DECKCHECK_DB=str(catalogue_of_test))


def test_the_document_is_as_agreed_and_says_what_setup_says(run: Run) -> None:
    document = json.loads(run("matrix", EMPIRE, REBELS, WALKERS, *SHORT, "--json").stdout)
    assert list(document)[:4] == ["schema", "games", "rules", "seed"]
    assert document["schema"] == "deckcheck.matrix/1"
    assert (document["games"], document["seed"], document["figure"]) == (300, 7, "all_arenas")
    assert document["decks"] == [str(EMPIRE), str(REBELS), str(WALKERS)]
    cells = {(cell["row"], cell["column"]): cell for cell in document["cells"]}
    assert list(cells) == [(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)]
    players = json.loads(run("setup", EMPIRE, REBELS, *SHORT, "--json").stdout)["players"]
    for cell, player in ((cells[0, 1], "dark"), (cells[1, 0], "light")):
        assert cell["games"] == 300
        assert cell.items() >= players[player]["figures"]["all_arenas"].items()


def test_a_folder_is_all_its_decks_and_a_deck_twice_is_one(run: Run, tmp_path: Path) -> None:
    for deck in (EMPIRE, REBELS):
        (tmp_path / deck.name).write_bytes(deck.read_bytes())
    folder = run("matrix", tmp_path, "--figure", "total", *SHORT, "--json")
    files = run("matrix", *2 * sorted(tmp_path.iterdir()), "--figure", "total", *SHORT, "--json")
    assert folder.stdout == files.stdout
    assert "mean" in json.loads(folder.stdout)["cells"][0]
    assert "named twice play once" in files.stderr


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ((REBELS,), "of two decks or more"),
        ((REBELS, REBELS), "of two decks or more"),
        ((REBELS, DESTINY), "decks of different games"),
        ((REBELS, EMPIRE, "--games", 0), "--games"),
        ((REBELS, EMPIRE, "--precision", "0"), "expected a number like 0.5%"),
        ((REBELS, EMPIRE, "--precision", "few"), "expected a number like 0.5%"),
        ((REBELS, EMPIRE, "--precision", "5"), "expected a number like 0.5%, from 0.01% to 100%"),
        ((REBELS, EMPIRE, "--figure", "all_arena"), "did you mean all_arenas? Known figures: all_arenas, "),
        ((REBELS, EMPIRE, "--policy", "lucky"), "no policy is called 'lucky'"),
        ((REBELS, EMPIRE, "--resume"), "name it with --out"),
        ((REBELS, EMPIRE, "--out", "matrix.txt"), ".svg"),
        ((REBELS, EMPIRE, "--jobs", 2, "--cluster", "tcp://127.0.0.1:9"), "--jobs cannot be combined"),
    ],
)
def test_what_cannot_be_played_is_told(program: Program, words: tuple[object, ...], problem: str) -> None:
    result = program("matrix", *words)
    assert (result.returncode, result.stdout) == (2, "")
    assert problem in result.stderr


@pytest.mark.parametrize("suffix", ["csv", "json", "png", "svg", "xlsx"])
def test_it_is_written_as_its_suffix_says(program: Program, tmp_path: Path, suffix: str) -> None:
    if suffix == "png":
        pytest.importorskip("matplotlib")
    out = tmp_path / f"matrix.{suffix}"
    shown = json.loads(program("matrix", EMPIRE, REBELS, *SHORT, "--out", out, "--json").stdout)
    assert [path.name for path in tmp_path.iterdir()] == [out.name]
    first = shown["cells"][0]["estimate"]
    if suffix == "csv":
        rows = list(csv.reader(out.read_text(encoding="utf-8").splitlines()))
        assert rows[0] == ["row", "column", "value", "standard_error", "games"]
        assert rows[1][:3] == [str(EMPIRE), str(REBELS), str(first)]
    elif suffix == "json":
        assert json.loads(out.read_text(encoding="utf-8")) == shown
    elif suffix == "png":
        assert out.read_bytes().startswith(b"\x89PNG")
    elif suffix == "xlsx":
        grid, cells = load_workbook(out)
        assert [list(row) for row in grid.values][1] == ["1 empire", None, pytest.approx(first)]
        assert len(list(cells.values)) == 3
    else:
        texts = [one.text for one in parse(out).iter("{http://www.w3.org/2000/svg}text")]
        assert {"1 empire", "2 rebels", f"{100 * first:.1f}"} <= set(texts)
    before = out.read_bytes()
    again = program("matrix", EMPIRE, REBELS, *SHORT, "--out", out)
    assert (again.returncode, out.read_bytes()) == (2, before)
    assert "--force" in again.stderr


@pytest.fixture
def stops_after(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Presses Ctrl-C when so many blocks are played."""

    def stop_after(number: int) -> None:
        def stopped(*arguments: Any) -> Iterator[Any]:
            yield from islice(run_chunks(*arguments), number)
            raise KeyboardInterrupt

        monkeypatch.setattr("deckcheck.simulators.matrix.run_chunks", stopped if number else run_chunks)

    return stop_after


def test_a_run_that_was_stopped_goes_on(
    program: Program, tmp_path: Path, stops_after: Callable[[int], None]
) -> None:
    """Hours of play are not lost, and what goes on is not something else."""
    out, blocks = tmp_path / "matrix.json", tmp_path / "matrix.json.blocks"
    command = ("matrix", EMPIRE, REBELS, WALKERS, "--games", 300, "--jobs", 1, "--out", out)
    stops_after(1)
    stopped = program(*command, "--seed", 7)
    assert stopped.returncode == 130
    assert f"finished blocks are in {blocks}" in stopped.stderr
    assert not out.exists()
    assert len(blocks.read_bytes().splitlines()) == 2
    refused = program(*command, "--seed", 7), program(*command, "--seed", 8, "--resume")
    assert [result.returncode for result in refused] == [2, 2]
    assert "--resume goes on" in refused[0].stderr
    assert "of seed 7, not 8" in refused[1].stderr
    stops_after(0)
    assert program(*command, "--resume").returncode == 0
    assert not blocks.exists()
    whole = tmp_path / "whole.json"
    program(*command[:-1], whole, "--seed", 7)
    assert whole.read_bytes() == out.read_bytes()


def test_a_table_is_never_wider_than_the_terminal() -> None:
    """With errors where these fit, without where not, and in parts where even that is too wide."""

    class Shown(Matrix):
        title = subtitle = "of the row"
        figures: Any = None
        names: Any = ()

    for decks, errors, parts in ((3, True, 1), (9, False, 1), (30, False, 3)):
        pairs = ((row, column) for row in range(decks) for column in range(decks) if row != column)
        Shown.figures = dict.fromkeys(pairs, Proportion(931, 1000))
        Shown.names = [f"{number:>2} deck" for number in range(1, decks + 1)]
        nothing: Any = None
        lines = Shown("swtcg", "", ("x",) * decks, nothing, ()).text(80).splitlines()
        assert max(map(len, lines)) <= 80
        assert any("93.1 ± 0.8" in line for line in lines) == errors
        assert sum(line.startswith(" 1 deck") for line in lines) == parts


CLUSTERED = {
    "matrix": (EMPIRE, REBELS, "--games", 300),
    "setup": (EMPIRE, REBELS, "--games", 300),
    "goldfish": (REBELS, "--hands", 300, "--turns", 1, "--condition", "type:space >= 2"),
    "odds": (REBELS, "type:space >= 2", "--simulate", 70_000),
    "tune": (
        REBELS,
        "--goal",
        "figure:space",
        "--changes",
        1,
        "--cards",
        "type:space set:AOTC",
        "--games",
        64,
    ),
}


@pytest.mark.parametrize("command", CLUSTERED)
def test_a_cluster_gives_the_document_of_one_machine(
    run: Run, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    distributed = pytest.importorskip("distributed", reason="deckcheck[cluster] is not installed")
    words = (command, *CLUSTERED[command], "--seed", 7, "--json")
    alone = run(*words)
    with distributed.LocalCluster(
        n_workers=1,
        processes=False,
        protocol="tcp",
        host="127.0.0.1",
        dashboard_address="127.0.0.1:0",
        silence_logs=logging.CRITICAL,
    ) as dask:
        monkeypatch.setenv("DECKCHECK_CLUSTER", "tcp://127.0.0.1:9")
        assert run(*words, "--cluster", dask.scheduler_address).stdout == alone.stdout != ""
