"""Whatever the bytes, reading gives a deck list or one clear error; never a traceback."""

import pytest
from hypothesis import given, settings, strategies as st

from importers.decks import draftmancer_log
from importers.decks.deck_format import MAX_NAME, MAX_QUANTITY
from importers.decks.deck_list import DeckList
from importers.decks.reading import READERS, parse_deck
from importers.decks.writing import WRITERS, losses, write_deck
from importers.errors import DeckFileError, UnwritableDeckError
from tests.amounts import amount
from tests.importers.decks.deck_lists import HOSTILE_NAMES, deck_lists, has_heading
from tests.importers.decks.test_samples import FILES

every_format = pytest.mark.parametrize("format_name", [None, *(reader.name for reader in READERS)])
careful = settings(max_examples=amount(30, 300))

SAMPLES = [path.read_bytes() for path in FILES]
MARKUP = [
    b"<deck>",
    b"</deck>",
    b'<deck version="0.8">',
    b"<superzone",
    b'<superzone name="Deck">',
    b"</superzone>",
    b"<card>",
    b"</card>",
    b'<name id="',
    b"<name>",
    b"</name>",
    b"<set>",
    b"</set>",
    b"<meta><game>",
    b"</game></meta>",
    b"&amp;",
    b"&x;",
    b"<!--",
    b"-->",
    b"<![CDATA[",
    b"]]>",
    b"<?xml version='1.0'?>",
    b"<!DOCTYPE d [",
    b"<!ENTITY a 'b'>",
    b"]>",
    b'{"schema": "deckcheck.deck/1", "cards": [',
    b'{"cards": [',
    b'{"quantity": 1, "name": "',
    b'{"count": 1, "name": "',
    b'"supply": [',
    b'"zones": [',
    b'"}',
    b"]}",
    b"{",
    b"}",
    b"[",
    b"]",
    b",",
    b":",
    b'"',
    b"null",
    b"1e999",
    b"-0",
    b"NaN",
    b"count,name,set,zone\n",
    b"sep=;\n",
    b"qty;card\n",
    b"4,",
    b'"',
    b'""',
    b"\t",
    b";",
    b"|",
    b"4 ",
    b"4x ",
    b" x4",
    b"4\t",
    b"Supply:",
    b"[Deck]",
    b"#",
    b"//",
    b"\n",
    b"\r\n",
    b"\r",
    b" ",
    b"\x00",
    b"\x81",
    b"\xff\xfe",
    b"\xef\xbb\xbf",
    b"\\u0000",
    b"\\ud800",
    b"\\",
    b"9" * 5000,
    b"n" * 300,
    "é\u2028\x85\ufffe".encode(),
    b"\xe9",
    b"\x1b[31m",
    b'<deck game="11ec1f21-7d4c-4bf0-9d72-df01c6c78911">',
    b'<deck game="',
    b'<section name="Main" shared="False">',
    b"</section>",
    b'<card qty="3" id="x">',
    b'<card qty="',
    b"<notes><![CDATA[",
    b"]]></notes>",
    b"</notes>",
    b"2x Nobody, Nothing (Nowhere #1)\n",
    "CHARACTER\n\u00af\u00af\u00af\u00af\n".encode(),
    b" (Nowhere #",
    b"#1)\n",
    b'{"slots": {',
    b'"01001": {"quantity": 1, "dice": 2}',
    b'"dice": ',
    b"<html>",
    b"<table>",
    b"<tr><td>",
    b"</td></tr>",
    b"<td>4",
    b"<li>",
    b"<br>",
    b"<section",
    b"<script>",
    b"</script>",
    b'app.deck.init({"slots": {',
    b'<div class="deck-content">',
    b'<a data-code="01001">',
    b"</a>",
    b"</div>",
    b"Characters (2 dice)\n",
    b"eNobody\n",
    b"Upgrades:\n",
    b"Total Objective Sets: (2)\n",
    "\u2022 Nobody (Core)\n".encode(),
    *(name.encode() for name in HOSTILE_NAMES),
]


def read_or_refuse(data: bytes, format_name: str | None) -> DeckList | None:
    """The deck list, after a look at what others rely on; None where the file is refused."""
    try:
        deck_list = parse_deck(data, source="fuzz", as_format=format_name)
    except DeckFileError as error:
        text = str(error)
        assert text.startswith("fuzz")
        assert "\n" not in text
        assert text.isprintable(), text
        return None
    count = len(data.replace(b"\r\n", b"\n")) + 1
    for line in deck_list.lines:
        assert 1 <= line.quantity <= MAX_QUANTITY
        assert line.name.strip()
        assert len(line.name) <= MAX_NAME
        # A log of a draft says what was taken, in no lines.
        assert (line.line is None) is (deck_list.read_as == draftmancer_log.NAME)
        assert 1 <= (line.line or 1) <= count
    for entry in deck_list.unread:
        assert 1 <= entry.line <= count
        assert entry.reason
        assert len(entry.text) <= MAX_NAME
        assert "\n" not in entry.text + entry.reason
    return deck_list


@every_format
@careful
@given(data=st.binary(max_size=200))
def test_any_bytes(format_name: str | None, data: bytes) -> None:
    read_or_refuse(data, format_name)


@every_format
@careful
@given(pieces=st.lists(st.sampled_from(MARKUP), max_size=25))
def test_pieces_of_all_formats_in_any_order(format_name: str | None, pieces: list[bytes]) -> None:
    read_or_refuse(b"".join(pieces), format_name)


@every_format
@careful
@given(data=st.data())
def test_cut_and_changed_samples(format_name: str | None, data: st.DataObject) -> None:
    sample = bytearray(data.draw(st.sampled_from(SAMPLES)))
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(sample)))
        end = min(len(sample), start + data.draw(st.integers(0, 40)))
        sample[start:end] = data.draw(st.sampled_from(MARKUP) | st.binary(max_size=5))
    read_or_refuse(bytes(sample), format_name)


@careful
@given(deck_list=deck_lists(), keep=st.floats(0, 1))
def test_written_decks_cut_short(deck_list: DeckList, keep: float) -> None:
    for writer in WRITERS:
        try:
            data = write_deck(deck_list, writer.name)
        except UnwritableDeckError:
            refused = writer.games or (writer.name == "text" and has_heading(deck_list))
            assert refused, "only a format of one game may refuse a deck of names"
            continue
        read_or_refuse(data[: int(len(data) * keep)], writer.name)
        read_or_refuse(data[: int(len(data) * keep)], None)


@careful
@given(data=st.data())
def test_whatever_is_read_can_be_written_in_every_format_or_is_refused(data: st.DataObject) -> None:
    read = read_or_refuse(
        b"".join(data.draw(st.lists(st.sampled_from(MARKUP), min_size=3, max_size=25))), None
    )
    if read is None:
        return
    for writer in WRITERS:
        losses(read, writer.name)
        try:
            write_deck(read, writer.name)
        except DeckFileError as error:
            assert str(error).startswith(writer.name)  # noqa: PT017 - most are not refused
