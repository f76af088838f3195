"""Changes of leagues: made, given events and rules, removed, undone, and seasons read from sheets."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from db.arguments import Count
from db.errors import LeagueNameTakenError
from db.events.leagues import change_league, league_history, read_league, undo_league
from db.language import gettext as _
from db.texts import name_key
from deckcheck import acts
from deckcheck.acts.database import Database, FilePath
from deckcheck.acts.event_views import Table
from deckcheck.acts.leagues import alike, league, signatures
from deckcheck.errors import LeagueError
from deckcheck.events.event_editor import user_name
from deckcheck.events.players import clean_name
from deckcheck.judge.own_formats import read_text
from deckcheck.leagues.rules import LeagueRules, read_rules


def new_league(
    database: Database, name: str, events: Sequence[str] = (), *, rules: LeagueRules | None = None
) -> int:
    """Makes a league, by default of the game that is set; returns the number of the change.

    Raises `LeagueNameTakenError`, and `LeagueError` for events of two games.
    """
    name = clean_name(name)
    found = [_event(database, one) for one in events]
    game = found[0][1] if found else database.game

    def make(before: Mapping[str, Any] | None) -> Mapping[str, Any]:
        if before is not None:
            raise LeagueNameTakenError(name)
        empty = {"game": game, "rules": (rules or LeagueRules()).as_json(), "events": []}
        return _with(empty, [uid for uid, _game in found], {game_ for _uid, game_ in found})

    return change_league(database.path, name, f"league new {name}", make, who=user_name())


def add_events(database: Database, name: str, events: Sequence[str], *, seen: Count | None = None) -> int:
    """Adds events to a league; raises `LeagueError` for one that is in it, or of another game."""
    found = [_event(database, one) for one in events]
    uids, games = [uid for uid, _game in found], {game for _uid, game in found}
    return _change(
        database, name, f"league add {', '.join(events)}", lambda now: _with(now, uids, games), seen
    )


def _event(database: Database, name: str) -> tuple[str, str]:
    facts = acts.events.SessionEvents(database.path, database.game).get(name).stored.facts
    return facts.uid, facts.game


def _with(now: Mapping[str, Any], uids: Sequence[str], games: set[str]) -> Mapping[str, Any]:
    if games - {now["game"]}:
        raise LeagueError(_("a league is of one game; nothing was changed"))
    if {*uids} & {one for one in now["events"] if isinstance(one, str)} or len({*uids}) < len(uids):
        raise LeagueError(_("an event is in the league already; nothing was changed"))
    return {**now, "events": [*now["events"], *uids]}


def remove_events(database: Database, name: str, events: Sequence[str], *, seen: Count | None = None) -> int:
    """Takes events out of a league; raises `LeagueError` for a name that is none of them."""
    league_ = league(database, name)
    wanted = {name_key(one) for one in events}
    inside = {name_key(one.name): one for one in league_.events}
    if unknown := wanted - inside.keys():
        raise LeagueError(
            _("no event {name!r} in {league!r}; nothing was changed"), name=min(unknown), league=name
        )
    uids = {inside[key].uid for key in wanted}

    def without(now: Mapping[str, Any]) -> Mapping[str, Any]:
        left = [
            one
            for one in now["events"]
            if (one not in uids if isinstance(one, str) else name_key(one["name"]) not in wanted)
        ]
        return {**now, "events": left}

    return _change(database, league_.name, f"league remove {', '.join(events)}", without, seen)


def set_rules(database: Database, name: str, rules: LeagueRules) -> int:
    """Gives a league other rules; signatures are tried with the game's cards: raises `ConditionError`."""
    league_ = league(database, name)
    signatures(database.catalogue(league_.game), rules)
    return _change(database, league_.name, "league rules", lambda now: {**now, "rules": rules.as_json()})


def rules_of_file(path: Path) -> LeagueRules:
    """The rules in a TOML file; raises `FormatFileError` with line and key."""
    return read_rules(read_text(path))


def remove_league(database: Database, name: str) -> int:
    """Removes a league; its events stay, and `undo` brings it back."""
    return _change(database, name, "league remove", lambda _now: None)


def undo(database: Database, name: str, *, seen: Count | None = None) -> tuple[str, int]:
    """Undoes the newest change that stands; returns its command, and the number of the undoing."""
    done, number = undo_league(database.path, name, who=user_name(), seen=seen)
    return done.command, number


def history(database: Database, name: str) -> Table:
    """The changes of a league, the newest first."""
    rows = [
        (one.number, one.time[:16].replace("T", " "), one.command)
        for one in league_history(database.path, name)
    ]
    return ("#", _("time"), _("command")), rows[::-1]


def _change(
    database: Database,
    name: str,
    command: str,
    change: Callable[[Mapping[str, Any]], Mapping[str, Any] | None],
    seen: int | None = None,
) -> int:
    whole, *_stored = read_league(database.path, name)

    def changed(before: Mapping[str, Any] | None) -> Mapping[str, Any] | None:
        if before is None:
            raise LeagueError(_("the league {name!r} was removed meanwhile"), name=whole)
        return change(before)

    return change_league(database.path, whole, command, changed, who=user_name(), seen=seen)


@dataclass(frozen=True)
class SeasonImport:
    """The events of a season's sheet before they are stored: what would come in, and what is in doubt."""

    database: Database
    league: str
    source: str
    events: tuple[Any, ...]
    known: tuple[str, ...]

    def table(self) -> Table:
        """A row for each event: day, rounds, players and matches."""
        rows = [
            (one.name, one.day, len(one.rounds), len(one.players), sum(map(len, one.rounds)))
            for one in self.events
        ]
        return (_("event"), _("day"), _("rounds"), _("players"), _("matches")), rows

    def doubts(self) -> tuple[str, ...]:
        """Matches that may be listed twice, and names that may be one player written in two ways."""
        here = {name_key(name): name for one in self.events for name in one.players}
        names = sorted({**{name_key(name): name for name in self.known}, **here}.values(), key=str.casefold)
        twice = tuple(f"{one.name}: {one.note}" for one in self.events if one.note)
        return twice + tuple(
            str(_("{name!r} and {other!r} may be one player", name=name, other=other))
            for place, name in enumerate(names)
            for other in names[place + 1 :]
            if {name_key(name), name_key(other)} & here.keys() and alike(name, other)
        )

    def store(self) -> int:
        """Adds the events to the league as one change, and returns its number.

        Raises `LeagueError` where the league has an event of one of these names.
        """
        rows = [{"name": one.name, **one.as_json()} for one in self.events]

        def added(now: Mapping[str, Any]) -> Mapping[str, Any]:
            return {**now, "events": [*now["events"], *rows]}

        there = {name_key(one.name) for one in league(self.database, self.league).events}
        if twice := [one.name for one in self.events if name_key(one.name) in there]:
            raise LeagueError(_("{event!r} is in the league already; nothing was changed"), event=twice[0])
        return _change(self.database, self.league, f"league import {self.source}", added)


def open_season(database: Database, name: str, path: FilePath) -> SeasonImport:
    """A season's sheet, read and not stored yet; raises `EventSheetError` with the row."""
    from deckcheck.leagues.sheets import read_season

    league_ = league(database, name)
    found = read_season(Path(path))
    return SeasonImport(
        database, league_.name, Path(path).name, found, tuple(one.name for one in league_.places)
    )
