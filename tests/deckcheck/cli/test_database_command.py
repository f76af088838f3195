"""`deckcheck database` tells where the cards are and whether they are sound."""

import json
from pathlib import Path

import pytest

from tests.conftest import Run

pytestmark = pytest.mark.whole_catalogue


def test_it_tells_path_and_counts(run: Run, database: Path) -> None:
    document = json.loads(run("database", "--json").stdout)
    assert document["schema"] == "deckcheck.database/1"
    assert document["path"] == str(database)
    assert document["games"][0] | {"source": "", "as_of": "", "name": ""} == {
        "game": "swtcg", "name": "", "sets": 73, "cards": 9_967, "printings": 11_039, "source": "", "as_of": "",
    }  # fmt: skip
    assert "9967 cards" in run("database").stdout


def test_damage_is_an_error_that_names_the_file(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "cards.sqlite"
    path.write_bytes(b"SQLite format 3\0" + b"\xff" * 5000)
    assert "cards.sqlite" in str(run("database", "--db", path).exception)
