"""Decks, games and the figures of many of them for the tests of the LCG's setup."""

import json
import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from db.cards.card import Card, Printing
from deckcheck.deck import Deck, DeckEntry
from deckcheck.games import get_game, get_simulator
from deckcheck.simulators.playing import Dealt, Played, deal, make_policies, play
from deckcheck.simulators.random_state import RandomState
from deckcheck.simulators.simulator import POLICIES, PlayDeck
from tests.deckcheck.games.swlcg.lcg_cards import SIDES, lcg_card
from tests.deckcheck.games.swlcg.lcg_referee import Seat, Table, judge_setup
from tests.deckcheck.simulators.random_states import random_state_of_game

EDITION = "printed-2012"
TURNS = 6

LCG = get_game("swlcg")
SIM = get_simulator("swlcg")


# -- made-up decks --------------------------------------------------------------------------------


def made(name: str, kind: str, side: str = "dark", cost: int | None = None, **facts: Any) -> Card:
    facts = {"affiliation": "Neutral"} | facts
    card = lcg_card(name, kind, side, [Printing(name, "made", None, None, None)], **facts)
    return replace(card, cost=cost)


def entry(card: Card | str, copies: int = 1, zone: str | None = None) -> DeckEntry:
    if isinstance(card, str):
        return DeckEntry(copies, card, zone or "Command Deck")
    return DeckEntry(copies, card.name, zone or LCG.lists.place(card, LCG.zones[0]), None, card)


def deck_of(entries: Iterable[DeckEntry], name: str = "made up") -> Deck:
    return Deck(tuple(entries), "swlcg", name)


def play_deck(*entries: DeckEntry) -> PlayDeck:
    return SIM.make_deck(deck_of(entries), EDITION)


def objective(n: int, resources: int = 1, **facts: Any) -> Card:
    return made(f"Objective {n}", "Objective", resources=resources, **facts)


def random_deck(rng: random.Random, side: str = "dark") -> Deck:
    """A deck of any size, legal or not: units, enhancements that give resources, uniques, unknown."""
    affiliations = [name for name, its in SIDES.items() if its == side] + ["Neutral"]
    entries = []
    if rng.random() < 0.9:
        name = affiliations[0]
        entries.append(entry(made(name, "Affiliation", side, affiliation=name, resources=1)))
    for n in range(rng.choice([0, 2, 3, 4, 5, 10, 10, 10])):
        card = made(
            f"Objective {n}",
            "Objective",
            side,
            affiliation=rng.choice(affiliations),
            resources=rng.choice([0, 1, 1, 1, 2, 3]),
        )
        entries.append(entry(card, rng.choice([1, 1, 2])))
    for n in range(rng.choice([0, 1, 3, 15, 25])):
        kind = rng.choice(["Unit", "Unit", "Unit", "Enhancement", "Event", "Fate", "Mission"])
        cost = None if kind == "Fate" else rng.choice([0, 1, 1, 2, 2, 3, 4, 5, 9, None])
        card = made(
            f"{kind} {n}",
            kind,
            side,
            cost,
            affiliation=rng.choice(affiliations),
            resources=rng.choice([0, 0, 0, 1, 2]),
            force_icons=rng.choice([0, 1, 3]),
            unique=rng.random() < 0.3,
        )
        entries.append(entry(card, rng.choice([1, 2, 3])))
    if rng.random() < 0.2:
        entries.append(entry("Nobody knows", rng.choice([1, 2])))
    if rng.random() < 0.1:
        entries.append(entry("Nobody's objective", 1, "Objective Deck"))
    # Some command card is listed, so that the list counts as that of all cards.
    return deck_of(entries, f"random {side}")


def facts_of(deck: Deck) -> dict[str, dict[str, Any]]:
    """What the referee may know of the cards of a deck, read from the list itself."""
    found = {}
    for one in deck.entries:
        card = one.card
        facts = card.facts if card else {}
        found[one.name] = {
            "kind": card.type if card else None,
            "cost": card.cost if card else None,
            "resources": facts.get("resources") or 0,
            "affiliation": facts.get("affiliation", "Neutral"),
            "unique": facts.get("unique", False),
            "title": card.base_name if card else one.name,
            "force": facts.get("force_icons") or 0,
        }
    return found


def sized(deck: Deck, *types: str) -> int:
    return sum(e.quantity for e in deck.entries if e.card is not None and e.card.type in types)


@dataclass(frozen=True)
class Game:
    """A played game with all that went into it."""

    decks: tuple[Deck | None, Deck | None]
    seats: tuple[PlayDeck | None, PlayDeck | None]
    dealt: Dealt
    played: Played

    def document(self) -> dict[str, Any]:
        """Piles and events as plain text, as they come back from a file."""
        piles = {
            name: {pile: [card.name for card in cards] for pile, cards in dealt.items()}
            for name, dealt in zip(SIM.players, self.dealt.piles, strict=True)
            if dealt is not None
        }
        found: dict[str, Any] = json.loads(json.dumps({"piles": piles, "events": self.played.events}))
        return found


def play_game(
    decks: tuple[Deck | None, Deck | None], names: Sequence[str | None], random_state: RandomState
) -> Game:
    """Plays decks at the seats dark and light."""
    seats = tuple(None if deck is None else SIM.make_deck(deck, EDITION) for deck in decks)
    assert len(seats) == 2
    policies = [name if deck is not None else None for deck, name in zip(seats, names, strict=True)]
    dealt = deal(SIM, seats, random_state)
    played = play(SIM, dealt, make_policies(SIM, seats, policies, random_state))
    return Game(decks, seats, dealt, played)


def random_games(number: int, seed: int) -> Iterator[Game]:
    rng = random.Random(seed)
    for n in range(number):
        decks: list[Deck | None] = [random_deck(rng, "dark"), random_deck(rng, "light")]
        if rng.random() < 0.3:
            decks[rng.randrange(2)] = None
        names = [rng.choice(POLICIES), rng.choice(POLICIES)]
        yield play_game((decks[0], decks[1]), names, random_state_of_game(seed, 0, n))


def check_game(game: Game, turns: int = TURNS) -> dict[str, Seat]:
    """Lets the referee judge setup and turns of a game, and compares the results."""
    document = game.document()
    seated = {
        name: (deck, played)
        for name, deck, played in zip(SIM.players, game.decks, game.seats, strict=True)
        if deck is not None and played is not None
    }
    facts = {name: facts_of(deck) for name, (deck, _) in seated.items()}
    affiliations = {
        name: None if played.open is None else str(played.open.name) for name, (_, played) in seated.items()
    }
    ends = judge_setup(facts, affiliations, document["piles"], document["events"])
    for name, seat in ends.items():
        result = SIM.result(game.played.final, name)
        assert result["objectives"] == seat.objectives
        assert result["hand"] == seat.hand
        assert result["redrew"] == seat.redrew
        assert result["library"] == len(seat.library)
        assert result["objective_deck"] == len(seat.objective_deck)
        under = game.played.final.player(name).objective_deck
        assert [card.name for card in under] == seat.objective_deck
        table = Table(facts[name], seat)
        found = SIM.turns(game.played.final, name, turns, game.played.random_state)
        assert len(found) == turns
        for number, turn in enumerate(found, start=1):
            events = json.loads(json.dumps(turn.events))
            table.judge_turn(number, events, turn.figures)
            assert sorted(card.name for card in turn.hand) == sorted(table.hand)
    return ends
