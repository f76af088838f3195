"""The best that the known hand can still make of a setup: the planner's look ahead.

All that is asked of a hand is which totals it can reach with units in which arenas. That is a
walk over the cards with one set of reachable sums for each set of arenas: eight integers whose bit
`s` says that `s` more points can be spent. The batch engine does the same with arrays.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from db.sums import summed
from deckcheck.games.swtcg.cards import ARENAS
from deckcheck.games.swtcg.setup.cards import STACK_LIMIT, SetupCard, SetupDeck
from deckcheck.games.swtcg.setup.moves import UNDER, Put, added_cost
from deckcheck.games.swtcg.setup.state import SwtcgPlayer

ALL_ARENAS = 0b111
ARENA_BIT = {arena: 1 << place for place, arena in enumerate(ARENAS)}
ARENA_SETS = range(ALL_ARENAS + 1)

Reach = list[int]
"""For each set of arenas the sums that can be spent with units in just these, as bits."""


@dataclass(frozen=True, slots=True)
class DrawOdds:
    """The units of a deck by their arenas and cost, to judge what a draw may bring."""

    copies: tuple[tuple[int, int, int], ...]
    """Arenas, cost and number of copies."""

    size: int


def draw_odds(deck: SetupDeck) -> DrawOdds:
    """The units that a deck may bring, those that do not cost more than setup's total."""
    copies = summed(
        ((arena_set(card.arenas), card.cost or 0), number)
        for card, number in zip(deck.cards, deck.counts, strict=True)
        if card.can_be_put and (card.cost or 0) <= deck.rules.total
    )
    return DrawOdds(tuple((*key, number) for key, number in sorted(copies.items())), deck.size)


def arena_set(arenas: Sequence[str]) -> int:
    """A set of arenas as bits: space 1, ground 2, character 4.

    >>> arena_set(("space", "character"))
    5
    """
    return sum(ARENA_BIT[arena] for arena in arenas)


def value_of(player: SwtcgPlayer, put: Put, odds: DrawOdds) -> tuple[int, int]:
    """The value of the player's prospects after a put; more is better.

    First how many cards of the deck, drawn next, would allow the exact total with all three
    arenas: all of them when the hand can do it by itself. Then what the hand can do at best: the
    number of arenas, and with these the highest total (32 times the one plus the other).
    """
    left = player.points_left - added_cost(player, put)
    reach = _reach(player, put)
    exact = odds.size if reach[ALL_ARENAS] >> left & 1 else _completing_draws(reach, left, odds)
    within = (1 << left + 1) - 1
    for arenas in (3, 2, 1):
        sums = 0
        for held in ARENA_SETS:
            if held.bit_count() == arenas:
                sums |= reach[held] & within
        if sums:
            return exact, 32 * arenas + player.aim - left + sums.bit_length() - 1
    raise AssertionError(put)


def _reach(player: SwtcgPlayer, put: Put) -> Reach:
    """The sums that the rest of the hand can add after a put, by the arenas then held."""
    rest = list(player.hand)
    rest.remove(put.card)
    stack = player.find_stack(put.card.person)
    held = ARENA_BIT[put.arena]
    for other in player.battle:
        if other is not stack:
            held |= ARENA_BIT[other.arena]
    reach = [0] * len(ARENA_SETS)
    reach[held] = 1
    opened: set[str] = set()
    for card in sorted(rest, key=lambda card: card.number):
        if not card.can_be_put:
            continue
        own = card.person is not None and card.person == put.card.person
        found = player.find_stack(card.person)
        if own or found is not None:
            reach = _add_to_stack(reach, player, put if own else None, card)
        elif card.person not in opened:
            reach = _add_unit(reach, card)
            # Of several versions of a person that is not in battle the dearest is planned with.
            opened |= {card.person} if card.person else set()
    return reach


def _add_unit(reach: Reach, card: SetupCard) -> Reach:
    grown = list(reach)
    for arena in card.arenas:
        bit = ARENA_BIT[arena]
        for held in ARENA_SETS:
            grown[held | bit] |= reach[held] << (card.cost or 0)
    return grown


def _add_to_stack(reach: Reach, player: SwtcgPlayer, put: Put | None, card: SetupCard) -> Reach:
    """A card that may go under its unit for 1, or on top for the change; arenas stay as they are.

    `put` is the put just made where it concerns the same person.
    """
    stack = player.find_stack(card.person)
    cards = list(stack.cards) if stack else []
    if put is not None:
        cards = [*cards, put.card] if put.stack == UNDER else [put.card, *cards]
    if len(cards) >= STACK_LIMIT or any(other.version == card.version for other in cards):
        return reach
    change = (card.cost or 0) - (cards[0].cost or 0)
    grown = [sums | sums << 1 for sums in reach]
    if change >= 0:
        grown = [more | sums << change + 1 for more, sums in zip(grown, reach, strict=True)]
    return grown


def _completing_draws(reach: Reach, left: int, odds: DrawOdds) -> int:
    number = 0
    for arenas, cost, copies in odds.copies:
        if cost > left:
            continue
        sums = 0
        for arena in ARENAS:
            if arenas & ARENA_BIT[arena]:
                sums |= reach[ALL_ARENAS] | reach[ALL_ARENAS ^ ARENA_BIT[arena]]
        if sums >> (left - cost) & 1:
            number += copies
    return number
