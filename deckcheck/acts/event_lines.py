"""The actions of an organiser, each by its word, and the lines that are typed for them."""

import re
import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from db.language import filled, gettext as _
from deckcheck.acts.event_views import RoundDone, TypedResult, called_result, newest_sentence
from deckcheck.acts.events import SessionEvent
from deckcheck.errors import EventSettingError
from deckcheck.events.errors import WrongResultError
from deckcheck.events.reports import settle
from deckcheck.events.round_editor import PENALTIES
from deckcheck.events.submissions import Submission
from deckcheck.show.wording import amount, count

MOST_MINUTES = 600
_BECAUSE = " because "
_GAMES = re.compile(r"(\d+(?:\s+\d+){1,2})(\s*>\s*[12])?")
_CUT = re.compile(r"(?:top|cut)\s*(\d{1,4})", re.IGNORECASE)


class DeskLine(NamedTuple):
    """An action with the text it works on, such as a player, and the reason for it."""

    action: str
    text: str = ""
    reason: str = ""


class EventDone(NamedTuple):
    """A change: its batch, None where nothing changed, and what is said of it.

    `notes` are said always, `said` only to people, to whom `shown` is the result; `facts` stand in
    the JSON document.
    """

    batch: int | None
    said: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    shown: tuple[str, ...] = ()
    facts: Mapping[str, Any] = {}

    @property
    def told(self) -> list[str]:
        """All that is said of it."""
        return [*self.notes, *self.said, *self.shown]


def read_line(line: str) -> DeskLine:
    """Reads a line: a result, or an action by its word; after `because` the reason.

    Raises `EventSettingError` for a line that is neither.

    >>> read_line("5 2 0"), read_line("drop Ada because she is ill")
    (DeskLine(action='result', text='5 2 0', reason=''),
     DeskLine(action='drop', text='Ada', reason='she is ill'))
    """
    what, _unused, reason = " ".join(f"{line} ".split()).partition(_BECAUSE)
    word, _unused, rest = what.partition(" ")
    action = _OTHER_WORDS.get(word.casefold(), word.casefold())
    if called_result(what) is None and action in ACTIONS:
        return DeskLine(action, rest, reason)
    if " " not in what:
        words = (_SHORT_WORDS.get(one, one) for one in ACTIONS if one != "result")
        raise EventSettingError(
            repr(what),
            _(
                "expected a result, like 5 2 0, or {actions}; a player is registered by: add {name}",
                actions=", ".join(words),
                name=what or "Ada",
            ),
        )
    return DeskLine("result", what, reason)


def read_result(text: str, was: str | None = None) -> TypedResult:
    """A result as it is typed: table or player, then games with blanks or as the command takes them.

    >>> read_result("5 2 0")
    TypedResult(where='5', text='2-0', opponent='', was=None)
    >>> read_result("Ada 2-0 Bo").opponent
    'Bo'
    """
    called = called_result(text)
    where, _unused, result = text.strip().partition(" ")
    if called is None and not result:
        raise WrongResultError(
            _("{text!r} is not a result; type the table and the games, like 5 2 0", text=text)
        )
    if games := _GAMES.fullmatch(result.strip()):
        result = "-".join(games[1].split()) + (games[2] or "")
    typed = called or TypedResult(where, result.strip())
    return TypedResult(typed.where, typed.text, typed.opponent, was)


def do_at_desk(
    event: SessionEvent, line: DeskLine, was: str | None = None, number: int | None = None
) -> EventDone:
    """Does what a line of one of the `ACTIONS` asks for, and returns what was done.

    `was` is the result that it may replace, `number` that of its round.
    """
    if line.action == "result":
        typed = read_result(line.text, was)
        done = event.enter_results([typed], number=number, reason=line.reason)
        settle(event, done.round, typed.where)
        return of_round(done, *result_lines(done))
    return ACTIONS[line.action](event, line.text, line.reason)


def result_lines(done: RoundDone) -> list[str]:
    """The results that were entered, and the tables without one."""
    left = ", ".join(str(table.number) for table in done.round.open_tables())
    entered = [
        _("Table {n}: {one} {score} {two}", n=n, one=one, score=filled(score, {}), two=two)
        for one, score, two, n in done.changed_results()
    ]
    return [*entered, _("results missing of table {left}", left=left) if left else _("all results are in")]


