"""Real decks broken on purpose: a repair is no farther away than what was broken."""

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

import pytest

from db.cards.card import Card
from db.cards.lookup import Catalogue
from deckcheck.deck import Deck, DeckEntry
from deckcheck.first_game import FIRST_GAME
from deckcheck.games import game_codes
from deckcheck.judge.batch import find_deck_files, game_of
from deckcheck.judge.resolve import Resolver
from deckcheck.judge.validate import Judge
from deckcheck.repair.prepared import PreparedCards
from deckcheck.repair.repair import RepairOptions, repair_deck
from deckcheck.report import LEGAL
from importers.decks.reading import read_deck
from importers.errors import DeckFileError
from tests.amounts import amount
from tests.conftest import ROOT

SECONDS = {FIRST_GAME: 5.0, "swlcg": 5.0}
"""How long a proof may take where all must be found; they take milliseconds."""

SHORT = 0.5
"""How long others may take; of the LCG, where sets bring cards, many would take minutes."""

LONGEST = 20_000
"""Bytes of a file that may be a deck: lists of all cards of a game lie beside them, and take seconds."""

BREAKS = 3
"""How many copies at most go wrong in each way."""


@dataclass(frozen=True)
class BrokenDeck:
    """A deck that was legal, and how many copies away from that it is now."""

    deck: Deck
    copies: int


def real_decks(folder: Path, judge: Judge, catalogue: Catalogue, rng: random.Random) -> Iterator[Deck]:
    """The decks of a folder, in any order, that are legal decks of known cards of a game."""
    resolver = Resolver(catalogue, judge.game)
    paths = find_deck_files([str(folder)])
    for path in rng.sample(paths, len(paths)):
        if Path(path).stat().st_size > LONGEST:
            continue
        try:
            deck_list = read_deck(Path(path))
        except DeckFileError:
            continue
        if game_of(deck_list, None, judge.game.code) == judge.game.code:
            deck = resolver.resolve(deck_list, path, path)
            if judge.validate(deck).verdict == LEGAL:
                yield deck


def broken(deck: Deck, cards: tuple[Card, ...], rng: random.Random) -> BrokenDeck:
    """A deck with copies taken out, copies too many, and cards that nobody put there."""
    entries, copies = list(deck.entries), 0
    for _ in range(rng.randint(1, BREAKS)):
        place = rng.randrange(len(entries))
        entry = entries[place]
        if entry.dice is not None:
            continue
        step = rng.choice([-1, 1, 2])
        if entry.quantity + step > 0:
            entries[place] = entry._replace(quantity=entry.quantity + step)
            copies += abs(step)
    stranger = rng.choice(cards)
    if rng.random() < 0.7 and not any(e.card == stranger for e in entries):
        zone = entries[0].zone
        entries.append(DeckEntry(2, stranger.name, zone, None, stranger, stranger.printings[0]))
        copies += 2
    return BrokenDeck(replace(deck, entries=tuple(entries)), copies)


@pytest.fixture(scope="module", params=game_codes())
def prepared(database: Path, request: pytest.FixtureRequest) -> PreparedCards:
    """All bundled cards of a game, for repairs in its usual format."""
    with Catalogue(database, request.param) as catalogue:
        return PreparedCards(Judge(request.param), catalogue.cards())


def check_repairs(folder: Path, prepared: PreparedCards, database: Path, number: int) -> int:
    """Repairs so many broken decks of a folder; returns how many were illegal before."""
    judge, illegal = prepared.judge, 0
    game = judge.game.code
    rng = random.Random(f"real {game}")
    options = RepairOptions(seconds=SECONDS.get(game, SHORT))
    with Catalogue(database, game) as catalogue:
        decks = list(islice(real_decks(folder, judge, catalogue, rng), number))
    if not decks:
        return 0
    kind = decks[0].entries[0].card.type  # type: ignore[union-attr]
    plain = tuple(card for card in prepared.cards if card.type == kind)
    for turn in range(number):
        one = broken(decks[turn % len(decks)], plain, rng)
        found = repair_deck(prepared, one.deck, options)
        illegal += found.before.verdict != LEGAL
        assert found.plan is not None
        assert found.plan.distance <= one.copies, (one.deck.path, found.plan)
        assert judge.validate(found.plan.deck).verdict == LEGAL
        assert found.proof.lower_bound <= found.plan.distance
        assert found.proof.minimal or found.proof.open
        assert found.proof.minimal or game != FIRST_GAME, (one.deck.path, found.proof)
    return illegal


def test_decks_of_the_examples_come_back(database: Path, prepared: PreparedCards) -> None:
    game = prepared.judge.game.code
    number = amount(4 if game == FIRST_GAME else 1, 200)
    illegal = check_repairs(ROOT / "examples", prepared, database, number)
    assert illegal > 0 or game != FIRST_GAME


@pytest.mark.shared_data
def test_decks_that_were_played_come_back(shared: Path, database: Path, prepared: PreparedCards) -> None:
    """Winners' decks with copies lost, doubled or strange: undoing that is legal, so none is far."""
    game = prepared.judge.game.code
    number = amount(4 if game == FIRST_GAME else 2, 300)
    illegal = check_repairs(shared / "data" / game, prepared, database, number)
    assert illegal > 0 or game == "destiny"  # of which there are no decks
