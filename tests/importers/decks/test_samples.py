"""Every format has samples with the deck list that they hold beside them."""

import json
from pathlib import Path

import pytest

from importers.decks.deck_list import DeckList
from importers.decks.reading import READERS, parse_deck, read_deck, surest
from importers.decks.writing import WRITERS
from importers.errors import DeckFileError

SAMPLES = Path(__file__).parent / "samples"
FILES = sorted(path for path in SAMPLES.iterdir() if not path.name.endswith(".expected.json"))


def as_data(deck_list: DeckList) -> object:
    found = deck_list._asdict()
    for left_out in ("bare", "choices", "parts", "otherwise"):  # what is no card, or not decided
        del found[left_out]
    listed = {name: [line._asdict() for line in found[name]] for name in ("lines", "unread", "loose")}
    return json.loads(json.dumps(found | listed))


def format_of(path: Path) -> str:
    """The format that a sample is named for: the longest format name that it begins with."""
    fitting = [reader.name for reader in READERS if path.name.startswith(reader.name)]
    return max(fitting, key=len) if fitting else "text"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_sample_gives_the_deck_list_beside_it(path: Path) -> None:
    expected = path.with_name(f"{path.name}.expected.json")
    assert as_data(read_deck(path)) == json.loads(expected.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_sample_is_taken_by_its_own_reader_whatever_its_suffix(path: Path) -> None:
    data = path.read_bytes()
    text = data.decode("cp1252" if path.name == "latin.txt" else "utf-8-sig").replace("\r\n", "\n")
    for suffix in ("", ".txt", ".dek", ".json", ".xml"):
        assert [reader.name for reader in surest(text, suffix)] == [format_of(path)]


def test_every_reader_has_a_sample_and_every_writer_a_reader() -> None:
    names = {reader.name for reader in READERS}
    assert {format_of(path) for path in FILES} == names
    assert len(names) == len(READERS)
    assert {writer.name for writer in WRITERS} <= names


@pytest.mark.parametrize("reader", READERS, ids=lambda reader: reader.name)
def test_every_reader_can_be_forced_onto_its_sample(reader: object) -> None:
    for path in FILES:
        if format_of(path) == getattr(reader, "name", ""):
            assert read_deck(path, as_format=format_of(path)).read_as == format_of(path)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_sample_is_read_alike_in_a_quotation_and_in_a_block_of_code(path: Path) -> None:
    """As people copy it from a mail, a forum and a chat."""
    encoding, end = ("cp1252" if path.name == "latin.txt" else "utf-8"), "\n"
    rows = path.read_bytes().decode(encoding).removeprefix("\ufeff").splitlines()
    wanted = parse_deck(end.join(rows).encode(encoding), source=path.name)
    fenced, shift = ["```", *rows, "```"], int(wanted.read_as != "html")  # which counts lines as shown
    for framed, by in (
        (["> " + row for row in rows], 0),
        ([">" + row for row in rows], 0),
        (fenced, shift),
        (["> " + row for row in fenced], shift),
        (["> > " + row for row in rows], 0),
    ):
        found = parse_deck(end.join(framed).encode(encoding), source=path.name)
        moved = [line._replace(line=line.line and line.line + by) for line in wanted.lines]
        assert [*found.lines] == moved
        assert [one.text for one in found.unread] == [one.text for one in wanted.unread]
        facts = ("read_as", "name", "game", "zones", "notes", "encoding")
        assert [getattr(found, one) for one in facts] == [getattr(wanted, one) for one in facts]
        assert [one.encoding for one in found.otherwise] == [one.encoding for one in wanted.otherwise]


def test_what_stands_around_a_block_of_a_program_goes_with_it_where_it_is_no_card() -> None:
    block = '```json\n{"schema": "deckcheck.deck/1", "cards": [{"name": "Nexu", "quantity": 4}]}\n```'
    assert [
        line.name for line in parse_deck(f"My deck:\n{block}\nNice?\n".encode(), source="a.txt").lines
    ] == ["Nexu"]
    with pytest.raises(DeckFileError):
        parse_deck(f"{block}\nand 2 Kouhun\n".encode(), source="a.txt")
    assert [line.name for line in parse_deck(b">>> 4 Nexu\n2 Kouhun\n", source="a.txt").lines] == [
        "Nexu",
        "Kouhun",
    ]
    for nothing in (b"> \n>\n>>\n", b">" * 2_000_000):  # the second took hours
        with pytest.raises(DeckFileError):
            parse_deck(nothing, source="a.txt")
