"""Tables on stdout: fitted to a terminal, and whole and aligned where a program reads them."""

import re
import sys
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from db.texts import printable_line

_GAP = "  "
_LEAST_CUT = 12
_LEAST_OF_ALL = 6
_LEAST_TEXT = 20
_NUMBER = re.compile(r"-?\d*|[X*-]|[\d*X-]+(?:/[\d*X-]+)+")
"""Texts that are set flush right: numbers, and stats like 60/6/5."""


def print_table(
    headers: Sequence[str], rows: Sequence[Sequence[object]], *, shrink: Collection[str] = ()
) -> None:
    """Prints a table on stdout; on a terminal that is too narrow, those in `shrink` are cut off."""
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
    headers: Sequence[str], rows: Sequence[Sequence[object]], width: int, *, shrink: Collection[str] = ()
) -> str:
    """The table as a terminal of that width would show it, without colour."""
    from io import StringIO

    from rich.console import Console

    text = StringIO()
    console = Console(file=text, width=width, color_system=None, legacy_windows=False)
    console.print(_rich_table(headers, _as_text(rows), shrink, width))
    return text.getvalue()


def _print_fitted(headers: Sequence[str], rows: Sequence[Sequence[str]], shrink: Collection[str]) -> None:
    from rich.console import Console

    console = Console(highlight=False)
    console.print(_rich_table(headers, rows, shrink, console.width))


def _rich_table(
    headers: Sequence[str], rows: Sequence[Sequence[str]], shrink: Collection[str], width: int
) -> Any:
    from rich.table import Table
    from rich.text import Text

    right = _numeric_columns(headers, rows)
    for gap in (len(_GAP), 1):
        room = width - gap * (len(headers) - 1)
        widths = _fitted_widths(headers, rows, shrink, room)
        if sum(widths) <= room:
            break
    table = Table(box=None, pad_edge=False, padding=(0, gap, 0, 0), header_style="bold")
    for place, header in enumerate(headers):
        table.add_column(
            header,
            justify="right" if place in right else "left",
            overflow="ellipsis" if header in shrink else "fold",
            no_wrap=header in shrink,
            width=widths[place] if place in right else None,
            max_width=widths[place],
        )
    for row in rows:
        # Text, since a name in square brackets would be taken for a style.
        table.add_row(*map(Text, row))
    return table


def _fitted_widths(
    headers: Sequence[str], rows: Sequence[Sequence[str]], shrink: Collection[str], room: int
) -> list[int]:
    """How wide each column may be: as it is if all fit, else what can give way does, in turn.

    First headers break between words, then the columns in `shrink` are cut off, then other texts
    run over several lines; numbers stay whole. Where that is too wide still, so are the widths.
    """
    from rich.cells import cell_len

    columns = list(zip(headers, *rows, strict=True))
    widths = [max(map(cell_len, column)) for column in columns]
    if sum(widths) <= room:
        return widths
    widths = [max(map(cell_len, (*column[0].split(), *column[1:]))) for column in columns]
    cut = [place for place, header in enumerate(headers) if header in shrink]
    _share(widths, dict.fromkeys(cut, _LEAST_CUT), room)
    numeric = _numeric_columns(headers, rows)
    texts = {
        place: min(_LEAST_TEXT, max((cell_len(w) for c in column for w in c.split()), default=0))
        for place, column in enumerate(columns)
        if place not in numeric and place not in cut
    }
    _share(widths, texts, room)
    _share(widths, dict.fromkeys(cut, _LEAST_OF_ALL), room)
    return widths


def _share(widths: list[int], least: Mapping[int, int], room: int) -> None:
    """Makes columns as narrow as it takes, but not narrower than told; the widest give most."""
    left = room - sum(size for place, size in enumerate(widths) if place not in least)
    for done, place in enumerate(sorted(least, key=lambda place: widths[place])):
        widths[place] = min(widths[place], max(least[place], left // (len(least) - done)))
        left -= widths[place]


def without_empty(
    headers: Sequence[str], rows: Sequence[Sequence[object]]
) -> tuple[list[str], list[list[object]]]:
    """The table without its empty columns.

    >>> without_empty(("card", "set", "notes"), [("Yoda (A)", None, ""), ("Yoda (B)", "AOTC", "")])
    (['card', 'set'], [['Yoda (A)', None], ['Yoda (B)', 'AOTC']])
    """
    kept = [place for place in range(len(headers)) if any(row[place] not in ("", None) for row in rows)]
    return [headers[place] for place in kept], [[row[place] for place in kept] for row in rows]


def _as_text(rows: Sequence[Sequence[object]]) -> list[list[str]]:
    return [["" if cell is None else printable_line(str(cell)) for cell in row] for row in rows]


def _numeric_columns(headers: Sequence[str], rows: Sequence[Sequence[str]]) -> set[int]:
    """The places of the columns that hold nothing but numbers, and some."""
    return {
        place
        for place in range(len(headers))
        if any(row[place] for row in rows) and all(_NUMBER.fullmatch(row[place]) for row in rows)
    }
