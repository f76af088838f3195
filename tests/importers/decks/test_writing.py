"""Losses are said, formats are found by name, and files are saved whole or not at all."""

import os
from pathlib import Path

import pytest

from importers.decks.deck_list import DeckLine, DeckList, UnreadLine
from importers.decks.reading import parse_deck
from importers.decks.writing import WRITERS, format_for, losses, save_deck, write_deck
from importers.errors import (
    ExistingFileError,
    UnknownFormatNameError,
    UnknownSuffixError,
    UnwritableDeckError,
    UnwritableFileError,
)

FULL = DeckList(
    lines=(DeckLine(4, "Yoda (A)", "Deck", 1, "AOTC", "AOTC035_Yoda_A", "35"),),
    read_as="json",
    name="Mine",
    game="swtcg",
    format="printed",
    zones=("Deck", "Supply"),
    unread=(UnreadLine(3, "x", "y"),),
    author="me",
    notes="one\ntwo",
)
NAME, GAME, FORMAT = (
    f"the {what} left out"
    for what in ("name of the deck 'Mine' is", "game 'swtcg' is", "format 'printed' is")
)
AUTHOR, NOTES = "the author 'me' is left out", "the notes are left out"
SETS, NUMBERS, KEYS = (f"the {what}s of 4 cards are left out" for what in ("set", "card number", "image key"))
UNREAD = "1 line that could not be read: left out"


@pytest.mark.parametrize(
    ("format_name", "expected"),
    [
        ("json", (UNREAD,)),
        ("lackey-dek", (NAME, FORMAT, AUTHOR, NOTES, NUMBERS, UNREAD)),
        ("lackey-txt", (NAME, GAME, FORMAT, AUTHOR, NOTES, SETS, NUMBERS, KEYS, UNREAD)),
        ("text", (NAME, GAME, FORMAT, AUTHOR, KEYS, UNREAD)),
        ("csv", (NAME, GAME, FORMAT, AUTHOR, NOTES, UNREAD)),
        ("deckdb-json", (GAME, NOTES, NUMBERS, KEYS, UNREAD)),
    ],
)
def test_what_a_format_cannot_hold_is_said(format_name: str, expected: tuple[str, ...]) -> None:
    assert losses(FULL, format_name) == expected


def test_of_empty_zones_nothing_is_lost() -> None:
    """Each LackeyCCG file has three of them; a note about them hides the notes that matter."""
    deck_list = DeckList((DeckLine(4, "Yoda (A)"),), "text", zones=("Deck", "main", "Supply"))
    assert all("zone" not in told for writer in WRITERS for told in losses(deck_list, writer.name))


def test_a_list_of_counts_and_names_fits_everywhere() -> None:
    plain = DeckList((DeckLine(4, "Yoda (A)"),), "text")
    by_keys = {"lackey-dek", "octgn-o8d", "swdestinydb-json"}
    said = {writer.name: losses(plain, writer.name) for writer in WRITERS}
    assert {name for name, told in said.items() if told} == by_keys


@pytest.mark.parametrize(
    ("format_name", "text"),
    [
        ("lackey-txt", "4\tYoda (A)\nSupply:\n"),
        ("text", "# one\n# two\nDeck:\n4 Yoda (A) [AOTC #35]\nSupply:\n"),
        ("csv", "count,name,set,number,zone,image\n4,Yoda (A),AOTC,35,Deck,AOTC035_Yoda_A\n"),
    ],
)
def test_what_the_files_look_like(format_name: str, text: str) -> None:
    assert write_deck(FULL, format_name).decode() == text


def test_single_copies_are_put_together_where_a_format_counts() -> None:
    singles = DeckList(
        (DeckLine(1, "A", set_code="X"), DeckLine(1, "B"), DeckLine(1, "A", set_code="Y")), "lackey-dek"
    )
    assert write_deck(singles, "lackey-txt") == b"2\tA\n1\tB\n"
    assert write_deck(singles, "text") == b"1 A [X]\n1 B\n1 A [Y]\n"


