"""`deckcheck deck show` and `deck convert`: what is told, what is written, what is kept."""

import json
from pathlib import Path

import pytest

from importers.reading import read_deck
from tests.conftest import ROOT, Run

EXAMPLES = ROOT / "examples" / "decks"


def test_a_list_of_names_becomes_a_deck_with_sets_and_image_keys(run: Run, tmp_path: Path) -> None:
    target = tmp_path / "empire.dek"
    result = run("deck", "convert", EXAMPLES / "empire.txt", target)
    assert result.exit_code == 0
    assert "60 copies without a set" in result.stderr
    assert "60 image keys are guessed" in result.stderr
    written = read_deck(target)
    assert {line.set_code for line in written.lines} <= {"ANH", "BOY", "ESB", "ROTJ"}
    assert (
        next(line.image_key for line in written.lines if line.name == "Vader's Grip")
        == "ANH169_Vaders_Grip"
    )
    assert run("validate", target).exit_code == 0


@pytest.mark.parametrize("suffix", [".dek", ".txt", ".csv", ".json"])
def test_there_and_back_keeps_every_card(run: Run, tmp_path: Path, suffix: str) -> None:
    there, back = tmp_path / f"there{suffix}", tmp_path / "back.dek"
    assert run("deck", "convert", EXAMPLES / "rebels.dek", there).exit_code == 0
    assert run("deck", "convert", there, back).exit_code == 0

    def names(path: Path) -> list[tuple[str, int]]:
        counts: dict[str, int] = {}
        for line in read_deck(path).lines:
            counts[line.name] = counts.get(line.name, 0) + line.quantity
        return sorted(counts.items())

    assert names(back) == names(EXAMPLES / "rebels.dek")


def test_what_is_lost_is_said_before_anything_is_written(run: Run, tmp_path: Path) -> None:
    target = tmp_path / "rebels.txt"
    result = run("deck", "convert", EXAMPLES / "rebels.dek", target, "--to", "lackey-txt")
    assert "image key" in result.stderr
    assert "set" in result.stderr


def test_an_existing_file_is_kept(run: Run, tmp_path: Path) -> None:
    target = tmp_path / "mine.dek"
    target.write_text("mine", encoding="utf-8")
    result = run("deck", "convert", EXAMPLES / "rebels.dek", target)
    assert "--force" in str(result.exception)
    assert target.read_text(encoding="utf-8") == "mine"
    assert run("deck", "convert", EXAMPLES / "rebels.dek", target, "--force").exit_code == 0
    assert target.read_bytes() == (EXAMPLES / "rebels.dek").read_bytes()


def test_show_tells_what_is_not_known(run: Run) -> None:
    document = json.loads(run("deck", "show", EXAMPLES / "half-remembered.txt", "--json").stdout)
    assert document["schema"] == "deckcheck.deck-show/1"
    cards = {card["name"]: card for card in document["cards"]}
    assert cards["Milennium Falcon (B)"]["suggestions"] == ["Millennium Falcon (B)"]
    assert len(cards["Luke Skywalker"]["candidates"]) > 8
    assert cards["X-Wing Red Three"]["cost"] == 3
    text = run("deck", "show", EXAMPLES / "half-remembered.txt").stdout
    assert "ambiguous" in text
    assert "unknown" in text


@pytest.mark.shared_data
def test_real_decks_are_written_byte_for_byte(run: Run, shared: Path, tmp_path: Path) -> None:
    for path in sorted((shared / "data" / "swtcg" / "decks").glob("*.dek")):
        target = tmp_path / path.name
        assert run("deck", "convert", path, target).exit_code == 0
        assert target.read_bytes() == path.read_bytes()
