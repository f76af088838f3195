"""Statistics of an event: cards and sides played, how often they won, and decks that are alike.

All of it is counted from stored lists and results.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from db.sums import gathered
from deckcheck.chance.estimates import Proportion, rounded
from deckcheck.events.values import Outcome, Side, Table, Tournament

LIKE = Fraction(1, 2)
"""Decks that share this much, counted in copies, stand in one group unless asked otherwise."""


@dataclass(frozen=True, slots=True)
class PlayedDeck:
    """A registered list: its player, its seat, and the copies of each card."""

    player: int
    seat: str
    cards: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class GameRecord:
    """Games won, drawn and lost."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    def __add__(self, other: "GameRecord") -> "GameRecord":
        return GameRecord(self.won + other.won, self.drawn + other.drawn, self.lost + other.lost)

    @property
    def win_rate(self) -> Proportion:
        """The proportion of decided games that were won; games are taken as independent."""
        return Proportion(self.won, self.won + self.lost)

    def as_json(self) -> dict[str, Any]:
        """The record as plain JSON, with the rate, its error and its interval of 95 %."""
        rate = self.win_rate
        result = {"won": self.won, "drawn": self.drawn, "lost": self.lost}
        if not rate.trials:
            return {**result, "win_rate": None}
        low, high = map(rounded, rate.interval)
        return {**result, "win_rate": {**rate.as_json(), "interval": {"low": low, "high": high}}}


_WON, _LOST, _DRAWN = GameRecord(won=1), GameRecord(lost=1), GameRecord(drawn=1)
_NONE = GameRecord()


@dataclass(frozen=True, slots=True)
class CardUse:
    """A card in the lists of an event: in how many decks, how many copies, and their games."""

    name: str
    decks: int
    copies: int
    record: GameRecord


@dataclass(frozen=True, slots=True)
class SeatUse:
    """The decks of a seat and their games."""

    seat: str
    decks: int
    record: GameRecord


@dataclass(frozen=True, slots=True)
class DeckGroup:
    """Decks that are alike: the one most like all others first, and the cards that all have."""

    decks: tuple[PlayedDeck, ...]
    core: Mapping[str, int]
    record: GameRecord


@dataclass(frozen=True, slots=True)
class EventStatistics:
    """All figures of an event; `unknown_games` are those whose seats were not noted."""

    seats: tuple[SeatUse, ...]
    cards: tuple[CardUse, ...]
    groups: tuple[DeckGroup, ...]
    decks: int
    unknown_games: int


def event_statistics(
    event: Tournament, decks: Sequence[PlayedDeck], seats: Sequence[str], like: Fraction = LIKE
) -> EventStatistics:
    """The statistics of an event whose players each have a deck for every seat."""
    records, unknown = deck_records(event, seats)
    groups = sorted(
        (_group(found, records) for found in alike(decks, like)),
        key=lambda group: (-len(group.decks), group.decks[0].seat, group.decks[0].player),
    )
    return EventStatistics(
        tuple(
            SeatUse(seat, len(mine), _sum(mine, records))
            for seat in seats
            for mine in [[deck for deck in decks if deck.seat == seat]]
        ),
        tuple(sorted(_card_uses(decks, records), key=lambda use: (-use.decks, -use.copies, use.name))),
        tuple(groups),
        len(decks),
        unknown,
    )


def deck_records(event: Tournament, seats: Sequence[str]) -> tuple[dict[tuple[int, str], GameRecord], int]:
    """The games of each deck by player and seat, and how many games have no known seats.

    Byes and absent players are no games. In a game with several seats a game counts where the
    result says which game it was and who had the first seat, or where all games ended alike.
    """
    records: dict[tuple[int, str], GameRecord] = {}
    unknown = 0
    for one in event.rounds:
        for table in one.tables:
            if table.two is None or table.result is None or table.result.absent:
                continue
            seated = list(seated_games(table, seats))
            unknown += len(table.result.games) - len(seated)
            for outcome, first in seated:
                for player in table.players:
                    seat = seats[0] if len(seats) == 1 else seats[first != table.side_of(player)]
                    key = (player, seat)
                    game = record_of(outcome, table.side_of(player))
                    records[key] = records.get(key, _NONE) + game
    return records, unknown


