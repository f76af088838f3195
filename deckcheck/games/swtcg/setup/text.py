"""A setup in words and as a small board, for a terminal."""

from collections.abc import Sequence

from db.language import filled, gettext as _, joined
from deckcheck.games.swtcg.cards import ARENAS
from deckcheck.games.swtcg.setup.cards import SetupCard
from deckcheck.games.swtcg.setup.moves import UNDER, Event, Move, Partial, Put
from deckcheck.games.swtcg.setup.rules import UNIT
from deckcheck.games.swtcg.setup.state import Stack, SwtcgPlayer
from deckcheck.show.wording import count
from deckcheck.simulators.playing import counted
from deckcheck.simulators.simulator import LaidPlaces

_INDENT = "  "
BUILD_ZONE = _("build zone")
_LABELS = (*ARENAS, BUILD_ZONE, "discarded")


def event_line(event: Event) -> str:
    """An event in one line without its player, like ` 5 Star Destroyer, space; drew Yoda (A)`.

    The total stands before it; events of turns have none.
    """
    drew = _("drew {event}", event=event["drew"]) if event.get("drew") else ""
    match event["action"]:
        case "draw-hand":
            text = f"   {_('draws {counted}', counted=counted(event['cards']))}"
        case "mulligan":
            text = f"   {_mulligan_words(event)}"
        case "put":
            how = "" if event["stack"] is None else _stacked(event["stack"], event["cost"])
            put = f"{event['card']}, {filled(event['arena'], {})}{how}"
            text = f"{event['total']:>2} {joined((put, drew), '; ')}"
        case "partial":
            counters = count(event["counters"], "counter", "counters")
            begun = _("begins {card} with {counters}", card=event["card"], counters=counters)
            text = f"{event['total']:>2} {joined((begun, drew), '; ')}"
        case "done":
            text = f"{event['total']:>2} {_('done')}"
        case _:
            text = _turn_words(event)
    return text


def _mulligan_words(event: Event) -> str:
    gone = event["discarded"]
    if not gone:
        return _("keeps the hand")
    drawn = ", ".join(event["drawn"]) or _("nothing, the library is empty")
    return _("discards {gone}; draws {drawn}", gone=", ".join(gone), drawn=drawn)


def board_lines(player: SwtcgPlayer, name: str, _state: object = None, *, hand: bool = True) -> list[str]:
    """The board of a player: total, arenas, build zone, and the hand by arenas."""
    lines = [f"{filled(name, {})}: {_('total {total}', total=player.total)}"]
    for arena in ARENAS:
        units = [stack_text(stack) for stack in player.battle if stack.arena == arena]
        lines.append(_row(arena, units))
    if player.partial is not None:
        card, counters = player.partial
        lines.append(
            _row(
                BUILD_ZONE,
                [_("{name} ({counters} of {cost})", name=card.name, counters=counters, cost=card.cost)],
            )
        )
    if hand:
        lines += hand_lines(player.hand)
    return lines


def laid(player: SwtcgPlayer, _whole: bool) -> LaidPlaces:
    """Yields the arenas with their units, and the build zone."""
    for arena in ARENAS:
        yield arena, [[card.name for card in stack.cards] for stack in player.battle if stack.arena == arena]
    yield BUILD_ZONE, [[player.partial[0].name]] if player.partial else []


def place(move: Move) -> str:
    """The place into which a move puts a card; none for other moves."""
    return move.arena if isinstance(move, Put) else BUILD_ZONE if isinstance(move, Partial) else ""


def hand_lines(hand: Sequence[SetupCard]) -> list[str]:
    """A hand grouped by arenas, other cards last."""
    lines = [_INDENT + _("hand of {count}", count=len(hand))]
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
    return _("{card_text} (under it: {under})", card_text=card_text(stack.top), under=under)


def _turn_words(facts: Event) -> str:
    match facts["action"]:
        case "force":
            text = _("Force {facts}", facts=facts["force"])
        case "roll":
            rolled = (
                _("rolls {die} and 1 for all arenas: {points}")
                if facts["bonus"]
                else _("rolls {die}: {points}")
            )
            text = filled(rolled, {"die": facts["die"], "points": _points(facts["points"])})
        case "draw":
            text = _("draws {facts}", facts=facts["drew"] or _("nothing, the library is empty"))
        case "build":
            have = _("{facts} of {facts2}", facts=facts["counters"], facts2=facts["needed"])
            text = _(
                "builds {facts} with {points} ({have})",
                facts=facts["card"],
                points=_points(facts["points"]),
                have=have,
            )
        case "deploy":
            deployed = _("deploys {card}, {arena}")
            if facts["stack"] == UNDER:
                deployed = _("deploys {card}, {arena} under its stack")
            text = filled(deployed, {"card": facts["card"], "arena": filled(facts["arena"], {})})
        case "face-up":
            text = _("turns {facts} face up in the build zone", facts=facts["card"])
        case "complete":
            text = _("completes {facts}", facts=facts["card"])
        case _:
            text = _("loses {points}, nothing to build", points=_points(facts["points"]))
    return text


def _row(label: str, items: Sequence[str]) -> str:
    shown = "/".join(str(filled(part, {})) for part in label.split("/"))
    width = max(len(str(filled(one, {}))) for one in _LABELS)
    return f"{_INDENT}{shown:<{width}}  {', '.join(map(str, items)) or '-'}"


def _stacked(where: str, added: int) -> str:
    place = _("under its stack") if where == UNDER else _("on top of its stack")
    return f", {place} (+{added})"


def _points(number: int) -> str:
    return count(number, "point", "points")
