"""Each deck against each other: a matrix opened, played on, shown and written."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any

from db.language import gettext as _, ngettext
from db.texts import printable_line
from deckcheck import __version__
from deckcheck.acts.database import Database, FilePath
from deckcheck.acts.deck_sources import AnyDeck, one_game
from deckcheck.acts.decks import deck
from deckcheck.acts.files import check_suffix, save_file
from deckcheck.acts.finished_blocks import FinishedBlocks, blocks_path
from deckcheck.acts.limits import HANDS, HANDS_AT_ONCE, LEAST_DECKS
from deckcheck.acts.seated import document_head, ready_decks
from deckcheck.chance.chunks import Jobs
from deckcheck.chance.estimates import Figure, Proportion, rounded
from deckcheck.errors import UnknownFigureError, WrongPlayersError
from deckcheck.games import get_game, get_simulator
from deckcheck.judge.batch import find_deck_files
from deckcheck.judge.opening import OpenedDeck
from deckcheck.show.json_text import json_text
from deckcheck.show.language import number
from deckcheck.show.plots import Measured, plot_matrix
from deckcheck.show.tables import plain_table
from deckcheck.show.workbook import ResultSheet, write_workbook
from deckcheck.simulators.labels import label
from deckcheck.simulators.matrix import MatrixRun, matrix_trial
from deckcheck.simulators.playing import check_policy
from deckcheck.simulators.simulation_text import decimals
from importers.errors import ExistingFileError

SUFFIXES = (".csv", ".json", ".png", ".svg", ".xlsx")
"""The forms in which a matrix is written."""

_FIRST = 2048
"""The games of each cell from which a precision goes on."""

_NAME = 24
"""Names of decks are cut to so many letters in tables and pictures."""


def blocks_beside(out: Path, *, resume: bool, force: bool) -> FinishedBlocks:
    """The finished blocks beside the file of a matrix.

    Raises `UnknownSuffixError`, and `ExistingFileError` for a file that is there, without `force`: now,
    and not after hours of play.
    """
    check_suffix(out, SUFFIXES)
    if out.exists() and not force:
        raise ExistingFileError(str(out))
    return FinishedBlocks(blocks_path(out), resume=resume, force=force)


@dataclass(frozen=True)
class Matrix:
    """Decks of which each plays each other: `steps` plays on, the rest is what came of it."""

    game: str
    rules: str
    paths: tuple[str, ...]
    run: MatrixRun
    notes: tuple[str, ...]

    @property
    def names(self) -> list[str]:
        """The names of the decks with their numbers, cut to a length that tables have room for."""
        names = [printable_line(one.name) for one in self.run.trial.decks]
        cut = (name if len(name) <= _NAME else f"{name[: _NAME - 3]}..." for name in names)
        return [f"{place:>{len(str(len(names)))}} {name}" for place, name in enumerate(cut, start=1)]

    @property
    def is_fast(self) -> bool:
        """Whether many games are played at once."""
        return self.run.trial.is_fast

    @property
    def planned(self) -> int:
        """How many games are played at least."""
        return self.run.games * len(self.run.trial.tables)

    @property
    def made_of(self) -> Mapping[str, Any]:
        """All that the sums of a block depend on, as files of finished blocks begin."""
        trial = self.run.trial
        own = {"deckcheck": __version__, "game": self.game, "rules": self.rules, "policy": trial.policy}
        decks = [sha256(repr(_plain(one)).encode()).hexdigest()[:16] for one in trial.decks]
        return {**own, "figure": trial.figure, "seed": trial.seed, "decks": decks}

    def steps(self, jobs: Jobs = None, blocks: FinishedBlocks | None = None) -> Iterator[tuple[int, int]]:
        """Yields after each block how many games are played, and how many are to be."""
        if blocks is not None:
            self.run.known, self.run.keep = blocks.known, blocks.add
        return self.run.steps(jobs)

    @cached_property
    def figures(self) -> dict[tuple[int, int], Figure]:
        """The figure of each cell by row and column, when all is played."""
        return {(cell.row, cell.column): self.run.figure(cell) for cell in self.run.trial.cells}

    def document(self) -> dict[str, Any]:
        """The matrix as in `deckcheck.matrix/1`."""
        trial = self.run.trial
        games = min(one.trials for one in self.figures.values())
        head = document_head("deckcheck.matrix/1", self.game, self.rules, trial.seed, games=games)
        cells = [
            {"row": row, "column": column, **one.as_json(), "games": one.trials}
            for (row, column), one in self.figures.items()
        ]
        facts = {"figure": trial.figure, "policy": trial.policy, "precision": self.run.precision}
        return {**head, **facts, "decks": list(self.paths), "cells": cells, "notes": list(self.notes)}

    @property
    def title(self) -> str:
        """The figure in words, or by its name where texts leave it out."""
        return label(self.run.trial.simulator, self.run.trial.figure) or self.run.trial.figure

    @property
    def subtitle(self) -> str:
        """Whose figure it is, over how many setups, and how far off it may be."""
        trials = sorted({one.trials for one in self.figures.values()})
        games = ngettext("{number} setup", "{number:,} setups", trials[0])
        if len(trials) > 1:
            games = _("{games:,} to {most:,} setups", games=trials[0], most=trials[-1])
        error = max(one.standard_error for one in self.figures.values())
        return _(
            "of the row's deck against the column's; {games} a cell, standard errors up to {error}",
            games=games,
            error=number(self._scale * error, ".2g") + self._unit,
        )

    def text(self, width: int, *, plain: bool = False) -> str:
        """The matrix as a table: with errors where these fit, else without, in as many parts as it takes."""
        with_errors, cells = self._cells(" +- " if plain else " ± "), self._cells()
        tables = self._tables(with_errors, width)
        if len(tables) > 1:
            tables = self._tables(cells, width)
        head = f"{self.title}{self._unit and f' ({self._unit.strip()})'}"
        return "\n".join(map(str, (head, self.subtitle, "", "\n".join(tables))))

    def _tables(self, cells: Sequence[Sequence[str]], width: int) -> list[str]:
        """The cells below one another in tables of as many columns as fit."""
        names, wide = self.names, max(len(cell) for row in cells for cell in row)
        abreast = max(1, (width - max(map(len, names))) // (wide + len("  ")))
        return [
            plain_table(
                ("", *(f"{column + 1:>{wide}}" for column in columns)),
                [
                    (name, *(f"{row[column]:>{wide}}" for column in columns))
                    for name, row in zip(names, cells, strict=True)
                ],
            )
            for first in range(0, len(names), abreast)
            for columns in [range(first, min(len(names), first + abreast))]
        ]

    def _cells(self, error: str = "") -> list[list[str]]:
        """The figures as text, row by row, their errors behind that sign."""
        digits = decimals(self._scale * max(one.standard_error for one in self.figures.values()))

        def text(one: Figure | None) -> str:
            if one is None:
                return "-"
            values = (one.value, one.standard_error) if error else (one.value,)
            return error.join(number(self._scale * value, f".{digits}f") for value in values)

        decks = range(len(self.paths))
        return [[text(self.figures.get((row, column))) for column in decks] for row in decks]

    @property
    def _unit(self) -> str:
        return " %" if isinstance(self.figures[0, 1], Proportion) else ""

    @property
    def _scale(self) -> int:
        return 100 if self._unit else 1

    def write(self, path: FilePath, *, force: bool = False) -> None:
        """Writes the matrix in the form of the file's suffix, one of `SUFFIXES`.

        Raises `ExistingFileError` where there is a file, unless `force`.
        """
        from deckcheck.show.csv_table import csv_table

        target = Path(path)
        kind = target.suffix.lower()
        keys = ("row", "column", "value", "standard_error", "games")
        rows = tuple(
            (self.paths[row], self.paths[column], rounded(one.value), rounded(one.standard_error), one.trials)
            for (row, column), one in self.figures.items()
        )
        if kind == ".csv":
            save_file(target, csv_table(keys, rows).encode(), force=force)
        elif kind == ".json":
            save_file(target, json_text(self.document(), indent=2).encode(), force=force)
        elif kind == ".xlsx":
            names = self.names
            values = {cell: one.value for cell, one in self.figures.items()}
            grid = tuple(
                (name, *(values.get((row, column), "") for column in range(len(names))))
                for row, name in enumerate(names)
            )
            headers = (_("row"), _("column"), _("value"), _("standard error"), _("games"))
            sheets = [ResultSheet(self.title, ("", *names), grid), ResultSheet(_("cells"), headers, rows)]
            write_workbook(target, sheets, force=force)
        else:
            cells = {cell: Measured(one.value, one.standard_error) for cell, one in self.figures.items()}
            plot_matrix(
                target, self.names, cells, title=self.title, subtitle=self.subtitle, percent=bool(self._unit)
            )


def open_matrix(
    database: Database,
    sources: Sequence[AnyDeck | OpenedDeck],
    *,
    seed: int,
    games: int | None = None,
    figure: str | None = None,
    precision: float | None = None,
    policy: str = "planner",
    rules: str | None = None,
) -> Matrix:
    """Decks of one game, ready to play each other: each pair with the same seed, as `play.matrix` says."""
    check_policy(policy)
    decks = [deck(database, one) for one in sources]
    if len(decks) < LEAST_DECKS:
        raise WrongPlayersError(_("a matrix is of two decks or more"))
    code = one_game(one.game for one in decks)
    catalogue = database.catalogue(code)
    game, simulator = get_game(catalogue.game), get_simulator(catalogue.game)
    edition = rules or game.formats.printed.edition
    ready = ready_decks(catalogue, decks, edition)
    trial, open_seats = matrix_trial(simulator, ready, policy, seed)
    known = trial.figures()
    named = figure or simulator.shown.matched or next(iter(known))
    if named not in known:
        raise UnknownFigureError(named, known)
    paths = tuple(one.path or one.name for one in decks)
    usual = HANDS_AT_ONCE if trial.is_fast else HANDS
    notes = [f"{path}: {note}" for path, one in zip(paths, ready, strict=True) for note in one.notes]
    return Matrix(
        catalogue.game,
        edition,
        paths,
        MatrixRun(replace(trial, figure=named), games or (_FIRST if precision else usual), precision),
        (*notes, *open_seats),
    )


def _plain(value: Any) -> Any:
    """The facts of a deck in an order that is the same in every run, without texts for people."""
    if is_dataclass(value):
        names = [one.name for one in fields(value) if one.name not in {"entries", "notes"}]
        return [(name, _plain(getattr(value, name))) for name in names]
    if isinstance(value, Mapping):
        return sorted((str(key), _plain(one)) for key, one in value.items())
    if isinstance(value, set | frozenset):
        return sorted(repr(_plain(one)) for one in value)
    return [_plain(one) for one in value] if isinstance(value, list | tuple) else repr(value)
