"""Golden cases of the sister games: missions of two skills, sets that are not whole, numbers."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from random import Random
from typing import Any

from db.cards.card import Card
from deckcheck.deck import DeckEntry, UnreadEntry
from deckcheck.rules.edition import Format
from tests.deckcheck.borders import allies
from tests.deckcheck.judge.golden.case import TODAY, Case
from tests.deckcheck.judge.golden.destiny_lists import destiny_list_cases
from tests.deckcheck.judge.golden.destiny_texts import destiny_cases
from tests.deckcheck.sister_decks import (
    SKILLS,
    Pool,
    in_full,
    lcg_deck,
    lcg_sets,
    stargate_deck,
    with_entries,
)

_UNREAD = (UnreadEntry(9, "?", "no name"),)


def stargate_cases(pool: Pool) -> Iterator[Case]:
    """Piles of missions of one and two skills, teams of all sizes, and texts."""
    rng = Random("stargate")
    base = stargate_deck(pool)
    missions = [c for c in pool.cards if c.type == "Mission"]
    people = [c for c in pool.cards if c.type == "Team Character"]
    fifth = [c for c in pool.cards if "fifth-member" in (c.facts.get("brings") or ())]
    special = [c for c in pool.cards if {"brings", "needs"} & c.facts.keys()]
    options: dict[str, Any] = {"on": TODAY}
    several = [
        replace(c, name=f"{c.name} {a} {b}", facts={a: 1, b: 1})
        for n, c in enumerate(missions[:36])
        for a, b in (rng.sample(SKILLS, 2),)
    ]
    unknown = replace(
        people[0], name="Unread One", printings=(people[0].printings[0]._replace(set_code="NEW"),)
    )
    either = [
        replace(people[n], name=f"Either {n}", base_name="Either", facts={"needs": ["one-without-deck"]})
        for n in (7, 8)
    ]
    others = [e for e in base.entries if e.zone not in ("Team", "Mission Pile")]
    for number in range(120):
        pile = [pool.entry(c) for c in rng.sample(missions, rng.choice((3, 6, 8)))]
        pile += [pool.entry(c, rng.choice((1, 1, 2))) for c in rng.sample(several, rng.choice((3, 4, 6)))]
        if number % 2:
            pile = [e for e in base.entries if e.zone == "Mission Pile"]
        members = [
            pool.entry(c, rng.choice((1, 1, 1, 2)), "Team") for c in rng.sample(people, rng.randint(2, 6))
        ]
        if number % 5 == 0:
            members += [pool.entry(c, 1, "Team") for c in fifth[:1]]
        new = [
            pool.entry(e.card, rng.randint(1, 3), "Main")
            for e in members[:2]
            if e.card and rng.random() < 0.4
        ]
        new += [pool.entry(rng.choice(special), rng.choice((1, 4, 7))) for _ in range(rng.randint(0, 2))]
        if number % 6 == 0:
            new += [pool.entry(card, 1, "Main") for card in (unknown, *either[: 1 + number % 12 // 6])]
        if number % 4 == 0:
            new.append(
                DeckEntry(rng.choice((1, 2)), "Nobody", rng.choice(("Main", "Team", "Mission Pile", "Attic")))
            )
        if number % 7 == 0:
            new.append(pool.entry(missions[3])._replace(listed_zone=rng.choice(("", "Cards"))))
            new.append(pool.entry(missions[4])._replace(listed_zone=rng.choice((None, ""))))
        gone = rng.choice((0, 0, 1, 3))
        deck = pool.deck([*members, *pile, *others[gone:], *new])
        deck = replace(deck, unread=_UNREAD) if number % 17 == 3 else deck
        yield Case(f"piles and teams {number}", deck, None, options)
    loose = Format(
        "loose",
        "Loose",
        "printed-2007",
        numbers={
            "mission-count": {"each": 2},
            "team-size": {"size": 3},
            "copy-limit": {"limit": 1},
            "team-copies": {"limit": 1},
            "hero-minimum": {"minimum": 21},
        },
    )
    yield Case("other numbers", base, loose, options)


def lcg_cases(pool: Pool) -> Iterator[Case]:
    """Sets in all numbers, whole and not, of both sides, with affiliations that state numbers."""
    rng = Random("swlcg")
    options: dict[str, Any] = {"on": TODAY}
    affiliations = [c for c in pool.cards if c.type == "Affiliation"]
    jedi = pool["Jedi"]
    ally = [
        replace(jedi, name=f"Allies {n}", facts={**jedi.facts, "needs": words, "brings": ["reserve=7"]})
        for n, words in enumerate(
            (["exactly=5,affiliation=Jedi"], ["exactly=1,affiliation=Rebel_Alliance|Neutral"])
        )
    ]
    silent = replace(jedi, name="Silent", facts={"affiliation": "Jedi"})
    command = [c for c in pool.cards if c.type not in ("Affiliation", "Objective")]
    for number in range(120):
        sets = rng.sample(range(1, 19 if number % 3 else 37), rng.choice((1, 5, 9, 10, 11)))
        entries = [e._replace(quantity=rng.choice((1, 1, 1, 2, 3))) for e in lcg_sets(pool, sets)]
        heads: Iterable[Card] = rng.sample([*affiliations, *ally, silent], rng.choice((0, 1, 1, 1, 2)))
        deck = pool.deck([*(pool.entry(c, rng.choice((1, 1, 2))) for c in heads), *entries])
        if number % 2:
            deck = in_full(pool, deck)
            gone = rng.randrange(len(deck.entries)) if rng.random() < 0.5 else None
            deck = replace(deck, entries=tuple(e for n, e in enumerate(deck.entries) if n != gone))
        more = [pool.entry(rng.choice(command), rng.randint(1, 2)) for _ in range(rng.choice((0, 0, 1, 2)))]
        if number % 4 == 0:
            zone = rng.choice(("Affiliation", "Objective Deck", "Command Deck", "Attic"))
            more.append(DeckEntry(rng.choice((1, 2)), "Nobody", zone))
        if number % 9 == 0:
            lost = replace(
                rng.choice(pool.cards), name="Lost", type="Objective", facts={"affiliation": "Jedi"}
            )
            more.append(pool.entry(lost))
        deck = with_entries(deck, *more)
        deck = replace(deck, unread=_UNREAD) if number % 17 == 3 else deck
        yield Case(f"sets {number}", deck, None, options)
    for number in range(8):
        yield Case(f"allies {number}", allies(pool, number), None, options)
    for number in (5, 6):
        whole = allies(pool, number)
        nobody = [
            e._replace(
                card=replace(
                    e.card,
                    name="Nobody's",
                    facts={k: v for k, v in e.card.facts.items() if k != "affiliation"},
                )
            )
            if e.card and place == 2
            else e
            for place, e in enumerate(whole.entries)
        ]
        yield Case(f"allies {number} and one of nobody", replace(whole, entries=tuple(nobody)), None, options)
    quoted = lcg_deck(pool)
    titles = {
        e.card.facts["command_cards"][0] for e in quoted.entries if e.card and "command_cards" in e.card.facts
    }
    one = min(titles)
    spelt = in_full(pool, quoted)
    yield Case(
        "quoted",
        replace(
            spelt,
            entries=tuple(
                e._replace(card=replace(e.card, name=f'"{one}"', base_name=f'"{one}"'))
                if e.card and e.name == one
                else e
                for e in spelt.entries
            ),
        ),
        None,
        options,
    )
    loose = Format(
        "loose",
        "Loose",
        "printed-2012",
        numbers={
            "objective-minimum": {"minimum": 12},
            "copy-limit": {"limit": 1, "limited": 0},
            "affiliation": {"size": 2},
        },
    )
    yield Case("other numbers", lcg_deck(pool), loose, options)


def _destiny(pool: Pool) -> Iterator[Case]:
    yield from destiny_cases(pool)
    yield from destiny_list_cases(pool)


SISTER_CASES = {"destiny": _destiny, "stargate": stargate_cases, "swlcg": lcg_cases}
