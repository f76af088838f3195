"""The rounds of an event: paired, published, played, changed, ranked."""

import random
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from db.advice import advised
from db.arguments import checked
from db.clock import now
from db.events.store import EventWork
from db.events.values import NoteFacts, PlayerFacts, StoredEvent
from db.language import gettext as _, joined
from deckcheck.errors import EventSettingError, ReasonNeededError
from deckcheck.events.errors import CannotPairError, ResultThereError, WrongPairingError, WrongResultError
from deckcheck.events.event_editor import EventEditor, next_number, player_limits
from deckcheck.events.hand_made import pair_by_hand, problems_of, swap
from deckcheck.events.players import find_player, get_player
from deckcheck.events.result_text import is_result, parse_result, result_text
from deckcheck.events.stored import as_tournament, round_facts, table_facts
from deckcheck.events.tournament import next_round
from deckcheck.events.values import Round, Stage, Table, Tournament

_CALLED = re.compile(r"(\D.*?)\s+(\d{1,2}\s?[-:–—]\s?\d{1,2}(?:\s?[-:–—]\s?\d{1,2})?|draw)\s+(\D.*)")
"""A result as people call it: one player, the games, the other player."""

MOST_EXTENSION = 120
MOST_TEXT = 2_000
NOTE, DECK_CHECK = "note", "deck-check"
PENALTIES = ("warning", "game-loss", "match-loss")
"""The usual penalties; an event may have others of its own."""


@dataclass(frozen=True, slots=True)
class RoundDone:
    """The result of a change of a round: its batch, the round as it is now, and notes.

    `event` is the event as it was before, read in the transaction of the change.
    """

    batch: int | None
    round: Round
    event: Tournament
    notes: tuple[str, ...] = ()

    def changed_results(self) -> list[tuple[str, str, str, int]]:
        """The results that were changed: the players, the result between them, and the table."""
        names = {player.number: player.name for player in self.event.players}
        before = {table.number: table.result for table in get_round(self.event, self.round.number).tables}
        return [
            (names[one.one], result_text(one.result) or _("no result"), names[one.two], one.number)
            for one in self.round.tables
            if one.two is not None and one.result != before[one.number]
        ]


_TABLE = re.compile(r"^(\d+)[:.)]$")
"""A table as it is written before a result, like `1:`."""


@dataclass(frozen=True, slots=True)
class TypedResult:
    """A result as it was typed, for a table by number or from the side of a player.

    `opponent` is the other player where both are named, `was` the result that may be replaced.
    """

    where: str
    text: str
    opponent: str = ""
    was: str | None = None


def called_result(text: str) -> TypedResult | None:
    """A result with both players, as people call it out; None for any other text.

    >>> called_result("Gus Müller 2-1 Eva")
    TypedResult(where='Gus Müller', text='2-1', opponent='Eva', was=None)
    """
    match = _CALLED.fullmatch(text.strip())
    return TypedResult(*match.groups()) if match else None


def typed_results(words: Sequence[str]) -> list[TypedResult]:
    """The results in words: table and result in turn, or as people call them.

    Raises `WrongResultError` for words that are neither.

    >>> [(one.where, one.text) for one in typed_results(["1", "2-0", "Ada", "WL"])]
    [('1', '2-0'), ('Ada', 'WL')]
    >>> [one.where for one in typed_results(["Gus", "Müller", "2-1", "Eva"])]
    ['Gus Müller']
    >>> typed_results(["Jan 2-0 Ivo"]) == typed_results(["Jan", "2-0", "Ivo"])
    True
    >>> typed_results(["1: 2-0, 2 1-1"]) == typed_results(["1", "2-0", "2", "1-1"])
    True
    """
    parts = [part.split() for part in re.split("[,;]", " ".join(words)) if part.strip()]
    if len(parts) > 1 and all(any(map(is_result, one)) for one in parts):
        return [typed for part in parts for typed in typed_results(part)]
    called = [one for word in words if (one := called_result(word))]
    if words and len(called) == len(words):
        return called
    if len(words) == 1 and " " in words[0]:
        return typed_results(words[0].split())
    places = [place for place, word in enumerate(words) if is_result(word)]
    if len(words) % 3 == 0 and places == list(range(1, len(words), 3)):
        rows = zip(words[::3], words[1::3], words[2::3], strict=True)
        return [TypedResult(*row) for row in rows]
    if len(places) == 1 and 0 < (place := places[0]) < len(words) - 1:
        return [TypedResult(" ".join(words[:place]), words[place], " ".join(words[place + 1 :]))]
    if len(words) % 2:
        problem = _("{words!r} has no result", words=words[-1]) if words else _("no result")
        raise WrongResultError(
            _("{problem}; expected a table and a result, or 'Ada 2-0 Bo'", problem=problem)
        )
    tables = (_TABLE.sub(r"\1", word) for word in words[::2])
    return [TypedResult(*both) for both in zip(tables, words[1::2], strict=True)]


