"""What was played and counted as documents, as text and as sheets."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from deckcheck.chance.estimates import Figure, Mean, Share
from deckcheck.show.workbook import LINES, Sheet, figure_sheet
from deckcheck.simulators.simulation_text import labelled_lines, share_bars, wrapped
from deckcheck.simulators.simulator import CHANCE, Event, PlayDeck, Simulator, State, Unseen
from deckcheck.simulators.tally import Tally

_MOST_CARDS = 12
_MOST_VALUES = 40
_TURNS_ABREAST = 7


def label(simulator: Simulator, name: str) -> str:
    """The words for a figure; its name where the game gives none."""
    return simulator.labels.get(name, name.replace("_", " "))


def setup_text(
    simulator: Simulator,
    decks: Sequence[PlayDeck | None],
    policies: Sequence[str | None],
    events: Iterable[Event],
    final: State,
    width: int = 100,
) -> str:
    """A whole setup: who plays, every event, and the boards at the end."""
    seats = [
        (player, deck, policy)
        for player, deck, policy in zip(simulator.players, decks, policies, strict=True)
        if deck is not None
    ]
    longest = max(len(name) for name in simulator.players)
    lines = [f"{player}: {deck.name} ({policy})" for player, deck, policy in seats]
    lines.append("")
    lines += [f"{event['player']:<{longest}}  {simulator.event_line(event)}" for event in events]
    for player, _, _ in seats:
        lines += ["", *simulator.board_lines(final, player)]
    return "\n".join(wrapped(lines, width)).rstrip() + "\n"


def tally_document(tally: Tally, deck: PlayDeck) -> dict[str, Any]:
    """The figures of one player's setups as the document has them."""
    document: dict[str, Any] = {}
    for name, figure in tally.figures().items():
        document[name] = dict(figure.as_json())
        if isinstance(figure, Mean):
            values = tally.distribution(name)
            if len(values) <= _MOST_VALUES:
                document[name]["distribution"] = [
                    {"value": value, **share.as_json()} for value, share in values.items()
                ]
    names = {card.number: card.name for card in deck.cards}
    cards = tally.in_hand(names)
    document["cards"] = [
        {"name": name, "in_hand": share.as_json()} for name, share in cards.items()
    ]
    return document


def tally_text(
    simulator: Simulator, tally: Tally, deck: PlayDeck, width: int, *, plain: bool = False
) -> str:
    """The figures of one player's setups, and the cards seen most often."""
    found = {label(simulator, name): figure for name, figure in tally.figures().items()}
    lines = labelled_lines(found, plain=plain)
    names = {card.number: card.name for card in deck.cards}
    cards = sorted(tally.in_hand(names).items(), key=lambda item: -item[1].hits)
    if cards:
        lines += ["", f"  in hand most often (of {len(cards)} cards)"]
        lines += share_bars(dict(cards[:_MOST_CARDS]), width, plain=plain)
    return "\n".join(lines) + "\n"


def fish_document(figures: Mapping[str, Any]) -> dict[str, Any]:
    """The figures of a goldfish as the document has them."""
    return {
        "opening": _plain(figures["opening"]),
        "setup": _plain(figures["setup"]),
        "by_turn": [_plain(turn) for turn in figures["by_turn"]],
        "conditions": [
            {"condition": text, **share.as_json()} for text, share in figures["conditions"]
        ],
    }


def fish_text(simulator: Simulator, figures: Mapping[str, Any], *, plain: bool = False) -> str:
    """The figures of a goldfish: opening hands, conditions, setup, and turn by turn."""
    lines = ["opening hand, after the mulligan (cards)"]
    lines += labelled_lines(figures["opening"], plain=plain)
    if figures["conditions"]:
        lines += ["", "conditions on the opening hand"]
        lines += labelled_lines(dict(figures["conditions"]), plain=plain)
    lines += ["", "setup, alone"]
    setup = {label(simulator, name): one for name, one in figures["setup"].items()}
    lines += labelled_lines(setup, plain=plain)
    if figures["by_turn"]:
        lines += ["", "turns, alone (means and shares)"]
        lines += _turn_table(simulator, figures["by_turn"])
    return "\n".join(lines) + "\n"


def labelled(simulator: Simulator, figures: Mapping[str, Figure]) -> dict[str, Figure]:
    """The figures by their words; those of a part, like `setup: first`, too."""
    found = {}
    for name, figure in figures.items():
        part, colon, own = name.partition(": ")
        found[f"{part}: {label(simulator, own)}" if colon else label(simulator, name)] = figure
    return found


def setup_sheets(simulator: Simulator, title: str, tally: Tally, deck: PlayDeck) -> list[Sheet]:
    """The sheets of one player's setup statistics."""
    cards = tally.in_hand({card.number: card.name for card in deck.cards})
    rows = tuple((name, one.estimate, one.standard_error) for name, one in cards.items())
    return [
        figure_sheet(title, labelled(simulator, tally.figures())),
        Sheet(f"cards {title}", ("card", "in hand", "standard error"), rows),
    ]


def fish_sheets(simulator: Simulator, title: str, figures: Mapping[str, Any]) -> list[Sheet]:
    """The sheets of a goldfish: opening, setup, and a row for each turn."""
    opening = dict(figures["opening"]) | dict(figures["conditions"])
    sheets = [
        figure_sheet(f"opening {title}", opening),
        figure_sheet(f"setup {title}", labelled(simulator, figures["setup"])),
    ]
    turns = figures["by_turn"]
    if turns:
        names = [name for name in turns[0] if name != "turn"]
        rows = tuple((turn["turn"], *(turn[name].value for name in names)) for turn in turns)
        headers = ("turn", *(label(simulator, name) for name in names))
        drawn = tuple(range(2, min(len(headers), 5) + 1))
        sheets.append(Sheet(f"turns {title}", headers, rows, LINES, drawn))
    return sheets


def seen_by(simulator: Simulator, event: Event, humans: Iterable[str]) -> Event:
    """The event as humans see it: without what only the opponent knows."""
    if event["player"] in humans or event["player"] == CHANCE:
        return event
    hidden = dict(event)
    for key in simulator.secret & hidden.keys():
        value = hidden[key]
        if isinstance(value, list) and value:
            hidden[key] = Unseen(["a card" if len(value) == 1 else f"{len(value)} cards"])
        elif not isinstance(value, list):
            hidden[key] = "a card"
    return hidden


def _plain(value: Any) -> Any:
    if isinstance(value, Share | Mean):
        return value.as_json()
    if isinstance(value, Mapping):
        return {key: _plain(inner) for key, inner in value.items()}
    return value


def _turn_table(simulator: Simulator, turns: Sequence[Mapping[str, Any]]) -> list[str]:
    """A row for each figure and a column for each turn, so many turns side by side as fit."""
    from deckcheck.show.tables import plain_table

    names = [name for name in turns[0] if name != "turn"]
    lines: list[str] = []
    for start in range(0, len(turns), _TURNS_ABREAST):
        shown = turns[start : start + _TURNS_ABREAST]
        headers = ("turn", *(str(turn["turn"]) for turn in shown))
        rows = [(label(simulator, name), *(_cell(turn[name]) for turn in shown)) for name in names]
        lines += ["", *plain_table(headers, rows).splitlines()]
    return [f"  {line}".rstrip() for line in lines[1:]]


def _cell(figure: Figure) -> str:
    if isinstance(figure, Share):
        return f"{100 * figure.estimate:.1f} %"
    return f"{figure.mean:.2f}"
