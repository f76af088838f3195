"""The judge and naive second checkers, one for each game, over the same random decks of real cards.

Half of the decks are around the borders, a third are legal, and in a third some names are unknown or
may be several cards. `make test` tries 2,000 for each game, `make fuzz` 100,000.
"""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given, settings, strategies as st

from db.cards.card import Card
from deckcheck.deck import Deck
from deckcheck.judge.validate import EMPTY_DECK, Judge
from deckcheck.report import ERROR, ILLEGAL, LEGAL, UNPROVEN, Issue, Report
from deckcheck.rules.evaluate import BROKEN, KEPT, OPEN
from tests.amounts import amount
from tests.deckcheck import naive
from tests.deckcheck.games.swlcg.lcg_cards import from_source
from tests.deckcheck.naive.destiny import lists_on, plain
from tests.deckcheck.random_decks.decks import Codes, Decks, errors, verdict_of
from tests.deckcheck.random_decks.destiny import DestinyDecks
from tests.deckcheck.random_decks.stargate import StargateDecks
from tests.deckcheck.random_decks.swlcg import SwlcgDecks
from tests.deckcheck.random_decks.swtcg import SwtcgDecks
from tests.deckcheck.sister_decks import Pool
from tests.opened import all_cards

pytestmark = pytest.mark.searches

KINDS = ("legal", "legal", "near", "near", "legal, hidden", "near, hidden")
"""The kinds of decks, as often as they are tried."""

TABLE_OF_ONE_IN = 16 if settings().derandomize else 1
"""One deck in so many of each kind has its table of requirements compared, which takes the longest."""

ONE_ROW_FOR_ALL = frozenset({"copy-limit"})
"""Limits on each title, of which the table has a row for the worst: broken, where another one is open."""

Told = Callable[[Issue], str]


class Way(NamedTuple):
    """A judge, random decks for it, and how an issue is told in the words of the naive checker."""

    judge: Judge
    decks: Decks
    told: Told


def decks_in_all() -> int:
    """The number of decks for each game in this run."""
    return amount(2_000, 20_000) if settings().derandomize else 100_000


def found_in(report: Report, told: Told) -> Codes:
    """The issues of a report that bear on its verdict, in the words of the naive checker."""
    return {
        (f"{issue.code}?" if issue.undecided else issue.code, told(issue))
        for issue in report.issues
        if issue.severity == ERROR or issue.undecided
    }


def compared(way: Way, kind: str, *, tables: bool) -> list[str]:
    """What was found in one deck, after the judge and the naive checker said the same."""
    decks = way.decks
    deck = decks.legal() if kind in (KINDS[0], KINDS[-2]) else decks.deck()
    if kind.endswith("hidden"):
        hidden = decks.hidden(deck)
        for place in (0, -1) if tables else ():
            tables_compared(way.judge, hidden, place)
        return [f"{kind}: {hidden_compared(way, hidden)}"]
    report, expected = way.judge.validate(deck), decks.check(decks.rows(deck))
    if tables:
        table_compared(way.judge, deck, report)
    assert found_in(report, way.told) == expected, shown(deck)
    assert report.verdict == verdict_of(expected), shown(deck)
    return [f"{kind}: {report.verdict}", *(code for code, _ in expected)]


def table_compared(judge: Judge, deck: Deck, report: Report) -> None:
    """The table of requirements of a deck of known cards says the same as its report."""
    rows = judge.requirements(deck)
    codes = {
        BROKEN: {i.code for i in report.issues if i.severity == ERROR} - {EMPTY_DECK},
        OPEN: {i.code for i in report.issues if i.undecided},
    }
    codes[OPEN] -= codes[BROKEN] & ONE_ROW_FOR_ALL
    for state, told in codes.items():
        assert {row.code for row in rows if row.state == state} == told, shown(deck)
    for row in rows:
        assert row.have_most == row.have or row.state == OPEN, (row, shown(deck))
        assert row.is_inside or row.state != KEPT, (row, shown(deck))


