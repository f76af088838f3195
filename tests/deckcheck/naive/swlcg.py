"""A naive deck checker of Star Wars: The Card Game, the LCG."""

import re
from typing import Any

from tests.deckcheck.naive.tables import read_texts

Row = dict[str, Any]


def affiliation_texts() -> dict[str, list[tuple[int, list[str]]]]:
    """What affiliation cards want of the objectives: numbers, with the affiliations that count."""
    found: dict[str, list[tuple[int, list[str]]]] = {}
    for card, words in read_texts("swlcg", "needs").items():
        for word in words:
            wanted = re.fullmatch(r"exactly=(\d+),affiliation=(\S+)", word)
            assert wanted is not None, word
            counting = [name.replace("_", " ") for name in wanted[2].split("|")]
            found.setdefault(card, []).append((int(wanted[1]), counting))
    return found


TEXTS = affiliation_texts()


def check_swlcg(deck: list[Row]) -> set[tuple[str, str]]:
    """The problems of a deck.

    A row has `title`, `type`, `side`, `affiliation`, `locked` and `limited` of a card,
    of an objective its `objective_set` and the titles of the five `command_cards` of that.
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
            for title in objective["command_cards"]:
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
        number = len([c for c in objectives if c["objective_set"] == card["objective_set"]])
        if number > (1 if card["limited"] else 2):
            found.add(("copy-limit", card["title"]))
    for card in objectives:
        chosen = [a["affiliation"] for a in affiliations]
        if card["locked"] and affiliations and card["affiliation"] not in chosen:
            found.add(("affiliation-lock", card["title"]))
    for title in {c["title"] for c in affiliations}:
        for number, counting in TEXTS.get(title, []):
            if len([c for c in objectives if c["affiliation"] in counting]) != number:
                found.add(("affiliation-text", title + ": " + " or ".join(counting)))
        named = {name for _, counting in TEXTS.get(title, []) for name in counting}
        others = {c["affiliation"] for c in objectives} - named
        if named and others:
            found.add(("affiliation-text?", title + ": others"))
    return found