def of_round(done: RoundDone, *said: str) -> EventDone:
    """A change of a round, with what is said of it."""
    return EventDone(done.batch, said, done.notes, facts={"round": done.round.number})


def publish(event: SessionEvent, number: int | None = None) -> EventDone:
    """Publishes a round, by default the last."""
    done = event.publish(number)
    tables = amount(sum(table.two is not None for table in done.round.tables), "table")
    state = _("published, {tables}", tables=tables) if done.batch is not None else _("is published already")
    return of_round(done, _("Round {number} {state}", number=done.round.number, state=state))


def drop(event: SessionEvent, player: str, reason: str = "", *, back: bool = False) -> EventDone:
    """Takes a player out of the rounds to come, or with `back` in again."""
    batch = event.drop(player, back=back, reason=reason)
    facts = event.player(player)
    if facts.dropped is None:
        return EventDone(batch, (_("{name} plays again", name=facts.name),))
    after = _("after round {dropped}", dropped=facts.dropped) if facts.dropped else _("before round 1")
    return EventDone(batch, (_("{name} drops {value}", name=facts.name, value=after),))


def undo(event: SessionEvent, number: int | None, reason: str = "") -> EventDone:
    """Undoes a batch, by default the newest."""
    undone, batch = event.undo(number, reason=reason)
    return EventDone(batch, (_("batch {undone} is undone", undone=undone),), facts={"undone": undone})


def lock(event: SessionEvent) -> EventDone:
    """Closes registration."""
    return EventDone(event.lock(), (_("registration is closed"),))


def unlock(event: SessionEvent, reason: str) -> EventDone:
    """Opens registration again."""
    return EventDone(event.unlock(reason), (_("registration is open"),))


def remove(event: SessionEvent, player: str, reason: str = "", *, seat: str = "") -> EventDone:
    """Takes out a player, or the lists for a seat."""
    name = event.player(player).name
    told = _("{text} is removed", text=name)
    if seat:
        told = _("the lists of {player} for {seat} are removed", player=name, seat=seat)
    return EventDone(event.remove(player, seat, reason=reason), (told,))


def rename(event: SessionEvent, player: str, name: str, reason: str = "") -> EventDone:
    """Gives a player another name."""
    batch = event.rename_player(player, name, reason=reason)
    return EventDone(batch, (_("{player} is now {name}", player=player, name=name),))


def extend(event: SessionEvent, table: int, minutes: int, number: int | None = None) -> EventDone:
    """Gives a table extra time."""
    done = event.extend(table, minutes, number=number)
    return of_round(done, _("table {table} has {minutes} minutes more", table=table, minutes=minutes))


def give_seat(event: SessionEvent, player: str, file: str, seat: str, reason: str = "") -> EventDone:
    """Says for which seat a list is."""
    batch, name = event.give_seat(player, file, seat, reason=reason), event.player(player).name
    return EventDone(batch, (_("the list of {player} is for {seat}", player=name, seat=seat),))


def note(event: SessionEvent, player: str, text: str, penalty: str = "") -> EventDone:
    """Notes something of a player, or a penalty."""
    batch = event.note(player, text, penalty=penalty)
    return EventDone(batch, (newest_sentence(event),))


def spot_check(event: SessionEvent, count: int, seed: int | None = None, *, again: bool = False) -> EventDone:
    """Draws players whose decks are checked, and says where they sit."""
    batch, drawn = event.spot_check(count, chosen_seed(seed), again=again)
    names = [event.player(f"#{number}").name for number in drawn]
    return EventDone(batch, shown=tuple(_drawn_lines(event, drawn)), facts={"players": names})


def chosen_seed(seed: int | None = None) -> int:
    """The seed, or one that is chosen now."""
    return secrets.randbelow(2**31) if seed is None else seed


def _number(text: str) -> int:
    if not text.isdecimal():
        raise EventSettingError(repr(text), _("expected a number"))
    return int(text[:9])


def _minutes(text: str) -> int:
    if not 1 <= (minutes := _number(text)) <= MOST_MINUTES:
        raise EventSettingError(
            "clock", _("{text} minutes, expected 1 to {most_minutes}", text=text, most_minutes=MOST_MINUTES)
        )
    return minutes


def _both(text: str, sign: str, example: str) -> tuple[str, str]:
    """Two parts around a sign; raises `EventSettingError` without it."""
    one, found, other = text.partition(sign)
    if not found:
        raise EventSettingError(repr(text), _("expected like {example}", example=example))
    return one.strip(), other.strip()