def tables_compared(judge: Judge, hidden: Deck, place: int) -> None:
    """The table of a deck with ambiguous names leaves room for a choice of the cards that they may be."""
    if judge.format.states:
        return  # lists narrow down what a name may be
    chosen = replace(
        hidden,
        entries=tuple(
            e._replace(card=e.candidates[place], candidates=()) if e.candidates and e.card is None else e
            for e in hidden.entries
        ),
    )
    rows = {(row.code, row.sentence): row for row in judge.requirements(chosen)}
    for wide in judge.requirements(hidden):
        one = rows.get((wide.code, wide.sentence))
        if one is None or one.details.keys() & {"card", "colour", "title"}:
            continue
        assert wide.state in (OPEN, one.state), (wide, one, shown(hidden))
        if wide.have is not None and one.have is not None:
            assert wide.have <= one.have, (wide, one, shown(hidden))
            if wide.have_most is not None:
                assert one.have_most is not None, (wide, one, shown(hidden))
                assert one.have_most <= wide.have_most, (wide, one, shown(hidden))


def hidden_compared(way: Way, deck: Deck) -> str:
    """The verdict on a deck with hidden names, which must hold for every choice of cards for them.

    Where all cards that a name may be are known, it must be found as well.
    """
    verdict = way.judge.validate(deck).verdict
    hidden = [e for e in deck.entries if e.card is None]
    if not hidden:
        return verdict
    assert verdict != LEGAL, shown(deck)
    if verdict == ILLEGAL:
        for rows in way.decks.choices(deck):
            assert errors(way.decks.check(rows)), shown(deck)
    elif all(e.candidates for e in hidden):
        assert any(not errors(way.decks.check(rows)) for rows in way.decks.choices(deck)), shown(deck)
    return verdict


def shown(deck: Deck) -> str:
    """A deck for whoever reads of a failure."""
    lines = (
        f"{e.quantity} {e.name} in {e.zone}"
        + (f" with {e.dice} dice" if e.dice else "")
        + ("" if e.card else f" may be {[c.name for c in e.candidates] or 'anything'}")
        for e in deck.entries
    )
    return "\n".join(("", *lines))


def search(ways: Sequence[Way], part: int = 1) -> Counter[str]:
    """What was found, and how often, in a `part` of the decks, of all kinds for all ways to judge."""
    seen: Counter[str] = Counter()
    number = decks_in_all() // settings().max_examples // part

    @given(seed=st.integers(0, 2**64))
    def some_decks(seed: int) -> None:
        for place, way in enumerate(ways):  # printed editions see other decks than each other
            way.decks.rng.seed(f"{seed} {place}")
        for n in range(number):
            place, turn = n % len(ways), n // len(ways)
            row, kind = divmod(turn + seed, len(KINDS))
            seen.update(compared(ways[place], KINDS[kind], tables=row % TABLE_OF_ONE_IN == 0))

    some_decks()
    return seen


def met(seen: Counter[str], *codes: str) -> None:
    """Every rule is broken by some decks, and hidden names are open in some and proven in others."""
    hidden = {f"{kind}: {verdict}" for kind in KINDS[-2:] for verdict in (ILLEGAL, UNPROVEN)}
    assert not hidden - seen.keys(), seen
    assert {code for code in seen if ": " not in code} >= {*codes}, seen


def test_no_naive_checker_imports_the_program() -> None:
    """A checker that asks the rules of the program finds nothing wrong with them."""
    checkers = [*Path(naive.__file__).parent.glob("*.py"), Path(__file__).with_name("naive_formats.py")]
    assert len(checkers) > 5
    for path in checkers:
        assert not re.search(
            r"^\s*(from|import) (deckcheck|importers|db)\b", path.read_text("utf-8"), re.MULTILINE
        )


# -- Star Wars Trading Card Game ------------------------------------------------------------------

DAY = date(2026, 11, 21)
SWTCG = (
    ("printed", "printed-2002"),
    ("printed", "printed-2004"),
    ("printed", "printed-2005"),
    ("printed", "community"),
    ("standard", "community"),
    ("vintage", "community"),
    ("wotc", "printed-2004"),
)


def told_in_swtcg(issue: Issue) -> str:
    if issue.code == "unit-ratio":
        return ">".join(issue.details["units"])
    return str(issue.details.get("unit") or issue.details.get("card") or "")


