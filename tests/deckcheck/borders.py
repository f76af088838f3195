"""For every rule of every game a pair of decks: legal at the border, illegal one step past it.

The contract test over all games asks for a pair of each code; here they are made, game by game.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from db.cards.card import Card
from deckcheck.deck import Deck
from tests.deckcheck.building import Builder, with_card, without as without_kind
from tests.deckcheck.sister_decks import (
    Pool,
    destiny_card,
    destiny_deck,
    in_full,
    is_mission_of,
    is_plain,
    lcg_deck,
    lcg_sets,
    of_type,
    stargate_deck,
    with_entries,
    without,
)


@dataclass(frozen=True)
class Border:
    """A rule's pair of decks; `facts` are those that its issue must state."""

    code: str
    legal: Callable[[Pool], Deck]
    illegal: Callable[[Pool], Deck]
    facts: Mapping[str, object] = field(default_factory=dict)
    edition: str | None = None
    play_format: str = "printed"
    also: frozenset[str] = frozenset()
    """Codes of other errors that cannot be helped."""
    severity: str = "error"


# -- Star Wars: Destiny ---------------------------------------------------------------------------

FALCON = "Millennium Falcon (AW)"


def team(pool: Pool, *names: str, dice: Mapping[str, int] | None = None) -> Deck:
    """The usual deck with another team, without cards that need its colours."""
    entries = [pool.entry(name, dice=(dice or {}).get(name, 1)) for name in names]
    deck = destiny_deck(pool, entries)
    gray = [
        c
        for c in pool.cards
        if c.type in ("Event", "Upgrade", "Support")
        and c.side == "neutral"
        and c.facts["faction"] == "gray"
        and is_plain(c)
        and not c.marks
    ][:15]
    kept = [e for e in deck.entries if e.zone != "Deck"]
    return pool.deck([*kept, *(pool.entry(card, 2) for card in gray)])


def destiny_with(pool: Pool, kind: str, side: str, colour: str) -> Deck:
    """The usual deck with one of its cards replaced."""
    deck = without(destiny_deck(pool), lambda e: e.zone == "Deck", 1)
    names = {entry.name for entry in deck.entries}
    new = (destiny_card(pool, kind, side, colour, skip) for skip in range(20))
    return with_entries(deck, pool.entry(next(card for card in new if card.name not in names)))


def one_copy_more(pool: Pool) -> Deck:
    deck = destiny_deck(pool)
    twice = next(e for e in deck.entries if e.zone == "Deck")
    return with_entries(
        without(deck, lambda e: e.zone == "Deck" and e.name != twice.name, 1), twice._replace(quantity=1)
    )


def plots(pool: Pool, number: int) -> Deck:
    deck = team(pool, "Leia Organa, Born Leader")
    return with_entries(deck, *(pool.entry(name) for name in ("Espionage", "Stolen Intel")[:number]))


def restricted(pool: Pool, titles: int) -> Deck:
    """A deck of Standard's sets with so many titles of its restricted list."""
    sets = {"TPG", "LEG", "RIV", "WotF", "AtG", "CONV", "AoN", "SoH", "CM", "TR"}
    plain = [
        c
        for c in pool.cards
        if c.type in ("Event", "Upgrade", "Support")
        and c.side == "neutral"
        and c.facts["faction"] == "gray"
        and is_plain(c)
        and not c.marks
        and sets & set(c.set_codes)
    ]
    marked = ("Hidden Motive", "Vader's Fist", "Delve")[:titles]
    entries = [pool.entry("Maul, Vengeful One", dice=2), pool.entry("Palpatine, Darth Sidious", dice=1)]
    draw = [pool.entry(name, 2) for name in marked] + [pool.entry(c, 2) for c in plain[: 15 - titles]]
    return pool.deck([*entries, *draw, pool.entry("Arid Wasteland, Geonosis")])


def standard_deck(pool: Pool, *, with_old_card: bool) -> Deck:
    deck = restricted(pool, 1)
    if not with_old_card:
        return deck
    old = pool.find(
        lambda c: (
            c.set_codes == ("AW",)
            and c.type == "Event"
            and c.side == "neutral"
            and c.facts["faction"] == "gray"
        )
    )
    return with_entries(without(deck, lambda e: e.zone == "Deck", 1), pool.entry(old))


