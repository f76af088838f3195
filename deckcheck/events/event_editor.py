"""The registration of an event: players and lists registered, changed, locked, and undone.

Each method that changes something is one transaction and one batch of the event's ledger.
"""

import getpass
import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

from db.advice import advised
from db.arguments import checked
from db.cards.names import shows_something
from db.clock import now
from db.club.links import link_hash
from db.events.history import EventBatch, event_history, undo_event
from db.events.store import EventOrigin, EventWork, SeenEvent, create_event, read_event, working
from db.events.values import EventDeck, EventFacts, PlayerFacts, StoredEvent
from db.language import filled, gettext as _
from db.paths import base_name
from deckcheck.errors import (
    EventFullError,
    EventLockedError,
    EventSettingError,
    HandInLinkError,
    NoRegisteredDeckError,
    PlayerNameTakenError,
    ReasonNeededError,
)
from deckcheck.events.frozen import FrozenList, ListCache, open_freezer, options_of
from deckcheck.events.players import clean_name, find_player, get_player
from deckcheck.events.stored import settings_of
from deckcheck.events.submissions import Submission
from deckcheck.games import get_game
from deckcheck.games.seats import DeckSeat
from deckcheck.judge.batch import DeckJudge

FEWEST, MOST = 4, 256
"""How many players an event has unless its organiser says otherwise."""

MOST_NAME = 100
_MOST_PLAYERS = 4_096

AskSeat = Callable[[str, FrozenList, Sequence[DeckSeat]], str]
"""Asked for the seat of a list that may take several: the player, the list, the seats."""


@dataclass(frozen=True, slots=True)
class Registered:
    """The result of a registration: the batch, None where nothing was new, and notes."""

    batch: int | None
    players: tuple[str, ...]
    decks: tuple[EventDeck, ...]
    notes: tuple[str, ...]


AUTHOR: ContextVar[str] = ContextVar("who changes events", default="")
"""Whose changes these are; empty for the user of this computer."""


def user_name() -> str:
    """The name under which changes are kept, empty where it is not known."""
    try:
        return AUTHOR.get() or getpass.getuser()
    except (OSError, KeyError, ImportError):
        return ""


def new_event(database: Path, facts: EventFacts) -> str:
    """Stores a new event and returns its name.

    Raises `EventNameTakenError`, `EventSettingError`, and what judging by its format raises.
    """
    facts = replace(facts, uid=facts.uid or secrets.token_hex(8))
    check_facts(database, facts)
    create_event(database, facts, EventOrigin(f"event new {facts.name}", who=user_name()))
    return facts.name


def check_facts(database: Path, facts: EventFacts) -> None:
    """Raises where the name, the day, the format or a number of an event cannot be as stated."""
    if not facts.name or not shows_something(facts.name) or len(facts.name) > MOST_NAME:
        message = _(
            "{name!r}, expected up to {most_name} characters that can be seen",
            name=facts.name[:60],
            most_name=MOST_NAME,
        )
        raise EventSettingError(_("name of the event"), message)
    if facts.name in {".", ".."}:
        raise EventSettingError(
            _("name of the event"), _("{name!r}, which no address can have", name=facts.name)
        )
    if clean_name(facts.name) != facts.name:
        raise EventSettingError(_("name of the event"), _("it holds line breaks or doubled blanks"))
    _check_time("day", facts.day, date.fromisoformat, _("{text!r}, expected a day like 2004-06-19"))
    if facts.deadline:
        expected = _("{text!r}, expected a time like 2004-06-18T20:00, or a day")
        _check_time("deadline", facts.deadline, datetime.fromisoformat, expected)
    fewest, most = player_limits(facts)
    if not 1 < fewest <= most <= _MOST_PLAYERS:
        text = _(
            "{fewest} to {most} players, expected 2 to 4,096, the smaller number first",
            fewest=fewest,
            most=most,
        )
        raise EventSettingError("players", text)
    settings_of(facts)
    DeckJudge(options_of(database, facts)).close()


def player_limits(facts: EventFacts) -> tuple[int, int]:
    """How many players an event has at least and at most."""
    limits = facts.settings.get("players") or (FEWEST, MOST)
    return int(limits[0]), int(limits[1])


def _check_time(what: str, text: str, read: Callable[[str], date], expected: str) -> None:
    try:
        read(text)
    except ValueError:
        raise EventSettingError(what, filled(expected, {"text": text})) from None


