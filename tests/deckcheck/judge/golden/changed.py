"""Golden cases made at random, always the same: changed decks, small ones, and close ones."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import date
from random import Random

from db.cards.card import Card
from deckcheck.deck import DeckEntry, UnreadEntry
from deckcheck.games import get_game
from deckcheck.rules.edition import Format
from tests.deckcheck.building import Builder
from tests.deckcheck.judge.golden.case import TODAY, Case
from tests.deckcheck.judge.golden.decks import base_deck, groups_of, with_more
from tests.deckcheck.sister_decks import Pool

RANDOM_CASES, SMALL_CASES, CLOSE_CASES = 110, 150, 110
"""How many decks of a game are made in each way at random."""

DAYS: Mapping[str, tuple[date, ...]] = {
    "swtcg": tuple(
        map(
            date.fromisoformat,
            (
                "2001-01-01",
                "2002-05-01",
                "2003-12-15",
                "2004-06-19",
                "2004-06-20",
                "2004-12-09",
                "2005-04-01",
                "2005-06-01",
                "2012-03-01",
                "2015-05-04",
                "2022-06-01",
                "2023-01-01",
                "2026-11-21",
            ),
        )
    ),
    "destiny": tuple(
        map(
            date.fromisoformat,
            (
                "2016-01-01",
                "2017-06-01",
                "2018-09-01",
                "2019-07-01",
                "2020-06-01",
                "2022-06-01",
                "2026-11-21",
            ),
        )
    ),
}


def random_cases(pool: Pool) -> Iterator[Case]:
    """Legal decks with a few changes at random, by formats, editions and days at random."""
    rng = Random(f"golden {pool.game}")
    game = get_game(pool.game)
    formats = game.formats()
    editions = (None, *(edition.code for edition in game.editions))
    groups = groups_of(pool)
    marked = [card for card in pool.cards if card.marks or card.past_marks]
    odd = [c for c in pool.cards if any({"type", "side"} & p.differs.keys() for p in c.printings)]
    special = [
        c
        for c in pool.cards
        if {"opens", "needs", "brings", "cheaper", "limit", "also_fits"} & c.facts.keys()
    ]
    for number in range(RANDOM_CASES):
        play_format = rng.choice(formats)
        day = rng.choice(DAYS.get(pool.game, (TODAY,)))
        state = play_format.state_on(day)
        side = rng.choice(("light", "dark"))
        deck = base_deck(pool, None if state is None else state.sets, side)
        for _ in range(rng.randint(0, 2)):
            gone = rng.randrange(len(deck.entries))
            deck = replace(deck, entries=deck.entries[:gone] + deck.entries[gone + 1 :])
        new = []
        for _ in range(rng.randint(0, 5)):
            zone = rng.choice((game.zones[0], game.zones[0], rng.choice(game.zones)))
            copies = rng.choice((1, 1, 1, 2, 3, 4, 5))
            if rng.random() < 0.4:
                group = rng.choice(groups)
                name, seen = group[0].base_name, group[: rng.randint(1, 5)]
                new.append(DeckEntry(copies, name, zone, candidates=seen, dice=rng.choice((None, 0, 1))))
                continue
            card = rng.choice(
                rng.choice((pool.cards, marked or pool.cards, odd or pool.cards, special or pool.cards))
            )
            placed = game.lists.place(card, zone) if rng.random() < 0.8 else zone
            dice = rng.choice((None, None, 0, 1, 2))
            new.append(DeckEntry(copies, card.name, placed, None, card, card.printings[0], dice=dice))
        options = {"edition": rng.choice(editions), "on": day, "marks_as_of": TODAY}
        yield Case(f"random {number}", with_more(deck, *new), play_format.code, options)


def small_cases(pool: Pool) -> Iterator[Case]:
    """Few cards of every kind, and names that may be any of them: much is missing, or only one."""
    rng = Random(f"small {pool.game}")
    game = get_game(pool.game)
    kinds: dict[object, list[Card]] = {}
    for card in pool.cards:
        special = sorted({"opens", "needs", "brings", "cheaper", "also_fits"} & card.facts.keys())
        kinds.setdefault((card.side, card.type, *special), []).append(card)
    by_kind = list(kinds.values())
    editions = [edition.code for edition in game.editions]
    for number in range(SMALL_CASES):
        entries = []
        for _ in range(rng.randint(1, 7)):
            zone = rng.choice((game.zones[0], game.zones[0], rng.choice(game.zones)))
            copies = rng.choice((1, 1, 2, 3, 4, 5, 6, 12))
            some = [rng.choice(rng.choice(by_kind)) for _ in range(rng.randint(2, 4))]
            dice = rng.choice((None, None, 0, 1, 2))
            kind = rng.random()
            if kind < 0.25:
                entries.append(
                    DeckEntry(copies, f"Any {rng.randint(1, 3)}", zone, candidates=tuple(some), dice=dice)
                )
            elif kind < 0.3:
                entries.append(DeckEntry(copies, "Nobody", rng.choice((zone, "Attic")), dice=dice))
            elif kind < 0.35:
                once = (some[0], replace(some[0], type=some[1].type, side=some[1].side))
                entries.append(DeckEntry(copies, some[0].name, zone, candidates=once, certain_name=True))
            else:
                card = rng.choice((*some, pool.cards[0]))
                zone = game.lists.place(card, zone) if rng.random() < 0.7 else zone
                entries.append(DeckEntry(copies, card.name, zone, None, card, card.printings[0], dice=dice))
        deck = replace(pool.deck(entries), unread=(UnreadEntry(9, "?", "no name"),) * (number % 9 == 0))
        yield Case(f"small {number}", deck, None, {"edition": rng.choice(editions), "on": TODAY})


def close_cases(pool: Pool) -> Iterator[Case]:
    """Decks of the Star Wars TCG close to the borders of the numbers of units and sides."""
    if pool.game != "swtcg":
        return
    rng = Random("close")
    editions = [edition.code for edition in get_game("swtcg").editions]
    loose = Format(
        "loose",
        "Loose",
        "community",
        numbers={
            "unit-ratio": {"factor": 3},
            "unit-minimum": {"minimum": 4},
            "unit-total": {"minimum": 13},
            "deck-size": {"minimum": 20, "with_resource": 19},
            "copy-limit": {"limit": 5},
        },
    )
    vong = [c for c in pool.cards if c.side == "yuuzhan-vong"][:8]
    fitting = [c for c in pool.cards if c.facts.get("also_fits")][:8]
    for number in range(CLOSE_CASES):
        side = rng.choice(("light", "dark"))
        builder = Builder(pool.cards, side)
        few = number % 4 == 0
        units = [
            rng.choice((4, 5, 12, 13, 15) if few else (11, 12, 12, 13, 22, 24, 25, 26)) for _ in range(3)
        ]
        size = 20 if few else 60
        other = max(0, size - sum(units) - rng.choice((0, 0, 1, 2)))
        deck = builder.deck(units[0], units[1], units[2], other)
        plain = {
            k: Builder(pool.cards, s).find(kind)
            for k, kind, s in (
                ("space", "space", side),
                ("ground", "ground", side),
                ("character", "character", side),
                ("both", "Space/Ground", side),
                ("battle", "Battle", side),
                ("neutral", "Battle", "neutral"),
                ("other", "Battle", "dark" if side == "light" else "light"),
                ("resource", "Resource", "neutral"),
            )
        }
        some = [*plain.values(), *vong[:2], *fitting[:2]]
        new = []
        for _ in range(rng.randint(0, 3)):
            copies, zone = (rng.choice((1, 1, 2, 3)), rng.choice(("Deck", "Deck", "Supply", "Sideboard")))
            choice = rng.random()
            if choice < 0.5:
                group = tuple(rng.sample(some, rng.randint(2, 3)))
                new.append(DeckEntry(copies, f"Any {number}", zone, candidates=group))
            elif choice < 0.65:
                new.append(DeckEntry(copies, "Nobody", rng.choice((zone, "Attic"))))
            else:
                card = rng.choice((*some, *vong, *fitting))
                new.append(DeckEntry(copies, card.name, zone, None, card, card.printings[0]))
        options = {"edition": None if few else rng.choice(editions), "on": TODAY}
        yield Case(f"close {number}", with_more(deck, *new), loose if few else None, options)


def resource_cases(pool: Pool) -> Iterator[Case]:
    """Decks of the Star Wars TCG that a Resource outside the deck may make large enough."""
    if pool.game != "swtcg":
        return
    resource, other = (next(c for c in pool.cards if c.type == t) for t in ("Resource", "Battle"))
    beside = {
        "nothing": None,
        "resource": DeckEntry(1, resource.name, "Supply", card=resource),
        "other": DeckEntry(1, other.name, "Supply", card=other),
        "unknown": DeckEntry(1, "Nobody", "Supply"),
        "astray": DeckEntry(1, "Nobody", "Attic"),
        "certain": DeckEntry(1, "R", "Supply", candidates=(resource, resource)),
        "perhaps": DeckEntry(1, "R", "Supply", candidates=(resource, other)),
        "never": DeckEntry(1, "R", "Supply", candidates=(other, other)),
        "in the deck": DeckEntry(1, resource.name, "Deck", card=resource),
    }
    for cards in (21, 22, 23, 24):
        deck = Builder(pool.cards).deck(other=cards)
        for name, entry in beside.items():
            whole = deck if entry is None else with_more(deck, entry)
            for edition in ("printed-2005", "community"):
                yield Case(f"{cards} and {name} {edition}", whole, None, {"edition": edition, "on": TODAY})
