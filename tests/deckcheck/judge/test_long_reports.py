"""A long report is read by somebody who wants to mend his deck: equal problems are one problem."""

import json
import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from db.cards.card import Card
from deckcheck.cli import validate
from deckcheck.games.swtcg.cards import arenas_of
from deckcheck.judge.report_text import full_text
from deckcheck.report import ERROR, Adds, Issue, IssueCard, Report
from tests.conftest import ROOT, Run

pytestmark = pytest.mark.whole_catalogue

EXAMPLES = ROOT / "examples" / "decks"
Deck = Callable[..., Path]


@pytest.fixture
def deck(tmp_path: Path) -> Deck:
    def write(*lines: str) -> Path:
        path = tmp_path / "d.txt"
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        return path

    return write


def plain(text: str) -> str:
    return " ".join(text.split())


def test_cards_that_a_format_does_not_allow_are_one_problem(run: Run) -> None:
    shown = run("validate", EXAMPLES / "empire.txt", "--format", "standard").stdout
    assert shown.count("set-legality:") == 1
    assert "set-legality: 22 cards are not allowed in Standard: " in plain(shown)
    assert "2 Admiral Motti (A), line 14 (ANH only)" in plain(shown)
    assert len(shown.splitlines()) < 26, "22 cards do not take a line each"
    found = run("validate", EXAMPLES / "empire.txt", "--format", "standard", "--json").stdout
    assert found.count('"set-legality"') == 22, "programs get each of them"


def test_each_card_keeps_its_own_advice(run: Run, deck: Deck) -> None:
    path = deck("10 Yoda (A)", "7 Boba Fett (A)", "2 Boba Fet (C)", "4 No Such One")
    shown = plain(run("validate", path).stdout)
    assert "copy-limit: 2 cards are there more than 4 times: " in shown
    assert "10 Yoda (A), line 1 (take out 6 copies)" in shown
    assert "unknown-card: 2 cards are unknown: 2 Boba Fet (C), line 3 (did you mean" in shown


def test_ambiguous_names_are_told_together_with_a_few_of_their_versions(run: Run, deck: Deck) -> None:
    """Each alone lists eight cards with their facts: a deck of 20 such names filled the screen."""
    path = deck("2 Boba Fett", "1 Anakin Skywalker", "1 Mace Windu")
    shown = plain(run("validate", path).stdout)
    assert "ambiguous-card: 3 cards are ambiguous, which version is not said: " in shown
    assert "2 Boba Fett, line 1 (Boba Fett (A), Boba Fett (B), Boba Fett (C) and 28 more); " in shown
    assert shown.count("write the version letter") == 1
    assert run("validate", path, "--json").stdout.count('"ambiguous-card"') == 3
    alone = plain(run("validate", deck("2 Boba Fett")).stdout)
    assert "Boba Fett: which version is not said; it may be Boba Fett (A) (AOTC 2002, Neutral" in alone


def test_equal_problems_of_other_games_are_one(run: Run, deck: Deck) -> None:
    path = deck("Team:", "1 A Friend Lost", "1 A Good Investment", "1 Abandon All Hope")
    shown = plain(run("validate", path, "--game", "destiny").stdout)
    assert shown.count("zone: ") == 1
    assert "3 cards are of type Event and were counted in Deck, not in Team" in shown


def test_a_single_problem_reads_as_before(run: Run, deck: Deck) -> None:
    shown = plain(run("validate", deck("10 Yoda (A)")).stdout)
    assert "copy-limit: 10 copies of Yoda (A), at most 4" in shown


def test_advice_that_overlaps_is_put_together(run: Run, deck: Deck) -> None:
    """12 Space units that are missing are not 12 more for the ratio and 12 more for the total."""
    path = deck("4 Battle Droid Squad", "4 Star Destroyer")
    shown = plain(run("validate", path).stdout)
    assert (
        "-> add 8 Space units and 8 Ground units and 12 Characters and 24 more cards; that settles" in shown
    )
    assert shown.count("-> add") == 1


def test_cards_that_have_to_go_make_room_for_as_many(run: Run) -> None:
    """60 is not reached by adding 6 cards to 54 when 7 of these are taken out."""
    shown = plain(run("validate", EXAMPLES / "mixed-sides.txt").stdout)
    assert "5 more cards, and one for each card that is taken out; that settles deck-size" in shown


def issue(code: str, level: int, kind: str, count: int) -> Issue:
    return Issue(code, ERROR, "m", advice="own advice", adds=Adds(level, kind, f"{kind}s", count))


def report(*issues: Issue) -> Report:
    counts = {
        "cards": 1,
        "units": 0,
        "space": 0,
        "ground": 0,
        "character": 0,
        "light": 0,
        "dark": 0,
        "neutral": 0,
        "unknown": 0,
    }
    return Report("d", "d", "text", "swtcg", "printed", "r", "2026-01-01", "illegal", counts, issues)


