"""Reading card lists, with everything that real files trip a reader with."""

import os
from contextlib import suppress
from pathlib import Path
from threading import Thread

import pytest
from hypothesis import given, strategies as st

from db.cards.bundled import read_sets
from db.cards.bundled_games import BUNDLED
from importers.card_lists.card_list import (
    FACTS,
    LACKEY,
    OWN,
    CardListError,
    NotACardListError,
    UnreadableCardListError,
    parse_card_list,
    read_card_list,
    unwrapped,
)

HEADER = "Name\tSet\tSide\tType\tCost\tText\n"


def cells(text: str | bytes, header: str = HEADER) -> list[dict[str, str]]:
    body = text if isinstance(text, bytes) else text.encode()
    return [dict(line.columns) for line in parse_card_list(header.encode() + body, "X.txt").lines]


def test_columns_are_found_by_name_in_any_order_and_case() -> None:
    (line,) = cells("Space\t4\tSome Ship\n", "TYPE\tcost\t Name \n")
    assert line == {"type": "Space", "cost": "4", "name": "Some Ship"}


def test_short_rows_are_padded_and_a_tab_at_the_end_is_no_column() -> None:
    short, tabbed = cells("Some Ship\tESB\n" + "Other Ship\tESB\tL\tSpace\t4\tText\t\n")
    assert short["text"] == ""
    assert list(short) == list(tabbed)
    assert tabbed["text"] == "Text"


def test_surplus_fields_are_kept_apart() -> None:
    text = HEADER + "Ship\tESB\tL\tSpace\t4\tText\tmore\n"
    (line,) = parse_card_list(text.encode(), "X.txt").lines
    assert line.surplus == ("more",)
    assert line.cells == 7


@pytest.mark.parametrize("break_", ["\u0085", "\u2028", "\x0b", "\x0c", "\x1c", "\r"])
def test_only_line_feeds_end_a_line(break_: str) -> None:
    (line,) = cells(f"Some{break_}Ship\tESB\n")
    assert line["name"] == f"Some{break_}Ship"


def test_windows_1252_is_read_and_noted_line_by_line() -> None:
    text = HEADER.encode() + "Café\tESB\n".encode() + "“Quoted” … Café’s\tESB\n".encode("cp1252")
    found = parse_card_list(text, "X.txt")
    assert [line.get("name") for line in found.lines] == ["Café", "“Quoted” … Café’s"]
    assert [line.encoding for line in found.lines] == ["utf-8", "cp1252"]
    assert found.encoding == "cp1252"


def test_bytes_that_windows_1252_leaves_open_do_not_end_the_reading() -> None:
    (line,) = cells(b"Some \x81 Ship\tESB\n")
    assert line["name"] == "Some \x81 Ship"


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_a_byte_order_mark_is_no_part_of_the_header(encoding: str) -> None:
    found = parse_card_list((HEADER + "Café\tESB\n").encode(encoding), "X.txt")
    assert found.header[0] == "name"
    assert found.lines[0].get("name") == "Café"
    assert found.encoding == encoding


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_line_ends(newline: str) -> None:
    text = (HEADER + "One\tESB\n\nTwo\tESB\n").replace("\n", newline)
    found = parse_card_list(text.encode(), "X.txt")
    assert [(line.line, line.get("name")) for line in found.lines] == [(2, "One"), (4, "Two")]
    assert found.newlines == {newline}
    assert found.blank_lines == (3,)


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ('"Jon ""Dutch"" Vander (A)"', 'Jon "Dutch" Vander (A)'),
        ('Jon "Dutch" Vander (A)', 'Jon "Dutch" Vander (A)'),
        ('"Dutch" and "Wedge"', '"Dutch" and "Wedge"'),
        ('"Plain"', "Plain"),
        ('""', ""),
        ('"', '"'),
        ('"odd', '"odd'),
        ('"a"b"', '"a"b"'),
        ('""""', '"'),
    ],
)
def test_spreadsheet_quoting_is_undone_and_nothing_else(written: str, meant: str) -> None:
    assert unwrapped(written) == meant
    (line,) = parse_card_list(f"{HEADER}{written} \tX\n{written}\tX\n".encode(), "X.txt").lines[1:]
    assert line.columns["name"] == meant
    assert ("name" in line.unwrapped) is (written != meant)


def test_help_entries_are_no_cards() -> None:
    found = parse_card_list((HEADER + "{Help}\tX\n\tX\nEscape Pod {AGD}\tX\n").encode(), "X.txt")
    assert [line.is_card for line in found.lines] == [False, False, True]


