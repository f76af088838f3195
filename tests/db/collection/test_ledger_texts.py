"""How the ledger spells out holdings: a JSON text that says all, and nothing twice."""

import json
from dataclasses import fields

from hypothesis import given, strategies as st

from db.collection.holdings import HoldingFacts, HoldingKey
from db.collection.ledger_stores import dump_holding, dump_key, load_holding

_TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
_KEYS = st.builds(
    HoldingKey, st.integers(1, 10**9), st.none() | st.integers(1, 10**9), _TEXT, _TEXT, _TEXT, _TEXT
)
_FACTS = st.builds(
    HoldingFacts,
    quantity=st.integers(0, 10**6),
    for_trade=st.integers(0, 10**6),
    notes=_TEXT,
    acquired_on=st.none() | _TEXT.filter(bool),
    price=st.none() | _TEXT.filter(bool),
    currency=st.none() | _TEXT.filter(bool),
    extra=st.dictionaries(_TEXT, _TEXT, max_size=3),
    dice=st.integers(0, 10**6),
)


@given(_KEYS)
def test_keys_are_the_json_that_older_ledgers_hold(key: HoldingKey) -> None:
    """A ledger written by an earlier release finds its holdings by the very same text."""
    assert dump_key(key) == json.dumps(list(key), ensure_ascii=False, separators=(",", ":"))


@given(_FACTS)
def test_holdings_come_back_from_their_text(facts: HoldingFacts) -> None:
    text = dump_holding(facts)
    assert load_holding(text) == facts
    values = {field.name: getattr(facts, field.name) for field in fields(facts)}
    stated = {key: value for key, value in values.items() if value or key == "quantity"}
    assert text == json.dumps(stated, ensure_ascii=False, separators=(",", ":"))
