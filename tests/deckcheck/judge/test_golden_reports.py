"""Whole reports of many decks, compared with those that were looked at and kept.

A message, cite, advice or count that changes without anybody having meant it is found here. After an
intended change write the files in tests/deckcheck/judge/golden anew and look at the difference:

    DECKCHECK_GOLDEN=write python -m pytest -n 0 tests/deckcheck/judge/test_golden_reports.py

Each issue, and what reports of one format have in common, is kept once, under a short checksum, and
the reports name it by that.
"""

import hashlib
import json
import os
from collections.abc import Iterable, Mapping
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from deckcheck.games import get_game
from deckcheck.judge.validate import Judge, validate
from deckcheck.report import Issue, Report, UnreadableReport, as_json
from tests.deckcheck.judge.golden.case import Case
from tests.deckcheck.judge.golden.cases import GAMES, cases_of, pool_of
from tests.deckcheck.judge.golden.decks import base_deck

FOLDER = Path(__file__).parent / "golden"

FIELDS = set(Issue._fields)

_KEPT: dict[str, Path] = {}
"""The database from which the cases are made, found once for each process."""

Document = dict[str, Any]


@pytest.fixture
def catalogue_file(request: pytest.FixtureRequest) -> Path:
    """The database with the bundled catalogue."""
    if "path" not in _KEPT:
        _KEPT["path"] = request.getfixturevalue("database")
    return _KEPT["path"]


def rendered(report: Report) -> Document:
    """A report as it is kept: all that is not empty, the cards of issues as lines."""
    document = as_json(report)
    for shown, issue in zip(document["issues"], report.issues, strict=True):
        assert not issue.details.keys() & FIELDS, "details would hide what every issue has"
        adds = issue.adds and f"{issue.adds.level} {issue.adds.count} {issue.adds.one}/{issue.adds.many}"
        told = {"adds": adds, "together": issue.together, "aside": issue.aside}
        shown.update(told, undecided=issue.undecided)
        shown["cards"] = ["{quantity} {name} | {zone} | {line}".format(**c) for c in shown["cards"]]
    issues = [filled(issue) for issue in document.pop("issues")]
    counts = document.pop("counts")
    verdict = document.pop("verdict")
    head = filled({**document, "counted": list(counts)})
    shown_counts = " ".join(f"{name}={n}" for name, n in counts.items() if n)
    return {"verdict": verdict, "counts": shown_counts, "parts": [head, *issues]}


def filled(mapping: Document) -> Document:
    return {k: v for k, v in mapping.items() if v is not None and v is not False and v not in ("", [])}


def compare(name: str, found: Iterable[tuple[str, Document]], part: str = "parts") -> None:
    """Compares documents with those of the file of that name, or writes them.

    `part` is the key of the items that each document has and shares with others.
    """
    if os.environ.get("DECKCHECK_GOLDEN") == "write":
        found = list(found)
        _write(name, found, part)
    items, documents = _read(name)
    names = set()
    for key, document in found:
        names.add(key)
        kept = documents.get(key, {})
        shared = [items[digest] for digest in kept.get(part, ())]
        assert document == (kept | {part: shared} if shared else kept), key
    assert names == set(documents)


@cache
def _read(name: str) -> tuple[Mapping[str, Document], Mapping[str, Document]]:
    kept = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    return kept["items"], kept["documents"]


def _write(name: str, found: Iterable[tuple[str, Document]], part: str) -> None:
    items: dict[str, Any] = {}
    documents: dict[str, Document] = {}
    for key, document in found:
        assert key not in documents, f"two cases are called {key}"
        digests = []
        for item in document.get(part, ()):
            text = json.dumps(item, ensure_ascii=False, sort_keys=True)
            digests.append(hashlib.sha256(text.encode()).hexdigest()[:10])
            items[digests[-1]] = item
        documents[key] = document | ({part: digests} if digests else {})
    lines = []
    for title, table in (("items", dict(sorted(items.items()))), ("documents", documents)):
        rows = ",\n".join(
            f"{json.dumps(key)}: {json.dumps(value, ensure_ascii=False, sort_keys=True)}"
            for key, value in table.items()
        )
        lines.append(f"{json.dumps(title)}: {{\n{rows}\n}}")
    text = "{" + ",\n".join(lines) + "}\n"
    (FOLDER / f"{name}.json").write_text(text, encoding="utf-8")


@pytest.mark.parametrize("game", GAMES)
def test_reports_are_as_they_were(game: str, catalogue_file: Path) -> None:
    judges: dict[str, Judge] = {}

    def judged(case: Case) -> Document:
        key = repr((case.play_format, sorted(case.options.items(), key=str)))
        judge = judges.get(key)
        if judge is None:
            judge = judges[key] = Judge(case.deck.game, case.play_format, **case.options)
        return json.loads(json.dumps(rendered(judge.validate(case.deck))))  # type: ignore[no-any-return]

    compare(game, ((case.name, judged(case)) for case in cases_of(game, catalogue_file)))


def test_what_cannot_be_read_is_told_as_the_contract_has_it() -> None:
    unread = UnreadableReport("a/b.dek", "b", "it is no deck")
    assert as_json(unread) == {
        "path": "a/b.dek",
        "name": "b",
        "verdict": "unreadable",
        "error": "it is no deck",
    }


def test_one_deck_is_judged_like_many(catalogue_file: Path) -> None:
    """A script that judges one deck must get the same answer."""
    for game in GAMES:
        deck = base_deck(pool_of(game, catalogue_file))
        on = date(2026, 11, 21)
        assert validate(deck, on=on) == Judge(game, on=on).validate(deck)
        for one in get_game(game).formats()[-2:]:
            judge = Judge(game, one.code, on=on)
            assert validate(deck, one.code, on=on) == judge.validate(deck)
    edition = validate(base_deck(pool_of("swtcg", catalogue_file)), edition="printed-2002", on=on)
    assert edition.rules == "printed-2002"
