"""Sources whose values are of any kind: told by place, never a crash, and never half a card."""

import json
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from db.errors import DeckcheckError
from db.imports.card_import import preview
from db.imports.plan import ImportOptions
from importers.card_lists.source_lint import lint_reading
from importers.sources import get_source
from importers.sources.source import ReadOptions
from tests.amounts import amount
from tests.importers.sources.made_up import destiny_card, lcg_card, tree_of

ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)


def deckdb_card() -> dict[str, Any]:
    return {
        "name": "Bee (A)",
        "set": "ZZZ",
        "setName": "Bees",
        "imageFrag": "ZZZ/1.jpg",
        "side": "L",
        "type": "Character",
        "subtype": "Beekeeper",
        "cost": "3",
        "speed": "40",
        "power": "3",
        "health": "3",
        "rarity": "C",
        "number": "1",
        "usage": "",
        "text": "Hums.",
        "script": "",
        "classification": "",
        "legality": "",
    }


def destiny_set() -> dict[str, Any]:
    return {"code": "QQ", "name": "Queens", "position": 1, "available": "2017-01-01", "known": 1}


def destiny_format() -> dict[str, Any]:
    return {"code": "F", "name": "Free", "sets": ["QQ"], "banned": ["51001"], "balance": {"51001": "12/15"}}


CASES: dict[str, tuple[str, str, Callable[[], dict[str, Any]]]] = {
    "deckdb": ("deckdb", "cards.json", deckdb_card),
    "destiny": ("destiny", "set/QQ.json", lambda: destiny_card("51001", "Hum")),
    "destiny sets": ("destiny", "sets.json", destiny_set),
    "destiny formats": ("destiny", "formats.json", destiny_format),
    "swlcg": ("swlcg", "bees.json", lambda: lcg_card(1, "Bee")),
    "table": ("table", "mine.json", deckdb_card),
}


@pytest.mark.parametrize("case", CASES)
@settings(max_examples=amount(12, 200))
@given(data=st.data())
def test_any_value_in_any_field(case: str, data: st.DataObject, few_sets_database: Path) -> None:
    """Whoever's file was spoilt by a script learns where, and nothing else happens."""
    kind, name, make = CASES[case]
    row = make()
    spoilt = data.draw(st.lists(st.sampled_from([*row, "foo"]), min_size=1, max_size=3))
    row |= {key: data.draw(ANYTHING, label=key) for key in spoilt}
    if name == "formats.json":
        row = {"code": row.pop("code"), "name": row.pop("name"), "data": row}
    files = {name: json.dumps([row]).encode()}
    if "set" in name and kind == "destiny":
        files["set/RR.json"] = json.dumps([destiny_card("52001", "Buzz")]).encode()
    reading, told = None, ""
    try:
        reading = get_source(kind).read(tree_of(files), ReadOptions(game="swtcg"))
    except DeckcheckError as error:
        told = str(error)
    if reading is None:
        assert name.rpartition("/")[2] in told or "made-up" in told
        return
    lint_reading(reading)
    preview(few_sets_database, reading, ImportOptions("fuzz", date(2026, 12, 1)))
    assert all(card.name and card.type for card in reading.cards)