@checked
class RoundEditor(EventEditor):
    """An event with its rounds; see `EventEditor` for how changes are kept."""

    @property
    def tournament(self) -> Tournament:
        """The event as pairings and standings see it."""
        return as_tournament(self.stored)

    def round(self, number: int | None = None) -> Round:
        """A round, by default the last; raises `CannotPairError` where there is none."""
        return get_round(self.tournament, number)

    def pair(
        self,
        seed: int,
        *,
        stage: Stage | None = None,
        cut: int = 0,
        by_hand: Sequence[str] = (),
        reason: str = "",
    ) -> RoundDone:
        """Pairs the next round; players see nothing of it before `publish`.

        `by_hand` are all pairs of the round, like `Ada - Bo`, and `Cy` for a bye. Raises
        `CannotPairError` where a round is not finished or not published.
        """
        with self.work("event pair", reason) as work:
            event = as_tournament(work.event)
            for one in event.rounds:
                if not one.published:
                    raise CannotPairError(
                        _("round {number} is paired and not published; publish it, swap players, or undo it"),
                        number=one.number,
                    )
            fewest = player_limits(work.event.facts)[0]
            notes = []
            if not event.rounds and len(event.players) < fewest:
                notes.append(
                    _(
                        "{count} players, fewer than the {fewest} expected",
                        count=len(event.players),
                        fewest=fewest,
                    )
                )
            if by_hand:
                pairs = [_pair(work.event.players, text) for text in by_hand]
                made = pair_by_hand(event, event.next_number, pairs, reason)
            else:
                usual = event.rounds[-1].stage if event.rounds else "swiss"
                made = next_round(event, seed, stage or usual, cut)
            _put_round(work, made)
        return RoundDone(work.batch, made, event, tuple(notes))

    def swap(self, one: str, other: str, reason: str) -> RoundDone:
        """Puts two players of the last round into each other's places; needs a reason."""
        if not reason.strip():
            raise ReasonNeededError(_("a pairing is changed only with a reason"))
        with self.work(f"event swap {one} {other}", reason) as work:
            event = as_tournament(work.event)
            last = get_round(event)
            players = work.event.players
            made = swap(last, get_player(players, one), get_player(players, other), reason)
            _put_round(work, made, work.event.rounds[last.number].published)
            notes = tuple(found.message for found in problems_of(event, made))
        return RoundDone(work.batch, made, event, notes)

    def publish(self, number: int | None = None) -> RoundDone:
        """Lets players see a round, by default the last.

        Raises `WrongPairingError` where a player has no table or an impossible one.
        """
        with self.work("event publish", "") as work:
            event = as_tournament(work.event)
            one = get_round(event, number)
            found = problems_of(event, one)
            if errors := [problem.message for problem in found if problem.severity == "error"]:
                raise WrongPairingError(errors)
            if not one.published:
                facts = work.event.rounds[one.number]
                work.put("round", [one.number], replace(facts, published=now()))
        notes = tuple(problem.message for problem in found)
        return RoundDone(work.batch, replace(one, published=True), event, notes)

    def enter_results(
        self,
        typed: Sequence[TypedResult],
        *,
        number: int | None = None,
        change: bool = False,
        reason: str = "",
    ) -> RoundDone:
        """Enters results of a round, all of them or none; each error names its table.

        A result that is there already is changed only with `change` or a `reason`; after the next
        round was published with a reason. The text `none` takes a result back.
        """
        what = " ".join(f"{one.where}={one.text}" for one in typed)
        with self.work(f"event result {what}"[:200], reason) as work:
            event = as_tournament(work.event)
            one = get_round(event, number)
            if not one.published:
                raise WrongResultError(
                    _("round {number} is not published yet; publish it first", number=one.number)
                )
            notes = _later_notes(event, one, reason)
            seen: set[int] = set()
            for entry in typed:
                table, seen_from = table_of(work.event, one, entry.where)
                _check_opponent(work.event, table, seen_from, entry)
                if table.number in seen:
                    raise WrongResultError(_("two results in one go"), table.number)
                seen.add(table.number)
                made = _with_result(event, one, table, entry, seen_from, may_change=change or bool(reason))
                work.put("table", [one.number, table.number], table_facts(made))
                one = one.with_table(made)
        return RoundDone(work.batch, one, event, tuple(notes))

    def extend(self, table: int, minutes: int, *, number: int | None = None) -> RoundDone:
        """Gives a table extra time, in minutes over that of the round; 0 removes it."""
        if not 0 <= minutes <= MOST_EXTENSION:
            text = _(
                "{minutes} minutes, expected 0 to {most_extension}",
                minutes=minutes,
                most_extension=MOST_EXTENSION,
            )
            raise EventSettingError("extension", text)
        return self._change_table(
            f"event extend {table} {minutes}",
            table,
            number,
            lambda _event, seated: replace(seated, extension=minutes),
        )

    def give_first_seat(self, table: int, player: str, *, number: int | None = None) -> RoundDone:
        """Stores who has the first seat in game one, such as after a bid."""

        def seat(event: StoredEvent, seated: Table) -> Table:
            wanted = get_player(event.players, player)
            if wanted not in seated.players or seated.two is None:
                name = event.players[wanted].name
                raise WrongResultError(_("{name} does not sit there with an opponent", name=name), table)
            return replace(seated, first=seated.side_of(wanted))

        return self._change_table(f"event first {table} {player}", table, number, seat)

    def _change_table(
        self, command: str, table: int, number: int | None, change: Callable[[StoredEvent, Table], Table]
    ) -> RoundDone:
        with self.work(command) as work:
            event = as_tournament(work.event)
            one = get_round(event, number)
            made = change(work.event, one.table(table))
            work.put("table", [one.number, table], table_facts(made))
        return RoundDone(work.batch, one.with_table(made), event)

    def drop(self, player: str, *, back: bool = False, reason: str = "") -> int | None:
        """Takes a player out of the rounds to come, or with `back` in again."""
        with self.work(f"event drop {player}{' --back' if back else ''}", reason) as work:
            number = get_player(work.event.players, player)
            facts = work.event.players[number]
            seated = [of for (of, _), t in work.event.tables.items() if number in (t.one, t.two)]
            last = None if back else max(seated, default=0)
            if back and facts.dropped is not None:
                later = [n for n in work.event.rounds if n > facts.dropped]
                entered = max(later, default=0) + 1 if later else facts.entered
                facts = replace(facts, entered=entered if not seated else facts.entered)
            work.put("player", [number], replace(facts, dropped=last))
        return work.batch

    def note(self, player: str, text: str, *, penalty: str = "") -> int | None:
        """Stores a note on a player, or with the reason for it a penalty by its name, like `warning`."""
        kept, kind = " ".join(text.split()), "-".join(penalty.casefold().split()) or NOTE
        if not kept or len(kept) > MOST_TEXT or len(kind) > MOST_EXTENSION:
            problem = _(
                "{count:,} characters, expected 1 to {most_text:,}", count=len(kept), most_text=MOST_TEXT
            )
            raise EventSettingError("note", problem)
        with self.work(f"event {kind if kind in PENALTIES else NOTE} {player}") as work:
            _put_notes(work, [get_player(work.event.players, player)], kind, kept)
        return work.batch

    def spot_check(self, count: int, seed: int, *, again: bool = False) -> tuple[int | None, tuple[int, ...]]:
        """Draws players whose decks are checked, and keeps a note on each; the batch, and their numbers.

        Nobody is drawn twice until all who play were drawn, but for `again`.
        """
        with self.work(f"event spot-check {count} --seed {seed}") as work:
            playing = [number for number, one in sorted(work.event.players.items()) if one.dropped is None]
            if not 1 <= count <= len(playing):
                problem = _("{count} players, expected 1 to {most}", count=count, most=len(playing))
                raise EventSettingError("spot-check", problem)
            random.Random(seed).shuffle(playing)  # noqa: S311 - a draw that can be repeated
            often = Counter(one.player for one in work.event.notes.values() if one.kind == DECK_CHECK)
            drawn = playing if again else sorted(playing, key=lambda number: often[number])
            _put_notes(work, drawn[:count], DECK_CHECK, str(seed))
        return work.batch, tuple(drawn[:count])

    def start_clock(self, minutes: int, *, anew: bool = False) -> tuple[Round, datetime, int]:
        """Starts the clock of the last round unless it runs; returns round, start and minutes."""
        with self.work("event clock") as work:
            one = get_round(as_tournament(work.event))
            stored = work.event.rounds[one.number]
            facts = dict(stored.facts)
            if "started" not in facts or anew:
                facts |= {"started": now(), "minutes": minutes}
                facts.pop("paused", None)
                work.put("round", [one.number], replace(stored, facts=facts))
        started = datetime.fromisoformat(str(facts["started"])).astimezone(UTC)
        return one, started, int(facts["minutes"])

    def change_clock(self, *, more: int = 0, turn: bool = False) -> tuple[Round, int, bool]:
        """Gives the last round more minutes, or with `turn` pauses its clock or lets it go on.

        Returns the round, its minutes, and whether its clock stands.
        """
        with self.work("event clock") as work:
            one = get_round(as_tournament(work.event))
            stored = work.event.rounds[one.number]
            facts = dict(stored.facts)
            if "started" not in facts:
                raise EventSettingError("clock", _("round {number} has not begun", number=one.number))
            facts["minutes"] = int(facts["minutes"]) + more
            if turn and "paused" in facts:
                began, paused, time = map(
                    datetime.fromisoformat, (str(facts["started"]), str(facts.pop("paused")), now())
                )
                facts["started"] = (began + (time - paused)).isoformat()
            elif turn:
                facts["paused"] = now()
            work.put("round", [one.number], replace(stored, facts=facts))
        return one, facts["minutes"], "paused" in facts


