"""A second, deliberately naive deck checker, written straight from the rules and nothing else.

It shares no code with deckcheck: it looks at plain dictionaries and counts with loops. It answers
with the set of (code, detail) that it finds; nothing here is fast or clever.
"""

from typing import Any

CardRow = dict[str, Any]

LET_IN = (
    "Darth Vua (A)",
    "Nei Rin (A)",
    "Nei Rin (B)",
    "Nina Galfridian (C)",
    "Vongerella (A)",
    "Vongformed Wayland",
    "Zenoc Quah (A)",
)
"""The cards that their own text lets into decks of Yuuzhan Vong cards."""


def _is_character_equipment(card: CardRow) -> bool:
    words = (card.get("subtype") or "").split(" - ")
    return card["side"] == "yuuzhan-vong" and card["type"] == "Equipment" and "Character" in words


def check(deck: list[CardRow], edition: str, lists: dict[str, Any] | None = None) -> set[tuple[str, str]]:
    """The problems of a deck; each element of `deck` is one copy, with the zone it stands in."""
    found: set[tuple[str, str]] = set()
    community = edition == "community"
    main = [card for card in deck if card["zone"] == "Deck"]
    everywhere = deck if community else main
    if not main:
        found.add(("empty-deck", ""))

    smallest = 60
    if community:
        for card in deck:
            if card["zone"] != "Deck" and card["type"] == "Resource":
                smallest = 59
    if len(main) < smallest:
        found.add(("deck-size", ""))

    for card in everywhere:
        same = 0
        for other in everywhere:
            if other["identity"] == card["identity"]:
                same = same + 1
        if same > 4:
            found.add(("copy-limit", card["identity"]))

    yuuzhan_vong_deck = any(card["side"] == "yuuzhan-vong" for card in everywhere)
    jariah = any(card["identity"] == "Jariah Syn (B)" for card in main)
    sides = set()
    for card in everywhere:
        excepted = card["identity"] in LET_IN
        if card["zone"] == "Supply" and jariah and _is_character_equipment(card):
            continue
        if card["side"] != "neutral" and not (excepted and yuuzhan_vong_deck):
            sides.add(card["side"])
    if "light" in sides and "dark" in sides:
        found.add(("one-side", ""))
    if "yuuzhan-vong" in sides and len(sides) > 1:
        found.add(("one-side" if community or len(sides) > 2 else "one-side?", ""))

    space = ground = character = units = 0
    for card in main:
        arenas = card["type"].split("/")
        if "Space" in arenas:
            space += 1
        if "Ground" in arenas:
            ground += 1
        if "Character" in arenas:
            character += 1
        if "Space" in arenas or "Ground" in arenas or "Character" in arenas:
            units += 1
    for name, number in (("space", space), ("ground", ground), ("character", character)):
        if number < 12:
            found.add(("unit-minimum", name))
    if community and units < 36:
        found.add(("unit-total", ""))
    for one, a in (("space", space), ("ground", ground), ("character", character)):
        for two, b in (("space", space), ("ground", ground), ("character", character)):
            if a > 2 * b:
                found.add(("unit-ratio", f"{one}>{two}"))

    if lists is not None:
        for card in deck:
            number = sum(1 for other in deck if other["identity"] == card["identity"])
            if not any(code in lists["sets"] for code in card["sets"]):
                found.add(("set-legality", card["identity"]))
            if card["identity"] in lists["banned"]:
                found.add(("banned", card["identity"]))
            if card["identity"] in lists["restricted"] and number > 1:
                found.add(("restricted", card["identity"]))
    return found
