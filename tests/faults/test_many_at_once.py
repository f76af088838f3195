"""Two and eight programs that write at once: what each said that it did is there."""

import json
import os
import shutil
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest

from tests.faults.cases import write_files
from tests.faults.programs import DATABASE, Ended, Programs
from tests.faults.states import differences, names_in, rows_of, state_alone

ROUNDS = 30 if os.environ.get("FAULTS_ALL") else 1
BUG = "Traceback"
two_and_eight = pytest.mark.parametrize("writers", [2, 8])


def at_once(running: Programs, folder: Path, commands: Sequence[tuple[str, ...]]) -> list[Ended]:
    """Runs commands at once; how each ended."""
    started = [running.start(folder, *words) for words in commands]
    ended = [running.end(process) for process in started]
    for words, one in zip(commands, ended, strict=True):
        assert one.code in {0, 2}, (words, one)
        assert BUG not in one.err, (words, one.err)
    return ended


def done(keys: list[str], ended: list[Ended]) -> set[str]:
    """The keys of those that said that they did it."""
    return {key for key, one in zip(keys, ended, strict=True) if one.code == 0}


def asked(folder: Path, sql: str) -> set[str]:
    """The first column of what the database answers."""
    with closing(sqlite3.connect(folder / DATABASE)) as connection:
        return {str(row[0]) for row in connection.execute(sql)}


def names_of_cards(folder: Path, many: int) -> list[str]:
    """Some names of cards, each of one card only."""
    found = asked(folder, "SELECT name FROM cards WHERE game = 'swtcg' AND version = 'A'")
    return sorted(found)[:many]


@two_and_eight
def test_all_that_was_added_is_there(running: Programs, place: Path, writers: int) -> None:
    added: set[str] = set()
    for turn in range(ROUNDS):
        places = [f"{turn}-{writer}" for writer in range(writers)]
        words = [("collection", "add", "Kouhun", "--location", one) for one in places]
        ended = at_once(running, place, words)
        assert all(one.code == 0 for one in ended), ended
        added |= set(places)
    assert added <= asked(place, "SELECT location FROM holdings")
    assert not differences(rows_of(place / DATABASE, place), state_alone(place))


@two_and_eight
@pytest.mark.parametrize("deck", ["Mine", "deck.txt"])
def test_an_edit_of_a_deck_that_was_acknowledged_is_in_it(
    running: Programs, place: Path, tmp_path: Path, writers: int, deck: str
) -> None:
    cards = names_of_cards(place, writers)
    lost: list[str] = []
    for turn in range(ROUNDS):
        folder = Path(shutil.copytree(place, tmp_path / str(turn)))
        ended = at_once(running, folder, [("deck", "edit", deck, "--add", c) for c in cards])
        shown = running.run_well(folder, "deck", "show", deck, "--json")
        lost += [
            f"round {turn}: {card}" for card in done(cards, ended) if json.dumps(card)[1:-1] not in shown
        ]
        assert done(cards, ended), ended
    assert not lost, f"{len(lost)} acknowledged edits are not there: {lost}"


def test_settings_that_are_set_at_once_are_all_there(running: Programs, place: Path, tmp_path: Path) -> None:
    todo = {"language": "de", "colours": "never", "format.swtcg": "standard", "game": "destiny"}
    for turn in range(ROUNDS):
        folder = Path(shutil.copytree(place, tmp_path / str(turn)))
        ended = at_once(running, folder, [("config", "set", *one) for one in todo.items()])
        shown = {name: running.run(folder, "config", "get", name).out.strip() for name in todo}
        assert {name: shown[name] for name in done(list(todo), ended)} == {
            name: todo[name] for name in done(list(todo), ended)
        }
        assert all(one.code == 0 for one in ended), ended


@two_and_eight
def test_first_uses_at_once_all_succeed(running: Programs, tmp_path: Path, writers: int) -> None:
    for turn in range(ROUNDS):
        (folder := tmp_path / str(turn)).mkdir()
        write_files(folder)
        before = names_in(folder)
        places = [str(writer) for writer in range(writers)]
        words = [("collection", "add", "Kouhun", "--location", one) for one in places]
        ended = at_once(running, folder, words)
        assert all(one.code == 0 for one in ended), ended
        assert asked(folder, "SELECT location FROM holdings") == set(places)
        assert names_in(folder) - before == {DATABASE}


@two_and_eight
def test_players_that_register_at_once_are_all_there(running: Programs, place: Path, writers: int) -> None:
    players = [f"Player {number}" for number in range(writers)]
    ended = at_once(running, place, [("event", "register", "Open", name) for name in players])
    assert done(players, ended) <= asked(place, "SELECT name FROM event_players")
    assert all(one.code == 0 for one in ended), ended


@two_and_eight
def test_one_batch_is_undone_once(running: Programs, place: Path, writers: int) -> None:
    ended = at_once(running, place, [("collection", "undo", "1")] * writers)
    assert asked(place, "SELECT count(*) FROM batches WHERE undoes = 1") == {"1"}, ended


@two_and_eight
def test_what_two_events_commands_did_at_once_is_there(running: Programs, place: Path, writers: int) -> None:
    texts = [f"note {number}" for number in range(writers)]
    ended = at_once(running, place, [("event", "note", "Played", "Ada", text) for text in texts])
    assert done(texts, ended) <= asked(place, "SELECT text FROM event_notes")
    assert all(one.code == 0 for one in ended), ended


@two_and_eight
def test_a_file_that_many_write_is_that_of_one(running: Programs, place: Path, writers: int) -> None:
    before = names_in(place)
    ended = at_once(running, place, [("collection", "export", "out.csv")] * writers)
    assert [one.code for one in ended].count(0) == 1, ended
    assert names_in(place) - before == {"out.csv"}
