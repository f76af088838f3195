"""Decks as workbooks: written with facts and charts, and read again as deck lists."""

import io
from typing import Any

import pytest

from importers.decks.deck_list import DeckLine
from importers.decks.deck_workbook import DeckCard, DeckSum, DeckWorkbook, write_deck_workbook
from importers.decks.reading import parse_deck
from importers.errors import LimitError, MalformedFileError

LINES = (
    DeckLine(4, "Destroyer Droid, P Series", "Deck", set_code="AOTC", number="81"),
    DeckLine(2, 'Jon "Dutch" Vander (A)', "Deck", image_key="ANH088_Jon"),
    DeckLine(1, "=1+1", "Sideboard"),
    DeckLine(1, "'=x", "Outside the game"),
)


def written(lines: tuple[DeckLine, ...] = LINES) -> bytes:
    cards = [DeckCard(line, "light", "Space", 4, 50, 3, 2) for line in lines]
    return write_deck_workbook(
        DeckWorkbook("Mine", [("Cards", 8)], cards, [DeckSum("Units by cost", [("1", 2), ("2", 3)])])
    )


def test_a_deck_comes_back_whole() -> None:
    found = parse_deck(written(), source="x.csv")
    assert found.read_as == "xlsx"
    assert found.unread == ()
    assert [(c.quantity, c.name, c.zone, c.set_code, c.number, c.image_key) for c in found.lines] == [
        (c.quantity, c.name, c.zone, c.set_code, c.number, c.image_key) for c in LINES
    ]
    assert [line.line for line in found.lines] == [2, 3, 4, 5]


def test_it_has_charts_and_no_formulas() -> None:
    from openpyxl import load_workbook

    book = load_workbook(io.BytesIO(written()))
    assert book.sheetnames == ["Deck", "Summary"]
    assert len(book["Summary"]._charts) == 1  # type: ignore[attr-defined]
    assert not [cell for page in book for row in page.iter_rows() for cell in row if cell.data_type == "f"]


def workbook(*rows: tuple[Any, ...]) -> bytes:
    from openpyxl import Workbook

    book = Workbook()
    for row in rows:
        book.worksheets[0].append(row)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def test_a_deck_that_somebody_keeps_in_a_workbook() -> None:
    """Title rows above, a total below: a row of totals is no card, and named with its row."""
    data = workbook(
        ("My deck",),
        (),
        ("Anzahl", "Karte", "Set"),
        (4, "Yoda (A)", "AOTC"),
        (2.0, "Boba Fett\n(A)", None),
        ("Summe", None, None),
    )
    found = parse_deck(data, source="x")
    assert [(line.quantity, line.name, line.line) for line in found.lines] == [
        (4, "Yoda (A)", 4),
        (2, "Boba Fett (A)", 5),
    ]
    assert found.unread == ()
    assert [(part.line, part.kind, part.number) for part in found.parts] == [(6, "total", None)]


def test_workbooks_without_a_deck_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(MalformedFileError, match="no sheet has columns for count and name"):
        parse_deck(workbook(("Date", "Text"), (1, "rent")), source="x")
    monkeypatch.setattr("importers.decks.deck_workbook.MAX_LINES", 2)
    with pytest.raises(LimitError, match="4 rows"):
        parse_deck(workbook(("Count", "Name"), (1, "A"), (1, "B"), (1, "C")), source="x")