@checked
class EventEditor:
    """An event by its name; each call reads the database anew, each change is stored at once.

    A change raises `ChangedMeanwhileError` where the event is no longer as it was `seen`.
    """

    def __init__(
        self, database: Path, name: str, kept: ListCache | None = None, seen: SeenEvent | None = None
    ) -> None:
        self.database = database
        self.name = name
        self._kept = kept
        self._seen = seen
        self._who = user_name()

    @property
    def stored(self) -> StoredEvent:
        """The event as it is now; raises `EventNotFoundError`."""
        return read_event(self.database, self.name)

    @property
    def seats(self) -> tuple[DeckSeat, ...]:
        """The seats that every player fills."""
        return get_game(self.stored.facts.game).seats

    def history(self) -> tuple[EventBatch, ...]:
        """All batches of the event, the oldest first."""
        return event_history(self.database, self.name)

    @contextmanager
    def work(self, command: str, reason: str = "", *, lockable: bool = False) -> Iterator[EventWork]:
        """The context in which the event is changed in one transaction.

        What is `lockable` needs a reason once registration is locked; raises `EventLockedError`.
        """
        origin = EventOrigin(command, reason.strip(), self._who)
        with working(self.database, self.name, origin, self._seen) as work:
            if lockable and work.event.facts.locked and not origin.reason:
                raise EventLockedError(work.event.facts.name)
            yield work

    # Registration

    def register(
        self,
        lists: Sequence[Submission],
        *,
        reason: str = "",
        replace_old: bool = False,
        same_name: bool = False,
        ask: AskSeat | None = None,
        at: datetime | None = None,
        command: str = "event register",
        link: str = "",
    ) -> Registered:
        """Registers players with their lists, all of them or none.

        A list that is registered already changes nothing; with `replace_old` one for a seat takes
        the place of those there. `ask` is asked where a list may take several seats. `at` is the
        time of day that counts against the deadline. The `link` of a player is used up with it;
        raises `HandInLinkError` where it cannot be. Raises `EventLockedError` once registration is
        locked, unless there is a `reason`.
        """
        event = self.stored
        with open_freezer(self.database, event.facts, self._kept) as freezer:
            seats = get_game(event.facts.game).seats
            frozen: list[tuple[Submission, FrozenList | None, str]] = []
            for one in lists:
                found = None if one.data is None else freezer.freeze(one.path, one.data)
                frozen.append((one, found, _seat(one, found, seats, ask)))
            state = freezer.catalogue_state
        with self.work(command, reason, lockable=True) as work:
            time = (at or datetime.now(UTC)).astimezone(UTC)
            late = is_late(work.event.facts, time) and not reason
            if link and not work.use_link(link_hash(link)):
                raise HandInLinkError(_("it was used meanwhile, or a newer one was made"))
            sent = time.isoformat(timespec="seconds")
            registration = _Registration(work, state, sent, replace_old=replace_old, late=late)
            registration.take(frozen, same_name=same_name)
        return Registered(
            work.batch, tuple(registration.new), tuple(registration.added), tuple(registration.notes)
        )

    def remove(self, player: str, seat: str = "", *, reason: str = "") -> int | None:
        """Takes a player out, or only the lists for one seat; the lists stay in the history.

        Raises `ReasonNeededError` where the player was paired; such a player can be dropped.
        """
        with self.work(f"event remove {player}", reason, lockable=True) as work:
            event = work.event
            number = get_player(event.players, player)
            name = event.players[number].name
            decks = {n: d for n, d in event.decks.items() if d.player == number}
            wanted = {n: d for n, d in decks.items() if not seat or d.seat == seat}
            if seat and not wanted:
                raise NoRegisteredDeckError(name, _("no list for the seat {seat} is registered", seat=seat))
            if not seat:
                if any(number in (t.one, t.two) for t in event.tables.values()):
                    raise EventSettingError(
                        name,
                        _(
                            "paired already; {advice}",
                            advice=advised("drop-instead", _("`deckcheck event drop` instead")),
                        ),
                    )
                work.put("player", [number], None)
                for note, facts in event.notes.items():
                    if facts.player == number:
                        work.put("note", [note], None)
            for deck in wanted:
                work.put("deck", [deck], None)
        return work.batch

    def give_seat(self, player: str, deck_path: str, seat: str, *, reason: str = "") -> int | None:
        """Sets the seat of a registered list, and returns the number of the batch."""
        with self.work(f"event seat {player} {seat}", reason, lockable=True) as work:
            event = work.event
            number = get_player(event.players, player)
            codes = [one.code for one in get_game(event.facts.game).seats]
            if seat not in codes:
                raise EventSettingError(
                    _("seat {seat}", seat=seat), _("expected {codes}", codes=" or ".join(codes))
                )
            decks = [
                (n, deck)
                for n, deck in event.decks.items()
                if deck.player == number and deck_path in ("", deck.path, Path(deck.path).name)
            ]
            open_ = [(n, d) for n, d in decks if not d.seat] or decks
            if len(open_) != 1:
                known = ", ".join(d.path for _, d in decks) or "none"
                name = event.players[number].name
                raise NoRegisteredDeckError(
                    name, _("say which list is meant; there are: {known}", known=known)
                )
            work.put("deck", [open_[0][0]], replace(open_[0][1], seat=seat))
        return work.batch

    def rename_player(self, player: str, name: str, *, reason: str = "") -> int | None:
        """Gives a player another name, and returns the number of the batch.

        Raises `PlayerNameTakenError` where another player has it.
        """
        name = clean_name(name)
        with self.work(f"event rename {player} {name}", reason) as work:
            number = get_player(work.event.players, player)
            if find_player(work.event.players, name) not in (None, number):
                raise PlayerNameTakenError(name, work.event.facts.name)
            work.put("player", [number], replace(work.event.players[number], name=name))
        return work.batch

    # Facts of the event

    def change(
        self, *, reason: str = "", settings: Mapping[str, Any] | None = None, **facts: Any
    ) -> int | None:
        """Changes facts and settings of the event; a setting of None goes back to its default.

        Lists that are within a later deadline are late no more.
        """
        with self.work("event set", reason, lockable=True) as work:
            old = work.event.facts
            merged = {**old.settings, **(settings or {})}
            kept = {key: value for key, value in merged.items() if value is not None}
            new = replace(old, settings=kept, **facts)
            check_facts(self.database, new)
            work.put("event", [], new)
            for number, deck in work.event.decks.items():
                if deck.late and not is_late(new, datetime.fromisoformat(deck.time)):
                    work.put("deck", [number], replace(deck, late=False))
        if facts.get("name"):
            self.name = facts["name"]
        return work.batch

    def lock(self) -> int | None:
        """Closes registration; from now on every change needs a reason."""
        with self.work("event lock") as work:
            if not work.event.facts.locked:
                work.put("event", [], replace(work.event.facts, locked=now()))
        return work.batch

    def unlock(self, reason: str) -> int | None:
        """Opens registration again."""
        with self.work("event unlock", reason, lockable=True) as work:
            work.put("event", [], replace(work.event.facts, locked=""))
        return work.batch

    def show_lists(self, *, shown: bool) -> int | None:
        """Opens the lists for all players, or hides them again."""
        with self.work("event open" if shown else "event open --hide") as work:
            work.put("event", [], replace(work.event.facts, open_lists=shown))
        return work.batch

    def undo(self, number: int | None = None, *, reason: str = "") -> tuple[int, int]:
        """Undoes a batch, by default the newest; returns its number and that of the undo.

        Raises `ReasonNeededError` without a reason for what was done before a round that players
        have seen, and before registration was locked.
        """

        def check(wanted: int, history: Sequence[EventBatch]) -> None:
            for batch in history:
                is_seen = batch.command.split(" ")[:2] in (["event", "publish"], ["event", "lock"])
                if batch.number >= wanted and batch.undone_by is None and is_seen:
                    problem = _(
                        "batch {number} ({command}) was seen by players",
                        number=batch.number,
                        command=batch.command,
                    )
                    raise ReasonNeededError(problem)

        given = reason.strip()
        origin = EventOrigin("event undo", given, self._who)
        checked = {} if given else {"check": check}
        return undo_event(self.database, self.name, number, origin, seen=self._seen, **checked)


