"""Messages and help are plain modern English: phrases of the old dialect do not come back."""

import ast
import re

from tests.conftest import ROOT

BANNED = (
    "to take it back:",
    "is nothing for a terminal",
    "goes with no",
    "goes with neither",
    "go with neither",
    "Take it over",
    "bring in cards",
    "states no time",
    "no version stated",
    "is no day",
    "is no whole number",
    "is no base",
    "left half done",
    "taken over",
    "takes it back",
    "takes this over",
    "goes with one",
    "handed in",
    "this floor",
    "bring them in",
    "Bring them in",
    "in truth",
    "is no answer",
    "is no booster",
    "is no known card",
    "is no date; write",
    "nothing to take back",
    "wanted of all",
    "is forgotten",
    "is said before",
    "passed over: ",
    "were passed over",
    "names that are no card for certain:",
    "is no text in",
)
"""Phrases that users stumbled over."""


def test_no_message_has_a_banned_phrase() -> None:
    files = [path for room in ("deckcheck", "importers", "db") for path in (ROOT / room).rglob("*.py")]
    assert files
    # A phrase may stand in two strings that follow each other.
    loosely = re.compile("|".join(r'[\s"f]+'.join(map(re.escape, phrase.split())) for phrase in BANNED))
    texts = {path: path.read_text(encoding="utf-8") for path in files}
    bad = [
        f"{path.relative_to(ROOT)}:{node.lineno}: {phrase}"
        for path, text in texts.items()
        if loosely.search(text)
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
        for phrase in BANNED
        if phrase in node.value
    ]
    assert bad == []


def test_no_page_has_a_banned_phrase() -> None:
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")]
    assert len(pages) > 20
    texts = {page: page.read_text(encoding="utf-8") for page in pages}
    bad = [f"{page.name}: {phrase}" for page, text in texts.items() for phrase in BANNED if phrase in text]
    assert bad == []
