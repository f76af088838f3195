"""Makes the messy sheets beside this file, each with what an import is expected to make of it.

Usage: python -m tests.importers.sheets.make

`matched` are the copies of each printing, `inferred` those rows among them that needed a reason,
`asked` the rows that are never applied, `refused` what the error says. Rows are those of the file.
"""

import io
import json
import zipfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent

BOBA, BOBA_B = "Boba Fett (A) [AOTC 6]", "Boba Fett (B) [JG 4]"
ANAKIN, ANAKIN_B = "Anakin Skywalker (A) [AOTC 1]", "Anakin Skywalker (B) [AOTC 2]"
YODA, YODA_B = "Yoda (A) [AOTC 58]", "Yoda (B) [AOTC 119]"
DUTCH = 'Jon "Dutch" Vander (A) [ANH 88]'
DROID = "Destroyer Droid, P Series [AOTC 81]"
PADME = "Padme Amidala (C) [AOTC 100]"
DESTROYER = "Star Destroyer [BOY 87]"


@dataclass(frozen=True, slots=True)
class Case:
    """A messy sheet: its name, its bytes, and what is expected of it."""

    name: str
    data: bytes
    why: str
    matched: dict[str, int] = field(default_factory=dict)
    inferred: tuple[int, ...] = ()
    asked: tuple[int, ...] = ()
    refused: str = ""
    read_as: str = "columns"
    sheet: str = ""
    facts: dict[str, dict[str, str]] = field(default_factory=dict)


def text(*lines: str, encoding: str = "utf-8", newline: str = "\n") -> bytes:
    """The lines as a file."""
    return (newline.join(lines) + newline).encode(encoding)


def workbook(build: Callable[[Any], None], patch: dict[str, str] | None = None) -> bytes:
    """A workbook that `build` fills; `patch` replaces text in the XML of its first sheet."""
    from openpyxl import Workbook

    book = Workbook()
    build(book)
    out = io.BytesIO()
    book.save(out)
    if not patch:
        return out.getvalue()
    patched = io.BytesIO()
    with zipfile.ZipFile(out) as old, zipfile.ZipFile(patched, "w", zipfile.ZIP_DEFLATED) as new:
        for part in old.namelist():
            data = old.read(part)
            if part == "xl/worksheets/sheet1.xml":
                for before, after in patch.items():
                    assert before.encode() in data, (before, data)
                    data = data.replace(before.encode(), after.encode())
            new.writestr(part, data)
    return patched.getvalue()


def rows(*rows_: tuple[object, ...]) -> Callable[[Any], None]:
    """What fills the first sheet of a workbook with rows."""

    def build(book: Any) -> None:
        for row in rows_:
            book.active.append(row)

    return build


def _several_sheets(book: Any) -> None:
    book.active.title = "Read me"
    book.active.append(["This workbook holds my collection."])
    old = book.create_sheet("Old")
    old.append(["Name", "Count"])
    old.append(["Yoda (A)", 99])
    old.sheet_state = "hidden"
    new = book.create_sheet("Cards 2024")
    for row in (("Qty", "Card", "Set", "No.", "Condition"), (2, "Boba Fett (A)", "AOTC", 6, "NM")):
        new.append(row)
    book.create_sheet("Prices").append(["Date", "Price"])


def _merged_cells(book: Any) -> None:
    sheet = book.active
    for row in (
        ("My Star Wars cards", None, None, None),
        ("as of spring", None, None, None),
        ("Set", "Card", "Number", "Quantity"),
        ("Attack of the Clones", "Anakin Skywalker (A)", 1, 1),
        (None, "Anakin Skywalker (B)", 2, 2),
        (None, "Boba Fett (A)", 6, 3),
        ("A New Hope", 'Jon "Dutch" Vander (A)', 88, 1),
        ("Total", None, None, "=SUM(D4:D7)"),
    ):
        sheet.append(row)
    sheet.merge_cells("A1:D1")
    sheet.merge_cells("A2:D2")
    sheet.merge_cells("A4:A6")


