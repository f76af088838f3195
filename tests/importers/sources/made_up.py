"""Card data of our own making, in the forms in which sources publish theirs."""

import io
import json
import zipfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from db.imports.source_rows import Reading
from importers.sources import identify
from importers.sources.archives import FileTree, open_tree
from importers.sources.lackey_update import lackey_checksum
from importers.sources.source import ReadOptions

HEADER = (
    "Name",
    "Set",
    "ImageFile",
    "Side",
    "Type",
    "Subtype",
    "Cost",
    "Speed",
    "Power",
    "Health",
    "Rarity",
    "Number",
    "Usage",
    "Text",
    "Script",
    "Classification",
)


def lackey_row(name: str, number: str = "1", **values: str) -> str:
    """A row of a set file; what is not given is that of a made-up Character."""
    facts = {
        "Name": name,
        "Set": "ZZZ",
        "ImageFile": f"ZZZ{number}",
        "Side": "L",
        "Type": "Character",
        "Subtype": "Beekeeper",
        "Cost": "3",
        "Speed": "40",
        "Power": "3",
        "Health": "3",
        "Rarity": "C",
        "Number": number,
        "Text": f"Tap: {name.lower()} hums.",
    } | values
    return "\t".join(facts.get(column, "") for column in HEADER)


def lackey_set(*rows: str, header: Iterable[str] = HEADER) -> bytes:
    return ("\n".join(["\t".join(header), *rows]) + "\n").encode()


def tree_of(files: Mapping[str, bytes], source: str = "made-up") -> FileTree:
    return FileTree(source, {name: len(data) for name, data in files.items()}, files.__getitem__)


def read_tree(files: Mapping[str, bytes], **options: Any) -> Reading:
    tree = tree_of(files)
    return identify(tree).read(tree, ReadOptions(**options))


def read_path(path: Path, **options: Any) -> Reading:
    with open_tree(path) as tree:
        return identify(tree).read(tree, ReadOptions(**options))


def plugin(sets: Mapping[str, bytes], formats: bytes = b"") -> dict[str, bytes]:
    """The text files of a plugin with these sets."""
    named = "".join(f"<filetoinclude>{code}.txt</filetoinclude>\n" for code in sets)
    files = {f"sets/{code}.txt": data for code, data in sets.items()}
    files["ListOfCardDataFiles.txt"] = f"<listofcarddatafiles>\n{named}</listofcarddatafiles>".encode()
    if formats:
        files["formats.txt"] = formats
    return files


def update_list(files: Mapping[str, bytes], address: str, *, images: Iterable[str] = ()) -> bytes:
    """The update list of a plugin whose files lie below an address."""
    rows = ["starwars\t11-21-26"]
    rows += [
        f"plugins/starwars/{path}\t{address}/{path}\t{lackey_checksum(data)}" for path, data in files.items()
    ]
    rows += ["CardImageURLs:", *(f"{image}\t{address}/{image}" for image in images)]
    return ("\r\n".join(rows) + "\r\n").encode("cp1252")


def zipped(files: Mapping[str, bytes]) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return data.getvalue()


def destiny_card(code: str, name: str, **values: Any) -> dict[str, Any]:
    """A made-up event of Star Wars: Destiny; None takes a key away."""
    card = {
        "code": code,
        "name": name,
        "set_code": {"51": "QQ", "52": "RR"}.get(code[:2], "QQ"),
        "position": int(code[2:5]),
        "type_code": "event",
        "affiliation_code": "neutral",
        "faction_code": "gray",
        "rarity_code": "C",
        "cost": 1,
        "is_unique": False,
        "has_die": False,
        "has_errata": False,
        "deck_limit": 2,
        "text": f"{name} does nothing.",
        "ttscardid": "1",
        "illustrator": "Nobody",
    }
    return {key: value for key, value in (card | values).items() if value is not None}


def lcg_card(
    number: int, title: str, place: tuple[int, int] | None = (1, 1), **values: Any
) -> dict[str, Any]:
    """A made-up unit of the LCG."""
    in_set, sequence = place or (None, None)
    return {
        "product": "Bee Set",
        "productCycle": "Bees",
        "productOctgnId": "p",
        "number": number,
        "octgnId": f"o-{number}-{in_set}-{sequence}",
        "objectiveSetNumber": in_set,
        "objectiveSetSequence": sequence,
        "side": "Light",
        "affiliation": "Jedi",
        "isLockedToAffiliation": False,
        "type": "Unit",
        "title": title,
        "isUnique": False,
        "isLimitedToObjectiveDeck": False,
        "cost": 2,
        "damageCapacity": 2,
        "forceIcons": 1,
        "resourceValue": None,
        "edgePriorityNumber": None,
        "normalCombatIcons": {"unitDamage": 1},
        "edgeEnabledCombatIcons": None,
        "text": f"{title} hums.",
        "abilities": {"traits": ["Bee"]},
        "illustrator": None,
    } | values


OCTGN_GAME = "11ec1f21-7d4c-4bf0-9d72-df01c6c78911"


def octgn_set(name: str, *cards: str) -> bytes:
    inside = "\n".join(cards)
    return (
        f'\ufeff<?xml version="1.0" encoding="utf-8"?>\n<set name="{name}" id="s-{name}" '
        f'gameId="{OCTGN_GAME}" version="1.0">\n<cards>\n{inside}\n</cards>\n</set>\n'
    ).encode()


def octgn_card(name: str, key: str, **properties: str) -> str:
    facts = {
        "Type": "Gear",
        "Allegiance": "Hero",
        "Cost": "2",
        "Rarity": "C",
        "Number": "1",
        "Text": f"{name} buzzes.",
    } | properties
    rows = "".join(f'<property name="{k}" value="{v}"/>' for k, v in facts.items())
    return f'<card name="{name}" id="{key}">{rows}</card>'


def as_json(data: Any) -> bytes:
    return json.dumps(data, indent=1).encode()
