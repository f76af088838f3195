"""Tables: they fit a terminal, and lose nothing where a program reads them."""

import pytest
from hypothesis import given, strategies as st

from deckcheck.show.tables import fitted_table, plain_table, print_table

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
    text = fitted_table(HEADERS, ROWS, width, optional=("traits",))
    assert max(map(len, text.splitlines())) <= width
    assert "[A]" in text.replace("\n", " ") or width < 40


def test_optional_columns_give_way_before_names_and_are_named() -> None:
    text = fitted_table(HEADERS, ROWS, 70, optional=("traits",))
    assert str(ROWS[1][0]) in text
    assert "not shown: traits" in text
    wide = fitted_table(HEADERS, ROWS, 200, optional=("traits",))
    assert "Trait " * 11 + "Trait" in wide
    assert "not shown" not in wide


def test_a_long_path_is_left_out_and_not_broken_in_two() -> None:
    text = fitted_table(("batch", "file"), [(1, "collections/kartenschrank.xlsx")], 25, optional=("file",))
    assert "kart" not in text
    assert "not shown: file" in text.replace("\n", " ")


def test_a_table_that_cannot_fit_has_each_row_as_lines() -> None:
    headers = tuple(f"column{number}" for number in range(9))
    text = fitted_table(headers, [range(1_000_000, 1_000_009)], 30)
    assert max(map(len, text.splitlines())) <= 30
    assert "column8  1000008" in text


LACKING = ("missing", "card", "needed", "owned", "free", "dice missing", "dice needed", "sets")


def test_names_are_not_cut_inside_words_for_wide_headers() -> None:
    """Beside seven columns of numbers a name runs over lines, word by word."""
    rows = [
        (2, "Palpatine's Lightsaber of the Senate", 2, 0, 0, 2, 2, "CONV TPG"),
        (1, "Maul", *"100", "", "", "AW"),
    ]
    text = fitted_table(LACKING, rows, 80)
    assert max(map(len, text.splitlines())) <= 80
    assert {"Palpatine's", "Lightsaber", "Senate", "CONV", "TPG", "dice"} <= set(text.split())
    assert "dice missing" in fitted_table(LACKING, rows, 120)


def test_reasons_run_over_lines_and_are_not_cut_off() -> None:
    rows = [(2, "Rebel Armored Freerunner of the First Hour", 2, "may be several cards")] * 2
    text = fitted_table(("missing", "card", "needed", "sets"), rows, 50)
    assert "…" not in text
    assert text.split().count("several") == 2


def test_the_columns_of_a_collection_leave_room_for_names() -> None:
    """Eleven columns at 80: blanks between them and what may be cut give way before names do."""
    headers = (
        "#",
        "card",
        "set",
        "no",
        "rarity",
        "condition",
        "language",
        "trade",
        "owned",
        "reserved",
        "free",
    )
    rows = [(1, "Anakin Skywalker (B)", "AOTC", 2, "R", "NM", "en", "", 1, 0, 1)]
    text = fitted_table(headers, rows, 80)
    assert max(map(len, text.splitlines())) <= 80
    assert "Anakin Skywalker" in text
    assert set(headers) - {"trade"} <= set(text.split())


@given(
    st.lists(
        st.tuples(st.text("ab ", max_size=40), st.integers(0, 99), st.text("cd ", max_size=40)), min_size=1
    ),
    st.integers(50, 120),
)
def test_a_fitted_table_keeps_every_number(rows: list[tuple[str, int, str]], width: int) -> None:
    text = fitted_table(("card", "a long header", "what"), rows, width, optional=("what",))
    lines = text.splitlines()
    assert max(map(len, lines)) <= width
    numbers = [word for line in lines for word in line.split() if word.isdigit()]
    assert numbers == [str(number) for _, number, _ in rows]


def test_an_empty_table_is_its_header(capsys: pytest.CaptureFixture[str]) -> None:
    print_table(("card", "cost"), [])
    assert capsys.readouterr().out == "card  cost\n"
