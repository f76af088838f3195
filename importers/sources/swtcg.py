"""Cards of the Star Wars Trading Card Game, as its sources write them: corrected and checked."""

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

from db.cards import bundled_games
from db.cards.bundled import read_table
from db.cards.names import normal_form, parse_name
from db.imports.source_rows import Place, RowProblem, SourceCard, SourceMark
from db.language import gettext as _
from importers.card_lists import spelling
from importers.sources.checking import RowCheck

GAME = "swtcg"

SIDES = {
    **dict(zip(spelling.SIDE_LETTERS, spelling.SIDE_WORDS, strict=True)),
    **dict(zip(map(str.casefold, spelling.SIDE_LETTERS), spelling.SIDE_WORDS, strict=True)),
    **{word: word for word in spelling.SIDE_WORDS},
    "yuuzhan vong": "yuuzhan-vong",
}

_spelt_type = cache(spelling.fixed_type)
_spelt_subtype = cache(spelling.fixed_subtype)
_Fix = Callable[[str], str]
_FIXES: Mapping[str, _Fix] = {
    "name": spelling.fixed_name,
    "type": spelling.fixed_type,
    "subtype": spelling.fixed_subtype,
}


def swtcg_card(values: Mapping[str, str], place: Place, set_code: str) -> SourceCard | tuple[RowProblem, ...]:
    """The card of a row, or all problems of the row.

    Columns are called as in LackeyCCG's set files, in lower case: name, side, type, subtype, cost,
    speed, power, health, rarity, number, imagefile, usage, text, script, classification; and
    legality, as compiled lists have it.
    """
    check = RowCheck(values, place, set_code)
    name = spelling.fixed_name(check.name("name"))
    side = check.choice("side", SIDES, shown=", ".join(spelling.SIDE_LETTERS))
    kind = _spelt_type(check.name("type"))
    stats = {stat: _stat(check, stat, values) for stat in spelling.STATS}
    subtype = _spelt_subtype(check.text("subtype") or "")
    rarity = check.text("rarity")
    number = spelling.fixed_number(check.text("number") or "")
    image_key = check.text("imagefile")
    words = {word: check.text(word) for word in ("text", "usage", "script")}
    marked = " | ".join(filter(None, (words["usage"], check.text("legality"))))
    tags = (check.text("classification") or "").replace(",", " ").split()
    if check.problems:
        return tuple(check.problems)
    slips = _known_slips(bundled_games.FOLDER)
    key = (set_code, normal_form(name))
    name = slips.get((*key, "name", name), name)
    parts = parse_name(name)
    return SourceCard(
        place,
        set_code,
        name,
        parts.card,
        parts.base,
        parts.version,
        parts.distinction,
        parts.reprint,
        number=number,
        image_key=image_key,
        side=side,
        type=slips.get((*key, "type", kind), kind),
        subtype=slips.get((*key, "subtype", subtype), subtype) or None,
        cost=slips.get((*key, "cost", stats["cost"] or ""), stats["cost"]),
        speed=stats["speed"],
        power=stats["power"],
        health=stats["health"],
        rarity=rarity,
        tags=" ".join(tags) or None,
        text=words["text"],
        rulings=words["usage"],
        script=words["script"],
        marks=_marks(marked, tags),
    )


def _stat(check: RowCheck, column: str, values: Mapping[str, str]) -> str | None:
    raw = values.get(column)
    if not isinstance(raw, str):
        return check.stat(column)
    if not raw or raw.isdecimal():
        return raw or None
    fixed = spelling.fixed_number(raw)
    if fixed == raw:
        return check.stat(column)
    inner = RowCheck({column: fixed}, check.place, check.set_code)
    stat = inner.stat(column)
    check.problems += inner.problems
    return stat


def _marks(usage: str, tags: list[str]) -> tuple[SourceMark, ...]:
    """The bans and restrictions of a card, by the words before its rulings and by its tags.

    A tag names the format of a marker that has none.
    """
    markers = spelling.parse_markers(usage)[0] if "BAN" in usage or "RESTR" in usage else ()
    tagged = {spelling.LIST_TAGS[tag]: tag for tag in tags if tag in spelling.LIST_TAGS}
    named = {status for status, _ in tagged}
    marks = {
        (marker.status, marker.format): SourceMark(marker.status, marker.format)
        for marker in markers
        if marker.format is not None or marker.status not in named
    }
    for (status, where), tag in tagged.items():
        marks.setdefault((status, where), SourceMark(status, where, _("tag {tag}", tag=tag)))
    return tuple(marks.values())


@cache
def _known_slips(catalogues: Path) -> Mapping[tuple[str, str, str, str], str]:
    """The corrections of our catalogue in a folder, by set, name, column and the value as found.

    A source that still has an old slip is not to bring it back; one that has another value is.
    """
    slips: dict[tuple[str, str, str, str], str] = {}
    for _unused, row in read_table(catalogues / GAME / "mended.tsv"):
        column = row["column"]
        found = _FIXES.get(column, str.strip)(row["found"])
        if found == row["mended"]:
            continue
        key = normal_form(spelling.fixed_name(row["name"]))
        slips[row["set"], key, column, found] = row["mended"]
    return slips
