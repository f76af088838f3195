"""The figures of setups, opening hands and turns of this game, their names, and final positions."""

from collections.abc import Sequence
from types import MappingProxyType
from typing import Any

from db.language import filled, gettext as _
from deckcheck.games.swtcg.cards import ARENAS
from deckcheck.games.swtcg.setup.cards import SetupCard
from deckcheck.games.swtcg.setup.rules import BATTLE, EQUIPMENT, LOCATION, MISSION, OTHER, UNIT
from deckcheck.games.swtcg.setup.state import SwtcgPlayer
from deckcheck.games.swtcg.setup.turns import SwtcgTurnState
from deckcheck.simulators.simulator import Figures

AWAITED = ("all_arenas", "exactly_30", "exactly_30_with_all_arenas", "partial")
"""The probabilities of a setup that `--until` waits for."""

SETUP_FIGURES = (
    *AWAITED,
    "total",
    "mulligan",
    "mulligan.cards",
    "hand_size",
    *(f"arenas.{arena}" for arena in ARENAS),
    *(f"empty_arenas.{arena}" for arena in ARENAS),
)

COUNTED_KINDS = (*ARENAS, UNIT, BATTLE, MISSION, LOCATION, EQUIPMENT, OTHER)
"""The kinds counted in every opening hand; a unit of several arenas counts in each of them."""

OPENING_FIGURES = ("all_arenas", "no_units", "mulligan", "mulligan.cards", *COUNTED_KINDS)

TURN_FIGURES = (
    "build_points.gained",
    "build_points.spent",
    "build_points.lost",
    "units",
    *(f"arenas.{arena}" for arena in ARENAS),
    "all_arenas",
    "hand",
    "library",
    "force",
)

LABELS = MappingProxyType(
    {
        "opening: all_arenas": _("a unit for each arena"),
        "opening: no_units": _("no unit at all"),
        "opening: mulligan": _("something to discard"),
        "mulligan.cards": _("cards discarded"),
        "setup: all_arenas": _("units in all three arenas"),
        "exactly_30": _("exactly 30"),
        "exactly_30_with_all_arenas": _("both of these"),
        "partial": _("a card partially built"),
        "mulligan": "",
        "hand_size": _("hand at the end"),
        **{f"arenas.{arena}": _("units in {arena}", arena=filled(arena, {})) for arena in ARENAS},
        **{f"column: arenas.{arena}": filled(arena, {}) for arena in ARENAS},
        **{f"empty_arenas.{arena}": "" for arena in ARENAS},
        "force": _("Force"),
        "total": _("total"),
        "units": _("units"),
        "all_arenas": _("all arenas"),
        "hand": _("hand"),
        "library": _("library"),
        "build_points.gained": _("gained"),
        "build_points.spent": _("spent"),
        "build_points.lost": _("lost"),
        "cards": "units",
        "sheet: total": _("totals"),
        "plot: total": _("total build cost after setup"),
        "plot: turns": _("units"),
    }
)

COMPARED = frozenset(
    {
        *(f"opening: {name}" for name in OPENING_FIGURES[:3]),
        *(f"setup: {name}" for name in (*AWAITED, "total")),
        *(f"turn: {name}" for name in TURN_FIGURES[3:9]),
    }
)


def counted_as(card: SetupCard) -> set[str]:
    """The kinds as which a card counts in an opening hand."""
    return {card.kind, *card.arenas} if card.kind == UNIT else {card.kind}


def setup_figures(player: SwtcgPlayer) -> Figures:
    """The figures of a finished setup; `setup_statistics` counts the same over many."""
    arenas, aimed = player.arenas(), player.points_left == 0
    found: dict[str, bool | int] = {
        "all_arenas": player.all_arenas,
        "exactly_30": aimed,
        "exactly_30_with_all_arenas": aimed and player.all_arenas,
        "partial": player.partial is not None,
        "total": player.total,
        "mulligan": bool(player.discards),
        "mulligan.cards": len(player.discards),
        "hand_size": len(player.hand),
    }
    found |= {f"arenas.{arena}": units for arena, units in arenas.items()}
    return found | {f"empty_arenas.{arena}": not units for arena, units in arenas.items()}


def opening_figures(hand: Sequence[SetupCard], discarded: int) -> Figures:
    """The figures of an opening hand, after so many cards were discarded."""
    counts = dict.fromkeys(COUNTED_KINDS, 0)
    for card in hand:
        for kind in counted_as(card):
            counts[kind] += 1
    return {
        "all_arenas": all(counts[arena] for arena in ARENAS),
        "no_units": not counts[UNIT],
        "mulligan": bool(discarded),
        "mulligan.cards": discarded,
        **counts,
    }


def turn_figures(state: SwtcgTurnState) -> Figures:
    """The figures at the end of a turn."""
    player = state.player
    arenas = player.arenas()
    return {
        "build_points.gained": state.gained,
        "build_points.spent": state.spent,
        "build_points.lost": state.lost,
        "units": sum(arenas.values()),
        **{f"arenas.{arena}": units for arena, units in arenas.items()},
        "all_arenas": player.all_arenas,
        "hand": len(player.hand),
        "library": len(player.library) - player.drawn,
        "force": state.force,
    }


def player_result(player: SwtcgPlayer) -> dict[str, Any]:
    """The final position of a player, as the setup document has it."""
    partial = None
    if player.partial is not None:
        card, counters = player.partial
        partial = {"card": card.name, "counters": counters}
    return {
        "total": player.total,
        "partial": partial,
        "hand": [card.name for card in player.hand],
        "arenas": player.arenas(),
    }
