"""The exact distribution of what a setup played alone reaches, for decks of a few cards.

Every order in which the cards may come is followed, with its probability; what a policy does is
certain, or, for the random policy, each of its moves equally likely. That is feasible for some ten
different cards at most, and is what the simulations are checked against.
"""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import comb, prod

from deckcheck.chance.random_words import RandomWords
from deckcheck.games.swtcg.setup.cards import SetupCard, SetupDeck
from deckcheck.games.swtcg.setup.moves import Move, Put, legal_moves, make_move
from deckcheck.games.swtcg.setup.policies import RandomPolicy, SwtcgPlannerPolicy, make_policy
from deckcheck.games.swtcg.setup.rules import HAND_SIZE
from deckcheck.games.swtcg.setup.state import OVER, PUTTING, SwtcgPlayer, SwtcgSetupState

Pile = tuple[int, ...]
"""How many copies of each card of the deck, by number."""

Outcome = tuple[int, bool, bool]
"""The total, whether all arenas have a unit, and whether a card was partially built."""

Distribution = dict[Outcome, Fraction]


def setup_outcomes(deck: SetupDeck, policy: str = SwtcgPlannerPolicy.name) -> Distribution:
    """How likely each outcome of a setup played alone is, as exact fractions."""
    oracle = _Oracle(deck, policy)
    found: Distribution = {}
    for hand, chance in _draws(deck.counts, min(HAND_SIZE, deck.size)):
        left = _minus(deck.counts, hand)
        for gone, share in oracle.mulligans(hand):
            again = min(sum(gone), sum(left))
            for drawn, likely in _draws(left, again):
                kept = tuple(map(sum, zip(_minus(hand, gone), drawn, strict=True)))
                state = oracle.start(kept)
                outcomes = oracle.play(state, _minus(left, drawn))
                _add(found, outcomes, chance * share * likely)
    return found


class _Oracle:
    """Follows every course of a setup; what was followed once is kept."""

    def __init__(self, deck: SetupDeck, policy: str) -> None:
        self.deck = deck
        self._random = policy == RandomPolicy.name
        self._policy = make_policy(policy, deck, RandomWords(0))
        self._known: dict[object, Distribution] = {}

    def start(self, hand: Pile) -> SwtcgSetupState:
        """The state after the mulligan, with an empty library: what is drawn is dealt by us."""
        player = SwtcgPlayer((), hand=_cards(self.deck, hand))
        return SwtcgSetupState(self.deck.rules, (player, None), PUTTING)

    def mulligans(self, hand: Pile) -> Iterator[tuple[Pile, Fraction]]:
        """Yields what the policy may discard from a hand, and how likely it does."""
        discardable = self.deck.rules.discardable
        most = tuple(
            copies if card.kind in discardable else 0
            for card, copies in zip(self.deck.cards, hand, strict=True)
        )
        if not self._random:
            yield most, Fraction(1)
            return
        for gone in product(*(range(copies + 1) for copies in most)):
            ways = prod(comb(copies, out) for copies, out in zip(most, gone, strict=True))
            yield gone, Fraction(ways, 2 ** sum(most))

    def play(self, state: SwtcgSetupState, library: Pile) -> Distribution:
        """The outcomes from a state, when the library holds these cards in any order."""
        player = state.mover
        if state.phase == OVER:
            return {(player.total, player.all_arenas, player.partial is not None): Fraction(1)}
        hand = tuple(sorted(card.number for card in player.hand))
        key = hand, player.battle, library
        if key not in self._known:
            found: Distribution = {}
            for move, chance in self._moves(state):
                after, _ = make_move(state, move)
                if isinstance(move, Put):
                    for deeper, rest, share in self._drawn(after, library):
                        _add(found, self.play(deeper, rest), chance * share)
                else:
                    _add(found, self.play(after, library), chance)
            self._known[key] = found
        return self._known[key]

    def _moves(self, state: SwtcgSetupState) -> list[tuple[Move, Fraction]]:
        if not self._random:
            return [(self._policy.choose_move(state), Fraction(1))]
        moves = legal_moves(state)
        return [(move, Fraction(1, len(moves))) for move in moves]

    def _drawn(
        self, state: SwtcgSetupState, library: Pile
    ) -> Iterator[tuple[SwtcgSetupState, Pile, Fraction]]:
        """Yields the state with each card that may be drawn."""
        if not sum(library):
            yield state, library, Fraction(1)
            return
        for drawn, share in _draws(library, 1):
            player = replace(state.mover, hand=(*state.mover.hand, *_cards(self.deck, drawn)))
            yield replace(state, players=(player, None)), _minus(library, drawn), share


def _draws(pile: Pile, number: int) -> Iterator[tuple[Pile, Fraction]]:
    """Yields all ways to draw so many cards, with their probabilities."""
    every = comb(sum(pile), number)
    for drawn in product(*(range(min(copies, number) + 1) for copies in pile)):
        if sum(drawn) == number:
            ways = prod(comb(copies, out) for copies, out in zip(pile, drawn, strict=True))
            yield drawn, Fraction(ways, every)


def _add(found: Distribution, outcomes: Distribution, weight: Fraction) -> None:
    for outcome, probability in outcomes.items():
        found[outcome] = found.get(outcome, Fraction(0)) + weight * probability


def _minus(pile: Pile, gone: Pile) -> Pile:
    return tuple(copies - out for copies, out in zip(pile, gone, strict=True))


def _cards(deck: SetupDeck, pile: Pile) -> tuple[SetupCard, ...]:
    return tuple(card for card, copies in zip(deck.cards, pile, strict=True) for _ in range(copies))
