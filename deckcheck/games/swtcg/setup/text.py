"""A setup in words and as a small board, for a terminal."""

from collections.abc import Sequence

from deckcheck.games.swtcg.cards import ARENAS
from deckcheck.games.swtcg.setup.cards import SetupCard
from deckcheck.games.swtcg.setup.moves import UNDER, Event
from deckcheck.games.swtcg.setup.rules import UNIT
from deckcheck.games.swtcg.setup.state import Stack, SwtcgPlayer
from deckcheck.simulators.playing import counted

_INDENT = "  "
_LABEL = max(map(len, (*ARENAS, "build zone", "discarded")))


def event_line(event: Event) -> str:
    """An event in one line without its player, like ` 5 Star Destroyer, space; drew Yoda (A)`.

    The total stands before it; events of turns have none.
    """
    drew = f"; drew {event['drew']}" if event.get("drew") else ""
    match event["action"]:
        case "draw-hand":
            text = f"   draws {counted(event['cards'])}"
        case "mulligan":
            text = f"   {_mulligan_words(event)}"
        case "put":
            how = "" if event["stack"] is None else _stacked(event["stack"], event["cost"])
            text = f"{event['total']:>2} {event['card']}, {event['arena']}{how}{drew}"
        case "partial":
            counters = _counters(event["counters"])
            text = f"{event['total']:>2} begins {event['card']} with {counters}{drew}"
        case "done":
            text = f"{event['total']:>2} done"
        case _:
            text = _turn_words(event)
    return text


def _mulligan_words(event: Event) -> str:
    gone = event["discarded"]
    if not gone:
        return "keeps the hand"
    drawn = ", ".join(event["drawn"]) or "nothing, the library is empty"
    return f"discards {', '.join(gone)}; draws {drawn}"


def board_lines(player: SwtcgPlayer, name: str, _state: object = None, *, hand: bool = True) -> list[str]:
    """The board of a player: total, arenas, build zone, and the hand by arenas."""
    lines = [f"{name}: total {player.total}"]
    for arena in ARENAS:
        units = [stack_text(stack) for stack in player.battle if stack.arena == arena]
        lines.append(_row(arena, units))
    if player.partial is not None:
        card, counters = player.partial
        lines.append(_row("build zone", [f"{card.name} ({counters} of {card.cost})"]))
    if hand:
        lines += hand_lines(player.hand)
    return lines


def hand_lines(hand: Sequence[SetupCard]) -> list[str]:
    """A hand grouped by arenas, other cards last."""
    lines = [f"{_INDENT}hand of {len(hand)}"]
    for label, cards in grouped(hand):
        lines.append(_INDENT + _row(label, [card_text(card) for card in cards]))
    return lines


def grouped(hand: Sequence[SetupCard]) -> list[tuple[str, list[SetupCard]]]:
    """The cards of a hand by arenas, like `ground/character`, dearest first; others by kind."""
    groups: dict[str, list[SetupCard]] = {}
    for card in sorted(hand, key=lambda card: card.number):
        label = "/".join(card.arenas) if card.kind == UNIT else card.kind
        groups.setdefault(label, []).append(card)
    order = [*ARENAS, *(label for label in groups if "/" in label)]
    rest = [label for label in groups if label not in order]
    return [(label, groups[label]) for label in (*order, *rest) if label in groups]


def card_text(card: SetupCard) -> str:
    """A card with its cost, like `Star Destroyer 8`."""
    return card.name if card.cost is None else f"{card.name} {card.cost}"


def stack_text(stack: Stack) -> str:
    """A unit with its cost and what lies under it, like `Yoda (A) 6 (under it: Yoda (B))`."""
    if len(stack.cards) == 1:
        return card_text(stack.top)
    under = ", ".join(card.name for card in stack.cards[1:])
    return f"{card_text(stack.top)} (under it: {under})"


def _turn_words(facts: Event) -> str:
    match facts["action"]:
        case "force":
            text = f"Force {facts['force']}"
        case "roll":
            bonus = " and 1 for all arenas" if facts["bonus"] else ""
            text = f"rolls {facts['die']}{bonus}: {_points(facts['points'])}"
        case "draw":
            text = f"draws {facts['drew'] or 'nothing, the library is empty'}"
        case "build":
            have = f"{facts['counters']} of {facts['needed']}"
            text = f"builds {facts['card']} with {_points(facts['points'])} ({have})"
        case "deploy":
            how = " under its stack" if facts["stack"] == UNDER else ""
            text = f"deploys {facts['card']}, {facts['arena']}{how}"
        case "face-up":
            text = f"turns {facts['card']} face up in the build zone"
        case "complete":
            text = f"completes {facts['card']}"
        case _:
            text = f"loses {_points(facts['points'])}, nothing to build"
    return text


def _row(label: str, items: Sequence[str]) -> str:
    return f"{_INDENT}{label:<{_LABEL}}  {', '.join(items) or '-'}"


def _stacked(where: str, added: int) -> str:
    place = "under its stack" if where == UNDER else "on top of its stack"
    return f", {place} (+{added})"


def _counters(number: int) -> str:
    return "1 counter" if number == 1 else f"{number} counters"


def _points(number: int) -> str:
    return "1 point" if number == 1 else f"{number} points"
