"""A naive deck checker of Star Wars: Destiny."""

from collections.abc import Callable
from functools import cache
from typing import Any

from tests.deckcheck.judge.naive_formats import ROOT, destiny_worlds
from tests.deckcheck.naive.tables import CATALOGUE, read_table, read_texts

Row = dict[str, Any]

LIMITS = {name: int(words[0]) for name, words in read_texts("destiny", "copies").items()}
"""The copies that cards allow by their own text, where their data say another number."""
RELEASED = {row["code"]: row["released"] for row in read_table(CATALOGUE / "destiny" / "releases.tsv")}
PAIRS = ROOT / "deckcheck" / "games" / "destiny" / "formats" / "pairs.tsv"


def lists_on(name: str, day: str) -> dict[str, Any]:
    """The lists of a format, by its name in the table of changes, on a day when they are certain."""
    (world,) = destiny_worlds(name, day)
    assert world is not None
    rows = [row for row in read_table(PAIRS) if row["format"] == name and row["known"] <= day]
    return world | {"pairs": [(row["code"], row["other"]) for row in rows], "day": day}


@cache
def plain(title: str) -> str:
    """Titles are spelt with and without accents and capitals: Padmé, Jabba The Hutt."""
    return title.lower().replace("é", "e")


def check_destiny(deck: list[Row], lists: dict[str, Any] | None = None) -> set[tuple[str, str]]:
    """The problems of team and deck by the lists of a format on a day.

    A row has the facts of the card file, and `identity`, `title`, `traits`, `unique`, `limit`,
    `keys`, `sets`, and the `dice` of characters.
    """
    found: set[tuple[str, str]] = set()
    characters = [c for c in deck if c["type"] == "Character"]
    battlefields = [c for c in deck if c["type"] == "Battlefield"]
    plots = [c for c in deck if c["type"] == "Plot"]
    draw = [c for c in deck if c["type"] in ("Event", "Upgrade", "Support", "Downgrade")]

    low, high, team_up = destiny_points(characters, plots, lists)
    if low > 30:
        found.add(("team-points?" if team_up else "team-points", ""))
    elif high > 30 or team_up:
        found.add(("team-points?", ""))
    if len(characters) == 0:
        found.add(("team-minimum", ""))
    sides = {c["side"] for c in characters}
    both = any(p["title"] == "Temporary Truce" for p in plots)
    villains = [c for c in characters if c["side"] == "villain"]
    if [c["title"] for c in villains] == ["IG-11"]:
        for card in characters:
            if card["side"] == "hero" and "engineer" in card["traits"]:
                both = True
    if "hero" in sides and "villain" in sides and not both:
        found.add(("team-affiliation", ""))
    for card in characters:
        if card["unique"]:
            number = 0
            for other in characters:
                same = plain(other["title"]) == plain(card["title"])
                if other["unique"] and same:
                    number += 1
            if number > 1:
                found.add(("team-unique", plain(card["title"])))

    if len(draw) != 30:
        found.add(("deck-size", ""))
    if len(draw) == 0:
        found.add(("empty-deck", ""))
    found |= destiny_copies(draw, plots)
    colours = {c["faction"] for c in characters}
    one_side = not ("hero" in sides and "villain" in sides)
    for card in battlefields + plots:
        if card["side"] not in ("neutral", *sides) and characters and one_side and not both:
            found.add(("deck-affiliation", ""))
    found |= destiny_fit(draw, characters, plots, both)
    if len(battlefields) != (2 if any(p["title"] == "Home Turf Advantage" for p in plots) else 1):
        found.add(("battlefield", ""))
    if len(plots) > 1:
        found.add(("plot", ""))
    for plot in plots:
        if plot["faction"] != "gray" and plot["faction"] not in colours:
            found.add(("plot", plot["identity"]))
    for card in plots + characters + battlefields:
        if not destiny_text_is_met(card, characters, draw, lists):
            found.add(("plot" if card["type"] == "Plot" else "card-text", card["identity"]))

    if lists is not None:
        listed = set()
        for card in deck:
            if not any(code in lists["sets"] for code in card["sets"]):
                found.add(("set-legality", card["identity"]))
            if all(RELEASED[code] > lists["day"] for code in card["sets"]):
                found.add(("not-released", card["identity"]))
            if any(key in lists["banned"] for key in card["keys"]):
                found.add(("banned", card["identity"]))
            if any(key in lists["restricted"] for key in card["keys"]):
                listed.add(card["identity"])
        if len(listed) > 1:
            found.add(("restricted", ""))
        for one, other in lists["pairs"]:
            pair = [{c["identity"] for c in deck if key in c["keys"]} for key in (one, other)]
            if pair[0] and pair[1]:
                found.add(("restricted", " and ".join(sorted(pair[0] | pair[1]))))
    return found


