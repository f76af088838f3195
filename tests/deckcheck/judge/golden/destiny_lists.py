"""Golden cases of Star Wars: Destiny: lists by keys and marks, odd values, and cards laid aside."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from random import Random
from typing import Any

from db.cards.card import Card, LegalityMark
from db.cards.dates import parse_date
from deckcheck.deck import Deck, DeckEntry
from deckcheck.rules.edition import Format, FormatState
from tests.deckcheck.judge.golden.case import TODAY, Case
from tests.deckcheck.judge.golden.destiny_texts import stated
from tests.deckcheck.sister_decks import Pool, destiny_deck, with_entries

_OPTIONS: dict[str, Any] = {"on": TODAY}
_BEGUN = parse_date("2020-01-01")


def destiny_list_cases(pool: Pool) -> Iterator[Case]:
    """What formats of this game have of their own, beside decks that hold what they list."""
    yield from _restricted(pool)
    yield from _values(pool)
    yield from _titles(pool)
    yield from _aside(pool)
    yield from _shared_out(pool)


def _marked(deck: Deck, place: int, *marks: LegalityMark) -> Deck:
    entries = list(deck.entries)
    card = entries[place].card
    assert card is not None
    entries[place] = entries[place]._replace(card=replace(card, marks=marks))
    return replace(deck, entries=tuple(entries))


def _restricted(pool: Pool) -> Iterator[Case]:
    """Restricted titles by marks and by keys, and pairs of which one card may be both."""
    base = destiny_deck(pool)
    draw = [n for n, e in enumerate(base.entries) if e.zone == "Deck"]
    one, two = draw[0], draw[1]
    own = Format("own", "Own", "printed-2016", lists="Own", states=(FormatState(_BEGUN, marks=True),))
    for name, first, second in (
        ("both", ("restricted", "Own"), ("restricted", None)),
        ("one banned", ("restricted", "Own"), ("banned", "Own")),
        ("one elsewhere", ("restricted", "Own"), ("restricted", "Other")),
        ("both banned", ("banned", None), ("banned", "Own")),
    ):
        deck = base
        for place, (status, lists) in ((one, first), (two, second)):
            deck = _marked(
                deck, place, LegalityMark(status, lists, deck.entries[place].name, since="2021-01-01")
            )
        for day in ("2020-06-01", "2021-01-01"):
            yield Case(f"marks: {name} on {day}", deck, own, {"on": date.fromisoformat(day)})
    keys = [e.card.printings[0].image_key or "" for e in base.entries if e.card]
    a, b = keys[one], keys[two]
    card = base.entries[one].card
    assert card is not None
    again = card.printings[0]._replace(image_key="99999", set_code="NEW")
    twice = replace(
        base,
        entries=tuple(
            e._replace(card=replace(card, printings=(*card.printings, again))) if e.card is card else e
            for e in base.entries
        ),
    )
    for certain in (True, False):
        for name, pairs in (
            ("both", {(a, b)}),
            ("one", {(a, "00000")}),
            ("itself", {(a, "99999")}),
            ("none", {("0", "1")}),
            ("two pairs", {(a, b), (keys[draw[2]], keys[draw[3]])}),
        ):
            state = FormatState(_BEGUN, pairs=frozenset(pairs), pairs_certain=certain)
            paired = Format("own", "Own", "printed-2016", states=(state,))
            yield Case(f"pairs: {name} {certain}", twice, paired, _OPTIONS)
    for name, listed in (("two", {a, b}), ("one", {a, "0"})):
        for what, state in (
            ("banned", FormatState(_BEGUN, banned=frozenset(listed))),
            ("restricted", FormatState(_BEGUN, restricted=frozenset(listed))),
        ):
            keyed = Format("own", "Own", "printed-2016", lists="Own", states=(state,))
            yield Case(f"keys: {name} {what}", twice, keyed, _OPTIONS)


def _values(pool: Pool) -> Iterator[Case]:
    """Characters and plots that state no values, or others in a format than are printed."""
    base = destiny_deck(pool)
    leia = base.entries[0].card
    assert leia is not None
    silent = replace(leia, name="Silent", facts={k: v for k, v in leia.facts.items() if k != "points"})
    plot = next(c for c in pool.cards if c.type == "Plot")
    free = replace(plot, name="Free", facts={k: v for k, v in plot.facts.items() if k != "points"})
    for dice in (None, 0, 1, 2, 3):
        yield Case(f"silent {dice}", with_entries(base, pool.entry(silent, dice=dice)), None, _OPTIONS)
        dear = stated(plot, needs=["points=0"])
        deck = pool.deck([pool.entry(silent, dice=dice), pool.entry(dear), *base.entries[2:]])
        yield Case(f"silent alone {dice}", deck, None, _OPTIONS)
    yield Case("free plot", with_entries(base, pool.entry(free)), None, _OPTIONS)
    key = leia.printings[0].image_key or ""
    for text in ("?", "10", "10/12/14", "1", str(leia.facts["points"])):
        state = FormatState(_BEGUN, points={key: text, "0": "3"})
        play_format = Format("own", "Own", "printed-2016", states=(state,))
        for dice in (None, 0, 1, 2, 3):
            deck = replace(base, entries=(base.entries[0]._replace(dice=dice), *base.entries[1:]))
            yield Case(f"points {text} {dice}", deck, play_format, _OPTIONS)


def _titles(pool: Pool) -> Iterator[Case]:
    """Copies of a title of which one card states a limit of its own."""
    base = destiny_deck(pool)
    place = next(n for n, e in enumerate(base.entries) if e.zone == "Deck")
    entry = base.entries[place]
    assert entry.card is not None
    for stated_limit in ("1", "3", "6"):
        many = replace(
            entry.card, name=f"{entry.card.name} too", facts={**entry.card.facts, "copies": [stated_limit]}
        )
        for copies in (1, 2, 5):
            more = DeckEntry(copies, many.name, "Deck", 90, many)
            either = DeckEntry(copies, "Either", "Deck", 91, candidates=(entry.card, many))
            yield Case(f"title {stated_limit} {copies}", with_entries(base, more), None, _OPTIONS)
            yield Case(f"title {stated_limit} {copies} in doubt", with_entries(base, either), None, _OPTIONS)


def _aside(pool: Pool) -> Iterator[Case]:
    """Plots that bring cards beside the deck, where lists have the same card on several lines."""
    rng = Random("aside")
    base = destiny_deck(pool)
    people = [e for e in base.entries if e.zone != "Deck"]
    plot = next(c for c in pool.cards if c.type == "Plot")
    plot = replace(plot, facts={**plot.facts, "points": "0"})
    upgrades = [c for c in pool.cards if c.type == "Upgrade" and c.facts.get("faction") == "gray"]
    brought = (
        ["aside=type:Upgrade,different,most:1"] * 2,
        ["aside=type:Upgrade,different,most:2"],
        ["aside=type:Upgrade,different,most:3"],
        ["aside=type:Upgrade,most:2", "aside=type:Upgrade,different,most:2"],
        ["aside=type:Upgrade,most:3"],
        ["aside=side:villain,most:1", "aside=type:Upgrade,most:1"],
    )
    for number in range(120):
        words = brought[number % len(brought)]
        lines: list[DeckEntry] = []
        for card in rng.sample(upgrades, rng.randint(1, 4)):
            lines += [pool.entry(card, rng.choice((1, 1, 2))) for _ in range(rng.choice((1, 2, 3)))]
        rest = [e._replace(quantity=1) for e in base.entries if e.zone == "Deck"]
        size = sum(e.quantity for e in lines)
        wanted = 30 + rng.choice((0, 1, 2, 2, 3)) - size
        filled: list[DeckEntry] = []
        for entry in rest:
            if wanted > 0:
                filled.append(entry._replace(quantity=min(2, wanted)))
                wanted -= filled[-1].quantity
        extra = [pool.entry("Espionage")] * (number % 10 == 0)
        lost = [DeckEntry(1, "Nobody", "Deck", 95)] * (number % 7 == 0)
        by_plot = pool.entry(stated(plot, brings=words))
        deck = pool.deck([*people, by_plot, *extra, *filled, *lines, *lost])
        yield Case(f"laid aside {number}", deck, None, _OPTIONS)


def _shared_out(pool: Pool) -> Iterator[Case]:
    """Cards of another side or colour of which several texts let in so many."""
    rng = Random("shared out")
    base = destiny_deck(pool)
    leia = base.entries[0].card
    assert leia is not None
    plot = next(c for c in pool.cards if c.type == "Plot")
    words = (
        "side=villain,colour=yellow,most=2",
        "colour=yellow,own-side",
        "colour=yellow,own-side,most=1",
        "side=villain,most=1",
        "side=villain,different=1",
        "side=villain,different=2",
        "type=Event,colour=yellow,most=1",
        "side=villain,colour=yellow,different=2",
        "colour=yellow,different=1",
        "side=villain|hero,colour=yellow",
        "side=villain",
        "side=villain,type=Event,most=2",
        "unique,most=1",
    )
    foreign = [
        c
        for c in pool.cards
        if c.type in ("Event", "Upgrade") and (c.side == "villain" or c.facts.get("faction") == "yellow")
    ]
    for number in range(250):
        said = rng.sample(words, rng.choice((1, 2, 2, 3)))
        some = rng.sample(foreign, rng.randint(1, 4))
        lines = [pool.entry(c, rng.choice((1, 2, 2))) for c in (*some, *some[: number % 2])]
        speaker: Card = stated(leia, opens=said)
        if number % 3:
            team = (pool.entry(speaker, dice=1), *base.entries[1:])
        else:
            team = (*base.entries, pool.entry(stated(plot, opens=said)))
        yield Case(f"shared out {number}", with_entries(replace(base, entries=team), *lines), None, _OPTIONS)
