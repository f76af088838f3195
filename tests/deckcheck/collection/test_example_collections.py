"""The collections of examples/: everything that the manual does with them, and more."""

import json
import re
import runpy
import shutil
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from typer.testing import Result

from db.cards.lookup import Catalogue
from db.collection.read import holdings
from deckcheck.cli.collection import import_ as collection_import
from importers.collections.holding_sheet import parse_holdings
from tests.amounts import amount
from tests.conftest import ROOT, Run

pytestmark = pytest.mark.whole_catalogue

EXAMPLES = ROOT / "examples" / "collections"
SHEETS = ("binder.csv", "kartenschrank.xlsx", "trade-box.ods")
GOT = ("--map", "Got=quantity")
MANUAL = ROOT / "docs" / "collection-files.md"


@pytest.fixture
def examples(tmp_path: Path) -> Path:
    """A copy of the examples, since worksheets are written beside them."""
    folder = tmp_path / "examples" / "collections"
    shutil.copytree(EXAMPLES, folder)
    return folder


def document(result: Result) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def held(database: Path) -> Counter[str]:
    copies: Counter[str] = Counter()
    for holding in holdings(database, "swtcg"):
        copies[f"{holding.printing or holding.card} [{holding.set_code}]"] += holding.quantity
    return copies


def test_the_script_makes_the_files_that_are_there(catalogue: Catalogue) -> None:
    made: dict[str, bytes] = runpy.run_path(str(EXAMPLES / "make.py"))["made_files"](catalogue)
    assert tuple(made) == SHEETS
    assert made["binder.csv"] == (EXAMPLES / "binder.csv").read_bytes()
    for name in SHEETS:
        there = parse_holdings((EXAMPLES / name).read_bytes(), name)
        assert parse_holdings(made[name], name) == there
        assert 40 <= len(there.rows) <= 150


@pytest.mark.parametrize(
    ("name", "read_as", "exact", "strong", "unsure"),
    [
        ("binder.csv", "deckbox", 120, 0, 0),
        ("kartenschrank.xlsx", "columns", 78, 0, 0),
        ("trade-box.ods", "columns", 40, 3, 7),
    ],
)
def test_a_preview_says_how_each_is_understood(
    keep: Run,
    own_database: Path,
    examples: Path,
    name: str,
    read_as: str,
    exact: int,
    strong: int,
    unsure: int,
) -> None:
    options = GOT if name == "trade-box.ods" else ()
    result = keep("collection", "import", examples / name, *options, "--json")
    found = document(result)
    assert found["read_as"] == read_as
    assert found["matched"] == {"exact": exact, "strong": strong}
    assert len(found["unmatched"]) + len(found["ambiguous"]) == unsure
    assert result.exit_code == (1 if unsure else 0)
    assert not holdings(own_database, "swtcg")
    assert sorted(path.name for path in examples.iterdir()) == sorted([*SHEETS, "make.py"])


def test_all_three_from_the_first_look_to_the_last_undo(
    keep: Run, own_database: Path, examples: Path, tmp_path: Path
) -> None:
    """Apply, worksheet, export, import again, a deck's missing cards, and back to nothing."""
    from openpyxl import load_workbook

    for name in SHEETS:
        result = keep(
            "collection",
            "import",
            examples / name,
            *GOT[: 2 * (name[0] == "t")],
            "--apply",
            "--no-input",
            "--json",
        )
        assert document(result)["applied"]
    before = held(own_database)
    binder = parse_holdings((examples / "binder.csv").read_bytes(), "binder.csv")
    assert before['Derek "Hobbie" Klivian (A) [ESB]'] == next(
        row.quantity for row in binder.rows if row.name and "Hobbie" in row.name
    )

    worksheet = examples / "trade-box.ods.unmatched.xlsx"
    book = load_workbook(worksheet)
    choices = {"Luke Skywalker": 1, "Yoda": 1}
    sheet, lists = book["Unsure rows"], book["Candidates"]
    headers = [cell.value for cell in sheet[1]]
    for number in range(2, sheet.max_row + 1):
        card = str(sheet.cell(number, headers.index("Name") + 1).value)
        sheet.cell(number, 1, str(lists.cell(number, choices.get(card, 1)).value))
    book.save(worksheet)
    found = document(keep("collection", "import", worksheet, "--apply", "--no-input", "--json"))
    assert (found["changes"]["added"] + found["changes"]["changed"], found["unmatched"]) == (6, [])
    after = held(own_database)
    assert after - before == Counter(
        {
            "Luke Skywalker (A) [ANH]": 2,
            "Boba Fett (A) [AOTC]": 1,
            "Millennium Falcon (B) [BOY]": 3,
            "Yoda (A) [AOTC]": 1,
            "Captain Typho (A) [AOTC]": 2,
            "Zam Wesell (A) [AOTC]": 1,
        }
    )

    # Each layout alone comes back in test_collection_round_trip.
    for suffix in ("xlsx", "csv", *("ods", "tsv", "json")[: amount(0, 3)]):
        out = tmp_path / f"out.{suffix}"
        assert keep("collection", "export", out).exit_code == 0
        again = document(keep("collection", "import", out, "--mode", "set", "--json"))
        assert (again["unmatched"], again["ambiguous"]) == ([], [])
        assert {again["changes"][kind] for kind in ("added", "changed", "removed")} == {0}, suffix

    deck = ROOT / "examples" / "decks" / "rebels.dek"
    missing = document(keep("deck", "missing", deck, "--json"))
    assert 0 < missing["totals"]["missing"] < missing["totals"]["needed"]
    assert keep("collection", "undo", 4).exit_code == 0
    assert held(own_database) == before
    for batch in (3, 2, 1):
        assert keep("collection", "undo", batch).exit_code == 0
    assert not holdings(own_database, "swtcg")
    assert document(keep("deck", "missing", deck, "--json"))["totals"]["missing"] == 60


def test_the_dialogue_of_the_manual_is_what_happens(
    keep: Run, examples: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What stands in docs/collection-files.md is typed in here, and the same comes back."""
    text = MANUAL.read_text(encoding="utf-8")
    block = text.partition("```text\n$ deckcheck collection import ")[2].partition("```")[0]
    command, _, shown = block.partition("\n")
    prompts = re.compile(r"(/words(?:, b)? or q\? |none of these: )(.*)\n")
    answers = [answer for _, answer in prompts.findall(shown)]
    assert len(answers) >= 5
    monkeypatch.setattr(collection_import, "can_ask", lambda: True)
    monkeypatch.chdir(examples.parents[1])
    typed = "".join(f"{answer}\n" for answer in answers)
    result = keep("collection", "import", *command.split(), stdin=typed)
    assert result.stderr == prompts.sub(r"\1", shown)
