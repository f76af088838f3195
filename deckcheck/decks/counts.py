"""The composition of a deck: as its game counts it, else by rules, types, sides and costs."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache

from db.cards.card import Card
from db.language import Message, gettext as _, joined
from db.sums import summed
from deckcheck.deck import Deck, DeckEntry
from deckcheck.errors import UnknownEditionError
from deckcheck.games.deck_profile import DeckPicture, DeckProfile, by_label
from deckcheck.games.game import Game
from deckcheck.show.tables import plain_table
from deckcheck.show.wording import cards as cards_text

NONE = "none"
TABLES = {"by_zone": _("zone"), "by_type": _("type"), "by_side": _("side"), "by_cost": _("cost")}


def deck_profile(deck: Deck, game: Game, edition: str) -> DeckProfile:
    """The composition of a deck; raises `UnknownEditionError` for an edition the game lacks."""
    codes = [one.code for one in game.editions]
    if edition not in codes:
        raise UnknownEditionError(edition, codes)
    if game.words.profile is not None:
        return game.words.profile(deck, edition)
    return common_profile(deck, game)


@dataclass(frozen=True, slots=True)
class DeckCounts:
    """The numbers of a deck; `counts` are those of its rules, and `text` is them in a line.

    Copies are cards, also where the list counts dice. `dice` are those that it needs, None in a
    game without. `costs` are the copies by type and cost.
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
    costs: Mapping[str, Mapping[str, int]]

    @property
    def mean_cost(self) -> float | None:
        """The mean cost of the cards that have one in numbers."""
        known = {int(cost): n for cost, n in self.by_cost.items() if cost.isdecimal()}
        copies = sum(known.values())
        return sum(cost * n for cost, n in known.items()) / copies if copies else None


def common_profile(deck: Deck, game: Game) -> DeckProfile:
    """The composition of a deck in a game that does not define its own."""
    counts = deck_counts(deck, game)
    tables = {name: dict(getattr(counts, name)) for name in TABLES}
    document = {
        "name": counts.name,
        "game": counts.game,
        "counts": dict(counts.counts),
        "dice": counts.dice,
        **tables,
    }
    return DeckProfile(
        counts.name,
        document,
        {} if counts.mean_cost is None else {"cost": counts.mean_cost},
        lambda _width, _plain: counts_text(counts),
        DeckPicture(cards_text(sum(counts.by_zone.values())), counts.costs, counts.by_type),
    )


def counts_text(counts: DeckCounts) -> str:
    """The counts of a deck in a line, and its tables."""
    dice = "" if counts.dice is None else _("dice to bring: {dice}", dice=counts.dice)
    parts = [f"{counts.name}: {joined((counts.text, dice), '; ')}\n"]
    for name, words in TABLES.items():
        rows = [(Message(label), str(copies)) for label, copies in getattr(counts, name).items()]
        if rows:
            parts.append(plain_table((words, _("cards")), rows))
    return "\n".join(map(str, parts))


def deck_counts(deck: Deck, game: Game) -> DeckCounts:
    """The counts of a deck by the rules of its game."""
    counts = game.view(deck, game.editions[-1].counted_zones).counts
    known = [(e.card, cards_of_entry(e, game), e) for e in deck.entries if e.card is not None]
    dice = None
    if game.collecting.has_dice:
        dice = sum(game.needs(card, e.quantity, e.dice)[1] for card, _, e in known)
    by_type, costs = types_and_costs((card, n) for card, n, _ in known)
    return DeckCounts(
        deck.name,
        game.code,
        game.words.counts_text(counts),
        dict(counts),
        dice,
        dict(by_label((entry.zone, cards_of_entry(entry, game)) for entry in deck.entries)),
        by_type,
        dict(by_label((card.side or NONE, n) for card, n, _ in known)),
        _by_cost(pair for one in costs.values() for pair in one.items()),
        costs,
    )


def types_and_costs(cards: Iterable[tuple[Card, int]]) -> tuple[dict[str, int], dict[str, dict[str, int]]]:
    """The copies by type, the most first, and by type and cost."""
    by_type, costs = Counter[str](), dict[str, Counter[str]]()
    for card, copies in cards:
        by_type[card.type] += copies
        if card.cost is not None:
            costs.setdefault(card.type, Counter())[str(card.cost)] += copies
    types = dict(by_type.most_common())
    return types, {one: _by_cost(costs[one].items()) for one in types if one in costs}


def cards_of_entry(entry: DeckEntry, game: Game) -> int:
    """The cards that a line of a deck stands for; lists of some games count dice instead."""
    if entry.card is None:
        return entry.quantity
    return game.needs(entry.card, entry.quantity, entry.dice)[0]


def _by_cost(pairs: Iterable[tuple[str, int]]) -> dict[str, int]:
    """Copies by cost, numbers first and in their order."""
    copies = summed(pairs)
    return {cost: copies[cost] for cost in sorted(copies, key=_by_number)}


@cache
def _by_number(text: str) -> tuple[int, str]:
    return (int(text), "") if text.isdecimal() else (10**9, text)