def balanced(pool: Pool, plot: str) -> Deck:
    """Maul and Palpatine cost 14 and 14 by Standard's balance, 16 and 16 as printed."""
    return with_entries(restricted(pool, 1), pool.entry(plot))


DESTINY = [
    Border(
        "team-points",
        destiny_deck,
        lambda p: with_entries(destiny_deck(p), p.entry("Espionage")),
        {"have": 31, "limit": 30},
    ),
    Border("team-minimum", lambda p: team(p, "Leia Organa, Born Leader"), team, {"have": 0, "limit": 1}),
    Border(
        "team-affiliation",
        lambda p: team(p, "Leia Organa, Born Leader", "Lobot, Cyborg Aide"),
        lambda p: team(p, "Leia Organa, Born Leader", "Captain Phasma, Elite Trooper"),
    ),
    Border(
        "team-unique",
        lambda p: team(p, "Captain Phasma, Elite Trooper"),
        lambda p: team(p, "Captain Phasma, Elite Trooper", "Captain Phasma, Ruthless Tactician"),
        {"have": 2, "limit": 1},
    ),
    Border(
        "deck-size",
        destiny_deck,
        lambda p: without(destiny_deck(p), lambda e: e.zone == "Deck"),
        {"have": 29, "limit": 30},
    ),
    Border("copy-limit", destiny_deck, one_copy_more, {"have": 3, "limit": 2}),
    Border(
        "deck-affiliation",
        lambda p: destiny_with(p, "Event", "hero", "red"),
        lambda p: destiny_with(p, "Event", "villain", "red"),
        {"have": 1, "limit": 0},
    ),
    Border(
        "deck-colour",
        lambda p: destiny_with(p, "Event", "neutral", "red"),
        lambda p: destiny_with(p, "Event", "neutral", "blue"),
        {"have": 1, "limit": 0},
    ),
    Border(
        "battlefield",
        destiny_deck,
        lambda p: without(destiny_deck(p), of_type("Battlefield")),
        {"have": 0, "limit": 1},
    ),
    Border(
        "battlefield",
        destiny_deck,
        lambda p: with_entries(destiny_deck(p), p.entry("Echo Base, Hoth")),
        {"have": 2, "limit": 1},
    ),
    Border("plot", lambda p: plots(p, 1), lambda p: plots(p, 2), {"have": 2, "limit": 1}),
    Border(
        "card-text",
        lambda p: team(p, "Youngling", "Kit Fisto, Shii-cho Master"),
        lambda p: team(p, "Youngling", "Padawan"),
    ),
    Border(
        "zone",
        lambda p: team(p, "Anakin Skywalker, Reckless One"),
        lambda p: team(p, "Darth Vader, Driven By Anger"),
    ),
    Border(
        "set-legality",
        lambda p: standard_deck(p, with_old_card=False),
        lambda p: standard_deck(p, with_old_card=True),
        play_format="standard",
    ),
    Border(
        "restricted",
        lambda p: restricted(p, 1),
        lambda p: restricted(p, 2),
        {"have": 2, "limit": 1},
        play_format="standard",
    ),
    Border(
        "team-points",
        lambda p: balanced(p, "Fortify"),
        lambda p: balanced(p, "Preemptive Strike"),
        {"have": 31, "limit": 30},
        play_format="standard",
    ),
]


# -- Stargate TCG ---------------------------------------------------------------------------------


def one_more(pool: Pool, fits: Callable[[Card], bool], zone: str | None = None) -> Deck:
    deck = stargate_deck(pool)
    titles = {e.card.base_name for e in deck.entries if e.card}
    return with_entries(
        deck, pool.entry(pool.find(lambda c: fits(c) and c.base_name not in titles), zone=zone)
    )


def swapped_mission(pool: Pool) -> Deck:
    deck = without(stargate_deck(pool), lambda e: e.card is not None and is_mission_of("culture")(e.card))
    titles = {e.name for e in deck.entries}
    return with_entries(
        deck, pool.entry(pool.find(lambda c: is_mission_of("combat")(c) and c.name not in titles))
    )


def same_title(pool: Pool, copies: int) -> Deck:
    """So many copies of one title, under two subtitles."""
    deck = stargate_deck(pool)
    used = {e.card.base_name for e in deck.entries if e.card}
    title = next(
        c.base_name
        for c in pool.cards
        if c.type == "Adversary"
        and c.base_name not in used
        and sum(o.base_name == c.base_name for o in pool.cards) > 1
    )
    first, second = [c for c in pool.cards if c.base_name == title][:2]
    return with_entries(deck, pool.entry(first, 2), pool.entry(second, copies - 2))


