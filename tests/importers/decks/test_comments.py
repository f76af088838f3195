"""Notes of a typed list are edited in their places, and no card is touched."""

from hypothesis import example, given, strategies as st

from importers.decks.comments import with_comments
from importers.decks.plain_text import comment_of, read

WORDS = st.text("ab #/", max_size=4).map(str.rstrip)
ROWS = st.lists(st.sampled_from(["4 Nexu", "# a", "// b", "#", "Supply:", "", "2 Kouhun", "  # c"]))


def without_notes(text: str) -> str:
    """The lines that are no notes; no line and one empty line are the same text."""
    return "\n".join(row for row in text.split("\n") if comment_of(row) is None)


@given(ROWS, st.lists(WORDS, max_size=6))
@example(rows=["# a"], notes=[])
@example(rows=["", "# a"], notes=[])
def test_the_notes_are_the_new_ones_and_every_other_line_is_as_it_was(
    rows: list[str], notes: list[str]
) -> None:
    text = "\n".join(rows)
    found = with_comments(text, notes)
    assert (read(found, "x").notes or "").split("\n") == (notes or [""])
    assert without_notes(found) == without_notes(text)


@given(ROWS)
def test_the_same_notes_change_nothing(rows: list[str]) -> None:
    text = "\n".join(rows)
    notes = read(text, "x").notes
    assert with_comments(text, [] if notes is None else notes.split("\n")) == text
