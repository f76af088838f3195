"""The rules of setup: four objectives, three of them in play, a hand of six, one redraw.

Star Wars: The Card Game rules (2012), "Preparation" and "Mulligan draw". The objectives are chosen
before the hand is drawn. Two readings of ours, where the book names no order: Dark does each step
before Light, and the redraw comes before the objectives are revealed.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from db.language import gettext as _
from deckcheck.games.swlcg.cards import DARK, LIGHT
from deckcheck.games.swlcg.setup.cards import LIBRARY, OBJECTIVE_DECK, LcgPlayCard
from deckcheck.simulators.moves import DrawHand, Redraw, Reshuffle
from deckcheck.simulators.playing import names_of, without
from deckcheck.simulators.simulator import CHANCE, OVER, Event, Piles, PlayDeck

PLAYERS = (DARK, LIGHT)
HAND_SIZE = 6
OBJECTIVES_DRAWN, OBJECTIVES_IN_PLAY = 4, 3

DRAW_OBJECTIVES, OBJECTIVES, DRAW_HAND, MULLIGAN, RESHUFFLE, REVEAL, DONE = (
    "draw-objectives",
    "objectives",
    "draw-hand",
    "mulligan",
    "reshuffle",
    "reveal",
    "done",
)
"""The phases, each named after its only action."""
_STEPS = (DRAW_OBJECTIVES, OBJECTIVES, DRAW_HAND, MULLIGAN, REVEAL, DONE)
"""The steps of every player in order; a reshuffle comes only where one asks for it."""


@dataclass(frozen=True, slots=True)
class DrawObjectives:
    """Draw four objectives."""


@dataclass(frozen=True, slots=True)
class KeepObjectives:
    """Put these objectives into play face down; the other goes under the objective deck."""

    kept: tuple[LcgPlayCard, ...]


@dataclass(frozen=True, slots=True)
class Reveal:
    """Turn the objectives up."""


Move = DrawObjectives | KeepObjectives | DrawHand | Redraw | Reshuffle | Reveal
_DUE: dict[str, type[Move]] = {
    DRAW_OBJECTIVES: DrawObjectives,
    OBJECTIVES: KeepObjectives,
    DRAW_HAND: DrawHand,
    MULLIGAN: Redraw,
    RESHUFFLE: Reshuffle,
    REVEAL: Reveal,
}


@dataclass(frozen=True, slots=True)
class LcgPlayer:
    """The cards of a player; decks are top card first.

    `choice` are the four objectives until three of them are in play.
    """

    affiliation: LcgPlayCard | None
    objective_deck: tuple[LcgPlayCard, ...]
    library: tuple[LcgPlayCard, ...]
    choice: tuple[LcgPlayCard, ...] = ()
    objectives: tuple[LcgPlayCard, ...] = ()
    hand: tuple[LcgPlayCard, ...] = ()
    redrew: bool = False
    revealed: bool = False

    @property
    def sources(self) -> tuple[LcgPlayCard, ...]:
        """The sources of resources in the first turn: the affiliation card and the objectives."""
        own = () if self.affiliation is None else (self.affiliation,)
        return own + self.objectives

    @property
    def kept_number(self) -> int:
        """How many of the drawn objectives go into play."""
        return min(OBJECTIVES_IN_PLAY, len(self.choice))


@dataclass(frozen=True, slots=True)
class LcgSetupState:
    """A setup at one moment: the phase, the seat to which it belongs, and the players.

    A player is None where nobody sits.
    """

    players: tuple[LcgPlayer | None, ...]
    phase: str = DRAW_OBJECTIVES
    seat: int = 0

    @property
    def mover(self) -> LcgPlayer:
        """The player of the seat whose phase it is."""
        return self.player(PLAYERS[self.seat])

    def player(self, name: str) -> LcgPlayer:
        """A player by name; raises `LookupError` where nobody sits."""
        found = self.players[PLAYERS.index(name)]
        if found is None:
            raise LookupError(name)
        return found


def start_setup(decks: Sequence[PlayDeck | None], piles: Sequence[Piles | None]) -> LcgSetupState:
    """The state before the first event."""
    players = tuple(
        None if deck is None or pile is None else LcgPlayer(deck.open, pile[OBJECTIVE_DECK], pile[LIBRARY])
        for deck, pile in zip(decks, piles, strict=True)
    )
    seats = [seat for seat, player in enumerate(players) if player is not None]
    return LcgSetupState(players, seat=seats[0]) if seats else LcgSetupState(players, DONE)


def mover_of(state: LcgSetupState) -> str:
    """The player to move, chance where a hand is shuffled back, or nobody at the end."""
    if state.phase == DONE:
        return OVER
    return CHANCE if state.phase == RESHUFFLE else PLAYERS[state.seat]


def legal_moves(state: LcgSetupState) -> list[Move]:
    """All moves of the player to move, each once: objectives in the order drawn, keeping first."""
    match state.phase:
        case "draw-objectives":
            return [DrawObjectives()]
        case "objectives":
            mover = state.mover
            once: dict[tuple[int, ...], Move] = {}
            for kept in combinations(mover.choice, mover.kept_number):
                once.setdefault(_numbers(kept), KeepObjectives(kept))
            return list(once.values())
        case "draw-hand":
            return [DrawHand()]
        case "mulligan":
            return [Redraw(redraw=False), Redraw(redraw=True)]
        case "reveal":
            return [Reveal()]
        case _:
            return []


def why_not(state: LcgSetupState, move: Move) -> str | None:
    """The reason why a move is not allowed; None where it is."""
    if state.phase == DONE:
        return _("the setup is over")
    if not isinstance(move, _DUE[state.phase]):
        return _("now a {phase} is due", phase=state.phase)
    mover = state.mover
    if isinstance(move, KeepObjectives):
        if len(move.kept) != mover.kept_number:
            return _("{kept_number} objectives go into play", kept_number=mover.kept_number)
        if any(move.kept.count(card) > mover.choice.count(card) for card in move.kept):
            return _("only objectives that were drawn go into play")
    if isinstance(move, Reshuffle):
        cards = (*mover.hand, *mover.library)
        if _numbers(move.library) != _numbers(cards) or not set(move.library) <= set(cards):
            return _("other cards than those of hand and command deck are shuffled")
    return None


def make(state: LcgSetupState, move: Move) -> tuple[LcgSetupState, Event]:
    """The state after a legal move, and its event."""
    mover = state.mover
    event: Event = {"player": PLAYERS[state.seat], "action": state.phase}
    match move:
        case DrawObjectives():
            drawn = mover.objective_deck[:OBJECTIVES_DRAWN]
            rest = mover.objective_deck[OBJECTIVES_DRAWN:]
            mover = replace(mover, choice=drawn, objective_deck=rest)
            event["drawn"] = names_of(drawn)
        case KeepObjectives(kept):
            under = without(mover.choice, kept)
            in_order = without(mover.choice, under)
            mover = replace(
                mover, choice=(), objectives=in_order, objective_deck=mover.objective_deck + under
            )
            event |= {"kept": names_of(in_order), "under": names_of(under)}
        case DrawHand():
            mover = _with_hand(mover, mover.library)
            event["cards"] = names_of(mover.hand)
        case Redraw(redraw):
            event["redraw"] = redraw
            if redraw:
                return replace(state, phase=RESHUFFLE), event
        case Reshuffle(library):
            mover = replace(_with_hand(mover, library), redrew=True)
            event |= {"library": names_of(library), "cards": names_of(mover.hand)}
        case Reveal():
            mover = replace(mover, revealed=True)
            resources = sum(card.resources for card in mover.sources)
            event |= {"objectives": names_of(mover.objectives), "resources": resources}
    return _passed_on(state, mover), event


def _with_hand(player: LcgPlayer, library: tuple[LcgPlayCard, ...]) -> LcgPlayer:
    return replace(player, hand=library[:HAND_SIZE], library=library[HAND_SIZE:])


def _passed_on(state: LcgSetupState, mover: LcgPlayer) -> LcgSetupState:
    """The mover in its new state; the same step for the next player, after the last the next one.

    Who has shuffled has done with the step of the mulligan.
    """
    players = tuple(mover if n == state.seat else one for n, one in enumerate(state.players))
    phase = MULLIGAN if state.phase == RESHUFFLE else state.phase
    seats = [seat for seat, player in enumerate(players) if player is not None]
    later = [seat for seat in seats if seat > state.seat]
    if later:
        return LcgSetupState(players, phase, later[0])
    return LcgSetupState(players, _STEPS[_STEPS.index(phase) + 1], seats[0])


def _numbers(cards: Sequence[LcgPlayCard]) -> tuple[int, ...]:
    return tuple(sorted(card.number for card in cards))
