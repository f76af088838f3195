"""The legality of a deck in all formats, and in one format over time."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import partial

from db.cards.lookup import Catalogue
from deckcheck.deck import Deck
from deckcheck.games.formats.releases import released
from deckcheck.judge.batch import DeckJudge, JudgeOptions
from deckcheck.judge.format_book import own_and_ours
from deckcheck.judge.validate import Judge
from deckcheck.report import ERROR, Issue, Report, UnreadableReport
from deckcheck.rules.edition import Format


@dataclass(frozen=True, slots=True)
class InFormats:
    """The reports on a deck by each format of its game."""

    reports: tuple[tuple[Format, Report], ...]

    @property
    def path(self) -> str:
        """The path of the deck."""
        return self.reports[0][1].path


@dataclass(frozen=True, slots=True)
class Span:
    """A range of days with the same verdict; None where it has no first or last day.

    `because` is the issue that makes the deck not legal from the first day on.
    """

    verdict: str
    first: date | None
    last: date | None
    because: Issue | None = None


@dataclass(frozen=True, slots=True)
class Interval:
    """The spans of a deck in a format, and the one that contains the day in question."""

    report: Report
    spans: tuple[Span, ...]
    now: Span

    @property
    def next(self) -> Span | None:
        """The span after that of the day, None where there is none."""
        place = self.spans.index(self.now) + 1
        return self.spans[place] if place < len(self.spans) else None

    @property
    def before(self) -> Span | None:
        """The span before that of the day, None where there is none."""
        place = self.spans.index(self.now)
        return self.spans[place - 1] if place else None


def first_problem(report: Report) -> Issue | None:
    """The first error, else the first that leaves the verdict open; None of a legal deck."""
    errors = (issue for issue in report.issues if issue.severity == ERROR)
    open_ones = (issue for issue in report.issues if issue.undecided)
    return next(errors, None) or next(open_ones, None)


def in_formats(files: Iterable[str], options: JudgeOptions) -> Iterator[InFormats | UnreadableReport]:
    """Yields the reports on each deck by all formats of its game, the user's own included."""
    with DeckJudge(options._replace(format=None, format_file=None)) as deck_judge:
        for path in files:
            yield deck_judge.answer_about(path, partial(_by_all, deck_judge, options))


def deck_in_formats(deck: Deck, options: JudgeOptions) -> InFormats:
    """The reports on a deck by all formats of its game, the user's own included."""
    with DeckJudge(options._replace(format=None, format_file=None)) as deck_judge:
        return _by_all(deck_judge, options, deck_judge.judge_of(deck.game), deck)


def deck_in_time(deck: Deck, options: JudgeOptions) -> Interval:
    """The spans in which a deck was legal or not in the format of the options."""
    with DeckJudge(options) as deck_judge:
        return _in_time(deck_judge, options, deck_judge.judge_of(deck.game), deck)


def _by_all(deck_judge: DeckJudge, options: JudgeOptions, judge: Judge, deck: Deck) -> InFormats:
    with Catalogue(options.database, judge.game.code) as catalogue:
        formats = own_and_ours(options.database, catalogue, options.on, options.format_file)
        judges = [(one, deck_judge.make_judge(catalogue, one)) for one in formats]
    return InFormats(tuple((one, by.validate(deck)) for one, by in judges))


def intervals(files: Iterable[str], options: JudgeOptions) -> Iterator[Interval | UnreadableReport]:
    """Yields for each deck the spans in which it was legal or not in the format of the options."""
    with DeckJudge(options) as deck_judge:
        for path in files:
            yield deck_judge.answer_about(path, partial(_in_time, deck_judge, options))


def _in_time(deck_judge: DeckJudge, options: JudgeOptions, judge: Judge, deck: Deck) -> Interval:
    with Catalogue(options.database, judge.game.code) as catalogue:
        as_of = catalogue.source()[1]
        days = sorted(turning_days(judge.format, deck, as_of))
        firsts: list[date | None] = [None, *days]
        on = [days[0] - timedelta(days=1) if days else judge.day, *days]
        reports = [deck_judge.make_judge(catalogue, judge.format, day).validate(deck) for day in on]
    spans: list[Span] = []
    for number, (first, report) in enumerate(zip(firsts, reports, strict=True)):
        last = days[number] - timedelta(days=1) if number < len(days) else None
        if spans and spans[-1].verdict == report.verdict:
            spans[-1] = replace(spans[-1], last=last)
        else:
            spans.append(Span(report.verdict, first, last, first_problem(report)))
    now = next(span for span in spans if span.last is None or judge.day <= span.last)
    return Interval(judge.validate(deck), tuple(spans), now)


def turning_days(play_format: Format, deck: Deck, as_of: str) -> set[date]:
    """The days on which the verdict of a format on a deck may change.

    Those of its states and lists, of releases, and of marks in the card lists.
    """
    days = {day for state in play_format.states for day in state.since.turns}
    for listed in play_format.listed:
        days.update(listed.since.turns, listed.until.turns if listed.until else ())
    cards = {entry.card for entry in deck.entries if entry.card is not None}
    printings = [printing for card in cards for printing in card.printings]
    days.update(day for printing in printings for day in released(printing).turns)
    if not all(printing.released for printing in printings):
        days.update(_days_of({as_of}))
    if play_format.lists is not None:
        marks = (mark for card in cards for mark in (*card.marks, *card.past_marks))
        texts = {text for mark in marks for text in (mark.since, mark.seen, mark.until)}
        days.update(_days_of({*texts, as_of}))
    return days - {date.min}


def _days_of(texts: Iterable[str | None]) -> Iterator[date]:
    for text in texts:
        try:
            yield date.fromisoformat((text or "")[:10])
        except ValueError:
            continue
