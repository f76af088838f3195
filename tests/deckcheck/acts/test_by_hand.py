"""A setup that you play from Python: the same rules, and the same place for the same choices."""

from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import pytest

import deckcheck
from deckcheck.acts.by_hand import SetupByHand, played_by_hand
from deckcheck.acts.session import Session
from deckcheck.errors import IllegalMoveError
from deckcheck.simulators.by_hand import Choice, chosen_move
from deckcheck.simulators.move_by_move import game_of_seed
from deckcheck.simulators.playing import make_policies
from deckcheck.simulators.simulator import seat_of
from tests.conftest import ROOT
from tests.deckcheck.simulators.replaying import piles_of, replay

DECKS, SISTERS = ROOT / "examples" / "decks", ROOT / "examples" / "sisters"
TABLES = [
    (DECKS / "rebels.dek", DECKS / "empire.txt"),
    (DECKS / "empire.txt", None),
    (SISTERS / "rey-and-finn.txt", SISTERS / "kylo-and-phasma.txt"),
    (SISTERS / "guardians.txt", SISTERS / "guardians.txt"),
    (SISTERS / "sg-1.o8d", SISTERS / "sg-1.o8d"),
]


@pytest.fixture(scope="module")
def cards(database: Path) -> Iterator[Session]:
    with deckcheck.open(database) as session:
        yield session


def begun(cards: Session, deck: Path, other: Path | None, seed: int, policy: str) -> SetupByHand:
    """The start of a setup; the deck whose file does not say its game is one of the card game."""
    game = "swlcg" if deck.stem == "guardians" else None
    mine, theirs = (one and cards.deck(one, game=game) for one in (deck, other))
    assert mine is not None
    return cards.setup_by_hand(mine, theirs, seed=seed, policy=policy)


def choices_of(played: SetupByHand) -> list[Choice]:
    """Every legal choice that is offered; not every pick of cards is one."""
    offer, simulator, state = played.offer, played.table.simulator, played.position.state
    assert offer is not None
    numbers = range(1, len(offer.choices) + 1)
    if offer.most is None:
        return list(numbers)
    picks = [one for size in range(offer.most + 1) for one in combinations(numbers, size)]
    return [one for one in picks if not simulator.why_not(state, chosen_move(simulator, state, one))]


@pytest.mark.parametrize(("deck", "other"), TABLES, ids=lambda path: path and path.stem)
def test_who_chooses_like_the_planner_plays_the_setup_of_the_planner(
    cards: Session, deck: Path, other: Path | None
) -> None:
    played = begun(cards, deck, other, 11, "planner")
    table = played.table
    names = table.by_seat(table.policies("planner"))
    dealt = game_of_seed(table.simulator, table.decks, 11)
    planner = make_policies(table.simulator, table.decks, names, dealt.random_state)[played.player]
    while played.offer is not None:
        state = played.position.state
        wanted = planner.choose(state)
        played = played.choose(
            next(one for one in choices_of(played) if chosen_move(table.simulator, state, one) == wanted)
        )
    assert played.result is not None
    document, expected = played.result.document(), table.play(11, "planner").document()
    assert document["events"] == expected["events"]
    assert document["result"] == expected["result"]


def names_in(played: SetupByHand, player: str, place: str) -> list[str]:
    """The cards that lie in a place, those under others too."""
    places = {one["place"]: one["cards"] for one in played.laid()[player]["places"]}
    return [name for cards in places[place] for name in cards]


def check_cards(played: SetupByHand) -> None:
    """The boards in cards say no more and no other than those in lines; a hidden hand stays hidden."""
    for player, lines in played.boards().items():
        text, laid = " ".join(" ".join(lines).split()), played.laid()[player]
        assert (laid["hand"] is None) == (played.offer is not None and player != played.player)
        for name in (
            *(n for one in laid["places"] for n in names_in(played, player, one["place"])),
            *(laid["hand"] or ()),
        ):
            assert name in text


@pytest.mark.parametrize(("deck", "other"), TABLES, ids=lambda path: path and path.stem)
def test_any_choices_make_a_legal_log_and_can_be_taken_back(
    cards: Session, deck: Path, other: Path | None
) -> None:
    played, before = begun(cards, deck, other, 5, "random"), []
    while played.offer is not None:
        before.append(played)
        legal, seat, places = choices_of(played), played.player, played.offer.places
        choice = legal[len(before) * 7 % len(legal)]
        played = played.choose(choice)
        check_cards(played)
        place = places[choice - 1] if isinstance(choice, int) and places else ""
        if place:
            assert len(names_in(played, seat, place)) == len(names_in(before[-1], seat, place)) + 1
    assert played.result is not None
    log, table = played.result.document(), played.table
    piles = [
        None if one is None else piles_of(one, log["players"][player])
        for player, one in zip(table.simulator.players, table.decks, strict=True)
    ]
    start = table.simulator.start(table.decks, piles)
    assert replay(table.simulator, start, log["events"]) == played.position.state
    assert played.document() == again(played).document()
    for earlier in reversed(before):
        played = played.take_back()
        assert played.document() == earlier.document()
    assert played.take_back().document() == played.document()


def again(played: SetupByHand) -> SetupByHand:
    return played_by_hand(played.table, played.seed, played.policies, played.choices)


@pytest.mark.parametrize(("deck", "other"), TABLES, ids=lambda path: path and path.stem)
def test_what_is_not_offered_is_refused(cards: Session, deck: Path, other: Path | None) -> None:
    played = begun(cards, deck, other, 5, "greedy")
    while (offer := played.offer) is not None:
        last = len(offer.choices)
        bad: list[Choice] = [0, -1, last + 1]
        bad += [(1, 1), (last + 1,)] if offer.is_pick else [(1,), ()]
        for choice in bad:
            with pytest.raises(IllegalMoveError, match=f"{offer.player} may not choose"):
                played.choose(choice)
        played = played.choose(choices_of(played)[0])
    with pytest.raises(IllegalMoveError, match="is over"):
        played.choose(1)


def test_the_hand_of_the_opponent_is_seen_only_at_the_end(cards: Session) -> None:
    played = cards.setup_by_hand(*TABLES[0], seed=7)
    state = played.position.state
    hidden = {card.name for card in seat_of(played.table.simulator, state, "dark").hand}
    assert len(hidden) > 3
    shown = str(played.document())
    assert not [name for name in hidden if name in shown]
    while played.offer is not None:
        played = played.choose(choices_of(played)[-1])
    assert played.document()["result"]["result"]["dark"]["hand"]
