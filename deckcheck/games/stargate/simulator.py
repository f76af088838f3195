"""The simulator of setup and turns of this game, as the commands use it."""

from collections.abc import Mapping, Sequence
from typing import Any

from db.language import filled, gettext as _, one_of
from deckcheck.chance.random_words import RandomWords
from deckcheck.games.stargate.setup import setup
from deckcheck.games.stargate.setup.cards import KINDS, LIBRARY, VILLAIN_KINDS, StargatePlayCard, make_deck
from deckcheck.games.stargate.setup.policies import make_policy
from deckcheck.games.stargate.setup.setup import (
    PLAYERS,
    REDRAW,
    RESHUFFLE,
    Begin,
    Move,
    StargatePlayer,
    StargateSetupState,
    Stop,
)
from deckcheck.games.stargate.setup.turns import play_turns, turn_line
from deckcheck.simulators import simulator as sim
from deckcheck.simulators.move_by_move import SetupsOnArrays
from deckcheck.simulators.moves import DrawHand, Redraw, Reshuffle
from deckcheck.simulators.playing import counted, names_of
from deckcheck.simulators.random_state import RandomState

_LABELS: Mapping[str, str] = {
    "first": _("goes first"),
    "mulligan": _("draws the hand anew"),
    "hand_size": _("hand at the end"),
    "hero_cards": _("Hero cards in hand"),
    "villain_cards": _("Villain cards in hand"),
    "missions": _("missions done"),
    "seven_glyphs": _("seven glyphs"),
    "power": _("power"),
    "spent": _("spent"),
    "characters": _("characters"),
    "glyphs": _("glyphs"),
    "experience": _("experience"),
    "hand": _("hand"),
    "library": _("library"),
}


def _keep_or_redraw(state: StargateSetupState) -> tuple[Move, Move] | None:
    """The moves to keep the hand, and to draw it anew."""
    return (Redraw(False), Redraw(True)) if state.phase == REDRAW else None


def _describe(_state: StargateSetupState, move: Move) -> str:
    """A move in a few words."""
    match move:
        case Begin(seat):
            return _("let {players} go first", players=filled(PLAYERS[seat], {}))
        case Stop(character):
            return _("stop the opponent's {name}", name=character.name)
        case DrawHand():
            return _("draw a hand")
        case Redraw(redraw):
            return _("shuffle the hand back and draw anew") if redraw else _("keep the hand")
        case Reshuffle():
            return _("shuffle")


def _event_line(event: Mapping[str, Any]) -> str:
    """An event in one line."""
    match event["action"]:
        case setup.BEGIN:
            first = _("goes first, victory totals {totals}")
            if event["by_lot"]:
                first = _("goes first by lot, victory totals {totals}")
            totals = map(str, event["victory_totals"].values())
            return filled(first, {"totals": one_of(totals, _("{several} to {last}"))})
        case setup.STOP:
            return _("stops {event}", event=event["character"] or _("nobody"))
        case setup.DRAW:
            return _("draws {counted}", counted=counted(event["cards"]))
        case setup.REDRAW:
            return _("shuffles the hand back") if event["redraw"] else _("keeps the hand")
        case setup.RESHUFFLE:
            return _("draws {counted}", counted=counted(event["drawn"]))
        case _:
            return turn_line(dict(event))


def _board_lines(
    sitting: StargatePlayer, player: str, state: StargateSetupState, *, hand: bool = True
) -> list[str]:
    """The team, the victory total and the hand of a player, in lines."""
    seat = PLAYERS.index(player)
    total = state.victory_total(seat)
    shown = filled(player, {})
    lines = [shown if total is None else f"{shown}: {_('victory total {total}', total=total)}"]
    stopped = f" {_('(stopped)')}"
    team = [f"{card.name} {card.cost}{stopped if card is sitting.stopped else ''}" for card in sitting.team]
    for label, text in ((_("team"), ", ".join(team) or "-"), (_("missions"), len(sitting.missions))):
        lines.append(f"  {label:<9} {text}")
    if hand:
        lines += _hand_lines(sitting.hand)
    return lines


