"""LCG decks judged by their sums get the very report that they get card by card."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from db.cards.card import Card
from db.cards.lookup import Catalogue
from deckcheck.deck import Deck, DeckEntry
from deckcheck.games import get_game
from deckcheck.judge.batch import JudgeOptions, find_deck_files
from deckcheck.judge.fast_lane import count
from deckcheck.judge.known_lines import KnownLines
from deckcheck.judge.resolve import Resolver
from deckcheck.judge.validate import Judge
from importers.decks.reading import parse_deck
from tests.amounts import amount
from tests.conftest import ROOT
from tests.deckcheck.judge.test_known_lines import DAY, TwoWays
from tests.deckcheck.sister_decks import Pool

GAME = get_game("swlcg")
ZONES = (*GAME.zones, "Attic")


@pytest.fixture(scope="module")
def lcg_cards(database: Path) -> Iterator[tuple[Card, ...]]:
    with Catalogue(database, "swlcg") as catalogue:
        yield catalogue.cards()


def of_anything(cards: Sequence[Card], chance: Random) -> list[tuple[Card, int]]:
    """An affiliation card and objectives, mostly of its side; with more of anything now and then."""
    affiliations = [card for card in cards if card.type == "Affiliation"]
    own = chance.choice(affiliations)
    mixed = not chance.randrange(6)
    objectives = [card for card in cards if card.type == "Objective" and (mixed or card.side == own.side)]
    number = chance.choice((0, 1, 5, 6, 6, 10))
    found = [(own, 1)] * chance.choice((0, 1, 1, 1, 1, 2))
    found += [
        (card, chance.choice((1, 2, 2, 2, 2, 3 if mixed else 2)))
        for card in chance.sample(objectives, min(number, len(objectives)))
    ]
    if not chance.randrange(6):
        command = [card for card in cards if card.type not in {"Objective", "Affiliation"}]
        found += [(card, chance.choice((1, 2))) for card in chance.sample(command, 5)]
    return found


def of_no_trait(cards: Sequence[Card], chance: Random) -> list[tuple[Card, int]]:
    """A legal deck: the Jedi with objectives that are neither limited nor locked."""
    own = next(card for card in cards if card.name == "Jedi" and card.type == "Affiliation")
    plain = [
        card
        for card in cards
        if card.type == "Objective"
        and card.side == own.side
        and not card.facts.get("limited")
        and not card.facts.get("locked")
    ]
    return [(own, 1), *((card, 2) for card in chance.sample(plain, 6))]


def as_list(cards: Sequence[tuple[Card, int]]) -> bytes:
    return "".join(f"{copies} {card.name}\n" for card, copies in cards).encode()


def entries_of(cards: Sequence[tuple[Card, int]], chance: Random) -> Iterator[DeckEntry]:
    """Entries of a deck; some in other zones, without copies, or of a name that nobody knows."""
    odd = not chance.randrange(3)
    for line, (card, copies) in enumerate(cards, 1):
        zone = GAME.place(card, GAME.zones[0])
        if odd and not chance.randrange(8):
            zone, copies = chance.choice(ZONES), chance.choice((0, 1, 2))  # noqa: PLW2901
        known = None if odd and not chance.randrange(12) else card
        yield DeckEntry(copies, card.name, zone, line, known)


def assert_both_ways_agree(cards: Sequence[Card], decks: int) -> None:
    chance = Random(14)
    judge = Judge("swlcg", on=DAY)
    made = [Deck((*entries_of(of_anything(cards, chance), chance),), "swlcg") for _ in range(decks)]
    counted = [count(deck, judge.game) for deck in made]
    assert sum(deck.sums is not None for deck in counted) > decks // 2
    many = list(judge.validate_many(counted))
    assert many == [judge.validate(replace(deck)) for deck in made]
    assert list(judge.validate_many(counted)) == many, "again, from what is kept"


def test_decks_in_memory(lcg_cards: tuple[Card, ...]) -> None:
    assert_both_ways_agree(lcg_cards, amount(90, 20_000))


def test_decks_of_cards_that_are_locked_limited_or_of_no_set(swlcg: Pool) -> None:
    """The bundled cards have few of these, at which rules look more closely."""
    assert_both_ways_agree(swlcg.cards, amount(90, 20_000))


def test_lists(lcg_cards: tuple[Card, ...], database: Path, tmp_path: Path) -> None:
    both = TwoWays(database, JudgeOptions(Path(), game="swlcg", on=DAY))
    chance = Random(2013)
    path = tmp_path / "deck.txt"
    verdicts = set()
    decks = amount(60, 20_000)
    for n in range(decks):
        of = of_no_trait if n % 4 == 0 else of_anything
        path.write_bytes(as_list(of(lcg_cards, chance)))
        verdicts.add(both.agree(path).verdict)
    assert {"legal", "illegal"} <= verdicts
    assert both.by_lines > decks // 3


@pytest.mark.shared_data
def test_real_lists(database: Path, shared: Path) -> None:
    both = TwoWays(database, JudgeOptions(Path(), game="swlcg", on=DAY))
    real = find_deck_files([str(shared / "data" / "swlcg" / "winners"), str(ROOT / "examples")])
    for path in [*real, *real]:
        both.agree(Path(path))
    assert both.by_lines


def test_a_legal_list_is_judged_without_its_deck(
    lcg_cards: tuple[Card, ...], database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Making each deck, and counting its cards, takes several times as long as all the rest."""
    data = as_list(of_no_trait(lcg_cards, Random(1)))
    with Catalogue(database, "swlcg") as catalogue:
        judge, resolver = Judge("swlcg", on=DAY), Resolver(catalogue, GAME)
        lines = KnownLines(resolver, judge)
        expected = judge.validate(resolver.resolve(parse_deck(data, source="a.txt"), "a.txt", "a"))
        assert expected.verdict == "legal"
        monkeypatch.setattr(judge, "validate", None)
        monkeypatch.setattr("deckcheck.judge.known_deck.KnownDeck.deck", None)
        assert lines.report_on_list("a.txt", data) == expected
