"""A typed list or a deck file as what is owned: `collection import list.txt`."""

import json
from pathlib import Path

import pytest

from db.collection.read import holdings
from importers.errors import MalformedFileError, NoHeaderError
from tests.conftest import ROOT, Run


def test_a_typed_list_becomes_owned_copies(keep: Run, own_database: Path, tmp_path: Path) -> None:
    """It was refused: no row with column names."""
    path = tmp_path / "list.txt"
    path.write_text("4x Yoda (A)\nCharacters\n2 Boba Fett (A)\n1 Nobody at All\n", "utf-8")
    preview = keep("collection", "import", path)
    assert f"{path}: 3 rows read as a list" in preview.stderr
    assert "no card has this name" in preview.stderr
    done = keep("collection", "import", path, "--apply", "--no-input", "--json")
    found = json.loads(done.stdout)
    assert (done.exit_code, found["read_as"], found["rows"]) == (1, "list", 3)
    assert [(one["row"], one["text"]) for one in found["unmatched"]] == [(4, "1 Nobody at All")]
    assert {h.card: h.quantity for h in holdings(own_database)} == {"Yoda (A)": 4, "Boba Fett (A)": 2}
    assert Path(found["unmatched_file"]).exists()
    assert "imported before" in keep("collection", "import", path, "--apply").stderr


@pytest.mark.parametrize("name", ["rebels.dek", "empire.txt"])
def test_a_deck_file_becomes_owned_copies(keep: Run, own_database: Path, name: str) -> None:
    path = ROOT / "examples" / "decks" / name
    done = keep("collection", "import", path, "--apply", "--no-input")
    assert done.exit_code == 0, done.stderr
    assert sum(h.quantity for h in holdings(own_database)) == 60


@pytest.mark.parametrize("text", ["", "Yoda (A)\nNexu\n", "hello world\n", "<html></html>"])
def test_what_states_no_count_is_refused_as_before(keep: Run, tmp_path: Path, text: str) -> None:
    path = tmp_path / "list.txt"
    path.write_text(text, "utf-8")
    found = keep("collection", "import", path)
    assert isinstance(found.exception, NoHeaderError | MalformedFileError)
