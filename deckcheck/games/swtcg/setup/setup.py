"""The moves that the events of a log state, and the final position of a player."""

from collections.abc import Mapping, Sequence
from typing import Any

from deckcheck.games.swtcg.setup.cards import SetupCard
from deckcheck.games.swtcg.setup.moves import Done, Move, Partial, Put, SwtcgDrawHand, SwtcgMulligan
from deckcheck.games.swtcg.setup.state import SwtcgPlayer, SwtcgSetupState


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


def move_of(state: SwtcgSetupState, event: Mapping[str, Any]) -> Move:
    """The move that an event states; raises `LookupError` where it states none."""
    match event.get("action"):
        case "draw-hand":
            return SwtcgDrawHand()
        case "mulligan":
            rest = list(state.mover.hand)
            discarded = []
            for name in event["discarded"]:
                discarded.append(_find(rest, name))
                rest.remove(discarded[-1])
            return SwtcgMulligan(tuple(discarded))
        case "put":
            card = _find(state.mover.hand, event["card"])
            return Put(card, event["arena"], event["stack"])
        case "partial":
            return Partial(_find(state.mover.hand, event["card"]))
        case "done":
            return Done()
        case other:
            raise LookupError(f"no action is called {other!r}")


def _find(hand: Sequence[SetupCard], name: str) -> SetupCard:
    for card in hand:
        if card.name == name:
            return card
    raise LookupError(f"the card {name} is not in the hand")
