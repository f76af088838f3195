"""The publisher's tournaments of 2002 to 2005: sets, lists and rulebook of the day."""

import csv
import json
import re
from collections import Counter
from datetime import date
from pathlib import Path

import pytest

from db.cards.bundled import read_releases
from db.cards.bundled_games import BUNDLED
from db.cards.card import Card
from db.cards.dates import parse_date
from db.cards.lookup import Catalogue
from deckcheck.deck import Deck
from deckcheck.judge.card_page import card_page
from deckcheck.judge.validate import Judge
from deckcheck.report import Report
from tests.conftest import ROOT, Run
from tests.deckcheck.building import Builder, with_card

pytestmark = pytest.mark.whole_catalogue

WOTC = ("AOTC", "SR", "ANH", "BOY", "JG", "ESB", "RAS", "PM", "ROTJ", "ROTS")
DECK_DAYS = {
    "brooklyn2004-JB-light": ("2004-04-24",),
    "tulsa2004-JC-light": ("2004-05-08",),
    "newbury2004-MVN-light": ("2004-05-15",),
    "worcester2004-CB-dark": ("2004-06-19",),
    # The page names the month only.
    "champs2004-JM-dark": ("2004-08-01", "2004-08-31"),
}
UNRESOLVED = {"Jawa Salvage Squad"}
PAGE_MISCOUNTS = {"newbury2004-MVN-light", "worcester2004-CB-dark"}
"""Decks whose page counts Battles as Missions or the reverse, see index.tsv."""


def dci(deck: Deck, day: str) -> Report:
    return Judge("swtcg", "dci", on=date.fromisoformat(day)).validate(deck)


def about(report: Report, name: str) -> list[tuple[str, str, bool]]:
    return [(i.code, i.severity, i.undecided) for i in report.issues if i.details.get("card") == name]


def of_2002(cards: tuple[Card, ...]) -> Deck:
    return Builder(cards, "light", frozenset({"AOTC"})).deck()


class TestSets:
    """A set counts from the day on which it was on sale."""

    @pytest.mark.parametrize(
        ("day", "found"),
        [
            ("2004-06-30", [("set-legality", "error", False)]),
            ("2004-07-01", [("set-legality", "warning", True)]),
            ("2004-07-30", [("set-legality", "warning", True)]),
            ("2004-07-31", []),
        ],
    )
    def test_a_card_of_a_set_of_which_the_month_is_known(
        self, cards: tuple[Card, ...], catalogue: Catalogue, day: str, found: object
    ) -> None:
        (maul,) = catalogue.find_cards("Darth Maul (F)")
        assert about(dci(with_card(of_2002(cards), maul), day), "Darth Maul (F)") == found

    def test_a_set_of_the_community_never_counts(self, cards: tuple[Card, ...]) -> None:
        stranger = next(card for card in cards if card.set_codes == ("FOTR",))
        found = about(dci(with_card(Deck(()), stranger), "2005-12-01"), stranger.name)
        assert found == [("set-legality", "error", False)]

    @pytest.mark.parametrize(
        ("day", "verdict"),
        [
            ("2002-03-31", "unproven"),
            ("2002-04-15", "unproven"),
            ("2002-05-01", "legal"),
            ("2005-12-31", "legal"),
            ("2006-06-01", "unproven"),
            ("2026-11-22", "unproven"),
        ],
    )
    def test_before_its_beginning_and_after_its_end_nothing_is_legal(
        self, cards: tuple[Card, ...], day: str, verdict: str
    ) -> None:
        """Nobody is told that a deck is legal in a format that is no longer played."""
        assert dci(of_2002(cards), day).verdict == verdict

    @pytest.mark.parametrize(
        ("day", "edition"),
        [
            ("2003-06-01", "printed-2002"),
            ("2004-06-19", "printed-2002 or printed-2004"),
            ("2005-01-01", "printed-2004"),
            ("2005-06-01", "printed-2005"),
        ],
    )
    def test_the_rulebook_is_that_of_the_day(self, cards: tuple[Card, ...], day: str, edition: str) -> None:
        assert dci(of_2002(cards), day).rules == edition


