"""Star Wars: Destiny as swdestinydb has it: cards, sets and formats, of the site or a checkout.

A card is known by its code, or by that of the card which it reprints; its die, points and colour
are facts of the card, called as in docs/catalogue-facts.md, who drew it is one of the printing.
Formats are kept as they are written.
"""

import re
from collections.abc import Iterator, Mapping, Set as AbstractSet
from dataclasses import replace
from pathlib import PurePosixPath
from typing import Any

from db.imports.source_rows import CARD_FACTS, Place, Reading, RowProblem, SourceCard, SourceFormat, SourceSet
from db.language import gettext as _
from db.texts import words
from importers.sources.archives import FileTree
from importers.sources.checking import RowCheck
from importers.sources.json_rows import read_json_objects
from importers.sources.source import CardSource, ReadOptions

GAME = "destiny"
ADDRESS = "https://swdestinydb.com/"
STATED = frozenset({*CARD_FACTS, "image_key", "number", "rarity", "facts", "details", "text"})

TYPES = {
    kind: kind.title()
    for kind in ("character", "upgrade", "support", "event", "battlefield", "plot", "downgrade")
}
AFFILIATIONS = {word: word for word in ("hero", "villain", "neutral")}
COLOURS = {word: word for word in ("red", "blue", "yellow", "gray", "green")}
RARITIES = {word: word for word in ("S", "C", "U", "R", "L", "P")}

_CODE = re.compile(r"\d{5,6}[A-Z]?")
_POINTS = re.compile(r"-?\d+(?:/-?\d+)*")
_DIE = re.compile(r"-|Sp\d?|\+?(?:\d|X)[A-Za-z*]{1,3}\d?")
_SIDES_OF_A_DIE = 6
_BESIDE = frozenset(
    words(
        "affiliations.json cycles.json factions.json rarities.json sidetypes.json starterpacks.json "
        "subtypes.json types.json package.json packs.json sets.json formats.json"
    )
)
_FOREIGN = frozenset({"translations", "schema", "pack", "node_modules"})
_SHOWN = frozenset({"url", "imagesrc", "label", "cp"})
_SEEN = 6000
_FACTS = {
    "faction": "faction_code",
    "points": "points",
    "unique": "is_unique",
    "limit": "deck_limit",
    "sides": "sides",
}
"""The facts of a card by their names in docs/catalogue-facts.md, with those of the source."""
_LISTS = ("banned", "restricted")
_COSTING = ("upgrade", "support", "event", "downgrade")


def claims(tree: FileTree) -> bool:
    """Whether there is a JSON file whose cards have a colour and an affiliation by code."""
    files = _card_files(tree)[:3] + tuple(tree.find("formats.json")[:1])
    return any(
        b'"faction_code"' in data or (b'"data"' in data and b'"sets"' in data)
        for data in (tree.read(name)[:_SEEN] for name in files)
    )


def read(tree: FileTree, options: ReadOptions) -> Reading:
    """All cards, sets and formats of the files."""
    cards: list[SourceCard] = []
    problems: list[RowProblem] = []
    sets = {one.code: one for one in _sets(tree, problems)}
    for name in _card_files(tree):
        for place, row in _objects(tree, name, problems):
            found = _card(row, place)
            if isinstance(found, SourceCard):
                cards.append(found)
                sets.setdefault(found.set_code, SourceSet(found.set_code, row.get("set_name")))
            else:
                problems += found
    order = {code: place for place, code in enumerate(sets)}
    cards.sort(key=lambda card: order[card.set_code])
    formats = tuple(_formats(tree, problems))
    notes = _unknown(formats, cards, sets.keys() | options.known_sets)
    return Reading(
        GAME, tuple(_by_root(cards)), tuple(sets.values()), formats, tuple(problems), tuple(notes), STATED
    )


