"""The first turns after setup, played alone: refresh, draw, deploy.

Star Wars: The Card Game rules (2012), "Refresh phase", "Draw phase", "Deployment phase" and
"Resources". Each refresh takes one focus token from every card. In the draw phase one card may be
discarded, then the hand is filled up to the reserve value of the affiliation card, mostly 6. Units
and enhancements are paid with focus tokens on ready cards that have resources, one of them of the
card's own affiliation; what is deployed gives its resources at once. A unique card is not deployed
beside one of its title.

There is no opponent, so these are left out: balance of the Force and Death Star dial, conflicts
with their edge battles and the focus tokens of fighting units, Force cards and the Force struggle,
damage, new objectives for destroyed ones. Text and keywords of cards are left out too: an
enhancement can always be attached, nothing changes the reserve value, and more than one limited
card may be played in a turn. Event, Fate and Mission cards are never played.

The way of playing is one and the same for all decks. It deploys the dearest card that can be paid,
among equals the one with more resources, then a unit before an enhancement, until nothing can be
paid. It discards a card that it cannot use, one in each turn: first a unit or enhancement that all
its cards together could not pay, or that is unique and in play, the dearest first; then a card that
is never deployed alone.
"""

from dataclasses import dataclass, replace

from db.language import gettext as _
from deckcheck.games.swlcg.affiliation_texts import RESERVE
from deckcheck.games.swlcg.setup.cards import DEPLOYED, ENHANCEMENT, UNIT, LcgPlayCard
from deckcheck.games.swlcg.setup.resources import Source, can_pay, payment
from deckcheck.games.swlcg.setup.setup import LcgPlayer
from deckcheck.show.wording import count
from deckcheck.simulators.playing import names_of, without
from deckcheck.simulators.simulator import Event, Turn


@dataclass(frozen=True, slots=True)
class LcgTurnState:
    """A player at the end of a turn; `sources` are all cards in play that give resources."""

    hand: tuple[LcgPlayCard, ...]
    library: tuple[LcgPlayCard, ...]
    sources: tuple[Source, ...]
    deployed: tuple[LcgPlayCard, ...] = ()
    turn: int = 0
    reserve: int = RESERVE


def after_setup(player: LcgPlayer) -> LcgTurnState:
    """The state in which the first turn begins, with all cards ready."""
    sources = tuple(Source(card) for card in player.sources if card.resources)
    reserve = player.affiliation.reserve if player.affiliation else RESERVE
    return LcgTurnState(player.hand, player.library, sources, reserve=reserve)


def play_turns(player: LcgPlayer, number: int) -> list[Turn]:
    """The first turns of a player after its setup."""
    state = after_setup(player)
    turns = []
    for _unused in range(number):
        state, turn = play_turn(state)
        turns.append(turn)
    return turns


def play_turn(state: LcgTurnState) -> tuple[LcgTurnState, Turn]:
    """One turn: the state after it, and its events and figures."""
    state, refreshed = _refresh(state)
    ready = sum(source.ready for source in state.sources)
    state, drew = _draw(state)
    before = len(state.deployed)
    state, deployments = _deploy_all(state)
    figures = {
        "resources": ready,
        "spent": sum(event["cost"] for event in deployments),
        "drawn": len(drew["drawn"]),
        "discarded": drew["discarded"] is not None,
        "out_of_cards": drew["missing"] > 0,
        "deployed": len(state.deployed) - before,
        "units": sum(card.kind == UNIT for card in state.deployed),
        "enhancements": sum(card.kind == ENHANCEMENT for card in state.deployed),
        "force_icons": sum(card.force for card in state.deployed if card.kind == UNIT),
        "hand": len(state.hand),
        "library": len(state.library),
    }
    in_play = _(
        "{units} and {enhancements} in play, {Force_icons}, hand of {count}",
        units=count(figures["units"], "unit", "units"),
        enhancements=count(figures["enhancements"], "enhancement", "enhancements"),
        Force_icons=count(figures["force_icons"], "Force icon", "Force icons"),
        count=len(state.hand),
    )
    return state, Turn((refreshed, drew, *deployments), figures, state.hand, (in_play,))


def _refresh(state: LcgTurnState) -> tuple[LcgTurnState, Event]:
    sources = tuple(replace(one, focus=max(0, one.focus - 1)) for one in state.sources)
    state = replace(state, sources=sources, turn=state.turn + 1)
    ready = sum(source.ready for source in sources)
    exhausted = [source.card.name for source in sources if source.focus]
    event = {"turn": state.turn, "action": "refresh", "resources": ready, "exhausted": exhausted}
    return state, event


def _draw(state: LcgTurnState) -> tuple[LcgTurnState, Event]:
    discarded = choose_discard(state)
    kept = state.hand if discarded is None else without(state.hand, (discarded,))
    wanted = max(0, state.reserve - len(kept))
    drawn = state.library[:wanted]
    event = {
        "turn": state.turn,
        "action": "draw",
        "discarded": None if discarded is None else discarded.name,
        "drawn": names_of(drawn),
        "missing": wanted - len(drawn),
    }
    return replace(state, hand=kept + drawn, library=state.library[wanted:]), event


def choose_discard(state: LcgTurnState) -> LcgPlayCard | None:
    """The card that the draw phase discards; None where every card of the hand may be of use."""
    cards = [source.card for source in state.sources]
    best: tuple[tuple[bool, int, int], LcgPlayCard] | None = None
    for card in state.hand:
        alone = card.kind in DEPLOYED
        if alone and can_pay(card, cards) and not _is_in_play(state, card):
            continue
        key = (not alone, -(card.cost or 0) if alone else 0, card.number)
        if best is None or key < best[0]:
            best = (key, card)
    return best[1] if best else None


def _deploy_all(state: LcgTurnState) -> tuple[LcgTurnState, list[Event]]:
    events: list[Event] = []
    while (chosen := choose_deployment(state)) is not None:
        card, paid = chosen
        sources = tuple(
            replace(source, focus=source.focus + tokens)
            for source, tokens in zip(state.sources, paid, strict=True)
        )
        focused = [
            {"card": source.card.name, "focus": tokens}
            for source, tokens in zip(sources, paid, strict=True)
            if tokens
        ]
        state = replace(
            state,
            hand=without(state.hand, (card,)),
            sources=(*sources, Source(card)) if card.resources else sources,
            deployed=(*state.deployed, card),
        )
        event: Event = {"turn": state.turn, "action": "deploy", "card": card.name}
        events.append(event | {"cost": card.cost, "paid": focused})
    return state, events


def choose_deployment(state: LcgTurnState) -> tuple[LcgPlayCard, tuple[int, ...]] | None:
    """The card of the hand that is deployed next, and the tokens that pay for it."""
    wanted = [card for card in state.hand if card.kind in DEPLOYED and not _is_in_play(state, card)]
    for card in sorted(wanted, key=_deployment_order):
        paid = payment(card, state.sources)
        if paid is not None:
            return card, paid
    return None


def _deployment_order(card: LcgPlayCard) -> tuple[int, int, bool, int]:
    return -(card.cost or 0), -card.resources, card.kind != UNIT, card.number


def _is_in_play(state: LcgTurnState, card: LcgPlayCard) -> bool:
    """Whether the card is unique and one of its title is in play."""
    return card.is_unique and any(one.title == card.title for one in state.deployed)
