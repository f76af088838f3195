"""`deckcheck deck show` and `deck convert`: what is told, what is written, what is kept."""

import json
import re
from pathlib import Path

import pytest

from db.cards.lookup import Catalogue
from deckcheck.judge.opening import open_file
from importers.decks.reading import read_deck
from importers.errors import UnreadableFileError, UnwritableFileError
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
        next(line.image_key for line in written.lines if line.name == "Vader's Grip") == "ANH169_Vaders_Grip"
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


def test_what_is_lost_is_said_before_anything_is_written(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    monkeypatch.setattr("deckcheck.cli.deck.deck.say", told.append)
    told_before: list[str] = []

    def save(_path: Path, _data: bytes, *, force: bool) -> None:
        told_before.extend(told)

    monkeypatch.setattr("importers.decks.writing.save_deck", save)
    target = tmp_path / "rebels.txt"
    assert run("deck", "convert", EXAMPLES / "rebels.dek", target, "--to", "lackey-txt").exit_code == 0
    assert [line.removeprefix(f"{target}: ") for line in told_before] == [
        "the game 'swtcg' is left out",
        "the sets of 60 cards are left out",
        "the image keys of 60 cards are left out",
    ]


def test_losses_are_said_also_where_nothing_can_be_written(run: Run, tmp_path: Path) -> None:
    target = tmp_path / "none" / "rebels.csv"
    result = run("deck", "convert", EXAMPLES / "rebels.dek", target)
    assert isinstance(result.exception, UnwritableFileError)
    assert "the game 'swtcg' is left out" in result.stderr
    assert "written" not in result.stderr


def test_numbers_that_we_put_in_are_not_said_to_be_lost(run: Run, tmp_path: Path) -> None:
    result = run("deck", "convert", EXAMPLES / "empire.txt", tmp_path / "empire.dek")
    assert "card number" not in result.stderr
    numbered = tmp_path / "numbered.txt"
    numbered.write_text("4 TIE Hunter [BOE #119]\n")
    result = run("deck", "convert", numbered, tmp_path / "numbered.dek")
    assert "the card numbers of 4 cards are left out" in result.stderr


HASTY = "4 TIE Hunter\n-3 Boba Fett (B)\nSideboard:\n2 Yoda (A)\n" + "n" * 300 + "\n"


def test_what_could_not_be_carried_over_is_said_once_and_is_exit_1(run: Run, tmp_path: Path) -> None:
    source, target = tmp_path / "hasty.txt", tmp_path / "hasty.json"
    source.write_text(HASTY)
    result = run("deck", "convert", source, target, "--to", "deckdb-json")
    assert result.exit_code == 1
    assert result.stderr.splitlines() == [
        f"{source}:2: not read: '-3 Boba Fett (B)': the count is '-3', expected a whole number",
        f"{source}:5: not read: '{'n' * 60}...': a card name of 300 characters, at most 200 expected",
        f"{target}: 2 cards in Sideboard are left out",
        f"{target}: 4 of 6 cards written as deckdb-json, read as text; 2 lines not read",
    ]
    assert read_deck(target).quantity == 4
    source.write_text("4 TIE Hunter\nSideboard:\n2 Yoda (A)\n")
    assert run("deck", "convert", source, target, "--to", "deckdb-json", "--force").exit_code == 1
    assert run("deck", "convert", source, target, "--to", "json", "--force").exit_code == 0


def test_one_card_and_none_are_counted_in_words_that_fit(run: Run, tmp_path: Path) -> None:
    source, target = tmp_path / "one.csv", tmp_path / "one.txt"
    source.write_text("count,name\n1,TIE Hunter\n")
    assert "1 card written" in run("deck", "convert", source, target).stderr
    assert "1 card in" in run("deck", "show", target).stdout
    source.write_text("count,name\n")
    result = run("deck", "convert", source, target, "--force")
    assert (result.exit_code, target.read_bytes()) == (0, b"")
    assert "0 cards written" in result.stderr


def test_show_tells_the_lines_that_it_could_not_read(run: Run, tmp_path: Path) -> None:
    source = tmp_path / "hasty.txt"
    source.write_text(HASTY)
    result = run("deck", "show", source)
    assert result.exit_code == 0
    assert result.stderr.splitlines()[0] == (
        f"{source}:2: not read: '-3 Boba Fett (B)': the count is '-3', expected a whole number"
    )
    assert result.stderr.count("not read") == 2
    assert f"6 cards in {source}, read as text; 2 lines not read" in result.stdout


def test_standard_input_is_read_where_a_file_is(run: Run, tmp_path: Path) -> None:
    target = tmp_path / "in.csv"
    shown = run("deck", "show", "-", stdin="4 TIE Hunter\n-3 A\n")
    assert "4 cards in standard input, read as text; 1 line not read" in shown.stdout
    assert "standard input:2: not read: '-3 A'" in shown.stderr
    document = json.loads(run("deck", "show", "-", "--json", stdin="4 TIE Hunter\n").stdout)
    assert (document["path"], document["name"]) == ("-", "standard input")
    assert run("deck", "convert", "-", target, stdin="4 TIE Hunter\n").exit_code == 0
    assert read_deck(target).quantity == 4


def test_a_program_without_standard_input_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", None)
    with pytest.raises(UnreadableFileError, match="standard input is closed"):
        open_file("-")


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


def test_the_example_in_the_manual_is_a_true_deck(run: Run, catalogue: Catalogue) -> None:
    page = (ROOT / "docs" / "deck-files.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```json\n(.*?)```", page, re.DOTALL)
    shown = json.loads(run("deck", "show", "-", "--json", stdin=example).stdout)
    assert (shown["read_as"], shown["unread"]) == ("json", [])
    for stated, found in zip(json.loads(example)["cards"], shown["cards"], strict=True):
        (card,) = catalogue.find_cards(stated["name"])
        assert stated["set"] in card.set_codes
        assert found["set"] == stated["set"]


@pytest.mark.shared_data
def test_real_decks_are_written_byte_for_byte(run: Run, shared: Path, tmp_path: Path) -> None:
    paths = sorted((shared / "data" / "swtcg" / "decks").glob("*.dek"))
    assert paths, "no decks to write"
    for path in paths:
        target = tmp_path / path.name
        assert run("deck", "convert", path, target).exit_code == 0
        assert target.read_bytes() == path.read_bytes()


def test_a_suffix_that_tells_nothing_is_answered_with_all_that_do(run: Run, tmp_path: Path) -> None:
    source = EXAMPLES / "empire.txt"
    assert ".xlsx" in str(run("deck", "convert", source, tmp_path / "a.foo").exception)
    wrong = run("deck", "convert", source, tmp_path / "a.txt", "--to", "word").exception
    assert "xlsx" in str(wrong)


def test_names_that_only_ids_told_apart_are_written_in_full(run: Run, tmp_path: Path) -> None:
    """OCTGN writes Daniel Jackson, of whom there are several, with an id; .dek has no ids."""
    source, target = ROOT / "examples" / "sisters" / "sg-1.o8d", tmp_path / "sg-1.dek"
    assert run("deck", "convert", source, target).exit_code == 0
    names = {line.name for line in read_deck(target).lines}
    assert "Daniel Jackson, Adventurer" in names
    assert "Daniel Jackson" not in names
    (before,) = json.loads(run("validate", source, "--json").stdout)["decks"]
    (after,) = json.loads(run("validate", target, "--json").stdout)["decks"]
    assert (after["counts"], after["verdict"]) == (before["counts"], "legal")
