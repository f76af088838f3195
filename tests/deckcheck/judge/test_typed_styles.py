"""A legal deck as people write it in chats, mails, sheets and forums: it is that deck, and legal."""

import re
from pathlib import Path

import pytest

from deckcheck.judge.batch import DeckJudge, JudgeOptions
from deckcheck.report import Report

pytestmark = pytest.mark.whole_catalogue

LEGAL = Path("examples/decks/empire.txt")


def in_other_words(row_of: str, above: str = "", below: str = "") -> str:
    """The cards of a legal deck, each in a form, between other lines."""
    found = re.findall(r"(?m)^([0-9])\t(.+)$", LEGAL.read_text(encoding="utf-8"))
    rows = (row_of.format(q=q, n=n, k=k) for k, (q, n) in enumerate(found, 1))
    return above + "".join(f"{row}\n" for row in rows) + below


STYLES = {
    "count below its name": ("{n}\nx{q}", "", ""),
    "count above its name": ("{q}\n{n}", "", ""),
    "price": ("{q} {n}  $0.50", "", ""),
    "price of another land": ("{q}x {n} - 1,20 \u20ac", "", ""),
    "price behind a colon": ("{q} {n}: $0.50", "", "Total: $12.50\n"),
    "hard breaks": ("{q} {n}\\", "", ""),
    "what is owned": ("{q}x {n} (own 4)", "", ""),
    "quoted lines": ('"{q}x {n}"', "", ""),
    "numbers of lines": ("{k}: {q}x {n}", "", ""),
    "numbers with a word": ("No. {k} - {q}x {n}", "", ""),
    "two and two": ("{q} {n}", "1 Tarkin's Stench and 1 Cloud City Prison\n", ""),
    "a sum in Czech": ("{q} {n}", "", "Po\u010det karet: 60\n"),
    "a sum in Spanish": ("{q} {n}", "", "N\u00famero de cartas: 60\n"),
    "costs": ("{q} {n}", "", "Average cost: 4.2\n"),
    "price in brackets": ("{q} {n} (30 K\u010d)", "", ""),
    "messages": ("[27.11.26, 18:02] Jan Nov\u00e1k: {q} {n}", "", ""),
    "messages elsewhere": ("11/27/26, 6:02 PM - Jan: {q} {n}", "", ""),
    "one message": ("{q} {n}", "[27.11.26, 18:02] Jan: 2 Tarkin's Stench\n", ""),
    "emoji": (":four: {n}", "", ""),
    "ticks": ("{q} {n} \u2705", "", ""),
    "sheet with numbers": ("{k}\t{q}\t{n}", "", ""),
    "registration sheet": ("_{q}_ {n}", "DCI #: 1234567\nDate: 27.11.2026\nQty  Card Name\n", ""),
    "no blank": ("{q}{n}", "", ""),
    "arrows behind counts": ("{q} -> {n}", "", ""),
    "types in a sheet": ("Space\t{q}\t{n}", "", "Ground\t2\tCloud City Prison\n"),
    "arrows": ("{n} -> {q}", "", ""),
    "a checklist": ("{q} {n}", "0 Nexu\n0 Acklay\n0x Reek\n", "0 Yoda (A)\n"),
    "a signature": ("{q} {n}", "", "\n-- \nJan Nov\u00e1k\nTel. 0151 2345678\n"),
    "a telephone": ("{q} {n}", "", "\nSent from my iPhone\n"),
    "changes": ("{q} {n}", "", "\n+1 Nexu / -1 Acklay\n"),
    "changes line by line": ("{q} {n}", "", "\nChanges:\n-1 Acklay\n+1 Nexu\n"),
    "an edit": ("{q} {n}", "", "\nEdit: formatting\n"),
    "an edited message": ("{q} {n}", "", "2 Cloud City Prison (edited)\n"),
    "a page": ("{q} {n}", "", "Page 1 of 2\n1/2\n- 1 -\n27.11.2026 18:02\n"),
    "a sentence": ("{q} {n}", "", "\nIt went 3-1 last Saturday and lost only to 4 Darth Vader.\n"),
    "a number of a deck": ("{q} {n}", "Deck 3\n\n", ""),
    "a remark": ("{q} {n} - great early drop, always good", "", ""),
    "a box drawn": ("\u2502 {q} \u2502 {n} \u2502", "", ""),
    "a scan": ("{q} {n}", "", "l Tarkin's Stench\nI Cloud City Prison\n"),
    "no sideboard": ("{q} {n}", "", "\nSB: -\n"),
}


@pytest.mark.parametrize("style", STYLES)
def test_a_legal_deck_is_that_deck_in_any_style(style: str, tmp_path: Path, database: Path) -> None:
    row_of, above, below = STYLES[style]
    path = tmp_path / "a.txt"
    path.write_text(in_other_words(row_of, above, below), encoding="utf-8")
    with DeckJudge(JudgeOptions(database)) as judge:
        report = judge.judge_file(str(path))
    assert isinstance(report, Report)
    assert ([issue.message for issue in report.issues], report.verdict) == ([], "legal")
    more = 2 * ("Stench" in above + below or "Prison" in below)
    assert report.counts["cards"] == (4 * 22 if ":four:" in row_of else 60 + more)


@pytest.mark.parametrize(
    "text",
    [
        "Jan: 2 Executor (A)\n" + in_other_words("{q} {n}"),
        in_other_words("{q} {n}", below="0 Nexu\n"),
        in_other_words("{q} {n}", below="\n+1 Nexu\n"),
        in_other_words("{n}\n{q}", below="60\n"),
        in_other_words("{q} {n} |@|"),
        "IRC <Jan> 4 Tarkin's Stench\n" + in_other_words("{q} {n}"),
        in_other_words("{q} {n}", below="\n-----\n3 Qwyjibo Zzyzx\n"),
        in_other_words("{q} {n}", below="\nEnjoy!\n3 Qwyjibo Zzyzx\n"),
        in_other_words("-{q} {n}", below="+2 Nexu\n"),
    ],
)
def test_what_may_be_a_card_or_not_leaves_the_verdict_open(text: str, tmp_path: Path, database: Path) -> None:
    """The first line is no title where a count stands in it, and nothing behind a rule is a signature for sure."""
    path = tmp_path / "a.txt"
    path.write_text(text, encoding="utf-8")
    with DeckJudge(JudgeOptions(database)) as judge:
        assert judge.judge_file(str(path)).verdict == "unproven"


def test_a_set_and_number_below_a_card_are_its_own(database: Path, tmp_path: Path) -> None:
    """They name that card too, which would be a copy more."""
    path = tmp_path / "a.txt"
    text = in_other_words("{q} {n}", below="2 Vader's TIE Fighter (A)\n    ANH #58\n")
    path.write_text(text, encoding="utf-8")
    with DeckJudge(JudgeOptions(database)) as judge:
        report = judge.judge_file(str(path))
    assert isinstance(report, Report)
    assert (report.verdict, report.counts["cards"]) == ("legal", 62)
