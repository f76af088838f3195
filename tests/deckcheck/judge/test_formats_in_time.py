"""Formats as they were on a day: what is known of it decides, what is not known stays open."""

from datetime import date

import pytest

from db.cards.bundled import read_releases
from db.cards.bundled_games import BUNDLED
from db.cards.card import Card
from db.cards.dates import parse_date
from db.cards.lookup import Catalogue
from deckcheck.deck import Deck
from deckcheck.games import get_game
from deckcheck.judge.validate import Judge
from deckcheck.report import Report
from deckcheck.rules.edition import Format, FormatState
from tests.deckcheck.building import Builder, with_card

TODAY = date(2026, 11, 22)


def on(day: str) -> date:
    return date.fromisoformat(day)


def judged(deck: Deck, play_format: str, day: str) -> Report:
    return Judge("swtcg", play_format, on=on(day), marks_as_of=date(2026, 11, 21)).validate(deck)


def deck_from(cards: tuple[Card, ...], *sets: str) -> Deck:
    return Builder(cards, "neutral", frozenset(sets)).deck()


@pytest.mark.parametrize(
    ("text", "before", "within", "after"),
    [
        ("2004-06-20", "2004-06-19", None, "2004-06-20"),
        ("2004-07", "2004-06-30", "2004-07-01", "2004-07-31"),
        ("2004", "2003-12-31", "2004-12-30", "2004-12-31"),
        ("2004-03-17..2004-04-11", "2004-03-16", "2004-04-10", "2004-04-11"),
        ("..2026-02-01", None, "1990-01-01", "2026-02-01"),
        ("2005-05-12..", "2005-05-11", "2099-01-01", None),
        ("..", None, "2004-01-01", None),
        ("2003-11..2004", "2003-10-31", "2003-11-01", "2004-12-31"),
    ],
)
def test_whether_an_imprecise_day_has_come(
    text: str, before: str | None, within: str | None, after: str | None
) -> None:
    when = parse_date(text)
    for day, answer in ((before, False), (within, None), (after, True)):
        if day is not None:
            assert when.has_come(on(day)) is answer


@pytest.mark.parametrize(
    "text", ["", "yesterday", "2004-13", "2004-02-30", "0000", "20040620", "2005..2004", "٢٠٠٤"]
)
def test_what_is_no_date_is_refused_with_the_text(text: str) -> None:
    with pytest.raises(ValueError, match=r"write it like|ends before"):
        parse_date(text)


class TestStandard:
    """The states of Standard, of which six could be read."""

    def states(self, day: str) -> list[str]:
        standard = get_game("swtcg").formats.find("Standard")
        assert standard is not None
        return [str(state.since) for state in standard.states_on(on(day))]

    def test_today_it_is_the_last_state_that_is_known(self, cards: tuple[Card, ...]) -> None:
        assert self.states("2026-02-01") == ["between 2023-10-22 and 2026-02-01"]
        deck = deck_from(cards, "LEG", "HWN", "UNION", "ALTA", "MAM", "FOR")
        assert judged(deck, "standard", "2026-11-22").verdict == "legal"
        assert (
            judged(deck_from(cards, "KAE", "TROS", "AAA", "15TH"), "standard", "2026-11-22").verdict
            == "illegal"
        )

    def test_between_two_known_states_what_both_say_is_decided(
        self, cards: tuple[Card, ...], catalogue: Catalogue
    ) -> None:
        """Nobody is told that a deck of 2002 may have been legal in Standard in 2023."""
        (old,) = catalogue.find_cards("Peace on Naboo")
        fires = next(card for card in cards if card.set_codes == ("FOR",))
        report = judged(with_card(with_card(Deck(()), old), fires), "standard", "2023-03-01")
        legality = [i for i in report.issues if i.code == "set-legality"]
        assert [(i.severity, i.details["card"]) for i in legality] == [("error", "Peace on Naboo")]

    def test_between_two_known_states_what_one_says_is_open_and_both_are_named(
        self, cards: tuple[Card, ...]
    ) -> None:
        deck = deck_from(cards, "KAE", "TROS", "AAA", "15TH")
        report = judged(deck, "standard", "2023-03-01")
        assert report.verdict == "unproven"
        (which,) = (i for i in report.issues if i.code == "format-state")
        assert "2022-05-04 and 2022-05-31" in which.message
        assert "2022-06-01 and 2023-10-21" in which.message
        legality = [i for i in report.issues if i.code == "set-legality"]
        assert legality
        assert all("so in the state" in i.message and i.undecided for i in legality)

    def test_a_state_that_nobody_could_read_decides_nothing(self, cards: tuple[Card, ...]) -> None:
        for sets in (("KAE", "TM"), ("AOTC", "SR")):
            report = judged(deck_from(cards, *sets), "standard", "2021-12-01")
            assert not [i for i in report.issues if i.severity == "error"]
            assert report.verdict == "unproven"

    def test_a_list_that_nobody_could_read_leaves_the_verdict_open(self, cards: tuple[Card, ...]) -> None:
        deck = deck_from(cards, "KAE", "TROS", "AAA", "15TH")
        report = judged(deck, "standard", "2022-05-31")
        assert [(i.code, i.undecided) for i in report.issues] == [("banned", True)]
        assert "banned and restricted on 2022-05-31 is not known" in report.issues[0].message

    def test_the_marks_of_today_belong_to_the_state_of_today(
        self, cards: tuple[Card, ...], catalogue: Catalogue
    ) -> None:
        (banned,) = catalogue.find_cards("Gamorrean Commander")
        deck = with_card(deck_from(cards, "HWN", "FOR", "ALTA", "MAM"), banned)
        assert judged(deck, "standard", "2026-02-01").verdict == "illegal"
        assert judged(deck, "standard", "2025-06-01").verdict == "unproven"


