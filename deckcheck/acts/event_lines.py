"""The actions of an organiser, each by its word, and the lines that are typed for them."""

import re
import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from db.language import filled, gettext as _
from deckcheck.acts.event_views import RoundDone, TypedResult, called_result
from deckcheck.acts.events import SessionEvent
from deckcheck.errors import EventSettingError
from deckcheck.events.errors import WrongResultError
from deckcheck.events.reports import settle
from deckcheck.events.round_editor import PENALTIES
from deckcheck.events.submissions import Submission
from deckcheck.show.wording import amount

MOST_MINUTES = 600
_BECAUSE = " because "
_GAMES = re.compile(r"\d+(?:\s+\d+){1,2}")
_CUT = re.compile(r"(?:top|cut)\s*(\d{1,4})", re.IGNORECASE)


class DeskLine(NamedTuple):
    """An action with the text it works on, such as a player, and the reason for it."""

    action: str
    text: str = ""
    reason: str = ""


class DeskDone(NamedTuple):
    """The batch of an action, None where nothing changed, and what there is to say of it."""

    batch: int | None
    said: tuple[str, ...] = ()


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
        raise EventSettingError(
            repr(what), _("expected a result, like 5 2 0, or {actions}", actions=", ".join(ACTIONS))
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
    if _GAMES.fullmatch(result.strip()):
        result = "-".join(result.split())
    typed = called or TypedResult(where, result.strip())
    return TypedResult(typed.where, typed.text, typed.opponent, was)


def do_at_desk(
    event: SessionEvent, line: DeskLine, was: str | None = None, number: int | None = None
) -> DeskDone:
    """Does what a line of one of the `ACTIONS` asks for, and returns what was done.

    `was` is the result that it may replace, `number` that of its round.
    """
    if line.action == "result":
        typed = read_result(line.text, was)
        done = event.enter_results([typed], number=number, reason=line.reason)
        settle(event, done.round, typed.where)
        return DeskDone(done.batch, (*result_lines(done), *done.notes))
    return ACTIONS[line.action](event, line.text, line.reason)


def result_lines(done: RoundDone) -> list[str]:
    """The results that were entered, and the tables without one."""
    left = ", ".join(str(table.number) for table in done.round.open_tables())
    entered = [
        _("Table {n}: {one} {score} {two}", n=n, one=one, score=filled(score, {}), two=two)
        for one, score, two, n in done.changed_results()
    ]
    return [*entered, _("results missing of table {left}", left=left) if left else _("all results are in")]


def publish_line(done: RoundDone) -> str:
    """The round that was published, and its tables."""
    tables = amount(len(done.round.tables), "table")
    state = _("published, {tables}", tables=tables) if done.batch is not None else _("is published already")
    return _("Round {number} {state}", number=done.round.number, state=state)


def drop_line(event: SessionEvent, player: str) -> str:
    """How a player stands who dropped, or plays again."""
    facts = event.player(player)
    if facts.dropped is None:
        return _("{name} plays again", name=facts.name)
    return _(
        "{name} drops {value}",
        name=facts.name,
        value=_("after round {dropped}", dropped=facts.dropped) if facts.dropped else _("before round 1"),
    )


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


def _register(event: SessionEvent, text: str, reason: str) -> DeskDone:
    players = [Submission(name) for name in map(str.strip, text.split(",")) if name] or [Submission(text)]
    done = event.register(players, reason=reason, command=f"event register {text}"[:200])
    return DeskDone(
        done.batch,
        (*done.notes, _("registered: {players}", players=", ".join(done.players) or _("nobody new"))),
    )


def _publish(event: SessionEvent, _text: str, _reason: str) -> DeskDone:
    done = event.publish()
    return DeskDone(done.batch, (*done.notes, publish_line(done)))


def _drop(event: SessionEvent, text: str, reason: str, *, back: bool = False) -> DeskDone:
    batch = event.drop(text, back=back, reason=reason)
    return DeskDone(batch, (drop_line(event, text),))


def _undo(event: SessionEvent, text: str, reason: str) -> DeskDone:
    undone, batch = event.undo(_number(text) if text else None, reason=reason)
    return DeskDone(batch, (_("batch {undone} is undone", undone=undone),))


def _pair(event: SessionEvent, text: str, reason: str) -> DeskDone:
    cut = _CUT.fullmatch(text)
    if text and not cut:
        raise EventSettingError(repr(text), _("expected nothing after pair, or like top 4"))
    seed = secrets.randbelow(2**31)
    if cut:
        done = event.pair(seed, stage="elimination", cut=int(cut[1]), reason=reason)
    else:
        done = event.pair(seed, reason=reason)
    return DeskDone(
        done.batch, (*done.notes, _("Round {number} is paired, not published yet", number=done.round.number))
    )


def _clock(event: SessionEvent, text: str, _reason: str) -> DeskDone:
    given = text or str(event.tournament.settings.minutes or "")
    pause = given == "pause"
    if pause or given.startswith("+"):
        more = 0 if pause else _minutes(given[1:])
        one, minutes, stands = event.change_clock(more=more, turn=pause)
        if stands:
            return DeskDone(None, (_("the clock of round {number} is paused", number=one.number),))
    else:
        if not given:
            raise EventSettingError("clock", _("no round time set; type the minutes of the round, like 50"))
        one, _unused, minutes = event.start_clock(_minutes(given), anew=bool(text))
    return DeskDone(None, (_("round {number} has {minutes} minutes", number=one.number, minutes=minutes),))


def _rename(event: SessionEvent, text: str, reason: str) -> DeskDone:
    player, name = _both(text, " = ", "Ada = Ada Lovelace")
    return DeskDone(
        event.rename_player(player, name, reason=reason),
        (_("{player} is now {name}", player=player, name=name),),
    )


def _swap(event: SessionEvent, text: str, reason: str) -> DeskDone:
    one, other = _both(text, " - ", "Ada - Bo")
    done = event.swap(one, other, reason)
    return DeskDone(
        done.batch, (*done.notes, _("{one} and {other} have changed places", one=one, other=other))
    )


def _extend(event: SessionEvent, text: str, _reason: str) -> DeskDone:
    table, minutes = _both(text, " ", "extend 3 5")
    done = event.extend(_number(table), _number(minutes))
    return DeskDone(
        done.batch, (_("table {table} has {minutes} minutes more", table=table, minutes=minutes),)
    )


def _seat(event: SessionEvent, text: str, reason: str) -> DeskDone:
    player, _unused, seat = text.rpartition(" ")
    batch = event.give_seat(player, "", seat.casefold(), reason=reason)
    return DeskDone(batch, (_("the list of {player} is for {seat}", player=player, seat=seat),))


def _note(event: SessionEvent, text: str, reason: str, *, penalty: str = "") -> DeskDone:
    player, what = _both(f"{text}{_BECAUSE}{reason}" if reason else text, ": ", _("Ada: late for round 2"))
    return DeskDone(event.note(event.player(player).name, what, penalty=penalty), (_("noted"),))


def _spot_check(event: SessionEvent, text: str, _reason: str) -> DeskDone:
    batch, drawn = event.spot_check(_number(text) if text else 1, secrets.randbelow(2**31))
    return DeskDone(batch, tuple(drawn_lines(event, drawn)))


def drawn_lines(event: SessionEvent, players: Sequence[int]) -> Iterator[str]:
    """Yields for each player whose deck is to be checked where they sit."""
    view = event.view()
    for number in players:
        table, name = view.last and view.last.table_of(number), view.stored.players[number].name
        if table is None:
            yield _("deck check: {name}", name=name)
        else:
            yield _("deck check: {name}, table {table}", name=name, table=table.number)


ACTIONS: Mapping[str, Callable[[SessionEvent, str, str], DeskDone]] = {
    "result": lambda event, text, reason: do_at_desk(event, DeskLine("result", text, reason)),
    "register": _register,
    "lock": lambda event, _text, _reason: DeskDone(event.lock(), (_("registration is closed"),)),
    "unlock": lambda event, _text, reason: DeskDone(event.unlock(reason), (_("registration is open"),)),
    "pair": _pair,
    "publish": _publish,
    "clock": _clock,
    "drop": _drop,
    "back": lambda event, text, reason: _drop(event, text, reason, back=True),
    "rename": _rename,
    "remove": lambda event, text, reason: DeskDone(
        event.remove(text, reason=reason), (_("{text} is removed", text=text),)
    ),
    "seat": _seat,
    "swap": _swap,
    "extend": _extend,
    "note": _note,
    **{one: partial(_note, penalty=one) for one in PENALTIES},
    "spot-check": _spot_check,
    "undo": _undo,
}
"""The actions at the desk, given the text and the reason."""

_OTHER_WORDS = {"add": "register", "close": "lock", "open": "unlock"}
