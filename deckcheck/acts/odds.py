"""The odds of seeing cards of a deck: the deck and the condition by one catalogue."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple, TypedDict

from db.arguments import Count
from db.cards.lookup import Catalogue
from deckcheck import acts
from deckcheck.acts.database import FilePath
from deckcheck.chance.chunks import Jobs
from deckcheck.chance.estimates import Proportion
from deckcheck.collection.search import fields_on
from deckcheck.deck import Deck, DeckEntry
from deckcheck.games import get_game, get_simulator
from deckcheck.odds.answer import ANY, WHOLE, Answer, Question, answer, as_json, percent
from deckcheck.odds.classes import Discards, classes_of, keep_all
from deckcheck.odds.errors import WrongMulliganError
from deckcheck.odds.parser import parse_condition
from deckcheck.simulators.simulated_odds import simulate_question


class OddsArguments(TypedDict, total=False):
    """The options of odds: the opening hand, the draws after it, and what is done to the first one.

    `mulligan` is "keep", or as the game has it "units" or "best". `on` is the day as of which the
    condition asks formats.
    """

    hand: Count | None
    draws: Count
    mulligan: str
    rules: str | None
    on: date | None


_STAND_INS = 3
"""So many types of cards have a condition of their own that stands in for a figure."""

KEEP, UNITS, BEST = "keep", "units", "best"


@dataclass(frozen=True)
class DeckOdds:
    """A deck that is asked about a condition, ready to be answered, dealt and drawn.

    `mulligan_words` says in words what is done to the first hand.
    """

    label: str
    name: str
    rules: str
    mulligan: str
    mulligan_words: str
    question: Question

    @cached_property
    def answer(self) -> Answer:
        """The exact odds."""
        return answer(self.question)

    def dealt(self, hands: int, seed: int, jobs: Jobs = None) -> Proportion:
        """The proportion of dealt hands in which the condition holds: a check of the answer."""
        return simulate_question(self.question, hands, seed, jobs)

    @property
    def curves(self) -> dict[str, Mapping[int, float]]:
        """The probability of the condition and of its parts, by the number of cards seen."""
        return acts.drawing.odds_curves(self.question)

    def plot(self, path: FilePath) -> None:
        """Draws the condition and its parts by the number of cards seen, as SVG or PNG."""
        acts.drawing.draw_odds(Path(path), self.question, self.name)

    def document(self, simulated: Proportion | None = None, seed: int | None = None) -> dict[str, Any]:
        """The odds as in `deckcheck.odds/1`."""
        facts = {"deck": self.label, "mulligan": self.mulligan, "rules": self.rules}
        return {"schema": "deckcheck.odds/1", **as_json(self.answer, simulated, seed), **facts}


def ask_odds(catalogue: Catalogue, deck: Deck, condition: str, arguments: OddsArguments) -> DeckOdds:
    """A deck that is asked about a condition; raises `WrongMulliganError` for one it cannot have.

    `best` says what a mulligan may shuffle back; no deck has it in a game whose mulligan discards.
    """
    game, simulator = get_game(catalogue.game), get_simulator(catalogue.game)
    wanted = parse_condition(condition, fields_on(catalogue, arguments.get("on")))
    edition = arguments.get("rules") or game.formats.printed.edition
    seen = cards_seen(catalogue, edition, arguments)
    drawn = drawn_cards(deck, catalogue, edition)
    classes = classes_of(drawn, wanted, seen.discards, len(deck.unread))
    question = Question(classes, seen.hand, seen.draws, seen.mulligan, seen.best)
    words, mulligan = simulator.hands.words(edition), arguments.get("mulligan", KEEP)
    return DeckOdds(deck.path, deck.name or deck.path, edition, mulligan, words, question)


class CardsSeen(NamedTuple):
    """The cards seen of a deck: the opening hand, what is done to it, and the draws after it."""

    hand: int
    draws: int
    mulligan: bool
    best: str | None
    discards: Discards


def cards_seen(catalogue: Catalogue, edition: str, arguments: OddsArguments) -> CardsSeen:
    """The cards that are seen by these options; raises `WrongMulliganError`."""
    hands = get_simulator(catalogue.game).hands
    discards = None if hands.discards is None else hands.discards(edition)
    known, mulligan = (KEEP, UNITS if discards else BEST), arguments.get("mulligan", KEEP)
    if mulligan not in known:
        raise WrongMulliganError(mulligan, known)
    best = None if mulligan != BEST else WHOLE if hands.is_whole else ANY
    hand, draws = arguments.get("hand") or hands.size, arguments.get("draws", 0)
    put_away = discards if discards and mulligan == UNITS else keep_all
    return CardsSeen(hand, draws, mulligan == UNITS, best, put_away)


def drawn_cards(deck: Deck, catalogue: Catalogue, edition: str) -> list[tuple[DeckEntry, int]]:
    """The cards of the pile from which hands are drawn, each with its copies there."""
    simulator = get_simulator(catalogue.game)
    whole = get_game(catalogue.game).lists.whole(deck, catalogue.find_cards)
    played = simulator.make_deck(whole, edition)
    copies = Counter(card.number for card in played.piles[simulator.hands.pile])
    return [
        (entry._replace(quantity=copies[number]), copies[number])
        for number, entry in enumerate(played.entries)
    ]


def usual_condition(deck: Deck, catalogue: Catalogue, rules: str | None = None) -> str | None:
    """A condition to begin with: a card of each type that players of the game want, if the deck has them.

    Else one of the type that most of the cards to be drawn have; None where of none the type is known.
    """
    kinds = get_simulator(catalogue.game).shown.kinds
    copies: Counter[str] = Counter()
    for entry, number in drawn_cards(
        deck, catalogue, rules or get_game(catalogue.game).formats.printed.edition
    ):
        kind = entry.card.type if entry.card is not None else None
        if kind and '"' not in kind:
            copies[kind] += number
    opening = get_game(catalogue.game).words.opening
    if opening and {kind.casefold() for kind in +copies}.issuperset(opening):
        return " and ".join(f"type:{kind} >= 1" for kind in opening)
    rank = {kind: place for place, kind in enumerate(kinds)}  # where as many are of two types
    result = sorted(+copies, key=lambda kind: (-copies[kind], rank.get(kind.casefold(), len(rank)), kind))
    return f'type:"{result[0]}" >= 1' if result else None


def stand_ins_of(deck: Deck, catalogue: Catalogue, edition: str) -> list[str]:
    """Conditions that decks may meet which play well: cards of each type, two of a type, cheap ones."""
    usual = usual_condition(deck, catalogue, edition)
    types = Counter[str]()
    for entry, copies in drawn_cards(deck, catalogue, edition):
        if entry.card is not None and '"' not in entry.card.type:
            types[entry.card.type.casefold()] += copies
    kinds = [f'type:"{kind}" >= 2' for kind, _copies in types.most_common(_STAND_INS)]
    return [*([usual] if usual else []), *kinds, "count(cost<=2) >= 2"]
