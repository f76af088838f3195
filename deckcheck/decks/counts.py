"""What a deck of any game is made of: what its rules count, and copies by type, side and cost."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from deckcheck.deck import Deck, DeckEntry
from deckcheck.games.game import Game

NONE = "none"


@dataclass(frozen=True, slots=True)
class DeckCounts:
    """The numbers of a deck; `counts` are those of its rules, and `text` says them in a line.

    Copies are cards, also where the list counts dice. `dice` are those that it needs, None in a
    game without.
    """

    name: str
    game: str
    text: str
    counts: Mapping[str, int]
    dice: int | None
    by_zone: Mapping[str, int]
    by_type: Mapping[str, int]
    by_side: Mapping[str, int]
    by_cost: Mapping[str, int]


def deck_counts(deck: Deck, game: Game) -> DeckCounts:
    """What a deck is made of, as its game sees it."""
    view = game.view(deck, game.editions[-1].counted_zones)
    known = [entry for entry in deck.entries if entry.card is not None]
    dice = None
    if game.collecting.has_dice:
        dice = sum(game.needs(e.card, e.quantity, e.dice)[1] for e in known if e.card)
    costs = _by(
        (str(e.card.cost), cards_of_entry(e, game))
        for e in known
        if e.card and e.card.cost is not None
    )
    return DeckCounts(
        deck.name, game.code, game.counts_text(view.counts), dict(view.counts), dice,
        _by((entry.zone, cards_of_entry(entry, game)) for entry in deck.entries),
        _by((e.card.type, cards_of_entry(e, game)) for e in known if e.card),
        _by((e.card.side or NONE, cards_of_entry(e, game)) for e in known if e.card),
        dict(sorted(costs.items(), key=lambda pair: _by_number(pair[0]))),
    )  # fmt: skip


def cards_of_entry(entry: DeckEntry, game: Game) -> int:
    """The cards that a line of a deck stands for; lists of some games count dice instead."""
    if entry.card is None:
        return entry.quantity
    return game.needs(entry.card, entry.quantity, entry.dice)[0]


def _by(pairs: Iterable[tuple[str, int]]) -> dict[str, int]:
    """Copies by label, the most first."""
    copies: Counter[str] = Counter()
    for label, number in pairs:
        copies[label] += number
    return dict(copies.most_common())


def _by_number(text: str) -> tuple[int, str]:
    return (int(text), "") if text.isdecimal() else (10**9, text)