def team_in_deck(pool: Pool, copies: int) -> Deck:
    deck = stargate_deck(pool)
    return with_entries(deck, pool.entry(deck.entries[0].name, copies))


STARGATE = [
    Border(
        "team-size",
        stargate_deck,
        lambda p: without(stargate_deck(p), lambda e: e.zone == "Team"),
        {"have": 3, "limit": 4},
    ),
    Border(
        "team-size",
        stargate_deck,
        lambda p: one_more(p, lambda c: c.type == "Team Character", "Team"),
        {"have": 5, "limit": 4},
    ),
    Border("mission-count", stargate_deck, swapped_mission, {"have": 2, "limit": 3, "skill": "culture"}),
    Border(
        "mission-count",
        stargate_deck,
        lambda p: one_more(p, is_mission_of("combat")),
        {"have": 13, "limit": 12},
    ),
    Border(
        "hero-minimum",
        stargate_deck,
        lambda p: without(
            stargate_deck(p), lambda e: e.zone == "Main" and bool(e.card and e.card.side == "hero")
        ),
        {"have": 19, "limit": 20, "side": "hero"},
    ),
    Border(
        "villain-minimum",
        stargate_deck,
        lambda p: without(stargate_deck(p), lambda e: bool(e.card and e.card.side == "villain")),
        {"have": 19, "limit": 20, "side": "villain"},
    ),
    Border("copy-limit", lambda p: same_title(p, 3), lambda p: same_title(p, 4), {"have": 4, "limit": 3}),
    Border(
        "team-copies",
        lambda p: team_in_deck(p, 2),
        lambda p: one_more(p, lambda c: c.type == "Team Character", "Main"),
        {"have": 1, "limit": 0},
    ),
    Border(
        "team-copies",
        lambda p: team_in_deck(p, 2),
        lambda p: team_in_deck(p, 3),
        {"have": 3, "limit": 2},
        also=frozenset({"copy-limit"}),
    ),
    Border(
        "copy-limit",
        lambda p: with_entries(stargate_deck(p), p.entry("Drone", 6)),
        lambda p: with_entries(stargate_deck(p), p.entry("Drone", 7)),
        {"have": 7, "limit": 6},
    ),
    Border(
        "card-text",
        lambda p: with_entries(stargate_deck(p), p.entry("Niam, Bound by his Code (WORM 28)")),
        lambda p: with_entries(stargate_deck(p), p.entry("Niam, Bound By His Code (WORM 117)")),
        {"have": 1, "limit": 0},
    ),
    Border("zone", stargate_deck, lambda p: one_more(p, lambda c: c.type == "Gear", "Mission Pile")),
]


# -- the LCG --------------------------------------------------------------------------------------


def lacking(pool: Pool, title: str) -> Deck:
    return without(in_full(pool, lcg_deck(pool)), lambda e: e.name == title)


def allies(pool: Pool, jedi: int) -> Deck:
    """A deck of an affiliation card that wants five Jedi and five Rebel or neutral objectives."""
    card = pool["Jedi"]
    needs = ["exactly=5,affiliation=Jedi", "exactly=5,affiliation=Rebel_Alliance|Neutral"]
    allied = replace(card, name="Allied Bees", facts={**card.facts, "needs": needs})
    sets = lcg_sets(pool, [*range(1, jedi + 1), *range(8, 13)])
    return pool.deck([pool.entry(allied), *sets])


