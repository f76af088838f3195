"""Cells, names, paths and databases that mean harm, or are only far too many or too long."""

import csv
import io
import os
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from db.cards.lookup import Catalogue
from db.cards.names import normal_form
from db.errors import NotADatabaseError
from deckcheck.collection import matching
from deckcheck.collection.matching import MOST_SEARCHED, UNMATCHED, Matcher
from deckcheck.suggest import suggest, suggest_many
from importers.collections.holding_row import SheetHolding
from importers.sources.source_errors import UnreadableSourceError
from tests.amounts import amount
from tests.conftest import ROOT, Run
from tests.deckcheck.sister_decks import Pool
from tests.program import whole_program


def test_a_return_in_a_cell_begins_no_row_and_no_formula(keep: Run, tmp_path: Path) -> None:
    """Programs take a lone return outside of quotes for the end of a row."""
    keep("collection", "add", "Boba Fett (A)", "--set", "AOTC", "--notes", "mine\r=1+1")
    keep("collection", "add", "Yoda (A)", "--set", "AOTC", "--notes", "\r=1+1")
    for layout in ("deckcheck", "deckbox", "moxfield"):
        out = tmp_path / f"{layout}.csv"
        assert keep("collection", "export", out, "--columns", layout).exit_code == 0
        data = out.read_bytes().decode("utf-8-sig")
        assert "\r" not in data.replace("\r\n", "")
        rows = list(csv.reader(io.StringIO(data, newline="")))
        assert not any(cell.lstrip().startswith("=") for row in rows for cell in row)


def test_a_return_in_a_deck_stays_within_its_cell() -> None:
    from importers.decks.csv_deck import table_text
    from importers.decks.deck_workbook import read_deck_workbook
    from tests.hostile import workbooks

    assert "\r" not in table_text([("4", "Yoda\r=1+1"), ("1", "\r=1+1")])
    row = '<row r="3"><c r="A3"><v>2</v></c><c r="B3" t="str"><v>Han&#13;Solo (A)</v></c></row>'
    found = read_deck_workbook(workbooks.xlsx(workbooks.sheet(row)), "x.xlsx")
    assert [(line.line, line.name) for line in found.lines] == [(2, "Yoda (A)"), (3, "Han Solo (A)")]


@pytest.mark.parametrize("suffix", [".csv", ".xlsx", ".ods"])
def test_joiners_in_a_place_come_back_from_every_sheet(keep: Run, tmp_path: Path, suffix: str) -> None:
    """A picture of several signs, and a word that needs a non-joiner."""
    place = "👩‍🚀 می‌خواهم"
    keep("collection", "add", "Boba Fett (A)", "--set", "AOTC", "--location", place)
    out = tmp_path / f"mine{suffix}"
    assert keep("collection", "export", out).exit_code == 0
    again = keep("collection", "import", out, "--mode", "set", "--json")
    assert '"changed": 0' in again.stdout
    assert "\u200d" in place
    assert '"added": 0' in again.stdout


NEAR = ["Boba Fet (B)", "boba fet", "Yodda (A)", "Solo Han", "Anakin Skywaker", "x", "", "Zzzzz Qqqqq"]


def test_names_searched_at_once_get_what_each_would_get_alone(catalogue: Catalogue) -> None:
    known = catalogue.names()
    bent = [name[:3] + name[4:] for name in list(known.values())[::400]]
    names = [*NEAR, *bent]
    assert len(bent) > 20
    assert suggest_many(names, known) == {name: suggest(name, known) for name in names}