def get_round(event: Tournament, number: int | None = None) -> Round:
    """A round by its number, by default the last; raises `CannotPairError` for none."""
    if not event.rounds:
        raise CannotPairError(_("no round is paired yet; pair one first"))
    if number is None:
        return event.rounds[-1]
    for one in event.rounds:
        if one.number == number:
            return one
    raise CannotPairError(
        _("there is no round {number}; the last is {number2}"), number=number, number2=event.rounds[-1].number
    )


def _put_round(work: EventWork, made: Round, published: str = "") -> None:
    work.put("round", [made.number], round_facts(made, published))
    for table in made.tables:
        work.put("table", [made.number, table.number], table_facts(table))
    for of, number in work.event.tables:
        if of == made.number and number not in {table.number for table in made.tables}:
            work.put("table", [of, number], None)


def _put_notes(work: EventWork, players: Sequence[int], kind: str, text: str) -> None:
    for place, player in enumerate(players, start=next_number(work, "note")):
        work.put("note", [place], NoteFacts(player, kind, text, max(work.event.rounds, default=0), now()))


def _pair(players: Mapping[int, PlayerFacts], text: str) -> list[int]:
    """The numbers of the players of a pair as it was typed, like `Ada - Bo`; one for a bye."""
    whole = find_player(players, text)
    if whole is not None:
        return [whole]
    for divider in (" - ", " vs ", ":", "=", "-"):
        found = [find_player(players, part.strip()) for part in text.split(divider)]
        match found:
            case [int(), int()]:
                return [number for number in found if number is not None]
    raise CannotPairError(_("{text!r} is no pair of players; expected like 'Ada - Bo', or 'Cy'"), text=text)


