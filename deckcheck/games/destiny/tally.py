"""The view of a deck that the rules of this game see: team, battlefields, plots and draw deck."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from db.cards import Card
from deckcheck.deck import Deck, DeckEntry, cards_astray
from deckcheck.games.destiny.cards import (
    AFFILIATIONS,
    DRAW_TYPES,
    NO_BALANCE,
    DestinyCard,
    read_card,
)
from deckcheck.games.destiny.exceptions import Permission, cheapens, permissions_of
from deckcheck.games.destiny.zones import DECK, ZONES, zone_for

_UNBOUNDED = 1 << 30


@dataclass(frozen=True, slots=True)
class Listed:
    """An entry with its card as this game sees it."""

    entry: DeckEntry
    seen: DestinyCard

    @property
    def quantity(self) -> int:
        """The number of copies that the list states."""
        return self.entry.quantity


@dataclass(frozen=True, slots=True)
class Character:
    """Characters of one name in the team.

    `ways` are the pairs of cards and dice that the list may mean; one where it says so.
    """

    listed: Listed
    ways: tuple[tuple[int, int], ...]

    @property
    def cards(self) -> int:
        """How many cards they are, at the most."""
        return max(cards for cards, _ in self.ways)

    def points(self, balance: Mapping[str, str], cheaper: int) -> tuple[int, ...]:
        """What they cost in each way that can be; none where no way can be."""
        found = []
        values = self.listed.seen.points_in(balance)
        for cards, dice in self.ways:
            spread = _spread(values, cards, dice)
            if spread is not None:
                found.append(spread - cheaper * cards)
        return tuple(found)


def _spread(values: tuple[int, ...], cards: int, dice: int) -> int | None:
    """What so many cards cost with so many dice in all; None where they cannot have them.

    Dice go evenly: three dice on two cards are one elite and one that is not.
    """
    if not values or not cards <= dice <= cards * len(values):
        return None
    each, more = divmod(dice, cards)
    plain = values[each - 1] * (cards - more)
    return plain + (values[each] * more if more else 0)


def _ways(listed: Listed) -> tuple[tuple[int, int], ...]:
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


class Tally:
    """A deck as the rules see it: every card by its type, in whatever zone the list has it.

    `slack` is how many cards may still be anything: unknown ones, those in zones that nobody knows,
    and any number in lines that could not be read.
    """

    def __init__(self, deck: Deck, counted_zones: frozenset[str]) -> None:
        self.deck = deck
        self.counted = [entry for entry in deck.entries if entry.zone in counted_zones]
        self.team: list[Character] = []
        self.battlefields: list[Listed] = []
        self.plots: list[Listed] = []
        self.draw: list[Listed] = []
        self.unknown = 0
        self._unknown_draw = 0
        for entry in self.counted:
            self._take(entry)
        self.slack = _UNBOUNDED if deck.unread else self.unknown + cards_astray(deck, ZONES)
        self.counts: Mapping[str, int] = self._count()

    def everywhere(self) -> Iterator[DeckEntry]:
        """The entries of all zones that the game knows, counted or not."""
        return (entry for entry in self.deck.entries if entry.zone in ZONES)

    def _take(self, entry: DeckEntry) -> None:
        if entry.card is None:
            self.unknown += entry.quantity
            self._unknown_draw += entry.quantity if entry.zone == DECK else 0
            return
        listed = Listed(entry, read_card(entry.card))
        kind = entry.card.type
        if kind == "Character":
            self.team.append(Character(listed, _ways(listed)))
        elif kind == "Battlefield":
            self.battlefields.append(listed)
        elif kind == "Plot":
            self.plots.append(listed)
        else:
            self.draw.append(listed)

    def _count(self) -> dict[str, int]:
        sums = dict.fromkeys(AFFILIATIONS, 0)
        types = {f"{kind.lower()}s": 0 for kind in DRAW_TYPES}
        for listed in self.draw:
            sums[listed.seen.affiliation] = sums.get(listed.seen.affiliation, 0) + listed.quantity
            kind = f"{listed.seen.card.type.lower()}s"
            types[kind] = types.get(kind, 0) + listed.quantity
        low, _ = self.points(NO_BALANCE)
        return {
            "cards": sum(types.values()) + self._unknown_draw,
            "characters": sum(one.cards for one in self.team),
            "dice": sum(one.ways[0][1] for one in self.team if one.listed.seen.faces),
            "points": low,
            "battlefields": sum(listed.quantity for listed in self.battlefields),
            "plots": sum(listed.quantity for listed in self.plots),
            **types,
            **sums,
            "unknown": self.unknown,
        }

    @property
    def known_draw(self) -> int:
        """The cards of the draw deck that are known."""
        return self.counts["cards"] - self._unknown_draw

    def points(self, balance: Mapping[str, str]) -> tuple[int, int]:
        """The least and the most that team and plots can cost; what has no points costs none."""
        low = high = 0
        for one in self.team:
            ways = one.points(balance, self._cheaper(one.listed.seen)) or (0,)
            low, high = low + min(ways), high + max(ways)
        for plot in self.plots:
            values = plot.seen.points_in(balance) or (0,)
            cost = values[min(plot.quantity, len(values)) - 1]
            if plot.quantity > len(values):
                cost = values[0] * plot.quantity
            low, high = low + cost, high + cost
        return low, high

    def _cheaper(self, seen: DestinyCard) -> int:
        return sum(cheapens(card, seen) for card in self.team_cards)

    @cached_property
    def team_cards(self) -> tuple[Card, ...]:
        """The different cards of the team."""
        return tuple(one.listed.seen.card for one in self.team)

    @cached_property
    def special_cards(self) -> tuple[Card, ...]:
        """The cards that may state exceptions: the team and its plots."""
        return (*self.team_cards, *(plot.seen.card for plot in self.plots))

    @cached_property
    def permissions(self) -> tuple[tuple[Permission, int], ...]:
        """What the team lets into the deck, each with the copies that it is for."""
        return tuple(
            (permission, one.cards)
            for one in self.team
            for permission in permissions_of(one.listed.seen.card)
        )

    def misplaced(self) -> Iterator[Listed]:
        """Yields the cards that the list has in a zone of this game into which they cannot go."""
        characters = [one.listed for one in self.team]
        for listed in (*characters, *self.battlefields, *self.plots, *self.draw):
            zone = listed.entry.zone
            if zone in ZONES and zone != zone_for(listed.seen.card.type):
                yield listed
