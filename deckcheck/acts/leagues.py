"""Leagues as they stand: their tables, matchups and ratings, for commands, page and Python."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from db.advice import meant
from db.cards.lookup import Catalogue
from db.club.history import former_names
from db.club.persons import names_of_players
from db.events.leagues import league_names, read_league
from db.events.store import event_names, names_by_uid, read_event
from db.language import gettext as _, joined
from db.texts import name_key
from deckcheck.acts.database import Database, FilePath
from deckcheck.acts.event_views import Table, record_cells
from deckcheck.acts.files import check_suffix, save_file
from deckcheck.collection.search import fields_on
from deckcheck.errors import LeagueError
from deckcheck.events.standings import number_text
from deckcheck.events.statistics import GameRecord
from deckcheck.events.tournament import number_json
from deckcheck.leagues.matchups import LEAST_TOLD, OTHER, Matchups, matchups
from deckcheck.leagues.ratings import LEAST_RATED, Rating, ratings
from deckcheck.leagues.rules import LeagueRules, stored_rules
from deckcheck.leagues.season import SeasonEvent, of_database, of_sheet
from deckcheck.leagues.standings import LeaguePlace, league_standings
from deckcheck.odds.condition import Condition
from deckcheck.odds.parser import parse_condition
from deckcheck.show.plots import Measured, plot_matrix
from deckcheck.show.wording import amount, count

SUFFIXES = (".csv", ".xlsx")
"""The forms in which tables of a league are written."""

PICTURES = (".png", ".svg")
"""The forms of the heat map of its matchups."""

_ALIKE = 80.0
"""Names are told as much alike from this part of a hundred on: a letter in five, or an accent."""


@dataclass(frozen=True)
class League:
    """A league as it stands: its rules, its events in order, and what comes of them.

    `missing` events are not in this database; `change` is the number of the newest change.
    """

    database: Database
    name: str
    game: str
    rules: LeagueRules
    events: tuple[SeasonEvent, ...]
    missing: int = 0
    change: int = 0

    @cached_property
    def places(self) -> tuple[LeaguePlace, ...]:
        """The standings."""
        return league_standings({one.name: one.tournament for one in self.events}, self.rules)

    @cached_property
    def ratings(self) -> tuple[Rating, ...]:
        """The ratings of players with enough matches."""
        return ratings(self.events)

    @cached_property
    def matchups(self) -> Matchups:
        """The records of kinds of decks against each other."""
        return matchups(self.events, self._kinds)

    @cached_property
    def _kinds(self) -> dict[tuple[str, int, str], str]:
        """The kind of each registered deck by event, player and seat: the first whose signature fits."""
        catalogue = self.database.catalogue(self.game)
        kinds = signatures(catalogue, self.rules)
        result = {}
        for event in self.events:
            for deck in event.decks:
                cards = Counter(
                    {card: n for name, n in deck.cards.items() for card in catalogue.find_cards(name)}
                )
                fits = (
                    name
                    for name, conditions in kinds
                    if all(
                        one.holds(
                            [
                                sum(n for card, n in cards.items() if query.matches(card))
                                for query in one.queries
                            ]
                        )
                        for one in conditions
                    )
                )
                result[event.name, deck.player, deck.seat] = next(fits, str(OTHER))
        return result

    def document(self) -> dict[str, Any]:
        """The standings as `deckcheck.league/1`."""
        return {
            "schema": "deckcheck.league/1",
            "league": self.name,
            "game": self.game,
            "rules": self.rules.as_json(),
            "events": [one.name for one in self.events],
            "standings": [
                {
                    "rank": one.rank,
                    "name": one.name,
                    "points": number_json(one.points),
                    "events": {
                        event.name: number_json(one.events[event.name].points)
                        if event.name in one.events
                        else None
                        for event in self.events
                    },
                    "counted": list(one.counted),
                }
                for one in self.places
            ],
            "open_tables": {one.name: one.tournament.open_tables for one in self.events},
            "change": self.change,
        }

    def table(self) -> Table:
        """A row for each player: rank, points, and the points of each event."""
        names = [one.name for one in self.events]
        rows = [
            (
                one.rank,
                one.name,
                _points(one.points),
                *(_points(one.events[name].points) if name in one.events else "" for name in names),
            )
            for one in self.places
        ]
        return (_("rank"), _("player"), _("points"), *names), rows

    def player(self, name: str) -> tuple[str, Table]:
        """A player's name and history, an event in each row; raises `LeagueError` for another name."""
        known = {name_key(one.name): one for one in self.places}
        place = known.get(name_key(name))
        if place is None:
            near = meant([one.name for one in self.places if alike(name, one.name)])
            unknown = _("no player is called {name!r} in {league!r}", name=name, league=self.name)
            raise LeagueError(joined((unknown, near), "; "))
        rows = [
            (
                event.day,
                event.name,
                got.place,
                "-".join(map(str, got.record)),
                _points(got.points),
                _("yes") if event.name in place.counted else "",
            )
            for event in self.events
            if (got := place.events.get(event.name)) is not None
        ]
        heads = (_("day"), _("event"), _("rank"), _("won-drawn-lost"), _("points"), _("counts"))
        return place.name, (heads, rows)

    def notes(self) -> tuple[str, ...]:
        """Notes on how the standings may still change."""
        open_ = [
            _(
                "{name}: {results_are} missing; its places may still change",
                name=one.name,
                results_are=count(one.tournament.open_tables, "result is", "results are"),
            )
            for one in self.events
            if one.tournament.open_tables
        ]
        gone = (
            [_("events that are not in this database: {number}", number=self.missing)] if self.missing else []
        )
        return tuple(map(str, (*open_, *gone)))

    def ratings_document(self) -> dict[str, Any]:
        """The ratings as `deckcheck.league-ratings/1`."""
        rows = [
            {
                "name": one.name,
                "rating": round(one.value),
                "interval": {"low": round(one.value - one.off), "high": round(one.value + one.off)},
                "won": one.won,
                "lost": one.lost,
            }
            for one in self.ratings
        ]
        return {
            "schema": "deckcheck.league-ratings/1",
            "league": self.name,
            "least": LEAST_RATED,
            "ratings": rows,
        }

    def ratings_table(self) -> Table:
        """A row for each rated player; who cannot be told from the best by 95 of 100 is marked."""
        rows = [
            (
                one.name,
                round(one.value),
                _("{low:.0f} to {high:.0f}", low=one.value - one.off, high=one.value + one.off),
                f"{one.won}-{one.lost}",
            )
            for one in self.ratings
        ]
        return (_("player"), _("rating"), _("95 of 100"), _("won-lost")), rows

    def ratings_notes(self) -> tuple[str, ...]:
        """Who has no rating, and what the best is not told apart from."""
        unrated = len(self.places) - len(self.ratings)
        notes = []
        if unrated:
            notes.append(
                _(
                    "{players} with fewer than {least} decided matches have no rating",
                    players=amount(unrated, "player"),
                    least=LEAST_RATED,
                )
            )
        if len(self.ratings) > 1 and self.ratings[0].value - self.ratings[0].off < self.ratings[1].value:
            notes.append(_("so few matches do not tell who is the best"))
        return tuple(map(str, notes))

    def matchups_document(self) -> dict[str, Any]:
        """The matchups as `deckcheck.league-matchups/1`.

        A rate is null where too few games tell it, and for a kind against itself: half of them by nature.
        """
        found = self.matchups
        cells = [
            {"row": row, "column": column, **_told(record, has_rate=row != column)}
            for (row, column), record in sorted(found.cells.items())
        ]
        kinds = [
            {"kind": kind, "decks": found.decks[kind], **_told(record)}
            for kind, record in sorted(found.records.items())
        ]
        head = {"schema": "deckcheck.league-matchups/1", "league": self.name, "least": LEAST_TOLD}
        return {**head, "kinds": kinds, "cells": cells, "games_without_lists": found.unknown}

    def matchups_tables(self) -> tuple[Table, Table]:
        """A row for each kind of deck, and its record against each."""
        found = self.matchups
        kinds = sorted(found.decks, key=lambda kind: (kind == str(OTHER), -found.decks[kind], kind))
        rows = [(kind, found.decks[kind], *_cells(found.records[kind])) for kind in kinds]
        against = [
            (kind, *(_short(found.cells.get((kind, other)), has_rate=other != kind) for other in kinds))
            for kind in kinds
        ]
        heads = (_("kind"), _("decks"), _("won-drawn-lost"), _("games won"))
        return (heads, rows), ((_("kind"), *kinds), against)

    def matchups_notes(self) -> tuple[str, ...]:
        """Notes on games that the matchups leave out."""
        notes = [_("of fewer than {least} decided games no rate is told", least=LEAST_TOLD)]
        if self.matchups.unknown:
            notes.append(_("games whose lists are not registered: {number}", number=self.matchups.unknown))
        return tuple(map(str, notes))

    def file(self, kind: str, what: str = "standings") -> bytes:
        """`standings`, `ratings` or `matchups` as a file of that suffix, one of `SUFFIXES` or `PICTURES`.

        Raises `LeagueError` for a picture of no games.
        """
        if kind in PICTURES:
            return self._picture(kind)
        tables: Sequence[tuple[str, Table]] = {
            "standings": lambda: [(_("standings"), self.table())],
            "ratings": lambda: [(_("ratings"), self.ratings_table())],
            "matchups": lambda: list(zip((_("kinds"), _("matchups")), self.matchups_tables(), strict=True)),
        }[what]()
        if kind == ".xlsx":
            from deckcheck.show.workbook import ResultSheet, workbook_bytes

            return workbook_bytes(
                [ResultSheet(title, tuple(head), tuple(map(tuple, rows))) for title, (head, rows) in tables]
            )
        from deckcheck.show.csv_table import csv_table

        return "\r\n".join(csv_table(head, rows) for _title, (head, rows) in tables).encode()

    def write(self, path: FilePath, *, what: str = "standings", force: bool = False) -> None:
        """Writes what `file` makes by the file's suffix, the matchups as a picture too.

        Raises `UnknownSuffixError`, `ExistingFileError`, and `LeagueError` for a picture of no games.
        """
        target = Path(path)
        check_suffix(target, SUFFIXES if what != "matchups" else (*SUFFIXES, *PICTURES))
        save_file(target, self.file(target.suffix.lower(), what), force=force)

    @property
    def has_rates(self) -> bool:
        """Whether enough games tell how kinds of decks do against each other."""
        return bool(self._rates())

    def _rates(self) -> dict[tuple[str, str], Measured]:
        return {
            kinds: Measured(record.win_rate.value, record.win_rate.standard_error)
            for kinds, record in self.matchups.cells.items()
            if record.win_rate.trials >= LEAST_TOLD and kinds[0] != kinds[1]
        }

    def _picture(self, kind: str) -> bytes:
        names = [str(one) for one in self.matchups_tables()[1][0][1:]]
        cells = {(names.index(row), names.index(other)): rate for (row, other), rate in self._rates().items()}
        if not cells:
            raise LeagueError(_("{league!r}: too few games for a picture of matchups"), league=self.name)
        notes = "; ".join(self.matchups_notes())
        numbered = [f"{place} {name}" for place, name in enumerate(names, start=1)]
        with TemporaryDirectory() as folder:
            plot_matrix(
                target := Path(folder) / f"plot{kind}",
                numbered,
                cells,
                title=_("games won"),
                subtitle=notes,
                percent=True,
            )
            return target.read_bytes()


