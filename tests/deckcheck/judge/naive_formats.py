"""A second judge for formats with days, straight from the tables: slow, plain, and on its own.

It makes every history that the tables leave possible, judges a list of cards by each, and says
`legal` or `illegal` where all of them agree, else `unproven`. None of the program's own code for
days, states or lists is used.
"""

import calendar
import csv
import itertools
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[3]
FIRST, LAST = "0001-01-01", "9999-12-31"

World = dict[str, Any]


def bounds(text: Any) -> tuple[str, str]:
    """The first and the last day that a date of the tables may be, as texts."""
    text = str(text)
    if text == "always":
        return FIRST, FIRST
    early, dots, late = text.partition("..")
    if not dots:
        late = early
    if early and len(early) < 10:
        early = early + "-01-01" if len(early) == 4 else early + "-01"
    if late and len(late) == 4:
        late += "-12-31"
    elif late and len(late) == 7:
        late += f"-{calendar.monthrange(int(late[:4]), int(late[5:]))[1]}"
    return early or FIRST, late or LAST


def has_come(text: Any, day: str) -> list[bool]:
    """Whether a day may have come by another: one answer, or both."""
    early, late = bounds(text)
    if text == ".." or (str(text).startswith("..") and day < late):
        return [True, False]
    if late <= day:
        return [True]
    return [False] if day < early else [True, False]


def states_on(states: list[dict[str, Any]], day: str) -> list[dict[str, Any] | None]:
    """The states that may be in force on a day; None for what was before the first."""
    found: list[dict[str, Any] | None] = []
    for begun in itertools.product(*(has_come(state["since"], day) for state in states)):
        if list(begun) != sorted(begun, reverse=True):
            continue  # a state begins only after the one before it
        now = states[sum(begun) - 1] if any(begun) else None
        if now not in found:
            found.append(now)
    return found


def verdict_of(worlds: list[str]) -> str:
    """What all possible histories agree on."""
    return worlds[0] if len(set(worlds)) == 1 else "unproven"


# -- Star Wars TCG --------------------------------------------------------------------------------


def read_swtcg() -> tuple[dict[str, dict[str, Any]], dict[str, str], list[dict[str, str]]]:
    """Formats by code, releases by set, and marks of the card lists."""
    folder = ROOT / "deckcheck" / "games" / "swtcg" / "formats"
    formats = {p.stem: tomllib.loads(p.read_text("utf-8")) for p in folder.glob("*.toml")}
    catalogue = ROOT / "db" / "catalogue" / "swtcg"
    tables = []
    for name in ("releases.tsv", "legality.tsv"):
        with (catalogue / name).open(encoding="utf-8", newline="") as file:
            tables.append(list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)))
    return formats, {row["code"]: row["released"] for row in tables[0]}, tables[1]


def judge_swtcg(
    cards: dict[str, tuple[int, list[str], list[tuple[str, str]]]],
    play_format: dict[str, Any],
    releases: dict[str, str],
    day: str,
    lists_as_of: str,
) -> str:
    """The verdict of sets and lists: `cards` has copies, sets and marks (status, format) by name."""
    worlds: list[str] = []
    states = play_format.get("state") or [{"since": "always"}]
    sale = sorted({code for _, codes, _ in cards.values() for code in codes if code in releases})
    entries = [row for row in play_format.get("card", ()) if row["name"] in cards]
    names = [row["name"] for row in entries]
    for state in states_on(states, day):
        out = [has_come(releases[code], day) for code in sale]
        for on_sale in itertools.product(*out):
            sold = dict(zip(sale, on_sale, strict=True))
            worlds += [
                one_world(
                    cards, play_format, state, sold, dict(zip(names, status, strict=True)), day, lists_as_of
                )
                for status in itertools.product(*(statuses(row, day) for row in entries))
            ]
    return verdict_of(worlds)


def statuses(row: dict[str, Any], day: str) -> list[str | None]:
    """What a card of a format's own list may have been on a day."""
    found: list[str | None] = []
    ended = [False]
    if "until" in row:  # the last day
        early, late = bounds(row["until"])
        ended = [True] if day > late else [False] if day <= early else [True, False]
    for begun, over in itertools.product(has_come(row.get("since", "always"), day), ended):
        if begun and not over:
            found += ["banned", "restricted"] if row["status"] == "listed" else [row["status"]]
        else:
            found.append(None)
    return list(dict.fromkeys(found))


def one_world(
    cards: dict[str, tuple[int, list[str], list[tuple[str, str]]]],
    play_format: dict[str, Any],
    state: dict[str, Any] | None,
    sold: dict[str, bool],
    listed: dict[str, str | None],
    day: str,
    lists_as_of: str,
) -> str:
    """The verdict by one history."""
    on_sale = play_format.get("on-sale")
    for _, codes, _ in cards.values():  # a card that there was not is in no deck
        if not on_sale and not any(sold.get(code, True) for code in codes):
            return "illegal"
    if state is None or state.get("known") is False or state.get("played") is False:
        return "unproven"
    verdict = "legal"
    for _, codes, _ in cards.values():
        if "sets" in state:
            inside = [code for code in codes if code in state["sets"]]
            if not inside or (on_sale and not any(sold.get(code, True) for code in inside)):
                return "illegal"
    for name, status in listed.items():
        copies = cards[name][0]
        if (status == "banned" and copies) or (status == "restricted" and copies > 1):
            return "illegal"
    if "lists" in play_format:
        owned = any(one.get("marks") for one in play_format["state"])
        if state.get("marks", False) if owned else day >= lists_as_of:
            for copies, _, marks in cards.values():
                mine = {s for s, f in marks if f in (play_format["lists"], "")}
                if "banned" in mine or ("restricted" in mine and copies > 1):
                    return "illegal"
        else:
            verdict = "unproven"
    return verdict


# -- Star Wars: Destiny ---------------------------------------------------------------------------


def destiny_worlds(name: str, day: str) -> list[World | None]:
    """The lists that a format may have had on a day, by its name in the table of changes."""
    path = ROOT / "deckcheck" / "games" / "destiny" / "formats" / "history.tsv"
    rows = [line.split("\t") for line in path.read_text("utf-8").split("\n")[1:] if line]
    mine = [row for row in rows if row[0] == name]
    begins = list(dict.fromkeys(row[1] for row in mine))
    found: list[World | None] = []
    for state in states_on([{"since": since} for since in begins], day):
        if state is None:
            found.append(None)
            continue
        world: World = {k: {} for k in ("sets", "banned", "restricted", "balance", "errata")}
        for _, since, kind, change, key, _, value, _ in mine:
            if begins.index(since) <= begins.index(state["since"]):
                if change == "-":
                    world[kind].pop(key, None)
                else:
                    world[kind][key] = value
        found.append(world)
    return found
