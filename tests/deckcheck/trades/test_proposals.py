"""Trades between people of one database: carried out for all or for nobody, by those who agreed to it.

What would hurt: cards that are given away and got by nobody, a promise that somebody else reads, an
agreement to something that was changed since, half of a trade undone.
"""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

import deckcheck
from db.collection import ledger
from db.errors import DeckcheckError, TradeBatchError, TradeNotFoundError
from deckcheck.acts import proposals
from deckcheck.acts.session import Session
from deckcheck.errors import TradeError
from tests.amounts import amount
from tests.conftest import Run

BOBA, ZAM, YODA = "Boba Fett (A)", "Zam Wesell (A)", "Yoda (A)"
GIVES = {"Ada": BOBA, "Bo": ZAM, "Cy": YODA}
WANTS = {"Ada": YODA, "Bo": BOBA, "Cy": ZAM}
"""A circle: nobody has what two others want of each other."""


def of(path: Path, person: str) -> Session:
    return deckcheck.open(path, person=person)


@pytest.fixture
def three(own_database: Path) -> Iterator[dict[str, Session]]:
    """Three people with three copies each of a card that one other wants; the owner has some of all."""
    with deckcheck.open(own_database) as cards:
        cards.people.add([*GIVES])
        for card in GIVES.values():
            cards.collection.add(card, 4)
    sessions = {name: of(own_database, name) for name in GIVES}
    for name, session in sessions.items():
        session.collection.add(GIVES[name], 3, for_trade=2, set_code="AOTC", location=f"safe of {name}")
        session.collection.want(WANTS[name], 2)
    yield sessions
    for session in sessions.values():
        session.close()


def owned(session: Session) -> dict[str, int]:
    found = Counter[str]()
    for one in session.collection.stored.holdings:
        found[one.card] += one.facts.quantity
    return dict(found)


def proposed(three: dict[str, Session]) -> int:
    (trade,) = proposals.propose(three["Ada"]).trades
    assert {one.quantity for one in trade.copies.values()} == {2}
    return trade.id


def test_a_trade_of_three_is_carried_out_when_the_last_accepts_and_undone_for_all(
    three: dict[str, Session],
) -> None:
    before = {name: owned(session) for name, session in three.items()}
    number = proposed(three)
    # What is promised is reserved, for whoever has accepted only.
    assert [three[name].collection.counts(GIVES[name]).free for name in GIVES] == [1, 3, 3]
    assert proposals.accept(three["Bo"], number).state == "open"
    assert {name: owned(session) for name, session in three.items()} == before
    assert proposals.accept(three["Cy"], number).state == "done"
    after = {name: owned(session) for name, session in three.items()}
    assert after == {name: {GIVES[name]: 1, WANTS[name]: 2} for name in three}
    for session in three.values():  # an acceptance that was sent again, or overtaken by others
        assert proposals.accept(session, number, 1).state == "done"
    assert {name: owned(session) for name, session in three.items()} == after
    batch = three["Bo"].collection.newest
    with pytest.raises(TradeBatchError):  # one half of it would be gone
        three["Bo"].collection.undo(batch)
    assert proposals.undo(three["Bo"], number).state == "undone"
    assert proposals.undo(three["Cy"], number).state == "undone"
    assert {name: owned(session) for name, session in three.items()} == before
    with pytest.raises(TradeBatchError):
        three["Ada"].collection.undo(three["Ada"].collection.newest)


def test_what_is_promised_is_not_proposed_again(three: dict[str, Session]) -> None:
    """Neither the copies for trade, nor those that were kept besides them, nor what comes for them."""
    proposed(three)
    assert proposals.propose(three["Ada"]).trades == ()
    three["Bo"].collection.add(ZAM, 3, set_code="AOTC")
    three["Cy"].collection.add(YODA, 3, set_code="AOTC")
    three["Ada"].collection.add(BOBA, 3, set_code="AOTC")  # she has six, four of them to keep
    assert proposals.propose(three["Ada"]).trades == ()
    three["Ada"].collection.add(BOBA, 6, for_trade=6, set_code="AOTC")  # what she wants is to come
    assert proposals.propose(three["Ada"]).trades == ()
    three["Ada"].collection.want(WANTS["Ada"], 3)
    (trade,) = proposals.propose(three["Ada"]).trades
    assert {one.quantity for one in trade.copies.values()} == {1}


