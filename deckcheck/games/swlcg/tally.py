"""The view of a deck that the rules of this game see: affiliation, sets, command cards."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from db.cards.names import normal_form
from deckcheck.deck import Deck, DeckEntry, cards_in_unknown_zones
from deckcheck.games.swlcg.affiliation_texts import may_speak
from deckcheck.games.swlcg.cards import DARK, LIGHT, SIDES, LcgCard, read_card
from deckcheck.games.swlcg.zones import COMMAND, ZONES, zone_for

_UNBOUNDED = 1 << 30


NO_SET, LOCKED, LIMITED, SPEAKING = "no set", "locked", "limited", "speaking"
TRAITS: Mapping[str, Callable[[LcgCard], bool]] = {
    LIGHT: lambda seen: seen.side == LIGHT,
    DARK: lambda seen: seen.side == DARK,
    NO_SET: lambda seen: seen.is_objective and seen.objective_set is None,
    LOCKED: lambda seen: seen.is_objective and seen.locked,
    LIMITED: lambda seen: seen.is_objective and seen.limited,
    SPEAKING: lambda seen: seen.is_affiliation and may_speak(seen.card),
}
"""The facts by which rules look for affiliation cards and objectives; without them they stop."""


@dataclass(frozen=True, slots=True)
class LcgEntry:
    """An entry with its card as this game sees it."""

    entry: DeckEntry
    seen: LcgCard

    @property
    def quantity(self) -> int:
        """The number of copies that the list states."""
        return self.entry.quantity


class LcgTally:
    """A deck as the rules see it: every card by its type, in whatever zone the list has it.

    A deck may be listed as its objective sets or as all its cards; `has_command_cards` tells which.
    `slack` is how many cards may still be anything, those in zones that nobody knows among them.
    """

    def __init__(self, deck: Deck, counted_zones: frozenset[str]) -> None:
        self.deck = deck
        self.counted = [entry for entry in deck.entries if entry.zone in counted_zones]
        self.affiliations: list[LcgEntry] = []
        self.objectives: list[LcgEntry] = []
        self.command: list[LcgEntry] = []
        unknown = unknown_command = 0
        for entry in self.counted:
            if entry.card is None:
                unknown += entry.quantity
                unknown_command += entry.quantity if entry.zone == COMMAND else 0
                continue
            listed = LcgEntry(entry, read_card(entry.card))
            if listed.seen.is_affiliation:
                self.affiliations.append(listed)
            elif listed.seen.is_objective:
                self.objectives.append(listed)
            else:
                self.command.append(listed)
        wanted = (title for one in self.objectives for title in one.seen.command_cards)
        self._spelt = {normal_form(title): title for title in wanted}
        self.has_command_cards = bool(self.command) or unknown_command > 0
        self.slack = _UNBOUNDED if deck.is_open else unknown + cards_in_unknown_zones(deck, ZONES)
        self.counts: Mapping[str, int] = self._count(unknown)

    def has(self, trait: str) -> bool:
        """Whether an affiliation card or an objective has one of the `TRAITS`."""
        fits = TRAITS[trait]
        return any(fits(one.seen) for one in self.affiliations + self.objectives)

    def may_exceed(self, copies: int) -> bool:  # noqa: ARG002 - asked of sums
        """Whether there may be more copies of an objective; always, until they are counted."""
        return True

    def misplaced(self) -> Iterable[LcgEntry]:
        """The cards that do not stand in the zone of their type."""
        for one in self.affiliations + self.objectives + self.command:
            if one.entry.zone != zone_for(one.seen.card.type):
                yield one

    def everywhere(self) -> Iterator[DeckEntry]:
        """The entries of all zones that the game knows, counted or not."""
        return (entry for entry in self.deck.entries if entry.zone in ZONES)

    def _count(self, unknown: int) -> dict[str, int]:
        sides = {
            side: sum(one.quantity for one in self.objectives if one.seen.side == side) for side in SIDES
        }
        command = sum(one.quantity for one in self.command)
        sets = sum(one.quantity for one in self.objectives)
        affiliations = sum(one.quantity for one in self.affiliations)
        return {
            "cards": sets + command + affiliations + unknown,
            "affiliations": affiliations,
            "objective_sets": sets,
            "command_cards": command,
            **sides,
            "unknown": unknown,
        }

    def needed(self) -> list[tuple[LcgEntry, Counter[str]]]:
        """For each objective, the command cards that its copies need, by title."""
        return [
            (one, Counter({t: n * one.quantity for t, n in Counter(one.seen.command_cards).items()}))
            for one in self.objectives
        ]

    def command_titles(self) -> Counter[str]:
        """The command cards that are listed, by title."""
        titles: Counter[str] = Counter()
        for one in self.command:
            titles[self.title_of(one)] += one.quantity
        return titles

    def title_of(self, one: LcgEntry) -> str:
        """The title of a command card as the objectives of the deck spell it.

        Cards of one title may be printed with and without quotation marks, like "Boushh".
        """
        title = one.seen.card.base_name
        return self._spelt.get(normal_form(title), title)
