"""Frozen lists: the bytes of the file, the cards that it meant, and the seat."""

import hashlib
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from threading import get_ident
from typing import TYPE_CHECKING, Self

from db.cards.lookup import Catalogue
from db.errors import DatabaseError, DeckcheckError
from db.events.values import EventDeck, EventFacts, FrozenCard
from db.language import gettext as _
from deckcheck.deck import Deck
from deckcheck.errors import OtherGameError
from deckcheck.events.deck_hash import deck_hash
from deckcheck.games import get_game
from deckcheck.games.seats import seats_for
from deckcheck.judge.batch import DeckJudge, JudgeOptions, game_of
from deckcheck.judge.own_formats import FormatsState, formats_state
from deckcheck.judge.pool_rule import left_open
from deckcheck.judge.resolve import Resolver
from deckcheck.pools.pool import Pool
from deckcheck.repair.result import Plan
from deckcheck.report import AnyReport, UnreadableReport
from importers.decks.reading import parse_deck

if TYPE_CHECKING:
    from deckcheck.repair.prepared import PreparedCards

MOST_KEPT = 3_000_000
"""Lists of so many bytes together are kept with their reports, those of 256 players. Resolved they
take twice as much memory; lists of nothing but unknown names take fifty times as much."""


@dataclass(frozen=True, slots=True)
class FrozenList:
    """A list before it is registered; `seats` are those that it may take, `deck` None for none."""

    path: str
    data: bytes
    deck: Deck | None
    seats: tuple[str, ...]
    hash: str = ""
    cards: tuple[FrozenCard, ...] = ()
    error: str = ""

    @property
    def sha256(self) -> str:
        """The hash of the file's bytes."""
        return hashlib.sha256(self.data).hexdigest()

    def registered(self, player: int, seat: str, time: str, catalogue: str) -> EventDeck:
        """The list as it is stored for a player."""
        deck = self.deck
        return EventDeck(
            player,
            self.path,
            self.sha256,
            time,
            seat,
            deck.name if deck else "",
            deck.read_as if deck else "",
            self.hash,
            self.cards,
            catalogue,
            error=self.error,
        )


