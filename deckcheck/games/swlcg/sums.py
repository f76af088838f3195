"""The view of a plain deck from its sum: counts and traits, packed into one integer.

A deck that is listed by its affiliation card and objectives is judged by this alone, unless a card
has a trait at which some rule looks more closely.
"""

from struct import Struct
from typing import Any

from deckcheck.deck import DeckEntry
from deckcheck.games.game import PlainDeck
from deckcheck.games.swlcg.cards import SIDES, read_card
from deckcheck.games.swlcg.tally import TRAITS, LcgEntry, LcgTally
from deckcheck.games.swlcg.zones import ZONES, zone_for

_COUNTS = ("cards", "affiliations", "objective_sets", "command_cards", *SIDES, "unknown")
_FIELDS = (*_COUNTS, *(f"has {trait}" for trait in TRAITS))
_ONE = {name: 1 << place * 32 for place, name in enumerate(_FIELDS)}
_UNPACK = Struct(f"<{len(_FIELDS)}I")


def weight_of(entry: DeckEntry) -> int:
    """The packed counts and traits of one copy of a card; 0 outside the zone of its type."""
    if entry.card is None or entry.zone != zone_for(entry.card.type):
        return 0
    seen = read_card(entry.card)
    fields = ["cards"]
    if seen.is_objective:
        fields += ["objective_sets", *(side for side in SIDES if seen.side == side)]
    else:
        fields.append("affiliations" if seen.is_affiliation else "command_cards")
    if seen.is_objective or seen.is_affiliation:
        fields += [f"has {trait}" for trait, fits in TRAITS.items() if fits(seen)]
    return sum(_ONE[field] for field in fields)


def fills_main(packed: int) -> bool:
    """Whether a deck of these sums has objectives."""
    return bool(_numbers(packed)["objective_sets"])


def _numbers(packed: int) -> dict[str, int]:
    numbers = _UNPACK.unpack(packed.to_bytes(_UNPACK.size, "little"))
    return dict(zip(_FIELDS, numbers, strict=True))


class SummedLcgTally(LcgTally):
    """The tally of a plain deck, from its sum: all cards are certain, in the zones of their types.

    The deck itself is asked, and counted card by card, only where a rule looks at its cards.
    """

    def __init__(self, packed: int, most_copies: int, plain: PlainDeck) -> None:
        self._plain = plain
        self._most = most_copies
        self._numbers = _numbers(packed)
        self.counts = {name: self._numbers[name] for name in _COUNTS}
        self.has_command_cards = self.counts["command_cards"] > 0
        self.slack = 0

    def has(self, trait: str) -> bool:
        """Whether an affiliation card or an objective has one of the `TRAITS`."""
        return self._numbers[f"has {trait}"] > 0

    def may_exceed(self, copies: int) -> bool:
        """Whether there may be more copies of an objective."""
        return self._most > copies

    def misplaced(self) -> tuple[LcgEntry, ...]:
        """Returns none: all cards stand in the zones of their types."""
        return ()

    def __getattr__(self, name: str) -> Any:
        """Makes the lists of cards when one of them is asked for first."""
        if name.startswith("__"):
            raise AttributeError(name)
        LcgTally.__init__(self, self._plain.deck(), frozenset(ZONES))
        return object.__getattribute__(self, name)
