"""Acts on trades between people whose collections are in one database: proposed, agreed to, carried out.

A trade is carried out when all who are in it have agreed to the same version: in the ledgers of all by
one transaction, in which each has a batch. It is undone in the same way.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from pathlib import Path
from typing import Any, Unpack

from db.advice import advised
from db.cards.lookup import Catalogue
from db.clock import today
from db.club.persons import list_persons
from db.club.trades import (
    StoredTrade,
    TradeCopies,
    add_trade,
    agree,
    change_trade,
    list_trades,
    read_trade,
    set_state,
    trading_persons,
)
from db.collection.history import newest_batch
from db.collection.holdings import Holding, HoldingChange, HoldingKey
from db.collection.ledger import Origin, apply
from db.collection.read import read_collection
from db.collection.undo import TRADE, undo_batch
from db.engines.common import Connection, as_person, whose
from db.engines.people import changing, tried_again
from db.engines.place import OWNER, of_person, person_of
from db.language import gettext as _, joined
from db.sums import summed
from db.texts import name_key
from deckcheck.acts.database import Database
from deckcheck.acts.limits import EVEN, KEEP
from deckcheck.acts.trades import HUNDREDTHS, FoundTrades, TradeArguments, exchange_among
from deckcheck.collection.edit import ChosenCopies, NameFinder
from deckcheck.collection.holdings import Collection
from deckcheck.collection.loan import loan_of
from deckcheck.collection.trading import trade_list
from deckcheck.collection.typed_copies import read_copies
from deckcheck.errors import RefusedError, TradeError
from deckcheck.show.picked import picked
from deckcheck.trades.exchange import TradeProposal
from deckcheck.trades.trader import RARITY_WORTH, rarity_worth

DAYS = 14
"""So long a proposal stands where nothing else is said."""

MOST_COPIES = 999


@dataclass(frozen=True, slots=True)
class Proposed:
    """The best exchange with others here, and the trades that were kept of it."""

    found: FoundTrades
    trades: tuple[StoredTrade, ...]


def names_of(database: Database) -> dict[int, str]:
    """The names of the people who may trade, by number."""
    return {OWNER: _("the organiser"), **{one.id: one.name for one in list_persons(database.path)}}


def find_between(database: Database, **arguments: Unpack[TradeArguments]) -> FoundTrades:
    """The best exchange between whoever asks and all others who have a collection here."""
    return _found(database, arguments)[0]


def _found(database: Database, arguments: TradeArguments) -> tuple[FoundTrades, dict[str, int]]:
    catalogue = database.catalogue(arguments.get("game"))
    path, names = database.path, names_of(database)
    me = str(_("you"))
    people = {me: person_of(path)}
    for person in trading_persons(path, catalogue.game):
        name = names.get(person)
        if name is not None and person != person_of(path):
            people[name if name != me else f"{name} (2)"] = person
    if len(people) == 1:
        advice = advised("friends", "name a friend's sheet with --with FILE")
        raise TradeError(joined((_("nobody else has a collection here"), advice), "; "))
    collections = {
        name: Collection(read_collection(of_person(path, person), catalogue.game))
        for name, person in people.items()
    }
    if not collections[me].stored.holdings:
        advice = "" if person_of(path) else advised("whose-collection", "say whose it is with --person NAME")
        raise TradeError(joined((_("you have no collection here"), advice), "; "))
    return exchange_among(catalogue, collections, [], arguments), people


def propose(database: Database, until: date | None = None, **arguments: Unpack[TradeArguments]) -> Proposed:
    """Finds the best exchange with the others and keeps it: each part is a trade, agreed to by who asks.

    What they give in it is promised until that day, by default two weeks from now.
    """
    day = until or today() + timedelta(days=DAYS)
    if day < today():
        raise TradeError(_("{day} has passed: a proposal stands until a day that comes"), day=day)
    found, people = _found(database, arguments)
    asked = arguments.get("accepts", {})
    accepts = {people[name]: percent for name, percent in asked.items()}
    even, by_prices = arguments.get("even", EVEN), arguments.get("prices") is not None
    weights = "" if by_prices else json.dumps(dict(arguments.get("worth") or RARITY_WORTH))

    @tried_again
    def kept(path: Path) -> tuple[StoredTrade, ...]:
        with changing(path, None, newest_batch) as connection:
            me = whose(connection)
            said = day.isoformat(), me, weights, lambda person: accepts.get(person, even)
            numbers = [
                add_trade(connection, found.game, _copies(one, people), *said)
                for one in found.exchange.proposals
            ]
            return tuple(read_trade(connection, number, me) for number in numbers)

    return Proposed(found, kept(database.path))


def _copies(proposal: TradeProposal, people: Mapping[str, int]) -> Iterable[TradeCopies]:
    for one in proposal.transfers:
        spare = one.spare
        name = _told(spare.name, spare.set_code, spare.number, spare.key)
        giver, taker = people[one.giver], people[one.taker]
        yield TradeCopies(giver, taker, *_card(spare.key), one.quantity, name, spare.worth)


def _card(key: HoldingKey) -> tuple[int, int | None, str, str, str]:
    return key.card_id, key.printing_id, key.condition, key.language, key.finish


def _told(name: str, set_code: str | None, number: str | None, key: HoldingKey) -> str:
    place = " ".join(part for part in (set_code, number) if part)
    return ", ".join(part for part in (name, place, *key[2:5]) if part)


def trades(database: Database) -> tuple[StoredTrade, ...]:
    """The trades of whoever asks, the newest first."""
    return list_trades(database.path, person_of(database.path))


def accept(database: Database, number: int, version: int | None = None) -> StoredTrade:
    """Agrees to a trade as it is in a version; when all have, it is carried out, or nothing is changed.

    To agree again changes nothing. Raises `TradeError` where it is another by now, or cannot be.
    """
    path = database.path

    def accepted(connection: Connection, trade: StoredTrade) -> StoredTrade:
        if trade.state == "done" and version in {None, trade.version}:
            return trade
        me = whose(connection)
        _check_open(trade, version)
        _chosen(path, trade, me)  # what is promised must be there
        trade = agree(connection, trade, me)
        return _carried_out(connection, path, trade) if all(map(trade.has_agreed, trade.agreed)) else trade

    return _changed(path, number, accepted)


@tried_again
def _changed(path: Path, number: int, work: Callable[[Connection, StoredTrade], StoredTrade]) -> StoredTrade:
    """The trade after work on it, in one transaction over it and all collections."""
    with changing(path, None, newest_batch) as connection:
        return work(connection, read_trade(connection, number, whose(connection)))


def _check_open(trade: StoredTrade, version: int | None) -> None:
    if trade.is_over:
        raise TradeError(_("trade {number} stood until {day}"), number=trade.id, day=trade.until)
    if trade.state != "open":
        said = {
            "done": _("trade {number} is carried out already", number=trade.id),
            "refused": _("trade {number} is refused already", number=trade.id),
            "undone": _("trade {number} is undone already", number=trade.id),
        }
        raise TradeError(said[trade.state])
    if version not in {None, trade.version}:
        raise TradeError(_("trade {number} was changed meanwhile; look at it anew"), number=trade.id)


def _carried_out(connection: Connection, path: Path, trade: StoredTrade) -> StoredTrade:
    """Carries a trade out in all ledgers, in the caller's transaction."""
    batches = {}
    for person in sorted(trade.agreed):
        got = (one for one in trade.copies.values() if one.taker == person)
        changes = [
            *_chosen(path, trade, person),
            *(HoldingChange(_key(one), add=one.quantity) for one in got),
        ]
        with as_person(connection, person):
            batch = apply(connection, changes, Origin(f"trade {trade.id}", mode=TRADE))
        if batch is not None:
            batches[person] = batch.number
    return set_state(connection, trade, "done", batches)


