"""A set or a pool as a cube in the form of Draftmancer, so that a draft can be held there.

Cards are stated whole under `[CustomCards]`, without texts and pictures; boosters are slots, or layouts
with their weights where one place of a booster may hold cards of several rarities.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from math import prod

from db.cards.card import RARITIES, Card, Printing
from db.patterns import pattern
from db.sums import summed
from deckcheck.games.limited import BoosterSlot
from deckcheck.pools.boosters import piles_of
from deckcheck.pools.pool import Pool

_RARITIES = {"C": "common", "U": "uncommon", "R": "rare", "L": "mythic", "UR": "mythic"}
_NAMES = {code: name.title().replace(" ", "") for code, name in RARITIES.items()}
_COLOURS = {"light": "W", "hero": "W", "dark": "B", "villain": "B"}
"""The colours that stand for sides, so that its bots keep to one."""

_SET = pattern(r"\w+")
_BOOSTER = 15


def cube_of_set(code: str, slots: Sequence[BoosterSlot], cards: Iterable[Card]) -> str:
    """The cube of a set, with boosters by its rarities; raises `PoolError` where it has too few cards."""
    piles = piles_of(code, slots, cards)
    layouts = list(_layouts(slots))
    settings: dict[str, object] = {"name": code, "withReplacement": True}
    if len(layouts) > 1:
        settings["layouts"] = {
            "-".join(_NAMES[rarity] for rarity in counts): {
                "weight": weight,
                "slots": {_NAMES[rarity]: number for rarity, number in counts.items()},
            }
            for counts, weight in layouts
        }
    sections = []
    for rarity in dict.fromkeys(rarity for slot in slots for rarity in slot.shares):
        number = "" if len(layouts) > 1 else f"({layouts[0][0][rarity]})"
        rows = [_line(1, printing) for _, printing in piles[rarity]]
        sections += [f"[{_NAMES[rarity]}{number}]", *rows]
    known = [one for pile in piles.values() for one in pile if one[1].rarity in _RARITIES]
    return _file(known, settings, sections)


def cube_of_pool(pool: Pool) -> str:
    """The cube of a pool: boosters of fifteen of its cards."""
    known, rows = [], []
    for one in pool.cards:
        printing = one.printing or one.card.printings[0]
        known.append((one.card, printing))
        rows.append(_line(one.quantity, printing))
    return _file(known, {"name": pool.name}, [f"[Pool({_BOOSTER})]", *rows])


def _layouts(slots: Sequence[BoosterSlot]) -> Iterator[tuple[Mapping[str, int], int]]:
    """Yields the ways in which the slots may be filled by rarity, each with its weight."""
    for chosen in product(*(slot.shares for slot in slots)):
        filled = list(zip(chosen, slots, strict=True))
        counts = summed((rarity, slot.cards) for rarity, slot in filled)
        yield counts, prod(slot.shares[rarity] for rarity, slot in filled)


def _line(quantity: int, printing: Printing) -> str:
    if not _SET.fullmatch(printing.set_code):  # it would be taken for a part of the name
        return f"{quantity} {printing.name}"
    return f"{quantity} {printing.name} ({printing.set_code}) {printing.number or ''}".rstrip()


def _file(
    known: Iterable[tuple[Card, Printing]], settings: Mapping[str, object], sections: Iterable[str]
) -> str:
    cards = ",\n".join(json.dumps(_card(*one), ensure_ascii=False) for one in known)
    return "\n".join(
        ("[Settings]", json.dumps(settings, indent=1), "[CustomCards]", f"[\n{cards}\n]", *sections, "")
    )


def _card(card: Card, printing: Printing) -> dict[str, object]:
    cost = "" if card.cost is None else f"{{{card.cost}}}" if card.cost != "*" else "{X}"
    side = _COLOURS.get(card.side or "")
    found: dict[str, object] = {
        "name": printing.name,
        "mana_cost": cost,
        "type": card.type,
        "subtypes": list(card.subtypes),
        "colors": [side] if side else [],
        "set": printing.set_code,
        "image_uris": {"en": ""},  # which it asks for, though nothing is shown then
        "rarity": _RARITIES.get(printing.rarity or "", "special"),
    }
    return {**found, "collector_number": printing.number} if printing.number else found