def _hidden_rows(book: Any) -> None:
    sheet = book.active
    for row in (
        ("Quantity", "Name", "Set"),
        (1, "Boba Fett (A)", "AOTC"),
        (2, "Yoda (A)", "AOTC"),
        (3, "Yoda (B)", "AOTC"),
    ):
        sheet.append(row)
    sheet.row_dimensions[3].hidden = True
    sheet.auto_filter.ref = "A1:C4"
    sheet.auto_filter.add_filter_column(1, ["Boba Fett (A)", "Yoda (B)"])


def _sheet_per_set(book: Any) -> None:
    book.active.title = "AOTC"
    for row in (("Card", "Qty"), ("Boba Fett (A)", 2), ("Yoda (A)", 1), ("Anakin Skywalker", 1)):
        book.active.append(row)
    book.create_sheet("ANH").append(["Card", "Qty"])


def _dated(book: Any) -> None:
    from datetime import datetime

    for row in (
        ("Quantity", "Name", "Set", "Date bought", "Price paid", None),
        (1, "Boba Fett (A)", "AOTC", datetime(2019, 3, 14), 1.5, "shiny"),  # noqa: DTZ001
        (2, "Yoda (A)", "AOTC", 43538, "$2.50", None),
    ):
        book.active.append(row)


def ods() -> bytes:
    """An ODS spreadsheet with a total below its table."""
    from importers.sheets.ods_writing import write_ods

    body = ((2, "Boba Fett (A)", "AOTC"), (3.0, "Yoda (A)", "AOTC"), ("Razem:", None, 5))
    return write_ods("Arkusz1", ("Ilość", "Nazwa karty", "Zestaw"), body, (8, 30, 10))


def encrypted() -> bytes:
    """As much of an encrypted workbook as tells that it is one."""
    return b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 504 + "EncryptedPackage".encode("utf-16-le")


