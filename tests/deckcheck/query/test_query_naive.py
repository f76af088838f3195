"""The query language against a second evaluator that is written plainly, over real cards."""

import itertools
import unicodedata
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from db.cards.card import Card
from db.cards.lookup import Catalogue
from deckcheck.query import QueryError, Vocabulary, card_fields, parse_query
from deckcheck.query.tree import quoted
from tests.amounts import amount

Tree = tuple[Any, ...]
FORMATS = ("WOTC", "Vintage", "Standard")
UNITS = {"space", "ground", "character"}
NUMBERS = ("cost", "speed", "power", "health")
SIDES = {"l": "light", "d": "dark", "n": "neutral", "yv": "yuuzhan-vong"}


@pytest.fixture(scope="module")
def sample(catalogue: Catalogue) -> list[Card]:
    """Some hundred cards, with all that have an X or a mark, or whose printings disagree."""
    cards = catalogue.cards()
    odd = [c for c in cards if c.marks or any(p.differs for p in c.printings)]
    odd += [c for c in cards if "X" in (c.cost, c.power) and c not in odd]
    return odd + [card for card in cards[::97] if card not in odd]


def plain(text: str | None) -> str:
    kept = ""
    for letter in unicodedata.normalize("NFKD", (text or "").lower()):
        if letter.isalnum() or letter in "/.,!?&:*+":
            kept += letter
        elif letter in "-()[]{} –_":
            kept += " "
    return " ".join(kept.split())


def faces(card: Card) -> list[Card]:
    return [card] + [card.as_printed(p) for p in card.printings if p.differs]


def has_words(text: str, words: str) -> bool:
    parts, wanted = plain(text).split(), plain(words).split()
    return any(parts[i : i + len(wanted)] == wanted for i in range(len(parts)))


def is_spelt(texts: list[str], operator: str, value: str) -> bool:
    if operator == "=":
        return plain(value) in map(plain, texts)
    if operator == "~":
        return any(plain(value) in plain(text) for text in texts)
    return any(has_words(text, value) for text in texts)


def arenas(type_line: str) -> set[str]:
    parts = set(type_line.lower().split("/"))
    return parts if parts <= UNITS else set()


def is_type(card: Card, operator: str, value: str) -> bool:
    if value == "unit":
        return bool(arenas(card.type))
    if arenas(value):
        mine = arenas(card.type)
        return mine == arenas(value) if operator == "=" else arenas(value) <= mine
    return is_spelt([card.type], operator, value)


def in_arena(card: Card, operator: str, value: str) -> bool:
    mine = arenas(card.type)
    if card.type in ("Location", "Equipment", "Subordinate") and card.subtype:
        mine = arenas(card.subtype.split(" - ")[0])
    if value in ("any", "none"):
        return bool(mine) == (value == "any")
    return mine == arenas(value) if operator == "=" else arenas(value) <= mine


def is_number(have: object, operator: str, value: str) -> bool:
    if value in ("X", "*"):
        return have == value
    if not isinstance(have, int):
        return False
    number = int(value)
    return {
        ":": have == number,
        "=": have == number,
        "<": have < number,
        "<=": have <= number,
        ">": have > number,
        ">=": have >= number,
    }[operator]


def holds(card: Card, field: str, operator: str, value: str) -> bool:
    if operator == "!=":
        return not holds(card, field, "=", value)
    printings = card.printings
    if field == "name":
        return is_spelt([card.name, *(p.name for p in printings)], operator, value)
    if field == "base":
        return is_spelt([card.base_name], operator, value)
    if field == "version":
        if value in ("any", "none"):
            return bool(card.version) == (value == "any")
        return card.version == value.upper()
    if field == "unique":
        return bool(card.version) == (value == "yes")
    if field == "side":
        return any(c.side == SIDES.get(value, value) for c in faces(card))
    if field == "type":
        return any(is_type(c, operator, value) for c in faces(card))
    if field == "arena":
        if value == "none":
            return not any(in_arena(c, ":", "any") for c in faces(card))
        return any(in_arena(c, operator, value) for c in faces(card))
    if field == "trait":
        groups = [g for c in faces(card) for g in (c.subtype or "").split(" - ") if g]
        return is_spelt(groups, operator, value)
    if field in NUMBERS:
        values = [getattr(c, field) for c in faces(card)]
        if value in ("any", "none"):
            return (values != [None] * len(values)) == (value == "any")
        return any(is_number(v, operator, value) for v in values)
    if field == "set":
        return any(p.set_code.lower() == value.lower() for p in printings)
    if field == "number":
        return any(
            p.number and p.number.isdecimal() and is_number(int(p.number), operator, value) for p in printings
        )
    if field == "rarity":
        return any(p.rarity == value.upper() for p in printings)
    if field == "tag":
        return is_spelt([tag for p in printings for tag in p.tags], operator, value)
    if field == "reprint":
        return is_spelt([p.reprint for p in printings if p.reprint], operator, value)
    marks = [m for m in card.marks if m.status == field]
    if value in ("any", "none"):
        return bool(marks) == (value == "any")
    return any(m.format is None or m.format.lower() == value for m in marks)


def evaluate(tree: Tree, card: Card) -> bool:
    kind, *rest = tree
    if kind == "term":
        return holds(card, *rest[0])
    if kind == "not":
        return not evaluate(rest[0], card)
    answers = [evaluate(part, card) for part in rest[0]]
    return all(answers) if kind == "and" else any(answers)


