"""Tables of one's own, in all their file formats."""

import io
from pathlib import Path
from typing import Any

import pytest

from db.imports.source_rows import Reading
from importers.sheets.ods_writing import write_ods
from importers.sources.sheets import read_sheets
from importers.sources.source import ReadOptions
from importers.sources.source_errors import CardSourceError, MalformedSourceError
from importers.sources.table import UnknownFieldNameError, read as read_table
from tests.importers.sources.made_up import as_json, read_path, tree_of, zipped

ROWS: list[list[Any]] = [
    ["Card Name", "Side", "Type", "Cost", "Build Power", "Card Text", "No"],
    ["Queen Bee (A)", "light", "Character", 5, 3, 'Says "bzz", loudly; often', 1],
    ["Swarm, The", "D", "Battle", None, None, "Über", 2],
]


def as_csv(delimiter: str, *, quoted: bool = True) -> bytes:
    import csv

    text = io.StringIO()
    csv.writer(text, delimiter=delimiter).writerows(ROWS)
    return text.getvalue().encode()


def as_xlsx(rows: list[list[Any]] = ROWS, *, above: int = 0) -> bytes:
    from openpyxl import Workbook

    book = Workbook()
    sheet = book.active
    assert sheet is not None
    for _ in range(above):
        sheet.append(["My cards"])
    for row in rows:
        sheet.append(row)
    book.create_sheet("Notes").append(["nothing here"])
    data = io.BytesIO()
    book.save(data)
    return data.getvalue()


def as_ods() -> bytes:
    return write_ods("Cards", ROWS[0], ROWS[1:], [20] * len(ROWS[0]))


def as_objects() -> bytes:
    return as_json([dict(zip(ROWS[0], row, strict=True)) for row in ROWS[1:]])


FILES = {
    "mine.csv": as_csv(","),
    "semi.csv": b"\xef\xbb\xbf" + as_csv(";"),
    "tab.tsv": as_csv("\t"),
    "sep.csv": b"sep=|\r\n" + as_csv("|"),
    "old.csv": as_csv(",").decode().encode("cp1252"),
    "wide.csv": as_csv(",").decode().encode("utf-16"),
    "mine.xlsx": as_xlsx(),
    "titled.xlsx": as_xlsx(above=3),
    "mine.ods": as_ods(),
    "mine.json": as_objects(),
}


@pytest.mark.parametrize("name", FILES)
def test_every_file_format_gives_the_same_cards(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(FILES[name])
    reading = read_path(tmp_path / name, set_code="BEE", columns={"Build Power": "power"})
    assert not reading.problems
    queen, swarm = reading.cards
    assert (queen.name, queen.version, queen.side, queen.type) == ("Queen Bee (A)", "A", "light", "Character")
    assert (queen.cost, queen.power, queen.number, queen.set_code) == ("5", "3", "1", "BEE")
    assert queen.text == 'Says "bzz", loudly; often'
    assert (swarm.name, swarm.side, swarm.cost, swarm.text) == ("Swarm, The", "dark", None, "Über")
    assert reading.whole is False
    assert reading.stated == {"side", "type", "cost", "power", "text", "number"}


def test_columns_that_are_not_taken_over_are_named(tmp_path: Path) -> None:
    (tmp_path / "mine.csv").write_bytes(as_csv(","))
    (note,) = read_path(tmp_path / "mine.csv").notes
    assert "Build Power" in note
    assert "--map" in note


def table(text: str, **options: Any) -> Reading:
    return read_table(tree_of({"bee.csv": text.encode()}), ReadOptions(**options))


def test_the_set_is_that_of_the_row_the_option_or_the_file() -> None:
    by_row = table("Name,Set,Set Name,Side,Type\nBee,HIVE,The Hive,L,Battle\n")
    assert (by_row.cards[0].set_code, by_row.sets[0].name) == ("HIVE", "The Hive")
    assert table("Name,Side,Type\nBee,L,Battle\n").cards[0].set_code == "BEE"


def test_another_game_keeps_its_own_words() -> None:
    reading = table(
        "Name,Subtitle,Side,Type,Sting\nBee,Queen,Hive,Insect,7\n",
        game="bees",
        columns={"Sting": "facts.sting"},
    )
    (card,) = reading.cards
    assert reading.game == "bees"
    assert (card.card, card.side, card.type, dict(card.facts)) == (
        "Bee, Queen",
        "hive",
        "Insect",
        {"sting": "7"},
    )


def test_rows_that_cannot_be_read_are_told_by_line() -> None:
    reading = table("Name,Side,Type,Cost\nBee,L,Battle,2\n,L,Battle,2\n\nWasp,Q,Battle,two\n")
    assert len(reading.cards) == 1
    assert {(p.place.line, p.place.column) for p in reading.problems} == {
        (3, "name"),
        (5, "side"),
        (5, "cost"),
    }


def test_legality_of_a_table() -> None:
    (card,) = table("Name,Side,Type,Legality\nBee,L,Battle,BANNED:Standard\n").cards
    assert [(m.status, m.format) for m in card.marks] == [("banned", "Standard")]


def test_what_the_user_says_of_columns_comes_before_what_they_are_called() -> None:
    named = table("Name,Foo,Side,Type\nX,Bee (A),L,Character\n", columns={"Foo": "name"})
    assert [card.name for card in named.cards] == ["Bee (A)"]
    titled = table("Cards,,\nCard,,\nFoo,Side,Type\nBee (A),L,Character\n", columns={"Foo": "name"})
    assert [card.name for card in titled.cards] == ["Bee (A)"]


def test_what_has_no_names_is_told() -> None:
    with pytest.raises(MalformedSourceError, match="--map COLUMN=name"):
        table("a,b\n1,2\n")
    with pytest.raises(UnknownFieldNameError, match="'colour'"):
        table("Name,Type,b\n1,2,3\n", columns={"b": "colour"})


@pytest.mark.parametrize(
    "data",
    [
        zipped({"xl/workbook.xml": b"no workbook"}),
        zipped({"content.xml": b"<!DOCTYPE x []><office:x/>"}),
        zipped({"content.xml": b"no xml"}),
        zipped({"other.txt": b"x"}),
        b"PK\x03\x04broken",
    ],
)
def test_broken_workbooks_are_refused(data: bytes) -> None:
    with pytest.raises(CardSourceError, match="mine"):
        read_sheets(data, "mine.xlsx", ".xlsx", lambda rows: len(rows[0]))
