"""The maybe-board of a deck: lines like `maybe: 2 Kouhun` in its notes.

Notes are no part of a deck: what stands in them counts for no rule. A typed list has them as
comments, `# maybe: 2 Kouhun`; saved decks and files that can hold notes keep them, and where a file
cannot, converting says so.
"""

import re
from dataclasses import dataclass

_MAYBE = re.compile(r"\s*maybe:\s*(?:([0-9]{1,3})\s*x?\s+)?(\S.*?)\s*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class MaybeCard:
    """Copies of a card on the maybe-board of a deck."""

    quantity: int
    name: str


def maybe_card(note: str) -> MaybeCard | None:
    """The card that a line of notes puts on the maybe-board, None for any other line.

    >>> maybe_card("maybe: 2 Kouhun"), maybe_card("maybe next week")
    (MaybeCard(quantity=2, name='Kouhun'), None)
    """
    match = _MAYBE.fullmatch(note)
    return match and MaybeCard(int(match[1] or 1), match[2])


def maybe_cards(notes: str | None) -> tuple[MaybeCard, ...]:
    """The maybe-board in the notes of a deck, line by line."""
    found = (maybe_card(note) for note in (notes or "").split("\n"))
    return tuple(one for one in found if one is not None)


def other_notes(notes: str | None) -> str:
    """The notes of a deck without its maybe-board."""
    return "\n".join(note for note in (notes or "").split("\n") if maybe_card(note) is None)


def with_other_notes(notes: str | None, others: str) -> str:
    """The notes with other words, and the same maybe-board behind them."""
    kept = [one for one in (notes or "").split("\n") if maybe_card(one) is not None]
    return "\n".join([*([others] if others else []), *kept])


def with_maybe(notes: str | None, name: str, copies: int) -> str:
    r"""The notes with copies of a card put on the maybe-board, or taken off it where negative.

    >>> with_maybe("fast", "Kouhun", 2), with_maybe("maybe: 2 Kouhun", "Kouhun", -2)
    ('fast\nmaybe: 2 Kouhun', '')
    """
    rows = (notes or "").split("\n") if notes else []
    there = next((n for n, row in enumerate(rows) if _is_of(row, name)), None)
    if there is None:
        return "\n".join([*rows, *([f"maybe: {copies} {name}"] if copies > 0 else [])])
    card = maybe_card(rows[there])
    left = copies + (card.quantity if card else 0)
    rows[there : there + 1] = [f"maybe: {left} {name}"] if left > 0 else []
    return "\n".join(rows)


def _is_of(note: str, name: str) -> bool:
    card = maybe_card(note)
    return card is not None and card.name.casefold() == name.casefold()
