"""Naive second checkers of the sister games, written straight from their rules and nothing else.

Like `naive`, they share no code with deckcheck: plain dictionaries, one for each copy of a card,
and loops. Each answers with the set of (code, detail) that it finds.
"""

from typing import Any

Row = dict[str, Any]


def plain(title: str) -> str:
    """Titles are spelt with and without accents and capitals: Padmé, Jabba The Hutt."""
    return title.lower().replace("é", "e")


def check_destiny(deck: list[Row], lists: dict[str, Any] | None = None) -> set[tuple[str, str]]:
    """`deck`: one row a card with its facts as in the card files, `dice` beside characters."""
    found: set[tuple[str, str]] = set()
    characters = [c for c in deck if c["type"] == "Character"]
    battlefields = [c for c in deck if c["type"] == "Battlefield"]
    plots = [c for c in deck if c["type"] == "Plot"]
    draw = [c for c in deck if c["type"] in ("Event", "Upgrade", "Support", "Downgrade")]

    points = 0
    for card in characters:
        text = card["points"]
        if lists and card["key"] in lists["balance"]:
            text = lists["balance"][card["key"]]
        values = text.split("/")
        points += int(values[card["dice"] - 1])
    for card in plots:
        points += int(card["points"].split("/")[0])
    if points > 30:
        found.add(("team-points", ""))
    if len(characters) == 0:
        found.add(("team-minimum", ""))
    sides = {c["side"] for c in characters}
    if "hero" in sides and "villain" in sides:
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
    for card in draw:
        number = 0
        for other in draw:
            if other["identity"] == card["identity"]:
                number += 1
        if number > card["limit"]:
            found.add(("copy-limit", card["identity"]))
    others = {c["side"] for c in draw + battlefields + plots} - {"neutral"}
    if "hero" in sides and "villain" not in sides and "villain" in others:
        found.add(("deck-affiliation", ""))
    if "villain" in sides and "hero" not in sides and "hero" in others:
        found.add(("deck-affiliation", ""))
    if "villain" not in sides and "hero" not in sides and len(others) == 2:
        found.add(("deck-affiliation?", ""))
    colours = {c["faction"] for c in characters}
    for card in draw:
        if card["faction"] != "gray" and card["faction"] not in colours:
            found.add(("deck-colour", card["faction"]))
    if len(battlefields) != 1:
        found.add(("battlefield", ""))
    if len(plots) > 1:
        found.add(("plot", ""))

    if lists is not None:
        marked = set()
        for card in deck:
            if not any(code in lists["sets"] for code in card["sets"]):
                found.add(("set-legality", card["identity"]))
            if card["identity"] in lists["restricted"]:
                marked.add(card["identity"])
        if len(marked) > 1:
            found.add(("restricted", ""))
    return found


def check_stargate(deck: list[Row], texts: dict[str, str]) -> set[tuple[str, str]]:
    """`deck`: one row a card with its facts as in the card files, and `zone`.

    `texts`: what cards say, by name. A code with a question mark is one that cannot be decided.
    """
    found: set[tuple[str, str]] = set()
    team = [c for c in deck if c["zone"] == "Team"]
    missions = [c for c in deck if c["zone"] == "Mission Pile"]
    main = [c for c in deck if c["zone"] == "Main"]
    if not main:
        found.add(("empty-deck", ""))

    names = {c["identity"] for c in team if c["type"] == "Team Character"}
    if len(names) != 4:
        has_fifth = any(texts.get(name) == "fifth-member" for name in names)
        if not (len(names) == 5 and has_fifth):
            found.add(("team-size", ""))
    if len([c for c in team if c["type"] == "Team Character"]) > len(names):
        found.add(("team-size", "twice"))
    for card in team:
        if card["type"] != "Team Character":
            found.add(("zone", card["identity"]))
    for card in missions:
        if card["type"] != "Mission":
            found.add(("zone", card["identity"]))

    real = [c for c in missions if c["type"] == "Mission"]
    if len(real) != 12:
        found.add(("mission-count", ""))
    either = [c for c in real if len(c["skills"]) == 2]
    ways = [[]]  # type: list[list[str]]
    for card in either:
        ways = [[*way, skill] for way in ways for skill in card["skills"]]
    fits = False
    for way in ways:
        chosen = list(way) + [c["skills"][0] for c in real if len(c["skills"]) == 1]
        if all(chosen.count(s) == 3 for s in ("culture", "science", "combat", "ingenuity")):
            fits = True
    if not fits:
        found.add(("mission-count", "skills"))

    if len([c for c in main if c["side"] == "hero"]) < 20:
        found.add(("hero-minimum", ""))
    if len([c for c in main if c["side"] == "villain"]) < 20:
        found.add(("villain-minimum", ""))
    for card in deck:
        most = 6 if texts.get(card["identity"]) == "copies=6" else 3
        if len([c for c in deck if c["title"] == card["title"]]) > most:
            found.add(("copy-limit", card["title"]))
        if texts.get(card["identity"]) == "no-deck":
            found.add(("card-text", card["identity"]))
        if texts.get(card["identity"]) == "one-without-deck":
            both = {c["identity"] for c in deck if c["title"] == card["title"]}
            found.add(("card-text" if len(both) == 2 else "card-text?", card["title"]))
    for card in main:
        if card["type"] == "Team Character":
            if card["identity"] not in {c["identity"] for c in team}:
                found.add(("team-copies", card["identity"] + " not in the team"))
            if len([c for c in main if c["identity"] == card["identity"]]) > 2:
                found.add(("team-copies", card["identity"]))
    return found


def check_lcg(
    deck: list[Row], sets: dict[int, list[str]], texts: dict[str, list[tuple[int, list[str]]]]
) -> set[tuple[str, str]]:
    """`deck`: one row a card; `sets`: the titles of the five command cards of each objective set.

    `texts`: what affiliation cards say, as numbers of objectives with the affiliations that count.
    """
    found: set[tuple[str, str]] = set()
    affiliations = [c for c in deck if c["type"] == "Affiliation"]
    objectives = [c for c in deck if c["type"] == "Objective"]
    command = [c for c in deck if c["type"] not in ("Affiliation", "Objective")]
    if not objectives:
        found.add(("empty-deck", ""))
    if len(affiliations) != 1:
        found.add(("affiliation", ""))
    if len(objectives) < 10:
        found.add(("objective-minimum", "sets"))
    if command:
        left = [c["title"] for c in command]
        whole = True
        for objective in objectives:
            for title in sets[objective["set"]]:
                if title in left:
                    left.remove(title)
                else:
                    whole = False
        if not whole:
            found.add(("objective-minimum", "missing"))
        if left:
            found.add(("objective-minimum", "extra"))
    sides = {c["side"] for c in affiliations + objectives}
    if len(sides) > 1:
        found.add(("one-side", ""))
    for card in objectives:
        number = len([c for c in objectives if c["set"] == card["set"]])
        if number > (1 if card["limited"] else 2):
            found.add(("copy-limit", card["title"]))
    for card in objectives:
        chosen = [a["affiliation"] for a in affiliations]
        if card["locked"] and affiliations and card["affiliation"] not in chosen:
            found.add(("affiliation-lock", card["title"]))
    for title in {c["title"] for c in affiliations}:
        for number, counting in texts.get(title, []):
            if len([c for c in objectives if c["affiliation"] in counting]) != number:
                found.add(("affiliation-text", title + ": " + " or ".join(counting)))
    return found
