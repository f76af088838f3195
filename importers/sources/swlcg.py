"""Star Wars: The Card Game (the LCG): JSON arrays, a file a product.

A card is known by its number and title, which reprints keep. Its place in an objective set
(`12-4`: the fourth card of set 12) is the number of the printing, since one product may hold a
card several times. Facts are called as in docs/catalogue-facts.md.
"""

import re
from codecs import BOM_UTF8
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from db.cards.names import normal_form
from db.imports.source_rows import CARD_FACTS, Place, Reading, RowProblem, SourceCard, SourceSet
from db.language import gettext as _
from importers.sources.archives import FileTree
from importers.sources.checking import RowCheck
from importers.sources.json_rows import read_json_objects
from importers.sources.source import CardSource, ReadOptions

GAME = "swlcg"
STATED = frozenset({*CARD_FACTS, "image_key", "number", "facts", "details", "text"})

TYPES = {
    kind: kind for kind in ("Affiliation", "Objective", "Unit", "Event", "Enhancement", "Fate", "Mission")
}
SIDES = {"Light": "light", "Dark": "dark"}

_FACTS = {
    "affiliation": "affiliation",
    "objective_set": "objectiveSetNumber",
    "sequence": "objectiveSetSequence",
    "locked": "isLockedToAffiliation",
    "limited": "isLimitedToObjectiveDeck",
    "unique": "isUnique",
    "force_icons": "forceIcons",
    "resources": "resourceValue",
    "edge": "edgePriorityNumber",
}
"""The facts of a card by our names, with those of the source."""
_ICONS = {"icons": "normalCombatIcons", "edge_icons": "edgeEnabledCombatIcons"}
_ICON = {"unit": "unitDamage", "blast": "blastDamage", "tactics": "tactics"}
_READ_ALREADY = frozenset(
    {"title", "octgnId", "side", "type", "cost", "damageCapacity", "text", *_FACTS.values(), *_ICONS.values()}
)
_COMMAND_CARDS = 5
_NO_SET = 10**6
_SEEN = 4000
_LOOKED_AT = 50
"""Files; a checkout has others before its products."""
_LIST = re.compile(rb'\s*(?:\[|\{.{0,1000}?"(?:cards|data)"\s*:\s*\[)', re.DOTALL)


def claims(tree: FileTree) -> bool:
    """Whether there is a JSON file whose cards stand in objective sets."""
    return any(_is_product(tree.read(name)[:_SEEN]) for name in _files(tree)[:_LOOKED_AT])


def read(tree: FileTree, _options: ReadOptions) -> Reading:
    """All products, those with the lowest numbers of objective sets first."""
    cards: list[SourceCard] = []
    problems: list[RowProblem] = []
    sets: dict[str, SourceSet] = {}
    lowest: dict[str, int] = {}
    notes: list[str] = []
    for name in _files(tree):
        if not _is_product(tree.read(name)):
            notes.append(_("{shown}: left out, it is no list of cards", shown=tree.shown(name)))
            continue
        for place, row in read_json_objects(tree, name, problems):
            found = _card(row, place)
            if isinstance(found, SourceCard):
                cards.append(found)
                sets.setdefault(found.set_code, _product(row, found.set_code))
                number = found.facts.get("objective_set", _NO_SET)
                lowest[found.set_code] = min(number, lowest.get(found.set_code, number))
            else:
                problems += found
    cards.sort(key=lambda card: (lowest[card.set_code], card.set_code))
    ordered = sorted(sets.values(), key=lambda one: (lowest[one.code], one.code))
    whole = tuple(_with_command_cards(cards))
    return Reading(GAME, whole, tuple(ordered), (), tuple(problems), tuple(notes), STATED)


def set_code_of(product: str) -> str:
    """The code of a product, made from its name; its file is called so too.

    >>> set_code_of("Edge of Darkness")
    'edge-of-darkness'
    """
    return re.sub(r"[^a-z0-9]+", "-", product.lower()).strip("-")


