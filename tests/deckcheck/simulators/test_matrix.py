"""A matrix: the figures of `setup` for each pair, the same however its blocks came about."""

import pickle
from contextlib import suppress
from itertools import combinations
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, strategies as st

from deckcheck.acts.finished_blocks import FinishedBlocks
from deckcheck.chance.estimates import NORMAL_95
from deckcheck.errors import BlocksFileError
from deckcheck.games.destiny.simulator import DestinySimulator
from deckcheck.games.swtcg.simulator import SIMULATOR as SWTCG, play_deck
from deckcheck.simulators.matrix import Block, MatrixRun, MatrixTrial, Sums, matrix_trial
from deckcheck.simulators.setup_statistics import setup_trial
from deckcheck.simulators.simulator import PlayDeck, Simulator
from tests.deckcheck.games.destiny.test_destiny_setup import random_deck
from tests.deckcheck.simulators.dealing import card, deck_of
from tests.deckcheck.sister_decks import Pool

GAMES = 9_000
"""More than one block, and not a whole number of chunks."""


def swtcg_decks() -> tuple[PlayDeck, ...]:
    """Plain decks of units of different costs."""
    units = [
        [(card(f"{kind} {cost}", cost, kind), 4) for kind in ("Space", "Ground", "Character")]
        for cost in (2, 3, 5, 7)
    ]
    return tuple(
        play_deck(deck_of([*units[n], *units[n + 1], (card("x", None, "Battle"), 30)])) for n in range(3)
    )


def trial_of(
    simulator: Simulator, decks: tuple[PlayDeck, ...], figure: str, policy: str = "greedy"
) -> MatrixTrial:
    return matrix_trial(simulator, decks, policy, 7, figure)[0]


def played(run: MatrixRun, jobs: int = 1) -> dict[tuple[int, int], object]:
    for done, planned in run.steps(jobs):
        assert done <= planned
    return {(cell.row, cell.column): run.figure(cell) for cell in run.trial.cells}


