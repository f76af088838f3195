"""Exports in seven languages: what is written in one is read again whole, and known as our own."""

import io
import re
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from openpyxl import load_workbook

from db.cards.lookup import Catalogue
from db.collection.read import holdings
from db.language import spoken
from deckcheck.show.language_files import find_language, language_files
from importers.collections.header_words import HEADERS, WORDS
from importers.collections.holding_row import SheetHolding
from importers.collections.holding_sheet import HoldingSheet, parse_holdings
from importers.collections.layouts import EXPORT_LANGUAGES, OWN_HEADERS, own_layout
from importers.collections.sheet_words import header_form
from importers.collections.workbook import CollectionWorkbook, write_collection_ods, write_collection_workbook
from importers.collections.workbook_summary import Totals
from importers.collections.writing import ExportRow, losses, write_text
from tests.amounts import amount
from tests.conftest import ROOT, Run
from tests.languages import pseudo_language

GAME = "Star Wars Trading Card Game"
OTHERS = [language for language in EXPORT_LANGUAGES if language != "en"]
EXTRA = dict.fromkeys(["Shelf life", "Quantity", "Name", "Anzahl", "Kartenname", "Ilość"], "x")
ROWS = [
    ExportRow(
        SheetHolding(
            2,
            4,
            "Boba Fett (A)",
            set_code="AOTC",
            set_name="Attack of the Clones",
            number="6",
            printing_id=11,
            card_id=7,
            condition="NM",
            language="hu",
            finish="foil",
            location="Kiste, 1",
            for_trade=1,
            notes="=1+1",
            acquired_on="2024-03-01",
            price="1.50",
            currency="EUR",
            extra=EXTRA,
            dice=2,
        ),
        "R",
    ),
    ExportRow(SheetHolding(3, 1, "Yoda (A)", printing_id=12, card_id=8, dice=0), "U"),
]


def as_csv(language: str, *, has_dice: bool) -> bytes:
    return write_text(ROWS, own_layout(language, has_dice=has_dice), GAME).encode()


def as_tsv(language: str, *, has_dice: bool) -> bytes:
    return write_text(ROWS, own_layout(language, has_dice=has_dice), GAME, "\t").encode()


def as_ods(language: str, *, has_dice: bool) -> bytes:
    return write_collection_ods(ROWS, has_dice=has_dice, language=language)


def as_xlsx(language: str, *, has_dice: bool) -> bytes:
    book = CollectionWorkbook(
        game=GAME,
        day="2026-01-01",
        rows=ROWS,
        sets=[],
        totals=Totals([], [], []),
        missing=[],
        decks=[],
        playset=4,
        has_dice=has_dice,
        language=language,
    )
    return write_collection_workbook(book)


def plain(sheet: HoldingSheet) -> list[SheetHolding]:
    """The rows with all that they state, without what shows them to users."""
    return [replace(row, text="") for row in sheet.rows]


@pytest.mark.parametrize("has_dice", [False, True], ids=["cards", "dice"])
@pytest.mark.parametrize("write", [as_csv, as_tsv, as_ods, as_xlsx])
@pytest.mark.parametrize("language", OTHERS)
def test_what_is_exported_in_a_language_is_read_as_the_english_export_is(
    language: str, write: Callable[..., bytes], has_dice: bool
) -> None:
    english = parse_holdings(write("en", has_dice=has_dice), "x", without=frozenset())
    found = parse_holdings(write(language, has_dice=has_dice), "x", without=frozenset())
    assert found.is_own
    assert plain(found) == plain(english)
    assert found.rows[0].extra == EXTRA
    assert (found.fields, found.notes) == (english.fields, english.notes)


@pytest.mark.parametrize("language", OTHERS)
def test_nothing_is_lost_by_the_language(language: str) -> None:
    assert losses(ROWS, own_layout(language, has_dice=True), GAME) == ()


@pytest.mark.parametrize("language", OTHERS)
def test_every_header_is_a_word_that_the_importer_reads_as_its_field(language: str) -> None:
    """So that a sheet whose hidden keys are gone is still understood."""
    headers = HEADERS[language]
    fields = {field for _, field in own_layout(has_dice=True).columns}
    assert set(headers) == fields - {"card_id", "printing_id"}
    assert len({header_form(header) for header in headers.values()}) == len(headers)
    for field, header in headers.items():
        assert field == "rarity" or header_form(header) in WORDS[field]
    text = ",".join(f'"{header}"' for header in headers.values())
    kept = parse_holdings(f"{text}\n{',' * (len(headers) - 1)}\n".encode(), "x.csv", without=frozenset())
    assert {column.header: column.field for column in kept.columns} == {
        header: "extra" if field == "rarity" else field for field, header in headers.items()
    }


