"""The rules of setup: the legal moves of a state, and their results.

Star Wars TCG rulebook 2002, Part 3 "Setup" and Part 5 "Stacking during setup"; 2004, glossary
"Setup", "Mulligan", "Partially built", "Total build cost"; 2005, "How to Start the Game" and
"Unique Units during Setup". Three readings of ours, where the books leave a question open:

- Who has exactly 30 has reached the aim and puts nothing more, not even a unit of cost 0.
- "Partially built" means fewer counters than the card's cost, but in 2005, where they may be more;
  all points left go on it.
- A card on top gives the stack its type: the stack stays in its arena where that type allows,
  else it goes to an arena of the new type.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

from db.language import filled, gettext as _, joined
from deckcheck.games.swtcg.setup.cards import SetupCard
from deckcheck.games.swtcg.setup.state import (
    DRAWING,
    MULLIGAN,
    OVER,
    PLAYERS,
    PUTTING,
    Stack,
    SwtcgPlayer,
    SwtcgSetupState,
)
from deckcheck.simulators.moves import DrawHand
from deckcheck.simulators.playing import names_of, without

UNDER, TOP = "under", "top"


@dataclass(frozen=True, slots=True)
class SwtcgMulligan:
    """Discard these cards and draw as many; none is a mulligan of 0."""

    discarded: tuple[SetupCard, ...] = ()


@dataclass(frozen=True, slots=True)
class Put:
    """Put a unit into an arena; `stack` says where it goes in a stack, None for a new unit."""

    card: SetupCard
    arena: str
    stack: str | None = None


@dataclass(frozen=True, slots=True)
class Partial:
    """Put a card face down into the build zone, with the points left as counters."""

    card: SetupCard


@dataclass(frozen=True, slots=True)
class Done:
    """Put nothing more."""


Move = DrawHand | SwtcgMulligan | Put | Partial | Done
Event = dict[str, Any]
"""A step as the event log has it; names are those of the deck list."""


def legal_moves(state: SwtcgSetupState) -> list[Move]:
    """All moves that the player to move may make, each once, in a fixed order.

    Cards come in the deck's order; of a card first the arenas in which it may be a new unit, then
    under a stack, then on top; then partial building, and being done comes last.
    """
    if state.phase == DRAWING:
        return [DrawHand()]
    if state.phase == MULLIGAN:
        return list(_mulligans(state))
    return _putting_moves(state) if state.phase == PUTTING else []


def _putting_moves(state: SwtcgSetupState) -> list[Move]:
    mover = state.mover
    if mover.points_left == 0:
        return [Done()]
    cards = sorted(set(mover.hand), key=lambda card: card.number)
    moves: list[Move] = [move for card in cards for move in puts_of(mover, card)]
    moves += [Partial(card) for card in cards if can_be_partial(state, card)]
    return [*moves, Done()]


def puts_of(player: SwtcgPlayer, card: SetupCard) -> list[Put]:
    """The ways in which the player may put one card of the hand into battle."""
    if not card.can_be_put:
        return []
    stack = player.find_stack(card.person)
    if stack is None:
        ways = [Put(card, arena) for arena in card.arenas]
    elif stack.can_take(card):
        ways = [Put(card, stack.arena, UNDER)]
        if (card.cost or 0) >= (stack.top.cost or 0):
            arenas = (stack.arena,) if stack.arena in card.arenas else card.arenas
            ways += [Put(card, arena, TOP) for arena in arenas]
    else:
        ways = []
    return [way for way in ways if added_cost(player, way) <= player.points_left]


def added_cost(player: SwtcgPlayer, put: Put) -> int:
    """The gain of a put to the total: its cost, 1 under a stack, the change on top of one."""
    cost = put.card.cost or 0
    stack = player.find_stack(put.card.person)
    if put.stack == UNDER:
        return 1
    if put.stack == TOP and stack is not None:
        return cost - (stack.top.cost or 0) + 1
    return cost


def can_be_partial(state: SwtcgSetupState, card: SetupCard) -> bool:
    """Whether the card may be partially built with the points that are left."""
    left = state.mover.points_left
    return (
        card.kind in state.rules.partial
        and card.cost is not None
        and left >= 1
        and (state.rules.overbuilds or left < card.cost)
    )


def is_legal(state: SwtcgSetupState, move: Move) -> bool:
    """Whether the player to move may make this move."""
    if state.phase == MULLIGAN and isinstance(move, SwtcgMulligan):
        hand = list(state.mover.hand)
        for card in move.discarded:
            if card not in hand or card.kind not in state.rules.discardable:
                return False
            hand.remove(card)
        return True
    return move in legal_moves(state)


def make_move(state: SwtcgSetupState, move: Move) -> tuple[SwtcgSetupState, Event]:
    """The state after a move that is known to be legal, and the event of the log."""
    event: Event = {"player": PLAYERS[state.player]}
    match move:
        case DrawHand():
            mover, drawn = _draw(state.mover, state.rules.hand_size)
            event |= {"action": "draw-hand", "cards": names_of(drawn)}
        case SwtcgMulligan(discarded):
            hand = without(state.mover.hand, discarded)
            kept = replace(state.mover, hand=hand, discards=discarded)
            mover, drawn = _draw(kept, len(discarded))
            event |= {"action": "mulligan", "discarded": names_of(discarded), "drawn": names_of(drawn)}
        case Put():
            mover, facts = _put(state.mover, move)
            event |= facts
        case Partial(card):
            counters = state.mover.points_left
            hand = without(state.mover.hand, (card,))
            building = replace(state.mover, hand=hand, partial=(card, counters), finished=True)
            mover, drawn = _draw(building, 1)
            event |= {"action": "partial", "card": card.name, "counters": counters}
            event |= {"drew": drawn[0].name if drawn else None, "total": mover.total}
        case Done():
            mover = replace(state.mover, finished=True)
            event |= {"action": "done", "total": mover.total}
    return _pass_on(replace(state, players=state.with_mover(mover)), move), event


def describe(move: Move) -> str:
    """A move in a few words, like `put Boba Fett (A) under its stack`."""
    match move:
        case DrawHand():
            return _("draw a hand")
        case SwtcgMulligan(discarded):
            return _("discard {names}", names=", ".join(names_of(discarded)) or _("nothing"))
        case Put(card, arena, stack):
            where = {
                None: _("into the {arena} arena", arena=filled(arena, {})),
                UNDER: _("under its stack"),
                TOP: _("on top of its stack ({arena} arena)", arena=filled(arena, {})),
            }
            return _("put {name} {where}", name=card.name, where=where[stack])
        case Partial(card):
            return _("partially build {name}", name=card.name)
        case Done():
            return _("be done")


def why_not(state: SwtcgSetupState, move: Move) -> str:
    """The reason in one sentence why a move is not allowed."""
    if state.phase in {OVER, DRAWING}:
        return _("the setup is over") if state.phase == OVER else _("now the hand is drawn")
    if isinstance(move, SwtcgMulligan):
        kinds = ", ".join(sorted(state.rules.discardable))
        return _("only cards of the hand of these types may be discarded, once: {kinds}", kinds=kinds)
    if state.phase == MULLIGAN:
        return _("now a mulligan is due")
    if isinstance(move, Put):
        return _why_not_put(state.mover, move)
    if isinstance(move, Partial) and move.card in state.mover.hand:
        return _why_not_partial(state)
    return _("the card is not in the hand") if isinstance(move, Partial) else _("it is too late for that")


def _why_not_partial(state: SwtcgSetupState) -> str:
    kinds = ", ".join(sorted(state.rules.partial))
    if state.rules.overbuilds:
        return _(
            "at least 1 point must be left, and the card be of a known cost and type: {kinds}", kinds=kinds
        )
    left = state.mover.points_left
    return _(
        "a card that costs more than the {left} points left is wanted, of type: {kinds}",
        left=left,
        kinds=kinds,
    )


def _why_not_put(mover: SwtcgPlayer, move: Put) -> str:
    if mover.points_left == 0:
        return _("the total is {aim} already", aim=mover.aim)
    if move.card not in mover.hand:
        return _("the card is not in the hand")
    if not move.card.can_be_put:
        return _("only a unit with a fixed build cost can be put into battle")
    ways = puts_of(replace(mover, total=0), move.card)
    if not ways:
        too_dear = _("it costs more than {aim}", aim=mover.aim)
        return _("{too_dear}, its version lies in the stack, or the stack is full", too_dear=too_dear)
    if move not in ways:
        return _("it can only be put like this: {ways}", ways=joined(map(describe, ways), "; "))
    return _(
        "{total} and {added_cost} would be more than {aim}",
        total=mover.total,
        added_cost=added_cost(mover, move),
        aim=mover.aim,
    )


def _mulligans(state: SwtcgSetupState) -> Iterator[SwtcgMulligan]:
    """Every set of cards that may be discarded, each once, from none to all."""
    choice = [card for card in state.mover.hand if card.kind in state.rules.discardable]
    for size in range(len(choice) + 1):
        seen = set()
        for cards in combinations(sorted(choice, key=lambda card: card.number), size):
            if cards not in seen:
                seen.add(cards)
                yield SwtcgMulligan(cards)


def _put(player: SwtcgPlayer, move: Put) -> tuple[SwtcgPlayer, Event]:
    added = added_cost(player, move)
    old = player.find_stack(move.card.person)
    if old is None:
        battle = (*player.battle, Stack((move.card,), move.arena))
    else:
        cards = (*old.cards, move.card) if move.stack == UNDER else (move.card, *old.cards)
        new = Stack(cards, move.arena)
        battle = tuple(new if stack is old else stack for stack in player.battle)
    hand = without(player.hand, (move.card,))
    after = replace(player, hand=hand, battle=battle, total=player.total + added)
    after, drawn = _draw(after, 1)
    return after, {
        "action": "put",
        "card": move.card.name,
        "cost": added,
        "arena": move.arena,
        "stack": move.stack,
        "drew": drawn[0].name if drawn else None,
        "total": after.total,
    }


def _pass_on(state: SwtcgSetupState, move: Move) -> SwtcgSetupState:
    """The same state with the next player to move, and the next phase when it is due."""
    here, there = state.player, 1 - state.player
    other = state.players[there]
    if state.phase in {DRAWING, MULLIGAN}:
        if here == 0 and other is not None:
            return replace(state, player=1)
        following = MULLIGAN if state.phase == DRAWING else PUTTING
        return replace(state, phase=following, player=0 if state.players[0] else 1)
    waiting = other is not None and not other.finished
    mover = state.mover
    if mover.finished:
        return replace(state, player=there, opened=True) if waiting else replace(state, phase=OVER)
    # Dark's first unit passes the move whatever it costs; later only a higher total does.
    opening = isinstance(move, Put) and here == 0 and not state.opened
    ahead = other is not None and mover.total > other.total
    if waiting and (opening or ahead or mover.points_left == 0):
        return replace(state, player=there, opened=True)
    return replace(state, opened=True)


def _draw(player: SwtcgPlayer, number: int) -> tuple[SwtcgPlayer, tuple[SetupCard, ...]]:
    drawn = player.library[player.drawn : player.drawn + number]
    return replace(player, hand=player.hand + drawn, drawn=player.drawn + len(drawn)), drawn
