"""LCG decks whose cards came in through the card source: listed by objectives, played whole."""

import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from db.cards.lookup import Catalogue
from db.imports import card_import
from db.imports.plan import ImportOptions
from deckcheck.deck import Deck
from deckcheck.judge.resolve import Resolver
from deckcheck.simulators.simulator import POLICIES, PlayDeck
from importers.decks.deck_list import DeckLine, DeckList
from tests.deckcheck.games.swlcg.lcg_games import EDITION, LCG, SIM, check_game, play_game
from tests.deckcheck.simulators.random_states import random_state_of_game
from tests.deckcheck.sister_decks import judged
from tests.importers.sources.made_up import read_path

pytestmark = pytest.mark.whole_catalogue

SETS = 10


def row(
    number: int, title: str, kind: str, in_set: int | None, place: int | None, **more: Any
) -> dict[str, Any]:
    return {
        "product": "Made Up",
        "productCycle": "None",
        "productOctgnId": "p",
        "number": number,
        "octgnId": f"id-{number}",
        "objectiveSetNumber": in_set,
        "objectiveSetSequence": place,
        "side": "Dark",
        "affiliation": "Sith",
        "isLockedToAffiliation": False,
        "type": kind,
        "title": title,
        "isUnique": False,
        "isLimitedToObjectiveDeck": False,
        "cost": None,
        "damageCapacity": None,
        "forceIcons": None,
        "resourceValue": None,
        "edgePriorityNumber": None,
        "normalCombatIcons": None,
        "edgeEnabledCombatIcons": None,
        "text": None,
        "abilities": {"traits": []},
        "illustrator": None,
        "stats": {},
    } | more


def made_up_product() -> list[dict[str, Any]]:
    """An affiliation and ten objective sets; the fifth card of all of them has one title."""
    rows = [row(1, "Sith", "Affiliation", None, None, resourceValue=1)]
    for n in range(1, SETS + 1):
        rows.append(row(10 * n, f"Goal {n}", "Objective", n, 1, resourceValue=1 + n % 2))
        rows += [
            row(10 * n + k, f"Guard {n}-{k}", "Unit", n, k, cost=k, forceIcons=1, isUnique=k == 4)
            for k in (2, 3, 4)
        ]
        rows.append(row(10 * n + 5, "Lord", "Unit", n, 5, cost=n))
        rows.append(row(10 * n + 6, f"Twist {n}", "Fate", n, 6, affiliation="Neutral"))
    return rows


def taken_over(path: Path, source: Path) -> None:
    """Imports the files of a folder into a database."""
    terms = ImportOptions("swlcg", date(2026, 12, 1))
    _, batch = card_import.apply(path, read_path(source), terms, origin=None, state=None)
    assert batch is not None


def decks_of(path: Path, titles: list[str]) -> tuple[Deck, Deck, PlayDeck]:
    """The deck as it is listed, as all its cards, and ready to be played."""
    with Catalogue(path, "swlcg") as catalogue:
        lines = tuple(DeckLine(1, title, line=n) for n, title in enumerate(titles, start=1))
        listed = Resolver(catalogue, LCG).resolve(DeckList(lines, "text"), "deck")
        whole = LCG.lists.whole(listed, catalogue.find_cards)
    return listed, whole, SIM.make_deck(whole, EDITION)


def play_and_judge(deck: Deck) -> float:
    """Lets the referee see twenty games with each policy; gives what three turns spend."""
    side = SIM.make_deck(deck, EDITION).side
    assert side is not None
    seats = (deck, None) if side == "dark" else (None, deck)
    spent = 0
    for n in range(20):
        for policy in POLICIES:
            game = play_game(seats, (policy, policy), random_state_of_game(21, 0, n))
            check_game(game)
            turns = SIM.turns(game.played.final, side, 3, game.played.random_state)
            spent += sum(int(turn.figures["spent"]) for turn in turns)
    return spent / 60


def test_a_made_up_product_is_imported_and_played(own_database: Path, tmp_path: Path) -> None:
    source = tmp_path / "source"
    source.mkdir()
    (source / "made-up.json").write_text(json.dumps(made_up_product()), encoding="utf-8")
    taken_over(own_database, source)
    titles = ["Sith", *(f"Goal {n}" for n in range(1, SETS + 1))]
    listed, whole, deck = decks_of(own_database, titles)
    assert [judged(one).verdict for one in (listed, whole)] == ["legal", "legal"]
    assert (deck.side, deck.notes, len(deck.piles["library"])) == ("dark", (), 50)
    assert (deck.open.name, deck.open.resources) == ("Sith", 1)
    # Ten cards are called Lord, each set has its own.
    lords = sorted((c.cost for c in deck.cards if c.title == "Lord"), key=str)
    assert sorted(cost or 0 for cost in lords) == list(range(1, SETS + 1))
    guards = [card for card in deck.cards if card.name.startswith("Guard")]
    assert {(c.cost, c.force, c.is_unique, c.affiliation) for c in guards} == {
        (2, 1, False, "Sith"),
        (3, 1, False, "Sith"),
        (4, 1, True, "Sith"),
    }
    goals: tuple[Any, ...] = deck.piles["objectives"]
    assert {card.resources for card in goals} == {1, 2}
    assert play_and_judge(whole) > 0


@pytest.mark.shared_data
def test_core_decks_of_imported_cards_are_legal_and_played(shared: Path, own_database: Path) -> None:
    taken_over(own_database, shared / "data" / "swlcg")
    with Catalogue(own_database, "swlcg") as catalogue:
        cards = catalogue.cards()
    for affiliation in ("Sith", "Jedi", "Imperial Navy", "Rebel Alliance"):
        (card,) = [c for c in cards if c.type == "Affiliation" and c.name == affiliation]
        core = [
            c
            for c in cards
            if c.type == "Objective"
            and c.side == card.side
            and "core-set" in c.set_codes
            and c.facts.get("objective_set")
            and not c.facts["locked"]
        ]
        core.sort(key=lambda c: c.facts["affiliation"] not in (affiliation, "Neutral"))
        titles = [affiliation, *(c.name for c in core[:10])]
        listed, whole, deck = decks_of(own_database, titles)
        assert [judged(one).verdict for one in (listed, whole)] == ["legal", "legal"]
        assert (deck.side, deck.notes, len(deck.piles["library"])) == (card.side, (), 50)
        assert play_and_judge(whole) > 6
