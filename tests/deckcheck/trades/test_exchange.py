"""The best exchange: as good as any that can be, even for each, and the same in whatever order people stand.

The other opinion tries every exchange of a few cards, one copy after another, and knows no program.
"""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import permutations, product

import pytest

from db.collection.holdings import HoldingKey, Want, WantFacts, WantKey
from deckcheck.trades.exchange import Exchange, best_exchange
from deckcheck.trades.trader import Spare, Trader, Wish
from tests.amounts import amount

SECONDS = 30.0
ROUNDS = amount(60, 200)
WORTHS = (1, 2, 5)


def spare(card: int, quantity: int = 1, worth: int = 1) -> Spare:
    return Spare(HoldingKey(card, card), quantity, worth, f"card {card}")


def wish(card: int, quantity: int = 1, weight: int = 1) -> Wish:
    return Wish(Want(WantKey(card), WantFacts(quantity, weight=weight), f"card {card}"), quantity)


def some_traders(seed: int, people: int, cards: int, most: int) -> list[Trader]:
    """A few people, each with up to so many spares and wishes of a few cards."""
    draw = random.Random(seed)
    worth = {card: draw.choice(WORTHS) for card in range(1, cards + 1)}
    found = []
    for number in range(people):
        order = draw.sample(range(1, cards + 1), cards)
        given = order[: draw.randint(1, most)]
        wanted = order[len(given) : len(given) + draw.randint(1, most)]
        spares = tuple(spare(card, draw.randint(1, 2), worth[card]) for card in sorted(given))
        wishes = tuple(wish(card, draw.randint(1, 2), draw.randint(1, 4)) for card in sorted(wanted))
        found.append(Trader(f"person {number}", spares, wishes, draw.choice((0, 10, 30))))
    return found


Move = tuple[tuple[int, int, int], ...]
"""Copies that go together: giver, taker and card of each."""


def moves(traders: list[Trader], most_people: int) -> Iterator[Move]:
    """Yields all that can go at once: a card between the first and another, or cards in a circle."""
    can = {
        (a, b): [
            s.key.card_id for s in one.spares if s.key.card_id in {w.want.key.card_id for w in two.wishes}
        ]
        for a, one in enumerate(traders)
        for b, two in enumerate(traders)
        if a != b
    }
    for (giver, taker), cards in can.items():
        if 0 in (giver, taker):
            yield from (((giver, taker, card),) for card in cards)
    worth = {s.key.card_id: s.worth for one in traders for s in one.spares}
    for size in range(3, most_people + 1):
        for others in permutations(range(1, len(traders)), size - 1):
            edges = list(zip((0, *others), (*others, 0), strict=True))
            for handed in product(*(can[edge] for edge in edges)):
                if len({worth[card] for card in handed}) == 1:
                    yield tuple((*edge, card) for edge, card in zip(edges, handed, strict=True))


def best_by_trying(traders: list[Trader], most_people: int) -> int:
    """The most that any exchange serves, by trying all of them."""
    known = list(moves(traders, most_people))
    worth = {s.key.card_id: s.worth for one in traders for s in one.spares}
    weight = {(n, w.want.key.card_id): w.weight for n, one in enumerate(traders) for w in one.wishes}
    spares = Counter({(n, s.key.card_id): s.quantity for n, one in enumerate(traders) for s in one.spares})
    lacking = Counter(
        {(n, w.want.key.card_id): w.quantity for n, one in enumerate(traders) for w in one.wishes}
    )
    given: Counter[tuple[int, int]] = Counter()
    best = 0

    def is_even() -> bool:
        for other in range(1, len(traders)):
            for one, two in ((0, other), (other, 0)):
                if 100 * given[two, one] < (100 - traders[one].accepts) * given[one, two]:
                    return False
        return True

    def go(first: int, served: int) -> None:
        nonlocal best
        if served > best and is_even():
            best = served
        for number in range(first, len(known)):
            move = known[number]
            for giver, taker, card in move:
                spares[giver, card] -= 1
                lacking[taker, card] -= 1
            if all(spares[giver, card] >= 0 and lacking[taker, card] >= 0 for giver, taker, card in move):
                counts = sum(weight[taker, card] for giver, taker, card in move if 0 in (giver, taker))
                if len(move) == 1:
                    given[move[0][:2]] += worth[move[0][2]]
                go(number, served + counts)
                if len(move) == 1:
                    given[move[0][:2]] -= worth[move[0][2]]
            for giver, taker, card in move:
                spares[giver, card] += 1
                lacking[taker, card] += 1

    go(0, 0)
    return best