def _card(row: Mapping[str, Any], place: Place) -> SourceCard | tuple[RowProblem, ...]:
    product = row.get("product")
    code = set_code_of(product) if isinstance(product, str) else None
    check = RowCheck(row, place, code)
    check.name("product")
    title = check.name("title")
    kind = check.choice("type", TYPES) or ""
    side = check.choice("side", SIDES)
    number = check.number("number", needed=True)
    in_set, sequence = check.number("objectiveSetNumber"), check.number("objectiveSetSequence")
    cost, damage = check.stat("cost"), check.stat("damageCapacity")
    text, key = check.text("text"), check.text("octgnId", needed=True)
    check.text("affiliation", needed=True)
    for flag in ("isUnique", "isLockedToAffiliation", "isLimitedToObjectiveDeck"):
        check.flag(flag, needed=True)
    for count in ("forceIcons", "edgePriorityNumber"):
        check.number(count)
    check.number_or_x("resourceValue")
    icons = {ours: _icons(check, theirs) for ours, theirs in _ICONS.items()}
    if check.problems:
        return tuple(check.problems)
    label = f"{number}" if kind != "Affiliation" else kind
    abilities = row.get("abilities")
    traits = abilities.get("traits") if isinstance(abilities, dict) else None
    facts: dict[str, Any] = {ours: row.get(theirs) for ours, theirs in _FACTS.items()} | icons
    details = {name: value for name, value in row.items() if name not in _READ_ALREADY}
    if key != (key or "").lower():
        details["octgnId"] = key
    return SourceCard(
        place,
        code or "",
        title,
        title,
        title,
        identity=f"{label} {normal_form(title)}",
        number=f"{in_set}-{sequence}" if in_set is not None else f"{number}",
        image_key=(key or "").lower(),
        side=side,
        type=kind,
        subtype=" - ".join(map(str, traits)) if isinstance(traits, list) and traits else None,
        cost=cost,
        health=damage,
        text=text,
        facts={fact: value for fact, value in facts.items() if value not in (None, "")},
        details=details,
    )


def _icons(check: RowCheck, column: str) -> dict[str, Any] | None:
    """Combat icons by our names; those that have none stay as they are called."""
    value = check.rest().get(column)
    if value is None:
        return None
    if not isinstance(value, dict):
        check.refuse(column, value, _("an object with the numbers of icons"))
        return None
    ours = {theirs: our for our, theirs in _ICON.items()}
    return {ours.get(name) or str(name): number for name, number in value.items()}


def _with_command_cards(cards: list[SourceCard]) -> Iterator[SourceCard]:
    """Yields the cards, every objective with the titles of its command cards if all are there."""
    sets: dict[int, dict[int, str]] = {}
    for card in cards:
        if "objective_set" in card.facts and "sequence" in card.facts:
            place = card.facts["sequence"]
            sets.setdefault(card.facts["objective_set"], {})[place] = card.name
    for card in cards:
        titles = sets.get(card.facts.get("objective_set", 0), {})
        command = [title for place, title in sorted(titles.items()) if place > 1]
        if card.type == "Objective" and len(command) == _COMMAND_CARDS:
            yield replace(card, facts={**card.facts, "command_cards": command})
        else:
            yield card


def _product(row: Mapping[str, Any], code: str) -> SourceSet:
    facts = {"productCycle": row.get("productCycle"), "octgn_id": row.get("productOctgnId")}
    return SourceSet(code, str(row["product"]), facts)


def _is_product(data: bytes) -> bool:
    """Whether a file is a list of cards in objective sets, and not a schema or settings."""
    return _LIST.match(data.removeprefix(BOM_UTF8)) is not None and b'"objectiveSetNumber"' in data


def _files(tree: FileTree) -> tuple[str, ...]:
    return tuple(name for name in sorted(tree.names) if name.lower().endswith(".json"))


SOURCE = CardSource("swlcg", _("Star Wars: The Card Game (LCG), JSON of its products"), GAME, claims, read)