def test_whose_collection_it_is_is_asked_of_nobody_who_said_it(three: dict[str, Session]) -> None:
    three["Ada"].collection.remove(BOBA, 3)
    with pytest.raises(TradeError, match=r"^you have no collection here$"):
        proposals.propose(three["Ada"])


def test_who_accepted_something_else_has_not_accepted(three: dict[str, Session]) -> None:
    number = proposed(three)
    proposals.accept(three["Bo"], number, 1)
    changed = proposals.change(three["Cy"], number, {1: 1, 2: 1, 3: 1}, 1)
    assert [changed.has_agreed(one) for one in sorted(changed.agreed)] == [False, False, True]
    for late in ("Ada", "Bo"):
        with pytest.raises(TradeError, match="changed meanwhile"):
            proposals.accept(three[late], number, 1)
    with pytest.raises(TradeError, match="changed meanwhile"):
        proposals.change(three["Ada"], number, {1: 2}, 1)
    with pytest.raises(TradeError, match="refuse it instead"):
        proposals.change(three["Ada"], number, {1: 0, 2: 0, 3: 0}, 2)
    proposals.accept(three["Ada"], number, 2)
    assert proposals.accept(three["Bo"], number).state == "done"
    assert owned(three["Cy"]) == {YODA: 2, ZAM: 1}


def test_cards_are_added_by_hand_and_who_gets_less_than_they_accept_is_named(
    three: dict[str, Session],
) -> None:
    """Of one's own what is free, of others what they would give anyway: what they keep is not told."""
    number = proposed(three)

    def changed(
        name: str,
        quantities: dict[int, int],
        give: Sequence[str] = (),
        get: Sequence[str] = (),
        other: str = "",
    ) -> list[str]:
        more = proposals.Additions(give, get, other)
        trade = proposals.change(three[name], number, quantities, None, more)
        (document,) = proposals.trades_document(three[name], [trade])["trades"]
        told = [*proposals.uneven(document)]
        for one in document["people"]:  # told apart from the sums of what is shown
            cards = [(card["from"], card["to"], 5 * card["quantity"]) for card in document["cards"]]
            assert one["gives"] == sum(worth for giver, _taker, worth in cards if giver == one["name"])
            assert one["gets"] == sum(worth for _giver, taker, worth in cards if taker == one["name"])
            assert (one["even"] is not True) == any(f"not even: {one['name']} " in text for text in told)
        return told

    assert changed("Ada", {}) == []
    assert changed("Ada", {}, ["boba fett (a)"], other="Bo") == [
        "not even: Ada gives 15 and gets 10, and accepts 10 % less"
    ]
    trade = proposals.trades(three["Bo"])[0]
    assert [(one.giver, one.taker, one.quantity) for one in trade.copies.values()] == [
        *((1, 2, 3), (2, 3, 2), (3, 1, 2))
    ]
    assert changed("Bo", {1: 0, 2: 1, 3: 1}, [], ["2 boba fett (a) aotc"], other="ADA") == [
        "not even: Ada gives 10 and gets 5, and accepts 10 % less"
    ]
    three["Cy"].collection.set(YODA, 9, set_code="AOTC", location="safe of Cy")
    for lines, other, message in (
        (([], ["8 yoda (a)"]), "Cy", "Cy has no 8 x Yoda"),  # of nine, four are kept, and some are in it
        (([], ["yoda (a) foil"]), "Cy", "Cy has no 1 x Yoda"),
        ((["2 boba fett (a)"], []), "Cy", "Ada has no 2 x Boba"),
        ((["boba fett (a)"], []), "", "say with whom of the trade: Bo, Cy"),
        ((["boba fett (a)"], []), "Eve", "say with whom"),
        ((["boba fett"], []), "Bo", "may be any of several cards"),
        ((["xyzzy"], []), "Bo", "no card is named"),
    ):
        with pytest.raises(DeckcheckError, match=message):
            changed("Ada", {}, lines[0], lines[1], other)
    assert changed("Ada", {}, [], ["4 yoda (a)"], other="Cy") == [
        "not even: Cy gives 25 and gets 5, and accepts 10 % less"
    ]
    for name in ("Bo", "Cy"):
        proposals.accept(three[name], number)
    assert proposals.trades(three["Ada"])[0].state == "done"