def assert_cells_are_those_of_setup(trial: MatrixTrial, games: int) -> None:
    found = played(MatrixRun(trial, games))
    numbers = range(len(trial.decks))
    assert sorted(found) == [(row, column) for row in numbers for column in numbers if row != column]
    for pair in combinations(numbers, 2):
        first = trial.simulator.first_seat([trial.decks[n] for n in pair])[0]
        seats = (pair[first], pair[1 - first])
        alone = setup_trial(trial.simulator, [trial.decks[n] for n in seats], (trial.policy,) * 2, trial.seed)
        tallies = [
            alone.play(n, min(alone.at_once, games - n * alone.at_once))
            for n in range(-(-games // alone.at_once))
        ]
        for seat, deck in enumerate(seats):
            whole = tallies[0][seat]
            assert whole is not None
            for tally in tallies[1:]:
                if (more := tally[seat]) is not None:
                    whole.add(more)
            assert found[deck, seats[1 - seat]] == whole.figures()[trial.figure]


def test_cells_are_what_setup_says_of_the_pair() -> None:
    """Also where one table stands for several pairs, since no deck looks at the one opposite."""
    trial = trial_of(SWTCG, swtcg_decks(), "total")
    assert_cells_are_those_of_setup(trial, 5_000)


def test_cells_are_what_setup_says_where_decks_look_at_each_other(destiny: Pool) -> None:
    chance = Random(3)
    simulator: Simulator = DestinySimulator()
    decks = tuple(simulator.make_deck(random_deck(destiny, chance), "printed-2016") for _ in range(3))
    trial = trial_of(simulator, decks, "wins_roll")
    assert len(trial.tables) == 3
    assert_cells_are_those_of_setup(trial, 700)


@pytest.fixture(scope="module")
def trial() -> MatrixTrial:
    return trial_of(SWTCG, swtcg_decks(), "all_arenas")


@pytest.fixture(scope="module")
def blocks(trial: MatrixTrial) -> dict[Block, list[Sums]]:
    """All blocks of the trial, each played by itself."""
    run = MatrixRun(trial, GAMES)
    played(run)
    return run.known


def test_two_processes_give_what_one_gives(trial: MatrixTrial, blocks: dict[Block, list[Sums]]) -> None:
    run = MatrixRun(trial, GAMES)
    played(run, 2)
    assert run.known == blocks
    assert len(blocks) > len(trial.tables)


def test_blocks_depend_on_nothing_that_was_played_before(
    trial: MatrixTrial, blocks: dict[Block, list[Sums]]
) -> None:
    """As another machine gets them: in any order, from a copy of the work."""
    sent: MatrixTrial = pickle.loads(pickle.dumps(trial))
    for block in reversed(blocks):
        assert sent(block) == blocks[block]


def test_precision_gives_cells_the_games_that_they_need() -> None:
    decks = swtcg_decks()
    run = MatrixRun(trial_of(SWTCG, decks, "total"), 100, 0.08)
    found = played(run)
    widths = [NORMAL_95 * run.figure(cell).standard_error for cell in run.trial.cells]
    assert max(widths) <= 0.08
    games = {run.figure(cell).trials for cell in run.trial.cells}
    assert len(games) > 1
    assert {number % SWTCG.many.at_once for number in games} == {0}
    again = MatrixRun(run.trial, 100, 0.08, known=dict(list(run.known.items())[::2]))
    assert played(again) == found


def test_a_precision_that_is_reached_at_once_plays_no_more() -> None:
    run = MatrixRun(trial_of(SWTCG, swtcg_decks(), "all_arenas"), 10, 0.5)
    played(run)
    assert {block.games for block in run.known} == {SWTCG.many.at_once}


MADE_OF = {"deckcheck": "1", "seed": 7, "decks": ["a", "b"]}


def write_blocks(path: Path, blocks: dict[Block, list[Sums]]) -> bytes:
    with suppress(KeyboardInterrupt), FinishedBlocks(path) as file:
        file.begin(MADE_OF)
        for block, sums in blocks.items():
            file.add(block, sums)
        raise KeyboardInterrupt
    return path.read_bytes()


@given(data=st.data())
def test_a_run_that_was_killed_at_any_byte_goes_on_to_the_same(
    data: st.DataObject,
    trial: MatrixTrial,
    blocks: dict[Block, list[Sums]],
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    path = tmp_path_factory.mktemp("killed") / "m.csv.blocks"
    whole = write_blocks(path, blocks)
    path.write_bytes(whole[: data.draw(st.integers(0, len(whole)))])
    with FinishedBlocks(path, resume=True) as file:
        file.begin(MADE_OF)
        assert file.known.items() <= blocks.items()
        for block in blocks.keys() - file.known.keys():
            file.add(block, blocks[block])
        read = FinishedBlocks(path, resume=True)
        assert read.known == blocks
        assert read.seed == 7
    assert not path.exists()


@given(place=st.integers(0, 10_000), bit=st.integers(0, 7))
def test_a_damaged_line_is_played_again(
    place: int, bit: int, blocks: dict[Block, list[Sums]], tmp_path_factory: pytest.TempPathFactory
) -> None:
    """No sum of a file that rotted may count."""
    path = tmp_path_factory.mktemp("rotten") / "m.csv.blocks"
    data = bytearray(write_blocks(path, blocks))
    place %= len(data)
    data[place] ^= 1 << bit
    path.write_bytes(data)
    read = FinishedBlocks(path, resume=True)
    assert read.known.items() <= blocks.items()
    if place < data.index(b"\n"):  # what the blocks are of
        assert (read.known, read.seed) == ({}, None)
    else:
        assert len(read.known) >= len(blocks) - 2


@pytest.mark.parametrize(("name", "other"), [("seed", 8), ("deckcheck", "2"), ("decks", ["a", "c"])])
def test_blocks_of_something_else_are_refused(tmp_path: Path, name: str, other: object) -> None:
    path = tmp_path / "m.csv.blocks"
    write_blocks(path, {Block(0, 0, 5): [(1, 5), (2, 5)]})
    before = path.read_bytes()
    with pytest.raises(BlocksFileError, match=name):
        FinishedBlocks(path, resume=True).begin({**MADE_OF, name: other})
    with pytest.raises(BlocksFileError, match="--resume goes on"):
        FinishedBlocks(path)
    assert path.read_bytes() == before
    with FinishedBlocks(path, force=True) as file:
        file.begin({**MADE_OF, name: other})
        assert FinishedBlocks(path, resume=True).known == {}
