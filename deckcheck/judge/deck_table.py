"""Reports as a table with a row a deck, for a spreadsheet; `csv_text` has a row an issue."""

from collections.abc import Iterable, Sequence

from deckcheck.games import FIRST_GAME, get_game
from deckcheck.report import ERROR, AnyReport, Issue, UnreadableReport
from deckcheck.show.csv_table import csv_table

_DECK = ("path", "name", "game", "read_as", "format", "rules", "as_of", "verdict")
_FOUND = ("errors", "open", "remarks", "codes", "problems")

Row = tuple[str | int, ...]


def deck_table(reports: Iterable[AnyReport]) -> tuple[tuple[str, ...], list[Row]]:
    """The headers and a row for each deck: its file, name, verdict, counts, and problems."""
    reports = list(reports)
    games = {r.game for r in reports if not isinstance(r, UnreadableReport)} or {FIRST_GAME}
    known = sorted(games, key=lambda code: (code != FIRST_GAME, code))
    counted = tuple(dict.fromkeys(n for code in known for n in get_game(code).count_names))
    return (*_DECK, *counted, *_FOUND), [_row(report, counted) for report in reports]


def deck_table_csv(reports: Iterable[AnyReport]) -> str:
    """The table as CSV; no text in it is taken for a formula."""
    return csv_table(*deck_table(reports))


def deck_table_xlsx(reports: Iterable[AnyReport]) -> bytes:
    """The table as a workbook."""
    from importers.sheets.table_workbook import table_workbook

    headers, rows = deck_table(reports)
    return table_workbook("Decks", headers, rows)


def _row(report: AnyReport, counted: Sequence[str]) -> Row:
    if isinstance(report, UnreadableReport):
        empty = [""] * (len(_DECK) - 3 + len(counted) + len(_FOUND) - 1)
        return (
            report.path,
            report.name,
            *empty[: len(_DECK) - 3],
            report.verdict,
            *empty[len(_DECK) - 3 :],
            report.error,
        )
    errors = [issue for issue in report.issues if issue.severity == ERROR]
    open_ = [issue for issue in report.issues if issue.severity != ERROR and issue.undecided]
    shown = [*errors, *open_]
    deck = tuple(str(getattr(report, name)) for name in _DECK)
    counts = tuple(report.counts.get(name, "") for name in counted)
    numbers = len(errors), len(open_), len(report.issues) - len(shown)
    return (*deck, *counts, *numbers, _codes(shown), " | ".join(one.message for one in shown))


def _codes(issues: Sequence[Issue]) -> str:
    return " ".join(dict.fromkeys(issue.code for issue in issues))
