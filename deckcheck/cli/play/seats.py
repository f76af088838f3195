"""What `setup`, `goldfish` and `odds` share: decks that are to be played, and who sits where."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from deckcheck.cli.cards.search import query_fields
from deckcheck.cli.common import open_catalogue, say
from deckcheck.games import FIRST_GAME, get_game, get_simulator

if TYPE_CHECKING:
    from deckcheck.judge.opening import OpenedDeck
    from deckcheck.odds.condition import Condition
    from deckcheck.simulators.simulator import PlayDeck, Simulator

SHOWN_FROM, SHOWN_FROM_FAST = 2_000, 100_000
"""With more games than this, played move by move or many at once, a bar is worth its place."""


@dataclass(frozen=True, slots=True)
class PlayOptions:
    """What is to be played: the decks as they were opened, their game, its rules, a seed."""

    opened: "Sequence[OpenedDeck]"
    game: str
    rules: str | None
    seed: int
    database: Path | None

    @property
    def paths(self) -> list[str]:
        """What the user called the decks: files, or names of saved decks."""
        return [one.label for one in self.opened]

    @property
    def simulator(self) -> "Simulator":
        """What plays the game."""
        return get_simulator(self.game)

    @property
    def edition(self) -> str:
        """The rules edition: the one asked for, else that of the game's usual format."""
        return self.rules or get_game(self.game).usual_edition

    def read(self, conditions: Sequence[str] = ()) -> "tuple[list[PlayDeck], list[Condition]]":
        """The decks ready to be played, and conditions by the same catalogue; notes are told."""
        from deckcheck.errors import NoCardsError
        from deckcheck.judge.resolve import Resolver
        from deckcheck.odds.parser import parse_condition

        game, simulator = get_game(self.game), self.simulator
        decks = []
        with open_catalogue(self.database, self.game) as catalogue:
            resolver = Resolver(catalogue, game)
            for found in self.opened:
                resolved = resolver.resolve(found.deck_list, found.label, found.name)
                for note in resolved.notes:
                    say(f"{found.label}: {note}")
                whole = game.whole(resolved, catalogue.find_cards)
                decks.append(simulator.make_deck(whole, self.edition))
                if not decks[-1].piles[simulator.hand_pile]:
                    raise NoCardsError(found.label)
            fields = query_fields(catalogue) if conditions else ()
            wanted = [parse_condition(text, fields) for text in conditions]
        for path, deck in zip(self.paths, decks, strict=True):
            for note in deck.notes:
                say(f"{path}: {note}")
        return decks, wanted

    def head(self, schema: str, **facts: int) -> dict[str, Any]:
        """How documents begin; the game is named but for the one that is meant without a name."""
        named = {} if self.game == FIRST_GAME else {"game": self.game}
        return {"schema": schema, **named, **facts, "rules": self.edition, "seed": self.seed}


@dataclass(frozen=True, slots=True)
class Seats:
    """Decks, files and policies by seat; None where nobody sits."""

    simulator: "Simulator"
    decks: "tuple[PlayDeck | None, PlayDeck | None]"
    paths: tuple[str | None, str | None]
    policies: tuple[str | None, str | None]

    def taken(self) -> "list[tuple[int, str, PlayDeck, str, str]]":
        """For each player the place, the name, the deck, its file and policy."""
        found = []
        for place, name in enumerate(self.simulator.players):
            deck, path, policy = self.decks[place], self.paths[place], self.policies[place]
            if deck is not None and path is not None and policy is not None:
                found.append((place, name, deck, path, policy))
        return found


def seat(
    simulator: "Simulator",
    decks: "Sequence[PlayDeck]",
    paths: Sequence[str],
    policies: Sequence[str],
    fixed: Mapping[int, int],
) -> Seats:
    """Everybody at their seats: as the options say (`fixed`), else as the game does."""
    places = dict(fixed)
    if not places:
        first, note = simulator.first_seat(decks)
        if note:
            say(f"deckcheck: {note}")
        places = {first: 0} if len(decks) == 1 else {0: first, 1: 1 - first}
    found = [places.get(place) for place in range(2)]
    one, two = found
    return Seats(
        simulator,
        (None if one is None else decks[one], None if two is None else decks[two]),
        (None if one is None else paths[one], None if two is None else paths[two]),
        (None if one is None else policies[one], None if two is None else policies[two]),
    )
