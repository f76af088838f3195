"""A naive deck checker of the Star Wars Trading Card Game."""

from typing import Any

from tests.deckcheck.naive.tables import CATALOGUE, read_table, read_texts

Row = dict[str, Any]

WOTC = {"AOTC", "SR", "ANH", "BOY", "JG", "ESB", "RAS", "PM", "ROTJ", "ROTS"}
SETS = {
    "standard": {"LEG", "HWN", "VDR", "OBWN", "FOR", "BOTS", "TMW", "BOBF", "BAE", "WAE", "ALTA", "MAM"}
    | {"VV1", "VV2", "UNION"},
    "wotc": WOTC,
    "vintage": WOTC | {"FOTR", "SAV", "BOE", "RAW", "ION", "BOH"},
}
"""The sets of formats."""

LET_IN = tuple(read_texts("swtcg", "also_fits"))
"""The cards that their own text lets into decks of Yuuzhan Vong cards."""
OPENERS = tuple(read_texts("swtcg", "opens"))
"""The cards that open the Supply for Yuuzhan Vong Equipment of Characters."""
IN_SUPPLY = {name: int(words[0]) for name, words in read_texts("swtcg", "supply_copies").items()}
"""How many copies of a card its own text lets stand in the Supply."""

UNITS = ("space", "ground", "character")


def marked(status: str, format_name: str) -> set[str]:
    """The names that the lists mark for a format, or for all of them."""
    rows = read_table(CATALOGUE / "swtcg" / "legality.tsv")
    names = {row["name"] for row in rows if row["status"] == status and row["format"] in (format_name, "")}
    return {name.split(" (Promo")[0].split(" (LEGO")[0] for name in names}


def lists_of(play_format: str) -> dict[str, set[str]] | None:
    """The sets and lists of a format; None of one without any."""
    if play_format not in SETS:
        return None
    name = "WOTC" if play_format == "wotc" else play_format.capitalize()
    return {
        "sets": SETS[play_format],
        "banned": marked("banned", name),
        "restricted": marked("restricted", name),
    }


def check_swtcg(
    deck: list[Row], edition: str, lists: dict[str, set[str]] | None = None
) -> set[tuple[str, str]]:
    """The problems of a deck.

    A row has `identity`, `type`, `subtype` and `side` of a card, its `sets`, and the `zone`.
    """
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

    copies: dict[str, int] = {}
    for card in everywhere:
        copies[card["identity"]] = copies.get(card["identity"], 0) + 1
    for name, number in copies.items():
        if number > 4:
            found.add(("copy-limit", name))
    for name, most in IN_SUPPLY.items():
        zones = [card["zone"] for card in deck if card["identity"] == name]
        here = zones.count("Deck") + zones.count("Supply")
        if "Supply" in zones and here > most:
            found.add(("card-text", name))

    opened = any(card["identity"] in OPENERS for card in main)
    closed = [
        card
        for card in everywhere
        if not (card["zone"] == "Supply" and opened and is_character_equipment(card))
    ]
    yuuzhan_vong_deck = any(card["side"] == "yuuzhan-vong" for card in closed)
    sides = set()
    for card in closed:
        if card["side"] != "neutral" and not (card["identity"] in LET_IN and yuuzhan_vong_deck):
            sides.add(card["side"])
    if "light" in sides and "dark" in sides:
        found.add(("one-side", ""))
    if "yuuzhan-vong" in sides and len(sides) > 1:
        found.add(("one-side" if community or len(sides) > 2 else "one-side?", ""))

    have = {"space": 0, "ground": 0, "character": 0}
    units = 0
    for card in main:
        arenas = card["type"].lower().split("/")
        for arena in UNITS:
            if arena in arenas:
                have[arena] += 1
        if "space" in arenas or "ground" in arenas or "character" in arenas:
            units += 1
    for arena in UNITS:
        if have[arena] < 12:
            found.add(("unit-minimum", arena))
        for other in UNITS:
            if have[arena] > 2 * have[other]:
                found.add(("unit-ratio", f"{arena}>{other}"))
    if community and units < 36:
        found.add(("unit-total", ""))

    if lists is not None:
        copies = {}
        for card in deck:
            copies[card["identity"]] = copies.get(card["identity"], 0) + 1
            if not any(code in lists["sets"] for code in card["sets"]):
                found.add(("set-legality", card["identity"]))
        for name, number in copies.items():
            if name in lists["banned"]:
                found.add(("banned", name))
            if name in lists["restricted"] and number > 1:
                found.add(("restricted", name))
    return found


def is_character_equipment(card: Row) -> bool:
    """Whether a card is Yuuzhan Vong Equipment for Characters."""
    words = (card["subtype"] or "").split(" - ")
    return card["side"] == "yuuzhan-vong" and card["type"] == "Equipment" and "Character" in words