@pytest.mark.parametrize("name", ["Space", "SB: 4 Name", "Plot: 2 Nexu"])
def test_a_card_that_a_typed_list_would_take_for_a_heading_is_refused(name: str) -> None:
    """It was written, and gone, or another card of another zone, when the file was read."""
    with pytest.raises(UnwritableDeckError, match="Choose the format json"):
        write_deck(DeckList((DeckLine(1, name),), "made"), "text")


def test_lines_around_a_name_are_no_emphasis() -> None:
    deck_list = DeckList((DeckLine(1, "_0_"),), "made")
    assert parse_deck(write_deck(deck_list, "text"), source="a.txt").lines[0].name == "_0_"


def test_blanks_of_notes_and_the_order_of_cards_are_kept() -> None:
    noted = DeckList((DeckLine(1, "Nexu"),), "made", notes="10\u00a0cards")
    assert parse_deck(write_deck(noted, "text"), source="a.txt").notes == noted.notes
    spelt = DeckList((DeckLine(1, "A"), DeckLine(1, "B", "main"), DeckLine(1, "C")), "made")
    assert write_deck(spelt, "daoswc-csv") == b"Quantity,CardName,Version\n1,A,\n1,B,\n1,C,\n"


def test_an_unknown_format_is_told_with_the_known_ones() -> None:
    for ask in (write_deck, losses):
        with pytest.raises(
            UnknownFormatNameError, match=r"no format is called 'pdf'\. Known formats: lackey-dek, "
        ):
            ask(FULL, "pdf")


def test_a_file_that_is_there_stays_unless_forced(tmp_path: Path) -> None:
    path = tmp_path / "my.dek"
    save_deck(path, b"one")
    with pytest.raises(ExistingFileError, match=r"is there already and was not changed\. Use --force"):
        save_deck(path, b"two")
    assert path.read_bytes() == b"one"
    save_deck(path, b"two", force=True)
    assert path.read_bytes() == b"two"
    assert [file.name for file in tmp_path.iterdir()] == ["my.dek"]


def test_a_link_is_followed_and_stays_a_link(tmp_path: Path) -> None:
    real, link = tmp_path / "real.dek", tmp_path / "link.dek"
    real.write_bytes(b"one")
    link.symlink_to(real)
    save_deck(link, b"two", force=True)
    assert link.is_symlink()
    assert real.read_bytes() == b"two"


def test_what_the_file_system_refuses_is_told(tmp_path: Path) -> None:
    for path in (tmp_path / "none" / "my.dek", tmp_path / "a\0b", tmp_path / ("n" * 300)):
        with pytest.raises(UnwritableFileError, match="nothing was written"):
            save_deck(path, b"x")
    for force in (False, True):
        with pytest.raises(UnwritableFileError, match="is no regular file, which none may replace"):
            save_deck(tmp_path, b"x", force=force)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="only Unix has named pipes")
def test_a_pipe_is_not_replaced_by_a_file(tmp_path: Path) -> None:
    pipe, link = tmp_path / "pipe.dek", tmp_path / "link.dek"
    os.mkfifo(pipe)
    link.symlink_to(pipe)
    for path in (pipe, link):
        with pytest.raises(UnwritableFileError, match=r"no regular file.*nothing was written"):
            save_deck(path, b"x", force=True)
    assert pipe.is_fifo()
    assert link.is_symlink()


def test_a_failure_half_way_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "my.dek"
    save_deck(path, b"one")

    def fail(_self: Path, _target: Path) -> Path:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", fail)
    with pytest.raises(UnwritableFileError, match="No space left on device; nothing was written"):
        save_deck(path, b"two", force=True)
    assert [(file.name, file.read_bytes()) for file in tmp_path.iterdir()] == [("my.dek", b"one")]


def test_a_suffix_tells_the_format_to_write() -> None:
    assert format_for(Path("a.dir/my.CSV")) == "csv"
    with pytest.raises(
        UnknownSuffixError, match=r"my\.pdf: cannot tell a format from .\.pdf., expected one of \.dek, "
    ):
        format_for(Path("my.pdf"))
