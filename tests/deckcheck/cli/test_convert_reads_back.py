"""What `deck convert` writes is read again: the same deck, or the difference is said."""

import json
from pathlib import Path
from typing import Any

import pytest

from importers.decks.writing import WRITERS
from tests.amounts import amount, in_turns
from tests.conftest import ROOT, Run

pytestmark = pytest.mark.whole_catalogue

EXAMPLES = sorted((ROOT / "examples" / "decks").iterdir())
FORMATS = [*(writer.name for writer in WRITERS), "xlsx"]
SAID = ("read again", "left out", "cannot be read again", "not read")


def judged(run: Run, path: Path, game: str) -> dict[str, Any]:
    (deck,) = json.loads(run("validate", path, "--json", "--game", game).stdout)["decks"]
    return {key: deck[key] for key in ("verdict", "counts")}


_BEFORE: dict[Path, tuple[str, dict[str, Any]]] = {}
"""The game of a deck and how it is judged, which is the same whatever it is converted to."""


def before(run: Run, source: Path) -> tuple[str, dict[str, Any]]:
    if source not in _BEFORE:
        game = json.loads(run("deck", "show", source, "--json").stdout)["game"]
        _BEFORE[source] = (game, judged(run, source, game))
    return _BEFORE[source]


def check(run: Run, source: Path, target: Path, to: str) -> None:
    """Converted without a word, a deck is judged as before; where it is not, that was said."""
    game, verdict = before(run, source)
    result = run("deck", "convert", source, target, "--to", to, "--force")
    if not target.exists():
        assert result.exit_code != 0
        return
    said = [line for line in result.stderr.splitlines() if any(word in line for word in SAID)]
    if result.exit_code == 0:
        assert not any("read again" in line for line in said)
        assert judged(run, target, game) == verdict
    else:
        assert said, result.stderr


@pytest.mark.parametrize(
    ("source", "to"), in_turns(EXAMPLES, FORMATS, rounds=2), ids=lambda one: getattr(one, "name", one)
)
def test_every_example_in_every_format(run: Run, tmp_path: Path, source: Path, to: str) -> None:
    check(run, source, tmp_path / f"out{suffix_of(to)}", to)


@pytest.mark.shared_data
@pytest.mark.parametrize("to", FORMATS)
def test_real_decks_in_every_format(run: Run, shared: Path, tmp_path: Path, to: str) -> None:
    data = shared / "data"
    found = sorted([*data.rglob("*.dek"), *data.rglob("*.o8d"), *(data / "swtcg").rglob("*.txt")])
    assert found
    # Each deck is written in some formats, and each format is written of some decks; of all in slow.
    every = amount(4, 1)
    for number, source in enumerate(found[FORMATS.index(to) % every :: every]):
        check(run, source, tmp_path / f"{number}{suffix_of(to)}", to)


def suffix_of(to: str) -> str:
    return ".xlsx" if to == "xlsx" else next(w.suffixes[0] for w in WRITERS if w.name == to)


def test_a_deck_keeps_its_version_letters_in_an_octgn_file(run: Run, tmp_path: Path) -> None:
    """A legal deck came back with 35 unknown cards."""
    target = tmp_path / "y.o8d"
    result = run("deck", "convert", ROOT / "examples" / "decks" / "rebels.dek", target)
    assert result.exit_code == 0
    assert judged(run, target, "swtcg")["verdict"] == "legal"


def test_what_reads_back_otherwise_is_said_before_it_replaces_anything(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from importers.decks import writing

    source, target = tmp_path / "x.csv", tmp_path / "y.txt"
    source.write_text("count,name\n4,TIE Hunter\n2,Boba Fett (A)\n")
    target.write_text("mine")
    there: list[str] = []
    write, save = writing.write_deck, writing.save_deck

    def save_later(path: Path, data: bytes, *, force: bool) -> None:
        there.append(path.read_text())
        save(path, data, force=force)

    monkeypatch.setattr(writing, "write_deck", lambda *a: write(*a).replace(b" (A)", b""))
    monkeypatch.setattr(writing, "save_deck", save_later)
    result = run("deck", "convert", source, target, "--force")
    assert result.exit_code == 1
    told = f"{target}: read again, it lacks 2 Boba Fett (A) and has 2 Boba Fett (ambiguous) instead"
    assert told in result.stderr.splitlines()
    assert there == ["mine"]


def test_a_file_that_its_suffix_does_not_tell_is_said(run: Run, tmp_path: Path) -> None:
    source, target = tmp_path / "x.csv", tmp_path / "y.dek"
    source.write_text("count,name\n1,TIE Hunter\n")
    result = run("deck", "convert", source, target, "--to", "text")
    assert result.exit_code == 0
    source.write_text("count,name\n4,TIE Hunter\n")
    result = run("deck", "convert", source, target, "--to", "lackey-txt", "--force")
    assert result.exit_code == 0
