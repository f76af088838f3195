"""Decks for the tests of the simulators: of made-up cards, and random ones of the catalogue."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cache
from random import Random
from typing import Any

from db.cards.card import Card, Stat
from deckcheck.chance.random_words import RandomWords
from deckcheck.deck import Deck, DeckEntry
from deckcheck.games.swtcg.setup.cards import SetupCard, SetupDeck, make_setup_deck, shared_rules
from deckcheck.games.swtcg.setup.figures import player_result
from deckcheck.games.swtcg.setup.policies import make_policy
from deckcheck.games.swtcg.setup.state import PLAYERS, start_setup
from tests.deckcheck.games.swtcg.setup_plays import play_setup

KINDS, WEIGHTS = ("units", "multi", "all", "odd", "equipment", "free"), (6, 2, 3, 1, 1, 1)
EDITIONS = ("printed-2002", "printed-2004", "printed-2005", "community")


def card(
    name: str,
    cost: Stat = 5,
    card_type: str = "Space",
    version: str | None = None,
    side: str | None = "light",
    subtype: str | None = None,
) -> Card:
    """A made-up card; with a version it is unique, and its name is the base name."""
    full = name if version is None else f"{name} ({version})"
    return Card("swtcg", full, name, version, None, side, card_type, subtype, cost, None, None, None)


def deck_of(cards: Sequence[tuple[Card | str, int]], edition: str = "printed-2005") -> SetupDeck:
    """A deck of cards, or of names that nobody knows, with so many copies of each."""
    return make_setup_deck(plain_deck(cards), edition)


def plain_deck(cards: Sequence[tuple[Card | str, int]]) -> Deck:
    """The same before it is made ready for setup."""
    return Deck(
        tuple(
            DeckEntry(n, c, "Deck") if isinstance(c, str) else DeckEntry(n, c.name, "Deck", card=c)
            for c, n in cards
        ),
        name="test",
    )


def library(deck: SetupDeck, names: Sequence[str]) -> tuple[SetupCard, ...]:
    """These cards on top, in this order, then the rest of the deck in its own."""
    rest = list(deck.unshuffled())
    top = []
    for name in names:
        found = next(card for card in rest if card.name == name)
        rest.remove(found)
        top.append(found)
    return (*top, *rest)


def random_library(deck: SetupDeck, random: Random) -> tuple[SetupCard, ...]:
    """The deck shuffled by Python's own generator."""
    cards = list(deck.unshuffled())
    random.shuffle(cards)
    return tuple(cards)


def played(
    decks: Mapping[str, SetupDeck],
    libraries: Mapping[str, tuple[SetupCard, ...]],
    policies: Mapping[str, str],
    word: int = 1,
) -> dict[str, Any]:
    """The document of a setup played by the reference engine."""
    rules = shared_rules(tuple(decks.values()))
    state = start_setup(rules, libraries.get("dark"), libraries.get("light"))
    chosen = {
        name: make_policy(policies[name], deck, RandomWords(word + place))
        for place, (name, deck) in enumerate(decks.items())
    }
    done = play_setup(state, chosen)
    return {
        "rules": rules.code,
        "players": {name: {"library": [card.name for card in cards]} for name, cards in libraries.items()},
        "events": list(done.events),
        "result": {
            name: player_result(player)
            for name, player in zip(PLAYERS, done.final.players, strict=True)
            if player is not None
        },
    }


class DeckMaker:
    """Random decks of the catalogue, most of them illegal: short, one-armed, full of one person."""

    def __init__(self, cards: tuple[Card, ...], seed: int) -> None:
        self.random = Random(seed)
        self.kinds = _kinds(cards)

    def edition(self) -> str:
        return self.random.choice(EDITIONS)

    def deck(self, edition: str) -> tuple[SetupDeck, dict[str, Card | None]]:
        """A deck, and its cards by their names in the deck list."""
        random, kinds = self.random, self.kinds
        size = random.choice([1, 3, 7, 9, 15, 30, 60, 60, 60, 75])
        people = [random.choice(kinds["people"]) for _ in range(random.randint(1, 4))]
        full_of_people = random.random() < 0.5
        found: dict[str, tuple[Card | None, int]] = {}
        while sum(copies for _, copies in found.values()) < size:
            if full_of_people and random.random() < 0.7:
                one = random.choice(random.choice(people))
            else:
                kind = random.choices(KINDS, WEIGHTS)[0]
                one = random.choice(kinds[kind])
            known = one if random.random() > 0.03 else None
            found.setdefault(one.name, (known, random.randint(1, 4)))
        entries: list[tuple[Card | str, int]] = [
            (known if known is not None else name, copies) for name, (known, copies) in found.items()
        ]
        return deck_of(entries, edition), {name: known for name, (known, _) in found.items()}


@cache
def _kinds(cards: tuple[Card, ...]) -> dict[str, Any]:
    units = [c for c in cards if c.type.split("/")[0] in {"Space", "Ground", "Character"}]
    versions: dict[str, list[Card]] = defaultdict(list)
    for unit in units:
        if unit.version:
            versions[unit.base_name].append(unit)
    groups = [
        [version for name in names for version in versions[name]]
        for names in (
            ("Anakin Skywalker", "Darth Vader"),
            ("Chancellor Palpatine", "Senator Palpatine"),
            ("Chancellor Palpatine", "Emperor Palpatine", "Darth Sidious"),
            ("Padme Amidala", "Queen Amidala"),
        )
    ]
    return {
        "all": cards,
        "units": units,
        "multi": [c for c in units if "/" in c.type],
        "odd": [c for c in cards if not isinstance(c.cost, int) or c.cost > 12],
        "free": [c for c in cards if c.cost == 0],
        "equipment": [c for c in cards if c.type.startswith("Equipment")],
        "people": [found for found in versions.values() if len(found) > 2] + groups * 20,
    }
