"""The table of typed forms in docs/deck-files.md says how each is read, and so it is."""

import re
from pathlib import Path

import pytest

from deckcheck.games import get_game
from deckcheck.judge.resolve import Resolver
from importers.decks import plain_text
from tests.deckcheck.judge.golden.cases import catalogue_of

DOCS = Path(__file__).parents[3] / "docs" / "deck-files.md"
ROW = re.compile(r"\| ([^|]+) \| `(.+)` \| ([^|`]+) \|")


def rows() -> list[tuple[str, str]]:
    """The samples of the table, and how each is read."""
    part = DOCS.read_text(encoding="utf-8").partition("## Lists as people type them")[2]
    found = ROW.findall(part.partition("\n## ")[0])
    return [(sample.replace("\\|", "|"), said) for _, sample, said in found]


@pytest.mark.parametrize(("sample", "said"), rows())
def test_each_sample_is_read_as_the_table_says(sample: str, said: str, database: Path) -> None:
    resolver = Resolver(catalogue_of("swtcg", database), get_game("swtcg"))
    deck = resolver.resolve(plain_text.read(f"{sample}\n", "a.txt"))
    assert (deck.unread, deck.bare) == ((), ())
    cards = [f"{one.quantity} {one.card_name}" for one in deck.entries]
    kinds = [line.kind for line in deck.taken_as]
    if cards:
        assert ", ".join(cards) == said
    elif said.startswith("told"):
        assert kinds == ["crossed out"]
    else:
        assert kinds == [said]


def test_the_table_has_all_forms() -> None:
    assert len(rows()) > 35
