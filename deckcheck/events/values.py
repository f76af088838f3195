"""Players, rounds, tables, results and settings of an event: frozen values, known by numbers."""

import re
from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from fractions import Fraction
from types import MappingProxyType
from typing import Any, Literal, Self

from db.language import gettext as _
from deckcheck.events.errors import CannotPairError, TournamentSettingError, WrongResultError

Side = Literal["one", "two"]
Outcome = Literal["one", "two", "draw", "unfinished"]
First = Literal["", "one", "two"]
Stage = Literal["swiss", "elimination", "round-robin"]

OUTCOMES = ("one", "two", "draw", "unfinished")
ABSENT = ("", "one", "two", "both")
STAGES = (_("swiss"), _("elimination"), _("round-robin"))


@dataclass(frozen=True, slots=True)
class Player:
    """A player; plays from round `entered` on, and `dropped` is the last round played."""

    number: int
    name: str
    club: str = ""
    entered: int = 1
    dropped: int | None = None

    def plays(self, number: int) -> bool:
        """Whether the player takes part in a round.

        >>> [Player(1, "Ada", entered=2, dropped=3).plays(n) for n in (1, 2, 3, 4)]
        [False, True, True, False]
        """
        return self.entered <= number and (self.dropped is None or number <= self.dropped)


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a match: its games in order, each won by `one` or `two`, drawn or unfinished.

    `absent` says who did not come and lost; `intentional` that both agreed on it without playing.
    `ordered` is False where only the numbers of games won are known, not which. `decided` is who
    goes on where the games alone do not tell.
    """

    games: tuple[Outcome, ...] = ()
    absent: Literal["", "one", "two", "both"] = ""
    intentional: bool = False
    ordered: bool = True
    decided: First = ""

    def won(self, side: Side) -> int:
        """The games that a side won."""
        return self.games.count(side)

    def winner(self) -> Side | None:
        """The side that won the match; None for a draw, and where both were absent.

        >>> Result(("one", "two", "one")).winner(), Result(("one", "two")).winner()
        ('one', None)
        """
        if self.absent:
            return {"one": "two", "two": "one"}.get(self.absent)  # type: ignore[return-value]
        if self.decided:
            return self.decided
        one, two = self.won("one"), self.won("two")
        return None if one == two else "one" if one > two else "two"

    def turned(self) -> "Result":
        """The same result seen with the two players in the other order."""
        other = {"one": "two", "two": "one"}
        return Result(
            tuple(other.get(game, game) for game in self.games),  # type: ignore[misc]
            other.get(self.absent, self.absent),  # type: ignore[arg-type]
            self.intentional,
            self.ordered,
            other.get(self.decided, ""),  # type: ignore[arg-type]
        )

    def as_json(self) -> dict[str, Any]:
        """The result as plain JSON."""
        return {**asdict(self), "games": list(self.games)}

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> "Result":
        """The result that `as_json` wrote; raises WrongResultError for anything else."""
        games, absent = stored.get("games", ()), stored.get("absent", "")
        decided = stored.get("decided", "")
        fine = isinstance(games, (list, tuple)) and all(game in OUTCOMES for game in games)
        if not fine or absent not in ABSENT or decided not in ABSENT[:3]:
            raise WrongResultError(_("{stored!r} is no result", stored=dict(stored)))
        flags = {key: bool(stored.get(key, key == "ordered")) for key in ("intentional", "ordered")}
        return cls(tuple(games), absent, decided=decided, **flags)


@dataclass(frozen=True, slots=True)
class Table:
    """Two players of a round by their numbers; `two` is None for a bye.

    `first` is who has the first seat (the first side of the game) in game one; empty where that is
    not drawn. `extension` is extra time in minutes, `reason` why the pairing was made by hand.
    """

    number: int
    one: int
    two: int | None = None
    first: First = ""
    result: Result | None = None
    extension: int = 0
    reason: str = ""

    @property
    def players(self) -> tuple[int, ...]:
        """The numbers of the players."""
        return (self.one,) if self.two is None else (self.one, self.two)

    def side_of(self, player: int) -> Side:
        """The side on which a player of the table sits."""
        return "one" if player == self.one else "two"

    def opponent_of(self, player: int) -> int | None:
        """The number of the player on the other side; None for a bye."""
        return self.two if player == self.one else self.one


@dataclass(frozen=True, slots=True)
class Round:
    """A round with its tables, and the facts on how it was paired, such as the seed."""

    number: int
    tables: tuple[Table, ...]
    stage: Stage = "swiss"
    published: bool = False
    facts: Mapping[str, Any] = field(default_factory=dict)

    def table_of(self, player: int) -> Table | None:
        """The table at which a player sits; None where the player does not play."""
        return next((table for table in self.tables if player in table.players), None)

    def table(self, number: int) -> Table:
        """The table of that number; raises WrongResultError where there is none."""
        found = next((table for table in self.tables if table.number == number), None)
        if found is None:
            last = max((table.number for table in self.tables), default=0)
            raise WrongResultError(
                _(
                    "round {number} has no table {number2}; its last is {last}",
                    number=self.number,
                    number2=number,
                    last=last,
                )
            )
        return found

    def with_table(self, changed: Table) -> "Round":
        """The round with one table in place of the one of that number."""
        tables = tuple(changed if t.number == changed.number else t for t in self.tables)
        return replace(self, tables=tables)

    def open_tables(self) -> tuple[Table, ...]:
        """The tables whose result is missing; a bye needs none."""
        return tuple(t for t in self.tables if t.two is not None and t.result is None)


Points = tuple[Fraction, Fraction, Fraction]
"""The points for a win, a draw and a loss."""


@dataclass(frozen=True, slots=True)
class EventSettings:
    """The settings of an event: how matches are played, scored and paired.

    A match has `games` games: all are played, or with `best_of` only until one player has won most
    of them. `points_from` says whether points of matches or of games make the standings. An
    unfinished game counts as drawn, or with `unfinished` "none" not at all. Rounds before a late
    entry count as matches lost, or with `late` "none" not at all. Clubs are kept apart in the first
    `club_rounds` rounds. Who has the first side in game one is drawn, or with `first_seat` "bid" or
    "none" left to the players.
    """

    preset: str = "dci"
    games: int = 2
    best_of: bool = False
    match_points: Points = (Fraction(3), Fraction(1), Fraction(0))
    game_points: Points = (Fraction(3), Fraction(1), Fraction(0))
    points_from: Literal["matches", "games"] = "matches"
    floor: Fraction = Fraction(33, 100)
    tiebreaks: tuple[str, ...] = ("opponents_match_win", "game_win", "opponents_game_win")
    unfinished: Literal["draw", "none"] = "draw"
    late: Literal["loss", "none"] = "loss"
    club_rounds: int = 1
    first_seat: Literal["drawn", "bid", "none"] = "drawn"
    minutes: int = 0

    @property
    def wins_needed(self) -> int:
        """The number of games that a player counts as winning by a bye or an absent opponent."""
        return self.games // 2 + 1 if self.best_of else self.games

    def as_json(self) -> dict[str, Any]:
        """The settings as plain JSON; fractions as text, like `33/100`."""
        return {one.name: _plain(getattr(self, one.name)) for one in fields(self)}

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> Self:
        """The settings that `as_json` wrote, with defaults for missing ones; others are ignored."""
        known = {one.name for one in fields(cls)}
        return cls(**{key: _checked(key, value) for key, value in stored.items() if key in known})

    def changed(self, stored: Mapping[str, Any]) -> Self:
        """The settings with some of them replaced."""
        return self.from_json({**self.as_json(), **stored})


TIEBREAKS: Mapping[str, str] = MappingProxyType(
    {
        "opponents_match_win": _("opponents match win"),
        "game_win": _("game win"),
        "opponents_game_win": _("opponents game win"),
        "match_win": _("match win"),
        "strength_of_schedule": _("strength of schedule"),
        "opponents_points": _("opponents points"),
        "match_wins": _("match wins"),
        "game_wins": _("game wins"),
        "head_to_head": _("head to head"),
    }
)
"""The tiebreakers, and what they are called over columns."""

_CHOICES = {
    "points_from": ("matches", "games"),
    "unfinished": ("draw", "none"),
    "late": ("loss", "none"),
    "first_seat": ("drawn", "bid", "none"),
}
_MOST = {"games": 9, "club_rounds": 99, "minutes": 600}


def _plain(value: object) -> object:
    if isinstance(value, Fraction):
        return str(value)
    return [_plain(one) for one in value] if isinstance(value, tuple) else value


def _checked(name: str, value: Any) -> Any:
    """The value of a setting in its own type; raises TournamentSettingError where it has none."""
    if name in _CHOICES:
        return _one_of(name, value, _CHOICES[name])
    if name in _MOST:
        least = 1 if name == "games" else 0
        if type(value) is not int or not least <= value <= _MOST[name]:
            raise TournamentSettingError(
                name, value, _("a number from {least} to {most}", least=least, most=_MOST[name])
            )
        return value
    if name in ("match_points", "game_points"):
        return _points(name, value)
    if name == "floor":
        floor = _fraction(name, value)
        if floor > 1:
            raise TournamentSettingError(name, value, _("a share from 0 to 1, such as 33/100"))
        return floor
    if name == "tiebreaks":
        if not isinstance(value, (list, tuple)):
            raise TournamentSettingError(
                name, value, _("a list of {tiebreaks}", tiebreaks=", ".join(TIEBREAKS))
            )
        return tuple(_one_of(name, one, TIEBREAKS) for one in value)
    if name == "best_of" and not isinstance(value, bool):
        raise TournamentSettingError(name, value, _("true or false"))
    return value if name == "best_of" else str(value)


def _one_of(name: str, value: object, known: Collection[str]) -> str:
    if not isinstance(value, str) or value not in known:
        raise TournamentSettingError(name, value, _("one of {known}", known=", ".join(known)))
    return value


def _fraction(name: str, value: object) -> Fraction:
    if not re.fullmatch(r"[0-9]{1,6}(\.[0-9]{1,6}|/0*[1-9][0-9]{0,5})?", str(value)):
        raise TournamentSettingError(name, value, _("a number such as 3, 0.5 or 1/3"))
    return Fraction(str(value))


def _points(name: str, value: object) -> Points:
    if not isinstance(value, (list, tuple)) or len(value) != len(OUTCOMES) - 1:
        raise TournamentSettingError(name, value, _("points for a win, a draw and a loss"))
    win, draw, loss = (_fraction(name, one) for one in value)
    if not win >= draw >= loss or not win:
        raise TournamentSettingError(name, value, _("a win worth most and a loss worth least"))
    return win, draw, loss


@dataclass(frozen=True, slots=True)
class Tournament:
    """The players of an event, its rounds so far and its settings: all that pairings depend on.

    `first_seat` is the name of the game's first seat.
    """

    players: tuple[Player, ...]
    rounds: tuple[Round, ...] = ()
    settings: EventSettings = EventSettings()
    first_seat: str = _("first seat")

    def player(self, number: int) -> Player:
        """The player of that number; raises CannotPairError where there is none."""
        for player in self.players:
            if player.number == number:
                return player
        raise CannotPairError(_("no player has the number {number}"), number=number)

    def players_in(self, number: int) -> tuple[Player, ...]:
        """The players who take part in a round."""
        return tuple(player for player in self.players if player.plays(number))

    def before(self, number: int) -> "Tournament":
        """The event as it stood before a round."""
        return replace(self, rounds=tuple(r for r in self.rounds if r.number < number))

    @property
    def open_tables(self) -> int:
        """The number of tables, of all rounds, whose results are missing."""
        return sum(len(one.open_tables()) for one in self.rounds)

    @property
    def next_number(self) -> int:
        """The number of the round to come."""
        return max((one.number for one in self.rounds), default=0) + 1
