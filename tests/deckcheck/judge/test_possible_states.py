"""Findings of several states that a format may be in, put together to one report."""

from db.cards.dates import parse_date
from deckcheck.judge.possible_states import StateIssues, told_once
from deckcheck.report import ERROR, WARNING, Issue, verdict_of
from deckcheck.rules.edition import FormatState

STATES = tuple(FormatState(parse_date(year), source=f"a book of {year}") for year in ("2004", "2005", "2006"))
SHORT = Issue("deck-size", ERROR, "59 cards in the deck, at least 60 expected", 59, 60)


def told(*issues: tuple[Issue, ...], states: tuple[FormatState, ...] = STATES) -> list[Issue]:
    findings = [StateIssues(s, found) for s, found in zip(states, issues, strict=False)]
    return list(told_once(findings, "Own", "2004-07-01"))


def test_what_every_state_says_is_said_once() -> None:
    """The same numbers are the same finding, in whatever words the book of a state puts them."""
    other = SHORT._replace(message="59 cards, and 60 is the least")
    assert told((SHORT,), (other,), (SHORT,)) == [SHORT]
    first, second = (
        Issue("zone", WARNING, f"in the book of {n} it stands elsewhere", details={"card": "A"})
        for n in (1, 2)
    )
    assert told((first,), (second,)) == [first]
    nothing = [one._replace(details={}) for one in (first, second)]
    assert [i.code for i in told((nothing[0],), (nothing[1],))] == ["format-state", "zone", "zone"]


def test_what_some_states_say_names_each_of_them_and_stays_open() -> None:
    found = told((SHORT,), (), (SHORT,))
    assert [(i.code, i.severity, i.undecided) for i in found] == [
        ("format-state", WARNING, True),
        ("deck-size", WARNING, True),
    ]
    assert found[1].message == (
        f"{SHORT.message} (so in the state that begins in 2004 and that begins in 2006)"
    )
    assert found[0].cite == "a book of 2004 | a book of 2005 | a book of 2006"
    assert verdict_of(found) == "unproven"


def test_a_deck_that_each_state_forbids_for_its_own_reason_is_illegal() -> None:
    many = Issue("copy-limit", ERROR, "5 copies of A, at most 4", 5, 4, details={"card": "A"})
    found = told((SHORT,), (many,), states=STATES[:2])
    assert verdict_of(found) == "illegal"
    assert found[0].message == (
        "whichever state Own was in on 2004-07-01, the deck was illegal: "
        "59 cards in the deck, at least 60 expected (in the state that begins in 2004); "
        "5 copies of A, at most 4 (in the state that begins in 2005)"
    )


def test_a_state_of_which_nothing_is_known_says_nothing_of_the_cards() -> None:
    unknown = STATES[1]._replace(known=False, note="a page is lost")
    unplayed = STATES[2]._replace(played=False)
    silent = Issue("set-legality", WARNING, "nothing is known", undecided=True)
    found = told((), (silent,), (silent,), states=(STATES[0], unknown, unplayed))
    assert [i.code for i in found] == ["format-state"]
    assert found[0].message == (
        "which state Own was in on 2004-07-01 is not known: that begins in 2004; "
        "or that begins in 2005 (a page is lost); or that begins in 2006, when it was not played"
    )
