"""Headers in many languages, prices and years that are no counts, and totals that fit or do not."""

from collections.abc import Sequence

import pytest

from importers.collections.header import find_header
from importers.collections.header_words import WORDS, is_price, is_total
from importers.collections.holding_cells import read_day, read_quantity
from importers.collections.holding_sheet import HoldingSheet, parse_holdings
from importers.collections.sheet_kinds import FOR_TRADE, OWNED, WANTS
from importers.heading_words import words_for


def sheet(*lines: str, encoding: str = "utf-8") -> HoldingSheet:
    return parse_holdings("\r\n".join(lines).encode(encoding), "mine.csv")


@pytest.mark.parametrize(
    "headers",
    [
        ("Počet", "Název karty", "Edice", "Číslo", "Stav", "Jazyk", "Cena/ks", "Poznámka"),
        ("Pocet", "Nazev", "Edice", "Cislo karty", "Stav", "Jazyk", "Cena", "Poznamky"),
        ("Anzahl", "Kartenname", "Erweiterung", "Nr.", "Zustand", "Sprache", "Stückpreis", "Notiz"),
        ("Darab", "Kártya neve", "Szett", "Sorszám", "Állapot", "Nyelv", "Egységár", "Megjegyzés"),
        ("db", "Nev", "Kiadas", "Sorszam", "Allapot", "Nyelv", "Ar", "Megjegyzes"),
        ("Szt.", "Nazwa karty", "Dodatek", "Numer", "Stan", "Język", "Cena za sztukę", "Uwagi"),
        (
            "Exemplaires",
            "Nom de la carte",
            "Extension",
            "Numéro",
            "État",
            "Langue",
            "Prix unitaire",
            "Remarques",
        ),
        ("Copias", "Nombre de la carta", "Edición", "Número", "Estado", "Idioma", "Precio", "Notas"),
        (
            "Quantità",
            "Nome della carta",
            "Espansione",
            "Numero",
            "Condizione",
            "Lingua",
            "Prezzo",
            "Osservazioni",
        ),
        ("Quantidade", "Nome da carta", "Edição", "Número", "Condição", "Idioma", "Preço", "Notas"),
        ("Количество", "Название", "Сет", "Номер", "Состояние", "Язык", "Цена", "Примечания"),
        ("数量", "卡牌", "系列", "编号", "品相", "语言", "价格", "备注"),
    ],
)
def test_headers_are_known_words_in_each_language(headers: Sequence[str]) -> None:
    """None of them is guessed, and none left over."""
    found = find_header([headers])
    assert found is not None
    assert [(c.field, c.how) for c in found.columns] == [
        (field, "word")
        for field in ("quantity", "name", "set", "number", "condition", "language", "price", "notes")
    ]


def test_words_for_copies_and_totals_are_those_of_lists() -> None:
    """One table for lists and sheets: a word that is added there counts here."""
    others = {word for field, words in WORDS.items() if field != "quantity" for word in words}
    for word in words_for("copies"):
        assert word in WORDS["quantity"] or word in others, word
        assert read_quantity(f"3 {word}") == 3
    for word in words_for("total"):
        assert is_total(word.upper()), word
        assert is_total(f"{word}: 60"), word
    assert read_quantity("3 apples") == "the quantity is '3 apples', expected a whole number"


@pytest.mark.parametrize(
    "header", ["Cena", "Cena/ks", "Preis je Stück", "Total price", "Ár", "Value", "Kaufpreis", "€"]
)
def test_a_column_of_prices_is_never_taken_for_the_count(header: str) -> None:
    found = sheet(f"Card;Set;{header}", "Yoda (A);AOTC;3", "Nexu;AOTC;2")
    assert [row.quantity for row in found.rows] == [1, 1]
    assert is_price(header) or header == "€"
    if is_price(header):
        assert found.maybe_quantity == ""


