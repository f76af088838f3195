"""The cards of a deck as setup and first turns use them: costs, arenas, persons, discards.

A card whose cost is `X`, `*` or unknown is never put into battle nor partially built, since the
points that it would take cannot be told; the same goes for a card that the catalogue lacks. Such
cards stay in the deck and are drawn, and the deck carries a note on them.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from db.cards.card import Card
from db.cards.names import normal_form
from db.language import gettext as _, ngettext
from deckcheck.deck import Deck, DeckEntry
from deckcheck.games.swtcg.cards import ARENAS, DARK, LIGHT, UNIT_NAMES, YUUZHAN_VONG, arenas_of
from deckcheck.games.swtcg.setup.rules import (
    CHANGES,
    EQUIPMENT,
    LOCATION,
    OTHER,
    UNIT,
    SetupRules,
    SetupText,
    get_setup_rules,
    kind_of,
)
from deckcheck.games.swtcg.zones import DECK
from deckcheck.simulators.zone_cards import unread_note

STACK_LIMIT = 4
NORMAL_SIZE = 60


IN_SETUP, NOT_BUILT = "in_setup", "not-built"
"""The fact of cards whose text changes setup, and its word for those that setup cannot build."""


@dataclass(frozen=True, slots=True, eq=False)
class SetupCard:
    """A card of a deck as setup sees it; `number` is its place in `SetupDeck.cards`.

    `cost` is None where it cannot be told. `person` and `version` are None for what is not unique;
    two cards of one version may never lie in one stack. `arenas` of a Location is the one it
    belongs to.
    """

    number: int
    name: str
    kind: str
    cost: int | None
    arenas: tuple[str, ...] = ()
    person: str | None = None
    version: str | None = None

    @property
    def can_be_put(self) -> bool:
        """Whether the card is a unit of known cost."""
        return self.kind == UNIT and self.cost is not None


@dataclass(frozen=True, slots=True)
class SetupDeck:
    """A deck ready to be played: its different cards, and how many of each.

    The cards that can be put come first, dearest first, then all others; among equals the order of
    the deck list counts. All ties that a policy meets are broken by this order. `entries` are the
    entries of the deck that the cards stand for.
    """

    name: str
    cards: tuple[SetupCard, ...]
    counts: tuple[int, ...]
    rules: SetupRules
    side: str | None = None
    notes: tuple[str, ...] = ()
    entries: tuple[DeckEntry, ...] = ()

    @property
    def size(self) -> int:
        """The number of cards."""
        return sum(self.counts)

    def unshuffled(self) -> tuple[SetupCard, ...]:
        """Every copy in the deck's own order; what is shuffled."""
        return tuple(
            card for card, copies in zip(self.cards, self.counts, strict=True) for _ in range(copies)
        )


def make_setup_deck(deck: Deck, edition: str = "printed-2005") -> SetupDeck:
    """The deck as setup sees it: the cards of its main zone, under their names in the deck list."""
    rules = get_setup_rules(edition).with_texts(_texts(deck))
    persons = {normal_form(name): normal_form(names[0]) for names in rules.same_person for name in names}
    together: dict[tuple[str, str, str], tuple[DeckEntry, int]] = {}
    for entry in deck.entries:
        if entry.zone == DECK and entry.quantity > 0:
            key = (entry.name, entry.card.name, entry.card.type) if entry.card else (entry.name,) * 3
            _unused, copies = together.get(key, (entry, 0))
            together[key] = (entry, copies + entry.quantity)
    listed = [(_as_played(entry, persons), copies, entry) for entry, copies in together.values()]
    listed.sort(key=lambda item: (not item[0].can_be_put, -(item[0].cost or 0)))
    numbered = tuple(
        SetupCard(number, card.name, card.kind, card.cost, card.arenas, card.person, card.version)
        for number, (card, _, _) in enumerate(listed)
    )
    counts = tuple(copies for _, copies, _ in listed)
    return SetupDeck(
        deck.name or deck.path,
        numbered,
        counts,
        rules,
        main_side(deck),
        tuple(_notes(deck, numbered, counts, rules)),
        tuple(entry for _, _, entry in listed),
    )


def shared_rules(decks: Sequence[SetupDeck]) -> SetupRules:
    """The rules at a table: what the texts of either deck say goes for both players."""
    return decks[0].rules.with_texts(text for deck in decks for text in deck.rules.texts)