@pytest.mark.parametrize(
    ("header", "form"),
    [
        ("name\tnumber\ttype\ttags", OWN),
        ("name\tset\ttype\tclassification\tlegality", FACTS),
        ("Name\tSet\tType\tUsage\tClassification", LACKEY),
        ("Name\tType", LACKEY),
    ],
)
def test_the_form_is_told_by_the_header(header: str, form: str) -> None:
    assert parse_card_list(header.encode(), "ESB.tsv").form == form


def test_the_set_is_called_as_the_file() -> None:
    assert parse_card_list(HEADER.encode(), "sets/15TH.txt").set_code == "15TH"


@pytest.mark.parametrize("content", [b"", b"\n", b"some notes\n", b"name\tside\n", b"\x89PNG\r\n"])
def test_what_is_no_card_list_is_said_with_its_path(content: bytes) -> None:
    with pytest.raises(NotACardListError, match=r"^lists/X\.txt: "):
        parse_card_list(content, "lists/X.txt")


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"Name\tType\nA\0\tBattle\n", "a zero byte in line 2"),
        (b"Name\tType\0\n", "a zero byte in line 1"),
        (b"Name\tType\tName\n", "the column 'name' stands there twice"),
        (b"\xff\xfeN\0a\0m", "broken UTF-16"),
    ],
)
def test_a_damaged_card_list_is_not_said_to_be_none(content: bytes, why: str) -> None:
    with pytest.raises(UnreadableCardListError, match=rf"^lists/X\.txt: {why}"):
        parse_card_list(content, "lists/X.txt")


def test_a_file_that_cannot_be_opened(tmp_path: Path) -> None:
    with pytest.raises(UnreadableCardListError):
        read_card_list(tmp_path / "absent.txt")
    with pytest.raises(UnreadableCardListError):
        read_card_list(tmp_path)
    with pytest.raises(UnreadableCardListError):
        read_card_list(tmp_path / "a\0b")


def test_a_file_beyond_the_limit_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "BIG.txt"
    path.write_text(HEADER)
    monkeypatch.setattr("importers.card_lists.card_list.LARGEST", 10)
    with pytest.raises(UnreadableCardListError, match="more than 10 bytes"):
        read_card_list(path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="only Unix has named pipes")
def test_a_pipe_is_read_to_the_limit_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pipe = tmp_path / "PIPE.txt"
    os.mkfifo(pipe)
    monkeypatch.setattr("importers.card_lists.card_list.LARGEST", 1000)

    def fill() -> None:
        with suppress(BrokenPipeError), pipe.open("wb", buffering=0) as file:
            file.write(HEADER.encode() + b"\n" * 1_000_000)

    writer = Thread(target=fill)
    writer.start()
    with pytest.raises(UnreadableCardListError, match="more than 1,000 bytes"):
        read_card_list(pipe)
    writer.join()


FIELD = st.text(st.characters(exclude_characters="\t\n\r\0", exclude_categories=["Cs"]))


@given(st.lists(st.lists(FIELD, min_size=6, max_size=6), max_size=5), st.sampled_from(["\n", "\r\n"]))
def test_what_is_written_is_read(rows: list[list[str]], newline: str) -> None:
    text = HEADER.replace("\n", newline) + "".join("\t".join(row) + newline for row in rows)
    found = parse_card_list(text.encode(), "X.txt")
    assert [list(line.columns.values()) for line in found.lines] == [
        [unwrapped(cell) for cell in row] for row in rows if "".join(row).strip()
    ]


@given(st.one_of(st.binary(), st.binary().map(lambda tail: HEADER.encode() + tail)))
def test_any_bytes_are_a_card_list_or_our_error(content: bytes) -> None:
    try:
        found = parse_card_list(content, "X.txt")
    except CardListError:
        return
    assert len(found.lines) + len(found.blank_lines) + 1 <= content.count(b"\n") + content.count(b"\r") + 1


def test_the_bundled_catalogue_reads_whole() -> None:
    (game,) = (game for game in BUNDLED if game.code == "swtcg")
    lists = [read_card_list(game.folder / f"{row['code']}.tsv") for row in read_sets(game)]
    assert {cards.form for cards in lists} == {OWN}
    assert sum(line.is_card for cards in lists for line in cards.lines) == 11039


@pytest.mark.shared_data
def test_the_compiled_lists_read_whole(shared: Path) -> None:
    folder = shared / "catalogue" / "swtcg"
    lists = [read_card_list(p) for p in folder.glob("*.tsv") if p.stem != "sets"]
    assert {cards.form for cards in lists} == {FACTS}
    assert sum(line.is_card for cards in lists for line in cards.lines) == 11039
