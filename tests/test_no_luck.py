"""`make test` says the same on every run: no test searches at random, and none has a deadline."""

import re
from pathlib import Path

import pytest
from hypothesis import settings

TESTS = Path(__file__).parent


def test_the_same_examples_are_tried_on_every_run_however_slow_the_machine() -> None:
    used = settings()
    assert used.derandomize
    assert used.deadline is None
    assert used.database is None, "what one machine found would be tried there only"


@pytest.mark.parametrize("profile", ["same", "fuzz"])
def test_no_profile_has_a_time_limit(profile: str) -> None:
    assert settings.get_profile(profile).deadline is None


def test_fuzzing_is_random_and_keeps_what_it_finds() -> None:
    fuzz = settings.get_profile("fuzz")
    assert not fuzz.derandomize
    assert fuzz.database is not None


def test_no_test_says_for_itself_how_it_searches() -> None:
    for path in sorted(TESTS.rglob("test_*.py")):
        if path.name != Path(__file__).name:
            text = path.read_text(encoding="utf-8")
            said = re.search(r"settings\([^)]*\b(derandomize|deadline|database)=", text)
            assert not said, path
            assert "@seed" not in text, path
            assert ".example()" not in text, path


def test_a_search_inside_a_test_is_marked_so_that_fuzzing_finds_it() -> None:
    searches = 0
    for path in sorted(TESTS.rglob("test_*.py")):
        text = path.read_text(encoding="utf-8")
        for found in re.finditer(r"^    +@given", text, re.MULTILINE):
            above = text[: found.start()]
            before = above[: above.rindex("\ndef ")].rpartition("\n\n\n")[2]
            marked = "mark.searches" in before or "pytestmark = pytest.mark.searches" in text
            assert marked, path
            searches += 1
    assert searches
