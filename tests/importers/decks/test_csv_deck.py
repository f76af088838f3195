"""Tables of cards: headers as spreadsheets and card programs write them, and damaged rows."""

import csv
import re

import pytest

from importers.decks.deck_list import DeckLine, DeckList
from importers.decks.reading import parse_deck
from importers.decks.writing import losses, write_deck
from importers.errors import LimitError, MalformedFileError


def read(text: str, as_format: str | None = None) -> DeckList:
    return parse_deck(text.encode(), source="deck.csv", as_format=as_format)


@pytest.mark.parametrize(
    "header",
    [
        "count,name,set,zone",
        "Qty;Card Name;Edition;Board",
        "Quantity\tCard\tSet Code\tSection",
        "ANZAHL|Karte|set_code|zone",
        '"Number of copies","Name","Edition Code","Zone"',
        " Menge , Kartenname , Set , Zone ",
    ],
)
def test_headers_under_any_usual_name(header: str) -> None:
    separator = next(s for s in ",;\t|" if s in header)
    deck_list = read(f"{header}\n{separator.join(['4', 'Yoda (A)', 'AOTC', 'supply'])}\n")
    assert deck_list.read_as == "csv"
    assert deck_list.lines == (DeckLine(4, "Yoda (A)", "Supply", 2, "AOTC"),)


@pytest.mark.parametrize(
    "header",
    [
        "Count,Tradelist Count,Name,Edition,Edition Code,Card Number,Condition,Language,Foil",
        "Count,Tradelist Count,Name,Edition,Condition,Language,Foil,Tags,Last Modified,Collector Number",
        "Name,Set code,Set name,Collector number,Foil,Rarity,Quantity,ManaBox ID",
        "Quantity,Name,Finish,Condition,Date Added,Language,Purchase Price,Tags,Edition Name,Edition Code",
    ],
)
def test_the_columns_of_card_programs_are_found(header: str) -> None:
    columns = header.split(",")
    row = dict.fromkeys(columns, "")
    row |= {"Name": "Yoda (A)", next(c for c in columns if c in {"Count", "Quantity"}): "3"}
    code = next((c for c in columns if c.casefold() in {"edition code", "set code"}), "Edition")
    deck_list = read(f"{header}\n{','.join((row | {code: 'AOTC'}).values())}\n")
    assert [(line.quantity, line.name, line.set_code) for line in deck_list.lines] == [
        (3, "Yoda (A)", "AOTC")
    ]


@pytest.mark.parametrize(
    ("count", "copies"), [("4", 4), ("4x", 4), ("x4", 4), ("4.0", 4), ("4,0", 4), (" 04 ", 4)]
)
def test_counts_as_spreadsheets_write_them(count: str, copies: int) -> None:
    assert read(f'count;name\n"{count}";Yoda (A)\n').lines[0].quantity == copies


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        (",Yoda (A),,", "the count is '', expected a whole number"),
        ("1.5,Yoda (A),,", "the count is '1.5', expected a whole number"),
        ("-1,Yoda (A),,", "the count is '-1', expected a whole number"),
        ("0,Yoda (A),,", "0 copies, expected 1 to 9,999"),
        ("10000,Yoda (A),,", "10,000 copies, expected 1 to 9,999"),
        ("4,,AOTC,", "no card name"),
        (
            "4,Devotion to the Pardoners, Yun-Shuno,AOTC,Deck,",
            "6 cells, the header has 4; quote a name with a separator",
        ),
        (f"4,{'n' * 201},,", "a card name of 201 characters, at most 200 expected"),
        ('4,"Jon "Dutch" Vander (A)",,', "quotes that do not pair up (',' expected after '\"')"),
        ("4,a\x07b,,", "the card name holds the unprintable character U+0007"),
        (f"4,{'n' * 140_000},,", "a cell of more than 131,072 characters, at most 200 expected"),
        (f"4,A{',' * 10_000}", "10002 cells, the header has 4; quote a name with a separator"),
    ],
)
def test_a_bad_row_costs_itself_only(row: str, reason: str) -> None:
    deck_list = read(f"count,name,set,zone\n1,A,,\n{row}\n2,B,,\n")
    assert [line.name for line in deck_list.lines] == ["A", "B"]
    assert [(entry.line, entry.reason) for entry in deck_list.unread] == [(3, reason)]


def test_a_quote_that_never_ends_costs_its_line_only() -> None:
    deck_list = read('count,name\n1,A\n1,"B\n' + "2,C\n" * 30)
    assert deck_list.quantity == 61
    assert [(entry.line, entry.text) for entry in deck_list.unread] == [(3, '1,"B')]


def test_line_breaks_in_quoted_cells_keep_the_line_numbers() -> None:
    deck_list = read('count,name,comment\n1,A,"two\nlines"\n1,"B\nC",\n2,D,x\n')
    assert [(line.name, line.line) for line in deck_list.lines] == [("A", 2), ("D", 6)]
    assert [entry.line for entry in deck_list.unread] == [4]


@pytest.mark.parametrize(
    "rows",
    [
        ("4;Yoda (A);ANH", "2;Nexu;ESB"),
        ("Yoda (A),ANH,4", "Nexu,ESB,2"),
        ('"Yoda (A)","4","ANH","C","NM"', '"Nexu","2","ESB","U",""'),
        ("4\tYoda (A)\tANH", "2\tNexu\tESB"),
        ("Yoda (A)|4", "Nexu|2"),
    ],
)
@pytest.mark.parametrize("name", ["deck.csv", "deck.txt"])
def test_columns_without_a_header_that_leave_no_doubt(rows: tuple[str, ...], name: str) -> None:
    """A count, a name and codes are told apart; of several columns of codes none is the set."""
    deck_list = parse_deck("\n".join(rows).encode(), source=name)
    sets = ["ANH", "ESB"] if len(re.split("[,;\t]", rows[0])) == 3 else [None, None]
    assert [(line.quantity, line.name) for line in deck_list.lines] == [(4, "Yoda (A)"), (2, "Nexu")]
    assert [line.set_code for line in deck_list.lines] == sets
    assert deck_list.unread == ()