def main_side(deck: Deck) -> str | None:
    """The side of most of the deck's cards that have one, None for an all-Neutral deck."""
    counts: dict[str, int] = {}
    for entry in deck.entries:
        side = entry.card.side if entry.card and entry.zone == DECK else None
        if side in {DARK, LIGHT, YUUZHAN_VONG}:
            counts[side] = counts.get(side, 0) + entry.quantity
    return max(counts, key=lambda side: counts[side]) if counts else None


def _as_played(entry: DeckEntry, persons: Mapping[str, str]) -> SetupCard:
    card = entry.card
    if card is None:
        return SetupCard(0, entry.name, OTHER, None)
    kind = kind_of(card.type)
    cost = card.cost if isinstance(card.cost, int) and not is_never_built(card) else None
    if kind == LOCATION:
        return SetupCard(0, entry.name, kind, cost, _location_arenas(card))
    if kind != UNIT:
        return SetupCard(0, entry.name, kind, cost)
    arenas = tuple(arena for arena in ARENAS if arena in arenas_of(card.type))
    if card.version is None:
        return SetupCard(0, entry.name, kind, cost, arenas)
    base = normal_form(card.base_name)
    person = persons.get(base, base)
    return SetupCard(0, entry.name, kind, cost, arenas, person, f"{base} {card.version}")


def is_never_built(card: Card) -> bool:
    """Whether a card cannot be put or built in setup, by its own text."""
    return NOT_BUILT in card.facts.get(IN_SETUP, ())


def _texts(deck: Deck) -> Iterator[SetupText]:
    """Yields what the texts of the deck's cards change for both players."""
    for entry in deck.entries:
        for text in entry.card.facts.get(IN_SETUP, ()) if entry.card else ():
            if entry.card and text.partition("=")[0] in CHANGES:
                yield entry.card.name, text


def text_notes(deck: Deck) -> Iterable[str]:
    """Yields notes on cards of any zone whose own text changes setup: what is obeyed, what not."""
    every = {entry.card for entry in deck.entries if entry.card and IN_SETUP in entry.card.facts}
    obeyed = dict(_texts(deck))
    never = sorted(card.name for card in every if is_never_built(card))
    left_out = sorted({card.name for card in every} - obeyed.keys() - set(never))
    if obeyed:
        yield _("played as the card's text says of setup: {obeyed}", obeyed=", ".join(sorted(obeyed)))
    if never:
        yield _("not put or built in setup, as the card's text says: {never}", never=", ".join(never))
    if left_out:
        yield (
            _(
                "played without what the card's text changes in setup or on the first turn: {left_out}",
                left_out=", ".join(left_out),
            )
        )


def _location_arenas(card: Card) -> tuple[str, ...]:
    """The arena of a Location: the first group of its subtype line."""
    first = card.subtypes[0].strip().casefold() if card.subtypes else ""
    return tuple(arena for arena in ARENAS if arena in first.split("/"))


def _notes(
    deck: Deck, cards: tuple[SetupCard, ...], counts: tuple[int, ...], rules: SetupRules
) -> Iterable[str]:
    """The notes that a player needs before trusting the figures."""
    size = sum(counts)
    if size < NORMAL_SIZE:
        yield _(
            "{size} cards, fewer than {normal_size}: not legal, played all the same",
            size=size,
            normal_size=NORMAL_SIZE,
        )
    for arena in ARENAS:
        if not any(card.kind == UNIT and arena in card.arenas for card in cards):
            yield _("no {unit_names}: one arena stays empty", unit_names=UNIT_NAMES[arena][1])
    unknown = sum(entry.quantity for entry in deck.entries if not entry.card and entry.zone == DECK)
    if unknown:
        yield ngettext(
            "{number} card is unknown or ambiguous: drawn, never put into battle",
            "{number} cards are unknown or ambiguous: drawn, never put into battle",
            unknown,
        )
    if deck.unread:
        yield unread_note(len(deck.unread))
    yield from text_notes(deck)
    barred = {entry.name for entry in deck.entries if entry.card and is_never_built(entry.card)}
    uncosted = [
        card.name for card in cards if card.kind == UNIT and card.cost is None and card.name not in barred
    ]
    if uncosted:
        yield _(
            "without a fixed build cost, so never put into battle: {uncosted}", uncosted=", ".join(uncosted)
        )
    yield from _unplayed(cards, rules)


def _unplayed(cards: tuple[SetupCard, ...], rules: SetupRules) -> Iterable[str]:
    """Notes on the types of card that the edition does not know."""
    for kind, name in ((LOCATION, _("Locations")), (EQUIPMENT, _("Equipment cards"))):
        if kind not in rules.buildable and any(card.kind == kind for card in cards):
            yield _(
                "{name} stay in the hand: the rules {code} say nothing of them", name=name, code=rules.code
            )
