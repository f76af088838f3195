"""Odds and sample hands of a deck."""

from typing import Any

from deckcheck.odds.answer import answer, as_json
from deckcheck.session.odds import odds_deck
from deckcheck.session.session import Session
from deckcheck.web.decks import PageDeck, resolved

_NEXT = 8
"""So many draws after the opening hand are shown."""


def odds_document(
    session: Session, asked: PageDeck, condition: str, draws: int, mulligan: str
) -> dict[str, Any]:
    """The probability of a condition, as in `deckcheck.odds/1`."""
    deck = resolved(session, asked)
    ready = odds_deck(deck, condition, session.catalogue(asked.game))
    found = answer(ready.question(None, draws, mulligan))
    return {
        "schema": "deckcheck.odds/1", **as_json(found, None, None), "deck": ready.label,
        "mulligan": mulligan, "rules": ready.rules,
    }  # fmt: skip


def hand_document(session: Session, asked: PageDeck, seed: int) -> dict[str, Any]:
    """A sample hand and what is drawn next: the shuffle of `deckcheck setup` with that seed."""
    from deckcheck.games import get_simulator

    played = session.setup(resolved(session, asked), seed=seed)
    simulator = get_simulator(asked.game)
    (piles,) = played.piles.values()
    pile, size = piles[simulator.hand_pile], simulator.hand_size
    (result,) = played.results.values()
    return {
        "schema": "deckcheck.page-hand/1",
        "seed": seed,
        "rules": played.rules,
        "hand": pile[:size],
        "next": pile[size : size + _NEXT],
        "setup": result,
        "notes": list(played.notes),
    }
