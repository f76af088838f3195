"""What is written is read back: the same deck list but for what `losses` says beforehand."""

import re
from functools import cache
from typing import Any

import pytest
from hypothesis import assume, given, settings, strategies as st

from db.cards.bundled import read_cards
from db.cards.bundled_games import BUNDLED
from importers.decks.deck_columns import COUNT
from importers.decks.deck_format import CARD_FACTS, DECK_FACTS, DeckWriter, zone_order
from importers.decks.deck_list import DeckLine, DeckList, merged
from importers.decks.lackey_dek import guessed_image_key
from importers.decks.reading import parse_deck
from importers.decks.writing import WRITERS, losses, write_deck
from importers.decks.zones import known_zone
from importers.errors import UnwritableDeckError
from tests.amounts import amount
from tests.importers.decks import deck_lists

ANY_GAME = [writer for writer in WRITERS if not writer.games]
every_writer = pytest.mark.parametrize("writer", ANY_GAME, ids=lambda writer: writer.name)
careful = settings(max_examples=amount(20, 150))
ODD = re.compile(r"[^A-Za-z ()'-]|\)\s*\S")
"""Marks, digits and letters of other alphabets, or anything behind a bracket."""
DECKDB_ZONES = {"Deck", "Supply"}


def held(line: DeckLine, writer: DeckWriter) -> DeckLine:
    """The line as it comes back from a format."""
    lost: dict[str, Any] = dict.fromkeys(fact for fact in CARD_FACTS if fact not in writer.holds)
    if writer.name == "lackey-dek" and line.image_key is None:
        lost["image_key"] = guessed_image_key(line)
    if "zones as written" not in writer.holds:
        lost["zone"] = known_zone(line.zone)
    if "blanks" not in writer.holds:
        lost["name"] = line.name.strip()
    if writer.name == "csv":
        texts = [fact for fact in CARD_FACTS if fact != "dice"]
        lost |= {fact: (getattr(line, fact) or "").strip() or None for fact in texts}
    return line._replace(line=None, **lost)


def content(deck_list: DeckList, writer: DeckWriter) -> dict[str, object]:
    """What a format holds of a deck list, in a form that can be compared."""
    zones: dict[str, list[DeckLine]] = {}
    for zone in zone_order(deck_list):
        zones.setdefault(zone if "zones as written" in writer.holds else known_zone(zone), [])
    for line in merged(held(line, writer) for line in deck_list.lines):
        zones[line.zone].append(line)
    if writer.name == "deckdb-json":
        zones = {zone: zones.get(zone, []) for zone in DECKDB_ZONES}
    elif writer.name == "daoswc-csv":
        zones = {zone: lines for zone, lines in zones.items() if lines and zone == "Deck"}
    elif "empty zones" not in writer.holds:
        zones = {zone: lines for zone, lines in zones.items() if lines}
    facts = {fact: getattr(deck_list, fact) for fact in DECK_FACTS if fact in writer.holds}
    if writer.name == "lackey-dek":
        facts["game"] = facts["game"] or "swtcg"
    return {"zones": list(zones.items()), "newline": deck_list.newline, **facts}


def check(deck_list: DeckList, writer: DeckWriter) -> None:
    data = write_deck(deck_list, writer.name)
    back = parse_deck(data, source=f"deck{writer.suffixes[0]}")
    assert back.read_as == writer.name
    assert back.unread == ()
    assert content(back, writer) == content(deck_list, writer)
    assert write_deck(back, writer.name) == data, "writing again changes the file"


@every_writer
@careful
@given(deck_list=deck_lists.deck_lists())
def test_any_card_names_survive(writer: DeckWriter, deck_list: DeckList) -> None:
    try:
        write_deck(deck_list, writer.name)
    except UnwritableDeckError:
        assert writer.name == "text"
        assert deck_lists.has_heading(deck_list)
    else:
        assume(not has_sums(deck_list, writer))
        check(deck_list, writer)


def has_sums(deck_list: DeckList, writer: DeckWriter) -> bool:
    """Whether a row of the site's table is of numbers alone: it sums up others, and no card is called so."""
    return writer.name == "daoswc-csv" and any(COUNT.fullmatch(one.name.strip()) for one in deck_list.lines)