class TestLists:
    """Bans and restrictions from their days on."""

    @pytest.mark.parametrize(
        ("name", "copies", "day", "found"),
        [
            ("Ugnaught", 1, "2004-04-11", []),
            ("Ugnaught", 1, "2004-04-12", [("banned", "error", False)]),
            ("Kessel System", 3, "2004-06-19", []),
            ("Kessel System", 1, "2004-06-20", [("banned", "error", False)]),
            ("Peace on Naboo", 2, "2004-06-20", [("restricted", "error", False)]),
            ("Peace on Naboo", 1, "2004-06-20", []),
            ("Duel of the Fates", 4, "2004-12-19", []),
            ("Duel of the Fates", 1, "2004-12-20", [("banned", "warning", True)]),
            ("Duel of the Fates", 2, "2004-12-20", [("restricted", "error", False)]),
            ("Chewbacca (G)", 4, "2005-05-11", []),
            ("Chewbacca (G)", 2, "2005-05-12", [("restricted", "warning", True)]),
            ("Chewbacca (G)", 1, "2005-05-12", []),
            ("Han's Promise", 3, "2004-08-31", []),
            ("Nien Nunb (A)", 1, "2005-12-31", [("banned", "warning", True)]),
        ],
    )
    def test_a_card_on_its_day_and_on_the_day_before(
        self, catalogue: Catalogue, name: str, copies: int, day: str, found: object
    ) -> None:
        (card,) = catalogue.find_cards(name)
        assert about(dci(with_card(Deck(()), card, copies), day), name) == found

    def test_every_issue_names_where_it_stands(self, catalogue: Catalogue) -> None:
        (kessel,) = catalogue.find_cards("Kessel System")
        (issue,) = (i for i in dci(with_card(Deck(()), kessel), "2004-06-20").issues if i.code == "banned")
        assert "article06152004" in issue.cite


def test_release_dates_are_read_and_name_sets_that_there_are(database: Path) -> None:
    for game in BUNDLED:
        releases = read_releases(game)
        assert all(parse_date(row["released"]) and row["source"] for row in releases.values())
        if releases:
            with Catalogue(database, game.code) as catalogue:
                known = {one.code: one for one in catalogue.sets()}
            assert {code for code, one in known.items() if one.released} == releases.keys() & known
    assert all(parse_date(known_release) for known_release in _swtcg_days(database).values())
    assert _swtcg_days(database)["RAS"] == "2004-03-17..2004-04-11"


def _swtcg_days(database: Path) -> dict[str, str]:
    with Catalogue(database, "swtcg") as catalogue:
        return {one.code: one.released for one in catalogue.sets() if one.released}


class TestNotReleased:
    """Cards and rulebooks that there were not yet on the day are told."""

    def test_cards_that_were_not_on_sale_are_named_with_their_sets(self, cards: tuple[Card, ...]) -> None:
        deck = Builder(cards, "light", frozenset({"TOR", "TDT", "CAD", "KAE"})).deck()
        report = Judge("swtcg", on=date(2010, 1, 1)).validate(deck)
        told = [i for i in report.issues if i.code == "not-released"]
        dated = {
            e.card.name for e in deck.entries if e.card and not {"START", "PROMO"} & set(e.card.set_codes)
        }
        assert {i.details["card"] for i in told if i.severity == "error"} == dated
        assert report.verdict == "illegal"
        assert any("was not on sale on 2010-01-01: CAD came out in 2016" in i.message for i in told)
        today = Judge("swtcg", on=date(2026, 11, 22)).validate(deck)
        assert not today.issues

    @pytest.mark.parametrize("play_format", ["printed", "standard", "legacy", "vintage"])
    @pytest.mark.parametrize(("day", "proven"), [(date(2003, 10, 31), True), (date(2003, 11, 30), False)])
    def test_every_format_asks_for_the_day_that_is_given(
        self, cards: tuple[Card, ...], play_format: str, day: date, *, proven: bool
    ) -> None:
        """ESB came out in November or December of 2003."""
        early = frozenset({"AOTC", "SR", "ANH"})
        deck = Builder(cards, "light", early).deck()
        late = next(c for c in cards if c.set_codes == ("ESB",) and c.side == "light")
        more = with_card(deck, late, 1)
        judge = Judge("swtcg", play_format, on=day)
        told = [i for i in judge.validate(more).issues if i.code == "not-released"]
        assert [(i.severity == "error", i.undecided) for i in told] == [(proven, not proven)]
        assert not [i for i in judge.validate(deck).issues if i.code == "not-released"]
        in_supply = with_card(deck, late, 1, "Supply")
        community = Judge("swtcg", play_format, on=day, edition="community")
        assert "not-released" in {i.code for i in community.validate(in_supply).issues}

    def test_sets_without_a_day_are_out_when_the_card_lists_are(
        self, catalogue: Catalogue, cards: tuple[Card, ...]
    ) -> None:
        promo = next(c for c in cards if set(c.set_codes) <= {"PROMO", "START"})
        deck = with_card(Builder(cards, promo.side or "light", frozenset({"AOTC"})).deck(), promo, 1)
        for day, undecided in ((date(2003, 10, 1), True), (date(2026, 11, 21), False)):
            judge = Judge("swtcg", on=day, marks_as_of=date(2026, 11, 21), sets=catalogue.sets())
            found = [i for i in judge.validate(deck).issues if i.code == "not-released"]
            assert any(i.undecided and i.details["card"] == promo.name for i in found) is undecided

    def test_the_page_of_a_card_says_what_its_judge_says(
        self, catalogue: Catalogue, cards: tuple[Card, ...]
    ) -> None:
        """Of the states that the format may have been in on a day, all may say the same of a card."""
        day = date(2004, 12, 9)
        judge = Judge("swtcg", "dci", on=day, marks_as_of=date(2026, 11, 21), sets=catalogue.sets())
        seen = Counter[str]()
        for card in cards[::40]:
            page = card_page(catalogue, card, day)
            (status,) = [one.status for one in page.legality if one.format == judge.format.name]
            said = judge.card_status(card)
            assert status == (said.status if said.certain else "not known"), card.name
            seen[status] += 1
        assert seen.keys() >= {"legal", "not in its sets"}

    def test_the_report_says_what_the_format_admits_on_the_day(self, run: Run) -> None:
        deck = ROOT / "examples" / "decks" / "rebels.dek"
        assert "printed: the Rulebook of 2005 and cards of all" in (
            " ".join(run("validate", deck, "--on", "2006-01-01").stdout.split())
        )
        assert "cards of all" not in run("validate", deck).stdout

    @pytest.mark.parametrize("game", ["swtcg", "destiny", "stargate", "swlcg"])
    def test_a_day_before_the_rulebook_is_said(self, game: str) -> None:
        judge = Judge(game, on=date(1999, 5, 19))
        assert any("did not exist yet" in note for note in judge.validate(Deck((), game)).notes)
        assert not Judge(game, on=date(2026, 11, 22)).validate(Deck((), game)).notes


