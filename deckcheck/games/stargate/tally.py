"""The view of a deck that the rules of this game see: team, missions and the rest, counted once."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from deckcheck.deck import Deck, DeckEntry, cards_in_unknown_zones
from deckcheck.games.stargate.cards import HERO, SKILLS, VILLAIN, StargateCard, read_card
from deckcheck.games.stargate.mission_skills import share_out
from deckcheck.games.stargate.zones import MAIN, MISSIONS, TEAM, ZONES

MISSIONS_EACH = 3
"""Of each skill so many Missions lie in the pile."""

_UNBOUNDED = 1 << 30


@dataclass(frozen=True, slots=True)
class StargateEntry:
    """An entry with its card as this game sees it; None where the card is not known."""

    entry: DeckEntry
    seen: StargateCard | None

    @property
    def quantity(self) -> int:
        """The number of copies that the list states."""
        return self.entry.quantity


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
            StargateEntry(e, None if e.card is None else read_card(e.card)) for e in self.counted
        ]
        self.zones = {
            zone: [one for one in listed if one.entry.zone == zone]
            for zone in (MAIN, TEAM, MISSIONS)
        }
        self.unknown = {
            zone: sum(one.quantity for one in ones if one.seen is None)
            for zone, ones in self.zones.items()
        }
        self.open = bool(deck.unread)
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

    def missions(self) -> list[StargateEntry]:
        """The known Missions of the pile that need a skill."""
        return [one for one in self.zones[MISSIONS] if one.seen and one.seen.mission_skills]

    def skills(self, each: int) -> dict[str, int]:
        """How many Missions count for each skill, shared out so that as many as can be have `each`.

        A Mission with two skills counts as either.
        """
        given = [(one.seen.mission_skills, one.quantity) for one in self.missions() if one.seen]
        return share_out(given, dict.fromkeys(SKILLS, each))

    def _count(self) -> dict[str, int]:
        main = self.zones[MAIN]
        sides = {
            side: sum(one.quantity for one in main if one.seen and one.seen.allegiance == side)
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
