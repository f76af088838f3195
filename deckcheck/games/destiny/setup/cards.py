"""The cards of a deck as setup and first rounds use them: costs, colours, dice, and the team.

A card of unknown cost, or one that the catalogue lacks, is drawn and never played. Faces that
cannot be read, of a die that has some, count as blank. `PlayDeck.notes` tell of both.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from db.language import gettext as _, ngettext
from deckcheck.deck import Deck, DeckEntry
from deckcheck.errors import UnknownEditionError
from deckcheck.games.destiny.cards import GRAY, DestinyCard, is_drawn, read_card
from deckcheck.games.destiny.deck_rules import EDITIONS
from deckcheck.games.destiny.reading import read_deck
from deckcheck.games.destiny.setup.dice import BLANK, Die, is_face
from deckcheck.games.destiny.zones import BATTLEFIELD, BESIDE, DECK, PLOT, TEAM, ZONES
from deckcheck.simulators.simulator import PlayDeck
from deckcheck.simulators.zone_cards import unread_note

LIBRARY = "library"
HAND_SIZE = 5
NORMAL_SIZE = 30
KINDS = EVENT, UPGRADE, SUPPORT, DOWNGRADE, UNKNOWN = ("event", "upgrade", "support", "downgrade", "unknown")


@dataclass(frozen=True, slots=True)
class DrawCard:
    """A card of the library; `number` is its place in `PlayDeck.cards`.

    `cost` is None where it cannot be told; `title` what may be in play once if it is `unique`.
    """

    number: int
    name: str
    kind: str
    cost: int | None = None
    colour: str = GRAY
    unique: bool = False
    title: str = ""
    die: Die = ()


@dataclass(frozen=True, slots=True)
class TeamMember:
    """A character of the team with its dice; two make it elite. `die` is empty if unknown."""

    name: str
    dice: int
    die: Die
    colour: str = GRAY
    health: int = 0

    def roll(self) -> tuple[Die, ...]:
        """The dice that it rolls."""
        return (self.die,) * self.dice if self.die else ()


@dataclass(frozen=True, slots=True)
class OpenCards:
    """The cards open from the start: the team, the battlefield that is brought, the plots."""

    team: tuple[TeamMember, ...] = ()
    battlefield: str | None = None
    plots: tuple[str, ...] = ()

    @property
    def dice(self) -> tuple[Die, ...]:
        """The dice of the team, character by character."""
        return tuple(chain.from_iterable(member.roll() for member in self.team))


def make_play_deck(deck: Deck, edition: str) -> PlayDeck:
    """The deck ready to be played: the library from what is drawn, the rest laid open."""
    codes = [known.code for known in EDITIONS]
    if edition not in codes:
        raise UnknownEditionError(edition, codes)
    entries = [entry for entry in read_deck(deck, frozenset(ZONES)).counted if entry.zone != BESIDE]
    listed = _together(entries)
    names = _names([entry for entry, _ in listed])
    cards = tuple(
        _draw_card(number, name, entry)
        for number, (name, (entry, _)) in enumerate(zip(names, listed, strict=True))
    )
    counts = [copies for _, copies in listed]
    pile = tuple(card for card, n in zip(cards, counts, strict=True) for _ in range(n))
    battlefields = [
        *(entry.name for entry in _of_type(entries, "Battlefield")),
        *(entry.name for entry in _unknown(deck, BATTLEFIELD)),
    ]
    plots = (*(entry.name for entry in _of_type(entries, "Plot")), *(e.name for e in _unknown(deck, PLOT)))
    team = (
        *chain.from_iterable(map(_members, _of_type(entries, "Character"))),
        *(TeamMember(entry.name, 0, ()) for entry in _unknown(deck, TEAM) for _ in range(entry.quantity)),
    )
    laid = OpenCards(team, battlefields[0] if battlefields else None, plots)
    notes = chain(_pile_notes(deck, cards, len(pile)), _open_notes(laid, battlefields), _dice_notes(entries))
    return PlayDeck(
        deck.name or deck.path,
        edition,
        cards,
        {LIBRARY: pile},
        laid,
        _side(entries),
        tuple(notes),
        tuple(entry for entry, _ in listed),
    )


def _of_type(entries: Iterable[DeckEntry], kind: str) -> Iterator[DeckEntry]:
    return (entry for entry in entries if entry.card is not None and entry.card.type == kind)


def _together(entries: Iterable[DeckEntry]) -> list[tuple[DeckEntry, int]]:
    """The different cards of the library in the order of the list, with their copies."""
    found: dict[tuple[str, str], tuple[DeckEntry, int]] = {}
    for entry in entries:
        if entry.zone == DECK if entry.card is None else is_drawn(entry.card):
            key = ("", entry.name) if entry.card is None else (entry.card.name, entry.card.type)
            first, copies = found.get(key, (entry, 0))
            found[key] = (first, copies + entry.quantity)
    return list(found.values())


def _names(entries: list[DeckEntry]) -> list[str]:
    """The names in the list, each once: where it calls two cards alike, the card's own name."""
    listed = [entry.name for entry in entries]
    return [
        entry.card.name if entry.card is not None and listed.count(entry.name) > 1 else entry.name
        for entry in entries
    ]


