"""`deckcheck deck proxies`: faces on paper, as many as the deck has copies, in the size of cards."""

import io
import re
import shutil
from pathlib import Path

import pytest
from pypdf import PdfReader

import deckcheck
from tests.conftest import ROOT, Run

DECKS = ROOT / "examples" / "decks"
SISTERS = ROOT / "examples" / "sisters"
MM = 72 / 25.4
WIDTH, HEIGHT = 63 * MM, 88 * MM

pytestmark = pytest.mark.whole_catalogue


def texts(path: Path) -> list[str]:
    return [page.extract_text() for page in PdfReader(io.BytesIO(path.read_bytes())).pages]


def test_every_copy_of_a_deck_is_printed_once_and_marked(run: Run, database: Path, tmp_path: Path) -> None:
    out = tmp_path / "rebels.pdf"
    result = run("deck", "proxies", DECKS / "rebels.dek", "--out", out)
    assert result.exit_code == 0, result.output
    pages = texts(out)
    assert len(pages) == 7
    assert [page.count("proxy, not for sale") for page in pages] == [9] * 6 + [6]
    whole = " ".join("\n".join(pages).split())
    with deckcheck.open(database) as cards:
        entries = cards.deck(DECKS / "rebels.dek").entries
    short = {entry.card.name for entry in entries if entry.card and len(entry.card.name) < 20}
    assert len(short) > 5
    for name in short:  # longer names may be wrapped
        assert whole.count(name) >= sum(e.quantity for e in entries if e.card and e.card.name == name), name


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_cards_are_63_by_88_mm_within_the_page(run: Run, tmp_path: Path, paper: str) -> None:
    out = tmp_path / "cards.pdf"
    assert run("deck", "proxies", DECKS / "empire.txt", "--out", out, "--paper", paper).exit_code == 0
    page = PdfReader(out).pages[0]
    contents = page.get_contents()
    assert contents is not None
    boxes = re.findall(rb"([\d.-]+) ([\d.-]+) ([\d.-]+) ([\d.-]+) re", contents.get_data())
    cards = [tuple(map(float, box)) for box in boxes if abs(float(box[3]) - HEIGHT) < 1]
    assert len(cards) == 9
    for x, y, width, height in cards:
        assert width == pytest.approx(WIDTH, abs=0.01)
        assert height == pytest.approx(HEIGHT, abs=0.01)
        assert x >= 0
        assert y >= 0
        assert x + width <= float(page.mediabox.width)
        assert y + height <= float(page.mediabox.height)


def test_only_what_is_missing_is_printed(keep: Run, tmp_path: Path) -> None:
    out, deck = tmp_path / "missing.pdf", tmp_path / "deck.txt"
    deck.write_text("4 Kouhun\n2 Nexu\n")
    assert keep("collection", "add", "Kouhun", "--quantity", 3).exit_code == 0
    assert keep("collection", "add", "Nexu", "--quantity", 2).exit_code == 0
    assert keep("deck", "proxies", deck, "--missing", "--out", out).exit_code == 0
    assert "".join(texts(out)).count("proxy, not for sale") == 1
    assert "Kouhun" in texts(out)[0]


def test_unknown_names_are_left_out_and_said(run: Run, tmp_path: Path) -> None:
    out, deck = tmp_path / "some.pdf", tmp_path / "deck.txt"
    deck.write_text("1 Kouhun\n2 Nobody of That Name\n3 Luke Skywalker\n")
    result = run("deck", "proxies", deck, "--out", out)
    assert result.exit_code == 0
    assert "left out: 2 Nobody of That Name: unknown card" in result.stderr
    assert "left out: 3 Luke Skywalker: may be several cards" in result.stderr
    assert "".join(texts(out)).count("proxy, not for sale") == 1


def test_a_file_that_is_there_is_kept_and_other_names_are_refused(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "there.pdf"
    out.write_bytes(b"mine")
    result = run("deck", "proxies", DECKS / "rebels.dek", "--out", out)
    assert "there.pdf: is there already and was not changed" in str(result.exception)
    assert out.read_bytes() == b"mine"
    result = run("deck", "proxies", DECKS / "rebels.dek", "--out", tmp_path / "a.png")
    assert "expected one of .pdf" in str(result.exception)


def test_dice_of_another_game_are_printed_as_signs(run: Run, tmp_path: Path) -> None:
    """The list names no game: its names decide it, as they do for a verdict."""
    deck, out = tmp_path / "kylo.txt", tmp_path / "kylo.pdf"
    shutil.copy(SISTERS / "kylo-and-phasma.txt", deck)
    result = run("deck", "proxies", deck, "--out", out)
    assert result.exit_code == 0, result.output
    first = " ".join(texts(out)[0].split())
    assert "Captain Phasma" in first
    assert "2RD" in first


def test_missing_takes_a_list_for_the_game_of_its_names(run: Run, tmp_path: Path) -> None:
    deck = tmp_path / "phasma.txt"
    deck.write_text("2 Closing the Net\n2 F-11D Rifle\n2 First Order TIE Fighter\n")
    result = run("deck", "missing", deck)
    assert "unknown card" not in result.output
    assert "taken for a deck of Star Wars: Destiny" in result.stderr
