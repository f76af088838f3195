"""What a user's type checker sees of the library."""

import re
from pathlib import Path

from tests.conftest import ROOT

_CONSUMER = """
import io
from pathlib import Path

import deckcheck
from deckcheck import Card, Deck, Judge, Report

reveal_type(deckcheck.Judge)
report: Report = deckcheck.validate("my.dek", format="standard")
legal: bool = report.is_legal
verdict: str = report.verdict
codes: list[str] = [issue.code for issue in report.issues]
deckcheck.validate(Path("my.dek"))
deckcheck.validate(io.StringIO("4 Boba Fett (A)"))
deckcheck.validate(Deck(()))
with deckcheck.open() as cards:
    reveal_type(cards)
    found: tuple[Card, ...] = cards.search("type:space side:dark cost<=4")
    deck: Deck = cards.deck("my.dek")
    reveal_type(cards.collection.import_sheet("cards.xlsx").preview().outcome.added)
    reveal_type(cards.collection.add("Boba Fett (A)", 2, location="binder 1").batch)
    cards.odds(deck, "type:space >= 2")
    events: tuple[dict[str, object], ...] = cards.setup(deck, "b.dek", seed=7).events
    reveal_type(cards.decks.list())
    reveal_type(cards.sources.sync("lackey").preview())
"""

_REVEALED = (
    "-> deckcheck.judge.validate.Judge",
    "deckcheck.session.session.Session",
    "int",
    "db.collection.history.LedgerBatch",
    "tuple[db.collection.decks.SavedDeck, ...]",
    "deckcheck.sources.sync.Outcome",
)

_WRONG = """
import deckcheck

deckcheck.validate("my.dek", format=2006)
deckcheck.open().collection.add("Boba Fett (A)", locaton="binder 1")
deckcheck.Judgement
"""


def _checked(source: str, folder: Path) -> tuple[str, int]:
    from mypy import api

    file = folder / "consumer.py"
    file.write_text(source, encoding="utf-8")
    out, err, code = api.run(
        [
            "--config-file",
            str(ROOT / "pyproject.toml"),
            "--cache-dir",
            str(ROOT / ".mypy_cache"),
            "--no-pretty",
            str(file),
        ]
    )
    assert not err
    return out, code


def test_a_program_that_uses_the_library_is_typed(tmp_path: Path) -> None:
    """Else an editor completes nothing of what `import deckcheck` gives, all being `Any`."""
    out, code = _checked(_CONSUMER, tmp_path)
    assert code == 0, out
    revealed = [line for line in out.splitlines() if "Revealed type" in line]
    assert len(revealed) == len(_REVEALED)
    for line, part in zip(revealed, _REVEALED, strict=True):
        assert part in line
        assert not re.search(r'Revealed type is "(\S+: )?Any"|-> Any"', line)


def test_a_program_that_uses_it_wrongly_is_told(tmp_path: Path) -> None:
    out, code = _checked(_WRONG, tmp_path)
    assert code == 1
    assert 'Argument "format"' in out
    assert "locaton" in out
    assert 'has no attribute "Judgement"' in out