def test_by_prices_what_is_added_has_the_price_of_its_card_or_none(
    three: dict[str, Session], tmp_path: Path
) -> None:
    prices = tmp_path / "prices.csv"
    prices.write_text("Name,Price\n" + "".join(f"{card},1.50\n" for card in GIVES.values()), encoding="utf-8")
    three["Ada"].collection.add("Kouhun", 2)
    (trade,) = proposals.propose(three["Ada"], prices=prices, accepts={"Bo": 50}).trades

    def told(line: str) -> list[str]:
        more = proposals.Additions([line], other="Bo")
        found = proposals.change(three["Ada"], trade.id, {}, None, more)
        (document,) = proposals.trades_document(three["Ada"], [found])["trades"]
        assert [one["accepts"] for one in document["people"]] == [10, 50, 10]
        return [*proposals.uneven(document)]

    assert told(BOBA) == ["not even: Ada gives 4.5 and gets 3.0, and accepts 10 % less"]
    assert "it is not known" in told("Kouhun")[0]


def test_a_collection_that_changed_meanwhile_gives_nothing_that_is_not_there(
    three: dict[str, Session],
) -> None:
    number = proposed(three)
    proposals.accept(three["Bo"], number)
    three["Bo"].collection.remove(ZAM, 2, set_code="AOTC")
    before = {name: owned(session) for name, session in three.items()}
    with pytest.raises(TradeError, match="no longer free"):
        proposals.accept(three["Cy"], number)
    assert {name: owned(session) for name, session in three.items()} == before
    assert not proposals.trades(three["Cy"])[0].has_agreed(3)
    three["Bo"].collection.add(ZAM, 2, set_code="AOTC")
    assert proposals.accept(three["Cy"], number).state == "done"
    three["Ada"].collection.remove(YODA, 1, set_code="AOTC")
    with pytest.raises(TradeError, match="has changed since; nothing was undone"):
        proposals.undo(three["Bo"], number)
    assert owned(three["Bo"]) == {ZAM: 1, BOBA: 2}


def test_the_trades_of_others_are_nobodys_business(three: dict[str, Session], own_database: Path) -> None:
    number = proposed(three)
    with deckcheck.open(own_database) as owner:
        owner.people.add(["Eve"])
    with of(own_database, "Eve") as eve:
        eve.collection.add(BOBA, 9)
        for act in (proposals.accept, proposals.refuse, proposals.undo):
            for wrong in (number, number + 1):
                with pytest.raises(TradeNotFoundError):
                    act(eve, wrong)
        with pytest.raises(TradeNotFoundError):
            proposals.change(eve, number, {1: 99})
        assert proposals.trades(eve) == ()
        shown = proposals.trades_document(eve, proposals.propose(eve).trades)
        assert "safe of" not in str(shown)
    with pytest.raises(TradeError, match="no line 9"):
        proposals.change(three["Ada"], number, {9: 1})
    with pytest.raises(TradeError, match="was not carried out"):
        proposals.undo(three["Ada"], number)
    assert proposals.refuse(three["Bo"], number).state == "refused"
    assert three["Ada"].collection.counts(BOBA).free == 3
    with pytest.raises(TradeError, match="refused already"):
        proposals.accept(three["Cy"], number)


