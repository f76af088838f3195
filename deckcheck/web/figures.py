"""Figures of a deck as the page shows them: goldfish with its plot, odds by cards seen."""

import base64
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from deckcheck.games import get_simulator
from deckcheck.session.session import Session
from deckcheck.simulators.texts import goldfish_text
from deckcheck.web.answers import AnswerError
from deckcheck.web.decks import PageDeck, resolved

_WIDTH = 88
MOST_HANDS, _MOST_SLOW_HANDS = 2_000, 500
"""The latter of games that are played move by move."""


def goldfish_document(
    session: Session, asked: PageDeck, *, seed: int, hands: int, turns: int, policy: str
) -> dict[str, Any]:
    """The figures of a deck that is played alone, as text and drawn: `deckcheck.page-goldfish/1`.

    `goldfish` is the document of the command.
    """
    fast = get_simulator(asked.game).batch is not None
    most = MOST_HANDS if fast else _MOST_SLOW_HANDS
    if hands > most:
        raise AnswerError(
            f"at most {most:,} hands of this game are played here, so that others need not wait; "
            "`deckcheck goldfish` plays any number"
        )
    found = session.goldfish(
        resolved(session, asked), seed=seed, hands=hands, turns=turns, policy=policy, jobs=1
    )
    return {
        "schema": "deckcheck.page-goldfish/1",
        "goldfish": found.document(),
        "text": goldfish_text(found.trial, found.tally, _WIDTH),
        "plot": _picture(found.plot),
    }


def _picture(draw: Callable[[Path], None]) -> str:
    """A plot as the address of a picture that needs no further request."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "plot.svg"
        draw(path)
        return "data:image/svg+xml;base64," + base64.b64encode(path.read_bytes()).decode()
