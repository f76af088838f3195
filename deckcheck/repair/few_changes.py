"""The number of changes to the nearest legal deck where it is found at once, without a solver.

From below: a joker, a card that counts as much as any card could for every rule and has no limit,
may come in as often as it likes; no deck is nearer than the nearest with jokers. From above: the
nearest deck in which only cards come in that the deck plays already, judged by the validator. Where
both take as many changes, no legal deck takes fewer, whatever cards there are; where not, only the
least is said. The cards of the catalogue are not looked at.
"""

from copy import copy
from dataclasses import replace

from db.cards.card import Card
from db.language import gettext as _
from deckcheck.deck import Deck
from deckcheck.judge.validate import Judge
from deckcheck.repair.costs import CHANGE
from deckcheck.repair.enumeration import Best, find_nearest
from deckcheck.repair.planning import RepairedDeck, changed_deck
from deckcheck.repair.prepared import MANY, Item, PreparedCards, SlotColumn
from deckcheck.repair.problem import Conditions, Problem, make_problem
from deckcheck.repair.separable import Clock
from deckcheck.report import LEGAL
from deckcheck.rules.compiled import Total
from deckcheck.rules.slot import Slot

NODES = 40
"""How far each of the two searches goes: some milliseconds, and the same on every machine."""

_MOST_CARDS = 100
"""Decks of more different cards take too long to look at."""


def few_changes(judge: Judge, deck: Deck, nodes: int = NODES) -> int | None:
    """The changes to the nearest legal deck; None where they are not found at once."""
    return least_and_few_changes(judge, deck, nodes)[1]


def least_and_few_changes(judge: Judge, deck: Deck, nodes: int = NODES) -> tuple[int | None, int | None]:
    """The changes that any legal deck takes at least, and those to the nearest; None: not found at once."""
    nothing = None, None
    if deck.unread or any(entry.card is None for entry in deck.entries):
        return nothing
    cards = tuple({entry.card.name: entry.card for entry in deck.entries if entry.card}.values())
    if len(cards) > _MOST_CARDS:
        return nothing
    prepared = PreparedCards(judge, cards)
    way = RepairedDeck(prepared, deck)
    copies = way.copies()
    if prepared.unstated or sum(copies.values()) != sum(e.quantity for e in deck.entries):
        return nothing
    problem = make_problem(prepared, copies, Conditions())
    least = _nearest(_with_jokers(problem), nodes, None)
    if least.changes is None or not least.is_whole:
        return nothing
    found = _nearest(problem, nodes, least.changes)
    if found.copies is None or not found.is_whole or found.changes != least.changes:
        return least.changes, None
    after = judge.validate(changed_deck(deck, found.copies, judge.game))
    return least.changes, found.changes if after.verdict == LEGAL else None


def _nearest(problem: Problem, nodes: int, changes: int | None) -> Best:
    """The nearest deck of a problem; with `changes`, only as near as that."""
    from deckcheck.repair.solving import most_put_in

    most = most_put_in(problem) if changes is None else problem.most_put_in(changes)
    below = None if changes is None else changes * CHANGE + CHANGE // 2
    return find_nearest(problem, Clock(nodes_left=nodes), most, below)


def _with_jokers(problem: Problem) -> Problem:
    """The problem with as many jokers as anybody likes, and without what is not known of them."""
    prepared = copy(problem.prepared)
    prepared.totals = tuple(map(_known_part, prepared.totals))
    weights = tuple(map(_best_weight, prepared.totals))
    column = SlotColumn(weights, (), is_avoided=False)
    name = _("a joker")
    card = Card(prepared.judge.game.code, name, name, None, None, None, "", *[None] * 5)  # type: ignore[arg-type]
    joker = Item(Slot("", card), column, 0, 0, MANY, MANY, 0)
    pools = {**problem.pools, (weights, "", None): [joker]}
    return replace(problem, prepared=prepared, pools=pools)


def _known_part(total: Total) -> Total:
    """A total as far as a joker keeps it: one bound, or none where weights are unknown."""
    if total.weighs is None:
        return total._replace(low=None, high=None)
    return total if total.low is None else total._replace(high=None)


def _best_weight(total: Total) -> int:
    """The weight of a copy that helps most to keep a total; 0 where none helps."""
    if total.weighs is None:
        return 0
    least, most = total.weighs
    return max(0, most) if total.low is not None else min(0, least)
