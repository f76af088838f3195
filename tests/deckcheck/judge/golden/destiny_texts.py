"""Golden cases of Star Wars: Destiny: plots with every condition, and texts that let cards in."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

from db.cards.card import Card
from deckcheck.deck import Deck, DeckEntry, UnreadEntry
from deckcheck.rules.edition import Format
from tests.deckcheck.borders import team
from tests.deckcheck.judge.golden.case import TODAY, Case
from tests.deckcheck.sister_decks import Pool, destiny_card, destiny_deck, with_entries

_UNREAD = (UnreadEntry(9, "?", "no name"),)


def stated(card: Card, **facts: list[str]) -> Card:
    """The card with another text; none of its own."""
    kept = {
        k: v for k, v in card.facts.items() if k not in ("needs", "opens", "brings", "cheaper", "team_up")
    }
    return replace(card, facts={**kept, "known_text": ["all"], **facts}, name=f"{card.name} so")


def _teams(pool: Pool) -> dict[str, Deck]:
    villains = team(pool, "Captain Phasma, Elite Trooper", "Count Dooku, Devious Strategist", dice={})
    gray = [e for e in team(pool, "Leia Organa, Born Leader").entries if e.zone == "Deck"]
    neutral = [c for c in pool.cards if c.type == "Character" and c.side == "neutral"][:2]
    return {
        "heroes": destiny_deck(pool),
        "alone": team(pool, "Leia Organa, Born Leader"),
        "villains": villains,
        "two reds": team(pool, "Leia Organa, Born Leader", "Admiral Ackbar, Perceptive Tactician"),
        "neutral": pool.deck([*(pool.entry(c, dice=1) for c in neutral), *gray]),
        "one copy each": replace(
            destiny_deck(pool), entries=tuple(e._replace(quantity=1) for e in destiny_deck(pool).entries)
        ),
        "nobody": pool.deck(gray),
        "elite": pool.deck([pool.entry(neutral[0], dice=2), *gray]),
    }


_NEEDS = (
    "neutral-team",
    "one-colour",
    "colour=red",
    "shared-colour",
    "single-copies",
    "trait=leader|scoundrel",
    "only=Leia_Organa|Han_Solo",
    "no-gray",
    "three-sets",
    "member=name:Han_Solo",
    "member=trait:leader,unique",
    "members=2,trait:leader|scoundrel",
    "members=1,side:hero",
    "without=Han_Solo",
    "points=12",
    "points=16",
    "points=15",
    "format=Infinite",
    "special-format=Trilogy",
    "aside",
)


def destiny_cases(pool: Pool) -> Iterator[Case]:
    """Plots with every condition beside teams of every kind, and texts that let cards in."""
    plot = pool["Espionage"]
    options: dict[str, Any] = {"on": TODAY}
    teams = _teams(pool)
    for word in _NEEDS:
        said = stated(plot, needs=[word])
        for name, deck in teams.items():
            whole = with_entries(deck, pool.entry(said))
            yield Case(f"{word} with {name}", whole, None, options)
        yield Case(f"{word} unread", replace(whole, unread=_UNREAD), None, options)
        yield Case(f"{word} in Infinite", whole, "infinite", options)
    yield from _letting_in(pool, teams, plot, options)
    yield from _plots(pool, teams, options)
    yield from _sets(pool, teams, options)
    for name, deck in _texts(pool, teams):
        yield Case(name, deck, None, options)


def _letting_in(pool: Pool, teams: dict[str, Deck], plot: Card, options: dict[str, Any]) -> Iterator[Case]:
    rng = Random("letting in")
    leia = next(e.card for e in teams["heroes"].entries if e.card)
    words = (
        "side=villain,most=2",
        "side=villain,colour=red",
        "side=villain,colour=yellow,type=Event",
        "colour=blue,most=1",
        "side=villain,different=2",
        "side=villain,colour=blue,different=1",
        "colour=blue,own-side",
        "side=villain,colour=blue,trait=force|weapon",
        "colour=blue,most=3",
        "side=villain,type=Upgrade,most=1",
    )
    foreign = [
        destiny_card(pool, k, s, c, skip)
        for k in ("Event", "Upgrade")
        for s in ("villain", "neutral", "hero")
        for c in ("red", "blue", "yellow")
        for skip in (0, 1)
    ]
    brought = (
        "both-sides",
        "battlefields=2",
        "extra-copies=1",
        "aside=type:Event,most:2",
        "aside=type:Upgrade,different,most:2",
        "aside=side:villain,most:1",
        "aside=colour:blue",
    )
    for number in range(90):
        base = rng.choice(list(teams.values()))
        kept = [e for e in base.entries if rng.random() > 0.1]
        said = rng.sample(words, rng.choice((1, 1, 2, 3)))
        by_plot = stated(plot, opens=said, brings=rng.sample(brought, rng.choice((0, 1, 1, 2))))
        entries: list[DeckEntry] = [pool.entry(by_plot)] if number % 3 else []
        if number % 3 != 1:
            entries.append(pool.entry(stated(leia, opens=said), rng.choice((1, 2)), dice=1))
        entries += [pool.entry(c, rng.choice((1, 2, 2, 3))) for c in rng.sample(foreign, rng.randint(2, 6))]
        if number % 11 == 0:
            entries.append(DeckEntry(1, "Nobody", "Deck", 99))
        yield Case(
            f"let in {number}", with_entries(replace(base, entries=tuple(kept)), *entries), None, options
        )


def _plots(pool: Pool, teams: dict[str, Deck], options: dict[str, Any]) -> Iterator[Case]:
    """Plots in copies and dice, of which nobody read the text, of several costs, or of a colour."""
    plots = [c for c in pool.cards if c.type == "Plot"]
    for number, plot in enumerate(plots):
        names = ("heroes", "villains", "neutral", "alone")
        for copies, dice in ((1, None), (2, None), (1, 2)) if number < 12 else ((1, None),):
            deck = teams[names[number % 4]]
            yield Case(
                f"{plot.name} {copies} {dice}",
                with_entries(deck, pool.entry(plot, copies, dice=dice)),
                None,
                options,
            )
    unread = replace(plots[0], facts={k: v for k, v in plots[0].facts.items() if k != "known_text"})
    for copies in (1, 3):
        yield Case(
            f"unread plot {copies}", with_entries(teams["heroes"], pool.entry(unread, copies)), None, options
        )
    two = [pool.entry(plots[0]), pool.entry(plots[1])]
    yield Case("two plots", with_entries(teams["heroes"], *two), None, options)
    cheap = Format("cheap", "Cheap", "printed-2016", numbers={"team-points": {"limit": 29, "lowest_plot": 0}})
    yield Case("29 points", teams["heroes"], cheap, options)


def _sets(pool: Pool, teams: dict[str, Deck], options: dict[str, Any]) -> Iterator[Case]:
    """A plot for three sets beside decks of few sets and of many."""
    said = stated(pool["Espionage"], needs=["three-sets", "members=2,trait:leader,unique"])
    for name, deck in teams.items():
        for number in (1, 2, 3, 4, 19, 20, 21):
            spread = [
                e._replace(
                    card=replace(
                        e.card,
                        printings=tuple(
                            e.card.printings[0]._replace(set_code=f"S{n}")
                            for n in ((place % number,) if number < 19 else (range(number)))
                        ),
                    )
                )
                if e.card
                else e
                for place, e in enumerate(deck.entries)
            ]
            whole = with_entries(replace(deck, entries=tuple(spread)), pool.entry(said))
            yield Case(f"{number} sets, {name}", whole, None, options)


def _texts(pool: Pool, teams: dict[str, Deck]) -> Iterator[tuple[str, Deck]]:
    """Every card whose text says something about building, beside some team; costs and Team Up."""
    rng = Random("texts")
    special = [
        c for c in pool.cards if {"opens", "needs", "brings", "cheaper", "team_up", "copies"} & c.facts.keys()
    ]
    people = [c for c in pool.cards if c.type == "Character"]
    names = list(teams)
    for number, card in enumerate(special):
        deck = teams[names[number % len(names)]]
        yield (f"{card.name} added", with_entries(deck, pool.entry(card, dice=rng.choice((None, 1, 2)))))
        others = [pool.entry(c, dice=rng.choice((None, 1, 2))) for c in rng.sample(people, 2)]
        draw = [e for e in teams["alone"].entries if e.zone == "Deck"]
        yield (
            f"{card.name} leads",
            pool.deck([pool.entry(card, rng.choice((1, 2, 3)), dice=1), *others, *draw]),
        )
    draw = [e for e in teams["alone"].entries if e.zone == "Deck"]
    for number in range(60):
        some = [
            pool.entry(c, rng.choice((1, 1, 2, 3)), dice=rng.choice((None, 0, 1, 2, 3, 4)))
            for c in rng.sample(people, rng.randint(1, 3))
        ]
        cheaper = [f"trait={t}" for t in ("leader", "trooper")] + [
            "self,beside=leader",
            "type=Plot",
            "unique",
        ]
        if number % 2:
            some[0] = pool.entry(
                stated(
                    people[number],
                    cheaper=cheaper[number % 5 : number % 5 + 1],
                    team_up=["trait:leader|trooper"],
                ),
                dice=1,
            )
        guest = stated(people[0], brings=["beside-hero=leader"])
        if number % 7 == 0:
            some.append(pool.entry(guest, dice=1))
        unread = replace(people[5], facts={k: v for k, v in people[5].facts.items() if k != "known_text"})
        if number % 9 == 0:
            some.append(pool.entry(unread, dice=1))
        deck = pool.deck([*some, *draw])
        yield f"people {number}", replace(deck, unread=_UNREAD) if number % 13 == 5 else deck
