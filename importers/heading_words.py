"""Words over parts of lists and tables, in many languages: `heading_words.tsv` holds them.

Each row of the table has a game (`*` for all), what its words mean there, their language, and the
words, divided by `|`. Case, accents, dashes and doubled blanks do not count.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from db.cards.names import normal_form

ANY_GAME = "*"

_SHORTEST = 4
"""In shorter words another letter makes another word."""
_MOST_EDITS = 2
_LONGEST_GREETING = 5
_SHORTEST_SENTENCE = 4
_SENTENCE_WITH_NUMBER = 6
"""So many words with a number among them are a sentence, and no name."""
_ENDS = (".", "!", "?", "\u2026")

_TABLE = Path(__file__).with_suffix(".tsv")

heading_form = normal_form
"""The form in which words of headings are compared."""


@cache
def meanings() -> Mapping[str, frozenset[tuple[str, str]]]:
    """The game and the meaning of each word, by its form; some words mean several things.

    >>> sorted(meanings()["mise"]), sorted(meanings()["szt"])
    ([('stargate', 'Mission'), ('swtcg', 'Mission')], [('*', 'copies')])
    """
    result: dict[str, set[tuple[str, str]]] = {}
    text = _TABLE.read_text(encoding="utf-8")
    for row in text.split("\n")[1:]:
        if row:
            game, means, _, words = row.split("\t")
            for form in heading_form(words).split("|"):
                result.setdefault(form, set()).add((game, means))
    return {word: frozenset(known) for word, known in result.items()}


@cache
def words_for(means: str, game: str = ANY_GAME) -> frozenset[str]:
    """The forms of all words with a meaning.

    >>> sorted(words_for("number 4"))[:3]
    ['ctyri', 'cuatro', 'cztery']
    """
    return frozenset(word for word, known in meanings().items() if (game, means) in known)


def nearly(text: str, words: Sequence[str]) -> str | None:
    """The word that a text most likely misspells, one edit for every four letters, or at most two.

    >>> nearly("Sideborad", ("sideboard", "deck")), nearly("Rebels", ("sideboard", "deck"))
    ('sideboard', None)
    """
    from rapidfuzz.distance import OSA
    from rapidfuzz.process import extractOne

    form = heading_form(text)
    if len(form) < _SHORTEST or form in words:
        return None
    most = min(_MOST_EDITS, len(form) // _SHORTEST)
    found = extractOne(form, words, scorer=OSA.distance, score_cutoff=most, processor=None)
    return found[0] if found else None


def is_prose(text: str) -> bool:
    """Whether a line without a number greets, or is a sentence of several words.

    >>> [is_prose(one) for one in ("Hi all", "Tell me what you think!", "Luke Skywalker (B)")]
    [True, True, False]
    """
    words = text.rstrip(".!?:\u2026)").split()
    if any(map(str.isdigit, text)):
        return len(words) >= _SENTENCE_WITH_NUMBER and not text[0].isdigit() and text.endswith(_ENDS)
    begins = {heading_form(" ".join(words[:number]).rstrip(",!.:")) for number in range(1, 4)}
    if len(words) <= _LONGEST_GREETING and begins & words_for("greeting"):
        return True
    several = len(words) >= _SHORTEST_SENTENCE or any(mark in text for mark in ("? ", "! "))
    return several and text.endswith(_ENDS)