def is_late(facts: EventFacts, at: datetime) -> bool:
    """Whether a time is after the deadline; a deadline that is a day includes all of it.

    >>> facts = EventFacts("", "Open", "game", "dci", "2004-06-19", deadline="2004-06-18")
    >>> is_late(facts, datetime(2004, 6, 18, 23, 59)), is_late(facts, datetime(2004, 6, 19))
    (False, True)
    """
    if not facts.deadline:
        return False
    at, deadline = at.astimezone(), datetime.fromisoformat(facts.deadline).astimezone()
    if len(facts.deadline) <= len("2004-06-18"):
        return at.date() > deadline.date()
    return at > deadline


def _seat(one: Submission, frozen: FrozenList | None, seats: Sequence[DeckSeat], ask: AskSeat | None) -> str:
    """The seat of a list: the one that was said, else the only one possible, else asked for."""
    if frozen is None:
        return ""
    if one.seat:
        if one.seat not in [seat.code for seat in seats]:
            expected = " or ".join(seat.code for seat in seats)
            raise EventSettingError(
                _("seat {seat}", seat=one.seat), _("expected {expected}", expected=expected)
            )
        return one.seat
    if len(frozen.seats) == 1:
        return frozen.seats[0]
    if frozen.deck is None and len(seats) == 1:
        return seats[0].code
    if frozen.seats and ask is not None:
        return ask(one.player, frozen, [seat for seat in seats if seat.code in frozen.seats])
    return ""


