"""Chips and the query are one: a click changes the text, and the text says which chips are marked."""

from hypothesis import given, strategies as st

from deckcheck.query import parse_query
from deckcheck.query.narrowing import toggled, values_of

OTHERS = ("", "boba", "boba or nexu", "not side:dark", "cost<=4 (side:dark or cost>5)", "(boba nexu) or yoda")
VALUES = ("dark", "light", "neutral")


@given(st.sampled_from(OTHERS), st.lists(st.sampled_from(VALUES), max_size=5))
def test_each_click_adds_or_takes_away_one_value_and_leaves_the_rest(query: str, clicks: list[str]) -> None:
    rest, wanted = parse_query(query).text, set[str]()
    for value in clicks:
        query = toggled(parse_query(query).root, "side", value)
        wanted ^= {value}
        root = parse_query(query).root
        assert set(values_of(root, "side")) == wanted
    for value in wanted:
        query = toggled(parse_query(query).root, "side", value)
    assert parse_query(query).text == rest


def test_values_without_any_are_asked_for_by_their_word() -> None:
    query = toggled(parse_query("version:B").root, "version", "")
    assert query == "version:B or version:none"
    assert values_of(parse_query(query).root, "version") == ("B", "")
