"""A session: an open database, and everything that can be asked of it.

Nothing here prints, exits or asks; what cannot be done raises a `DeckcheckError`.
"""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Self, Unpack

from db.cards.card import Card, CardSet
from db.cards.lookup import Catalogue
from db.cards.names import parse_name
from db.collection.decks import SavedDeck
from db.collection.read import read_collection, read_decks
from db.database import ensure_ready
from db.errors import CardNotFoundError
from deckcheck import places
from deckcheck.collection.deck_keeper import DeckKeeper
from deckcheck.collection.holdings import Collection
from deckcheck.collection.missing import Missing, deck_difference, find_missing
from deckcheck.collection.search import search_cards
from deckcheck.deck import Deck
from deckcheck.decks.convert import ConvertedDeck, converted, format_to_write
from deckcheck.errors import AmbiguousCardError, WrongPlayersError
from deckcheck.games import get_game
from deckcheck.games.game import Format
from deckcheck.judge.batch import DeckJudge, JudgeOptions, find_deck_files, game_of
from deckcheck.judge.format_book import own_and_ours
from deckcheck.judge.in_time import Interval, deck_in_formats, deck_in_time
from deckcheck.judge.many_files import judge_files
from deckcheck.judge.opening import OpenedDeck, get_saved_of_any_game
from deckcheck.judge.resolve import Resolver
from deckcheck.query.facts import name_key
from deckcheck.report import AnyReport, Report, UnreadableReport
from deckcheck.session.collection import SessionCollection
from deckcheck.session.reading import AnyDeck, DeckSource, open_source
from deckcheck.session.saved import SessionDecks
from deckcheck.session.sources import SessionSources
from importers.decks.writing import save_deck

if TYPE_CHECKING:
    from deckcheck.chance.estimates import Proportion
    from deckcheck.games.deck_profile import DeckProfile
    from deckcheck.judge.card_page import CardPage
    from deckcheck.odds.answer import Answer, Question
    from deckcheck.repair.result import Repair
    from deckcheck.session.editing import EditedDeck
    from deckcheck.session.events import SessionEvents
    from deckcheck.session.play import GoldfishFigures, SeatedDecks, SetupFigures, SetupResult
    from deckcheck.session.repairing import OpenRepair, RepairAsked
    from deckcheck.sources.lint import LintResult

FilePath = str | os.PathLike[str]


def _silent(_text: str) -> None:
    pass


