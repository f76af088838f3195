"""The comments of a typed list, which are the notes of its deck, changed in their places."""

from collections.abc import Sequence
from difflib import SequenceMatcher

from importers.decks.plain_text import comment_of


def with_comments(text: str, notes: Sequence[str]) -> str:
    r"""A typed list with other comments; those that stay keep their places among the cards.

    >>> with_comments("# a\n4 Nexu\n# b\n", ["a", "c"])
    '# a\n4 Nexu\n# c\n'
    """
    rows = text.split("\n")
    comments = {place: note for place, row in enumerate(rows) if (note := comment_of(row)) is not None}
    places = list(comments)
    found: dict[int, list[str]] = {place: [] for place in places}
    first: list[str] = []
    changes = SequenceMatcher(None, list(comments.values()), notes, autojunk=False).get_opcodes()
    for change, start, end, begin, stop in changes:
        if change == "equal":
            for place in places[start:end]:
                found[place].append(rows[place])
            continue
        come = [f"# {note}".rstrip() for note in notes[begin:stop]]
        for place, row in zip(places[start:end], come, strict=False):
            found[place].append(row)
        behind = found[places[end - 1]] if end else first
        behind.extend(come[end - start :])
    kept = (found.get(place, [row]) for place, row in enumerate(rows))
    return "\n".join([*first, *(row for group in kept for row in group)])
