"""The cards of a deck as setup and turns use them: affiliation, objectives, command cards.

A card that is unknown, or of which only the title is known, is drawn and never played.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from db.cards.card import Card
from db.cards.names import normal_form
from db.language import gettext as _
from db.sums import summed
from deckcheck.deck import Deck, DeckEntry
from deckcheck.errors import UnknownEditionError
from deckcheck.games.swlcg.affiliation_texts import RESERVE, reserve_of
from deckcheck.games.swlcg.cards import (
    DARK,
    LIGHT,
    SIDES,
    is_affiliation,
    is_command_card,
    is_objective,
    read_card,
)
from deckcheck.games.swlcg.deck_rules import EDITIONS
from deckcheck.games.swlcg.whole_deck import lists_command_cards, whole_deck
from deckcheck.games.swlcg.zones import AFFILIATION, OBJECTIVES, ZONES, zone_for
from deckcheck.games.titles import title_of
from deckcheck.show.wording import count
from deckcheck.simulators.simulator import PlayDeck

LIBRARY, OBJECTIVE_DECK = "library", "objectives"
UNIT, ENHANCEMENT, EVENT, FATE, MISSION, UNKNOWN = KINDS = (
    "unit",
    "enhancement",
    "event",
    "fate",
    "mission",
    "unknown",
)
DEPLOYED = frozenset({UNIT, ENHANCEMENT})
NEUTRAL = "Neutral"
LEAST_SETS = 10


@dataclass(frozen=True, slots=True, eq=False)
class LcgPlayCard:
    """A card as setup and turns see it.

    `cost` is None where it cannot be told. `resources` is the resource value, `force` are the Force
    icons. `title` tells whether a unique card is in play already.
    """

    number: int
    name: str
    kind: str
    title: str = ""
    cost: int | None = None
    affiliation: str = NEUTRAL
    resources: int = 0
    force: int = 0
    is_unique: bool = False
    reserve: int = RESERVE


def make_deck(deck: Deck, edition: str) -> PlayDeck:
    """The deck as it is played; raises `UnknownEditionError`.

    Cards lie by their types, unknown ones where the list has them. A list of objectives alone is
    played with the command cards of its sets, of which only the titles may be known.
    """
    if edition not in {one.code for one in EDITIONS}:
        raise UnknownEditionError(edition, (one.code for one in EDITIONS))
    whole = whole_deck(deck, lambda _title: ())
    piles: dict[str, list[DeckEntry]] = {zone: [] for zone in ZONES}
    for entry in whole.entries:
        if entry.zone in ZONES and entry.quantity > 0:
            piles[entry.zone if entry.card is None else zone_for(entry.card.type)].append(entry)
    affiliations, _sum, _pile = _cards_of(piles[AFFILIATION])
    objectives, _others, objective_pile = _cards_of(piles[OBJECTIVES])
    command, entries, library = _cards_of(
        entry for zone, found in piles.items() if zone not in {AFFILIATION, OBJECTIVES} for entry in found
    )
    known = tuple((e.card, e.quantity) for e in whole.entries if e.card and e.zone in ZONES)
    return PlayDeck(
        deck.name or deck.path,
        edition,
        command,
        {OBJECTIVE_DECK: objective_pile, LIBRARY: library},
        affiliations[0] if affiliations else None,
        _side(known),
        (*_notes(deck, known), *_unknown((*affiliations, *objectives, *command), whole)),
        entries,
    )


def _cards_of(
    entries: Iterable[DeckEntry],
) -> tuple[tuple[LcgPlayCard, ...], tuple[DeckEntry, ...], tuple[LcgPlayCard, ...]]:
    """The different cards of entries, what each stands for, and every copy.

    Cards go by their names in the deck list. Of two cards that it calls the same the second goes by
    its own name, with a stroke where that is taken too.
    """
    found: dict[tuple[str, object], tuple[LcgPlayCard, DeckEntry, int]] = {}
    names: set[str] = set()
    for entry in entries:
        seen = _as_played(entry)
        values = (seen.kind, seen.title, seen.cost, seen.affiliation, seen.resources, seen.force)
        key = (entry.name, values)
        if key in found:
            card, first, copies = found[key]
            found[key] = card, first, copies + entry.quantity
            continue
        number = len(found)
        name = entry.name
        if name in names and entry.card is not None:
            name = entry.card.name
        while name in names:
            name += "'"
        names.add(name)
        found[key] = replace(seen, number=number, name=name), entry, entry.quantity
    cards = tuple(card for card, _, _ in found.values())
    pile = tuple(card for card, _, copies in found.values() for _ in range(copies))
    return cards, tuple(entry for _, entry, _ in found.values()), pile


def _as_played(entry: DeckEntry) -> LcgPlayCard:
    card = entry.card
    if card is None:
        return LcgPlayCard(0, entry.name, UNKNOWN)
    facts = card.facts
    return LcgPlayCard(
        0,
        entry.name,
        card.type.casefold(),
        card.base_name,
        card.cost if isinstance(card.cost, int) else None,
        read_card(card).affiliation or NEUTRAL,
        _number(facts.get("resources")),
        _number(facts.get("force_icons")),
        bool(facts.get("unique")),
        reserve_of(card),
    )


def _number(value: object) -> int:
    return value if isinstance(value, int) else 0


def _side(known: Sequence[tuple[Card, int]]) -> str | None:
    """The side of the affiliation card, else of most objectives; None where nothing has one."""
    for card, _unused in known:
        if is_affiliation(card) and card.side in SIDES:
            return card.side
    counts = {side: sum(n for c, n in known if is_objective(c) and c.side == side) for side in (DARK, LIGHT)}
    return max(counts, key=lambda side: counts[side]) if any(counts.values()) else None


def _notes(deck: Deck, known: Sequence[tuple[Card, int]]) -> Iterator[str]:
    """The notes that a player needs before trusting the figures."""
    affiliations = sum(n for card, n in known if is_affiliation(card))
    objectives = [(read_card(card), n) for card, n in known if is_objective(card)]
    sets = sum(n for _, n in objectives)
    if affiliations > 1:
        yield _("{affiliations} affiliation cards: the first one is played", affiliations=affiliations)
    if not affiliations:
        yield _("no known affiliation card: its resources are missing")
    if sets < LEAST_SETS:
        few = count(sets, "objective set", "objective sets")
        yield _(
            "{few}, fewer than {least_sets}: not legal, played all the same", few=few, least_sets=LEAST_SETS
        )
    bare = [seen.card.name for seen, _ in objectives if not seen.command_cards]
    if bare:
        yield _("the command cards of these objectives are not known: {bare}", bare=", ".join(bare))
    if lists_command_cards(deck):
        yield from _notes_on_command_cards(known)


def _notes_on_command_cards(known: Sequence[tuple[Card, int]]) -> Iterator[str]:
    """The notes on command cards that a list lacks of its objective sets, or has beside them."""
    objectives = [(read_card(card), n) for card, n in known if is_objective(card)]
    present = summed((title_of(card), n) for card, n in known if is_command_card(card))
    for seen, n in objectives:
        for title in seen.command_cards:
            present[normal_form(title)] -= n
    if lacking := sum(-n for n in present.values() if n < 0):
        yield _("the list lacks {cards} of its objective sets: played as listed", cards=_cards(lacking))
    if extra := sum(n for n in present.values() if n > 0):
        yield _("the list has {cards} more than its objective sets: played as listed", cards=_cards(extra))


def _unknown(cards: Iterable[LcgPlayCard], deck: Deck) -> Iterator[str]:
    unknown = sum(e.quantity for e in deck.entries if e.card is None and e.zone in ZONES)
    if unknown:
        yield _("unknown, so drawn and never played: {cards}", cards=_cards(unknown))
    if deck.unread:
        lines = count(len(deck.unread), "line", "lines")
        yield _("{lines} could not be read: their cards are missing", lines=lines)
    uncosted = [card.name for card in cards if card.kind in DEPLOYED and card.cost is None]
    if uncosted:
        yield _("without a fixed cost, so never deployed: {uncosted}", uncosted=", ".join(uncosted))
    variable = [e.name for e in deck.entries if e.card and e.card.facts.get("resources") == "X"]
    if variable:
        yield _(
            "with a resource value of X, counted as 0: {fromkeys}",
            fromkeys=", ".join(dict.fromkeys(variable)),
        )


def _cards(number: int) -> str:
    return count(number, "command card", "command cards")
