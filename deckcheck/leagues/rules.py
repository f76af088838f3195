"""The rules of a league as data: what a place gives, how many events count, kinds of decks.

They are written as TOML, and stored as the same keys in JSON.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Literal

from db.language import gettext as _
from deckcheck.games.formats.format_reading import FormatText, unlike

PLACES, MATCHES = "places", "match-points"
POINTS = (10, 8, 6, 5, 4, 3, 2, 1)
"""The points for the first places unless an organiser sets others."""

TIES = ("firsts", "best", "events", "match-wins")
"""Tiebreakers, the more the better: events won, the best event, events, matches won."""

_KEYS = frozenset({"by", "points", "taking-part", "best", "ties", "kind"})
_KIND_KEYS = frozenset({"name", "has"})
_MOST = 1_000


@dataclass(frozen=True, slots=True)
class DeckKind:
    """A kind of deck by its signature: conditions in the language of `odds`, all of which must hold."""

    name: str
    has: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LeagueRules:
    """How events of a season count.

    By places the first of an event has the first of `points` and so on; by match points every player
    has those of the event's own standings. `taking_part` is added for each event. Of each player the
    `best` events count, all where it is 0.
    """

    by: Literal["places", "match-points"] = "places"
    points: tuple[int, ...] = POINTS
    taking_part: int = 0
    best: int = 0
    ties: tuple[str, ...] = ("firsts", "best")
    kinds: tuple[DeckKind, ...] = field(default=())

    def as_json(self) -> dict[str, Any]:
        """The rules as they are stored and as documents have them."""
        return {
            "by": self.by,
            "points": list(self.points),
            "taking-part": self.taking_part,
            "best": self.best,
            "ties": list(self.ties),
            "kind": [{"name": one.name, "has": list(one.has)} for one in self.kinds],
        }

    def as_toml(self) -> str:
        """The rules as a file that `read_rules` reads.

        >>> print(LeagueRules(best=3, kinds=(DeckKind("Space", ("type:space >= 20",)),)).as_toml())
        by = "places"
        points = [10, 8, 6, 5, 4, 3, 2, 1]
        taking-part = 0
        best = 3
        ties = ["firsts", "best"]
        <BLANKLINE>
        [[kind]]
        name = "Space"
        has = ["type:space >= 20"]
        """
        values = self.as_json()
        kinds = values.pop("kind")
        blocks = [values, *kinds]
        values_of = partial(json.dumps, ensure_ascii=False)
        text = ("\n".join(f"{key} = {values_of(value)}" for key, value in one.items()) for one in blocks)
        return "\n\n[[kind]]\n".join(text).replace("\x7f", "\\u007f")


def read_rules(text: FormatText) -> LeagueRules:
    """The rules of a text; raises `FormatFileError` with the line and the key.

    >>> read_rules(FormatText("own.toml", "points = [3, 1]")).points
    (3, 1)
    """
    data, usual = text.data, LeagueRules()
    text.check_keys(data, _KEYS, ())
    by = text.text_at(data, "by", (), usual.by)
    if by not in {PLACES, MATCHES}:
        raise text.error(("by",), unlike(_("no rule is called {name!r}", name=by), by, [PLACES, MATCHES]))
    points = data.get("points", list(usual.points))
    is_list = isinstance(points, list) and points and all(map(_is_number, points))
    if not is_list or points != sorted(points, reverse=True):
        raise text.error(
            ("points",), _("expected falling numbers up to {most:,}, like [10, 8, 6]", most=_MOST)
        )
    numbers = {key: data.get(key, 0) for key in ("taking-part", "best")}
    for key, value in numbers.items():
        if not _is_number(value):
            raise text.error(
                (key,), _("{value!r}, expected a number up to {most:,}", value=value, most=_MOST)
            )
    ties = text.names_at(data, "ties", ())
    for place, tie in enumerate(ties or ()):
        if tie not in TIES:
            raise text.error(
                ("ties", place), unlike(_("no tiebreaker is called {name!r}", name=tie), tie, TIES)
            )
    return LeagueRules(
        by,  # type: ignore[arg-type]
        tuple(points),
        numbers["taking-part"],
        numbers["best"],
        usual.ties if ties is None else ties,
        tuple(_kinds(text)),
    )


def _kinds(text: FormatText) -> list[DeckKind]:
    kinds: list[DeckKind] = []
    for table, place in text.tables_at("kind"):
        text.check_keys(table, _KIND_KEYS, place)
        name, has = text.text_at(table, "name", place).strip(), text.names_at(table, "has", place)
        if not name or name in {one.name for one in kinds}:
            raise text.error((*place, "name"), _("each kind of deck needs a name of its own"))
        if not has:
            raise text.error((*place, "has"), _('expected conditions, like ["type:space >= 20"]'))
        kinds.append(DeckKind(name, has))
    return kinds


def stored_rules(stored: Mapping[str, Any]) -> LeagueRules:
    """The rules that `as_json` wrote."""
    kinds = tuple(DeckKind(one["name"], tuple(one["has"])) for one in stored["kind"])
    points, ties = tuple(stored["points"]), tuple(stored["ties"])
    return LeagueRules(stored["by"], points, stored["taking-part"], stored["best"], ties, kinds)


def _is_number(value: object) -> bool:
    return type(value) is int and 0 <= value <= _MOST