class Session:
    """An open database with its cards, decks, collection and card sources.

    `game` is the game of searches, saved decks and the collection; a deck may be of any game.
    `tell` hears what takes long, such as the first loading of the catalogue. Close it when done, or
    use `with`.
    """

    def __init__(
        self,
        database: FilePath | None = None,
        *,
        game: str | None = None,
        tell: Callable[[str], None] = _silent,
    ) -> None:
        self.path = places.database_path(None if database is None else Path(database))
        self.game = get_game(game or places.default_game()).code
        self._catalogues: dict[str, Catalogue] = {}
        self._opened_catalogues: list[Catalogue] = []
        self._resolvers: dict[str, Resolver] = {}
        self._judging: tuple[JudgeOptions, DeckJudge] | None = None
        ensure_ready(self.path, tell)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes the database; cards, decks and reports that were handed out stay valid."""
        self._forget()
        while self._opened_catalogues:
            self._opened_catalogues.pop().close()

    def _forget(self) -> None:
        """Forgets what was read of cards, which have changed."""
        self._catalogues.clear()
        self._resolvers.clear()
        if self._judging is not None:
            self._judging[1].close()
            self._judging = None
        for name in ("collection", "decks"):
            self.__dict__.pop(name, None)

    def catalogue(self, game: str | None = None) -> Catalogue:
        """The cards of a game, by default that of the session."""
        code = game or self.game
        if code not in self._catalogues:
            self._catalogues[code] = Catalogue(self.path, get_game(code).code)
            self._opened_catalogues.append(self._catalogues[code])
        return self._catalogues[code]

    def resolver(self, game: str | None = None) -> Resolver:
        """The resolver of the names in deck lists."""
        code = game or self.game
        if code not in self._resolvers:
            self._resolvers[code] = Resolver(self.catalogue(code), get_game(code))
        return self._resolvers[code]

    @cached_property
    def collection(self) -> SessionCollection:
        """The collection of the session's game."""
        return SessionCollection(self.catalogue())

    @cached_property
    def decks(self) -> SessionDecks:
        """The saved decks of the session's game."""
        return SessionDecks(self.path, self.resolver(), self.deck_list)

    @cached_property
    def events(self) -> "SessionEvents":
        """The events: registration, deck check, rounds, standings."""
        from deckcheck.session.events import SessionEvents

        return SessionEvents(self.path, self.game)

    @cached_property
    def sources(self) -> SessionSources:
        """The card sources."""
        return SessionSources(self.path, places.cache_folder(), self._forget)

    # Cards

    def search(
        self,
        query: str = "",
        *,
        sort: str | None = None,
        like: str | None = None,
        on: date | None = None,
        game: str | None = None,
    ) -> tuple[Card, ...]:
        """The cards that a query asks for, by name or in the order of `sort`.

        With `like`, the name of a card, the most alike come first; `on` is the day whose formats
        are asked. Raises `QueryError` for a query, and `SortFieldError` for an order, that make no
        sense.
        """
        card = None if like is None else self.card(like, game=game)
        return search_cards(self.catalogue(game), query, sort, like=card, day=on).cards

    def card(self, name: str, *, game: str | None = None) -> Card:
        """The card of that name, also of an old name or without a version that is the only one.

        Raises `AmbiguousCardError` where it may be several, and `CardNotFoundError`.
        """
        return the_card(self.catalogue(game), name)

    def card_page(
        self, name: str, *, game: str | None = None, on: date | None = None
    ) -> "CardPage":
        """A card with its words, other names and versions, and its legality in each format.

        `on` is the day of the legality, by default today. Raises as `card` does.
        """
        from deckcheck.judge.card_page import card_page

        day = on or date.today()  # noqa: DTZ011 - the user's own day is meant
        return card_page(self.catalogue(game), self.card(name, game=game), day)

    def lint(self, *paths: FilePath, accept: FilePath | None = None) -> "LintResult":
        """Card lists, and files of any card source, checked for slips.

        Findings that the file `accept` lists are left out.
        """
        from deckcheck.sources.lint import lint_paths

        return lint_paths([Path(one) for one in paths], None if accept is None else Path(accept))

    def sets(self, game: str | None = None) -> tuple[CardSet, ...]:
        """The sets of a game in order, each with the number of its printings."""
        return self.catalogue(game).sets()

    # Decks

    def deck_list(self, source: DeckSource, *, read_as: str | None = None) -> OpenedDeck:
        """A deck as it is written, from a path, a stream, or the name of a saved deck."""
        return open_source(source, self._find_saved, read_as)

    def deck(self, source: AnyDeck, *, game: str | None = None, read_as: str | None = None) -> Deck:
        """A deck with its names looked up; unknown and ambiguous names stay in it.

        Raises `OtherGameError` where it names another game than is asked for.
        """
        if isinstance(source, Deck):
            return source
        found = self.deck_list(source, read_as=read_as)
        code = game_of(found.deck_list, game, self.game)
        return self.resolver(code).resolve(found.deck_list, found.label, found.name)

    def convert(
        self,
        source: DeckSource,
        target: FilePath,
        *,
        to: str | None = None,
        game: str | None = None,
        force: bool = False,
    ) -> ConvertedDeck:
        """Writes a deck to a file in another format, by default the one of the file's suffix.

        What the format cannot hold stands in the result. Raises `ExistingFileError` where there is
        a file, unless `force`.
        """
        path = Path(target)
        found = self.deck_list(source)
        done = self.converted(found, to or format_to_write(path), game=game, target=str(path))
        save_deck(path, done.data, force=force)
        return done

    def converted(
        self,
        source: DeckSource | OpenedDeck,
        to: str,
        *,
        game: str | None = None,
        target: str = "the new file",
    ) -> ConvertedDeck:
        """A deck in the bytes of another format; nothing is written."""
        found = source if isinstance(source, OpenedDeck) else self.deck_list(source)
        code = game_of(found.deck_list, game, self.game)
        return converted(
            found.deck_list, to, lambda: self.catalogue(code), name=found.name, target=target
        )

    def edit_deck(
        self,
        deck: FilePath | SavedDeck,
        *,
        add: Sequence[str] = (),
        remove: Sequence[str] = (),
        zone: str | None = None,
        output: FilePath | None = None,
        rewrite: bool = False,
        read_as: str | None = None,
        game: str | None = None,
    ) -> "EditedDeck":
        """Puts cards into a deck file or saved deck, and takes cards out: `add=["2 Kouhun"]`.

        The file keeps its format, order and comments. What is unclear is refused with a
        `DeckcheckError`, and nothing is changed.
        """
        from deckcheck.judge.opening import is_file
        from deckcheck.session.editing import EditOptions, edit_file, edit_saved

        if isinstance(deck, SavedDeck) or not is_file(os.fspath(deck)):
            saved = deck if isinstance(deck, SavedDeck) else self._find_saved(os.fspath(deck))
            resolver = self.resolver(saved.facts.game)
            keeper = DeckKeeper(self.path, resolver)
            return edit_saved(keeper, saved, add, remove, zone, resolver)
        options = EditOptions(zone, None if output is None else Path(output), rewrite, read_as)
        return edit_file(
            Path(deck), add, remove, options,
            lambda found: self.resolver(game_of(found, game, self.game)),
        )  # fmt: skip

    def new_deck(
        self,
        path: FilePath,
        *,
        add: Sequence[str] = (),
        name: str | None = None,
        format: str | None = None,  # noqa: A002 - the word of the command line
        game: str | None = None,
    ) -> "EditedDeck":
        """Writes a new deck file in the format of its suffix, with these cards or with none.

        Raises `ExistingFileError` where there is a file.
        """
        from deckcheck.session.editing import new_deck

        resolver = self.resolver(game)
        return new_deck(Path(path), add, resolver, name=name, play_format=format)

    def watch(
        self,
        deck: FilePath,
        format: str | None = None,  # noqa: A002 - the word of the command line
        *,
        rules: str | None = None,
        on: date | None = None,
        game: str | None = None,
        read_as: str | None = None,
        wait: Callable[[], None] | None = None,
    ) -> Iterator[AnyReport]:
        """Yields the report on a deck file or saved deck, and again whenever it has changed.

        A deck that is gone is an unreadable one until it is there again. It never ends by itself;
        `wait` passes the time between two looks, by default half a second.
        """
        from deckcheck.session.watching import saved_state, watched

        name = os.fspath(deck)
        options = self._options(format, rules, on, game, read_as, None, None)
        state = saved_state(self.path, name, self.game)
        for is_there in watched(state, wait):
            if is_there:
                yield from judge_files([name], options, 1)
            else:
                gone = "it is gone; waiting for it to come back"
                yield UnreadableReport(name, Path(name).stem, gone)

    def missing(self, *decks: DeckSource, same_printing: bool = False) -> Missing:
        """The cards that decks need and the collection lacks, all of them built at once."""
        opened, code = self._opened(decks)
        collection = Collection(read_collection(self.path, code))
        keeper = SessionDecks(self.path, self.resolver(code), self.deck_list)
        known = [keeper.known_again(one, collection.stored) for one in opened]
        return find_missing(known, collection, self.resolver(code), same_printing=same_printing)

    def difference(self, one: DeckSource, other: DeckSource) -> list[tuple[str, str, int, int]]:
        """In which cards two decks differ: zone, name, and the copies in each."""
        (first, second), code = self._opened((one, other))
        return deck_difference(first, second, self.resolver(code))

    def _opened(self, sources: Iterable[DeckSource]) -> tuple[list[OpenedDeck], str]:
        """The decks, and the one game that all of them are of."""
        opened = [self.deck_list(source) for source in sources]
        codes = dict.fromkeys(game_of(one.deck_list, None, self.game) for one in opened)
        if len(codes) > 1:
            raise WrongPlayersError(f"decks of different games: {', '.join(codes)}")
        return opened, next(iter(codes), self.game)

    def _find_saved(self, name: str) -> SavedDeck:
        return get_saved_of_any_game(read_decks(self.path), name, self.game)

    # Odds and play

    def odds(
        self,
        source: AnyDeck,
        condition: str,
        *,
        hand: int | None = None,
        draws: int = 0,
        mulligan: str = "keep",
        rules: str | None = None,
    ) -> "Answer":
        """How likely a condition is for the cards seen of a deck, exactly.

        `mulligan` is "keep", or as the game has it "units" or "best".
        """
        from deckcheck.odds.answer import answer

        return answer(self._question(source, condition, hand, draws, mulligan, rules))

    def dealt_odds(
        self,
        source: AnyDeck,
        condition: str,
        *,
        hands: int,
        seed: int,
        hand: int | None = None,
        draws: int = 0,
        mulligan: str = "keep",
        rules: str | None = None,
    ) -> "Proportion":
        """How often a condition holds in so many hands that are dealt: a check of `odds`."""
        from deckcheck.session.odds import deal_hands

        question = self._question(source, condition, hand, draws, mulligan, rules)
        return deal_hands(question, hands, seed)

    def plot_odds(
        self,
        source: AnyDeck,
        condition: str,
        path: FilePath,
        *,
        hand: int | None = None,
        draws: int = 0,
        mulligan: str = "keep",
        rules: str | None = None,
    ) -> None:
        """Draws a condition and its parts by the number of cards seen, as SVG or PNG."""
        from deckcheck.session.drawing import draw_odds

        deck = self.deck(source)
        question = self._question(deck, condition, hand, draws, mulligan, rules)
        draw_odds(Path(path), question, deck.name or deck.path)

    def _question(
        self,
        source: AnyDeck,
        condition: str,
        hand: int | None,
        draws: int,
        mulligan: str,
        rules: str | None,
    ) -> "Question":
        from deckcheck.session.odds import odds_deck

        deck = self.deck(source)
        asked = odds_deck(deck, condition, self.catalogue(deck.game), rules)
        return asked.question(hand, draws, mulligan)

    def setup(
        self,
        source: AnyDeck,
        other: AnyDeck | None = None,
        *,
        seed: int,
        policy: str = "planner",
        rules: str | None = None,
    ) -> "SetupResult":
        """One setup of a deck alone, or of two, move by move; the same for the same seed."""
        return self._table(source, other, rules).play(seed, policy)

    def setups(
        self,
        source: AnyDeck,
        other: AnyDeck | None = None,
        *,
        games: int,
        seed: int,
        policy: str = "planner",
        rules: str | None = None,
        jobs: int | None = None,
    ) -> "SetupFigures":
        """Figures over many setups, each with its error."""
        return self._table(source, other, rules).count(games, seed, policy, jobs)

    def goldfish(
        self,
        source: AnyDeck,
        *,
        seed: int,
        hands: int = 2_000,
        turns: int = 6,
        conditions: Sequence[str] = (),
        policy: str = "planner",
        rules: str | None = None,
        with_setup: bool = True,
        side: str | None = None,
        stream: int = 0,
        jobs: int | None = None,
    ) -> "GoldfishFigures":
        """Figures over opening hands, setup and first turns of a deck that is played alone.

        `side` is the seat, by default the deck's. Decks that are to be compared need different
        streams, so that their hands are independent: `one.differences(other)`.
        """
        from deckcheck.session.goldfish import GoldfishPlan, goldfish

        deck = self.deck(source)
        plan = GoldfishPlan(seed, hands, turns, policy, with_setup, conditions, side, stream)
        return goldfish(self.catalogue(deck.game), deck, plan, rules=rules, jobs=jobs)

    def stats(self, source: AnyDeck, *, rules: str | None = None) -> "DeckProfile":
        """The composition of a deck: `figures()`, and `document` as the command prints it."""
        from deckcheck.decks.counts import deck_profile

        deck = self.deck(source)
        game = get_game(deck.game)
        return deck_profile(deck, game, rules or game.usual_edition)

    def plot_deck(self, source: AnyDeck, path: FilePath, *, rules: str | None = None) -> None:
        """Draws a deck at a glance, as SVG or PNG."""
        from deckcheck.session.drawing import draw_profile

        draw_profile(Path(path), self.stats(source, rules=rules))

    def _table(self, source: AnyDeck, other: AnyDeck | None, rules: str | None) -> "SeatedDecks":
        from deckcheck.session.play import SeatedDecks

        decks = [self.deck(one) for one in (source, other) if one is not None]
        if len({deck.game for deck in decks}) > 1:
            raise WrongPlayersError(f"decks of different games: {decks[0].game}, {decks[1].game}")
        return SeatedDecks(self.catalogue(decks[0].game), decks, rules)

    # Judging

    def validate(
        self,
        source: AnyDeck,
        format: str | None = None,  # noqa: A002 - the word of the command line
        *,
        rules: str | None = None,
        on: date | None = None,
        game: str | None = None,
        read_as: str | None = None,
        zone_limits: Mapping[str, int] | None = None,
        format_file: FilePath | None = None,
    ) -> Report:
        """The report on one deck: the verdict, and every issue.

        Raises a `DeckcheckError` for what cannot be read as a deck, or judged like that.
        """
        options = self._options(format, rules, on, game, read_as, zone_limits, format_file)
        return self._deck_judge(options).judge_deck(self.deck(source, game=game, read_as=read_as))

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
        options = self._options(
            format, asked.get("rules"), asked.get("on"), game, read_as, asked.get("zone_limits"),
            asked.get("format_file"),
        )  # fmt: skip
        opened = (
            source if isinstance(source, OpenedDeck) else self.deck_list(source, read_as=read_as)
        )
        code = game_of(opened.deck_list, game, self.game)
        resolver, catalogue = self.resolver(code), self.catalogue(code)
        deck = resolver.resolve(opened.deck_list, opened.label, opened.name)
        collection = Collection(read_collection(self.path, code))
        keeper = SessionDecks(self.path, resolver, self.deck_list)
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
        rules: str | None = None,
        on: date | None = None,
        game: str | None = None,
        read_as: str | None = None,
        zone_limits: Mapping[str, int] | None = None,
        format_file: FilePath | None = None,
        jobs: int | None = None,
    ) -> Iterator[AnyReport]:
        """Yields the report on each file, folders searched for decks; many go over all cores.

        A file that is no deck gives an `UnreadableReport`.
        """
        options = self._options(format, rules, on, game, read_as, zone_limits, format_file)
        return judge_files(find_deck_files([os.fspath(path) for path in paths]), options, jobs)

    def formats(self, game: str | None = None, *, on: date | None = None) -> tuple[Format, ...]:
        """All formats of a game: those of deckcheck, of card sources and of the user's own."""
        return own_and_ours(self.path, self.catalogue(game), on)

    def validate_formats(self, source: AnyDeck, *, on: date | None = None) -> tuple[Report, ...]:
        """The reports on a deck by every format of its game."""
        options = self._options(None, None, on, None, None, None, None)
        return tuple(report for _, report in deck_in_formats(self.deck(source), options).reports)

    def legal_when(
        self,
        source: AnyDeck,
        format: str | None = None,  # noqa: A002 - the word of the command line
        *,
        on: date | None = None,
    ) -> Interval:
        """From which day to which a deck is legal in a format, and why not before and after."""
        return deck_in_time(
            self.deck(source), self._options(format, None, on, None, None, None, None)
        )

    def _deck_judge(self, options: JudgeOptions) -> DeckJudge:
        """The judge of decks by these options, kept for the next deck, mostly judged alike."""
        if self._judging is None or self._judging[0] != options:
            if self._judging is not None:
                self._judging[1].close()
            self._judging = (options, DeckJudge(options))
        return self._judging[1]

    def _options(
        self,
        play_format: str | None,
        rules: str | None,
        on: date | None,
        game: str | None,
        read_as: str | None,
        zone_limits: Mapping[str, int] | None,
        format_file: FilePath | None,
    ) -> JudgeOptions:
        file = None if format_file is None else Path(format_file)
        if file is not None:
            from deckcheck.judge.own_formats import read_own_format

            game = read_own_format(self.path, file, game)[0]
        return JudgeOptions(
            self.path, game, play_format, rules, on, read_as, zone_limits, file, self.game,
            places.settings().format or {},
        )  # fmt: skip