def seated_games(table: Table, seats: Sequence[str]) -> Iterator[tuple[Outcome, Side]]:
    """Yields the games whose seats are known, each with the side that had the first seat."""
    result = table.result
    games = () if result is None else result.games
    alike_ = len(set(games)) == 1 and len(games) % 2 == 0
    if len(seats) == 1 or alike_ or (table.first and result is not None and result.ordered):
        for place, outcome in enumerate(games):
            starts_one = (table.first != "two") == (place % 2 == 0)
            yield outcome, "one" if starts_one else "two"


def record_of(outcome: Outcome, side: Side) -> GameRecord:
    """A game as one of its sides has it; an unfinished one is none.

    >>> record_of("two", "two")
    GameRecord(won=1, drawn=0, lost=0)
    """
    if outcome == "unfinished":
        return _NONE
    if outcome == "draw":
        return _DRAWN
    return _WON if outcome == side else _LOST


def _sum(decks: Iterable[PlayedDeck], records: Mapping[tuple[int, str], GameRecord]) -> GameRecord:
    result = [records.get((deck.player, deck.seat), _NONE) for deck in decks]
    return sum(result, _NONE)


def _card_uses(
    decks: Sequence[PlayedDeck], records: Mapping[tuple[int, str], GameRecord]
) -> Iterator[CardUse]:
    for name, found in gathered((name, deck) for deck in decks for name in deck.cards).items():
        yield CardUse(name, len(found), sum(d.cards[name] for d in found), _sum(found, records))


def likeness(one: Mapping[str, int], two: Mapping[str, int]) -> Fraction:
    """The similarity of two decks: the copies they share as a fraction of all that either has.

    >>> likeness({"a": 4, "b": 2}, {"a": 2, "c": 2})
    Fraction(1, 4)
    """
    shared = sum(min(copies, two[name]) for name, copies in one.items() if name in two)
    whole = sum(one.values()) + sum(two.values()) - shared
    return Fraction(shared, whole) if whole else Fraction(1)


def alike(decks: Sequence[PlayedDeck], like: Fraction) -> Iterator[list[PlayedDeck]]:
    """Yields groups of decks of one seat, in which a chain of decks each alike joins all."""
    left = sorted(decks, key=lambda deck: (deck.seat, deck.player))
    while left:
        group, left = [left[0]], left[1:]
        for member in group:
            near = [d for d in left if d.seat == member.seat and likeness(member.cards, d.cards) >= like]
            group += near
            left = [deck for deck in left if deck not in near]
        yield group


def _group(decks: Sequence[PlayedDeck], records: Mapping[tuple[int, str], GameRecord]) -> DeckGroup:
    total = {
        n: sum((likeness(deck.cards, other.cards) for other in decks), Fraction(0))
        for n, deck in enumerate(decks)
    }
    order = sorted(range(len(decks)), key=lambda n: (-total[n], decks[n].player))
    core = Counter(dict(decks[0].cards))
    for deck in decks[1:]:
        core &= Counter(dict(deck.cards))
    return DeckGroup(tuple(decks[n] for n in order), dict(sorted(core.items())), _sum(decks, records))


def statistics_document(
    event: Tournament, statistics: EventStatistics, seat_names: Mapping[str, str]
) -> dict[str, Any]:
    """`deckcheck.event-statistics/1`: seats, cards and groups with games and win rates."""
    names = {player.number: player.name for player in event.players}
    return {
        "schema": "deckcheck.event-statistics/1",
        "decks": statistics.decks,
        "games_without_seats": statistics.unknown_games,
        "seats": [
            {"seat": one.seat, "name": seat_names[one.seat], "decks": one.decks, **one.record.as_json()}
            for one in statistics.seats
        ],
        "cards": [
            {"name": one.name, "decks": one.decks, "copies": one.copies, **one.record.as_json()}
            for one in statistics.cards
        ],
        "groups": [
            {
                "decks": [{"player": names[d.player], "seat": d.seat} for d in group.decks],
                "core": [{"name": name, "quantity": n} for name, n in group.core.items()],
                **group.record.as_json(),
            }
            for group in statistics.groups
        ],
    }
