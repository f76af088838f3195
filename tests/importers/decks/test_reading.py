"""Opening, decoding and telling formats apart; and the limits against hostile files."""

from pathlib import Path

import pytest
from hypothesis import example, given, strategies as st

from importers.decks import lackey_dek, reading
from importers.decks.deck_format import Confidence, DeckReader
from importers.decks.reading import READERS, parse_deck, read_deck, surest
from importers.errors import (
    AmbiguousFormatError,
    ForeignFormatError,
    LimitError,
    MalformedFileError,
    UnknownFormatError,
    UnknownFormatNameError,
    UnreadableFileError,
)

TEXT = "4 Padmé Amidala (A)\r\n2 Luke’s X–wing\r\n"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_encodings_in_which_people_save(encoding: str) -> None:
    deck_list = parse_deck(TEXT.encode(encoding), source="-")
    assert [line.name for line in deck_list.lines] == ["Padmé Amidala (A)", "Luke’s X–wing"]
    assert deck_list.newline == "\r\n"


def test_utf_16_either_way_round() -> None:
    for data in (b"\xff\xfe" + TEXT.encode("utf-16-le"), b"\xfe\xff" + TEXT.encode("utf-16-be")):
        assert parse_deck(data, source="-").quantity == 6


@pytest.mark.parametrize("separator", ["\n", "\r\n", "\r"])
def test_line_ends_of_all_systems_but_no_others(separator: str) -> None:
    text = separator.join(["4 A\x85B", "2 C\u2028D", "1 E", ""])
    deck_list = parse_deck(text.encode(), source="-")
    assert [line.line for line in deck_list.lines] == [3]
    assert [entry.line for entry in deck_list.unread] == [1, 2]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "x: the file is empty"),
        (b"\xef\xbb\xbf \r\n\t", "x: the file is empty"),
        (b"4 A\n\x00\x01", "x:2: a zero byte; this is no text file"),
        (b"PK\x05\x04\x00", "x:1: a zero byte"),
        (b"PK\x03\x04\x00", "x: the workbook is damaged"),
        (b"4 A\n\x81\x01", "x:2: neither UTF-8 (byte 0x81) nor Windows-1252 (byte 0x81)"),
        (b"\xff\xfe4", "x: a byte order mark of UTF-16, but no such text"),
    ],
)
def test_what_is_no_text_is_told_with_its_place(data: bytes, message: str) -> None:
    with pytest.raises(MalformedFileError) as error:
        parse_deck(data, source="x")
    assert message in str(error.value)


def test_files_that_cannot_be_opened(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "none.dek", tmp_path / "a\0b", tmp_path / ("n" * 300)):
        with pytest.raises(UnreadableFileError):
            read_deck(path)


def test_huge_files_are_refused_before_they_are_read(tmp_path: Path) -> None:
    path = tmp_path / "huge.txt"
    with path.open("wb") as file:
        file.truncate(10**11)
    with pytest.raises(LimitError, match="100,000,000,000 bytes, at most 16,000,000"):
        read_deck(path)
    with pytest.raises(LimitError, match="more than 16,000,000 bytes"):
        parse_deck(b"4 Yoda\n" * 3_000_000, source="-")
    with pytest.raises(LimitError, match="100,001 lines"):
        parse_deck(b"1 A\n" * 100_001, source="-")


def test_a_name_of_ten_megabytes_is_one_unread_line() -> None:
    name = "n" * 10_000_000
    for text in (
        f"4 {name}\n1 A\n",
        f"4\t{name}\n1\tA\n",
        f"count,name\n4,{name}\n1,A\n",
        f'{{"cards": [{{"count": 4, "name": "{name}"}}, {{"count": 1, "name": "A"}}]}}',
        f'<deck><superzone name="Deck"><card><name>{name}</name></card><card><name>A</name></card></superzone></deck>',
    ):
        deck_list = parse_deck(text.encode(), source="-")
        assert [line.name for line in deck_list.lines] == ["A"]
        assert len(deck_list.unread) == 1
        assert len(deck_list.unread[0].text) <= 200


def test_a_line_that_fills_the_file_is_told_to_be_too_long() -> None:
    deck_list = parse_deck(b"4 " + b"n" * 10_000_000, source="x.txt")
    assert [entry.reason for entry in deck_list.unread] == ["a line of 10,000,002 characters is no card"]
    for source in ("x.txt", "x.md"):
        with pytest.raises(LimitError, match=rf"{source}:2: a line of 10,000,000 characters, at"):
            parse_deck(b"Yoda\n" + b"n" * 10_000_000, source=source)


ONE_CARD = {
    "x.txt": "4 {}\n1 A\n",
    "x.csv": "count,name\n4,{}\n1,A\n",
    "y.txt": "4\t{}\n1\tA\n",
    "x.json": '{{"cards": [{{"count": 4, "name": "{}"}}, {{"count": 1, "name": "A"}}]}}',
    "x.dek": '<deck version="0.8">\n\t<meta>\n\t\t<game>starwars</game>\n\t</meta>\n\t<superzone name="Deck">\n'
    '\t\t<card><name id="">{}</name></card>\n\t\t<card><name id="">A</name></card>\n\t</superzone>\n</deck>\n',
}