def _key(one: TradeCopies) -> HoldingKey:
    return HoldingKey(one.card_id, one.printing_id, one.condition, one.language, one.finish)


def _chosen(path: Path, trade: StoredTrade, person: int) -> Sequence[HoldingChange]:
    """The copies that somebody gives, marked ones first; raises `TradeError` where they are not free."""
    collection = _besides(path, trade, person)
    given = [(_key(copies), copies) for copies in trade.copies.values() if copies.giver == person]
    names = {key: copies.name for key, copies in given}
    wanted = summed((key, copies.quantity) for key, copies in given)
    by_card = summed((key.card_id, quantity) for key, quantity in wanted.items())
    changes = []
    for key, quantity in wanted.items():
        left = quantity if by_card[key.card_id] <= collection.counts(key.card_id).free else -1
        here = [
            one
            for one in collection.held(key.card_id)
            if one.key._replace(location="") == key and not loan_of(one)
        ]
        for one in sorted(here, key=lambda one: (-one.facts.for_trade, one.key.location)):
            taken = min(left, one.facts.quantity)
            if taken > 0:
                marked = min(taken, one.facts.for_trade)
                changes.append(HoldingChange(one.key, add=-taken, add_for_trade=-marked))
                left -= taken
        if left:
            raise TradeError(
                _("{quantity} x {name} of trade {number} is no longer free; change the trade or refuse it"),
                quantity=quantity,
                name=names[key],
                number=trade.id,
            )
    return changes


def _besides(path: Path, trade: StoredTrade, person: int) -> Collection:
    """The collection of somebody, with what is promised in other trades."""
    stored = read_collection(of_person(path, person), trade.game)
    others = tuple(one for one in stored.promised if one.trade != trade.id)
    return Collection(replace(stored, promised=others))


