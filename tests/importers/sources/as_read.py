"""What a card was read from, of each source: the opposite of reading."""

from collections.abc import Mapping
from typing import Any

from db.imports.source_rows import SourceCard
from importers.sources import destiny, stargate, swlcg


def destiny_as_read(card: SourceCard) -> dict[str, Any]:
    """The object that a card was read from, key by key; the opposite of reading."""
    own: dict[str, Any] = {
        "code": card.image_key,
        "name": card.base,
        "subtitle": card.name.removeprefix(card.base).removeprefix(", ") or None,
        "set_code": card.set_code,
        "type_code": card.type.lower(),
        "affiliation_code": card.side,
        "rarity_code": card.rarity,
        "position": int(card.number),
        "health": None if card.health is None else int(card.health),
        "subtypes": card.subtype.split(" - ") if card.subtype else None,
        "text": card.text,
        "reprint_of": card.reprint,
        **{theirs: card.facts.get(ours) for ours, theirs in destiny._FACTS.items()},
        **card.details,
    }
    if card.type.lower() in destiny._COSTING:
        own["cost"] = int(card.cost) if card.cost not in (None, "X") else None
    return {key: value for key, value in own.items() if value is not None or key == "cost"}


def stargate_as_read(card: SourceCard) -> dict[str, Any]:
    """Name, id and properties that a card was read from; the opposite of reading."""
    facts, details = dict(card.facts), dict(card.details)
    markup = details.get("markup", {})
    properties: dict[str, Any] = {
        "Subtitle": card.name.removeprefix(card.base).removeprefix(", ") or None,
        "Affiliation": stargate._as_affiliation(card.subtype),
        "Type": card.type,
        "Allegiance": (card.side or "").title() or None,
        "Cost": card.cost,
        "Rarity": card.rarity,
        "Number": card.number,
        "Text": card.text,
        **{title: facts.get(title.lower()) for title in (*stargate._NUMBERS, "Glyph")},
        **details.get("properties", {}),
        **markup,
    }
    texts = {title: _as_texts(value) for title, value in properties.items() if value is not None}
    return {"name": card.base, "id": details.get("id", card.image_key), **texts}


def swlcg_as_read(card: SourceCard) -> dict[str, Any]:
    """The object that a card was read from, key by key; the opposite of reading."""
    damage = card.health
    return {
        "title": card.name,
        "octgnId": card.image_key,
        "side": (card.side or "").title(),
        "type": card.type,
        "cost": _as_number(card.cost),
        "damageCapacity": _as_number(damage),
        "text": card.text,
        **{theirs: card.facts.get(ours) for ours, theirs in swlcg._FACTS.items()},
        **{theirs: _as_icons(card.facts.get(ours)) for ours, theirs in swlcg._ICONS.items()},
        **card.details,
    }


def _as_icons(icons: Mapping[str, Any] | None) -> dict[str, Any] | None:
    return None if icons is None else {swlcg._ICON.get(name, name): n for name, n in icons.items()}


def _as_number(text: str | None) -> int | str | None:
    return int(text) if text is not None and text.isdecimal() else text


def _as_texts(value: Any) -> str | list[str]:
    return [str(one) for one in value] if isinstance(value, list) else str(value)