@pytest.mark.parametrize("source", ONE_CARD)
@pytest.mark.parametrize("character", "\u200b\u200c\u200d\u2060\ufeff")
def test_characters_without_width_are_dropped(source: str, character: str) -> None:
    text = character + ONE_CARD[source].format(f"Yo{character}da (A){character}")
    deck_list = parse_deck(text.encode(), source=source)
    assert [line.name for line in deck_list.lines] == ["Yoda (A)", "A"]


@pytest.mark.parametrize("source", ONE_CARD)
@pytest.mark.parametrize("character", "\u202e\u202a\u2066\u2069\u200e\u200f\u061c\U000e0041")
def test_a_name_that_turns_the_direction_of_text_is_not_read(source: str, character: str) -> None:
    text = ONE_CARD[source].format(f"Yo{character}da (A)")
    deck_list = parse_deck(text.encode(), source=source)
    assert [line.name for line in deck_list.lines] == ["A"]
    (entry,) = deck_list.unread
    assert entry.reason == f"the card name holds the invisible character U+{ord(character):04X}"
    assert character not in entry.text


def test_escapes_hide_no_character_either() -> None:
    deck_list = parse_deck(
        b'{"cards": [{"count": 1, "name": "a\\u200bb"}, {"count": 1, "name": "a\\u202eb"}]}', source="x"
    )
    assert [entry.reason for entry in deck_list.unread] == [
        f"the card name holds the invisible character {code}" for code in ("U+200B", "U+202E")
    ]
    xml = b"<deck><superzone name='Deck'><card><name>a&#x200b;b</name></card></superzone></deck>"
    assert len(parse_deck(xml, source="x").unread) == 1


def test_two_readers_that_are_equally_sure_are_both_named(monkeypatch: pytest.MonkeyPatch) -> None:
    greedy = READERS[2]._replace(
        name="greedy", suffixes=(".dek",), confidence=lambda _text, _suffix: Confidence.LINES
    )
    monkeypatch.setattr(reading, "READERS", (*READERS, greedy))
    with pytest.raises(AmbiguousFormatError, match=r"x: text and greedy both claim this file\. Use --as"):
        parse_deck(b"4 Yoda (A)\n", source="x")
    assert parse_deck(b"4 Yoda (A)\n", source="x.txt").read_as == "text"
    nobody: tuple[DeckReader, ...] = ()
    monkeypatch.setattr(reading, "READERS", nobody)
    with pytest.raises(UnknownFormatError):
        parse_deck(b"4 Yoda (A)\n", source="x")


@pytest.mark.parametrize(
    ("text", "source", "format_name"),
    [
        ("4 Yoda (A)\n", "x.dek", "text"),
        ("4\tYoda (A)\n", "x.csv", "lackey-txt"),
        ("4\tYoda (A)\nBattle Fatigue\n", "x.txt", "text"),
        ("4\tYoda (A)\n# note:\n", "x.txt", "text"),
        ("Deck:\n4\tYoda (A)\n", "", "lackey-txt"),
        ("count\tname\n4\tYoda (A)\n", "x.txt", "csv"),
        ("sep=;\nname;qty\nYoda (A);4\n", "x.txt", "csv"),
        ("Yoda (A)\n8D8 (A)\n", "x.txt", "text"),
        ("Yoda (A)\n8D8 (A)\n", "-", "text"),
        ('{"cards": []}', "x.txt", "deckdb-json"),
        ('\n {"cards": [], "schema" : "deckcheck.deck/1"}', "x", "json"),
        ('{"cards": [], "name": "\\"schema\\": \\"deckcheck.deck/1\\""}', "x", "deckdb-json"),
        ('\n<deck version="0.8"></deck>', "x.txt", "lackey-dek"),
    ],
)
def test_the_content_tells_the_format(text: str, source: str, format_name: str) -> None:
    assert parse_deck(text.encode(), source=source).read_as == format_name


@pytest.mark.parametrize("text", ["Yoda (A)\n", "Dear Bob,\nI hope this finds you well.\n"])
def test_names_alone_are_a_deck_only_in_a_text_file(text: str) -> None:
    with pytest.raises(
        UnknownFormatError, match=r"this file format is not supported\. Known formats: lackey-dek, lackey-txt"
    ):
        parse_deck(text.encode(), source="notes.md")


def test_decks_of_other_programs_are_named() -> None:
    magic = '<?xml version="1.0"?><Deck><Cards CatID="1" Quantity="4" Name="Forest" /></Deck>'
    with pytest.raises(ForeignFormatError, match=r"x\.dek: is a Magic Online deck"):
        parse_deck(magic.encode(), source="x.dek")


def test_a_format_can_be_forced_by_its_name() -> None:
    assert parse_deck(b"4\tYoda (A)\n", source="x", as_format="text").read_as == "text"
    with pytest.raises(
        UnknownFormatNameError, match=r"no format is called 'dek'\. Known formats: lackey-dek"
    ):
        parse_deck(b"4 Yoda (A)\n", source="x", as_format="dek")


@given(st.text(max_size=80))
@example("<!-- -->\n4\tYoda (A)\n")
@example('\n\t<superzone name="Deck">\n')
def test_no_reader_but_its_own_claims_what_begins_like_a_deck_of_lackeyccg(rest: str) -> None:
    """The first line is enough to tell it, so the other readers need not be loaded."""
    for suffix in ("", ".dek", ".txt", ".csv", ".json", ".o8d"):
        assert [r.name for r in surest(lackey_dek.HEAD + rest, suffix)] == [lackey_dek.NAME]
