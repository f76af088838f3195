"""Acts that play decks: odds, setups, hands to look at, decks played alone, and their figures."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypedDict, Unpack

from db.arguments import Count, LeastValue, Positive
from db.language import gettext as _, one_of
from deckcheck import acts
from deckcheck.acts.database import Database, FilePath
from deckcheck.acts.deck_sources import AnyDeck, one_game
from deckcheck.acts.decks import deck
from deckcheck.acts.limits import HANDS, HANDS_AT_ONCE, LEAST_ERROR
from deckcheck.acts.odds import DeckOdds, OddsArguments, drawn_cards
from deckcheck.chance.chunks import Cluster, Jobs
from deckcheck.chance.estimates import Proportion
from deckcheck.collection.search import query_fields
from deckcheck.decks.counts import deck_profile
from deckcheck.errors import WrongPlayersError
from deckcheck.games import get_game
from deckcheck.games.deck_profile import DeckProfile
from deckcheck.judge.opening import OpenedDeck
from deckcheck.odds.answer import Answer
from deckcheck.odds.parser import parse_condition
from deckcheck.simulators.hand_conditions import hand_condition

if TYPE_CHECKING:
    from deckcheck.acts.by_hand import SampleHand, SetupByHand
    from deckcheck.acts.matrix import Matrix
    from deckcheck.acts.seated import GoldfishFigures, GoldfishRun, PreparedDecks, SetupFigures, SetupResult


class GoldfishArguments(TypedDict, total=False):
    """The options of a goldfish beside its seed.

    Without `hands` it is the usual number of them, with `until` as many as make each probability
    that accurate. `side` is the seat, by default the deck's. `stream` numbers decks that are
    compared, so that their hands are independent.
    """

    hands: Positive | None
    turns: Count
    conditions: Sequence[str]
    policy: str
    rules: str | None
    with_setup: bool
    side: str | None
    stream: Count
    until: Annotated[float, LeastValue(LEAST_ERROR)] | None
    jobs: Positive | Cluster | None


def ask_odds(
    database: Database, source: AnyDeck | OpenedDeck, condition: str, **arguments: Unpack[OddsArguments]
) -> DeckOdds:
    """A deck that is asked how likely a condition is: answered, dealt, drawn."""
    resolved = deck(database, source)
    return acts.odds.ask_odds(database.catalogue(resolved.game), resolved, condition, arguments)


def odds(database: Database, source: AnyDeck, condition: str, **arguments: Unpack[OddsArguments]) -> "Answer":
    """The exact odds of a condition for the cards seen of a deck."""
    return ask_odds(database, source, condition, **arguments).answer


def dealt_odds(
    database: Database,
    source: AnyDeck,
    condition: str,
    *,
    hands: Positive,
    seed: Count,
    jobs: Positive | Cluster | None = None,
    **arguments: Unpack[OddsArguments],
) -> "Proportion":
    """The proportion of dealt hands in which a condition holds: a check of `odds`."""
    return ask_odds(database, source, condition, **arguments).dealt(hands, seed, jobs)


def plot_odds(
    database: Database, source: AnyDeck, condition: str, path: FilePath, **arguments: Unpack[OddsArguments]
) -> None:
    """Draws a condition and its parts by the number of cards seen, as SVG or PNG."""
    ask_odds(database, source, condition, **arguments).plot(path)


def usual_condition(database: Database, source: AnyDeck) -> str | None:
    """A condition to begin with; None where of no card to be drawn the type is known."""
    resolved = deck(database, source)
    return acts.odds.usual_condition(resolved, database.catalogue(resolved.game))


def drawn_from(database: Database, source: AnyDeck) -> int:
    """How many cards a deck has to draw from."""
    resolved = deck(database, source)
    edition = get_game(resolved.game).formats.printed.edition
    return sum(copies for _entry, copies in drawn_cards(resolved, database.catalogue(resolved.game), edition))


def seat(
    database: Database,
    sources: Sequence[AnyDeck | OpenedDeck],
    rules: str | None = None,
    seats: Mapping[int, int] | None = None,
) -> "PreparedDecks":
    """One deck or two of a game at their seats; `seats` says which deck sits where.

    Without `seats` that follows from the decks.
    """
    decks = [deck(database, one) for one in sources]
    code = one_game(one.game for one in decks)
    return acts.seated.PreparedDecks(database.catalogue(code), decks, rules, seats)


def setup(
    database: Database,
    source: AnyDeck,
    other: AnyDeck | None = None,
    *,
    seed: Count,
    policy: str = "planner",
    rules: str | None = None,
) -> "SetupResult":
    """One setup of a deck alone, or of two, move by move; the same for the same seed."""
    return seat(database, [source] if other is None else [source, other], rules).play(seed, policy)


def setups(
    database: Database,
    source: AnyDeck,
    other: AnyDeck | None = None,
    *,
    games: Positive,
    seed: Count,
    policy: str = "planner",
    rules: str | None = None,
    jobs: Positive | Cluster | None = None,
) -> "SetupFigures":
    """Figures over many setups, each with its error."""
    table = seat(database, [source] if other is None else [source, other], rules)
    *_unused, found = table.steps(games, seed, policy, jobs=jobs)
    return found


def matrix(
    database: Database,
    sources: Sequence[AnyDeck],
    *,
    seed: Count,
    games: Positive | None = None,
    figure: str | None = None,
    precision: Annotated[float, LeastValue(LEAST_ERROR)] | None = None,
    policy: str = "planner",
    rules: str | None = None,
    jobs: Positive | Cluster | None = None,
) -> "Matrix":
    """Each deck against each other in setup, each pair as `setups` plays it with this seed.

    Without `games` it is the usual number of them a cell. With `precision` each cell gets as many as
    its 95 % interval needs to reach no further than that to either side.
    """
    found = acts.matrix.open_matrix(
        database,
        sources,
        seed=seed,
        games=games,
        figure=figure,
        precision=precision,
        policy=policy,
        rules=rules,
    )
    for _done in found.steps(jobs):
        pass
    return found


def setup_by_hand(
    database: Database,
    source: AnyDeck,
    other: AnyDeck | None = None,
    *,
    seed: Count,
    choices: Sequence[int | tuple[int, ...]] = (),
    policy: str = "planner",
    rules: str | None = None,
) -> "SetupByHand":
    """A setup that you play, with the first deck, after these choices; see its `offer`.

    `policy` is that of the other deck. The same choices lead to the same place for ever.
    """
    from deckcheck.simulators.by_hand import HUMAN
    from deckcheck.simulators.playing import check_policy

    check_policy(policy)
    table = seat(database, [source] if other is None else [source, other], rules)
    return acts.by_hand.played_by_hand(table, seed, (HUMAN,) if other is None else (HUMAN, policy), choices)


def hand(
    database: Database,
    source: AnyDeck,
    *,
    seed: Count,
    number: Positive = 1,
    moves: Sequence[str] = (),
    policy: str = "planner",
) -> "SampleHand":
    """A hand to look at, one of those of `goldfish`, after moves like "mulligan" and "turn"."""
    return acts.by_hand.sample_hand(
        open_goldfish(database, source, seed=seed, turns=0, policy=policy), number, moves
    )


def goldfish(
    database: Database, source: AnyDeck, *, seed: Count, **arguments: Unpack[GoldfishArguments]
) -> "GoldfishFigures":
    """Figures over opening hands, setup and first turns of a deck that is played alone.

    Decks that are to be compared need different streams: `one.differences(other)`.
    """
    *_unused, found = open_goldfish(database, source, seed=seed, **arguments).steps()
    return found


def open_goldfish(
    database: Database, source: AnyDeck | OpenedDeck, *, seed: Count, **arguments: Unpack[GoldfishArguments]
) -> "GoldfishRun":
    """A deck that is ready to be played alone, step by step.

    Raises `WrongPlayersError` for a side that the game does not have.
    """
    from deckcheck.simulators.goldfish import GoldfishTrial, goldfish_trial
    from deckcheck.simulators.playing import check_policy

    check_policy(policy := arguments.get("policy", "planner"))
    table = seat(database, [source], arguments.get("rules"))
    simulator, (ready,) = table.simulator, table.ready
    texts, side = arguments.get("conditions", ()), arguments.get("side")
    fields = query_fields(database.catalogue(table.game)) if texts else ()
    conditions = tuple(hand_condition(parse_condition(one, fields), ready.entries) for one in texts)
    place = simulator.first_seat([ready])[0]
    if side is not None:
        if side not in simulator.players:
            sides = one_of(simulator.players)
            raise WrongPlayersError(_("no side is called {side!r}; expected {sides}", side=side, sides=sides))
        place = simulator.players.index(side)
    hands, until = arguments.get("hands"), arguments.get("until")
    trial = goldfish_trial(
        GoldfishTrial(
            simulator,
            ready,
            place,
            policy,
            seed,
            hands,
            arguments.get("turns", 6),
            arguments.get("with_setup", True),
            conditions,
            arguments.get("stream", 0),
        )
    )
    if hands is None and until is None:
        trial = replace(trial, hands=HANDS if trial.fast is None else HANDS_AT_ONCE)
    return acts.seated.GoldfishRun(table, trial, until, arguments.get("jobs"))


def stats(database: Database, source: AnyDeck | OpenedDeck, *, rules: str | None = None) -> "DeckProfile":
    """The composition of a deck: `figures()`, and `document` as the command prints it."""
    resolved = deck(database, source)
    game = get_game(resolved.game)
    return deck_profile(resolved, game, rules or game.formats.printed.edition)


def plot_deck(database: Database, source: AnyDeck, path: FilePath, *, rules: str | None = None) -> None:
    """Draws a deck at a glance, as SVG or PNG."""
    acts.drawing.draw_profile(Path(path), stats(database, source, rules=rules))
