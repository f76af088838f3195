"""Searching as a builder does: by formats on a day, by decks, and for cards like another."""

import json
import random
import shutil
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest
from typer.testing import CliRunner

import deckcheck
from db.cards.lookup import Catalogue
from db.errors import DeckNotFoundError
from deckcheck.acts.session import Session
from deckcheck.cli.main import app
from deckcheck.collection.search import FormatStatus, query_fields, search_cards, sort_keys
from deckcheck.deck import Deck, DeckEntry
from deckcheck.errors import AmbiguousCardError, OtherGameError, SortFieldError
from deckcheck.games import game_codes, get_game
from deckcheck.judge.validate import Judge
from deckcheck.query import QueryError
from deckcheck.query.likeness import unlikeness
from deckcheck.report import ERROR
from deckcheck.rules.edition import Status
from tests.amounts import amount
from tests.conftest import ROOT

DAYS = (
    date(2002, 6, 1),
    date(2004, 8, 15),
    date(2005, 1, 1),
    date(2017, 5, 10),
    date(2019, 3, 3),
    date(2022, 5, 15),
    date(2026, 11, 22),
)
LIST_CODES = {"not-released", "set-legality", "banned", "restricted", "format-state"}


@pytest.fixture
def cards(database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Session]:
    path = tmp_path / "own.sqlite"
    shutil.copy(database, path)
    monkeypatch.setenv("DECKCHECK_DB", str(path))
    with deckcheck.open() as session:
        yield session


def names(found: object) -> list[str]:
    return [card.name for card in found]  # type: ignore[attr-defined]


def list_issues(judge: Judge, deck: Deck) -> tuple[bool, bool]:
    """Whether sets and lists forbid a deck for certain, and whether they leave it open."""
    issues = [i for i in judge.validate(deck).issues if i.code in LIST_CODES]
    return any(i.severity == ERROR for i in issues), any(i.undecided for i in issues)


@pytest.mark.parametrize("code", game_codes())
def test_a_card_is_legal_where_the_judge_has_nothing_against_one_copy(database: Path, code: str) -> None:
    """Of every format, on days around its changes: what a search finds, a deck may have."""
    game, chance = get_game(code), random.Random(code)
    with Catalogue(database, code) as catalogue:
        every = catalogue.cards()
        if not every:
            return  # its cards come from the user's source
        marked = [card for card in every if card.marks or card.past_marks]
        listed = {one.card for f in game.formats() for one in f.listed}
        marked += [card for card in every if card.name in listed]
        on = {day: FormatStatus(catalogue, game, day) for day in DAYS}
        for play_format in game.formats():
            for day in DAYS:
                judge = on[day].judge_by(play_format.code)
                assert judge is not None
                few = chance.sample(marked, min(len(marked), amount(6, 200)))
                for card in [*few, *chance.sample(every, amount(6, 200))]:
                    zone = game.lists.place(card, game.zones[0])
                    one = Deck((DeckEntry(1, card.name, zone, card=card),), game=code)
                    is_wrong, is_open = list_issues(judge, one)
                    found = judge.card_status(card)
                    where = f"{card.name}, {play_format.code}, {day}: {found}"
                    if found.status in {Status.LEGAL, Status.RESTRICTED}:
                        assert not is_wrong, where
                        assert found.certain or found.status == Status.RESTRICTED or is_open, where
                        assert not is_open or not found.certain, where
                    elif found.certain:
                        assert is_wrong, where
                    else:
                        assert is_open or is_wrong, where


def test_formats_are_asked_as_they_were_on_the_day(cards: Session) -> None:
    kouhun = 'format:dci "Kouhun"'
    assert names(cards.search(kouhun, on=date(2004, 1, 1))) == ["Kouhun"]
    assert names(cards.search(kouhun, on=date(2002, 6, 1))) == []
    assert names(cards.search("banned:dci", on=date(2005, 1, 1))) == [
        "Holoprojection Chamber",
        "Kessel System",
        "Ugnaught",
    ]
    assert names(cards.search("banned:dci", on=date(2004, 1, 1))) == []
    everything, legal = len(cards.search("")), len(cards.search("legal:standard"))
    assert 0 < legal < everything
    assert len(cards.search("legal:printed")) == everything
    assert not cards.search("legal:standard banned:standard")


def test_other_games_have_their_formats(cards: Session) -> None:
    restricted = cards.search("restricted:infinite", game="destiny")
    assert restricted
    assert set(restricted) <= set(cards.search("legal:infinite", game="destiny"))
    assert cards.search("legal:printed", game="stargate")


def test_an_unknown_format_is_refused_with_those_there_are(cards: Session) -> None:
    with pytest.raises(QueryError, match="Did you mean standard"):
        cards.search("legal:standart")


