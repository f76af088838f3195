"""The Stargate TCG as OCTGN has it: a definition of the game, and its sets, as XML.

A card is known by its type, title and subtitle, a printing by its GUID. Facts are called as in
docs/catalogue-facts.md; a Mission is on the side of the heroes, as all sets but the first say. Of a
property that stands twice the first counts and both are kept, but for affiliations, all of which
count; markup inside of a property is kept too.
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath
from typing import Any

from db.cards.names import normal_form
from db.imports.source_rows import CARD_FACTS, Reading, RowProblem, SourceCard, SourceSet
from db.language import gettext as _
from importers.sources.archives import FileTree
from importers.sources.checking import RowCheck
from importers.sources.octgn_xml import OctgnCard, OctgnSet, read_definition, read_set
from importers.sources.source import CardSource, ReadOptions

GAME = "stargate"
STATED = frozenset({*CARD_FACTS, "image_key", "number", "rarity", "facts", "details", "text"})

SET_CODES = {
    "Base Set": "BASE",
    "System Lords": "LORDS",
    "Rise of the Ori": "ORI",
    "Atlantis": "ATL",
    "Unending": "UNEND",
    "Missions": "MISS",
    "Alliances": "ALLI",
    "Abydos": "ABY",
    "Destiny": "DEST",
    "Symbiosis": "SYMB",
    "Children of the Gods": "COTG",
    "Wormhole X-Treme!": "WORM",
    "Epilogue": "EPIL",
    "Bonus Round": "BONUS",
    "Dominions": "DOM",
    "Xtras": "XTRA",
}
SIDES = {"Hero": "hero", "Villain": "villain", "Mission": "hero"}
TYPES = {
    kind: kind
    for kind in (
        "Adversary",
        "Event",
        "Gear",
        "Mission",
        "Obstacle",
        "Ship",
        "Support Character",
        "Team Character",
    )
}
SKILLS = ("Culture", "Science", "Combat", "Ingenuity")
_NUMBERS = (*SKILLS, "Experience", "Revive", "Firepower")
_TEXTS = ("Subtitle", "Affiliation", "Glyph")
_KEPT = frozenset({"Allegiance", "Affiliation"})
"""The properties that are mended: kept as written where that is something else."""
_OWN = ("Type", "Allegiance", "Cost", "Rarity", "Number", "Text")
_SEEN = 3000
_GAME_ID = b"11ec1f21-7d4c-4bf0-9d72-df01c6c78911"


def claims(tree: FileTree) -> bool:
    """Whether there are OCTGN sets of this game."""
    return any(
        _GAME_ID in data or (b"<set" in data and b"stargate" in data.lower())
        for data in (tree.read(name)[:_SEEN] for name in _files(tree)[:5])
    )


def read(tree: FileTree, _options: ReadOptions) -> Reading:
    """All sets, by the order of their folders; properties that no definition has are noted."""
    cards: list[SourceCard] = []
    problems: list[RowProblem] = []
    sets: dict[str, SourceSet] = {}
    known: set[str] = set()
    for name in _files(tree):
        if PurePosixPath(name).name.lower() == "definition.xml":
            known |= read_definition(tree.read(name), tree.shown(name))
    unknown: dict[str, int] = {}
    for name in _files(tree):
        if PurePosixPath(name).name.lower() == "definition.xml":
            continue
        for one in read_set(tree.read(name), tree.shown(name)):
            described = _described(one)
            sets[described.code] = described
            for entry in one.cards:
                for title in entry.properties:
                    if known and title not in known:
                        unknown[title] = unknown.get(title, 0) + 1
                card = _card(entry, described.code)
                if isinstance(card, SourceCard):
                    cards.append(card)
                else:
                    problems += card
    notes = tuple(
        _("definition.xml: has no property {title!r}, which {count} cards have", title=title, count=count)
        for title, count in unknown.items()
    )
    return Reading(GAME, tuple(cards), tuple(sets.values()), (), tuple(problems), notes, STATED)


def _described(one: OctgnSet) -> SourceSet:
    code = SET_CODES.get(one.name) or re.sub(r"[^A-Z0-9]+", "-", one.name.upper()).strip("-")
    return SourceSet(code, one.name, {"octgn_id": one.id, "version": one.version})


def _card(entry: OctgnCard, set_code: str) -> SourceCard | tuple[RowProblem, ...]:
    single = {title: texts[0] for title, texts in entry.properties.items() if len(texts) == 1}
    check = RowCheck({"name": entry.name, "id": entry.id, **single}, entry.place, set_code)
    title, key = check.name("name"), check.text("id", needed=True)
    kind = check.choice("Type", TYPES) or ""
    side = check.choice("Allegiance", SIDES)
    cost, number = check.stat("Cost"), check.text("Number") or ""
    rarity, text = check.text("Rarity"), check.text("Text")
    for column in _NUMBERS:
        for value in entry.properties.get(column, ()):
            if value and not value.strip().isdecimal():
                check.refuse(column, value, _("a number"))
    for column in _OWN:
        if len(entry.properties.get(column, ())) > 1:
            check.refuse(column, " and ".join(entry.properties[column]), _("one {column}", column=column))
    if check.problems:
        return tuple(check.problems)
    facts = dict(_facts(entry.properties))
    first = {name: texts[0].strip() for name, texts in entry.properties.items()}
    subtitle = " ".join(first.get("Subtitle", "").split()) or None
    card = f"{title}, {subtitle}" if subtitle else title
    affiliations = " ".join(entry.properties.get("Affiliation", ())).split()
    subtype = " - ".join(dict.fromkeys(affiliations)) or None
    back = {"Allegiance": (side or "").title(), "Affiliation": _as_affiliation(subtype) or ""}
    others = {
        name: texts if len(texts) > 1 else texts[0]
        for name, texts in entry.properties.items()
        if name not in (*_OWN, *_NUMBERS, *_TEXTS)
        or len(texts) > 1
        or (name in _KEPT and first[name] != back[name])
    }
    details = {
        "id": key if key != (key or "").lower() else None,
        "size": entry.size,
        "markup": dict(entry.markup),
        "properties": others,
    }
    return SourceCard(
        entry.place,
        set_code,
        card,
        card,
        title,
        distinction=subtitle,
        identity=f"{kind} {normal_form(card)}",
        number=number,
        image_key=(key or "").lower(),
        side=side,
        type=kind,
        subtype=subtype,
        cost=cost,
        rarity=rarity,
        text=text,
        facts=facts,
        details={name: value for name, value in details.items() if value},
    )


def _facts(properties: Mapping[str, list[str]]) -> Iterator[tuple[str, Any]]:
    """Yields what only this game has; of a skill that stands twice the first."""
    for title in (*_NUMBERS, "Glyph"):
        texts = [text.strip() for text in properties.get(title, ()) if text.strip()]
        if texts:
            yield title.lower(), int(texts[0]) if title in _NUMBERS else texts[0]


def _as_affiliation(subtype: str | None) -> str | None:
    """The affiliations as the source writes them, each one word: `Goa'uld Jaffa`."""
    return subtype.replace(" - ", " ") if subtype else None


def _files(tree: FileTree) -> tuple[str, ...]:
    """The XML files that may be sets, in the order of the numbers that their folders begin with."""

    def order(name: str) -> tuple[int, str]:
        number = re.match(r"\d+", PurePosixPath(name).parent.name)
        return (int(number[0]) if number else 0, name)

    return tuple(sorted((n for n in tree.names if n.lower().endswith(".xml")), key=order))


SOURCE = CardSource(
    "stargate", _("the Stargate TCG, as OCTGN has it: definition and sets"), GAME, claims, read
)
