"""An open database: the catalogues, resolvers and judges that acts share while it is open."""

import os
from collections.abc import Callable, Mapping
from datetime import date
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Self, TypedDict

from db.arguments import checked
from db.cards.lookup import Catalogue
from db.clock import today
from db.database import ensure_ready
from db.engines.place import of_person
from db.sent import sent_as
from deckcheck import places
from deckcheck.games import get_game

if TYPE_CHECKING:
    from db.collection.decks import SavedDeck
    from deckcheck.collection.deck_keeper import DeckKeeper
    from deckcheck.collection.holdings import Collection
    from deckcheck.judge.batch import DeckJudge, JudgeOptions
    from deckcheck.judge.own_formats import FormatsState
    from deckcheck.judge.resolve import Resolver
    from deckcheck.rules.edition import Format

_MOST_JUDGES = 8

FilePath = str | os.PathLike[str]
"""A path, as Python takes it."""


class RulesArguments(TypedDict, total=False):
    """The rules by which decks are judged beside a format.

    `rules` is the edition instead of the format's, `on` the day that is meant, `zone_limits` the most
    cards of a zone, and `format_file` a format of one's own.
    """

    rules: str | None
    on: date | None
    zone_limits: Mapping[str, int] | None
    format_file: FilePath | None


class JudgeArguments(RulesArguments, total=False):
    """The options for judging that acts take beside the format; `judge_options` is all of them.

    `game` is the game of decks that name none, `read_as` the file format.
    """

    game: str | None
    read_as: str | None


