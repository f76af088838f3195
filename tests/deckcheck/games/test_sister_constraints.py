"""Rules of the sister games and their constraints say the same of any deck of known cards."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations_with_replacement, product
from typing import Any

import pytest

from db.cards.card import Card
from deckcheck.deck import Deck, DeckEntry
from deckcheck.games import get_game
from deckcheck.games.destiny.card_texts import is_special
from deckcheck.games.destiny.cards import read_card as read_destiny_card
from deckcheck.games.destiny.deck_rules import POINTS
from deckcheck.judge.validate import Judge
from deckcheck.report import ERROR
from deckcheck.rules.compiled import Avoid, DeckModel, Total, Unstated, rows_of, violated
from deckcheck.rules.findings import issues_with_crowds
from deckcheck.rules.requirement import WhileIn, Whole
from deckcheck.rules.slot import Slot
from tests.amounts import amount
from tests.deckcheck.sister_decks import Pool, destiny_deck, in_full, lcg_deck, stargate_deck

DECKS = amount(120, 5_000)


def counts_of(deck: Deck) -> Counter[Slot]:
    """The copies of a deck by slot."""
    copies: Counter[Slot] = Counter()
    for entry in deck.entries:
        assert entry.card is not None
        copies[Slot(entry.zone, entry.card)] += entry.quantity
    return copies


@pytest.mark.parametrize("game", ["destiny", "stargate", "swlcg"])
def test_a_total_that_names_its_cards_weighs_no_others(game: str, request: pytest.FixtureRequest) -> None:
    """A repair asks for the weights of those cards only."""
    pool: Pool = request.getfixturevalue(game)
    named = [one for one in Judge(game).constraints(pool.cards) if isinstance(one, Total) and one.cards]
    assert named
    zones = get_game(game).zones
    for total in named:
        assert total.cards is not None
        weighed = {c.name for c in pool.cards if any(total.weight(Slot(z, c)) for z in zones)}
        assert weighed <= total.cards


def is_broken(rule: Any, deck: Deck) -> bool:
    """Whether a rule finds an error, or leaves open whether there is one."""
    game = get_game(deck.game)
    view = game.view(deck, game.editions[-1].counted_zones)
    return any(issue.severity == ERROR or issue.undecided for issue in issues_with_crowds(rule, view))


def changed(deck: Deck, cards: Sequence[Card], chance: random.Random) -> Deck:
    """The deck with some copies more, fewer, elsewhere or of other cards."""
    game, entries = get_game(deck.game), list(deck.entries)
    for _ in range(chance.choice((0, 1, 1, 2, 3))):
        at = chance.randrange(len(entries))
        what = chance.randrange(5)
        if what == 0 and len(entries) > 1:
            del entries[at]
        elif what == 1:
            entries[at] = entries[at]._replace(quantity=chance.choice((1, 2, 3, 4, 5, 6, 7)))
        elif what == 2:
            card = chance.choice(cards)
            entries[at] = entries[at]._replace(name=card.name, card=card)
        elif what == 3:
            entries[at] = entries[at]._replace(zone=chance.choice(game.zones))
        else:
            card = chance.choice(cards)
            zone = chance.choice((game.lists.place(card, game.zones[0]), *game.zones))
            entries.append(DeckEntry(chance.choice((1, 1, 2)), card.name, zone, 1, card))
    return replace(deck, entries=tuple(entries))


def lcg_decks(pool: Pool) -> Iterator[Deck]:
    """Decks at the borders: of sets alone and in full, of two sides, with locked sets."""
    for affiliation in ("Jedi", "Sith", "Smugglers and Spies"):
        deck = lcg_deck(pool, affiliation)
        yield from (deck, in_full(pool, deck))


def affiliations_that_ask(pool: Pool) -> list[Card]:
    """Affiliation cards with deck rules of their own, and one of which nobody knows what it says."""
    jedi = pool["Jedi"]
    asks = {"needs": ["exactly=6,affiliation=Jedi", "exactly=4,affiliation=Rebel_Alliance"]}
    return [
        replace(jedi, name="Jedi of Six", facts={**jedi.facts, **asks}),
        replace(jedi, name="Jedi of Whom Nothing is Known", facts={"affiliation": "Jedi"}),
    ]


def swlcg_deck(pool: Pool, affiliation: Card) -> Deck:
    """Ten objective sets under an affiliation card that is not in the pool."""
    deck = lcg_deck(pool)
    first = deck.entries[0]._replace(name=affiliation.name, card=affiliation)
    return replace(deck, entries=(first, *deck.entries[1:]))


@pytest.mark.parametrize("game", ["stargate", "swlcg"])
def test_rules_and_constraints_agree_around_every_border(game: str, request: pytest.FixtureRequest) -> None:
    """A repair that trusts constraints which say less than the rule hands out illegal decks; with
    constraints that say more it misses the nearest one."""
    pool: Pool = request.getfixturevalue(game)
    firsts = [stargate_deck(pool)] if game == "stargate" else list(lcg_decks(pool))
    chance = random.Random(f"{game} borders")
    rules = get_game(game).editions[-1].rules
    seen: set[tuple[str, bool]] = set()
    odd = [card for card in pool.cards if card.facts.get("brings") or card.facts.get("needs")]
    odd += [card for card in pool.cards if card.facts.get("locked") or card.facts.get("limited")]
    if game == "swlcg":
        odd = [*affiliations_that_ask(pool), *odd]
        firsts += [swlcg_deck(pool, card) for card in affiliations_that_ask(pool)]
    for number in range(DECKS):
        first = firsts[number % len(firsts)]
        near = [entry.card for entry in first.entries if entry.card is not None]
        few = [*chance.sample(pool.cards, 12), *chance.sample(odd, min(len(odd), 6)), *near[:8]]
        deck = changed(first, few, chance)
        cards = tuple({c.name: c for c in (*few, *(e.card for e in deck.entries if e.card))}.values())
        edition = get_game(game).editions[-1]
        model = DeckModel(cards, get_game(game).zones, edition.counted_zones)
        for rule in rules:
            constraints = rows_of([rule], model)
            assert not any(isinstance(one, Unstated) for one in constraints), rule.code
            broken = is_broken(rule, deck)
            assert bool(violated(constraints, counts_of(deck))) is broken, (rule, deck)
            seen.add((rule.code, broken))
    for rule in rules:
        assert (rule.code, False) in seen
        assert (rule.code, True) in seen or rule.code == "zone", rule.code


def destiny_changed(deck: Deck, cards: Sequence[Card], chance: random.Random) -> Deck:
    """The deck with other cards, copies and dice; each card in one entry, with its own dice."""
    copies = {entry.card: (entry.quantity, entry.dice) for entry in deck.entries if entry.card}
    for _ in range(chance.choice((0, 1, 2, 3, 4))):
        card = chance.choice((*copies, *cards))
        copies.pop(card, None)
        if card.type == "Character":
            number, most = chance.choice((1, 1, 1, 2)), len(read_destiny_card(card).points)
            copies[card] = number, number * chance.randint(1, most)
        elif (number := chance.choice((0, 1, 1, 2, 3))) and not (card.type == "Plot" and number > 2):
            copies[card] = number, None
    place = get_game("destiny").lists.place
    return Deck(
        tuple(
            DeckEntry(n, card.name, place(card, "Deck"), 1, card, dice=dice)
            for card, (n, dice) in copies.items()
        ),
        "destiny",
    )


def destiny_counts(deck: Deck) -> Counter[Slot]:
    """The copies of a deck by slot, each with its dice."""
    found: Counter[Slot] = Counter()
    for entry in deck.entries:
        assert entry.card is not None
        each = None if entry.dice is None else entry.dice // entry.quantity
        found[Slot(entry.zone, entry.card, each)] += entry.quantity
    return found


@pytest.mark.parametrize("play_format", ["printed", "standard", "infinite"])
def test_rules_of_destiny_and_constraints_agree_on_cards_without_texts(
    destiny: Pool, play_format: str
) -> None:
    """On all cards but those whose texts matter, which are named and of which nothing is said."""
    judge = Judge("destiny", play_format)
    plain = [card for card in destiny.cards if not is_special(card) and has_points(card)]
    plain = [card for card in plain if card.type != "Character" or card.facts.get("sides")]
    listed = [card for card in plain if card.marks]
    plots = [card for card in plain if card.type == "Plot"]
    team = [card for card in plain if card.type == "Character"]
    sides = [card for card in plain if card.side in {"hero", "villain"}]
    first = destiny_deck(destiny, [destiny.entry(card, dice=1) for card in team[:1]])
    bare = [entry for entry in first.entries if entry.card and not is_special(entry.card)]
    first, chance = replace(first, entries=tuple(bare)), random.Random(f"destiny {play_format}")
    seen: set[tuple[str, bool]] = set()
    for _ in range(DECKS):
        few = [
            *chance.sample(plain, 8),
            *chance.sample(team, 5),
            *chance.sample(sides, 4),
            *chance.sample(plots, 2),
            *chance.sample(listed, min(3, len(listed))),
        ]
        deck = destiny_changed(first, few, chance)
        cards = tuple(dict.fromkeys((*few, *(e.card for e in deck.entries if e.card))))
        model = DeckModel(cards, judge.game.zones, judge.edition.counted_zones)
        for rule in judge.rules:
            constraints = rows_of([rule], model)
            if any(isinstance(one, Unstated) for one in constraints):
                continue
            broken = is_broken(rule, deck)
            assert bool(violated(constraints, destiny_counts(deck))) is broken, (rule, deck)
            seen.add((rule.code, broken))
    counted = (
        "deck-size",
        "copy-limit",
        "deck-colour",
        "deck-affiliation",
        "plot",
        "team-points",
        "battlefield",
        "team-affiliation",
        "team-unique",
    )
    assert {(code, kind) for code in counted for kind in (True, False)} <= seen


def has_points(card: Card) -> bool:
    """Whether a character or plot states points that are whole numbers."""
    is_counted = card.type in {"Character", "Plot"}
    return not is_counted or bool(read_destiny_card(card).points)


def test_cards_whose_texts_matter_are_named(destiny: Pool) -> None:
    rules = get_game("destiny").editions[-1].rules
    (rule,) = [r for r in rules if r.code == "card-text" and isinstance(r, WhileIn)]
    special = [card for card in destiny.cards if is_special(card)]
    plain = [card for card in destiny.cards if not is_special(card)]
    zones = get_game("destiny").zones
    assert rows_of([rule], DeckModel(plain[:90], zones, frozenset(zones))) == ()
    found = rows_of([rule], DeckModel(special[:4], zones, frozenset(zones)))
    assert [type(one) for one in found] == [Avoid, Unstated]
    assert "and 1 more" in getattr(found[1], "why", "")


@pytest.mark.parametrize("copies", [1, 2])
@pytest.mark.parametrize("limit", [27, 28, 29, 30, 31, 32, 33])
def test_an_elite_plot_costs_what_it_costs(destiny: Pool, copies: int, limit: int) -> None:
    """A plot with two values: with one copy the first, with two the second."""
    some = next(card for card in destiny.cards if card.type == "Plot")
    plot = replace(some, facts={"points": "3/7", "limit": 2, "known_text": True, "faction": "gray"})
    plain = (c for c in destiny.cards if c.type == "Character" and not is_special(c))
    first = next(plain)
    member = replace(first, facts={**first.facts, "points": "25/30"})
    rule = POINTS._replace(limit=limit)
    entries = (
        DeckEntry(1, member.name, "Team", 1, member, dice=1),
        DeckEntry(copies, plot.name, "Plot", 2, plot),
    )
    deck, zones = Deck(entries, "destiny"), get_game("destiny").zones
    model = DeckModel((plot, member), zones, frozenset(zones))
    kept = not violated(rows_of([rule], model), destiny_counts(deck))
    assert kept is (limit >= 25 + (3 if copies == 1 else 7)) is not is_broken(rule, deck)


def test_missions_of_several_skills_are_shared_out_as_the_rule_does(stargate: Pool) -> None:
    """Every pile of few Missions, against the rule that looks for paths."""
    (rule,) = [r for r in get_game("stargate").editions[-1].rules if r.code == "mission-count"]
    small = rule._replace(each=1)
    skills = ("culture", "science", "combat", "ingenuity")
    missions = [
        next(c for c in stargate.cards if c.type == "Mission" and set(skills) & set(c.facts) == {s})
        for s in skills
    ]
    either = [
        replace(missions[0], name=f"{one}/{other}", facts={one: 1, other: 1}, printings=())
        for one, other in (("culture", "science"), ("science", "combat"), ("combat", "ingenuity"))
    ]
    every = (*missions, *either)
    model = DeckModel(every, ("Main", "Team", "Mission Pile"), frozenset({"Mission Pile"}))
    constraints = rows_of([small], model)
    kept = 0
    for pile in (*combinations_with_replacement(every, 4), *combinations_with_replacement(every, 3)):
        copies = Counter(pile)
        entries = (DeckEntry(n, c.name, "Mission Pile", 1, c) for c, n in copies.items())
        deck = Deck(tuple(entries), game="stargate")
        assert bool(violated(constraints, counts_of(deck))) is is_broken(small, deck), pile
        kept += not is_broken(small, deck)
    assert kept > 5


def test_a_higher_limit_holds_where_a_card_that_states_it_is_there(stargate: Pool) -> None:
    (rule,) = [r for r in get_game("stargate").editions[-1].rules if r.code == "copy-limit"]
    plain = next(c for c in stargate.cards if c.type == "Event" and not c.facts.get("brings"))
    more = replace(plain, name=f"{plain.name} II", facts={"brings": ["copies=6"]})
    model = DeckModel((plain, more), ("Main", "Team", "Mission Pile"), frozenset({"Main"}))
    constraints = rows_of([rule], model)
    for one, other in product(range(8), range(8)):
        entries = (DeckEntry(n, c.name, "Main", 1, c) for c, n in ((plain, one), (more, other)) if n)
        deck = Deck(tuple(entries), game="stargate")
        assert bool(violated(constraints, counts_of(deck))) is is_broken(rule, deck), (one, other)


def test_sets_of_the_lcg_are_whole_or_listed_without_their_cards(swlcg: Pool) -> None:
    """Every small deck of two sets and three of their cards: all numbers up to two."""
    (rule,) = [one for one in get_game("swlcg").editions[-1].rules if isinstance(one, Whole)]
    objectives = [card for card in swlcg.cards if card.type == "Objective"][:2]
    wanted = [str(title) for o in objectives for title in o.facts["command_cards"]]
    titles = list(dict.fromkeys(wanted))
    command = [swlcg[title] for title in titles]
    model = DeckModel((*objectives, *command), get_game("swlcg").zones, frozenset(get_game("swlcg").zones))
    constraints = rows_of([rule], model)
    chance, kept = random.Random(4), 0
    for _ in range(amount(150, 10_000)):
        sets = [chance.randint(0, 2) for _ in objectives]
        whole = Counter[str]()
        for number, objective in zip(sets, objectives, strict=True):
            for title in objective.facts["command_cards"]:
                whole[str(title)] += number
        copies = {card: whole[card.name] * chance.choice((1, 1, 1, 0)) for card in command}
        if chance.random() < 0.3:
            copies[chance.choice(command)] += 1
        if chance.random() < 0.4:
            copies = dict.fromkeys(command, 0)
        counts = {**dict(zip(objectives, sets, strict=True)), **copies}
        deck = swlcg.deck(swlcg.entry(card, n) for card, n in counts.items() if n)
        assert bool(violated(constraints, counts_of(deck))) is is_broken(rule, deck)
        kept += not is_broken(rule, deck)
    assert kept > 20


@pytest.mark.parametrize("game", ["stargate", "swlcg"])
def test_every_rule_states_itself(game: str, request: pytest.FixtureRequest) -> None:
    pool: Pool = request.getfixturevalue(game)
    for constraint in Judge(game, "printed").constraints(pool.cards[:60]):
        assert not isinstance(constraint, Unstated), constraint
