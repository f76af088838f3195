"""The cards of the deck that fit the team: by affiliation, by colour, or as texts allow.

A text may let in only so many cards; they are shared out so that as many as possible come in.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from deckcheck.games.destiny.cards import GRAY, HERO, VILLAIN
from deckcheck.games.destiny.entries import DestinyEntry
from deckcheck.games.destiny.exceptions import Permission

_ANY_NUMBER = 1 << 30


@dataclass(frozen=True, slots=True)
class Outsider:
    """Copies that do not fit the team, by their side, their colour or both.

    `doubtful` are second copies of a card that is let in as one of so many different ones.
    """

    listed: DestinyEntry
    copies: int
    by_side: bool
    by_colour: bool
    doubtful: bool = False


@dataclass(slots=True)
class _Room:
    """The room left in a permission: copies, and the different titles that used part of it."""

    permission: Permission
    copies: int
    titles: set[str] = field(default_factory=set)

    def take(self, one: DestinyEntry, quantity: int) -> int:
        """How many of so many copies it lets in."""
        if self.permission.different is not None:
            self.titles.add(one.title)
            return quantity if len(self.titles) <= self.permission.different else 0
        taken = min(quantity, self.copies)
        self.copies -= taken
        return taken


def outsiders(
    draw: Iterable[DestinyEntry],
    sides: frozenset[str],
    colours: frozenset[str],
    permissions: Sequence[tuple[Permission, int]],
) -> list[Outsider]:
    """The cards that neither the team's sides and colours nor its texts allow."""
    foreign = []
    for one in draw:
        by_side = one.seen.affiliation in {HERO, VILLAIN} - sides
        by_colour = one.seen.colour not in {GRAY, *colours}
        if by_side or by_colour:
            foreign.append((one, by_side, by_colour))
    rooms = [_Room(p, _copies(p, number)) for p, number in permissions]
    found: list[Outsider] = []
    for one, by_side, by_colour in sorted(foreign, key=lambda each: _choices(each[0], rooms)):
        found += _left(one, by_side, by_colour, rooms)
    place = {id(one): number for number, (one, _, _) in enumerate(foreign)}
    return sorted(found, key=lambda left: place[id(left.listed)])


def _copies(permission: Permission, number: int) -> int:
    return _ANY_NUMBER if permission.most is None else permission.most * number


def _choices(one: DestinyEntry, rooms: Iterable[_Room]) -> int:
    """How many permissions fit: those with few come first, since they have no other."""
    return sum(room.permission.wanted.fits(one.seen) for room in rooms)


def _left(one: DestinyEntry, by_side: bool, by_colour: bool, rooms: list[_Room]) -> Iterator[Outsider]:
    fitting = [room for room in rooms if room.permission.wanted.fits(one.seen)]
    for room in fitting:
        if not room.permission.is_limited:
            by_side = by_side and not room.permission.covers(side=True, colour=False)
            by_colour = by_colour and not room.permission.covers(side=False, colour=True)
    if not (by_side or by_colour):
        return
    quantity, doubtful = one.quantity, 0
    for room in sorted(fitting, key=_breadth):
        permission = room.permission
        if quantity and permission.covers(side=by_side, colour=by_colour):
            taken = room.take(one, quantity)
            quantity -= taken
            doubtful = max(0, taken - 1) if permission.different is not None else 0
    if quantity:
        yield Outsider(one, quantity, by_side, by_colour)
    if doubtful:
        yield Outsider(one, doubtful, by_side, by_colour, doubtful=True)


def _breadth(room: _Room) -> int:
    """Sorts what names much of a card before what names little of it, and is of wider use."""
    wanted = room.permission.wanted
    return -sum(map(bool, (wanted.sides, wanted.colours, wanted.types, wanted.traits)))
