"""Looking names up: exact ways in, ambiguity told, nothing guessed and nothing dropped."""

import pytest
from hypothesis import given, strategies as st

from db.cards.lookup import Catalogue
from deckcheck.games import get_game
from deckcheck.judge.resolve import Resolver
from importers.decks.deck_list import DeckLine, DeckList
from importers.decks.zones import ZONE_SPELLINGS


@pytest.fixture(scope="module")
def resolver(catalogue: Catalogue) -> Resolver:
    return Resolver(catalogue, get_game("swtcg"))


@pytest.mark.parametrize(
    ("written", "card"),
    [
        ("Anakin Skywalker (B)", "Anakin Skywalker (B)"),
        ("anakin  skywalker b", "Anakin Skywalker (B)"),
        ("Padmé Amidala (H)", "Padme Amidala (H)"),
        ("Luke’s X–wing (E)", "Luke's X-wing (E)"),
        ("TIE Hunter (Starter)", "TIE Hunter"),
        ("TIE Hunter (Promo 7)", "TIE Hunter"),
        ("Commander Code", "Commander Cody (D)"),
        ("Lietenant Janek Sunber (B)", "Lieutenant Janek Sunber (B)"),
        ("Jon “Dutch” Vander (A)", 'Jon "Dutch" Vander (A)'),
        ("Aurek-Class Strikefigher (Starter)", "Aurek-Class Strikefighter"),
        ("Blockade PM", "Blockade PM"),
        ("TIE Bomber EX-1-2 (ESB)", "TIE Bomber EX-1-2"),
        ("Yoda\u200b (A)", "Yoda (A)"),
        ("Axe Woves A", "Axe Woves (A)"),
    ],
)
def test_ways_to_write_a_name_that_are_exact(resolver: Resolver, written: str, card: str) -> None:
    found = resolver.resolve_name(written)
    assert found.card is not None
    assert found.card.name == card


def test_a_renamed_card_is_noted(resolver: Resolver) -> None:
    assert "Commander Cody (D)" in (resolver.resolve_name("Commander Code").note or "")


def test_a_name_without_version_is_ambiguous_never_version_a(resolver: Resolver) -> None:
    found = resolver.resolve_name("Anakin Skywalker")
    assert found.card is None
    assert {"Anakin Skywalker (A)", "Anakin Skywalker (B)"} <= {c.name for c in found.candidates}


def test_the_set_narrows_the_versions_but_does_not_choose(resolver: Resolver) -> None:
    found = resolver.resolve_name("Anakin Skywalker", "AOTC")
    assert found.card is None
    assert len(found.candidates) > 1
    assert all("AOTC" in card.set_codes for card in found.candidates)
    everywhere = resolver.resolve_name("Anakin Skywalker").candidates
    assert len(found.candidates) < len(everywhere)
    assert resolver.resolve_name("Anakin Skywalker", "aotc").candidates == found.candidates


def test_a_name_with_versions_is_never_taken_for_one_of_them_without_a_set(resolver: Resolver) -> None:
    """A bare Battle Protocol Droid once was (B): decks of the set JG were illegal in WOTC."""
    bare = resolver.resolve_name("Battle Protocol Droid")
    assert bare.card is None
    assert [c.name for c in bare.candidates] == ["Battle Protocol Droid (A)", "Battle Protocol Droid (B)"]


@pytest.mark.parametrize(("code", "version"), [("JG", "A"), ("Jedi Guardians", "A"), ("cad", "B")])
def test_a_set_with_one_version_decides_among_versions(resolver: Resolver, code: str, version: str) -> None:
    found = resolver.resolve_name("Battle Protocol Droid", code).card
    assert found is not None
    assert found.name == f"Battle Protocol Droid ({version})"


def test_a_set_with_no_version_decides_nothing(resolver: Resolver) -> None:
    found = resolver.resolve_name("Battle Protocol Droid", "TROS")
    assert found.card is None
    assert len(found.candidates) == 2


@pytest.mark.parametrize("written", ["Anakin Skywalkr (A)", "Bobba Fett (A)", "Tie Huntr"])
def test_a_name_that_is_nearly_right_is_unknown_with_suggestions(resolver: Resolver, written: str) -> None:
    found = resolver.resolve_name(written)
    assert found.card is None
    assert found.suggestions


def test_the_set_tells_printings_apart_on_which_the_rules_depend(resolver: Resolver) -> None:
    bare = resolver.resolve_name("Imperial Knight")
    assert bare.card is None
    assert {c.type for c in bare.candidates} == {"Subordinate", "Character"}
    by_set = {code: resolver.resolve_name("Imperial Knight", code).card for code in ("LEG", "15th")}
    assert {code: card.type for code, card in by_set.items() if card} == {
        "LEG": "Character",
        "15th": "Subordinate",
    }
    # Its Mission and its Campaign do not differ for the rules, so the bare name is enough.
    assert resolver.resolve_name("Pulling the Strings").card is not None


def test_a_word_behind_a_name_that_is_no_version_is_not_ambiguous(resolver: Resolver) -> None:
    found = resolver.resolve_name("TIE Bomber EX-1-2 (TROS)")
    assert (found.card, found.candidates) == (None, ())


def test_copies_of_a_card_in_doubt_still_count_by_name(resolver: Resolver) -> None:
    deck = resolver.resolve(
        DeckList((DeckLine(3, "Imperial Knight"), DeckLine(2, "Imperial Knight", set_code="LEG")), "text")
    )
    assert [entry.card_name for entry in deck.entries] == ["Imperial Knight"] * 2
    assert resolver.resolve(DeckList((DeckLine(3, "Anakin Skywalker"),), "text")).entries[0].card_name is None


def test_a_set_without_that_card_is_noted_and_the_card_kept(resolver: Resolver) -> None:
    found = resolver.resolve_name("Anakin Skywalker (A)", "TROS")
    assert found.card is not None
    assert "TROS" in (found.note or "")


@pytest.mark.parametrize("label", ["deck", "Main Deck", "SIDEBOARD:", "outside_the_game", "Supply"])
def test_zone_labels_in_other_spellings(resolver: Resolver, label: str) -> None:
    assert resolver.zone(label) in get_game("swtcg").zones


def test_readers_and_rules_know_the_same_spellings_of_zones() -> None:
    assert {k: v for k, v in get_game("swtcg").zone_names.items() if k} == dict(ZONE_SPELLINGS)


NAMES = st.sampled_from(
    ["Yoda (A)", "yoda (a)", "Anakin Skywalker", "Nobody", "TIE Hunter", "TIE Hunter (Starter)"]
)
LINES = st.tuples(st.integers(1, 9), NAMES, st.sampled_from(["Deck", "Sideboard"]), st.integers(1, 99)).map(
    lambda values: DeckLine(*values)
)


@given(st.lists(LINES, max_size=20))
def test_every_copy_of_every_line_is_in_the_deck(resolver: Resolver, lines: list[DeckLine]) -> None:
    deck = resolver.resolve(DeckList(tuple(lines), "text"))
    assert sum(e.quantity for e in deck.entries) == sum(line.quantity for line in lines)
    assert {e.name for e in deck.entries} == {line.name for line in lines}
