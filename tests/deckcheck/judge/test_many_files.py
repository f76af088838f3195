"""Folders spread over processes: every report, in order, and only so many files ahead."""

import multiprocessing
from collections.abc import Iterator
from datetime import date
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from deckcheck.errors import UnknownPlayFormatError
from deckcheck.judge.batch import DeckJudge, JudgeOptions
from deckcheck.judge.many_files import judge_files

DAY = date(2026, 11, 21)


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Legal and illegal lists, one that is none, one that is not there, and names that are open."""
    folder = tmp_path_factory.mktemp("many")
    made = []
    for n in range(90):
        path = folder / f"{n:03}.txt"
        if n % 7 != 3:
            rows = [f"{1 + n % 5} Yoda (A)", "2 Boba Fett (A)", "1 Nobody" if n % 9 == 0 else ""]
            path.write_text("\n".join(rows) if n % 11 else "{", encoding="utf-8")
        made.append(str(path))
    return made


@pytest.mark.parametrize("jobs", [2, 3])
def test_every_process_gives_the_reports_of_one(database: Path, files: list[str], jobs: int) -> None:
    options = JudgeOptions(database, on=DAY)
    with DeckJudge(options) as strict:
        one_by_one = [strict.judge_file(path) for path in files]
    assert list(judge_files(files, options, jobs)) == one_by_one


def test_who_stops_early_leaves_no_process_behind(database: Path, files: list[str]) -> None:
    reports = judge_files(files, JudgeOptions(database, on=DAY), 2)
    first: list[Any] = list(islice(reports, 3))
    assert [report.path for report in first] == files[:3]
    assert isinstance(reports, Iterator)
    reports.close()  # type: ignore[attr-defined]
    assert not multiprocessing.active_children()


def test_what_is_wrong_with_the_options_is_raised_before_any_file(database: Path, files: list[str]) -> None:
    with pytest.raises(UnknownPlayFormatError):
        next(judge_files(files, JudgeOptions(database, game="swtcg", format="nonesuch"), 2))


class Watched(list[str]):
    """Files that note how far they were asked for."""

    asked = 0

    def __getitem__(self, place: Any) -> Any:
        self.asked = max(self.asked, place.stop if isinstance(place, slice) else place)
        return super().__getitem__(place)


def test_only_some_chunks_are_read_ahead(database: Path, files: list[str]) -> None:
    """However many files there are, the reports that wait stay as few: memory is bounded."""
    many = Watched(files * 200)
    reports = judge_files(many, JudgeOptions(database, on=DAY), 2)
    assert next(reports).path == files[0]
    assert many.asked <= 10 * 200 < len(many)
    reports.close()  # type: ignore[attr-defined]
