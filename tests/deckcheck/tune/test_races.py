"""Races of decks for a figure: the games are those of `goldfish`, whoever plays them."""

from dataclasses import replace

import pytest

from deckcheck.games.swtcg.simulator import SIMULATOR, play_deck
from deckcheck.simulators.goldfish import GoldfishTrial, goldfish_trial
from deckcheck.simulators.simulator import PlayDeck
from deckcheck.tune import races
from deckcheck.tune.races import FigureTrial, PlayedPart, Races, gain, total
from tests.deckcheck.simulators.dealing import card, deck_of


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
    found = trial(PlayedPart(deck, 0, 2, alone.at_once))
    assert total(found) == first.setup.figures()["total"]


def test_the_number_of_workers_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """The answer would else be another one on another machine."""
    monkeypatch.setattr(races, "_WORTH", 0)
    decks, trial = [a_deck(n) for n in (5, 15, 25)], FigureTrial(SIMULATOR, 0, 7, "space")
    one, two = (Races(trial, 1024, jobs, is_fast=True) for jobs in (1, 2))
    assert one.play(decks, 9) == two.play(decks, 9)
    assert one.winner(decks, 1) == two.winner(decks, 1) == 2


def test_luck_is_common_to_all_decks_of_a_race() -> None:
    """Over the same games a deck gains nothing over itself, and all hands that it was better in."""
    found = Races(FigureTrial(SIMULATOR, 0, 7, "space"), 4096, 1, is_fast=True)
    same, other, better = found.play([a_deck(10), a_deck(10), a_deck(11)], 16)
    assert gain(same, other) == (0.0, 0.0)
    more, error = gain(same, better)
    alone = (total(same).standard_error ** 2 + total(better).standard_error ** 2) ** 0.5
    assert 0 < error < alone
    assert more > 3 * error