@pytest.mark.parametrize(
    "text", ["4,Yoda (A),the best\n", "4,Yoda (A),2002\n", "name,set\nYoda,AOTC\n", "a;b\n1;2\n"]
)
def test_a_missing_header_is_told(text: str) -> None:
    with pytest.raises(MalformedFileError, match=r"deck\.csv:1: no column for .*expected a header such as"):
        read(text)


@pytest.mark.parametrize(
    ("header", "columns"),
    [
        ("count,count,name", "'count' and 'count'"),
        ("quantity,count,name", "'quantity' and 'count'"),
        ("Count;Card Name;Name", "'card name' and 'name'"),
        ("count,name,name,set", "'name' and 'name'"),
        ("count,name,section,zone", "'section' and 'zone'"),
        ("count,name,set,set", "'set' and 'set'"),
    ],
)
def test_two_columns_for_the_same_are_told_and_none_is_chosen(header: str, columns: str) -> None:
    separator = ";" if ";" in header else ","
    row = separator.join("4" for _ in header.split(separator))
    with pytest.raises(MalformedFileError) as error:
        read(f"\n{header}\n{row}\n")
    assert str(error.value) == f"deck.csv:2: the columns {columns} state the same twice; keep one of them"


def test_a_header_of_ten_thousand_columns_is_told_as_such() -> None:
    for header in (f"count,name{',' * 10_000}", f"{'a,' * 10_000}count,name"):
        with pytest.raises(LimitError, match=r"deck\.csv:1: a header of .* at most 2,000 expected"):
            read(f"{header}\n4,Yoda (A)\n")


def test_a_section_of_a_card_type_is_the_main_deck() -> None:
    deck_list = read("count,name,section\n1,A,Characters\n1,B,Space units (4)\n1,C,Side board\n1,D,Reserve\n")
    assert [line.zone for line in deck_list.lines] == ["Deck", "Deck", "Sideboard", "Reserve"]


def test_text_in_a_file_called_csv_is_still_text() -> None:
    assert read("4 Yoda (A)\n2 Devotion to the Pardoners, Yun-Shuno & Yun-Lingni\n").read_as == "text"


def test_formulas_do_not_reach_a_spreadsheet() -> None:
    lines = tuple(DeckLine(1, name) for name in ("=1+1", "+1", "-1", "@x", "'=1", "'79"))
    written = write_deck(DeckList(lines, "made"), "csv").decode()
    cells = [row[1] for row in csv.reader(written.splitlines())][1:]
    assert cells == ["'=1+1", "'+1", "'-1", "'@x", "''=1", "'79"]
    assert [line.name for line in read(written).lines] == [line.name for line in lines]


def test_what_a_table_cannot_hold_is_said() -> None:
    deck_list = DeckList(
        (DeckLine(2, " Yoda (A)", "main"),), "json", "Mine", "swtcg", zones=("main", "Supply"), notes="x\ny"
    )
    assert losses(deck_list, "csv") == (
        "the name of the deck 'Mine' is left out",
        "the game 'swtcg' is left out",
        "the notes are left out",
        "the zone 'main' becomes 'Deck'",
        "blanks around names of 2 cards are left out",
    )


def test_too_many_zones_are_refused() -> None:
    with pytest.raises(LimitError, match="51 zones"):
        read("count,name,zone\n" + "".join(f"1,A,Z{n}\n" for n in range(60)))


@pytest.mark.parametrize(
    ("text", "stated"),
    [
        ("Count,Name\n4,Nexu\n4,Total\n", [4]),
        ("Karta;Počet\nNexu;4\nCelkem:;5\n", [5]),
        ("Count,Name,Price\n4,Nexu,5\n5,,25\n", [5]),
        ("Počet;Karta;Typ\n4;Nexu;Ground\n;Celkem;\n", [None]),
        ("| Qty | Card |\n|----:|------|\n| 4 | Nexu |\n", []),
    ],
)
def test_sums_and_rules_of_tables_are_no_cards(text: str, stated: list[int | None]) -> None:
    """Spreadsheets end in a sum, tables of Markdown have a rule below their header."""
    deck_list = parse_deck(text.encode(), source="a.csv")
    assert [(line.quantity, line.name) for line in deck_list.lines] == [(4, "Nexu")]
    assert deck_list.unread == ()
    assert [part.number for part in deck_list.parts] == stated


def test_the_header_tells_the_encoding() -> None:
    """Names of English cards tell nothing; `Poèet` is no word for a count, and `Počet` is one."""
    found = parse_deck("Karta;Počet\nNexu;4\n".encode("cp1250"), source="a.csv")
    assert [(line.quantity, line.name) for line in found.lines] == [(4, "Nexu")]


def test_a_zone_in_a_column_called_otherwise_is_told() -> None:
    """The sideboard counted in the deck, and nobody said so."""
    rows = "Anzahl;Karte;Wo;Typ\n4;Nexu;Hauptdeck;Battlefield\n2;Order 66;Sideboard;Plot\n"
    (left,) = read(rows).unread
    assert left.reason == "the cell 'Sideboard' may be a zone; call its column 'zone'"
    for head in ("Zóna", "Strefa", "Bereich", "Zone"):
        found = read(rows.replace("Wo", head).replace("Sideboard", "Nebendeck").replace("Hauptdeck", "Deck"))
        assert ([line.zone for line in found.lines], found.unread) == (["Deck", "Sideboard"], ())
