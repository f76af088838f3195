"""Single games of a seed, and setups on arrays where they can be played so."""

from collections.abc import Callable, Sequence

from deckcheck.simulators.playing import Dealt
from deckcheck.simulators.simulator import GREEDY, PLANNER, ManyGames, PlayDeck, SetupChunks, Simulator

SetupsOf = Callable[[Sequence[PlayDeck | None], Sequence[str | None], int], SetupChunks | None]
"""Makes the chunks of setups of decks, their policies and a seed; None where it cannot."""


class SetupsOnArrays(ManyGames):
    """The setups of greedy and planner on arrays; all else is played move by move.

    `load` gives what plays them; it is called late, since that loads numpy.
    """

    is_fast = True

    def __init__(self, load: Callable[[], SetupsOf]) -> None:
        self._load = load

    def setups(
        self, decks: Sequence[PlayDeck | None], policies: Sequence[str | None], seed: int
    ) -> SetupChunks | None:
        """Plays setups of these decks; None where they have to be played one by one."""
        return self._load()(decks, policies, seed) if suits_arrays(decks, policies) else None


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
