"""The golden corpus of messy sheets: what is matched, what is asked, what is refused."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from db.cards.lookup import Catalogue
from db.errors import DeckcheckError
from deckcheck.collection.matching import EXACT, STRONG, Matcher
from deckcheck.collection.sheet_import import match_rows
from importers.collections.holding_row import SheetHolding
from importers.collections.holding_sheet import read_holdings

FOLDER = Path(__file__).parents[2] / "importers" / "sheets"
EXPECTED = sorted(FOLDER.glob("*.expected.json"))


@pytest.fixture(scope="module")
def matcher(catalogue: Catalogue) -> Matcher:
    return Matcher(catalogue)


def test_the_corpus_is_there() -> None:
    sheets = [p for p in FOLDER.iterdir() if p.suffix not in {".py", ".json"} and p.is_file()]
    assert len(EXPECTED) >= 40
    assert all((FOLDER / f"{sheet.name}.expected.json") in EXPECTED for sheet in sheets)


def fact(row: SheetHolding, name: str) -> str:
    if name == "extra":
        return ", ".join(f"{key}: {value}" for key, value in row.extra.items())
    return str(getattr(row, name) or "")


@pytest.mark.parametrize("beside", EXPECTED, ids=lambda p: p.name.removesuffix(".expected.json"))
def test_a_messy_sheet(beside: Path, matcher: Matcher) -> None:
    path = beside.with_name(beside.name.removesuffix(".expected.json"))
    expected: dict[str, Any] = json.loads(beside.read_text(encoding="utf-8"))
    if refused := expected.get("refused"):
        with pytest.raises(DeckcheckError) as error:
            read_holdings(path)
        assert refused in str(error.value)
        assert "\n" not in str(error.value)
        return
    sheet = read_holdings(path)
    rows = match_rows(sheet, matcher)
    matched: Counter[str] = Counter()
    facts: dict[str, SheetHolding] = {}
    for row in rows:
        if row.match.found:
            matched[row.match.found.label] += row.row.quantity or 0
            facts[row.match.found.label] = row.row
    told = {row.row.row: row.match.reason for row in rows if row.match.reason}
    assert {label: count for label, count in matched.items() if count} == expected["matched"], told
    asked = [row.row.row for row in rows if not row.match.is_sure]
    assert asked == expected["asked"], told
    assert [r.row.row for r in rows if r.match.grade == STRONG] == expected["inferred"], told
    assert (sheet.read_as, sheet.sheet) == (expected["read_as"], expected["sheet"])
    for label, stated in expected["facts"].items():
        assert {name: fact(facts[label], name) for name in stated} == stated
    # Every asked row says why, and nothing is lost between the rows of the file and the answer.
    assert all(row.match.reason for row in rows if not row.match.is_sure)


def test_few_rows_that_read_only_their_own_cards_mean_what_they_mean_in_the_whole_catalogue(
    matcher: Matcher, database: Path
) -> None:
    """A sheet of up to 500 names asks for these; the corpus and its unknown names, sheet by sheet."""
    for beside in EXPECTED:
        if "refused" in json.loads(beside.read_text(encoding="utf-8")):
            continue
        sheet = read_holdings(beside.with_name(beside.name.removesuffix(".expected.json")))
        with Catalogue(database, "swtcg") as fresh:
            few = Matcher(fresh)
            assert match_rows(sheet, few) == match_rows(sheet, matcher), beside.name
    with Catalogue(database, "swtcg") as fresh:
        assert Matcher(fresh).search("Boba") == matcher.search("Boba") != ()


@pytest.mark.parametrize("written", ["Nexu (foil)", "Nexu [Foil]", "Nexu *F*", "Nexu foil", "Nexu - Foil"])
def test_a_finish_behind_a_name_is_that_of_the_copies(written: str, matcher: Matcher, tmp_path: Path) -> None:
    """Else a foil becomes an ordinary card, or one that is of no card."""
    path = tmp_path / "cards.csv"
    path.write_text(f"Qty,Card,Set,Where\n1,{written},AOTC,box\n", encoding="utf-8")
    ((row, match),) = [(one.row, one.match) for one in match_rows(read_holdings(path), matcher)]
    assert (row.name, row.finish, row.location) == ("Nexu", "foil", "box")
    assert match.grade == EXACT
    path.write_text(f"Qty,Card,Set,Foil\n1,{written},AOTC,no\n", encoding="utf-8")
    assert read_holdings(path).rows[0].name == written  # the two columns say different things


@pytest.mark.parametrize("written", ["Darth Vader ver. B", '"Darth Vader, B"', "DarthVader [B]"])
def test_names_are_folded_in_sheets_as_in_decks(written: str, matcher: Matcher, tmp_path: Path) -> None:
    path = tmp_path / "cards.csv"
    path.write_text(f"Qty,Card,Set\n1,{written},ANH\n", encoding="utf-8")
    (found,) = match_rows(read_holdings(path), matcher)
    assert found.match.found is not None
    assert found.match.found.card.name == "Darth Vader (B)"
