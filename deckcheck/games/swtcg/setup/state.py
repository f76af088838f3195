"""The state of a setup, as frozen values: the cards in all places, and whose move it is."""

from dataclasses import dataclass

from deckcheck.games.swtcg.cards import ARENAS, DARK, LIGHT
from deckcheck.games.swtcg.setup.cards import STACK_LIMIT, SetupCard
from deckcheck.games.swtcg.setup.rules import SETUP_TOTAL, SetupRules

PLAYERS = (DARK, LIGHT)
"""Dark is player 0 and Light is player 1 wherever a number stands for a player."""

DRAWING, MULLIGAN, PUTTING, OVER = "drawing", "mulligan", "putting", "over"


@dataclass(frozen=True, slots=True)
class Stack:
    """A unit in battle: the card that counts on top, other versions of it underneath."""

    cards: tuple[SetupCard, ...]
    arena: str

    @property
    def top(self) -> SetupCard:
        """The card that gives the unit its type, cost and text."""
        return self.cards[0]

    def can_take(self, card: SetupCard) -> bool:
        """Whether the card is another version of this unit, and the stack is not full."""
        return (
            card.person is not None
            and card.person == self.top.person
            and len(self.cards) < STACK_LIMIT
            and all(card.version != other.version for other in self.cards)
        )


@dataclass(frozen=True, slots=True)
class SwtcgPlayer:
    """All that belongs to one player; `library` is the whole shuffled deck, `drawn` of it gone.

    `aim` is the total that setup aims at and never exceeds.
    """

    library: tuple[SetupCard, ...]
    drawn: int = 0
    hand: tuple[SetupCard, ...] = ()
    discards: tuple[SetupCard, ...] = ()
    battle: tuple[Stack, ...] = ()
    total: int = 0
    partial: tuple[SetupCard, int] | None = None
    finished: bool = False
    aim: int = SETUP_TOTAL

    @property
    def points_left(self) -> int:
        """The points between the total and the aim, mostly 30."""
        return self.aim - self.total

    @property
    def next_card(self) -> SetupCard | None:
        """The card that would be drawn next, None when the library is empty."""
        return self.library[self.drawn] if self.drawn < len(self.library) else None

    def find_stack(self, person: str | None) -> Stack | None:
        """The unit of that person in battle, or None."""
        if person is None:
            return None
        return next((stack for stack in self.battle if stack.top.person == person), None)

    def arenas(self) -> dict[str, int]:
        """The number of units in each arena; a stack is one unit."""
        counts = dict.fromkeys(ARENAS, 0)
        for stack in self.battle:
            counts[stack.arena] += 1
        return counts

    @property
    def all_arenas(self) -> bool:
        """Whether there is a unit in each of the three arenas."""
        return len({stack.arena for stack in self.battle}) == len(ARENAS)


@dataclass(frozen=True, slots=True)
class SwtcgSetupState:
    """A setup at one moment; `player` is whose move it is, `phase` what kind of move is due.

    `players` holds None for an opponent that is not there (a setup played alone).
    """

    rules: SetupRules
    players: tuple[SwtcgPlayer | None, SwtcgPlayer | None]
    phase: str = DRAWING
    player: int = 0
    opened: bool = False

    @property
    def mover(self) -> SwtcgPlayer:
        """The player whose move it is."""
        found = self.players[self.player]
        if found is None:
            raise LookupError(PLAYERS[self.player])
        return found

    @property
    def opponent(self) -> SwtcgPlayer | None:
        """The other player, None when there is none."""
        return self.players[1 - self.player]

    def with_mover(self, mover: SwtcgPlayer) -> tuple[SwtcgPlayer | None, SwtcgPlayer | None]:
        """Both players, the one whose move it is replaced."""
        return (mover, self.players[1]) if self.player == 0 else (self.players[0], mover)


def start_setup(
    rules: SetupRules, dark: tuple[SetupCard, ...] | None, light: tuple[SetupCard, ...] | None
) -> SwtcgSetupState:
    """The state before any card is drawn, from shuffled libraries; None for an absent player."""
    players = (
        None if dark is None else SwtcgPlayer(dark, aim=rules.total),
        None if light is None else SwtcgPlayer(light, aim=rules.total),
    )
    return SwtcgSetupState(rules, players, player=0 if dark is not None else 1)