@dataclass(frozen=True, slots=True)
class Additions:
    """Copies to be added to a trade, as lines like `2 nexu nm`; `other` is whom they go to, or come from."""

    give: Sequence[str] = ()
    get: Sequence[str] = ()
    other: str = ""


def change(
    database: Database,
    number: int,
    quantities: Mapping[int, int],
    version: int | None = None,
    additions: Additions | None = None,
) -> StoredTrade:
    """Changes how many copies go at places of a trade, 0 for none, and adds others.

    All others must agree anew.
    """

    def changed_to(connection: Connection, trade: StoredTrade) -> StoredTrade:
        me = whose(connection)
        _check_open(trade, version)
        if wrong := [one for one in quantities if one not in trade.copies]:
            raise TradeError(_("trade {number} has no line {line}"), number=number, line=wrong[0])
        if wrong := [one for one in quantities.values() if not 0 <= one <= MOST_COPIES]:
            raise TradeError(_("{count} copies: expected 0 to {most}"), count=wrong[0], most=MOST_COPIES)
        numbers = {place: quantities.get(place, one.quantity) for place, one in trade.copies.items()}
        copies = {place: replace(trade.copies[place], quantity=n) for place, n in numbers.items() if n}
        for one in _additions(database, replace(trade, copies=copies), me, additions or Additions()):
            same = (place for place, had in copies.items() if replace(had, quantity=one.quantity) == one)
            place = next(same, max([*copies, *trade.copies]) + 1)
            copies[place] = replace(
                one, quantity=one.quantity + (copies[place].quantity if place in copies else 0)
            )
        if not copies:
            raise TradeError(_("nothing is left of trade {number}: refuse it instead"), number=number)
        changed = change_trade(connection, trade, copies)
        _chosen(database.path, changed, me)
        return agree(connection, changed, me)

    return _changed(database.path, number, changed_to)


def _additions(
    database: Database, trade: StoredTrade, me: int, additions: Additions
) -> Iterator[TradeCopies]:
    """Yields the copies that lines mean: of mine all that is free, of another's what is to spare."""
    if not (additions.give or additions.get):
        return
    names = names_of(database)
    others = {name_key(names[one]): one for one in trade.agreed if one != me and one in names}
    other = others.get(name_key(additions.other)) if additions.other else None
    if len(others) == 1 and not additions.other:
        (other,) = others.values()
    if other is None:
        known = ", ".join(names[one] for one in others.values())
        raise TradeError(_("say with whom of the trade: {names}"), names=known)
    catalogue = database.catalogue(trade.game)
    finder = NameFinder(catalogue)
    for giver, taker, lines in ((me, other, additions.give), (other, me, additions.get)):
        collection = _besides(database.path, trade, giver)
        offers = {one.holding.key: one for one in trade_list(collection, 0 if giver == me else KEEP)}
        left = Counter({key: one.offered for key, one in offers.items()})
        for had in trade.copies.values():
            if had.giver == giver:
                _take(left, [key for key in left if key._replace(location="") == _key(had)], had.quantity)
        for line in lines:
            quantity, copies = _meant(catalogue, finder, line)
            fitting = {one.key for one in finder.fitting(collection, copies)}
            taken = _take(left, [key for key in left if key in fitting], quantity)
            if taken.total() < quantity:
                raise TradeError(
                    _("{name} has no {quantity} x {card} to spare"),
                    name=names[giver],
                    quantity=quantity,
                    card=copies.name,
                )
            for key, number in taken.items():
                held = offers[key].holding
                told = _told(held.printing or held.card, held.set_code, held.number, key)
                yield TradeCopies(giver, taker, *_card(key), number, told, _worth(trade, held))


def _meant(catalogue: Catalogue, finder: NameFinder, line: str) -> tuple[int, ChosenCopies]:
    """How many copies a line means, and which; raises `TradeError` or `RefusedError`."""
    read = read_copies(catalogue, finder, line, None)
    if read.candidates:
        raise RefusedError(_("{name!r} may be any of several cards", name=line), read.candidates)
    if read.problem or read.name is None:
        raise TradeError(read.problem or _("no card is named; type a part of its name"))
    facts = read.set_code, read.number, read.condition, read.language, read.finish
    return read.quantity, ChosenCopies(read.name, *facts)


def _take(left: Counter[HoldingKey], keys: Iterable[HoldingKey], quantity: int) -> Counter[HoldingKey]:
    """The copies that are taken of holdings, one after another, as far as there are so many."""
    taken = Counter[HoldingKey]()
    for key in keys:
        if number := min(left[key], quantity - taken.total()):
            left[key] -= number
            taken[key] = number
    return taken