class _Registration:
    """Takes lists into an event that is being changed."""

    def __init__(self, work: EventWork, state: str, time: str, *, replace_old: bool, late: bool) -> None:
        self.new: list[str] = []
        self.added: list[EventDeck] = []
        self.notes: list[str] = []
        self._work, self._state, self._time = work, state, time
        self._replace_old, self._late = replace_old, late
        self._players = dict(work.event.players)
        self._decks = dict(work.event.decks)
        self._next_player = next_number(work, "player")
        self._next_deck = next_number(work, "deck")

    def take(self, lists: Sequence[tuple[Submission, FrozenList | None, str]], *, same_name: bool) -> None:
        """Takes all lists; raises `EventFullError` where the players are too many."""
        replaced: set[tuple[int, str]] = set()
        rows: dict[str, int] = {}
        for one, found, seat in lists:
            number = rows.get(one.place) if one.is_row else None
            if number is None:
                number = self._player(one, rows, same_name=same_name)
            rows[one.place] = number
            if found is not None:
                self._take(number, found, seat, replaced)
        facts = self._work.event.facts
        most = player_limits(facts)[1]
        if self.new and len(self._players) > most:
            raise EventFullError(facts.name, most, len(self._players))

    def _player(self, one: Submission, rows: Mapping[str, int], *, same_name: bool) -> int:
        """The number of the player, who is new where nobody is called so."""
        name = clean_name(one.player)
        number = find_player(self._players, name)
        if one.is_row and number in rows.values():
            if not same_name:
                raise PlayerNameTakenError(self._players[number or 0].name, one.place)
            name = self._numbered(name, set(rows.values()))
            number = find_player(self._players, name)
        if number is None:
            return self._add(name, one.club)
        player = self._players[number]
        if one.club.strip() and one.club.strip() != player.club:
            self._put_player(number, replace(player, club=" ".join(one.club.split())))
        return number

    def _numbered(self, name: str, taken: set[int]) -> str:
        """The name with a number that is no other row's; a sheet read twice gives the same."""
        count = 2
        while find_player(self._players, f"{name} ({count})") in taken:
            count += 1
        return f"{name} ({count})"

    def _add(self, name: str, club: str) -> int:
        number, self._next_player = self._next_player, self._next_player + 1
        rounds = self._work.event.rounds
        entered = max(rounds, default=0) + 1
        self._put_player(number, PlayerFacts(name, " ".join(club.split()), entered))
        self.new.append(name)
        return number

    def _put_player(self, number: int, facts: PlayerFacts) -> None:
        self._players[number] = facts
        self._work.put("player", [number], facts)

    def _take(self, player: int, frozen: FrozenList, seat: str, replaced: set[tuple[int, str]]) -> None:
        name, mine = (
            self._players[player].name,
            [(n, d) for n, d in self._decks.items() if d.player == player],
        )
        there = next((number for number, deck in mine if deck.sha256 == frozen.sha256), None)
        if there is not None:
            if seat and not self._decks[there].seat:
                self._put_deck(there, replace(self._decks[there], seat=seat))
            self.notes.append(_("{name}: {path} is registered already", name=name, path=frozen.path))
            if not self._replace_old or self._decks[there].seat != seat:
                return
        base = base_name(frozen.path)
        for number, deck in mine:
            same_file = base_name(deck.path) == base and deck.seat in (seat, "")
            same_seat = self._replace_old and deck.seat == seat and (player, seat) not in replaced
            if number != there and (same_file or same_seat) and deck not in self.added:
                self._put_deck(number, None)
                self.notes.append(
                    _(
                        "{name}: {path} takes the place of {path2}",
                        name=name,
                        path=frozen.path,
                        path2=deck.path,
                    )
                )
        replaced.add((player, seat))
        if there is None:
            self._work.keep_file(frozen.data)
            new = replace(frozen.registered(player, seat, self._time, self._state), late=self._late)
            number, self._next_deck = self._next_deck, self._next_deck + 1
            self._put_deck(number, new)
            self.added.append(new)

    def _put_deck(self, number: int, deck: EventDeck | None) -> None:
        if deck is None:
            del self._decks[number]
        else:
            self._decks[number] = deck
        self._work.put("deck", [number], deck)


def next_number(work: EventWork, kind: str) -> int:
    """A number for a new thing that no other has or had, since an undo may bring that one back."""
    return max(work.numbers_ever(kind), default=0) + 1
