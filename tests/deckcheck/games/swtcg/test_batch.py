"""The batch engine plays move by move what the reference engine plays, from the same libraries."""

from dataclasses import replace
from typing import Any

import numpy as np

from db.cards.card import Card
from deckcheck.chance.random_words import RandomWords, generator, raw_words, shuffled, word_pairs
from deckcheck.games.swtcg.batch import turns as batch_turns
from deckcheck.games.swtcg.batch.deck import make_batch_deck
from deckcheck.games.swtcg.batch.setup import BatchMoves, play_setups
from deckcheck.games.swtcg.batch.state import Players
from deckcheck.games.swtcg.setup import turns
from deckcheck.games.swtcg.setup.cards import SetupDeck
from deckcheck.games.swtcg.setup.policies import POLICIES, make_policy
from deckcheck.games.swtcg.setup.rules import get_setup_rules
from deckcheck.games.swtcg.setup.state import PLAYERS, start_setup
from tests.amounts import amount
from tests.deckcheck.games.swtcg.batch_record import events_by_player, interleaved
from tests.deckcheck.games.swtcg.setup_plays import PlayedSetup, play_setup
from tests.deckcheck.simulators.dealing import DeckMaker

GAMES_A_DECK = 50
TURNS = 8


class Seat:
    """Many games of one deck played by the batch engine, with what the reference needs to follow."""

    def __init__(self, deck: SetupDeck, policy: str, seed: int, player: int) -> None:
        self.deck, self.policy, self.player = deck, policy, player
        batch = make_batch_deck(deck)
        rng = generator(seed, player)
        libraries = shuffled(word_pairs(rng, GAMES_A_DECK, deck.size), batch.unshuffled)
        starts = raw_words(rng, GAMES_A_DECK)
        self.starts = starts.tolist()
        self.libraries = [tuple(deck.cards[n] for n in row) for row in libraries.tolist()]
        record: list[BatchMoves] = []
        self.players: Players = play_setups(batch, policy, libraries, starts, record)
        self.events = events_by_player(self.players, record, PLAYERS[player])


def reference(seats: dict[int, Seat], game: int) -> PlayedSetup:
    libraries = [seats[n].libraries[game] if n in seats else None for n in range(2)]
    policies = {
        PLAYERS[n]: make_policy(seat.policy, seat.deck, RandomWords(seat.starts[game]))
        for n, seat in seats.items()
    }
    rules = next(iter(seats.values())).deck.rules
    return play_setup(start_setup(rules, *libraries), policies)


def without_texts(deck: SetupDeck) -> SetupDeck:
    """A deck without texts that change setup, which the batch engine leaves to the other."""
    return replace(deck, rules=get_setup_rules(deck.rules.code))


def check_setups(cards: tuple[Card, ...], seed: int, games: int) -> None:
    maker = DeckMaker(cards, seed)
    for number in range(games // GAMES_A_DECK):
        edition = maker.edition()
        seats = {
            n: Seat(without_texts(maker.deck(edition)[0]), maker.random.choice(POLICIES), seed + number, n)
            for n in range(2)
        }
        for game in range(GAMES_A_DECK):
            expected = reference(seats, game)
            told = interleaved(seats[0].events[game], seats[1].events[game])
            assert told == list(expected.events)
            for n, seat in seats.items():
                assert at_the_end(seat.players, game) == end_of(expected, n)


def at_the_end(players: Players, game: int) -> dict[str, Any]:
    nothing = players.deck.nothing
    hand = sorted(n for n in players.hand[game].tolist() if n != nothing)
    partial = int(players.partial[game])
    return {
        "total": int(players.total[game]),
        "arenas": players.arenas[game].tolist(),
        "hand": hand,
        "partial": None if partial == nothing else (partial, int(players.counters[game])),
    }


def end_of(expected: PlayedSetup, n: int) -> dict[str, Any]:
    player = expected.final.players[n]
    assert player is not None
    partial = player.partial and (player.partial[0].number, player.partial[1])
    return {
        "total": player.total,
        "arenas": list(player.arenas().values()),
        "hand": sorted(one.number for one in player.hand),
        "partial": partial,
    }


def test_both_engines_play_the_same_setups(cards: tuple[Card, ...]) -> None:
    check_setups(cards, 41, amount(200, 100_000))


def check_turns(cards: tuple[Card, ...], seed: int, games: int) -> None:
    maker = DeckMaker(cards, seed)
    seen: set[object] = set()
    for number in range(games // GAMES_A_DECK):
        deck = without_texts(maker.deck(maker.edition())[0])
        seat = Seat(deck, maker.random.choice(POLICIES), seed + number, 0)
        rolls = np.array([[maker.random.randint(1, 6) for _ in range(TURNS)] for _ in range(GAMES_A_DECK)])
        built, figures = batch_turns.play_turns(seat.players, rolls, TURNS)
        for game in range(GAMES_A_DECK):
            player = reference({0: seat}, game).final.players[0]
            assert player is not None
            start = turns.after_setup(deck.rules, player)
            states, events = turns.play_turns(start, rolls[game].tolist())
            seen |= {event["action"] for event in events}
            seen |= {"for nothing" for event in events if event.get("needed") == 0}
            for state, found in zip(states, figures, strict=True):
                assert (state.gained, state.spent, state.lost, state.force) == (
                    found.gained[game],
                    found.spent[game],
                    found.lost[game],
                    found.force,
                )
                assert list(state.player.arenas().values()) == found.arenas[game].tolist()
                assert len(state.player.hand) == found.hand[game]
            begun = states[-1].building
            assert end_of_building(built, game) == (begun and (begun[0].number, begun[1]))
            hand = [n for n in built.hand[game].tolist() if n != built.players.deck.nothing]
            assert sorted(one.number for one in states[-1].player.hand) == sorted(hand)

    # The games must have shown all that can happen, else the check is worth little.
    assert {"build", "deploy", "complete", "face-up", "lose", "for nothing"} <= seen


def end_of_building(built: batch_turns.Builders, game: int) -> tuple[int, int] | None:
    """The card under construction and its counters."""
    card = int(built.building[game])
    return None if card == built.players.deck.nothing else (card, int(built.counters[game]))


def test_both_engines_play_the_same_turns(cards: tuple[Card, ...]) -> None:
    check_turns(cards, 43, amount(1_500, 20_000))
