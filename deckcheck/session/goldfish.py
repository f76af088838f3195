"""Decks that are played alone: made ready, and counted."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from db.cards.lookup import Catalogue
from deckcheck.collection.search import query_fields
from deckcheck.deck import Deck
from deckcheck.errors import WrongPlayersError
from deckcheck.odds.parser import parse_condition
from deckcheck.session.play import GoldfishFigures, SeatedDecks
from deckcheck.simulators.goldfish import GoldfishTrial, goldfish_trial, simulate_goldfish
from deckcheck.simulators.hand_conditions import hand_condition
from deckcheck.simulators.playing import check_policy


@dataclass(frozen=True, slots=True)
class GoldfishPlan:
    """The options of a goldfish; `hands` None plays without an end, `side` None is the deck's.

    `stream` numbers decks that are compared, so that their hands are independent.
    """

    seed: int
    hands: int | None
    turns: int
    policy: str
    with_setup: bool = True
    conditions: Sequence[str] = ()
    side: str | None = None
    stream: int = 0


def make_trial(catalogue: Catalogue, table: SeatedDecks, plan: GoldfishPlan) -> GoldfishTrial:
    """The deck of a table of one, ready to be played so many hands.

    Raises `WrongPlayersError` for a side that the game does not have.
    """
    check_policy(plan.policy)
    simulator, (deck,) = table.simulator, table.ready
    fields = query_fields(catalogue) if plan.conditions else ()
    asked = [parse_condition(text, fields) for text in plan.conditions]
    seat = simulator.first_seat([deck])[0]
    if plan.side is not None:
        if plan.side not in simulator.players:
            sides = " or ".join(simulator.players)
            raise WrongPlayersError(f"no side is called {plan.side!r}; expected {sides}")
        seat = simulator.players.index(plan.side)
    return goldfish_trial(
        GoldfishTrial(
            simulator,
            deck,
            seat,
            plan.policy,
            plan.seed,
            plan.hands,
            plan.turns,
            plan.with_setup,
            tuple(hand_condition(one, deck.entries) for one in asked),
            plan.stream,
        )
    )


def goldfish(
    catalogue: Catalogue, deck: Deck, plan: GoldfishPlan, *, rules: str | None = None, jobs: int | None = None
) -> GoldfishFigures:
    """Figures over many hands of a deck that is played alone."""
    *_, found = goldfish_steps(catalogue, deck, plan, rules=rules, jobs=jobs)
    return found


def goldfish_steps(
    catalogue: Catalogue, deck: Deck, plan: GoldfishPlan, *, rules: str | None = None, jobs: int | None = None
) -> Iterator[GoldfishFigures]:
    """Yields the figures over the hands so far after each chunk of them, until all are played."""
    table = SeatedDecks(catalogue, [deck], rules)
    trial = make_trial(catalogue, table, plan)
    for tally in simulate_goldfish(trial, None, jobs):
        yield GoldfishFigures(table.game, table.paths[0], table.rules, trial, tally)
