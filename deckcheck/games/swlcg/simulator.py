"""The simulator of this game: setup by the rulebook, then the first turns alone."""

from collections.abc import Sequence
from typing import Any

from db.language import filled, gettext as _
from deckcheck.chance.random_words import RandomWords
from deckcheck.games.swlcg.cards import DARK, LIGHT
from deckcheck.games.swlcg.setup import setup, text as setup_text
from deckcheck.games.swlcg.setup.cards import KINDS, LIBRARY, make_deck
from deckcheck.games.swlcg.setup.policies import make_policy, payable_units
from deckcheck.games.swlcg.setup.resources import can_pay
from deckcheck.games.swlcg.setup.setup import KeepObjectives, LcgSetupState, Move
from deckcheck.games.swlcg.setup.turns import play_turns
from deckcheck.simulators import simulator as sim
from deckcheck.simulators.move_by_move import SetupsOnArrays
from deckcheck.simulators.moves import Redraw, Reshuffle
from deckcheck.simulators.playing import dark_seat, names_of
from deckcheck.simulators.random_state import RandomState

LABELS = {
    "mulligan": _("draws the hand anew"),
    "no_payable_unit": _("no unit to deploy in the first turn"),
    "resources": _("resources"),
    "payable_units": _("units of the hand that can be paid"),
    "payable_cards": _("units and enhancements that can be paid"),
    "hand_size": _("hand at the end"),
    "hand": _("hand at the end"),
    "spent": _("resources spent"),
    "drawn": _("cards drawn"),
    "discarded": _("a card discarded"),
    "out_of_cards": _("the command deck run out"),
    "deployed": _("cards deployed"),
    "units": _("units in play"),
    "enhancements": _("enhancements in play"),
    "force_icons": _("Force icons of units"),
    "library": _("cards left in the command deck"),
}


def _keep_or_redraw(state: LcgSetupState) -> tuple[Move, Move] | None:
    """The moves to keep the hand, and to draw it anew."""
    due = state.phase == setup.MULLIGAN
    return (Redraw(redraw=False), Redraw(redraw=True)) if due else None


class LcgSimulator(sim.Simulator):
    """Setup and turns of the LCG, as `deckcheck.simulators.simulator.Simulator` says."""

    players: tuple[str, str] = setup.PLAYERS
    hands = sim.OpeningHands(
        LIBRARY, setup.HAND_SIZE, _("the whole hand"), is_whole=True, choices=_keep_or_redraw
    )
    shown = sim.ShownFigures(
        KINDS, LABELS, "payable_units", ("resources", "spent", "units"), matched="payable_units"
    )
    texts = sim.GameTexts(
        setup_text.describe,
        setup_text.event_line,
        setup_text.board_lines,
        setup_text.hand_lines,
        frozenset({"drawn", "kept", "under", "cards", "library"}),
        setup_text.laid,
    )
    many = SetupsOnArrays("deckcheck.games.swlcg.setup.batch", "LcgSetups")
    make_deck = staticmethod(make_deck)
    start = staticmethod(setup.start_setup)
    mover = staticmethod(setup.mover_of)
    legal_moves = staticmethod(setup.legal_moves)
    why_not = staticmethod(setup.why_not)
    make = staticmethod(setup.make)

    def first_seat(self, decks: Sequence[sim.PlayDeck]) -> tuple[int, str | None]:
        """The number of the deck that plays Dark, and a note on a doubt; for one deck, its seat."""
        return dark_seat(
            decks,
            {DARK: 2, None: 1, LIGHT: 0},
            lambda side: (
                _("are of the {side} side", side=filled(side.capitalize(), {}))
                if side
                else _("have no side that we know")
            ),
        )

    def chance(self, state: LcgSetupState, random_state: RandomState) -> tuple[Move, RandomState]:
        """A shuffle of hand and command deck, and the random state after it."""
        library, left = random_state.shuffled((*state.mover.hand, *state.mover.library))
        return Reshuffle(library), left

    def policy(self, name: str, deck: sim.PlayDeck, words: RandomWords) -> sim.Policy | None:
        """The policy greedy or planner; random moves are all as likely."""
        return None if name == sim.RANDOM else make_policy(name, deck)

    def pick(self, state: LcgSetupState) -> sim.Pick | None:
        """The choice of objectives; None for moves that are listed one by one."""
        if state.phase != setup.OBJECTIVES:
            return None
        number = state.mover.kept_number
        question = setup_text.objectives_question(number)
        return sim.Pick(question, state.mover.choice, KeepObjectives, number)

    def result(self, state: LcgSetupState, player: str) -> dict[str, Any]:
        """The final position of a player after the setup, as the document has it."""
        mover = sim.seat_of(self, state, player)
        return {
            "affiliation": None if mover.affiliation is None else mover.affiliation.name,
            "objectives": names_of(mover.objectives),
            "resources": sum(card.resources for card in mover.sources),
            "hand": names_of(mover.hand),
            "redrew": mover.redrew,
            "library": len(mover.library),
            "objective_deck": len(mover.objective_deck),
        }

    def figures(self, state: LcgSetupState, player: str) -> sim.Figures:
        """The figures of a finished setup of a player."""
        mover = sim.seat_of(self, state, player)
        units = payable_units(mover.hand, mover.sources)
        return {
            "mulligan": mover.redrew,
            "no_payable_unit": units == 0,
            "resources": sum(card.resources for card in mover.sources),
            "payable_units": units,
            "payable_cards": sum(can_pay(card, mover.sources) for card in mover.hand),
            "hand_size": len(mover.hand),
        }

    def turns(
        self, state: LcgSetupState, player: str, number: int, random_state: RandomState
    ) -> list[sim.Turn]:
        """The first turns after a setup, as `turns` plays them; no random number is drawn."""
        return play_turns(sim.seat_of(self, state, player), number)


SIMULATOR = LcgSimulator()
