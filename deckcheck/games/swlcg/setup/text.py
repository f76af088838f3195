"""Setup and turns of this game in words, and the board of a player."""

from collections.abc import Iterable, Mapping, Sequence
from textwrap import wrap
from typing import Any

from db.language import filled, gettext as _, joined
from deckcheck.games.swlcg.setup.cards import DEPLOYED, KINDS, LcgPlayCard
from deckcheck.games.swlcg.setup.setup import (
    OBJECTIVES_IN_PLAY,
    DrawObjectives,
    KeepObjectives,
    LcgPlayer,
    LcgSetupState,
    Move,
    Reveal,
)
from deckcheck.show.wording import count
from deckcheck.simulators.moves import DrawHand, Redraw, Reshuffle
from deckcheck.simulators.playing import counted, names_of
from deckcheck.simulators.simulator import LaidPlaces

_WIDTH = 80
_LABEL = 11


def describe(_state: LcgSetupState, move: Move) -> str:
    """A move in a few words, like `keep the hand`."""
    match move:
        case DrawObjectives():
            return _("draw the objectives")
        case KeepObjectives(kept):
            return _("put into play {listed}", listed=_listed(names_of(kept)))
        case DrawHand():
            return _("draw a hand")
        case Redraw(redraw):
            return _("shuffle the hand back and draw a new one") if redraw else _("keep the hand")
        case Reshuffle():
            return _("shuffle the command deck")
        case Reveal():
            return _("reveal the objectives")


def event_line(event: Mapping[str, Any]) -> str:
    """An event of setup or of a turn in one line, without the player and the turn."""
    match event["action"]:
        case "draw-objectives" | "objectives" | "reveal":
            return _objectives_line(event)
        case "draw-hand":
            return _("draws {counted}", counted=counted(event["cards"]))
        case "mulligan":
            return _("shuffles the hand back") if event["redraw"] else _("keeps the hand")
        case "reshuffle":
            return _("draws anew {counted}", counted=counted(event["cards"]))
        case _:
            return _turn_line(event)


def _objectives_line(event: Mapping[str, Any]) -> str:
    match event["action"]:
        case "draw-objectives":
            return _("draws the objectives: {listed}", listed=_listed(event["drawn"]))
        case "objectives":
            under = _("under the deck: {listed}", listed=_listed(event["under"])) if event["under"] else ""
            return joined((_("puts into play {listed}", listed=_listed(event["kept"])), under), "; ")
        case _:
            resources = count(event["resources"], "resource", "resources")
            return _(
                "reveals {listed}; {resources}", listed=_listed(event["objectives"]), resources=resources
            )


def _turn_line(event: Mapping[str, Any]) -> str:
    match event["action"]:
        case "refresh":
            exhausted = event["exhausted"]
            rest = _("still exhausted: {listed}", listed=_listed(exhausted)) if exhausted else ""
            resources = count(event["resources"], "resource", "resources")
            return joined((_("refreshes: {resources}", resources=resources), rest), "; ")
        case "draw":
            gone = event["discarded"]
            first = "" if gone is None else _("discards {gone}", gone=gone)
            drawn = _("draws {joined}", joined=_listed(event["drawn"]))
            missing = event["missing"]
            out = _("the deck is {missing} short, which loses the game", missing=missing) if missing else ""
            return joined((first, drawn, out), "; ")
        case "deploy":
            paid = ", ".join(f"{one['card']} {one['focus']}" for one in event["paid"])
            deployed = _("deploys {card} for {cost}", card=event["card"], cost=event["cost"])
            return joined((deployed, f"({paid})" if paid else ""), " ")
        case other:
            return str(other)


def board_lines(player: LcgPlayer, name: str, _state: LcgSetupState, *, hand: bool = True) -> list[str]:
    """The board of a player; objectives stay hidden with the hand until they are revealed."""
    resources = sum(card.resources for card in player.sources)
    shown = hand or player.revealed
    total = count(resources, "resource", "resources") if shown else _("resources not revealed")
    lines = [f"{filled(name, {})}: {total}"]
    own = () if player.affiliation is None else (player.affiliation,)
    lines += _row(_("affiliation"), map(card_text, own))
    face_down = [_("{count} face down", count=len(player.objectives))] if player.objectives else []
    lines += _row(_("objectives"), map(card_text, player.objectives) if shown else face_down)
    if hand and player.choice:
        lines += _row(_("drawn"), map(card_text, player.choice))
    if hand:
        lines += hand_lines(player.hand)
    return lines


def laid(player: LcgPlayer, whole: bool) -> LaidPlaces:
    """Yields the affiliation and the objectives; these stay hidden until they are revealed."""
    yield _("affiliation"), [[card.name] for card in (player.affiliation,) if card is not None]
    yield _("objectives"), [[card.name] for card in player.objectives if whole or player.revealed]


def hand_lines(hand: Sequence[LcgPlayCard]) -> list[str]:
    """A hand by types."""
    lines = [f"  {_('hand of {count}', count=len(hand))}"]
    for kind in KINDS:
        cards = sorted((c for c in hand if c.kind == kind), key=lambda card: card.number)
        if cards:
            lines += _row(filled(kind, {}), map(card_text, cards), "    ")
    return lines


def card_text(card: LcgPlayCard) -> str:
    """A card with its cost, or an objective or affiliation card with its resources."""
    if card.kind in DEPLOYED or card.cost is not None:
        return card.name if card.cost is None else f"{card.name} {card.cost}"
    return f"{card.name} ({card.resources})" if card.resources else card.name


def objectives_question(number: int) -> str:
    """The question to a human who chooses objectives."""
    asked = _("Which {wanted} objectives go into play?")
    if number != OBJECTIVES_IN_PLAY:
        asked = _("Which {wanted} objectives go into play, all {number}?")
    if not number:
        asked = _("Which {wanted} objectives go into play, there are none?")
    return filled(asked, {"wanted": OBJECTIVES_IN_PLAY, "number": number})


def _row(label: str, items: Iterable[str], indent: str = "  ") -> list[str]:
    text = f"{indent}{label:<{_LABEL}}  {', '.join(map(str, items)) or '-'}"
    further = indent + " " * (_LABEL + 2)
    return wrap(text, _WIDTH, subsequent_indent=further, break_on_hyphens=False)


def _listed(names: Sequence[str]) -> str:
    return joined(names, ", ") if names else _("nothing")
