"""`deckcheck deck stats`, counted by hand for a deck with every oddity."""

import json
from pathlib import Path

import pytest

from db.cards.card import Card
from deckcheck.games.deck_profile import Spread
from deckcheck.games.swtcg.profile.stats import deck_stats, spread
from deckcheck.games.swtcg.profile.stats_text import as_json, stats_text
from tests.conftest import Run
from tests.deckcheck.building import Builder
from tests.deckcheck.odds.naive import card, deck_of

DECKS = Path(__file__).parents[1] / "decks"


def test_a_unit_of_two_arenas_counts_in_both_but_once_among_types_and_units() -> None:
    deck = deck_of((2, card("Podracer", "Space/Ground", 4)), (3, card("Falcon", "Space", 6)))
    stats = deck_stats(deck)
    assert stats.types == {"Space": 3, "Space/Ground": 2}
    assert stats.arenas == {"space": 5, "ground": 2, "character": 0}
    assert (stats.units, stats.cards) == (5, 5)
    assert stats.unit_cost == pytest.approx((2 * 4 + 3 * 6) / 5)


def test_x_and_stars_are_counted_apart_and_never_averaged() -> None:
    assert spread([2, "X", 4, "*", None]) == Spread(5, 3.0, 2, 4, 3)
    assert spread(["*", "*"]) == Spread(2, None, None, None, 2)
    assert spread([]) == Spread(0, None, None, None, 0)
    deck = deck_of((2, card("Walker", "Ground", "X", power="*")), (1, card("Tank", "Ground", 4)))  # type: ignore[arg-type]
    stats = deck_stats(deck)
    assert stats.costs == {"Ground": {"4": 1, "X": 2}}
    assert stats.unit_cost == 4
    assert stats.stats["ground"]["power"] == Spread(3, 3.0, 3, 3, 2)
    assert "2 X or *" in stats_text(stats)


@pytest.mark.parametrize(
    ("edition", "groups"),
    [
        (
            "printed-2002",
            {
                ("Chancellor Palpatine", "Senator Palpatine"),
                ("Beru Lars",),
                ("Beru Whitesun",),
                ("Darth Sidious",),
            },
        ),
        (
            "printed-2004",
            {
                ("Chancellor Palpatine",),
                ("Senator Palpatine",),
                ("Darth Sidious",),
                ("Beru Lars", "Beru Whitesun"),
            },
        ),
        (
            "printed-2005",
            {
                ("Chancellor Palpatine", "Darth Sidious"),
                ("Senator Palpatine",),
                ("Beru Lars", "Beru Whitesun"),
            },
        ),
    ],
)
def test_which_names_are_one_person_depends_on_the_edition(
    edition: str, groups: set[tuple[str, ...]]
) -> None:
    names = ("Chancellor Palpatine", "Senator Palpatine", "Beru Lars", "Beru Whitesun", "Darth Sidious")
    deck = deck_of(*((1, card(f"{name} (A)", "Character", base_name=name, version="A")) for name in names))
    assert {unique.names for unique in deck_stats(deck, edition).uniques} == groups


def test_a_stack_holds_every_version_once_and_at_most_four() -> None:
    luke = [card(f"Luke ({v})", "Character", 5, base_name="Luke", version=v) for v in "ABCDE"]
    (unique,) = deck_stats(deck_of((2, luke[0]), (1, luke[1]))).uniques
    assert (unique.copies, unique.stack) == (3, 2)
    (unique,) = deck_stats(deck_of(*((1, one) for one in luke))).uniques
    assert unique.stack == 4


def test_the_arena_of_a_location_is_no_trait_and_a_word_counts_once_a_card() -> None:
    deck = deck_of(
        (2, card("Cantina", "Location", 2, subtype="Ground/Character - Coruscant Facility")),
        (3, card("Knight", "Character", 5, subtype="Jedi Knight - Jedi Officer")),
    )
    assert deck_stats(deck).traits == {"Jedi": 3, "Knight": 3, "Officer": 3, "Coruscant": 2, "Facility": 2}


def test_only_the_main_deck_counts_and_unknown_cards_are_said() -> None:
    deck = deck_of((3, card("Falcon")), (2, "Mistery"))
    stats = deck_stats(deck)
    assert (stats.cards, stats.unknown, stats.units) == (5, 2, 3)
    assert "2 cards are unknown or ambiguous" in stats_text(stats)
    beside = deck_of((3, card("Falcon")), zone="Sideboard")
    assert deck_stats(beside).cards == 0


def test_bars_of_any_deck_fit_and_add_up(cards: tuple[Card, ...]) -> None:
    for space, other in ((12, 24), (60, 60)):
        stats = deck_stats(Builder(cards).deck(space, 12, 12, other))
        assert sum(stats.types.values()) == space + 24 + other
        assert sum(n for costs in stats.costs.values() for n in costs.values()) == space + 24
        text = stats_text(stats, 80, plain=True)
        assert text.isascii()
        assert max(len(line.split("#")[0]) for line in text.splitlines()) <= 100
        json.dumps(as_json(stats))


def test_an_empty_deck_has_figures_too() -> None:
    text = stats_text(deck_stats(deck_of()))
    assert "0 cards, 0 of them units" in text
    assert "Build cost" not in text


@pytest.mark.whole_catalogue
@pytest.mark.parametrize(
    ("golden", "options"),
    [("oddments.stats.txt", ()), ("oddments.stats.json", ("--rules", "printed-2002", "--json"))],
)
def test_the_command_shows_what_it_did(
    run: Run, monkeypatch: pytest.MonkeyPatch, golden: str, options: tuple[str, ...]
) -> None:
    monkeypatch.chdir(DECKS)
    result = run("deck", "stats", "oddments.txt", *options)
    assert result.exit_code == 0
    assert result.stdout == (DECKS / golden).read_text(encoding="utf-8")


def test_the_command_draws_the_deck(run: Run, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    path = tmp_path / "deck.png"
    assert run("deck", "stats", DECKS / "oddments.txt", "--plot", path).exit_code == 0
    assert path.read_bytes().startswith(b"\x89PNG")
