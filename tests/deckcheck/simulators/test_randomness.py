"""Shuffles are fair, and a seed means the same games on any machine and any number of cores."""

import pickle
from itertools import islice
from math import sqrt

import numpy as np
import pytest
from hypothesis import given, strategies as st

from deckcheck.chance.chunks import run_chunks
from deckcheck.chance.estimates import widest
from deckcheck.chance.random_words import RandomWords, generator, raw_words, shuffled, word_pairs, words_at
from deckcheck.games.swtcg.batch.goldfish import figure_marks, hand_classes
from deckcheck.games.swtcg.batch.statistics import GAMES_AT_ONCE
from deckcheck.games.swtcg.setup.cards import SetupDeck
from deckcheck.games.swtcg.setup.policies import POLICIES
from deckcheck.games.swtcg.simulator import SIMULATOR, play_deck
from deckcheck.simulators.dealt_hands import deal_hands
from deckcheck.simulators.documents import goldfish_document, setup_document
from deckcheck.simulators.goldfish import GoldfishTrial, goldfish_trial, simulate_goldfish
from deckcheck.simulators.move_by_move import game_of_seed
from deckcheck.simulators.setup_statistics import games_of, setup_trial, simulate_setups
from deckcheck.simulators.simulator import PlayDeck
from tests.amounts import amount
from tests.deckcheck.simulators.dealing import card, deck_of

SEED_WORDS = [9608128161550718075, 17033818032151237743]
SEED_HAND = ["ship 6", "tank 3", "ship 4", "fight", "droid 2", "tank 3", "ship 2"]
SEED_TALLY = (4834, 4819, 165)


def sixty() -> SetupDeck:
    """A plain deck: five sorts of ship, tank and droid, and some fights."""
    units = [
        (card(f"{name} {cost}", cost, kind), 3)
        for name, kind in (("ship", "Space"), ("tank", "Ground"), ("droid", "Character"))
        for cost in (2, 3, 4, 6, 8)
    ]
    return deck_of([*units, (card("fight", None, "Battle"), 15)])


def library_of_game(deck: SetupDeck, seed: int, game: int = 0) -> list[str]:
    """The library of one game of a seed, top card first, by names."""
    piles = game_of_seed(SIMULATOR, (play_deck(deck), None), seed, game).piles[0]
    assert piles is not None
    return [one.name for one in piles["library"]]


def hands_of(deck: PlayDeck, policy: str, seed: int, hands: int, turns: int) -> GoldfishTrial:
    """A goldfish of the deck, on the fast path."""
    trial = goldfish_trial(GoldfishTrial(SIMULATOR, deck, 0, policy, seed, hands, turns))
    assert trial.fast is not None
    return trial


def assert_even(counts: np.ndarray, expected: float) -> None:
    """Chi-square: the sum is within six standard deviations of its degrees of freedom."""
    square = ((counts - expected) ** 2 / expected).sum()
    freedom = counts.size - 1
    assert abs(square - freedom) < 6 * sqrt(2 * freedom)


def test_every_card_comes_to_every_place_equally_often() -> None:
    games, size = 60_000, 60
    words = word_pairs(generator(1, 2), games, size)
    decks = shuffled(words, np.arange(size, dtype=np.uint16))
    counts = np.stack([np.bincount(decks[:, place], minlength=size) for place in range(size)])
    assert_even(counts, games / size)


def test_every_order_of_few_cards_is_equally_likely() -> None:
    games = 240_000
    decks = shuffled(word_pairs(generator(3, 1), games, 5), np.arange(5, dtype=np.uint16))
    orders = decks @ (5 ** np.arange(5))
    found, counts = np.unique(orders, return_counts=True)
    assert len(found) == 120
    assert_even(counts, games / 120)


def test_neighbours_are_independent() -> None:
    games, size = 200_000, 12
    decks = shuffled(word_pairs(generator(9, 1), games, size), np.arange(size, dtype=np.uint16))
    pairs = np.bincount(decks[:, 0].astype(int) * size + decks[:, 1], minlength=size * size)
    possible = pairs.reshape(size, size)[~np.eye(size, dtype=bool)]
    assert not pairs.reshape(size, size)[np.eye(size, dtype=bool)].any()
    assert_even(possible, games / (size * (size - 1)))


def test_hands_dealt_by_classes_never_hold_more_than_there_is() -> None:
    deck = deck_of([(card("ship", 3), 8), (card("fight", None, "Battle"), 6), (card("x", "X"), 1)])
    classes = hand_classes(deck, figure_marks(deck))
    dealt = deal_hands(classes.copies, classes.discarded, generator(5), 20_000)
    assert (dealt.counts.sum(axis=0) == 7).all()
    assert (dealt.counts <= np.array(classes.copies)[:, None]).all()
    assert set(dealt.discards.tolist()) == set(range(7))


