"""What is exported and imported in `set` mode changes nothing, for whatever a layout can hold."""

import random
from dataclasses import replace
from functools import cache

import pytest
from hypothesis import HealthCheck, assume, example, given, settings, strategies as st

from db.cards.card import Card, CardSet, Printing
from db.cards.lookup import Catalogue
from db.collection.holdings import Holding, HoldingChange, HoldingFacts, HoldingKey
from deckcheck.collection.file_export import export_rows
from deckcheck.collection.matching import Matcher
from deckcheck.collection.sheet_import import match_rows, plan_import
from importers.collections.holding_sheet import parse_holdings
from importers.collections.layouts import WRITTEN, Layout
from importers.collections.workbook import (
    CollectionWorkbook,
    ods_losses,
    workbook_losses,
    write_collection_ods,
    write_collection_workbook,
)
from importers.collections.workbook_summary import Totals
from importers.collections.writing import ExportRow, get_layout, losses, write_json, write_text
from tests.amounts import amount
from tests.deckcheck.collections import collections

GAME = "Star Wars Trading Card Game"
pytestmark = pytest.mark.searches
careful = settings(
    max_examples=amount(10, 60), suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much]
)


@pytest.fixture(scope="module")
def matcher(catalogue: Catalogue) -> Matcher:
    return Matcher(catalogue)


Pool = list[tuple[Card, Printing | None]]


def unseen(pool: Pool) -> list[Holding]:
    """What a search found: characters without width were dropped, and a place came back as another."""
    card, printing = next(pair for pair in pool if pair[1])
    assert printing
    texts = ("box\u200b1", "\ufeffbox", "👩\u200d🔧", "a\u2060b", "a\u200cb")
    return [
        Holding(
            HoldingKey(card.id or 0, printing.id, location=text),
            HoldingFacts(1, notes="\u200b", extra={"Joined \u200d column": "\ufeff"}),
            card.name,
            printing.name,
            printing.set_code,
            printing.number,
            printing.rarity,
        )
        for text in texts
    ]


@pytest.fixture(scope="module")
def pool(catalogue: Catalogue) -> Pool:
    """Printings with names that trip parsers, some at random, and cards of unknown printing."""
    cards = catalogue.cards()
    every: Pool = [(card, printing) for card in cards for printing in card.printings]
    odd = [pair for pair in every if pair[1] and set(',"&!?') & set(pair[1].name)]
    promos = [pair for pair in every if pair[1] and "(Promo" in pair[1].name]
    rng = random.Random(3)
    return odd[:150] + promos[:150] + rng.sample(every, 300) + [(c, None) for c in cards[:60]]


def changes(data: bytes, name: str, holdings: list[Holding], matcher: Matcher) -> tuple[HoldingChange, ...]:
    sheet = parse_holdings(data, name)
    rows = match_rows(sheet, matcher)
    assert [row.match for row in rows if not row.match.is_sure] == []
    assert len(rows) == len(holdings)
    return plan_import(sheet, rows, holdings, "set").changes


@cache
def sets_of(catalogue: Catalogue) -> tuple[CardSet, ...]:
    """The sets, asked for once: what comes back is not about them."""
    return tuple(catalogue.sets())


def book(rows: list[ExportRow], catalogue: Catalogue) -> CollectionWorkbook:
    sets = [(card_set.code, card_set.name) for card_set in sets_of(catalogue)]
    return CollectionWorkbook(GAME, "2026-11-21", rows, sets, Totals((), (), ()), (), (), 4)


def written_in(suffix: str, rows: list[ExportRow], catalogue: Catalogue) -> bytes | None:
    """The file of our own layout, or None where its losses say that it cannot hold the rows."""
    own = get_layout("deckcheck")
    if suffix == "json":
        return write_json(rows, "swtcg").encode()
    if suffix == "ods":
        return None if ods_losses(rows) else write_collection_ods(rows)
    if suffix == "xlsx":
        assert not workbook_losses(rows)
        return write_collection_workbook(book(rows, catalogue))
    assert losses(rows, own, GAME) == ()
    return write_text(rows, own, GAME, "\t" if suffix == "tsv" else None).encode()