@pytest.mark.shared_data
class TestWinners:
    """Tournament decks of 2004 as they were printed."""

    @pytest.fixture
    def folder(self, shared: Path) -> Path:
        return shared / "data" / "swtcg" / "winners"

    def judged(self, run: Run, path: Path, *options: str) -> dict[str, object]:
        (deck,) = json.loads(run("validate", path, *options, "--json").stdout)["decks"]
        return dict(deck)

    def test_all_decks_are_there(self, folder: Path) -> None:
        assert {path.stem for path in folder.glob("*.txt")} == DECK_DAYS.keys()

    @pytest.mark.parametrize("name", DECK_DAYS)
    def test_unit_totals_are_those_that_were_printed(self, run: Run, folder: Path, name: str) -> None:
        with (folder / "index.tsv").open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
        (row,) = (r for r in rows if name in r["file"])
        printed = {k.lower(): int(n) for n, k in re.findall(r"(\d+) (\w+)", row["totals_printed"])}
        counts = self.judged(run, folder / f"{name}.txt")["counts"]
        assert isinstance(counts, dict)
        # Four of the name that nobody can resolve: Jawas.
        fixed = {"ground": 4} if counts["unknown"] else {}
        for arena in ("space", "ground", "character"):
            assert counts[arena] + fixed.get(arena, 0) == printed[arena]
        assert counts["cards"] == sum(printed.values())
        if name not in PAGE_MISCOUNTS:
            types = self.types(run, folder / f"{name}.txt")
            for kind in ("battle", "mission", "location"):
                assert types[kind] == printed[kind]

    def types(self, run: Run, path: Path) -> Counter[str]:
        shown = json.loads(run("deck", "show", path, "--json").stdout)
        types: Counter[str] = Counter()
        for card in shown["cards"]:
            types[(card["type"] or "").lower()] += card["quantity"]
        return types

    @pytest.mark.parametrize(
        ("name", "day"), [(name, day) for name, days in DECK_DAYS.items() for day in days]
    )
    @pytest.mark.parametrize("play_format", ["printed", "dci"])
    def test_a_deck_is_legal_on_its_day_but_for_names_that_nobody_can_resolve(
        self, run: Run, folder: Path, name: str, day: str, play_format: str
    ) -> None:
        found = self.judged(run, folder / f"{name}.txt", "--format", play_format, "--on", day)
        issues = found["issues"]
        assert isinstance(issues, list)
        unknown = {i["cards"][0]["name"] for i in issues if i["code"] == "unknown-card"}
        assert not [i for i in issues if i["severity"] == "error"]
        assert unknown == (UNRESOLVED if name.startswith("newbury") else set())
        assert found["verdict"] == ("unproven" if unknown else "legal")

    def test_the_deck_of_worcester_is_illegal_on_the_next_day(self, run: Run, folder: Path) -> None:
        path = folder / "worcester2004-CB-dark.txt"
        found = self.judged(run, path, "--format", "dci", "--on", "2004-06-20")
        assert found["verdict"] == "illegal"
        issues = found["issues"]
        assert isinstance(issues, list)
        errors = {(i["code"], i["card"], i["have"]) for i in issues if i["severity"] == "error"}
        assert errors == {
            ("banned", "Kessel System", 3),
            ("restricted", "Peace on Naboo", 3),
            ("restricted", "Lull in the Fighting", 3),
        }
