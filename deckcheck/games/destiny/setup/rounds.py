"""The first rounds after setup, played alone: dice, resources, cards, upkeep.

Complete rules 1.1 (2016), Part 5 "Structure of the game". One round here is:

1. all dice of the team and of the cards in play are rolled once;
2. resource faces are resolved: those without a cost, then those that give more than they cost, then
   modifiers, if one without `+` was resolved;
3. the dearest card that can be paid is played, and so on. An upgrade goes to the character with the
   fewest, three at most; of a unique card one is in play; an event is paid and discarded. Dice of
   new cards are rolled from the next round on;
4. upkeep: 2 resources; cards that 2 resources more could not pay, or that cannot be played alone,
   are discarded; the hand is filled up to five.

Left out: all card text, the opponent and all that is done to it, so downgrades too; rerolls, focus,
special faces, replaced upgrades, claiming the battlefield. Damage is counted as the dice show it:
modifiers are not added, costs not paid.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any

from db.language import gettext as _
from deckcheck.games.destiny.setup.cards import EVENT, HAND_SIZE, SUPPORT, UPGRADE, DrawCard
from deckcheck.games.destiny.setup.dice import (
    BLANK,
    DAMAGE,
    RESOURCE,
    SHIELD,
    Die,
    Face,
    read_face,
    roll_dice,
    total_of,
)
from deckcheck.games.destiny.setup.state import DestinyPlayer
from deckcheck.games.destiny.setup.text import hand_lines, in_play_lines
from deckcheck.simulators.playing import names_of, without
from deckcheck.simulators.random_state import RandomState
from deckcheck.simulators.simulator import Turn

ROUND_RESOURCES = 2
MOST_UPGRADES = 3
Event = dict[str, Any]

LABELS = {
    "dice": _("dice"),
    "value": _("value"),
    "damage": _("damage"),
    "shields_shown": _("shields shown"),
    "blanks": _("blanks"),
    "from_dice": _("from dice"),
    "resources": _("resources"),
    "spent": _("spent"),
    "left": _("left"),
    "played": _("played"),
    "upgrades": _("upgrades"),
    "supports": _("supports"),
    "events": _("events"),
    "discarded": _("discarded"),
    "hand": _("hand"),
    "library": _("library"),
    "out_of_cards": _("out of cards"),
}


@dataclass(frozen=True, slots=True)
class RoundState:
    """The board of a player; `upgrades` has those of each character, in the team's order."""

    player: DestinyPlayer
    upgrades: tuple[tuple[DrawCard, ...], ...]
    supports: tuple[DrawCard, ...] = ()

    @property
    def in_play(self) -> tuple[DrawCard, ...]:
        """The upgrades and supports."""
        return (*chain.from_iterable(self.upgrades), *self.supports)

    @property
    def dice(self) -> tuple[Die, ...]:
        """The dice that a round rolls."""
        return (*self.player.laid.dice, *(card.die for card in self.in_play if card.die))


def play_rounds(player: DestinyPlayer, name: str, number: int, random_state: RandomState) -> list[Turn]:
    """The first rounds of a player, each with its events and figures."""
    state = RoundState(player, ((),) * len(player.laid.team))
    turns = []
    for turn in range(1, number + 1):
        state, played, random_state = play_round(state, {"player": name, "turn": turn}, random_state)
        turns.append(played)
    return turns


def play_round(
    state: RoundState, stamp: Event, random_state: RandomState
) -> tuple[RoundState, Turn, RandomState]:
    """One round; every event begins with the stamp, the player and the turn."""
    faces, random_state = roll_dice(state.dice, random_state)
    events: list[Event] = [stamp | {"action": "roll", "faces": list(faces), "total": total_of(faces)}]
    gained = gain_of(faces, state.player.resources)
    state = _paid(state, -gained)
    have = state.player.resources
    if gained:
        events.append(stamp | {"action": "gain", "gained": gained, "resources": have})
    state, played = _play_cards(state, events, stamp)
    left = state.player.resources
    state, discarded, event = _upkeep(state)
    events.append(stamp | event)
    player = state.player
    figures = _shown(faces) | {
        "from_dice": gained,
        "resources": have,
        "spent": have - left,
        "left": left,
        "played": len(played),
        "upgrades": sum(map(len, state.upgrades)),
        "supports": len(state.supports),
        "events": sum(card.kind == EVENT for card in played),
        "discarded": len(discarded),
        "hand": len(player.hand),
        "library": len(player.library),
        "out_of_cards": not player.hand and not player.library,
    }
    return state, Turn(tuple(events), figures, player.hand, tuple(_lines(state))), random_state


