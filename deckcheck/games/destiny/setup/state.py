"""The state of a setup, as frozen values, and the moves that lead on."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from deckcheck.games.destiny.setup.cards import DrawCard, OpenCards
from deckcheck.games.destiny.setup.dice import total_of
from deckcheck.simulators.moves import DrawHand, Reshuffle

PLAYERS = ("one", "two")
DRAWING, MULLIGAN, RESHUFFLE, RESOURCES, ROLL, LOT, BATTLEFIELD, SHIELDS, OVER = (
    "drawing",
    "mulligan",
    "reshuffle",
    "resources",
    "roll",
    "lot",
    "battlefield",
    "shields",
    "over",
)
CHANCE_PHASES = (DRAWING, RESHUFFLE, RESOURCES, ROLL, LOT)
START_RESOURCES = 2
SHIELDS_TAKEN = 2
MOST_SHIELDS = 3


@dataclass(frozen=True, slots=True)
class DestinyPlayer:
    """All that belongs to one player; `library` is what is left of it, top card first.

    `returned` counts the cards of the mulligan; `first_roll` and `roll` are the faces of the first
    and of the last roll, None before it.
    """

    laid: OpenCards
    library: tuple[DrawCard, ...]
    hand: tuple[DrawCard, ...] = ()
    returned: int = 0
    resources: int = 0
    first_roll: tuple[str, ...] | None = None
    roll: tuple[str, ...] | None = None
    shields: tuple[int, ...] = ()

    @property
    def total(self) -> int:
        """The total of the last roll."""
        return total_of(self.roll or ())

    def drawing(self, number: int) -> "DestinyPlayer":
        """The player with so many cards more, as far as the library goes."""
        number = max(0, number)
        hand = (*self.hand, *self.library[:number])
        return replace(self, hand=hand, library=self.library[number:])


@dataclass(frozen=True, slots=True)
class DestinySetupState:
    """A setup at one moment; `player` is the seat whose step is due, `phase` says which.

    `ties` counts rolls that were tied, `winner` is the seat that won the roll, `battlefield` the
    seat whose battlefield is used; None before it is known. An empty seat is None.
    """

    players: tuple[DestinyPlayer | None, DestinyPlayer | None]
    phase: str = DRAWING
    player: int = 0
    ties: int = 0
    winner: int | None = None
    battlefield: int | None = None

    def seat(self, number: int) -> DestinyPlayer:
        """The player of a seat; raises `LookupError` for an empty one."""
        found = self.players[number]
        if found is None:
            raise LookupError(PLAYERS[number])
        return found

    @property
    def due(self) -> DestinyPlayer:
        """The player whose step is due."""
        return self.seat(self.player)

    @property
    def seated(self) -> tuple[int, ...]:
        """The seats that are taken, in order."""
        return tuple(n for n, player in enumerate(self.players) if player is not None)

    def with_due(self, player: DestinyPlayer) -> "DestinySetupState":
        """The state with the player whose step is due replaced."""
        first, second = self.players
        both = (player, second) if self.player == 0 else (first, player)
        return replace(self, players=both)


@dataclass(frozen=True, slots=True)
class DestinyMulligan:
    """Shuffles these cards of the hand back into the library; none keeps the hand."""

    cards: tuple[DrawCard, ...]


@dataclass(frozen=True, slots=True)
class TakeResources:
    """Takes the first resources."""


@dataclass(frozen=True, slots=True)
class Roll:
    """The faces that the dice of the team show, in the order of the dice."""

    faces: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Lot:
    """Decides by lot between players whose dice can only tie."""

    seat: int


@dataclass(frozen=True, slots=True)
class ChooseBattlefield:
    """Chooses the battlefield that the player of a seat brought."""

    seat: int


@dataclass(frozen=True, slots=True)
class ShareShields:
    """Shares out the shields: so many for each character, in the order of the team."""

    shields: tuple[int, ...]


Move = DrawHand | DestinyMulligan | Reshuffle | TakeResources | Roll | Lot | ChooseBattlefield | ShareShields
MOVE_OF_PHASE: dict[str, type[Move]] = {
    DRAWING: DrawHand,
    MULLIGAN: DestinyMulligan,
    RESHUFFLE: Reshuffle,
    RESOURCES: TakeResources,
    ROLL: Roll,
    LOT: Lot,
    BATTLEFIELD: ChooseBattlefield,
    SHIELDS: ShareShields,
}


def start_setup(
    laid: Sequence[OpenCards], libraries: Sequence[Sequence[DrawCard] | None]
) -> DestinySetupState:
    """The state before any card is drawn; a library of None leaves its seat empty."""
    first, second = (
        None if library is None else DestinyPlayer(cards, tuple(library))
        for cards, library in zip(laid, libraries, strict=True)
    )
    return DestinySetupState((first, second), player=0 if first is not None else 1)