class Database:
    """An open database with all that was read from it: the first argument of an act.

    `game` is the game where none is named. `tell` is called with a message on what takes long, such
    as the first loading of the catalogue. It is made where there is none, `lazily` only when an act
    needs it. With a `person`, by name, collection and decks are that person's of the club.
    """

    @checked
    def __init__(
        self,
        database: FilePath | None = None,
        *,
        game: str | None = None,
        tell: Callable[[str], None] = lambda _text: None,
        lazily: bool = False,
        person: str = "",
    ) -> None:
        self._person = person
        self.place = places.database_path(None if database is None else places.database_place(database))
        self._tell = tell
        self.game = get_game(game or places.default_game()).code
        self._catalogues: dict[str, Catalogue] = {}
        self._opened_catalogues: list[Catalogue] = []
        self._resolvers: dict[str, Resolver] = {}
        self._seen: dict[str, tuple[int, object]] = {}
        self._judging: list[tuple[date, JudgeOptions, DeckJudge]] = []
        self._formats: dict[tuple[str, date | None], tuple[Format, ...]] = {}
        self._own_formats: FormatsState | None = None
        if not lazily:
            self.path  # noqa: B018 - it is made ready

    @cached_property
    def path(self) -> Path:
        """The path of the database, which is made or brought up to date when it is first used."""
        ensure_ready(self.place, self._tell)
        if not self._person:
            return self.place
        from db.club.persons import person_number

        return of_person(self.place, person_number(self.place, self._person))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes the database; cards, decks and reports that were handed out stay valid."""
        self._forget()
        while self._opened_catalogues:
            self._opened_catalogues.pop().close()

    def refresh(self) -> None:
        """Discards the cards that were read if another program has changed them since.

        So are the formats of the user's folder.
        """
        if self._own_formats is not None:
            from deckcheck.judge.own_formats import formats_state

            if formats_state() != self._own_formats:
                self._discard_judge()
        for code, catalogue in self._catalogues.items():
            changes, state = self._seen[code]
            if (now := catalogue.changes()) == changes:
                continue
            if catalogue.fingerprint() != state:
                self._forget()
                return
            self._seen[code] = (now, state)

    def _share_cards(self) -> None:
        """Makes what was read the property of another database, of which this is a copy at another path."""
        self._catalogues = {code: one.at(self.path) for code, one in self._catalogues.items()}
        self._opened_catalogues, self._judging = [], []
        self._resolvers, self._seen, self._formats = dict(self._resolvers), dict(self._seen), {}

    def _forget(self) -> None:
        """Forgets what was read of cards, which have changed."""
        self._catalogues.clear()
        self._resolvers.clear()
        self._seen.clear()
        self._discard_judge()
        for name in ("collection", "decks"):
            self.__dict__.pop(name, None)

    @checked
    def catalogue(self, game: str | None = None) -> Catalogue:
        """The cards of a game, by default that of the session."""
        code = game or self.game
        if code not in self._catalogues:
            catalogue = Catalogue(self.path, code)
            if not catalogue.has_game():  # there may be cards of a game whose rules are not known
                catalogue.close()
                get_game(code)
            self._seen[code] = (catalogue.changes(), catalogue.fingerprint())
            self._catalogues[code] = catalogue
            self._opened_catalogues.append(catalogue)
        return self._catalogues[code]

    @checked
    def resolver(self, game: str | None = None) -> "Resolver":
        """The resolver of the names in deck lists."""
        code = game or self.game
        if code not in self._resolvers:
            from deckcheck.judge.resolve import Resolver

            self._resolvers[code] = Resolver(self.catalogue(code), get_game(code))
        return self._resolvers[code]

    @checked
    def formats(self, game: str | None = None, *, on: date | None = None) -> "tuple[Format, ...]":
        """All formats of a game: those of deckcheck, of card sources and of the user's own."""
        from deckcheck.judge.format_book import own_and_ours

        key = game or self.game, on
        if key not in self._formats:
            self._look_at_formats()
            self._formats[key] = own_and_ours(self.path, self.catalogue(game), on)
        return self._formats[key]

    @checked
    def holdings(self, game: str | None = None) -> "Collection":
        """The collection of a game as it is now."""
        from db.collection.read import read_collection
        from deckcheck.collection.holdings import Collection

        return Collection(read_collection(self.path, get_game(game or self.game).code))

    @checked
    def keeper(self, game: str | None = None) -> "DeckKeeper":
        """The keeper that changes the saved decks of a game."""
        from deckcheck.collection.deck_keeper import DeckKeeper

        return DeckKeeper(self.path, self.resolver(game))

    def find_saved(self, name: str) -> "SavedDeck":
        """The saved deck of that name, of the game of the database before others."""
        from deckcheck.judge.opening import get_saved_of_any_game

        return get_saved_of_any_game(self.saved_decks(), name, self.game)

    @checked
    def saved_decks(self, game: str | None = None) -> "tuple[SavedDeck, ...]":
        """The saved decks of a game, by default of all games."""
        from db.collection.read import read_decks

        return read_decks(self.path, get_game(game).code if game else None)

    def deck_judge(self, options: "JudgeOptions") -> "DeckJudge":
        """The judge of decks by these options; the last ones are kept, for decks of the same formats."""
        day = today()
        for made, known, judge in self._judging:
            if made == day and known == options:
                return judge
        from deckcheck.judge.batch import DeckJudge

        self._look_at_formats()
        if len(self._judging) >= _MOST_JUDGES:
            self._judging.pop(0)[-1].close()
        self._judging.append((day, options, DeckJudge(options)))
        return self._judging[-1][-1]

    def judge_options(self, play_format: str | None, arguments: JudgeArguments) -> "JudgeOptions":
        """All that decides how decks are judged: the one record that goes on to every judge."""
        from deckcheck.judge.batch import JudgeOptions

        game, own = arguments.get("game"), arguments.get("format_file")
        file, data = None if own is None else Path(own), b""
        if file is not None:
            from deckcheck.judge.own_formats import game_of_format, read_data

            data = read_data(file)
            game = game_of_format(file, data, game)
        return JudgeOptions(
            self.path,
            game,
            play_format,
            arguments.get("rules"),
            arguments.get("on"),
            arguments.get("read_as"),
            arguments.get("zone_limits"),
            file,
            self.game,
            places.settings().format or {},
            file_bytes=data,
        )

    def _look_at_formats(self) -> None:
        if self._own_formats is None:
            from deckcheck.judge.own_formats import formats_state

            self._own_formats = formats_state()

    def _discard_judge(self) -> None:
        """Discards the judge and the formats, which may have changed."""
        self._formats.clear()
        self._own_formats = None
        while self._judging:
            self._judging.pop()[-1].close()
