"""A naive deck checker of the Stargate TCG."""

from typing import Any

from tests.deckcheck.naive.tables import read_texts

Row = dict[str, Any]

SKILLS = ("culture", "science", "combat", "ingenuity")
TEXTS = {
    name: words[0] for fact in ("brings", "needs") for name, words in read_texts("stargate", fact).items()
}
"""What cards say about decks."""


def check_stargate(deck: list[Row]) -> set[tuple[str, str]]:
    """The problems of a deck.

    A row has `identity`, `title`, `type` and `side` of a card, the `skills` that it has, and `zone`.
    """
    found: set[tuple[str, str]] = set()
    team = [c for c in deck if c["zone"] == "Team"]
    missions = [c for c in deck if c["zone"] == "Mission Pile"]
    main = [c for c in deck if c["zone"] == "Main"]
    if not main:
        found.add(("empty-deck", ""))

    names = {c["identity"] for c in team if c["type"] == "Team Character"}
    if len(names) != 4:
        has_fifth = any(TEXTS.get(name) == "fifth-member" for name in names)
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
        if all(chosen.count(s) == 3 for s in SKILLS):
            fits = True
    if not fits:
        found.add(("mission-count", "skills"))

    if len([c for c in main if c["side"] == "hero"]) < 20:
        found.add(("hero-minimum", ""))
    if len([c for c in main if c["side"] == "villain"]) < 20:
        found.add(("villain-minimum", ""))
    copies: dict[str, int] = {}
    for card in deck:
        title = card["title"].lower()  # Ta'Seem and Ta'seem are one title
        copies[title] = copies.get(title, 0) + 1
    for card in deck:
        title = card["title"].lower()
        text = TEXTS.get(card["identity"])
        if copies[title] > (6 if text == "copies=6" else 3):
            found.add(("copy-limit", title))
        if text == "no-deck":
            found.add(("card-text", card["identity"].lower()))
        if text == "one-without-deck":
            both = {c["identity"] for c in deck if c["title"].lower() == title}
            found.add(("card-text" if len(both) == 2 else "card-text?", title))
    for card in main:
        if card["type"] == "Team Character":
            if card["identity"] not in {c["identity"] for c in team}:
                found.add(("team-copies", card["identity"] + " not in the team"))
            if len([c for c in main if c["identity"] == card["identity"]]) > 2:
                found.add(("team-copies", card["identity"]))
    return found
