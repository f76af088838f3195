"""What a session judges: decks, many decks, formats, and the nearest legal deck."""

import os
from collections.abc import Callable, Iterable, Iterator
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Unpack

from deckcheck.games.game import Format
from deckcheck.judge.batch import find_deck_files, game_of
from deckcheck.judge.format_book import own_and_ours
from deckcheck.judge.in_time import Interval, deck_in_formats, deck_in_time
from deckcheck.judge.many_files import judge_files
from deckcheck.judge.opening import OpenedDeck
from deckcheck.report import AnyReport, Report, UnreadableReport
from deckcheck.session.open_database import JudgeAsked
from deckcheck.session.reading import AnyDeck, DeckSource, FilePath
from deckcheck.session.with_cards import WithCards
from deckcheck.session.with_decks import WithDecks

if TYPE_CHECKING:
    from deckcheck.repair.result import Repair
    from deckcheck.session.repairing import OpenRepair, RepairAsked


class WithJudging(WithCards, WithDecks):
    """Verdicts, and repairs."""

    def watch(
        self,
        deck: FilePath,
        format: str | None = None,  # noqa: A002 - the word of the command line
        *,
        wait: Callable[[], None] | None = None,
        **asked: Unpack[JudgeAsked],
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
        **asked: Unpack[JudgeAsked],
    ) -> Report:
        """The report on one deck: the verdict, and every issue.

        Raises a `DeckcheckError` for what cannot be read as a deck, or judged like that.
        """
        deck = self.deck(source, game=asked.get("game"), read_as=asked.get("read_as"))
        return self._deck_judge(self._options(format, asked)).judge_deck(deck)

    def repair(
        self,
        source: DeckSource | OpenedDeck,
        format: str | None = None,  # noqa: A002 - the word of the command line
        **asked: "Unpack[RepairAsked]",
    ) -> "Repair":
        """The nearest legal deck, by the same options as `validate`; nothing is written.

        With `owned` only copies come in that are free in the collection, with `cards` only cards
        that a query asks for. Cards in `keep` do not leave the deck, those in `out` leave it and do
        not come in. Raises `RepairError` where that contradicts itself.
        """
        return self.open_repair(source, format, **asked).found()

    def open_repair(
        self,
        source: DeckSource | OpenedDeck,
        format: str | None = None,  # noqa: A002 - the word of the command line
        **asked: "Unpack[RepairAsked]",
    ) -> "OpenRepair":
        """A deck that is to be repaired, by the options of `repair`: found, written and saved."""
        from deckcheck.session.repairing import DeckRepairer, OpenRepair, wish_of

        read_as, game = asked.get("read_as"), asked.get("game")
        options = self._options(format, asked)
        opened = (
            source if isinstance(source, OpenedDeck) else self.deck_list(source, read_as=read_as)
        )
        code = game_of(opened.deck_list, game, self.game)
        resolver, catalogue = self.resolver(code), self.catalogue(code)
        deck = resolver.resolve(opened.deck_list, opened.label, opened.name)
        collection, keeper = self._collected(code)
        opened = keeper.known_again(opened, collection.stored)
        repairer = DeckRepairer(
            self._deck_judge(options).judge_of(code), catalogue, collection,
            lambda name: self.card(name, game=code),
        )  # fmt: skip
        wish = wish_of(asked, opened)
        return OpenRepair(opened, deck, repairer, wish, resolver, keeper, catalogue, read_as)

    def validate_many(
        self,
        paths: Iterable[FilePath],
        format: str | None = None,  # noqa: A002 - the word of the command line
        *,
        jobs: int | None = None,
        **asked: Unpack[JudgeAsked],
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
