"""Single games of a seed, and setups on arrays where they can be played so."""

from collections.abc import Sequence
from importlib import import_module

from deckcheck.simulators.playing import Dealt
from deckcheck.simulators.simulator import GREEDY, PLANNER, ManyGames, PlayDeck, SetupChunks, Simulator


class SetupsOnArrays(ManyGames):
    """The setups of greedy and planner on arrays; all else is played move by move.

    What plays them is a class of a module that is imported late, since that imports numpy.
    """

    is_fast = True

    def __init__(self, module: str, name: str) -> None:
        self._module, self._name = module, name

    def setups(
        self, decks: Sequence[PlayDeck | None], policies: Sequence[str | None], seed: int
    ) -> SetupChunks | None:
        """Plays setups of these decks; None where they have to be played one by one."""
        if not suits_arrays(decks, policies):
            return None
        found: SetupChunks | None = getattr(import_module(self._module), self._name).of(decks, policies, seed)
        return found


_MOST_CARDS = 1_000
"""Larger piles would take much memory, many at once."""


def suits_arrays(decks: Sequence[PlayDeck | None], policies: Sequence[str | None]) -> bool:
    """Whether setups can be played many at once: by greedy or planner, with piles of usual size."""
    for deck, policy in zip(decks, policies, strict=True):
        if deck is not None and policy not in {GREEDY, PLANNER}:
            return False
        if deck is not None and any(len(pile) > _MOST_CARDS for pile in deck.piles.values()):
            return False
    return any(deck is not None for deck in decks)


def game_of_seed(
    simulator: Simulator,
    decks: Sequence[PlayDeck | None],
    seed: int,
    game: int = 0,
    stream: int | None = None,
) -> Dealt:
    """One game of a seed, counted from 0, shuffled and not begun."""
    chunk, row = divmod(game, simulator.many.at_once)
    *_, dealt = simulator.many.deals(simulator, decks, seed, chunk, row + 1, stream)
    return dealt