@pytest.mark.parametrize("suffix", ["csv", "tsv", "json", "ods", "xlsx"])
def test_our_own_layout_holds_everything(
    suffix: str, catalogue: Catalogue, matcher: Matcher, pool: Pool
) -> None:
    @careful
    @given(holdings=collections(pool))
    @example(holdings=unseen(pool))
    def check(holdings: list[Holding]) -> None:
        written = written_in(suffix, export_rows(holdings, sets_of(catalogue)), catalogue)
        assume(written is not None)
        assert written
        assert changes(written, f"mine.{suffix}", holdings, matcher) == ()

    check()


@pytest.mark.parametrize(
    "layout",
    [layout for layout in WRITTEN if layout.name != "cardmarket" and not layout.games],
    ids=lambda x: x.name,
)
def test_what_a_layout_can_hold_comes_back(
    layout: Layout, catalogue: Catalogue, matcher: Matcher, pool: Pool
) -> None:
    """In the words that the layout has; what else it loses leaves the collection as it is."""
    words = {
        "condition": st.sampled_from(list(layout.conditions)),
        "language": st.sampled_from(list(layout.languages)),
        "finish": st.sampled_from(list(layout.finishes)),
    }
    sets = sets_of(catalogue)

    @careful
    @given(drawn=collections(pool, words))
    @example(drawn=unseen(pool))
    def check(drawn: list[Holding]) -> None:
        holdings = [h for h in drawn if not _lost_key(layout, export_rows([h], sets))]
        assume(holdings)
        written = write_text(export_rows(holdings, sets), layout, GAME).encode()
        assert parse_holdings(written, "mine.csv").read_as == layout.name
        assert changes(written, "mine.csv", holdings, matcher) == ()

    check()


def _lost_key(layout: Layout, rows: list[ExportRow]) -> bool:
    """Whether the layout has no word for what tells one holding from another."""
    return any("unknown printing" in loss or "no word" in loss for loss in losses(rows, layout, GAME))


def test_all_that_a_layout_loses_is_said(catalogue: Catalogue, pool: Pool) -> None:
    card, printing = next(pair for pair in pool if pair[1])
    rng = random.Random(1)
    holdings = [holding for _ in range(3) for holding in [_holding(card, printing, rng)]]
    rows = export_rows(holdings[:1], catalogue.sets())
    said = losses(rows, get_layout("manabox"), GAME)
    assert said == (
        "without the place of 1 holding",
        "without the notes of 1 holding",
        "without the date of 1 holding",
        "without the number of copies for trade of 1 holding",
        "without the column 'Colour' of 1 holding",
    )
    assert losses(rows, get_layout("cardmarket"), GAME)[0] == (
        "1 holding without Cardmarket's own product number left out"
    )
    assert "no word" in losses(rows, get_layout("tcgplayer"), GAME)[0]


def _holding(card: Card, printing: Printing | None, rng: random.Random) -> Holding:
    assert printing
    key = HoldingKey(card.id or 0, printing.id, "M", "en", "", f"box {rng.random()}")
    facts = HoldingFacts(3, 1, "signed", "2002-04-23", "2.50", "EUR", {"Colour": "red"})
    return Holding(key, facts, card.name, printing.name, printing.set_code, printing.number)


def test_cardmarket_holds_what_came_from_it(catalogue: Catalogue, pool: Pool) -> None:
    """A product number that an import brought is written back, and only such rows are."""
    card, printing = next(pair for pair in pool if pair[1])
    known = _holding(card, printing, random.Random(1))
    known = replace(known, facts=replace(known.facts, extra={"idProduct": "12345"}))
    rows = export_rows([known, _holding(card, printing, random.Random(2))], catalogue.sets())
    text = write_text(rows, get_layout("cardmarket"), GAME)
    assert text.splitlines()[1:] == ["12345;3;2.50;1;MT;0;;;;;;;;"]
