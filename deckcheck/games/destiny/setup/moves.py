"""The setup of Star Wars: Destiny step by step: legal moves, and their results.

Complete rules 1.1 (2016), Part 2 (values of faces) and Part 5 "Setup": hands of five, one mulligan
of any cards, two resources, the roll for the battlefield, two shields for the other player.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations, combinations_with_replacement
from typing import Any, assert_never

from db.language import gettext as _
from deckcheck.games.destiny.setup.cards import HAND_SIZE, DrawCard
from deckcheck.games.destiny.setup.dice import always_tied, roll_dice, total_of
from deckcheck.games.destiny.setup.state import (
    BATTLEFIELD,
    DRAWING,
    LOT,
    MOST_SHIELDS,
    MOVE_OF_PHASE,
    MULLIGAN,
    OVER,
    PLAYERS,
    RESHUFFLE,
    RESOURCES,
    ROLL,
    SHIELDS,
    SHIELDS_TAKEN,
    START_RESOURCES,
    ChooseBattlefield,
    DestinyMulligan,
    DestinyPlayer,
    DestinySetupState,
    Lot,
    Move,
    Roll,
    ShareShields,
    TakeResources,
)
from deckcheck.simulators.moves import DrawHand, Reshuffle
from deckcheck.simulators.playing import names_of, without
from deckcheck.simulators.random_state import RandomState

Event = dict[str, Any]


def chance_move(state: DestinySetupState, random_state: RandomState) -> tuple[Move, RandomState]:
    """The move of chance where it is its turn; drawing and taking resources leave it nothing."""
    if state.phase == RESHUFFLE:
        library, random_state = random_state.shuffled(state.due.library)
        return Reshuffle(library), random_state
    if state.phase == ROLL:
        faces, random_state = roll_dice(state.due.laid.dice, random_state)
        return Roll(faces), random_state
    if state.phase == LOT:
        seat, random_state = random_state.below(len(PLAYERS))
        return Lot(seat), random_state
    return (DrawHand() if state.phase == DRAWING else TakeResources()), random_state


def legal_moves(state: DestinySetupState) -> list[Move]:
    """All moves of the player to move, each once; none where chance moves or all is over."""
    if state.phase == MULLIGAN:
        return list(_mulligans(state.due.hand))
    if state.phase == BATTLEFIELD:
        return [ChooseBattlefield(seat) for seat in _battlefields(state)]
    if state.phase == SHIELDS:
        return list(_shares(len(state.due.laid.team)))
    return []


def why_not(state: DestinySetupState, move: Move) -> str | None:
    """The reason why a move, also one of chance, is not allowed; None where it is."""
    if state.phase == OVER:
        return _("the setup is over")
    if type(move) is not MOVE_OF_PHASE[state.phase]:
        return _("it is time for another step: {phase}", phase=state.phase)
    why = None
    match move:
        case DestinyMulligan(cards) if not _is_part(cards, state.due.hand):
            why = _("the hand has no such cards")
        case Reshuffle(library) if not _is_all(library, state.due.library):
            why = _("the library is shuffled with other cards")
        case Roll(faces):
            why = _why_not_roll(state.due, faces)
        case ChooseBattlefield(seat) if seat not in _battlefields(state):
            why = _("that player brought no battlefield")
        case ShareShields(shields):
            why = _why_not_shields(state.due, shields)
    return why


def make_move(state: DestinySetupState, move: Move) -> tuple[DestinySetupState, Event]:
    """The state after a legal move, and its event."""
    event: Event = {"player": PLAYERS[state.player], "action": ""}
    match move:
        case DrawHand():
            return _draw(state, event)
        case DestinyMulligan(cards):
            return _mulligan(state, cards, event)
        case Reshuffle(library):
            return _reshuffle(state, library, event)
        case TakeResources():
            due = replace(state.due, resources=START_RESOURCES)
            event |= {"action": "resources", "resources": due.resources}
            return _after(state.with_due(due)), event
        case Roll(faces):
            return _roll(state, faces, event)
        case Lot(seat):
            event = {"player": PLAYERS[seat], "action": "lot"}
            return _won(state, seat), event
        case ChooseBattlefield(seat):
            return _choose(state, seat, event)
        case ShareShields(shields):
            event |= {"action": "shields", "shields": list(shields)}
            due = replace(state.due, shields=shields)
            return replace(state.with_due(due), phase=OVER), event
        case _:
            assert_never(move)


def _draw(state: DestinySetupState, event: Event) -> tuple[DestinySetupState, Event]:
    due = state.due.drawing(HAND_SIZE)
    event |= {"action": "draw-hand", "cards": names_of(due.hand)}
    return _after(state.with_due(due)), event


def _mulligan(
    state: DestinySetupState, cards: tuple[DrawCard, ...], event: Event
) -> tuple[DestinySetupState, Event]:
    event |= {"action": "mulligan", "returned": names_of(cards)}
    if not cards:
        return _after(state), event
    old = state.due
    due = replace(old, hand=without(old.hand, cards), library=(*old.library, *cards), returned=len(cards))
    return replace(state.with_due(due), phase=RESHUFFLE), event


def _reshuffle(
    state: DestinySetupState, library: tuple[DrawCard, ...], event: Event
) -> tuple[DestinySetupState, Event]:
    due = replace(state.due, library=library)
    number = HAND_SIZE - len(due.hand)
    event |= {"action": "reshuffle", "library": names_of(library), "drawn": names_of(library[:number])}
    return _after(state.with_due(due.drawing(number))), event


def _roll(state: DestinySetupState, faces: tuple[str, ...], event: Event) -> tuple[DestinySetupState, Event]:
    first = faces if state.due.first_roll is None else state.due.first_roll
    due = replace(state.due, roll=faces, first_roll=first)
    event |= {"action": "roll", "faces": list(faces), "total": total_of(faces)}
    state = state.with_due(due)
    if state.player != state.seated[-1]:
        return replace(state, player=state.seated[-1]), event
    return _rolled(state), event


def _rolled(state: DestinySetupState) -> DestinySetupState:
    """The state after all have rolled: over for one alone, else with a winner or another roll."""
    if len(state.seated) == 1:
        return replace(state, phase=OVER)
    first, second = state.seat(0), state.seat(1)
    if first.total != second.total:
        return _won(state, 0 if first.total > second.total else 1)
    phase = LOT if always_tied(first.laid.dice, second.laid.dice) else ROLL
    return replace(state, phase=phase, player=0, ties=state.ties + 1)


def _won(state: DestinySetupState, seat: int) -> DestinySetupState:
    state = replace(state, winner=seat, player=seat)
    return replace(state, phase=BATTLEFIELD if _battlefields(state) else OVER)


def _choose(state: DestinySetupState, seat: int, event: Event) -> tuple[DestinySetupState, Event]:
    name = state.seat(seat).laid.battlefield
    event |= {"action": "battlefield", "of": PLAYERS[seat], "battlefield": name}
    other = 1 - seat
    phase = SHIELDS if state.seat(other).laid.team else OVER
    return replace(state, battlefield=seat, player=other, phase=phase), event


def _after(state: DestinySetupState) -> DestinySetupState:
    """The state in which the same step is due for the next player, or the next step for all."""
    phase = MULLIGAN if state.phase == RESHUFFLE else state.phase
    if state.player != state.seated[-1]:
        return replace(state, phase=phase, player=state.seated[-1])
    order = (DRAWING, MULLIGAN, RESOURCES, ROLL)
    return replace(state, phase=order[order.index(phase) + 1], player=state.seated[0])


def _battlefields(state: DestinySetupState) -> list[int]:
    return [seat for seat in state.seated if state.seat(seat).laid.battlefield is not None]


def _mulligans(hand: Sequence[DrawCard]) -> Iterator[DestinyMulligan]:
    """Yields every choice of cards once, fewer cards first; copies of a card are alike."""
    ordered = sorted(hand, key=lambda card: card.number)
    for size in range(len(ordered) + 1):
        for cards in dict.fromkeys(combinations(ordered, size)):
            yield DestinyMulligan(cards)


def _shares(members: int) -> Iterator[ShareShields]:
    """Yields every way to share out the shields."""
    for chosen in combinations_with_replacement(range(members), SHIELDS_TAKEN):
        yield ShareShields(tuple(chosen.count(place) for place in range(members)))


def _is_part(cards: Sequence[DrawCard], whole: Sequence[DrawCard]) -> bool:
    rest = [card.number for card in whole]
    for card in cards:
        if card.number not in rest:
            return False
        rest.remove(card.number)
    return True


def _is_all(cards: Sequence[DrawCard], whole: Sequence[DrawCard]) -> bool:
    return len(cards) == len(whole) and _is_part(cards, whole)


def _why_not_roll(due: DestinyPlayer, faces: Sequence[str]) -> str | None:
    dice = due.laid.dice
    if len(faces) != len(dice):
        return _("{count} dice are rolled, not {count2}", count=len(dice), count2=len(faces))
    for die, face in zip(dice, faces, strict=True):
        if face not in die:
            return _("the die with {die} has no face {face!r}", die=" ".join(die), face=face)
    return None


def _why_not_shields(due: DestinyPlayer, shields: Sequence[int]) -> str | None:
    if len(shields) != len(due.laid.team):
        return _(
            "the team has {count} characters, not {count2}", count=len(due.laid.team), count2=len(shields)
        )
    if any(type(number) is not int or not 0 <= number <= MOST_SHIELDS for number in shields):
        return _("a character has 0 to {most_shields} shields", most_shields=MOST_SHIELDS)
    if sum(shields) != SHIELDS_TAKEN:
        return _(
            "{shields_taken} shields are shared out, not {shields}",
            shields_taken=SHIELDS_TAKEN,
            shields=sum(shields),
        )
    return None
