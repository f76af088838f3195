"""OCTGN decks: the bytes of real files come back, and nothing in a file is passed over in silence."""

from pathlib import Path

import pytest

from importers.decks.deck_list import DeckLine, DeckList
from importers.decks.octgn_o8d import GUIDS
from importers.decks.reading import parse_deck, read_deck
from importers.decks.writing import losses, write_deck
from importers.errors import ForbiddenXmlError, LimitError, MalformedFileError

HEAD = f'<deck game="{GUIDS["stargate"]}">'


@pytest.mark.shared_data
def test_real_decks_are_written_byte_for_byte_as_they_were(shared: Path) -> None:
    files = sorted((shared / "data" / "stargate" / "Decks").glob("*.o8d"))
    assert len(files) == 7
    for path in files:
        deck_list = read_deck(path)
        assert (deck_list.read_as, deck_list.game, deck_list.unread) == ("octgn-o8d", "stargate", ())
        assert deck_list.zones == ("Main", "Team", "Mission Pile")
        assert all(line.card_id for line in deck_list.lines)
        assert write_deck(deck_list, "octgn-o8d") == path.read_bytes(), path.name


@pytest.mark.parametrize("name", ["octgn-o8d.o8d"])
def test_our_sample_is_written_byte_for_byte_as_it_was(name: str) -> None:
    path = Path(__file__).parent / "samples" / name
    assert write_deck(read_deck(path), "octgn-o8d") == path.read_bytes()


@pytest.mark.parametrize(
    ("guid", "game"),
    [
        *((guid, game) for game, guid in GUIDS.items()),
        (GUIDS["stargate"].upper(), "stargate"),
        ("00000000-0000", "00000000-0000"),
        ("", None),
    ],
)
def test_the_guid_tells_the_game(guid: str, game: str | None) -> None:
    text = f'<deck game="{guid}"><section name="Main"><card qty="1" id="x">A</card></section></deck>'
    assert parse_deck(text.encode(), source="x.o8d").game == game


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ('<section name="Main"><card id="x">A</card></section>', "the qty is ''"),
        ('<section name="Main"><card qty="-1" id="x">A</card></section>', "the qty is '-1'"),
        ('<section name="Main"><card qty="0" id="x">A</card></section>', "0 copies"),
        ('<section name="Main"><card qty="1" id="x"></card></section>', "no card name"),
        ('<section name=""><card qty="1" id="x">A</card></section>', "no zone"),
        ('<section name="Main">hello</section>', "text outside"),
        ("<sleeve>AAAA</sleeve>", "no part of a deck"),
        ('<section name="Main"><card qty="1" id="x"><b>A</b></card></section>', "no part of a deck"),
        ('<section name="Main"><card qty="1" id="x">A</section>', "broken XML"),
    ],
)
def test_what_is_no_part_of_a_deck_is_told(body: str, reason: str) -> None:
    deck_list = parse_deck(f"{HEAD}{body}</deck>".encode(), source="x.o8d")
    assert any(reason in entry.reason for entry in deck_list.unread), deck_list.unread


def test_entities_and_depth_are_refused() -> None:
    with pytest.raises(ForbiddenXmlError):
        parse_deck(f'<!DOCTYPE d [<!ENTITY a "b">]>{HEAD}</deck>'.encode(), source="x.o8d")
    with pytest.raises(LimitError, match="nested"):
        parse_deck(f"{HEAD}{'<a>' * 30}".encode(), source="x.o8d")
    with pytest.raises(MalformedFileError, match="expected a <deck>"):
        parse_deck(f"<x>{HEAD}</deck></x>".encode(), source="x.o8d", as_format="octgn-o8d")


def test_notes_with_the_end_of_cdata_in_them_survive() -> None:
    deck_list = DeckList((DeckLine(1, "A", "Main"),), "x", game="stargate", notes="a]]>b]]")
    assert parse_deck(write_deck(deck_list, "octgn-o8d"), source="x").notes == "a]]>b]]"


def test_missing_ids_are_said_before_writing() -> None:
    deck_list = DeckList((DeckLine(2, "A", "Main"),), "x")
    assert losses(deck_list, "octgn-o8d") == (
        "2 cards have no OCTGN id; OCTGN will not find them",
        "the list names no game that OCTGN has; OCTGN will not open it",
    )
