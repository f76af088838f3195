"""How a program that uses the library is typed: `make lint` checks it, nothing runs it.

Without types an editor completes nothing of what `import deckcheck` gives. A wrong use must be an
error: mypy tells where a `type: ignore` is not needed.
"""

import io
from pathlib import Path
from typing import Any, assert_type

import deckcheck
from db.collection.decks import SavedDeck
from db.collection.history import LedgerBatch
from deckcheck import Card, Deck, Judge, Report
from deckcheck.acts.session import Session
from deckcheck.judge.validate import Judge as JudgeItself
from deckcheck.sources.sync import Outcome


def use_it() -> None:
    """Uses it as a program would."""
    assert_type(deckcheck.Judge, type[JudgeItself])
    assert_type(Judge(), JudgeItself)
    report = deckcheck.validate("my.dek", format="standard")
    assert_type(report, Report)
    assert_type(report.is_legal, bool)
    assert_type(report.verdict, str)
    assert_type([issue.code for issue in report.issues], list[str])
    deckcheck.validate(Path("my.dek"))
    deckcheck.validate(io.StringIO("4 Boba Fett (A)"))
    deckcheck.validate(Deck(()))
    with deckcheck.open() as cards:
        assert_type(cards, Session)
        assert_type(cards.search("type:space side:dark cost<=4"), tuple[Card, ...])
        deck = cards.deck("my.dek")
        assert_type(deck, Deck)
        assert_type(cards.collection.import_sheet("cards.xlsx").preview().outcome.added, int)
        assert_type(cards.collection.add("Boba Fett (A)", 2, location="binder 1").batch, LedgerBatch | None)
        cards.odds(deck, "type:space >= 2")
        assert_type(cards.setup(deck, "b.dek", seed=7).events, tuple[dict[str, Any], ...])
        assert_type(cards.decks.list(), tuple[SavedDeck, ...])
        assert_type(cards.sources.sync("lackey").preview(), Outcome)


def use_it_wrongly() -> None:
    """Uses it as it cannot be used."""
    deckcheck.validate("my.dek", format=2006)  # type: ignore[arg-type]
    deckcheck.open().collection.add("Boba Fett (A)", locaton="binder 1")  # type: ignore[call-arg]
    deckcheck.Judgement  # type: ignore[attr-defined]  # noqa: B018 - the access is what is wrong
