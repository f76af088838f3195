"""Conditions as players write them, and what they are told when they slip."""

import pytest
from hypothesis import given, strategies as st

from deckcheck.odds.condition import (
    COMPARE,
    AndCondition,
    Condition,
    CountComparison,
    Node,
    NotCondition,
    OrCondition,
)
from deckcheck.odds.errors import ConditionError
from deckcheck.odds.parser import parse_condition
from deckcheck.query import parse_query

UNDERSTOOD = [
    (
        "type:space >= 1 and type:ground >= 1 and type:character >= 1",
        "count(type:space) >= 1 and count(type:ground) >= 1 and count(type:character) >= 1",
    ),
    (
        'count(type:character cost<=4) >= 2 or count("Boba Fett (A)") >= 1',
        'count(type:character cost<=4) >= 2 or count("Boba Fett (A)") >= 1',
    ),
    ("type:character cost<=4 >= 2", "count(type:character cost<=4) >= 2"),
    ("type:space>=1", "count(type:space) >= 1"),
    ('"Boba Fett (A)" = 0', 'count("Boba Fett (A)") = 0'),
    ("boba fett == 1", "count(boba fett) = 1"),
    ("count dooku != 1", "count(count dooku) != 1"),
    ("order 66 > 0", "count(order 66) > 0"),
    ("501st legion < 2", "count(501st legion) < 2"),
    ("2 <= type:space", "2 <= count(type:space)"),
    ("1 <= type:space <= 3", "1 <= count(type:space) and count(type:space) <= 3"),
    ("count(type:space) >= count(type:ground)", "count(type:space) >= count(type:ground)"),
    ("type:space >= type:ground", "count(type:space) >= count(type:ground)"),
    ("count((type:space or type:ground) -cost<4) = 2", "count((type:space or type:ground) not cost<4) = 2"),
    ('count("a) (b" ) < 3', 'count("a) (b") < 3'),
    ("count() >= 7", "count() >= 7"),
    ("not (type:space = 0 or type:ground = 0)", "not (count(type:space) = 0 or count(type:ground) = 0)"),
    ("NOT NOT type:space > 1", "not not count(type:space) > 1"),
    ("a > 1 or b > 1 and c > 1", "count(a) > 1 or (count(b) > 1 and count(c) > 1)"),
    ("(a > 1 or b > 1) and c > 1", "(count(a) > 1 or count(b) > 1) and count(c) > 1"),
    ("power:X >= 1", "count(power:X) >= 1"),
    ("name!=fett > 3", "count(name!=fett) > 3"),
]

SLIPS = [
    ("", 0, "a count of cards and a comparison"),
    ("type:space", 10, "how many of these cards, like >= 1"),
    ("power >= 1", 10, "how many of these cards"),
    ("type:space >=", 13, "a whole number or another count"),
    ("type:space >= -1", 14, "found '-1', expected a whole number"),
    ("type:space >= 1.5", 14, "a whole number"),
    ("type:space >= 1234567", 14, "a number of 7 digits"),
    ("type:space => 1", 12, "found '>', expected a whole number"),
    ("type:space and cost<=4 >= 1", 11, "write count(...)"),
    ("type:space -cost<4 >= 1", 11, "write count(...)"),
    ("(type:space or type:ground) >= 1", 12, "write count(...)"),
    ("typ:space >= 1", 0, "no field is called 'typ'. Did you mean type?"),
    ("not type:spce >= 1", 9, "type: cannot be 'spce'"),
    ("type:ground = 0 or count(typ:space) >= 1", 25, "no field is called 'typ'"),
    ("count(cost<=) >= 1", 12, "expected a value here"),
    ("(type:space >= 1", 16, "a ) for every ("),
    ("type:space >= 1)", 15, "found ')', expected and, or, or the end"),
    ("type:space >= 1 type:ground >= 1", 16, "expected and, or, or the end"),
    ("type:space >= 1 and or", 20, "found 'or'"),
    ("count(type:space >= 1", 21, "a ) for every ("),
    ('count("abc >= 1', 6, "a quotation mark that is never closed"),
    ("1 >= 2", 0, "two numbers compared"),
    ("type: >= 1", 6, "a value here"),
    ("not " * 60 + "type:space >= 1", 0, "61 deep, at most 50"),
    ("a" * 20_001, 20_000, "at most 20000"),
]


