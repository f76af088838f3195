"""Acts on trades: the best exchange between the collection and those of friends."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from pathlib import Path
from typing import TypedDict, Unpack

from db.cards.lookup import Catalogue
from db.language import gettext as _
from deckcheck.acts.database import Database, FilePath
from deckcheck.acts.files import check_suffix, save_file
from deckcheck.acts.limits import EVEN, KEEP, MOST_TRADERS, TRADE_SECONDS
from deckcheck.collection.holdings import Collection
from deckcheck.errors import TradeError
from deckcheck.games import get_game
from deckcheck.trades.exchange import MOST_PEOPLE, PAIR, best_exchange
from deckcheck.trades.text import COLUMNS, Told
from deckcheck.trades.trader import RARITY_WORTH, Wanting, Worth, price_worth, rarity_worth, trader_of

SUFFIXES = (".csv", ".xlsx")
"""The forms in which proposals are written."""

HUNDREDTHS = 100
"""So many units of worth are a price of 1."""


class TradeArguments(TypedDict, total=False):
    """The options of an exchange.

    `keep` is how many copies everybody keeps, `people` the most in one proposal, `even` how many
    percent less somebody may get than they give, and `accepts` says so for single files. `worth` are
    weights of rarities and `prices` a sheet with prices. Wants come from saved decks unless `decks` is
    False, and from `sets` that everybody completes.
    """

    keep: int
    people: int
    even: int
    accepts: Mapping[str, int]
    worth: Mapping[str, int] | None
    prices: FilePath | None
    sets: Iterable[str]
    decks: bool
    time_limit: float
    game: str | None


@dataclass(frozen=True, slots=True)
class FoundTrades(Told):
    """The best exchange; it is told and written."""

    def write(self, path: Path, *, force: bool = False) -> None:
        """Writes the proposals as a sheet; raises `ExistingFileError` for a file, unless `force`."""
        from deckcheck.show.csv_table import csv_table
        from deckcheck.show.workbook import ResultSheet, write_workbook

        check_suffix(path, SUFFIXES)
        if path.suffix.lower() == ".csv":
            save_file(path, csv_table(COLUMNS, self.rows()).encode(), force=force)
        else:
            write_workbook(path, [ResultSheet(_("trades"), COLUMNS, tuple(self.rows()))], force=force)


def find_trades(
    database: Database, files: Sequence[FilePath], **arguments: Unpack[TradeArguments]
) -> FoundTrades:
    """The best exchange between the collection and those in files of friends; nothing is stored.

    Raises `TradeError` for options that are none.
    """
    from deckcheck.trades.friends import friend_collection

    names = list(dict.fromkeys(map(str, files)))
    if not names:
        raise TradeError(_("nobody to trade with: name a friend's sheet with --with FILE"))
    _check(names, arguments)
    catalogue = database.catalogue(arguments.get("game"))
    notes: list[str] = []
    found = {str(_("you")): database.holdings(catalogue.game)}
    for name in names:
        found[name], left_out = friend_collection(catalogue, Path(name))
        notes += left_out
    return exchange_among(catalogue, found, notes, arguments)


def exchange_among(
    catalogue: Catalogue, found: Mapping[str, Collection], notes: list[str], arguments: TradeArguments
) -> FoundTrades:
    """The best exchange of the first of these collections with the others, by the names of their owners."""
    from deckcheck.collection.edit import NameFinder

    me, *names = found
    _check(names, arguments)
    accepts, even = arguments.get("accepts", {}), arguments.get("even", EVEN)
    people = arguments.get("people", MOST_PEOPLE)
    if not PAIR <= people <= MOST_PEOPLE:
        raise TradeError(_("{people} people in a proposal: expected 2 to 4"), people=people)
    worth, by_prices, left_out = _worth(catalogue, arguments)
    notes += left_out
    find = NameFinder(catalogue)
    wanting = Wanting(arguments.get("decks", True), frozenset(map(find.set_code, arguments.get("sets", ()))))
    collecting, cards = get_game(catalogue.game).collecting, catalogue.cards()
    traders = [
        trader_of(
            *(name, collection, worth, cards, collecting),
            keep=arguments.get("keep", KEEP),
            wanting=wanting,
            accepts=accepts.get(name, even),
        )
        for name, collection in found.items()
    ]
    notes += [
        _("{name}: nothing is wanted; complete sets with --complete SET", name=one.name)
        for one in traders
        if not one.wishes
    ]
    exchange = best_exchange(traders, people, arguments.get("time_limit", TRADE_SECONDS))
    scale = HUNDREDTHS if by_prices else 1
    return FoundTrades(exchange, me, by_prices, tuple(notes), catalogue.game, scale)


def _check(names: Sequence[str], arguments: TradeArguments) -> None:
    accepts = arguments.get("accepts", {})
    percents = arguments.get("even", EVEN), *accepts.values()
    if len(names) > MOST_TRADERS:
        raise TradeError(_("{count} files: at most {most} are compared"), count=len(names), most=MOST_TRADERS)
    if unknown := [name for name in accepts if name not in names]:
        raise TradeError(_("{name} is none of the files given with --with"), name=unknown[0])
    if wrong := [one for one in percents if one not in range(101)]:
        raise TradeError(_("{percent} percent: expected 0 to 100"), percent=wrong[0])


def _worth(catalogue: Catalogue, arguments: TradeArguments) -> tuple[Worth, bool, tuple[str, ...]]:
    """The worth of copies by prices of a sheet where one is named, else by rarity; with notes."""
    from deckcheck.collection.prices import sheet_prices

    file, weights = arguments.get("prices"), arguments.get("worth")
    if file is None:
        return rarity_worth(RARITY_WORTH if weights is None else weights), False, ()
    if weights is not None:
        raise TradeError(_("worth by rarity or by prices: give --worth or --prices"))
    prices, left_out = sheet_prices(catalogue, Path(file))
    worth = price_worth({card: ceil(price * HUNDREDTHS) for card, price in prices.items()})
    return worth, True, left_out
