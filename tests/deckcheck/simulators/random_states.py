"""The random state of a single game."""

from deckcheck.simulators.random_state import GAMES_AT_ONCE, RandomState, random_states


def random_state_of_game(seed: int, stream: int, game: int) -> RandomState:
    """The random state of one game of a seed, counted from 0."""
    chunk, row = divmod(game, GAMES_AT_ONCE)
    return list(random_states(seed, stream, chunk, row + 1))[-1]