def gain_of(faces: Iterable[str], resources: int) -> int:
    """The resources gained by resource faces, less their costs, for one who has so many.

    >>> gain_of(("1R", "+1R", "2R1", "1RD"), 0), gain_of(("+2R", "2R3"), 9)
    (3, 0)
    """
    found = [face for face in map(read_face, faces) if face.symbol == RESOURCE]
    plain = _resolved([face for face in found if not face.modifier], resources)
    if plain is None:
        return 0
    more = _resolved([face for face in found if face.modifier], resources + plain)
    return plain + (more or 0)


def choose_card(state: RoundState) -> DrawCard | None:
    """The card that is played next: the dearest that can be; None where there is none."""
    player = state.player
    best = [c for c in player.hand if c.cost is not None and c.cost <= player.resources]
    best = [card for card in best if can_be_played(state, card)]
    return min(best, key=lambda card: (-(card.cost or 0), card.number), default=None)


def can_be_played(state: RoundState, card: DrawCard) -> bool:
    """Whether a card has a known cost and a place, and is not in play already where it is unique.

    Downgrades go to an opponent, so they have none.
    """
    if card.cost is None or card.kind not in {EVENT, UPGRADE, SUPPORT}:
        return False
    if card.unique and any(card.title == other.title for other in state.in_play):
        return False
    full = all(len(held) >= MOST_UPGRADES for held in state.upgrades)
    return card.kind != UPGRADE or not full


def _resolved(faces: Sequence[Face], resources: int) -> int | None:
    """The result of the faces on the whole; None where none is resolved."""
    start, any_resolved = resources, False
    for face in sorted(faces, key=lambda face: (face.cost, -face.value)):
        if face.cost <= resources and (not face.cost or face.value > face.cost):
            resources += face.value - face.cost
            any_resolved = True
    return resources - start if any_resolved else None


def _play_cards(state: RoundState, events: list[Event], stamp: Event) -> tuple[RoundState, list[DrawCard]]:
    played = []
    while (card := choose_card(state)) is not None:
        cost = card.cost or 0
        state = _paid(state, cost)
        hand = without(state.player.hand, [card])
        state = replace(state, player=replace(state.player, hand=hand))
        target = None
        if card.kind == UPGRADE:
            held = state.upgrades
            place = min(range(len(held)), key=lambda n: len(held[n]))
            target = state.player.laid.team[place].name
            upgrades = tuple((*c, card) if n == place else c for n, c in enumerate(held))
            state = replace(state, upgrades=upgrades)
        elif card.kind == SUPPORT:
            state = replace(state, supports=(*state.supports, card))
        events.append(stamp | {"action": "play", "card": card.name, "cost": cost, "on": target})
        played.append(card)
    return state, played


def _upkeep(state: RoundState) -> tuple[RoundState, tuple[DrawCard, ...], Event]:
    state = _paid(state, -ROUND_RESOURCES)
    reach = state.player.resources + ROUND_RESOURCES
    gone = tuple(
        card for card in state.player.hand if not can_be_played(state, card) or (card.cost or 0) > reach
    )
    kept = replace(state.player, hand=without(state.player.hand, gone))
    number = max(0, HAND_SIZE - len(kept.hand))
    event: Event = {
        "action": "upkeep",
        "discarded": names_of(gone),
        "drawn": names_of(kept.library[:number]),
        "resources": kept.resources,
    }
    return replace(state, player=kept.drawing(number)), gone, event


def _paid(state: RoundState, cost: int) -> RoundState:
    player = replace(state.player, resources=state.player.resources - cost)
    return replace(state, player=player)


def _shown(faces: Sequence[str]) -> dict[str, bool | int]:
    read = [read_face(face) for face in faces]
    plain = [face for face in read if not face.modifier]
    return {
        "dice": len(read),
        "value": total_of(faces),
        "damage": sum(face.value for face in plain if face.symbol in DAMAGE),
        "shields_shown": sum(face.value for face in plain if face.symbol == SHIELD),
        "blanks": sum(face.symbol == BLANK for face in read),
    }


def _lines(state: RoundState) -> list[str]:
    """The board of the player at the end of a round, in lines."""
    team = state.player.laid.team
    held = [(m.name, cards) for m, cards in zip(team, state.upgrades, strict=True)]
    return in_play_lines([*held, ("supports", state.supports)]) + hand_lines(state.player.hand)
