"""Requirements find in decks of known cards what their rows say of them."""

import random
from collections import Counter
from collections.abc import Iterator
from datetime import date
from itertools import product

import pytest

from db.cards.card import Card
from deckcheck.deck import Deck, DeckEntry
from deckcheck.games import get_game
from deckcheck.games.formats.zone_size import zone_limit
from deckcheck.judge.validate import Judge
from deckcheck.report import ERROR
from deckcheck.rules.compiled import DeckModel, Helper, Limit, Total, Unstated, of_no_copy, rows_of, violated
from deckcheck.rules.findings import issues_with_crowds
from deckcheck.rules.requirement import Requirement
from deckcheck.rules.slot import Slot
from tests.amounts import amount
from tests.deckcheck.building import Builder, with_card
from tests.deckcheck.random_decks.decks import seed_of
from tests.deckcheck.random_decks.swtcg import SwtcgDecks

DECKS = amount(50, 6_000)
TODAY = date(2026, 11, 21)


def every_copy(_slot: Slot) -> int:
    return 1


def counts_of(deck: Deck) -> Counter[Slot]:
    """The copies of a deck by slot."""
    copies: Counter[Slot] = Counter()
    for entry in deck.entries:
        if entry.card is not None:
            copies[Slot(entry.zone, entry.card)] += entry.quantity
    return copies


def is_broken(rule: Requirement, judge: Judge, deck: Deck) -> bool:
    """Whether the rule finds an error, or leaves open whether there is one."""
    view = judge.game.view(deck, judge.edition.counted_zones)
    return any(issue.severity == ERROR or issue.undecided for issue in issues_with_crowds(rule, view))


def judges() -> Iterator[tuple[str, str | None, date]]:
    """Yields each edition, and each format on days of all its states."""
    game = get_game("swtcg")
    for edition in game.editions:
        yield "printed", edition.code, TODAY
    for play_format in game.formats():
        yield play_format.code, None, TODAY
    for day in (date(2004, 6, 19), date(2004, 6, 21), date(2004, 12, 15), date(2005, 8, 1)):
        yield "dci", None, day


@pytest.mark.parametrize(("play_format", "edition", "day"), list(judges()))
def test_a_rule_and_its_constraints_agree_on_decks_around_every_border(
    cards: tuple[Card, ...], play_format: str, edition: str | None, day: date
) -> None:
    """A repair that trusts constraints which say less than the rule would hand out illegal decks;
    with constraints that say more it would miss the nearest one."""
    judge = Judge("swtcg", play_format, edition=edition, on=day)
    decks = SwtcgDecks(cards, seed_of(play_format, str(edition), str(day)))
    model = DeckModel(cards, judge.game.zones, judge.edition.counted_zones)
    of_rule = [(rule, rows_of([rule], model)) for rule in judge.rules]
    codes = ("deck-size", "copy-limit", "one-side", "unit-minimum", "unit-ratio")
    seen, wanted = set[tuple[str, bool]](), set(product(codes, (True, False)))
    for number in range(3 * DECKS):
        if number >= DECKS and wanted <= seen:
            break
        deck = decks.deck()
        counts = counts_of(deck)
        for rule, constraints in of_rule:
            if any(isinstance(one, Unstated) for one in constraints):
                continue
            broken = is_broken(rule, judge, deck)
            assert bool(violated(constraints, counts)) is broken, (rule, deck)
            seen.add((rule.code, broken))
    assert wanted <= seen


@pytest.mark.parametrize("resources", [0, 1, 2])
@pytest.mark.parametrize("size", [58, 59, 60])
def test_a_resource_outside_the_deck_stands_for_one_card(
    cards: tuple[Card, ...], resources: int, size: int
) -> None:
    judge = Judge("swtcg", edition="community", on=TODAY)
    (rule,) = [rule for rule in judge.rules if rule.code == "deck-size"]
    resource = next(card for card in cards if card.type == "Resource")
    battle = next(card for card in cards if card.type == "Battle")
    model = DeckModel(cards, judge.game.zones, judge.edition.counted_zones)
    counts = {Slot("Deck", battle): size, Slot("Supply", resource): resources}
    deck = Deck(tuple(DeckEntry(n, s.card.name, s.zone, 1, s.card) for s, n in counts.items() if n))
    kept = size + bool(resources) >= 60
    assert (not violated(rows_of([rule], model), counts)) is kept is not is_broken(rule, judge, deck)


