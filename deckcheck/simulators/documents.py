"""Figures as JSON documents, of one shape for all games."""

from collections.abc import Mapping
from typing import Any

from deckcheck.chance.estimates import Figure, Mean
from deckcheck.simulators.goldfish import GoldfishTally, GoldfishTrial
from deckcheck.simulators.labels import conditions_of
from deckcheck.simulators.simulator import PlayDeck, Simulator
from deckcheck.simulators.tally import FigureTally

MOST_VALUES = 40
"""A number of more different values is given without its distribution."""


def setup_document(simulator: Simulator, tally: FigureTally, deck: PlayDeck) -> dict[str, Any]:
    """The figures of one player's setups: each in its place, and all of them flat as `figures`."""
    figures = tally.figures()
    document = nested(figures)
    for name, figure in figures.items():
        values = tally.distribution(name)
        called = _value_name(simulator, name)
        if isinstance(figure, Mean) and called and 0 < len(values) <= MOST_VALUES:
            _within(document, name)["distribution"] = [
                {called: value, **proportion.as_json()} for value, proportion in values.items()
            ]
    cards = tally.games_with(simulator.shown.countable(deck))
    document["cards"] = [
        {"name": name, f"in_{simulator.shown.place}": proportion.as_json()}
        for name, proportion in cards.items()
    ]
    return document | {"figures": flat(figures)}


def goldfish_document(trial: GoldfishTrial, tally: GoldfishTally) -> dict[str, Any]:
    """The figures of a goldfish: opening, setup, turn by turn, conditions, and all of them flat."""
    setup = tally.setup
    result = {f"opening.{name}": one for name, one in tally.opening.figures().items()}
    shown = None
    if setup is not None:
        shown = setup_document(trial.simulator, setup, trial.deck)
        del shown["figures"]
        result |= {f"setup.{name}": one for name, one in setup.figures().items()}
    for number, turn in enumerate(tally.turns, start=1):
        result |= {f"turn.{number}.{name}": one for name, one in turn.figures().items()}
    return {
        "opening": nested(tally.opening.figures()),
        "setup": shown,
        "by_turn": [
            {"turn": number, **nested(turn.figures())} for number, turn in enumerate(tally.turns, start=1)
        ],
        "conditions": [
            {"condition": text, **proportion.as_json()} for text, proportion in conditions_of(trial, tally)
        ],
        "figures": flat(result),
    }


def flat(figures: Mapping[str, Figure]) -> dict[str, dict[str, float]]:
    """The figures by their full names, as every statistics document holds them."""
    return {name: figure.as_json() for name, figure in figures.items()}


def nested(figures: Mapping[str, Figure]) -> dict[str, Any]:
    """The figures as documents, those with a dot in their names nested.

    >>> nested({"arenas.space": Mean(2, 4, 1)})
    {'arenas': {'space': {'mean': 2.0, 'standard_error': 0.0}}}
    """
    document: dict[str, Any] = {}
    for name, figure in figures.items():
        _within(document, name).update(figure.as_json())
    return document


def _within(document: dict[str, Any], name: str) -> dict[str, Any]:
    """The document of a figure within another, made where it is missing."""
    place = document
    for part in name.split("."):
        place = place.setdefault(part, {})
    return place


def _value_name(simulator: Simulator, name: str) -> str | None:
    """The name of the values of a number in documents; None where they leave them out."""
    if simulator.shown.distributions is None:
        return "value"
    return simulator.shown.distributions.get(name)
