"""Long documents are written another way than short ones; programs that read them see no difference."""

from typing import Any

from hypothesis import given, settings, strategies as st

from deckcheck.show.json_text import json_text, long_json_text
from tests.amounts import amount

_WITHIN = 2**53
_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-_WITHIN, _WITHIN) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@settings(max_examples=amount(60, 3_000), deadline=None)
@given(st.dictionaries(st.text(), _VALUES, max_size=4))
def test_a_long_document_is_the_same_to_the_byte(document: dict[str, Any]) -> None:
    assert long_json_text(document) == json_text(document, indent=2)


def test_half_a_character_of_a_file_name_is_written_too() -> None:
    document = {"path": "a\ud800.dek", "name": "a\u202eb\x7f\u2028"}
    assert long_json_text(document) == json_text(document, indent=2)