def test_thousands_of_unknown_names_are_searched_up_to_a_number_which_is_said(
    catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    most = amount(150, MOST_SEARCHED)
    monkeypatch.setattr(matching, "MOST_SEARCHED", most)
    matcher = Matcher(catalogue)
    rows = [SheetHolding(n, 1, f"Bobba Fett (A) {n} nobody of that name") for n in range(4_000)]
    asked: list[int] = []

    def many(names: Sequence[str], known: Mapping[str, str], *_: object) -> dict[str, tuple[str, ...]]:
        asked.append(len(names))
        return suggest_many(names, known)

    monkeypatch.setattr(matching, "suggest_many", many)
    matcher.look_ahead(rows)
    monkeypatch.setattr(matching, "suggest", lambda *_: pytest.fail("searched one by one"))
    assert asked == [most]
    assert matcher.notes == (
        f"4,000 names are of no card; near names were looked for only for the first {most:,}",
    )
    assert {matcher.match(row).grade for row in rows} == {UNMATCHED}


@pytest.mark.parametrize("field", ["name", "set_name", "set_code", "number", "version"])
def test_a_cell_of_a_megabyte_is_no_name(
    catalogue: Catalogue, field: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def short(text: str) -> str:
        assert len(text) <= matching.LONGEST_CELL, "looked up though it is no name"
        return normal_form(text)

    matcher = Matcher(catalogue)
    monkeypatch.setattr(matching, "normal_form", short)
    stated: dict[str, str] = {"name": "Yoda (A)", field: "( a" * 400_000}
    row = SheetHolding(1, 1, **stated)  # type: ignore[arg-type]
    matcher.look_ahead([row])
    found = matcher.match(row)
    assert not found.is_sure
    assert "has 1,200,000 characters, at most 1,000 expected" in found.reason
    assert matcher.find_set("x" * 1_000_000) is None


def test_a_sheet_of_another_game_is_told_and_not_searched(
    keep: Run, destiny: Pool, catalogue: Catalogue, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = [card.name for card in destiny.cards if not catalogue.find_cards(card.name)][:250]
    sheet = tmp_path / "destiny.tsv"
    sheet.write_text("Qty\tName\n" + "".join(f"1\t{name}\n" for name in names), encoding="utf-8")
    asked: list[int] = []

    def many(names: Sequence[str], known: Mapping[str, str], *_: object) -> dict[str, tuple[str, ...]]:
        asked.append(len(names))
        return suggest_many(names, known)

    monkeypatch.setattr(matching, "suggest_many", many)
    found = keep("collection", "import", sheet)
    assert "most of the first 200 rows are cards of Star Wars: Destiny; choose the game destiny" in " ".join(
        found.stderr.split()
    )
    assert sum(asked) == 0


@pytest.mark.parametrize("path", ["/dev/null", "file:cards.sqlite", ":memory:", "file:x?mode=memory"])
def test_what_is_no_path_of_a_database_is_refused(run: Run, path: str) -> None:
    found = run("cards", "show", "Yoda (A)", "--db", path)
    assert isinstance(found.exception, NotADatabaseError)
    assert "expected a deckcheck database" in str(found.exception)


def test_a_path_of_thousands_of_characters_is_one_unreadable_file(run: Run, tmp_path: Path) -> None:
    deck = tmp_path / "a.txt"
    deck.write_text("4 Yoda (A)\n")
    found = run("validate", "--short", deck, "x" * 5_000, deck, "y" * 5_000 + "/z.dek")
    assert found.stdout.count(f"illegal    {deck.name}") == 2
    assert "4 decks: 2 illegal, 2 unreadable" in found.stdout


def test_a_pipe_is_waited_for_with_a_word(database: Path, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=lambda: pipe.write_text("4 Yoda (A)\n"))
    writer.start()
    done = subprocess.run(
        [sys.executable, "-m", "deckcheck", "validate", "--short", str(pipe)],
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=False,
        env={**os.environ, "DECKCHECK_DB": str(database)},
    )
    writer.join()
    assert f"{pipe}: a pipe; waiting for another program to write into it" in done.stderr
    assert done.stdout.startswith("illegal")


def test_a_source_of_cards_is_no_pipe_and_no_device(tmp_path: Path) -> None:
    from importers.sources.archives import open_tree

    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", Path("/dev/zero")):
        with pytest.raises(UnreadableSourceError, match="a device or pipe"), open_tree(path):
            pass


def test_a_cell_of_a_megabyte_is_not_looked_at_for_a_header(monkeypatch: pytest.MonkeyPatch) -> None:
    from importers.collections import header as sheet_header
    from importers.collections.holding_sheet import parse_holdings
    from importers.collections.sheet_words import header_form as real

    longest = [0]

    def form(text: str) -> str:
        longest[0] = max(longest[0], len(text))
        return real(text[:1_000])

    monkeypatch.setattr(sheet_header, "header_form", form)
    found = parse_holdings(b"Qty,Name\n1," + b"( a" * 400_000 + b"\n1,Yoda (A)\n", "x.csv")
    assert [row.name for row in found.rows][1:] == ["Yoda (A)"]
    assert longest[0] <= 1_000


@pytest.mark.parametrize("word", ["a", "a b "])
@pytest.mark.parametrize("command", ["deck show", "validate", "collection import"])
def test_a_path_without_end_is_told_in_a_short_line(database: Path, command: str, word: str) -> None:
    """5,000 characters of it filled the terminal, and what was wrong stood below them."""
    found = whole_program(*command.split(), word * 5_000 + ".txt", "--db", str(database))
    assert found.returncode == 2
    lines = (found.stdout + found.stderr).splitlines()
    assert max(map(len, lines)) < 700
    assert any(line.endswith(("File name too long", "`deckcheck deck list`.")) for line in lines)


@pytest.mark.parametrize(
    "address", ["sqlite:///cards.sqlite", "sqlite://", "https://example.org/x", "file:x"]
)
def test_an_address_is_no_path_of_a_database(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    """A folder called `sqlite:` was made, with a database in it that nobody would find again."""
    monkeypatch.chdir(tmp_path)
    found = whole_program("database", "--db", address)
    assert (found.returncode, "this is an address" in found.stderr) == (2, True)
    assert list(tmp_path.iterdir()) == []
