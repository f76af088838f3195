"""The view of a plain deck from its sum: counts by zone, side and skill, and its team's numbers.

What the rules say of a deck follows from these: how many cards of each side, how many Missions of
each skill, how often a title, and which team characters stand where. The few team characters are
looked at one by one (`looks_at`); of all others only the sum is needed. No plain deck has a Mission
of several skills, which would have to be shared out, a card in a zone that is not for its type, or
a Mission that the list has among the other cards while it has others in their pile.
"""

from struct import Struct
from typing import Any

from deckcheck.deck import DeckEntry
from deckcheck.games.game import PlainDeck
from deckcheck.games.stargate.cards import HERO, MISSION, SKILLS, TEAM_CHARACTER, VILLAIN, mission_skills
from deckcheck.games.stargate.tally import StargateTally, team_numbers
from deckcheck.games.stargate.zones import MAIN, MISSIONS, TEAM, ZONES

_FIELDS = ("cards", HERO, VILLAIN, "team", "missions", *SKILLS, "in pile", "unnamed")
_ONE = {name: 1 << place * 32 for place, name in enumerate(_FIELDS)}
_UNPACK = Struct(f"<{len(_FIELDS)}I")

_WEIGHTS: dict[tuple[str, str | None, str, str | None], int] = {}
"""The weights of all but Missions, by what they depend on; never by the name of a card, since
another catalogue may have another card of that name."""


def weight_of(entry: DeckEntry) -> int:
    """The packed counts of one copy of an entry's card; 0 where no plain deck has the entry."""
    card = entry.card
    if card is None:
        return 0
    if card.type == MISSION:
        return _mission_weight(entry)
    key = card.type, card.side, entry.zone, entry.listed_zone
    weight = _WEIGHTS.get(key)
    if weight is None:
        weight = _WEIGHTS[key] = _weight(*key)
    return weight


def _weight(kind: str, side: str | None, zone: str, listed: str | None) -> int:
    if listed is not None:
        return 0
    if zone == TEAM:
        return _ONE["team"] if kind == TEAM_CHARACTER else 0
    if zone != MAIN:
        return 0
    return _ONE["cards"] + (_ONE[side] if side in {HERO, VILLAIN} else 0)


def _mission_weight(entry: DeckEntry) -> int:
    """The weight of a Mission, with whether the list has it in the pile or names no zone."""
    skills = () if entry.card is None else mission_skills(entry.card)
    if entry.zone != MISSIONS or entry.listed_zone or len(skills) > 1:
        return 0
    place = "unnamed" if entry.listed_zone == "" else "in pile"
    return sum(_ONE[field] for field in ("missions", *skills, place))


def looks_at(entry: DeckEntry) -> bool:
    """Whether an entry is of team characters, in the team or among the other cards."""
    return entry.card is not None and entry.card.type == TEAM_CHARACTER


def fills_main(packed: int) -> bool:
    """Whether a deck of these sums has cards beside team and Missions."""
    return packed & 0xFFFF_FFFF > 0


class SummedStargateTally(StargateTally):
    """The tally of a plain deck, from its sum and its team characters.

    The deck itself is asked, and counted card by card, only where a rule looks at other cards.
    """

    def __init__(self, packed: int, most_copies: int, plain: PlainDeck) -> None:
        self._plain = plain
        self._most = most_copies
        numbers = _UNPACK.unpack(packed.to_bytes(_UNPACK.size, "little"))
        counts = dict(zip(_FIELDS, numbers, strict=True))
        in_pile, unnamed = counts.pop("in pile"), counts.pop("unnamed")
        self.counts = {**counts, "unknown": 0}
        self.team_numbers = team_numbers(plain.closer())
        self._is_in_place = not (in_pile and unnamed)

    @property
    def is_in_place(self) -> bool:
        """Whether all cards are known to stand where they may."""
        return self._is_in_place

    def may_exceed(self, copies: int) -> bool:
        """Whether there may be more copies of a title."""
        return self._most > copies

    def slack(self, zone: str) -> int:  # noqa: ARG002 - of all zones
        """Returns 0: no card may be anything else."""
        return 0

    def mission_copies(self) -> int:
        """The number of Missions that need a skill."""
        return sum(map(self.counts.__getitem__, SKILLS))

    def skills(self, each: int) -> dict[str, int]:  # noqa: ARG002 - nothing is to be shared out
        """How many Missions count for each skill."""
        return {skill: self.counts[skill] for skill in SKILLS}

    def __getattr__(self, name: str) -> Any:
        """Makes the lists of cards when one of them is asked for first."""
        if name.startswith("__"):
            raise AttributeError(name)
        StargateTally.__init__(self, self._plain.deck(), frozenset(ZONES))
        return object.__getattribute__(self, name)