def _draw_card(number: int, name: str, entry: DeckEntry) -> DrawCard:
    if entry.card is None:
        return DrawCard(number, name, UNKNOWN)
    seen = read_card(entry.card)
    kind = entry.card.type.casefold()
    cost = entry.card.cost if isinstance(entry.card.cost, int) else None
    return DrawCard(
        number,
        name,
        kind if kind in KINDS else UNKNOWN,
        cost,
        seen.colour,
        seen.unique,
        entry.card.name,
        _die(seen),
    )


def _members(entry: DeckEntry) -> Iterator[TeamMember]:
    """Yields the characters of an entry, dice shared out evenly.

    Where the list leaves it open, each die is a character of its own.
    """
    if entry.card is None:
        return
    cards, dice, seen = entry.quantity, entry.dice or 0, read_card(entry.card)
    if entry.dice == 0 and not seen.faces:
        dice = cards * len(seen.points)
    health = seen.card.health if isinstance(seen.card.health, int) else 0
    each, more = divmod(max(dice, cards), max(1, cards))
    for place in range(cards):
        own = each + (place < more)
        yield TeamMember(entry.name, own, _die(seen), seen.colour, health)


def _die(seen: DestinyCard) -> Die:
    return tuple(face if is_face(face) else BLANK for face in seen.faces)


def _unknown(deck: Deck, zone: str) -> Iterator[DeckEntry]:
    return (entry for entry in deck.entries if entry.card is None and entry.zone == zone)


def _side(entries: Iterable[DeckEntry]) -> str | None:
    sides = [read_card(e.card).affiliation for e in _of_type(entries, "Character") if e.card]
    return next((side for side in sides if side != "neutral"), sides[0] if sides else None)


def _pile_notes(deck: Deck, cards: Iterable[DrawCard], size: int) -> Iterator[str]:
    if size != NORMAL_SIZE:
        yield _(
            "{size} cards to draw, not {normal_size}: not legal, played all the same",
            size=size,
            normal_size=NORMAL_SIZE,
        )
    unknown = sum(entry.quantity for entry in _unknown(deck, DECK))
    if unknown:
        yield ngettext(
            "{number} card is unknown or ambiguous: drawn, never played",
            "{number} cards are unknown or ambiguous: drawn, never played",
            unknown,
        )
    if deck.unread:
        yield unread_note(len(deck.unread))
    costless = [card.name for card in cards if card.kind != UNKNOWN and card.cost is None]
    if costless:
        yield _("without a fixed cost, so never played: {costless}", costless=", ".join(costless))


def _open_notes(laid: OpenCards, battlefields: list[str]) -> Iterator[str]:
    if not laid.team:
        yield _("no character: nothing is rolled, and nobody takes shields")
    if not battlefields:
        yield _("no battlefield: only the opponent's can be chosen")
    if len(battlefields) > 1:
        yield _(
            "{count} battlefields: {battlefields} is brought",
            count=len(battlefields),
            battlefields=battlefields[0],
        )
    silent = dict.fromkeys(member.name for member in laid.team if not member.die)
    if silent:
        yield _("no die is known, so none is rolled: {silent}", silent=", ".join(silent))


def _dice_notes(entries: Sequence[DeckEntry]) -> Iterator[str]:
    team = list(_of_type(entries, "Character"))
    for entry in team:
        if entry.dice is None:
            yield (
                _(
                    "{name}: how many characters its dice are is not said; played as {quantity} with "
                    "a die each",
                    name=entry.name,
                    quantity=entry.quantity,
                )
            )
    for entry in (*team, *(e for e in entries if e.card is not None and is_drawn(e.card))):
        odd = [face for face in read_card(entry.card).faces if not is_face(face)] if entry.card else []
        if odd:
            yield _(
                "{name}: faces that cannot be read count as blank: {odd}", name=entry.name, odd=" ".join(odd)
            )