def test_swtcg_decks(cards: tuple[Card, ...]) -> None:
    ways = [
        Way(Judge("swtcg", of, edition=by, on=DAY), SwtcgDecks(cards, 0, of, by), told_in_swtcg)
        for of, by in SWTCG
    ]
    met(
        search(ways),
        "banned",
        "card-text",
        "copy-limit",
        "deck-size",
        "one-side",
        "one-side?",
        "restricted",
        "set-legality",
        "unit-minimum",
        "unit-ratio",
        "unit-total",
    )


# -- Star Wars: Destiny ---------------------------------------------------------------------------

DESTINY = (
    ("printed", "", None),
    ("standard", "STD", date(2021, 1, 15)),
    ("trilogy", "TRI", date(2020, 7, 14)),
    ("infinite", "INF", date(2021, 6, 10)),
    ("arh-standard", "ARNS", date(2021, 6, 10)),
)
"""Formats with their names in the table of changes and days on which all of that is certain."""


NAMED = dict.fromkeys(("set-legality", "not-released", "banned", "plot", "card-text"), "card")


def told_in_destiny(issue: Issue) -> str:
    if issue.code in ("team-unique", "copy-limit"):
        return plain(issue.details["card"])
    if issue.code == "restricted" and "pair" in issue.details:
        return " and ".join(sorted(issue.details["pair"]))
    return str(issue.details.get(NAMED.get(issue.code, "colour"), ""))


def test_destiny_decks(destiny: Pool) -> None:
    ways = []
    for of, name, day in DESTINY:
        lists = None if day is None else lists_on(name, day.isoformat())
        ways.append(Way(Judge("destiny", of, on=day), DestinyDecks(destiny, 0, lists), told_in_destiny))
    met(
        search(ways),
        "banned",
        "battlefield",
        "card-text",
        "copy-limit",
        "deck-affiliation",
        "deck-colour",
        "deck-size",
        "empty-deck",
        "not-released",
        "plot",
        "restricted",
        "set-legality",
        "team-affiliation",
        "team-minimum",
        "team-points",
        "team-points?",
        "team-unique",
    )


# -- Stargate TCG ---------------------------------------------------------------------------------


def told_in_stargate(issue: Issue) -> str:
    if issue.code == "team-size" and issue.advice == "keep one of each":
        return "twice"
    if issue.code == "mission-count" and "skill" in issue.details:
        return "skills"
    if issue.code in ("copy-limit", "card-text"):
        return str(issue.details["card"]).lower()
    text = issue.details["card"] if issue.code in ("team-copies", "zone") else ""
    return f"{text} not in the team" if issue.code == "team-copies" and issue.limit == 0 else text


def test_stargate_decks(stargate: Pool) -> None:
    met(
        search([Way(Judge("stargate"), StargateDecks(stargate, 0), told_in_stargate)]),
        "card-text",
        "card-text?",
        "copy-limit",
        "empty-deck",
        "hero-minimum",
        "mission-count",
        "team-copies",
        "team-size",
        "villain-minimum",
        "zone",
    )


# -- the LCG --------------------------------------------------------------------------------------


def told_in_swlcg(issue: Issue) -> str:
    if issue.code == "affiliation-text":
        return f"{issue.details['card']}: {' or '.join(issue.details.get('affiliations', ['others']))}"
    if issue.code == "objective-minimum":
        return next((key for key in ("missing", "extra") if key in issue.details), "sets")
    return issue.details["card"] if issue.code in ("copy-limit", "affiliation-lock") else ""


def compared_with_swlcg(*pools: Pool, part: int = 1) -> None:
    met(
        search([Way(Judge("swlcg"), SwlcgDecks(pool, 0), told_in_swlcg) for pool in pools], part),
        "affiliation",
        "affiliation-lock",
        "affiliation-text",
        "affiliation-text?",
        "copy-limit",
        "empty-deck",
        "objective-minimum",
        "one-side",
    )


def test_swlcg_decks(swlcg: Pool, database: Path) -> None:
    """With the bundled cards, and with made-up ones of which each set shares a title with others."""
    compared_with_swlcg(Pool("swlcg", all_cards(database, "swlcg")), swlcg)


@pytest.mark.shared_data
def test_swlcg_decks_after_an_import(shared: Path, database: Path, tmp_path: Path) -> None:
    """What affiliation cards say holds for bundled and imported cards alike."""
    compared_with_swlcg(Pool("swlcg", from_source(shared / "data" / "swlcg", database, tmp_path)), part=4)
