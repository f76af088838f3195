"""Hostile files: each is refused in one line or read, within 1 GB, and hurts no other file."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.amounts import amount
from tests.conftest import ROOT, Run
from tests.hostile import workbooks
from tests.hostile.cases import CLASSES, DECK, Case


@pytest.mark.parametrize("name", CLASSES)
def test_hostile_files_are_refused_in_a_line_or_read_within_a_gigabyte(name: str) -> None:
    """One that takes more memory, or ends the reader, ends the process and so this test."""
    ended = subprocess.run(
        [sys.executable, "-m", "tests.hostile.reading", name],
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr[-2_000:]
    said = {(case, reader): text for case, reader, text in map(json.loads, ended.stdout.splitlines())}
    wanted: dict[tuple[str, str], Case] = {(c.name, r): c for c in CLASSES[name] for r in c.readers}
    assert said.keys() == wanted.keys()
    for key, text in said.items():
        assert "\n" not in text
        assert len(text) < 1_000
        says = wanted[key].says
        assert (says in text) if says else not text, (key, text)


def test_a_bomb_in_the_middle_of_a_batch_leaves_the_other_results(run: Run, tmp_path: Path) -> None:
    for place in "ac":
        (tmp_path / f"{place}.txt").write_text("4 Yoda (A)\n", encoding="utf-8")
    bombs = [c for cases in CLASSES.values() for c in cases if DECK in c.readers and c.says]
    assert len(bombs) > 20
    # Alone each is tried above.
    for number, case in enumerate(bombs[:: amount(3, 1)]):
        (tmp_path / f"b{number}{case.suffix}").write_bytes(case.build())
    files = sorted(tmp_path.iterdir())
    found = run("validate", "--json", *files)
    decks = {Path(d["path"]).name: d for d in json.loads(found.stdout)["decks"]}
    assert len(decks) == len(files)
    readable = {name for name, deck in decks.items() if deck["verdict"] != "unreadable"}
    assert readable == {"a.txt", "c.txt"}


def test_the_table_of_the_documentation_counts_these_files() -> None:
    text = (ROOT / "docs/security.md").read_text(encoding="utf-8")
    table = dict(re.findall(r"^\| ([^|]+?) \| (\d+) \|", text, re.MULTILINE))
    assert {name: str(len(cases)) for name, cases in CLASSES.items()}.items() <= table.items()


def test_workbooks_in_other_spellings_are_read_like_their_usual_form() -> None:
    """What a look at the XML does not know is written anew, with nothing lost."""
    from importers.decks.deck_workbook import read_deck_workbook

    usual = workbooks.sheet('<row r="3"><c r="A3"><v>2</v></c><c r="B3" t="str"><v>A &amp; B</v></c></row>')
    odd = (
        usual.replace("<c r=", "<c\tr = ")
        .replace('"B3"', "'b3'")
        .replace("<row", "<!-- <c r> --><row")
        .replace("<worksheet xmlns", "<x:worksheet xmlns:x")
        .replace("</worksheet", "</x:worksheet")
    )
    odd = re.sub(r"<(/?)(row|c|v|is|t|sheetData)\b", r"<\1x:\2", odd)
    read = [read_deck_workbook(workbooks.xlsx(xml), "x.xlsx") for xml in (usual, odd)]
    assert read[0] == read[1]
    assert [(line.quantity, line.name) for line in read[1].lines] == [(4, "Yoda (A)"), (2, "A & B")]
