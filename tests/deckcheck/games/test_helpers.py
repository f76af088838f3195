"""Rows with helpers against all values of the helpers, one after another."""

import random
from collections.abc import Sequence
from itertools import combinations, product

from deckcheck.rules.compiled import Helper, Total, helpers_of, of_no_copy, violated
from tests.amounts import amount


def random_rows(rng: random.Random) -> list[Total]:
    """Rows of a few helpers, some of which hold only if another helper is 1."""
    helpers = [Helper(f"helper {n}", rng.choice([1, 1, 2, 3, 5])) for n in range(rng.randint(1, 4))]
    switches = [one for one in helpers if one.most == 1]
    rows = []
    for _ in range(rng.randint(1, 6)):
        used = rng.sample(helpers, rng.randint(1, len(helpers)))
        low, high = rng.choice([(None, rng.randint(-6, 6)), (rng.randint(-6, 6), None), (0, 1)])
        when = rng.choice(switches) if switches and rng.random() < 0.3 else None
        weighed = tuple((one, rng.choice([-3, -2, -1, 1, 2, 3])) for one in used)
        rows.append(Total("row", lambda _slot: 0, low=low, high=high, helpers=weighed, when=when))
    return rows


def can_be_kept(rows: Sequence[Total]) -> bool:
    """Whether any values of the helpers keep all rows."""
    helpers = sorted({helper for row in rows for helper in helpers_of(row)})
    for values in product(*(range(helper.most + 1) for helper in helpers)):
        known = dict(zip(helpers, values, strict=True))
        if all(is_kept(row, known) for row in rows):
            return True
    return False


def is_kept(row: Total, values: dict[Helper, int]) -> bool:
    """Whether a row holds for these values of its helpers."""
    have = sum(factor * values[helper] for helper, factor in row.helpers)
    is_within = (row.low is None or have >= row.low) and (row.high is None or have <= row.high)
    return is_within or (row.when is not None and values[row.when] != 1)


def test_rows_are_broken_only_where_no_values_of_their_helpers_keep_them() -> None:
    """Else a legal deck would be taken for none, or a proof would rest on a deck that is none."""
    rng = random.Random("helpers")
    answers = set()
    for _ in range(amount(600, 20_000)):
        rows = random_rows(rng)
        kept = can_be_kept(rows)
        assert (not violated(rows, {})) == kept, rows
        answers.add(kept)
    assert answers == {True, False}


def test_rows_are_looked_at_until_each_is_kept_on_both_sides() -> None:
    """No two of three together, but two of them: no row by itself leaves a helper fewer values."""
    helpers = [Helper(name) for name in ("one", "two", "three")]
    pairs = [Total("pair", of_no_copy, 0, 1, ((a, 1), (b, 1))) for a, b in combinations(helpers, 2)]
    assert violated([Total("two", of_no_copy, 2, 2, tuple((h, 1) for h in helpers)), *pairs], {})
    assert not violated([Total("one", of_no_copy, 1, 1, tuple((h, 1) for h in helpers)), *pairs], {})


def test_a_row_holds_while_its_helper_is_one() -> None:
    when, one, two = Helper("when"), Helper("one"), Helper("two")
    rows = [
        Total("one of both", of_no_copy, 1, 1, ((one, 1), (two, 1)), when),
        Total("both alike", of_no_copy, 0, 0, ((one, 1), (two, -1))),
    ]
    assert not violated(rows, {})
    assert violated([*rows, Total("now", of_no_copy, 1, None, ((when, 1),))], {})