def written(tree: Tree, choose: Callable[[int], int]) -> str:
    """The tree as somebody might type it; `choose` picks among the ways."""
    kind, *rest = tree
    if kind == "term":
        field, operator, value = rest[0]
        if field == "name" and operator == ":" and choose(2):
            return quoted(value)
        shown = value if value.isalnum() and choose(2) else quoted(value)
        return f"{field}{' ' * choose(2)}{operator}{' ' * choose(2)}{shown}"
    if kind == "not":
        return ("not ", "-", "NOT ")[choose(3)] + f"({written(rest[0], choose)})"
    joint = (" ", " and ", " AND ")[choose(3)] if kind == "and" else (" or ", " OR ")[choose(2)]
    return joint.join(f"({written(part, choose)})" for part in rest[0])


Rows = list[tuple[list[str], list[str], list[str]]]


def term_rows(sample: list[Card]) -> Rows:
    """Fields, operators and values to combine; values come from real cards, so that some match."""
    words = sorted({w for c in sample for w in plain(c.name).split() if w not in ("any", "none")})
    traits = sorted({g for c in sample for g in c.subtypes})
    names = sorted({p.name for c in sample for p in c.printings})
    codes = sorted({code for c in sample for code in c.set_codes})
    tags = sorted({tag for c in sample for p in c.printings for tag in p.tags})
    spelt, equal = [":", "=", "!=", "~"], [":", "=", "!="]
    compared = [*equal, "<", "<=", ">", ">="]
    types = [
        "unit",
        "space",
        "ground",
        "character",
        "ground/space",
        "battle",
        "mission",
        "trap",
        "mission - campaign",
        "location",
        "equipment",
        "subordinate",
    ]
    return [
        (["name", "base"], spelt, names + words),
        (["trait"], spelt, traits + [t.split()[0] for t in traits]),
        (["version"], equal, ["any", "none", "A", "b", "A2"]),
        (["unique"], equal, ["yes", "no"]),
        (["side"], equal, [*SIDES, "light", "dark"]),
        (["type"], equal, types),
        (["arena"], equal, ["space", "ground", "character", "space/ground", "any", "none"]),
        ([*NUMBERS, "number"], compared, [str(n) for n in (0, 1, 2, 3, 4, 5, 8, 30, 40, 60)]),
        (list(NUMBERS), equal, ["X", "*", "any", "none"]),
        (["set"], equal, codes),
        (["rarity"], equal, ["C", "u", "R", "P", "S"]),
        (["tag"], spelt, tags),
        (["reprint"], spelt, ["promo", "starter", "Promo 1", "lego"]),
        (["banned", "restricted"], equal, ["any", "none", *map(str.lower, FORMATS)]),
    ]


def a_term(sample: list[Card]) -> st.SearchStrategy[Tree]:
    made: list[st.SearchStrategy[Tree]] = [
        st.tuples(st.sampled_from(names), st.sampled_from(operators), st.sampled_from(values)).map(
            lambda parts: ("term", parts)
        )
        for names, operators, values in term_rows(sample)
    ]
    return st.one_of(made)


def a_tree(sample: list[Card]) -> st.SearchStrategy[Tree]:
    def joined(parts: st.SearchStrategy[Tree]) -> st.SearchStrategy[Tree]:
        several = st.lists(parts, min_size=2, max_size=3)
        return st.one_of(
            st.tuples(st.just("and"), several),
            st.tuples(st.just("or"), several),
            st.tuples(st.just("not"), parts),
        )

    return st.recursive(a_term(sample), joined, max_leaves=6)


def test_every_condition_agrees_with_the_plain_evaluator(sample: list[Card], catalogue: Catalogue) -> None:
    fields = card_fields(Vocabulary(catalogue.sets(), FORMATS))
    told_apart = 0
    for names, operators, values in term_rows(sample):
        some = values[:: len(values) // 12 + 1]
        for name, operator, value in itertools.product(names, operators, some):
            query = parse_query(f"{name}{operator}{quoted(value)}", fields)
            found = [card.name for card in sample if query.matches(card)]
            assert found == [c.name for c in sample if holds(c, name, operator, value)], query.text
            told_apart += 0 < len(found) < len(sample)
    assert told_apart > 500


@settings(max_examples=amount(40, 300))
@given(data=st.data())
def test_agrees_with_the_plain_evaluator(
    data: st.DataObject, sample: list[Card], catalogue: Catalogue
) -> None:
    fields = card_fields(Vocabulary(catalogue.sets(), FORMATS))
    tree = data.draw(a_tree(sample))
    text = written(tree, lambda ways: data.draw(st.integers(0, ways - 1)))
    query = parse_query(text, fields)
    found = {card.name for card in sample if query.matches(card)}
    assert found == {card.name for card in sample if evaluate(tree, card)}, text
    again = parse_query(query.text, fields)
    assert again == query
    assert again.text == query.text
    assert found == {card.name for card in sample if again.matches(card)}


@settings(max_examples=amount(60, 500))
@given(st.text(st.sampled_from('ab12 :=<>!~()"\\“”-\n\tor ndcostypeX*'), max_size=40))
def test_any_text_is_a_query_or_an_error_that_points_into_it(text: str) -> None:
    problem = None
    try:
        query = parse_query(text)
    except QueryError as error:
        problem = error
    if problem is None:
        assert parse_query(query.text) == query
    else:
        assert 0 <= problem.start <= len(text)
        assert len(str(problem).split("\n")) == 3