LCG = [
    Border("affiliation-text", lambda p: allies(p, 5), lambda p: allies(p, 6), {"have": 6, "limit": 5}),
    Border(
        "affiliation",
        lcg_deck,
        lambda p: without(lcg_deck(p), of_type("Affiliation")),
        {"have": 0, "limit": 1},
    ),
    Border(
        "affiliation",
        lcg_deck,
        lambda p: with_entries(lcg_deck(p), p.entry("Rebel Alliance")),
        {"have": 2, "limit": 1},
    ),
    Border(
        "objective-minimum",
        lcg_deck,
        lambda p: without(lcg_deck(p), of_type("Objective")),
        {"have": 9, "limit": 10},
    ),
    Border(
        "objective-minimum",
        lambda p: in_full(p, lcg_deck(p)),
        lambda p: lacking(p, "Unit 3"),
        {"have": 4, "limit": 5},
    ),
    Border(
        "objective-minimum",
        lambda p: in_full(p, lcg_deck(p)),
        lambda p: with_entries(in_full(p, lcg_deck(p)), p.entry("Tool 20")),
        {"have": 1, "limit": 0},
    ),
    Border(
        "one-side", lcg_deck, lambda p: with_entries(lcg_deck(p), *lcg_sets(p, [21])), {"have": 1, "limit": 0}
    ),
    Border(
        "copy-limit",
        lambda p: with_entries(lcg_deck(p), *lcg_sets(p, [3])),
        lambda p: with_entries(lcg_deck(p), *lcg_sets(p, [3], 2)),
        {"have": 3, "limit": 2},
    ),
    Border(
        "copy-limit",
        lcg_deck,
        lambda p: with_entries(lcg_deck(p), *lcg_sets(p, [2])),
        {"have": 2, "limit": 1},
    ),
    Border("affiliation-lock", lcg_deck, lambda p: with_entries(lcg_deck(p), *lcg_sets(p, [7]))),
    Border(
        "zone",
        lcg_deck,
        lambda p: with_entries(lcg_deck(p), p.entry("Objective 3", zone="Command Deck")),
        severity="warning",
    ),
]


# -- Star Wars Trading Card Game ------------------------------------------------------------------


def with_supply(builder: Builder, copies: int) -> Deck:
    """A Dark deck with copies of the card that may stand in the Supply by its own text."""
    rom = next(card for card in builder.cards if card.name == "General Rom Mohc (B)")
    return with_card(Builder(builder.cards, "dark").deck(), rom, copies, "Supply")


def swtcg(make: Callable[[Builder], Deck]) -> Callable[[Pool], Deck]:
    return lambda pool: make(Builder(pool.cards))


def copies_of_one(builder: Builder, copies: int) -> Deck:
    deck = builder.deck(other=20)
    return with_card(with_card(deck, builder.find("Battle"), copies), builder.find("Battle"), 4)


def two_arenas(builder: Builder) -> Deck:
    deck = builder.deck(space=11, ground=11, character=13, other=25)
    return with_card(deck, builder.find("Space/Ground"), 1)


SWTCG = [
    Border(
        "deck-size", swtcg(lambda b: b.deck()), swtcg(lambda b: b.deck(other=23)), {"have": 59, "limit": 60}
    ),
    Border(
        "copy-limit",
        swtcg(lambda b: copies_of_one(b, 4)),
        swtcg(lambda b: copies_of_one(b, 5)),
        {"have": 5, "limit": 4},
    ),
    Border(
        "one-side",
        swtcg(lambda b: with_card(b.deck(), b.find("Battle", "neutral"))),
        swtcg(lambda b: with_card(b.deck(), b.find("Battle", "dark"))),
        {"have": 1, "limit": 0},
    ),
    Border(
        "unit-minimum",
        swtcg(lambda b: b.deck()),
        swtcg(lambda b: b.deck(space=11, ground=13)),
        {"have": 11, "limit": 12},
    ),
    Border(
        "unit-ratio",
        swtcg(lambda b: b.deck(ground=24)),
        swtcg(lambda b: b.deck(ground=25, character=13)),
        {"have": 25, "limit": 24},
    ),
    Border(
        "unit-total",
        swtcg(two_arenas),
        swtcg(lambda b: without_kind(two_arenas(b), "Character", 1)),
        {"have": 35, "limit": 36},
        edition="community",
    ),
    Border(
        "card-text",
        swtcg(lambda b: with_supply(b, 4)),
        swtcg(lambda b: with_supply(b, 5)),
        {"have": 5, "limit": 4},
    ),
    Border(
        "zone",
        swtcg(lambda b: b.deck()),
        swtcg(lambda b: with_card(b.deck(), b.find("Subordinate"))),
        edition="community",
        severity="warning",
    ),
]

BORDERS: Mapping[str, list[Border]] = {"swtcg": SWTCG, "destiny": DESTINY, "stargate": STARGATE, "swlcg": LCG}
CASES = [(game, border) for game, borders in BORDERS.items() for border in borders]
IDS = [
    f"{game}-{border.code}-{place}"
    for game, borders in BORDERS.items()
    for place, border in enumerate(borders)
]