def destiny_values(card: Row, lists: dict[str, Any] | None) -> list[int]:
    text = card["points"]
    for key in card["keys"]:
        if lists and key in lists["balance"]:
            text = lists["balance"][key]
    return [int(value) for value in text.split("/")]


def destiny_points(
    characters: list[Row], plots: list[Row], lists: dict[str, Any] | None
) -> tuple[int, int, bool]:
    """The least and the most that the team costs, and whether somebody teams up."""
    names = {c["identity"] for c in characters}
    low = high = 0
    for card in characters:
        value = destiny_values(card, lists)[card["dice"] - 1]
        if "General Grievous, Droid Armies Commander" in names and "droid" in card["traits"]:
            value -= 1
        if "Clone Commander Cody, Loyal Strategist" in names and card["title"] == "Clone Trooper":
            value -= 1
        if card["identity"] == "Kanan Jarrus, Jedi Exile" and any(
            "spectre" in c["traits"] and c["identity"] != card["identity"] for c in characters
        ):
            value -= 1
        low, high = low + value, high + value
    for plot in plots:
        values = destiny_values(plot, lists)
        if plot["limit"] > 1:
            values = values[:1]
        for name in ("Director Krennic, Death Star Mastermind", "Luke Skywalker, Red Five"):
            if name in names and "death-star" in plot["traits"]:
                values = [value - 1 for value in values]
        low, high = low + min(values), high + max(values)
    helped = False
    for card in characters + plots:
        for other in characters:
            if other["identity"] != card["identity"] and teams_up(card["identity"], other):
                helped = True
    return low, high, helped


TEAM_UP: dict[str, Callable[[Row], Any]] = {
    "Closing In": lambda c: "bounty-hunter" in c["traits"] and c["unique"],
    "Rescue Han Solo": lambda c: (
        c["title"] in ("Chewbacca", "Lando Calrissian", "Leia Organa", "Luke Skywalker")
    ),
    "Relentless Advance": lambda c: "trooper" in c["traits"] or c["title"] == "General Veers",
    "The Ultimate Heist": lambda c: "pirate" in c["traits"],
    "Rescuing a Princess": lambda c: (
        c["title"] in ("Chewbacca", "Han Solo", "Luke Skywalker", "Obi-Wan Kenobi")
    ),
    "Luke Skywalker, Seeking The Path": lambda c: c["title"] in ("Obi-Wan Kenobi", "Yoda"),
    "Grand Inquisitor, Inquisitorius Leader": lambda c: "inquisitor" in c["traits"],
    "Savage Opress, Loyal Sibling": lambda c: c["title"] == "Maul",
    "Rex, Clone Commander": lambda c: c["title"] in ("Ahsoka Tano", "332nd Clone Trooper"),
}


def teams_up(name: str, other: Row) -> bool:
    return name in TEAM_UP and bool(TEAM_UP[name](other))


def destiny_copies(draw: list[Row], plots: list[Row]) -> set[tuple[str, str]]:
    """Titles with too many copies; Double Down excuses one copy more of two of them."""
    found = set()
    excused = 2 if any(p["title"] == "Double Down" for p in plots) else 0
    for title in sorted({plain(c["title"]) for c in draw}):
        same = [c for c in draw if plain(c["title"]) == title]
        limits = [c["limit"] for c in same]
        if len(same) == min(limits) + 1 and excused > 0:
            excused -= 1
        elif len(same) > max(limits):
            found.add(("copy-limit", title))
        elif len(same) > min(limits):
            found.add(("copy-limit?", title))
    return found


LETS_IN: dict[str, Callable[[Row], bool]] = {
    "Finn, First Order Defector": lambda c: (
        c["side"] == "villain"
        and c["faction"] == "red"
        and ("weapon" in c["traits"] or "vehicle" in c["traits"])
    ),
    "Bo-Katan Kryze, Deathwatch Lieutenant": lambda c: (
        c["side"] == "villain" and c["faction"] == "yellow" and c["type"] == "Upgrade"
    ),
    "Qi'Ra, Street Savvy": lambda c: (
        c["side"] != "neutral" and c["faction"] == "yellow" and c["type"] == "Event"
    ),
    "Merrin, Nightsister Survivor": lambda c: (
        c["side"] == "villain" and c["faction"] == "blue" and "curse" in c["traits"]
    ),
    "Maul, Tyrant of Mandalore": lambda c: c["side"] == "villain" and c["faction"] == "yellow",
}