def cases() -> list[Case]:
    """All messy sheets."""
    return [
        Case(
            "german_titles_and_totals.csv",
            text(
                "Meine Sammlung;;;;;",
                "Stand: 3.4.2019;;;;;",
                "",
                "Anzahl;Kartenname;Edition;Zustand;Preis (€);Gekauft am",
                "4x;Boba Fett (A);AOTC;fast neu;1,50;14.3.2019",
                "1,0;Padmé Amidala (C);Attack of the Clones;leicht gespielt;;",
                "2;Yoda;AOTC;;;",
                ";Yoda (A);AOTC;;;",
                "viele;Yoda (B);AOTC;;;",
                "Summe;7;;;;",
                encoding="cp1252",
            ),
            "title rows, totals, semicolons, decimal commas, 4x and 1,0, Windows-1252",
            {BOBA: 4, PADME: 1},
            asked=(7, 9),
            facts={
                BOBA: {"condition": "NM", "price": "1.50", "currency": "EUR", "acquired_on": "2019-03-14"},
                PADME: {"condition": "LP"},
            },
        ),
        Case(
            "czech_windows_1250.csv",
            text(
                "Množství;Název karty;Edice;Stav;Umístění",
                "3 ks;Boba Fett (A);AOTC;výborný;krabice č. 2",
                "1;Yoda (A);AOTC;hraná;",
                "Celkem;4;;;",
                encoding="cp1250",
            ),
            "the code page of Czech Windows, Czech headers and grades",
            {BOBA: 3, YODA: 1},
            facts={BOBA: {"condition": "EX", "location": "krabice č. 2"}},
        ),
        Case(
            "polish.tsv",
            text(
                "Ilość\tNazwa\tDodatek\tJęzyk",
                "2\tBoba Fett (A)\tAOTC\tangielski",
                "1 szt.\tYoda (B)\tAOTC\tpolski",
                "Razem\t3\t\t",
            ),
            "tabs, Polish headers and languages",
            {BOBA: 2, YODA_B: 1},
            facts={BOBA: {"language": "en"}, YODA_B: {"language": "pl"}},
        ),
        Case(
            "hungarian.csv",
            text(
                "Darabszám;Kártya neve;Kiadás;Állapot",
                "2 db;Boba Fett (A);AOTC;újszerű",
                "1;Yoda (A);AOTC;játszott",
                "Összesen:;3;;",
            ),
            "Hungarian headers, grades and units",
            {BOBA: 2, YODA: 1},
            facts={BOBA: {"condition": "NM"}, YODA: {"condition": "MP"}},
        ),
        Case(
            "french.csv",
            text("Nombre;Nom de la carte;Extension;État;Prix", "2;Boba Fett (A);AOTC;très bon;1,25 €"),
            "French headers: nombre is the quantity",
            {BOBA: 2},
            facts={BOBA: {"condition": "EX", "price": "1.25", "currency": "EUR"}},
        ),
        Case(
            "spanish.csv",
            text("Nombre,Cantidad,Edición,Idioma", "Boba Fett (A),2,AOTC,inglés", "Total,2,,"),
            "Spanish headers: nombre is the name",
            {BOBA: 2},
            facts={BOBA: {"language": "en"}},
        ),
        Case(
            "dragon_shield_sep_and_bom.csv",
            b"\xef\xbb\xbf"
            + text(
                '"sep=,"',
                "Folder Name,Quantity,Trade Quantity,Card Name,Set Code,Set Name,Card Number,Condition,Printing,Language,Price Bought,Date Bought,LOW,MID,MARKET",
                "Binder,3,1,Boba Fett (A),AOTC,Attack of the Clones,6,NearMint,Normal,English,0.50,2020-01-02,0.1,0.2,0.3",
                "Binder,1,0,Yoda (A),AOTC,Attack of the Clones,58,Played,Foil,English,,,,,",
                newline="\r\n",
            ),
            "a sep= line, a byte order mark, CRLF; the layout of Dragon Shield",
            {BOBA: 3, YODA: 1},
            read_as="dragonshield",
            facts={
                BOBA: {"location": "Binder", "condition": "NM", "finish": "", "language": "en"},
                YODA: {"condition": "MP", "finish": "foil"},
            },
        ),
        Case(
            "deckbox_commas_and_quotes.csv",
            text(
                "Count,Tradelist Count,Name,Edition,Edition Code,Card Number,Condition,Language,Foil,Signed,Artist Proof,Altered Art,Misprint,Promo,Textless,Printing Id,Printing Note,Tags,My Price",
                '4,1,"Destroyer Droid, P Series",Attack of the Clones,AOTC,81,Near Mint,English,,,,,,,,,,,$0.25',
                '1,0,"Jon ""Dutch"" Vander (A)",A New Hope,ANH,88,Good (Lightly Played),German,foil,signed,,,,,,,,,',
            ),
            "a comma and quotes in names; the layout of Deckbox",
            {DROID: 4, DUTCH: 1},
            read_as="deckbox",
            facts={
                DROID: {"price": "0.25", "currency": "USD"},
                DUTCH: {"condition": "LP", "language": "de", "finish": "foil"},
            },
        ),
        Case(
            "moxfield.csv",
            text(
                '"Count","Tradelist Count","Name","Edition","Condition","Language","Foil","Tags","Last Modified","Collector Number","Alter","Proxy","Purchase Price"',
                '"2","0","Boba Fett (A)","aotc","Near Mint","English","","","2024-01-01","6","False","False",""',
            ),
            "the layout of Moxfield: codes in small letters",
            {BOBA: 2},
            read_as="moxfield",
        ),
        Case(
            "manabox.csv",
            text(
                "Name,Set code,Set name,Collector number,Foil,Rarity,Quantity,ManaBox ID,Scryfall ID,Purchase price,Misprint,Altered,Condition,Language,Purchase price currency",
                "Boba Fett (A),AOTC,Attack of the Clones,6,normal,rare,2,1,,0.5,false,false,near_mint,en,EUR",
            ),
            "the layout of ManaBox",
            {BOBA: 2},
            read_as="manabox",
            facts={BOBA: {"condition": "NM", "currency": "EUR"}},
        ),
        Case(
            "tcgplayer.csv",
            text(
                "TCGplayer Id,Product Line,Set Name,Product Name,Title,Number,Rarity,Condition,TCG Market Price,TCG Direct Low,TCG Low Price With Shipping,TCG Low Price,Total Quantity,Add to Quantity,TCG Marketplace Price,Photo URL",
                '1,Star Wars,Attack of the Clones,"Destroyer Droid, P Series",,081,U,Lightly Played Foil - German,,,,,3,,,',
            ),
            "the layout of TCGplayer: condition, finish and language in one cell",
            {DROID: 3},
            read_as="tcgplayer",
            facts={DROID: {"condition": "LP", "finish": "foil", "language": "de"}},
        ),
        Case(
            "cardmarket.csv",
            text(
                "idProduct;groupCount;price;idLanguage;condition;isFoil;isSigned;isAltered;isPlayset;isReverseHolo;isFirstEd;isFullArt;isUberRare;isWithDie",
                "12345;3;0.50;1;EX;0;0;0;0;0;0;0;0;0",
            ),
            "the layout of Cardmarket, which names cards by numbers of its own",
            asked=(2,),
            read_as="cardmarket",
        ),
        Case(
            "archidekt.csv",
            text(
                "Quantity,Name,Finish,Condition,Date Added,Language,Purchase Price,Tags,Edition Name,Edition Code,Multiverse Id,Scryfall ID,Collector Number",
                "1,Yoda (A),Normal,NM,2024-05-06,EN,,,Attack of the Clones,aotc,0,,58",
            ),
            "the layout of Archidekt",
            {YODA: 1},
            read_as="archidekt",
            facts={YODA: {"acquired_on": "2024-05-06", "language": "en"}},
        ),
        Case(
            "comma_without_quotes.csv",
            text("Quantity,Name,Set", "2,Destroyer Droid, P Series,AOTC", "1,Yoda (A),AOTC"),
            "a name with a comma that nobody put in quotes",
            {YODA: 1},
            asked=(2,),
        ),
        Case(
            "quote_that_never_ends.csv",
            text("Quantity,Name,Set", '1,"Yoda (A),AOTC', "2,Boba Fett (A),AOTC", '3,5" figure,AOTC'),
            "quotes that do not pair up cost only their own row",
            {BOBA: 2, YODA: 1},
            asked=(4,),
        ),
        Case(
            "leading_zeros.csv",
            text(
                "Qty,Name,Set,No.",
                "1,Boba Fett (A),AOTC,006",
                "2,Boba Fett (A),AOTC,6/180",
                "3,Boba Fett (A),AOTC,#6",
                "4,Boba Fett (A),AOTC,60",
            ),
            "numbers with zeros, of so many, with a sign; and a wrong one",
            {BOBA: 6},
            asked=(5,),
        ),
        Case(
            "two_versions_of_one_person.csv",
            text(
                "Qty,Name,Version,Set,Number",
                "1,Anakin Skywalker,,AOTC,",
                "2,Anakin Skywalker,,AOTC,2",
                "3,Anakin Skywalker,a,AOTC,",
                "4,Anakin Skywalker (B),,,",
                "5,Boba Fett,,JG,",
                "6,Boba Fett,,,",
            ),
            "names without their version letter",
            {ANAKIN: 3, ANAKIN_B: 6, BOBA_B: 5},
            inferred=(3, 5, 6),
            asked=(2, 7),
        ),
        Case(
            "one_name_inside_another.csv",
            text("Qty,Name,Set", "1,Star Destroyer,BOY", "2,Star Destroyer,RAS", "3,Boba,AOTC"),
            "a name that is part of another",
            {DESTROYER: 1},
            asked=(3, 4),
        ),
        Case(
            "sets_by_name_code_misspelt.csv",
            text(
                "Qty,Name,Edition",
                "1,Boba Fett (A),AOTC",
                "2,Boba Fett (A),attack of the clones",
                "3,Boba Fett (A),Attak of the Clones",
                "4,Boba Fett (A),ZZZ",
                "5,Boba Fett (A),JG",
            ),
            "sets in all spellings; a misspelt one only suggests",
            {BOBA: 3},
            asked=(4, 5, 6),
        ),
        Case(
            "foreign_set_codes.csv",
            text(
                "Qty,Name,Set Code,Set Name",
                "1,Boba Fett (A),swcg-aotc,Attack of the Clones",
                "2,Boba Fett (A),AOTC,Angriff der Klonkrieger",
                "3,Boba Fett (A),AOTC,Jedi Guardians",
            ),
            "codes of other programs, names in other languages, and two sets at once",
            {BOBA: 3},
            inferred=(2, 3),
            asked=(4,),
        ),
        Case(
            "quantities.csv",
            text(
                "Quantity;Name;Set",
                *(f"{q};Boba Fett (A);AOTC" for q in ("4x", "x2", "3.0", "1,0", "", "-", "2 pcs", "✓", "0")),
                *(f"{q};Yoda (A);AOTC" for q in ("many", "-2", "1.000", "2,5", "3+1", "1e3")),
            ),
            "quantities as people write them",
            {BOBA: 13},
            asked=(11, 12, 13, 14, 15, 16),
        ),
        Case(
            "grades.csv",
            text(
                "Qty,Name,Set,Condition",
                "1,Boba Fett (A),AOTC,Mint",
                "1,Yoda (A),AOTC,NM/M",
                "1,Yoda (B),AOTC,BGS 9.5",
                "1,Anakin Skywalker (A),AOTC,Poor",
                "1,Anakin Skywalker (B),AOTC,Slightly Played",
            ),
            "grades of several scales, and one that no scale has",
            {BOBA: 1, YODA: 1, YODA_B: 1, ANAKIN: 1, ANAKIN_B: 1},
            facts={
                BOBA: {"condition": "M"},
                YODA: {"condition": "NM"},
                YODA_B: {"condition": "", "extra": "Condition: BGS 9.5"},
                ANAKIN: {"condition": "D"},
                ANAKIN_B: {"condition": "LP"},
            },
        ),
        Case(
            "days_and_prices.csv",
            text(
                "Qty;Name;Set;Date bought;Price",
                "1;Boba Fett (A);AOTC;03/14/2019;$1,234.50",
                "1;Yoda (A);AOTC;04/05/2019;12,-",
                "1;Yoda (B);AOTC;last summer;cheap",
            ),
            "days month first as one of them shows, prices with signs; what is neither stays text",
            {BOBA: 1, YODA: 1, YODA_B: 1},
            facts={
                BOBA: {"acquired_on": "2019-03-14", "price": "1234.50", "currency": "USD"},
                YODA: {"acquired_on": "2019-04-05", "price": "12"},
                YODA_B: {"extra": "Date bought: last summer, Price: cheap"},
            },
        ),
        Case(
            "days_prices_and_no_header.xlsx",
            workbook(_dated),
            "days and prices as numbers; a column without a header",
            {BOBA: 1, YODA: 2},
            sheet="Sheet",
            facts={
                BOBA: {"acquired_on": "2019-03-14", "price": "1.5", "extra": "column F: shiny"},
                YODA: {"acquired_on": "2019-03-14", "price": "2.50", "currency": "USD"},
            },
        ),
        Case(
            "several_sheets.xlsx",
            workbook(_several_sheets),
            "several sheets, one hidden: the one with the best header is read",
            {BOBA: 2},
            sheet="Cards 2024",
            facts={BOBA: {"condition": "NM"}},
        ),
        Case(
            "merged_cells.xlsx",
            workbook(_merged_cells),
            "merged titles, a set merged over its rows, a total by formula",
            {ANAKIN: 1, ANAKIN_B: 2, BOBA: 3, DUTCH: 1},
            sheet="Sheet",
        ),
        Case(
            "hidden_rows.xlsx",
            workbook(_hidden_rows),
            "hidden and filtered rows are read too",
            {BOBA: 1, YODA: 2, YODA_B: 3},
            sheet="Sheet",
        ),
        Case(
            "formulas.xlsx",
            workbook(
                rows(("Quantity", "Name", "Set"), (4, "Boba Fett (A)", "AOTC"), ("=1+1", "Yoda (A)", "AOTC")),
                {'<c r="A2" t="n"><v>4</v></c>': '<c r="A2"><f>2+2</f><v>4</v></c>'},
            ),
            "a formula with its stored value, and one without",
            {BOBA: 4},
            asked=(3,),
            sheet="Sheet",
        ),
        Case(
            "one_sheet_a_set.xlsx",
            workbook(_sheet_per_set),
            "the name of the sheet is the set",
            {BOBA: 2, YODA: 1},
            inferred=(2, 3),
            asked=(4,),
            sheet="AOTC",
        ),
        Case(
            "sets_as_headings.csv",
            text(
                "Card,Qty",
                "Attack of the Clones,",
                "Boba Fett (A),1",
                "Yoda (A),2",
                "A New Hope,",
                '"Jon ""Dutch"" Vander (A)",1',
                "Unsorted,",
                "Yoda (B),1",
            ),
            "sets as headings between the rows",
            {BOBA: 1, YODA: 2, DUTCH: 1, YODA_B: 1},
            inferred=(3, 4, 6, 8),
        ),
        Case(
            "totals_below.ods",
            ods(),
            "an ODS spreadsheet in Polish with a total",
            {BOBA: 2, YODA: 3},
            sheet="Arkusz1",
        ),
        Case(
            "list_of_objects.json",
            json.dumps(
                {
                    "cards": [
                        {"name": "Boba Fett (A)", "set": "AOTC", "count": 2},
                        {"name": "Yoda", "set": "AOTC", "count": 1},
                    ]
                }
            ).encode(),
            "JSON of some program",
            {BOBA: 2},
            asked=(2,),
        ),
        Case(
            "header_again.csv",
            text("Qty,Name,Set", "1,Boba Fett (A),AOTC", "", "Qty,Name,Set", "2,Yoda (A),AOTC"),
            "printed pages: the header comes again",
            {BOBA: 1, YODA: 2},
        ),
        Case(
            "unicode_text.csv",
            text("Quantity\tName\tSet", "1\tPadmé Amidala (C)\tAOTC", encoding="utf-16", newline="\r\n"),
            "what Excel calls Unicode text: UTF-16 with tabs",
            {PADME: 1},
        ),
        Case(
            "misspelt_headers.csv",
            text("Quantitty,Card Nmae,Sett Name", "2,Boba Fett (A),Attack of the Clones"),
            "headers with slips",
            {BOBA: 2},
        ),
        Case(
            "no_quantity_column.csv",
            text("Card name,Set", "Boba Fett (A),AOTC", "Boba Fett (A),AOTC"),
            "no quantity: a row is a copy",
            {BOBA: 2},
        ),
        Case(
            "names_with_slips.csv",
            text("Qty,Name,Set", "1,Bobba Fett (A),AOTC", "1,Fett Boba (A),AOTC", "1,???,AOTC", "1,,AOTC"),
            "misspelt names are never guessed",
            asked=(2, 3, 4, 5),
        ),
        Case(
            "formulas_as_text.csv",
            text("Qty,Name,Set,Notes", "1,Boba Fett (A),AOTC,'=1+1", "1,'=cmd|' /C calc'!A0,AOTC,"),
            "cells that would run as formulas are text",
            {BOBA: 1},
            asked=(3,),
        ),
        Case(
            "no_header.csv",
            text("4,Boba Fett (A),AOTC", "2,Yoda (A),AOTC"),
            "no header: the user must say what the columns are",
            refused="--map A=quantity",
        ),
        Case("empty.csv", b"\r\n \r\n", "nothing in it", refused="the file is empty"),
        Case(
            "only_a_header_of_something_else.csv",
            text("Date,Amount,Text", "1.1.,5,rent"),
            "an account statement",
            refused="no row with column names",
        ),
        Case("encrypted.xlsx", encrypted(), "locked with a password", refused="encrypted"),
        Case(
            "cut_off.xlsx",
            workbook(rows(("Qty", "Name"), (1, "Yoda (A)")))[:3000],
            "a download that broke off",
            refused="damaged",
        ),
        Case(
            "web_page.xls",
            text("<html><table><tr><td>1</td></tr></table></html>"),
            "a web page that calls itself XLS",
            refused="neither a table nor a workbook",
        ),
    ]


def expected(case: Case) -> dict[str, Any]:
    """What is expected of a case, as it stands beside the file."""
    if case.refused:
        return {"why": case.why, "refused": case.refused}
    return {
        "why": case.why,
        "read_as": case.read_as,
        "sheet": case.sheet,
        "matched": case.matched,
        "inferred": list(case.inferred),
        "asked": list(case.asked),
        "facts": case.facts,
    }


def main() -> None:
    """Writes the files."""
    for case in cases():
        path = FOLDER / case.name
        old = path.read_bytes() if path.exists() else b""
        # Workbooks hold the time at which they were made.
        if old[:2] != b"PK" or case.data[:2] != b"PK":
            path.write_bytes(case.data)
        beside = FOLDER / f"{case.name}.expected.json"
        document = json.dumps(expected(case), ensure_ascii=False, indent=1) + "\n"
        beside.write_text(document, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
