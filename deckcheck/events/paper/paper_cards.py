"""The contents of a deck sheet: the cards of a list in the order of judges, and its counts."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

from db.language import filled, gettext as _, joined
from db.sums import summed

SheetOrder = Literal["name", "cost", "type"]
SHEET_ORDERS: tuple[SheetOrder, ...] = ("name", "cost", "type")


@dataclass(frozen=True, slots=True)
class PaperCard:
    """Copies of a card in a zone; `cost` and `type` are empty where they are not known."""

    quantity: int
    name: str
    zone: str
    type: str = ""
    cost: str = ""


@dataclass(frozen=True, slots=True)
class PaperDeck:
    """A registered list; `counts` are copies by type and arena, `note` stands below them."""

    seat: str
    cards: tuple[PaperCard, ...]
    counts: tuple[tuple[str, int], ...] = ()
    name: str = ""
    hash: str = ""
    short_hash: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class PaperPlayer:
    """A player with the lists to be printed; all pages of a player are numbered together.

    `link` is the address of their own page, in place of the deck's hash in the QR code.
    """

    name: str
    club: str
    decks: tuple[PaperDeck, ...]
    number: int = 0
    link: str = ""


@dataclass(frozen=True, slots=True)
class PaperEvent:
    """The facts of the event at the head of each page."""

    name: str
    format: str
    day: str


def _cost_key(card: PaperCard) -> tuple[int, int, str]:
    whole = card.cost.isascii() and card.cost.isdigit()
    return (0, int(card.cost[:9]), "") if whole else (1 if card.cost else 2, 0, card.cost)


def _group(card: PaperCard, order: SheetOrder) -> str:
    if order == "cost":
        return _("cost {cost}", cost=card.cost) if card.cost else _("no cost")
    return (card.type or _("type unknown")) if order == "type" else ""


def grouped(cards: Sequence[PaperCard], order: SheetOrder) -> Iterator[tuple[str, list[PaperCard]]]:
    """The cards by zone and group, each with its heading; copies of one card are put together.

    >>> cards = [PaperCard(1, "Yoda", "Deck", "Character", "6"), PaperCard(2, "X-wing", "Deck",
    ...          "Space", "4"), PaperCard(1, "Yoda", "Deck", "Character", "6")]
    >>> [(heading, [(c.quantity, c.name) for c in group]) for heading, group in grouped(cards,
    ...     "cost")]
    [('Deck, cost 4 (2)', [(2, 'X-wing')]), ('Deck, cost 6 (2)', [(2, 'Yoda')])]
    """
    zones = list(dict.fromkeys(card.zone for card in cards))

    def key(card: PaperCard) -> tuple[object, ...]:
        by = {"cost": _cost_key(card), "type": (card.type == "", card.type), "name": ()}[order]
        return zones.index(card.zone), by, card.name.casefold(), card.name

    merged = summed(((card.name, card.zone, card.type, card.cost), card.quantity) for card in cards)
    whole = sorted((PaperCard(n, *same) for same, n in merged.items()), key=key)
    for (zone, group), found in groupby(whole, key=lambda card: (card.zone, _group(card, order))):
        members = list(found)
        copies = sum(card.quantity for card in members)
        shown = joined([filled(part, {}) for part in (zone, group) if part], ", ")
        yield joined((shown, f" ({copies})")), members
