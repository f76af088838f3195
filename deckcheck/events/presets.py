"""Points and tiebreakers that organisers used, and the number of rounds of an event.

The sources of the numbers, and which of them are from memory, are in docs/tournament-rules.md.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType

from db.language import gettext as _
from deckcheck.events.errors import TournamentSettingError
from deckcheck.events.values import EventSettings

PRESETS: Mapping[str, EventSettings] = MappingProxyType(
    {
        "dci": EventSettings(),
        "best-of-three": EventSettings(preset="best-of-three", games=3, best_of=True),
        "single-game": EventSettings(preset="single-game", games=1, minutes=35),
        "ffg-2013": EventSettings(
            preset="ffg-2013",
            game_points=(Fraction(2), Fraction(1), Fraction(0)),
            points_from="games",
            tiebreaks=("strength_of_schedule",),
            minutes=70,
        ),
    }
)
"""`dci`: a Light and a Dark game, 3/1/0. `ffg-2013`: 2/1/0 a game, 70 minutes for both."""


def preset(name: str) -> EventSettings:
    """The settings of that name; raises TournamentSettingError where there are none."""
    if name not in PRESETS:
        raise TournamentSettingError("preset", name, _("one of {presets}", presets=", ".join(PRESETS)))
    return PRESETS[name]


@dataclass(frozen=True, slots=True)
class Proposal:
    """A number of Swiss rounds and the players of the cut after them (0: none), and why."""

    rounds: int
    cut: int
    why: str


_WITHOUT_CUT = ((8, 3), (16, 4), (32, 5), (64, 6), (128, 7))
_WITH_TOP_8 = ((32, 5), (64, 6), (128, 7), (226, 8), (409, 9))
_BASICS = _("DCI Swiss basics")
_APPENDIX = _("DCI Swiss basics; DTR appendix C")


def propose(players: int, *, cut: bool = True) -> Proposal:
    """The rounds that the DCI asked for, never more than are possible without a rematch.

    Up to 8 players there is no cut, from 9 to 16 a top 4 (DTR appendix C names both without their
    bounds; those of the next row, 17, and of three rounds, 8, are taken).

    >>> propose(12).rounds, propose(12).cut, propose(40).rounds, propose(40).cut
    (5, 4, 6, 8)
    >>> propose(40, cut=False).rounds, propose(3).rounds, propose(3).cut
    (6, 3, 0)
    """
    without_rematch = players - 1 + players % 2 if players > 1 else 0
    if cut and players > _WITHOUT_CUT[1][0]:
        rounds = next((n for most, n in _WITH_TOP_8 if players <= most), 10)
        return Proposal(rounds, 8, _APPENDIX)
    if cut and players > _WITHOUT_CUT[0][0]:
        return Proposal(5, 4, _("DTR appendix C; its bounds, 9 to 16 players, are inferred"))
    for most, rounds in _WITHOUT_CUT:
        if players <= most:
            return Proposal(min(rounds, without_rematch), 0, _BASICS)
    rounds = (players - 1).bit_length()
    return Proposal(rounds, 0, _("{basics}; beyond 128 players a round for each doubling", basics=_BASICS))
