"""The part of a session for verdicts: on one deck, many decks, and formats."""

import os
from collections.abc import Callable, Iterable, Iterator
from datetime import date
from pathlib import Path
from typing import Unpack

from db.arguments import Positive, checked
from deckcheck.judge.batch import find_deck_files
from deckcheck.judge.format_book import own_and_ours
from deckcheck.judge.in_time import Interval, deck_in_formats, deck_in_time
from deckcheck.judge.many_files import judge_files
from deckcheck.report import AnyReport, Report, UnreadableReport
from deckcheck.rules.edition import Format
from deckcheck.session.open_database import JudgeArguments
from deckcheck.session.reading import AnyDeck, FilePath
from deckcheck.session.with_cards import WithCards
from deckcheck.session.with_decks import WithDecks


@checked
class WithJudging(WithCards, WithDecks):
    """Verdicts on decks: in one format, in all, and over time."""

    def watch(
        self,
        deck: FilePath,
        format: str | None = None,  # noqa: A002 - the word of the command line
        *,
        wait: Callable[[], None] | None = None,
        **asked: Unpack[JudgeArguments],
    ) -> Iterator[AnyReport]:
        """Yields the report on a deck file or saved deck, and again whenever it has changed.

        A deck that is gone is an unreadable one until it is there again. It never ends by itself;
        `wait` passes the time between two looks, by default half a second.
        """
        from deckcheck.session.watching import saved_state, watched

        name = os.fspath(deck)
        options = self._options(format, asked)
        state = saved_state(self.path, name, self.game)
        for is_there in watched(state, wait):
            if is_there:
                yield from judge_files([name], options, 1)
            else:
                gone = "it is gone; waiting for it to come back"
                yield UnreadableReport(name, Path(name).stem, gone)

    def validate(
        self,
        source: AnyDeck,
        format: str | None = None,  # noqa: A002 - the word of the command line
        **asked: Unpack[JudgeArguments],
    ) -> Report:
        """The report on one deck: the verdict, and every issue.

        Raises a `DeckcheckError` for a source that is no deck, or options that do not fit it.
        """
        deck = self.deck(source, game=asked.get("game"), read_as=asked.get("read_as"))
        return self._deck_judge(self._options(format, asked)).judge_deck(deck)

    def validate_many(
        self,
        paths: Iterable[FilePath],
        format: str | None = None,  # noqa: A002 - the word of the command line
        *,
        jobs: Positive | None = None,
        **asked: Unpack[JudgeArguments],
    ) -> Iterator[AnyReport]:
        """Yields the report on each file, folders searched for decks; many go over all cores.

        A file that is no deck gives an `UnreadableReport`.
        """
        options = self._options(format, asked)
        return judge_files(find_deck_files([os.fspath(path) for path in paths]), options, jobs)

    def formats(self, game: str | None = None, *, on: date | None = None) -> tuple[Format, ...]:
        """All formats of a game: those of deckcheck, of card sources and of the user's own."""
        return own_and_ours(self.path, self.catalogue(game), on)

    def validate_formats(self, source: AnyDeck, *, on: date | None = None) -> tuple[Report, ...]:
        """The reports on a deck by every format of its game."""
        options = self._options(None, {"on": on})
        return tuple(report for _, report in deck_in_formats(self.deck(source), options).reports)

    def legal_when(
        self,
        source: AnyDeck,
        format: str | None = None,  # noqa: A002 - the word of the command line
        *,
        on: date | None = None,
    ) -> Interval:
        """From which day to which a deck is legal in a format, and why not before and after."""
        return deck_in_time(self.deck(source), self._options(format, {"on": on}))
