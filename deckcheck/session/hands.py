"""Single hands of a deck, to look at: the seed and what was done with one are all of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from db.cards.lookup import Catalogue
from deckcheck.deck import Deck
from deckcheck.session.goldfish import GoldfishPlan, make_trial
from deckcheck.session.play import SeatedDecks
from deckcheck.simulators.hand_to_look_at import HandToLookAt, deal_hand

_NEXT = 8
"""So many draws after a hand are shown."""


@dataclass(frozen=True)
class SampleHand:
    """A hand of a seed after some moves: keep, mulligan, draw, turn, as `offered` has them."""

    table: SeatedDecks
    steps: tuple[HandToLookAt, ...]
    moves: tuple[str, ...]

    @property
    def hand(self) -> HandToLookAt:
        """The hand as it is now."""
        return self.steps[-1]

    def document(self) -> dict[str, Any]:
        """The hand as in `deckcheck.hand/1`."""
        return {
            "schema": "deckcheck.hand/1",
            "game": self.table.game,
            "rules": self.table.rules,
            "seed": self.hand.trial.seed,
            "number": self.hand.number + 1,
            "player": self.hand.trial.player,
            "moves": list(self.moves),
            "offered": list(self.hand.offered),
            "hand": list(self.hand.cards),
            "next": self.hand.upcoming(_NEXT),
            "steps": [list(one.said) for one in self.steps],
            "notes": list(self.table.notes),
        }


def sample_hand(
    catalogue: Catalogue, deck: Deck, seed: int, number: int, moves: Sequence[str], policy: str
) -> SampleHand:
    """The hand of that number, from 1, of a seed, after these moves."""
    table, plan = SeatedDecks(catalogue, [deck]), GoldfishPlan(seed, None, 0, policy)
    hand = deal_hand(make_trial(catalogue, table, plan), max(number, 1) - 1)
    steps = [hand]
    for move in moves:
        steps.append(steps[-1].after(move))
    return SampleHand(table, tuple(steps), tuple(moves))