def test_a_deck_of_fewer_than_seven_cards_is_dealt_whole() -> None:
    deck = deck_of([(card("ship", 3), 3), (card("fight", None, "Battle"), 2)])
    classes = hand_classes(deck, figure_marks(deck))
    dealt = deal_hands(classes.copies, classes.discarded, generator(5), 100)
    assert (dealt.counts.sum(axis=0) == 3).all(), "two fights are discarded, none can be drawn"


def test_the_words_of_random_players_are_splitmix64() -> None:
    """The published stream of SplitMix64 for seed 1234567."""
    words = RandomWords(1234567)
    known = [6457827717110365317, 3203168211198807973, 9817491932198370423]
    assert [words.next_word() for _ in known] == known
    starts = np.full(3, 1234567, dtype=np.uint64)
    assert words_at(starts, np.arange(1, 4, dtype=np.uint64)).tolist() == known


def test_a_seed_gives_these_games_on_every_machine() -> None:
    """If this fails, old seeds mean other games: say so in the changelog."""
    assert raw_words(generator(7, 1, 0, 0), 2).tolist() == SEED_WORDS
    assert library_of_game(sixty(), 7)[:7] == SEED_HAND
    trial = setup_trial(SIMULATOR, (play_deck(sixty()), None), ("planner", None), 7, 5_000)
    *_, (tally, nobody) = simulate_setups(trial, jobs=1)
    assert nobody is None
    assert tally is not None
    hits = tally.hits
    assert (tally.values["total"][30], hits["all_arenas"], hits["partial"]) == SEED_TALLY


@pytest.mark.parametrize("policy", POLICIES[:: amount(2, 1)])
def test_figures_do_not_depend_on_the_number_of_cores(policy: str) -> None:
    deck = play_deck(sixty())
    games = 3 * GAMES_AT_ONCE + 100
    found = []
    for jobs in (1, 3):
        trial = setup_trial(SIMULATOR, (deck, deck), (policy, "greedy"), 11, games)
        *_, tallies = simulate_setups(trial, jobs=jobs)
        hands = hands_of(deck, policy, 11, games, 2)
        *_, tally = simulate_goldfish(hands, jobs=jobs)
        setups = [setup_document(SIMULATOR, one, deck) for one in tallies if one is not None]
        found.append((setups, goldfish_document(hands, tally)))
    assert found[0] == found[1]


def test_until_ends_at_the_same_game_on_any_number_of_cores() -> None:
    deck = play_deck(sixty())
    ends = []
    for jobs in (1, 3):
        trial = setup_trial(SIMULATOR, (deck, None), ("greedy", None), 11)
        *_, last = simulate_setups(trial, until=0.008, jobs=jobs)
        tally = last[0]
        assert tally is not None
        assert widest(tally.awaited(SIMULATOR.shown.awaited)) <= 0.008
        ends.append((games_of(last), setup_document(SIMULATOR, tally, deck)))
    assert ends[0] == ends[1]


def test_a_game_is_the_same_however_many_are_played() -> None:
    deck = sixty()
    few, more = (hands_of(play_deck(deck), "greedy", 5, 10, turns) for turns in (3, 5))
    first, second = (goldfish_document(t, t(0)) for t in (few, more))
    assert first["opening"] == second["opening"]
    assert first["by_turn"] == second["by_turn"][:3]
    assert library_of_game(deck, 5, game=3) == library_of_game(deck, 5, game=3)
    assert library_of_game(deck, 5, game=GAMES_AT_ONCE) != library_of_game(deck, 5, game=0)


def test_the_work_can_be_sent_to_processes_that_share_no_memory() -> None:
    """So it starts on systems that spawn processes instead of forking them."""
    trial = hands_of(play_deck(sixty()), "planner", 5, 100, 2)
    sent = pickle.loads(pickle.dumps(trial))
    assert goldfish_document(sent, sent(0)) == goldfish_document(trial, trial(0))


def test_chunks_come_in_order_and_may_have_no_end() -> None:
    assert list(islice(run_chunks(abs, None, jobs=2), 9)) == list(range(9))


@given(st.integers(0, 2**64 - 1), st.integers(0, 2**40), st.integers(0, 130))
def test_a_shuffle_written_out_draws_the_words_of_one_place_after_another(
    start: int, count: int, cards: int
) -> None:
    """Another order of a shuffle would change every game that a seed has stood for."""
    pile, quick = list(range(cards)), list(range(cards))
    words, same = RandomWords(start, count), RandomWords(start, count)
    for place in range(cards - 1):
        chosen = place + words.next_below(cards - place)
        pile[place], pile[chosen] = pile[chosen], pile[place]
    same.shuffle(quick)
    assert quick == pile
    assert same.next_word() == words.next_word()
