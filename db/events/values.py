"""The frozen values of events: what is stored of them, apart from the way of storing."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

_NOTHING: Mapping[str, Any] = {}


@dataclass(frozen=True, slots=True)
class EventFacts:
    """An event as its organiser describes it; `day` and `deadline` in ISO form.

    `edition` is the rules edition where it is not that of the format. `locked` is the time at which
    registration closed, empty while it is open. `settings` hold what has a default.
    """

    uid: str
    name: str
    game: str
    format: str
    day: str
    edition: str = ""
    deadline: str = ""
    locked: str = ""
    open_lists: bool = False
    settings: Mapping[str, Any] = field(default_factory=lambda: _NOTHING)


@dataclass(frozen=True, slots=True)
class PlayerFacts:
    """A player: plays from round `entered` on; `dropped` is the last round that they played."""

    name: str
    club: str = ""
    entered: int = 1
    dropped: int | None = None


@dataclass(frozen=True, slots=True)
class FrozenCard:
    """Copies of a card in a registered list: the name as written, and the card that it meant.

    `card` is None where the name was unknown or ambiguous.
    """

    quantity: int
    name: str
    zone: str
    card: str | None = None
    set_code: str | None = None
    number: str | None = None
    dice: int | None = None


@dataclass(frozen=True, slots=True)
class EventDeck:
    """A registered list as it was at that time; `player` is the number of its player.

    `sha256` is the hash of the file's bytes, `hash` that of the deck; `catalogue` names the state
    of the catalogue. `error` says why the file is no deck, empty where it is one.
    """

    player: int
    path: str
    sha256: str
    time: str
    seat: str = ""
    name: str = ""
    read_as: str = ""
    hash: str = ""
    cards: tuple[FrozenCard, ...] = ()
    catalogue: str = ""
    late: bool = False
    error: str = ""


@dataclass(frozen=True, slots=True)
class RoundFacts:
    """A round: its stage (`swiss`, `elimination`, `round-robin`), and when players may see it.

    `facts` say how it was paired: seed, rematches, floats and so on.
    """

    stage: str
    published: str = ""
    facts: Mapping[str, Any] = field(default_factory=lambda: _NOTHING)


@dataclass(frozen=True, slots=True)
class TableFacts:
    """Two players at a table, or a bye where `two` is None; `result` is None until it is in.

    `first` is `one` or `two` where the game has seats: who takes the first seat in the first game.
    `reason` says why the pairing was made by hand; `extension` is in minutes.
    """

    one: int
    two: int | None = None
    first: str = ""
    result: Mapping[str, Any] | None = None
    extension: int = 0
    reason: str = ""


@dataclass(frozen=True, slots=True)
class NoteFacts:
    """A note on a player, or a penalty; `round` 0: before the first."""

    player: int
    kind: str
    text: str
    round: int = 0
    time: str = ""


Facts = EventFacts | PlayerFacts | EventDeck | RoundFacts | TableFacts | NoteFacts


@dataclass(frozen=True, slots=True)
class StoredEvent:
    """All that is stored of an event at one moment; `newest` is the newest batch of its ledger.

    Players, decks, rounds and notes are by their numbers, tables by round and number.
    """

    id: int
    facts: EventFacts
    players: Mapping[int, PlayerFacts]
    decks: Mapping[int, EventDeck]
    rounds: Mapping[int, RoundFacts]
    tables: Mapping[tuple[int, int], TableFacts]
    notes: Mapping[int, NoteFacts]
    newest: int
