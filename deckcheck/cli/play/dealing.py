"""Hands dealt one after another, to look at: keep, mulligan, draw, turn, next, back."""

import sys
from dataclasses import dataclass, replace

import typer

from deckcheck.chance.random_words import RandomWords
from deckcheck.games.swtcg.setup.cards import SetupDeck
from deckcheck.games.swtcg.setup.goldfish import roll_dice
from deckcheck.games.swtcg.setup.moves import DrawHand, Mulligan, make_move
from deckcheck.games.swtcg.setup.policies import Policy, discard_all, make_policy
from deckcheck.games.swtcg.setup.setup import play_setup
from deckcheck.games.swtcg.setup.state import (
    MULLIGAN,
    OVER,
    PLAYERS,
    PUTTING,
    PlayerState,
    SetupState,
    start_setup,
)
from deckcheck.games.swtcg.setup.statistics import GAMES_AT_ONCE, library_of_game
from deckcheck.games.swtcg.setup.text import board_lines, event_line, hand_lines, turn_line
from deckcheck.games.swtcg.setup.turns import TurnState, after_setup, play_turn

_COMMANDS = {
    "k": "keep", "m": "mulligan", "d": "draw", "t": "turn", "n": "next", "b": "back",
    "q": "quit",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Dealt:
    """One hand of a seed, and what was done with it."""

    number: int
    state: SetupState
    policy: Policy
    turns: TurnState | None = None

    @property
    def player(self) -> PlayerState:
        """The only player."""
        if self.turns is not None:
            return self.turns.player
        return next(player for player in self.state.players if player is not None)


def deal_by_hand(deck: SetupDeck, side: str, policy: str, seed: int) -> None:
    """Deals hands of a seed until the user has seen enough; hand 1 is the first of the goldfish."""
    typer.echo(f"{deck.name}, seed {seed}")
    dealt = _deal(deck, side, policy, seed, 0)
    _show(dealt)
    while True:
        offered = _offered(dealt)
        words = ", ".join(f"{key} {what}" for key, what in offered.items())
        typer.echo(f"{words}  > ", nl=False)
        line = sys.stdin.readline()
        word = line.strip().casefold()[:1] or "n"
        if not line or word == "q":
            typer.echo("")
            return
        if word not in offered:
            typer.echo(f"expected one of: {', '.join(offered)}")
            continue
        if word in "nb":
            dealt = _deal(deck, side, policy, seed, dealt.number + (1 if word == "n" else -1))
            _show(dealt)
        elif word == "d":
            dealt = _draw(dealt)
        elif word == "t":
            dealt = _turn(dealt, seed)
        else:
            dealt = _play(dealt, word)


def _deal(deck: SetupDeck, side: str, policy: str, seed: int, number: int) -> Dealt:
    library, word = library_of_game(deck, seed, 0, number)
    seats = (library, None) if side == PLAYERS[0] else (None, library)
    state, _ = make_move(start_setup(deck.rules, *seats), DrawHand())
    return Dealt(number, state, make_policy(policy, deck, RandomWords(word)))


def _offered(dealt: Dealt) -> dict[str, str]:
    phase = dealt.state.phase
    found = dict(_COMMANDS)
    if phase != MULLIGAN:
        del found["m"]
    if phase == OVER:
        del found["k"]
    else:
        del found["t"]
    if dealt.player.next_card is None or dealt.turns is not None:
        del found["d"]
    if not dealt.number:
        del found["b"]
    return found


def _show(dealt: Dealt) -> None:
    typer.echo(f"\nhand {dealt.number + 1}")
    typer.echo("\n".join(hand_lines(dealt.player.hand)))


def _draw(dealt: Dealt) -> Dealt:
    """One card more, to see what would have come."""
    player = dealt.player
    card = player.next_card
    if card is None:
        return dealt
    typer.echo(f"  draws {card.name}")
    after = replace(player, hand=(*player.hand, card), drawn=player.drawn + 1)
    seats = dealt.state.players
    return replace(
        dealt,
        state=replace(
            dealt.state,
            players=(after, None) if seats[0] is not None else (None, after),
        ),
    )


def _play(dealt: Dealt, word: str) -> Dealt:
    """The mulligan, or the setup from the hand as it is."""
    state = dealt.state
    if state.phase == MULLIGAN:
        move = discard_all(state) if word == "m" else Mulligan()
        state, event = make_move(state, move)
        typer.echo(f"  {event_line(event)}")
        if word == "m":
            dealt = replace(dealt, state=state)
            typer.echo("\n".join(hand_lines(dealt.player.hand)))
            return dealt
    if state.phase == PUTTING:
        played = play_setup(state, {PLAYERS[state.player]: dealt.policy})
        typer.echo("\n".join(f"  {event_line(event)}" for event in played.events))
        dealt = replace(dealt, state=played.final)
        name = f"{PLAYERS[state.player]} after setup"
        typer.echo("\n".join(board_lines(dealt.player, name)))
    return dealt


def _turn(dealt: Dealt, seed: int) -> Dealt:
    """One turn after setup; the die falls as it does for this hand in the statistics."""
    state = dealt.turns or after_setup(dealt.state.rules, dealt.player)
    chunk, row = divmod(dealt.number, GAMES_AT_ONCE)
    rolls = roll_dice(seed, 0, chunk, row + 1, state.turn + 1)
    state, events = play_turn(state, int(rolls[row, state.turn]))
    typer.echo("\n".join(f"  {turn_line(event)}" for event in events))
    typer.echo("\n".join(board_lines(state.player, f"end of turn {state.turn}")))
    return replace(dealt, turns=state)
