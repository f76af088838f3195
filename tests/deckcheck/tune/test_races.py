"""Races of decks for a figure: the games are those of `goldfish`, whoever plays them."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from typing import TypeVar

from deckcheck.chance.chunks import Cluster, workers
from deckcheck.games.swtcg.simulator import SIMULATOR, play_deck
from deckcheck.simulators.goldfish import GoldfishTrial, goldfish_trial
from deckcheck.simulators.matrix import Sums
from deckcheck.simulators.simulator import PlayDeck
from deckcheck.tune.races import FigureTrial, PlayedBlock, Races, Steps, gain, total
from tests.deckcheck.simulators.dealing import card, deck_of

T = TypeVar("T")


def done(steps: Steps[T]) -> T:
    """What a search finds in the end."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return end.value  # type: ignore[no-any-return]


def a_deck(space: int) -> PlayDeck:
    """So many Space units among sixty cards, as they are sent to processes."""
    deck = play_deck(
        deck_of(
            [
                (card("s", 3, "Space"), space),
                (card("g", 3, "Ground"), 40 - space),
                (card("x", None, "Battle"), 20),
            ]
        )
    )
    return replace(deck, entries=())


def test_blocks_are_hands_of_goldfish() -> None:
    """A figure that is told here is the one that a player finds with the same seed."""
    deck, trial = a_deck(20), FigureTrial(SIMULATOR, 0, 7, "total")
    alone = goldfish_trial(GoldfishTrial(SIMULATOR, deck, 0, "planner", 7, None))
    first, second = alone(0), alone(1)
    first.add(second)
    assert first.setup is not None
    found = [trial(PlayedBlock(deck, chunk, alone.at_once)) for chunk in range(2)]
    assert total(found) == first.setup.figures()["total"]


def raced(jobs: int | Cluster) -> tuple[list[list[Sums]], int, int]:
    """The sums of three decks, the winner of their race, and the games, played by so many workers."""
    decks = [a_deck(n) for n in (5, 15, 25)]
    with workers(FigureTrial(SIMULATOR, 0, 7, "space"), jobs) as run:
        races = Races(run, 64)
        return done(races.play(decks, 576)), done(races.winner(decks, 64)), races.played


def test_the_number_of_workers_changes_nothing() -> None:
    """The answer would else be another one on another machine."""
    alone = raced(1)
    assert raced(2) == alone
    assert alone[1] == 2


def test_all_games_are_played_in_blocks_that_a_chunk_has_room_for() -> None:
    """Blocks that reach into the next chunk would have its games twice."""
    blocks: list[PlayedBlock] = []

    def run(asked: Iterable[PlayedBlock]) -> Iterator[Sums]:
        for one in asked:
            blocks.append(one)
            yield 0, one.games

    races = Races(run, 100)
    for games, least in ((250, 1), (100, 16), (1, 1)):
        done(races.play([a_deck(5), a_deck(15)], games, least))
    played = [(one.chunk, one.games) for one in blocks]
    assert max(games for _chunk, games in played) <= 100
    assert all(played.count(one) == 2 for one in played)
    assert races.played == sum(games for _chunk, games in played)
    assert len({chunk for chunk, _games in played}) == 3 + 16 + 1


def test_luck_is_common_to_all_decks_of_a_race() -> None:
    """Over the same games a deck gains nothing over itself, and all hands that it was better in."""
    races = Races(partial(map, FigureTrial(SIMULATOR, 0, 7, "space")), 256)
    same, other, better = done(races.play([a_deck(10), a_deck(10), a_deck(11)], 4096))
    assert gain(same, other) == (0.0, 0.0)
    more, error = gain(same, better)
    alone = (total(same).standard_error ** 2 + total(better).standard_error ** 2) ** 0.5
    assert 0 < error < alone
    assert more > 3 * error
