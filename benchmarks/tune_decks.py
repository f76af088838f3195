"""Real decks tuned: the examples, or those in the folders that `DECKS` names, joined as a path list.

Each deck gets the goal of its game within four changes; a line says what becomes of it, how sure that
is, and what is changed. What cannot be tuned says why; a traceback ends all.
"""

import os
import tempfile
import time
from pathlib import Path

import deckcheck
from db.errors import DeckcheckError
from deckcheck import Session
from deckcheck.acts.tune import goals_of

EXAMPLES = Path(__file__).parents[1] / "examples"
CHANGES = 4


def main() -> None:
    """Prints a line for each deck and goal: the odds before and after, the proof, the time, the changes."""
    named = os.environ.get("DECKS", "")
    given = [Path(one) for one in named.split(os.pathsep) if one] or [
        EXAMPLES / "decks",
        EXAMPLES / "sisters",
    ]
    decks = [path for folder in given for path in sorted(folder.iterdir()) if path.suffix != ".tsv"]
    with tempfile.TemporaryDirectory() as folder, deckcheck.open(Path(folder) / "cards.sqlite") as cards:
        for deck in decks:
            for goal in list(goals_of(cards.deck(deck).game).values())[:2]:
                print(f"{deck.name}: {goal}: {_tuned(cards, deck, goal)}", flush=True)


def _tuned(cards: Session, deck: Path, goal: str) -> str:
    begun = time.process_time()
    try:
        found = cards.tune(deck, goal, changes=CHANGES).document()
    except DeckcheckError as error:
        return f"not tuned: {error}"
    took = time.process_time() - begun
    before, after = (found[when]["value"] for when in ("before", "after"))
    if after is None:
        return f"{before}: none is legal; the nearest takes {found['nearest']} ({took:.1f} s)"
    moves = [
        f"{sign}{one['quantity']} {one['name']}"
        for sign, side in (("-", "out"), ("+", "in"))
        for one in found[side]
    ]
    proof = "proven" if found["proof"]["optimal"] else found["proof"]["open"] or "not proven"
    what = f"{before or 0:.2%} to {after:.2%}, {found['verdict_after']}, {proof} ({took:.1f} s)"
    return f"{what}: {'; '.join(moves)}"
