"""Tables on stdout: fitted to a terminal, and whole and aligned where a program reads them."""

import re
import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from db.language import filled, gettext as _
from db.texts import printable_line
from deckcheck.show.screen import screen_size

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

_GAP = "  "
_LEAST_TEXT = 20
"""Texts run over several lines before they are narrower than this."""
_NUMBER = re.compile(r"-?\d*|[X*-]|[\d*X-]+(?:/[\d*X-]+)+")
"""Texts that are set flush right: numbers, and stats like 60/6/5."""


def print_table(
    headers: Sequence[str], rows: Sequence[Sequence[object]], *, optional: Sequence[str] = ()
) -> None:
    """Prints a table on standard output; a terminal gets one that fits, with nothing cut off.

    The columns in `optional`, the least important first, are left out where all do not fit; a line
    says which.
    """
    size = screen_size()
    if size is None:
        sys.stdout.write(plain_table(headers, rows))
    else:
        from rich.console import Console

        console = Console(highlight=False, width=size.columns)
        _print_fitted(console, _said(headers), _as_text(rows), _said(optional))


def plain_table(headers: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """The table in aligned columns, as wide as it needs to be; nothing is cut off.

    >>> print(plain_table(("card", "cost"), [("Boba Fett (A)", 2), ("Han Solo (A)", None)]), end="")
    card           cost
    Boba Fett (A)     2
    Han Solo (A)
    """
    headers, texts = _said(headers), _as_text(rows)
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


def fitted_table(
    headers: Sequence[str], rows: Sequence[Sequence[object]], width: int, *, optional: Sequence[str] = ()
) -> str:
    """The table as a terminal of that width would show it, without colour."""
    from io import StringIO

    from rich.console import Console

    text = StringIO()
    console = Console(file=text, width=width, color_system=None, legacy_windows=False)
    _print_fitted(console, _said(headers), _as_text(rows), _said(optional))
    return text.getvalue()


def _said(headers: Sequence[str]) -> list[str]:
    """Headers in the language that is spoken."""
    return [str(filled(header, {})) for header in headers]


def _print_fitted(
    console: "Console", headers: Sequence[str], rows: Sequence[Sequence[str]], optional: Sequence[str]
) -> None:
    """Prints the table with the columns that fit, or each row as lines where even these do not."""
    from rich.text import Text

    empty = [header for place, header in enumerate(headers) if rows and not any(row[place] for row in rows)]
    left_out: list[str] = []
    candidates = ["", *empty, *(header for header in optional if header in headers)]
    for number, candidate in enumerate(candidates, start=1):
        left_out.append(candidate)
        kept = [place for place, header in enumerate(headers) if header not in left_out]
        shown = [headers[place] for place in kept], [[row[place] for place in kept] for row in rows]
        gap, widths = _fitted_widths(*shown, optional, console.width, fold=number == len(candidates))
        if sum(widths) + gap * (len(widths) - 1) <= console.width:
            console.print(_rich_table(*shown, gap, widths))
            if told := [header for header in left_out[1:] if header not in empty]:
                note = _("not shown: {told}; a wider terminal has them", told=", ".join(told))
                console.print(Text(note, style="dim"))
            return
    label = max(map(len, headers))
    for row in rows:
        for header, cell in zip(headers, row, strict=True):
            console.print(Text(f"{header:<{label}}  {cell}", overflow="fold"))
        console.print()


def _rich_table(
    headers: Sequence[str], rows: Sequence[Sequence[str]], gap: int, widths: Sequence[int]
) -> "Table":
    from rich.table import Table
    from rich.text import Text

    right = _numeric_columns(headers, rows)
    table = Table(box=None, pad_edge=False, padding=(0, gap, 0, 0), header_style="bold")
    for place, header in enumerate(headers):
        table.add_column(
            header,
            justify="right" if place in right else "left",
            overflow="fold",
            width=widths[place] if place in right else None,
            max_width=widths[place],
        )
    for row in rows:
        # Text, since a name in square brackets would be taken for a style.
        table.add_row(*map(Text, row))
    return table


def _fitted_widths(
    headers: Sequence[str], rows: Sequence[Sequence[str]], optional: Sequence[str], width: int, *, fold: bool
) -> tuple[int, list[int]]:
    """The gap between columns, and how wide each is: as it is if all fit, else with what gives way.

    First headers break between words, then optional texts run over several lines, then the gap is
    one blank, and with `fold` all other texts run over lines, too; numbers stay whole. Where that is
    too wide still, so are the widths.
    """
    from rich.cells import cell_len

    columns = list(zip(headers, *rows, strict=True))
    wide, gaps = len(_GAP), len(columns) - 1
    widths = [max(map(cell_len, column)) for column in columns]
    if sum(widths) + wide * gaps <= width:
        return wide, widths
    widths = [max(map(cell_len, (*column[0].split(), *column[1:]))) for column in columns]
    longest = [max(cell_len(word) for cell in column for word in cell.split() or [""]) for column in columns]
    numeric = _numeric_columns(headers, rows)
    texts = {place: min(_LEAST_TEXT, longest[place]) for place in range(len(columns)) if place not in numeric}
    giving = {place: longest[place] for place in texts if headers[place] in optional}
    for gap in (wide, 1):
        _share(widths, giving, width - gap * gaps)
        if sum(widths) + gap * gaps <= width:
            return gap, widths
    if fold:
        _share(widths, texts, width - gaps)
    return 1, widths


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
