"""Figures with their errors as text: lines, bars, comparisons."""

from collections.abc import Iterable, Mapping
from textwrap import wrap

from db.language import gettext as _
from deckcheck.chance.estimates import Figure, FigureDifference, Proportion
from deckcheck.show.bars import bar
from deckcheck.show.language import number
from deckcheck.show.tables import plain_table

_BAR = 40
_MOST_DECIMALS = 4
_EVENT, _LABEL = 10, 12
"""Where the text of an event begins, and of a line with a label before it."""


def wrapped(lines: Iterable[str], width: int) -> list[str]:
    """The lines with longer ones broken, their continuations indented below the text.

    >>> wrapped(["dark   6 Yoda (A), character; drew Mace Windu (B)"], 40)
    ['dark   6 Yoda (A), character; drew Mace', '          Windu (B)']
    """
    broken = []
    for line in map(str, lines):
        indent = len(line) - len(line.lstrip())
        further = " " * (indent + _LABEL if indent else _EVENT)
        broken += wrap(line, width, subsequent_indent=further, break_on_hyphens=False) or [""]
    return broken


def figure_text(figure: Figure, *, plain: bool = False) -> str:
    """A figure with its standard error, like `70.8 % ± 0.5` or `5.48 ± 0.01`.

    >>> from deckcheck.chance.estimates import Mean
    >>> figure_text(Proportion(1, 2), plain=True), figure_text(Mean(10, 100, 10))
    ('50.0 % +- 35.4', '1.00 ± 1.00')
    """
    sign = "+-" if plain else "±"
    if isinstance(figure, Proportion):
        value, error = 100 * figure.estimate, 100 * figure.standard_error
        digits = decimals(error)
        return f"{number(value, f'.{digits}f')} % {sign} {number(error, f'.{digits}f')}"
    digits = max(2, decimals(figure.standard_error))
    return f"{number(figure.mean, f'.{digits}f')} {sign} {number(figure.standard_error, f'.{digits}f')}"


DIFFERENCES = _(
    "differences of up to three standard errors may be chance; little is less than 0.2 of the "
    "spread of single games, much 0.8 or more"
)
"""The meaning of the words of a comparison."""


def comparison_text(names: tuple[str, str], differences: Mapping[str, FigureDifference]) -> str:
    """Two decks side by side, with each difference, its error, and its size in words."""
    rows = []
    for label, found in differences.items():
        scale, digits = (100, 1) if isinstance(found.first, Proportion) else (1, 2)
        numbers = (found.first.value, found.second.value)
        shown = [f"{scale * number:.{digits}f}{' %' * (scale > 1)}" for number in numbers]
        error = f"{scale * found.difference:+.{digits}f} ± {scale * found.standard_error:.{digits}f}"
        rows.append((label, *shown, error, found.words))
    return plain_table(("", *names, _("difference"), ""), rows)


def labelled_lines(figures: Mapping[str, Figure], *, plain: bool) -> list[str]:
    """Figures with their names before them, a line each."""
    shown = {str(label): figure for label, figure in figures.items()}
    longest = max(map(len, shown), default=0)
    return [f"  {label:<{longest}}  {figure_text(figure, plain=plain)}" for label, figure in shown.items()]


def proportion_bars(proportions: Mapping[str, Proportion], width: int, *, plain: bool) -> list[str]:
    """Shares as bars, a line each."""
    labels = max(map(len, proportions), default=0)
    room = max(10, min(_BAR, width - labels - 14))
    largest = max((proportion.estimate for proportion in proportions.values()), default=0.0)
    return [
        f"    {label:<{labels}} {number(100 * proportion.estimate, '>5.1f')} % "
        f"{bar(proportion.estimate, largest, room, plain=plain)}".rstrip()
        for label, proportion in proportions.items()
    ]


def decimals(error: float) -> int:
    """How many decimals an error makes worth showing: those of its first digit that counts."""
    digits = 1
    while digits < _MOST_DECIMALS and 0 < error < 10**-digits:
        digits += 1
    return digits