@pytest.mark.parametrize(("text", "plain"), UNDERSTOOD)
def test_what_is_written_is_understood_so(text: str, plain: str) -> None:
    condition = parse_condition(text)
    assert condition.text == plain
    assert condition.written == text
    assert parse_condition(plain) == condition


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("luke", "luke >= 1"),
        (" order 66 ", "order 66 >= 1"),
        ("Boba Fett (A)", '"Boba Fett (A)" >= 1'),
        ("sandorrian", "sandorrian >= 1"),
    ],
)
def test_a_name_alone_means_one_such_card_or_more(name: str, meant: str) -> None:
    assert parse_condition(name) == parse_condition(meant)


@pytest.mark.parametrize(
    "text", ["66", "count (fett)", "luke or leia", "or", "not luke", "fett (a b)", "-luke"]
)
def test_what_is_more_or_less_than_a_name_is_a_slip_as_before(text: str) -> None:
    with pytest.raises(ConditionError):
        parse_condition(text)


@pytest.mark.parametrize(("text", "place", "message"), SLIPS)
def test_a_slip_is_pointed_at(text: str, place: int, message: str) -> None:
    with pytest.raises(ConditionError) as caught:
        parse_condition(text)
    assert caught.value.start == place
    assert f"character {place + 1}: " in str(caught.value)
    assert message in str(caught.value)
    line, marks = str(caught.value).split("\n")[1:]
    if text and place < len(text) and len(text) < 70:
        assert line[marks.index("^")] == text[place]


AMOUNTS = st.sampled_from(
    ["type:space", 'trait:"bounty hunter"', "cost<=4 (boba or fett)", '"Boba Fett (A)"', ""]
).map(parse_query)
COMPARISONS = st.builds(
    CountComparison, AMOUNTS, st.sampled_from([">=", "<=", "=", "!=", ">", "<"]), st.integers(0, 99) | AMOUNTS
)


def joined(nodes: st.SearchStrategy[Node]) -> st.SearchStrategy[Node]:
    parts = st.lists(nodes, min_size=2, max_size=3).map(tuple)
    return st.builds(AndCondition, parts) | st.builds(OrCondition, parts) | st.builds(NotCondition, nodes)


TREES = st.recursive(COMPARISONS, joined, max_leaves=8)


@given(TREES)
def test_the_plain_form_of_any_condition_reads_back_as_the_same(root: Node) -> None:
    assert parse_condition(Condition(root).text) == Condition(root)


@given(st.text(alphabet='abc01 ()"“<>=!:~-andorcount\\', max_size=40))
def test_any_text_is_understood_or_refused_with_a_place(text: str) -> None:
    place: int | None = None
    try:
        condition = parse_condition(text)
    except ConditionError as error:
        place = error.start
    if place is None:
        assert parse_condition(condition.text) == condition
    else:
        assert place <= len(text)


def test_every_operator_compares_as_it_says() -> None:
    for operator in COMPARE:
        condition = parse_condition(f"count(type:space) {operator} 2")
        got = tuple(condition.holds([n]) for n in (1, 2, 3))
        assert (
            got
            == {
                ">=": (False, True, True),
                "<=": (True, True, False),
                "=": (False, True, False),
                "==": (False, True, False),
                "!=": (True, False, True),
                ">": (False, False, True),
                "<": (True, False, False),
            }[operator]
        )


def test_equal_queries_are_counted_once() -> None:
    condition = parse_condition("type:space >= 1 and (type:ground = 0 or type:space > type:ground)")
    assert [q.text for q in condition.queries] == ["type:space", "type:ground"]


def test_the_name_is_asked_for_by_words_alone_and_by_its_field_alike() -> None:
    for words in ("luke", '"Luke Skywalker"'):
        by_field, alone = parse_condition(f"name:{words} >= 1"), parse_condition(f"{words} >= 1")
        assert by_field.root == alone.root
