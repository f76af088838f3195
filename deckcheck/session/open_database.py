"""An open database: the catalogues, resolvers and judges that a session keeps."""

from collections.abc import Callable, Iterable, Mapping
from datetime import date
from pathlib import Path
from typing import Self, TypedDict

from db.arguments import checked
from db.cards.lookup import Catalogue
from db.collection.decks import SavedDeck
from db.collection.read import read_decks
from db.database import ensure_ready
from deckcheck import places
from deckcheck.games import get_game
from deckcheck.judge.batch import DeckJudge, JudgeOptions
from deckcheck.judge.opening import get_saved_of_any_game
from deckcheck.judge.own_formats import FormatsState, formats_state
from deckcheck.judge.resolve import Resolver
from deckcheck.session.reading import FilePath


class JudgeArguments(TypedDict, total=False):
    """The options for judging that `Session.validate` and others take beside the format.

    `rules` is the edition instead of the format's, `on` the day that is meant, `read_as` the file
    format, `zone_limits` the most cards of a zone, and `format_file` a format of one's own.
    """

    rules: str | None
    on: date | None
    game: str | None
    read_as: str | None
    zone_limits: Mapping[str, int] | None
    format_file: FilePath | None


class RepairArguments(JudgeArguments, total=False):
    """The options of `Session.repair`: how the deck is judged, and the conditions of the repair."""

    owned: bool
    cards: str | None
    keep: Iterable[str]
    out: Iterable[str]
    max_changes: int | None
    alternatives: int
    drop_unknown: bool
    time_limit: float


def _silent(_text: str) -> None:
    pass


@checked
class OpenDatabase:
    """An open database with all that was read from it; `Session` adds what can be done with it."""

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
        self._seen: dict[str, tuple[int, object]] = {}
        self._judging: tuple[JudgeOptions, DeckJudge] | None = None
        self._formats: FormatsState = ()
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

    def refresh(self) -> None:
        """Discards the cards that were read if another program has changed them since.

        So are the formats of the user's folder.
        """
        if self._judging is not None and formats_state() != self._formats:
            self._discard_judge()
        for code, catalogue in self._catalogues.items():
            changes, state = self._seen[code]
            if (now := catalogue.changes()) == changes:
                continue
            if catalogue.fingerprint() != state:
                self._forget()
                return
            self._seen[code] = (now, state)

    def _forget(self) -> None:
        """Forgets what was read of cards, which have changed."""
        self._catalogues.clear()
        self._resolvers.clear()
        self._seen.clear()
        self._discard_judge()
        for name in ("collection", "decks"):
            self.__dict__.pop(name, None)

    def catalogue(self, game: str | None = None) -> Catalogue:
        """The cards of a game, by default that of the session."""
        code = game or self.game
        if code not in self._catalogues:
            found = Catalogue(self.path, get_game(code).code)
            self._seen[code] = (found.changes(), found.fingerprint())
            self._catalogues[code] = found
            self._opened_catalogues.append(found)
        return self._catalogues[code]

    def resolver(self, game: str | None = None) -> Resolver:
        """The resolver of the names in deck lists."""
        code = game or self.game
        if code not in self._resolvers:
            self._resolvers[code] = Resolver(self.catalogue(code), get_game(code))
        return self._resolvers[code]

    def _find_saved(self, name: str) -> SavedDeck:
        return get_saved_of_any_game(read_decks(self.path), name, self.game)

    def _deck_judge(self, options: JudgeOptions) -> DeckJudge:
        """The judge of decks by these options, kept for the next deck, mostly judged alike."""
        if self._judging is None or self._judging[0] != options:
            self._discard_judge()
            self._formats = formats_state()
            self._judging = (options, DeckJudge(options))
        return self._judging[1]

    def _discard_judge(self) -> None:
        if self._judging is not None:
            self._judging[1].close()
            self._judging = None

    def _options(self, play_format: str | None, asked: JudgeArguments) -> JudgeOptions:
        game, own = asked.get("game"), asked.get("format_file")
        file = None if own is None else Path(own)
        if file is not None:
            from deckcheck.judge.own_formats import read_own_format

            game = read_own_format(self.path, file, game)[0]
        return JudgeOptions(
            self.path,
            game,
            play_format,
            asked.get("rules"),
            asked.get("on"),
            asked.get("read_as"),
            asked.get("zone_limits"),
            file,
            self.game,
            places.settings().format or {},
        )
