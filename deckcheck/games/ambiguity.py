"""The facts about ambiguous names that hold whichever cards they mean, for all games.

Every copy of an ambiguous name may be any of its candidates, each copy another one. These facts
hold for every choice; so a verdict that rests on them is proven.
"""

from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from db.cards.card import Card
from db.cards.names import normal_form
from deckcheck.deck import Deck, DeckEntry
from deckcheck.rules.slot import first_entry

UNLIMITED = 1 << 30
"""Room for any number of copies."""


class Crowd(NamedTuple):
    """Ambiguous entries with more copies than the limits of their candidates leave room for.

    `have` are their copies, `limit` for how many there is room, `cards` the names of all cards
    that they may be.
    """

    entries: tuple[DeckEntry, ...]
    have: int
    limit: int
    cards: tuple[str, ...]

    @property
    def name(self) -> str:
        """The first of the names as the deck list writes them."""
        return first_entry(self.entries).name


def by_name(entries: Iterable[DeckEntry]) -> list[list[DeckEntry]]:
    """Entries without a card, grouped by name in any case: one group, one choice of cards."""
    groups: dict[tuple[str, ...], list[DeckEntry]] = {}
    for entry in entries:
        key = (normal_form(entry.name), *(card.name for card in entry.candidates))
        groups.setdefault(key, []).append(entry)
    return [groups[key] for key in sorted(groups)]


def narrowed(deck: Deck, may_be: Callable[[Card], bool], zones: Container[str] | None = None) -> Deck:
    """The deck with ambiguous names narrowed to candidates that `may_be`, where any is left.

    Only names in these `zones` are narrowed, or all.
    """
    return replace(
        deck,
        entries=tuple(_narrowed(e, may_be) if zones is None or e.zone in zones else e for e in deck.entries),
    )


def _narrowed(entry: DeckEntry, may_be: Callable[[Card], bool]) -> DeckEntry:
    left = tuple(card for card in entry.candidates if may_be(card))
    return entry._replace(candidates=left) if left else entry


def crowds(entries: Iterable[DeckEntry], room: Callable[[Card], int]) -> Iterator[Crowd]:
    """Yields each crowd of ambiguous entries; `room` is how many more copies of a card fit.

    Four copies of A and one of a name that may be A or B are none: there is room for four of B.
    """
    rooms: dict[str, int] = {}
    groups: dict[frozenset[str], list[DeckEntry]] = {}
    for entry in entries:
        for card in entry.candidates:
            if card.name not in rooms:
                rooms[card.name] = room(card)
        names = frozenset(card.name for card in entry.candidates)
        if all(rooms[name] < UNLIMITED for name in names):
            groups.setdefault(names, []).append(entry)
    demands = {names: sum(e.quantity for e in group) for names, group in groups.items()}
    for crowd in _too_many(demands, rooms):
        members = tuple(entry for names in crowd for entry in groups[names])
        cards = sorted(frozenset[str]().union(*crowd))
        have, limit = sum(demands[names] for names in crowd), sum(rooms[name] for name in cards)
        yield Crowd(members, have, limit, tuple(cards))


def _too_many(demands: dict[frozenset[str], int], rooms: dict[str, int]) -> list[list[frozenset[str]]]:
    """The groups of names, each as small as it is found, that demand more than there is room."""
    alone = [n for n, demand in demands.items() if demand > sum(rooms[name] for name in n)]
    found = [[names] for names in alone]
    given: dict[tuple[frozenset[str], str], int] = {}
    left = dict(rooms)
    blamed = set(alone)
    for names in sorted(demands.keys() - blamed, key=sorted):
        demand = demands[names]
        while demand > 0 and (way := _way_to_room(names, demands, given, left)):
            _shift(way, given, left)
            demand -= 1
        crowd = _reached(names, given) if demand > 0 else set()
        if crowd and not crowd & blamed:
            found.append(sorted(crowd, key=sorted))
        blamed |= crowd
    return sorted(found, key=lambda group: sorted(map(sorted, group)))


def _way_to_room(
    start: frozenset[str],
    demands: dict[frozenset[str], int],
    given: dict[tuple[frozenset[str], str], int],
    left: dict[str, int],
) -> list[tuple[frozenset[str], str]]:
    """A way to put one more copy of `start`: who takes which card, the last where room is left."""
    came: dict[str, tuple[frozenset[str], str | None]] = {}
    waiting: list[tuple[frozenset[str], str | None]] = [(start, None)]
    while waiting:
        names, given_up = waiting.pop()
        for name in sorted(names - came.keys()):
            came[name] = (names, given_up)
            if left[name] > 0:
                way: list[tuple[frozenset[str], str]] = []
                step: str | None = name
                while step is not None:
                    who, before = came[step]
                    way.append((who, step))
                    step = before
                return way
            holders = (who for who in demands if given.get((who, name), 0) > 0)
            waiting.extend((who, name) for who in holders)
    return []


def _shift(
    way: Sequence[tuple[frozenset[str], str]],
    given: dict[tuple[frozenset[str], str], int],
    left: dict[str, int],
) -> None:
    """Puts one more copy along a way: each takes its card and gives up the one before it."""
    left[way[0][1]] -= 1
    for place, (who, name) in enumerate(way):
        given[who, name] = given.get((who, name), 0) + 1
        if place + 1 < len(way):
            given[who, way[place + 1][1]] -= 1


def _reached(start: frozenset[str], given: dict[tuple[frozenset[str], str], int]) -> set[frozenset[str]]:
    """The names that hold all the room that `start` could take."""
    found, waiting = {start}, [start]
    while waiting:
        names = waiting.pop()
        for (who, name), copies in given.items():
            if copies > 0 and name in names and who not in found:
                found.add(who)
                waiting.append(who)
    return found
