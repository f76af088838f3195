"""The entries of a deck with their cards as this game sees them: draw cards, and characters."""

from collections.abc import Mapping
from dataclasses import dataclass

from deckcheck.deck import DeckEntry
from deckcheck.games.destiny.cards import DestinyCard
from deckcheck.games.titles import title_of


@dataclass(frozen=True, slots=True)
class DestinyEntry:
    """An entry with its card as this game sees it."""

    entry: DeckEntry
    seen: DestinyCard

    @property
    def quantity(self) -> int:
        """The number of copies that the list states."""
        return self.entry.quantity

    @property
    def title(self) -> str:
        """The title, which all copies of a card have in common."""
        return title_of(self.seen.card)


@dataclass(frozen=True, slots=True)
class TitleCopies:
    """The copies of a title in the deck, with the least and the most that its cards allow."""

    title: str
    entries: tuple[DeckEntry, ...]
    have: int
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Character:
    """Characters of one name in the team.

    `ways` are the pairs of cards and dice that the list may mean; one where it says so.
    """

    listed: DestinyEntry
    ways: tuple[tuple[int, int], ...]

    @property
    def cards(self) -> int:
        """The largest number of cards that they may be."""
        return max(cards for cards, _ in self.ways)

    def points(self, balance: Mapping[str, str], cheaper: int) -> tuple[int, ...]:
        """The possible points of the character; none where its dice fit no printed cost."""
        found = []
        values = self.listed.seen.points_in(balance)
        for cards, dice in self.ways:
            spread = _spread(values, cards, dice)
            if spread is not None:
                found.append(spread - cheaper * cards)
        return tuple(found)


def character(listed: DestinyEntry) -> Character:
    """The characters of an entry."""
    return Character(listed, _ways(listed))


def plot_points(listed: DestinyEntry, balance: Mapping[str, str]) -> tuple[int, ...]:
    """The possible points of a plot: several where the list does not say whether it is elite.

    Two copies of a plot that has two values are an elite one.
    """
    values, dice = listed.seen.points_in(balance) or (0,), listed.entry.dice
    quantity = listed.quantity
    if dice and quantity == 1 and dice <= len(values):
        return (values[dice - 1],)
    if quantity > len(values):
        return (values[0] * quantity,)
    if quantity == 1 and listed.seen.limit == 1:
        return values
    return (values[quantity - 1],)


def _spread(values: tuple[int, ...], cards: int, dice: int) -> int | None:
    """The cost of so many cards with so many dice in all; None where they cannot have them.

    Dice go evenly: three dice on two cards are one elite and one that is not.
    """
    if not (values and 0 < cards <= dice <= cards * len(values)):
        return None
    each, more = divmod(dice, cards)
    plain = values[each - 1] * (cards - more)
    return plain + (values[each] * more if more else 0)


def _ways(listed: DestinyEntry) -> tuple[tuple[int, int], ...]:
    """The pairs of cards and dice; a list without dice counts dice, as swdestinydb.com does.

    So do old exports of that site: several characters of a card that is not unique stand there as
    one, with more dice than it has values for.
    """
    quantity, dice, seen = listed.quantity, listed.entry.dice, listed.seen
    values = len(seen.points)
    if dice == 0 and not seen.faces:
        return tuple((quantity, quantity * number) for number in range(1, max(values, 1) + 1))
    if dice is not None:
        if quantity != 1 or dice <= values or seen.unique:
            return ((quantity, dice),)
        quantity = dice
    if seen.unique:
        return ((1, quantity),) if quantity <= values else ((quantity, quantity),)
    fewest = -(-quantity // max(1, values))
    return tuple((cards, quantity) for cards in range(fewest, quantity + 1))
