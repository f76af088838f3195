"""Played games and figures as text for a terminal."""

from collections.abc import Iterable, Mapping, Sequence

from db.language import filled, gettext as _
from deckcheck.chance.estimates import Figure, Proportion
from deckcheck.show.language import number
from deckcheck.show.tables import plain_table
from deckcheck.show.wording import cards, count
from deckcheck.simulators.documents import MOST_VALUES
from deckcheck.simulators.goldfish import GoldfishTally, GoldfishTrial
from deckcheck.simulators.labels import COLUMN, IN_PLACE, OPENING, conditions_of, label, labelled
from deckcheck.simulators.simulation_text import labelled_lines, proportion_bars, wrapped
from deckcheck.simulators.simulator import CHANCE, Event, PlayDeck, Simulator, State, Unseen, seat_of
from deckcheck.simulators.tally import FigureTally

COUNTED = "cards"
"""The counts in hands or in play, unless the game's labels have another word."""

_KINDS = {COUNTED: ("card", "cards"), "units": ("unit", "units")}

_MOST_CARDS = 12
_TURNS_ABREAST = 7


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
    lines = [f"{filled(player, {})}: {deck.name} ({policy})" for player, deck, policy in seats]
    lines.append("")
    lines += [mover_line(simulator, event) for event in events]
    for player, deck, _unused in seats:
        board = board_lines(simulator, final, player)
        lines += ["", *titled(board, player, f"{filled(player, {})}, {deck.name}")]
    return "\n".join(wrapped(lines, width)).rstrip() + "\n"


def tally_text(
    simulator: Simulator, tally: FigureTally, deck: PlayDeck, width: int, *, plain: bool = False
) -> str:
    """The figures of one player's setups, one of them as bars, and the cards seen most often."""
    lines = labelled_lines(labelled(simulator, tally.figures()), plain=plain)
    drawn = simulator.shown.drawn
    values = {str(value): proportion for value, proportion in tally.distribution(drawn).items()}
    if 0 < len(values) <= MOST_VALUES:
        lines += ["", f"  {label(simulator, drawn)}"]
        lines += proportion_bars(values, width, plain=plain)
    counted = tally.games_with(simulator.shown.countable(deck))
    most = sorted(counted.items(), key=lambda item: -item[1].hits)
    if most:
        words = count(len(most), *_KINDS[simulator.shown.labels.get(COUNTED, COUNTED)])
        place = IN_PLACE[simulator.shown.place]
        lines += ["", f"  {_('{in_place} most often (of {words})', in_place=place, words=words)}"]
        lines += proportion_bars(dict(most[:_MOST_CARDS]), width, plain=plain)
    return "\n".join(map(str, lines)) + "\n"


def goldfish_text(trial: GoldfishTrial, tally: GoldfishTally, width: int, *, plain: bool = False) -> str:
    """The figures of a goldfish: opening hands, conditions, setup, and turn by turn."""
    simulator = trial.simulator
    lines = [_("opening hand, after the mulligan")]
    kinds, figures = simulator.shown.kinds, tally.opening.figures()
    opening = {name: one for name, one in figures.items() if name not in kinds or one.value}
    lines += labelled_lines(labelled(simulator, opening, OPENING), plain=plain)
    if trial.conditions:
        lines += ["", _("conditions on the opening hand")]
        lines += labelled_lines(dict(conditions_of(trial, tally)), plain=plain)
    if tally.setup is not None:
        lines += ["", _("setup, alone")]
        shown = tally_text(simulator, tally.setup, trial.deck, width, plain=plain)
        lines.append(shown.rstrip())
    if tally.turns:
        lines += ["", _("turns, alone (means and shares)")]
        lines += _turn_table(simulator, [turn.figures() for turn in tally.turns], width)
    return "\n".join(map(str, lines)) + "\n"


def mover_line(simulator: Simulator, event: Event) -> str:
    """An event in one line, the player before it."""
    longest = max(len(str(filled(player, {}))) for player in simulator.players)
    return f"{filled(event['player'], {}):<{longest}}  {simulator.texts.event_line(event)}"


def board_lines(simulator: Simulator, state: State, player: str, *, hand: bool = True) -> list[str]:
    """The board of a player in lines; the first begins with the player's name."""
    return simulator.texts.board_lines(seat_of(simulator, state, player), player, state, hand=hand)


def hand_lines(simulator: Simulator, state: State, player: str) -> list[str]:
    """The hand of a player in lines."""
    return simulator.texts.hand_lines(seat_of(simulator, state, player).hand)


def titled(board: Sequence[str], player: str, title: str) -> list[str]:
    """The lines of a board, with a title instead of the player's name.

    >>> titled(["dark: total 30", "  space  -"], "dark", "dark, empire")
    ['dark, empire: total 30', '  space  -']
    """
    first, *others = board
    return [title + str(first).removeprefix(str(filled(player, {}))), *others]


def seen_by(simulator: Simulator, event: Event, humans: Iterable[str]) -> Event:
    """The event as these humans see it, without facts that only their opponent knows."""
    if event["player"] in humans or event["player"] == CHANCE:
        return event
    hidden = dict(event)
    for key in simulator.texts.secret & hidden.keys():
        value = hidden[key]
        if isinstance(value, list) and value:
            hidden[key] = Unseen([_("a card") if len(value) == 1 else cards(len(value))])
        elif value is not None and not isinstance(value, list):
            hidden[key] = _("a card")
    return hidden


def _turn_table(simulator: Simulator, turns: Sequence[Mapping[str, Figure]], width: int) -> list[str]:
    """A row for each turn where that fits; else one for each figure, with so many turns as fit."""
    names = {name: label(simulator, name, COLUMN) for name in turns[0]}
    shown = {name: words for name, words in names.items() if words}
    rows = [(f"{n:>4}", *(_cell(turn[name]) for name in shown)) for n, turn in enumerate(turns, start=1)]
    lines = plain_table(("turn", *shown.values()), rows).splitlines()
    if max(map(len, lines)) + 2 > width:
        lines = _figure_rows(shown, rows)
    return [f"  {line}".rstrip() for line in lines]


def _figure_rows(shown: Mapping[str, str], rows: Sequence[Sequence[str]]) -> list[str]:
    lines: list[str] = []
    for start in range(0, len(rows), _TURNS_ABREAST):
        part = rows[start : start + _TURNS_ABREAST]
        headers = ("turn", *(row[0].strip() for row in part))
        cells = [(words, *(row[n] for row in part)) for n, words in enumerate(shown.values(), 1)]
        lines += ["", *plain_table(headers, cells).splitlines()]
    return lines[1:]


def _cell(figure: Figure) -> str:
    if isinstance(figure, Proportion):
        return f"{number(100 * figure.estimate, '.1f')} %"
    return number(figure.mean, ".2f")