def destiny_fit(draw: list[Row], characters: list[Row], plots: list[Row], both: bool) -> set[tuple[str, str]]:
    """Cards of a wrong side or colour, where no way to use up what texts allow covers them all."""
    sides, colours = {c["side"] for c in characters}, {c["faction"] for c in characters}
    mixed = "hero" in sides and "villain" in sides
    names = [c["identity"] for c in characters]
    outside = []
    for card in draw:
        by_side = card["side"] not in ("neutral", *sides)
        by_side = by_side and bool(characters) and not mixed and not both
        by_colour = card["faction"] != "gray" and card["faction"] not in colours
        for name, lets_in in LETS_IN.items():
            if name in names and lets_in(card):
                by_side = by_colour = False
        if by_side or by_colour:
            outside.append((card, by_side, by_colour))
    slots: list[tuple[str, str | None]] = []  # (side, colour or None for no help with colours)
    for name in names:
        if name == "Leia Organa, Boushh":
            slots += [("villain", "yellow")] * 5
        if name == "Enfys Nest, Fearsome Outlaw":
            slots += [("villain", None)] * 2 + [("hero", None)] * 2
        if name == "Enfys Nest's Marauder":
            slots += [("villain", None), ("hero", None)]
    left = []
    for card, by_side, by_colour in outside:
        for slot in sorted(slots, key=lambda slot: slot[1] is None):
            helps = slot[0] == card["side"] and slot[1] in (None, card["faction"])
            if helps and not (by_colour and slot[1] is None):
                slots.remove(slot)
                break
        else:
            left.append((card, by_side, by_colour))
    found = set()
    for card, by_side, by_colour in left:
        if by_side:
            found.add(("deck-affiliation", ""))
        if by_colour:
            found.add(("deck-colour", card["faction"]))
    return found


def destiny_text_is_met(
    card: Row, characters: list[Row], draw: list[Row], lists: dict[str, Any] | None
) -> bool:
    """What a card asks of team and deck by its own text."""
    name = card["identity"]
    others = [c for c in characters if c["identity"] != name]
    every = {
        "Spectre Cell": {"spectre"},
        "The Inquisitorius": {"inquisitor"},
        "Intelligence Operation": {"spy"},
        "Spice Runners": {"pilot", "scoundrel"},
        "The Jedi Code": {"jedi", "apprentice"},
    }
    met: Any = name != "Death of CT-4040"
    if name in every:
        met = all(every[name] & set(c["traits"]) for c in characters)
    if name in ("Youngling", "Jedi Apprentice"):
        met = any("jedi" in c["traits"] for c in others)
    if name == "Ewok Warrior":
        met = any("ewok" in c["traits"] and c["unique"] for c in others)
    if name == "Sound the Horn":
        met = any("ewok" in c["traits"] for c in characters)
    if name == "Protect The Child":
        met = any(c["title"] == "Grogu" for c in characters)
    if name == "Sith Cultist, Emperor's Minion":
        met = any(c["faction"] == "blue" and c["unique"] for c in others)
    if name == "Perimeter Outpost, Hoth":
        met = len([c for c in characters if c["faction"] == "red"]) >= 2
    if name == "Anakin Skywalker, Conflicted Apprentice":
        met = all(c["title"] != "Darth Vader" for c in characters)
    if name == "Extremist Campaign":
        met = all(c["faction"] == "yellow" for c in characters)
    if name == "Retribution":
        met = any(destiny_values(c, lists)[c["dice"] - 1] >= 20 for c in characters)
    if name == "No Allegiance":
        met = all(c["side"] == "neutral" for c in characters)
    if name in ("United", "Solidarity"):
        met = len({c["faction"] for c in characters}) <= 1
    if name == "Solidarity":
        met = met and len({plain(c["title"]) for c in draw}) == len(draw)
    if name == "Allies of Necessity":
        met = len({c["faction"] for c in characters}) < len(characters)
    if name == "Temporary Truce":
        met = {c["title"] for c in characters} <= {"Kylo Ren", "Rey"}
        met = met and all(c["faction"] != "gray" for c in draw)
    return bool(met)
