"""A setup and its rounds in words, and as a small board, for a terminal."""

from collections.abc import Iterable, Mapping, Sequence
from textwrap import wrap
from typing import Any

from db.language import filled, gettext as _, joined
from deckcheck.games.destiny.setup.cards import HAND_SIZE, KINDS, DrawCard, TeamMember
from deckcheck.games.destiny.setup.state import (
    PLAYERS,
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
from deckcheck.show.wording import count
from deckcheck.simulators.moves import DrawHand, Reshuffle
from deckcheck.simulators.simulator import LaidPlaces

WIDTH = 80
_LABEL = 11
_EMPTY = _("nothing, the library is empty")
Event = Mapping[str, Any]


def event_line(event: Event) -> str:
    """An event in one line, without the player, like `rolls 2RD 1R: 3`."""
    line = _setup_line(event)
    return _round_line(event) if line is None else line


def describe(state: DestinySetupState, move: Move) -> str:
    """A move in a few words."""
    match move:
        case DrawHand():
            return _("draw {hand_size}", hand_size=HAND_SIZE)
        case DestinyMulligan(cards):
            return _("return {listed}", listed=_listed(cards)) if cards else _("keep the hand")
        case Reshuffle():
            return _("shuffle the library")
        case TakeResources():
            return _("take the first resources")
        case Roll(faces):
            return _("roll {faces}", faces=_faces(faces))
        case Lot(seat):
            return _("the lot falls to {players}", players=filled(PLAYERS[seat], {}))
        case ChooseBattlefield(seat):
            own = _("your own") if seat == state.player else _("the opponent's")
            return _(
                "{own} battlefield: {battlefield}", own=own, battlefield=state.seat(seat).laid.battlefield
            )
        case ShareShields(shields):
            return _shared(state.due.laid.team, shields)


def board_lines(
    player: DestinyPlayer, name: str, state: DestinySetupState, *, hand: bool = True
) -> list[str]:
    """The board of a player: team with dice and shields, battlefield, resources, hand."""
    lines = [f"{filled(name, {})}: {count(player.resources, 'resource', 'resources')}"]
    shields = player.shields or (0,) * len(player.laid.team)
    team = [_member(member, has) for member, has in zip(player.laid.team, shields, strict=True)]
    lines += _row(_("team"), team)
    if player.roll is not None:
        lines += _row(_("roll"), [f"{_faces(player.roll)}: {player.total}"])
    lines += _row(_("battlefield"), [_battlefield(player, name, state)])
    if player.laid.plots:
        lines += _row(_("plot"), player.laid.plots)
    sizes = _("library of {count}, hand of {count2}", count=len(player.library), count2=len(player.hand))
    lines.append(f"  {sizes}")
    return lines + (hand_lines(player.hand) if hand else [])


def laid(player: DestinyPlayer, _whole: bool) -> LaidPlaces:
    """Yields the team, the battlefield and the plots."""
    yield _("team"), [[member.name] for member in player.laid.team]
    yield _("battlefield"), [[name] for name in (player.laid.battlefield,) if name]
    if player.laid.plots:
        yield _("plot"), [[name] for name in player.laid.plots]


def hand_lines(hand: Sequence[DrawCard]) -> list[str]:
    """A hand by kinds, the dearest card first."""
    lines = []
    for kind in KINDS:
        cards = [card for card in hand if card.kind == kind]
        if cards:
            cards.sort(key=lambda card: (-(card.cost or 0), card.number))
            lines += _row(filled(kind, {}), [card_text(card) for card in cards])
    return lines


def in_play_lines(held: Iterable[tuple[str, Sequence[DrawCard]]]) -> list[str]:
    """The cards in play under the words that say where; nothing for places without cards."""
    lines = []
    for place, cards in held:
        if cards:
            lines += _wrapped(f"  {filled(place, {})}: {_listed(cards)}", 4)
    return lines


def card_text(card: DrawCard) -> str:
    """A card with its cost, like `Force Choke 2`."""
    return card.name if card.cost is None else f"{card.name} {card.cost}"


def _setup_line(event: Event) -> str | None:
    match event["action"]:
        case "draw-hand":
            return _("draws {joined}", joined=_joined(event["cards"]))
        case "mulligan":
            back = ", ".join(event["returned"])
            return _("returns {back}", back=back) if back else _("keeps the hand")
        case "reshuffle":
            return _("shuffles the library; draws {joined}", joined=_joined(event["drawn"]))
        case "resources":
            return _("takes {resources}", resources=count(event["resources"], "resource", "resources"))
        case "roll":
            return _("rolls {faces}: {event}", faces=_faces(event["faces"]), event=event["total"])
        case "lot":
            return _("is chosen by lot, as the dice can only tie")
        case "battlefield":
            whose = _("its own") if event["of"] == event["player"] else _("the opponent's")
            return _("chooses {whose} battlefield, {event}", whose=whose, event=event["battlefield"])
        case "shields":
            return _("shares out shields: {event}", event=", ".join(map(str, event["shields"])))
        case _:
            return None


def _round_line(event: Event) -> str:
    match event["action"]:
        case "gain":
            what = count(event["gained"], "resource", "resources")
            return _("gains {what} from dice, has {event}", what=what, event=event["resources"])
        case "play":
            played = _("plays {card} for {cost} on {on}") if event["on"] else _("plays {card} for {cost}")
            return filled(played, event)
        case _:
            gone = _("discards {gone}", gone=", ".join(event["discarded"])) if event["discarded"] else ""
            drawn = _("draws {joined}", joined=_joined(event["drawn"]))
            has = _("has {has}", has=count(event["resources"], "resource", "resources"))
            return joined((gone, drawn, has), "; ")


def _joined(names: Sequence[str]) -> str:
    return joined(names, ", ") if names else _EMPTY


def _listed(cards: Iterable[DrawCard]) -> str:
    return ", ".join(card.name for card in cards)


def _faces(faces: Sequence[str]) -> str:
    return " ".join(faces) or _("no dice")


def _shared(team: Sequence[TeamMember], shields: Sequence[int]) -> str:
    parts = [
        _("{shields} on {name}", shields=count(has, "shield", "shields"), name=member.name)
        for member, has in zip(team, shields, strict=True)
        if has
    ]
    return joined(parts, ", ")


def _member(member: TeamMember, shields: int) -> str:
    dice = count(member.dice, "die", "dice") if member.die else _("no die known")
    guard = f", {count(shields, 'shield', 'shields')}" if shields else ""
    return f"{member.name} ({dice}{guard})"


def _battlefield(player: DestinyPlayer, name: str, state: DestinySetupState) -> str:
    if player.laid.battlefield is None:
        return "-"
    if state.battlefield is None:
        return player.laid.battlefield
    used = PLAYERS[state.battlefield] == name
    return joined((player.laid.battlefield, _("in use") if used else _("not used")), ", ")


def _row(label: str, items: Sequence[str]) -> list[str]:
    text = f"  {label:<{_LABEL}}  {', '.join(map(str, items)) or '-'}"
    return _wrapped(text, _LABEL + 4)


def _wrapped(text: str, indent: int) -> list[str]:
    text = str(text)
    if len(text) <= WIDTH:
        return [text]
    return wrap(text, WIDTH, subsequent_indent=" " * indent, break_on_hyphens=False)