def the_card(catalogue: Catalogue, name: str) -> Card:
    """The one card that a name means; raises `AmbiguousCardError` and `CardNotFoundError`."""
    found = cards_called(catalogue, name)
    if len(found) > 1:
        raise AmbiguousCardError(name, [card.name for card in sorted(found, key=name_key)])
    if not found:
        from deckcheck.suggest import suggest

        raise CardNotFoundError(name, suggest(name, catalogue.names()))
    return found[0]


def cards_called(catalogue: Catalogue, name: str) -> tuple[Card, ...]:
    """The cards that a name may mean: one for its full or old name, else all its versions."""
    found = catalogue.find_cards(name)
    if not found and (renamed := catalogue.find_alias(name)):
        return (renamed,)
    parts = parse_name(name)
    found = found or catalogue.find_cards(parts.card)
    found = found or (() if parts.version else catalogue.find_versions(parts.base))
    if len(found) > 1:  # the full name of one may be the title of others
        found = tuple(card for card in found if card.name == name) or found
    return found


def open_session(database: FilePath | None = None, *, game: str | None = None) -> Session:
    """A session with the database at a path, by default the one of the command line.

    It is made from the bundled catalogue where there is none.
    """
    return Session(database, game=game)


def validate(
    source: AnyDeck,
    format: str | None = None,  # noqa: A002 - the word of the command line
    *,
    rules: str | None = None,
    on: date | None = None,
    game: str | None = None,
    database: FilePath | None = None,
) -> Report:
    """The report on one deck: a path, a text stream, the name of a saved deck, or a `Deck`."""
    with Session(database, game=game) as session:
        return session.validate(source, format, rules=rules, on=on, game=game)
