"""The best exchange of one among 30 collections of 2,000 cards: pairs, and circles of up to four.

The baseline finds what each of them has that another wants, which no program can do without. Seconds are
those of the processor.
"""

import random
import time
from collections.abc import Callable

from db.collection.holdings import HoldingKey, Want, WantFacts, WantKey
from deckcheck.trades.exchange import _meetings, best_exchange
from deckcheck.trades.trader import Spare, Trader, Wish

PEOPLE, KNOWN, OWNED = 30, 4000, 2000
SECONDS = 60.0
CROWDS = (("a fifth to spare, 60 wants", 200, 60), ("a fifth to spare, 100 wants", 200, 100))


def main() -> None:
    """Prints the time of pairs and of circles, and how often the baseline fits into it."""
    print(f"{'people':<8}{'time':<12}{'ratio':<8}{'served':<16}collections, worth")
    for words, spares, wants in CROWDS:
        for worth in ("rarity", "price"):
            traders = crowd(spares, wants, by_price=worth == "price")
            base = _seconds(lambda traders=traders: _meetings(traders, 4))  # type: ignore[misc]
            for people in (2, 3, 4):
                found = []
                taken = _seconds(lambda n=people: found.append(best_exchange(traders, n, SECONDS)))  # type: ignore[misc] # noqa: B023
                proof = "proven" if found[0].is_optimal else f"of {found[0].bound}"
                served = f"{found[0].served} {proof}"
                print(
                    f"{people:<8}{taken:>7.2f} s   {taken / base:>5.1f}x  {served:<16}{words}, {worth}",
                    flush=True,
                )


def crowd(spares: int, wants: int, *, by_price: bool) -> list[Trader]:
    """Traders who each own half of the cards: of some of them they have copies to spare."""
    draw = random.Random(1)
    cards = range(1, KNOWN + 1)
    prices = {card: int(100 * draw.lognormvariate(0, 1)) + 5 for card in cards}
    rarities = {card: draw.choices([1, 2, 5], [6, 3, 1])[0] for card in cards}
    worth = prices if by_price else rarities
    found = []
    for number in range(PEOPLE):
        owned = draw.sample(cards, OWNED)
        lacking = sorted(set(cards) - set(owned))
        given = (
            Spare(HoldingKey(card, card), draw.randint(1, 3), worth[card], f"card {card:04}")
            for card in sorted(draw.sample(owned, spares))
        )
        wished = (
            Wish(
                Want(WantKey(card), WantFacts(0, weight=draw.randint(1, 3)), f"card {card}"),
                draw.randint(1, 3),
            )
            for card in draw.sample(lacking, wants)
        )
        found.append(Trader(f"person {number:02}", tuple(given), tuple(wished)))
    return found


def _want(card: int, weight: int) -> Want:
    return Want(WantKey(card), WantFacts(0, weight=weight), f"card {card}")


def _seconds(work: Callable[[], object]) -> float:
    begin = time.process_time()
    work()
    return time.process_time() - begin


if __name__ == "__main__":
    main()