def _points(points: Fraction) -> int | float:
    """Points as a number of a sheet, as people write them."""
    return number_json(Fraction(number_text(points)))


def _told(record: GameRecord, *, has_rate: bool = True) -> dict[str, Any]:
    told = record.as_json()
    return told if has_rate and record.win_rate.trials >= LEAST_TOLD else {**told, "win_rate": None}


def _cells(record: GameRecord) -> tuple[str, str]:
    games, rate = record_cells(record)
    return games, rate if record.win_rate.trials >= LEAST_TOLD else ""


def _short(record: GameRecord | None, *, has_rate: bool) -> str:
    if record is None:
        return ""
    games, rate = _cells(record)
    return f"{games}, {rate}" if rate and has_rate else games


def alike(name: str, other: str) -> bool:
    """Whether two names may be the same one, written in two ways."""
    from rapidfuzz.fuzz import ratio

    return ratio(name_key(name), name_key(other)) >= _ALIKE


def signatures(catalogue: Catalogue, rules: LeagueRules) -> list[tuple[str, list[Condition]]]:
    """The kinds of decks with their conditions, read; raises `ConditionError` for one that is none."""
    fields = fields_on(catalogue)
    return [(kind.name, [parse_condition(one, fields) for one in kind.has]) for kind in rules.kinds]


def leagues(database: Database) -> tuple[str, ...]:
    """The names of all leagues."""
    return league_names(database.path)


def league(database: Database, name: str, *, seen: bool = False) -> League:
    """A league by its name, or by a part of one name alone, with `seen` as players see its events.

    Raises `LeagueNotFoundError`.
    """
    known = [one for one in league_names(database.path) if name_key(name) in name_key(one)]
    wanted = known[0] if len(known) == 1 and name_key(name) not in map(name_key, known) else name
    name, stored, change = read_league(database.path, wanted)
    names, former = names_by_uid(database.path), former_names(database.path)
    called = names_of_players(database.path)
    events, missing = [], 0
    for one in stored["events"]:
        if isinstance(one, str):
            missing += one not in names
            events += (
                [of_database(read_event(database.path, names[one]), called, former, seen=seen)]
                if one in names
                else []
            )
        else:
            events.append(of_sheet(one["name"], one, stored["game"], former))
    return League(
        database, name, stored["game"], stored_rules(stored["rules"]), tuple(events), missing, change
    )