def test_headers_are_spelt_with_their_accents() -> None:
    assert own_layout("de").columns[-4][0] == "Währung" or "Währung" in OWN_HEADERS
    assert {"Název karty", "Ilość", "Kártya neve", "Numéro", "Ubicación"} <= OWN_HEADERS


@pytest.mark.parametrize("suffix", [".xlsx", ".ods", ".csv"])
def test_the_language_is_set_once_and_what_is_exported_changes_nothing(
    keep: Run, own_database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, suffix: str
) -> None:
    monkeypatch.setenv("DECKCHECK_CONFIG", str(tmp_path / "config.toml"))
    keep("collection", "add", "Yoda (A)", "--set", "AOTC", "--quantity", "3", "--condition", "NM")
    assert keep("config", "set", "language", "DE").exit_code == 0
    path = tmp_path / f"mine{suffix}"
    assert keep("collection", "export", path).exit_code == 0
    assert "Anzahl" in [c.header for c in parse_holdings(path.read_bytes(), "x").columns]
    before = holdings(own_database, "swtcg")
    found = keep("collection", "import", path, "--apply")
    assert "holdings: 0 new, 0 changed, 1 unchanged, 0 removed" in found.stderr
    assert holdings(own_database, "swtcg") == before
    keep("collection", "export", path, "--language", "en", "--force")
    assert "Quantity" in [c.header for c in parse_holdings(path.read_bytes(), "x").columns]


def test_a_language_that_there_is_not_is_refused(keep: Run, tmp_path: Path) -> None:
    path = tmp_path / "mine.csv"
    refused = keep("collection", "export", path, "--language", "tlh")
    assert "expected one of en, de, cs, pl, hu, fr, es" in " ".join(refused.stderr.split())
    for options in ((path, "--columns", "deckbox"), (tmp_path / "mine.json",)):
        refused = keep("collection", "export", *options, "--language", "de")
        assert "has the same headers in every language" in " ".join(refused.stderr.split())
    assert not path.exists()
    assert keep("config", "set", "language", "Klingon").exception is not None


def test_the_drop_downs_stay_with_their_columns(catalogue: Catalogue) -> None:
    from openpyxl import load_workbook

    assert catalogue.cards()
    checks = []
    for language in ("en", "hu"):
        sheet = load_workbook(io.BytesIO(as_xlsx(language, has_dice=True)))["Holdings"]
        checks.append({(str(one.sqref), one.formula1) for one in sheet.data_validations.dataValidation})
    assert checks[0] == checks[1]
    assert len(checks[0]) >= 8


@pytest.mark.parametrize("code", ["qps", *sorted(language_files())[:: amount(2, 1)]])
def test_workbooks_in_the_language_that_is_spoken_are_read_back(code: str, keep: Run, tmp_path: Path) -> None:
    pseudo_language(tmp_path / "languages")
    book, deck = tmp_path / "collection.xlsx", tmp_path / "deck.xlsx"
    examples = ROOT / "examples"
    binder = shutil.copy(examples / "collections" / "binder.csv", tmp_path)
    keep("collection", "import", binder, "--apply", "--no-input")
    with spoken(find_language(code, tmp_path / "languages")):
        assert keep("collection", "export", book).exit_code == 0
        assert keep("deck", "convert", examples / "decks" / "rebels.dek", deck).exit_code == 0
    read = keep("collection", "import", book, "--mode", "set", "--no-input").output
    assert re.search(r"0 new, 0 changed, \d+ unchanged, 0 removed", read)
    assert ": LEGAL" in keep("validate", deck, "--format", "dci", "--on", "2004-06-19").output
    if code == "qps":
        for file in (book, deck):
            summary = load_workbook(file)["Summary"]
            cells = [str(cell.value) for row in summary.iter_rows() for cell in row if cell.value]
            shown = [text for text in cells if "⟦" in text]
            assert len(shown) > 12, file