@pytest.mark.parametrize("header", ["Year", "Rok", "Jahr", "Év", "Anno", "Printed"])
def test_a_year_is_never_taken_for_the_count_nor_for_the_number(header: str) -> None:
    found = sheet(f"Card;Set;{header}", "Yoda (A);AOTC;2002", "Nexu;AOTC;2003")
    assert [(row.quantity, row.number) for row in found.rows] == [(1, None), (1, None)]
    assert [dict(row.extra) for row in found.rows] == [{header: "2002"}, {header: "2003"}]
    assert found.maybe_quantity == ""
    assert sheet("Card;Set;Mine", "Yoda (A);AOTC;2", "Nexu;AOTC;3").maybe_quantity == "Mine"


ROWS = ("Ks;Karta;Edice;Cena", "4;Yoda (A);AOTC;2,50", "2;Nexu;AOTC;1")


@pytest.mark.parametrize(
    "total",
    [
        "6;Celkem;;",
        "6;Celkem;;12,00",
        "Celkem;6;;",
        "Celkem: 6;;;",
        ";Celkem 6 ks;;",
        "6;Součet;;7",
        "2;Celkem;;",
        "Celkem;;;12",
        ";Celkem;6;",
    ],
)
def test_a_total_that_fits_is_left_out_without_a_word(total: str) -> None:
    """Copies or rows, in the column for the quantity or beside the label."""
    found = sheet(*ROWS, total)
    assert [row.quantity for row in found.rows] == [4, 2]
    assert found.skipped[0][0] == 4
    assert found.notes == ()


@pytest.mark.parametrize("total", ["7;Celkem;;", "Celkem: 7;;;", ";Celkem 7 ks;;", "Celkem;7;;"])
def test_a_total_that_does_not_fit_is_said(total: str) -> None:
    """A row may be missing from the file; before, nobody was told."""
    (note,) = sheet(*ROWS, total).notes
    assert note.startswith("row 4 says 7 in all, but the rows above it have 6: a row may be miss")


def test_totals_of_parts_and_of_all_fit() -> None:
    lines = (*ROWS, "6;Celkem;;", "3;Jango Fett (A);AOTC;1", "3;Celkem;;", "9;Celkem;;")
    assert sheet(*lines).notes == ()
    assert len(sheet(*lines[:-1], "10;Celkem;;").notes) == 1


def test_a_total_under_a_count_that_cannot_be_read_says_nothing_of_it() -> None:
    assert not any("in all" in n for n in sheet(*ROWS, "?;Nexu;AOTC;", "9;Celkem;;").notes)


@pytest.mark.parametrize(
    ("header", "place", "encoding"),
    [
        ("Darab;Kártya;Kiadás;Hely", "fűzött doboz", "cp1250"),
        ("Darab;Kártya;Kiadás;Hely", "Őrdoboz, fölső", "cp1250"),
        ("Qty;Card;Set;Location", "pořadač č. 1", "cp1250"),
        ("Qty;Card;Set;Location", "żółte pudełko", "cp1250"),
        ("Menge;Karte;Set;Lagerort", "Büro, Fächer", "cp1252"),
        ("Cantidad;Carta;Serie;Lugar", "cajón, año 2002", "cp1252"),
        ("Quantité;Nom;Extension;Lieu", "boîte à gâteaux, sûre", "cp1252"),
        ("Quantidade;Carta;Set;Local", "caixão, São João", "cp1252"),
    ],
)
def test_the_code_page_is_told_by_the_letters_of_one_language(header: str, place: str, encoding: str) -> None:
    """Hungarian headers are the same in both, and a box was called "fûzött doboz"."""
    found = sheet(header, f"4;Padmé Amidala (A);AOTC;{place}", encoding=encoding)
    assert (found.rows[0].name, found.rows[0].location) == ("Padmé Amidala (A)", place)