def _worth(trade: StoredTrade, held: Holding) -> int:
    """The worth of a copy that is added; by prices only where one of the card is in the trade."""
    if trade.weights:
        return rarity_worth(json.loads(trade.weights))(held)
    known = (one.worth for one in trade.copies.values() if one.card_id == held.key.card_id)
    return next(known, 0)


def refuse(database: Database, number: int) -> StoredTrade:
    """Refuses a trade for all who are in it; what was promised is free again."""

    def refused(connection: Connection, trade: StoredTrade) -> StoredTrade:
        if trade.state == "refused":
            return trade
        _check_open(replace(trade, until="9"), None)
        return set_state(connection, trade, "refused")

    return _changed(database.path, number, refused)


def undo(database: Database, number: int) -> StoredTrade:
    """Undoes a trade that was carried out, in all ledgers, or in none where anything has changed since."""

    def undone(connection: Connection, trade: StoredTrade) -> StoredTrade:
        if trade.state == "undone":
            return trade
        if trade.state != "done":
            raise TradeError(_("trade {number} was not carried out"), number=number)
        names = names_of(database)
        for person, batch in trade.batches.items():
            if person not in names:
                raise TradeError(_("somebody of trade {number} is no longer of the club"), number=number)
            with as_person(connection, person):
                done = undo_batch(connection, batch)
            if done.kept or done.errors or done.already:
                raise TradeError(
                    _("what {name} got or gave in trade {number} has changed since; nothing was undone"),
                    name=names[person],
                    number=number,
                )
        return set_state(connection, trade, "undone")

    return _changed(database.path, number, undone)


def trades_document(database: Database, found: Iterable[StoredTrade]) -> dict[str, Any]:
    """Trades as in `deckcheck.club-trades/1`, as whoever asks sees them."""
    names, me = names_of(database), person_of(database.path)
    gone = str(_("somebody who left"))
    return {
        "schema": "deckcheck.club-trades/1",
        "trades": [
            {
                "trade": one.id,
                "game": one.game,
                "state": "over" if one.is_over else one.state,
                **picked(one, "version made until"),
                "accepted": one.has_agreed(me),
                "people": [
                    {
                        "name": names.get(who, gone),
                        "accepted": one.has_agreed(who),
                        "you": who == me,
                        "accepts": one.accepts[who],
                        **_evenness(one, who),
                    }
                    for who in one.agreed
                ],
                "cards": [
                    {
                        "line": place,
                        "from": names.get(copies.giver, gone),
                        "to": names.get(copies.taker, gone),
                        "name": copies.name,
                        "quantity": copies.quantity,
                        "you": "give" if copies.giver == me else "get" if copies.taker == me else "",
                    }
                    for place, copies in one.copies.items()
                ],
            }
            for one in found
        ],
    }


def _evenness(trade: StoredTrade, person: int) -> dict[str, Any]:
    worths = trade.worths(person) or (None, None)
    scaled = [worth if worth is None or trade.weights else worth / HUNDREDTHS for worth in worths]
    return {"gives": scaled[0], "gets": scaled[1], "even": trade.is_even(person)}


def uneven(trade: Mapping[str, Any]) -> Iterator[str]:
    """Yields a sentence for each who gets less than they accept in an open trade, as in its document."""
    for one in trade["people"] if trade["state"] == "open" else ():
        if one["even"] is False:
            yield _(
                "not even: {name} gives {gives} and gets {gets}, and accepts {percent} % less",
                name=one["name"],
                gives=one["gives"],
                gets=one["gets"],
                percent=one["accepts"],
            )
    if any(one["even"] is None for one in trade["people"]) and trade["state"] == "open":
        yield _("it is not known whether this is even: of what was added the worth is not known")


def trades_text(document: Mapping[str, Any]) -> str:
    """Trades for people to read."""
    return "\n".join(map(str, _lines(document))) or str(_("There is no trade yet."))


def _lines(document: Mapping[str, Any]) -> Iterator[str]:
    said = {
        "open": _("open"),
        "over": _("over"),
        "done": _("carried out"),
        "refused": _("refused"),
        "undone": _("undone"),
    }
    for one in document["trades"]:
        head = {"number": one["trade"], "version": one["version"], "state": said[one["state"]]}
        yield _("Trade {number}, version {version}, until {day}: {state}", **head, day=one["until"])
        for card in one["cards"]:
            who = {"giver": card["from"], "taker": card["to"]}
            cards = f"{card['quantity']} x {card['name']}"
            yield f"  {card['line']}. {_('{giver} to {taker}: {cards}', **who, cards=cards)}"
        if one["state"] == "open":
            names = [person["name"] for person in one["people"] if person["accepted"]]
            yield f"  {_('accepted by: {names}', names=', '.join(names) or _('nobody yet'))}"
        yield from (f"  {told}" for told in uneven(one))