def check(traders: list[Trader], found: Exchange) -> None:
    """Fails where a card goes that is not there or not wanted, or where somebody loses too much."""
    by_name = {one.name: one for one in traders}
    me = traders[0].name
    gone: Counter[tuple[str, int]] = Counter()
    come: Counter[tuple[str, int]] = Counter()
    served = 0
    for proposal in found.proposals:
        for one in proposal.transfers:
            gone[one.giver, one.spare.key.card_id] += one.quantity
            come[one.taker, one.spare.key.card_id] += one.quantity
            if me in (one.giver, one.taker):
                weights = {w.want.key.card_id: w.weight for w in by_name[one.taker].wishes}
                served += one.quantity * weights[one.spare.key.card_id]
        for name in (me, *proposal.people):
            gives, gets = (
                sum(one.quantity * one.spare.worth for one in transfers)
                for transfers in (proposal.given_by(name), proposal.got_by(name))
            )
            assert 100 * gets >= (100 - by_name[name].accepts) * gives, (name, gives, gets)
            assert gives
            assert gets
    assert served == found.served
    for trader in traders:
        for s in trader.spares:
            assert gone.pop((trader.name, s.key.card_id), 0) <= s.quantity
        for w in trader.wishes:
            assert come.pop((trader.name, w.want.key.card_id), 0) <= w.quantity
    assert not gone
    assert not come


@pytest.mark.parametrize("most_people", [2, 3, 4])
def test_no_exchange_serves_more(most_people: int) -> None:
    """Who is told "the best" would miss cards that somebody at the table had to give."""
    sizes = {2: (3, 7, 4), 3: (3, 6, 3), 4: (4, 6, 2)}
    for seed in range(ROUNDS):
        traders = some_traders(seed, *sizes[most_people])
        found = best_exchange(traders, most_people, SECONDS)
        assert found.is_optimal
        check(traders, found)
        assert found.served == best_by_trying(traders, most_people), seed


def test_circles_serve_where_no_pair_can() -> None:
    """Three who each want what the next one has would go home with nothing."""
    traders = [
        Trader("Ada", (spare(1),), (wish(3),)),
        Trader("Bo", (spare(2),), (wish(1),)),
        Trader("Cy", (spare(3),), (wish(2),)),
    ]
    assert best_exchange(traders, 2, SECONDS).proposals == ()
    (circle,) = best_exchange(traders, 3, SECONDS).proposals
    assert circle.people == ("Bo", "Cy")
    assert [(one.giver, one.taker, one.spare.key.card_id) for one in circle.transfers] == [
        ("Ada", "Bo", 1),
        ("Bo", "Cy", 2),
        ("Cy", "Ada", 3),
    ]


def test_the_order_of_the_files_changes_nothing() -> None:
    """Two friends who compute the same evening would come with different papers."""
    for seed in range(20):
        first, *others = some_traders(seed, 4, 6, 3)
        found = {best_exchange([first, *order], 4, SECONDS).proposals for order in permutations(others)}
        assert len(found) == 1


def test_of_equal_exchanges_none_has_a_needless_circle() -> None:
    """Four would have to agree on what two can settle."""
    traders = [
        Trader("Ada", (spare(1),), (wish(2),)),
        Trader("Bo", (spare(2), spare(3)), (wish(1),)),
        Trader("Cy", (spare(4), spare(2)), (wish(3),)),
    ]
    (pair,) = best_exchange(traders, 4, SECONDS).proposals
    assert pair.people == ("Bo",)


def test_when_time_ends_the_bound_is_told() -> None:
    """An answer that was cut short must not look proven."""
    traders = some_traders(1, 8, 300, 120)
    found = best_exchange(traders, 4, 0.0)
    check(traders, found)
    assert found.bound >= best_exchange(traders, 2, SECONDS).served