def test_a_deck_is_asked_for_its_cards(cards: Session) -> None:
    path = ROOT / "examples/decks/rebels.dek"
    deck = cards.deck(path)
    inside = {entry.card.name for entry in deck.entries if entry.card}
    assert set(names(cards.search(f'in:"{path}"'))) == inside
    cards.decks.save(path, "Mine")
    assert set(names(cards.search("in:mine type:space"))) <= inside
    assert len(cards.search("not in:mine")) == len(cards.search("")) - len(inside)
    with pytest.raises(DeckNotFoundError):
        cards.search("in:nothing")
    with pytest.raises(OtherGameError):
        cards.search(f'in:"{path}"', game="destiny")


def test_copies_are_asked_for_beside_formats_and_decks(cards: Session) -> None:
    cards.collection.add("Kouhun", 3)
    assert names(cards.search("owned>=1 free>=2 legal:printed")) == ["Kouhun"]


@pytest.mark.parametrize("code", ["swtcg", "destiny", "stargate"])
def test_cards_are_put_in_order_by_every_field_both_ways(database: Path, code: str) -> None:
    no_order = {"text", "legal", "in"}
    with Catalogue(database, code) as catalogue:
        fields = query_fields(catalogue)
        assert {field.name for field in fields if field.sort_key is None} == no_order
        sample = random.Random(3).sample(catalogue.cards(), 300)
        for field in fields:
            if field.sort_key is None:
                continue
            ((up, _),), ((down, is_reversed),) = (
                sort_keys(text, fields) for text in (field.name, f"-{field.name}")
            )
            assert is_reversed
            found = [up(card) for card in sorted(sample, key=up)]
            backwards = sorted(sample, key=down, reverse=True)
            assert found == [down(card) for card in reversed(backwards)]
        with pytest.raises(SortFieldError):
            sort_keys("legal", fields)


def test_the_most_alike_come_first_and_may_be_asked_further(cards: Session) -> None:
    boba = cards.card("Boba Fett (A)")
    found = cards.search("side:dark type:character", like="Boba Fett (A)")
    distances = [unlikeness(boba, card) for card in found]
    assert distances == sorted(distances)
    assert set(found) == set(cards.search("side:dark type:character"))
    everything = cards.search(like="Boba Fett (A)")
    assert boba not in everything
    assert len(everything) == len(cards.search("")) - 1
    by_cost = cards.search("cost>0", like="Boba Fett (A)", sort="-cost")
    assert by_cost == tuple(c for c in cards.search("cost>0", sort="-cost") if c != boba)
    with pytest.raises(AmbiguousCardError):
        cards.search(like="Boba Fett")


def test_the_command_tells_what_differs_and_what_is_not_known(cards: Session) -> None:
    def run(*words: str) -> str:
        done = CliRunner().invoke(app, ["cards", "search", *words])
        assert done.exit_code == 0
        return done.output

    assert "cost, speed, health" in run("--like", "Boba Fett (A)")
    document = json.loads(run("type:character", "--like", "Boba Fett (A)", "--json"))
    first = document["cards"][0]
    assert sum(first["differs"].values()) == first["distance"]
    plain = json.loads(run("name=Kouhun", "--json"))["cards"][0]
    assert "distance" not in plain
    assert "is not known; they are not among these" in run("legal:dci", "--on", "2003-01-01")
    assert CliRunner().invoke(app, ["cards", "search"]).exit_code == 2


def test_statuses_are_as_the_lists_say(cards: Session) -> None:
    judge = Judge("swtcg", "vintage", on=date(2026, 11, 22), marks_as_of=date(2026, 1, 1))
    found = {judge.card_status(card).status for card in cards.catalogue().cards()}
    assert found == {Status.LEGAL, Status.BANNED, Status.RESTRICTED, Status.NOT_IN_SETS}


def test_what_is_not_known_is_counted(database: Path) -> None:
    with Catalogue(database, "swtcg") as catalogue:
        (note,) = search_cards(catalogue, "legal:dci", day=date(2003, 1, 1)).unsure
        assert note.startswith("WotC Constructed (DCI): what it says of 210 cards on 2003-01-01")
        assert search_cards(catalogue, "legal:printed").unsure == ()


def test_holdings_and_odds_ask_formats_as_they_were_on_a_day(cards: Session, tmp_path: Path) -> None:
    """Cards that came later were not legal then: not in the binder's list, and not in the odds."""
    dci, early, late = "legal:dci", date(2002, 6, 1), date(2005, 6, 1)
    then = {card.name for card in cards.search(dci, on=early)}
    later = {card.name for card in cards.search(dci, on=late)}
    new = min(later - then)
    old = min(then & later)
    cards.collection.add(new)
    cards.collection.add(old)
    for listed in (cards.collection.cards, cards.collection.holdings):
        assert {held.name for held in listed(dci, on=early)} == {old}
        assert {held.name for held in listed(dci, on=late)} == {old, new}
    deck = tmp_path / "deck.txt"
    deck.write_text(f"4 {new}\n56 {old}\n", encoding="utf-8")
    assert cards.odds(deck, f"{dci} >= 7", on=late).probability == 1
    assert (cards.odds(deck, f"{dci} >= 7", on=early).probability or 0) < 1