def _objects(
    tree: FileTree, name: str, problems: list[RowProblem]
) -> Iterator[tuple[Place, Mapping[str, Any]]]:
    for place, row in read_json_objects(tree, name, problems, PurePosixPath(name).stem):
        yield place, _plain(row)


def _plain(row: dict[str, Any]) -> dict[str, Any]:
    """An object without what the site adds to show it, and its subtypes by their codes."""
    plain = {key: value for key, value in row.items() if key not in _SHOWN and key[-5:] != "_name"}
    subtypes = plain.get("subtypes")
    if isinstance(subtypes, list):
        codes = [one.get("code") if isinstance(one, dict) else one for one in subtypes]
        plain["subtypes"] = codes
    if "set_name" in row:
        plain["set_name"] = row["set_name"]
    return plain


def _card(row: Mapping[str, Any], place: Place) -> SourceCard | tuple[RowProblem, ...]:
    check = RowCheck(row, place, row.get("set_code") if isinstance(row.get("set_code"), str) else None)
    code = _matching(check, "code", _CODE, _("five or six digits and perhaps a letter"))
    set_code, name = check.name("set_code"), check.name("name")
    subtitle = check.text("subtitle")
    kind = check.choice("type_code", TYPES) or ""
    side = check.choice("affiliation_code", AFFILIATIONS)
    colour = check.choice("faction_code", COLOURS)
    rarity = check.choice("rarity_code", RARITIES)
    position = check.number("position", needed=True)
    cost = check.stat("cost")
    health = check.stat("health")
    points = _matching(check, "points", _POINTS, _("numbers joined by /"), needed=False)
    subtypes = check.texts("subtypes")
    facts = {
        "faction": colour,
        "points": points,
        "unique": bool(check.flag("is_unique")),
        "limit": check.number("deck_limit"),
        "sides": _dice(check) or None,
    }
    has_die = check.flag("has_die")
    text = check.text("text")
    root = _matching(check, "reprint_of", _CODE, _("the code of a card"), needed=False)
    if check.problems:
        return tuple(check.problems)
    card = f"{name}, {subtitle}" if subtitle else name
    if kind.lower() in _COSTING and cost is None:
        cost = "X"
    details = {"has_die": has_die, **check.rest(without=("set_name",))}
    return SourceCard(
        place,
        set_code,
        card,
        card,
        name,
        distinction=subtitle,
        reprint=root,
        identity=root or code,
        number=str(position),
        image_key=code,
        side=side,
        type=kind,
        subtype=" - ".join(subtypes) or None,
        cost=cost,
        health=health,
        rarity=rarity,
        text=text,
        facts={key: value for key, value in facts.items() if value is not None},
        details={key: value for key, value in details.items() if value is not None},
    )


def _matching(
    check: RowCheck, column: str, pattern: re.Pattern[str], expected: str, *, needed: bool = True
) -> str | None:
    value = check.text(column, needed=needed)
    if value is not None and not pattern.fullmatch(value):
        check.refuse(column, value, expected)
    return value


def _dice(check: RowCheck) -> list[str]:
    sides = check.texts("sides")
    for side in sides:
        if not _DIE.fullmatch(side):
            check.refuse("sides", side, _("a die face like 1RD, +2MD, 2RD1, Sp or -"))
    if sides and len(sides) != _SIDES_OF_A_DIE:
        check.refuse("sides", _("{count} faces", count=len(sides)), "six")
    return sides


def _by_root(cards: list[SourceCard]) -> Iterator[SourceCard]:
    """Yields the cards, reprints of reprints led to the first."""
    roots = {card.image_key: card.identity for card in cards}
    for card in cards:
        root, seen = card.identity, {card.image_key}
        while root not in seen and roots.get(root, root) != root:
            seen.add(root)
            root = roots[root]
        yield card if root == card.identity else replace(card, identity=root)