def test_a_day_that_passed_and_a_person_who_left_end_a_trade(
    three: dict[str, Session], own_database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = proposed(three)
    with deckcheck.open(own_database) as owner:
        owner.people.remove("Bo")
    assert proposals.trades(three["Ada"])[0].state == "refused"
    with pytest.raises(TradeError):
        proposals.accept(three["Cy"], number)
    with pytest.raises(TradeError, match="has passed"):
        proposals.propose(three["Ada"], until=deckcheck_day("2002-04-23"))


def deckcheck_day(text: str) -> "proposals.date":
    return proposals.date.fromisoformat(text)


def test_what_fails_for_the_last_of_them_is_done_for_nobody(
    three: dict[str, Session], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A disk that is full, a program that is killed, at any of the ledgers that a trade writes."""
    number = proposed(three)
    proposals.accept(three["Bo"], number)
    before = {name: owned(session) for name, session in three.items()}
    real = ledger.apply
    for broken in range(1, 4):
        calls = iter(range(1, 9))

        def apply(*arguments: object, broken: int = broken, calls: Iterator[int] = calls) -> object:
            if next(calls) == broken:
                raise OSError(28, "no space")
            return real(*arguments)  # type: ignore[arg-type]

        monkeypatch.setattr(proposals, "apply", apply)
        with pytest.raises((DeckcheckError, OSError)):
            proposals.accept(three["Cy"], number)
        assert {name: owned(session) for name, session in three.items()} == before
        assert proposals.trades(three["Cy"])[0].state == "open"


def test_in_any_order_of_acts_no_card_is_lost_and_none_comes_into_being(three: dict[str, Session]) -> None:
    """Random acts of all three on their trades; the sum of each card stays, and so does what is promised."""
    rng = random.Random(7)
    total = sum((Counter(owned(session)) for session in three.values()), Counter())
    for _ in range(amount(40, 600)):
        who = rng.choice([*three])
        known = proposals.trades(three[who])
        try:
            if not known or rng.random() < 0.1:
                proposals.propose(three[who], keep=rng.choice((0, 4)), even=rng.choice((0, 100)))
            else:
                one = rng.choice(known)
                what = rng.choice(("accept", "accept", "accept", "change", "refuse", "undo"))
                if what == "change":
                    line = rng.choice([*one.copies])
                    other = rng.choice([name for name in GIVES if name != who])
                    give, get = ([rng.choice([*GIVES.values()])] * rng.randint(0, 1) for _both in range(2))
                    more, version = proposals.Additions(give, get, other), rng.randint(1, one.version)
                    proposals.change(three[who], one.id, {line: rng.randint(0, 3)}, version, more)
                else:
                    getattr(proposals, what)(three[who], one.id)
        except TradeError:
            pass
        assert sum((Counter(owned(session)) for session in three.values()), Counter()) == total
        for name, session in three.items():
            for card in GIVES.values():
                counts = session.collection.counts(card)
                promised = sum(
                    one.quantity
                    for trade in proposals.trades(session)
                    if trade.state == "open" and trade.has_agreed([*GIVES].index(name) + 1)
                    for one in trade.copies.values()
                    if one.giver == [*GIVES].index(name) + 1 and one.name.startswith(card)
                )
                assert counts.reserved == promised <= counts.owned


def test_the_history_and_trades_of_two_who_become_one_go_on(
    three: dict[str, Session], own_database: Path
) -> None:
    """Who was entered twice would lose what could be undone, and leave others with half a trade."""
    with deckcheck.open(own_database) as owner, of(own_database, "Ada") as ada:
        number = proposed(three)
        for name in ("Bo", "Cy"):
            proposals.accept(three[name], number)
        batches = [one.number for one in ada.collection.history()]
        ada.collection.add("Kouhun", 2)
        owner.people.add(["Ada Lovelace"])
        with of(own_database, "Ada Lovelace") as other:
            other.collection.add("Kouhun", 3)
            other.collection.want(YODA, 1)
        owner.people.merge("Ada", "Ada Lovelace")
        # Of two people who became one nobody knows any more whose is what.
        with pytest.raises(DeckcheckError, match="cannot be undone"):
            owner.people.undo(owner.people.history()[0].number)
        with pytest.raises(DeckcheckError, match="not as it was left"):
            owner.people.undo()
    with of(own_database, "Ada Lovelace") as ada:
        assert owned(ada) == {BOBA: 1, YODA: 2, "Kouhun": 5}
        assert [one.quantity for one in ada.collection.stored.stored.wants] == [2]
        history = ada.collection.history()
        assert history[0].command == "people merge Ada"
        assert {one.number for one in history} >= set(batches)
        # What was entered for both is not counted twice any longer, where they like.
        assert ada.collection.undo(history[0].number).kept == ()
        assert owned(ada)["Kouhun"] == 3
        assert proposals.undo(ada, number).state == "undone"
        assert owned(ada) == {BOBA: 3, "Kouhun": 3}
        assert owned(three["Bo"]) == {ZAM: 3}
        assert ada.collection.undo(batches[-1]).kept == ()
        assert owned(ada) == {"Kouhun": 3}


def test_the_newest_act_that_is_a_trade_is_undone_for_all(
    three: dict[str, Session], own_database: Path, keep: Run
) -> None:
    before = {name: owned(session) for name, session in three.items()}
    number = proposed(three)
    for name in ("Bo", "Cy"):
        proposals.accept(three[name], number)
    asked = keep("--person", "Bo", "undo")
    assert asked.exit_code != 0
    assert "trade 1: undone for all who are in it (Ada, Bo, Cy)" in asked.stderr
    assert keep("--person", "Bo", "undo", "--yes", "--json").exit_code == 0
    assert {name: owned(session) for name, session in three.items()} == before
    assert proposals.trades(three["Ada"])[0].state == "undone"
    assert keep("--person", "Bo", "undo", "--yes").exit_code == 0  # the change before
    assert proposals.trades(three["Ada"])[0].state == "undone"
