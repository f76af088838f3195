"""The odds of seeing cards of a deck: the deck and the condition by one catalogue."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from db.cards.lookup import Catalogue
from deckcheck.chance.estimates import Proportion
from deckcheck.collection.search import fields_on
from deckcheck.deck import Deck, DeckEntry
from deckcheck.games import get_game, get_simulator
from deckcheck.odds.answer import ANY, WHOLE, Question
from deckcheck.odds.classes import DeckClasses, classes_of, keep_all
from deckcheck.odds.errors import WrongMulliganError
from deckcheck.odds.parser import parse_condition

KEEP, UNITS, BEST = "keep", "units", "best"


@dataclass(frozen=True, slots=True)
class OddsDeck:
    """The cards that may be drawn, in the classes of a condition, and the game's mulligan.

    `best` says what a mulligan may shuffle back; None in a game whose mulligan discards cards.
    """

    label: str
    name: str
    rules: str
    classes: DeckClasses
    hand: int
    best: str | None
    mulligan_words: str

    def question(self, hand: int | None = None, draws: int = 0, mulligan: str = KEEP) -> Question:
        """The question; raises `WrongMulliganError` for one that the game does not have."""
        known = [KEEP, UNITS if self.best is None else BEST]
        if mulligan not in known:
            raise WrongMulliganError(mulligan, known)
        best = self.best if mulligan == BEST else None
        return Question(self.classes, hand or self.hand, draws, mulligan == UNITS, best)


def odds_deck(
    deck: Deck, condition: str, catalogue: Catalogue, rules: str | None = None, day: date | None = None
) -> OddsDeck:
    """A deck, given as its list has it, ready to be asked about a condition.

    `day` is the one as of which formats are asked.
    """
    game, simulator = get_game(catalogue.game), get_simulator(catalogue.game)
    wanted = parse_condition(condition, fields_on(catalogue, day))
    edition = rules or game.usual_edition
    discards = simulator.discards(edition)
    drawn = _drawn(deck, catalogue, edition)
    classes = classes_of(drawn, wanted, discards or keep_all, len(deck.unread))
    best = None if discards else WHOLE if simulator.whole_hand else ANY
    return OddsDeck(
        deck.path,
        deck.name or deck.path,
        edition,
        classes,
        simulator.hand_size,
        best,
        simulator.mulligan_words(edition),
    )


def _drawn(deck: Deck, catalogue: Catalogue, edition: str) -> list[tuple[DeckEntry, int]]:
    """The cards of the pile from which hands are drawn, each with its copies there."""
    simulator = get_simulator(catalogue.game)
    whole = get_game(catalogue.game).whole(deck, catalogue.find_cards)
    played = simulator.make_deck(whole, edition)
    copies = Counter(card.number for card in played.piles[simulator.hand_pile])
    return [
        (entry._replace(quantity=copies[number]), copies[number])
        for number, entry in enumerate(played.entries)
    ]


def usual_condition(deck: Deck, catalogue: Catalogue, rules: str | None = None) -> str | None:
    """A condition to begin with: a card of the type that most of the cards to be drawn have.

    None where of no card to be drawn the type is known.
    """
    kinds = get_simulator(catalogue.game).kinds
    copies: Counter[str] = Counter()
    for entry, number in _drawn(deck, catalogue, rules or get_game(catalogue.game).usual_edition):
        kind = entry.card.type if entry.card is not None else None
        if kind and '"' not in kind:
            copies[kind] += number
    found = sorted(+copies, key=lambda kind: (-copies[kind], _rank(kind, kinds), kind))
    return f'type:"{found[0]}" >= 1' if found else None


def _rank(kind: str, kinds: Sequence[str]) -> int:
    """The place of a type among the kinds that a game counts."""
    known = kind.casefold()
    return kinds.index(known) if known in kinds else len(kinds)


def deal_hands(question: Question, trials: int, seed: int) -> Proportion:
    """The proportion of dealt hands in which the condition of a question holds."""
    import numpy as np

    from deckcheck.simulators.simulated_odds import simulate_condition

    if question.best is not None:
        return question.best_mulligan().simulate(trials, np.random.default_rng(seed))
    return simulate_condition(
        question.classes,
        trials,
        np.random.default_rng(seed),
        question.hand,
        question.draws,
        mulligan=question.mulligan,
    )
