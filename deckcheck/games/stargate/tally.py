"""The view of a deck that the rules of this game see: team, missions and the rest, counted once."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from db.cards.card import Card
from deckcheck.deck import Deck, DeckEntry, cards_in_unknown_zones
from deckcheck.games.stargate.card_texts import is_fifth_member
from deckcheck.games.stargate.cards import HERO, SKILLS, TEAM_CHARACTER, VILLAIN, mission_skills
from deckcheck.games.stargate.mission_skills import share_out
from deckcheck.games.stargate.zones import MAIN, MISSIONS, TEAM, ZONES

MISSIONS_EACH = 3
"""Of each skill so many Missions lie in the pile."""

_UNBOUNDED = 1 << 30


@dataclass(frozen=True, slots=True)
class StargateEntry:
    """An entry with its card, None where it is not known, and the skills that a Mission needs."""

    entry: DeckEntry
    card: Card | None
    skills: tuple[str, ...]

    @property
    def quantity(self) -> int:
        """The number of copies that the list states."""
        return self.entry.quantity


class TeamNumbers(NamedTuple):
    """The numbers of the team characters of a deck.

    `members` are copies in the team, `different` how many cards they are; `has_fifth` says whether
    one may be the fifth. `most_listed` are the most copies of one among the other cards,
    `listed_are_members` says whether all of those are in the team too.
    """

    members: int
    different: int
    has_fifth: bool
    most_listed: int
    listed_are_members: bool


def team_numbers(entries: Iterable[DeckEntry]) -> TeamNumbers:
    """The numbers of the team characters among these entries."""
    team: dict[str, int] = {}
    listed: dict[str, int] = {}
    has_fifth = False
    for entry in entries:
        card, zone = entry.card, entry.zone
        if card is None or card.type != TEAM_CHARACTER or zone not in {TEAM, MAIN}:
            continue
        found = team if zone == TEAM else listed
        found[card.name] = found.get(card.name, 0) + entry.quantity
        has_fifth = has_fifth or (zone == TEAM and is_fifth_member(card))
    return TeamNumbers(
        sum(team.values()),
        len(team),
        has_fifth,
        max(listed.values(), default=0),
        listed.keys() <= team.keys(),
    )


class StargateTally:
    """A deck as the rules see it.

    `unknown` counts the cards of each zone that may still be anything, `in_unknown_zones` those in
    zones that the game does not have; `open` says whether lines that could not be read may hold any
    number more.
    """

    def __init__(self, deck: Deck, counted_zones: frozenset[str]) -> None:
        self.deck = deck
        self.counted = [entry for entry in deck.entries if entry.zone in counted_zones]
        listed = [
            StargateEntry(e, e.card, () if e.card is None else mission_skills(e.card)) for e in self.counted
        ]
        self.zones = {
            zone: [one for one in listed if one.entry.zone == zone] for zone in (MAIN, TEAM, MISSIONS)
        }
        self.unknown = {
            zone: sum(one.quantity for one in ones if one.card is None) for zone, ones in self.zones.items()
        }
        self.open = deck.is_open
        self.in_unknown_zones = cards_in_unknown_zones(deck, ZONES)
        self.counts: Mapping[str, int] = self._count()

    def everywhere(self) -> Iterator[DeckEntry]:
        """The entries of all zones that the game knows, counted or not."""
        return (entry for entry in self.deck.entries if entry.zone in ZONES)

    def slack(self, zone: str) -> int:
        """How many cards of a zone may still be anything."""
        if self.open:
            return _UNBOUNDED
        # A list that puts all cards together has unknown Missions among the others.
        among = self.unknown[MAIN] if zone == MISSIONS else 0
        return self.unknown[zone] + among + self.in_unknown_zones

    @cached_property
    def team_numbers(self) -> TeamNumbers:
        """The numbers of the team characters that are known."""
        return team_numbers(self.counted)

    def may_exceed(self, copies: int) -> bool:  # noqa: ARG002 - asked of sums
        """Whether there may be more copies of a title; always, until they are counted."""
        return True

    @property
    def is_in_place(self) -> bool:
        """Whether all cards are known to stand where they may; they are looked at one by one."""
        return False

    def mission_copies(self) -> int:
        """The number of known Missions of the pile that need a skill."""
        return sum(one.quantity for one in self.missions())

    def missions(self) -> list[StargateEntry]:
        """The known Missions of the pile that need a skill."""
        return [one for one in self.zones[MISSIONS] if one.skills]

    def skills(self, each: int) -> dict[str, int]:
        """How many Missions count for each skill, shared out so that as many as can be have `each`.

        A Mission with two skills counts as either.
        """
        given = [(one.skills, one.quantity) for one in self.missions()]
        return share_out(given, dict.fromkeys(SKILLS, each))

    def _count(self) -> dict[str, int]:
        main = self.zones[MAIN]
        sides = {
            side: sum(one.quantity for one in main if one.card and one.card.side == side)
            for side in (HERO, VILLAIN)
        }
        return {
            "cards": sum(one.quantity for one in main),
            **sides,
            "team": sum(one.quantity for one in self.zones[TEAM]),
            "missions": sum(one.quantity for one in self.zones[MISSIONS]),
            **self.skills(MISSIONS_EACH),
            "unknown": sum(self.unknown.values()),
        }