def _sets(tree: FileTree, problems: list[RowProblem]) -> Iterator[SourceSet]:
    """Yields the sets of `sets.json`, in the order of their positions."""
    sets: list[tuple[int, SourceSet]] = []
    for name in tree.find("sets.json")[:1]:
        for place, row in _objects(tree, name, problems):
            check = RowCheck(row, place, None)
            code, title = check.name("code"), check.name("name")
            position = check.number("position")
            problems += check.problems
            if not check.problems:
                facts = check.rest(without=("url", "known"))
                sets.append((position or 0, SourceSet(code, title, facts)))
    for _unused, one in sorted(sets, key=lambda pair: pair[0]):
        yield one


def _formats(tree: FileTree, problems: list[RowProblem]) -> Iterator[SourceFormat]:
    for name in tree.find("formats.json")[:1]:
        for place, row in _objects(tree, name, problems):
            check = RowCheck(row, place, None)
            code, title = check.name("code"), check.name("name")
            data = row.get("data")
            if isinstance(data, dict):
                data = {key: value for key, value in data.items() if value is not None}
            if not isinstance(data, dict) or not _is_list_of_texts(data.get("sets")):
                check.refuse("data", data, _("an object with a list of the codes of sets"))
            if isinstance(data, dict):
                _check_lists(check, data)
            problems += check.problems
            if not check.problems and isinstance(data, dict):
                yield SourceFormat(code, title, data)


def _check_lists(check: RowCheck, data: Mapping[str, Any]) -> None:
    for key in _LISTS:
        if not _is_list_of_texts(data.get(key) or []):
            check.refuse(key, data[key], _("a list of the codes of cards"))
    pairs = data.get("restrictedPairs") or {}
    if not isinstance(pairs, dict) or not all(map(_is_list_of_texts, pairs.values())):
        check.refuse("restrictedPairs", pairs, _("an object of lists of the codes of cards"))
    balance = data.get("balance") or {}
    if not isinstance(balance, dict) or not all(map(_is_points, balance.values())):
        check.refuse("balance", balance, _("an object with points like 12/15"))


def _is_points(value: Any) -> bool:
    return isinstance(value, int) or (isinstance(value, str) and bool(_POINTS.fullmatch(value)))


def _is_list_of_texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(one, str) for one in value)


def _unknown(
    formats: tuple[SourceFormat, ...], cards: list[SourceCard], sets: AbstractSet[str]
) -> Iterator[str]:
    """Yields what the formats name that is not there."""
    codes = {card.image_key for card in cards}
    read_sets = {card.set_code for card in cards}
    for one in formats:
        unknown = [code for code in one.data["sets"] if code not in sets]
        if unknown:
            yield _(
                "formats.json: {name} names sets that are not there: {unknown}",
                name=one.name,
                unknown=" ".join(unknown),
            )
        if not read_sets.issuperset(one.data["sets"]):
            continue  # of sets that were not read nothing can be said
        pairs = one.data.get("restrictedPairs") or {}
        named = {*one.data.get("banned", ()), *one.data.get("restricted", ())}
        named.update(pairs, *pairs.values())
        if missing := sorted((named | set(one.data.get("balance", ()))) - codes):
            yield _(
                "formats.json: {name} names cards that are not there: {missing}",
                name=one.name,
                missing=" ".join(missing),
            )


def _card_files(tree: FileTree) -> tuple[str, ...]:
    """The files of cards: not the lists beside them, nor translations."""
    result = [
        name
        for name in tree.names
        if name.lower().endswith(".json")
        and PurePosixPath(name).name.lower() not in _BESIDE
        and not _FOREIGN.intersection(PurePosixPath(name).parts[:-1])
    ]
    return tuple(sorted(result, key=lambda name: (name.count("/"), name)))


SOURCE = CardSource(
    "destiny",
    _("Star Wars: Destiny, as swdestinydb has it: cards, sets, formats"),
    GAME,
    claims,
    read,
    ADDRESS,
    {
        "api/public/cards/": "cards.json",
        "api/public/sets/": "sets.json",
        "api/public/formats/": "formats.json",
    },
)
