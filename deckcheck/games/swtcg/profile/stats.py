"""The composition of a deck: sides, types, costs, stats, traits, uniques, and costs to build.

All of it is counted from the catalogue. Prices of Battle cards and abilities stand in card text,
which the catalogue does not hold; they are named as not known.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from db.cards.card import Card, Stat
from db.cards.names import normal_form
from db.sums import summed
from deckcheck.deck import Deck
from deckcheck.games.deck_profile import Spread
from deckcheck.games.swtcg.cards import ARENAS, arenas_of, is_unit
from deckcheck.games.swtcg.setup.rules import get_setup_rules, kind_of
from deckcheck.games.swtcg.zones import DECK

STATS = ("speed", "power", "health")
STACK_LIMIT = 4


@dataclass(frozen=True, slots=True)
class Unique:
    """One unique person, ship or vehicle: its versions in the deck with their costs and copies.

    `names` are several where the rules edition takes two names for one.
    """

    names: tuple[str, ...]
    versions: tuple[tuple[str, Stat, int], ...]

    @property
    def copies(self) -> int:
        """The copies of all versions."""
        return sum(copies for _, _, copies in self.versions)

    @property
    def stack(self) -> int:
        """How many of them one stack can hold: every version once, at most four."""
        return min(STACK_LIMIT, len(self.versions))


@dataclass(frozen=True, slots=True)
class BuildNeed:
    """The build counters that all cards of a kind take, as far as their costs are numbers."""

    cards: int
    counters: int
    open: int


@dataclass(frozen=True, slots=True)
class DeckStats:
    """A main deck in figures; counts are copies.

    `arenas` and `stats` count a unit in each of its arenas, `types` once. `costs` holds the copies
    by type and build cost, `traits` the words of the subtype lines, each once a card.
    """

    name: str
    edition: str
    cards: int
    units: int
    unknown: int
    unread: int
    sides: Mapping[str, int]
    types: Mapping[str, int]
    arenas: Mapping[str, int]
    costs: Mapping[str, Mapping[str, int]]
    stats: Mapping[str, Mapping[str, Spread]]
    traits: Mapping[str, int]
    uniques: tuple[Unique, ...]
    needs: Mapping[str, BuildNeed]

    @property
    def unit_cost(self) -> float | None:
        """The mean build cost of the units that have one in numbers."""
        need = self.needs.get("unit")
        known = need.cards - need.open if need else 0
        return need.counters / known if need and known else None


Copies = list[tuple[Card, int]]


def deck_stats(deck: Deck, edition: str = "printed-2005") -> DeckStats:
    """The figures of a deck's main zone; unknown and ambiguous cards are only counted.

    The edition says which names stand for one unique person.
    """
    entries = [entry for entry in deck.entries if entry.zone == DECK and entry.quantity > 0]
    cards = [(entry.card, entry.quantity) for entry in entries if entry.card is not None]
    units = [(card, n) for card, n in cards if is_unit(card)]
    return DeckStats(
        name=deck.name or deck.path,
        edition=edition,
        cards=sum(entry.quantity for entry in entries),
        units=sum(n for _, n in units),
        unknown=sum(entry.quantity for entry in entries if entry.card is None),
        unread=len(deck.unread),
        sides=_most_first(summed((card.side or "none", n) for card, n in cards)),
        types=_types(cards),
        arenas={a: sum(n for card, n in units if a in arenas_of(card.type)) for a in ARENAS},
        costs=_costs(cards),
        stats={arena: _arena_stats(units, arena) for arena in ARENAS},
        traits=_traits(cards),
        uniques=_uniques(units, edition),
        needs=_needs(cards),
    )


def _most_first(counts: Mapping[str, int]) -> dict[str, int]:
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))


def _types(cards: Copies) -> dict[str, int]:
    """The copies by type: units in the order of the arenas, then the others, most first."""
    counts = summed((card.type, n) for card, n in cards)
    return dict(sorted(counts.items(), key=lambda item: (_place(item[0]), -item[1], item[0])))


def _place(card_type: str) -> tuple[int, int]:
    arenas = arenas_of(card_type)
    return (len(arenas), ARENAS.index(arenas[0])) if arenas else (len(ARENAS) + 1, 0)


def _costs(cards: Copies) -> dict[str, dict[str, int]]:
    """The copies by type and cost, without the types of which no card has a cost."""
    found: dict[str, Counter[str]] = {card_type: Counter() for card_type in _types(cards)}
    for card, copies in cards:
        if card.cost is not None:
            found[card.type][str(card.cost)] += copies
    return {
        card_type: dict(sorted(costs.items(), key=lambda item: _cost_place(item[0])))
        for card_type, costs in found.items()
        if costs
    }


def _cost_place(cost: str) -> tuple[bool, int, str]:
    number = cost.isdecimal()
    return (not number, int(cost) if number else 0, cost)


def _arena_stats(units: Copies, arena: str) -> dict[str, Spread]:
    """Speed, power and health of the units of an arena, over all copies."""
    here = [(card, n) for card, n in units if arena in arenas_of(card.type)]
    return {stat: spread([getattr(card, stat) for card, n in here for _ in range(n)]) for stat in STATS}


def spread(values: Iterable[Stat]) -> Spread:
    """The spread of some stats, in which X and * count apart.

    >>> spread([3, 5, "X"])
    Spread(cards=3, mean=4.0, least=3, most=5, open=1)
    """
    found = list(values)
    numbers = [value for value in found if isinstance(value, int)]
    if not numbers:
        return Spread(len(found), None, None, None, len(found))
    mean = sum(numbers) / len(numbers)
    return Spread(len(found), mean, min(numbers), max(numbers), len(found) - len(numbers))


def _traits(cards: Copies) -> dict[str, int]:
    """The copies by the words of their subtype lines; the arena of a Location is no trait."""
    counts: Counter[str] = Counter()
    for card, copies in cards:
        groups = card.subtypes
        if groups and arenas_of(groups[0]):
            groups = groups[1:]
        for word in dict.fromkeys(word for group in groups for word in group.split()):
            counts[word] += copies
    return _most_first(counts)


def _uniques(units: Copies, edition: str) -> tuple[Unique, ...]:
    """The unique units, those with most versions and copies first."""
    same = {
        normal_form(name): normal_form(names[0])
        for names in get_setup_rules(edition).same_person
        for name in names
    }
    found: dict[str, dict[Card, int]] = {}
    for card, copies in units:
        if card.version is not None:
            base = normal_form(card.base_name)
            versions = found.setdefault(same.get(base, base), {})
            versions[card] = versions.get(card, 0) + copies
    made = [
        Unique(
            tuple(dict.fromkeys(card.base_name for card in versions)),
            tuple((card.name, card.cost, n) for card, n in versions.items()),
        )
        for versions in found.values()
    ]
    return tuple(sorted(made, key=lambda u: (-len(u.versions), -u.copies, u.names)))


def _needs(cards: Copies) -> dict[str, BuildNeed]:
    """The build counters by kind of card; cards of kinds that never have a cost need none."""
    found: dict[str, list[int]] = {}
    for card, copies in cards:
        kind = kind_of(card.type)
        if card.cost is None and kind not in {"unit", "mission", "location"}:
            continue
        need = found.setdefault(kind if kind != "other" else card.type.casefold(), [0, 0, 0])
        need[0] += copies
        if isinstance(card.cost, int):
            need[1] += copies * card.cost
        else:
            need[2] += copies
    return {
        kind: BuildNeed(*need)
        for kind, need in sorted(found.items(), key=lambda item: (item[0] != "unit", item[0]))
    }
