"""Setup and turns of this game in words, and the board of a player."""

from collections.abc import Iterable, Mapping, Sequence
from textwrap import wrap
from typing import Any

from deckcheck.games.swlcg.setup.cards import DEPLOYED, KINDS, LcgPlayCard
from deckcheck.games.swlcg.setup.setup import (
    OBJECTIVES_IN_PLAY,
    DrawObjectives,
    KeepObjectives,
    LcgDrawHand,
    LcgMulligan,
    LcgPlayer,
    LcgReshuffle,
    LcgSetupState,
    Move,
    Reveal,
)
from deckcheck.show.wording import count
from deckcheck.simulators.playing import counted, names_of

_WIDTH = 80
_LABEL = 11


def describe(_state: LcgSetupState, move: Move) -> str:
    """A move in a few words, like `keep the hand`."""
    match move:
        case DrawObjectives():
            return "draw the objectives"
        case KeepObjectives(kept):
            return f"put into play {_listed(names_of(kept))}"
        case LcgDrawHand():
            return "draw a hand"
        case LcgMulligan(redraw):
            return "shuffle the hand back and draw a new one" if redraw else "keep the hand"
        case LcgReshuffle():
            return "shuffle the command deck"
        case Reveal():
            return "reveal the objectives"


def event_line(event: Mapping[str, Any]) -> str:
    """An event of setup or of a turn in one line, without the player and the turn."""
    match event["action"]:
        case "draw-objectives" | "objectives" | "reveal":
            return _objectives_line(event)
        case "draw-hand":
            return f"draws {counted(event['cards'])}"
        case "mulligan":
            return "shuffles the hand back" if event["redraw"] else "keeps the hand"
        case "reshuffle":
            return f"draws anew {counted(event['cards'])}"
        case _:
            return _turn_line(event)


def _objectives_line(event: Mapping[str, Any]) -> str:
    match event["action"]:
        case "draw-objectives":
            return f"draws the objectives: {_listed(event['drawn'])}"
        case "objectives":
            under = f"; under the deck: {_listed(event['under'])}" if event["under"] else ""
            return f"puts into play {_listed(event['kept'])}{under}"
        case _:
            resources = count(event["resources"], "resource", "resources")
            return f"reveals {_listed(event['objectives'])}; {resources}"


def _turn_line(event: Mapping[str, Any]) -> str:
    match event["action"]:
        case "refresh":
            exhausted = event["exhausted"]
            rest = f"; still exhausted: {_listed(exhausted)}" if exhausted else ""
            return f"refreshes: {count(event['resources'], 'resource', 'resources')}{rest}"
        case "draw":
            gone = event["discarded"]
            first = "" if gone is None else f"discards {gone}; "
            missing = event["missing"]
            out = f"; the deck is {missing} short, which loses the game" if missing else ""
            return f"{first}draws {_listed(event['drawn'])}{out}"
        case "deploy":
            paid = ", ".join(f"{one['card']} {one['focus']}" for one in event["paid"])
            by = f" ({paid})" if paid else ""
            return f"deploys {event['card']} for {event['cost']}{by}"
        case other:
            return str(other)


def board_lines(player: LcgPlayer, name: str, _state: LcgSetupState, *, hand: bool = True) -> list[str]:
    """The board of a player; objectives stay hidden with the hand until they are revealed."""
    resources = sum(card.resources for card in player.sources)
    shown = hand or player.revealed
    total = count(resources, "resource", "resources") if shown else "resources not revealed"
    lines = [f"{name}: {total}"]
    own = () if player.affiliation is None else (player.affiliation,)
    lines += _row("affiliation", map(card_text, own))
    face_down = [f"{len(player.objectives)} face down"] if player.objectives else []
    lines += _row("objectives", map(card_text, player.objectives) if shown else face_down)
    if hand and player.choice:
        lines += _row("drawn", map(card_text, player.choice))
    if hand:
        lines += hand_lines(player.hand)
    return lines


def hand_lines(hand: Sequence[LcgPlayCard]) -> list[str]:
    """A hand by types."""
    lines = [f"  hand of {len(hand)}"]
    for kind in KINDS:
        cards = sorted((c for c in hand if c.kind == kind), key=lambda card: card.number)
        if cards:
            lines += _row(kind, map(card_text, cards), "    ")
    return lines


def card_text(card: LcgPlayCard) -> str:
    """A card with its cost, or an objective or affiliation card with its resources."""
    if card.kind in DEPLOYED or card.cost is not None:
        return card.name if card.cost is None else f"{card.name} {card.cost}"
    return f"{card.name} ({card.resources})" if card.resources else card.name


def objectives_question(number: int) -> str:
    """The question to a human who chooses objectives."""
    few = "" if number == OBJECTIVES_IN_PLAY else f", all {number}" if number else ", there are none"
    return f"Which {OBJECTIVES_IN_PLAY} objectives go into play{few}?"


def _row(label: str, items: Iterable[str], indent: str = "  ") -> list[str]:
    text = f"{indent}{label:<{_LABEL}}  {', '.join(items) or '-'}"
    further = indent + " " * (_LABEL + 2)
    return wrap(text, _WIDTH, subsequent_indent=further, break_on_hyphens=False)


def _listed(names: Sequence[str]) -> str:
    return ", ".join(names) or "nothing"