def test_a_deck_that_every_state_forbids_for_another_reason_is_illegal() -> None:
    from deckcheck.judge.possible_states import StateIssues, told_once
    from deckcheck.report import ERROR, Issue, verdict_of

    def finding(since: str, *cards: str) -> StateIssues:
        issues = tuple(Issue("set-legality", ERROR, f"{c} is out", 1, 0, details={"card": c}) for c in cards)
        return StateIssues(FormatState(parse_date(since)), issues)

    issues = tuple(told_once([finding("2020", "A"), finding("2021", "B")], "Own", "2021-05-05"))
    assert verdict_of(issues) == "illegal"
    assert [i.code for i in issues if i.severity == ERROR] == ["format-state"]
    assert "A is out" in issues[0].message
    assert "B is out" in issues[0].message
    assert verdict_of(told_once([finding("2020", "A"), finding("2021")], "Own", "2021-05-05")) == "unproven"
    assert (
        verdict_of(told_once([finding("2020", "A"), finding("2021", "A", "B")], "O", "2021-05-05"))
        == "illegal"
    )


def test_a_format_that_has_ended_says_so(cards: tuple[Card, ...]) -> None:
    deck = deck_from(cards, "ANH", "BOY", "ESB", "RAS", "ROTJ")
    (issue,) = judged(deck, "world-championship-2022", "2026-11-22").issues
    assert (issue.undecided, "was not played on 2026-11-22" in issue.message) == (True, True)
    assert judged(deck, "world-championship-2022", "2022-10-01").verdict == "legal"
    assert judged(deck, "world-championship-2022", "2025-10-01").verdict == "unproven"


@pytest.mark.parametrize("game", ["swtcg", "destiny", "stargate", "swlcg"])
def test_formats_name_sets_editions_and_cards_that_there_are(database: object, game: str) -> None:
    known = get_game(game)
    with Catalogue(database, game) as catalogue:  # type: ignore[arg-type]
        codes = {one.code for one in catalogue.sets()}
        for bundled in BUNDLED:
            codes |= read_releases(bundled).keys() if bundled.code == game else set()
        for play_format in known.formats():
            editions = {edition.code for edition in known.editions}
            assert {
                play_format.edition,
                *(s.edition or play_format.edition for s in play_format.states),
            } <= editions
            for state in play_format.states:
                assert (state.sets or frozenset()) <= codes or not codes
                assert state.source or state.note or not state.known
            for listed in play_format.listed:
                (card,) = catalogue.find_cards(listed.card)
                assert card.name == listed.card


def test_states_stand_in_the_order_of_time() -> None:
    for play_format in get_game("swtcg").formats():
        ends = [s.since.latest or s.since.earliest or date.max for s in play_format.states]
        assert ends == sorted(ends)


def test_a_format_by_its_code_reads_its_own_file_only() -> None:
    from deckcheck.games.formats.format_files import FormatFolder

    folder = FormatFolder("swtcg", "printed-2005")
    assert isinstance(folder.find("vintage"), Format)
    assert folder._read.cache_info().currsize == 1
    assert folder.find("Vintage") is folder.find("vintage")
    assert folder.find("Old Vintage") is None
