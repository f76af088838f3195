"""Words over parts of lists and tables, in many languages: `heading_words.tsv` holds them.

Each row of the table has a game (`*` for all), what its words mean there, their language, and the
words, divided by `|`. Case, accents, dashes and doubled blanks do not count.
"""

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from db.cards.names import normal_form

ANY_GAME = "*"

_TABLE = Path(__file__).with_suffix(".tsv")


def heading_form(text: str) -> str:
    """The form in which words of headings are compared.

    >>> heading_form("  POZEMNÍ  jednotky "), heading_form("Mąż-Ład")
    ('pozemni jednotky', 'maz lad')
    """
    return normal_form(text)


@cache
def meanings() -> Mapping[str, frozenset[tuple[str, str]]]:
    """The game and the meaning of each word, by its form; some words mean several things.

    >>> sorted(meanings()["mise"]), sorted(meanings()["szt"])
    ([('stargate', 'Mission'), ('swtcg', 'Mission')], [('*', 'copies')])
    """
    found: dict[str, set[tuple[str, str]]] = {}
    text = _TABLE.read_text(encoding="utf-8")
    for row in text.split("\n")[1:]:
        if row:
            game, means, _, words = row.split("\t")
            for form in heading_form(words).split("|"):
                found.setdefault(form, set()).add((game, means))
    return {word: frozenset(known) for word, known in found.items()}


@cache
def words_for(means: str, game: str = ANY_GAME) -> frozenset[str]:
    """The forms of all words with a meaning.

    >>> sorted(words_for("number 4"))[:3]
    ['ctyri', 'cuatro', 'cztery']
    """
    return frozenset(word for word, known in meanings().items() if (game, means) in known)
