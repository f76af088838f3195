"""Holdings that a sheet has elsewhere: their place, condition, language or finish was edited."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import ne
from typing import Any

from db.collection.holdings import Holding, HoldingChange, HoldingKey
from db.sums import gathered

_CARRIED = ("notes", "acquired_on", "price", "currency", "for_trade")


@dataclass(frozen=True, slots=True)
class Move:
    """Copies that a sheet has in another place or state than before; none of them is removed."""

    source: Holding
    target: HoldingKey


def find_moves(
    absent: Sequence[Holding],
    changes: Sequence[HoldingChange],
    held: Mapping[HoldingKey, Holding],
    stated: frozenset[str],
) -> tuple[Move, ...]:
    """The moves among the holdings that a sheet lacks: those it has in another place or state.

    A move needs another holding of the same printing that gains at least as many copies and dice.
    Of several, the one that differs least is taken; each gain serves once. `stated` are the fields
    for which the sheet has a column.
    """
    gains: dict[HoldingKey, tuple[int, int]] = {}
    for change in changes:
        before = held.get(change.key)
        copies, dice = (before.quantity, before.dice) if before else (0, 0)
        gain = (
            change.add if change.quantity is None else change.quantity - copies,
            change.add_dice if change.dice is None else change.dice - dice,
        )
        if max(gain) > 0:
            gains[change.key] = gain
    alike = gathered((key[:2], key) for key in gains)
    # Those first that agree in most of condition, language, finish and place.
    pairs = sorted(
        (sum(map(ne, holding.key[2:], key[2:])), gains[key] != (holding.quantity, holding.dice), number, key)
        for number, holding in enumerate(absent)
        for key in alike.get(holding.key[:2], ())
        if "dice" in stated or not holding.dice or key not in held
    )
    moved: dict[int, HoldingKey] = {}
    for _, _, number, key in pairs:
        holding = absent[number]
        copies = gains[key][0] - holding.quantity
        dice = gains[key][1] - (holding.dice if "dice" in stated else 0)
        if number not in moved and copies >= 0 and dice >= 0:
            gains[key] = copies, dice
            moved[number] = key
    return tuple(Move(absent[number], key) for number, key in sorted(moved.items()))


def carried(
    changes: Sequence[HoldingChange],
    moves: Sequence[Move],
    held: Mapping[HoldingKey, Holding],
    stated: frozenset[str],
) -> list[HoldingChange]:
    """The changes, where holdings that only moved keep the facts without a column in the sheet.

    `stated` are the fields, and the headers that are kept as they are, of the sheet. Copies that
    come to a holding that was there before, or from several, take nothing along but their dice.
    """
    sources = gathered((move.target, move.source) for move in moves if move.target not in held)
    return [
        replace(change, **dict(_taken_along(change, sources[change.key], stated)))
        if change.key in sources
        else change
        for change in changes
    ]


def _taken_along(
    change: HoldingChange, sources: Sequence[Holding], stated: frozenset[str]
) -> Iterator[tuple[str, Any]]:
    if "dice" not in stated:
        yield "dice", sum(source.dice for source in sources)
    if len(sources) > 1:
        return
    facts = sources[0].facts
    for name in _CARRIED:
        if name not in stated:
            yield name, getattr(facts, name)
    extra = {key: text for key, text in facts.extra.items() if key not in stated}
    if extra:
        yield "extra", extra | dict(change.extra or {})