@pytest.mark.parametrize(
    "headers", ["Have,Card,For trade,Want,Sleeve,Weight", "Anzahl,Karte,Tausch,Gesucht,Sleeve,Weight"]
)
def test_what_is_wanted_may_stand_beside_what_is_owned(headers: str) -> None:
    """Whoever keeps one list of both loses neither; what is said of the copies is not said of the wants."""
    found = sheet(headers, "4,Nexu,2,0,red,", "0,Aayla Secura (A),0,2,,5", "1,Yoda (A),1,,blue,")
    rows = [(r.name, r.quantity, r.for_trade, r.holds, dict(r.extra)) for r in found.rows]
    owned, wanted = [[r for r in rows if r[3] == kind] for kind in ("owned", "wants")]
    assert [r[:3] for r in owned] == [("Nexu", 4, 2), ("Aayla Secura (A)", 0, 0), ("Yoda (A)", 1, 1)]
    assert [r[4].get("Sleeve") for r in owned] == ["red", None, "blue"]
    assert [(r[0], r[1], r[2], r[4]) for r in wanted] == [
        ("Nexu", 0, None, {}),
        ("Aayla Secura (A)", 2, None, {"Weight": "5"}),
    ]
    assert [found.row_name(row.row) for row in found.rows] == ["2", "3", "4", "2", "3"]
    assert found.skipped == ()
    stated = parse_holdings(f"{headers}\n4,Nexu,2,3,red,".encode(), "mine.csv", kinds={"": "owned"})
    assert [(row.quantity, row.holds, len(row.extra)) for row in stated.rows] == [(4, "owned", 2)]


def test_a_column_that_only_says_yes_is_kept_as_it_is() -> None:
    found = sheet("Count,Name,Wanted", "4,Nexu,please", "1,Yoda (A),2")
    assert [dict(row.extra) for row in found.rows] == [{"Wanted": "please"}, {"Wanted": "2"}]
    assert found.holds == "owned"
    assert not found.parts


@pytest.mark.parametrize(
    ("header", "field", "cell"),
    [
        ("Card #", "number", "6"),
        ("Set / Nr.", "set", "AOTC 6"),
        ("Preis EUR", "price", "2,50"),
        ("Cena Kč", "price", "60"),
        ("Exp. Name", "set_name", "Attack of the Clones"),
    ],
)
def test_a_header_says_its_field_beside_a_sign_or_a_currency(header: str, field: str, cell: str) -> None:
    """A number that is kept as text leaves a printing open, and a price without its currency adds up wrong."""
    found = sheet(f"Qty;Card Name;{header}", f"1;Boba Fett (A);{cell}")
    assert [column.field for column in found.columns] == ["quantity", "name", field]
    (row,) = found.rows
    assert (row.currency or "") == {"Preis EUR": "EUR", "Cena Kč": "CZK"}.get(header, "")


@pytest.mark.parametrize(
    ("cells", "price"),
    [(("1.000", "12,50"), "1000"), (("1.000", "12.50"), "1.000"), (("1,000", "$1,234.5"), "1000")],
)
def test_a_price_of_thousands_is_read_as_the_others_of_its_column(cells: tuple[str, str], price: str) -> None:
    found = sheet("Qty;Card;Price", f"1;Boba Fett (A);{cells[0]}", f"1;Nexu;{cells[1]}")
    assert found.rows[0].price == price


def test_a_price_that_no_other_explains_is_kept_and_said() -> None:
    found = sheet("Qty;Card;Price", "1;Boba Fett (A);1.000", "1;Nexu;12")
    assert [(row.price, dict(row.extra)) for row in found.rows] == [(None, {"Price": "1.000"}), ("12", {})]
    assert [note for note in found.notes if "Price not understood in 1 row" in note]


def test_foils_have_the_price_of_their_own_column() -> None:
    found = sheet("Card;Normal;Foil;Price;Foil Price", "Nexu;2;1;1.50;4.00")
    assert [(row.quantity, row.finish, row.price) for row in found.rows] == [
        (2, "", "1.50"),
        (1, "foil", "4.00"),
    ]


@pytest.mark.parametrize(
    ("cells", "maybe"),
    [
        (("2", "", "3", ""), "Got"),  # half of the rows
        (("2", "", "", ""), ""),
        (("2", "x", "y", "3"), ""),
        (("1", "2", "3", "4", "5", "6"), ""),  # the numbers of the rows
        (("1", "2", "2", "4", "5", "6"), "Got"),
    ],
)
def test_a_column_plainly_holds_counts_or_does_not(cells: Sequence[str], maybe: str) -> None:
    assert sheet("Card;Set;Got", *(f"Nexu;AOTC;{cell}" for cell in cells)).maybe_quantity == maybe


