"""Tables: they fit a terminal, and lose nothing where a program reads them."""

import pytest

from deckcheck.cli.tables import fitted_table, plain_table, print_table

HEADERS = ("card", "cost", "S/P/H", "traits")
ROWS = [
    ("Padmé Amidala [A]", 4, "40/3/3", "Naboo Senator"),
    ("A Card with a Name That Goes on and on and on and on", "X", "-/*/3", "Trait " * 12),
    ("Battle", None, "", ""),
]


def test_plain_tables_are_aligned_and_whole() -> None:
    lines = plain_table(HEADERS, ROWS).splitlines()
    assert len(lines) == 4
    assert ROWS[1][0] in lines[2]
    assert "Trait " * 11 + "Trait" in lines[2]
    cells = ("S/P/H", "40/3/3", "-/*/3")
    ends = {line.index(cell) + len(cell) for line, cell in zip(lines, cells, strict=False)}
    assert len(ends) == 1
    assert lines[3] == "Battle"


@pytest.mark.parametrize("width", [30, 60, 80, 120, 200])
def test_fitted_tables_fit(width: int) -> None:
    text = fitted_table(HEADERS, ROWS, width, shrink=("traits",))
    assert max(map(len, text.splitlines())) <= width
    assert "[A]" in text.replace("\n", " ") or width < 40


def test_columns_that_may_shrink_give_way_before_names() -> None:
    text = fitted_table(HEADERS, ROWS, 90, shrink=("traits",))
    assert str(ROWS[1][0]) in text
    assert "…" in text
    assert "…" not in fitted_table(HEADERS, ROWS, 200, shrink=("traits",))


def test_an_empty_table_is_its_header(capsys: pytest.CaptureFixture[str]) -> None:
    print_table(("card", "cost"), [])
    assert capsys.readouterr().out == "card  cost\n"