def _hand_lines(hand: Sequence[StargatePlayCard]) -> list[str]:
    lines = [f"  {_('hand of {count}', count=len(hand))}"]
    for kind in KINDS:
        cards = [
            card.name if card.cost is None else f"{card.name} {card.cost}"
            for card in hand
            if card.kind == kind
        ]
        if cards:
            lines.append(f"    {filled(kind, {}):<17} {', '.join(cards)}")
    return lines


class StargateSimulator(sim.Simulator):
    """Setup by the rulebook of 2007, and turns as Hero alone."""

    players: tuple[str, str] = PLAYERS
    hands = sim.OpeningHands(
        LIBRARY, setup.HAND_SIZE, _("the whole hand"), is_whole=True, choices=_keep_or_redraw
    )
    shown = sim.ShownFigures(KINDS, _LABELS, "hero_cards", ("characters", "glyphs", "experience"))
    texts = sim.GameTexts(
        _describe,
        _event_line,
        _board_lines,
        _hand_lines,
        frozenset({"cards", "drawn", "library"}),
        lambda seat, _whole: [(_("team"), [[card.name] for card in seat.team])],
    )
    many = SetupsOnArrays("deckcheck.games.stargate.setup.batch", "StargateSetups")
    make_deck = staticmethod(make_deck)
    start = staticmethod(setup.start_setup)
    mover = staticmethod(setup.mover_of)
    legal_moves = staticmethod(setup.legal_moves)
    why_not = staticmethod(setup.why_not)
    make = staticmethod(setup.make)

    def chance(self, state: StargateSetupState, random_state: RandomState) -> tuple[Move, RandomState]:
        """The move of chance (who begins, or a shuffle), and the random state after it."""
        if state.phase == RESHUFFLE:
            library, random_state = random_state.shuffled((*state.mover.hand, *state.mover.library))
            return Reshuffle(library), random_state
        seats = setup.possible_firsts(state)
        if len(seats) == 1:
            return Begin(seats[0]), random_state
        chosen, random_state = random_state.below(len(seats))
        return Begin(seats[chosen]), random_state

    def policy(self, name: str, deck: sim.PlayDeck, words: RandomWords) -> sim.Policy | None:
        """The policy greedy or planner; random moves are all as likely."""
        return None if name == sim.RANDOM else make_policy(name)

    def result(self, state: StargateSetupState, player: str) -> dict[str, Any]:
        """The final position of a player: victory total, turn order, stopped character, hand."""
        sitting = sim.seat_of(self, state, player)
        return {
            "victory_total": state.victory_total(PLAYERS.index(player)),
            "first": PLAYERS[state.order[0]] == player if len(state.order) > 1 else None,
            "stopped": sitting.stopped.name if sitting.stopped else None,
            "redrew": sitting.redrew,
            "hand": names_of(sitting.hand),
        }

    def figures(self, state: StargateSetupState, player: str) -> sim.Figures:
        """The figures of a finished setup."""
        hand = sim.seat_of(self, state, player).hand
        heroes = sum(card.is_hero for card in hand)
        alone = len(state.order) == 1
        return {
            **({} if alone else {"first": PLAYERS[state.order[0]] == player}),
            "mulligan": sim.seat_of(self, state, player).redrew,
            "hand_size": len(hand),
            "hero_cards": heroes,
            "villain_cards": sum(card.kind in VILLAIN_KINDS for card in hand),
        }

    def turns(
        self, state: StargateSetupState, player: str, number: int, random_state: RandomState
    ) -> list[sim.Turn]:
        """The first turns as Hero, played alone."""
        return play_turns(sim.seat_of(self, state, player), number)


SIMULATOR = StargateSimulator()