@pytest.mark.parametrize(
    ("heading", "holds"),
    [("# Wants", WANTS), ("Tausche", FOR_TRADE), ("Na prodej", FOR_TRADE), ("Space", OWNED), ("ESB", OWNED)],
)
def test_the_heading_above_rows_says_whether_they_are_owned(heading: str, holds: str) -> None:
    """What is for trade must not be wanted, nor what is wanted be owned."""
    found = sheet("Qty;Card;Set", f"{heading};;", "2;Nexu;AOTC")
    assert [(row.holds, found.problems) for row in found.rows] == [(holds, {})]


def test_rows_under_a_misspelt_heading_wait_for_an_answer() -> None:
    found = sheet("Qty;Card;Set", "Wnats:;;", "2;Nexu;AOTC", "Have:;;", "1;Yoda (A);AOTC")
    assert found.problems == {3: "the heading 'Wnats:' may mean wants; correct it"}


def test_tables_with_rules_and_fewer_columns_below_are_one_list() -> None:
    table = (
        "| Qty | Card | Notes |",
        "|----:|------|-------|",
        "| 2 | Nexu | x |",
        "",
        "| Qty | Card |",
        "|--:|---|",
    )
    found = sheet(*table, "| 1 | Yoda (A) |")
    assert ([row.name for row in found.rows], found.problems) == (["Nexu", "Yoda (A)"], {})
    assert found.skipped == ((5, "the header again"),)


def test_who_says_what_a_column_holds_is_not_asked_about_the_next() -> None:
    data = b"Page;Slot;Card;Set\n1;1;Nexu;AOTC\n1;2;Yoda (A);AOTC\n"
    assert parse_holdings(data, "x").maybe_quantity == "Page"
    assert parse_holdings(data, "x", stated={"Page": "extra"}).maybe_quantity == ""


def test_a_count_of_foils_beside_grades_makes_no_copy_a_foil() -> None:
    found = sheet("Card;Set;NM;EX;Foil", "Nexu;AOTC;2;1;1", "Yoda (A);AOTC;;2;")
    assert len(found.problems) == 2
    assert all("the finish is '1', expected a word such as foil" in why for why in found.problems.values())


def test_a_count_of_foils_is_read_beside_one_of_others_and_asked_about_beside_one_of_all() -> None:
    found = sheet("Card;Set;Normal Qty;Foil Qty", "Nexu;AOTC;2;1")
    assert [(row.quantity, row.finish) for row in found.rows] == [(2, ""), (1, "foil")]
    found = sheet("Card;Set;Qty NM;EX Qty", "Nexu;AOTC;2;1")
    assert [(row.quantity, row.condition) for row in found.rows] == [(2, "NM"), (1, "EX")]
    found = sheet("Card;Set;Qty;Foil Qty", "Nexu;AOTC;2;1", "Yoda (A);AOTC;2;0")
    assert list(found.problems) == [2]


@pytest.mark.parametrize(
    "text",
    [
        *("Apr 3 2019", "April 3rd, 2019", "3-Apr-19", "3/Apr/2019", "Wednesday, April 3, 2019"),
        *("3. April 2019", "Mi, 3. April 2019", "3. dubna 2019", "3. duben 2019", "03-APR-2019 14:30"),
        *("3 kwietnia 2019 r.", "3 kwi 2019", "2019. április 3.", "2019. ápr. 3.", "2019-Apr-03"),
    ],
)
def test_a_month_that_is_a_word_makes_a_day_certain(text: str) -> None:
    """They were kept as text, which no query and no other program reads."""
    assert read_day(text) == "2019-04-03"


@pytest.mark.parametrize(
    "text", ["Apr 2019", "Apr-19", "eBay 3 Apr 2019", "31 Apr 2019", "3 4 2019", "listopad"]
)
def test_what_may_be_another_day_stays_text(text: str) -> None:
    assert read_day(text) is None
