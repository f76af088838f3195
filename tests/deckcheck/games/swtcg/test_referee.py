"""An independent referee checks every event of logs; it and the replay refuse what is not right."""

import copy
from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

from db.cards.card import Card
from deckcheck.games.swtcg.setup.cards import SetupDeck, shared_rules
from deckcheck.games.swtcg.setup.policies import POLICIES
from deckcheck.games.swtcg.setup.state import OVER, PLAYERS
from tests.amounts import amount
from tests.deckcheck.games.swtcg.referee import FoulError, Referee
from tests.deckcheck.games.swtcg.setup_plays import libraries_of, replay
from tests.deckcheck.simulators.dealing import DeckMaker, played, random_library
from tests.deckcheck.simulators.replaying import IllegalEventError

Facts = dict[str, dict[str, Card | None]]


def games(
    cards: tuple[Card, ...], seed: int, number: int
) -> Iterator[tuple[dict[str, Any], dict[str, SetupDeck], Facts]]:
    """Documents of random games of random decks and policies; a tenth are played alone."""
    maker = DeckMaker(cards, seed)
    random = maker.random
    for _ in range(number // 5):
        edition = maker.edition()
        seats = PLAYERS if random.random() < 0.9 else (random.choice(PLAYERS),)
        made = {name: maker.deck(edition) for name in seats}
        decks = {name: deck for name, (deck, _) in made.items()}
        facts = {name: known for name, (_, known) in made.items()}
        for _ in range(5):
            policies = {name: random.choice(POLICIES) for name in decks}
            shuffled = {name: random_library(deck, random) for name, deck in decks.items()}
            yield played(decks, shuffled, policies, random.getrandbits(60)), decks, facts


def card_of(facts: Facts) -> Callable[[str, str], Card | None]:
    return lambda side, name: facts[side][name]


def check(cards: tuple[Card, ...], seed: int, number: int) -> Counter[tuple[str, str | None]]:
    seen: Counter[tuple[str, str | None]] = Counter()
    for document, decks, facts in games(cards, seed, number):
        Referee(document["rules"], card_of(facts)).judge(document)
        libraries = libraries_of(decks, {name: one["library"] for name, one in document["players"].items()})
        rules = shared_rules(tuple(decks.values()))
        assert replay(rules, libraries, document["events"]).phase == OVER
        seen.update((event["action"], event.get("stack")) for event in document["events"])
    return seen


def test_the_referee_passes_games_of_random_decks(cards: tuple[Card, ...]) -> None:
    seen = check(cards, 2002, amount(500, 10_000))
    # The games must have shown all that can happen, else the check is worth little.
    for what in (("put", None), ("put", "under"), ("put", "top"), ("partial", None)):
        assert seen[what] > amount(5, 100), what


CHANGES: dict[str, Callable[[dict[str, Any], Random], None]] = {
    "total": lambda event, _: event.update(total=event["total"] + 1),
    "cost": lambda event, _: event.update(cost=event["cost"] - 1),
    "card": lambda event, random: event.update(card=random.choice(["Yoda (A)", "Nobody"])),
    "drew": lambda event, _: event.update(drew="Nobody"),
    "arena": lambda event, _: event.update(arena="swamp"),
    "stack": lambda event, _: event.update(stack="under" if event["stack"] is None else None),
    "player": lambda event, _: event.update(player="light" if event["player"] == "dark" else "dark"),
    "counters": lambda event, _: event.update(counters=event["counters"] + 1),
    "cards": lambda event, _: event.update(cards=event["cards"][1:]),
    "discarded": lambda event, _: event.update(discarded=[*event["discarded"], "Nobody"]),
}


@pytest.mark.parametrize("change", sorted(CHANGES))
def test_a_changed_log_is_refused_by_the_referee_and_by_the_replay(
    cards: tuple[Card, ...], change: str
) -> None:
    random, tried = Random(5), 0
    for document, decks, facts in games(cards, 77, 60):
        wrong = copy.deepcopy(document)
        fitting = [event for event in wrong["events"] if change in event]
        if not fitting or (change == "player" and len(decks) == 1):
            continue
        CHANGES[change](random.choice(fitting), random)
        tried += 1
        with pytest.raises((FoulError, KeyError)):
            Referee(wrong["rules"], card_of(facts)).judge(wrong)
        libraries = libraries_of(decks, {name: one["library"] for name, one in document["players"].items()})
        with pytest.raises(IllegalEventError):
            replay(shared_rules(tuple(decks.values())), libraries, wrong["events"])
    assert tried > 5