class ListFreezer:
    """Reads lists for an event and judges them as of its day; close it, or use `with`."""

    def __init__(self, database: Path, facts: EventFacts) -> None:
        self._game = get_game(facts.game)
        self._catalogue = Catalogue(database, facts.game)
        self._resolver = Resolver(self._catalogue, self._game)
        self._options = options_of(database, facts)
        self._formats: FormatsState = formats_state()
        self._cards = self._catalogue.fingerprint()
        try:
            self._judge = DeckJudge(self._options)
        except BaseException:
            self._catalogue.close()
            raise
        self._prepared: PreparedCards | None = None
        self._seen: dict[tuple[str, bytes], FrozenList] = {}
        self._reports: dict[tuple[str, bytes], AnyReport] = {}
        self._bytes = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_unused: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes the catalogues."""
        self._judge.close()
        self._catalogue.close()

    @property
    def rules(self) -> str:
        """The rules edition that decks are judged by."""
        return self._judge.judge_of(self._game.code).edition.code

    @property
    def catalogue_state(self) -> str:
        """The state of the catalogue in which names are looked up."""
        return self._catalogue.state()

    def freeze(self, path: str, data: bytes) -> FrozenList:
        """A file as it would be registered; for a file that is no deck, with the reason."""
        key = (path, data)
        frozen = self._seen.get(key) or self._frozen(path, data)
        if key not in self._seen and len(data) <= MOST_KEPT:
            self._bytes += len(data)
            if self._bytes > MOST_KEPT:
                self._seen.clear()
                self._reports.clear()
                self._bytes = len(data)
            self._seen[key] = frozen
        return frozen

    def _frozen(self, path: str, data: bytes) -> FrozenList:
        name = Path(path).stem
        try:
            deck_list = parse_deck(data, source=path)
            game_of(deck_list, self._game.code)
            deck = self._resolver.resolve(deck_list, path, name)
        except DatabaseError:
            raise
        except OtherGameError:
            other = _("a deck of another game than {name}", name=self._game.name)
            return FrozenList(path, data, None, (), error=other)
        except DeckcheckError as error:
            return FrozenList(path, data, None, (), error=str(error))
        if not any(entry.card or entry.candidates for entry in deck.entries):
            none = _("no card of {name} in it", name=self._game.name)
            return FrozenList(path, data, None, (), error=none)
        cards = tuple(
            FrozenCard(
                entry.quantity,
                entry.name,
                entry.zone,
                entry.card_name,
                entry.printing.set_code if entry.printing else entry.set_code,
                entry.printing.number or None if entry.printing else None,
                entry.dice,
            )
            for entry in deck.entries
        )
        counts = self._game.view(deck, self._judge.judge_of(deck.game).edition.counted_zones).counts
        seats = tuple(seats_for(self._game.seats, counts))
        return FrozenList(path, data, deck, seats, deck_hash(deck.game, cards), cards)

    def nearest(self, frozen: FrozenList, seconds: float = 5.0) -> "Plan | None":
        """The changes to the nearest legal deck; None where there is none, or none is needed."""
        if frozen.deck is None:
            return None
        from deckcheck.repair.prepared import PreparedCards
        from deckcheck.repair.repair import RepairOptions, repair_deck

        if self._prepared is None:
            judge = self._judge.judge_of(self._game.code)
            self._prepared = PreparedCards(judge, self._catalogue.cards())
        repaired = repair_deck(self._prepared, frozen.deck, RepairOptions(seconds=seconds))
        legal = repaired.after is not None and repaired.after.is_legal
        return repaired.plan if legal and repaired.plan and repaired.plan.distance else None

    def report(self, frozen: FrozenList) -> AnyReport:
        """The report on a list, as of the event's day."""
        key = (frozen.path, frozen.data)
        found = self._reports.get(key)
        found = self._report(frozen) if found is None else found
        if key in self._seen:
            self._reports[key] = found
        return found

    def report_of_pool(self, frozen: FrozenList, pool: Pool) -> AnyReport:
        """The report on a list, as of the event's day, as a deck of a pool."""
        if frozen.deck is None:
            return self._report(frozen)
        rule = pool.rule(self._game, self._catalogue.cards())
        with DeckJudge(self._options._replace(pool=rule)) as judge:
            report = judge.judge_deck(frozen.deck)
        return left_open(report) if pool.unknown else report

    def _report(self, frozen: FrozenList) -> AnyReport:
        if frozen.deck is None:
            return UnreadableReport(frozen.path, Path(frozen.path).stem, frozen.error)
        return self._judge.judge_deck(frozen.deck)

    def is_current(self, options: JudgeOptions) -> bool:
        """Whether it reads and judges by these options, and by the cards and formats of now."""
        if options != self._options or formats_state() != self._formats:
            return False
        return self._catalogue.fingerprint() == self._cards


class ListCache:
    """The freezer of the event that was worked on last, with the lists that it read and judged.

    A desk with many lists is looked at after every result. It is of use in the thread that made it,
    as connections are. Close it when done.
    """

    def __init__(self, database: Path) -> None:
        self._database = database
        self._kept: ListFreezer | None = None
        self._is_closed = self._is_used = False
        self._thread = get_ident()

    def close(self) -> None:
        """Closes what is kept, once nobody uses it; nothing is kept from then on."""
        self._is_closed = True
        if not self._is_used:
            self._discard()

    @property
    def is_usable(self) -> bool:
        """Whether this thread may use it now; whoever may not needs an own freezer."""
        return not (self._is_closed or self._is_used) and self._thread == get_ident()

    def _discard(self) -> None:
        if self._kept is not None:
            self._kept.close()
            self._kept = None

    @contextmanager
    def used_for(self, facts: EventFacts) -> Iterator[ListFreezer]:
        """The freezer for an event; a new one where it, its format or the catalogue changed."""
        self._is_used = True
        try:
            if self._kept is None or not self._kept.is_current(options_of(self._database, facts)):
                self._discard()
                self._kept = ListFreezer(self._database, facts)
            yield self._kept
        finally:
            self._is_used = False
            if self._is_closed:
                self._discard()


def open_freezer(
    database: Path, facts: EventFacts, kept: ListCache | None = None
) -> AbstractContextManager[ListFreezer]:
    """The freezer for an event, to use in `with`: the kept one, else one that is closed then."""
    if kept is None or not kept.is_usable:
        return ListFreezer(database, facts)
    return kept.used_for(facts)


def options_of(database: Path, facts: EventFacts) -> JudgeOptions:
    """The options by which the decks of an event are judged."""
    limits: Mapping[str, int] | None = facts.settings.get("zone_limits")
    return JudgeOptions(
        database,
        facts.game,
        facts.format,
        facts.edition or None,
        date.fromisoformat(facts.day),
        zone_limits=limits,
        default_game=facts.game,
    )
