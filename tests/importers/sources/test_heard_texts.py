"""The scanner of card texts, measured on sets that were read whole: all that changes decks is heard."""

import csv
from pathlib import Path

import pytest

from db.imports.heard_texts import heard_in
from db.imports.source_rows import SourceCard
from importers.sources import identify
from importers.sources.archives import open_tree
from importers.sources.source import ReadOptions

pytestmark = pytest.mark.shared_data

OTHERS = {'"Tyler", Reole Fugitive'}
"""Cards that share the title of one in the table."""


def is_in_the_table(card: SourceCard, rows: list[dict[str, str]]) -> bool:
    if card.name in OTHERS:
        return False
    if "code" in rows[0]:
        return card.image_key in {row["code"] for row in rows}
    titles = [row.get("name") or row["affiliation_card"] for row in rows]
    return any(card.name.strip('"').startswith(title.strip('"')) for title in titles)


@pytest.mark.parametrize(("game", "fewest"), [("destiny", 18), ("stargate", 0), ("swlcg", 0)])
def test_every_text_about_decks_is_heard_and_no_other(shared: Path, game: str, fewest: int) -> None:
    with (shared / "catalogue" / game / "deck_texts.tsv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    with open_tree(shared / "data" / game) as tree:
        cards = identify(tree).read(tree, ReadOptions()).cards
    heard = {card.name for card in cards if heard_in(card.text or "")}
    wanted = {card.name for card in cards if is_in_the_table(card, rows)}
    assert len(wanted) >= fewest
    assert heard == wanted
