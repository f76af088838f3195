"""The card file of swtcg-deckdb.com: one JSON array, every value a text."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import PurePosixPath
from typing import Any

from db.imports.source_rows import CARD_FACTS, Place, Reading, RowProblem, SourceCard, SourceMark, SourceSet
from db.language import gettext as _
from importers.sources.archives import FileTree
from importers.sources.checking import RowCheck
from importers.sources.json_rows import read_json_objects
from importers.sources.source import CardSource, ReadOptions
from importers.sources.swtcg import GAME, swtcg_card

ADDRESS = "https://swtcg-deckdb.com/static/cards.json"
STATED = frozenset({*CARD_FACTS, "image_key", "number", "rarity", "tags", "text", "marks"})

_RENAMED = {"imageFrag": "imagefile"}
_MARKS = ("banned", "restricted")
_SEEN = 4000


def claims(tree: FileTree) -> bool:
    """Whether there is a JSON file whose cards have image fragments."""
    return any(b'"imageFrag"' in tree.read(name)[:_SEEN] for name in _files(tree))


def read(tree: FileTree, _options: ReadOptions) -> Reading:
    """All cards of the file."""
    cards: list[SourceCard] = []
    problems: list[RowProblem] = []
    sets: dict[str, SourceSet] = {}
    for name in _files(tree):
        for place, row in read_json_objects(tree, name, problems):
            card = _card(row, place)
            if isinstance(card, SourceCard):
                cards.append(card)
                set_name = row.get("setName")
                sets.setdefault(card.set_code, SourceSet(card.set_code, set_name or None))
            else:
                problems += card
    return Reading(GAME, tuple(cards), tuple(sets.values()), (), tuple(problems), stated=STATED)


def _card(row: Mapping[str, Any], place: Place) -> SourceCard | tuple[RowProblem, ...]:
    check = RowCheck(row, place, row.get("set") if isinstance(row.get("set"), str) else None)
    code = check.name("set")
    check.text("setName")
    marks = [SourceMark(status, where) for status in _MARKS for where in check.texts(status)]
    values = {
        _RENAMED.get(key, key): "" if value is None else value
        for key, value in row.items()
        if key not in _MARKS
    }
    image = values.get("imagefile")
    if isinstance(image, str):
        values["imagefile"] = PurePosixPath(image).name.removesuffix(".jpg").removesuffix(".png")
    card = swtcg_card(values, place, code)
    if not isinstance(card, SourceCard):
        return (*check.problems, *card)
    if check.problems:
        return tuple(check.problems)
    every = {(mark.status, mark.format): mark for mark in (*card.marks, *marks)}
    return replace(card, marks=tuple(every.values()))


def _files(tree: FileTree) -> tuple[str, ...]:
    named = tree.find("cards.json")
    return named[:1] or tuple(name for name in tree.names if name.lower().endswith(".json"))


SOURCE = CardSource("deckdb", _("the card file of swtcg-deckdb.com"), GAME, claims, read, ADDRESS)
