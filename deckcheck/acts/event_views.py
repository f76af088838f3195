"""An event as it stands: documents, tables and lines of it, for commands, the page and Python."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from typing import TYPE_CHECKING, Any

from db.events.history import EventBatch
from db.events.store import ListedEvent
from db.events.values import StoredEvent
from db.language import filled, gettext as _, joined, ngettext
from deckcheck.events.clock import RoundClock, clock_line, clock_view
from deckcheck.events.document import (
    COLUMNS,
    batch_document,
    events_document,
    head_line,
    listed_rows,
    summary_document,
)
from deckcheck.events.elimination import final_standings
from deckcheck.events.lists import decks_of, lists_document, lists_text
from deckcheck.events.presets import Proposal, propose
from deckcheck.events.public import seen_by_players
from deckcheck.events.round_editor import (
    DECK_CHECK,
    NOTE,
    RoundDone,
    RoundEditor,
    TypedResult,
    called_result,
    get_round,
    typed_results,
)
from deckcheck.events.round_text import all_rounds_rows, how_lines, round_rows, rows_by_name, standing_rows
from deckcheck.events.standings import Standing
from deckcheck.events.statistics import GameRecord, event_statistics, statistics_document
from deckcheck.events.stored import as_tournament, played_decks
from deckcheck.events.tournament import pairings_document, standings_document
from deckcheck.events.values import STAGES, Round, Tournament
from deckcheck.games import get_game
from deckcheck.show.wording import amount, count

if TYPE_CHECKING:
    from rich.console import RenderableType


Table = tuple[Sequence[str], Sequence[Sequence[Any]]]
"""The headers of a table, and its rows."""

NOTE_KINDS = {
    NOTE: _("note"),
    "warning": _("warning"),
    "game-loss": _("game loss"),
    "match-loss": _("match loss"),
}
"""The kinds of notes that are written by hand, in words."""

_RECORD = (_("won-drawn-lost"), _("games won"))


@dataclass(frozen=True)
class EventView:
    """An event that was read: as its organiser sees it, or in `seen` as players do."""

    stored: StoredEvent
    tournament: Tournament

    @classmethod
    def of(cls, stored: StoredEvent) -> "EventView":
        """The event as its organiser sees it."""
        return cls(stored, as_tournament(stored))

    @cached_property
    def seen(self) -> "EventView":
        """The event as players see it, without rounds that are not published."""
        return EventView(self.stored, seen_by_players(self.stored))

    @property
    def last(self) -> Round | None:
        """The last round, None before the first."""
        return self.tournament.rounds[-1] if self.tournament.rounds else None

    @property
    def proposal(self) -> Proposal:
        """The usual number of rounds and the cut for the players of the event."""
        return propose(len(self.tournament.players))

    def summary(self) -> dict[str, Any]:
        """The settings and the players as `deckcheck.event-summary/1`."""
        return summary_document(self.stored)

    def head(self) -> str:
        """The event in a line: name, day, format, seats and players."""
        return head_line(self.stored)

    def lines(self) -> Iterator[str]:
        """Yields what there is to say of the event beside its players."""
        stored, facts = self.stored, self.stored.facts
        yield self.head()
        if facts.deadline:
            yield _("lists are taken until {replace}", replace=facts.deadline.replace("T", " "))
        yield _("registration is locked") if facts.locked else _("registration is open")
        yield _("lists are {value} to players", value=_("open") if facts.open_lists else _("hidden"))
        if stored.rounds:
            published = sum(bool(one.published) for one in stored.rounds.values())
            yield ngettext(
                "{number} round paired, {published} published",
                "{number} rounds paired, {published} published",
                len(stored.rounds),
                published=published,
            )

    def players(self) -> Table:
        """A row for each player: number, name, club, lists, and when they came and went."""
        rows = [
            (
                number,
                player.name,
                player.club,
                joined([filled(deck.seat, {}) or "?" for deck in decks_of(self.stored, number)], ", "),
                "" if player.entered == 1 else player.entered,
                player.dropped,
            )
            for number, player in self.stored.players.items()
        ]
        return ("#", _("player"), _("club"), _("lists"), _("from round"), _("dropped after")), rows

    def lists(self) -> dict[str, Any]:
        """The lists for players as `deckcheck.event-lists/1`."""
        return lists_document(self.stored)

    def lists_text(self, names: Mapping[str, str]) -> str:
        """The lists for players as text: hashes, and cards once they are open, by these names."""
        return lists_text(self.stored, names)

    def round(self, number: int | None = None) -> Round:
        """A round, by default the last; raises `CannotPairError` where there is none."""
        return get_round(self.tournament, number)

    def pairings(self, number: int | None = None) -> dict[str, Any]:
        """The pairings of a round as `deckcheck.pairings/1`."""
        return pairings_document(self.tournament, self.round(number))

    def round_tables(self) -> dict[str, Table | None]:
        """All rounds, the last round by table and by name, and the standings."""
        last = self.last
        return {
            "rounds": all_rounds_rows(self.tournament),
            "tables": None if last is None else round_rows(self.tournament, last),
            "by_name": None if last is None else rows_by_name(self.tournament, last),
            "standings": standing_rows(final_standings(self.tournament)),
        }

    def ranked(self, after: int | None = None) -> tuple[Standing, ...]:
        """The standings, or those after a round; those of an elimination on top."""
        return final_standings(self._after(after))

    def standings(self, after: int | None = None) -> dict[str, Any]:
        """The standings as `deckcheck.standings/1`."""
        return {**standings_document(self.tournament, self.ranked(after)), "event": self.stored.facts.name}

    def standings_table(self, after: int | None = None) -> Table:
        """A row for each player with points, record and tiebreakers."""
        return standing_rows(self.ranked(after))

    def how_lines(self, after: int | None = None) -> Iterator[str]:
        """Yields for each player how each figure came about."""
        for one in self.ranked(after):
            yield f"\n{one.player.name}"
            for line in how_lines(one):
                yield f"  {line}"

    def open_tables(self, after: int | None = None) -> int:
        """The number of tables without a result."""
        return self._after(after).open_tables

    def _after(self, after: int | None) -> Tournament:
        if after:
            get_round(self.tournament, after)
        return self.tournament if after is None else self.tournament.before(after + 1)

    def plan(self) -> tuple[dict[str, Any], list[str]]:
        """How many rounds to play: as `deckcheck.event-plan/1`, and in lines."""
        players, settings = len(self.stored.players), self.tournament.settings
        proposals = [propose(len(self.tournament.players), cut=cut) for cut in (True, False)]
        lines = [amount(players, "player")]
        for one in dict.fromkeys(proposals):
            plan = (
                _("{rounds} and a cut to the best {cut} ({why})")
                if one.cut
                else _("{rounds}, no cut ({why})")
            )
            rounds = count(one.rounds, "round", "rounds")
            lines.append(filled(plan, {"rounds": rounds, "cut": one.cut, "why": one.why}))
        document = {
            "schema": "deckcheck.event-plan/1",
            "event": self.stored.facts.name,
            "players": players,
            "plans": [{"rounds": one.rounds, "cut": one.cut or None, "why": one.why} for one in proposals],
            "settings": settings.as_json(),
        }
        return document, [*lines, _("points: {preset}", preset=settings.preset)]

    def notes(self, player: int | None = None) -> Table:
        """The notes of the staff, the penalties and the deck checks by player; of one, what they are told."""
        notes = sorted(self.stored.notes.values(), key=lambda one: one.player)
        rows = [
            (
                self.stored.players[one.player].name,
                one.round or "",
                _("deck check") if one.kind == DECK_CHECK else filled(NOTE_KINDS.get(one.kind, one.kind), {}),
                _("drawn by seed {seed}", seed=one.text) if one.kind == DECK_CHECK else one.text,
            )
            for one in notes
            if player is None or (one.player == player and one.kind not in (NOTE, DECK_CHECK))
        ]
        return (_("player"), _("round"), _("kind"), _("text")), rows

    def notes_documents(self, player: int | None = None) -> list[dict[str, Any]]:
        """The rows of `notes` as documents."""
        headers, rows = self.notes(player)
        return [dict(zip(headers, row, strict=True)) for row in rows]

    def statistics(
        self, cards: int, called: Mapping[str, str]
    ) -> tuple[dict[str, Any], list[str], list[Table]]:
        """The statistics: as `deckcheck.event-statistics/1`, in lines, and as tables.

        `called` are the names of cards in the tables, by their English ones.
        """
        seats = get_game(self.stored.facts.game).seats
        names = {seat.code: seat.name for seat in seats}
        players = {player.number: player.name for player in self.tournament.players}
        found = event_statistics(self.tournament, played_decks(self.stored), list(names))
        document = statistics_document(self.tournament, found, names) | {"event": self.stored.facts.name}
        lines = [joined((amount(len(players), "player"), amount(found.decks, "deck")), ", ")]
        if found.unknown_games:
            who = _("nobody noted who sat where")
            lines.append(
                _(
                    "{unknown_games} games are not counted for seats: {who}",
                    unknown_games=found.unknown_games,
                    who=who,
                )
            )
        seat_rows = [(names[one.seat], one.decks, *record_cells(one.record)) for one in found.seats]
        group_rows = [
            (
                len(one.decks),
                names[one.decks[0].seat],
                sum(one.core.values()),
                *record_cells(one.record),
                ", ".join(players[deck.player] for deck in one.decks),
            )
            for one in found.groups
        ]
        card_rows = [
            (called.get(c.name, c.name), c.decks, c.copies, *record_cells(c.record))
            for c in found.cards[:cards]
        ]
        tables: list[Table] = [((_("seat"), _("decks"), *_RECORD), seat_rows)]
        if group_rows:
            tables.append(
                ((_("decks alike"), _("seat"), _("cards in all"), *_RECORD, _("players")), group_rows)
            )
        if card_rows:
            tables.append(((_("card"), _("decks"), _("copies"), *_RECORD), card_rows))
        return document, lines, tables


def record_cells(record: GameRecord) -> tuple[str, str]:
    """Games won, drawn and lost, and the share of those won with its interval of 95 %."""
    games = f"{record.won}-{record.drawn}-{record.lost}"
    rate = record.win_rate
    if not rate.trials:
        return games, ""
    low, high = rate.interval
    return games, _(
        "{estimate:.0%} ({low:.0f} to {high:.0%})", estimate=rate.estimate, low=100 * low, high=high
    )


def history_document(name: str, batches: Sequence[EventBatch]) -> dict[str, Any]:
    """The history of an event as `deckcheck.event-history/1`."""
    documents = [batch_document(batch) for batch in batches]
    return {"schema": "deckcheck.event-history/1", "event": name, "batches": documents}


_SENTENCES = (
    ("new .*", _("made")),
    ("(?:register|import) (?P<player>.*)", _("registered: {player}")),
    ("remove (?P<player>.*)", _("{player} removed")),
    ("pair", _("next round paired")),
    ("publish", _("round published")),
    ("result (?P<result>.*)", _("result {result}")),
    ("drop (?P<player>.*) --back", _("{player} plays again")),
    ("drop (?P<player>.*)", _("{player} drops")),
    ("lock", _("registration closed")),
    ("unlock", _("registration opened")),
    ("open", _("lists shown to players")),
    ("open --hide", _("lists hidden from players")),
    ("rename (?P<names>.*)", _("renamed: {names}")),
    ("set", _("settings changed")),
    ("seat (?P<player>.*)", _("seat of a list: {player}")),
    (r"first (?P<table>\d+) (?P<player>.*)", _("table {table}: {player} is first")),
    ("clock", _("clock set")),
    ("note (?P<player>.*)", _("a note on {player}")),
    ("warning (?P<player>.*)", _("a warning for {player}")),
    ("game-loss (?P<player>.*)", _("a game loss for {player}")),
    ("match-loss (?P<player>.*)", _("a match loss for {player}")),
    (r"spot-check (?P<number>\d+) .*", _("players drawn for deck checks: {number}")),
    (r"extend (?P<table>\d+) (?P<minutes>\d+)", _("table {table} has {minutes} minutes more")),
    (r"undo (?P<batch>\d+)", _("batch {batch} undone")),
)
"""The commands of batches, each with its words in a sentence."""


def batch_sentence(event: str, batch: EventBatch) -> str:
    """A batch of an event in a sentence, with its reason.

    >>> batch_sentence("Open", EventBatch(3, "", "event drop Ada", "she is ill", "", None, ()))
    'Open: Ada drops, because she is ill'
    """
    command = batch.command.removeprefix("event ").replace("=", ": ")
    found = ((re.fullmatch(pattern, command), words) for pattern, words in _SENTENCES)
    told = next((filled(words, match.groupdict()) for match, words in found if match), command)
    if batch.reason:
        told = _("{told}, because {reason}", told=told, reason=batch.reason)
    return joined((event, told), ": ")


def newest_sentence(event: RoundEditor) -> str:
    """The last change of an event in a sentence."""
    return batch_sentence(event.name, event.history()[-1])


def round_table(event: Tournament, one: Round, *, by_name: bool = False) -> tuple[str, Table]:
    """The title of a round, and a row for each table, or for each player by name."""
    title = _("round {number}, {stage}") if one.published else _("round {number}, {stage}, not published")
    title = filled(title, {"number": one.number, "stage": filled(one.stage, {})})
    return title, rows_by_name(event, one) if by_name else round_rows(event, one)


def clock_document(one: Round) -> dict[str, Any] | None:
    """The seconds that are left of a round, and of tables with extra time; None before its start."""
    if "started" not in one.facts:
        return None
    clock, now = _clock_of(one), datetime.now(UTC)
    tables = [{"table": table, "left": left} for table, left in clock.tables(now)]
    paused = clock.paused is not None
    return {"left": clock.left(now), "minutes": clock.minutes, "paused": paused, "tables": tables}


def _clock_of(one: Round) -> RoundClock:
    started = datetime.fromisoformat(str(one.facts["started"])).astimezone(UTC)
    return RoundClock.of(one, started, int(one.facts["minutes"]))


@dataclass(frozen=True, slots=True)
class RunningClock:
    """The clock of the last round of an event, which runs since `started`."""

    event: RoundEditor
    round: Round
    started: datetime
    minutes: int

    @classmethod
    def start(cls, event: RoundEditor, minutes: int, *, anew: bool = False) -> "RunningClock":
        """The clock of the last round, started unless it runs."""
        return cls(event, *event.start_clock(minutes, anew=anew))

    def line(self) -> str:
        """The time that is left, in a line."""
        return clock_line(
            self.round, RoundClock.of(self.round, self.started, self.minutes), datetime.now(UTC)
        )

    def view(self, *, ascii_only: bool) -> "RenderableType":
        """The time that is left in large digits, with the results as they are now."""
        now = self.event.round(self.round.number)
        return clock_view(now, _clock_of(now), datetime.now(UTC), ascii_only=ascii_only)


def overview_line(events: Sequence[ListedEvent]) -> str:
    """How many events there are, and the latest."""
    if not events:
        return amount(0, "event")
    last, players = events[0].facts, amount(events[0].players, "player")
    return _(
        "{events}; the latest: {name}, {day}, {players}",
        events=amount(len(events), "event"),
        name=last.name,
        day=last.day,
        players=players,
    )
