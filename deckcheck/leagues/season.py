"""The events of a season as values: those of the database, and results that came from a sheet."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from db.events.values import StoredEvent
from db.texts import name_key
from deckcheck.events.presets import PRESETS
from deckcheck.events.public import seen_by_players
from deckcheck.events.statistics import PlayedDeck
from deckcheck.events.stored import as_tournament, played_decks
from deckcheck.events.values import EventSettings, Player, Result, Round, Table, Tournament
from deckcheck.games import get_game

NOBODY: Mapping[str, str] = {}


@dataclass(frozen=True, slots=True)
class SeasonEvent:
    """An event of a season: its matches, the seats of its game, and its lists where they may be seen.

    `uid` is empty where it came from a sheet.
    """

    name: str
    day: str
    tournament: Tournament
    seats: tuple[str, ...]
    uid: str = ""
    decks: tuple[PlayedDeck, ...] = ()


def of_database(
    stored: StoredEvent,
    called: Mapping[tuple[str, int], str],
    former: Mapping[str, str],
    *,
    seen: bool = False,
) -> SeasonEvent:
    """An event that the program ran, with `seen` as its players see it.

    `called` are the names of persons by the uid of an event and the number of the player there, `former`
    those by keys of names that they had before. A player whose person has the name of another one there
    stays called as in the event.
    """
    facts = stored.facts
    own = {name_key(one.name): number for number, one in stored.players.items()}
    names = {
        number: called.get((facts.uid, number)) or former.get(name_key(one.name), "")
        for number, one in stored.players.items()
    }
    players = {
        number: replace(one, name=names[number])
        if names[number] and own.get(name_key(names[number]), number) == number
        else one
        for number, one in stored.players.items()
    }
    stored = replace(stored, players=players)
    tournament = seen_by_players(stored) if seen else as_tournament(stored)
    decks = tuple(played_decks(stored)) if facts.open_lists or not seen else ()
    seats = tuple(seat.code for seat in get_game(facts.game).seats)
    return SeasonEvent(facts.name, facts.day, tournament, seats, facts.uid, decks)


def of_sheet(
    name: str, facts: Mapping[str, Any], game: str, former: Mapping[str, str] = NOBODY
) -> SeasonEvent:
    """An event whose results came from a sheet: its rounds are lists of two names and a result."""
    names: dict[str, str] = {}
    for one in facts["rounds"]:
        for row in one:
            for player in filter(None, row[:2]):
                names.setdefault(name_key(player), player)
    numbers = {key: number for number, key in enumerate(names, start=1)}
    now = {key: former.get(key, names[key]) for key in names}
    taken = [*map(name_key, now.values())]
    players = tuple(
        Player(number, now[key] if taken.count(name_key(now[key])) == 1 else names[key])
        for key, number in numbers.items()
    )
    rounds = tuple(
        Round(
            number,
            tuple(_table(place, row, numbers) for place, row in enumerate(rows, start=1)),
            published=True,
        )
        for number, rows in enumerate(facts["rounds"], start=1)
    )
    settings = EventSettings.from_json(
        {**PRESETS["best-of-three"].as_json(), "games": facts["games"], "late": "none"}
    )
    seats = tuple(seat.code for seat in get_game(game).seats)
    return SeasonEvent(name, facts["day"], Tournament(players, rounds, settings, seats[0]), seats)


def _table(place: int, row: Sequence[Any], numbers: Mapping[str, int]) -> Table:
    one, two, result = row
    stored = None if result is None else Result.from_json(result)
    return Table(place, numbers[name_key(one)], None if two is None else numbers[name_key(two)], "", stored)
