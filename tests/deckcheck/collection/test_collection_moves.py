"""Which holdings moved, and which are gone: no copy may vanish under the name of a move."""

from collections import Counter

from hypothesis import given, strategies as st

from db.collection.holdings import Holding, HoldingChange, HoldingFacts, HoldingKey
from deckcheck.collection.moves import Move, find_moves

ALL = frozenset({"dice"})


def holding(place: str, copies: int, printing: int = 1, dice: int = 0) -> Holding:
    return Holding(HoldingKey(1, printing, "NM", location=place), HoldingFacts(copies, dice=dice), "A")


def now(place: str, copies: int, printing: int = 1, dice: int = 0) -> HoldingChange:
    key = HoldingKey(1, printing, "NM", location=place)
    return HoldingChange(key, quantity=copies, dice=dice)


def test_copies_move_to_the_holding_that_gains_as_many() -> None:
    box, binder = holding("box", 3), holding("binder", 2)
    held = {binder.key: binder}
    assert find_moves([box], [now("binder", 5)], held, ALL) == (Move(box, binder.key),)
    assert find_moves([box], [now("binder", 4)], held, ALL) == ()


def test_another_printing_is_no_move() -> None:
    assert find_moves([holding("box", 1)], [now("shelf", 1, printing=2)], {}, ALL) == ()


def test_of_several_the_one_with_as_many_copies_is_taken() -> None:
    box = holding("box", 2)
    (move,) = find_moves([box], [now("a", 3), now("b", 2)], {}, ALL)
    assert move.target.location == "b"


def test_dice_move_with_their_cards() -> None:
    box = holding("box", 1, dice=2)
    assert find_moves([box], [now("shelf", 1, dice=1)], {}, ALL) == ()
    assert find_moves([box], [now("shelf", 1, dice=2)], {}, ALL)
    assert find_moves([box], [now("shelf", 1)], {}, frozenset()), "no column speaks of dice"


COPIES = st.lists(st.integers(0, 5), min_size=4, max_size=4)
"""How many copies are at each of four places."""


@given(COPIES, COPIES)
def test_what_moved_is_there_afterwards(before: list[int], after: list[int]) -> None:
    """For each target, the copies that moved to it never exceed what came to it."""
    held = {h.key: h for h in (holding(place, n) for place, n in zip("abcd", before, strict=True) if n)}
    absent = [h for h in held.values() if not after["abcd".index(h.key.location)]]
    changes = [now(place, n) for place, n in zip("abcd", after, strict=True) if n]
    moves = find_moves(absent, changes, held, ALL)
    came: Counter[str] = Counter()
    for move in moves:
        came[move.target.location] += move.source.quantity
    for place, had, has in zip("abcd", before, after, strict=True):
        assert came[place] <= max(0, has - had)
    assert len({move.source.key for move in moves}) == len(moves)