def table_of(event: StoredEvent, one: Round, where: str) -> tuple[Table, int | None]:
    """The table of a result, and the player from whom it is seen where one is named."""
    text = where.strip()
    if text.isdecimal():
        return one.table(int(text[:6])), None
    player = get_player(event.players, text)
    table = one.table_of(player)
    if table is None:
        name = event.players[player].name
        raise WrongResultError(_("{name} has no table in round {number}", name=name, number=one.number))
    return table, player


def _check_opponent(event: StoredEvent, table: Table, player: int | None, entry: TypedResult) -> None:
    """Raises `WrongResultError` where the two who are named do not sit at one table."""
    if not entry.opponent:
        return
    named = get_player(event.players, entry.opponent)
    other = table.one if player == table.two else table.two
    if player is None or named != other:
        name = "nobody" if other is None else event.players[other].name
        message = _(
            "{where} plays {name}, not {name2}", where=entry.where, name=name, name2=event.players[named].name
        )
        raise WrongResultError(message, table.number)


def _with_result(
    event: Tournament,
    one: Round,
    table: Table,
    entry: TypedResult,
    seen_from: int | None,
    *,
    may_change: bool,
) -> Table:
    if table.two is None:
        raise WrongResultError(_("a bye needs no result"), table.number)
    taken_back = entry.text.strip().casefold() in {"none", "open", ""}
    result = None if taken_back else parse_result(entry.text, event.settings, table.number)
    if result is not None and seen_from == table.two:
        result = result.turned()
    may_change = may_change or (entry.was is not None and entry.was == result_text(table.result))
    if table.result is not None and table.result != result and not may_change:
        there = _("the result {result_text} is there already", result_text=result_text(table.result))
        raise ResultThereError(
            joined((there, advised("change-result", "--change changes it")), "; "), table.number
        )
    if result is not None and one.stage == "elimination" and result.winner() is None:
        raise WrongResultError(
            _("{text!r} has no winner; say who goes on, like '{text} > 1'", text=entry.text), table.number
        )
    return replace(table, result=result)


def _later_notes(event: Tournament, one: Round, reason: str) -> list[str]:
    later = [other for other in event.rounds if other.number > one.number]
    if any(other.published for other in later) and not reason.strip():
        raise ReasonNeededError(_("round {number} is published since", number=later[0].number))
    return [_("round {number} was paired before this", number=other.number) for other in later]
