"""The deck check: the verdict on every list as of the event's day, and what is missing."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from db.advice import advised
from db.cards.names import normal_form
from db.events.store import read_files
from db.events.values import EventDeck, EventFacts, PlayerFacts, StoredEvent
from db.language import gettext as _, one_of, some_of
from deckcheck.errors import PoolError
from deckcheck.events.frozen import FrozenList, ListCache, ListFreezer, open_freezer
from deckcheck.games import get_game
from deckcheck.games.formats.format_files import SEALED
from deckcheck.games.seats import DeckSeat
from deckcheck.pools.pool import Pool, pool_of
from deckcheck.repair.result import Plan
from deckcheck.report import ERROR, ILLEGAL, UNPROVEN, WARNING, AnyReport, Issue, Report, UnreadableReport
from deckcheck.rules.findings import new_issue
from importers.decks.reading import read_bytes
from importers.errors import UnreadableFileError


def pools_of(
    freezer: ListFreezer, players: Mapping[int, PlayerFacts], place: Path
) -> Iterator[tuple[int, Pool]]:
    """Yields the pool of each player who has one there; raises `PoolError` for a file that is none.

    In a folder it is the file with the player's name, in a log what stands there for that name.
    """
    if not place.exists():
        raise PoolError(_("{place}: there is no such folder or log of pools"), place=place)
    files = {normal_form(one.stem): one for one in sorted(place.iterdir())} if place.is_dir() else None
    for number, player in players.items():
        own = files.get(normal_form(player.name)) if files is not None else Path(f"{place}#{player.name}")
        if own is None:
            continue
        try:
            data = read_bytes(own)
        except UnreadableFileError:
            if files is not None:
                raise
            continue
        frozen = freezer.freeze(str(own), data)
        if frozen.deck is None:
            raise PoolError(f"{own}: {frozen.error}")
        yield number, pool_of(frozen.deck, own.name)


_SHOWN = 3
"""So many problems of a deck stand in one line."""


@dataclass(frozen=True, slots=True)
class CheckedDeck:
    """A registered list with the report on it; `nearest` is the plan of the nearest legal deck."""

    number: int
    deck: EventDeck
    report: AnyReport
    nearest: "Plan | None" = None


@dataclass(frozen=True, slots=True)
class CheckedPlayer:
    """A player with the checked lists, and the problems of the registration."""

    number: int
    facts: PlayerFacts
    decks: tuple[CheckedDeck, ...]
    issues: tuple[Issue, ...]

    @property
    def is_ready(self) -> bool:
        """Whether the player can play: all lists are there and proven legal."""
        return not any(issue.severity == ERROR or issue.undecided for issue in self.issues)


@dataclass(frozen=True, slots=True)
class EventCheck:
    """The deck check of an event; `rules` is the rules edition that was used."""

    facts: EventFacts
    rules: str
    seats: tuple[DeckSeat, ...]
    players: tuple[CheckedPlayer, ...]

    @property
    def ready(self) -> int:
        """How many players can play."""
        return sum(player.is_ready for player in self.players)


def check_event(
    database: Path,
    event: StoredEvent,
    *,
    only: Iterable[int] | None = None,
    nearest: bool = False,
    kept: ListCache | None = None,
    pools: Path | None = None,
) -> EventCheck:
    """Judges all lists of an event as of its day; with `only` those of some players.

    With `nearest` the nearest legal deck is looked for where a list is illegal, which takes longer.
    Lists that a `kept` freezer has judged are not judged again. With `pools`, a folder or a log, each
    list is to be of the pool of its player.
    """
    wanted = set(event.players if only is None else only)
    files = read_files(database, [d.sha256 for d in event.decks.values() if d.player in wanted])
    seats = get_game(event.facts.game).seats
    shared = _shared(event)
    checked: dict[int, list[tuple[CheckedDeck, FrozenList]]] = {}
    with open_freezer(database, event.facts, kept) as freezer:
        rules = freezer.rules
        of = {} if pools is None else dict(pools_of(freezer, event.players, pools))
        for number, deck in event.decks.items():
            if deck.player in wanted:
                frozen = freezer.freeze(deck.path, files[deck.sha256])
                pool = of.get(deck.player)
                report = freezer.report(frozen) if pool is None else freezer.report_of_pool(frozen, pool)
                wanted_too = nearest and pool is None and report.verdict == ILLEGAL
                plan = freezer.nearest(frozen) if wanted_too else None
                one = CheckedDeck(number, deck, report, plan)
                checked.setdefault(deck.player, []).append((one, frozen))
    players, order = [], {seat.code: place for place, seat in enumerate(seats)}
    for number in sorted(wanted):
        decks = checked.get(number, [])
        issues = tuple(_issues(event, number, decks, seats, shared))
        if pools is not None and number not in of:
            issues = (*issues, new_issue("pool-missing", ERROR, _("no pool")))
        by_seat = sorted((d for d, _ in decks), key=lambda d: (order.get(d.deck.seat, len(order)), d.number))
        players.append(CheckedPlayer(number, event.players[number], tuple(by_seat), issues))
    return EventCheck(event.facts, rules, seats, tuple(players))


def _shared(event: StoredEvent) -> Mapping[str, list[int]]:
    """The players who registered each list, by the hash of the deck."""
    result: dict[str, list[int]] = {}
    for deck in event.decks.values():
        if deck.hash and deck.player not in result.setdefault(deck.hash, []):
            result[deck.hash].append(deck.player)
    return result


def _issues(
    event: StoredEvent,
    player: int,
    decks: Sequence[tuple[CheckedDeck, FrozenList]],
    seats: Sequence[DeckSeat],
    shared: Mapping[str, list[int]],
) -> Iterator[Issue]:
    """Yields what is wrong with the registration of a player."""
    seated = [one for one, _ in decks]
    needed = seats if event.facts.format != SEALED or not seated else ()
    yield from _seat_issues(seated, seats, needed)
    hashes: dict[str, str] = {}
    for one, found in decks:
        deck, name = one.deck, _called(one.deck, seats)
        yield from _list_issues(event, one, found, name, seats)
        others = [event.players[n].name for n in shared.get(deck.hash, ()) if n != player]
        if others:
            yield _issue(
                "deck-shared",
                WARNING,
                _("{name}: the same list as that of {listed}", name=name, listed=_listed(others)),
                deck,
            )
        if deck.hash and deck.hash in hashes:
            message = _("{name}: the same list as {hashes}", name=name, hashes=hashes[deck.hash])
            yield _issue("deck-double", ERROR, message, deck)
        hashes.setdefault(deck.hash, name)


def _seat_issues(
    decks: Sequence[CheckedDeck], seats: Sequence[DeckSeat], needed: Sequence[DeckSeat]
) -> Iterator[Issue]:
    """Yields the needed seats that no list takes, and those that several take; a pool has one deck."""
    for seat in seats:
        there = [one.deck for one in decks if one.deck.seat == seat.code]
        what = _("no deck") if len(seats) == 1 else _("no {name} deck", name=seat.name)
        if not there and seat in needed:
            yield new_issue("deck-missing", ERROR, what, details={"seat": seat.code})
        if len(there) > 1:
            named = _listed([deck.path for deck in there])
            message = _(
                "{count} decks for {seat_name}: {named}",
                count=len(there),
                seat_name=_("one player") if len(seats) == 1 else _("the seat {name}", name=seat.name),
                named=named,
            )
            yield new_issue("deck-double", ERROR, message, len(there), 1, details={"seat": seat.code})


def _list_issues(
    event: StoredEvent, one: CheckedDeck, frozen: FrozenList, name: str, seats: Sequence[DeckSeat]
) -> Iterator[Issue]:
    """Yields what is wrong with one list: the file, its side, its verdict, its time."""
    deck, report = one.deck, one.report
    if isinstance(report, UnreadableReport):
        yield _issue(
            "deck-unreadable",
            ERROR,
            _("{path} is no deck: {error}", path=deck.path, error=report.error),
            deck,
        )
    else:
        yield from _side_issues(deck, frozen, name, seats)
        if report.verdict == ILLEGAL:
            message = _("{name} is illegal: {problems}", name=name, problems=_problems(report, ERROR))
            yield _issue("deck-illegal", ERROR, message, deck)
        elif report.verdict == UNPROVEN:
            message = _(
                "{name} is not proven legal: {problems}", name=name, problems=_problems(report, WARNING)
            )
            yield _issue("deck-unproven", WARNING, message, deck, undecided=True)
        if frozen.hash != deck.hash:
            message = _(
                "{name}: names in it mean other cards than when it was registered, since the "
                "catalogue has changed",
                name=name,
            )
            yield _issue("deck-changed", WARNING, message, deck, undecided=True)
    if deck.late:
        message = _(
            "{path} was registered after the deadline {deadline}",
            path=deck.path,
            deadline=event.facts.deadline,
        )
        yield _issue("late", ERROR, message, deck)
    if event.facts.locked and deck.time > event.facts.locked:
        message = _("{path} was registered after registration was locked", path=deck.path)
        yield _issue("locked", WARNING, message, deck)


def _side_issues(
    deck: EventDeck, frozen: FrozenList, name: str, seats: Sequence[DeckSeat]
) -> Iterator[Issue]:
    codes = [seat.code for seat in seats]
    if deck.seat and deck.seat not in frozen.seats:
        seat = seats[codes.index(deck.seat)]
        message = _(
            "{name} cannot take the seat {name2}: it holds cards of another side", name=name, name2=seat.name
        )
        yield _issue("deck-side", ERROR, message, deck)
    elif not deck.seat and not frozen.seats:
        yield _issue("deck-side", ERROR, _("{name} mixes sides and can take no seat", name=name), deck)
    elif not deck.seat:
        message = _(
            "{name} may take {seats}; {advice}",
            name=name,
            seats=one_of(frozen.seats),
            advice=advised("say-seat", _("say which with `deckcheck event seat`")),
        )
        yield _issue("deck-side", ERROR, message, deck)


def _issue(code: str, severity: str, message: str, deck: EventDeck, *, undecided: bool = False) -> Issue:
    seat = {"seat": deck.seat} if deck.seat else {}
    made = new_issue(code, severity, message, details={**seat, "path": deck.path})
    return made._replace(undecided=undecided)


def _problems(report: Report, severity: str) -> str:
    """The problems that decide the verdict, the first of many."""
    result = [
        i.message for i in report.issues if i.severity == severity and (severity == ERROR or i.undecided)
    ]
    return some_of(result, _SHOWN, "; ")


def _called(deck: EventDeck, seats: Sequence[DeckSeat]) -> str:
    """The name of a player's list: its seat, else its file."""
    seat = next((seat for seat in seats if seat.code == deck.seat), None)
    if seat is None:
        return deck.path
    return _("the deck") if len(seats) == 1 else _("the {name} deck", name=seat.name)


def _listed(names: Sequence[str]) -> str:
    return some_of(names, _SHOWN + 2)
