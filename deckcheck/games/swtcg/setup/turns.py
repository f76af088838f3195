"""The first turns after setup, played alone: Force, die, draw, build, deploy and complete.

Star Wars TCG rulebook 2002, Parts 2 and 3; 2004, glossary "Turn", "Build", "Deploy", "Stack"; 2005,
Section 2 "Turn Structure" and Section 4 "Making a Stack". There is no opponent: nothing is
attacked, retreats or is contested, no Battle card is played, and Force is gained but never spent.
Card text is ignored: a completed Mission only leaves play, and Equipment stays face up in the build
zone, since what attaching it costs is text.

The build policy is one and the same for all decks. It finishes the card begun earlier; then, as
long as points are left, it builds what it can finish at once: a unit for an arena without one, else
a unit, else any other card, the dearest first; what is left goes on the card that lacks least, in
the same order. A new version of a unique unit goes under the one in play, for 1 point. So at most
one card is under construction, and points are lost only when the hand has nothing to build. Where
the edition lets a card of cost 0 be deployed for nothing, it needs no points.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from deckcheck.games.swtcg.setup.cards import SetupCard
from deckcheck.games.swtcg.setup.moves import UNDER, Event
from deckcheck.games.swtcg.setup.rules import EQUIPMENT, LOCATION, UNIT, SetupRules
from deckcheck.games.swtcg.setup.state import Stack, SwtcgPlayer

FORCE_EACH_TURN = 4
NO_ARENA = ""


@dataclass(frozen=True, slots=True)
class SwtcgTurnState:
    """A player at the end of a turn; turn 0 is the end of setup.

    `gained`, `spent` and `lost` are the build points of the last turn.
    """

    rules: SetupRules
    player: SwtcgPlayer
    building: tuple[SetupCard, int] | None = None
    locations: tuple[tuple[SetupCard, str], ...] = ()
    completed: tuple[SetupCard, ...] = ()
    equipment: tuple[SetupCard, ...] = ()
    force: int = 0
    turn: int = 0
    gained: int = 0
    spent: int = 0
    lost: int = 0


def after_setup(rules: SetupRules, player: SwtcgPlayer) -> SwtcgTurnState:
    """The state in which the first turn begins; a partially built card goes on being built.

    One that can never be deployed, since its version lies in a stack, is left as it is.
    """
    state = SwtcgTurnState(rules, player, building=player.partial, force=rules.force)
    if state.building is not None and counters_needed(state, state.building[0]) is None:
        return replace(state, building=None)
    return state


def play_turns(state: SwtcgTurnState, rolls: Sequence[int]) -> tuple[list[SwtcgTurnState], list[Event]]:
    """The states at the end of each turn, one turn for each roll, and all that happened."""
    states, events = [], []
    for roll in rolls:
        state, happened = play_turn(state, roll)
        states.append(state)
        events += happened
    return states, events


def play_turn(state: SwtcgTurnState, roll: int) -> tuple[SwtcgTurnState, list[Event]]:
    """One turn with this roll of the die, in the order of the edition.

    2002 draws before the die is rolled, later editions after it and before building; with one
    player it comes to the same.
    """
    turn = state.turn + 1
    state = replace(state, turn=turn, force=state.force + FORCE_EACH_TURN)
    bonus = int(state.player.all_arenas)
    player = state.player
    card = player.next_card
    if card is not None:
        player = replace(player, hand=(*player.hand, card), drawn=player.drawn + 1)
    gained = roll + bonus
    state = replace(state, player=player, gained=gained, spent=0, lost=0)
    force: Event = {"turn": turn, "action": "force", "force": state.force}
    rolled: Event = {"turn": turn, "action": "roll", "die": roll, "bonus": bonus, "points": gained}
    drew: Event = {"turn": turn, "action": "draw", "drew": card.name if card else None}
    first = [force, drew, rolled] if state.rules.draws_before_roll else [force, rolled, drew]
    state, built = _build_step(state, gained)
    return state, [*first, *built]


def _build_step(state: SwtcgTurnState, points: int) -> tuple[SwtcgTurnState, list[Event]]:
    events: list[Event] = []
    if state.building is not None:
        card, counters = state.building
        state = replace(state, building=None)
        state, points = _add_counters(state, card, counters, points, events)
    while (chosen := choose_to_build(state, points)) is not None:
        hand = list(state.player.hand)
        hand.remove(chosen)
        state = replace(state, player=replace(state.player, hand=tuple(hand)))
        state, points = _add_counters(state, chosen, 0, points, events)
    if points:
        events.append({"turn": state.turn, "action": "lose", "points": points})
    return replace(state, lost=points, spent=state.gained - points), events


def choose_to_build(state: SwtcgTurnState, points: int) -> SetupCard | None:
    """The card of the hand that the build policy takes next, None when nothing can be built."""
    empty = {arena for arena, units in state.player.arenas().items() if not units}
    best: tuple[tuple[int, ...], SetupCard] | None = None
    for card in state.player.hand:
        needed = counters_needed(state, card)
        if needed is None:
            continue
        fits = needed <= points
        if not (fits or points):
            continue
        group = 2 if card.kind != UNIT else 0 if _fills_gap(state.player, card, empty) else 1
        key = (not fits, group, -needed if fits else needed, card.number)
        if best is None or key < best[0]:
            best = (key, card)
    return best[1] if best else None


def counters_needed(state: SwtcgTurnState, card: SetupCard) -> int | None:
    """The counters that a card needs to be deployed or completed; None where it cannot be."""
    if card.cost is None or card.kind not in state.rules.buildable:
        return None
    least = state.rules.least_counters
    if card.kind == UNIT:
        stack = state.player.find_stack(card.person)
        if stack is None:
            return max(least, card.cost)
        return 1 if stack.can_take(card) else None
    if card.kind == LOCATION and not free_arena(state, card):
        return None
    return max(least, card.cost)


def free_arena(state: SwtcgTurnState, card: SetupCard) -> str:
    """The arena to which a Location can be deployed, one in each; empty where there is none."""
    taken = {arena for _, arena in state.locations}
    return next((arena for arena in card.arenas if arena not in taken), NO_ARENA)


def _fills_gap(player: SwtcgPlayer, card: SetupCard, empty: set[str]) -> bool:
    return player.find_stack(card.person) is None and not empty.isdisjoint(card.arenas)


def _add_counters(
    state: SwtcgTurnState, card: SetupCard, counters: int, points: int, events: list[Event]
) -> tuple[SwtcgTurnState, int]:
    """Puts points on a card that is out of the hand; deploys or completes it when it has enough."""
    needed = counters_needed(state, card)
    if needed is None:
        raise ValueError(card.name)
    paid = min(points, max(0, needed - counters))
    counters += paid
    event: Event = {"turn": state.turn, "action": "build", "card": card.name}
    events.append(event | {"points": paid, "counters": counters, "needed": needed})
    if counters < needed:
        return replace(state, building=(card, counters)), points - paid
    if card.kind == UNIT:
        player, arena, stack = _deploy(state.player, card)
        state = replace(state, player=player)
        event = {"action": "deploy", "card": card.name, "arena": arena, "stack": stack}
    elif card.kind == LOCATION:
        arena = free_arena(state, card)
        state = replace(state, locations=(*state.locations, (card, arena)))
        event = {"action": "deploy", "card": card.name, "arena": arena, "stack": None}
    elif card.kind == EQUIPMENT:
        state = replace(state, equipment=(*state.equipment, card))
        event = {"action": "face-up", "card": card.name}
    else:
        state = replace(state, completed=(*state.completed, card))
        event = {"action": "complete", "card": card.name}
    events.append({"turn": state.turn, **event})
    return state, points - paid


def _deploy(player: SwtcgPlayer, card: SetupCard) -> tuple[SwtcgPlayer, str, str | None]:
    """The player with a unit more, or a card more under one; and where it went."""
    old = player.find_stack(card.person)
    if old is not None:
        new = Stack((*old.cards, card), old.arena)
        battle = tuple(new if stack is old else stack for stack in player.battle)
        return replace(player, battle=battle), old.arena, UNDER
    units = player.arenas()
    # min takes the first of equals: the order of the arenas on the card.
    arena = min(card.arenas, key=lambda arena: units[arena])
    return replace(player, battle=(*player.battle, Stack((card,), arena))), arena, None