@pytest.mark.parametrize("have", [9, 10, 11])
def test_a_size_of_a_zone_that_the_user_sets_is_stated(cards: tuple[Card, ...], have: int) -> None:
    rule = zone_limit("Sideboard", 10)
    model = DeckModel(cards, ("Deck", "Sideboard"), frozenset({"Deck"}))
    counts = {Slot("Sideboard", cards[0]): have, Slot("Deck", cards[0]): 50}
    assert bool(violated(rows_of([rule], model), counts)) is (have > 10)


@pytest.mark.parametrize("game", ["swtcg"])
def test_every_rule_states_itself(game: str, cards: tuple[Card, ...]) -> None:
    model = DeckModel(cards[:50], get_game(game).zones, frozenset(get_game(game).zones))
    for edition in get_game(game).editions:
        for one in rows_of(edition.rules, model):
            assert not isinstance(one, Unstated), one


def test_helpers_take_any_values_that_satisfy_all_constraints(cards: tuple[Card, ...]) -> None:
    """Against trying all values of all helpers by hand."""
    rng = random.Random(5)
    slots = [Slot("Deck", card) for card in cards[:3]]
    helpers = [Helper("a"), Helper("b", 2), Helper("c")]
    outcomes = Counter[bool]()
    for _ in range(amount(120, 10_000)):
        rows = []
        for number in range(3):
            low, high = rng.randint(-2, 3), rng.randint(0, 4)
            factors = tuple((h, rng.randint(-2, 2)) for h in rng.sample(helpers, rng.randint(0, 3)))
            when = rng.choice([None, None, *helpers])
            weight = rng.choice([every_copy, of_no_copy])
            rows.append(Total(f"row {number}", weight, low, high, factors, when))
        counts = {slot: rng.randint(0, 2) for slot in slots}
        size = sum(counts.values())
        expected = False
        for values in product(range(2), range(3), range(2)):
            known = dict(zip(helpers, values, strict=True))
            expected = expected or all(
                (row.when is not None and known[row.when] != 1)
                or (row.low or 0)
                <= (size if row.weight is every_copy else 0)
                + sum(factor * known[helper] for helper, factor in row.helpers)
                <= (row.high or 0)
                for row in rows
            )
        outcomes[expected] += 1
        assert bool(violated(rows, counts)) is not expected
    assert min(outcomes[True], outcomes[False]) > 10


def test_a_limit_counts_all_slots_of_a_key(cards: tuple[Card, ...]) -> None:
    one, other = cards[:2]
    limit = Limit("copy-limit", lambda slot: 3 if slot.zone != "Outside" else None)
    assert not violated([limit], {Slot("Deck", one): 2, Slot("Supply", one): 1, Slot("Deck", other): 3})
    assert violated([limit], {Slot("Deck", one): 2, Slot("Supply", one): 2})
    assert not violated([limit], {Slot("Deck", one): 2, Slot("Outside", one): 2})


@pytest.mark.parametrize("edition", [one.code for one in get_game("swtcg").editions])
@pytest.mark.parametrize("opener", ["Jariah Syn (B)", "Jariah Syn (A)"])
@pytest.mark.parametrize("zone", ["Deck", "Supply", "Sideboard"])
def test_what_cards_texts_let_in_is_stated_both_ways(
    cards: tuple[Card, ...], edition: str, opener: str, zone: str
) -> None:
    by_name = {card.name: card for card in cards}
    model_of = Judge("swtcg", edition=edition)
    model = DeckModel(cards, model_of.game.zones, model_of.edition.counted_zones)
    of_rule = [(rule, rows_of([rule], model)) for rule in model_of.rules]
    named = ("Razor Bug", "Spineray", "Yaret-Kor Plasma Cannon", "Darth Vua (A)", "Nina Galfridian (C)")
    plain = with_card(Builder(cards).deck(), by_name[opener])
    for chosen in product((0, 1), repeat=len(named)):
        listed = [by_name[name] for name, there in zip(named, chosen, strict=True) if there]
        deck = plain
        for card in listed:
            deck = with_card(deck, card, 1, zone)
        counts = counts_of(deck)
        for rule, rows in of_rule:
            assert bool(violated(rows, counts)) is is_broken(rule, model_of, deck), (rule, listed)