@pytest.mark.parametrize(
    ("issues", "told"),
    [
        ((("a", 0, "cat", 3), ("b", 0, "cat", 5)), "add 5 cats"),
        ((("a", 0, "cat", 3), ("b", 0, "dog", 1)), "add 3 cats and 1 dog"),
        ((("a", 0, "cat", 3), ("b", 1, "pet", 5)), "add 3 cats and 2 more pets"),
        ((("a", 0, "cat", 3), ("b", 1, "pet", 2)), "add 3 cats"),
        ((("a", 1, "pet", 4), ("b", 2, "card", 5)), "add 4 pets and 1 more card"),
    ],
)
def test_what_is_added_for_one_counts_for_others(
    issues: tuple[tuple[str, int, str, int], ...], told: str
) -> None:
    shown = plain(full_text(report(*(issue(*one) for one in issues))))
    assert f"-> {told}; that settles a, b" in shown
    assert "own advice" not in shown


def test_one_piece_of_advice_stays_its_own() -> None:
    assert "-> own advice" in full_text(report(issue("a", 0, "cat", 3)))


def test_a_report_longer_than_the_screen_ends_with_the_verdict() -> None:
    cards = (IssueCard("Foo", 1, "Deck", 1),)
    long = report(*(Issue(f"code-{n}", ERROR, "m", cards=cards) for n in range(15)))
    assert full_text(long, height=24).splitlines()[-1] == "d: ILLEGAL: 15 problems"
    assert "15 problems" not in full_text(long, height=200)
    assert "15 problems" not in full_text(long), "a file is no screen"


def test_on_a_terminal_the_verdict_is_repeated(run: Run, deck: Deck, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(validate, "screen_size", lambda: os.terminal_size((400, 10)))
    path = deck("4 Battle Droid Squad", "4 Star Destroyer")
    *_, verdict, last = run("validate", path).stdout.rstrip().split("\n\n")
    said = rf"{re.escape(path.name)}: ILLEGAL: \d problems"
    assert re.search(said, " ".join(verdict.split())), "lines with a long path are wrapped"
    assert " ".join(last.split()) == f"The nearest legal deck: deckcheck repair {path}"


def test_the_counts_of_arenas_say_why_they_are_more_than_the_units(run: Run, cards: tuple[Card, ...]) -> None:
    """14, 16 and 17 are not 43: some units count in two arenas, and a few in all three."""
    for arenas in (2, 3):
        card = next(card for card in cards if len(arenas_of(card.type)) == arenas)
        shown = plain(run("validate", "-", stdin=f"3 {card.name}\n").stdout)
        assert f"(units of several arenas count in each: {3 * (arenas - 1)} more)" in shown
    assert "more)" not in run("validate", EXAMPLES / "empire.txt").stdout


def test_versions_of_an_ambiguous_name_come_from_a_on_with_set_and_year(run: Run, deck: Deck) -> None:
    """Luke Skywalker began with B, then A, C: in the order of the sets' numbers."""
    shown = plain(run("validate", deck("4 Luke Skywalker")).stdout)
    places = [shown.index(f"Luke Skywalker ({letter}) (") for letter in "ABCDEFGH"]
    assert places == sorted(places)
    assert "Luke Skywalker (A) (ANH 2002, Light Character, cost 5)" in shown
    document = json.loads(run("validate", deck("4 Luke Skywalker"), "--json").stdout)
    (issue,) = (one for one in document["decks"][0]["issues"] if one["code"] == "ambiguous-card")
    names = issue["candidates"]
    letters = [name.removeprefix("Luke Skywalker (").removesuffix(")") for name in names]
    assert letters == sorted(letters, key=lambda one: (one[1:], one))
    assert "Luke Skywalker (A2)" in names


def test_only_versions_that_the_format_admits_are_listed(run: Run, deck: Deck) -> None:
    shown = plain(run("validate", deck("4 Luke Skywalker"), "--format", "standard").stdout)
    first = shown.partition("it may be ")[2].partition(" (")[2]
    assert "Luke Skywalker (A) (" not in shown
    assert first[1:3] == "2)", "of the later sets, in order"


def test_of_hundreds_of_lines_that_cannot_be_read_the_first_are_shown_and_the_others_counted(
    run: Run, deck: Deck
) -> None:
    path = deck(*(f"{n} {n} {n}" for n in range(150)))
    shown = run("validate", path).stdout
    (more,) = re.findall(r"unreadable-line: and (\d+) more\n", shown)
    unread = run("validate", path, "--json").stdout.count('"unreadable-line"')
    assert shown.count("unreadable-line: line ") == unread - int(more) == 20