@every_writer
@careful
@given(deck_list=deck_lists.deck_lists(deck_lists.hostile_zones, deck_lists.hostile_texts))
def test_odd_zones_and_sets_survive_or_are_refused(writer: DeckWriter, deck_list: DeckList) -> None:
    try:
        write_deck(deck_list, writer.name)
    except UnwritableDeckError:
        assert writer.name in {"text", "lackey-txt"}
    else:
        assume(not has_sums(deck_list, writer))
        check(deck_list, writer)


Printed = tuple[str, str | None, str | None]


@cache
def bundled_printings() -> tuple[Printed, ...]:
    """Every name with its set and number, and every card without."""
    cards = read_cards(BUNDLED[0]).values()
    printings: set[Printed] = {
        (p.name, code, p.number or None) for card in cards for code, _, p in card.printings
    }
    printings |= {(card.name, None, None) for card in cards}
    return tuple(sorted(printings, key=str))


@every_writer
def test_every_bundled_name_survives(writer: DeckWriter) -> None:
    names = bundled_printings()
    # All names that are more than words and a version, and of the others each in some format.
    every = amount(len(ANY_GAME), 1)
    part = names[ANY_GAME.index(writer) % every :: every]
    there = set(part)
    tried = [*part, *(one for one in names if ODD.search(one[0]) and one not in there)]
    lines = (
        DeckLine(1 + n % 4, name, "Deck", None, code, None, number)
        for n, (name, code, number) in enumerate(tried)
    )
    check(DeckList(tuple(lines), "made", zones=("Deck",), game="swtcg"), writer)


@every_writer
@careful
@given(deck_list=deck_lists.deck_lists(), data=st.data())
def test_nothing_is_lost_unsaid(writer: DeckWriter, deck_list: DeckList, data: st.DataObject) -> None:
    """Where `losses` is silent, the deck list comes back whole."""
    blanked: dict[str, Any] = dict.fromkeys(data.draw(st.sets(st.sampled_from(DECK_FACTS))))
    plain = deck_list._replace(**blanked)
    if losses(plain, writer.name) or has_sums(plain, writer):
        return
    assume(writer.name != "text" or not deck_lists.has_heading(plain))  # it is refused
    back = parse_deck(write_deck(plain, writer.name), source="deck")
    assert zones_of(back) == zones_of(plain)
    for fact in DECK_FACTS:
        assert (getattr(back, fact) or None) == (getattr(plain, fact) or None)


def zones_of(deck_list: DeckList) -> dict[str, set[DeckLine]]:
    zones: dict[str, set[DeckLine]] = {}
    for line in merged(line._replace(line=None) for line in deck_list.lines):
        zones.setdefault(line.zone, set()).add(line)
    return zones


@every_writer
def test_more_copies_than_a_line_holds_are_spread(writer: DeckWriter) -> None:
    check(DeckList((DeckLine(25_000, "Battle Fatigue"),), "made", game="swtcg"), writer)


@every_writer
@pytest.mark.parametrize("name", ["a\nb", "a\tb", "\x07", "\ud800", "", "  ", "n" * 201])
def test_names_that_no_reader_takes_are_refused(writer: DeckWriter, name: str) -> None:
    with pytest.raises(UnwritableDeckError, match="cannot be written"):
        write_deck(DeckList((DeckLine(1, name),), "made"), writer.name)


@every_writer
def test_deck_lists_that_no_reader_takes_are_refused(writer: DeckWriter) -> None:
    card = DeckLine(1, "Battle Fatigue")
    for deck_list in (
        DeckList((card,), "made", zones=tuple(f"Zone {n}" for n in range(60))),
        DeckList((card,), "made", zones=("a\nb",)),
        DeckList((card._replace(quantity=0),), "made"),
        DeckList((card,) * 100_001, "made"),
    ):
        with pytest.raises(UnwritableDeckError):
            write_deck(deck_list, writer.name)


def test_a_million_copies_do_not_become_a_million_lines() -> None:
    with pytest.raises(UnwritableDeckError, match="1,000,000 copies"):
        write_deck(DeckList((DeckLine(1_000_000, "Battle Fatigue"),), "made"), "lackey-dek")
