"""Tables on stdout: fitted to a terminal, and whole and aligned where a program reads them."""

import re
import sys
from collections.abc import Collection, Sequence
from typing import Any

_GAP = "  "
_NARROWEST = 6
_NUMBER = re.compile(r"-?\d*|[X*-]|[\d*X-]+(?:/[\d*X-]+)+")
"""What is set flush right: numbers, and stats like 60/6/5."""


def print_table(
    headers: Sequence[str], rows: Sequence[Sequence[object]], *, shrink: Collection[str] = ()
) -> None:
    """Prints a table on stdout; on a terminal the columns in `shrink` give way first."""
    if sys.stdout.isatty():
        _print_fitted(headers, _as_text(rows), shrink)
    else:
        sys.stdout.write(plain_table(headers, rows))


def plain_table(headers: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """The table in aligned columns, as wide as it needs to be; nothing is cut off.

    >>> print(plain_table(("card", "cost"), [("Boba Fett (A)", 2), ("Han Solo (A)", None)]), end="")
    card           cost
    Boba Fett (A)     2
    Han Solo (A)
    """
    texts = _as_text(rows)
    right = _numeric_columns(headers, texts)
    widths = [max(map(len, column)) for column in zip(headers, *texts, strict=True)]
    lines = []
    for cells in (headers, *texts):
        shown = (
            cell.rjust(width) if place in right else cell.ljust(width)
            for place, (cell, width) in enumerate(zip(cells, widths, strict=True))
        )
        lines.append(_GAP.join(shown).rstrip() + "\n")
    return "".join(lines)


def amount(count: int, what: str) -> str:
    """A number with its noun, which gets an s unless there is one.

    >>> amount(1, "card"), amount(2000, "file")
    ('1 card', '2000 files')
    """
    return f"{count} {what}{'' if count == 1 else 's'}"


def fitted_table(
    headers: Sequence[str],
    rows: Sequence[Sequence[object]],
    width: int,
    *,
    shrink: Collection[str] = (),
) -> str:
    """The table as a terminal of that width would show it, without colour."""
    from io import StringIO

    from rich.console import Console

    text = StringIO()
    console = Console(file=text, width=width, color_system=None, legacy_windows=False)
    console.print(_rich_table(headers, _as_text(rows), shrink, width))
    return text.getvalue()


def _print_fitted(
    headers: Sequence[str], rows: Sequence[Sequence[str]], shrink: Collection[str]
) -> None:
    from rich.console import Console

    console = Console(highlight=False)
    console.print(_rich_table(headers, rows, shrink, console.width))


def _rich_table(
    headers: Sequence[str], rows: Sequence[Sequence[str]], shrink: Collection[str], width: int
) -> Any:
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, padding=(0, len(_GAP), 0, 0), header_style="bold")
    right = _numeric_columns(headers, rows)
    limits = _shrunk_widths(headers, rows, shrink, width)
    for place, header in enumerate(headers):
        table.add_column(
            header,
            justify="right" if place in right else "left",
            overflow="ellipsis" if header in shrink else "fold",
            no_wrap=header in shrink or place in right,
            max_width=limits.get(place),
        )
    for row in rows:
        # Text, since a name in square brackets would be taken for a style.
        table.add_row(*map(Text, row))
    return table


def _shrunk_widths(
    headers: Sequence[str], rows: Sequence[Sequence[str]], shrink: Collection[str], width: int
) -> dict[int, int]:
    """How wide each shrinking column may be: its share of what the other columns leave."""
    from rich.cells import cell_len

    natural = [max(map(cell_len, column)) for column in zip(headers, *rows, strict=True)]
    places = [place for place, header in enumerate(headers) if header in shrink]
    fixed = sum(size for place, size in enumerate(natural) if place not in places)
    left = width - fixed - len(_GAP) * len(headers)
    limits = {}
    for done, place in enumerate(sorted(places, key=lambda place: natural[place])):
        share = max(_NARROWEST, left // (len(places) - done))
        limits[place] = min(natural[place], share)
        left -= limits[place]
    return limits


def _as_text(rows: Sequence[Sequence[object]]) -> list[list[str]]:
    return [["" if cell is None else str(cell) for cell in row] for row in rows]


def _numeric_columns(headers: Sequence[str], rows: Sequence[Sequence[str]]) -> set[int]:
    """The places of the columns that hold nothing but numbers, and some."""
    return {
        place
        for place in range(len(headers))
        if any(row[place] for row in rows) and all(_NUMBER.fullmatch(row[place]) for row in rows)
    }