def _register(event: SessionEvent, text: str, reason: str) -> EventDone:
    players = [Submission(name) for name in map(str.strip, re.split("[,;]", text)) if name] or [
        Submission(text)
    ]
    done = event.register(players, reason=reason, command=f"event register {text}"[:200])
    told = _("registered: {players}", players=", ".join(done.players) or _("nobody new"))
    return EventDone(done.batch, (told,), done.notes)


def _pair(event: SessionEvent, text: str, reason: str) -> EventDone:
    cut = _CUT.fullmatch(text)
    if text and not cut:
        raise EventSettingError(repr(text), _("expected nothing after pair, or like top 4"))
    if cut:
        done = event.pair(chosen_seed(), stage="elimination", cut=int(cut[1]), reason=reason)
    else:
        done = event.pair(chosen_seed(), reason=reason)
    return of_round(done, _("Round {number} is paired, not published yet", number=done.round.number))


def _clock(event: SessionEvent, text: str, _reason: str) -> EventDone:
    given = text or str(event.tournament.settings.minutes or "")
    pause = given == "pause"
    if pause or given.startswith("+"):
        more = 0 if pause else _minutes(given[1:])
        one, minutes, stands = event.change_clock(more=more, turn=pause)
        if stands:
            return EventDone(None, (_("the clock of round {number} is paused", number=one.number),))
    else:
        if not given:
            raise EventSettingError("clock", _("no round time set; type the minutes of the round, like 50"))
        one, _unused, minutes = event.start_clock(_minutes(given), anew=bool(text))
    return EventDone(
        None,
        (_("round {number} has {minutes}", number=one.number, minutes=count(minutes, "minute", "minutes")),),
    )


def _swap(event: SessionEvent, text: str, reason: str) -> EventDone:
    one, other = _both(text, " - ", "Ada - Bo")
    done = event.swap(one, other, reason)
    return of_round(done, _("{one} and {other} have changed places", one=one, other=other))


def _extend(event: SessionEvent, text: str, _reason: str) -> EventDone:
    table, minutes = _both(text, " ", "extend 3 5")
    return extend(event, _number(table), _number(minutes))


def _seat(event: SessionEvent, text: str, reason: str) -> EventDone:
    player, _unused, seat = text.rpartition(" ")
    return give_seat(event, player, "", seat.casefold(), reason)


def _note(event: SessionEvent, text: str, reason: str, *, penalty: str = "") -> EventDone:
    player, what = _both(f"{text}{_BECAUSE}{reason}" if reason else text, ": ", _("Ada: late for round 2"))
    return note(event, event.player(player).name, what, penalty)


def _drawn_lines(event: SessionEvent, players: Sequence[int]) -> Iterator[str]:
    """Yields for each player whose deck is to be checked where they sit."""
    view = event.view()
    for number in players:
        table, name = view.last and view.last.table_of(number), view.stored.players[number].name
        if table is None:
            yield _("deck check: {name}", name=name)
        else:
            yield _("deck check: {name}, table {table}", name=name, table=table.number)


ACTIONS: Mapping[str, Callable[[SessionEvent, str, str], EventDone]] = {
    "result": lambda event, text, reason: do_at_desk(event, DeskLine("result", text, reason)),
    "register": _register,
    "lock": lambda event, _text, _reason: lock(event),
    "unlock": lambda event, _text, reason: unlock(event, reason),
    "pair": _pair,
    "publish": lambda event, _text, _reason: publish(event),
    "clock": _clock,
    "drop": drop,
    "back": partial(drop, back=True),
    "rename": lambda event, text, reason: rename(event, *_both(text, " = ", "Ada = Ada Lovelace"), reason),
    "remove": remove,
    "seat": _seat,
    "swap": _swap,
    "extend": _extend,
    "note": _note,
    **{one: partial(_note, penalty=one) for one in PENALTIES},
    "spot-check": lambda event, text, _reason: spot_check(event, _number(text) if text else 1),
    "undo": lambda event, text, reason: undo(event, _number(text) if text else None, reason),
}
"""The actions at the desk, given the text and the reason."""

_OTHER_WORDS = {"add": "register", "close": "lock", "open": "unlock"}
_SHORT_WORDS = {action: word for word, action in _OTHER_WORDS.items()}
